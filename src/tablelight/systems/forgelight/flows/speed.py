"""How many feet a being may still move on this turn (forgelight/speed-per-turn)."""

from __future__ import annotations

from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight.flows.common import ForgeGame, being, lib

ANYWHERE = 1_000_000
"""Feet that nobody counts, outside a fight."""


def feet_left(game: ForgeGame, who: str) -> int:
    """Speed less what was moved; a rider and its mount share the mount's Speed (forgelight/mount-movement)."""
    one = being(game, who)
    if figures.held_by(lib(game), one, "move") or not one.up:
        return 0
    count = game.state.count
    if not game.state.fight:
        return ANYWHERE
    if not count or not game.state.turn(who):
        return 0
    if one.mounted:
        mount = being(game, one.mounted)
        if figures.held_by(lib(game), mount, "move"):
            return 0
        used = max(count.moved.get(who, 0), count.moved.get(one.mounted, 0))
        return max(figures.speed(lib(game), mount).value - used, 0)
    rider = game.state.rider_of(who)
    used = max(count.moved.get(who, 0), count.moved.get(rider, 0) if rider else 0)
    return max(figures.speed(lib(game), one).value - used, 0)
