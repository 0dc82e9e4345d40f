"""Taking a system's numbers without its flows, so that an answer from the command line comes at once."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import module_from_spec


@contextmanager
def numbers_only(name: str) -> Generator[None]:
    """While this lasts, parts of the package of that name can be imported without the package itself being run.

    A package that is loaded already stays. One that is loaded later finds the same parts, so that nothing is there
    twice. It saves a process that only asks for odds the loading of every flow and view of a system.
    """
    spec = None if name in sys.modules else PathFinder.find_spec(name, _path_of(name))
    if not spec:
        yield
        return
    sys.modules[name] = bare = module_from_spec(spec)
    try:
        yield
    finally:
        if sys.modules.get(name) is bare:
            del sys.modules[name]


def _path_of(name: str) -> list[str]:
    return list(import_module(name.rpartition(".")[0]).__path__)
