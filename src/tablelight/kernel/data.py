"""A game's data files: TOML, read as a type and checked while it is read."""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable
from typing import TypeVar

import msgspec

T = TypeVar("T")


def toml_files(folder: Traversable) -> list[Traversable]:
    """The TOML files of a folder, by name."""
    return sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)


def read_data(file: Traversable, kind: type[T]) -> T:
    """A file as this type; a ValueError names the file, the key and what was expected."""
    return as_kind(file.name, _parsed(file), kind)


def read_entries(file: Traversable, kind: type[T]) -> dict[str, T]:
    """A file of entries by key, each of this type; a ValueError names the file, the key and what was expected."""
    return {key: as_kind(f"{file.name}: {key}", raw, kind) for key, raw in _parsed(file).items()}


def _parsed(file: Traversable) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file.name}: {error}") from error


def as_kind(where: str, raw: object, kind: type[T]) -> T:
    """Plain values as this type; a ValueError names where they come from, the key and what was expected."""
    try:
        return msgspec.convert(raw, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise ValueError(f"{where}: {error}") from error
