"""Playing a card, and what it sets off (forgelight/card-play-order).

An attack provokes a Reaction, which is a card; whoever falls by it may choose a Blaze of Glory, which is a card again.
What thus calls for one another stands here together; the pieces lie in modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tablelight.kernel.flow import Flow, ask, choose
from tablelight.kernel.offers import Choice, Offer
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.content.model import AbilityCard, Trigger, When
from tablelight.systems.forgelight.content.packs import parts_of
from tablelight.systems.forgelight.flows import (
    attack,
    blaze,
    cards,
    companions,
    death,
    effects,
    harm,
    reactions,
    settle,
)
from tablelight.systems.forgelight.flows.cards import Play
from tablelight.systems.forgelight.flows.common import ForgeGame, being, called, controller, foes_of, in_order, lib

PLAYED: frozenset[When] = frozenset(("play",))


def play(game: ForgeGame, one: Play) -> Flow[None]:
    """One card from hand to wherever its mark sends it."""
    card = lib(game).cards[one.card]
    if card.area:
        one = replace(one, targets=cards.covered(game, one))
        if not (yield from _confirmed(game, one)):
            return
    game.record(cards.paid(game, one, card))
    attacks = yield from _carried_out(game, one, card)
    cards.after_play(game, one, card)
    yield from settled(game)
    cards.open_follow_ups(game, one, attacks)


def _carried_out(game: ForgeGame, one: Play, card: AbilityCard) -> Flow[int]:
    """The text of the card from top to bottom; gives how many weapon attacks it made."""
    attacks = 0
    if card.attack:
        attacks = yield from _attacks(game, one, card)
    elif card.damage and one.targets:
        yield from _area_damage(game, one, card)
    if card.area or not card.attack or any(being(game, target).present for target in one.targets):
        yield from effects.carry_out(game, one.who, one.targets, one.card, PLAYED)
    yield from settled(game)
    return attacks


def _attacks(game: ForgeGame, one: Play, card: AbilityCard) -> Flow[int]:
    """One roll for each attack on each target, in the order named (forgelight/attack-roll)."""
    assert card.attack
    made = 0
    for target in one.targets:
        for _ in range(card.attack.times):
            if not _can_go_on(game, one, target):
                break
            strike = attack.Strike(
                one.who, target, one.card, off_hand=one.mode == "follow-up", sure=one.mode == "sure blaze"
            )
            hit = yield from attack.strike(game, strike)
            yield from _answers(game, one.who, target, hit)
            yield from settled(game)
            made += card.attack.with_ == "weapon"
    return made


def _can_go_on(game: ForgeGame, one: Play, target: str) -> bool:
    able = being(game, one.who).up or one.mode in ("blaze", "sure blaze")
    return able and being(game, target).present


def _confirmed(game: ForgeGame, one: Play) -> Flow[bool]:
    """The user is warned of friends in the area before anything is paid (forgelight/aoe-hits-everyone)."""
    side = being(game, one.who).side
    friends = [called(game, key) for key in one.targets if being(game, key).side == side]
    if not friends or not lib(game).cards[one.card].damage:
        return True
    verb = "is" if len(friends) == 1 else "are"
    question = f"{' and '.join(friends)} {verb} in the area too. Go on?"
    choices = (Choice("go-on", "Go on"), Choice("hold-back", "Don't play the card"))
    rule = "forgelight/aoe-hits-everyone"
    return (yield from choose(controller(game.state, one.who), question, choices, rule)) == "go-on"


def _area_damage(game: ForgeGame, one: Play, card: AbilityCard) -> Flow[None]:
    """No Attack Roll, one damage roll for all, or one for each (forgelight/aoe-damage-roll)."""
    parts = parts_of(card.damage)
    if game.options["aoe-damage-roll"] == "shared" or not card.area:
        totals = yield from harm.roll_damage(game, one.who, parts, False)
        for target in one.targets:
            harm.hurt(game, target, totals, "forgelight/aoe-damage-roll")
        return
    for target in one.targets:
        totals = yield from harm.roll_damage(game, one.who, parts, False)
        harm.hurt(game, target, totals, "forgelight/aoe-damage-roll")


# ------------------------------------------------------------------ Reactions


def _answers(game: ForgeGame, attacker: str, target: str, hit: bool) -> Flow[None]:
    """What an attack may provoke: a Reaction of its target, or of the target's friends (forgelight/reaction-card)."""
    if not being(game, attacker).present:
        return
    words = f"{called(game, attacker)} {'hits' if hit else 'misses'} {called(game, target)}"
    yield from _offer_reactions(game, (target,), "hit" if hit else "missed", attacker, words)
    if hit:
        friends = [key for key in foes_of(game.state, attacker) if key != target]
        yield from _offer_reactions(game, friends, "ally-hit", attacker, words)


