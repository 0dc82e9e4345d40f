"""What must hold after every step of a walk, whatever the game: nothing leaks, nothing is lost, all goes back."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Generic, TypeVar

import msgspec

from support.tables import do
from tablelight.kernel.flow import Event
from tablelight.kernel.log import Did
from tablelight.kernel.offers import GM, WATCH
from tablelight.kernel.table import Command, Table
from tablelight.script.again import checked_reload, reload
from tablelight.walk import take_all_back, walk

S = TypeVar("S")

SHEETS_EVERY = 5
"""Steps after which all sheets are opened, too, which takes long."""


class Watch(Generic[S]):
    """Looks at a table after each step. A game says what is legal, which words are secret, and what reveals them."""

    saved_every = 1
    """Steps after which the table is saved, loaded, and the step taken back and done again."""

    def __init__(self, table: Table[S]) -> None:
        self.table = table
        self.steps = 0
        self.seen = 0
        self.before = (table.state, table.pending)
        self.secret()

    def legal(self) -> None:
        """The state is as the book allows it."""
        raise NotImplementedError

    def markers(self) -> Iterable[str]:
        """The words that no player may see now."""
        raise NotImplementedError

    def learn(self, event: Event) -> None:
        """Take note of what an event reveals."""
        raise NotImplementedError

    def __call__(self, table: Table[S], command: Command) -> None:
        self.steps += 1
        self.legal()
        self.secret()
        self.kept()
        if self.steps % self.saved_every == 0:
            self.saved()
        self.before = (table.state, table.pending)

    def secret(self) -> None:
        """No player, and no spectator, is shown a secret word in the view, the menu or the new lines of the log."""
        table, system = self.table, self.table.system
        for entry in table.entries[self.seen :]:
            for event in entry.events if isinstance(entry, Did) else ():
                self.learn(event)
        hidden = [word.encode() for word in self.markers()]
        for seat in (*(place.seat for place in table.room.places if place.seat != GM), WATCH):
            news = list(table.lines(seat, self.seen))
            sheets = system.sheets(table.game, seat) if self.steps % SHEETS_EVERY == 0 else ()
            parts = (system.view(table.game, seat), sheets, table.menu(seat), table.house_menu(seat), news)
            shown = msgspec.json.encode(parts)
            for word in hidden:
                assert word not in shown, f"{seat} is shown {word}"
        self.seen = len(table.entries)

    def kept(self) -> None:
        """Offers that were kept because nothing changed on which they depend are what they would be anew."""
        table, system = self.table, self.table.system
        if not system.offers_from or table.room.paused:
            return
        seat = table.room.places[self.steps % len(table.room.places)].seat
        anew = {offer.key: offer for action in system.actions for offer in action.offers(table.game, seat)}
        also = table.menu(seat).also
        assert all(anew[offer.key] == offer for offer in also)
        assert table.pending or len(also) == len(anew)

    def saved(self) -> None:
        """Saved and loaded, state, question and offers are the same; and the step can be taken back and done again."""
        table, again = self.table, reload(self.table)
        now = (table.state, table.pending)
        assert (again.state, again.pending) == now
        for place in table.room.places:
            assert again.menu(place.seat) == table.menu(place.seat)
        if isinstance(table.entries[-1], Did) and not table.room.paused:
            do(again, "gm", "undo")
            assert (again.state, again.pending) == self.before
            do(again, "gm", "redo")
            assert (again.state, again.pending) == now

    def end(self) -> None:
        """The whole log once more, everything that people see after save and load, and all of it taken back."""
        self.steps = self.seen = 0
        self.secret()
        checked_reload(self.table)
        take_all_back(self.table)
        assert (self.table.state, self.table.pending) == (self.table.system.new(), None)


def walked(watch: Watch[S], seed: int, steps: int) -> int:
    """Walk over a table under watch to its end; gives how many steps were taken."""
    done = walk(watch.table, random.Random(seed), steps, watch)
    assert done.tried > 0
    watch.end()
    return done.steps
