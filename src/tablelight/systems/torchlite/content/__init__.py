"""TorchLite's ready beginnings, read from data and checked when they are loaded."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from msgspec import Struct

from tablelight.kernel.data import read_data, toml_files
from tablelight.kernel.flow import Event
from tablelight.kernel.offers import GM
from tablelight.kernel.starts import Start, StartFile
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.sheet import read_traits, signature_assets
from tablelight.systems.torchlite.state import Character, Milestone, Sfx, Trait


class _Person(Struct, forbid_unknown_fields=True):
    name: str
    kind: str = "pc"
    about: str = ""
    distinctions: str = ""
    attributes: str = ""
    roles: str = ""
    specialties: str = ""
    assets: str = ""
    sfx: tuple[Sfx, ...] = ()
    milestones: tuple[Milestone, ...] = ()
    hidden: bool = False
    notes: str = ""


class _Scene(Struct, forbid_unknown_fields=True):
    title: str
    text: str


class _Document(StartFile, forbid_unknown_fields=True):
    scene: _Scene
    person: dict[str, _Person]


def _traits(file: str, key: str, field: str, text: str) -> tuple[Trait, ...]:
    read = read_traits(text, f"{file}: person {key}, {field}")
    if not isinstance(read, tuple):
        raise ValueError(read.text)
    return read


def read_start(file: Traversable) -> Start:
    """A ready beginning from a TOML file; a ValueError names the file, the key and what was expected."""
    document = read_data(file, _Document)
    return document.start(_events(file.name, document))


def _events(file: str, document: _Document) -> list[Event]:
    happened: list[Event] = []
    players: dict[str, int] = {}
    for key, person in document.person.items():
        character = _character(file, key, person)
        if character.kind == "pc":
            character = msgspec.structs.replace(character, seat=document.player_seat(len(players)))
            players[key] = m.SESSION_START_PP
        seen = (GM,) if character.hidden else None
        happened.append(e.CharacterJoined(who=key, character=character, seen_by=seen))
    happened.append(
        e.SessionBegan(number=1, points=players, bank=len(players), fresh=True, rule="torchlite/pp-session-start")
    )
    scene = document.scene
    happened.append(e.SceneBegan(number=1, title=scene.title, text=scene.text, rule="torchlite/sessions-scenes-beats"))
    return happened


def _character(file: str, key: str, person: _Person) -> Character:
    raw = {
        "name": person.name,
        "kind": person.kind,
        "about": person.about,
        "hidden": person.hidden,
        "notes": person.notes,
    }
    try:
        character = msgspec.convert(raw, Character)
    except msgspec.ValidationError as error:
        raise ValueError(f"{file}: person {key}: {error}") from error
    return msgspec.structs.replace(
        character,
        distinctions=_traits(file, key, "distinctions", person.distinctions),
        attributes=_traits(file, key, "attributes", person.attributes),
        roles=_traits(file, key, "roles", person.roles),
        specialties=_traits(file, key, "specialties", person.specialties),
        assets=signature_assets(_traits(file, key, "assets", person.assets)),
        sfx=person.sfx,
        milestones=person.milestones,
    )


@cache
def starts() -> tuple[Start, ...]:
    """The ready beginnings that come with TorchLite."""
    folder = files(__name__) / "starts"
    return tuple(read_start(file) for file in toml_files(folder))
