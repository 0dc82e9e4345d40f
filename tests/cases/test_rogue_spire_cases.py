"""Master of the Rogue Spire's worked cases: each played through a real table, with its numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.scripts import case_params

from tablelight.script import cases, run_case
from tablelight.script.parse import Case, files
from tablelight.systems.rogue_spire import rules

FOLDER = Path(__file__).parent / "rogue_spire"


def scripts() -> list[Case]:
    """Every case of the script files."""
    return [case for path in files([FOLDER]) for case in cases(path)]


def listed() -> list[str]:
    """The ids of all worked cases."""
    lines = (FOLDER / "ids.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("case", case_params(FOLDER))
def test_case(case: Case) -> None:
    run_case(case, save_load=True).check()


def test_each_worked_case_is_played_and_no_other() -> None:
    assert sorted(case.name for case in scripts()) == sorted(listed())


def test_every_case_names_rules_that_exist() -> None:
    book = rules()
    for case in scripts():
        assert case.rules, case.name
        for rule in case.rules:
            assert book.find(rule), f"{case.name}: {rule}"
