"""Reading the state: scores, speed, armor, who is vulnerable, what AP somebody can pay with."""

from __future__ import annotations

from collections.abc import Container
from itertools import combinations

from msgspec.structs import replace

from tablelight.kernel.grid import adjacent, opposite
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.state.character import Character
from tablelight.systems.actlite.state.table import ActState


def with_character(state: ActState, key: str, changed: Character) -> ActState:
    """The state with one character replaced."""
    return replace(state, characters={**state.characters, key: changed})


def slug(name: str, taken: Container[str]) -> str:
    """A short readable id for a name that is not taken yet."""
    base = "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "unnamed"
    found, count = base, 1
    while found in taken:
        count += 1
        found = f"{base}-{count}"
    return found


def base_scores(who: Character) -> dict[str, int]:
    """Scores with what skills add, before exhaustion."""
    scores = dict(who.scores)
    for skill in who.skills.values():
        for attribute, plus in skill.scores.items():
            if attribute in scores:
                scores[attribute] += plus
    return scores


def tired(who: Character) -> m.Weariness:
    """What exhaustion takes off scores and speed (actlite/status-exhaustion)."""
    if not who.conditions.exhaustion:
        return m.Weariness(0, 0)
    return m.weariness(who.conditions.exhaustion, max(base_scores(who).values(), default=0))


def score(who: Character, attribute: str) -> int | None:
    """The current score, None where the attribute is lacking (actlite/attribute-absent)."""
    if attribute not in who.scores:
        return None
    if not who.skills and not who.conditions.exhaustion:
        return who.scores[attribute]
    return base_scores(who)[attribute] - tired(who).scores


def speed(who: Character) -> int:
    """Effective movement speed (actlite/movement-speed)."""
    legs = sum(injury.limb == "leg" for injury in who.conditions.injuries)
    faster = sum(skill.speed for skill in who.skills.values())
    return m.speed_left(who.speed + faster, tired(who).speed, len(who.conditions.lame), legs)


def general_type(damage: str) -> str:
    """The general type that a type or sub-type counts as, by its first letter (actlite/damage-subtypes)."""
    return damage[:1].upper()


def reduction(who: Character, damage: str) -> int:
    """What armor takes off damage of a type; what is listed for a sub-type is added (actlite/armor-reduction)."""
    general = general_type(damage)
    named = who.armor.reduces.get(general, 0)
    if damage != general:
        named += who.armor.reduces.get(damage, 0)
    return named + sum(skill.reduces.get(general, 0) for skill in who.skills.values())


def vulnerable(state: ActState, key: str, *, prone_counts: bool = True) -> tuple[str, ...]:
    """Why a character is vulnerable, or nothing (actlite/status-vulnerable)."""
    who = state.characters[key]
    causes = who.conditions.vulnerable
    if prone_counts and who.conditions.prone:
        causes = (*causes, "prone")
    return (*causes, FLANKED) if FLANKED not in causes and flanked(state, key) else causes


FLANKED = "attacked from opposite sides"


def flanked(state: ActState, key: str) -> bool:
    """Whether two of the other side stand on opposite sides of a character on the map."""
    who = state.characters[key]
    body = who.body
    if not state.ground or not body:
        return False
    others = [one.body for one in state.characters.values() if one.body and one.acts and one.kind != who.kind]
    beside = [other for other in others if adjacent(other, body)]
    return any(opposite(one, other, body) for one, other in combinations(beside, 2))


def ap(state: ActState, key: str) -> int:
    """The AP a character can pay with now: cards in hand, and what their open window adds."""
    initiative = state.initiative
    if not initiative or key not in initiative.piles:
        return 0
    window = initiative.open
    more = window.temp + window.credit if window and window.who == key else 0
    return initiative.piles[key].hand + more


def holders(state: ActState) -> list[str]:
    """Those who hold AP cards and can act (actlite/round-end)."""
    if not state.initiative:
        return []
    return [
        key
        for key, pile in state.initiative.piles.items()
        if pile.hand and key in state.characters and state.characters[key].acts
    ]
