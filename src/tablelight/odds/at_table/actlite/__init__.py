"""Actlite at the table: every offer that leads to a roll or to a card, and what there is to decide.

Whose sheet a seat may not read has numbers that it may not know: for them it assumes what can be set, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablelight.odds.at_table.actlite.attacks import tell_attack, tell_going_on, tell_grapple
from tablelight.odds.at_table.actlite.choosing import tell_hold, tell_pick
from tablelight.odds.at_table.actlite.contests import tell_contest, tell_escape
from tablelight.odds.at_table.actlite.dealing import tell_deal
from tablelight.odds.at_table.actlite.dying import tell_party, tell_round
from tablelight.odds.at_table.actlite.effects import (
    tell_cast,
    tell_confirmed,
    tell_hex,
    tell_skill,
    tell_thing,
    tell_writing,
)
from tablelight.odds.at_table.actlite.growing import tell_buy, tell_met, tell_study, tell_table
from tablelight.odds.at_table.actlite.harm import tell_damage, tell_fall, tell_rest, tell_take
from tablelight.odds.at_table.actlite.rolling import tell_check, tell_dc, tell_stealth
from tablelight.odds.at_table.told import Teller

TELLERS: Mapping[str, Teller] = {
    "attack": tell_attack,
    "grapple": tell_grapple,
    "go-on": tell_going_on,
    "let": tell_going_on,
    "rule:actlite/weapon-attacks": tell_damage,
    "take": tell_take,
    "check": tell_check,
    "dc": tell_dc,
    "stealth": tell_stealth,
    "contest": tell_contest,
    "redo": tell_contest,
    "escape": tell_escape,
    "pick": tell_pick,
    "deal": tell_deal,
    "draw": tell_deal,
    "hold": tell_hold,
    "skill": tell_skill,
    "use": tell_skill,
    "use-item": tell_thing,
    "aid": tell_thing,
    "activate": tell_hex,
    "destroy": tell_hex,
    "rule:actlite/hex-activation-condition": tell_hex,
    "rule:actlite/hex-requirement-unmet": tell_confirmed,
    "cast": tell_cast,
    "write-hex": tell_writing,
    "write-on": tell_writing,
    "initiative": tell_round,
    "next-round": tell_round,
    "step-round": tell_round,
    "party-table": tell_party,
    "fall": tell_fall,
    "rest": tell_rest,
    "study": tell_study,
    "roll-table": tell_table,
    "rule:actlite/archetype-requirements": tell_met,
    "buy": tell_buy,
}
