"""Conditions: inflicting and easing them, and the choice that an injury brings."""

from __future__ import annotations

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Offer, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.common import (
    GM_GROUP,
    ActGame,
    choice_field,
    choose,
    controller,
    is_on,
    number_field,
    rule,
    shown,
    text_field,
    who_field,
)
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import LIMBS, ActState, Character, ConditionName, Injury, Lasting

CONDITIONS: tuple[ConditionName, ...] = (
    "bleed", "exhaustion", "injury", "lame", "poison", "heal", "prone", "stun", "vulnerable", "stabilized",
)  # fmt: skip


def inflict(
    game: ActGame, key: str, condition: ConditionName, amount: int = 1, cause: str = "", until: int | None = None
) -> Flow[None]:
    """Give a character a condition, as often as it can be had (actlite/condition-stacking)."""
    if condition == "injury":
        for _ in range(amount):
            yield from injure(game, key)
        return
    more = room_for(game, game.state.characters[key], condition, amount)
    if not more:
        return
    game.record(
        e.ConditionGained(
            who=key, condition=condition, amount=more, cause=cause, until=until, rule=rule(f"status-{condition}")
        )
    )


def room_for(game: ActGame, who: Character, condition: ConditionName, amount: int) -> int:
    """How many of a condition are really gained (actlite/condition-stacking)."""
    now = who.conditions
    mode = game.options["condition-stacking"]
    match condition:
        case "stun":
            return min(amount, 1 - min(now.stun, 1)) if mode == "single-stun" else amount
        case "bleed":
            return amount if mode == "all" else 1 - min(now.bleed, 1)
        case "lame":
            return amount if mode == "all" else 1 - min(len(now.lame), 1)
        case "prone":
            return 0 if now.prone else 1
        case "stabilized":
            return 0 if now.stabilized else 1
        case "vulnerable":
            return 1
        case _:
            return amount


def injure(game: ActGame, key: str) -> Flow[None]:
    """The target chooses between a leg and a limb (actlite/status-injury)."""
    choices = [Choice("leg", "A leg: speed 1 lower")]
    choices += [Choice(limb, f"The {limb}: disadvantage while it is used") for limb in LIMBS if limb != "leg"]
    question = f"{shown(game.state, key)} is injured: where?"
    limb = yield from choose(controller(game.state, key), question, choices, "status-injury")
    game.record(e.InjuryTaken(who=key, injury=Injury(limb), rule=rule("status-injury")))


def ease(game: ActGame, key: str, condition: ConditionName, amount: int, name: str, cause: str = "") -> None:
    """Take away as many of a condition as there are, up to an amount."""
    less = min(amount, have(game.state.characters[key], condition))
    if less:
        game.record(e.ConditionEased(who=key, condition=condition, amount=less, cause=cause, rule=rule(name)))


def have(who: Character, condition: ConditionName) -> int:
    """How many of a condition a character has."""
    now = who.conditions
    match condition:
        case "poison":
            return now.poison
        case "heal":
            return now.heal
        case "exhaustion":
            return now.exhaustion
        case "stun":
            return now.stun
        case "bleed":
            return now.bleed
        case "lame":
            return len(now.lame)
        case "injury":
            return len(now.injuries)
        case "prone":
            return int(now.prone)
        case "vulnerable":
            return len(now.vulnerable)
        case "stabilized":
            return int(now.stabilized)


def unusable_arm(game: ActGame, who: Character, arms: tuple[str, ...]) -> bool:
    """Whether an arm can't be used at all (option disabled-arm)."""
    if not is_on(game, "disabled-arm", "unusable"):
        return False
    return any(injury.disabled and injury.limb in arms for injury in who.conditions.injuries)


# ------------------------------------------------------------------ the GM gives and takes them


def _offer_inflict(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people:
        return None
    fields = (
        who_field(people),
        choice_field("condition", "Condition", [Choice(one, f"[{one}]") for one in CONDITIONS]),
        number_field("amount", "How many", 1, 20, 1),
        text_field("cause", "Cause, for [vulnerable]", 80),
        number_field("minutes", "Minutes until it ends, for [lame]; 0 is open", 0, 10_000, 0),
    )
    return Offer("inflict", "Give a condition", fields, rule("condition-stacking"), group=GM_GROUP)


def _inflict(game: ActGame, answer: Answer) -> Flow[None]:
    minutes = answer.number("minutes")
    until = game.state.clock + minutes if minutes else None
    condition = condition_of(answer)
    yield from inflict(game, answer.text("who"), condition, answer.number("amount"), answer.text("cause"), until)


def condition_of(answer: Answer) -> ConditionName:
    """The condition that an answer names."""
    return next(one for one in CONDITIONS if one == answer.text("condition"))


def _offer_ease(game: ActGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.here() if _eased(who)]
    if seat != GM or not people:
        return None
    there = [one for one in CONDITIONS if any(have(who, one) for _, who in people)]
    causes = dict.fromkeys(cause for _, who in people for cause in who.conditions.vulnerable)
    fields = (
        who_field(people),
        choice_field("condition", "Condition", [Choice(one, f"[{one}]") for one in there]),
        number_field("amount", "How many", 1, 20, 1),
        choice_field(
            "cause", "Cause, for [vulnerable]", [Choice("all", "all"), *(Choice(c, c) for c in causes)], "all"
        ),
    )
    return Offer("ease", "Take a condition away", fields, rule("condition-stacking"), group=GM_GROUP)


def _eased(who: Character) -> bool:
    return any(have(who, one) for one in CONDITIONS)


def _ease(game: ActGame, answer: Answer) -> None:
    key, condition = answer.text("who"), condition_of(answer)
    who = game.state.characters[key]
    if condition == "injury":
        for _ in range(min(answer.number("amount"), len(who.conditions.injuries))):
            limb = game.state.characters[key].conditions.injuries[0].limb
            game.record(e.InjuryHealed(who=key, at=0, limb=limb, rule=rule("status-injury")))
    elif condition == "vulnerable":
        causes = who.conditions.vulnerable if answer.text("cause") == "all" else (answer.text("cause"),)
        for cause in causes:
            ease(game, key, condition, 1, "status-vulnerable", cause)
    else:
        ease(game, key, condition, answer.number("amount"), f"status-{condition}")


def _offer_lasting(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people:
        return None
    fields = (
        who_field(people),
        text_field("name", "Name, such as burning", 80, least=1),
        number_field("damage", "Damage at each round begin", 0, 99, 0),
        number_field("heal", "Health at each round begin", 0, 99, 0),
        number_field("ends", "Ends at the beginning of round; 0 is open", 0, 999, 0),
    )
    return Offer("lasting", "Begin a lasting effect", fields, rule("round-begin-effects"), group=GM_GROUP)


def _lasting(game: ActGame, answer: Answer) -> None:
    lasting = Lasting(
        answer.text("name"), answer.number("damage"), answer.number("heal"), answer.number("ends") or None
    )
    game.record(e.LastingBegan(who=answer.text("who"), lasting=lasting, rule=rule("round-begin-effects")))


ACTIONS: tuple[Action[ActState], ...] = (
    act("inflict", _offer_inflict, _inflict),
    act("ease", _offer_ease, at_once(_ease)),
    act("lasting", _offer_lasting, at_once(_lasting)),
)
