"""The ferry of Actlite's demo, with everybody within reach of everybody, and asking for chances there."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from support.tables import demo_table, do
from support.telling import Faces, told
from tablelight.kernel.table import Table
from tablelight.odds.at_table.told import Chances
from tablelight.systems.actlite import SYSTEM

WREN, OSK, FOOTPAD, CAPTAIN = "wren-hollow", "osk-of-the-gate", "footpad", "captain-reeve"
KNIFE = f"{FOOTPAD}/ash-knife/0"  # AGI +1 to hit, 1d4 P, an effect on matching dice
SWORD = f"{CAPTAIN}/camp-sword/1"  # +1 to hit, 1d4 P, bypasses armor on a 6
SABER = f"{WREN}/marsh-saber/0"


def close_by(dice: Faces | None = None, **options: str) -> Table[Any]:
    """The ferry without its map: everybody is within reach of everybody."""
    table = demo_table(SYSTEM, dice)
    for option, value in options.items():
        do(table, "gm", "option", option=option.replace("_", "-"), value=value)
    table.game.state = replace(table.state, ground=None)
    return table


def helped(table: Table[Any], who: str, count: int) -> Table[Any]:
    """Somebody has advantage, or below 0 disadvantage, on the next roll."""
    do(table, "gm", "grant", who=who, count=count, reason="the light")
    return table


def asked(table: Table[Any], seat: str, key: str, /, settings: Any = None, **args: Any) -> Chances:
    """The chances of an offer that has some."""
    found = told(table, seat, key, settings, **args)
    assert found
    return found


def settle(table: Table[Any], seat: str) -> None:
    """Take the pair that is marked best, and damage rather than a maneuver."""
    for _ in range(3):
        for offer in table.menu(seat).asked:  # type: ignore[arg-type]
            if offer.key == "pick":
                do(table, seat, "pick", **next(each for each in offer.suggestions if each.best).args)
                break
            if offer.key == "damage":
                do(table, seat, "damage")
                break
