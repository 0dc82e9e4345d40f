"""TorchLite, a pulp-fantasy game of traits rated d4 to d12. The whole system is this folder."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tablelight.kernel.rules import RuleBook, load_rules
from tablelight.kernel.system import System
from tablelight.systems.torchlite.content import starts
from tablelight.systems.torchlite.events import EVENTS
from tablelight.systems.torchlite.evolve import evolve
from tablelight.systems.torchlite.flows import act, order, people, points, time
from tablelight.systems.torchlite.state import TorchState
from tablelight.systems.torchlite.tell import tell
from tablelight.systems.torchlite.view import view


@cache
def rules() -> RuleBook:
    """TorchLite's rules in our own words."""
    return load_rules(files(__name__) / "rules.toml")


SYSTEM: System[TorchState] = System(
    id="torchlite",
    title="TorchLite",
    about="Pulp fantasy with pools of dice from d4 to d12.",
    new=TorchState,
    evolve=evolve,
    events=EVENTS,
    actions=(*act.ACTIONS, *points.ACTIONS, *order.ACTIONS, *time.ACTIONS, *people.ACTIONS),
    view=view,
    tell=tell,
    rules=rules,
    starts=starts,
)
