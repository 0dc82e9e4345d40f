"""Forgelight at the table: every card and check that is rolled for, initiative, falls, the ways to face death.

The numbers of enemies are the GM's unless the table plays openly; then and for hidden thresholds a seat is told what is
assumed, which it may set (options enemy-figures and threshold-visibility).
"""

from __future__ import annotations

from collections.abc import Mapping

from tablelight.odds.at_table.forgelight.attacks import tell_blaze, tell_follow_up, tell_play, tell_react
from tablelight.odds.at_table.forgelight.harm import tell_damage, tell_fall
from tablelight.odds.at_table.forgelight.initiative import tell_fight, tell_join
from tablelight.odds.at_table.forgelight.rolling import (
    tell_allow,
    tell_check,
    tell_death,
    tell_hide,
    tell_last_deed,
    tell_roll,
)
from tablelight.odds.at_table.told import Teller

TELLERS: Mapping[str, Teller] = {
    "play": tell_play,
    "follow-up": tell_follow_up,
    "react": tell_react,
    "blaze": tell_blaze,
    "roll": tell_roll,
    "check": tell_check,
    "hide": tell_hide,
    "allow": tell_allow,
    "rule:forgelight/blaze-of-glory-success": tell_last_deed,
    "fight": tell_fight,
    "join-fight": tell_join,
    "fall": tell_fall,
    "damage": tell_damage,
    "risk-it-all": tell_death,
    "drop-unconscious": tell_death,
}
