"""The table of tellings, one for each kind of event, and the words they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tablelight.kernel.kinds import ByKind
from tablelight.kernel.view import Die, Tone
from tablelight.systems.actlite.flows.dying import OUTCOMES
from tablelight.systems.actlite.flows.hexes import title
from tablelight.systems.actlite.state import ActState, Doing, Result

Told: TypeAlias = "tuple[str, str, Tone] | tuple[str, str, Tone, tuple[Die, ...]]"
"""A line of the log: its text, the numbers behind it, its tone, perhaps dice. An empty text is no line."""


class Names:
    """The names of people and things as they are now; what is gone keeps its id."""

    def __init__(self, state: ActState) -> None:
        self.state = state

    def who(self, key: str) -> str:
        """A character's name."""
        character = self.state.characters.get(key)
        return character.name if character else key

    def all(self, keys: Sequence[str]) -> str:
        """Several names in a row, those of hidden people left out."""
        people = self.state.characters
        return ", ".join(self.who(key) for key in keys if key not in people or not people[key].hidden)

    def weapon(self, who: str, key: str) -> str:
        """A weapon's name."""
        character = self.state.characters.get(who)
        weapon = character.weapons.get(key) if character else None
        return (weapon.name if weapon else key).lower()

    def item(self, who: str, key: str) -> str:
        """The name of a thing carried."""
        character = self.state.characters.get(who)
        item = character.items.get(key) if character else None
        return (item.name if item else key.replace("-", " ")).lower()

    def hexes(self, keys: Sequence[str]) -> str:
        """The names of hexes in a row."""
        return title(self.state, keys)

    def written(self, key: str) -> str:
        """The names of a written hex's parts."""
        written = self.state.written.get(key)
        return self.hexes(written.parts) if written else "the hex"


TELLINGS: ByKind[Names, Told] = ByKind()
on = TELLINGS.on


def because(cause: str) -> str:
    """A cause in brackets, if there is one."""
    return f" ({cause})" if cause else ""


def some(count: int, one: str, many: str = "") -> str:
    """A number of things in words."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def drawn(doing: Doing) -> tuple[Die, ...]:
    """The dice of a check, the picked ones marked."""
    return tuple(
        Die(6, face=face, marks=("total",) if at in doing.picked else ()) for at, face in enumerate(doing.faces)
    )


def sources_words(doing: Doing) -> str:
    """Where advantage and disadvantage come from, such as `high ground +1, injured right arm -1`."""
    return ", ".join(f"{source.name} {source.count:+d}" for source in doing.sources)


def result_words(result: Result) -> str:
    """A consequence result in words."""
    return f"{result.face}: {result.text or OUTCOMES[result.outcome]}"
