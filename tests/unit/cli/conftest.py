"""The command line in this process, with the toy games installed and a data folder of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest
from support.pool import POOL

from tablelight.cli import main
from tablelight.kernel import system
from tablelight.kernel.offers import Seat
from tablelight.kernel.table import Applied, Command
from tablelight.store import DataFolder, Store
from tablelight.store.keeper import Keeper

GAMES = [EntryPoint(name, f"support.{name}:{name.upper()}", "tablelight.systems") for name in ("pool", "toy")]


@dataclass
class Ran:
    """What a command did: its exit code, and what it printed."""

    code: int
    out: str
    err: str


Tablelight = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _toy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "entry_points", lambda group: GAMES)


@pytest.fixture
def tablelight(capsys: pytest.CaptureFixture[str]) -> Tablelight:
    def run(*words: object) -> Ran:
        capsys.readouterr()
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def table_id(data: Path) -> str:
    """A table of the pool game in the folder, with one throw made and its seed revealed, and another under way."""
    with Store.open(DataFolder.at(data), now=1e9) as store:
        return asyncio.run(_played(Keeper(store, lambda: 1e9, Random(3).randbytes, {"pool": POOL})))


async def _played(keeper: Keeper) -> str:
    made = await keeper.create("pool", "The \x1b[31mKeep", "demo")
    assert isinstance(made, str)

    async def do(key: str, **args: object) -> None:
        assert isinstance(await keeper.submit(made, Command(Seat("p1"), key, args)), Applied)

    await do("throw", why="To see")
    await do("give-up")
    await do("note", text="my own secret")
    await keeper.reveal(made)
    await do("throw")
    return made
