"""TorchLite at the table: a pool before it is rolled, a roll before it is read, a die before it is thrown again.

Pools that were shown or rolled, and the party's sheets, are known to everybody; what an opponent might still roll is
assumed, and said to be (torchlite/roles-at-the-table).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tablelight.odds import torchlite as t
from tablelight.odds.answer import Table
from tablelight.odds.at_table.told import (
    Alternative,
    Asked,
    Chances,
    Fact,
    Setting,
    Teller,
    chance,
    mean,
    numbers,
    setting,
    table,
)
from tablelight.odds.choices import Reading, Readings
from tablelight.odds.distribution import Distribution, Numbers, mixed, sure
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import pool, resolve, sfx
from tablelight.systems.torchlite.flows.common import purse
from tablelight.systems.torchlite.state import DIFFICULTY, Contest, Side

AGAINST = tuple((f"{size} {size}", f"d{size} d{size}") for size in m.SIZES)
USUAL = "8 8"
MOST_POINTS = 3
"""Plot points that are thought of for one total."""
MOST_SHOWN = 8


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


# ------------------------------------------------------------------ the other side


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
    if dice:
        assumed.append(f"{_capital(name)} rolls the dice that are shown and takes the highest total.")
    else:
        dice = _likely(asked, key, side, name, assumed)
    if not dice:
        wanted = setting(asked, "against", "Against", AGAINST, USUAL)
        settings.append(wanted)
        dice = tuple(int(size) for size in wanted.value.split())
        assumed.append(f"What {name} rolls is not known yet; {_words(dice)} is assumed.")
    return highest(dice, free).map(lambda read: Reading(read.sum, t.effect_size(read) if resists else 0))


def _likely(asked: Asked, key: str, side: Side, name: str, assumed: list[str]) -> tuple[int, ...]:
    """The largest pool of a player's character that has shown none yet: their sheets are open to everybody."""
    who = asked.game.state.characters.get(side.who)
    if not who or who.kind != "pc" or who.hidden:
        return ()
    for suggestion in pool.suggested_pools(asked.game, key, pool.candidates(asked.game, key)):
        picked = suggestion.args["traits"]
        likely = pool.pool_from(asked.game, key, picked) if isinstance(picked, tuple) else ()
        if isinstance(likely, tuple) and likely:
            dice = tuple(die.die for die in likely)
            assumed.append(f"{_capital(name)} is taken to roll {_words(dice)}, the largest pool there is.")
            return dice[: t.MOST_POOL]
    return ()


@lru_cache(maxsize=256)
def highest(dice: tuple[int, ...], extra: int = 0) -> Distribution[Reading]:
    """The reading with the highest total, of dice in any order."""
    return t.highest(dice, extra)


def _words(dice: Sequence[int]) -> str:
    return " ".join(f"d{die}" for die in dice)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


# ------------------------------------------------------------------ a pool that is not rolled yet


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
        _of_action(asked, contest, dice, against) if key == contest.actor else _of_defence(contest, key, dice, against)
    )


def _of_action(asked: Asked, contest: Contest, dice: tuple[int, ...], against: Opposition) -> Chances:
    """Success, effect and price of an action's pool."""
    side = contest.sides[contest.actor]
    extra = sfx.free_dice(side, "extra-total")
    total = t.total(dice, extra)
    facts: list[Fact] = []
    for foe in against.foes:
        name = "success" if len(against.foes) == 1 else f"beats {foe.name}"
        margins = t.margin(total, foe.totals)
        facts.append(chance(name, t.wins(margins, foe.first)))
    foe = _aimed_at(contest, against)
    margins = t.margin(total, foe.totals)
    if _heroic(asked, contest):
        facts.append(chance("heroic", t.heroic(margins).at_least(1)))
    if purse(asked.game.state, side.who) and len(dice) > m.TOTAL_DICE + extra:
        more = t.margin(t.total(dice, extra + 1), foe.totals)
        facts.append(chance("success, 1 PP in the total", t.wins(more, foe.first)))
    facts += _ones(asked, contest, side, dice)
    if resolve.costs_stress(asked.game, foe.key) and contest.use.kind != "recover":
        facts.append(chance(f"d{m.FAILURE_STRESS} stress", 1 - t.wins(margins, foe.first)))
    done = results(dice, extra, foe, _steps(asked, contest))
    facts += _consequences(asked, contest, dice, done, foe)
    tables = (_effect_table(done), numbers("Total", total))
    return Chances(tuple(facts), tables, assumed=against.assumed, settings=against.settings)


