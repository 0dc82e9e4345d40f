"""One Chromium for all tests of a module, and a server with a data folder of its own for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from support.pages import PATIENCE, Person, chromium
from support.served import Served, served

from tablelight.kernel.system import find_system

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "data", {"torchlite": find_system("torchlite")}) as one:
        yield one


@pytest.fixture
def person(browser: Browser, server: Served) -> Iterator[Callable[..., Person]]:
    people: list[Person] = []

    def make(**settings: object) -> Person:
        people.append(Person(browser, f"http://127.0.0.1:{server.port}", **settings))  # type: ignore[arg-type]
        return people[-1]

    yield make
    for one in people:
        one.context.close()
        assert one.outside == [], "a page asked for something outside this machine"


@pytest.fixture
def seated(person: Callable[..., Person]) -> tuple[Person, Person, Person]:
    """The demo scene with a GM, Ann and Bo, each in a browser of their own."""
    gm, ann, bo = person(), person(), person()
    gm.open_demo()
    ann.sit_down(gm.invite("p1"), "Ann")
    bo.sit_down(gm.invite("p2"), "Bo")
    return gm, ann, bo


@pytest.fixture
def pictures(request: pytest.FixtureRequest) -> Path:
    """Where screenshots go; the folder is not in git."""
    return Path(str(request.config.rootpath)) / "screenshots"
