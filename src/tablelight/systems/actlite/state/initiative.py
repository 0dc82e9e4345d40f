"""Initiative: the AP cards and their piles, windows, and what is being done."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from tablelight.systems.actlite.state.things import Count, Effect, Name, Text


class Pile(Struct, frozen=True):
    """Where one character's AP cards lie; all cards of a character are alike (actlite/ap-cards)."""

    deck: Count = 0
    hand: Count = 0
    discard: Count = 0
    lost: Count = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.deck + self.hand + self.discard + self.lost


SpecialZone: TypeAlias = Literal["deck", "discard", "out"]


class SpecialCard(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card of the deck that belongs to nobody (actlite/special-cards)."""

    name: Name
    text: Text = ""
    effects: tuple[Effect, ...] = ()
    goes: Literal["discard", "out"] = "discard"
    judged: bool = False


class Window(Struct, frozen=True):
    """The right to act now: after a dealt card, an interrupt or temp AP (actlite/act-when-dealt).

    `temp` is temp AP still unspent, `credit` an interrupt's AP that counts toward its action; `level` is how many
    declared actions wait for it.
    """

    who: str
    kind: Literal["dealt", "interrupt", "temp"] = "dealt"
    temp: Count = 0
    credit: Count = 0
    level: Count = 0


class Initiative(Struct, frozen=True):
    """Initiative under way (actlite/initiative-when).

    The deck has no order: which of its cards is on top is settled by a roll when it is drawn, so nobody can know it
    before (actlite/ap-piles). The last window is the open one. `spent` and `joined` count for the idle rule, `passed`
    for the round's end; `begun` once the beginning of the round is over.
    """

    round: int = 0
    piles: dict[str, Pile] = {}
    special: dict[str, SpecialZone] = {}
    windows: tuple[Window, ...] = ()
    spent: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    uses: dict[str, int] = {}
    begun: bool = False

    @property
    def open(self) -> Window | None:
        """The window in which somebody acts now."""
        return self.windows[-1] if self.windows else None

    @property
    def deck(self) -> int:
        """How many cards are left in the deck."""
        return sum(pile.deck for pile in self.piles.values()) + sum(z == "deck" for z in self.special.values())

    def top(self, face: int) -> tuple[str, bool]:
        """The card that a face (from 1) draws: a character's id, or a special card's and True."""
        for who, pile in self.piles.items():
            if face <= pile.deck:
                return who, False
            face -= pile.deck
        left = [key for key, zone in self.special.items() if zone == "deck"]
        return left[face - 1], True


class Source(Struct, frozen=True):
    """Where an advantage or (below 0) a disadvantage of a roll comes from."""

    name: str
    count: int


class Doing(Struct, frozen=True):
    """An action declared and not finished: who does what (actlite/attack-check).

    It is `going` once it is paid, and nobody can interrupt any more.
    """

    who: str
    what: str
    target: str = ""
    going: bool = False
    dc: int | None = None
    score: int = 0
    sources: tuple[Source, ...] = ()
    faces: tuple[int, ...] = ()
    picked: tuple[int, ...] = ()
