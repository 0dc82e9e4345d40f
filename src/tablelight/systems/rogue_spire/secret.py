"""What only the Spire Master may hear of: whatever befalls hidden characters, notes, secret deaths."""

from __future__ import annotations

from operator import attrgetter

from tablelight.kernel import people
from tablelight.kernel.adjust import Adjusted
from tablelight.kernel.flow import Event
from tablelight.kernel.kinds import event_kinds
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire.state import SpireState

_SAY_IT_THEMSELVES = (e.CharacterJoined, people.CharacterMoved)
_ABOUT = frozenset(
    kind for kind in event_kinds(people, e) if "who" in kind.__struct_fields__ and kind not in _SAY_IT_THEMSELVES
)  # events that are about one character, or about several
_who = attrgetter("who")
_SECRET_FIELDS = ("notes", "dead", "death_known", "door_seconds", "door_minutes")


def hides(state: SpireState, event: Event) -> bool:
    """Whether an event that names nobody in `seen_by` is the Spire Master's alone (rogue-spire/party-role)."""
    if type(event) in _ABOUT:
        who = state.characters.get(_who(event)) if isinstance(_who(event), str) else None
        return bool(who and who.hidden)
    return isinstance(event, Adjusted) and _adjusts_secret(state, event.path.split("."))


def _adjusts_secret(state: SpireState, path: list[str]) -> bool:
    """Whether a path leads to something that players don't see."""
    if path[0] != "characters":
        return False
    who = state.characters.get(path[1]) if len(path) > 2 else None
    return not who or who.hidden or path[2] in _SECRET_FIELDS
