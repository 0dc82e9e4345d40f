"""Rebuilding a damaged database from every row that can still be read; the old file is kept."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from tablelight.store.check import is_entry, is_pack, is_record
from tablelight.store.errors import DamagedError
from tablelight.store.folder import DataFolder, side_file, sync_file, sync_folder
from tablelight.store.pages import Row, rows_in
from tablelight.store.records import Access, PackRecord, TableRecord, access_crc
from tablelight.store.rows import insert_access, write_pack, write_record
from tablelight.store.schema import CHECKED_FROM, SQLITE_ERRORS, connect, create_file
from tablelight.store.wal import Wal, read_wal


class TableRepair(Struct, frozen=True):
    """What became of one table: entries before `kept` are there, everything from `kept` on is not.

    `last_known`: the highest number of which a trace was found, if that is beyond what was kept.
    `record_lost`: name, system and details of the table could not be read.
    """

    id: str
    name: str
    kept: int
    last_known: int | None = None
    record_lost: bool = False

    def text(self) -> str:
        """One line in plain words."""
        words = f"“{self.name}” ({self.id}): kept {self.kept} entries"
        if self.last_known is not None:
            words += f"; dropped from entry {self.kept} on (there had been entries up to {self.last_known})"
        else:
            words += "; no trace of later ones was found"
        if self.record_lost:
            words += "; its name, system and details were lost"
        return words + "."


class Repair(Struct, frozen=True):
    """What was wrong and what was dropped.

    `kept_file`: the copy of the old database, its write-ahead file beside it; None when there is none.
    `tables`: each table that was rebuilt; empty when nothing had to be.
    """

    reason: str
    kept_file: Path | None
    rebuilt: bool
    tables: tuple[TableRepair, ...] = ()
    links_kept: bool = True

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Several lines in plain words, for the console and the GM."""
        lines = [self.reason]
        if self.kept_file is not None:
            lines.append(f"The old file is kept as {self.kept_file.name}.")
        if not self.rebuilt:
            return "\n".join(lines)
        lines.append("A new database was made from what could be read:")
        lines += [table.text() for table in self.tables] or ["No table could be read."]
        if not self.links_kept:
            lines.append("The links to seats could not be read with certainty; make new ones.")
        return "\n".join(lines)


def report_missing_wal() -> Repair:
    """Nothing to repair, but something to say: without its write-ahead file the database may be older."""
    return Repair(
        "The server did not stop cleanly the last time, and the database's write-ahead file is gone. If it"
        " was removed, the newest entries are lost, and a link revoked shortly before may work again.",
        kept_file=None,
        rebuilt=False,
    )


def keep_torn_wal(folder: DataFolder, now: float) -> Repair:
    """Keeps a copy of a database whose last commit is not whole. SQLite drops that commit by itself."""
    return Repair(
        "The last write before the server stopped is not whole and was dropped. Nobody had been told that it"
        " was done, unless the file was damaged later.",
        kept_file=_keep(folder, now),
        rebuilt=False,
    )


def rebuild(folder: DataFolder, reason: str, now: float) -> Repair:
    """Keeps the damaged files under a dated name and puts a new database in their place.

    Raises DamagedError, changing nothing, for a damaged file of the first version: its rows carry no
    checksums, so nothing could vouch for what is found.
    """
    wal = read_wal(folder.wal)
    version = _version_on_page_one(folder)
    if version is not None and version < CHECKED_FROM:
        raise DamagedError(
            f"{folder.database} is damaged ({reason}) and of the old version {version}, which cannot be"
            " repaired. It was left as it is; restore a backup."
        )
    kept_file = _keep(folder, now)
    accesses = None if wal.fault else _read_accesses(folder)
    fresh = side_file(folder.database, ".rebuilding")
    fresh.unlink(missing_ok=True)
    create_file(fresh)
    connection = connect(fresh, "rw")
    try:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA journal_mode = MEMORY")
        tables = _fill(connection, folder, wal, now)
        for access in accesses or ():
            if any(access.table_id == table.id for table in tables):
                insert_access(connection, access)
        # Dropped rows must not linger on free pages, where a second repair would find them.
        connection.execute("VACUUM")
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()
    sync_file(fresh)
    fresh.replace(folder.successor)
    folder.switch()
    return Repair(
        f"The database was damaged: {reason}.",
        kept_file,
        rebuilt=True,
        tables=tables,
        links_kept=accesses is not None,
    )


def _version_on_page_one(folder: DataFolder) -> int | None:
    """The schema version in the file's header, if that can be read."""
    if not folder.database.exists():
        return None
    with folder.database.open("rb") as file:
        header = file.read(100)
    if header[:16] != b"SQLite format 3\0" or len(header) < 100:
        return None
    return int.from_bytes(header[60:64], "big") or None


