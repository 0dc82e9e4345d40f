"""Reactions: cards played out of turn when their trigger happens, once a round, asked for in initiative order."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.kernel.grid import Spot
from tablelight.kernel.offers import Offer, Refused
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight.content.model import AbilityCard, Trigger
from tablelight.systems.forgelight.content.words import TRIGGERS
from tablelight.systems.forgelight.flows.common import (
    ForgeGame,
    apart,
    being,
    foes_of,
    lib,
    refuse,
    weapon,
)


def cannot(game: ForgeGame, who: str) -> Refused | None:
    """Why a being can take no Reaction at all now."""
    one = being(game, who)
    if one.kind == "companion":
        return refuse("companion-no-reactions", "companion", "Companions take no Reactions.")
    if not one.up:
        return refuse("status-unconscious", "down", f"{one.name} can't react.")
    held = figures.held_by(lib(game), one, "react")
    if held:
        return refuse("status-effect-model", "held", f"{one.name} is {held} and can't react.")
    if not game.state.fight or not game.state.fighting(who):
        return refuse("reaction-limit", "no-fight", "Reactions belong to a fight and its rounds.")
    limit = one.figures.get("reactions", 1)
    if game.state.fight.reacted.count(who) >= limit:
        return refuse("reaction-limit", "spent", f"{one.name} has taken the Reaction of this round.")
    return None


def unfit(game: ForgeGame, who: str, key: str, trigger: Trigger) -> Refused | None:
    """Why this card can't answer this trigger (forgelight/reaction-card, forgelight/reaction-no-action-points)."""
    card, one = lib(game).cards[key], being(game, who)
    if not card.reaction:
        return refuse("reaction-card", "no-mark", f"{card.name} has no R mark.")
    if card.reaction != trigger:
        wanted = TRIGGERS[card.reaction]
        return refuse("reaction-card", "no-trigger", f"{card.name} answers when {wanted}; that did not happen.")
    if card.stamina > one.stamina:
        text = f"{card.name} needs {card.stamina} Stamina; {one.name} has {one.stamina}."
        return refuse("stamina-spending", "stamina", text)
    return None


def may_answer(game: ForgeGame, who: str, trigger: Trigger, subject: str) -> bool:
    """Whether a being may react to this at all: it has a card for it, and sees who did it."""
    one = being(game, who)
    unseen = being(game, subject).hidden and one.side == "party"
    if cannot(game, who) or not being(game, subject).present or unseen:
        return False
    return any(not unfit(game, who, card, trigger) for card in one.hand)


def offers(game: ForgeGame, who: str, trigger: Trigger, subject: str) -> list[Offer]:
    """Every card in hand, with why it doesn't fit, and letting it go."""
    cards = [_offer(game, who, key, lib(game).cards[key], trigger, subject) for key in being(game, who).hand]
    return [*cards, Offer("pass", "Let it go", rule="forgelight/reaction-card")]


def _offer(game: ForgeGame, who: str, key: str, card: AbilityCard, trigger: Trigger, subject: str) -> Offer:
    cost = f"{card.stamina} Stamina" if card.stamina else "free"
    return Offer(
        f"react:{who}:{subject}:{key}",
        f"{card.name} on {being(game, subject).name}",
        rule="forgelight/reaction-card",
        cost=cost,
        note=card.text,
        main=True,
        refused=unfit(game, who, key, trigger),
    )


# ------------------------------------------------------------------ triggers


def reach(game: ForgeGame, who: str) -> int:
    """How far a being's own weapon threatens, in feet: weapons for distance threaten no farther than a hand does."""
    held = weapon(lib(game), being(game, who))
    return held.range if held and held.range <= 10 else 5


def leaving(game: ForgeGame, mover: str, here: Spot, to: Spot) -> list[str]:
    """Enemies whose reach a step on foot would leave (forgelight/reaction-attack-card)."""
    before, after = replace(being(game, mover), at=here), replace(being(game, mover), at=to)
    found: list[str] = []
    for key in foes_of(game.state, mover):
        foe = being(game, key)
        if foe.at is not None and apart(foe, before) <= reach(game, key) < apart(foe, after):
            found.append(key)
    return found