def _aimed_at(contest: Contest, against: Opposition) -> Foe:
    """The roll that the declared effect depends on."""
    side = resolve.target_side(contest, contest.use)
    return next((foe for foe in against.foes if foe.key == side), against.foes[0])


class Steps(NamedTuple):
    """What raises an effect die: steps from SFX, heroic steps, and whether extra dice grow past d12."""

    free: int
    heroic: bool
    grow: bool


def _steps(asked: Asked, contest: Contest) -> Steps:
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
            ).map(lambda effect, left=left: _resisted(effect, left)),
        )
        for left, totals in by_left.items()
    )


def _resisted(effect: t.Effect | None, left: int) -> t.Effect | None:
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


# ------------------------------------------------------------------ a roll that is to be read

PRICES = {"0": "nothing", "1/8": "an eighth of a success", "1/4": "a quarter of one", "1/2": "half of one", "1": "one"}
STEPS = {"0": "nothing", "1/8": "an eighth of a success", "1/4": "a quarter of one", "1/2": "half of one"}


def tell_take(asked: Asked) -> Chances | None:
    """Every reading of a roll with what it leads to, also those that cost plot points."""
    contest = asked.game.state.contest
    if not contest:
        return None
    key = asked.tail or contest.actor
    side = contest.sides[key]
    against = opposition(asked, contest, key)
    step = setting(asked, "step", "A step of the effect die counts", tuple(STEPS.items()), "1/8")
    price = setting(asked, "point", "A plot point is worth", tuple(PRICES.items()), "1/4")
    effect = {size: at * Fraction(step.value) for at, size in enumerate(m.SIZES)}
    stake = t.Stake(effect=effect, point=Fraction(price.value))
    found = _ways(asked, contest, key, against, stake)
    names = sfx.die_names(side.dice)
    best = found[0].worth
    shown = found[:MOST_SHOWN]
    picked = _picked(asked, found, names)
    if picked and picked not in shown:
        shown = [*shown, picked]
    alternatives = tuple(_alternative(asked, contest, key, side, way, names, best=way.worth == best) for way in shown)
    facts = alternatives[shown.index(picked)].facts if picked else ()
    goal = "A success" if key == contest.actor else "Holding"
    objective = (
        f"Best: the highest mean worth. {goal} counts 1, each step of the effect die above d4 then "
        f"{step.value}; a plot point spent costs {price.value}."
    )
    settings = (*against.settings, step, price)
    return Chances(facts, (), alternatives, objective, against.assumed, settings)


class Way(NamedTuple):
    """A reading, the plot points it takes, the chance that it does what it should, and its mean worth."""

    pick: m.Pick
    points: int
    success: Fraction
    effect: Distribution[t.Effect | None]
    worth: Fraction


def _ways(asked: Asked, contest: Contest, key: str, against: Opposition, stake: t.Stake) -> list[Way]:
    """All readings that can be paid, the best first; of equals the one that pays less, then the higher total."""
    side = contest.sides[key]
    free = sfx.free_dice(side, "extra-total")
    spare = len(m.usable(side.faces)) - m.TOTAL_DICE - free
    most = max(min(purse(asked.game.state, side.who), spare, MOST_POINTS), 0)
    foe = _aimed_at(contest, against) if key == contest.actor else against.foes[0]
    steps = _steps(asked, contest) if key == contest.actor else Steps(0, False, False)
    found = [
        _way(pick, points, foe, steps, stake)
        for points in range(most + 1)
        for pick in m.picks(side.dice, side.faces, free + points)
    ]
    return sorted(found, key=lambda way: (-way.worth, way.points, -way.pick.sum, -way.pick.effect))


