"""Whole games of TorchLite, told line by line: what happens, and what each seat sees and doesn't see."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.scripts import case_params

from tablelight.script import run_case
from tablelight.script.parse import Case

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("save_load", [False, True], ids=["straight", "stored"])
@pytest.mark.parametrize("case", case_params(FOLDER))
def test_golden_game(case: Case, save_load: bool) -> None:
    run_case(case, save_load=save_load).check()
