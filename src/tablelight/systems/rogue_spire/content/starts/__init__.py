"""Ready beginnings: TOML files that put characters and opponents of the pack into a scene."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.data import read_data, toml_files
from tablelight.kernel.flow import Event
from tablelight.kernel.offers import GM
from tablelight.kernel.starts import Start, StartFile
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire.content import Pack, pack
from tablelight.systems.rogue_spire.state import Character, slug

REFEREE = "Spire Master"
"""The title of the GM's seat (rogue-spire/spire-master-role)."""


class _Scene(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str


class _Opponent(Struct, frozen=True, forbid_unknown_fields=True):
    """An opponent is an `entry` of the pack, perhaps under another name or hidden."""

    entry: str
    name: str = ""
    hidden: bool = False
    notes: str = ""


class _Document(StartFile, forbid_unknown_fields=True):
    characters: tuple[str, ...]
    scene: _Scene
    opponent: tuple[_Opponent, ...] = ()
    encounter: bool = False


def read_start(file: Traversable, items: Pack) -> Start:
    """A ready beginning; a ValueError names the file, the key and what was expected."""
    document = read_data(file, _Document)
    for key in document.characters:
        if key not in items.characters:
            raise ValueError(f"{file.name}: characters: {key!r}; expected some of {', '.join(items.characters)}")
    for at, one in enumerate(document.opponent):
        if one.entry not in items.opponents:
            wanted = ", ".join(items.opponents)
            raise ValueError(f"{file.name}: opponent[{at}].entry: {one.entry!r}; expected one of {wanted}")
    return document.start(_events(document, items), REFEREE)


def _events(document: _Document, items: Pack) -> Iterator[Event]:
    for at, key in enumerate(document.characters):
        yield _joined(key, replace(items.characters[key], seat=document.player_seat(at)))
    taken = set(document.characters)
    for one in document.opponent:
        character = _opponent(items.opponents[one.entry], one)
        key = slug(character.name, taken)
        taken.add(key)
        yield _joined(key, character)
    rule = "rogue-spire/campaign-opening"
    yield e.SceneBegan(number=1, title=document.scene.title, text=document.scene.text, rule=rule)
    if document.encounter:
        yield e.EncounterBegan(rule="rogue-spire/round-refresh")


def _joined(key: str, character: Character) -> Event:
    seen = (GM,) if character.hidden else None
    return e.CharacterJoined(who=key, character=character, rule="rogue-spire/character-parts", seen_by=seen)


def _opponent(character: Character, one: _Opponent) -> Character:
    return replace(character, name=one.name or character.name, hidden=one.hidden, notes=one.notes or character.notes)


@cache
def starts() -> tuple[Start, ...]:
    """The ready beginnings that come with the game."""
    return tuple(read_start(file, pack()) for file in toml_files(files(__name__)))
