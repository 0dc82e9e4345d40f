"""Everything about an Actlite game, and the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from tablelight.kernel.grid import Board, Spot
from tablelight.systems.actlite.state.character import Character
from tablelight.systems.actlite.state.conditions import ConsequenceTable, PartyTable
from tablelight.systems.actlite.state.hexes import Hex, Written
from tablelight.systems.actlite.state.initiative import Doing, Initiative, SpecialCard
from tablelight.systems.actlite.state.things import Archetype, Armor, Count, Good, Item, Text, Weapon

OWN_PARTS = (
    "archetypes", "hexes", "tables", "parties", "specials", "weapons", "armors", "things", "goods", "people",
)  # fmt: skip
"""What a table can have of its own beside the pack, as fields of the state: entries by key."""


class Ground(Struct, frozen=True):
    """The map, if one is used: its size in spaces and what is on it."""

    width: Annotated[int, Meta(ge=1, le=60)]
    height: Annotated[int, Meta(ge=1, le=60)]
    blocked: tuple[Spot, ...] = ()
    rough: tuple[Spot, ...] = ()

    @property
    def board(self) -> Board:
        """The same ground for the rules of the map."""
        return Board(self.width, self.height, frozenset(self.blocked), frozenset(self.rough))


class TableRoll(Struct, frozen=True):
    """A roll on an archetype table, as it is still shown: the face, what was known, what was gained."""

    who: str
    table: str
    face: int
    entry: int
    known: tuple[int, ...] = ()


class ActState(Struct, frozen=True):
    """Everything about an Actlite game. `clock` counts minutes, `grapples` who holds whom.

    What this table has of its own beside the pack stands in the fields that `OWN_PARTS` names; an entry of the same key
    takes the place of the pack's. `people` are opponents and ready characters that can be brought in.
    """

    characters: dict[str, Character] = {}
    initiative: Initiative | None = None
    doing: tuple[Doing, ...] = ()
    ground: Ground | None = None
    scene: Text = ""
    clock: Count = 0
    grapples: dict[str, str] = {}
    party_fallen: bool = False
    rounds: int = 0
    stash: tuple[str, ...] = ()
    to_hit: str = "STR"
    archetypes: dict[str, Archetype] = {}
    hexes: dict[str, Hex] = {}
    written: dict[str, Written] = {}
    tables: dict[str, ConsequenceTable] = {}
    parties: dict[str, PartyTable] = {}
    specials: dict[str, SpecialCard] = {}
    weapons: dict[str, Weapon] = {}
    armors: dict[str, Armor] = {}
    things: dict[str, Item] = {}
    goods: dict[str, Good] = {}
    people: dict[str, Character] = {}
    rolled: TableRoll | None = None

    def here(self) -> Iterator[tuple[str, Character]]:
        """Everyone present who is not known to be dead."""
        return ((key, who) for key, who in self.characters.items() if who.present and not who.known_dead)

    def party(self) -> list[tuple[str, Character]]:
        """The players' characters, those known to be dead left out (actlite/party-down)."""
        return [(key, who) for key, who in self.here() if who.kind == "pc"]

    @property
    def depth(self) -> int:
        """How many declared actions wait to go on: windows of this level are open now (actlite/interrupt)."""
        return sum(not doing.going for doing in self.doing)

    @property
    def round(self) -> int:
        """The round of initiative, or of rounds stepped by hand."""
        return self.initiative.round if self.initiative else self.rounds
