"""One attack against one target: the roll, the damage, what the card adds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tablelight.kernel.flow import Flow, ask, choose, write
from tablelight.kernel.offers import GM, Choice, Field, Offer, RuleId
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import (
    DAMAGE_TYPES,
    AbilityCard,
    AddDamage,
    Attack,
    Attribute,
    ExtraDice,
    Gear,
    When,
)
from tablelight.systems.forgelight.content.packs import parts_of
from tablelight.systems.forgelight.flows import effects, harm, statuses
from tablelight.systems.forgelight.flows.common import (
    ForgeGame,
    being,
    called,
    controller,
    lib,
    light_at,
    pick,
    roll_d20,
    secret_figures,
    weapon,
)


class Strike(Struct, frozen=True):
    """An attack to be made: by whom, on whom, with which card. `sure` counts as a natural 20 without a roll."""

    who: str
    target: str
    card: str
    off_hand: bool = False
    sure: bool = False


class Rolled(Struct, frozen=True):
    """What an Attack Roll came to."""

    hit: bool
    power: bool
    critical: bool

    @property
    def whens(self) -> frozenset[When]:
        """Which lines of the card the roll itself allows; damage comes later."""
        words: set[When] = {"hit"} if self.hit else {"miss"}
        if self.power:
            words.add("power")
        return frozenset(words)


def strike(game: ForgeGame, one: Strike) -> Flow[bool]:
    """Roll, damage, marks, Health, further effects, in this order; gives whether it hit.

    forgelight/attack-card-resolution
    """
    rolled = yield from attack_roll(game, one)
    if rolled.critical and game.options["active-end-timing"] == "before-damage":
        _end_active(game, one.target)
    dealt = 0
    if rolled.hit:
        dealt = yield from _damage(game, one, rolled)
    if rolled.critical and game.options["active-end-timing"] == "after-damage":
        _end_active(game, one.target)
    yield from effects.carry_out(game, one.who, (one.target,), one.card, whens(game, rolled, dealt))
    statuses.end_on(game, one.who, "attacking")
    statuses.end_on(game, one.target, "attacked")
    yield from _mishap(game, one, rolled)
    return rolled.hit


def whens(game: ForgeGame, rolled: Rolled, dealt: int) -> frozenset[When]:
    """Which lines of the card take effect (forgelight/power-roll-needs-hit, forgelight/damage-zero-still-hit)."""
    words = set(rolled.whens)
    if not rolled.hit and game.options["power-effect-on-miss"] == "no":
        words.discard("power")
    if dealt:
        words.add("damage")
    return frozenset(words)


def _end_active(game: ForgeGame, who: str) -> None:
    """forgelight/active-end-critical, forgelight/active-end-critical-timing"""
    statuses.end_active(game, who, "forgelight/active-end-critical", "a critical hit")


# ------------------------------------------------------------------ the Attack Roll


def attack_roll(game: ForgeGame, one: Strike) -> Flow[Rolled]:
    """d20 plus one attack modifier against the Hit Score (forgelight/attack-roll, forgelight/attack-hit-comparison)."""
    who, target, card = being(game, one.who), being(game, one.target), lib(game).cards[one.card]
    attribute = attack_attribute(game, one)
    modifier = figures.value(lib(game), who, attribute)
    faces, face = yield from _thrown(game, one)
    score = figures.hit_score(lib(game), game.options, target).value
    number = power_number(game, one, card)
    rolled = Rolled(m.hits(face, face + modifier, score), m.is_power(face, number), face == m.D20)
    secret = secret_figures(game, one.target)
    game.record(
        e.AttackRolled(
            who=one.who,
            target=one.target,
            faces=faces,
            face=face,
            modifier=modifier,
            total=face + modifier,
            hit=rolled.hit,
            power=rolled.power,
            critical=rolled.critical,
            attribute=attribute,
            hit_score=None if secret else score,
            sure=one.sure,
            rule=_roll_rule(face, rolled.hit),
        )
    )
    if secret:
        _compare(game, one.target, score)
    return rolled


def _thrown(game: ForgeGame, one: Strike) -> Flow[tuple[tuple[int, ...], int]]:
    """The faces and the one kept; what is sure counts as a natural 20 (forgelight/blaze-of-glory-success)."""
    if one.sure:
        return (), m.D20
    way = m.edge(*attack_edges(game, one), game.options["advantage-mixing"])
    return (yield from roll_d20(game, one.who, way, "forgelight/attack-roll", "attack"))


def _compare(game: ForgeGame, target: str, score: int) -> None:
    """What the attack was measured against, for the GM alone (forgelight/hit-score-all-beings)."""
    rule = "forgelight/hit-score-all-beings"
    game.record(e.HitScoreCompared(target=target, hit_score=score, seen_by=(GM,), rule=rule))


def _roll_rule(face: int, hit: bool) -> RuleId:
    if face == m.D20:
        return "forgelight/natural-twenty-attack"
    if face == 1:
        return "forgelight/natural-one-attack"
    return "forgelight/attack-hit-comparison" if hit else "forgelight/attack-miss-nothing"


def power_number(game: ForgeGame, one: Strike, card: AbilityCard) -> int:
    """The attacker's own number, unless the card names one (forgelight/power-roll-number-changes)."""
    own = figures.power(lib(game), being(game, one.who)).value
    return card.attack.power_number or own if card.attack else own


def attack_attribute(game: ForgeGame, one: Strike) -> Attribute:
    """Crystal card, else the card's own, else the weapon's, else Strength (forgelight/attack-modifier-precedence)."""
    who, card = being(game, one.who), lib(game).cards[one.card]
    if card.kind == "crystal":
        return who.crystal or "intellect"
    if card.attack and card.attack.attribute:
        return card.attack.attribute
    held = _weapon(game, one, card)
    return (held.attribute or "strength") if held else "strength"


