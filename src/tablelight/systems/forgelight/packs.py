"""Packs for Forgelight: their parts, what is checked beyond the vocabulary, and how an entry will look at the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablelight.kernel.packs import Packs, Part, Preview
from tablelight.kernel.view import Card, Row, Section, Tag
from tablelight.kernel.vocabulary import Problem
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.beings import beast_being, foe_being, hero_being
from tablelight.systems.forgelight.content import model as c
from tablelight.systems.forgelight.content.checks import NOTATIONS, wrong
from tablelight.systems.forgelight.content.packs import Library, starter
from tablelight.systems.forgelight.content.words import LABELS
from tablelight.systems.forgelight.faces import card_face, card_rows, gear_face, gear_words, gives_words
from tablelight.systems.forgelight.rulebook import rules
from tablelight.systems.forgelight.state import Being

PARTS = (
    Part("cards", "Ability Cards", "card", "What a being plays from its hand.", c.AbilityCard),
    Part("traits", "Traits", "trait", "What a being has for good: by people, class, choice or story.", c.Trait),
    Part("gear", "Gear", "piece of gear", "Weapons, shields and armor.", c.Gear),
    Part("foes", "Foes", "foe", "Whoever the GM brings in.", c.Foe),
    Part("statuses", "Status effects", "status effect", "What befalls a being for a while.", c.StatusKind),
    Part("races", "Peoples", "people", "Where a character comes from.", c.Race),
    Part("classes", "Classes", "class", "What a character has learned.", c.ClassKind),
    Part("subclasses", "Subclasses", "subclass", "One way to follow a class.", c.Subclass),
    Part("skills", "Skills", "skill", "What one can be good at, by an Attribute.", c.Skill),
    Part("crystals", "Crystals", "crystal", "A sort of crystal with the cards of its attunement.", c.Crystal),
    Part("companions", "Companions", "sort of companion", "A sort of beast that may go along.", c.CompanionKind),
    Part("heroes", "Ready characters", "character", "Somebody to play at once.", c.Hero),
    Part("beasts", "Ready companions", "companion", "A beast that a ready character may have.", c.Beast),
)


# ------------------------------------------------------------------ checks


def _rules(pack: c.Pack) -> Iterator[Problem]:
    content = Library((starter(), pack))
    yield from wrong(pack, content)
    yield from _wrong_people(content, pack)


def _wrong_people(content: Library, pack: c.Pack) -> Iterator[Problem]:
    """Ready characters and companions keep every rule of a sheet (forgelight/creation-steps)."""
    for key in pack.heroes:
        yield from _wrong_being(content, "heroes", key)
    for key in pack.beasts:
        yield from _wrong_being(content, "beasts", key)


def _wrong_being(content: Library, part: str, key: str) -> Iterator[Problem]:
    try:
        _being(content, part, key)
    except ValueError as error:
        what, _, needed = str(error).partition(": ")[2].partition("; needed: ")
        yield Problem((part, key), what, needed.rstrip(".") or "a sheet that keeps the rules")
    except LookupError:
        pass  # it names something that has problems itself, or is told of by the vocabulary


def _being(content: Library, part: str, key: str) -> Being:
    if part == "heroes":
        return hero_being(content, key)
    return beast_being(content, key, "", 1) if part == "beasts" else foe_being(content, content.foes[key])


# ------------------------------------------------------------------ previews


def _preview(pack: c.Pack, part: str, key: str) -> Preview:
    content = Library((starter(), pack))
    match getattr(pack, part)[key]:
        case c.AbilityCard() as card:
            rows = tuple(card_rows(content, card))
            return Preview((card_face(key, card),), (Section("What the table makes of it", rows),))
        case c.Gear() as gear:
            slot = " or ".join(gear.fits)
            text = "; ".join(word for word in (gear_words(gear), gives_words(content, gear.gives)) if word)
            return Preview((gear_face(slot, gear),), (Section("What it does", (Row(gear.name, text=text),)),))
        case c.Foe() | c.Hero() | c.Beast():
            return _being_preview(content, _being(content, part, key))
        case other:
            return _words_preview(content, other)


def _being_preview(content: Library, who: Being) -> Preview:
    by_the_book = {option.id: option.default for option in rules().options.values()}
    score = figures.hit_score(content, by_the_book, who)
    shown = (
        ("Hit Score", score),
        ("Health", figures.max_health(content, who)),
        ("Stamina", figures.max_stamina(content, who)),
        ("Speed", figures.speed(content, who)),
        ("Action Points", figures.action_points(content, who)),
        ("Power Roll", figures.power(content, who)),
    )
    rows = tuple(Row(name, value=str(figure.value), text=figure.words) for name, figure in shown)
    skills = [(content.skills[key].name, figures.skill(content, who, key)) for key in who.skills]
    known = tuple(Row(name, value=f"{figure.value:+}", text=m.skill_word(figure.value)) for name, figure in skills)
    nature = gives_words(content, who.gives)
    more = tuple(
        Section(title, (Row("", text=text),)) for title, text in (("Own nature", nature), ("Notes", who.notes)) if text
    )
    cards = tuple(card_face(key, content.cards[key]) for key in who.hand)
    gear = tuple(gear_face(slot, content.gear[key]) for slot, key in who.gear.items())
    head = Section(who.name, (Row("", text=who.about),) if who.about else ())
    sections = (head, Section("Figures", rows), *((Section("Skills", known),) if known else ()), *more)
    return Preview((*cards, *gear), tuple(section for section in sections if section.rows))


def _words_preview(content: Library, entry: Any) -> Preview:
    """Traits, status effects, peoples, classes …: a title, its text, what it does."""
    rows = [Row(entry.name, text=entry.text)]
    cards: list[Card] = []
    match entry:
        case c.Trait():
            rows = [Row(entry.name, value=entry.source, text=f"{entry.text} {entry.gives.judge}".strip())]
            rows += _changes(content, entry.gives)
            cards = [card_face(key, content.cards[key]) for key in entry.cards]
        case c.StatusKind():
            rows = [Row(entry.name, text=entry.text, tags=(Tag(_time(entry), "good" if entry.good else "bad"),))]
            rows += _changes(content, entry.gives)
            rows += [Row("Each turn", text=entry.hurts)] if entry.hurts else []
        case c.Race() | c.CompanionKind():
            rows += [Row(content.traits[key].name, text=content.traits[key].text) for key in entry.traits]
        case c.ClassKind() | c.Subclass():
            traits = sorted(entry.traits.items())
            rows += [Row(content.traits[key].name, value=str(at), text=content.traits[key].text) for at, key in traits]
        case c.Crystal():
            cards = [card_face(key, content.cards[key]) for key in entry.cards]
        case _:
            pass
    return Preview(tuple(cards), (Section("How it reads", tuple(rows)),))


def _changes(content: Library, gives: c.Gives) -> list[Row]:
    return [Row("It changes", text=gives_words(content, gives))] if gives != c.NOTHING_GIVEN else []


def _time(status: c.StatusKind) -> str:
    words = {"start": "until the next turn begins", "open": "until something ends it"}
    unit = status.unit.removesuffix("s") if status.lasts == 1 else status.unit
    return f"{status.name}, {words.get(status.unit, f'{status.lasts} {unit}')}"


PACKS = Packs(
    system="forgelight",
    pack=c.Pack,
    parts=PARTS,
    base=starter,
    rules=_rules,
    preview=_preview,
    added=lambda pack: e.PackAdded(pack=pack, rule="forgelight/card-kinds"),
    action="add-pack",
    brought=lambda state: state.packs,
    notations=NOTATIONS,
    labels=LABELS,
)
"""What Forgelight gives so that groups can write packs for it."""
