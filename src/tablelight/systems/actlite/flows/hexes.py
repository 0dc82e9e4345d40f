"""Hexes: what becomes of them when they are activated or destroyed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows import effects
from tablelight.systems.actlite.flows.common import (
    HEX,
    ActGame,
    choice_field,
    controller,
    hexes,
    is_on,
    may_act,
    name,
    own,
    put,
    refuse,
    rule,
    settled,
    shown,
    unable,
)
from tablelight.systems.actlite.flows.declaring import declare, end
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import ActState, Written

NOBODY = "nobody"
AND = "+"
"""Stands between hexes that are named together."""
READY = ("hand", "wrapped")

Place: TypeAlias = Literal["hand", "body", "pack", "wrapped"]
PLACES: tuple[Place, ...] = ("hand", "body", "pack", "wrapped")


def off(game: ActGame) -> Refused | None:
    """The refusal where hexes are not played (actlite/hex-module)."""
    if is_on(game, "hexes"):
        return None
    return refuse("hex-module", "off", "The hex rules are not in use at this table.")


def title(state: ActState, parts: Sequence[str]) -> str:
    """The names of hexes in a row."""
    known = hexes(state)
    return " + ".join(known[part].name if part in known else part for part in parts)


def ready(written: Written) -> bool:
    """Whether a written hex can be used."""
    return written.usable and not written.unpaid


# ------------------------------------------------------------------ going off


def go_off(game: ActGame, key: str, by: str, target: str, why: str) -> Flow[None]:
    """Activation destroys, destruction activates; without what it needs it is lost without effect
    (actlite/hex-destroyed-activates, actlite/hex-requirement-unmet)."""
    written = game.state.written[key]
    if not ready(written):
        game.record(e.HexGone(key=key, why="it had no power any more", rule=rule("hex-lifetime")))
        return
    met = yield from needs_met(game, (*written.parts, *written.modifiers))
    name = "hex-destroyed-activates" if met else "hex-requirement-unmet"
    game.record(e.HexActivated(key=key, who=by, effect=met, why=why, rule=rule(name)))
    if met:
        yield from carry_out(game, written.parts, written.modifiers, by, target, _author(written))


def _author(written: Written) -> str:
    """Whom effects on the author reach: nobody through an independent hex (actlite/independent-basics)."""
    return "" if written.independent else written.author


def needs_met(game: ActGame, keys: Sequence[str]) -> Flow[bool]:
    """Whether the GM confirms all that hexes need (actlite/hex-requirement-unmet)."""
    known = hexes(game.state)
    fields = (settled("parts", "Hexes", AND.join(keys), title(game.state, keys)),)
    yes = Offer("yes", "It is met", fields, rule("hex-requirement-unmet"), main=True)
    no = Offer("no", "It is not met", rule=rule("hex-requirement-unmet"), main=True)
    for key in keys:
        if known[key].needs:
            question = f"{known[key].name} needs: {known[key].needs}"
            answer = yield from put(question, lambda: [(GM, yes), (GM, no)])
            if answer.key == "no":
                return False
    return True


def carry_out(
    game: ActGame, parts: Sequence[str], modifiers: Sequence[str], by: str, target: str, author: str
) -> Flow[None]:
    """All hexes of a combination happen, each with every modifier (actlite/modifier-combining, -whole)."""
    known = hexes(game.state)
    times = 1
    for key in modifiers:
        times *= known[key].times
    changed = f" (with {', '.join(known[key].name for key in modifiers)})" if modifiers else ""
    for key in (*parts, *modifiers):
        one = known[key]
        name = "modifier-whole" if one.modifier else "modifier-combining"
        if one.text and not one.modifier:
            game.record(e.Told(who=by, text=f"{one.name}: {one.text}{changed}", rule=rule(name)))
        for effect in one.effects:
            on = author if effect.on == "author" else target or by
            if on:
                yield from effects.apply(game, effect, by, on, one.name, times)


def attack_hexes(game: ActGame, who: str, target: str) -> Flow[None]:
    """Hexes that an attack activates cost nothing beyond it (actlite/hex-activation-condition)."""
    if not game.state.written:
        return
    known = hexes(game.state)
    for key, written in list(game.state.written.items()):
        fits = written.bearer == who and written.where in READY and ready(written)
        if not fits or not any(known[part].on_attack for part in written.parts):
            continue
        if (yield from _activated(game, key, who)):
            yield from go_off(game, key, who, target, "an attack")


def _activated(game: ActGame, key: str, who: str) -> Flow[bool]:
    """Whether the attacker lets a hex go off (actlite/hex-activation-condition)."""
    name = title(game.state, game.state.written[key].parts)
    fields = (settled("hex", "Hex", key, name),)
    yes = Offer("yes", "Activate it", fields, rule("hex-activation-condition"), main=True)
    no = Offer("no", "Not now", rule=rule("hex-activation-condition"), main=True)
    seat = controller(game.state, who)
    question = f"{shown(game.state, who)} attacks: activate {name}?"
    answer = yield from put(question, lambda: [(seat, yes), (seat, no)])
    return answer.key == "yes"


# ------------------------------------------------------------------ activating


def _borne(game: ActGame, seat: Seat) -> Iterator[tuple[str, Written]]:
    mine = {key for key, _ in own(game.state, seat)}
    return ((key, written) for key, written in game.state.written.items() if written.bearer in mine)


def _activation_cost(game: ActGame, written: Written) -> int:
    if written.where in READY:
        return int(is_on(game, "hex-in-hand", "one-ap"))
    return 1


def _offer_activate(game: ActGame, seat: Seat) -> Offer | None:
    choices: list[Choice] = []
    for key, written in _borne(game, seat):
        cost = _activation_cost(game, written)
        words = "in hand" if written.where in READY else f"{cost} AP to find it"
        stopped = may_act(game, written.bearer, cost, "activating a hex")
        choices.append(Choice(key, title(game.state, written.parts), words, refused=stopped))
    if not choices:
        return None
    stopped = None if any(not choice.refused for choice in choices) else choices[0].refused
    people = [Choice(key, who.name) for key, who in game.state.here() if not who.hidden]
    fields = (
        choice_field("hex", "Which", choices),
        choice_field("target", "On", [Choice(NOBODY, "nobody"), *people], NOBODY),
    )
    return Offer(
        "activate", "Activate a hex", fields, rule("hex-search-activate"), group=HEX, refused=off(game) or stopped
    )


def _activate(game: ActGame, answer: Answer) -> Flow[None]:
    """In hand it is free; searching for one and activating it costs 1 AP in all (actlite/hex-search-activate)."""
    key = answer.text("hex")
    written = game.state.written[key]
    cost = _activation_cost(game, written)
    bearer = written.bearer
    target = "" if answer.text("target") == NOBODY else answer.text("target")
    why = "torn" if written.strip else "activated"
    if not cost:
        yield from go_off(game, key, bearer, target, why)
        return
    gone = refuse("hex-search-activate", "gone", "The hex is gone.")
    going = yield from declare(
        game,
        bearer,
        "activating a hex",
        cost,
        lambda: None if key in game.state.written else gone,
        name="hex-search-activate",
        target=target,
    )
    if going:
        yield from go_off(game, key, bearer, target, why)
        end(game, bearer)


def _offer_tear(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.written or off(game):
        return None
    people = [Choice(key, who.name) for key, who in game.state.here()]
    fields = (
        choice_field("hex", "Which", [Choice(k, owned(game.state, w)) for k, w in game.state.written.items()]),
        choice_field("who", "Who does it", people),
        choice_field("target", "On", [Choice(NOBODY, "nobody"), *people], NOBODY),
    )
    note = "Torn, smudged, burned: whoever causes it, it activates."
    return Offer("destroy", "Destroy a written hex", fields, rule("hex-destroyed-activates"), note=note, group=HEX)


def owned(state: ActState, written: Written) -> str:
    return f"{title(state, written.parts)} ({name(state, written.bearer)})"


def _tear(game: ActGame, answer: Answer) -> Flow[None]:
    target = "" if answer.text("target") == NOBODY else answer.text("target")
    yield from go_off(game, answer.text("hex"), answer.text("who"), target, "destroyed")


def _offer_hand(game: ActGame, seat: Seat) -> Offer | None:
    found = [
        Choice(key, title(game.state, written.parts), refused=unable(game.state.characters[written.bearer]))
        for key, written in _borne(game, seat)
    ]
    if not found or off(game):
        return None
    people = [Choice(key, who.name) for key, who in game.state.here() if not who.hidden or seat == GM]
    places = (Choice("hand", "in hand"), Choice("body", "on the body"), Choice("pack", "in a pack"),
              Choice("wrapped", "wrapped around a grip or hand"))  # fmt: skip
    busy = (
        refuse("initiative-when", "initiative", "Not in the middle of initiative.") if game.state.initiative else None
    )
    fields = (
        choice_field("hex", "Which", found),
        choice_field("to", "To", people),
        choice_field("where", "Where", places),
    )
    return Offer("hand-over", "Put or hand over a hex", fields, rule("invocation-activation"), group=HEX, refused=busy)


def _hand(game: ActGame, answer: Answer) -> None:
    key = answer.text("hex")
    written = game.state.written[key]
    moved = replace(written, bearer=answer.text("to"), where=place_of(answer))
    game.record(e.HexChanged(key=key, written=moved, rule=rule("invocation-activation")))


def place_of(answer: Answer) -> Place:
    return next(one for one in PLACES if one == answer.text("where"))


ACTIONS: tuple[Action[ActState], ...] = (
    act("activate", _offer_activate, _activate, anytime=True),
    act("hand-over", _offer_hand, at_once(_hand)),
    act("destroy", _offer_tear, _tear),
)