def _weapon(game: ForgeGame, one: Strike, card: AbilityCard) -> Gear | None:
    if card.attack and card.attack.with_ != "weapon":
        return None
    return weapon(lib(game), being(game, one.who), off_hand=one.off_hand)


def attack_edges(game: ForgeGame, one: Strike) -> tuple[int, int]:
    """Sources of Advantage and Disadvantage: both beings' own, the card's, and darkness."""
    who, target, card = being(game, one.who), being(game, one.target), lib(game).cards[one.card]
    up, down = figures.edges(lib(game), who, "attacks")
    more_up, more_down = figures.attacked_with(lib(game), target)
    up += more_up + (card.attack.advantage if card.attack else 0)
    down += more_down + (not can_see(game, one.who, one.target))
    return up, down


def can_see(game: ForgeGame, who: str, target: str) -> bool:
    """The light at the target decides (forgelight/light-darkness-sight, forgelight/light-darkness-attack)."""
    light = light_at(game.state, being(game, target).at)
    return light != "darkness" or figures.sees(lib(game), being(game, who), light)


def _mishap(game: ForgeGame, one: Strike, rolled: Rolled) -> Flow[None]:
    """After a natural 1, if the table wants one (forgelight/natural-one-attack, option natural-one-attack-mishap)."""
    last = next((x for x in reversed(game.recorded) if isinstance(x, e.AttackRolled)), None)
    if game.options["natural-one-attack-mishap"] == "no" or last is None or last.face != 1 or rolled.hit:
        return
    rule = "forgelight/natural-one-attack"
    name = called(game, one.who)
    text = yield from write(GM, f"A natural 1: what mishap befalls {name}?", "The mishap", most=400, rule=rule)
    game.record(e.Judged(who=one.who, about="a mishap", text=text, rule=rule))


# ------------------------------------------------------------------ damage


def _damage(game: ForgeGame, one: Strike, rolled: Rolled) -> Flow[int]:
    """The dice of the hit, extra dice, the roll, and what the target takes (forgelight/damage-order)."""
    card = lib(game).cards[one.card]
    allowed = rolled.whens
    parts = known_parts(game, one) or (yield from _asked_parts(game, one))
    parts = (*parts, *(part for one_ in added(card, allowed) for part in parts_of(one_.damage)))
    extra = extra_dice(game, one, card, allowed)
    if extra:
        at = yield from _joined(game, one, parts)
        parts = m.with_extra(parts, extra, at) if at >= 0 else parts
    totals = yield from harm.roll_damage(game, one.who, parts, rolled.critical)
    return harm.hurt(game, one.target, totals)


def added(card: AbilityCard, allowed: frozenset[When]) -> Iterator[AddDamage]:
    """Further parts of the damage that the card adds then."""
    return (one for one in card.effects if isinstance(one, AddDamage) and one.when in allowed)


def known_parts(game: ForgeGame, one: Strike) -> tuple[m.Part, ...]:
    """The card's own dice, else the weapon's, else unarmed damage; nothing if none of them is known
    (forgelight/damage-from-card)."""
    card = lib(game).cards[one.card]
    attack = card.attack or Attack()
    if attack.damage:
        return parts_of(attack.damage)
    held = _weapon(game, one, card)
    if held:
        return parts_of(held.damage)
    own = next((gives.unarmed for _, gives in figures.given(lib(game), being(game, one.who)) if gives.unarmed), "")
    return parts_of(own) if own else ()


def _asked_parts(game: ForgeGame, one: Strike) -> Flow[tuple[m.Part, ...]]:
    """No unarmed damage is known: the GM says dice and type (forgelight/attack-modifier-unarmed)."""
    rule = "forgelight/attack-modifier-unarmed"
    sizes = tuple((str(size), f"d{size}") for size in (4, 6, 8, 10, 12))
    fields = (
        Field("dice", "Dice", "number", least=0, most=12, default=1),
        pick("size", "Size", sizes, "4"),
        Field("flat", "Plus", "number", least=0, most=50, default=0),
        pick("type", "Damage type", ((key, key.title()) for key in DAMAGE_TYPES), "force"),
    )
    offer = Offer("damage", "This much", fields, rule, main=True)
    answer = yield from ask(f"What does the unarmed hit of {called(game, one.who)} deal?", lambda: [(GM, offer)])
    dice, flat = answer.number("dice"), answer.number("flat")
    return (m.Part(dice, int(answer.text("size")) if dice else 0, answer.text("type"), flat),)


def extra_dice(game: ForgeGame, one: Strike, card: AbilityCard, allowed: frozenset[When]) -> int:
    """All extra damage dice add up (forgelight/extra-damage-dice)."""
    attack = card.attack or Attack()
    found = attack.extra_dice + sum(x.dice for x in card.effects if isinstance(x, ExtraDice) and x.when in allowed)
    return found + (figures.extra_dice(lib(game), being(game, one.who)) if attack.with_ == "weapon" else 0)


def _joined(game: ForgeGame, one: Strike, parts: tuple[m.Part, ...]) -> Flow[int]:
    """Which part extra dice join: the largest; where parts tie the attacker says.

    forgelight/extra-damage-dice-mixed
    """
    rule = "forgelight/extra-damage-dice-mixed"
    largest = m.largest_parts(parts)
    if len(largest) < 2:
        return largest[0] if largest else -1
    choices = [Choice(str(at), f"{parts[at].dice}d{parts[at].size} {parts[at].type}") for at in largest]
    seat = controller(game.state, one.who)
    return int((yield from choose(seat, "Which part do the extra damage dice join?", choices, rule)))
