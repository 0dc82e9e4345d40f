"""Hexes: the lore, what stands on paper, and what a scrivener knows."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablelight.systems.actlite.state.things import Count, Effect, Name, Text


class Hex(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A hex or a modifier as the lore has it, with every number that it may override (actlite/hex-overrides).

    `needs` is an effect requirement that the GM confirms, `on_attack` an activation condition; `independence` says
    whether it can be made independent, at how many further modifiers (`hard`).
    """

    name: Name
    text: Text = ""
    modifier: bool = False
    durable: bool = False
    durable_only: bool = False
    effects: tuple[Effect, ...] = ()
    needs: Text = ""
    on_attack: bool = False
    base_dc: int | None = None
    hours: Count = 1
    ap: Count | None = None
    cast_ap: Count | None = None
    foreign: bool = False
    partners: tuple[str, ...] = ()
    independence: Literal["easy", "hard", "impossible"] = "easy"
    hard: Count = 0
    times: Annotated[int, Meta(ge=1, le=9)] = 1
    judged: bool = False


class Written(Struct, frozen=True):
    """A hex on paper: its parts and modifiers, whose it is, who has it and where, since which minute.

    `unpaid` is the AP still to be paid; `usable` ends with sleep or after a day; `signature` shows on independent ones.
    """

    parts: tuple[str, ...]
    author: str
    bearer: str
    modifiers: tuple[str, ...] = ()
    where: Literal["hand", "body", "pack", "wrapped"] = "hand"
    since: int = 0
    independent: bool = False
    signature: str = ""
    strip: bool = False
    unpaid: Count = 0
    usable: bool = True


class Scrivening(Struct, frozen=True):
    """What a scrivener knows: hexes, keys, palettes, the signature, and what was written and tried."""

    known: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    signature: str = ""
    palettes: dict[str, tuple[str, ...]] = {}
    written: Count = 0
    tried: dict[str, int] = {}
    seen: dict[str, str] = {}

    @property
    def lore(self) -> frozenset[str]:
        """Every hex that is named here: known, held in a palette, with a key."""
        return frozenset((*self.known, *self.keys, *(one for held in self.palettes.values() for one in held)))
