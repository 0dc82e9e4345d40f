"""Damage and healing without an Attack Roll: falls, harm by the GM's word, cards that give Health back."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.kernel.offers import GM
from tablelight.odds import forgelight as f
from tablelight.odds.answer import Table
from tablelight.odds.at_table.forgelight.known import Foe, Known
from tablelight.odds.at_table.told import Asked, Chances, Fact, chance, mean, numbers
from tablelight.odds.distribution import Numbers, total_of
from tablelight.odds.work import bound
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import AbilityCard, Heal
from tablelight.systems.forgelight.content.packs import parts_of
from tablelight.systems.forgelight.flows.common import being, lib, secret_figures

MOST_POINTS = 2_000
"""How many points the dice of one event can show and still be told at once."""


def drops(name: str, foe: Foe, hurt: Numbers) -> list[Fact]:
    """The chance that somebody whose Health is known goes down."""
    return [chance(f"{name} down", hurt.at_least(foe.health))] if foe.health else []


# ------------------------------------------------------------------ by the GM's word


def tell_fall(asked: Asked) -> Chances | None:
    """Somebody falls (forgelight/falling-damage)."""
    who, feet = asked.one("who"), asked.number("feet")
    if who is None or feet is None:
        return Chances(hint="Say who falls and how far, and the chances stand here.")
    dice = m.falling_dice(feet, asked.game.options["fall-rounding"])
    return _taken(asked, who, (m.Part(dice, m.FALL_DIE, m.FALL_TYPE),))


def tell_damage(asked: Asked) -> Chances | None:
    """Damage that the GM hands out, or what a bare hand deals (forgelight/damage-order)."""
    if "size" in asked.args:
        return _bare_hand(asked)
    who, amount = asked.one("who"), asked.one("amount")
    if who is None or not amount:
        return Chances(hint="Say who is hurt and how much, and the chances stand here.")
    try:
        parts = parts_of(amount)
    except ValueError as error:
        return Chances(hint=f"The damage can't be read: {error}.")
    return _taken(asked, who, parts)


def _taken(asked: Asked, who: str, parts: Sequence[m.Part]) -> Chances:
    """What a being takes of damage that is no hit, after its marks."""
    bound(sum(part.dice * part.size for part in parts), "points that the dice can show", MOST_POINTS)
    foe = Known(asked).foe(who, aimed=False)
    hurt = f.hit_damage(parts, critical=False, target=foe.target)
    facts = (mean("damage", hurt), *drops(being(asked.game, who).name, foe, hurt))
    return Chances(facts, (numbers("Damage", hurt),))


def _bare_hand(asked: Asked) -> Chances | None:
    """The dice that the GM names for an unarmed hit (forgelight/attack-modifier-unarmed)."""
    dice, size = asked.number("dice"), asked.one("size")
    if dice is None or size is None:
        return None
    rolled = total_of([int(size)] * dice).plus(asked.number("flat") or 0)
    return Chances((mean("damage before marks", rolled),), (numbers("Damage before marks", rolled),))


# ------------------------------------------------------------------ healing


def healing_of(card: AbilityCard) -> tuple[Heal, ...]:
    """What a card gives back whatever it rolls: not with an attack or damage, which may change who is left."""
    if card.attack or card.damage:
        return ()
    return tuple(each for each in card.effects if isinstance(each, Heal) and each.when == "play")


def tell_healing(
    asked: Asked, who: str, targets: Sequence[str], healing: Sequence[Heal]
) -> tuple[list[Fact], tuple[Table, ...]]:
    """Health that comes back to each, never above the maximum where that is known (forgelight/health-bounds)."""
    on: dict[str, Numbers] = {}
    for heal in healing:
        count, size, flat = m.parse_dice(heal.amount)
        rolled = total_of([size] * count).plus(flat)
        for target in (who,) if heal.on == "self" else targets:
            on[target] = on[target].add(rolled) if target in on else rolled
    back = {target: _back(asked, target, rolled) for target, rolled in on.items()}
    if len(back) > 1:
        return [mean(f"Health back for {being(asked.game, one).name}", each) for one, each in back.items()], ()
    return [mean("Health back", each) for each in back.values()], tuple(
        numbers("Health back", each) for each in back.values()
    )


def _back(asked: Asked, who: str, rolled: Numbers) -> Numbers:
    game, one = asked.game, being(asked.game, who)
    if asked.seat != GM and secret_figures(game, who):
        return rolled
    most = max(figures.max_health(lib(game), one).value - one.health, 0)
    return Numbers.of(rolled.map(lambda amount: min(amount, most)))
