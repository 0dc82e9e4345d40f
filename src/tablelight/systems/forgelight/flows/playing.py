"""The offers of cards: one for each card of one's own, with its targets, its cost, and why it can't be played now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from tablelight.kernel.flow import Flow
from tablelight.kernel.offers import GM, Answer, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight.content.model import AbilityCard, ActiveSlot
from tablelight.systems.forgelight.content.words import TRIGGERS
from tablelight.systems.forgelight.faces import cost_words
from tablelight.systems.forgelight.flows import cards, companions, play, reactions, targets, turns
from tablelight.systems.forgelight.flows.common import (
    ForgeGame,
    being,
    cards_of,
    lib,
    own,
    refuse,
    weapon,
)
from tablelight.systems.forgelight.state import ForgeState, Turn

# ------------------------------------------------------------------ which cards are shown


def _shown(game: ForgeGame, seat: Seat) -> Iterator[tuple[str, str]]:
    """Whose cards a seat sees as offers: its own; the GM only those of whoever's turn it is."""
    for who in own(game.state, seat):
        one = being(game, who)
        if one.dead or one.out or (seat == GM and not game.state.turn(who)):
            continue
        yield from ((who, card) for card, _ in one.places())
        companion = game.state.companion_of(who)
        if companion and game.state.turn(who):
            yield from ((who, card) for card in being(game, companion).hand)