def _keep(folder: DataFolder, now: float) -> Path:
    """Copies the damaged files, byte for byte."""
    kept = folder.dated_damaged(now)
    if folder.wal.exists() and folder.wal.stat().st_size:
        shutil.copy2(folder.wal, side_file(kept, "-wal"))
        sync_file(side_file(kept, "-wal"))
    if folder.database.exists():
        shutil.copy2(folder.database, kept)
    else:
        kept.touch()
    sync_file(kept)
    sync_folder(folder.path)
    return kept


def _fill(connection: sqlite3.Connection, folder: DataFolder, wal: Wal, now: float) -> tuple[TableRepair, ...]:
    """Moves what can be read into the new database, and cuts each table after its last whole append."""
    finds = _Finds()
    connection.execute("BEGIN")
    # The first copy of an entry counts: it is from the file as SQLite would see it.
    connection.executemany(
        "INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?)",
        finds.entries(rows_in(folder.database, folder.wal, wal)),
    )
    ids = {row[0] for row in connection.execute("SELECT DISTINCT table_id FROM entries")}
    for table_id in ids - finds.records.keys():
        lost = TableRecord(table_id, f"Recovered table {table_id}", "unknown", now)
        finds.records[table_id] = (-1, lost)
    tables: list[TableRepair] = []
    for table_id, (revision, record) in sorted(finds.records.items()):
        write_record(connection, record, max(revision, 0))
        kept, last = _cut(connection, table_id)
        last = max(last, finds.last_numbers.get(table_id, -1))
        last_known = last if last >= kept else None
        tables.append(TableRepair(table_id, record.name, kept, last_known, record_lost=revision < 0))
    for pack in finds.packs.values():
        write_pack(connection, pack)
    connection.execute("COMMIT")
    return tuple(tables)


class _Finds:
    """Sorts rows by their form: entries go through; of a table's record and of a pack the latest is remembered."""

    def __init__(self) -> None:
        self.records: dict[str, tuple[int, TableRecord]] = {}
        self.packs: dict[tuple[str, str], PackRecord] = {}
        self.last_numbers: dict[str, int] = {}

    def entries(self, rows: Iterator[Row]) -> Iterator[Row]:
        for row in rows:
            if is_entry(row):
                yield row
            elif is_record(row):
                self._take_record(row)
            elif is_pack(row):
                self._take_pack(row)
            else:
                self._take_trace(row)

    def _take_record(self, row: Row) -> None:
        match row:
            case (str(key), str(name), str(system), float() | int() as created, bytes(details), int(deleted),
                  int(revision), int()):  # fmt: skip
                known = self.records.get(key)
                if known is None or known[0] < revision:
                    record = TableRecord(key, name, system, float(created), details, bool(deleted))
                    self.records[key] = (revision, record)
            case _:
                pass

    def _take_pack(self, row: Row) -> None:
        match row:
            case (str(system), str(key), str(title), float() | int() as changed, bytes(body), int(revision), int()):
                known = self.packs.get((system, key))
                if known is None or known.revision < revision:
                    self.packs[system, key] = PackRecord(system, key, title, float(changed), body, revision)
            case _:
                pass

    def _take_trace(self, row: Row) -> None:
        """An entry whose body is damaged, or its line in the index, still tells that it was there."""
        match row:
            case (str(table_id), int(number), int()) | (str(table_id), int(number), int(), int(), bytes()):
                self.last_numbers[table_id] = max(number, self.last_numbers.get(table_id, -1))
            case _:
                pass


def _cut(connection: sqlite3.Connection, table_id: str) -> tuple[int, int]:
    """Deletes what follows the last whole append. The number of kept entries, and the highest number found."""
    kept = 0
    rows = connection.execute(
        "SELECT number, rest FROM entries WHERE table_id = ? ORDER BY number", (table_id,)
    ).fetchall()
    for expected, (number, rest) in enumerate(rows):
        if number != expected:
            break
        if rest == 0:
            kept = number + 1
    connection.execute("DELETE FROM entries WHERE table_id = ? AND number >= ?", (table_id, kept))
    return kept, rows[-1][0] if rows else -1


def _read_accesses(folder: DataFolder) -> list[Access] | None:
    """Every link, or None unless SQLite can read them all.

    Links are not gathered from loose pages: one that was revoked might come back to life.
    """
    if not folder.database.exists():
        return None
    with tempfile.TemporaryDirectory(dir=folder.path) as scratch:
        copy = Path(scratch) / "copy.sqlite3"
        shutil.copyfile(folder.database, copy)
        if folder.wal.exists():
            shutil.copyfile(folder.wal, side_file(copy, "-wal"))
        try:
            connection = connect(copy, "rw")
            try:
                rows = connection.execute(
                    "SELECT token_hash, table_id, seat, label, created, crc FROM access NOT INDEXED"
                ).fetchall()
            finally:
                connection.close()
        except SQLITE_ERRORS:
            return None
    accesses = [Access(*fields) for *fields, _ in rows]
    sound = all(access_crc(access) == row[-1] for access, row in zip(accesses, rows, strict=True))
    return accesses if sound else None
