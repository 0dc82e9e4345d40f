"""The slow way to odds: a system's own flow, played once for each outcome of its dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import product
from math import prod
from typing import Any, TypeVar

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Ask, Event, Flow, Game, Roll, run
from tablelight.kernel.offers import Answer
from tablelight.kernel.system import System
from tablelight.kernel.table import Table
from tablelight.odds.distribution import Distribution, lowest_terms

R = TypeVar("R")
Throw = Callable[[Roll], Sequence[int]]


class _BranchError(Exception):
    """More dice are thrown than are decided yet."""

    def __init__(self, dice: tuple[int, ...]) -> None:
        super().__init__(dice)
        self.dice = dice


class EnoughError(Exception):
    """All that is wanted has happened; the rest of the flow is not played."""


def branches(play: Callable[[Throw], R]) -> Distribution[R]:
    """What a play comes to, over all faces of all its dice, exactly."""
    found: dict[R, int] = {}
    weights: list[tuple[R, int]] = []
    open_ends: list[tuple[tuple[tuple[int, ...], ...], int]] = [((), 1)]
    while open_ends:
        decided, ways = open_ends.pop()
        try:
            weights.append((play(_thrower(decided)), ways))
        except _BranchError as more:
            open_ends += [
                ((*decided, faces), ways * prod(more.dice))
                for faces in product(*(range(1, die + 1) for die in more.dice))
            ]
    common = prod({ways for _, ways in weights})
    for result, ways in weights:
        found[result] = found.get(result, 0) + common // ways
    return lowest_terms(found)


def _thrower(decided: tuple[tuple[int, ...], ...]) -> Throw:
    left = list(decided)

    def throw(roll: Roll) -> Sequence[int]:
        if not left:
            raise _BranchError(roll.dice)
        return left.pop(0)

    return throw


def options_of(system: System[Any], **chosen: str) -> dict[str, str]:
    """A table's options, some of them chosen."""
    return {**Table(system, plain_dice(0)).game.options, **chosen}


def played(
    system: System[Any],
    state: Any,
    options: dict[str, str],
    begin: Callable[[Game[Any]], Flow[Any]],
    policy: Callable[[Game[Any], Ask], Answer],
    throw: Throw,
) -> Game[Any]:
    """The game after a flow that ran to its end, or until the policy had enough."""
    game: Game[Any] = Game(state, options, system.evolve, system.hides)
    with suppress(EnoughError):
        run(begin(game), throw, lambda ask: policy(game, ask))
    return game


def events(game: Game[Any], kind: type[Event]) -> list[Any]:
    """What was recorded of one kind."""
    return [event for event in game.recorded if isinstance(event, kind)]
