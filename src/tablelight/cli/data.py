"""Tables in the data folder as commands read them: from a copy, so that a server may go on working meanwhile."""

from __future__ import annotations

import secrets
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
import typer

from tablelight.cli.say import fail
from tablelight.kernel.dice import plain_dice
from tablelight.kernel.log import Entry
from tablelight.kernel.system import AnySystem, find_system
from tablelight.kernel.table import Table
from tablelight.store import DataFolder, Store, TableRecord, backup_folder, import_table

AnyTable: TypeAlias = Table[Any]
Data: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="The data folder, if not your user's own.", show_default=False)
]


def folder_at(data: Path | None) -> DataFolder:
    """The data folder that was asked for, or the user's own."""
    return DataFolder.at(data) if data else DataFolder.default()


def now() -> float:
    """Seconds since 1970."""
    return time.time()


def new_id() -> str:
    """An id for a new table, that nobody else has."""
    return secrets.token_hex(8)


@contextmanager
def reading(data: Path | None) -> Generator[Store | None]:
    """A copy of the store to read from; None if there is nothing yet."""
    folder = folder_at(data)
    if not folder.database.exists():
        yield None
        return
    with scratch() as copy:
        backup_folder(folder, copy.database)
        with Store.open(copy, now=now()) as store:
            yield store


@contextmanager
def scratch() -> Generator[DataFolder]:
    """An empty data folder that goes away afterwards."""
    with tempfile.TemporaryDirectory(prefix="tablelight-") as path:
        folder = DataFolder.at(Path(path))
        folder.prepare()
        yield folder


def find_record(store: Store | None, wanted: str) -> TableRecord:
    """The table of this id, of an id that begins so, or of this name."""
    records = store.tables() if store else []
    exact = [record for record in records if record.id == wanted]
    found = exact or [record for record in records if record.id.startswith(wanted) or record.name == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        fail(f"{wanted!r} may be any of: {', '.join(f'{r.id} ({r.name})' for r in found)}. Give the whole id.")
    fail(f"There is no table {wanted!r}. See: tablelight tables")


def game(name: str) -> AnySystem:
    """The installed game of this id."""
    try:
        return find_system(name)
    except LookupError as error:
        fail(f"{str(error.args[0]).capitalize()}.", 2)


def load(store: Store, record: TableRecord) -> AnyTable:
    """The table as it is in the store. Its dice are none that anybody plays with."""
    table: AnyTable = Table(game(record.system), plain_dice(0))
    table.load([_entry(table, number, body) for number, body in enumerate(store.read(record.id))], now())
    return table


def _entry(table: AnyTable, number: int, body: bytes) -> Entry:
    try:
        return table.codec.decode(body)
    except msgspec.MsgspecError as error:
        fail(f"Entry {number} can't be read by this version of {table.system.title}: {error}.")


@contextmanager
def opened(source: str, data: Path | None) -> Generator[tuple[TableRecord, AnyTable]]:
    """A table by its id or name, or out of an exported file."""
    file = Path(source)
    if file.is_file():
        with scratch() as folder, Store.open(folder, now=now()) as store:
            record = import_table(store, file, new_id(), now())
            yield record, load(store, record)
        return
    with reading(data) as store:
        record = find_record(store, source)
        assert store  # a record was found in it
        yield record, load(store, record)
