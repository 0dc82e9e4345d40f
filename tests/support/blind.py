"""A table that asks for the chances of everything before it is done, and knows which dice fell without."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from tablelight.kernel.flow import Game
from tablelight.kernel.log import Did
from tablelight.kernel.offers import Offer, filled_so_far, find
from tablelight.kernel.table import Applied, Command, Refused, Table
from tablelight.odds import at_table
from tablelight.odds.at_table.told import Asked

S = TypeVar("S")


class Watched(Table[S]):
    """A table that asks for the chances of everything before it is done."""

    told = False
    rolled: Counter[str]
    blind: Counter[str]
    without: frozenset[str]

    def watch(self, *without: str) -> None:
        """Begin to count; `without` are offers that have no chances to tell."""
        self.rolled, self.blind, self.without = Counter(), Counter(), frozenset(without)

    def do(self, command: Command, at: float) -> Applied | Refused:
        open_before = bool(self.pending)
        offer = self._offer(command)
        told = bool(offer) and self._tells(command, offer)
        before = len(self.entries)
        done = super().do(command, at)
        if isinstance(done, Refused) or len(self.entries) == before:
            return done
        entry = self.entries[-1]
        if not offer or not isinstance(entry, Did):
            return done
        self.told = told or (self.told and open_before)
        if entry.throws and offer.key.partition(":")[0] not in self.without:
            self.rolled[offer.key.partition(":")[0]] += 1
            if not self.told:
                self.blind[offer.key] += 1
        return done

    def _offer(self, command: Command) -> Offer | None:
        menu = self.menu(command.seat)
        return find(menu.asked if command.prompt is not None else (*menu.asked, *menu.also), command.key)

    def _tells(self, command: Command, offer: Offer) -> bool:
        game: Game[S] = Game(self.state, self.game.options, self.system.evolve)
        asked = Asked(game, command.seat, offer, filled_so_far(offer, command.args))
        found = at_table.chances(self.system.id, asked)
        if not found:
            return False
        for fact in found.facts:
            assert fact.unit != "chance" or 0 <= fact.value <= 1, (command, fact)
        for table in found.tables:
            assert sum(row.chance for row in table.rows) == 1, (command, table.title)
        return bool(found.facts or found.alternatives or found.hint)
