"""A whole expedition, and what each seat saw of it.

`TABLELIGHT_GOLDEN=write pytest tests/golden` writes expedition.txt anew; read the difference before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

from golden.rogue_spire.transcript import transcript

from tablelight.script import cases, parse, record, run_case
from tablelight.script.parse import Case
from tablelight.script.player import Player
from tablelight.systems.rogue_spire import SYSTEM

SCRIPT = Path(__file__).with_name("expedition.script")
GOLDEN = Path(__file__).with_name("expedition.txt")


def expedition() -> Case:
    (case,) = cases(SCRIPT)
    return case


def test_the_expedition_plays() -> None:
    run_case(expedition(), save_load=True).check()


def test_every_seat_sees_what_it_saw() -> None:
    told = transcript(SYSTEM, expedition())
    if os.environ.get("TABLELIGHT_GOLDEN") == "write":
        GOLDEN.write_text(told, "utf-8")
    assert told == GOLDEN.read_text("utf-8")


def test_its_log_written_down_as_a_script_plays_again() -> None:
    player = Player(SYSTEM)
    for line in expedition().lines:
        player.step(line.step, line.number)
    (again,) = parse(record(player.table, "again", sees=True))
    run_case(again, {"rogue-spire": SYSTEM}.__getitem__).check()
