"""Whole attack actions of Actlite a second, headless on one core.

    python benchmarks/actlite.py [SECONDS]

An attack is the whole action: declared, its interrupts waved through, AP paid, the check rolled and a pair picked, a
hit's damage rolled, armor taken off, health lost, conditions inflicted, what follows looked at. It is run twice: by
the rules alone (flow and fold), and on a table with its log, its checks of every command and its answers.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Ask, Event, Game, Roll, run
from tablelight.kernel.offers import GM, Answer, Offer, Value
from tablelight.kernel.table import Applied, Command, Table
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite.content.pack import starter_pack
from tablelight.systems.actlite.events import CharacterJoined, GrantGiven, InitiativeBegan, WindowOpened
from tablelight.systems.actlite.state import ActState, Armor, Character, Grant, Pile, Window

TARGET = 2_000
ATTACK: dict[str, Value] = {"weapon": "hero/club/0", "target": "foe", "decline": ()}


def people() -> tuple[Event, ...]:
    """A hero with a club and many AP cards in an open window, and a foe in armor that never falls."""
    club = starter_pack().weapons["club"]
    hero = Character("Hero", cards=400, weapons={"club": replace(club, where="right")})
    foe = Character("Foe", kind="npc", standard=999, max_standard=999, armor=Armor("Coat", {"B": 1}))
    piles = {"hero": Pile(hand=400), "foe": Pile(deck=3)}
    return (
        CharacterJoined(who="hero", character=hero),
        CharacterJoined(who="foe", character=foe),
        InitiativeBegan(piles=piles, special={}),
        WindowOpened(window=Window("hero"), at=0),
    )


def fresh() -> ActState:
    """The two of them, before the first attack."""
    state = ActState()
    for event in people():
        state = SYSTEM.evolve(state, event)
    return state


def answer(ask: Ask) -> Answer:
    """Take what an offer suggests, or the main one."""
    offers = list(ask.menu())
    seat, offer = next(((seat, one) for seat, one in offers if one.main), offers[0])
    return Answer(seat, offer.key, _filled(offer))


def _filled(offer: Offer) -> dict[str, Value]:
    if offer.suggestions:
        return dict(offer.suggestions[0].args)
    return {field.name: field.default for field in offer.fields if field.default is not None}


def by_rules_alone(seconds: float) -> float:
    """Attacks a second without a table: every fourth one with advantage, so that a pair is picked."""
    dice, rolls, state = plain_dice(1), count(), fresh()
    options = {option.id: option.default for option in SYSTEM.rules().options.values()}
    begin = SYSTEM.by_key["attack"].begin

    def throw(wanted: Roll) -> Sequence[int]:
        return dice.throw(next(rolls), wanted.dice)

    done, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for turn in range(100):
            game = Game(state, options, SYSTEM.evolve, SYSTEM.hides)
            if turn % 4 == 0:
                game.record(GrantGiven(who="hero", grant=Grant("high ground")))
            run(begin(game, Answer(GM, "attack", ATTACK)), throw, answer)
            done += 1
    return done / (time.process_time() - start)


def at_a_table(seconds: float) -> float:
    """Attacks a second with commands, checks and the log of a table; a fresh one for every hundred."""
    done, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        table: Table[ActState] = Table(SYSTEM, plain_dice(done))
        table.record_start(0.0, *people())
        for _ in range(100):
            assert isinstance(table.do(Command(GM, "attack", ATTACK), 0.0), Applied)
            while table.pending:
                table.do(Command(GM, "damage"), 0.0)
            done += 1
    return done / (time.process_time() - start)


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    alone, seated = by_rules_alone(seconds), at_a_table(seconds)
    print(f"rules alone  {alone:8,.0f} whole attacks a second (target {TARGET:,})")
    print(f"at a table   {seated:8,.0f} whole attacks a second")
    return 0 if alone >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
