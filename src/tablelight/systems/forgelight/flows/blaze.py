"""Blaze of Glory: which last action it is, and whether it succeeds of itself (forgelight/blaze-of-glory-action)."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow, choose
from tablelight.kernel.offers import GM, Choice, Offer
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.flows import checks, targets
from tablelight.systems.forgelight.flows.common import ForgeGame, being, called, lib, text_field

RULE = "forgelight/blaze-of-glory-action"


def offers(game: ForgeGame, who: str) -> Iterator[Offer]:
    """Every card in hand that has a target, and one described deed."""
    for key in being(game, who).hand:
        card = lib(game).cards[key]
        fields = targets.fields(game, who, card)
        if all(field.least == 0 or any(not choice.refused for choice in field.choices) for field in fields):
            yield Offer(f"blaze:{key}", card.name, fields, RULE, cost="free", note=card.text, main=True)
    yield Offer("deed", "A deed", (text_field("text", "What it is", 400, least=1),), RULE, main=True)


def granted(game: ForgeGame, who: str, what: str) -> Flow[bool]:
    """The GM's discretion (forgelight/blaze-of-glory-success)."""
    rule = "forgelight/blaze-of-glory-success"
    choices = (Choice("grant", "A critical success"), Choice("roll", "It is rolled for as usual"))
    question = f"{called(game, who)}'s blaze of glory, {what}: an automatic critical success?"
    sure = (yield from choose(GM, question, choices, rule)) == "grant"
    game.record(e.BlazeJudged(who=who, granted=sure, rule=rule))
    return sure


def deed(game: ForgeGame, who: str, what: str, sure: bool) -> Flow[None]:
    """A deed works as after a natural 20, or as a check that the GM names (forgelight/natural-twenty-skill)."""
    if sure:
        game.record(e.DeedDone(who=who, text=what, rule="forgelight/blaze-of-glory-success"))
        return
    yield from checks.last_deed(game, who, what)
