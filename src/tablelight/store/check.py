"""Is a database whole? Every answer is None for yes, or the reason in words."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tablelight.store.errors import DamagedError, NewerSchemaError, NotOursError
from tablelight.store.folder import DataFolder
from tablelight.store.records import Access, PackRecord, TableRecord, access_crc, entry_crc, pack_crc, record_crc
from tablelight.store.schema import APPLICATION_ID, CHECKED_FROM, PACKS_FROM, PAGE_SIZE, VERSION, connect
from tablelight.store.wal import read_wal

HEADER_SIZE = 100
_OUR_TABLES = {"tables", "entries", "access"}

# Only these codes speak of the file's content. Others (locked, no permission, an error of the disk) say
# nothing about it, and a repair on their word would do harm.
_DAMAGE_CODES = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT}


def folder_fault(folder: DataFolder) -> str | None:
    """Checks a folder's database with its write-ahead file, changing neither.

    Raises NewerSchemaError and NotOursError, and DamagedError when the file cannot be read at all.
    """
    if not folder.database.exists():
        return "the database file is gone, but its write-ahead file is there"
    return file_fault(folder.database, "ro") or read_wal(folder.wal).fault


def file_fault(path: Path, mode: str = "immutable") -> str | None:
    """Checks one file; as it stands, it must be one that nobody writes, as a backup is. Raises as above."""
    # Whose file it is comes before what we expect of our own.
    return _kind_fault(path) or database_fault(path, mode) or _header_fault(path)


def _kind_fault(path: Path) -> str | None:
    header = _header(path)
    if not header:
        return "the file is empty"
    if not header.startswith(b"SQLite format 3\0") or len(header) < HEADER_SIZE:
        return "the file is not an SQLite database"
    return None


def _header_fault(path: Path) -> str | None:
    header = _header(path)
    if int.from_bytes(header[16:18], "big") != PAGE_SIZE:
        return "the file's header names a wrong page size"
    if header[18:20] != b"\x02\x02":
        return "the file's header denies the write-ahead file"
    return None


def _header(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEADER_SIZE)


def database_fault(path: Path, mode: str) -> str | None:
    try:
        connection = connect(path, mode)
        # Text that is no UTF-8 must fail by its checksum, as every other change of a row does.
        connection.text_factory = _forgiving_text
        try:
            return _identity_fault(connection, path) or _content_fault(connection)
        finally:
            connection.close()
    except UnicodeDecodeError:
        return "SQLite complains of text that is no text"
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF not in _DAMAGE_CODES:
            raise DamagedError(f"{path} cannot be read: {error}. It was left as it is.") from error
        return f"SQLite says: {error}"


def _identity_fault(connection: sqlite3.Connection, path: Path) -> str | None:
    application_id = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if application_id != APPLICATION_ID:
        if not names >= _OUR_TABLES:
            raise NotOursError(f"{path} is a database of another program. It was left as it is.")
        return "the file's header names another program"
    if version > VERSION:
        raise NewerSchemaError(str(path), version, VERSION)
    if version < 1:
        return "the file's header names no schema version"
    return None


def _content_fault(connection: sqlite3.Connection) -> str | None:
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        return f"SQLite's check says: {verdict}"
    broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    if broken is not None:
        return f"a row of {broken[0]} belongs to no table"
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version < CHECKED_FROM:
        return None
    packs = _pack_fault(connection) if version >= PACKS_FROM else None
    return packs or _record_fault(connection) or _access_fault(connection) or _entry_fault(connection)


def _record_fault(connection: sqlite3.Connection) -> str | None:
    rows = connection.execute("SELECT id, name, system, created, details, deleted, revision, crc FROM tables")
    for table_id, name, system, created, details, deleted, revision, crc in rows:
        if not is_record((table_id, name, system, created, details, deleted, revision, crc)):
            return f"the record of table {table_id} does not match its checksum"
    return None


def is_record(row: tuple[object, ...]) -> bool:
    """Does the row have a table record's form, and does its checksum agree?"""
    match row:
        case (str(key), str(name), str(system), float() | int() as created, bytes(details), int(deleted),
              int(revision), int(crc)):  # fmt: skip
            record = TableRecord(key, name, system, float(created), details, bool(deleted))
            return record_crc(record, revision) == crc
        case _:
            return False


def is_entry(row: tuple[object, ...]) -> bool:
    """Does the row have an entry's form, and does its checksum agree?"""
    match row:
        case (str(table_id), int(number), int(rest), int(crc), bytes(body)):
            return entry_crc(table_id, number, rest, body) == crc
        case _:
            return False


def is_pack(row: tuple[object, ...]) -> bool:
    """Does the row have a pack's form, and does its checksum agree?"""
    match row:
        case (str(system), str(key), str(title), float() | int() as changed, bytes(body), int(revision), int(crc)):
            return pack_crc(PackRecord(system, key, title, float(changed), body, revision)) == crc
        case _:
            return False


def _pack_fault(connection: sqlite3.Connection) -> str | None:
    for row in connection.execute("SELECT system, id, title, changed, body, revision, crc FROM packs"):
        if not is_pack(row):
            return f"the pack {row[1]} does not match its checksum"
    return None


def _access_fault(connection: sqlite3.Connection) -> str | None:
    rows = connection.execute("SELECT token_hash, table_id, seat, label, created, crc FROM access")
    for *fields, crc in rows:
        if access_crc(Access(*fields)) != crc:
            return "a seat's link does not match its checksum"
    return None


def _entry_fault(connection: sqlite3.Connection) -> str | None:
    """Reads every entry from the table itself, and holds it against the index that finds entries."""
    lengths: dict[str, int] = {}
    rows = connection.execute("SELECT table_id, number, rest, crc, body FROM entries NOT INDEXED")
    for table_id, number, rest, crc, body in rows:
        # Every start waits for this loop, which is why it does not ask `is_entry`: that takes six times as long.
        if not isinstance(body, bytes) or entry_crc(table_id, number, rest, body) != crc:
            return f"entry {number} of table {table_id} does not match its checksum"
        lengths[table_id] = lengths.get(table_id, 0) + 1
    found = connection.execute(
        "SELECT table_id, count(*), max(number) FROM entries INDEXED BY sqlite_autoindex_entries_1 GROUP BY table_id"
    ).fetchall()
    if {table_id: count for table_id, count, _ in found} != lengths:
        return "the index of entries does not match the entries"
    for table_id, count, last in found:
        if last + 1 != count:
            return f"entries of table {table_id} are missing"
    return None


def _forgiving_text(data: bytes) -> str:
    return data.decode(errors="replace")