def walking_away(game: ForgeGame, mover: str, watchers: Iterable[str]) -> Flow[None]:
    """An enemy walks away; the attack happens while it is still in reach (forgelight/reaction-attack-card)."""
    name = called(game, mover)
    yield from _offer_reactions(game, watchers, "walks-away", mover, f"{name} walks away")
    yield from settled(game)


def _offer_reactions(game: ForgeGame, people: Iterable[str], trigger: Trigger, subject: str, text: str) -> Flow[None]:
    """Ask each who may react, in initiative order; each Reaction is carried out before the next is offered
    (forgelight/reaction-order)."""
    for who in in_order(game.state, people):
        if not reactions.may_answer(game, who, trigger, subject):
            continue
        seat = controller(game.state, who)
        offers = reactions.offers(game, who, trigger, subject)
        question = f"{text}: does {called(game, who)} react?"
        answer = yield from ask(question, lambda seat=seat, offers=offers: [(seat, offer) for offer in offers])
        if answer.key != "pass":
            yield from _react(game, who, answer.key.rpartition(":")[2], subject)


def _react(game: ForgeGame, who: str, card: str, subject: str) -> Flow[None]:
    """A card as a Reaction: no Action Points, Stamina as usual (forgelight/reaction-no-action-points)."""
    game.record(e.ReactionSpent(who=who, card=card, rule="forgelight/reaction-limit"))
    yield from play(game, cards.answering(game, who, card, subject))


# ------------------------------------------------------------------ what follows at once


def settled(game: ForgeGame) -> Flow[None]:
    """Whatever a resolved hit or event brings: falls, retreats, defeats, the choices at 0 Health, in this order."""
    while True:
        before = game.state
        yield from settle.falls(game)
        companions.flee_at_zero(game)
        yield from settle.defeats(game)
        yield from _death_choices(game)
        settle.cut_pools(game)
        if game.state is before:
            return


def _death_choices(game: ForgeGame) -> Flow[None]:
    """Everyone who reached 0 Health chooses, in initiative order (forgelight/death-choice-timing)."""
    while True:
        waiting = in_order(game.state, [key for key, one in game.state.beings.items() if one.verge])
        if not waiting:
            return
        yield from _choose_death(game, waiting[0])


def _choose_death(game: ForgeGame, who: str) -> Flow[None]:
    """Drop Unconscious, Risk It All or Blaze of Glory (forgelight/verge-of-death)."""
    seat = controller(game.state, who)
    offers = [
        (seat, Offer(key, label, rule=f"forgelight/{rule}", note=note, main=True))
        for key, label, rule, note in death.WAYS
    ]
    answer = yield from ask(f"{called(game, who)} is on the verge of death", lambda: offers)
    if answer.key == "drop-unconscious":
        death.drop(game, who)
    elif answer.key == "risk-it-all":
        yield from death.risk(game, who)
    else:
        yield from _burn(game, who)
        death.die(game, who, "a blaze of glory", "forgelight/blaze-of-glory-death")


def _burn(game: ForgeGame, who: str) -> Flow[None]:
    """One card from hand played without paying, or one described deed (forgelight/blaze-of-glory-action)."""
    offers = [(controller(game.state, who), offer) for offer in blaze.offers(game, who)]
    answer = yield from ask(f"{called(game, who)}'s last action", lambda: offers)
    card = answer.key.partition(":")[2]
    what = lib(game).cards[card].name if card else answer.text("text")
    game.record(e.BlazeBegan(who=who, what=what, rule=blaze.RULE))
    sure = yield from blaze.granted(game, who, what)
    if card:
        yield from play(game, cards.announced(who, card, answer, "sure blaze" if sure else "blaze"))
    else:
        yield from blaze.deed(game, who, what, sure)
