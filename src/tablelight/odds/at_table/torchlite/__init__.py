"""TorchLite at the table: a pool before it is rolled, a roll before it is read, a die before it is thrown again.

Pools that were shown or rolled, and the party's sheets, are known to everybody; what an opponent might still roll is
assumed, and said to be (torchlite/roles-at-the-table).
"""

from __future__ import annotations

from collections.abc import Mapping

from tablelight.odds.at_table.told import Teller
from tablelight.odds.at_table.torchlite.pools import tell_pool
from tablelight.odds.at_table.torchlite.readings import tell_reroll, tell_take

TELLERS: Mapping[str, Teller] = {
    "roll": tell_pool,
    "pool": tell_pool,
    "take": tell_take,
    "reroll-*": tell_reroll,
}
