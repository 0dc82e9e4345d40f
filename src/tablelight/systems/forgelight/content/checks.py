"""What is wrong with a pack beyond its vocabulary: words that are right alone and don't go together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tablelight.kernel.vocabulary import Notation, Problem
from tablelight.systems.forgelight.content import model as c
from tablelight.systems.forgelight.content.packs import Library, parts_of
from tablelight.systems.forgelight.mechanics import parse_dice

_DICE = r"([1-9][0-9]?)?d(4|6|8|10|12|20)(\+[0-9]{1,3})?|[0-9]{1,3}"
_TYPES = "|".join(c.DAMAGE_TYPES)
_DAMAGE = re.compile(rf"({_DICE}) ({_TYPES})( \+ ({_DICE}) ({_TYPES})){{0,3}}")
_HEALING = re.compile(_DICE)

CLASS_LEVELS, SUBCLASS_LEVELS = (1, 4, 8), (2, 5, 7)
"""The class levels that bring Traits (forgelight/class-trait-levels, forgelight/subclass-trait-levels)."""


def _read_damage(text: str) -> object:
    if not _DAMAGE.fullmatch(text):
        raise ValueError(text)
    return parts_of(text)


def _read_dice(text: str) -> object:
    if not _HEALING.fullmatch(text):
        raise ValueError(text)
    return parse_dice(text)


NOTATIONS = {
    "damage": Notation(
        _read_damage,
        f"dice or a number, and a damage type ({', '.join(c.DAMAGE_TYPES)}), such as 2d6+3 fire or 1d8 force + 1d4 ice",
    ),
    "dice": Notation(_read_dice, "dice such as 2d6 or 2d6+3, or a number"),
}


def wrong(pack: c.Pack, content: Library) -> Iterator[Problem]:
    """Everything in a pack's entries that doesn't go together; `content` is all that there will be at the table."""
    for key, foe in pack.foes.items():
        yield from _at(("foes", key), _wrong_foe(foe, content))
    for part, entries in (("traits", pack.traits), ("crystals", pack.crystals)):
        for key, entry in entries.items():
            yield from _at((part, key), _twice(entry.cards))
    for key, card in pack.cards.items():
        yield from _at(("cards", key), _wrong_card(card))
    for key, gear in pack.gear.items():
        yield from _at(("gear", key), _wrong_gear(gear))
    for key, kind in pack.classes.items():
        if not set(CLASS_LEVELS) <= set(kind.traits):
            yield Problem(
                ("classes", key, "traits"), _levels(kind.traits), "traits at class levels 1, 4 and 8 at least"
            )
        elif not kind.subclasses and not set(SUBCLASS_LEVELS) <= set(kind.traits):
            right = "traits at class levels 2, 5 and 7 too, as it has no subclasses"
            yield Problem(("classes", key, "traits"), _levels(kind.traits), right)
    for key, subclass in pack.subclasses.items():
        if set(subclass.traits) != set(SUBCLASS_LEVELS):
            where = ("subclasses", key, "traits")
            yield Problem(where, _levels(subclass.traits), "traits at class levels 2, 5 and 7, and no others")


def _at(where: tuple[str, ...], found: Iterator[Problem]) -> Iterator[Problem]:
    return (Problem((*where, *one.path), one.what, one.right) for one in found)


def _twice(cards: Sequence[str]) -> Iterator[Problem]:
    """A being has each card once (forgelight/levelup-cards)."""
    for at, card in enumerate(cards):
        if card in cards[:at]:
            yield Problem(("cards", str(at)), f"{card!r} is there twice", "each card once")


def _wrong_foe(foe: c.Foe, content: Library) -> Iterator[Problem]:
    yield from _twice(foe.cards)
    if foe.figures.get("health") == 0:
        yield Problem(("figures", "health"), "it is 0", "1 or more, or nothing for the formula")
    for slot, key in foe.gear.items():
        gear = content.gear.get(key)
        if gear and slot not in gear.fits:
            yield Problem(("gear", slot), f"{gear.name} in the {slot} slot", " or ".join(gear.fits))


def _levels(traits: dict[int, str]) -> str:
    return f"there are traits at {', '.join(map(str, sorted(traits))) or 'no level'}"


# ------------------------------------------------------------------ cards


def _wrong_card(card: c.AbilityCard) -> Iterator[Problem]:
    if card.kind in ("class", "crystal") and not card.of:
        yield Problem(("of",), "nothing is chosen", f"the {card.kind} that the card belongs to")
    if card.kind in ("class", "companion") and not card.level:
        yield Problem(("level",), "it has no level", "1 to 10")
    if card.attack and card.area:
        yield Problem(("area",), "an area effect makes no Attack Roll", "an attack or an area, not both")
    if card.attack and card.target in ("self", "none"):
        yield Problem(("target",), f"an attack on {card.target}", "enemy, ally or anyone")
    if card.attack and card.attack.with_ == "card" and not card.attack.damage:
        yield Problem(("attack", "damage"), "it is empty", "the damage that the card itself deals")
    if card.damage and card.attack:
        yield Problem(("damage",), "the attack has damage of its own", "damage here only where there is no attack")
    if card.lasts and card.after != "active":
        yield Problem(("lasts",), f"{card.lasts} rounds", "0, or a card that becomes Active after play")
    if card.gives != c.NOTHING_GIVEN and card.after != "active":
        yield Problem(("after",), f"a standing bonus on a card with the mark {card.after}", "active")
    for at, effect in enumerate(card.effects):
        yield from _at(("effects", str(at)), _wrong_effect(card, effect))


def _wrong_effect(card: c.AbilityCard, effect: c.AnyEffect) -> Iterator[Problem]:
    if effect.when != "play" and not card.attack:
        yield Problem(("when",), f"there is no attack for {effect.when!r}", "play, or a card with an attack")
    if effect.on == "target" and card.target == "none" and not card.area:
        yield Problem(("on",), "the card has no target", "self, or a card with a target or an area")
    match effect:
        case c.ExtraDice() | c.AddDamage() if not card.attack or effect.when not in ("hit", "power"):
            yield Problem(("when",), f"damage of an attack on {effect.when!r}", "hit or power, with an attack")
        case c.AddDamage(damage="") | c.Heal(amount=""):
            field = "damage" if isinstance(effect, c.AddDamage) else "amount"
            yield Problem((field,), "it is empty", NOTATIONS["damage" if field == "damage" else "dice"].right)
        case c.Refresh(amount=0) | c.Push(feet=0):
            yield Problem(("amount" if isinstance(effect, c.Refresh) else "feet",), "it is 0", "another number")
        case c.Judge(text=""):
            yield Problem(("text",), "it is empty", "what the GM is to judge")
        case _:
            pass


# ------------------------------------------------------------------ gear


def _wrong_gear(gear: c.Gear) -> Iterator[Problem]:
    if gear.kind == "weapon":
        for field, value in (("attribute", gear.attribute), ("damage", gear.damage)):
            if not value:
                yield Problem((field,), "it is empty", f"a weapon names its {field}")
    for at, slot in enumerate(gear.slots):
        if slot not in c.FITS[gear.kind]:
            yield Problem(("slots", str(at)), f"a {gear.kind} in the {slot} slot", " or ".join(c.FITS[gear.kind]))
