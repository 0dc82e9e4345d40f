"""Runs every check and the tests, goes on after a failure, and ends with one plain count."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

BIN = Path(sys.executable).parent
CHECKS = {
    "Lint (ruff)": ["ruff", "check"],
    "Format (ruff)": ["ruff", "format", "--check"],
    "Types (pyright)": ["pyright"],
    "Imports (import-linter)": ["lint-imports", "--no-logo"],
}


def main() -> int:
    results = [run(title, command) for title, command in CHECKS.items()]
    tests_passed, tests_failed, skipped = run_tests()
    passed, failed = results.count(True) + tests_passed, results.count(False) + tests_failed
    print(f"\n{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


def run(title: str, command: list[str]) -> bool:
    print(f"\n== {title}", flush=True)
    environment = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    return subprocess.run([BIN / command[0], *command[1:]], env=environment).returncode == 0


def run_tests() -> tuple[int, int, int]:
    """How many tests passed, failed and were skipped; a run that broke off counts as one that failed."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "junit.xml"
        succeeded = run("Tests (pytest)", ["pytest", "-n", "2", "--dist", "worksteal", f"--junit-xml={report}"])
        passed, failed, skipped = read_junit(report) if report.exists() else (0, 0, 0)
    return passed, failed or int(not succeeded), skipped


def read_junit(report: Path) -> tuple[int, int, int]:
    suites = list(ElementTree.parse(report).iter("testsuite"))
    total, failures, errors, skipped = (
        sum(int(suite.attrib[name]) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    failed = failures + errors
    return total - failed - skipped, failed, skipped


if __name__ == "__main__":
    sys.exit(main())
