"""What each seat sees of the game. Only what is named here ever leaves the server."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Game
from tablelight.kernel.offers import GM, Seat
from tablelight.kernel.view import (
    Count,
    DiceRow,
    Die,
    Group,
    Panel,
    Person,
    Row,
    Section,
    Sheet,
    TableView,
    Tag,
)
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows import rests
from tablelight.systems.rogue_spire.flows.calling import source_words
from tablelight.systems.rogue_spire.flows.common import SpireGame, drawn, known_life
from tablelight.systems.rogue_spire.sheet import effects_words, td_words
from tablelight.systems.rogue_spire.state import (
    Attempt,
    Character,
    Outcome,
    Rest,
    SpireDie,
    SpireState,
    Thrown,
    die_name,
)

OUTCOMES: dict[Outcome, str] = {
    "": "",
    "success-and": "success AND",
    "success": "success",
    "success-but": "success BUT",
    "failure-but": "failure BUT",
    "failure": "failure",
}
RESULTS: dict[m.Result, str] = {
    "success-and": "success AND",
    "success": "success",
    "tie": "tie",
    "failure": "failure",
}


def view(game: Game[SpireState], seat: Seat) -> TableView:
    """The table as this seat may see it: hidden characters and notes are the Spire Master's."""
    state = game.state
    return TableView(
        title=state.scene.title or "Master of the Rogue Spire",
        meta=_meta(state),
        groups=tuple(_groups(state, seat)),
        panels=tuple(_panels(game, seat)),
    )


def _meta(state: SpireState) -> str:
    parts = [f"scene {state.scene.number}"] if state.scene.number else []
    parts.append(f"day {state.day}")
    if state.encounter:
        parts.append(f"encounter, round {state.encounter.round}")
    return " · ".join(parts)


# ------------------------------------------------------------------ people


def _groups(state: SpireState, seat: Seat) -> Iterator[Group]:
    people = [(key, who) for key, who in state.characters.items() if _shown(who, seat)]
    yield Group("Party", tuple(_person(seat, key, who) for key, who in people if who.kind == "pc"))
    yield Group("Others", tuple(_person(seat, key, who) for key, who in people if who.kind == "npc"))


def _shown(who: Character, seat: Seat) -> bool:
    return seat == GM or (not who.hidden and (who.present or who.kind == "pc"))


def _person(seat: Seat, key: str, who: Character) -> Person:
    life = known_life(who, seat)
    mine = who.seat == seat and bool(who.seat)
    return Person(
        id=key,
        name=who.name,
        who=_line(who, seat),
        tags=tuple(_tags(who, seat)),
        counts=_counts(key, who),
        dice=tuple(drawn(die) for die in who.dice.values()),
        yours=mine,
        out="" if life == "conscious" and who.present else life if who.present else "away",
        hidden=who.hidden,
        has_sheet=_reads(who, seat),
    )


def _reads(who: Character, seat: Seat) -> bool:
    """Whether a seat may read somebody's sheet."""
    return seat == GM or (who.kind == "pc" and not who.hidden)


def _line(who: Character, seat: Seat) -> str:
    """A party member's traits; of others only what one sees."""
    if seat == GM or who.kind == "pc":
        return " · ".join(trait.name for trait in who.traits.values()) or who.about[:80]
    return who.about[:80]


def _counts(key: str, who: Character) -> tuple[Count, ...]:
    if who.kind != "pc":
        return ()
    return (
        Count("XP", f"{who.xp}/{who.limit}", "experience and the Next XP limit", f"characters.{key}.xp"),
        Count("Level", str(who.level), "", f"characters.{key}.level"),
    )


def _tags(who: Character, seat: Seat) -> Iterator[Tag]:
    if who.dead and not who.death_known and seat == GM:
        yield Tag("the players don't know", "cool")
    if who.vulnerable and known_life(who, seat) != "dead":
        yield Tag("vulnerable", "bad", "no unexhausted skill die is left")
    for status in who.statuses.values():
        yield Tag(status, "cool", "status")
    if who.ready_to_level:
        yield Tag("ready to level", "good", "the Next XP limit is reached")


