"""Versions of the database: the way up, and the refusal of what is newer or another program's."""

import sqlite3
from pathlib import Path

import pytest

from tablelight.store import (
    DamagedError,
    DataFolder,
    MigrationError,
    NewerSchemaError,
    NotOursError,
    Store,
    schema,
)
from tablelight.store.check import file_fault
from tablelight.store.schema import MIGRATIONS, VERSION
from tests.unit.store.helpers import NOW, bodies, files, make_version_1, record


def test_there_is_a_step_from_every_older_version():
    assert sorted(MIGRATIONS) == list(range(1, VERSION))


def test_a_file_of_version_1_is_brought_up_with_all_it_holds(folder: DataFolder):
    folder.prepare()
    make_version_1(folder.database)
    with Store.open(folder, now=NOW) as store:
        assert store.repair is None
        assert [table.name for table in store.tables()] == ["Old 0", "Old 1"]
        assert store.table("old1").details == b"[1]"
        assert store.read("old0") == store.read("old1") == bodies(30)
        found = store.find_access(b"\x01" * 32)
        assert found is not None
        assert (found.table_id, found.seat, found.created) == ("old1", "gm", 1.5)
        store.append("old0", 30, [b"new"]).result()
        store.rename_table("old0", "Newer").result()
    assert file_fault(folder.database) is None
    with Store.open(folder, now=NOW) as store:
        assert store.length("old0") == 31


def test_a_migrated_database_has_the_form_of_a_new_one(folder: DataFolder, tmp_path: Path):
    folder.prepare()
    make_version_1(folder.database)
    Store.open(folder, now=NOW).close()
    other = DataFolder.at(tmp_path / "other")
    Store.open(other, now=NOW).close()
    assert form(folder.database) == form(other.database)


def form(path: Path) -> list[tuple[str, str]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    finally:
        connection.close()


def test_a_dated_backup_of_the_old_version_is_made_first(folder: DataFolder):
    folder.prepare()
    make_version_1(folder.database)
    Store.open(folder, now=NOW).close()
    backup = folder.backups / "before-schema-3-2026-11-29T214500.sqlite3"
    assert [*folder.backups.iterdir()] == [backup]
    connection = sqlite3.connect(backup)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT count(*) FROM entries").fetchone() == (60,)
    connection.close()


def test_a_database_of_this_version_gets_no_backup(folder: DataFolder):
    Store.open(folder, now=NOW).close()
    Store.open(folder, now=NOW).close()
    assert [*folder.backups.iterdir()] == []


def test_a_migration_that_fails_leaves_the_file_as_it_was(folder: DataFolder, monkeypatch: pytest.MonkeyPatch):
    def fail(connection: sqlite3.Connection) -> None:
        MIGRATIONS[1](connection)
        connection.execute("SELECT nothing FROM nowhere")

    folder.prepare()
    make_version_1(folder.database)
    before = folder.database.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", {1: fail})
        with pytest.raises(MigrationError, match="Nothing was changed"):
            Store.open(folder, now=NOW)
    assert folder.database.read_bytes() == before
    with Store.open(folder, now=NOW) as store:
        assert store.length("old0") == 30
    assert len([*folder.backups.iterdir()]) == 2  # the same second, and neither took the other's name


def test_a_newer_version_is_refused_and_left_as_it_is(folder: DataFolder):
    Store.open(folder, now=NOW).close()
    connection = sqlite3.connect(folder.database)
    connection.execute("PRAGMA user_version = 4")
    connection.close()
    before = files(folder)
    with pytest.raises(NewerSchemaError, match=r"schema version 4.*up to 3"):
        Store.open(folder, now=NOW)
    assert {name: data for name, data in files(folder).items() if name in before} == before
    assert not list(folder.path.glob("damaged*"))


def test_a_database_of_another_program_is_refused_and_left_as_it_is(folder: DataFolder):
    folder.prepare()
    connection = sqlite3.connect(folder.database)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    before = folder.database.read_bytes()
    with pytest.raises(NotOursError, match="another program"):
        Store.open(folder, now=NOW)
    assert folder.database.read_bytes() == before


def test_another_programs_database_without_a_write_ahead_file_is_refused_as_well(folder: DataFolder):
    folder.prepare()
    connection = sqlite3.connect(folder.database)
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    with pytest.raises(NotOursError):
        Store.open(folder, now=NOW)
    assert not list(folder.path.glob("damaged*"))


def test_a_damaged_file_of_an_old_version_is_refused_and_left_as_it_is(folder: DataFolder):
    folder.prepare()
    make_version_1(folder.database)
    data = folder.database.read_bytes()
    folder.database.write_bytes(data[: len(data) // 2])
    with pytest.raises(DamagedError, match="restore a backup"):
        Store.open(folder, now=NOW)
    assert folder.database.read_bytes() == data[: len(data) // 2]


def test_references_are_checked_by_the_database_too(folder: DataFolder):
    with Store.open(folder, now=NOW) as store:
        store.create_table(record()).result()
        future = store._writer.submit(lambda connection: connection.execute("DELETE FROM tables") and None)
        future.result()
        future = store._writer.submit(
            lambda connection: connection.execute("INSERT INTO entries VALUES ('no', 0, 0, 0, x'')") and None
        )
        assert future.exception() is not None
