"""Bringing tables out of a backup into a store that is in use."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from tablelight.store import rows
from tablelight.store.backup import check_backup
from tablelight.store.errors import BackupError
from tablelight.store.folder import day_and_time
from tablelight.store.records import MAX_NAME, TableRecord
from tablelight.store.rows import Entry
from tablelight.store.schema import VERSION, connect, migrate, version_of
from tablelight.store.store import Store


class RestoredTable(Struct, frozen=True):
    """One table of the backup, the table that it became, and how many entries that has."""

    old_id: str
    record: TableRecord
    entries: int


def restore_tables(
    store: Store,
    backup: Path,
    *,
    new_id: Callable[[], str],
    now: float,
    only: Collection[str] | None = None,
) -> list[RestoredTable]:
    """Adds the backup's tables, or those whose ids are in `only`, as new tables: all of them or none.

    Each gets an id from `new_id` and "(restored …)" with the day and time of `now` (seconds since 1970,
    shown in UTC) behind its name. No link comes along, since a link opens one table only. Tables that the
    backup has as deleted stay so. Returns what was added. Raises BackupError, NewerSchemaError,
    NotOursError, AlreadyThereError.
    """
    check_backup(backup)
    # An older backup is migrated first, and never the file itself.
    with tempfile.TemporaryDirectory(dir=store.folder.path) as scratch:
        copy = Path(scratch) / "copy.sqlite3"
        shutil.copyfile(backup, copy)
        connection = connect(copy, "rw")
        try:
            if version_of(connection) < VERSION:
                migrate(connection)
            return _add(store, connection, new_id, now, only)
        finally:
            connection.close()


def _add(
    store: Store,
    connection: sqlite3.Connection,
    new_id: Callable[[], str],
    now: float,
    only: Collection[str] | None,
) -> list[RestoredTable]:
    records = [r for r in rows.all_records(connection) if only is None or r.id in only]
    missing = set(only or ()) - {record.id for record in records}
    if missing:
        raise BackupError(f"The backup has no table {', '.join(sorted(missing))}.")
    restored = [
        RestoredTable(
            record.id,
            replace(record, id=new_id(), name=_marked(record.name, now)),
            rows.length(connection, record.id),
        )
        for record in records
    ]

    def tables() -> Iterator[tuple[TableRecord, Iterator[Entry]]]:
        for table in restored:
            yield table.record, rows.entries_of(connection, table.old_id)

    store.add_tables(tables()).result()
    return restored


def _marked(name: str, now: float) -> str:
    mark = f" (restored {day_and_time(now):%Y-%m-%d %H:%M})"
    return name[: MAX_NAME - len(mark)] + mark
