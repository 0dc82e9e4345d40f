"""TorchLite, a pulp-fantasy game of traits rated d4 to d12. The whole system is this folder."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from msgspec.structs import replace

from tablelight.kernel import people as kernel_people
from tablelight.kernel.kinds import event_kinds
from tablelight.kernel.rules import RuleBook, load_rules
from tablelight.kernel.system import System
from tablelight.systems.torchlite import events
from tablelight.systems.torchlite.content import starts
from tablelight.systems.torchlite.evolve import evolve
from tablelight.systems.torchlite.flows import act, growing, order, people, points, time, word
from tablelight.systems.torchlite.secret import hides
from tablelight.systems.torchlite.state import TorchState
from tablelight.systems.torchlite.tell import tell
from tablelight.systems.torchlite.view import sheet_of, view

NOT_AT_THE_TABLE_YET = ("double-hinder", "bane-floor", "mob-asset", "reveal-limits", "gnome-quick-as-printed")
"""Options that bear only on rules which the table does not play yet, so they are not offered."""


@cache
def rules() -> RuleBook:
    """TorchLite's rules in our own words, with the options that a table may choose."""
    book = load_rules(files(__name__) / "rules.toml")
    played = {key: option for key, option in book.options.items() if key not in NOT_AT_THE_TABLE_YET}
    return replace(book, options=played)


def offers_from(state: TorchState) -> tuple[object, ...]:
    """What the offers of actions depend on; of a roll under way only that it is, and whether dice lie on the table."""
    rolled = any(side.faces for side in state.contest.sides.values()) if state.contest else None
    return (state.characters, state.session, state.scene, state.order, state.opportunities, state.bank, rolled)


SYSTEM: System[TorchState] = System(
    id="torchlite",
    title="TorchLite",
    about="Pulp fantasy with pools of dice from d4 to d12.",
    new=TorchState,
    evolve=evolve,
    events=event_kinds(kernel_people, events),
    actions=(
        *act.ACTIONS,
        *points.ACTIONS,
        *order.ACTIONS,
        *time.ACTIONS,
        *people.ACTIONS,
        *growing.ACTIONS,
        *word.ACTIONS,
    ),
    view=view,
    tell=tell,
    rules=rules,
    starts=starts,
    hides=hides,
    sheet=sheet_of,
    offers_from=offers_from,
)
