"""Whole copies of a database: made while a server runs, and put back while none does."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from tablelight.store.check import file_fault, folder_fault
from tablelight.store.errors import BackupError, StoreError
from tablelight.store.folder import DataFolder, FolderLock, side_file, sync_file, sync_folder
from tablelight.store.schema import SQLITE_ERRORS, connect


def backup_folder(folder: DataFolder, out: Path) -> None:
    """Writes a backup of the folder's database to `out`; a server may be running on it meanwhile.

    Raises BackupError: there is no database, `out` exists, or the copy turned out to be damaged.
    """
    if not folder.database.exists():
        raise BackupError(f"There is no database in {folder.path}.")
    try:
        connection = connect(folder.database, "ro")
        try:
            copy_database(connection, out)
        finally:
            connection.close()
    except SQLITE_ERRORS as error:
        raise BackupError(f"{folder.database} cannot be read: {error}.") from error


def copy_database(connection: sqlite3.Connection, out: Path) -> None:
    """Copies what the connection sees at one moment into the single file `out`, and checks the copy.

    The file gets its name only when it is whole. Raises BackupError.
    """
    if out.exists():
        raise BackupError(f"{out} exists already; it was left as it is.")
    part = side_file(out, ".part")
    try:
        part.unlink(missing_ok=True)
        target = sqlite3.connect(part, isolation_level=None)
        try:
            connection.backup(target)
        finally:
            target.close()
        sync_file(part)
        fault = file_fault(part)
        if fault is not None:
            raise BackupError(f"No backup was made, because the copy is damaged: {fault}.")
        part.replace(out)
        sync_folder(out.parent)
    except (*SQLITE_ERRORS, OSError) as error:
        raise BackupError(f"No backup was made in {out}: {error}.") from error
    finally:
        part.unlink(missing_ok=True)


def restore(backup: Path, folder: DataFolder, *, now: float) -> Path | None:
    """Puts a backup in the place of the folder's database. No server may be running on the folder.

    Returns where the replaced database was saved; None when there was none. `now`: seconds since 1970.
    Raises FolderBusyError, BackupError, NewerSchemaError, NotOursError; the folder is then as it was.
    """
    check_backup(backup)
    folder.prepare()
    lock = FolderLock(folder)
    try:
        folder.switch()
        saved = _save_replaced(folder, now)
        part = side_file(folder.database, ".restoring")
        shutil.copyfile(backup, part)
        sync_file(part)
        part.replace(folder.successor)
        folder.switch()
        lock.mark_clean()
    except OSError as error:
        raise BackupError(f"The backup could not be restored: {error}.") from error
    finally:
        lock.release()
    return saved


def check_backup(backup: Path) -> None:
    """Raises BackupError, NewerSchemaError, NotOursError for a file that cannot be restored."""
    if not backup.is_file():
        raise BackupError(f"There is no file {backup}.")
    if side_file(backup, "-wal").exists():
        raise BackupError(f"{backup} has a write-ahead file beside it: it is no backup, but a database in use.")
    fault = file_fault(backup)
    if fault is not None:
        raise BackupError(f"{backup} is damaged: {fault}.")


def _save_replaced(folder: DataFolder, now: float) -> Path | None:
    if not folder.database.exists():
        return None
    saved = folder.dated_backup("before-restore", now)
    if _is_whole(folder):
        backup_folder(folder, saved)
        return saved
    # Nothing but its bytes can be saved; its write-ahead file belongs to them.
    shutil.copy2(folder.database, saved)
    sync_file(saved)
    if folder.wal.exists():
        shutil.copy2(folder.wal, side_file(saved, "-wal"))
        sync_file(side_file(saved, "-wal"))
    sync_folder(saved.parent)
    return saved


def _is_whole(folder: DataFolder) -> bool:
    try:
        return folder_fault(folder) is None
    except StoreError:
        return False
