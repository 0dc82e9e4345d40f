"""The clock and resting: each hour's choice, what a Rest takes away, coins for injuries."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.kernel.flow import Flow, at_once, roll
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows.common import (
    SECRET_QUESTION,
    TIME,
    ActGame,
    choice_field,
    choose,
    is_on,
    number_field,
    owner,
    refuse,
    rule,
    shown,
)
from tablelight.systems.actlite.flows.conditions import ease
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.flows.harm import restore
from tablelight.systems.actlite.state import ActState, Character

EIGHT = 8
BY_EIGHT = 3

# ------------------------------------------------------------------ the clock


def pass_time(game: ActGame, minutes: int) -> None:
    """Let time pass, and what it ends end (actlite/status-lame, actlite/hex-lifetime)."""
    if not minutes:
        return
    game.record(e.TimePassed(minutes=minutes, rule=rule("rest-definition")))
    now = game.state.clock
    for key, who in game.state.characters.items():
        over = sum(lame.until is not None and lame.until <= now for lame in who.conditions.lame)
        ease(game, key, "lame", over, "status-lame")
    for key, written in game.state.written.items():
        if written.usable and not written.independent and written.since + m.DAY <= now:
            game.record(e.HexExpired(key=key, why="24 hours have passed", rule=rule("hex-lifetime")))


def _offer_time(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.initiative:
        return None
    fields = (number_field("hours", "Hours", 0, 999, 0), number_field("minutes", "Minutes", 0, 59, 10))
    return Offer("pass-time", "Let time pass", fields, rule("rest-definition"), group=TIME)


def _pass_time(game: ActGame, answer: Answer) -> None:
    pass_time(game, answer.number("hours") * m.HOUR + answer.number("minutes"))


# ------------------------------------------------------------------ a Rest


def _offer_rest(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people:
        return None
    busy = None
    if game.state.initiative:
        busy = refuse("rest-definition", "initiative", "Being in initiative is strain.")
    choices = tuple(Choice(key, who.name, refused=_no_rest(who)) for key, who in people)
    able = tuple(choice.key for choice in choices if not choice.refused)
    party = tuple(key for key in able if game.state.characters[key].kind == "pc")
    fields = (
        Field("who", "Who rests", "many", choices, least=min(1, len(able)), most=len(choices), default=party or able),
        number_field("hours", "Full hours", 0, 72, 1),
        number_field("minutes", "and minutes of an hour that is broken off", 0, 59, 0),
        choice_field(
            "sleep", "Sleep", (Choice("auto", "from eight hours on"), Choice("yes", "yes"), Choice("no", "no")), "auto"
        ),
    )
    note = "Each hour: all standard health, or 1 crit health."
    if not able and not busy:
        busy = next(choice.refused for choice in choices)
    return Offer("rest", "Rest", fields, rule("rest-definition"), note=note, group=TIME, refused=busy)


def _no_rest(who: Character) -> Refused | None:
    if who.down and (not who.conditions.stabilized or who.dead):
        return refuse("rest-definition", "down", f"{who.name} is down and rests only while [stabilized].")
    return None


def _rest(game: ActGame, answer: Answer) -> Flow[None]:
    """Hours in a row are one Rest, however long (actlite/rest-definition)."""
    who, hours = answer.many("who"), answer.number("hours")
    _begin(game, who)
    full = {key: sound(game.state.characters[key]) for key in who}
    for hour in range(1, hours + 1):
        pass_time(game, m.HOUR)
        for key in who:
            yield from _hour(game, key, hour, full[key])
    if answer.text("sleep") == "yes" or (answer.text("sleep") == "auto" and hours >= EIGHT):
        _sleep(game, who)
    if hours and is_on(game, "injury-flip", "per-rest"):
        for key in who:
            if full[key]:
                yield from _flip(game, key)
    if answer.number("minutes"):
        pass_time(game, answer.number("minutes"))
        game.record(e.RestBroken(who=who, minutes=answer.number("minutes"), rule=rule("rest-definition")))


def sound(who: Character) -> bool:
    """Whether a Rest begins at full crit health, so that coins are flipped for injuries (actlite/status-injury)."""
    return who.crit >= who.max_crit


def _begin(game: ActGame, who: Sequence[str]) -> None:
    secret = tuple(key for key in who if "stabilized" in game.state.characters[key].secrets)
    openly = tuple(key for key in who if key not in secret)
    if openly:
        game.record(e.RestBegan(who=openly, rule=rule("rest-definition")))
    if secret:
        game.record(e.RestBegan(who=secret, rule=rule("stabilized-stop"), seen_by=(GM,)))


def _hour(game: ActGame, key: str, hour: int, full: bool) -> Flow[None]:
    """A full hour: the choice of health, then what a Rest takes away (actlite/rest-hour, actlite/rest-eight)."""
    who = game.state.characters[key]
    if who.dead:
        return
    secret = "stabilized" in who.secrets
    yield from _choice(game, key, who, secret)
    seen = (GM,) if secret and game.state.characters[key].down else None
    game.record(e.HourRested(who=key, hour=hour, rule=rule("rest-hour"), seen_by=seen))
    if hour == 1:
        ease(game, key, "exhaustion", 1, "rest-exhaustion")
    if hour % EIGHT == 0:
        less = 1 if hour == EIGHT and is_on(game, "exhaustion-rest", "replace") else 0
        ease(game, key, "exhaustion", BY_EIGHT - less, "rest-eight")
        yield from _heal_injury(game, key)
    if full and is_on(game, "injury-flip", "per-hour"):
        yield from _flip(game, key)


def _choice(game: ActGame, key: str, who: Character, secret: bool) -> Flow[None]:
    """All standard health or 1 crit; the GM chooses while being [stabilized] is a secret (actlite/stabilized-stop)."""
    seat = GM if secret else owner(game.state, key)
    choices = [
        Choice("standard", f"{who.name}: all standard health", f"{who.standard} of {who.max_standard}"),
        Choice(
            "crit",
            f"{who.name}: 1 crit health",
            f"{who.crit} of {who.max_crit}" + (", the way to wake up" if who.down else ""),
        ),
    ]
    question = SECRET_QUESTION if secret or who.hidden else f"{who.name} rests an hour"
    chosen = yield from choose(seat, question, choices[:: -1 if who.down else 1], "rest-hour")
    crit = int(chosen == "crit")
    standard = 0 if crit else who.max_standard
    yield from restore(game, key, "rest", crit=crit, standard=standard, name="rest-hour", secret=secret)


def _heal_injury(game: ActGame, key: str) -> Flow[None]:
    """One injury of the player's choice goes (actlite/rest-eight)."""
    injuries = game.state.characters[key].conditions.injuries
    if not injuries:
        return
    at = 0
    if len(injuries) > 1:
        choices = [Choice(str(n), injury.limb) for n, injury in enumerate(injuries)]
        question = f"Which injury of {shown(game.state, key)} heals?"
        at = int((yield from choose(owner(game.state, key), question, choices, "rest-eight")))
    game.record(e.InjuryHealed(who=key, at=at, limb=injuries[at].limb, rule=rule("rest-eight")))


