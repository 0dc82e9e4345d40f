"""The store: tables, their entries and their links, in one SQLite database that one server writes."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from tablelight.store import rows
from tablelight.store.backup import copy_database
from tablelight.store.check import folder_fault
from tablelight.store.errors import BadValueError, ClosedError
from tablelight.store.folder import DataFolder, FolderLock, sync_folder
from tablelight.store.records import Access, PackRecord, TableRecord
from tablelight.store.repair import Repair, keep_torn_wal, rebuild, report_missing_wal
from tablelight.store.rows import Entry
from tablelight.store.schema import VERSION, connect, create_file, migrate, version_of
from tablelight.store.wal import read_wal
from tablelight.store.writer import Work, Writer


class Store:
    """One open data folder.

    Every write returns a future that is done once the write is durable, or holds a StoreError and then
    nothing was written. Writes take effect in the order they were asked for. Reads may be made from any
    thread, and see exactly what is durable.
    """

    def __init__(self, folder: DataFolder, lock: FolderLock, writing: sqlite3.Connection) -> None:
        """Use `Store.open`."""
        self.folder = folder
        self.repair: Repair | None = None
        self._lock = lock
        self._writing = writing
        self._writer = Writer(writing)
        self._readers = _Readers(folder.database)
        self._closing = threading.Lock()
        self._closed = False

    @classmethod
    def open(cls, folder: DataFolder, *, now: float) -> Self:
        """Opens the folder, making, migrating or repairing the database as needed.

        `now`, in seconds since 1970, dates the backups and kept files. `repair` then holds what was found
        wrong, or None. Raises FolderBusyError, FolderError, NewerSchemaError, NotOursError,
        MigrationError, DamagedError.
        """
        folder.prepare()
        lock = FolderLock(folder)
        try:
            repair = _make_whole(folder, now, was_open=lock.was_open)
            connection = _open_current(folder, now)
        except BaseException:
            lock.release()
            raise
        lock.mark_open()
        store = cls(folder, lock, connection)
        store.repair = repair
        return store

    def close(self) -> None:
        """Does the writes that wait, moves everything into the database file, and lets the folder go."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            try:
                self._writer.drain()
                self._readers.close()
                self._leave_one_file()
            finally:
                self._writing.close()
                self._lock.release()

    def _leave_one_file(self) -> None:
        busy = self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        # Busy means that another process is reading, a backup for example: then the write-ahead file stays.
        if not busy:
            self._lock.mark_clean()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Entries

    def append(self, table_id: str, first: int, bodies: Sequence[bytes]) -> Future[None]:
        """Adds entries to the end of a table, all of them or none.

        `first` is the number of the first one and must be the table's length. Refused with ConflictError,
        NoSuchTableError, DeletedTableError, TooLargeError (a body beyond MAX_BODY), ClosedError.
        """
        kept = tuple(bodies)  # the caller may change a list before its turn comes
        return self._write(lambda connection: rows.append(connection, table_id, first, kept))

    async def append_async(self, table_id: str, first: int, bodies: Sequence[bytes]) -> None:
        """As `append`, to be awaited. A cancelled wait may or may not have written."""
        await asyncio.wrap_future(self.append(table_id, first, bodies))

    def read(self, table_id: str, start: int = 0, stop: int | None = None) -> list[bytes]:
        """The bodies of entries `start` to before `stop`, or to the end; fewer when the table ends before.

        Raises NoSuchTableError, DamagedEntryError, BadValueError for a negative number.
        """
        if start < 0 or (stop is not None and stop < 0):
            raise BadValueError("Entries are numbered from 0.")
        with self._readers.one() as connection:
            rows.find_record(connection, table_id)
            return [entry.body for entry in rows.entries_of(connection, table_id, start, stop)]

    def length(self, table_id: str) -> int:
        """How many entries the table has. Raises NoSuchTableError."""
        with self._readers.one() as connection:
            return rows.length(connection, table_id)

    # Tables

    def create_table(self, record: TableRecord) -> Future[None]:
        """Refused with AlreadyThereError, BadValueError."""
        return self._write(lambda connection: rows.insert_record(connection, record))

    def add_tables(self, tables: Iterable[tuple[TableRecord, Iterable[Entry]]]) -> Future[None]:
        """Adds whole tables, all of them or none. The entries are fetched on the writer's thread.

        Refused with AlreadyThereError, BadValueError, ConflictError (entries not numbered from 0 on).
        """
        return self._write(lambda connection: rows.insert_tables(connection, tables))

    def tables(self, *, deleted: bool = False) -> list[TableRecord]:
        """Every table, the oldest first: those in use, or those that are marked as deleted."""
        with self._readers.one() as connection:
            return [record for record in rows.all_records(connection) if record.deleted == deleted]

    def table(self, table_id: str) -> TableRecord:
        """Raises NoSuchTableError. A deleted table is found as well; its record says so."""
        with self._readers.one() as connection:
            return rows.find_record(connection, table_id)

    def rename_table(self, table_id: str, name: str) -> Future[None]:
        """Refused with NoSuchTableError, BadValueError."""
        return self._write(lambda connection: rows.change_record(connection, table_id, name=name))

    def update_details(self, table_id: str, details: bytes) -> Future[None]:
        """Refused with NoSuchTableError, TooLargeError (beyond MAX_DETAILS)."""
        return self._write(lambda connection: rows.change_record(connection, table_id, details=details))

    def delete_table(self, table_id: str) -> Future[None]:
        """Marks a table as deleted: it leaves the list and takes no entries, but keeps all it has."""
        return self._write(lambda connection: rows.change_record(connection, table_id, deleted=True))

    def bring_back_table(self, table_id: str) -> Future[None]:
        """Takes the mark of `delete_table` away."""
        return self._write(lambda connection: rows.change_record(connection, table_id, deleted=False))

    # Access

    def put_access(self, access: Access) -> Future[None]:
        """Refused with NoSuchTableError, AlreadyThereError, BadValueError."""
        return self._write(lambda connection: rows.insert_access(connection, access))

    def find_access(self, token_hash: bytes) -> Access | None:
        """The access that this token opens; None when there is none or it was revoked."""
        with self._readers.one() as connection:
            return rows.find_access(connection, token_hash)

    def accesses(self, table_id: str) -> list[Access]:
        """Every access to a table, the oldest first."""
        with self._readers.one() as connection:
            return rows.accesses_of(connection, table_id)

    def revoke(self, token_hash: bytes) -> Future[None]:
        """Takes one access away; one that is not there is no error."""
        return self._write(lambda connection: rows.delete_access(connection, token_hash))

    def revoke_seat(self, table_id: str, seat: str) -> Future[None]:
        """Takes every access to one seat away."""
        return self._write(lambda connection: rows.delete_accesses_of(connection, table_id, seat))

    # Packs

    def packs(self) -> list[PackRecord]:
        """Every pack in the library, by system and title."""
        with self._readers.one() as connection:
            return rows.all_packs(connection)

    def find_pack(self, system: str, pack_id: str) -> PackRecord | None:
        """The pack of this id, if there is one."""
        with self._readers.one() as connection:
            return rows.find_pack(connection, system, pack_id)

    def put_pack(self, pack: PackRecord) -> Future[None]:
        """Adds a pack (revision 0), or puts it in the place of its last revision.

        Refused with AlreadyThereError, ChangedPackError, TooLargeError (beyond MAX_PACK), BadValueError.
        """
        return self._write(lambda connection: rows.put_pack(connection, pack))

    def delete_pack(self, system: str, pack_id: str) -> Future[None]:
        """Takes a pack away; one that is not there is no error."""
        return self._write(lambda connection: rows.delete_pack(connection, system, pack_id))

    # The whole

    def backup(self, out: Path) -> None:
        """Writes a checked backup of everything to one new file; play goes on meanwhile. Raises BackupError."""
        with self._readers.one() as connection:
            copy_database(connection, out)

    def _write(self, work: Work) -> Future[None]:
        return self._writer.submit(work)


