"""`tablelight script`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablelight.cli.say import fail, say
from tablelight.script import CaseResult, run_file
from tablelight.script.parse import files


def command(
    paths: Annotated[list[Path], typer.Argument(help="Scripts, or folders with *.script files.", metavar="FILE…")],
    save_load: Annotated[bool, typer.Option("--save-load", help="Store and load the table after each line.")] = False,
) -> None:
    """Play scripts on real tables and show the first line of each case that differs.

    docs/scripts.md describes how a script is written.
    """
    for path in paths:
        if not path.exists():
            fail(f"There is no file {path}.", 2)
    results = [result for path in files(paths) for result in _told(path, save_load)]
    if not results:
        fail("There are no scripts there: files that end in .script.", 2)
    failed = sum(result.failure is not None for result in results)
    say(f"{len(results) - failed} of {len(results)} cases are as written.", "bold red" if failed else "bold green")
    if failed:
        raise typer.Exit(1)


def _told(path: Path, save_load: bool) -> list[CaseResult]:
    results = run_file(path, save_load=save_load)
    failed = [result for result in results if result.failure]
    say(f"{'✗' if failed else '✓'} {path}  {len(results) - len(failed)}/{len(results)}", "red" if failed else "green")
    for result in failed:
        say(f"\n{result.name}", "bold")
        say(f"{result.failure}\n")
    return results
