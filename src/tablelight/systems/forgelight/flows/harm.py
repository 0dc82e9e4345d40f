"""Damage as it is rolled and as it lands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablelight.kernel.flow import Flow, roll
from tablelight.kernel.offers import GM, RuleId
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.packs import Library
from tablelight.systems.forgelight.flows.common import ForgeGame, being, controller, lib, secret_figures
from tablelight.systems.forgelight.state import Being


def hurt(game: ForgeGame, who: str, parts: Sequence[tuple[str, int]], rule: RuleId = "forgelight/damage-order") -> int:
    """Damage lands: marks, the sum, Health down once (forgelight/damage-order); gives what was taken."""
    one = being(game, who)
    marks = figures.marks(lib(game), one)
    taken = m.damage_taken(parts, marks, game.options["resistance-grouping"])
    total = sum(amount for _, amount in taken)
    health = max(one.health - total, 0)
    secret = secret_figures(game, who)
    game.record(
        e.DamageTaken(
            who=who,
            taken=taken,
            health=health,
            secret=secret,
            marked=tuple(_marked(parts, marks)),
            seen_by=(GM,) if secret else None,
            rule=rule,
        )
    )
    if secret and total:
        game.record(e.LooksHurt(who=who, how=looks(lib(game), being(game, who)), rule=rule))
    if one.health > 0 and health == 0 and one.kind == "pc":
        game.record(e.VergeReached(who=who, rule="forgelight/verge-of-death"))
    return total


def _marked(parts: Sequence[tuple[str, int]], marks: m.Marks) -> Iterator[tuple[str, int, str]]:
    """Each type that meets a mark, with what it was before (forgelight/damage-marks)."""
    for kind in dict.fromkeys(kind for kind, _ in parts):
        words = {"Resistance": marks.resistances, "Weakness": marks.weaknesses, "Immunity": marks.immunities}
        met = [word for word, kinds in words.items() if kind in kinds]
        if met:
            yield kind, sum(amount for each, amount in parts if each == kind), " and ".join(met)


def looks(content: Library, one: Being) -> str:
    """How a being looks to those who may not know its Health."""
    most = figures.max_health(content, one).value
    if one.health == 0:
        return "goes down"
    return "looks badly hurt" if one.health * 2 <= most else "looks hurt" if one.health < most else "looks unhurt"


def roll_damage(game: ForgeGame, who: str, parts: Sequence[m.Part], critical: bool) -> Flow[list[tuple[str, int]]]:
    """Roll all parts at once; gives each part's type and total before marks (forgelight/damage-parts)."""
    dice = tuple(part.size for part in parts for _ in range(part.dice))
    labels = tuple(part.type for part in parts for _ in range(part.dice))
    faces = (yield from roll(dice, controller(game.state, who), "forgelight/damage-roll-kind", labels)) if dice else ()
    totals = m.part_totals(parts, faces, critical, game.options["crit-flat-bonus"])
    game.record(
        e.DamageRolled(
            who=who,
            parts=tuple(parts),
            faces=faces,
            totals=totals,
            critical=critical,
            rule="forgelight/critical-hit-damage" if critical else "forgelight/damage-from-card",
        )
    )
    return [(part.type, total) for part, total in zip(parts, totals, strict=True)]


def fall(game: ForgeGame, who: str, feet: int, rule: RuleId = "forgelight/falling-damage") -> Flow[None]:
    """1d6 Force for every 10 feet, without an Attack Roll (forgelight/falling-damage)."""
    count = m.falling_dice(feet, game.options["fall-rounding"])
    game.record(e.Fell(who=who, feet=feet, dice=count, rule=rule))
    if count:
        parts = yield from roll_damage(game, who, (m.Part(count, m.FALL_DIE, m.FALL_TYPE),), False)
        hurt(game, who, parts, "forgelight/falling-damage")
