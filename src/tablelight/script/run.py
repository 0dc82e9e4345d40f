"""Carrying a script out on a real table and finding the first line that differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tablelight.kernel.offers import GM
from tablelight.kernel.system import AnySystem, find_system
from tablelight.script.differs import DiffersError
from tablelight.script.parse import Case, End, Line, ScriptError, cases
from tablelight.script.player import Player

FindSystem = Callable[[str], AnySystem]
"""Gives a system by its id; a LookupError says that there is none."""

TRAIL = 6


@dataclass(frozen=True)
class Failure:
    """The first line of a case that differs, and the last lines of the log before it."""

    file: str
    number: int
    text: str
    expected: str
    found: str
    trail: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = f"{self.file}:{self.number}: {self.text}\n  expected: {self.expected}\n  found:    {self.found}"
        return "\n    ".join((words, *(f"log: {line}" for line in self.trail)))


@dataclass(frozen=True)
class CaseResult:
    """What came of one case; `cause` is the exception behind a failure that is a mistake in a rule."""

    file: str
    name: str
    rules: tuple[str, ...] = ()
    failure: Failure | None = None
    cause: Exception | None = None

    def check(self) -> None:
        """Raise an AssertionError that tells the failure, if there is one."""
        if self.failure:
            raise AssertionError(f"{self.name}\n{self.failure}") from self.cause


def run_file(path: Path, systems: FindSystem = find_system, *, save_load: bool = False) -> list[CaseResult]:
    """Run every case of a file. `save_load`: store and load the table after each line as well."""
    try:
        found = cases(path)
    except (ScriptError, OSError, UnicodeDecodeError) as error:
        return [CaseResult(str(path), path.stem, failure=Failure(str(path), 1, "", "a script", str(error)))]
    return [run_case(case, systems, save_load=save_load) for case in found]


def run_case(case: Case, systems: FindSystem = find_system, *, save_load: bool = False) -> CaseResult:
    """Run one case on a fresh table, up to the first line that differs."""
    try:
        player = Player(systems(case.system), save_load=save_load)
    except LookupError as error:
        failure = Failure(case.file, case.number, f"system {case.system}", "an installed system", str(error))
        return CaseResult(case.file, case.name, case.rules, failure)
    last = Line(case.number, f"== {case.name}", End())
    try:
        for last in case.lines:
            player.step(last.step, last.number)
        player.dice.none_left()
    except DiffersError as error:
        return _failed(case, last, player, error.expected, error.found)
    except ScriptError as error:
        return _failed(case, last, player, "a line that can be carried out", str(error))
    except Exception as error:
        return _failed(case, last, player, "no mistake in the rules", f"{type(error).__name__}: {error}", error)
    return CaseResult(case.file, case.name, case.rules)


def _failed(
    case: Case, line: Line, player: Player, expected: str, found: str, cause: Exception | None = None
) -> CaseResult:
    trail = tuple(logged.line.text for logged in player.table.lines(GM))[-TRAIL:]
    failure = Failure(case.file, line.number, line.text, expected, found, trail)
    return CaseResult(case.file, case.name, case.rules, failure, cause)
