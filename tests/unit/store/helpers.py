"""What the store's tests share."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tablelight.store import Access, DataFolder, Store, TableRecord

NOW = 1_795_988_700.0  # 2026-11-29 21:45 UTC, but for seven minutes
HERE = Path(__file__).parent

# The schema as version 1 would have been: no checksums, no appends, no mark for a deleted table.
SCHEMA_1 = """
PRAGMA application_id = 0x54424C54;
PRAGMA user_version = 1;
CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, system TEXT NOT NULL,
    created REAL NOT NULL, details BLOB NOT NULL);
CREATE TABLE entries (table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL,
    body BLOB NOT NULL, PRIMARY KEY (table_id, number));
CREATE TABLE access (token_hash BLOB NOT NULL PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL, label TEXT NOT NULL, created REAL NOT NULL);
CREATE INDEX access_of_seat ON access (table_id, seat);
"""


def record(table_id: str = "keep", **changes: Any) -> TableRecord:
    return replace(TableRecord(table_id, f"The {table_id}", "torchlite", NOW, b"{}"), **changes)


def access(token: bytes = b"t" * 32, table_id: str = "keep", seat: str = "gm") -> Access:
    return Access(token, table_id, seat, "the GM's laptop", NOW)


def bodies(count: int, start: int = 0, size: int = 200) -> list[bytes]:
    """Recognizable entries of about `size` bytes; every tenth is too long for one page."""
    result: list[bytes] = []
    for number in range(start, start + count):
        length = 6000 if number % 10 == 9 else size
        result.append(b'{"n":%d,"x":"%s"}' % (number, b"." * length))
    return result


def fill(store: Store, table_id: str, count: int, by: int = 5) -> None:
    """A table with `count` entries, appended `by` at a time."""
    store.create_table(record(table_id)).result()
    for first in range(0, count, by):
        store.append(table_id, first, bodies(min(by, count - first), first)).result()


def make_version_1(path: Path, tables: int = 2, entries: int = 30) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA_1)
    for table in range(tables):
        row = (f"old{table}", f"Old {table}", "actlite", NOW + table, b"[1]")
        connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", row)
        connection.execute("INSERT INTO access VALUES (?, ?, 'gm', '', 1.5)", (bytes([table]) * 32, row[0]))
        rows = [(row[0], number, body) for number, body in enumerate(bodies(entries))]
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
    connection.commit()
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


def files(folder: DataFolder) -> dict[str, bytes]:
    """The bytes of every file in the folder but the lock."""
    return {
        str(path.relative_to(folder.path)): path.read_bytes()
        for path in folder.path.rglob("*")
        if path.is_file() and path != folder.lock
    }


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    """Starts one of the scripts beside this file as another process."""
    command = [sys.executable, str(HERE / script), *(str(argument) for argument in arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
