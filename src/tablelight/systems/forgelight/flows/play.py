"""Playing an Ability Card: announce, check, pay, carry out, put it where its mark says (forgelight/card-play-order)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.flow import Flow, choose
from tablelight.kernel.grid import Spot
from tablelight.kernel.offers import Choice, Refused
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.content.model import AbilityCard, ActiveSlot, When
from tablelight.systems.forgelight.content.packs import parts_of
from tablelight.systems.forgelight.flows import attack, effects, ground, harm, settle
from tablelight.systems.forgelight.flows.common import ForgeGame, being, called, controller, lib, refuse

Mode: TypeAlias = Literal["turn", "reaction", "follow-up", "blaze", "sure blaze"]
PLAYED: frozenset[When] = frozenset(("play",))


class Play(Struct, frozen=True):
    """A card as it is announced: on whom, where, into which slot, and on which occasion."""

    who: str
    card: str
    targets: tuple[str, ...] = ()
    aim: Spot | None = None
    slot: ActiveSlot | Literal[""] = ""
    mode: Mode = "turn"


def play(game: ForgeGame, one: Play) -> Flow[None]:
    """One card from hand to wherever its mark sends it."""
    card = lib(game).cards[one.card]
    if card.area:
        one = replace(one, targets=covered(game, one))
        if not (yield from _confirmed(game, one)):
            return
    game.record(_paid(game, one, card))
    attacks = yield from _carried_out(game, one, card)
    after_play(game, one, card)
    yield from settle.settle(game)
    open_follow_ups(game, one, attacks)


def _paid(game: ForgeGame, one: Play, card: AbilityCard) -> e.CardPlayed:
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


def _carried_out(game: ForgeGame, one: Play, card: AbilityCard) -> Flow[int]:
    """The text of the card from top to bottom; gives how many weapon attacks it made."""
    attacks = 0
    if card.attack:
        attacks = yield from _attacks(game, one, card)
    elif card.damage and one.targets:
        yield from _area_damage(game, one, card)
    if card.area or not card.attack or any(being(game, target).present for target in one.targets):
        yield from effects.carry_out(game, one.who, one.targets, one.card, PLAYED)
    yield from settle.settle(game)
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
            yield from attack.strike(game, strike)
            yield from settle.settle(game)
            made += card.attack.with_ == "weapon"
    return made


def _can_go_on(game: ForgeGame, one: Play, target: str) -> bool:
    able = being(game, one.who).up or one.mode in ("blaze", "sure blaze")
    return able and being(game, target).present


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


# ------------------------------------------------------------------ areas


def covered(game: ForgeGame, one: Play) -> tuple[str, ...]:
    """Whom an area hits: on the map whoever is in it, else whom the player named (forgelight/aoe-hits-everyone)."""
    area = lib(game).cards[one.card].area
    assert area
    here = being(game, one.who).at is not None and game.state.scene.ground is not None
    people = ground.inside(game.state, one.who, area, one.aim) if here else list(one.targets)
    return tuple(key for key in people if not ground.spared(game.state, one.who, area, key))


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


def react(game: ForgeGame, who: str, card: str, subject: str) -> Flow[None]:
    """A card as a Reaction: no Action Points, Stamina as usual (forgelight/reaction-no-action-points)."""
    game.record(e.ReactionSpent(who=who, card=card, rule="forgelight/reaction-limit"))
    kind = lib(game).cards[card]
    targets: Sequence[str] = (who,) if kind.target in ("self", "none", "ally") else (subject,)
    slot = free_slot(game, who) if kind.after == "active" else ""
    yield from play(game, Play(who, card, tuple(targets), being(game, subject).at, slot, "reaction"))


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
