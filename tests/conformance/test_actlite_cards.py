"""The AP cards under pressure: everybody interrupting at once, many characters, and what nobody may tell apart."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest
from support.tables import do

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.log import Did
from tablelight.kernel.offers import GM, WATCH, Refused, Seat
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.table import Applied, Command, Table
from tablelight.script.again import reload
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite.events import CharacterJoined, DeckShuffled, Interrupted
from tablelight.systems.actlite.state import ActState, Character, Strike, Weapon

ActTable = Table[ActState]
CLUB = Weapon("Club", where="right", speed=(1, 2), strikes=(Strike("1d4"),))


def table_with(players: int, others: int, seed: int = 1, cards: int = 3) -> ActTable:
    """A table with so many players' characters (h1, h2 …) and the GM's (f1, f2 …)."""
    table: ActTable = Table(SYSTEM, plain_dice(seed))
    people = [(f"h{n}", Character(f"Hero {n}", seat=Seat(f"p{n}"), weapons={"club": CLUB}, cards=cards))
              for n in range(1, players + 1)]  # fmt: skip
    people += [(f"f{n}", Character(f"Foe {n}", kind="npc", weapons={"club": CLUB}, cards=cards))
               for n in range(1, others + 1)]  # fmt: skip
    for n in range(1, players + 1):
        table.record_aside(0.0, SeatPlaced(seat=Seat(f"p{n}"), name=f"Player {n}"))
    table.record_start(0.0, *(CharacterJoined(who=key, character=who) for key, who in people))
    return table


def lost_cards(table: ActTable) -> list[str]:
    """Everybody whose cards are not each in exactly one zone."""
    initiative = table.state.initiative
    assert initiative
    return [key for key, pile in initiative.piles.items() if pile.total != table.state.characters[key].cards]


def deal_all(table: ActTable) -> None:
    """Deal the whole deck, everybody holding."""
    initiative = table.state.initiative
    while initiative and initiative.deck:
        do(table, "gm", "draw")
        initiative = table.state.initiative
        if initiative and initiative.open:
            do(table, "gm", "hold")


# ---------------------------------------------------------------------- everybody interrupts at once


MOMENT = 0.05
"""Seconds within which everybody presses."""


def press(table: ActTable, chance: random.Random) -> list[str]:
    """Six players and the GM press within 50 ms, some of them twice; gives who got through, in order."""
    hands = [(Seat(f"p{n}"), f"h{n}") for n in range(1, 7)] + [(GM, "f2"), (GM, "f3")]
    hands += [one for one in hands if chance.random() < 0.3]
    presses = sorted((chance.uniform(0, MOMENT), seat, who) for seat, who in hands)
    order: list[str] = []
    for at, seat, who in presses:
        done = table.do(Command(seat, "interrupt", {"who": who}), at)
        if isinstance(done, Applied):
            order.append(who)
        else:
            assert isinstance(done, Refused)
            assert done.rule == "actlite/interrupt"
        assert lost_cards(table) == []
    return order


def act_out(table: ActTable) -> list[str]:
    """Everybody acts or is done, in the order of the windows."""
    order: list[str] = []
    while table.state.initiative and table.state.initiative.open:
        order.append(table.state.initiative.open.who)
        do(table, "gm", "hold")
        assert lost_cards(table) == []
    return order


def interrupted(table: ActTable) -> list[str]:
    """Who interrupted, as the log has it."""
    entries = [entry for entry in table.entries if isinstance(entry, Did)]
    return [event.who for entry in entries for event in entry.events if isinstance(event, Interrupted)]


def ready(players: int, cards: int = 3) -> ActTable:
    """Everyone holds two cards and the first opponent is dealt its first."""
    table = table_with(players, 3, cards=cards)
    do(table, "gm", "initiative")
    for key in table.state.characters:
        if key != "f1":
            for _ in range(2):
                do(table, "gm", "draw", card=key)
                do(table, "gm", "hold")
    do(table, "gm", "draw", card="f1")
    return table


@pytest.mark.slow
@pytest.mark.rule("actlite/interrupt")
@pytest.mark.parametrize("part", range(4))
def test_six_players_and_the_gm_interrupt_at_once(part: int) -> None:
    """The first one received goes first; it is the same order for all, in the log too, and no card is lost."""
    start = ready(6).entries
    for seed in range(part, 1000, 4):
        table: ActTable = Table(SYSTEM, plain_dice(seed))
        table.load(start, 0.0)
        pressed = press(table, random.Random(seed))
        assert sorted(pressed) == ["f2", "f3", "h1", "h2", "h3", "h4", "h5", "h6"]
        assert interrupted(table) == pressed
        lines = {seat: [line.line.text for line in table.lines(seat)] for seat in (GM, Seat("p1"), Seat("p6"), WATCH)}
        assert len({tuple(told) for told in lines.values()}) == 1
        if seed % 50 == 0:
            assert reload(table).state == table.state
        assert act_out(table) == [*pressed, "f1"]


@pytest.mark.rule("actlite/interrupt")
def test_an_interrupt_of_a_declared_attack_comes_before_its_roll() -> None:
    table = ready(2)
    do(table, "gm", "attack", weapon="f1/club/0", target="h1", decline=())
    for n in (1, 2):
        do(table, f"p{n}", "interrupt", who=f"h{n}")
    initiative = table.state.initiative
    assert initiative
    assert [window.who for window in initiative.windows] == ["f1", "h2", "h1"]
    do(table, "gm", "hold")
    do(table, "gm", "hold")
    do(table, "gm", "go-on")
    assert lost_cards(table) == []


# ---------------------------------------------------------------------- sixteen characters, two fights


def shuffled_with(table: ActTable) -> Sequence[tuple[str, int]]:
    """Each shuffle with the command that brought it and the cards in the new deck."""
    return [
        (entry.key, event.cards)
        for entry in table.entries
        if isinstance(entry, Did)
        for event in entry.events
        if isinstance(event, DeckShuffled)
    ]


@pytest.mark.rule("actlite/initiative-setup")
def test_sixteen_characters_and_two_fights_in_a_row() -> None:
    """48 cards; shuffles only at the start and at the end of a round (actlite/next-round-deck)."""
    table = table_with(6, 10)
    for _ in range(2):
        do(table, "gm", "initiative")
        assert table.state.initiative
        assert table.state.initiative.deck == 48
        for _ in range(2):
            deal_all(table)
            for key in ("h1", "h2", "f1"):
                do(table, "gm" if key == "f1" else f"p{key[1]}", "interrupt", who=key)
                do(table, "gm", "hold")
            for key in list(table.state.initiative.piles):
                do(table, "gm", "pass", who=key)
            do(table, "gm", "next-round")
            assert lost_cards(table) == []
        do(table, "gm", "end-initiative")
    assert shuffled_with(table) == [("initiative", 48), ("next-round", 3), ("next-round", 3)] * 2


@pytest.mark.rule("actlite/ap-piles")
def test_a_card_is_as_likely_as_there_are_of_its_kind() -> None:
    """The deck has no order before a card is drawn; each card left is equally likely to be the next."""
    seen = {"h1": 0, "f1": 0}
    for seed in range(400):
        table = table_with(1, 1, seed)
        do(table, "gm", "initiative")
        do(table, "gm", "draw")
        initiative = table.state.initiative
        assert initiative
        seen["h1" if initiative.piles["h1"].hand else "f1"] += 1
    assert 160 < seen["h1"] < 240


@pytest.mark.rule("actlite/ap-piles")
def test_the_log_of_a_shuffle_holds_no_order() -> None:
    """Nobody, the GM included, can read from what is stored which card comes next."""
    table = table_with(2, 2)
    do(table, "gm", "initiative")
    (entry,) = (entry for entry in table.entries if isinstance(entry, Did) and entry.key == "initiative")
    assert entry.throws == ()
    assert all("order" not in event.__struct_fields__ for event in entry.events)


# ---------------------------------------------------------------------- what nobody may tell apart


class Faced:
    """Dice that show one face for every secret roll."""

    def __init__(self, face: int) -> None:
        self.face = face

    def throw(self, number: int, dice: Sequence[int]) -> tuple[int, ...]:
        return tuple(min(self.face, size) for size in dice)


def all_that_players_get(table: ActTable) -> bytes:
    seats = [place.seat for place in table.room.places if place.seat != GM] + [WATCH]
    parts = [
        (SYSTEM.view(table.game, seat), SYSTEM.sheets(table.game, seat), table.menu(seat), list(table.lines(seat)))
        for seat in seats
    ]
    return msgspec.json.encode(parts)


@pytest.mark.rule("actlite/gm-stops-rolling")
def test_secretly_dead_and_secretly_stabilized_look_alike() -> None:
    """A 1 on Generic d6 kills and a 6 stabilizes; players get the very same bytes, round after round."""
    tables: list[ActTable] = []
    for face in (1, 6):
        table = table_with(2, 1)
        do(table, "gm", "damage", who="h1", points=3, track="crit")
        table.dice = Faced(face)
        do(table, "gm", "step-round")
        table.dice = Faced(1)
        tables.append(table)
    dead, stable = tables
    assert dead.state.characters["h1"].dead
    assert stable.state.characters["h1"].conditions.stabilized
    assert all_that_players_get(dead) == all_that_players_get(stable)
    steps: Sequence[tuple[str, dict[str, object]]] = (
        ("step-round", {}),
        ("sham", {"who": "h1"}),
        ("initiative", {}),
        ("draw", {"card": "h1"}),
        ("draw", {"card": "h2"}),
        ("hold", {}),
    )
    for key, args in steps:
        for table in tables:
            do(table, "gm", key, **args)
        assert all_that_players_get(dead) == all_that_players_get(stable), key


@pytest.mark.rule("actlite/consequence-secret")
def test_a_sham_roll_looks_like_a_real_one() -> None:
    """To players a roll that brings a debuff and a sham roll are the same line."""
    lines: list[list[str]] = []
    for key in ("step-round", "sham"):
        table = table_with(2, 1)
        do(table, "gm", "damage", who="h1", points=3, track="crit")
        table.dice = Faced(4)
        before = len(table.entries)
        do(table, "gm", key, **({"who": "h1"} if key == "sham" else {}))
        told = [line.line for line in table.lines(Seat("p2"), before)]
        lines.append([line.text for line in told if "Round" not in line.text])
    assert lines[0] == lines[1] == ["The GM rolls for Hero 1."]
