"""Pack files: read, checked word by word, merged, saved. The pack that comes along is read the same way.

A pack file is JSON or TOML. Whatever is wrong is told with the file, the key and what was expected there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tablelight.systems.forgelight.content import model as c
from tablelight.systems.forgelight.mechanics import Part, parse_dice

T = TypeVar("T")
STARTER = "starter"


class PackError(ValueError):
    """A pack that refuses to load: the file, the key, and what was expected."""


# ------------------------------------------------------------------ damage as written


@lru_cache(maxsize=4096)
def parts_of(text: str) -> tuple[Part, ...]:
    """Damage as written: `2d8 force + 2d4 ice`, `2d8+3 sharp`. A ValueError says what was expected."""
    return tuple(_part(one) for one in text.split(" + ")) if text else ()


def _part(text: str) -> Part:
    dice, _, kind = text.strip().rpartition(" ")
    if kind not in c.DAMAGE_TYPES:
        raise ValueError(f"{text!r}: expected dice and one of {', '.join(c.DAMAGE_TYPES)}")
    count, size, flat = parse_dice(dice)
    return Part(count, size, kind, flat)


# ------------------------------------------------------------------ looking things up


class Library:
    """All content of a table: the starter pack and the packs added to it, the later ones first."""

    def __init__(self, packs: Iterable[c.Pack]) -> None:
        self.packs = tuple(packs)
        self.skills = self._merged(lambda pack: pack.skills)
        self.statuses = self._merged(lambda pack: pack.statuses)
        self.traits = self._merged(lambda pack: pack.traits)
        self.races = self._merged(lambda pack: pack.races)
        self.classes = self._merged(lambda pack: pack.classes)
        self.subclasses = self._merged(lambda pack: pack.subclasses)
        self.crystals = self._merged(lambda pack: pack.crystals)
        self.cards = self._merged(lambda pack: pack.cards)
        self.gear = self._merged(lambda pack: pack.gear)
        self.companions = self._merged(lambda pack: pack.companions)
        self.foes = self._merged(lambda pack: pack.foes)
        self.heroes = self._merged(lambda pack: pack.heroes)
        self.beasts = self._merged(lambda pack: pack.beasts)

    def _merged(self, part: Callable[[c.Pack], Mapping[str, T]]) -> dict[str, T]:
        found: dict[str, T] = {}
        for pack in self.packs:
            found |= part(pack)
        return found

    def class_cards(self, kind: str) -> list[str]:
        """A class's cards, by level."""
        mine = [key for key, card in self.cards.items() if card.kind == "class" and card.of == kind]
        return sorted(mine, key=lambda key: self.cards[key].level)


@cache
def starter() -> c.Pack:
    """The pack that comes along."""
    folder = files(__name__.rpartition(".")[0]) / STARTER
    merged: dict[str, Any] = {}
    for file in sorted((one for one in folder.iterdir() if one.name.endswith(".toml")), key=lambda one: one.name):
        try:
            for key, value in tomllib.loads(file.read_text("utf-8")).items():
                merged[key] = {**merged.get(key, {}), **value} if isinstance(value, dict) else value
        except tomllib.TOMLDecodeError as error:
            raise PackError(f"{file.name}: {error}") from error
    pack = _converted(merged, STARTER)
    check_pack(pack, Library([pack]), STARTER)
    return pack


_LIBRARIES: dict[int, tuple[tuple[c.Pack, ...], Library]] = {}


def library(packs: tuple[c.Pack, ...] = ()) -> Library:
    """The starter pack with these added; the same packs give the same library."""
    known = _LIBRARIES.get(id(packs))
    if known and known[0] is packs:
        return known[1]
    found = Library((starter(), *packs))
    if len(_LIBRARIES) > 256:
        _LIBRARIES.clear()
    _LIBRARIES[id(packs)] = (packs, found)
    return found


# ------------------------------------------------------------------ files


def read_pack(text: str, file: str = "pack") -> c.Pack:
    """A pack from JSON or TOML, checked on its own and against the starter pack; a PackError tells what is wrong."""
    try:
        raw = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (msgspec.DecodeError, tomllib.TOMLDecodeError) as error:
        raise PackError(f"{file}: {error}") from error
    pack = _converted(raw, file)
    check_pack(pack, Library([starter(), pack]), file)
    return pack


def load_pack(path: Path) -> c.Pack:
    """The pack in a file."""
    return read_pack(path.read_text("utf-8"), path.name)


def write_pack(pack: c.Pack) -> str:
    """The pack as text that `read_pack` reads back."""
    return msgspec.json.format(msgspec.json.encode(pack), indent=2).decode()


def save_pack(pack: c.Pack, path: Path) -> None:
    """Write the pack to a file, after checking it."""
    check_pack(pack, Library([starter(), pack]), path.name)
    path.write_text(write_pack(pack) + "\n", "utf-8")


def _converted(raw: object, file: str) -> c.Pack:
    try:
        return msgspec.convert(raw, c.Pack, strict=False, str_keys=True)
    except msgspec.ValidationError as error:
        raise PackError(f"{file}: {error}") from error


# ------------------------------------------------------------------ checking


def check_pack(pack: c.Pack, known: Library, file: str) -> None:
    """Raise a PackError for the first word that names nothing, or number out of range."""
    wrong = next(_wrong(pack, known), None)
    if wrong:
        raise PackError(f"{file}: {wrong}")


