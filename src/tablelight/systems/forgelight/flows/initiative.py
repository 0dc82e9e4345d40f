"""Initiative: d20 + Agility for everyone, ties by rule (forgelight/initiative-roll, forgelight/initiative-ties)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tablelight.kernel.flow import Flow, roll
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.flows.common import ForgeGame, being, controller, lib
from tablelight.systems.forgelight.state import Place


def roll_for(game: ForgeGame, people: Sequence[str]) -> Flow[tuple[Place, ...]]:
    """The order of turns, highest first (forgelight/initiative-order)."""
    totals: dict[str, int] = {}
    for who in people:
        totals[who] = yield from roll_one(game, who)
    return tuple(Place(who, totals[who]) for who in (yield from ordered(game, totals)))


def roll_one(game: ForgeGame, who: str) -> Flow[int]:
    """One being's initiative: no natural 1 or 20, no Power Roll (forgelight/natural-scope)."""
    seat = controller(game.state, who)
    (face,) = yield from roll((m.D20,), seat, "forgelight/initiative-roll", (f"initiative of {being(game, who).name}",))
    agility = figures.value(lib(game), being(game, who), "agility")
    rule = "forgelight/initiative-roll"
    game.record(e.InitiativeRolled(who=who, face=face, modifier=agility, total=face + agility, rule=rule))
    return face + agility


def ordered(game: ForgeGame, totals: dict[str, int]) -> Flow[list[str]]:
    """Sorted by total and what the option names; whoever is still equal rolls off."""

    def key(who: str) -> tuple[int, ...]:
        one = being(game, who)
        agility = figures.value(lib(game), one, "agility")
        return m.initiative_key(totals[who], agility, one.side, game.options["initiative-ties"])

    order: list[str] = []
    for _, tied in groupby(sorted(totals, key=key, reverse=True), key=key):
        order += yield from roll_off(game, list(tied))
    return order


def roll_off(game: ForgeGame, tied: list[str]) -> Flow[list[str]]:
    """Each a bare d20, higher first, again while still equal (forgelight/initiative-ties)."""
    if len(tied) < 2:
        return tied
    faces: dict[str, int] = {}
    for who in tied:
        label = (f"roll-off of {being(game, who).name}",)
        (faces[who],) = yield from roll((m.D20,), controller(game.state, who), "forgelight/initiative-ties", label)
        game.record(e.TieRolled(who=who, face=faces[who], rule="forgelight/initiative-ties"))
    order: list[str] = []
    for _, still in groupby(sorted(tied, key=lambda who: -faces[who]), key=lambda who: faces[who]):
        order += yield from roll_off(game, list(still))
    return order
