"""Script files as pytest cases: each case with its rules as markers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablelight.script import cases
from tablelight.script.parse import files


def case_params(*paths: Path) -> list[object]:
    """One parameter for each case of these files, or of the `*.script` files below these folders.

    Use: `@pytest.mark.parametrize("case", case_params(FOLDER))`, and in the test `run_case(case).check()`.
    """
    return [
        pytest.param(case, id=f"{path.stem}-{case.name}", marks=[pytest.mark.rule(rule) for rule in case.rules])
        for path in files(list(paths))
        for case in cases(path)
    ]
