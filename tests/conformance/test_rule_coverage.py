"""Each finished rule is named by the code that does it and by a test that shows it; nobody names a rule that isn't."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tablelight.kernel.rules import Rule
from tablelight.kernel.system import systems
from tablelight.script import cases
from tablelight.script.parse import files

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
SYSTEMS = systems()
SOURCE = ROOT / "src" / "tablelight"

FINISHED = {"torchlite": ("seed",)}
"""Which sources of rules each system plays in full."""

IN_CODE = ("engine", "player", "gm", "opposition", "target")
"""Who decides in rules that need code; what the table decides in talk needs none."""

_MARK = re.compile(r"""mark\.rule\(\s*["']([a-z_]+/[a-z0-9-]+)["']""")
_ID = re.compile(r"""["'({,\s]([a-z_]+/[a-z0-9-]+)""")


@cache
def named_in_tests() -> dict[str, list[str]]:
    """The rules that tests name, each with the places."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("*.py")):
        for rule in _MARK.findall(path.read_text("utf-8")):
            found[rule].append(path.name)
    for path in files([TESTS]):
        for case in cases(path):
            for rule in case.rules:
                found[rule].append(f"{path.name}, {case.name}")
    return found


@cache
def named_in_code() -> dict[str, list[str]]:
    """The rules that the code names, in its records, refusals and docstrings, each with the files."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name in _ID.findall(path.read_text("utf-8")):
            if name.partition("/")[0] in SYSTEMS:
                found[name].append(str(path.relative_to(SOURCE)))
    return found


def finished() -> list[tuple[str, Rule]]:
    """The full name and the rule of all that is played in full."""
    return [
        (f"{system}/{rule.id}", rule)
        for system, sources in FINISHED.items()
        for rule in SYSTEMS[system].rules().rules.values()
        if rule.source in sources
    ]


def known(name: str) -> bool:
    system, _, _ = name.partition("/")
    return system in SYSTEMS and bool(SYSTEMS[system].rules().find(name))


def test_the_seed_of_torchlite_has_132_rules() -> None:
    assert len(finished()) == 132


def test_each_finished_rule_has_a_test_that_names_it() -> None:
    assert [name for name, _ in finished() if name not in named_in_tests()] == []


def test_tests_name_only_rules_that_exist() -> None:
    real = {name for name in named_in_tests() if name.partition("/")[0] in SYSTEMS}
    assert {name: named_in_tests()[name] for name in real if not known(name)} == {}


@pytest.mark.parametrize("system", FINISHED)
def test_code_names_only_rules_that_exist(system: str) -> None:
    cited = {name: where for name, where in named_in_code().items() if name.startswith(f"{system}/")}
    assert {name: where for name, where in cited.items() if not known(name)} == {}


def test_each_finished_rule_that_needs_code_is_named_by_code() -> None:
    missing = [
        f"{name} ({rule.decides})"
        for name, rule in finished()
        if rule.decides in IN_CODE
        and not any(where.startswith(f"systems/{name.partition('/')[0]}/") for where in named_in_code().get(name, ()))
    ]
    assert missing == []


def test_each_option_bears_on_rules_that_exist() -> None:
    for system in SYSTEMS.values():
        book = system.rules()
        for option in book.options.values():
            assert [rule for rule in option.rules if rule not in book.rules] == [], option.id
