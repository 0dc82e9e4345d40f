"""`tablelight tables`"""

from __future__ import annotations

from datetime import datetime

from tablelight.cli.data import Data, reading
from tablelight.cli.say import OUT, say, say_table
from tablelight.store import Store


def command(data: Data = None) -> None:
    """List the tables with their ids. In a pipe: id, name, game, date and number of entries, with tabs between."""
    with reading(data) as store:
        rows = _rows(store) if store else []
    if rows:
        say_table(("id", "name", "game", "made", "entries"), rows)
    elif OUT.is_terminal:
        say("There are no tables yet. Make one on the page that tablelight play opens.")


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