def _offer_cards(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(_offer(game, who, card) for who, card in _shown(game, seat))


def _offer(game: ForgeGame, who: str, key: str) -> Offer:
    card = lib(game).cards[key]
    refused = refused_card(game, who, key)
    return Offer(
        f"play:{who}:{key}",
        card.name,
        () if refused else targets.fields(game, who, card),
        "forgelight/card-play-from-hand",
        cost=cost_words(card),
        note=card.text,
        group=cards_of(game, who),
        main=refused is None and game.state.turn(who) is not None,
        warn=_warning(game, card),
        refused=refused,
    )


def refused_card(game: ForgeGame, who: str, key: str) -> Refused | None:
    """Why a card can't be played now, whatever one would choose; None if it can."""
    refused = cannot(game, who, key)
    if refused:
        return refused
    fields = targets.fields(game, who, lib(game).cards[key])
    lacking = next((field for field in fields if not any(c.refused is None for c in field.choices)), None)
    if lacking and not (lacking.kind == "many" and lacking.least == 0):
        return refuse("card-play-from-hand", "no-target", f"{lacking.label}: nobody fits.")
    return None


def _warning(game: ForgeGame, card: AbilityCard) -> str:
    return "" if not (card.area and card.damage) or card.area.spares else "It hits everyone in its area, friends too."


# ------------------------------------------------------------------ whether a card may be played


def cannot(game: ForgeGame, who: str, key: str) -> Refused | None:
    """Why a card can't be played on one's turn now: place, turn, costs, conditions, slots."""
    card = lib(game).cards[key]
    return (
        _not_in_hand(game, who, key)
        or _unable(game, who)
        or _not_now(game, who, card)
        or _too_dear(game, who, card)
        or _unmet(game, who, card)
        or (cards.no_slot(game, who) if card.after == "active" and not cards.free_slot(game, who) else None)
        or _mute(game, who)
    )


def _not_in_hand(game: ForgeGame, who: str, key: str) -> Refused | None:
    one, name = being(game, who), lib(game).cards[key].name
    place = dict(one.places()).get(key)
    if place is None:
        return refuse("companion-cards-own", "not-yours", f"{name} is not a card of {one.name}.")
    if place != "hand":
        return refuse("card-play-from-hand", "not-in-hand", f"{name} is in the {place}; only cards in hand are played.")
    return None


def _unable(game: ForgeGame, who: str) -> Refused | None:
    one = being(game, who)
    if not one.up:
        return refuse("status-unconscious", "down", f"{one.name} can't play cards.")
    held = figures.held_by(lib(game), one, "play")
    return refuse("status-effect-model", "held", f"{one.name} is {held} and can't play cards.") if held else None


def _not_now(game: ForgeGame, who: str, card: AbilityCard) -> Refused | None:
    """In a fight cards are for one's own turn; out of turn only as a Reaction (forgelight/reaction-card)."""
    if not game.state.fight or game.state.turn(who):
        return None
    if not game.state.fighting(who):
        return refuse("turn-action-points", "not-in-fight", f"{being(game, who).name} is not in the fight.")
    spent = reactions.cannot(game, who)
    if card.reaction and spent:
        return spent
    if card.reaction:
        text = f"{card.name} can be played out of turn only when {TRIGGERS[card.reaction]}."
        return refuse("reaction-card", "no-trigger", text)
    return refuse(
        "reaction-card", "no-mark", f"It is not {being(game, who).name}'s turn, and {card.name} has no R mark."
    )


def _too_dear(game: ForgeGame, who: str, card: AbilityCard) -> Refused | None:
    """forgelight/card-play-costs, forgelight/stamina-spending, forgelight/turn-action-points"""
    one, turn = being(game, who), game.state.turn(who)
    if turn and card.ap > turn.ap:
        rule = "companion-action-points" if one.kind == "companion" else "card-play-costs"
        return refuse(rule, "action-points", f"{card.name} needs {card.ap} Action Points; {turn.ap} left.")
    if card.stamina > one.stamina:
        return refuse("stamina-spending", "stamina", f"{card.name} needs {card.stamina} Stamina; {one.stamina} left.")
    return None


def _unmet(game: ForgeGame, who: str, card: AbilityCard) -> Refused | None:
    armed = weapon(lib(game), being(game, who)) is not None
    if card.needs == "weapon" and not armed:
        return refuse("card-play-from-hand", "needs-weapon", f"{card.name} needs a weapon.")
    if card.needs == "unarmed" and armed:
        return refuse("card-play-from-hand", "needs-bare-hands", f"{card.name} needs bare hands.")
    return None


def _mute(game: ForgeGame, who: str) -> Refused | None:
    one = being(game, who)
    if one.kind != "companion" or not companions.gives_no_commands(game, who):
        return None
    return refuse("companion-owner-down", "no-command", f"{one.name} gets no commands now.")


# ------------------------------------------------------------------ playing


def _begin(game: ForgeGame, answer: Answer) -> Flow[None]:
    _, who, card = answer.key.split(":")
    one = cards.announced(who, card, answer)
    if lib(game).cards[one.card].target in ("self", "ally") and not one.targets and not lib(game).cards[one.card].area:
        one = replace(one, targets=(one.who,))
    yield from play.play(game, one)
    yield from turns.go_on(game)


# ------------------------------------------------------------------ the off-hand attack

ATTACK = "attack"
"""The universal card that the off hand plays."""


def _offer_follow_up(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    offers: list[Offer] = []
    for who in own(game.state, seat):
        turn = game.state.turn(who)
        if turn and (turn.attacked or turn.area or turn.follow_ups):
            offers.append(_follow_up(game, who, turn))
    return tuple(offers)


def _follow_up(game: ForgeGame, who: str, turn: Turn) -> Offer:
    card = lib(game).cards[ATTACK]
    refused = no_follow_up(game, who, turn)
    return Offer(
        f"follow-up:{who}",
        f"{being(game, who).name}: off-hand attack",
        () if refused else (targets.target_field(game, who, card),),
        "forgelight/dual-wield-follow-up",
        cost="1 AP",
        group=cards_of(game, who),
        main=refused is None,
        refused=refused,
    )


def no_follow_up(game: ForgeGame, who: str, turn: Turn) -> Refused | None:
    """Why there is no off-hand attack now (forgelight/dual-wield-condition, forgelight/dual-wield-requirements)."""
    one, content = being(game, who), lib(game)
    main, off = one.gear.get("weapon"), weapon(content, one, off_hand=True)
    if not main or off is None:
        return refuse(
            "dual-wield-condition", "two-weapons", "Two weapons are needed, in the weapon and wildcard slots."
        )
    if not (content.gear[main].dual_wieldable and off.dual_wieldable):
        return refuse("dual-wield-condition", "not-dual", "Both weapons need the Dual-Wieldable trait.")
    if turn.follow_ups < 1 and turn.attacked:
        return refuse("dual-wield-no-chain", "no-chain", "The off-hand attack answers a main attack, not another.")
    if turn.follow_ups < 1:
        return refuse("dual-wield-follow-up", "no-attack", "No weapon attack was made just now.")
    if turn.ap < 1:
        return refuse("dual-wield-requirements", "action-points", "1 Action Point is needed; 0 left.")
    if ATTACK not in one.hand:
        place = dict(one.places()).get(ATTACK, "nowhere")
        return refuse(
            "dual-wield-requirements", "not-in-hand", f"The Attack card must be in hand; it is in the {place}."
        )
    if content.cards[ATTACK].stamina > one.stamina:
        return refuse("dual-wield-requirements", "stamina", "The Attack card's Stamina can't be paid.")
    return None


def _begin_follow_up(game: ForgeGame, answer: Answer) -> Flow[None]:
    who = answer.key.partition(":")[2]
    yield from play.play(game, cards.Play(who, ATTACK, (answer.text("on"),), mode="follow-up"))
    yield from turns.go_on(game)


# ------------------------------------------------------------------ ending Active cards


def _offer_end_active(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            f"end-active:{who}:{slot}",
            f"End {lib(game).cards[card].name}",
            rule="forgelight/active-end-voluntary",
            note="At no cost; it goes to the discard pile.",
            group=cards_of(game, who),
        )
        for who in own(game.state, seat)
        for slot, card in being(game, who).active.items()
        if being(game, who).up
    )


def _begin_end_active(game: ForgeGame, answer: Answer) -> Flow[None]:
    _, who, slot = answer.key.split(":")
    turns.end_one_active(game, who, cast("ActiveSlot", slot), "forgelight/active-end-voluntary")
    yield from turns.settled(game)


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("play", _offer_cards, _begin),
    Action("follow-up", _offer_follow_up, _begin_follow_up),
    Action("end-active", _offer_end_active, _begin_end_active),
)
