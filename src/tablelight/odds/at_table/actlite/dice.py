"""The dice of a check: its success, and what they set off."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tablelight.odds import actlite as a
from tablelight.odds.at_table.told import (
    Asked,
    Fact,
    chance,
)
from tablelight.odds.distribution import Distribution, Numbers
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import checks
from tablelight.systems.actlite.flows.common import is_on
from tablelight.systems.actlite.state import Trigger


class Roll(NamedTuple):
    """A check: what is added, what it has to meet (None: a sure success), advantages less disadvantages, and whether
    triggers look at every die (actlite/trigger-dice)."""

    score: int
    dc: int | None
    net: int
    rolled: bool

    @property
    def success(self) -> Fraction:
        """The chance that it succeeds."""
        return Fraction(1) if self.dc is None else a.success(self.score, self.dc, self.net)

    def good(self, total: int) -> bool:
        """Whether two dice with this total succeed."""
        return self.dc is None or m.succeeds(total, self.score, self.dc)

    def totals(self) -> Numbers:
        """The total with the highest two dice, or with disadvantage the lowest."""
        return Numbers.of(a.counted(self.net, self.score, self.dc or 0).map(sum)).plus(self.score)

    def shown(self, when: m.When | None) -> Distribution[tuple[int, ...] | None]:
        """The faces that triggers look at, None on a failure. Under advantage the two dice are picked for a success
        first, then for the most triggers of this kind, then for the highest total."""

        def read(faces: tuple[int, ...]) -> tuple[int, ...] | None:
            pair = m.lowest_pair(faces) if self.net < 0 else max(m.pairs(faces), key=lambda one: rank(faces, one))
            return m.counted(faces, pair, rolled=self.rolled) if self.good(pair.total) else None

        def rank(faces: tuple[int, ...], pair: m.Pair) -> tuple[bool, int, int]:
            good = self.good(pair.total)
            wanted = m.times(when, m.counted(faces, pair, rolled=self.rolled)) if when and good else 0
            return good, wanted, pair.total

        return _throws(self.net).map(read)

    def times(self, when: m.When) -> Numbers:
        """How often a trigger goes off (actlite/trigger-needs-success)."""
        return Numbers.of(self.shown(when).map(lambda faces: m.times(when, faces) if faces else 0))


@lru_cache(maxsize=32)
def _throws(net: int) -> Distribution[tuple[int, ...]]:
    """What the dice of a check show, of each face at most two: a third changes neither pairs nor triggers."""

    def few(faces: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(face for at, face in enumerate(faces) if faces[:at].count(face) < m.CHECK_DICE)

    return a.throws_of(net).map(few)


def looks_at_all(asked: Asked) -> bool:
    """Whether triggers look at every die that was rolled, not at the pair alone (actlite/trigger-dice)."""
    return is_on(asked.game, "trigger-dice", "rolled")


def picked_for(roll: Roll, triggers: Sequence[Trigger]) -> tuple[str, ...]:
    """What the chances of extra effects rest on under advantage, in words."""
    if roll.net <= 0 or roll.rolled or not triggers:
        return ()
    return ("With advantage, each effect's chance is that of picking dice for a success first, then for that effect.",)


def trigger_facts(roll: Roll, triggers: Sequence[Trigger]) -> list[Fact]:
    """The chance of each extra effect."""
    return [
        chance(f"{checks.effect_words(one.effect)}, {one.when}", roll.times(one.when).at_least(1)) for one in triggers
    ]


def advantage_words(net: int) -> tuple[str, ...]:
    """How much advantage or disadvantage is counted, in words."""
    if not net:
        return ()
    many = abs(net)
    return (f"{many} {'advantage' if net > 0 else 'disadvantage'}{'s'[: many != 1]} counted.",)
