"""Cards that attack or hurt, and those that do most this turn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tablelight.kernel.grid import read_spot
from tablelight.kernel.offers import GM
from tablelight.odds import forgelight as f
from tablelight.odds.answer import Table
from tablelight.odds.at_table.forgelight.harm import drops, healing_of, tell_healing
from tablelight.odds.at_table.forgelight.known import Foe, Known
from tablelight.odds.at_table.told import (
    Alternative,
    Asked,
    Chances,
    Fact,
    chance,
    mean,
    numbers,
)
from tablelight.odds.distribution import Numbers
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import AbilityCard
from tablelight.systems.forgelight.content.packs import parts_of
from tablelight.systems.forgelight.flows import attack, cards, playing, reactions, targets
from tablelight.systems.forgelight.flows.common import (
    being,
    in_order,
    lib,
)


class Attempt(NamedTuple):
    """An attack as it may land: where it is aimed, its chances and its damage, 0 on a miss."""

    aim: f.Aim
    foe: Foe
    hurt: Numbers


def attempt(asked: Asked, known_: Known, one: attack.Strike) -> Attempt | None:
    """An attack of a card; None where nothing says what it deals."""
    game = asked.game
    who, card = being(game, one.who), lib(game).cards[one.card]
    base = attack.known_parts(game, one)
    if not base:
        return None
    foe = known_.foe(one.target)
    up, down = figures.edges(lib(game), who, "attacks")
    up += foe.edges[0] + (card.attack.advantage if card.attack else 0)
    down += foe.edges[1] + (not attack.can_see(game, one.who, one.target))
    way = m.edge(up, down, game.options["advantage-mixing"])
    modifier = figures.value(lib(game), who, attack.attack_attribute(game, one))
    aim = f.Aim(modifier, foe.hit_score, way, attack.power_number(game, one, card))

    def dealt(landed: f.Landed) -> Numbers:
        if not landed.hit:
            return Numbers({0: 1})
        allowed = attack.Rolled(landed.hit, landed.power, landed.critical).whens
        parts = (*base, *(part for each in attack.added(card, allowed) for part in parts_of(each.damage)))
        extra = attack.extra_dice(game, one, card, allowed)
        joined = m.largest_parts(parts)
        if extra and joined:
            parts = m.with_extra(parts, extra, joined[0])
        return f.hit_damage(parts, landed.critical, foe.target)

    return Attempt(aim, foe, Numbers.of(f.attack(aim).then(dealt)))


def _aim_facts(aim: f.Aim) -> list[Fact]:
    landed = f.attack(aim)
    return [
        chance("hits", landed.chance(lambda one: one.hit)),
        chance("power roll", landed.chance(lambda one: one.effect)),
        chance("critical", landed.chance(lambda one: one.critical)),
    ]


# ------------------------------------------------------------------ a card


class Announced(NamedTuple):
    """A card on some targets, as it is being filled in."""

    who: str
    card: AbilityCard
    key: str
    on: tuple[str, ...]
    off_hand: bool = False


def tell_play(asked: Asked) -> Chances | None:
    """A card of one's own turn."""
    _, who, key = asked.offer.key.split(":")
    return _of_card(asked, _announced(asked, who, key))


def tell_follow_up(asked: Asked) -> Chances | None:
    """The attack with the off hand."""
    one = _announced(asked, asked.tail, playing.ATTACK)
    return _of_card(asked, one._replace(off_hand=True))


def tell_blaze(asked: Asked) -> Chances | None:
    """The last card of somebody on the verge of death."""
    verge = in_order(asked.game.state, [key for key, one in asked.game.state.beings.items() if one.verge])
    return _of_card(asked, _announced(asked, verge[0], asked.tail)) if verge else None


def tell_react(asked: Asked) -> Chances | None:
    """A card played out of turn, on whoever set it off (forgelight/reaction-card)."""
    _, who, subject, key = asked.offer.key.split(":")
    known_ = Known(asked)
    told = _known_of_card(asked, known_, _answering(asked, who, key, subject))
    if not told:
        return None
    return _beside(told, known_, *_best_reaction(asked, known_, who, subject))


