"""Checks against somebody or a DC, and sneaking."""

from __future__ import annotations

from tablelight.odds.at_table.actlite.dice import Roll, advantage_words, looks_at_all, picked_for, trigger_facts
from tablelight.odds.at_table.actlite.growing import tell_base_dc
from tablelight.odds.at_table.actlite.known import DCS, USUAL_DC, Known
from tablelight.odds.at_table.told import (
    Asked,
    Chances,
    chance,
    mean,
    numbers,
)
from tablelight.systems.actlite.flows import checks
from tablelight.systems.actlite.state import Character, score


def tell_check(asked: Asked) -> Chances | None:
    """A check against somebody, or against a DC that the GM will name."""
    who, attribute, target = asked.one("who"), asked.one("attribute"), asked.one("target")
    if who is None or attribute is None:
        return Chances(hint="Choose who makes the check and with what.")
    character = asked.game.state.characters[who]
    if attribute not in character.scores:
        return Chances(hint=checks.lacks(character, attribute).text)
    if target == who:
        return Chances(hint="A check is made against somebody else, or against a DC.")
    known = Known(asked)
    on = "" if target in (None, checks.NOBODY) else target
    if on:
        dc = known.passive(on, asked.one("resist") or "PER")
    else:
        dc = known.value("dc", "DC assumed", DCS, USUAL_DC)
        known.assumed.append("The GM names the DC.")
    limb = asked.one("limb") or checks.NO_LIMB
    net = checks.net_advantage(checks.check_sources(asked.game, who, attribute, on, limb))
    return _of_check(asked, known, Roll(score(character, attribute) or 0, dc, net, looks_at_all(asked)), character)


def tell_dc(asked: Asked) -> Chances | None:
    """What a DC makes of the check that was declared, for whoever names it."""
    if "lesson" in asked.args:
        return tell_base_dc(asked)
    dc = asked.number("dc")
    doing = asked.game.state.doing[-1] if asked.game.state.doing else None
    if dc is None or not doing:
        return None
    roll = Roll(doing.score, dc, checks.net_advantage(doing.sources), looks_at_all(asked))
    return _of_check(asked, Known(asked), roll, asked.game.state.characters[doing.who])


def _of_check(asked: Asked, known: Known, roll: Roll, who: Character) -> Chances:
    triggers = checks.check_triggers(who)
    facts = [chance("success", roll.success), *trigger_facts(roll, triggers)]
    if roll.dc is not None:
        facts.append(mean("total", roll.totals()))
    assumed = (*advantage_words(roll.net), *picked_for(roll, triggers))
    return known.chances(facts, tables=(numbers("Total", roll.totals()),), assumed=assumed)


def tell_stealth(asked: Asked) -> Chances | None:
    """One roll past several watchers."""
    who = asked.one("who")
    watchers = [one for one in asked.many("watchers") if one != who]
    if who is None or not watchers:
        return Chances(hint="Choose past whom.")
    game, known = asked.game, Known(asked)
    character = game.state.characters[who]
    dcs = {one: dc for one in watchers if (dc := known.passive(one, "PER")) is not None}
    net = checks.net_advantage(checks.stealth_sources(game, who, list(dcs)))
    roll = Roll(score(character, "AGI") or 0, max(dcs.values(), default=None), net, looks_at_all(asked))
    return known.chances([chance("nobody notices", roll.success)], assumed=advantage_words(roll.net))
