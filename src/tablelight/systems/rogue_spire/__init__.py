"""Master of the Rogue Spire: traits, talents, and a handful of dice that are effort and health at once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tablelight.kernel import people as kernel_people
from tablelight.kernel.kinds import event_kinds
from tablelight.kernel.rules import RuleBook, load_rules
from tablelight.kernel.system import System
from tablelight.systems.rogue_spire import events
from tablelight.systems.rogue_spire.content.starts import REFEREE, starts
from tablelight.systems.rogue_spire.evolve import evolve
from tablelight.systems.rogue_spire.flows import act, growth, people, rests, rounds, word
from tablelight.systems.rogue_spire.secret import hides
from tablelight.systems.rogue_spire.state import SpireState
from tablelight.systems.rogue_spire.tell import tell
from tablelight.systems.rogue_spire.view import sheet_of, view


@cache
def rules() -> RuleBook:
    """The rules in our own words, with the options that a table may choose."""
    return load_rules(files(__name__) / "rules.toml")


SYSTEM: System[SpireState] = System(
    id="rogue-spire",
    title="Master of the Rogue Spire",
    about="Deadly adventures with dice that are effort and health at once.",
    new=SpireState,
    evolve=evolve,
    events=event_kinds(kernel_people, events),
    actions=(*act.ACTIONS, *rounds.ACTIONS, *rests.ACTIONS, *word.ACTIONS, *growth.ACTIONS, *people.ACTIONS),
    view=view,
    sheet=sheet_of,
    tell=tell,
    rules=rules,
    starts=starts,
    hides=hides,
    referee=REFEREE,
)
