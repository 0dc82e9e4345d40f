"""Actlite rule by rule: what the worked cases leave out, and that nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.scripts import case_params

from tablelight.kernel.rules import TableOption
from tablelight.script import cases, run_case
from tablelight.script.parse import Case, Opt, files
from tablelight.systems.actlite import rules

FOLDER = Path(__file__).parent
WORKED = FOLDER.parents[1] / "cases" / "actlite"


def scripts() -> list[Case]:
    """Every script case of this game, the worked ones included."""
    return [case for path in files([FOLDER, WORKED]) for case in cases(path)]


SHOWN = {rule for case in scripts() for rule in case.rules}


def values_set() -> Iterator[tuple[str, str]]:
    """Every value that some case gives to a table option."""
    for case in scripts():
        yield from ((line.step.option, line.step.value) for line in case.lines if isinstance(line.step, Opt))


SET = set(values_set())


@pytest.mark.parametrize("case", case_params(FOLDER))
def test_rule(case: Case) -> None:
    run_case(case, save_load=True).check()


@pytest.mark.parametrize("rule", rules().rules)
def test_each_rule_is_shown_by_a_case(rule: str) -> None:
    assert f"actlite/{rule}" in SHOWN


@pytest.mark.parametrize("option", rules().options.values(), ids=lambda option: option.id)
def test_each_option_value_is_played(option: TableOption) -> None:
    """The default is played by every case that leaves the option alone."""
    missing = [value for value in option.values if value != option.default and (option.id, value) not in SET]
    assert missing == []


def test_there_are_175_rules_and_29_options() -> None:
    assert len(rules().rules) == 175
    assert len(rules().options) == 29
