"""What a card still needs to know when it is played: on whom, where, into which slot; and who is no target."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import GM, Choice, Field, Refused
from tablelight.systems.forgelight.content.model import AbilityCard, ActiveSlot, Target
from tablelight.systems.forgelight.flows import cards, ground
from tablelight.systems.forgelight.flows.common import ForgeGame, apart, being, body, controller, lib, refuse, weapon
from tablelight.systems.forgelight.state import Being


def fields(game: ForgeGame, who: str, card: AbilityCard) -> tuple[Field, ...]:
    """Targets, a place, a slot: whatever this card needs."""
    return tuple(_fields(game, who, card))


def _fields(game: ForgeGame, who: str, card: AbilityCard) -> Iterator[Field]:
    one = being(game, who)
    mapped = one.at is not None and game.state.scene.ground is not None
    if card.area and mapped:
        if card.area.shape != "around":
            yield Field("cell", "Where", "cell", _aims(game, who, card))
    elif card.area or card.target not in ("self", "none"):
        yield target_field(game, who, card)
    if card.after == "active":
        yield _slot_field(game, who)


def _aims(game: ForgeGame, who: str, card: AbilityCard) -> tuple[Choice, ...]:
    assert card.area
    feet = card.range or (card.area.feet if card.area.shape == "line" else 30)
    here, board = body(being(game, who)), ground.board(game.state)
    return ground.choices_within(board, here.at, here.size, feet) if here and board else ()


def target_field(game: ForgeGame, who: str, card: AbilityCard) -> Field:
    """Whom it is played on; whoever can't be chosen says why not."""
    beings, all_known = game.state.beings, controller(game.state, who) == GM
    if card.area:
        there = _present(beings, all_known)
        return Field("on", "Who is in the area", "many", there, least=0, most=len(there))
    choices = _candidates(beings, who, card.target, reach_of(game, who, card), all_known)
    if card.targets > 1:
        return Field("on", "On whom, in order", "many", choices, least=1, most=min(card.targets, len(choices)))
    legal = [choice.key for choice in choices if not choice.refused]
    return Field("on", "On whom", "choice", choices, default=legal[0] if len(legal) == 1 else None)


@remembered(64)
def _present(beings: dict[str, Being], all_known: bool) -> tuple[Choice, ...]:
    """Everyone whom the one who plays knows to be there."""
    return tuple(
        [Choice(key, one.name) for key, one in beings.items() if one.present and (all_known or not one.hidden)]
    )


@remembered(256)
def _candidates(beings: dict[str, Being], who: str, wanted: Target, feet: int, all_known: bool) -> tuple[Choice, ...]:
    """Whom a card names at all, dead friends too; the same for all cards that reach as far."""
    here, away = beings[who], _feet_to(beings, who)
    sides = {"enemy": (False,), "ally": (True,), "anyone": (False, True), "self": (), "none": ()}[wanted]
    return tuple(
        [
            Choice(key, one.name, refused=_unfit(one, away[key], feet))
            for key, one in beings.items()
            if (one.side == here.side) in sides and not (one.fled or one.out) and (all_known or not one.hidden)
        ]
    )


@remembered(64)
def _feet_to(beings: dict[str, Being], who: str) -> dict[str, int]:
    return {key: apart(beings[who], one) for key, one in beings.items()}


def _unfit(one: Being, there: int, feet: int) -> Refused | None:
    """Why somebody is no target: dead, or out of reach."""
    if one.dead:
        return refuse("dead-is-final", "dead", f"{one.name} is dead.")
    if there > feet:
        return refuse("card-play-from-hand", "too-far", f"{one.name} is {there} ft away; it reaches {feet} ft.")
    return None


def reach_of(game: ForgeGame, who: str, card: AbilityCard) -> int:
    """How far a card reaches: its own range, the weapon's, or a hand's."""
    held = weapon(lib(game), being(game, who))
    with_weapon = card.attack is not None and card.attack.with_ == "weapon"
    return card.range or (held.range if held and with_weapon else 5)


def _slot_field(game: ForgeGame, who: str) -> Field:
    slots: tuple[ActiveSlot, ...] = ("active", "wildcard")
    choices = tuple(Choice(slot, f"{slot} slot", refused=_taken(game, who, slot)) for slot in slots)
    return Field("slot", "Into which slot", "choice", choices, default=cards.free_slot(game, who) or None)


def _taken(game: ForgeGame, who: str, slot: ActiveSlot) -> Refused | None:
    there = cards.slot_taken(game, who, slot)
    return refuse("wildcard-slot-shared", "taken", f"The {slot} slot holds {there}.") if there else None
