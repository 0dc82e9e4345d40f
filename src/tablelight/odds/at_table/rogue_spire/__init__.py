"""The Rogue Spire at the table: actions and their dice, rests, and death's door while time passes."""

from __future__ import annotations

from collections.abc import Mapping

from tablelight.odds.at_table.rogue_spire.actions import tell_act, tell_call, tell_list, tell_roll
from tablelight.odds.at_table.rogue_spire.rests import tell_completed, tell_harm, tell_rest, tell_round, tell_time
from tablelight.odds.at_table.told import Teller

TELLERS: Mapping[str, Teller] = {
    "roll": tell_roll,
    "roll-list": tell_list,
    "act": tell_act,
    "react": tell_act,
    "treat": tell_act,
    "td": tell_call,
    "call-skilled": tell_call,
    "call-unskilled": tell_call,
    "night-rest": tell_rest,
    "quick-rest": tell_rest,
    "complete": tell_completed,
    "interrupt": tell_time,
    "time": tell_time,
    "next-round": tell_round,
    "wound": tell_harm,
    "strain": tell_harm,
}
