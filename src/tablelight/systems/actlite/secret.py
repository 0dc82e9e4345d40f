"""What only the GM may know although no event says so: what befalls somebody hidden, what is set behind the screen."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tablelight.kernel.adjust import Adjusted
from tablelight.kernel.flow import Event
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.state import OWN_PARTS, ActState, Doing, Window, Written

_BEHIND = (*OWN_PARTS, "stash", "clock")
"""What of the state is the GM's alone: content of the table's own is, until it comes into play."""

_FIELDS = ("notes", "results", "secrets", "table", "shown_crit", "shown_max", "skip_roll", "dead")
_NAMING = ("who", "target", "winner", "loser", "watcher")


def hides(state: ActState, event: Event) -> bool:
    """Whether an event is the GM's alone, as things stand when it happens (actlite/consequence-secret)."""
    hidden = {key for key, who in state.characters.items() if who.hidden}
    if isinstance(event, Adjusted):
        names = any(key in event.path or key in event.value for key in hidden)
        return names or _adjusts_secret(state, event.path.split("."))
    return bool(hidden) and any(key in hidden for key in named(event))


def named(event: Event) -> Iterator[str]:
    """Everybody that an event names."""
    fields = msgspec.structs.asdict(event)
    for name in _NAMING:
        value = fields.get(name, "")
        yield from value if isinstance(value, tuple) else (value,)
    match event:
        case e.Declared(doing=doing) | e.Weighed(doing=doing) | e.DiceRolled(doing=doing):
            yield from _of(doing)
        case e.HexWritten(written=written) | e.HexChanged(written=written):
            yield from _of(written)
        case e.WindowOpened(window=window):
            yield from _of(window)
        case _:
            return


def _of(part: Doing | Written | Window) -> tuple[str, ...]:
    match part:
        case Doing(who=who, target=target):
            return who, target
        case Written(author=author, bearer=bearer):
            return author, bearer
        case Window(who=who):
            return (who,)


def _adjusts_secret(state: ActState, path: list[str]) -> bool:
    """Whether a path leads to something that players don't see: opponents' numbers, secret results, notes."""
    if path[0] != "characters":
        return path[0] in _BEHIND
    who = state.characters.get(path[1]) if len(path) > 2 else None
    secret = bool(who and (who.kind == "npc" or who.secrets or who.results))
    return not who or secret or path[2] in _FIELDS or path[-1] in ("stabilized", "doomed")
