"""Forgelight at the table: cards that attack or hurt, checks, the ways to face death.

The numbers of enemies are the GM's unless the table plays openly; then and for hidden thresholds a seat is told what is
assumed, which it may set (options enemy-figures and threshold-visibility).
"""

from __future__ import annotations

from collections.abc import Mapping

from tablelight.odds.at_table.forgelight.attacks import tell_blaze, tell_follow_up, tell_play
from tablelight.odds.at_table.forgelight.rolling import tell_check, tell_death, tell_roll
from tablelight.odds.at_table.told import Teller

TELLERS: Mapping[str, Teller] = {
    "play": tell_play,
    "follow-up": tell_follow_up,
    "blaze": tell_blaze,
    "roll": tell_roll,
    "check": tell_check,
    "risk-it-all": tell_death,
    "drop-unconscious": tell_death,
}
