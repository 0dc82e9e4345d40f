"""A group's own archetype tables, special cards, consequence tables and party tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from tablelight.kernel.offers import Answer, Choice, Field, Value
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.content.typed import (
    lines_of,
    read_arrows,
    read_effects,
    read_scores,
    write_arrows,
    write_effects,
    write_numbers,
)
from tablelight.systems.actlite.content.typed_skills import read_skill, write_skill
from tablelight.systems.actlite.flows.common import (
    ActGame,
    archetypes,
    choice_field,
    consequence_tables,
    hexes,
    number_field,
    party_tables,
    rule,
    specials,
    text_field,
)
from tablelight.systems.actlite.flows.dying import FATES, OUTCOMES, span, switched_off
from tablelight.systems.actlite.flows.own.making import Making, field, read_names, write_names
from tablelight.systems.actlite.state import (
    ActState,
    Archetype,
    ConsequenceTable,
    PartyRow,
    PartyTable,
    Skill,
    SpecialCard,
    TableRow,
)

MOST_XP = 20
Word = TypeVar("Word", bound=str)

# ------------------------------------------------------------------ archetype tables


def _archetype_fields(state: ActState) -> tuple[Field, ...]:
    kinds = (Choice("skills", "skills"), Choice("hexes", "hexes, by name"))
    return (
        text_field("name", "Name", 80, least=1),
        choice_field("of", "Its entries are", kinds, "skills"),
        text_field(
            "entries",
            "Entries, one to a line",
            2000,
            least=1,
            note="From the least to the most desirable. Such as “Hard head: advantage on STR”, “Fleet: speed +1”, "
            "“Shove (1 AP, reach 1): push”, “Pole drill: with pole, on 6: push”, “Doors: judge -- Doors give way.”",
        ),
        text_field("cost", "XP for a roll", 40, least=1, note="For the first, second … roll of a character: “1->2”."),
        text_field("requires", "Requirements", 120, note="Such as “STR 1”."),
        text_field("setting", "What else it requires, which the GM confirms", 200),
    )


def _read_archetype(game: ActGame, answer: Answer) -> Archetype:
    name = answer.text("name")
    with field("Entries"):
        if answer.text("of") == "skills":
            skills, known = lines_of(answer.text("entries"), read_skill), ()
            _own_names(game.state, name, skills)
        else:
            skills, known = (), read_names(answer.text("entries"), hexes(game.state), "hex", separators=",;")
        if not skills and not known:
            raise ValueError("there should be at least one")
    with field("XP for a roll"):
        cost = read_arrows(answer.text("cost"), MOST_XP)
    with field("Requirements"):
        requires = read_scores(answer.text("requires"))
    return Archetype(name, skills, known, cost, requires, answer.text("setting"))


def _own_names(state: ActState, name: str, skills: Sequence[Skill]) -> None:
    """Skills are told apart by name, over all tables (actlite/archetype-duplicate)."""
    others = [table for table in archetypes(state).values() if table.name.casefold() != name.casefold()]
    taken = {skill.name.casefold(): table.name for table in others for skill in table.skills}
    for skill in skills:
        if skill.name.casefold() in taken:
            raise ValueError(f"{skill.name} is a skill of {taken[skill.name.casefold()]} already; give it another name")
        taken[skill.name.casefold()] = "this table"


def _write_archetype(state: ActState, table: Archetype) -> dict[str, Value]:
    entries = "\n".join(write_skill(skill) for skill in table.skills)
    return {
        "name": table.name,
        "of": "skills" if table.skills else "hexes",
        "entries": entries or write_names(table.hexes, hexes(state), "\n"),
        "cost": write_arrows(table.cost),
        "requires": write_numbers(table.requires),
        "setting": table.setting,
    }


ARCHETYPE = Making(
    "make-archetype",
    "Make an archetype table",
    "archetype-roll",
    "archetypes",
    archetypes,
    _archetype_fields,
    _read_archetype,
    _write_archetype,
    lambda key, table: e.ArchetypeMade(key=key, archetype=table),
)

# ------------------------------------------------------------------ special cards


def _card_fields(state: ActState) -> tuple[Field, ...]:
    places = (Choice("discard", "to the discard: it comes again"), Choice("out", "out of play"))
    return (
        text_field("name", "Name", 80, least=1),
        text_field("text", "What stands on it", 400, least=1),
        text_field("effects", "Effects on everybody", 400, note="Such as “1 damage” or “lose 1 AP; [stun]”. Without "
                   "any, people judge it."),
        choice_field("goes", "Afterwards it goes", places, "discard"),
    )  # fmt: skip


def _read_card(game: ActGame, answer: Answer) -> SpecialCard:
    with field("Effects"):
        effects = read_effects(answer.text("effects"))
    judged = not effects or any(effect.do == "say" for effect in effects)
    goes = "out" if answer.text("goes") == "out" else "discard"
    return SpecialCard(answer.text("name"), answer.text("text"), effects, goes, judged)


def _write_card(state: ActState, card: SpecialCard) -> dict[str, Value]:
    return {"name": card.name, "text": card.text, "effects": write_effects(card.effects), "goes": card.goes}


CARD = Making(
    "make-card",
    "Make a special card",
    "special-cards",
    "specials",
    specials,
    _card_fields,
    _read_card,
    _write_card,
    lambda key, card: e.SpecialCardMade(key=key, card=card),
)

# ------------------------------------------------------------------ consequence tables

_ROW = re.compile(r"(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s+([\w-]+)(?:\s+(.*))?")
_BREAK = re.compile(r"\s*;\s*(?=\d)")
"""A semicolon before the next row's faces; any other belongs to what is said."""


