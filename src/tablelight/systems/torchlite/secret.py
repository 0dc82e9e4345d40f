"""What only the GM may hear of: whatever befalls hidden characters, and the GM's notes."""

from __future__ import annotations

from operator import attrgetter

from tablelight.kernel import people
from tablelight.kernel.adjust import Adjusted
from tablelight.kernel.flow import Event
from tablelight.kernel.kinds import event_kinds
from tablelight.systems.torchlite import events
from tablelight.systems.torchlite.events import CharacterJoined
from tablelight.systems.torchlite.state import TorchState

_SAY_IT_THEMSELVES = (CharacterJoined, people.CharacterMoved)
_ABOUT = frozenset(
    kind for kind in event_kinds(people, events) if "who" in kind.__struct_fields__ and kind not in _SAY_IT_THEMSELVES
)  # events that are about one character
_who = attrgetter("who")


def hides(state: TorchState, event: Event) -> bool:
    """Whether an event that names nobody in `seen_by` is the GM's alone (torchlite/roles-at-the-table)."""
    if type(event) in _ABOUT:
        who = state.characters.get(_who(event))
        return bool(who and who.hidden)
    return isinstance(event, Adjusted) and _adjusts_secret(state, event.path.split("."))


def _adjusts_secret(state: TorchState, path: list[str]) -> bool:
    """Whether a path leads to something that players don't see: a hidden character, notes, the GM's bank."""
    if path[0] != "characters":
        return path[0] == "bank"
    who = state.characters.get(path[1]) if len(path) > 2 else None
    return not who or who.hidden or path[2] == "notes"
