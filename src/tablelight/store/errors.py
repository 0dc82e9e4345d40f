"""What the store refuses, each refusal by a type of its own."""

from __future__ import annotations

from pathlib import Path


class StoreError(Exception):
    """Anything the store refuses or cannot do; the message is made for people."""


class FolderError(StoreError):
    """The data folder cannot be made or used."""


class FolderBusyError(StoreError):
    """Another process holds the data folder. `pid` is None when it could not be read."""

    def __init__(self, folder: Path, pid: int | None) -> None:
        holder = "another process" if pid is None else f"process {pid}"
        super().__init__(f"The data folder {folder} is in use by {holder}; stop that one first.")
        self.folder = folder
        self.pid = pid


class NotOursError(StoreError):
    """The file is a sound SQLite database, but of another program."""


class NewerSchemaError(StoreError):
    """The database was written by a newer version of this program."""

    def __init__(self, where: str, found: int, known: int) -> None:
        super().__init__(
            f"{where} has schema version {found}; this program knows versions up to {known}. "
            "Use a newer version of the program. Nothing was changed."
        )
        self.found = found
        self.known = known


class MigrationError(StoreError):
    """A database of an older version could not be brought up to date; it is as it was."""


class ClosedError(StoreError):
    """The store is closed, or closing."""


class ConflictError(StoreError):
    """An append did not start at the table's current length; nothing of it was written."""

    def __init__(self, table_id: str, first: int, length: int) -> None:
        super().__init__(f"Table {table_id} has {length} entries, so the next is {length}, not {first}.")
        self.table_id = table_id
        self.first = first
        self.length = length


class NoSuchTableError(StoreError):
    """There is no table with this id."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"There is no table {table_id}.")
        self.table_id = table_id


class DeletedTableError(StoreError):
    """The table is marked as deleted and takes no entries until it is brought back."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"Table {table_id} is deleted; bring it back before adding to it.")
        self.table_id = table_id


class AlreadyThereError(StoreError):
    """A table with this id, or an access with this token, is already there."""


class ChangedPackError(StoreError):
    """A pack was changed or deleted by somebody else meanwhile."""

    def __init__(self, pack_id: str) -> None:
        super().__init__(f"The pack {pack_id} was changed meanwhile.")
        self.pack_id = pack_id


class BadValueError(StoreError):
    """A value is too long, empty where it may not be, or cannot be stored as text."""


class TooLargeError(BadValueError):
    """Bytes beyond the stated limit."""


class DamagedEntryError(StoreError):
    """An entry is missing or does not match its checksum; opening the store anew repairs it."""

    def __init__(self, table_id: str, number: int, why: str) -> None:
        super().__init__(f"Entry {number} of table {table_id} {why}. Start the server again: it will repair the file.")
        self.table_id = table_id
        self.number = number


class DamagedError(StoreError):
    """The file is damaged in a way that is not repaired here; it was left as it is."""


class WriteFailedError(StoreError):
    """The database could not be written, for example because the disk is full; nothing was written."""


class BackupError(StoreError):
    """A backup could not be made, read or restored."""


class ArchiveError(StoreError):
    """A table archive could not be made or read; the message names the place and the reason."""
