"""TorchLite at the table: an action as it is declared, a pool before it is rolled and what may change it, a roll before
it is read, a die before it is thrown again.

Pools that were shown or rolled, and the party's sheets, are known to everybody; what an opponent might still roll is
assumed, and said to be (torchlite/roles-at-the-table).
"""

from __future__ import annotations

from collections.abc import Mapping

from tablelight.odds.at_table.told import Teller
from tablelight.odds.at_table.torchlite.changes import tell_hinder, tell_sfx
from tablelight.odds.at_table.torchlite.declaring import tell_act, tell_throw
from tablelight.odds.at_table.torchlite.pools import tell_pool
from tablelight.odds.at_table.torchlite.readings import tell_boost, tell_reroll, tell_take

TELLERS: Mapping[str, Teller] = {
    "act-*": tell_act,
    "roll": tell_pool,
    "pool": tell_pool,
    "hinder": tell_hinder,
    "sfx-*": tell_sfx,
    "take": tell_take,
    "reroll-*": tell_reroll,
    "boost": tell_boost,
    "throw": tell_throw,
}
