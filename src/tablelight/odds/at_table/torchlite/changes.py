"""What may still be done about a pool before it is rolled: Hinder, and the SFX that change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from tablelight.kernel.flow import Event, Game
from tablelight.odds import torchlite as t
from tablelight.odds.at_table.told import Alternative, Asked, Chances, Fact, Setting, chance
from tablelight.odds.at_table.torchlite.opposition import Foe, Opposition, opposition, shown_or_largest
from tablelight.odds.at_table.torchlite.pools import Steps, aimed_at, results, steps_of
from tablelight.odds.at_table.torchlite.stakes import price_setting, stake_of, step_setting
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite.evolve import evolve
from tablelight.systems.torchlite.flows import pool, sfx
from tablelight.systems.torchlite.state import Contest, PoolDie, Sfx, TorchState, UsedTrick

Way: TypeAlias = tuple[str, tuple[Fact, ...], Mapping[str, str]]
"""What may be done, its figures, and the fields that choose it."""


class Pool(NamedTuple):
    """The dice of a side, further dice in its total for nothing, and what raises its effect die."""

    dice: tuple[int, ...]
    extra: int
    steps: Steps


class Weighed(NamedTuple):
    """What a pool comes to: the chance to win, and its mean worth with the strongest reading."""

    won: Fraction
    worth: Fraction


class Outlook(NamedTuple):
    """A side that still builds its pool, what stands against it, and what it plays for."""

    contest: Contest
    key: str
    against: Opposition
    step: Setting

    @property
    def acts(self) -> bool:
        """Whether this is the side whose action it is."""
        return self.key == self.contest.actor

    @property
    def name(self) -> str:
        """What winning is called."""
        return "success" if self.acts else "holds"

    @property
    def foe(self) -> Foe:
        """The roll that matters most."""
        return aimed_at(self.contest, self.against) if self.acts else self.against.foes[0]

    def weigh(self, rolled: Pool) -> Weighed:
        """The chances of a pool. An OddsError if there are too many dice."""
        won = t.wins(t.margin(t.total(rolled.dice, rolled.extra), self.foe.totals), self.foe.first)
        if not self.acts:
            return Weighed(won, won)
        done = results(rolled.dice, rolled.extra, self.foe, rolled.steps)
        worths = stake_of(self.step).effect or {}
        return Weighed(won, done.expect(lambda each: 1 + worths[each.die] if each else Fraction(0)))

    def facts(self, weighed: Weighed, earned: Fraction = Fraction(0)) -> tuple[Fact, ...]:
        """Its figures, with what is earned beside it."""
        return chance(self.name, weighed.won), Fact("worth", weighed.worth + earned, "mean")


def _outlook(asked: Asked) -> Outlook | None:
    contest = asked.game.state.contest
    if not contest:
        return None
    key = asked.tail or contest.actor
    return Outlook(contest, key, opposition(asked, contest, key), step_setting(asked))


def _sizes(dice: Sequence[PoolDie]) -> tuple[int, ...]:
    return tuple(sorted((die.die for die in dice), reverse=True))


def _pool(asked: Asked, outlook: Outlook, dice: Sequence[PoolDie], trick: str = "") -> Pool:
    side = outlook.contest.sides[outlook.key]
    steps = steps_of(asked, outlook.contest) if outlook.acts else Steps(0, False, False)
    extra = sfx.free_dice(side, "extra-total") + (trick == "extra-total")
    return Pool(_sizes(dice), extra, steps._replace(free=steps.free + (trick == "step-effect")))


def after(asked: Asked, *events: Event) -> Asked:
    """The same question once these things have happened."""
    game: Game[TorchState] = Game(asked.game.state, asked.game.options, evolve)
    game.record(*events)
    return asked._replace(game=game)


# ------------------------------------------------------------------ Hinder


def tell_hinder(asked: Asked) -> Chances | None:
    """A distinction as d4 for a plot point, against the pool as it is (torchlite/hinder)."""
    outlook = _outlook(asked)
    if not outlook:
        return None
    built, assumed = shown_or_largest(asked, outlook.contest, outlook.key)
    if not built:
        return Chances(hint="There are no dice to roll yet.")
    price = price_setting(asked)
    plain = outlook.weigh(_pool(asked, outlook, built))
    found: list[Way] = [("Roll it as it is", outlook.facts(plain), {})]
    for choice in asked.offer.fields[0].choices:
        dice = _hindered(asked, outlook.key, choice.key, built)
        if dice:
            weighed = outlook.weigh(_pool(asked, outlook, dice))
            label = f"{choice.label} as d4, +1 PP"
            found.append((label, outlook.facts(weighed, Fraction(price.value)), {"distinction": choice.key}))
    objective = (
        f"Best: the highest mean worth. {'A success' if outlook.acts else 'Holding'} counts 1, "
        f"each step of the effect die above d4 then {outlook.step.value}; the plot point earned counts {price.value}."
    )
    return _told(outlook, found, objective, assumed, (price,))


def _hindered(asked: Asked, key: str, distinction: str, built: Sequence[PoolDie]) -> tuple[PoolDie, ...]:
    """The pool with that distinction as d4 instead of any other; nothing if it would not be legal."""
    side = asked.game.state.contest.sides[key]
    now = after(asked, e.Hindered(side=key, who=side.who, trait=distinction, rule="torchlite/hinder"))
    known = {one.key: one for one in pool.candidates(now.game, key) if not one.refused}
    others = [die.key for die in built if die.key in known and known[die.key].set != "distinctions"]
    dice = pool.pool_from(now.game, key, (*others, distinction))
    return dice if isinstance(dice, tuple) else ()


# ------------------------------------------------------------------ SFX


def tell_sfx(asked: Asked) -> Chances | None:
    """An SFX that changes a pool, against the pool without it (torchlite/sfx-voluntary)."""
    outlook = _outlook(asked)
    if not outlook:
        return None
    side = outlook.contest.sides[outlook.key]
    who = asked.game.state.characters[side.who]
    used = sfx.find_sfx(who, asked.offer.key.partition(":")[0].removeprefix("sfx-"))
    if used.trick == "extra-effect":
        return Chances(hint="One more effect die may be kept for nothing; the chance of the roll stays the same.")
    built, assumed = shown_or_largest(asked, outlook.contest, outlook.key)
    if not built:
        return Chances(hint="There are no dice to roll yet.")
    found: list[Way] = [("Without it", outlook.facts(outlook.weigh(_pool(asked, outlook, built))), {})]
    for label, on in _ways(asked, used):
        die = who.complications[on].die if used.trick == "own-complication" else used.die
        trick = UsedTrick(side.who, used.name, used.trick, on, die)
        dice = sfx.change_pool(built, trick, asked.game.options["overflow-steps"] == "grow-the-extra")
        if isinstance(dice, list) and dice:
            weighed = outlook.weigh(_pool(asked, outlook, dice, used.trick))
            found.append((label, outlook.facts(weighed), {"on": on} if on else {}))
    objective = (
        f"Best: the highest mean worth. {'A success' if outlook.acts else 'Holding'} counts 1, "
        f"each step of the effect die above d4 then {outlook.step.value}; what the SFX costs is not counted."
    )
    return _told(outlook, found, objective, assumed, ())


def _ways(asked: Asked, used: Sfx) -> list[tuple[str, str]]:
    """What the SFX may be used on, in words."""
    field = next((field for field in asked.offer.fields if field.name == "on"), None)
    if not field:
        return [(f"With {used.name}", "")]
    return [(f"{used.name}: {choice.label} d{choice.die.size}", choice.key) for choice in field.choices if choice.die]


# ------------------------------------------------------------------ both


def _told(
    outlook: Outlook,
    found: Sequence[Way],
    objective: str,
    assumed: tuple[str, ...],
    settings: tuple[Setting, ...],
) -> Chances:
    best = max(facts[-1].value for _, facts, _ in found)
    alternatives = tuple(Alternative(label, facts, facts[-1].value == best, args) for label, facts, args in found)
    against = outlook.against
    return Chances(
        (), (), alternatives, objective, (*assumed, *against.assumed), (*against.settings, outlook.step, *settings)
    )
