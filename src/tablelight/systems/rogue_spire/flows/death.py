"""Death's door: a free die every minute, and a 1 is the end."""

from __future__ import annotations

from tablelight.kernel.flow import Flow, roll
from tablelight.kernel.offers import GM
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows.common import SpireGame, controller
from tablelight.systems.rogue_spire.state import SpireState

ROLL = "rogue-spire/deaths-door-roll"


def is_dying(state: SpireState, who: str) -> bool:
    """On death's door, and not dead yet."""
    character = state.characters.get(who)
    return bool(character and character.life == "on death's door")


def dying(state: SpireState) -> list[str]:
    """Everyone on death's door."""
    return [key for key in state.characters if is_dying(state, key)]


def roll_death(game: SpireGame, who: str, minute: int) -> Flow[None]:
    """A free die; own dice can't help (rogue-spire/deaths-door-roll, rogue-spire/free-die, rogue-spire/death)."""
    secret = game.options["death-rolls"] == "secret"
    by = GM if secret else controller(game.state, who)
    (face,) = yield from roll((m.FREE_DIE,), by, ROLL, ("free d4",))
    if not is_dying(game.state, who):
        return
    told = (GM,) if secret else None
    game.record(e.DeathRolled(who=who, face=face, minute=minute, rule=ROLL, seen_by=told))
    if m.kills(face):
        game.record(e.Died(who=who, known=not secret, rule="rogue-spire/death", seen_by=told))


def roll_minute(game: SpireGame, who: str) -> Flow[None]:
    """A full minute since the wound or the last roll is over."""
    yield from roll_death(game, who, game.state.characters[who].door_minutes + 1)


def pass_time(game: SpireGame, seconds: int, reason: str = "") -> Flow[None]:
    """Let time go by; whoever is on death's door rolls at the end of each full minute since the wound."""
    if not seconds:
        return
    game.record(e.TimePassed(seconds=seconds, reason=reason, rule=ROLL))
    counts = {who: game.state.characters[who].door_seconds for who in dying(game.state)}
    while seconds and counts:
        step = max(0, min(seconds, *(m.MINUTE - count for count in counts.values())))
        seconds -= step
        for who in list(counts):
            counts[who] += step
            if counts[who] >= m.MINUTE:
                counts[who] = 0
                yield from roll_minute(game, who)
            if not is_dying(game.state, who):
                del counts[who]
    for who, count in counts.items():
        if count:
            game.record(e.DoorCounted(who=who, seconds=count, rule=ROLL))


def pass_round(game: SpireGame) -> Flow[None]:
    """A round ends: with a round length, the rounds since a wound make up its minutes (option round-seconds)."""
    if game.options["round-seconds"] == "unset":
        return
    length = int(game.options["round-seconds"])
    game.record(e.TimePassed(seconds=length, reason="a round", rule=ROLL))
    for who in dying(game.state):
        seconds, full = m.round_passes(game.state.characters[who].door_seconds, length)
        if full:
            yield from roll_minute(game, who)
        else:
            game.record(e.DoorCounted(who=who, seconds=seconds, rule=ROLL))
