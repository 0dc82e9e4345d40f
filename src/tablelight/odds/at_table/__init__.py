"""The chances of what a seat is offered at a table, told before it is done.

A system's chances are found by an entry point of its id in the group `tablelight.chances`, as the system itself is in
`tablelight.systems`; both may live in another package. It names `TELLERS`: by the first part of an offer's key (or its
beginning and a "*"), or by "rule:" and the rule that an offer names, a function from what is asked to the chances. It
tells a seat nothing that the seat may not know: where something hidden would count, it says what it assumes instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from typing import cast

from tablelight.kernel.offers import Offer
from tablelight.odds.at_table.told import Asked, Chances, Teller
from tablelight.odds.work import OddsError

GROUP = "tablelight.chances"
"""Where the chances of a system are found by its id."""


@lru_cache(maxsize=16)
def tellers(system: str) -> Mapping[str, Teller]:
    """What tells the chances of a system's offers; nothing for a system without."""
    found = next(iter(entry_points(group=GROUP, name=system)), None)
    return cast("Mapping[str, Teller]", found.load()) if found else {}


def teller(system: str, offer: Offer) -> Teller | None:
    """What tells the chances of an offer, if it has any."""
    known = tellers(system)
    head = offer.key.partition(":")[0]
    exact = known.get(head) or known.get(f"rule:{offer.rule}")
    return exact or next((tell for key, tell in known.items() if key[-1] == "*" and head.startswith(key[:-1])), None)


def chances(system: str, asked: Asked) -> Chances | None:
    """The chances of an offer with what is filled in so far; None where there are none to tell.

    What can't be told, as it is no legal roll or too much work, is told as a hint.
    """
    tell = None if asked.offer.refused else teller(system, asked.offer)
    if not tell:
        return None
    try:
        return tell(asked)
    except OddsError as error:
        return Chances(hint=str(error))
