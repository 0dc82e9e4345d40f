"""A pool before it is rolled: success, effect die, hitches, and what failing costs."""

from __future__ import annotations

from typing import NamedTuple

from tablelight.odds import torchlite as t
from tablelight.odds.answer import Table
from tablelight.odds.at_table.told import (
    Asked,
    Chances,
    Fact,
    chance,
    mean,
    numbers,
    table,
)
from tablelight.odds.at_table.torchlite.opposition import Foe, Opposition, opposition
from tablelight.odds.distribution import Distribution, mixed
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import pool, resolve, sfx
from tablelight.systems.torchlite.flows.common import purse
from tablelight.systems.torchlite.state import DIFFICULTY, Contest, Side


def tell_pool(asked: Asked) -> Chances | None:
    """The chances of the dice picked so far."""
    contest = asked.game.state.contest
    if not contest:
        return None
    key = asked.tail or contest.actor
    built = pool.pool_from(asked.game, key, asked.many("traits"), int(asked.one("size") or 0))
    if not isinstance(built, tuple):
        return Chances(hint=built.text)
    dice = tuple(sorted((die.die for die in built), reverse=True))
    t.pool(dice)
    against = opposition(asked, contest, key)
    return (
        of_action(asked, contest, dice, against) if key == contest.actor else _of_defence(contest, key, dice, against)
    )


def of_action(asked: Asked, contest: Contest, dice: tuple[int, ...], against: Opposition) -> Chances:
    """Success, effect and price of an action's pool."""
    side = contest.sides[contest.actor]
    extra = sfx.free_dice(side, "extra-total")
    total = t.total(dice, extra)
    facts: list[Fact] = []
    for foe in against.foes:
        name = "success" if len(against.foes) == 1 else f"beats {foe.name}"
        margins = t.margin(total, foe.totals)
        facts.append(chance(name, t.wins(margins, foe.first)))
    foe = aimed_at(contest, against)
    margins = t.margin(total, foe.totals)
    if _heroic(asked, contest):
        facts.append(chance("heroic", t.heroic(margins).at_least(1)))
    if purse(asked.game.state, side.who) and len(dice) > m.TOTAL_DICE + extra:
        more = t.margin(t.total(dice, extra + 1), foe.totals)
        facts.append(chance("success, 1 PP in the total", t.wins(more, foe.first)))
    facts += _ones(asked, contest, side, dice)
    if resolve.costs_stress(asked.game, foe.key) and contest.use.kind != "recover":
        facts.append(chance(f"d{m.FAILURE_STRESS} stress", 1 - t.wins(margins, foe.first)))
    done = results(dice, extra, foe, steps_of(asked, contest))
    facts += _consequences(asked, contest, dice, done, foe)
    tables = (_effect_table(done), numbers("Total", total))
    return Chances(tuple(facts), tables, assumed=against.assumed, settings=against.settings)


def aimed_at(contest: Contest, against: Opposition) -> Foe:
    """The roll that the declared effect depends on."""
    side = resolve.target_side(contest, contest.use)
    return next((foe for foe in against.foes if foe.key == side), against.foes[0])


class Steps(NamedTuple):
    """What raises an effect die: steps from SFX, heroic steps, and whether extra dice grow past d12."""

    free: int
    heroic: bool
    grow: bool


def steps_of(asked: Asked, contest: Contest) -> Steps:
    """What raises the actor's effect die at this table."""
    free = sfx.free_dice(contest.sides[contest.actor], "step-effect")
    return Steps(free, _heroic(asked, contest), _grows(asked))


def _heroic(asked: Asked, contest: Contest) -> bool:
    who = asked.game.state.characters.get(contest.actor)
    return asked.game.options["gm-heroic"] != "off" or bool(who and who.kind == "pc")


def _grows(asked: Asked) -> bool:
    return asked.game.options["overflow-steps"] == "grow-the-extra"


