"""The data folder, its names, and the lock that lets one server in."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import platformdirs
from msgspec import Struct

from tablelight.store.errors import FolderBusyError, FolderError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class DataFolder(Struct, frozen=True):
    """One folder that holds everything: the database, the lock, the backups, and a cache that may be deleted."""

    path: Path

    @classmethod
    def default(cls) -> Self:
        """The folder that the operating system keeps for a program's data of this user."""
        return cls(platformdirs.user_data_path("tablelight", appauthor=False))

    @classmethod
    def at(cls, path: Path) -> Self:
        """The given folder; it need not exist yet."""
        return cls(path.expanduser().absolute())

    @property
    def database(self) -> Path:
        return self.path / "tablelight.sqlite3"

    @property
    def wal(self) -> Path:
        """The write-ahead file: what was committed but not yet moved into the database file."""
        return side_file(self.database, "-wal")

    @property
    def successor(self) -> Path:
        """A finished file that takes the database's place; see `switch`."""
        return side_file(self.database, ".next")

    @property
    def lock(self) -> Path:
        return self.path / "server.lock"

    @property
    def backups(self) -> Path:
        return self.path / "backups"

    @property
    def cache(self) -> Path:
        """What only saves time at the next start."""
        return self.path / "cache"

    def prepare(self) -> None:
        """Makes the folder, readable for its owner alone. Raises FolderError."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.backups.mkdir(mode=0o700, exist_ok=True)
            self.cache.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise FolderError(f"The data folder {self.path} cannot be made: {error.strerror}.") from error

    def dated_backup(self, why: str, now: float) -> Path:
        """A name for a backup, not yet taken: backups/WHY-2026-11-29T214500.sqlite3 (UTC)."""
        return _free_name(self.backups, why, now)

    def dated_damaged(self, now: float) -> Path:
        """A name, not yet taken, under which a damaged database is kept."""
        return _free_name(self.path, "damaged", now)

    def switch(self) -> None:
        """Puts the finished successor, if there is one, in the database's place.

        A successor is complete before it gets its name, and what it replaces has been copied before. So a
        process killed in here leaves a state from which the next one finishes: the old write-ahead file
        must never meet the new database.
        """
        if not self.successor.exists():
            return
        self.wal.unlink(missing_ok=True)
        side_file(self.database, "-shm").unlink(missing_ok=True)
        sync_folder(self.path)
        self.successor.replace(self.database)
        sync_folder(self.path)


class FolderLock:
    """The exclusive lock on a data folder, held by the operating system until released or the process ends.

    The lock file also holds the holder's pid, and the word "open" while a database is open. A server that
    finds the word after it got the lock knows that the one before did not stop cleanly.
    """

    def __init__(self, folder: DataFolder) -> None:
        """Takes the lock. Raises FolderBusyError, naming the holder, when another process has it."""
        self._file = os.open(folder.lock, os.O_RDWR | os.O_CREAT, 0o600)
        if not _try_lock(self._file):
            pid = _read_mark(self._file)[0]
            os.close(self._file)
            raise FolderBusyError(folder.path, pid)
        self.was_open = _read_mark(self._file)[1]
        self._write_mark(is_open=self.was_open)

    def mark_open(self) -> None:
        """Notes that the database is open from now on."""
        self._write_mark(is_open=True)

    def mark_clean(self) -> None:
        """Notes that everything is in the database file itself."""
        self._write_mark(is_open=False)

    def release(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _write_mark(self, *, is_open: bool) -> None:
        text = f"{os.getpid()}\nopen\n" if is_open else f"{os.getpid()}\n"
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, text.encode())
        os.fsync(self._file)


def side_file(database: Path, suffix: str) -> Path:
    """The file beside a database whose name is the database's and the suffix."""
    return database.with_name(database.name + suffix)


def day_and_time(now: float) -> datetime:
    """The moment in UTC. `now`: seconds since 1970."""
    return datetime.fromtimestamp(now, UTC)


def sync_file(path: Path) -> None:
    """Waits until the file's bytes are on the disk."""
    file = os.open(path, os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def sync_folder(path: Path) -> None:
    """Waits until the names in the folder are on the disk, where the operating system can."""
    if sys.platform == "win32":
        return
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _free_name(folder: Path, why: str, now: float) -> Path:
    stem = f"{why}-{day_and_time(now):%Y-%m-%dT%H%M%S}"
    path = folder / f"{stem}.sqlite3"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}.sqlite3"
        number += 1
    return path


def _try_lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            # Windows locks bytes, also against reading: a byte far behind the text leaves the pid readable.
            os.lseek(file, 1 << 20, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _read_mark(file: int) -> tuple[int | None, bool]:
    """The holder's pid, if it can be read, and whether the database was open."""
    os.lseek(file, 0, os.SEEK_SET)
    words = os.read(file, 200).split()
    pid = int(words[0]) if words and words[0].isdigit() else None
    return pid, b"open" in words
