"""Actlite at the table: attacks, checks, contests, the two dice to take, a card to play or to hold.

Whose sheet a seat may not read has numbers that it may not know: for them it assumes what can be set, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablelight.odds.at_table.actlite.attacks import tell_attack, tell_grapple
from tablelight.odds.at_table.actlite.choosing import tell_hold, tell_pick
from tablelight.odds.at_table.actlite.contests import tell_contest, tell_escape
from tablelight.odds.at_table.actlite.rolling import tell_check, tell_dc, tell_stealth
from tablelight.odds.at_table.told import Teller

TELLERS: Mapping[str, Teller] = {
    "attack": tell_attack,
    "grapple": tell_grapple,
    "check": tell_check,
    "dc": tell_dc,
    "stealth": tell_stealth,
    "contest": tell_contest,
    "escape": tell_escape,
    "pick": tell_pick,
    "hold": tell_hold,
}
