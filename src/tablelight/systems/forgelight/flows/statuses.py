"""Status effects: how they come, count down and end; Active cards that end with them."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tablelight.kernel.offers import RuleId
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.flows.common import ForgeGame, being, lib
from tablelight.systems.forgelight.state import Condition


def give(
    game: ForgeGame, who: str, status: str, lasts: int = 0, rule: RuleId = "forgelight/status-effect-model"
) -> None:
    """A being gets a status effect, or keeps the longer of two (forgelight/status-no-stacking).

    `lasts` 0 means as long as its kind says.
    """
    one, kind = being(game, who), lib(game).statuses[status]
    if not one.present or any(status in gives.status_immunities for _, gives in figures.given(lib(game), one)):
        return
    new = Condition(None if kind.unit == "open" else lasts or kind.lasts, kind.unit)
    old = one.statuses.get(status)
    left = m.longer(old.left, new.left) if old else new.left
    if old and left == old.left:
        game.record(e.StatusKept(who=who, status=status, rule="forgelight/status-longer-kept"))
    else:
        game.record(e.StatusGiven(who=who, status=status, condition=replace(new, left=left), rule=rule))
    if kind.ends_active:
        end_active(game, who, "forgelight/active-end-stunned", kind.name)


def end(game: ForgeGame, who: str, status: str, rule: RuleId = "forgelight/status-duration-unit") -> None:
    """A status effect is over."""
    if status in being(game, who).statuses:
        game.record(e.StatusEnded(who=who, status=status, rule=rule))


def end_on(game: ForgeGame, who: str, what: Literal["attacking", "attacked", "healed"]) -> None:
    """End what ends by something happening (forgelight/status-duration-unit: until a named event)."""
    for status in list(being(game, who).statuses):
        if lib(game).statuses[status].ends_on == what:
            end(game, who, status)


def tick(game: ForgeGame, who: str, unit: Literal["turns", "rounds", "start"]) -> None:
    """One unit of time is over for a being's status effects (forgelight/status-duration-unit)."""
    for status, condition in list(being(game, who).statuses.items()):
        if condition.unit != unit or condition.left is None:
            continue
        if condition.left <= 1:
            end(game, who, status)
        else:
            left = condition.left - 1
            game.record(e.StatusTicked(who=who, status=status, left=left, rule="forgelight/status-duration-unit"))


def end_active(game: ForgeGame, who: str, rule: RuleId, why: str = "") -> None:
    """All Active cards of a being end, in both slots; gear stays (forgelight/gear-not-forced-off)."""
    for slot, card in list(being(game, who).active.items()):
        game.record(e.ActiveEnded(who=who, slot=slot, card=card, why=why, rule=rule))