# ------------------------------------------------------------------ the sheet


def sheet_of(game: Game[SpireState], seat: Seat, person: str) -> Sheet | None:
    """Somebody's whole sheet, where this seat may read it."""
    who = game.state.characters.get(person)
    return _sheet(person, who, seat) if who and _reads(who, seat) else None


def _sheet(key: str, who: Character, seat: Seat) -> Sheet:
    path = f"characters.{key}"
    sections = [
        Section("Dice", tuple(_die_row(path, k, die) for k, die in who.dice.items())),
        Section("Traits and talents", tuple(_trait_rows(who))),
        Section("Experience", _xp_rows(path, who)),
        Section("Statuses", tuple(Row(status) for status in who.statuses.values())),
        Section("Called before", tuple(_call_rows(who))),
    ]
    if seat == GM:
        sections.append(Section("Your notes", (Row("", text=who.notes, path=f"{path}.notes"),)))
    return Sheet(who.name, who.about, tuple(section for section in sections if section.rows))


def _die_row(path: str, key: str, die: SpireDie) -> Row:
    """A die with its state as a word, and whether it had its healing check today."""
    tags = (Tag("checked today", "plain", "one healing check a day"),) if die.checks > die.chances else ()
    name = "Vitality die" if die.kind == "vitality" else f"Skill d{die.sides}"
    value = die.state.replace("-", " ")
    return Row(name, (drawn(die),), value=value, tags=tags, path=f"{path}.dice.{key}")


def _trait_rows(who: Character) -> Iterator[Row]:
    """Each trait with the talents that hang on it."""
    for key, trait in who.traits.items():
        yield Row(trait.name, value=trait.origin, text=trait.about)
        for talent in who.talents.values():
            if talent.trait == key:
                words = ". ".join(filter(None, (talent.about, effects_words(talent))))
                td = td_words(talent)
                yield Row(f"· {talent.name}", text=words, tags=(Tag(td, "cool"),) if td else ())


def _xp_rows(path: str, who: Character) -> tuple[Row, ...]:
    if who.kind != "pc":
        return ()
    return (
        Row("Level", value=str(who.level), path=f"{path}.level"),
        Row("Experience", value=str(who.xp), path=f"{path}.xp"),
        Row("Next XP limit", value=str(who.limit), path=f"{path}.limit"),
    )


def _call_rows(who: Character) -> Iterator[Row]:
    """What was skilled once should stay skilled (rogue-spire/classification-consistent)."""
    for call in who.calls.values():
        if call.kind == "skilled":
            trait = who.traits.get(call.trait)
            yield Row(call.what, value="skilled", text=f"through {trait.name if trait else call.trait}")


# ------------------------------------------------------------------ the scene


def _panels(game: SpireGame, seat: Seat) -> Iterator[Panel]:
    state = game.state
    for attempt in reversed(state.attempts):
        if attempt.who in state.characters:
            yield _attempt_panel(state, attempt)
    if state.rest:
        yield _rest_panel(game, state.rest)
    if state.encounter:
        yield Panel("Encounter", f"Round {state.encounter.round}", _round_words(game))
    if state.scene.text and not state.attempts:
        yield Panel("The scene", state.scene.title, state.scene.text)
    if seat == GM and not state.attempts:
        yield from _door_panel(state)


def _round_words(game: SpireGame) -> str:
    match game.options["round-refresh"]:
        case "all":
            return "Spent dice without harm come back with the next round."
        case "vitality":
            return "Of spent dice only the vitality die comes back with the next round."
        case _:
            return "A new round brings no dice back."


