"""Every question about odds that has a known answer, asked in the words of the command line and answered exactly."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tablelight.cli.odds_command import answered

FILES = sorted((Path(__file__).parents[1] / "odds").glob("*.toml"))


def _odds() -> Iterator[Any]:
    for file in FILES:
        for each in tomllib.loads(file.read_text("utf-8")).get("odds", []):
            yield pytest.param(each["ask"], each["figure"], each["value"], id=f"{file.stem}-{each['id']}")


def _cells() -> Iterator[Any]:
    for file in FILES:
        for grid in tomllib.loads(file.read_text("utf-8")).get("grid", []):
            for row in grid["rows"]:
                given = dict(zip(grid["columns"], row, strict=True))
                for each in grid["ask"]:
                    name = f"{file.stem}-{grid['id']}-{'-'.join(str(cell) for cell in row if isinstance(cell, int))}"
                    ask, figure = each["ask"].format_map(given), each["figure"].format_map(given)
                    yield pytest.param(ask, figure, given[each["column"]], id=f"{name}-{each['column']}")


@pytest.mark.parametrize(("ask", "figure", "value"), [*_odds(), *_cells()])
def test_the_answer_is_exact(ask: str, figure: str, value: str) -> None:
    assert answered(shlex.split(ask)).figure(figure) == Fraction(value)