def _way(pick: m.Pick, points: int, foe: Foe, steps: Steps, stake: t.Stake) -> Way:
    alone: Readings = (Reading(pick.sum, pick.effect),)
    by_total = {bar: t.strongest(alone, bar, foe.first, steps.free, steps.grow, steps.heroic) for bar in foe.totals}
    effect = foe.reads.map(lambda each: _resisted(by_total[each.sum], each.left))
    won = effect.expect(lambda each: stake.success + (stake.effect or {}).get(each.die, Fraction(0)) if each else 0)
    return Way(pick, points, 1 - effect.exactly(None), effect, won - stake.point * points)


def _picked(asked: Asked, found: Sequence[Way], names: Sequence[str]) -> Way | None:
    """The reading that the form holds now, if it is one of those."""
    total = {names.index(name) for name in asked.many("total") if name in names}
    effect = {names.index(name) for name in asked.many("effect") if name in names}
    return next((way for way in found if set(way.pick.total) == total and set(way.pick.effects) == effect), None)


def _alternative(
    asked: Asked, contest: Contest, key: str, side: Side, way: Way, names: Sequence[str], best: bool
) -> Alternative:
    pick = way.pick
    paid = f", {way.points} PP" if way.points else ""
    added = " + ".join(str(side.faces[at]) for at in pick.total) or "nothing"
    label = f"{added} = {pick.sum}, effect d{pick.effect}{paid}"
    facts = (chance("success" if key == contest.actor else "holds", way.success), Fact("worth", way.worth, "mean"))
    args: Mapping[str, tuple[str, ...]] = {
        "total": tuple(names[at] for at in pick.total),
        "effect": tuple(names[at] for at in pick.effects),
    }
    return Alternative(label, facts, best, args)


# ------------------------------------------------------------------ a die that may be thrown again


def tell_reroll(asked: Asked) -> Chances | None:
    """What throwing a die again does for the chance of success."""
    contest = asked.game.state.contest
    key = asked.tail
    side = contest.sides.get(key) if contest else None
    if not contest or not side or not side.faces:
        return None
    against = opposition(asked, contest, key)
    foe = _aimed_at(contest, against) if key == contest.actor else against.foes[0]
    extra = sfx.free_dice(side, "extra-total")
    name = "success" if key == contest.actor else "holds"
    stay = chance(name, _after(side.dice, side.faces, (), extra, foe))
    field = next((field for field in asked.offer.fields if field.name == "die"), None)
    if not field:
        everything = tuple(range(len(side.faces)))
        found: list[tuple[str, Fraction, dict[str, str]]] = [
            ("Reroll all dice", _after(side.dice, side.faces, everything, extra, foe), {})
        ]
    else:
        names = sfx.die_names(side.dice)
        found = [
            (
                f"Reroll the {choice.label} that shows {side.faces[names.index(choice.key)]}",
                _after(side.dice, side.faces, (names.index(choice.key),), extra, foe),
                {"die": choice.key},
            )
            for choice in field.choices
        ]
    best = max(stay.value, *(value for _, value, _ in found))
    alternatives = (
        Alternative("Leave it", (stay,), stay.value == best),
        *(Alternative(label, (chance(name, value),), value == best, args) for label, value, args in found),
    )
    objective = "Best: the highest chance of success with the highest total; what the SFX costs is not counted."
    return Chances((), (), alternatives, objective, against.assumed, against.settings)


def _after(dice: Sequence[int], faces: Sequence[int], again: Sequence[int], extra: int, foe: Foe) -> Fraction:
    """The chance that the highest total wins once these dice have been thrown again."""
    kept = [face for at, face in enumerate(faces) if at not in again and not m.is_hitch(face)]
    if len(again) == len(dice):
        total: Distribution[int] = t.total(dice, extra)
    elif again:
        (at,) = again
        thrown = Distribution(dict.fromkeys(range(1, dice[at] + 1), 1))
        total = thrown.map(lambda face: _sum([*kept, face] if not m.is_hitch(face) else kept, extra))
    else:
        total = sure(_sum(kept, extra))
    return t.wins(t.margin(total, foe.totals), foe.first)


def _sum(faces: Sequence[int], extra: int) -> int:
    return sum(sorted(faces, reverse=True)[: m.TOTAL_DICE + extra])


TELLERS: Mapping[str, Teller] = {
    "roll": tell_pool,
    "pool": tell_pool,
    "take": tell_take,
    "reroll-*": tell_reroll,
}
