"""The statements that write and read rows: plain functions over a connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tablelight.store.errors import (
    AlreadyThereError,
    ChangedPackError,
    ConflictError,
    DamagedEntryError,
    DeletedTableError,
    NoSuchTableError,
)
from tablelight.store.records import (
    Access,
    PackRecord,
    TableRecord,
    access_crc,
    check_access,
    check_body,
    check_pack,
    check_record,
    entry_crc,
    pack_crc,
    record_crc,
)


class Entry(Struct, frozen=True):
    """One entry. `rest`: how many entries of the same append follow it."""

    number: int
    rest: int
    body: bytes


def insert_record(connection: sqlite3.Connection, record: TableRecord) -> None:
    """Raises AlreadyThereError, BadValueError."""
    check_record(record)
    if connection.execute("SELECT 1 FROM tables WHERE id = ?", (record.id,)).fetchone():
        raise AlreadyThereError(f"There already is a table {record.id}.")
    write_record(connection, record, 0)


def change_record(
    connection: sqlite3.Connection,
    table_id: str,
    *,
    name: str | None = None,
    details: bytes | None = None,
    deleted: bool | None = None,
) -> None:
    """Changes what is given. Raises NoSuchTableError, BadValueError."""
    row = connection.execute("SELECT revision FROM tables WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        raise NoSuchTableError(table_id)
    record = find_record(connection, table_id)
    if name is not None:
        record = replace(record, name=name)
    if details is not None:
        record = replace(record, details=details)
    if deleted is not None:
        record = replace(record, deleted=deleted)
    check_record(record)
    write_record(connection, record, row[0] + 1)


def write_record(connection: sqlite3.Connection, record: TableRecord, revision: int) -> None:
    connection.execute(
        "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (id) DO UPDATE SET"
        " name = ?2, system = ?3, created = ?4, details = ?5, deleted = ?6, revision = ?7, crc = ?8",
        (
            record.id,
            record.name,
            record.system,
            record.created,
            record.details,
            int(record.deleted),
            revision,
            record_crc(record, revision),
        ),
    )


def find_record(connection: sqlite3.Connection, table_id: str) -> TableRecord:
    """Raises NoSuchTableError."""
    row = connection.execute(f"{_SELECT_RECORD} WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        raise NoSuchTableError(table_id)
    return _record(row)


def all_records(connection: sqlite3.Connection) -> list[TableRecord]:
    """Every table, deleted ones too, the oldest first."""
    return [_record(row) for row in connection.execute(f"{_SELECT_RECORD} ORDER BY created, id")]


def append(connection: sqlite3.Connection, table_id: str, first: int, bodies: Sequence[bytes]) -> None:
    """Adds entries numbered from `first`. Everything is checked before anything is written.

    Raises NoSuchTableError, DeletedTableError, ConflictError, TooLargeError.
    """
    row = connection.execute(
        "SELECT deleted, (SELECT max(number) FROM entries WHERE table_id = id) FROM tables WHERE id = ?",
        (table_id,),
    ).fetchone()
    if row is None:
        raise NoSuchTableError(table_id)
    deleted, last = row
    if deleted:
        raise DeletedTableError(table_id)
    length = 0 if last is None else last + 1
    if first != length:
        raise ConflictError(table_id, first, length)
    for body in bodies:
        check_body(body)
    last_rest = len(bodies) - 1
    entries = (Entry(first + i, last_rest - i, body) for i, body in enumerate(bodies))
    insert_entries(connection, table_id, entries)


def insert_entries(connection: sqlite3.Connection, table_id: str, entries: Iterable[Entry]) -> None:
    connection.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
        ((table_id, e.number, e.rest, entry_crc(table_id, e.number, e.rest, e.body), e.body) for e in entries),
    )


def insert_tables(connection: sqlite3.Connection, tables: Iterable[tuple[TableRecord, Iterable[Entry]]]) -> None:
    """Raises AlreadyThereError, BadValueError, ConflictError."""
    for record, entries in tables:
        insert_record(connection, record)
        insert_entries(connection, record.id, _checked(record.id, entries))


def _checked(table_id: str, entries: Iterable[Entry]) -> Iterator[Entry]:
    for expected, entry in enumerate(entries):
        if entry.number != expected:
            raise ConflictError(table_id, entry.number, expected)
        check_body(entry.body)
        yield entry


def length(connection: sqlite3.Connection, table_id: str) -> int:
    """How many entries the table has. Raises NoSuchTableError."""
    row = connection.execute(
        "SELECT (SELECT max(number) FROM entries WHERE table_id = id) FROM tables WHERE id = ?", (table_id,)
    ).fetchone()
    if row is None:
        raise NoSuchTableError(table_id)
    return 0 if row[0] is None else row[0] + 1


def entries_of(
    connection: sqlite3.Connection, table_id: str, start: int = 0, stop: int | None = None
) -> Iterator[Entry]:
    """The entries from `start` to before `stop`, or to the end, in order. Raises DamagedEntryError."""
    rows = connection.execute(
        "SELECT table_id, number, rest, crc, body FROM entries"
        " WHERE table_id = ? AND number >= ? AND (?3 IS NULL OR number < ?3) ORDER BY number",
        (table_id, start, stop),
    )
    try:
        for expected, (stored_id, number, rest, crc, body) in enumerate(rows, start):
            if number != expected:
                raise DamagedEntryError(table_id, expected, "is missing")
            if entry_crc(stored_id, number, rest, body) != crc:
                raise DamagedEntryError(table_id, number, "does not match its checksum")
            yield Entry(number, rest, body)
    finally:
        rows.close()  # an unfinished statement would hold its connection to an old state


def insert_access(connection: sqlite3.Connection, access: Access) -> None:
    """Raises NoSuchTableError, AlreadyThereError, BadValueError."""
    check_access(access)
    find_record(connection, access.table_id)
    if find_access(connection, access.token_hash) is not None:
        raise AlreadyThereError("There already is an access with this token.")
    connection.execute(
        "INSERT INTO access VALUES (?, ?, ?, ?, ?, ?)",
        (
            access.token_hash,
            access.table_id,
            access.seat,
            access.label,
            access.created,
            access_crc(access),
        ),
    )


def find_access(connection: sqlite3.Connection, token_hash: bytes) -> Access | None:
    row = connection.execute(f"{_SELECT_ACCESS} WHERE token_hash = ?", (token_hash,)).fetchone()
    return None if row is None else Access(*row)


def accesses_of(connection: sqlite3.Connection, table_id: str) -> list[Access]:
    """Every access to the table, the oldest first."""
    rows = connection.execute(f"{_SELECT_ACCESS} WHERE table_id = ? ORDER BY created, seat", (table_id,))
    return [Access(*row) for row in rows]


def delete_access(connection: sqlite3.Connection, token_hash: bytes) -> None:
    connection.execute("DELETE FROM access WHERE token_hash = ?", (token_hash,))


def delete_accesses_of(connection: sqlite3.Connection, table_id: str, seat: str) -> None:
    connection.execute("DELETE FROM access WHERE table_id = ? AND seat = ?", (table_id, seat))


def put_pack(connection: sqlite3.Connection, pack: PackRecord) -> None:
    """Adds a pack of revision 0, or replaces the one whose revision is 1 less.

    Raises AlreadyThereError, ChangedPackError (it is another revision by now, or gone), BadValueError.
    """
    check_pack(pack)
    row = connection.execute(
        "SELECT revision FROM packs WHERE system = ? AND id = ?", (pack.system, pack.id)
    ).fetchone()
    if row is not None and pack.revision == 0:
        raise AlreadyThereError(f"There already is a pack {pack.id}.")
    if (-1 if row is None else row[0]) != pack.revision - 1:
        raise ChangedPackError(pack.id)
    write_pack(connection, pack)


def write_pack(connection: sqlite3.Connection, pack: PackRecord) -> None:
    fields = (pack.system, pack.id, pack.title, pack.changed, pack.body, pack.revision, pack_crc(pack))
    connection.execute("INSERT OR REPLACE INTO packs VALUES (?, ?, ?, ?, ?, ?, ?)", fields)


def all_packs(connection: sqlite3.Connection) -> list[PackRecord]:
    """Every pack, by system and title."""
    rows = connection.execute("SELECT system, id, title, changed, body, revision FROM packs ORDER BY system, title, id")
    return [PackRecord(*row) for row in rows]


def find_pack(connection: sqlite3.Connection, system: str, pack_id: str) -> PackRecord | None:
    row = connection.execute(
        "SELECT system, id, title, changed, body, revision FROM packs WHERE system = ? AND id = ?", (system, pack_id)
    ).fetchone()
    return None if row is None else PackRecord(*row)


def delete_pack(connection: sqlite3.Connection, system: str, pack_id: str) -> None:
    connection.execute("DELETE FROM packs WHERE system = ? AND id = ?", (system, pack_id))


_SELECT_RECORD = "SELECT id, name, system, created, details, deleted FROM tables"
_SELECT_ACCESS = "SELECT token_hash, table_id, seat, label, created FROM access"


def _record(row: tuple[str, str, str, float, bytes, int]) -> TableRecord:
    table_id, name, system, created, details, deleted = row
    return TableRecord(table_id, name, system, created, details, bool(deleted))