def _flip(game: ActGame, key: str) -> Flow[None]:
    """A coin for each injury; heads removes it (actlite/status-injury)."""
    count = len(game.state.characters[key].conditions.injuries)
    at = 0
    for _ in range(count):
        (coin,) = yield from roll((m.COIN,), owner(game.state, key), rule("status-injury"), ("1 is heads",))
        game.record(e.CoinFlipped(who=key, heads=coin == m.HEADS, rule=rule("status-injury")))
        if coin == m.HEADS:
            limb = game.state.characters[key].conditions.injuries[at].limb
            game.record(e.InjuryHealed(who=key, at=at, limb=limb, rule=rule("status-injury")))
        else:
            at += 1


def _sleep(game: ActGame, who: Sequence[str]) -> None:
    """Sleep ends the bound hexes of their author, without effect (actlite/hex-lifetime)."""
    for key, written in game.state.written.items():
        if written.author in who and written.usable and not written.independent:
            game.record(e.HexExpired(key=key, why="its author slept", rule=rule("hex-lifetime")))


def clock_words(state: ActState) -> str:
    """The GM's clock in words."""
    days, minutes = divmod(state.clock, m.DAY)
    return f"day {days + 1}, {minutes // m.HOUR:02d}:{minutes % m.HOUR:02d}"


ACTIONS: tuple[Action[ActState], ...] = (
    act("rest", _offer_rest, _rest),
    act("pass-time", _offer_time, at_once(_pass_time)),
)
