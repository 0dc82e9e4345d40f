"""How many feet a being may still move on this turn (forgelight/speed-per-turn)."""

from __future__ import annotations

from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight.content.packs import library
from tablelight.systems.forgelight.state import ForgeState

ANYWHERE = 1_000_000
"""Feet that nobody counts, outside a fight."""


def feet_left(state: ForgeState, who: str) -> int:
    """Speed less what was moved; a rider and its mount share the mount's Speed (forgelight/mount-movement)."""
    one, content = state.beings[who], library(state.packs)
    if figures.held_by(content, one, "move") or not one.up:
        return 0
    count = state.count
    if not state.fight:
        return ANYWHERE
    if not count or not state.turn(who):
        return 0
    if one.mounted:
        mount = state.beings[one.mounted]
        if figures.held_by(content, mount, "move"):
            return 0
        used = max(count.moved.get(who, 0), count.moved.get(one.mounted, 0))
        return max(figures.speed(content, mount).value - used, 0)
    rider = state.rider_of(who)
    used = max(count.moved.get(who, 0), count.moved.get(rider, 0) if rider else 0)
    return max(figures.speed(content, one).value - used, 0)
