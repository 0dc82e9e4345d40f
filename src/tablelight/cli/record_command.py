"""`tablelight record`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tablelight.cli.data import Data, opened
from tablelight.cli.say import fail, say
from tablelight.script import record


def command(
    table: Annotated[str, typer.Argument(help="A table's id or name, or an exported file.")],
    out: Annotated[Path | None, typer.Option(help="The new file, if not the terminal.", show_default=False)] = None,
    sees: Annotated[bool, typer.Option("--sees", help="Write down what each seat reads after each step.")] = False,
    data: Data = None,
) -> None:
    """Write a table down as a script that plays the same game again, for a bug report or a test.

    It holds the game's secrets (hidden opposition, hidden rolls), but nobody's private notes.
    """
    with opened(table, data) as (_, loaded):
        text = record(loaded, sees=sees)
    if not out:
        sys.stdout.write(text)
        return
    try:
        with out.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        fail(f"{out} can't be written: {error.strerror}.")
    say(f"The script is {out}.")
