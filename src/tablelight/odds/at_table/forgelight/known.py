"""What one seat knows of whom it attacks, and what it assumes instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tablelight.kernel.offers import GM
from tablelight.odds import forgelight as f
from tablelight.odds.at_table.told import (
    Asked,
    Setting,
    setting,
)
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import Gives
from tablelight.systems.forgelight.flows.common import (
    being,
    lib,
    secret_figures,
)

SCORES = tuple((str(value), str(value)) for value in range(8, 25))
USUAL_SCORE = "13"


class Foe(NamedTuple):
    """Who is attacked, as far as a seat knows: Hit Score, marks, Advantage and Disadvantage of attacks on them."""

    hit_score: int
    target: f.Target
    edges: tuple[int, int]
    health: int | None = None  # None: not known


class Known:
    """What one seat knows of beings, with what it assumes instead."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.unknown: dict[str, bool] = {}  # whose marks are not known; whether the Hit Score counts, too
        self.settings: list[Setting] = []

    def foe(self, who: str, *, aimed: bool = True) -> Foe:
        """A being as a target, `aimed` at or just hit by what hits everybody."""
        game, one = self.asked.game, being(self.asked.game, who)
        options = game.options
        if self.asked.seat == GM or not secret_figures(game, who):
            score = figures.hit_score(lib(game), options, one).value
            marks, edges, health = figures.marks(lib(game), one), figures.attacked_with(lib(game), one), one.health
        else:
            score, health = self.score() if aimed else 0, None
            self.unknown[one.name] = aimed or self.unknown.get(one.name, False)
            gives = list(self.seen(who))
            marks = m.Marks(
                frozenset(kind for each in gives for kind in each.resistances),
                frozenset(kind for each in gives for kind in each.weaknesses),
                frozenset(kind for each in gives for kind in each.immunities),
            )
            words = [each.attacked_with for each in gives]
            edges = words.count("advantage"), words.count("disadvantage")
        return Foe(score, f.Target(marks, options["resistance-grouping"], options["crit-flat-bonus"]), edges, health)

    def seen(self, who: str) -> Iterator[Gives]:
        """What everybody can see at work on an enemy: its statuses and Active cards."""
        one, content = being(self.asked.game, who), lib(self.asked.game)
        yield from (content.statuses[key].gives for key in one.statuses)
        yield from (content.cards[key].gives for key in one.active.values())

    def score(self) -> int:
        """A Hit Score that is not known."""
        wanted = setting(self.asked, "score", "Hit Score assumed", SCORES, USUAL_SCORE)
        if wanted not in self.settings:
            self.settings.append(wanted)
        return int(wanted.value)

    @property
    def words(self) -> tuple[str, ...]:
        """All that was assumed, each once."""
        return tuple(
            f"{name}'s {'Hit Score, resistances' if aimed else 'resistances'} and weaknesses are not known to you."
            for name, aimed in self.unknown.items()
        )