def _answering(asked: Asked, who: str, key: str, subject: str) -> Announced:
    play = cards.answering(asked.game, who, key, subject)
    card = lib(asked.game).cards[key]
    on = _seen(asked, cards.covered(asked.game, play)) if card.area else play.targets
    return Announced(who, card, key, on)


def _seen(asked: Asked, there: tuple[str, ...]) -> tuple[str, ...]:
    """Whom a seat knows to be there."""
    return tuple(each for each in there if asked.seat == GM or not being(asked.game, each).hidden)


def _announced(asked: Asked, who: str, key: str) -> Announced:
    card = lib(asked.game).cards[key]
    on = asked.args.get("on", ())
    named = (on,) if isinstance(on, str) else on if isinstance(on, tuple) else ()
    if card.area:
        cell = asked.one("cell")
        aim = read_spot(cell) if cell else None
        ready = bool(aim) or card.area.shape == "around" or bool(named)
        named = _seen(asked, cards.covered(asked.game, cards.Play(who, key, named, aim))) if ready else ()
    return Announced(who, card, key, named)


def _of_card(asked: Asked, one: Announced) -> Chances | None:
    """A card of one's own turn, beside all that would hurt the same target on this turn."""
    known_ = Known(asked)
    told = _known_of_card(asked, known_, one)
    if not told or not (one.card.attack or one.card.damage):
        return told
    return _beside(told, known_, *_turn(asked, known_, one))


def _beside(told: Chances, known_: Known, alternatives: tuple[Alternative, ...], objective: str) -> Chances:
    """Chances with what else could be done, and all that is assumed for either."""
    settings = tuple(known_.settings)
    return told._replace(alternatives=alternatives, objective=objective, assumed=known_.words, settings=settings)


def _known_of_card(asked: Asked, known_: Known, one: Announced) -> Chances | None:
    """What a card comes to; None where it rolls nothing."""
    healing = healing_of(one.card)
    if not (one.card.attack or one.card.damage or healing):
        return None
    alone = bool(healing) and all(heal.on == "self" for heal in healing)
    if not one.on and not alone:
        return Chances(hint="Choose whom it is for, and the chances stand here.")
    if healing:
        told = tell_healing(asked, one.who, one.on, healing)
    else:
        told = _attacks(asked, known_, one) if one.card.attack else _area(asked, known_, one)
    if not told:
        return Chances(hint="The GM says what a bare hand deals.")
    facts, tables = told
    return Chances(tuple(facts), tables, assumed=known_.words, settings=tuple(known_.settings))


def _attacks(asked: Asked, known_: Known, one: Announced) -> tuple[list[Fact], tuple[Table, ...]] | None:
    """One roll for each attack on each target (forgelight/attack-roll)."""
    assert one.card.attack
    times = one.card.attack.times
    facts: list[Fact] = []
    tables: tuple[Table, ...] = ()
    for target in one.on:
        strike = attack.Strike(one.who, target, one.key, off_hand=one.off_hand)
        tried = attempt(asked, known_, strike)
        if not tried:
            return None
        hurt = tried.hurt.times(times)
        name = being(asked.game, target).name
        if len(one.on) > 1:
            facts += [chance(f"hits {name}", _aim_facts(tried.aim)[0].value), mean(f"damage to {name}", hurt)]
            continue
        facts = [*_aim_facts(tried.aim), mean("damage" if times == 1 else f"damage of {times}", hurt)]
        facts += drops(name, tried.foe, hurt)
        tables = (numbers("Damage", hurt),)
    return facts, tables


def _area(asked: Asked, known_: Known, one: Announced) -> tuple[list[Fact], tuple[Table, ...]]:
    """Damage without an Attack Roll (forgelight/aoe-damage-roll)."""
    facts: list[Fact] = []
    tables: tuple[Table, ...] = ()
    for target in one.on:
        name, foe = being(asked.game, target).name, known_.foe(target, aimed=False)
        hurt = f.hit_damage(parts_of(one.card.damage), critical=False, target=foe.target)
        facts += [mean(f"damage to {name}", hurt), *drops(name, foe, hurt)]
        tables = tables or (numbers(f"Damage to {name}", hurt),)
    return facts, tables


