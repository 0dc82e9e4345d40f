"""`tablelight tables`"""

from __future__ import annotations

from datetime import datetime

from tablelight.cli.data import Data, folder_at, reading
from tablelight.cli.say import note, say_table
from tablelight.store import Store


def command(data: Data = None) -> None:
    """Print where the tables lie, and list them with their ids.

    In a pipe: id, name, game, date and number of entries, with tabs between; the folder goes to standard error.
    """
    with reading(data) as store:
        rows = _rows(store) if store else []
    note(f"Tables lie in {folder_at(data).path.absolute()}")
    if rows:
        say_table(("id", "name", "game", "made", "entries"), rows)
    else:
        note("There are no tables yet. Make one on the page that tablelight play opens.")


def _rows(store: Store) -> list[tuple[str, ...]]:
    return [
        (
            record.id,
            record.name,
            record.system,
            f"{datetime.fromtimestamp(record.created):%Y-%m-%d %H:%M}",
            str(store.length(record.id)),
        )
        for record in store.tables()
    ]
