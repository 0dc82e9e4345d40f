"""What stands against a side in TorchLite, as far as everybody knows it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tablelight.odds import torchlite as t
from tablelight.odds.at_table.told import (
    Asked,
    Setting,
    setting,
)
from tablelight.odds.choices import Reading
from tablelight.odds.distribution import Distribution, Numbers, sure
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import pool, resolve, sfx
from tablelight.systems.torchlite.state import DIFFICULTY, Contest, PoolDie, Side

AGAINST = tuple((f"{size} {size}", f"d{size} d{size}") for size in m.SIZES)
USUAL = "8 8"


class Foe(NamedTuple):
    """What one opposing roll comes to: its total, and the size of its largest effect die (0 where it resists nothing).

    `named` when the total stands; `first` when the asking side rolled before it and so wins ties.
    """

    key: str
    name: str
    reads: Distribution[Reading]
    named: bool
    first: bool

    @property
    def totals(self) -> Numbers:
        """The totals alone."""
        return Numbers.of(self.reads.map(lambda read: read.sum))


class Opposition(NamedTuple):
    """All that an action or a defence is rolled against, with what was assumed about it."""

    foes: tuple[Foe, ...]
    assumed: tuple[str, ...]
    settings: tuple[Setting, ...]


def opposition(asked: Asked, contest: Contest, key: str) -> Opposition:
    """The rolls against a side, as far as they are known to everybody."""
    assumed: list[str] = []
    settings: list[Setting] = []
    found: list[Foe] = []
    for other in pool.foe_sides(contest, key):
        side = contest.sides[other]
        name = "the difficulty" if other == DIFFICULTY else asked.game.state.characters[side.who].name
        first = contest.order.index(key) < contest.order.index(other)
        found.append(
            Foe(other, name, _reads(asked, other, side, name, assumed, settings), side.total is not None, first)
        )
    return Opposition(tuple(found), tuple(dict.fromkeys(assumed)), tuple(dict.fromkeys(settings)))


def _reads(
    asked: Asked, key: str, side: Side, name: str, assumed: list[str], settings: list[Setting]
) -> Distribution[Reading]:
    """The total and the largest effect die of an opposing roll."""
    resists = key != DIFFICULTY
    if side.total is not None:
        return sure(Reading(side.total, max(resolve.effect_dice(side)) if resists else 0))
    free = sfx.free_dice(side, "extra-total")
    if side.faces:
        assumed.append(f"{_capital(name)} takes the highest total of what was rolled.")
        pick = m.highest(side.dice, side.faces, free)
        return sure(Reading(pick.sum, pick.effect if resists else 0))
    dice = side.dice
    contest = pool.contest_of(asked.game.state)
    fixed = tuple(die.die for die in pool.fixed_dice(contest, key)) if contest.use.kind in ("recover", "shut") else ()
    if dice:
        assumed.append(f"{_capital(name)} rolls the dice that are shown and takes the highest total.")
    elif contest.use.kind == "recover" and key == DIFFICULTY:
        dice = fixed
    else:
        dice = _likely(asked, key, side, name, assumed)
    if not dice:
        wanted = setting(asked, "against", "Against", AGAINST, USUAL)
        settings.append(wanted)
        dice = (*(int(size) for size in wanted.value.split()), *fixed)
        assumed.append(f"What {name} rolls is not known yet; {_words(dice)} is assumed.")
    return highest(dice, free).map(lambda read: Reading(read.sum, t.effect_size(read) if resists else 0))


def _likely(asked: Asked, key: str, side: Side, name: str, assumed: list[str]) -> tuple[int, ...]:
    """The largest pool of a player's character that has shown none yet: their sheets are open to everybody."""
    who = asked.game.state.characters.get(side.who)
    if not who or who.kind != "pc" or who.hidden:
        return ()
    dice = tuple(die.die for die in largest_pool(asked, key))
    if dice:
        assumed.append(f"{_capital(name)} is taken to roll {_words(dice)}, the largest pool there is.")
    return dice[: t.MOST_POOL]


def largest_pool(asked: Asked, key: str) -> tuple[PoolDie, ...]:
    """The largest legal pool of a side, for whoever may read the sheet; nothing if there is none."""
    for suggestion in pool.suggested_pools(asked.game, key, pool.candidates(asked.game, key)):
        picked = suggestion.args["traits"]
        likely = pool.pool_from(asked.game, key, picked) if isinstance(picked, tuple) else ()
        if isinstance(likely, tuple) and likely:
            return likely
    return ()


def shown_or_largest(asked: Asked, contest: Contest, key: str) -> tuple[tuple[PoolDie, ...], tuple[str, ...]]:
    """The own dice of a side that were shown, or else its largest pool, and what was assumed."""
    side = contest.sides[key]
    if side.pool:
        return side.pool, ("The dice that were shown are rolled.",)
    dice = largest_pool(asked, key)
    words = _words([die.die for die in dice])
    return dice, (f"{words} is taken to be rolled, the largest pool there is.",) if dice else ()


@lru_cache(maxsize=256)
def highest(dice: tuple[int, ...], extra: int = 0) -> Distribution[Reading]:
    """The reading with the highest total, of dice in any order."""
    return t.highest(dice, extra)


def _words(dice: Sequence[int]) -> str:
    return " ".join(f"d{die}" for die in dice)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
