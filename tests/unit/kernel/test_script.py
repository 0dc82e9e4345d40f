"""Scripts: what they can say, and how they tell where a game differs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.toy import TOY

from tablelight.kernel.script import CaseResult, ScriptError, cases, parse, run_case, run_file

DOCS = Path(__file__).parents[3] / "docs" / "scripts.md"
TOYS = {"toy": TOY}.__getitem__


def play(text: str, *, save_load: bool = False) -> list[CaseResult]:
    return [run_case(case, TOYS, save_load=save_load) for case in parse("system toy\nseat p1 Ann\n" + text)]


@pytest.mark.parametrize("save_load", [False, True])
def test_the_example_in_the_docs_runs(save_load: bool, tmp_path: Path) -> None:
    (example,) = re.findall(r"```script\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    file = tmp_path / "docs.script"
    file.write_text(example, "utf-8")
    results = run_file(file, TOYS, save_load=save_load)
    assert [(result.name, result.failure) for result in results] == [("a-player-doubles", None), ("too-dear", None)]
    assert cases(file)[0].rules == ("toy/roll", "toy/double")
