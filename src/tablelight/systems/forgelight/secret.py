"""What only the GM may hear of: whatever befalls hidden foes, their figures, thresholds, the GM's notes."""

from __future__ import annotations

from operator import attrgetter

from tablelight.kernel.adjust import Adjusted
from tablelight.kernel.flow import Event
from tablelight.kernel.kinds import event_kinds
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.state import ForgeState

_SAY_IT_THEMSELVES = (e.BeingJoined, e.BeingShown)
_ABOUT = frozenset(
    kind for kind in event_kinds(e) if "who" in kind.__struct_fields__ and kind not in _SAY_IT_THEMSELVES
)  # events that are about one being
_who = attrgetter("who")


def hides(state: ForgeState, event: Event) -> bool:
    """Whether an event that names nobody in `seen_by` is the GM's alone."""
    if type(event) in _ABOUT:
        who = state.beings.get(_who(event))
        return bool(who and who.hidden) or (isinstance(event, e.AttackRolled) and state.beings[event.target].hidden)
    if isinstance(event, e.CheckCalled):
        return state.beings[event.check.who].hidden
    return isinstance(event, Adjusted) and _adjusts_secret(state, event.path.split("."))


def _adjusts_secret(state: ForgeState, path: list[str]) -> bool:
    """Whether a path leads to something that players don't see."""
    if path[0] != "beings":
        return path[0] == "check"
    who = state.beings.get(path[1]) if len(path) > 1 else None
    return not who or who.kind == "foe" or who.hidden or path[-1] == "notes"
