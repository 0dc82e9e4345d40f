"""Master of the Rogue Spire rule by rule: what the worked cases leave out, and that nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from support.scripts import case_params

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.offers import GM
from tablelight.kernel.rules import TableOption
from tablelight.kernel.table import Command, Table
from tablelight.script import cases, run_case
from tablelight.script.parse import Case, Opt, files
from tablelight.systems.rogue_spire import SYSTEM, rules

FOLDER = Path(__file__).parent
WORKED = FOLDER.parents[1] / "cases" / "rogue_spire"


def scripts() -> list[Case]:
    """Every script case of this game, the worked ones included."""
    return [case for path in files([FOLDER, WORKED]) for case in cases(path)]


def values_set() -> Iterator[tuple[str, str]]:
    """Every value that some case gives to a table option."""
    for case in scripts():
        yield from ((line.step.option, line.step.value) for line in case.lines if isinstance(line.step, Opt))


@pytest.mark.parametrize("case", case_params(FOLDER))
def test_rule(case: Case) -> None:
    run_case(case, save_load=True).check()


@pytest.mark.parametrize("rule", rules().rules)
def test_each_rule_is_named_by_a_case(rule: str) -> None:
    assert any(f"rogue-spire/{rule}" in case.rules for case in scripts())


@pytest.mark.parametrize("option", [option for option in rules().options.values() if option.numbers_from is None])
def test_each_value_of_an_option_is_shown(option: TableOption) -> None:
    shown = {value for name, value in values_set() if name == option.id}
    assert set(option.values) - {option.default} <= shown


@pytest.mark.parametrize("option", [option for option in rules().options.values() if option.numbers_from is not None])
def test_each_number_is_shown_with_another_value(option: TableOption) -> None:
    shown = {value for name, value in values_set() if name == option.id}
    assert any(value.isdigit() and value != option.default for value in shown)


@pytest.mark.rule("rogue-spire/die-state-model")
def test_a_saved_die_that_is_wounded_and_not_exhausted_is_refused() -> None:
    table = Table(SYSTEM, plain_dice(1))
    table.do(Command(GM, "new-opponent", {"name": "Warden", "vitality": "d8", "skill": "d10"}), 0.0)
    saved = table.codec.encode(table.entries[-1])
    broken = saved.replace(b'"sides":10,"spent":false,"harm":"none"', b'"sides":10,"spent":false,"harm":"wounded"')
    assert broken != saved
    with pytest.raises(msgspec.ValidationError, match="the skill d10: a wounded die is always exhausted"):
        table.codec.decode(broken)
