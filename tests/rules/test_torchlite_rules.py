"""TorchLite's rules at the table: each shown by a script."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.scripts import case_params

from tablelight.script import run_case
from tablelight.script.parse import Case

FOLDER = Path(__file__).parent / "torchlite"


@pytest.mark.parametrize("case", case_params(FOLDER))
def test_rule(case: Case) -> None:
    run_case(case, save_load=True).check()