def _wrong(pack: c.Pack, known: Library) -> Iterator[str]:
    for key, card in pack.cards.items():
        yield from _in(f"cards.{key}", _wrong_card(card, known))
    for key, trait in pack.traits.items():
        yield from _in(f"traits.{key}", (*_wrong_gives(trait.gives, known), *_named(trait.cards, known.cards, "card")))
    for key, gear in pack.gear.items():
        yield from _in(f"gear.{key}", _wrong_gear(gear, known))
    for key, status in pack.statuses.items():
        yield from _in(f"statuses.{key}", (*_wrong_gives(status.gives, known), *_wrong_damage(status.hurts)))
    for key, race in pack.races.items():
        yield from _in(f"races.{key}", _named(race.traits, known.traits, "trait"))
    yield from _wrong_classes(pack, known)
    for key, crystal in pack.crystals.items():
        yield from _in(f"crystals.{key}", _named(crystal.cards, known.cards, "card"))
    for key, companion in pack.companions.items():
        yield from _in(f"companions.{key}", _named(companion.traits, known.traits, "trait"))
    for key, foe in pack.foes.items():
        yield from _in(f"foes.{key}", _wrong_foe(foe, known))


def _in(where: str, wrong: Iterable[str]) -> Iterator[str]:
    return (f"{where}: {one}" for one in wrong)


def _named(keys: Iterable[str], known: Mapping[str, object], what: str) -> Iterator[str]:
    for key in keys:
        if key not in known:
            yield f"there is no {what} {key!r}; expected one of {', '.join(known) or 'none'}"


def _wrong_damage(text: str) -> Iterator[str]:
    try:
        parts_of(text)
    except ValueError as error:
        yield str(error)


def _wrong_gives(gives: c.Gives, known: Library) -> Iterator[str]:
    yield from _named(gives.skills, known.skills, "skill")
    yield from _named(gives.status_immunities, known.statuses, "status")
    yield from _wrong_damage(gives.unarmed)
    words = {"attacks": None, "checks": None, **known.skills}
    yield from _named((*gives.advantage, *gives.disadvantage), words, "roll")


def _wrong_card(card: c.AbilityCard, known: Library) -> Iterator[str]:
    if card.ap < 0 or card.stamina < 0:
        yield "a cost is 0 or more"
    if card.kind == "class":
        yield from _named((card.of,), known.classes, "class")
    if card.kind == "crystal":
        yield from _named((card.of,), known.crystals, "crystal")
    if card.kind in ("class", "companion") and not 1 <= card.level <= 10:
        yield f"level {card.level}: expected 1 to 10"
    if card.attack and card.area:
        yield "an area effect makes no Attack Roll: expected `attack` or `area`, not both"
    if card.attack and card.target in ("self", "none"):
        yield "an attack needs a target: expected enemy, ally or anyone"
    yield from _wrong_damage(card.damage)
    yield from _wrong_damage(card.attack.damage if card.attack else "")
    yield from _wrong_gives(card.gives, known)
    for effect in card.effects:
        yield from _wrong_effect(effect, known)


def _wrong_effect(effect: c.AnyEffect, known: Library) -> Iterator[str]:
    match effect:
        case c.GiveStatus(status=status) | c.EndStatus(status=status):
            yield from _named((status,), known.statuses, "status")
        case c.AddDamage(damage=damage):
            yield from _wrong_damage(damage)
        case c.Heal(amount=amount):
            try:
                parse_dice(amount)
            except ValueError:
                yield f"heal {amount!r}: expected dice such as 2d6+2"
        case _:
            pass


def _wrong_gear(gear: c.Gear, known: Library) -> Iterator[str]:
    yield from _wrong_gives(gear.gives, known)
    yield from _wrong_damage(gear.damage)
    if gear.kind == "weapon" and not (gear.attribute and gear.damage):
        yield "a weapon names its attribute and its damage"
    wrong = [slot for slot in gear.slots if slot not in c.FITS[gear.kind]]
    if wrong:
        yield f"slot {wrong[0]}: a {gear.kind} fits {' or '.join(c.FITS[gear.kind])}"


def _wrong_classes(pack: c.Pack, known: Library) -> Iterator[str]:
    for key, kind in pack.classes.items():
        yield from _in(f"classes.{key}", _named(kind.traits.values(), known.traits, "trait"))
        yield from _in(f"classes.{key}", _named(kind.subclasses, known.subclasses, "subclass"))
        if not {1, 4, 8} <= set(kind.traits):
            yield f"classes.{key}: expected traits at class levels 1, 4 and 8"
    for key, subclass in pack.subclasses.items():
        yield from _in(f"subclasses.{key}", _named(subclass.traits.values(), known.traits, "trait"))
        yield from _in(f"subclasses.{key}", _named((subclass.of,), known.classes, "class"))
        if set(subclass.traits) != {2, 5, 7}:
            yield f"subclasses.{key}: expected traits at class levels 2, 5 and 7"


def _wrong_foe(foe: c.Foe, known: Library) -> Iterator[str]:
    yield from _named(foe.cards, known.cards, "card")
    yield from _named(foe.gear.values(), known.gear, "gear")
    yield from _wrong_gives(foe.gives, known)
    figures = {"hit_score", "health", "stamina", "speed", "power", "action_points", "reactions"}
    yield from _named(foe.figures, dict.fromkeys(figures), "figure")
