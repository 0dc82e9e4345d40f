"""Forgelight's ready beginnings, read from data and checked when they are loaded."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.data import read_data, toml_files
from tablelight.kernel.flow import Event
from tablelight.kernel.grid import Spot, read_spot
from tablelight.kernel.offers import GM, Seat
from tablelight.kernel.starts import Start, StartFile
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.beings import beast_being, foe_being, hero_being
from tablelight.systems.forgelight.content.packs import library
from tablelight.systems.forgelight.state import Being, Ground, Light, Scene


class _Someone(Struct, forbid_unknown_fields=True):
    hero: str = ""
    foe: str = ""
    at: str = ""
    companion_at: str = ""
    name: str = ""
    hidden: bool = False


class _Scene(Struct, forbid_unknown_fields=True):
    title: str
    text: str
    light: Light = "normal"
    map: str = ""


class _Document(StartFile, forbid_unknown_fields=True):
    scene: _Scene
    someone: dict[str, _Someone]


def read_map(text: str) -> Ground | None:
    """A map as drawn: `#` a wall, `~` to climb or swim, `:` dim, `%` dark, anything else plain ground."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return None

    def spots(sign: str) -> tuple[Spot, ...]:
        return tuple(Spot(x, y) for y, line in enumerate(lines) for x, one in enumerate(line) if one == sign)

    return Ground(max(map(len, lines)), len(lines), spots("#"), spots("~"), spots(":"), spots("%"))


def read_start(file: Traversable) -> Start:
    """A ready beginning from a TOML file; a ValueError names the file, the key and what was expected."""
    document = read_data(file, _Document)
    return document.start(_events(file.name, document))


def _events(file: str, document: _Document) -> list[Event]:
    scene = document.scene
    ground = read_map(scene.map)
    happened: list[Event] = [e.SceneSet(scene=Scene(scene.title, scene.text, scene.light, ground))]
    heroes = 0
    for key, one in document.someone.items():
        try:
            happened += _joined(key, one, document.player_seat(heroes))
            heroes += bool(one.hero)
        except (KeyError, ValueError) as error:
            raise ValueError(f"{file}: someone.{key}: {error}") from error
    return happened


def _joined(key: str, one: _Someone, seat: Seat) -> list[Event]:
    content = library()
    if one.foe:
        return [_join(key, foe_being(content, content.foes[one.foe], hidden=one.hidden), one.at, one.name)]
    hero = hero_being(content, one.hero)
    found: list[Event] = [_join(key, replace(hero, seat=seat), one.at, one.name)]
    beast = content.heroes[one.hero].companion
    if beast:
        found.append(_join(beast, beast_being(content, beast, key, hero.level), one.companion_at, ""))
    return found


def _join(key: str, who: Being, at: str, name: str) -> Event:
    placed = replace(who, at=read_spot(at) if at else None, name=name or who.name)
    return e.BeingJoined(who=key, being=placed, seen_by=(GM,) if who.hidden else None)


@cache
def starts() -> tuple[Start, ...]:
    """The ready beginnings that come with Forgelight."""
    folder = files(__name__.rpartition(".")[0]) / "starts"
    return tuple(read_start(file) for file in toml_files(folder))
