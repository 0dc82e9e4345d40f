"""A roll before it is read, and a die before it is thrown again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tablelight.odds import torchlite as t
from tablelight.odds.at_table.told import (
    Alternative,
    Asked,
    Chances,
    Fact,
    chance,
)
from tablelight.odds.at_table.torchlite.opposition import Foe, Opposition, opposition
from tablelight.odds.at_table.torchlite.pools import Steps, aimed_at, resisted, steps_of
from tablelight.odds.at_table.torchlite.stakes import price_setting, stake_of, step_setting
from tablelight.odds.choices import Reading, Readings
from tablelight.odds.distribution import Distribution, sure
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import resolve, sfx
from tablelight.systems.torchlite.flows.common import purse
from tablelight.systems.torchlite.state import Contest, Side

MOST_POINTS = 3
"""Plot points that are thought of for one total."""
MOST_SHOWN = 8


def tell_take(asked: Asked) -> Chances | None:
    """Every reading of a roll with what it leads to, also those that cost plot points."""
    contest = asked.game.state.contest
    if not contest:
        return None
    key = asked.tail or contest.actor
    side = contest.sides[key]
    against = opposition(asked, contest, key)
    step, price = step_setting(asked), price_setting(asked)
    stake = stake_of(step, price)
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
    foe = aimed_at(contest, against) if key == contest.actor else against.foes[0]
    steps = steps_of(asked, contest) if key == contest.actor else Steps(0, False, False)
    found = [
        _way(pick, points, foe, steps, stake)
        for points in range(most + 1)
        for pick in m.picks(side.dice, side.faces, free + points)
    ]
    return sorted(found, key=lambda way: (-way.worth, way.points, -way.pick.sum, -way.pick.effect))


def _way(pick: m.Pick, points: int, foe: Foe, steps: Steps, stake: t.Stake) -> Way:
    alone: Readings = (Reading(pick.sum, pick.effect),)
    by_total = {bar: t.strongest(alone, bar, foe.first, steps.free, steps.grow, steps.heroic) for bar in foe.totals}
    effect = foe.reads.map(lambda each: resisted(by_total[each.sum], each.left))
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


# ------------------------------------------------------------------ a further die for a total that was named


def tell_boost(asked: Asked) -> Chances | None:
    """What a further die does for a total that stands (torchlite/pp-extra-total-die, option late-total-boost)."""
    contest = asked.game.state.contest
    key = asked.tail or (contest.actor if contest else "")
    side = contest.sides[key] if contest else None
    if not contest or not side or side.total is None:
        return None
    against = opposition(asked, contest, key)
    foe = aimed_at(contest, against) if key == contest.actor else against.foes[0]
    steps = steps_of(asked, contest) if key == contest.actor else Steps(0, False, False)
    step, price = step_setting(asked), price_setting(asked)
    stake = stake_of(step, price)
    names, left = sfx.die_names(side.dice), max(resolve.effect_dice(side))
    stay = _way(m.Pick((), (), side.total, left), 0, foe, steps, stake)
    found: list[tuple[str, Way, dict[str, str]]] = [(f"Leave it at {side.total}", stay, {})]
    for choice in asked.offer.fields[0].choices:
        face = side.faces[names.index(choice.key)]
        more = _way(m.Pick((), (), side.total + face, left), 1, foe, steps, stake)
        found.append((f"Add the {choice.label} that shows {face}: {side.total + face}", more, {"die": choice.key}))
    best = max(way.worth for _, way, _ in found)
    name = "success" if key == contest.actor else "holds"
    alternatives = tuple(
        Alternative(label, (chance(name, way.success), Fact("worth", way.worth, "mean")), way.worth == best, args)
        for label, way, args in found
    )
    objective = (
        f"Best: the highest mean worth. {'A success' if key == contest.actor else 'Holding'} counts 1, each step of "
        f"the effect die above d4 then {step.value}; a plot point spent costs {price.value}."
    )
    assumed = (*against.assumed, "It is assumed that nobody adds another die after this.")
    return Chances((), (), alternatives, objective, assumed, (*against.settings, step, price))


# ------------------------------------------------------------------ a die that may be thrown again


def tell_reroll(asked: Asked) -> Chances | None:
    """What throwing a die again does for the chance of success."""
    contest = asked.game.state.contest
    key = asked.tail
    side = contest.sides.get(key) if contest else None
    if not contest or not side or not side.faces:
        return None
    against = opposition(asked, contest, key)
    foe = aimed_at(contest, against) if key == contest.actor else against.foes[0]
    extra = sfx.free_dice(side, "extra-total")
    name = "success" if key == contest.actor else "holds"
    stay = chance(name, _standing(side, extra, foe))
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


def _standing(side: Side, extra: int, foe: Foe) -> Fraction:
    """The chance to win without throwing again: a total that was named stands."""
    if side.total is not None:
        return t.wins(t.margin(sure(side.total), foe.totals), foe.first)
    return _after(side.dice, side.faces, (), extra, foe)


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
