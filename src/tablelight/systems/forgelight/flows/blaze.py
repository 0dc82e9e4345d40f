"""Blaze of Glory: one last action, perhaps an automatic critical success, then death."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tablelight.kernel.flow import Flow, ask, choose
from tablelight.kernel.grid import read_spot
from tablelight.kernel.offers import GM, Answer, Choice, Offer
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.content.model import ActiveSlot
from tablelight.systems.forgelight.flows import checks, play, playing
from tablelight.systems.forgelight.flows.common import ForgeGame, being, called, controller, lib, text_field

RULE = "forgelight/blaze-of-glory-action"


def burn(game: ForgeGame, who: str) -> Flow[None]:
    """One card from hand played without paying, or one described deed (forgelight/blaze-of-glory-action)."""
    name = called(game, who)
    seat = controller(game.state, who)
    offers = [(seat, offer) for offer in _offers(game, who)]
    answer = yield from ask(f"{name}'s last action", lambda: offers)
    what = answer.text("text") if answer.key == "deed" else lib(game).cards[answer.key.partition(":")[2]].name
    game.record(e.BlazeBegan(who=who, what=what, rule=RULE))
    sure = yield from _granted(game, who, what)
    if answer.key == "deed":
        yield from _deed(game, who, what, sure)
    else:
        yield from play.play(game, _play(who, answer, sure))


def _offers(game: ForgeGame, who: str) -> Iterator[Offer]:
    for key in being(game, who).hand:
        card = lib(game).cards[key]
        fields = playing.fields(game, who, card)
        if all(field.least == 0 or any(not choice.refused for choice in field.choices) for field in fields):
            yield Offer(f"blaze:{key}", card.name, fields, RULE, cost="free", note=card.text, main=True)
    yield Offer("deed", "A deed", (text_field("text", "What it is", 400, least=1),), RULE, main=True)


def _granted(game: ForgeGame, who: str, what: str) -> Flow[bool]:
    """The GM's discretion (forgelight/blaze-of-glory-success)."""
    rule = "forgelight/blaze-of-glory-success"
    choices = (Choice("grant", "A critical success"), Choice("roll", "It is rolled for as usual"))
    question = f"{called(game, who)}'s blaze of glory, {what}: an automatic critical success?"
    granted = (yield from choose(GM, question, choices, rule)) == "grant"
    game.record(e.BlazeJudged(who=who, granted=granted, rule=rule))
    return granted


def _deed(game: ForgeGame, who: str, what: str, sure: bool) -> Flow[None]:
    """A deed works as after a natural 20, or as a check that the GM names (forgelight/natural-twenty-skill)."""
    if sure:
        game.record(e.DeedDone(who=who, text=what, rule="forgelight/blaze-of-glory-success"))
        return
    yield from checks.last_deed(game, who, what)


def _play(who: str, answer: Answer, sure: bool) -> play.Play:
    on = answer.args.get("on", ())
    cell = answer.args.get("cell")
    return play.Play(
        who,
        answer.key.partition(":")[2],
        (on,) if isinstance(on, str) else tuple(cast("tuple[str, ...]", on)),
        read_spot(cell) if isinstance(cell, str) else None,
        cast("ActiveSlot", answer.args.get("slot", "")),
        "sure blaze" if sure else "blaze",
    )
