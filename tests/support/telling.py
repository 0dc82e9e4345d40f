"""Asking for chances as a seat at a table does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from odds.branching import branches

from tablelight.kernel.flow import Event, Game, Roll
from tablelight.kernel.log import Did
from tablelight.kernel.offers import GM, Seat, filled_so_far, find
from tablelight.kernel.table import Table
from tablelight.odds import at_table
from tablelight.odds.at_table.told import Asked, Chances
from tablelight.odds.distribution import Distribution

R = TypeVar("R")


def told(
    table: Table[Any], seat: str, key: str, /, settings: Mapping[str, str] | None = None, **args: Any
) -> Chances | None:
    """The chances that a seat is told about an offer it has."""
    menu = table.menu(Seat(seat))
    offer = find((*menu.asked, *menu.also), key)
    assert offer, (key, [each.key for each in (*menu.asked, *menu.also)])
    game: Game[Any] = Game(table.state, table.game.options, table.system.evolve)
    asked = Asked(game, Seat(seat), offer, filled_so_far(offer, args), settings or {})
    return at_table.chances(table.system.id, asked)


class Faces:
    """Dice that show what was written down, and after that what `then` throws."""

    def __init__(self, *rolls: tuple[int, ...], then: Callable[[tuple[int, ...]], Sequence[int]] | None = None) -> None:
        self.rolls = list(rolls)
        self.then = then

    def throw(self, number: int, dice: Sequence[int]) -> tuple[int, ...]:
        if self.rolls:
            faces = self.rolls.pop(0)
            assert len(faces) == len(dice), (faces, dice)
            return faces
        assert self.then, f"nobody wrote down what {dice} show"
        return tuple(self.then(tuple(dice)))


def played_out(play: Callable[[Faces], R], *rolls: tuple[int, ...]) -> Distribution[R]:
    """What a whole game comes to, played at a table for every outcome of the dice after those written down."""
    return branches(lambda throw: play(Faces(*rolls, then=lambda dice: throw(Roll(dice, GM, "")))))


def happened(table: Table[Any], kind: type[Event]) -> list[Any]:
    """What the table's log holds of one kind."""
    return [
        event for entry in table.entries if isinstance(entry, Did) for event in entry.events if isinstance(event, kind)
    ]
