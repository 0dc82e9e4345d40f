"""What only the GM may know although no event says so: what befalls somebody hidden, what is set behind the screen."""

from __future__ import annotations

from tablelight.kernel.adjust import Adjusted
from tablelight.kernel.flow import Event
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.state import ActState

_FIELDS = ("notes", "results", "secrets", "table", "shown_crit", "shown_max", "skip_roll", "dead")
_ABOUT = tuple(kind for kind in e.EVENTS if "who" in kind.__struct_fields__)


def hides(state: ActState, event: Event) -> bool:
    """Whether an event is the GM's alone, as things stand when it happens (actlite/consequence-secret)."""
    if isinstance(event, _ABOUT):
        who = state.characters.get(_who(event))
        return bool(who and who.hidden)
    return isinstance(event, Adjusted) and _adjusts_secret(state, event.path.split("."))


def _who(event: Event) -> str:
    who = {name: getattr(event, name) for name in event.__struct_fields__}["who"]
    return who if isinstance(who, str) else ""


def _adjusts_secret(state: ActState, path: list[str]) -> bool:
    if path[0] in ("tables", "stash", "specials", "hexes", "clock"):
        return True
    if path[0] != "characters" or len(path) < 3:
        return path[0] == "characters"
    who = state.characters.get(path[1])
    secret = bool(who and (who.hidden or who.secrets or who.results))
    return not who or secret or path[2] in _FIELDS or path[-1] in ("stabilized", "doomed")
