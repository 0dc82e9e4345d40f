"""The pack that comes along, and all content of a table: that pack with the group's own ones."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from tablelight.kernel.data import toml_files
from tablelight.kernel.memo import remembered
from tablelight.systems.forgelight.content import model as c
from tablelight.systems.forgelight.mechanics import Part, parse_dice

T = TypeVar("T")
STARTER = "starter"


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
    """The pack that comes along. A ValueError names the file and what was expected."""
    folder = files(__name__.rpartition(".")[0]) / STARTER
    merged: dict[str, Any] = {}
    for file in toml_files(folder):
        try:
            for key, value in tomllib.loads(file.read_text("utf-8")).items():
                merged[key] = {**merged.get(key, {}), **value} if isinstance(value, dict) else value
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{file.name}: {error}") from error
    return msgspec.convert(merged, c.Pack, strict=False, str_keys=True)


def library(packs: tuple[c.Pack, ...] = ()) -> Library:
    """The starter pack with these added; the same packs give the same library."""
    return _library(packs)


@remembered(256)
def _library(packs: tuple[c.Pack, ...]) -> Library:
    return Library((starter(), *packs))