class _Readers:
    """Connections for reading: each is used by one thread at a time, and there are as many as are needed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: list[sqlite3.Connection] = []
        self._gate = threading.Lock()
        self._closed = False

    @contextmanager
    def one(self) -> Generator[sqlite3.Connection]:
        with self._gate:
            if self._closed:
                raise ClosedError("The store is closed.")
            connection = self._idle.pop() if self._idle else connect(self._path, "ro")
        try:
            yield connection
        finally:
            with self._gate:
                if self._closed:
                    connection.close()
                else:
                    self._idle.append(connection)

    def close(self) -> None:
        with self._gate:
            self._closed = True
            for connection in self._idle:
                connection.close()


def _make_whole(folder: DataFolder, now: float, *, was_open: bool) -> Repair | None:
    """Leaves the folder with a sound database, old as it may be."""
    folder.switch()
    has_wal = folder.wal.exists()
    if not folder.database.exists() and not (has_wal and folder.wal.stat().st_size):
        create_file(folder.successor)
        sync_folder(folder.path)
        folder.switch()
        return None
    fault = folder_fault(folder)
    if fault is not None:
        return rebuild(folder, fault, now)
    if read_wal(folder.wal).torn:
        return keep_torn_wal(folder, now)
    return report_missing_wal() if was_open and not has_wal else None


def _open_current(folder: DataFolder, now: float) -> sqlite3.Connection:
    """The connection that writes, to a database of the current version."""
    connection = connect(folder.database, "rw")
    try:
        if version_of(connection) < VERSION:
            copy_database(connection, folder.dated_backup(f"before-schema-{VERSION}", now))
            migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection
