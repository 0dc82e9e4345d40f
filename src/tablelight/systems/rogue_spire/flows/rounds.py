"""Encounters and their rounds, the clock, the day."""

from __future__ import annotations

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import GM, Answer, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows import death
from tablelight.systems.rogue_spire.flows.common import SpireGame, known_dead, text_field
from tablelight.systems.rogue_spire.state import SpireState

GROUP = "Time"
ROUND = "rogue-spire/round-refresh"
MOST_MINUTES = 24 * 60


def _offer_encounter(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.encounter:
        return None
    return Offer("encounter", "Begin an encounter", rule=ROUND, note="Dice stay as they are.", group=GROUP)


@at_once
def _encounter(game: SpireGame, answer: Answer) -> None:
    """The first round begins with the dice as they were (rogue-spire/round-refresh)."""
    game.record(e.EncounterBegan(rule=ROUND))


def _offer_round(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.encounter:
        return None
    return Offer(
        "next-round",
        f"Begin round {game.state.encounter.round + 1}",
        rule=ROUND,
        note="Exhausted dice without harm come back." if game.options["round-refresh"] == "all" else "",
        group=GROUP,
        main=True,
    )


def _next_round(game: SpireGame, answer: Answer) -> Flow[None]:
    """A round ends, and the next one readies dice (rogue-spire/round-refresh, rogue-spire/vitality-every-round)."""
    assert game.state.encounter
    number = game.state.encounter.round + 1
    yield from death.pass_round(game)
    game.record(e.RoundBegan(round=number, rule=ROUND))
    option = game.options["round-refresh"]
    for key, who in game.state.characters.items():
        ready = [k for k, die in who.dice.items() if m.round_readies(die.marks, die.kind == "vitality", option)]
        if ready and not known_dead(who):  # a secret death shows in nothing
            game.record(e.DiceReadied(who=key, dice=tuple(ready), rule=ROUND))


def _offer_end(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.encounter:
        return None
    return Offer("end-encounter", "End the encounter", rule=ROUND, note="This refreshes nothing.", group=GROUP)


@at_once
def _end(game: SpireGame, answer: Answer) -> None:
    game.record(e.EncounterEnded(rule=ROUND))


def _offer_time(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    fields = (
        Field("minutes", "Minutes", "number", least=0, most=MOST_MINUTES, default=1),
        Field("seconds", "Seconds", "number", least=0, most=59, default=0),
        text_field("reason", "What for", 200),
    )
    dying = ", ".join(game.state.characters[who].name for who in death.dying(game.state))
    return Offer(
        "time",
        "Time passes",
        fields,
        death.ROLL,
        note=f"On death's door: {dying}. A free d4 is rolled every minute." if dying else "",
        group=GROUP,
        main=bool(dying),
    )


def _check_time(game: SpireGame, answer: Answer) -> Refused | None:
    if answer.number("minutes") or answer.number("seconds"):
        return None
    return Refused(death.ROLL, "no-time", "How much time? At least a second.")


def _time(game: SpireGame, answer: Answer) -> Flow[None]:
    """The Spire Master says when minutes have passed (rogue-spire/deaths-door-roll)."""
    seconds = answer.number("minutes") * m.MINUTE + answer.number("seconds")
    yield from death.pass_time(game, seconds, answer.text("reason"))


def _offer_day(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    note = "Every die may have a healing check again; nothing else changes."
    return Offer("next-day", "Begin the next day", rule="rogue-spire/healing-once-a-day", note=note, group=GROUP)


@at_once
def _day(game: SpireGame, answer: Answer) -> None:
    game.record(e.DayBegan(day=game.state.day + 1, rule="rogue-spire/healing-once-a-day"))


ACTIONS: tuple[Action[SpireState], ...] = (
    Action("encounter", _offer_encounter, _encounter),
    Action("next-round", _offer_round, _next_round),
    Action("end-encounter", _offer_end, _end),
    Action("time", _offer_time, _time, _check_time),
    Action("next-day", _offer_day, _day),
)