def _table_fields(words: Iterable[str], example: str) -> tuple[Field, ...]:
    note = f"One row to a line, such as {example}. The words are {', '.join(f'“{one}”' for one in words)}."
    return (
        text_field("name", "Name", 80, least=1),
        number_field("die", "Die", 2, 100, 6),
        text_field("rows", "Rows", 2000, least=1, note=note),
    )


def _read_rows(answer: Answer, words: Mapping[Word, str], told: str) -> list[tuple[int, int, Word, str]]:
    """The rows of a table: faces, a word and what is said; the word `told` must say what happens
    (actlite/consequence-kinds)."""
    with field("Rows"):
        rows = lines_of(_BREAK.sub("\n", answer.text("rows")), lambda line: _read_row(line, words, told))
        die = answer.number("die")
        wrong = m.rows_cover([(least, most) for least, most, _, _ in rows], die)
        if wrong:
            raise ValueError(f"{wrong}; every face of the d{die} needs exactly one row")
    return list(rows)


def _read_row(line: str, words: Mapping[Word, str], told: str) -> tuple[int, int, Word, str]:
    match = _ROW.fullmatch(line)
    word = next((one for one in words if one == match[3].lower()), None) if match else None
    if not match or not word:
        raise ValueError(f"“{line}” should read like “1-2 death”, with one of {', '.join(words)}")
    if word == told and not match[4]:
        raise ValueError(f"“{line}” should say what happens, such as “4 {told} The raft drifts.”")
    return int(match[1]), int(match[2] or match[1]), word, match[4] or ""


def _write_row(least: int, most: int, word: str, text: str) -> str:
    return f"{span(least, most)} {word} {text}".strip()


def _write_table(state: ActState, table: ConsequenceTable) -> dict[str, Value]:
    rows = "\n".join(_write_row(row.least, row.most, row.outcome, row.text) for row in table.rows)
    return {"name": table.name, "die": table.die, "rows": rows}


def _read_table(game: ActGame, answer: Answer) -> ConsequenceTable:
    rows = tuple(TableRow(*row) for row in _read_rows(answer, OUTCOMES, "text"))
    return ConsequenceTable(answer.text("name"), answer.number("die"), rows)


CONSEQUENCES = Making(
    "make-table",
    "Make a consequence table",
    "consequence-kinds",
    "tables",
    consequence_tables,
    lambda state: _table_fields(OUTCOMES, "“1-2 death”, “3 nothing”, “4 text The raft drifts.”"),
    _read_table,
    _write_table,
    lambda key, table: e.ConsequenceTableMade(key=key, table=table, rule=rule("consequence-ratio")),
    note="Suggested: [stabilized] : death : bad things = 1 : 2 : 3.",
    refuses=lambda game, table: switched_off(game, table.rows),
)

# ------------------------------------------------------------------ party tables


def _write_party(state: ActState, table: PartyTable) -> dict[str, Value]:
    rows = "\n".join(_write_row(row.least, row.most, row.fate, row.text) for row in table.rows)
    return {"name": table.name, "die": table.die, "rows": rows}


def _read_party(game: ActGame, answer: Answer) -> PartyTable:
    rows = tuple(PartyRow(*row) for row in _read_rows(answer, FATES, "judge"))
    return PartyTable(answer.text("name"), answer.number("die"), rows)


PARTY = Making(
    "make-party-table",
    "Make a party table",
    "party-table",
    "parties",
    party_tables,
    lambda state: _table_fields(FATES, "“1-2 death”, “3-4 robbed They wake up in a cell.”, “5 judge The raft drifts.”"),
    _read_party,
    _write_party,
    lambda key, table: e.PartyTableMade(key=key, table=table),
    note="For when everybody is down; what stands behind the word is read out.",
)
