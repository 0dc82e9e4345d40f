"""Checks, and the ways to face death."""

from __future__ import annotations

from collections.abc import Mapping

from tablelight.kernel.offers import GM
from tablelight.odds import forgelight as f
from tablelight.odds.answer import Table
from tablelight.odds.at_table.told import (
    Alternative,
    Asked,
    Chances,
    Fact,
    Setting,
    chance,
    mean,
    numbers,
    setting,
    table,
)
from tablelight.odds.distribution import Distribution
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.flows import checks
from tablelight.systems.forgelight.flows.common import (
    being,
    controller,
    in_order,
    lib,
)
from tablelight.systems.forgelight.state import Being

THRESHOLDS = tuple((str(value), str(value)) for value in range(5, 31))
USUAL_THRESHOLD = "12"
STEPS = (5, 8, 10, 12, 15, 18, 20, 25)
"""Thresholds whose chances stand side by side."""

SKILLS = tuple((str(value), f"{value:+d}") for value in range(-2, 11))


def tell_roll(asked: Asked) -> Chances | None:
    """The check that was asked for; a hidden threshold is assumed."""
    check = asked.game.state.check
    if not check:
        return None
    secret = asked.seat != GM and asked.game.options["threshold-visibility"] == "hidden"
    return _of_check(asked, check, None if secret else check.threshold)


def tell_check(asked: Asked) -> Chances | None:
    """A check that the GM is about to ask for."""
    who, skill = asked.one("who"), asked.one("skill")
    if who is None or skill is None:
        return Chances(hint="Choose who and which Skill, and the chances stand here.")
    return _of_called(asked, who, skill)


def tell_allow(asked: Asked) -> Chances | None:
    """Somebody wants to hide: the GM names the threshold (forgelight/status-hidden)."""
    return _of_called(asked, asked.tail, checks.STEALTH)


def _of_called(asked: Asked, who: str, skill: str) -> Chances:
    """A check whose threshold the GM is about to name."""
    threshold = asked.number("threshold")
    check = checks.Check(
        who,
        skill,
        sight=asked.one("sight") == "yes",
        advantages=asked.number("advantages") or 0,
        disadvantages=asked.number("disadvantages") or 0,
    )
    return _of_check(asked, check, None if threshold == checks.JUDGED else threshold, names=True)


def tell_hide(asked: Asked) -> Chances | None:
    """One's own Stealth Check, before the GM has named its threshold."""
    who = asked.one("who")
    if who is None:
        return Chances(hint="Choose who hides, and the chances stand here.")
    return _of_check(asked, checks.Check(who, checks.STEALTH), None)


def tell_last_deed(asked: Asked) -> Chances | None:
    """The Skill that the GM names for a last deed (forgelight/blaze-of-glory-success)."""
    last = next((key for key, one in asked.game.state.beings.items() if _on_its_last_deed(one)), None)
    if last is None or asked.offer.key not in lib(asked.game).skills:
        return None
    return _of_check(asked, checks.Check(last, asked.offer.key), None)


def _on_its_last_deed(one: Being) -> bool:
    """At 0 Health, with the choice made, and not dead yet: that is a blaze of glory."""
    return not (one.health or one.verge or one.down or one.dead or one.out or one.fled)


def _of_check(asked: Asked, check: checks.Check, threshold: int | None, *, names: bool = False) -> Chances:
    """A check against a threshold, None if it is not known; `names` if whoever asks names it."""
    game = asked.game
    if checks.blind(game, check):
        return Chances(hint="It relies on sight, in darkness: it fails without a roll.")
    settings: list[Setting] = []
    assumed: list[str] = []
    ladder = names or threshold is None
    if threshold is None:
        wanted = setting(asked, "threshold", "Threshold assumed", THRESHOLDS, USUAL_THRESHOLD)
        settings.append(wanted)
        assumed.append("The GM's threshold is not known, or the GM judges the total.")
        threshold = int(wanted.value)
    modifier = figures.modifier(lib(game), being(game, check.who), check.skill).value
    way = m.edge(*checks.edges(game, check), game.options["advantage-mixing"])
    compare = game.options["threshold-compare"]
    outcome = f.check(modifier, threshold, way, compare)
    facts = (
        chance("success", outcome.chance(f.succeeds)),
        chance("critical success", outcome.exactly("critical success")),
        chance("critical failure", outcome.exactly("critical failure")),
        mean("total", f.kept(way).plus(modifier)),
    )
    tables = (numbers("Total", f.kept(way).plus(modifier)),)
    steps = tuple(_step(f.check(modifier, each, way, compare), each, fills=names) for each in STEPS) if ladder else ()
    return Chances(facts, tables, steps, assumed=tuple(assumed), settings=tuple(settings))


def _step(outcome: Distribution[m.Outcome], threshold: int, *, fills: bool) -> Alternative:
    """The chance at one threshold, which the GM may take."""
    facts = (chance("success", outcome.chance(f.succeeds)),)
    return Alternative(f"Threshold {threshold}", facts, args={"threshold": threshold} if fills else {})


# ------------------------------------------------------------------ on the verge of death


def tell_death(asked: Asked) -> Chances | None:
    """Risk It All, or staying down for a friend's help (forgelight/verge-of-death)."""
    game = asked.game
    verge = in_order(game.state, [key for key, one in game.state.beings.items() if one.verge])
    if not verge or controller(game.state, verge[0]) != asked.seat:
        return None
    skill = setting(asked, "friend", "A friend's healing check adds", SKILLS, "3")
    threshold = setting(asked, "wound", "Its threshold", THRESHOLDS, USUAL_THRESHOLD)
    lives = f.survives_risk()
    healed = f.healed_in_time(int(skill.value), int(threshold.value))
    best = max(lives, healed)
    alternatives = tuple(
        Alternative(label, (chance("alive and awake", value),), value == best)
        for label, value in (("Risk It All", lives), ("Drop Unconscious", healed))
    )
    objective = f"Best: the highest chance to be alive and awake within {m.WINDOW_TURNS} of one's turns."
    assumed = (f"Down, a friend tries to heal once in each of {m.WINDOW_TURNS} turns.",)
    facts, tables = (chance("healed in time", healed),), ()
    if asked.offer.key == "risk-it-all":
        facts, tables = _fate(asked, verge[0])
    return Chances(facts, tables, alternatives, objective, assumed, (skill, threshold))


def _fate(asked: Asked, who: str) -> tuple[tuple[Fact, ...], tuple[Table, ...]]:
    most = figures.max_health(lib(asked.game), being(asked.game, who)).value
    half = m.half(most, asked.game.options["half-rounding"])
    fates = f.fates()
    words: Mapping[m.Fate, str] = {"dead": "dead", "half": f"up with {half}", "full": f"up with {most} and a free turn"}
    facts = tuple(chance(words[fate], fates.exactly(fate)) for fate in words)
    return facts, (table("Fate", fates.map(lambda fate: words[fate]), list(words.values())),)