def results(dice: tuple[int, ...], extra: int, foe: Foe, steps: Steps) -> Distribution[t.Effect | None]:
    """The final effect die of an action that takes its strongest reading, None for a failure; the loser's larger
    effect die has stepped it down (torchlite/effect-step-order)."""
    by_left: dict[int, dict[int, int]] = {}
    for each, weight in foe.reads.weights.items():
        totals = by_left.setdefault(each.left, {})
        totals[each.sum] = totals.get(each.sum, 0) + weight
    return mixed(
        (
            sum(totals.values()),
            t.effects(
                dice, Distribution(totals), steps.free, foe.first, extra, grow=steps.grow, heroic=steps.heroic
            ).map(lambda effect, left=left: resisted(effect, left)),
        )
        for left, totals in by_left.items()
    )


def resisted(effect: t.Effect | None, left: int) -> t.Effect | None:
    """An effect after the loser's largest effect die (torchlite/compare-effect-on-failure)."""
    return effect and t.Effect(m.resist(effect.die, left), effect.extras)


def _ones(asked: Asked, contest: Contest, side: Side, dice: tuple[int, ...]) -> list[Fact]:
    """Ones are hitches in a player's roll, opportunities in the GM's
    (torchlite/hitch-unusable, torchlite/opportunity)."""
    who = asked.game.state.characters.get(side.who)
    found = t.hitches(dice).at_least(1)
    if not who or who.kind != "pc":
        return [chance("an opportunity for the players", found)]
    return [chance("a hitch", found), chance("botch", t.botch(dice))]


def _consequences(
    asked: Asked, contest: Contest, dice: tuple[int, ...], done: Distribution[t.Effect | None], foe: Foe
) -> list[Fact]:
    """What the effect die does to what is there already, where everybody knows it."""
    use = contest.use
    on = asked.game.state.characters.get(use.on)
    trouble = on.complications.get(use.key) if on else None
    if use.kind == "recover" and trouble:
        quiet = t.quiet_failure(dice, foe.totals)
        return [
            chance("ended", done.chance(lambda e: e is not None and not m.recover(trouble.die, e.die))),
            chance("stepped down", done.chance(lambda e: e is not None and bool(m.recover(trouble.die, e.die)))),
            chance("steps up instead", done.exactly(None) - quiet),
        ]
    if use.kind == "shut" and on and use.key in on.assets:
        rating = on.assets[use.key].die
        return [
            chance("shut down", done.chance(lambda e: e is not None and not m.shut_down(rating, e.die))),
            chance("stepped down", done.chance(lambda e: e is not None and bool(m.shut_down(rating, e.die)))),
        ]
    if use.kind in ("stress", "complication") and on and trouble and on.kind != "extra":
        out = done.chance(lambda e: e is not None and m.inflict(trouble.die, e.die).out)
        return [chance(f"{on.name} taken out", out)]
    return []


def _effect_table(done: Distribution[t.Effect | None]) -> Table:
    """The final effect dice as they fall, the largest last."""

    def rank(effect: t.Effect | None) -> tuple[int, tuple[int, ...]]:
        return (effect.die, effect.extras) if effect else (0, ())

    words = {effect: _effect_words(effect) for effect in sorted(done, key=rank)}
    return table("Effect die", done.map(lambda effect: words[effect]), words.values())


def _effect_words(effect: t.Effect | None) -> str:
    return " + ".join(f"d{die}" for die in (effect.die, *effect.extras)) if effect else "fails"


def _of_defence(contest: Contest, key: str, dice: tuple[int, ...], against: Opposition) -> Chances:
    """What a pool holds that stands against an action: a difficulty, or somebody who defends."""
    side = contest.sides[key]
    total = t.total(dice, sfx.free_dice(side, "extra-total"))
    actor = against.foes[0]
    held = t.wins(t.margin(total, actor.totals), actor.first)
    facts = [chance("holds", held), mean("total", total)]
    if key == DIFFICULTY or not side.who:
        facts.append(chance("an opportunity for the players", t.hitches(dice).at_least(1)))
    return Chances(tuple(facts), (numbers("Total", total),), assumed=against.assumed, settings=against.settings)
