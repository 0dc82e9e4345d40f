"""Forgelight rule by rule: what the worked cases leave out, and that nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.scripts import case_params

from tablelight.kernel.rules import TableOption
from tablelight.script import cases, run_case
from tablelight.script.parse import Case, Opt, files
from tablelight.systems.forgelight import SYSTEM, rules

FOLDER = Path(__file__).parent / "forgelight"
WORKED = FOLDER.parents[1] / "cases" / "forgelight"
SYSTEMS = {"forgelight": SYSTEM}


def scripts() -> list[Case]:
    """Every script case of this game, the worked ones included."""
    return [case for path in files([FOLDER, WORKED]) for case in cases(path)]


def values_set() -> Iterator[tuple[str, str]]:
    """Every value that some case gives to a table option."""
    for case in scripts():
        yield from ((line.step.option, line.step.value) for line in case.lines if isinstance(line.step, Opt))


@pytest.mark.parametrize("case", case_params(FOLDER))
def test_rule(case: Case) -> None:
    run_case(case, SYSTEMS.__getitem__, save_load=True).check()


@pytest.mark.parametrize("rule", rules().rules)
def test_each_rule_is_named_by_a_case(rule: str) -> None:
    assert any(f"forgelight/{rule}" in case.rules for case in scripts())


def test_every_case_names_rules_that_exist() -> None:
    book = rules()
    for case in scripts():
        for rule in case.rules:
            assert book.find(rule), f"{case.name}: {rule}"


@pytest.mark.parametrize("option", rules().options.values(), ids=lambda option: option.id)
def test_each_value_of_an_option_is_shown(option: TableOption) -> None:
    shown = {value for name, value in values_set() if name == option.id}
    assert set(option.values) - {option.default} <= shown
