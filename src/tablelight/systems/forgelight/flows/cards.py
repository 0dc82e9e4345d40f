"""An Ability Card as it is announced: what it costs then, whom its area covers, its slot, where it goes afterwards."""

from __future__ import annotations

from typing import Literal, TypeAlias, cast

from msgspec import Struct

from tablelight.kernel.grid import Spot, read_spot
from tablelight.kernel.offers import Answer, Refused
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.content.model import AbilityCard, ActiveSlot
from tablelight.systems.forgelight.flows import ground
from tablelight.systems.forgelight.flows.common import ForgeGame, being, lib, refuse

Mode: TypeAlias = Literal["turn", "reaction", "follow-up", "blaze", "sure blaze"]


class Play(Struct, frozen=True):
    """A card as it is announced: on whom, where, into which slot, and on which occasion."""

    who: str
    card: str
    targets: tuple[str, ...] = ()
    aim: Spot | None = None
    slot: ActiveSlot | Literal[""] = ""
    mode: Mode = "turn"


def announced(who: str, card: str, answer: Answer, mode: Mode = "turn") -> Play:
    """The card as an answer names its targets, place and slot."""
    on = answer.args.get("on", ())
    cell = answer.args.get("cell")
    return Play(
        who,
        card,
        (on,) if isinstance(on, str) else tuple(cast("tuple[str, ...]", on)),
        read_spot(cell) if isinstance(cell, str) else None,
        cast("ActiveSlot", answer.args.get("slot", "")),
        mode,
    )


def answering(game: ForgeGame, who: str, card: str, subject: str) -> Play:
    """A card as a Reaction: on whoever set it off, or on oneself (forgelight/reaction-card)."""
    kind = lib(game).cards[card]
    on = who if kind.target in ("self", "none", "ally") else subject
    slot = free_slot(game, who) if kind.after == "active" else ""
    return Play(who, card, (on,), being(game, subject).at, slot, "reaction")


def paid(game: ForgeGame, one: Play, card: AbilityCard) -> e.CardPlayed:
    """What a card costs on this occasion (forgelight/card-play-costs, forgelight/reaction-no-action-points)."""
    free = one.mode in ("blaze", "sure blaze")
    on_turn = game.state.turn(one.who) is not None
    ap = {"turn": card.ap, "follow-up": 1}.get(one.mode, 0) if on_turn else 0
    return e.CardPlayed(
        who=one.who,
        card=one.card,
        ap=ap,
        stamina=0 if free else card.stamina,
        targets=one.targets,
        rule="forgelight/card-play-costs",
    )


def covered(game: ForgeGame, one: Play) -> tuple[str, ...]:
    """Whom an area hits: on the map whoever is in it, else whom the player named (forgelight/aoe-hits-everyone)."""
    area = lib(game).cards[one.card].area
    assert area
    here = being(game, one.who).at is not None and game.state.scene.ground is not None
    people = ground.inside(game.state, one.who, area, one.aim) if here else list(one.targets)
    return tuple(key for key in people if not ground.spared(game.state, one.who, area, key))


def after_play(game: ForgeGame, one: Play, card: AbilityCard) -> None:
    """Return, Discard or Active (forgelight/card-after-play)."""
    if one.card not in being(game, one.who).playing:
        return
    if card.after == "return":
        game.record(e.CardReturned(who=one.who, card=one.card, rule="forgelight/card-after-play-return"))
    elif card.after == "active" and one.slot:
        rule = "forgelight/card-after-play-active"
        game.record(e.CardActivated(who=one.who, card=one.card, slot=one.slot, rounds=card.lasts, rule=rule))
    else:
        game.record(e.CardDiscarded(who=one.who, card=one.card, rule="forgelight/card-after-play-discard"))


def open_follow_ups(game: ForgeGame, one: Play, attacks: int) -> None:
    """Each weapon attack opens one off-hand attack (forgelight/dual-wield-follow-up, option dual-wield-chain)."""
    turn = game.state.turn(one.who)
    if turn is None or one.mode not in ("turn", "follow-up"):
        return
    count = attacks if one.mode == "turn" else turn.follow_ups - 1
    if one.mode == "follow-up" and game.options["dual-wield-chain"] == "yes":
        count += attacks
    area = lib(game).cards[one.card].area is not None
    game.record(
        e.FollowUpOpened(
            who=one.who, count=count, attacked=attacks > 0, area=area, rule="forgelight/dual-wield-follow-up"
        )
    )


# ------------------------------------------------------------------ slots for Active cards


def free_slot(game: ForgeGame, who: str) -> ActiveSlot | Literal[""]:
    """The first slot that an Active card may take now (forgelight/active-slot-capacity)."""
    if not slot_taken(game, who, "active"):
        return "active"
    return "" if slot_taken(game, who, "wildcard") else "wildcard"


def slot_taken(game: ForgeGame, who: str, slot: ActiveSlot) -> str:
    """What lies in a slot, in words, or nothing (forgelight/wildcard-slot-shared)."""
    one = being(game, who)
    if slot in one.active:
        return lib(game).cards[one.active[slot]].name
    if slot == "wildcard" and one.kind == "companion":
        return "nothing: companions have none"
    return lib(game).gear[one.gear["wildcard"]].name if slot == "wildcard" and "wildcard" in one.gear else ""


def no_slot(game: ForgeGame, who: str) -> Refused:
    """The refusal of an Active card while no slot is free, with the ways out (forgelight/active-slot-capacity)."""
    one = being(game, who)
    ways = [f"end {lib(game).cards[card].name}" for card in one.active.values()]
    if "wildcard" in one.gear:
        ways.append(f"take {lib(game).gear[one.gear['wildcard']].name} out of the wildcard slot")
    return refuse("active-slot-capacity", "no-slot", f"No slot is free: {' or '.join(ways)} first.")
