"""Gear Cards in their slots: equipping and taking off, free of cost, never by force."""

from __future__ import annotations

from typing import cast

from tablelight.kernel.flow import Flow, at_once, choose
from tablelight.kernel.offers import GM, Answer, Choice, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.content.model import Slot
from tablelight.systems.forgelight.flows import turns
from tablelight.systems.forgelight.flows.common import ForgeGame, being, controller, lib, own, pick, refuse, who_field
from tablelight.systems.forgelight.state import ForgeState

GROUP = "Gear"
SLOTS: tuple[str, ...] = ("weapon", "wildcard", "armor", "active")


def not_now(game: ForgeGame, who: str) -> Refused | None:
    """When gear may be changed in a fight (forgelight/gear-no-cost, option gear-change-timing)."""
    timing = game.options["gear-change-timing"]
    if not game.state.fighting(who) or timing == "any-time":
        return None
    if timing == "out-of-combat":
        return refuse("gear-no-cost", "in-combat", "At this table gear is changed outside combat only.")
    if not game.state.turn(who):
        return refuse("gear-no-cost", "not-your-turn", f"Gear is changed on {being(game, who).name}'s own turn.")
    return None


def unfit(game: ForgeGame, who: str, gear: str, slot: str) -> Refused | None:
    """Why a piece of gear can't go into a slot (forgelight/gear-slots, forgelight/wildcard-slot-shared)."""
    one, kind = being(game, who), lib(game).gear[gear]
    rules = {"weapon": "weapon-card", "shield": "shield-card", "armor": "armor-card"}
    if one.kind == "companion":
        return refuse("companion-sheet", "no-slots", "A companion has no gear slots.")
    if slot not in kind.fits:
        return refuse(rules[kind.kind], "wrong-slot", f"{kind.name} fits: {' or '.join(kind.fits)}.")
    if slot == "wildcard" and "wildcard" in one.active:
        card = lib(game).cards[one.active["wildcard"]].name
        return refuse("wildcard-slot-shared", "taken", f"The wildcard slot holds {card}; end it first.")
    if slot in one.gear:
        held = lib(game).gear[one.gear[slot]].name
        return refuse("gear-slots", "taken", f"The {slot} slot holds {held}; take it off first.")
    return None


# ------------------------------------------------------------------ equipping


def wearers(game: ForgeGame, seat: Seat) -> list[str]:
    """Those of a seat who can change gear; companions too, so that the refusal says why not."""
    return [who for who in own(game.state, seat) if being(game, who).up]


def _offer_equip(game: ForgeGame, seat: Seat) -> Offer | None:
    """Gear that was found or bought, or is carried; the GM sees to it that it is there."""
    people = wearers(game, seat)
    if not people:
        return None
    gear = [(key, one.name) for key, one in lib(game).gear.items()]
    fields = (
        who_field(game, people),
        pick("gear", "Gear Card", gear),
        pick("slot", "Slot", [(slot, f"{slot} slot") for slot in SLOTS]),
    )
    return Offer("equip", "Equip gear", fields, "forgelight/gear-slots", cost="free", group=GROUP)


def _check_equip(game: ForgeGame, answer: Answer) -> Refused | None:
    who = answer.text("who")
    return unfit(game, who, answer.text("gear"), answer.text("slot")) or not_now(game, who)


def _begin_equip(game: ForgeGame, answer: Answer) -> Flow[None]:
    who, gear, slot = answer.text("who"), answer.text("gear"), cast("Slot", answer.text("slot"))
    game.record(e.GearEquipped(who=who, gear=gear, slot=slot, rule="forgelight/gear-no-cost"))
    yield from turns.settled(game)


# ------------------------------------------------------------------ taking off


def _offer_remove(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            f"take-off:{who}:{slot}",
            f"{being(game, who).name} takes off {lib(game).gear[gear].name}",
            rule="forgelight/gear-no-cost",
            cost="free",
            group=GROUP,
            refused=not_now(game, who),
        )
        for who in wearers(game, seat)
        for slot, gear in being(game, who).gear.items()
    )


def _begin_remove(game: ForgeGame, answer: Answer) -> Flow[None]:
    """Without a pack, gear that is taken off is left behind (forgelight/gear-without-slot, option carried-gear)."""
    _, who, slot = answer.key.split(":")
    gear = being(game, who).gear[cast("Slot", slot)]
    kept = game.options["carried-gear"] == "pack"
    if not kept:
        name = lib(game).gear[gear].name
        rule = "forgelight/gear-without-slot"
        choices = (Choice("leave", f"Leave {name} behind"), Choice("keep", "Keep it on"))
        question = f"{name} has no other place: leave it behind?"
        if (yield from choose(controller(game.state, who), question, choices, rule)) == "keep":
            return
    game.record(
        e.GearRemoved(who=who, slot=cast("Slot", slot), gear=gear, kept=kept, rule="forgelight/gear-without-slot")
    )
    yield from turns.settled(game)


def _offer_give(game: ForgeGame, seat: Seat) -> Offer | None:
    """With packs, found gear is carried (option carried-gear)."""
    people = [key for key, one in game.state.beings.items() if one.kind == "pc" and not one.dead]
    if seat != GM or not people or game.options["carried-gear"] != "pack":
        return None
    gear = [(key, one.name) for key, one in lib(game).gear.items()]
    fields = (who_field(game, people), pick("gear", "Gear Card", gear))
    return Offer("give-gear", "Put gear into somebody's pack", fields, "forgelight/gear-without-slot", group=GROUP)


@at_once
def _begin_give(game: ForgeGame, answer: Answer) -> None:
    who, gear = answer.text("who"), answer.text("gear")
    game.record(e.GearFound(who=who, gear=gear, rule="forgelight/gear-without-slot"))


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("equip", _offer_equip, _begin_equip, _check_equip),
    Action("take-off", _offer_remove, _begin_remove),
    Action("give-gear", _offer_give, _begin_give),
)
