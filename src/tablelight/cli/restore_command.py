"""`tablelight restore`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablelight.cli.data import Data, folder_at, new_id, now
from tablelight.cli.say import fail, say
from tablelight.store import Store, restore, restore_tables


def command(
    file: Annotated[Path, typer.Argument(help="A file that backup made.")],
    add: Annotated[bool, typer.Option("--add", help="Add the backup's tables to those that are there.")] = False,
    data: Data = None,
) -> None:
    """Put a backup back. What it replaces is kept as a backup too. The server must not be running on the folder."""
    if not file.is_file():
        fail(f"There is no file {file}.", 2)
    folder = folder_at(data)
    if add:
        with Store.open(folder, now=now()) as store:
            for table in restore_tables(store, file, new_id=new_id, now=now()):
                say(f"{table.record.name} is here as {table.record.id}, with {table.entries} entries.")
        return
    kept = restore(file, folder, now=now())
    say(f"{file} is restored into {folder.path}.")
    if kept:
        say(f"What was there before is kept as {kept}.")
