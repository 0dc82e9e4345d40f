"""How content is shown: cards and gear as they are drawn, and in words what the table makes of them."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.view import Card, Row, Tag
from tablelight.systems.forgelight.content import model as c
from tablelight.systems.forgelight.content.model import NOTHING_GIVEN, AbilityCard, Attack, Gear, Gives
from tablelight.systems.forgelight.content.packs import Library
from tablelight.systems.forgelight.content.words import TRIGGERS, WHENS

MARK_WORDS = {"return": "Return", "discard": "Discard", "active": "Active"}


def cost_words(card: AbilityCard) -> str:
    """What a card costs, in words."""
    parts = [f"{card.ap} AP"] if card.ap else []
    return " · ".join([*parts, f"{card.stamina} Stamina"] if card.stamina else parts) or "free"


def card_face(key: str, card: AbilityCard, *, small: bool = False, offer: str = "", refused: str = "") -> Card:
    """An Ability Card as it is drawn, with the offer that plays it or why it can't be played now."""
    costs = [Tag(f"{card.ap} AP", about="Action Points")] if card.ap else []
    costs += [Tag(f"{card.stamina} St", "cool", "Stamina")] if card.stamina else []
    return Card(
        key,
        card.name,
        card.text,
        f"{card.kind} {card.level}" if card.level else card.kind,
        tuple(costs) or (Tag("free"),),
        tuple(_marks(card)),
        "cool" if card.kind == "crystal" else "plain",
        small=small,
        offer=offer,
        refused=refused,
    )


def _marks(card: AbilityCard) -> Iterator[str]:
    yield MARK_WORDS[card.after]
    if card.reaction:
        yield "R"
    if card.gives.judge:
        yield "judged"


def gear_face(slot: str, gear: Gear) -> Card:
    """A Gear Card as it is drawn."""
    words = gear.damage or (f"+{gear.bonus} Hit Score" if gear.bonus else gear.text)
    return Card(f"gear-{slot}", gear.name, words, slot, small=True)


def gear_words(gear: Gear) -> str:
    """What a piece of gear does, in words."""
    words = [gear.damage, f"with {gear.attribute.title()}" if gear.attribute else ""]
    words += [f"+{gear.bonus} Hit Score" if gear.bonus else "", "Dual-Wieldable" if gear.dual_wieldable else ""]
    words += ["forbids flying" if gear.gives.grounded else "", gear.text]
    return " · ".join(word for word in words if word)


# ------------------------------------------------------------------ in words, for whoever writes content


def card_rows(content: Library, card: AbilityCard) -> Iterator[Row]:
    """What the rules make of a card, line by line, whatever its text says."""
    yield Row("Cost", text=cost_words(card))
    if card.reaction:
        yield Row("Reaction", text=f"when {TRIGGERS[card.reaction]}; it costs no Action Points then")
    yield Row("Reaches", text=_reach_words(card))
    if card.attack:
        yield Row("Attack", text=_attack_words(card.attack))
    if card.area and card.damage:
        yield Row("Damage", text=f"{card.damage} to all in the area, without a roll to hit")
    for effect in card.effects:
        who = "its user" if effect.on == "self" else "each target"
        yield Row(WHENS[effect.when].capitalize(), text=f"{_effect_words(content, effect)} ({who})")
    after = {"return": "back to hand", "discard": "to the discard pile", "active": "into a slot, Active"}[card.after]
    rounds = f", until {card.lasts} rounds are over" if card.lasts else ""
    yield Row("After play", text=after + rounds)
    if card.gives != NOTHING_GIVEN:
        yield Row("While Active", text=gives_words(content, card.gives))


