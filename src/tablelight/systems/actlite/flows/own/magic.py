"""A group's own hexes and modifiers."""

from __future__ import annotations

from typing import Literal, TypeAlias

from tablelight.kernel.offers import Answer, Choice, Field, Value
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.content.typed import read_effects, write_effects
from tablelight.systems.actlite.flows.common import (
    ActGame,
    choice_field,
    hexes,
    number_field,
    text_field,
    yes_no,
)
from tablelight.systems.actlite.flows.own.making import Making, field, read_names, write_names
from tablelight.systems.actlite.state import ActState, Hex

USUAL = -1
NO_DC = -1

Independence: TypeAlias = Literal["easy", "hard", "impossible"]
INDEPENDENCE: dict[str, Independence] = {"easy": "easy", "hard": "hard", "impossible": "impossible"}


def _fields(state: ActState) -> tuple[Field, ...]:
    durable = (Choice("no", "no"), Choice("also", "yes"), Choice("only", "only as a [durable] hex in a palette"))
    independence = (
        Choice("easy", "yes"),
        Choice("hard", "with further modifiers"),
        Choice("impossible", "by no known means"),
    )
    return (
        text_field("name", "Name", 80, least=1),
        text_field("text", "What it does, in words", 400),
        yes_no("modifier", "Is it a [modifier]?"),
        text_field(
            "effects", "Effects", 400,
            note="Such as “1d4 damage; push” or, on a modifier, “3 damage to author”. Without any, people judge it.",
        ),
        text_field("needs", "What it needs, which the GM confirms", 200),
        yes_no("on_attack", "Does an attack of its bearer activate it?"),
        number_field("base_dc", "Base DC to learn it; -1: the GM names one", NO_DC, 30, NO_DC),
        number_field("hours", "Hours to study it", 0, 99, 1),
        number_field("ap", "AP to write it in initiative; -1: as usual", USUAL, 30, USUAL),
        number_field("times", "For a modifier: how many times everything happens", 1, 9, 1),
        choice_field("durable", "Is it [durable]?", durable, "no"),
        number_field("cast_ap", "AP to cast it from a palette; -1: as usual", USUAL, 30, USUAL),
        choice_field("independence", "Can it be made [independent]?", independence, "easy"),
        number_field("hard", "So many further modifiers", 0, 9, 0),
        text_field("partners", "Combines only with", 200, note="Names of hexes; empty: with any."),
        yes_no("foreign", "May it be added to hexes that others wrote?"),
    )  # fmt: skip


def _read(game: ActGame, answer: Answer) -> Hex:
    with field("Effects"):
        effects = read_effects(answer.text("effects"))
    with field("Combines only with"):
        partners = read_names(answer.text("partners"), hexes(game.state), "hex")
    modifier = answer.text("modifier") == "yes"
    times, hard = answer.number("times"), answer.number("hard")
    independence = INDEPENDENCE[answer.text("independence")]
    _check(modifier, times, hard, independence)
    base_dc, ap, cast_ap = answer.number("base_dc"), answer.number("ap"), answer.number("cast_ap")
    return Hex(
        answer.text("name"),
        answer.text("text"),
        modifier,
        answer.text("durable") != "no",
        answer.text("durable") == "only",
        effects,
        answer.text("needs"),
        answer.text("on_attack") == "yes",
        None if base_dc == NO_DC else base_dc,
        answer.number("hours"),
        None if ap == USUAL else ap,
        None if cast_ap == USUAL else cast_ap,
        answer.text("foreign") == "yes",
        partners,
        independence,
        hard,
        times,
        judged=(not effects and times == 1) or any(effect.do == "say" for effect in effects),
    )


def _check(modifier: bool, times: int, hard: int, independence: Independence) -> None:
    """What single fields can't tell (actlite/hex-overrides)."""
    if times > 1 and not modifier:
        raise ValueError(f"Times: {times} is for a modifier only; a hex itself happens once")
    if hard and independence != "hard":
        raise ValueError(f"Further modifiers: {hard} is only for a hex that needs further modifiers to be independent")
    if independence == "hard" and not hard:
        raise ValueError("Further modifiers: 0 should be how many it needs to be independent, 1 or more")


def _write(state: ActState, one: Hex) -> dict[str, Value]:
    return {
        "name": one.name,
        "text": one.text,
        "modifier": "yes" if one.modifier else "no",
        "effects": write_effects(one.effects),
        "needs": one.needs,
        "on_attack": "yes" if one.on_attack else "no",
        "base_dc": NO_DC if one.base_dc is None else one.base_dc,
        "hours": one.hours,
        "ap": USUAL if one.ap is None else one.ap,
        "times": one.times,
        "durable": "only" if one.durable_only else "also" if one.durable else "no",
        "cast_ap": USUAL if one.cast_ap is None else one.cast_ap,
        "independence": one.independence,
        "hard": one.hard,
        "partners": write_names(one.partners, hexes(state)),
        "foreign": "yes" if one.foreign else "no",
    }


HEX = Making(
    "make-hex",
    "Make a hex or a modifier",
    "hex-overrides",
    "hexes",
    hexes,
    _fields,
    _read,
    _write,
    lambda key, one: e.HexMade(key=key, hex=one),
    option="hexes",
)
