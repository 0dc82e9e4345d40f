"""Attacks and grapples: to hit, the extra effects, the damage after armor."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.odds.at_table.actlite.contests import tell_escape
from tablelight.odds.at_table.actlite.dice import Roll, advantage_words, looks_at_all, picked_for, trigger_facts
from tablelight.odds.at_table.actlite.known import AVERAGE, SCORES, Known
from tablelight.odds.at_table.told import (
    Asked,
    Chances,
    chance,
    mean,
    numbers,
)
from tablelight.odds.distribution import Distribution, Numbers, sure, total_of
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.content.pack import dice_of
from tablelight.systems.actlite.flows import attack, checks
from tablelight.systems.actlite.state import Trigger


def tell_attack(asked: Asked) -> Chances | None:
    """To hit, the extra effects, and the damage after armor."""
    weapon, target = asked.one("weapon"), asked.one("target")
    if weapon is None or target is None:
        return Chances(hint="Choose a weapon and whom to attack, and the chances stand here.")
    blow = _blow(asked, weapon, target, asked.many("decline"))
    return _of_blow(asked, blow) if blow else None


def _blow(asked: Asked, weapon: str, target: str, declined: Sequence[str]) -> attack.Blow | None:
    """The attack that an offer is about; None if the weapon is gone."""
    who, key, at = weapon.split("/")
    arm = asked.game.state.characters[who].weapons.get(key)
    return attack.Blow(who, target, arm, arm.strikes[int(at)], 0, "", tuple(declined)) if arm else None


def tell_going_on(asked: Asked) -> Chances | None:
    """An attack, a grapple or an attempt to break free that was declared and may still be interrupted."""
    who, target, weapon = asked.one("who"), asked.one("target"), asked.one("weapon")
    if target is None:
        return tell_escape(asked) if who is not None else None
    if weapon is not None:
        blow = _blow(asked, weapon, target, (asked.one("declined") or "").split(attack.AND))
        return _of_blow(asked, blow) if blow else None
    return tell_grapple(asked) if who is not None else _of_unknown(asked, target)


def _of_unknown(asked: Asked, target: str) -> Chances:
    """An attack by somebody whose numbers the seat may not know."""
    known = Known(asked)
    sides = checks.target_sources(asked.game.state, target, attack=True, prone_side=asked.game.options["prone-side"])
    net = checks.net_advantage(sides)
    known.assumed.append("What the attacker adds to hit is not known to you.")
    roll = Roll(known.value("bonus", "To hit assumed", SCORES, AVERAGE), known.guard(target), net, looks_at_all(asked))
    return known.chances([chance("hits", roll.success)], assumed=advantage_words(net))


def tell_grapple(asked: Asked) -> Chances | None:
    """A grapple is an attack with STR that deals no damage."""
    who, target = asked.one("who"), asked.one("target")
    if who is None or target is None:
        return Chances(hint="Choose whom to grapple, and the chances stand here.")
    return _of_blow(asked, attack.grapple_blow(who, target))


def _of_blow(asked: Asked, blow: attack.Blow) -> Chances | None:
    if blow.who == blow.target:
        return Chances(hint="An attack is made on somebody else.")
    game, known = asked.game, Known(asked)
    who = game.state.characters[blow.who]
    bonus = attack.to_hit(game, who, blow.weapon)
    if not isinstance(bonus, int):
        return Chances(hint=bonus.text)
    net = checks.net_advantage(attack.sources(game, blow))
    roll = Roll(bonus, known.guard(blow.target), net, looks_at_all(asked))
    triggers = attack.triggers(who, blow)
    facts = [chance("hits", roll.success)]
    tables = ()
    if blow.strike.damage:
        hurt = damage(roll, blow, triggers, known.armor(blow.target, blow.strike.type))
        facts += [mean("damage", hurt), chance("no damage", hurt.exactly(0))]
        tables = (numbers("Damage", hurt),)
    facts += trigger_facts(roll, triggers)
    assumed = (*advantage_words(net), *picked_for(roll, triggers))
    return known.chances(facts, tables=tables, assumed=assumed)


def damage(roll: Roll, blow: attack.Blow, triggers: Sequence[Trigger], armor: int) -> Numbers:
    """Damage after armor, 0 on a miss (actlite/armor-reduction, actlite/effect-bypass)."""
    rolled = total_of(dice_of(blow.strike.damage))
    pierces = [trigger for trigger in triggers if trigger.effect.do == "bypass"]

    def through(faces: tuple[int, ...] | None) -> Distribution[int]:
        if faces is None:
            return sure(0)
        bypass = max(0, roll.score) * sum(m.times(one.when, faces) for one in pierces)
        return rolled.map(lambda points: m.reduced(points, armor, bypass))

    return Numbers.of(roll.shown(pierces[0].when if pierces else None).then(through))
