"""Chances of a system that lives in a package of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablelight.kernel.flow import Game
from tablelight.kernel.offers import Offer, Seat
from tablelight.odds import at_table
from tablelight.odds.at_table.told import Asked

MODULE = """
from fractions import Fraction
from tablelight.odds.at_table.told import Chances, chance

TELLERS = {"roll": lambda asked: Chances((chance("a six", Fraction(1, 6)),)), "throw-*": lambda asked: None}
"""
ENTRY = "[tablelight.chances]\nguests = guests_chances:TELLERS\n"


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package beside Tablelight, with the chances of a game of its own."""
    info = tmp_path / "guests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY)
    (tmp_path / "guests_chances.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "guests"
    sys.modules.pop("guests_chances", None)
    at_table.tellers.cache_clear()


def test_a_system_brings_its_own_chances(guests: str) -> None:
    asked = Asked(Game(None, {}, lambda state, event: state), Seat("p1"), Offer("roll", "Roll"))
    told = at_table.chances(guests, asked)
    assert told
    assert told.facts[0].name == "a six"
    assert at_table.teller(guests, Offer("throw-two:p1", "Throw two"))
    assert not at_table.teller(guests, Offer("walk", "Walk"))


def test_a_system_without_chances_tells_none() -> None:
    assert not at_table.tellers("no-such-game")


@pytest.mark.parametrize("system", ["torchlite", "actlite", "forgelight", "rogue-spire"])
def test_each_game_tells_its_chances(system: str) -> None:
    assert at_table.tellers(system)