def _attempt_panel(state: SpireState, attempt: Attempt) -> Panel:
    who = state.characters[attempt.who]
    dice = tuple(_thrown(thrown) for thrown in attempt.rolled)
    row = DiceRow(who.name, dice, _result_words(attempt)) if dice else None
    eyebrow = "Reaction" if attempt.purpose == "reaction" else "Healing check" if attempt.heals else "Action"
    rows = (row,) if row else ()
    return Panel(f"{eyebrow} · {who.name}", attempt.what, _intent(state, attempt), rows, tuple(_facts(who, attempt)))


def _thrown(thrown: Thrown) -> Die:
    note = f"{thrown.total} in all against {thrown.td}" if thrown.total != thrown.face else f"against {thrown.td}"
    return Die(thrown.sides, RESULTS[thrown.result], thrown.face, (), note)


def _result_words(attempt: Attempt) -> str:
    best = m.best_of([thrown.result for thrown in attempt.rolled])
    return OUTCOMES[attempt.outcome] or f"{RESULTS[best]} so far"


def _intent(state: SpireState, attempt: Attempt) -> str:
    target = state.characters.get(attempt.on)
    if not target or attempt.die not in target.dice:
        return ""
    die = target.dice[attempt.die]
    verb = "Treats" if attempt.heals else "Aimed at"
    return f"{verb} the {die_name(die)} of {target.name}, which is {die.state.replace('-', ' ')}."


def _facts(who: Character, attempt: Attempt) -> Iterator[Tag]:
    if attempt.purpose not in ("other", "reaction"):
        yield Tag(attempt.purpose)
    if attempt.kind:
        trait = who.traits.get(attempt.trait)
        through = f" through {trait.name}" if attempt.kind == "skilled" and trait else ""
        yield Tag(f"{attempt.kind}{through}", "good" if attempt.kind == "skilled" else "plain")
    elif attempt.trait in who.traits:
        yield Tag(f"claims {who.traits[attempt.trait].name}")
    if attempt.talent in who.talents:
        yield Tag(who.talents[attempt.talent].name, "cool", "talent")
    if attempt.td_from:
        number = str(attempt.td) if attempt.td is not None else "half of each die"
        yield Tag(f"TD {number}", "cool", source_words(attempt.td_from))


def _rest_panel(game: SpireGame, rest: Rest) -> Panel:
    """What the rest will do to each die, before it is done."""
    changes = list(rests.preview(game.state, rest, rests.heals_strain(game)))
    rows = tuple(_rest_row(game.state, who, changes) for who in rests.resting(game.state, rest))
    title = "A quick rest" if rest.kind == "quick" else "A good night's rest"
    text = f"{rests.minutes_of(game, rest.kind)} minutes. This is what it will do if nothing disturbs it."
    return Panel("Rest", title, text, rows)


def _rest_row(state: SpireState, who: str, changes: list[rests.Change]) -> DiceRow:
    mine = [change for change in changes if change.who == who]
    character = state.characters[who]
    dice = tuple(drawn(character.dice[change.key]) for change in mine)
    words = "; ".join(filter(None, (_change_words(character.dice[c.key], c) for c in mine))) or "nothing changes"
    return DiceRow(character.name, dice, words)


def _change_words(die: SpireDie, change: rests.Change) -> str:
    name = die_name(die)
    if change.rolls:
        return f"{name}: still wounded, then a free d4 for natural healing"
    if change.before == change.after:
        return ""
    before, after = (m.state_word(marks).replace("-", " ") for marks in (change.before, change.after))
    return f"{name}: {before} → {after}"


def _door_panel(state: SpireState) -> Iterator[Panel]:
    """The minutes of everyone on death's door; the Spire Master keeps the clock."""
    tags = tuple(
        Tag(f"{who.name}: {who.door_minutes} min {who.door_seconds} s", "bad")
        for who in state.characters.values()
        if who.life == "on death's door"
    )
    if tags:
        yield Panel("On death's door", "A free d4 every minute", "Since the wound:", tags=tags, secret=True)
