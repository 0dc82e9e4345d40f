"""TorchLite's worked cases: each played through a real table, with its numbers."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import cast

import pytest
from support.scripts import case_params

from tablelight.script import cases, run_case
from tablelight.script.parse import Case, files
from tablelight.systems.torchlite import rules

FOLDER = Path(__file__).parent / "torchlite"


def scripts() -> list[Case]:
    """Every case of the script files."""
    return [case for path in files([FOLDER]) for case in cases(path)]


def listed() -> list[str]:
    """The ids of all worked cases."""
    lines = (FOLDER / "ids.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def later() -> dict[str, str]:
    """The cases that wait, and what they wait for."""
    document = tomllib.loads((FOLDER / "later.toml").read_text("utf-8"))
    found = cast("list[dict[str, str]]", document["case"])
    return {one["id"]: one["waits_for"] for one in found}


@pytest.mark.parametrize("case", case_params(FOLDER))
def test_case(case: Case) -> None:
    run_case(case, save_load=True).check()


@pytest.mark.parametrize("name", listed())
def test_each_case_is_played_or_waits(name: str) -> None:
    played = any(case.name == name for case in scripts())
    assert played != (name in later())


def test_names_are_those_of_the_list() -> None:
    """A script case is named after a worked case, perhaps with a table option or another variant behind it."""
    known = listed()
    strange = [c.name for c in scripts() if not any(c.name == one or c.name.startswith(f"{one}-") for one in known)]
    assert strange == []
    assert len({case.name for case in scripts()}) == len(scripts())


def test_every_case_names_rules_that_exist() -> None:
    book = rules()
    for case in scripts():
        assert case.rules, case.name
        for rule in case.rules:
            assert book.find(rule), f"{case.name}: {rule}"
