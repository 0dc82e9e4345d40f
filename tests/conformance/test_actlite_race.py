"""Everybody presses "interrupt" at the same moment at a real server: one order, the same for all, and no card lost."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from support.served import Browser, Served, served

from tablelight.kernel.system import find_system
from tablelight.store.keeper import FREE_SEATS
from tablelight.systems.actlite.state import ActState

PLAYERS = ("p1", "p2", "p3", "p4", "p5", "p6")
FIGHTS = 12


def gather(server: Served) -> tuple[dict[str, Browser], dict[str, str]]:
    """Six players and the GM, each with a browser and a character of their own."""
    gm = server.browser()
    gm.create("actlite")
    foe: dict[str, Any] = {"as": "default", "name": "Foe"}
    gm.must("gm", "opponent", **foe)
    browsers, whose = {"gm": gm}, {"gm": "foe"}
    for number, seat in enumerate(PLAYERS, 1):
        if number > FREE_SEATS:
            gm.must("gm", "place", name=f"Player {number}")
        browsers[seat] = server.browser()
        browsers[seat].join(gm.invite(seat), f"Player {number}")
        browsers[seat].must(seat, "new-character", name=f"Hero {number}")
        whose[seat] = f"hero-{number}"
    return browsers, whose


def hold_one_each(gm: Browser, whose: dict[str, str]) -> None:
    """Initiative, in which everybody has two cards in hand and a newcomer has just been dealt one."""
    late: dict[str, Any] = {"as": "default", "name": "Late foe"}
    gm.must("gm", "opponent", **late)
    gm.must("gm", "initiative", who=[*whose.values(), "late-foe"])
    for who in [*whose.values(), *whose.values()]:
        gm.must("gm", "draw", card=who)
        gm.must("gm", "hold")
    gm.must("gm", "draw", card="late-foe")


def press_at_once(browsers: dict[str, Browser], whose: dict[str, str]) -> dict[str, int]:
    """Each seat presses in a thread of its own; gives each one's entry in the log."""
    gate = threading.Barrier(len(whose))
    entries: dict[str, int] = {}

    def press(seat: str, who: str) -> None:
        gate.wait()
        entries[who] = browsers[seat].must(seat, "interrupt", who=who)

    threads = [threading.Thread(target=press, args=one) for one in whose.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return entries


def state_of(server: Served, table: str) -> ActState:
    live = asyncio.run_coroutine_threadsafe(server.keeper.open(table), server.loop).result(10)
    assert isinstance(live.table.state, ActState)
    return live.table.state


@pytest.mark.slow
@pytest.mark.rule("actlite/interrupt")
def test_seven_seats_interrupt_at_once_at_a_real_server(tmp_path: Path) -> None:
    with served(tmp_path / "data", {"actlite": find_system("actlite")}) as server:
        for _ in range(FIGHTS):
            browsers, whose = gather(server)
            hold_one_each(browsers["gm"], whose)
            entries = press_at_once(browsers, whose)
            order = sorted(entries, key=lambda who: entries[who])
            assert set(order) == set(whose.values())
            state = state_of(server, browsers["gm"].table)
            assert state.initiative
            # the first one received is the first to act
            assert [window.who for window in state.initiative.windows] == ["late-foe", *reversed(order)]
            assert all(pile.total == 3 for pile in state.initiative.piles.values())
            names = [state.characters[who].name for who in order]
            for seat, browser in browsers.items():
                assert interrupts_told(browser, seat) == names


def interrupts_told(browser: Browser, seat: str) -> list[str]:
    """Who interrupts, as one seat's page has it, from the first to the last."""
    log = browser.page(seat).text.partition('id="log-lines"')[2]
    return list(dict.fromkeys(re.findall(r"(Hero \d|Foe) interrupts!", log)))