# ------------------------------------------------------------------ the best cards of a turn


def _turn(asked: Asked, known_: Known, one: Announced) -> tuple[tuple[Alternative, ...], str]:
    """Every card in hand that hurts the same target, and those that do most this turn."""
    turn = asked.game.state.turn(one.who)
    target = one.on[0] if one.on else ""
    if not turn or not target:
        return (), ""
    stamina = being(asked.game, one.who).stamina
    found = list(_playable(asked, known_, one.who, target, turn.ap, stamina))
    if len(found) < 2:
        return (), ""
    best = f.best_turn(found, turn.ap, stamina)
    alternatives = tuple(
        Alternative(
            _in_words(card, best.cards.count(card.name)),
            (Fact("damage", card.mean, "mean"), Fact("for each AP", card.mean / max(card.points, 1), "mean")),
            card.name in best.cards,
        )
        for card in sorted(found, key=lambda card: -card.mean)
    )
    name = being(asked.game, target).name
    objective = (
        f"Best: the highest mean damage to {name} this turn with {turn.ap} Action Points and {stamina} Stamina: "
        f"{', '.join(best.cards)}, {float(best.mean):.1f} together."
    )
    return alternatives, objective


def _best_reaction(asked: Asked, known_: Known, who: str, subject: str) -> tuple[tuple[Alternative, ...], str]:
    """Every card in hand that may hurt whoever set it off, and which of them does most."""
    game = asked.game
    trigger = lib(game).cards[asked.offer.key.rpartition(":")[2]].reaction
    fits = (key for key in being(game, who).hand if trigger and not reactions.unfit(game, who, key, trigger))
    found = {key: _mean(asked, known_, who, key, subject) for key in fits if _hurts(asked, who, key, subject)}
    if len(found) < 2:
        return (), ""
    most = max(found.values())
    alternatives = tuple(
        Alternative(lib(game).cards[key].name, (Fact("damage", hurt, "mean"),), hurt == most)
        for key, hurt in sorted(found.items(), key=lambda pair: -pair[1])
    )
    return alternatives, f"Best: the highest mean damage to {being(game, subject).name} of one Reaction."


def _hurts(asked: Asked, who: str, key: str, subject: str) -> bool:
    one = _answering(asked, who, key, subject)
    return bool(one.card.attack or one.card.damage) and subject in one.on


def _in_words(card: f.Card, times: int) -> str:
    often = f" ×{times}" if times > 1 else ""
    stamina = f", {card.stamina} Stamina" if card.stamina else ""
    return f"{card.name}{often}: {card.points} AP{stamina}"


def _playable(asked: Asked, known_: Known, who: str, target: str, points: int, stamina: int) -> Iterator[f.Card]:
    """The cards in hand that can be played on a target now, each as often as it comes back to the hand."""
    game = asked.game
    for key in being(game, who).hand:
        card = lib(game).cards[key]
        if playing.cannot(game, who, key) or not (card.attack or card.damage):
            continue
        fit = (each.key for each in targets.target_field(game, who, card).choices if not each.refused)
        if target not in fit:
            continue
        hurt = _mean(asked, known_, who, key, target)
        if hurt:
            again = [points // card.ap] if card.ap else []
            again += [stamina // card.stamina] if card.stamina else []
            yield f.Card(card.name, card.ap, card.stamina, hurt, min(again) if card.after == "return" and again else 1)


def _mean(asked: Asked, known_: Known, who: str, key: str, target: str) -> Fraction:
    card = lib(asked.game).cards[key]
    if not card.attack:
        return f.hit_damage(parts_of(card.damage), critical=False, target=known_.foe(target, aimed=False).target).mean()
    tried = attempt(asked, known_, attack.Strike(who, target, key))
    return tried.hurt.mean() * card.attack.times if tried else Fraction(0)
