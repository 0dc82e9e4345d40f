"""`tablelight odds` and `tablelight roll`: answers, examples, mistakes, speed from a cold start."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys

import pytest

from tablelight.cli import main
from tablelight.cli.odds_command import answered, percent
from tablelight.odds.answer import Fraction
from tablelight.odds.questions import SYSTEMS, questions

KINDS = [(system, name) for system in SYSTEMS for name in questions(system)]
START = "import sys; from tablelight.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_every_example_is_answered_and_shown_in_help(
    system: str, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    example = questions(system)[kind].example
    assert answered([system, *shlex.split(example)]).figures
    assert main(["odds", system, kind, "--help"]) == 0
    assert f"tablelight odds {system} {example}" in capsys.readouterr().out


def test_json_has_exact_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "torchlite", "test", "d10 d8 d8 d6", "--against", "d8 d8", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"]["success"]["exact"] == "183443/245760"
    assert told["figures"]["success"]["decimal"] == pytest.approx(0.746431477865)


def test_a_table_has_bars_and_limits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "2d6", "--at-least", "10", "--exactly=7"]) == 0
    shown = capsys.readouterr().out
    assert "total at least 10" in shown
    assert "1/6" in shown
    assert "█" in shown


def test_never_and_always_are_said_only_where_exact() -> None:
    assert percent(Fraction(0)) == "0 %"
    assert percent(Fraction(1)) == "100 %"
    assert percent(Fraction(1, 10**9)) == "under 0.1 %"
    assert percent(1 - Fraction(1, 10**9)) == "over 99.9 %"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["1e9d6"], "digits"),
        (["torchlite"], "has: test, roll"),
        (["torchlight", "test"], "Did you mean torchlite?"),
        (["torchlite", "test", "d7", "--against", "d8"], "there is no d7"),
        (["torchlite", "test", "--against", "d8"], "pool is missing"),
        (["torchlite", "test", "d8", "--agianst", "d8"], "there is no --agianst"),
        (["torchlite", "test", "13d8", "--against", "d8"], "the bound is 12"),
        (["torchlite", "test", "d8"], "--against"),
        (["torchlite", "test", "d8", "--bar"], "value is missing"),
        (["actlite", "check", "--dc", "1e3"], "digits"),
        (["actlite", "check", "--dc", "9", "--net", "99"], "not from -18 to 18"),
        (["forgelight", "damage", "2d8"], "dice and a type"),
        (["forgelight", "damage", "99999d8 Fire"], "at most"),
        (["rogue-spire", "action", "d7"], "there is no d7"),
        (["rogue-spire", "nights", "--wounded", "d12"], "needs a healer"),
        (["2d6", "--at-least", "x"], "whole number"),
    ],
)
def test_a_mistake_is_told_with_code_2(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *words]) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert not told.out


def test_dice_are_rolled(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roll", "4d6", "keep", "highest", "3", "--json"]) == 0
    thrown = json.loads(capsys.readouterr().out)
    kept = [sum(die["shows"]) for die in thrown["dice"] if die["counts"]]
    assert len(kept) == 3
    assert sum(kept) == thrown["total"]
    assert main(["roll", "2d"]) == 2
    assert "2d" in capsys.readouterr().err


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_flow_and_no_parser_is_loaded(system: str) -> None:
    example = shlex.split(next(iter(questions(system).values())).example)
    module = SYSTEMS[system]
    code = START.replace("sys.exit(", "code = (")
    code += "; loaded = [m for m in sys.modules if 'flows' in m or m in ('typer', 'rich')]"
    code += f"; import tablelight.systems.{module} as whole; print(loaded, code, whole.SYSTEM.id, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code, "odds", system, *example], capture_output=True, text=True, check=True
    )
    assert f"[] 0 {system}" in done.stderr
