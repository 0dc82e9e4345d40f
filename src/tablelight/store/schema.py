"""The database's form, its versions, and the way from each version to the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

from tablelight.store.errors import MigrationError, StoreError
from tablelight.store.folder import sync_file
from tablelight.store.records import Access, TableRecord, access_crc, entry_crc, record_crc

APPLICATION_ID = 0x54424C54  # "TBLT"
VERSION = 3
CHECKED_FROM, PACKS_FROM = 2, 3
"""The first version whose rows carry checksums, and the first with a library of packs."""
PAGE_SIZE = 4096

SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged file can raise: SQLite's complaint may quote damaged text, which Python fails to decode."""

# `rest` says how many entries of the same append follow this one: a repair keeps only whole appends.
# `revision` grows with each change of a record: of two copies of a row in a damaged file the later counts.
CREATE = """
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    system TEXT NOT NULL,
    created REAL NOT NULL,
    details BLOB NOT NULL,
    deleted INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    crc INTEGER NOT NULL
);
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    rest INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE TABLE access (
    token_hash BLOB NOT NULL PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL,
    label TEXT NOT NULL,
    created REAL NOT NULL,
    crc INTEGER NOT NULL
);
CREATE INDEX access_of_seat ON access (table_id, seat);
"""

CREATE_PACKS = """
CREATE TABLE packs (
    system TEXT NOT NULL,
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    changed REAL NOT NULL,
    body BLOB NOT NULL,
    revision INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (system, id)
)
"""


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Opens a database file in plain autocommit, usable from any thread (one at a time).

    `mode`: "rwc" may make the file, "rw" needs one, "ro" never changes it (committed entries in the
    write-ahead file are seen), "immutable" takes a single file that nobody writes, as a backup is.
    """
    query = "immutable=1" if mode == "immutable" else f"mode={mode}"
    uri = f"{path.absolute().as_uri()}?{query}"
    connection = sqlite3.connect(uri, uri=True, timeout=5.0, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA foreign_keys = ON")
    # Without these a commit may be in the disk's cache only: FULL for Linux and Windows, fullfsync for macOS.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")
    return connection


def create_file(path: Path) -> None:
    """Makes a new, empty database of the current version. The file must not exist."""
    connection = connect(path, "rwc")
    try:
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.executescript(CREATE)
        connection.execute(CREATE_PACKS)
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()
    sync_file(path)


def version_of(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a database of an older version to the current one, in one transaction.

    Raises MigrationError; the database is then as it was.
    """
    # A migration rebuilds tables that others refer to, so references are checked at the end instead.
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    version = version_of(connection)
    try:
        while version < VERSION:
            MIGRATIONS[version](connection)
            version += 1
            connection.execute(f"PRAGMA user_version = {version}")
        broken = connection.execute("PRAGMA foreign_key_check").fetchone()
        if broken is not None:
            raise MigrationError(f"A row of {broken[0]} refers to nothing.")
        connection.execute("COMMIT")
    except (sqlite3.Error, StoreError) as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise MigrationError(
            f"The database could not be brought from version {version}: {error} Nothing was changed."
        ) from error
    finally:
        connection.execute("PRAGMA foreign_keys = ON")


def _add_checksums(connection: sqlite3.Connection) -> None:
    """1 → 2: every row gets a checksum, entries know their append, tables can be marked as deleted."""
    tables = connection.execute("SELECT id, name, system, created, details FROM tables").fetchall()
    accesses = connection.execute("SELECT token_hash, table_id, seat, label, created FROM access").fetchall()
    connection.execute("ALTER TABLE entries RENAME TO entries_1")
    connection.execute("DROP TABLE access")
    connection.execute("DROP TABLE tables")
    for statement in CREATE.split(";"):
        connection.execute(statement)
    for row in tables:
        record = TableRecord(*row)
        crc = record_crc(record, 0)
        connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, 0, 0, ?)", (*row, crc))
    for row in accesses:
        crc = access_crc(Access(*row))
        connection.execute("INSERT INTO access VALUES (?, ?, ?, ?, ?, ?)", (*row, crc))
    connection.create_function("entry_crc", 4, entry_crc, deterministic=True)
    connection.execute(
        "INSERT INTO entries SELECT table_id, number, 0, entry_crc(table_id, number, 0, body), body"
        " FROM entries_1 ORDER BY table_id, number"
    )
    connection.execute("DROP TABLE entries_1")


def _add_packs(connection: sqlite3.Connection) -> None:
    """2 → 3: there is a library of packs."""
    connection.execute(CREATE_PACKS)


MIGRATIONS: Mapping[int, Callable[[sqlite3.Connection], None]] = {1: _add_checksums, 2: _add_packs}
"""For each older version the step to the next."""
