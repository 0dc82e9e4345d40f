"""`tablelight export`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablelight.cli.data import Data, find_record, reading
from tablelight.cli.say import say
from tablelight.store import export_table


def command(
    table: Annotated[str, typer.Argument(help="Its id, the beginning of it, or its name.")],
    file: Annotated[Path, typer.Argument(help="The new file.")],
    data: Data = None,
) -> None:
    """Write one whole table to a file, also during play. It holds the GM's secrets; links to seats are not in it."""
    with reading(data) as store:
        record = find_record(store, table)
        assert store  # a record was found in it
        export_table(store, record.id, file)
    say(f"{record.name} is in {file}.")
