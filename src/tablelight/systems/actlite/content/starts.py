"""Actlite's ready beginnings, read from data and checked when they are loaded."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.data import read_data, toml_files
from tablelight.kernel.flow import Event
from tablelight.kernel.grid import read_spot
from tablelight.kernel.offers import GM, Seat
from tablelight.kernel.starts import Start, StartFile
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.content.pack import Person, starter_pack
from tablelight.systems.actlite.content.people import character
from tablelight.systems.actlite.state import Ground, slug


class _Token(Struct, forbid_unknown_fields=True):
    """Somebody of the pack, perhaps under another name, with a place on the map."""

    who: str
    at: str
    name: str = ""
    seat: int = 0
    hidden: bool = False


class _Document(StartFile, forbid_unknown_fields=True):
    scene: str
    width: int
    height: int
    people: tuple[_Token, ...]
    opponents: tuple[_Token, ...]
    blocked: tuple[str, ...] = ()
    rough: tuple[str, ...] = ()


def read_start(file: Traversable) -> Start:
    """A ready beginning from a TOML file; a ValueError names the file, the key and what was expected."""
    document = read_data(file, _Document)
    try:
        return document.start(_events(document))
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from error


def _events(document: _Document) -> list[Event]:
    blocked = tuple(read_spot(key) for key in document.blocked)
    rough = tuple(read_spot(key) for key in document.rough)
    ground = Ground(document.width, document.height, blocked, rough)
    happened: list[Event] = [e.SceneSet(text=document.scene), e.MapLaid(ground=ground)]
    taken: list[str] = []
    pack = starter_pack()
    for token in document.people:
        happened.append(_joined(token, pack.people.get(token.who), "pc", taken))
    for token in document.opponents:
        happened.append(_joined(token, pack.opponents.get(token.who), "npc", taken))
    return happened


def _joined(token: _Token, person: Person | None, kind: str, taken: list[str]) -> Event:
    if not person:
        raise ValueError(f"there is nobody {token.who!r} in the pack")
    who = character(starter_pack(), person, kind)
    seat = Seat(f"p{token.seat}") if token.seat else Seat("")
    who = replace(who, name=token.name or who.name, seat=seat, at=read_spot(token.at), hidden=token.hidden)
    key = slug(who.name, taken)
    taken.append(key)
    seen = (GM,) if token.hidden else None
    return e.CharacterJoined(who=key, character=who, rule="actlite/character-block", seen_by=seen)


@cache
def starts() -> tuple[Start, ...]:
    """The ready beginnings that come with Actlite."""
    folder = files("tablelight.systems.actlite.content") / "beginnings"
    return tuple(read_start(file) for file in toml_files(folder))
