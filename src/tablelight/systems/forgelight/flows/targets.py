"""What a card still needs to know when it is played: on whom, where, into which slot; and who is no target."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.offers import Choice, Field, Refused
from tablelight.systems.forgelight.content.model import AbilityCard, ActiveSlot
from tablelight.systems.forgelight.flows import cards, ground
from tablelight.systems.forgelight.flows.common import ForgeGame, apart, being, controller, known, lib, refuse, weapon


def fields(game: ForgeGame, who: str, card: AbilityCard) -> tuple[Field, ...]:
    """Targets, a place, a slot: whatever this card needs."""
    return tuple(_fields(game, who, card))


def _fields(game: ForgeGame, who: str, card: AbilityCard) -> Iterator[Field]:
    one = being(game, who)
    mapped = one.at is not None and game.state.scene.ground is not None
    if card.area and mapped:
        if card.area.shape != "around":
            yield Field("cell", "Where", "cell", tuple(_aims(game, who, card)))
    elif card.area or card.target not in ("self", "none"):
        yield target_field(game, who, card)
    if card.after == "active":
        yield _slot_field(game, who)


def _aims(game: ForgeGame, who: str, card: AbilityCard) -> Iterator[Choice]:
    assert card.area
    feet = card.range or (card.area.feet if card.area.shape == "line" else 30)
    for spot in ground.in_range(game.state, who, feet):
        yield Choice(spot.key, spot.key)


def target_field(game: ForgeGame, who: str, card: AbilityCard) -> Field:
    seat = controller(game.state, who)
    people = [key for key in known(game.state, seat) if _listed(game, who, key, card)]
    choices = tuple(
        Choice(key, being(game, key).name, refused=None if card.area else unfit(game, who, key, card)) for key in people
    )
    if card.area:
        return Field("on", "Who is in the area", "many", choices, least=0, most=len(choices))
    if card.targets > 1:
        return Field("on", "On whom, in order", "many", choices, least=1, most=min(card.targets, len(choices)))
    legal = [choice.key for choice in choices if not choice.refused]
    return Field("on", "On whom", "choice", choices, default=legal[0] if len(legal) == 1 else None)


def _listed(game: ForgeGame, who: str, key: str, card: AbilityCard) -> bool:
    """Whom the field names at all: dead friends too, so that it says why not."""
    one, same = being(game, key), being(game, key).side == being(game, who).side
    if card.area:
        return one.present
    wanted = {"enemy": not same, "ally": same, "anyone": True}.get(card.target, False)
    return wanted and not one.fled and not one.out


def unfit(game: ForgeGame, who: str, target: str, card: AbilityCard) -> Refused | None:
    """Why somebody is no target: dead, or out of reach."""
    one = being(game, target)
    if one.dead:
        return refuse("dead-is-final", "dead", f"{one.name} is dead.")
    feet = reach_of(game, who, card)
    there = apart(being(game, who), one)
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
