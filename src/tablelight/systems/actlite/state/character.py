"""Anybody in the game."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from tablelight.kernel.grid import Body, Spot
from tablelight.kernel.offers import Seat
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.state.conditions import Conditions, Result
from tablelight.systems.actlite.state.hexes import Scrivening
from tablelight.systems.actlite.state.things import DEFENSIVE, Armor, Count, Item, Limit, Name, Skill, Text, Weapon


def default_scores() -> dict[str, int]:
    """The five attributes of the default block, all 0 (actlite/character-block)."""
    return dict.fromkeys(DEFENSIVE, 0)


Secret: TypeAlias = Literal["dead", "stabilized", "doomed", "max-crit"]


class Grant(Struct, frozen=True):
    """An advantage (or, below 0, a disadvantage) for the next roll, with its reason."""

    reason: Name
    count: Annotated[int, Meta(ge=-9, le=9)] = 1


class Character(Struct, frozen=True):
    """Anybody in the game (actlite/character-block).

    `secrets` names the facts that only the GM knows; `results` are consequence rolls not revealed yet, and what they
    bring waits with them. `shown_crit` and `shown_max` are what players go on seeing meanwhile.
    """

    name: Name
    kind: Literal["pc", "npc"] = "pc"
    seat: Seat = Seat("")
    about: Text = ""
    max_crit: int = m.DEFAULT_CRIT
    max_standard: Count = m.DEFAULT_STANDARD
    crit: int = m.DEFAULT_CRIT
    standard: Count = m.DEFAULT_STANDARD
    speed: Count = m.DEFAULT_SPEED
    size: int = 0
    scores: dict[str, int] = field(default_factory=default_scores)
    cards: Count = m.CARDS
    xp: Count = 0
    limits: dict[str, Limit] = {}
    skills: dict[str, Skill] = {}
    rolls: dict[str, int] = {}
    cash: Annotated[int, Meta(ge=m.LOWEST_CASH, le=m.HIGHEST_CASH)] = 7
    weapons: dict[str, Weapon] = {}
    armor: Armor = Armor()
    items: dict[str, Item] = {}
    scrivening: Scrivening = Scrivening()
    conditions: Conditions = Conditions()
    grants: tuple[Grant, ...] = ()
    lost_arms: Count = 0
    down: bool = False
    dead: bool = False
    skip_roll: bool = False
    table: str = "generic-d6"
    results: tuple[Result, ...] = ()
    secrets: tuple[Secret, ...] = ()
    shown_crit: int | None = None
    shown_max: int | None = None
    at: Spot | None = None
    present: bool = True
    hidden: bool = False
    notes: Text = ""

    @property
    def known_dead(self) -> bool:
        """Dead, and everybody knows it."""
        return self.dead and "dead" not in self.secrets

    @property
    def out(self) -> bool:
        """Down, dead or unconscious for any reason (actlite/status-unconscious)."""
        return self.dead or self.down or bool(self.conditions.unconscious)

    @property
    def acts(self) -> bool:
        """Here and able to act."""
        return self.present and not self.out

    @property
    def body(self) -> Body | None:
        """The place on the map, if there is one; a size above 0 takes as many more cells each way."""
        return Body(self.at, max(1, self.size + 1)) if self.at else None
