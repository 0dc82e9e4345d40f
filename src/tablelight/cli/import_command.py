"""`tablelight import`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablelight.cli.data import Data, folder_at, new_id, now, opened
from tablelight.cli.say import fail, say
from tablelight.store import Store, import_table


def command(
    file: Annotated[Path, typer.Argument(help="A file that export made.")],
    data: Data = None,
) -> None:
    """Bring a table in from a file, as a new table. The server must not be running on the folder."""
    if not file.is_file():
        fail(f"There is no file {file}.", 2)
    with opened(str(file), None):
        pass  # the game is installed and every entry can be read
    with Store.open(folder_at(data), now=now()) as store:
        record = import_table(store, file, new_id(), now())
    say(f"{record.name} is here as {record.id}.")