def _reach_words(card: AbilityCard) -> str:
    if card.area:
        shape = {"burst": "around a point", "around": "around its user", "line": "along a line"}[card.area.shape]
        spared = (
            f", but not {'its user' if card.area.spares == 'self' else card.area.spares}" if card.area.spares else ""
        )
        return f"everyone within {card.area.feet} ft {shape}{spared}"
    if card.target in ("self", "none"):
        return {"self": "its user", "none": "nobody"}[card.target]
    plural = {"enemy": "enemies", "ally": "allies", "anyone": "beings"}[card.target]
    who = ("anyone" if card.target == "anyone" else f"one {card.target}") if card.targets == 1 else ""
    return f"{who or f'up to {card.targets} {plural}'} {f'within {card.range} ft' if card.range else 'in reach'}"


def _attack_words(attack: Attack) -> str:
    times = "one Attack Roll" if attack.times == 1 else f"{attack.times} Attack Rolls"
    with_ = {"weapon": "with the weapon", "unarmed": "unarmed", "card": "with the card itself"}[attack.with_]
    words = [f"{times} {with_}"]
    words += [f"by {attack.attribute.title()}" if attack.attribute else ""]
    words += ["with Advantage" if attack.advantage else "", attack.damage or "the weapon's damage"]
    words += [f"{attack.extra_dice} extra damage dice" if attack.extra_dice else ""]
    words += [f"a Power Roll on {attack.power_number} or more" if attack.power_number else ""]
    return ", ".join(word for word in words if word)


def _effect_words(content: Library, effect: c.AnyEffect) -> str:
    match effect:
        case c.ExtraDice(dice=dice):
            return f"{dice} extra damage {'die' if dice == 1 else 'dice'}"
        case c.AddDamage(damage=damage):
            return f"{damage} more"
        case c.GiveStatus(status=status, lasts=lasts):
            return content.statuses[status].name + (f" for {lasts} {content.statuses[status].unit}" if lasts else "")
        case c.EndStatus(status=status):
            return f"no longer {content.statuses[status].name}"
        case c.Heal(amount=amount):
            return f"regains {amount} Health"
        case c.Refresh(amount=amount):
            return f"regains {amount} Stamina"
        case c.Push(feet=feet):
            return f"{'pushed' if feet > 0 else 'pulled'} {abs(feet)} ft"
        case c.Draw(cards=cards):
            return f"takes {cards} discarded {'card' if cards == 1 else 'cards'} back"
        case c.EndActive():
            return "Active cards end"
        case c.Judge(text=text):
            return f"the GM judges: {text}"


def gives_words(content: Library, gives: Gives) -> str:
    """A standing bonus in words."""
    words = [f"{name.title()} {value:+}" for name, value in gives.attributes.items()]
    words += [f"{content.skills[key].name} {value:+}" for key, value in gives.skills.items()]
    figures = {
        "Hit Score": gives.hit_score,
        "Speed": gives.speed,
        "Max Health": gives.health,
        "Max Stamina": gives.stamina,
        "Power Roll number": gives.power,
        "Action Points": gives.action_points,
        "extra damage dice": gives.extra_dice,
    }
    words += [f"{name} {value:+}" for name, value in figures.items() if value]
    marks = (("Resistance", gives.resistances), ("Weakness", gives.weaknesses), ("Immunity", gives.immunities))
    for name, kinds in marks:
        words += [f"{name} to {', '.join(kind.title() for kind in kinds)}"] if kinds else []
    words += [f"can't be {content.statuses[key].name}" for key in gives.status_immunities]
    words += [f"sees in {'dim light' if gives.sees == 'dim' else gives.sees}" if gives.sees else ""]
    words += ["flies" if gives.flies else "", "can't fly" if gives.grounded else ""]
    for way, rolls in (("Advantage", gives.advantage), ("Disadvantage", gives.disadvantage)):
        names = [content.skills[key].name if key in content.skills else key for key in rolls]
        words += [f"{way} on {', '.join(names)}"] if names else []
    words += [f"attacked with {gives.attacked_with.title()}" if gives.attacked_with else ""]
    words += [f"unarmed {gives.unarmed}" if gives.unarmed else "", gives.judge]
    return "; ".join(word for word in words if word)
