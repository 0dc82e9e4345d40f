"""Reactions: cards played out of turn when their trigger happens, once a round, asked for in initiative order."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tablelight.kernel.flow import Flow, ask
from tablelight.kernel.grid import Spot
from tablelight.kernel.offers import Offer, Refused
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight.content.model import AbilityCard, Trigger
from tablelight.systems.forgelight.flows import play
from tablelight.systems.forgelight.flows.common import (
    ForgeGame,
    apart,
    being,
    called,
    controller,
    foes_of,
    in_order,
    lib,
    refuse,
    weapon,
)

WORDS: dict[Trigger, str] = {
    "walks-away": "an enemy walks away from you",
    "missed": "an attack misses you",
    "hit": "an attack hits you",
    "ally-hit": "an attack hits an ally",
}


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
        wanted = WORDS[card.reaction]
        return refuse("reaction-card", "no-trigger", f"{card.name} answers when {wanted}; that did not happen.")
    if card.stamina > one.stamina:
        text = f"{card.name} needs {card.stamina} Stamina; {one.name} has {one.stamina}."
        return refuse("stamina-spending", "stamina", text)
    return None


def offer_to(game: ForgeGame, people: Iterable[str], trigger: Trigger, subject: str, text: str) -> Flow[None]:
    """Ask each who may react, in initiative order; each Reaction is carried out before the next is offered
    (forgelight/reaction-order)."""
    for who in in_order(game.state, people):
        if not _may_answer(game, who, trigger, subject):
            continue
        seat = controller(game.state, who)
        offers = _offers(game, who, trigger, subject)
        question = f"{text}: does {called(game, who)} react?"
        answer = yield from ask(question, lambda seat=seat, offers=offers: [(seat, offer) for offer in offers])
        if answer.key != "pass":
            yield from play.react(game, who, answer.key.partition(":")[2], subject)


def _may_answer(game: ForgeGame, who: str, trigger: Trigger, subject: str) -> bool:
    one = being(game, who)
    unseen = being(game, subject).hidden and one.side == "party"
    if cannot(game, who) or not being(game, subject).present or unseen:
        return False
    return any(not unfit(game, who, card, trigger) for card in one.hand)


def _offers(game: ForgeGame, who: str, trigger: Trigger, subject: str) -> list[Offer]:
    offers = [_offer(game, who, key, lib(game).cards[key], trigger, subject) for key in being(game, who).hand]
    return [*offers, Offer("pass", "Let it go", rule="forgelight/reaction-card")]


def _offer(game: ForgeGame, who: str, key: str, card: AbilityCard, trigger: Trigger, subject: str) -> Offer:
    cost = f"{card.stamina} Stamina" if card.stamina else "free"
    return Offer(
        f"react:{key}",
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


def walking_away(game: ForgeGame, mover: str, watchers: Iterable[str]) -> Flow[None]:
    """An enemy walks away; the attack happens while it is still in reach (forgelight/reaction-attack-card)."""
    name = called(game, mover)
    yield from offer_to(game, watchers, "walks-away", mover, f"{name} walks away")


def after_attack(game: ForgeGame, attacker: str, target: str, hit: bool) -> Flow[None]:
    """What an attack may provoke: a Reaction of its target, or of the target's friends."""
    if not being(game, attacker).present:
        return
    words = f"{called(game, attacker)} {'hits' if hit else 'misses'} {called(game, target)}"
    yield from offer_to(game, (target,), "hit" if hit else "missed", attacker, words)
    if hit:
        friends = [key for key in foes_of(game.state, attacker) if key != target]
        yield from offer_to(game, friends, "ally-hit", attacker, words)
