"""The chances of what a seat is offered at a table, told before it is done: one module for each system.

A module has `TELLERS`: by the first part of an offer's key (or its beginning and a "*"), or by "rule:" and the rule
that an offer names, a function from what is asked to the chances. It tells a seat nothing that the seat may not know:
where something hidden would count, it says what it assumes instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import cast

from tablelight.kernel.offers import Offer
from tablelight.odds.at_table.told import Asked, Chances, Teller
from tablelight.odds.work import OddsError

SYSTEMS: Mapping[str, str] = {
    "torchlite": "torchlite",
    "actlite": "actlite",
    "forgelight": "forgelight",
    "rogue-spire": "rogue_spire",
}
"""The systems whose offers have chances, and the module of each."""


@lru_cache(maxsize=16)
def tellers(system: str) -> Mapping[str, Teller]:
    """What tells the chances of a system's offers; nothing for a system without."""
    if system not in SYSTEMS:
        return {}
    return cast("Mapping[str, Teller]", import_module(f"{__name__}.{SYSTEMS[system]}").TELLERS)


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
