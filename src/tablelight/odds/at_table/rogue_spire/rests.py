"""Rests, and death's door: who comes there, and while time passes."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.kernel.offers import GM
from tablelight.odds import rogue_spire as r
from tablelight.odds.at_table.told import Asked, Chances, Fact, chance
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows import rests
from tablelight.systems.rogue_spire.flows.common import known_life, reading, split, ties_are_chosen
from tablelight.systems.rogue_spire.state import VITALITY, Character, RestKind, die_name


def tell_rest(asked: Asked) -> Chances | None:
    """What a rest rolls: a free die for each wounded die of those who sleep, and death's door meanwhile."""
    kind: RestKind = "night" if asked.offer.key == "night-rest" else "quick"
    facts = _healing(asked, asked.many("who")) if kind == "night" else []
    return _if_any([*facts, *_deaths(asked, rests.minutes_of(asked.game, kind) * m.MINUTE)])


def tell_completed(asked: Asked) -> Chances | None:
    """The same for a rest that was begun, before it is let happen."""
    rest = asked.game.state.rest
    if not rest:
        return None
    facts = _healing(asked, rest.who) if rest.kind == "night" else []
    return _if_any([*facts, *_deaths(asked, rests.minutes_of(asked.game, rest.kind) * m.MINUTE)])


def tell_time(asked: Asked) -> Chances | None:
    """Who dies while so much time passes (rogue-spire/deaths-door-roll)."""
    return _if_any(_deaths(asked, (asked.number("minutes") or 0) * m.MINUTE + (asked.number("seconds") or 0)))


def tell_round(asked: Asked) -> Chances | None:
    """Who dies as a round ends (option round-seconds)."""
    length = asked.game.options["round-seconds"]
    if length == "unset":
        return None
    facts = [
        chance(f"{who.name} dies", r.dead_within(1))
        for who in _on_the_door(asked)
        if m.round_passes(who.door_seconds, int(length))[1]
    ]
    return _if_any(facts)


def tell_harm(asked: Asked) -> Chances | None:
    """Who dies of harm done now, where the first roll falls due at once (option first-death-roll)."""
    if asked.game.options["first-death-roll"] != "at-once":
        return None
    chosen = [split(each) for each in asked.many("dice")]
    facts = [
        chance(f"{who.name} dies", r.dead_within(1))
        for key, die in chosen
        if die == VITALITY and _falls(asked, who := asked.game.state.characters[key])
    ]
    return _if_any(facts)


def _falls(asked: Asked, who: Character) -> bool:
    """Whether the harm wounds a vitality die that was not wounded (rogue-spire/vitality-wounded)."""
    if who.vitality.harm == "wounded":
        return False
    again = asked.game.options["strain-again"] == "wound"
    return asked.offer.key == "wound" or m.strained(who.vitality.marks, again) == m.WOUNDED


def _if_any(facts: list[Fact]) -> Chances | None:
    return Chances(tuple(facts)) if facts else None


def _healing(asked: Asked, sleepers: Sequence[str]) -> list[Fact]:
    """The free die of each wounded die of those who sleep (rogue-spire/natural-healing)."""
    option = asked.game.options["natural-healing-td"]
    nights = r.Nights(natural_td=option, ties_heal=ties_are_chosen(asked.game), rules=r.Rules(reading(asked.game)))
    return [
        chance(f"{who.name}'s {die_name(each)} heals", r.natural(each.sides, nights))
        for key, who in asked.game.state.here()
        if key in sleepers and known_life(who, asked.seat) != "dead"
        for each in who.dice.values()
        if each.harm == "wounded"
    ]


def _deaths(asked: Asked, seconds: int) -> list[Fact]:
    """Those on death's door, a free die for each full minute since the wound."""
    rolls = [(who.name, (who.door_seconds + seconds) // m.MINUTE) for who in _on_the_door(asked)]
    return [chance(f"{name} dies", r.dead_within(count)) for name, count in rolls if count]


def _on_the_door(asked: Asked) -> list[Character]:
    """Whoever is dying as far as this seat knows; where deaths are secret, only the Spire Master does."""
    if asked.game.options["death-rolls"] == "secret" and asked.seat != GM:
        return []
    people = asked.game.state.characters.items() if asked.seat == GM else asked.game.state.here()
    return [who for _, who in people if known_life(who, asked.seat) == "on death's door"]
