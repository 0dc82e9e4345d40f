"""Palettes of durable hexes: combined and cast at once, nothing written."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.common import (
    HEX,
    ActGame,
    choice_field,
    hexes,
    may_act,
    own,
    price_tag,
    refuse,
    rule,
    who_field,
)
from tablelight.systems.actlite.flows.declaring import declare, end
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.flows.hexes import (
    NOBODY,
    carry_out,
    needs_met,
    off,
)
from tablelight.systems.actlite.flows.writing import partners, unknown
from tablelight.systems.actlite.state import ActState


def _offer_palette(game: ActGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.here() if who.scrivening.known]
    if seat != GM or not people or off(game):
        return None
    lore = hexes(game.state)
    known = dict.fromkeys(
        k for _, who in people for k in who.scrivening.known if lore[k].durable or lore[k].durable_only
    )
    if not known:
        return None
    fields = (
        who_field(people),
        Field("name", "Its name", "text", least=1, most=40),
        Field("hexes", "Hexes", "many", tuple(Choice(k, lore[k].name) for k in known), least=1, most=len(known)),
    )
    return Offer("palette", "Make a palette", fields, rule("durable-palette"), group=HEX)


def _check_palette(game: ActGame, answer: Answer) -> Refused | None:
    if "/" in answer.text("name"):
        return refuse("durable-palette", "bad-name", "A palette's name has no slash in it.")
    return unknown(game.state.characters[answer.text("who")], answer.many("hexes"))


def _palette(game: ActGame, answer: Answer) -> None:
    who, title = answer.text("who"), answer.text("name")
    game.record(e.PaletteMade(who=who, name=title, hexes=answer.many("hexes"), rule=rule("durable-palette")))


def _offer_cast(game: ActGame, seat: Seat) -> Offer | None:
    mine = [(key, who) for key, who in own(game.state, seat) if who.scrivening.palettes]
    if not mine or off(game):
        return None
    lore = hexes(game.state)
    choices = tuple(
        Choice(f"{key}/{palette}/{one}", f"{lore[one].name} ({palette})", lore[one].text)
        for key, who in mine
        for palette, held in who.scrivening.palettes.items()
        for one in held
    )
    people = [Choice(key, who.name) for key, who in game.state.here() if not who.hidden]
    stopped = [may_act(game, key, 0, "casting") for key, _ in mine]
    fields = (
        Field("hexes", "Hexes", "many", choices, least=1, most=len(choices)),
        choice_field("target", "On", [Choice(NOBODY, "nobody"), *people], NOBODY),
    )
    return Offer("cast", "Cast from a palette", fields, rule("durable-palette"), price_tag(game, "1 AP"), group=HEX,
                 refused=None if None in stopped else stopped[0])  # fmt: skip


def _cast_of(answer: Answer) -> tuple[set[str], tuple[str, ...]]:
    named = [choice.split("/") for choice in answer.many("hexes")]
    return {f"{who}/{palette}" for who, palette, _ in named}, tuple(one for _, _, one in named)


def _cast_cost(state: ActState, parts: Sequence[str]) -> int:
    own_costs = [cost for part in parts if (cost := hexes(state)[part].cast_ap) is not None]
    return max(own_costs) if own_costs else 1


def _check_cast(game: ActGame, answer: Answer) -> Refused | None:
    palettes, parts = _cast_of(answer)
    if len(palettes) > 1:
        return refuse("durable-palette", "two-palettes", "Only hexes of the same palette can be combined.")
    who = palettes.copy().pop().partition("/")[0]
    if all(hexes(game.state)[part].modifier for part in parts):
        return refuse("modifier-combining", "only-modifiers", "A modifier needs a hex to change.")
    return may_act(game, who, _cast_cost(game.state, parts), "casting") or partners(game.state, parts)


def _cast(game: ActGame, answer: Answer) -> Flow[None]:
    """Cast at once, nothing written; the palette stays (actlite/durable-palette)."""
    palettes, parts = _cast_of(answer)
    who, _, palette = palettes.pop().partition("/")
    cost = _cast_cost(game.state, parts)
    target = "" if answer.text("target") == NOBODY else answer.text("target")
    if not (yield from declare(game, who, "casting", cost, name="durable-palette", target=target)):
        return
    game.record(e.PaletteCast(who=who, palette=palette, hexes=parts, rule=rule("durable-palette")))
    if (yield from needs_met(game, parts)):
        lore = hexes(game.state)
        plain = [part for part in parts if not lore[part].modifier]
        mods = [part for part in parts if lore[part].modifier]
        yield from carry_out(game, plain, mods, who, target, who)
    end(game, who)


ACTIONS: tuple[Action[ActState], ...] = (
    act("cast", _offer_cast, _cast, _check_cast, anytime=True),
    act("palette", _offer_palette, at_once(_palette), _check_palette),
)
