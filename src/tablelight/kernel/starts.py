"""Ready beginnings: who sits at a table, and what has already happened there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Struct

from tablelight.kernel.flow import Event
from tablelight.kernel.offers import GM, Seat
from tablelight.kernel.room import Place


@dataclass(frozen=True)
class Start:
    """A ready beginning for a table: who sits at it and what has already happened."""

    key: str
    title: str
    about: str
    places: tuple[Place, ...]
    events: tuple[Event, ...] = ()


class StartFile(Struct, forbid_unknown_fields=True):
    """What the file of a ready beginning says in every game; each game adds its own. `seats` are the players' names."""

    key: str
    title: str
    about: str
    seats: tuple[str, ...]

    def player_seat(self, at: int) -> Seat:
        """The seat of the player at this position, from 0; no seat past the last."""
        return Seat(f"p{at + 1}" if at < len(self.seats) else "")

    def start(self, events: Iterable[Event], referee: str = "Game master") -> Start:
        """The beginning in which these things have happened."""
        players = (Place(self.player_seat(at), name) for at, name in enumerate(self.seats))
        return Start(self.key, self.title, self.about, (Place(GM, referee, "gm"), *players), tuple(events))
