"""`tablelight backup`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablelight.cli.data import Data, folder_at, now
from tablelight.cli.say import say
from tablelight.store import backup_folder


def command(
    file: Annotated[
        Path | None,
        typer.Argument(help="The new file, if not a dated one in the data folder.", show_default=False),
    ] = None,
    data: Data = None,
) -> None:
    """Copy everything (tables, links, settings) to one file. Play may go on meanwhile."""
    folder = folder_at(data)
    if not file:
        folder.prepare()
        file = folder.dated_backup("by-hand", now())
    backup_folder(folder, file)
    say(f"The backup is {file}.")
