"""Keeps tables, their entries and their links in one data folder. It knows no game: bodies are bytes."""

from tablelight.store.archive import export_table, import_table
from tablelight.store.backup import backup_folder, restore
from tablelight.store.errors import (
    AlreadyThereError,
    ArchiveError,
    BackupError,
    BadValueError,
    ChangedPackError,
    ClosedError,
    ConflictError,
    DamagedEntryError,
    DamagedError,
    DeletedTableError,
    FolderBusyError,
    FolderError,
    MigrationError,
    NewerSchemaError,
    NoSuchTableError,
    NotOursError,
    StoreError,
    TooLargeError,
    WriteFailedError,
)
from tablelight.store.folder import DataFolder
from tablelight.store.records import MAX_BODY, MAX_DETAILS, MAX_PACK, Access, PackRecord, TableRecord
from tablelight.store.repair import Repair, TableRepair
from tablelight.store.restoring import RestoredTable, restore_tables
from tablelight.store.store import Store

__all__ = [
    "MAX_BODY",
    "MAX_DETAILS",
    "MAX_PACK",
    "Access",
    "AlreadyThereError",
    "ArchiveError",
    "BackupError",
    "BadValueError",
    "ChangedPackError",
    "ClosedError",
    "ConflictError",
    "DamagedEntryError",
    "DamagedError",
    "DataFolder",
    "DeletedTableError",
    "FolderBusyError",
    "FolderError",
    "MigrationError",
    "NewerSchemaError",
    "NoSuchTableError",
    "NotOursError",
    "PackRecord",
    "Repair",
    "RestoredTable",
    "Store",
    "StoreError",
    "TableRecord",
    "TableRepair",
    "TooLargeError",
    "WriteFailedError",
    "backup_folder",
    "export_table",
    "import_table",
    "restore",
    "restore_tables",
]
