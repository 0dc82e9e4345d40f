"""Backups of the whole, and their way back."""

import sqlite3
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path

import pytest

from tablelight.store import (
    AlreadyThereError,
    BackupError,
    DataFolder,
    FolderBusyError,
    NewerSchemaError,
    NotOursError,
    Store,
    backup_folder,
    restore,
    restore_tables,
)
from tablelight.store.check import file_fault
from tests.unit.store.helpers import NOW, access, bodies, files, fill, make_version_1, record


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup with two tables, one of them deleted, and a link."""
    other = DataFolder.at(tmp_path / "other")
    with Store.open(other, now=NOW) as store:
        fill(store, "old", 30)
        fill(store, "gone", 5)
        store.delete_table("gone").result()
        store.put_access(access(table_id="old")).result()
    backup_folder(other, tmp_path / "backup.sqlite3")
    return tmp_path / "backup.sqlite3"


def test_a_backup_made_while_play_goes_on_is_a_state_that_was(store: Store, tmp_path: Path):
    stop = threading.Event()

    def play() -> None:
        for number in count():
            if stop.is_set():
                return
            store.append("keep", 3 * number, [b"%d" % number] * 3).result()

    player = threading.Thread(target=play)
    player.start()
    for number in range(5):
        while store.length("keep") < 100 * number:
            pass
        store.backup(tmp_path / f"{number}.sqlite3")
    stop.set()
    player.join()
    for number in range(5):
        assert file_fault(tmp_path / f"{number}.sqlite3") is None
        folder = DataFolder.at(tmp_path / f"restored{number}")
        restore(tmp_path / f"{number}.sqlite3", folder, now=NOW)
        with Store.open(folder, now=NOW) as restored:
            found = restored.read("keep")
            assert len(found) >= 100 * number
            assert found == store.read("keep", 0, len(found))
            assert len(found) % 3 == 0


def test_another_process_makes_a_backup_while_the_server_runs(store: Store, tmp_path: Path):
    store.append("keep", 0, bodies(20)).result()
    out = tmp_path / "backup.sqlite3"
    script = (
        "import sys; from pathlib import Path; from tablelight.store import DataFolder, backup_folder\n"
        "backup_folder(DataFolder.at(Path(sys.argv[1])), Path(sys.argv[2]))"
    )
    subprocess.run([sys.executable, "-c", script, str(store.folder.path), str(out)], check=True)
    store.append("keep", 20, [b"goes on"]).result()
    restore(out, DataFolder.at(tmp_path / "restored"), now=NOW)
    with Store.open(DataFolder.at(tmp_path / "restored"), now=NOW) as restored:
        assert restored.read("keep") == bodies(20)


def test_a_backup_of_a_stopped_server_is_made_and_hurts_nothing(store: Store, tmp_path: Path):
    store.append("keep", 0, bodies(20)).result()
    store.close()
    before = store.folder.database.read_bytes()
    backup_folder(store.folder, tmp_path / "backup.sqlite3")
    assert store.folder.database.read_bytes() == before
    with Store.open(store.folder, now=NOW) as again:
        assert again.repair is None


def test_a_file_that_is_there_is_not_overwritten(store: Store, tmp_path: Path):
    out = tmp_path / "mine"
    out.write_text("precious")
    with pytest.raises(BackupError, match="exists already"):
        store.backup(out)
    assert out.read_text() == "precious"


def test_a_backup_that_cannot_be_made_leaves_no_file(store: Store, tmp_path: Path):
    with pytest.raises(BackupError):
        store.backup(tmp_path / "nowhere" / "backup.sqlite3")
    with pytest.raises(BackupError, match="no database"):
        backup_folder(DataFolder.at(tmp_path / "empty"), tmp_path / "backup.sqlite3")
    store.append("keep", 0, [b"0"]).result()
    store._writing.execute("UPDATE entries SET body = x'00'")
    with pytest.raises(BackupError, match="copy is damaged: entry 0 of table keep"):
        store.backup(tmp_path / "backup.sqlite3")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []


def test_restoring_replaces_everything_and_saves_what_was_there(store: Store, backup: Path):
    store.append("keep", 0, bodies(10)).result()
    store.close()
    saved = restore(backup, store.folder, now=NOW)
    assert saved is not None
    assert saved == store.folder.backups / "before-restore-2026-11-29T214500.sqlite3"
    with Store.open(store.folder, now=NOW) as restored:
        assert restored.repair is None
        assert [table.id for table in restored.tables()] == ["old"]
        assert restored.read("old") == bodies(30)
        assert restored.find_access(b"t" * 32) is not None
    restore(saved, store.folder, now=NOW + 1)
    with Store.open(store.folder, now=NOW) as restored:
        assert restored.read("keep") == bodies(10)


def test_restoring_under_a_running_server_is_refused(store: Store, backup: Path):
    before = files(store.folder)
    with pytest.raises(FolderBusyError):
        restore(backup, store.folder, now=NOW)
    assert files(store.folder) == before


def test_a_damaged_database_is_saved_as_it_is_before_a_restore(folder: DataFolder, backup: Path):
    folder.prepare()
    folder.database.write_bytes(b"broken")
    folder.wal.write_bytes(b"also broken")
    saved = restore(backup, folder, now=NOW)
    assert saved is not None
    assert saved.read_bytes() == b"broken"
    assert saved.with_name(saved.name + "-wal").read_bytes() == b"also broken"
    with Store.open(folder, now=NOW) as store:
        assert store.repair is None
        assert store.read("old") == bodies(30)


def test_what_a_killed_server_left_is_saved_with_its_write_ahead_file(store: Store, backup: Path, tmp_path: Path):
    store.append("keep", 0, bodies(10)).result()
    folder = DataFolder.at(tmp_path / "killed")
    folder.prepare()
    for name, data in files(store.folder).items():
        (folder.path / name).write_bytes(data)
    saved = restore(backup, folder, now=NOW)
    assert saved is not None
    restore(saved, folder, now=NOW)
    with Store.open(folder, now=NOW) as restored:
        assert restored.read("keep") == bodies(10)


@pytest.mark.parametrize("damage", ["missing", "cut", "empty", "changed", "text"])
def test_a_bad_backup_is_refused_and_nothing_is_touched(store: Store, backup: Path, damage: str):
    data = backup.read_bytes()
    at = data.index(b'{"n":7,')
    changed = {
        "cut": data[: len(data) // 2],
        "empty": b"",
        "changed": data[:at] + b"[" + data[at + 1 :],
        "text": b"a text\n" * 1000,
    }
    backup.unlink()
    if damage != "missing":
        backup.write_bytes(changed[damage])
    store.close()
    before = files(store.folder)
    with pytest.raises(BackupError):
        restore(backup, store.folder, now=NOW)
    assert files(store.folder) == before
    with Store.open(store.folder, now=NOW) as again:
        with pytest.raises(BackupError):
            restore_tables(again, backup, new_id=lambda: "new", now=NOW)
        assert [table.id for table in again.tables()] == ["keep"]


def test_newer_and_foreign_files_are_refused(store: Store, backup: Path, tmp_path: Path):
    connection = sqlite3.connect(backup)
    connection.execute("PRAGMA user_version = 9")
    connection.close()
    with pytest.raises(NewerSchemaError):
        restore(backup, DataFolder.at(tmp_path / "new"), now=NOW)
    foreign = tmp_path / "songs"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    with pytest.raises(NotOursError):
        restore_tables(store, foreign, new_id=lambda: "new", now=NOW)


def test_a_database_in_use_is_no_backup(store: Store, tmp_path: Path):
    with pytest.raises(BackupError, match="in use"):
        restore(store.folder.database, DataFolder.at(tmp_path / "new"), now=NOW)


def test_a_backup_of_an_older_version_is_restored_and_brought_up(folder: DataFolder, tmp_path: Path):
    make_version_1(tmp_path / "old.sqlite3")
    restore(tmp_path / "old.sqlite3", folder, now=NOW)
    with Store.open(folder, now=NOW) as store:
        assert store.read("old1") == bodies(30)


# Tables out of a backup, into a running server


def ids():
    numbers = count(1)
    return lambda: f"new{next(numbers)}"


def test_tables_come_back_as_new_tables_beside_the_present_ones(store: Store, backup: Path):
    store.append("keep", 0, [b"0"]).result()
    restored = restore_tables(store, backup, new_id=ids(), now=NOW)
    assert [(table.old_id, table.record.id, table.entries) for table in restored] == [
        ("gone", "new1", 5),
        ("old", "new2", 30),
    ]
    assert store.table("new2") == record("new2", name="The old (restored 2026-11-29 21:45)")
    assert store.table("new1").deleted
    assert store.read("new2") == bodies(30)
    assert store.read("keep") == [b"0"]
    assert store.accesses("new2") == []
    store.append("new2", 30, [b"goes on"]).result()
    store.close()
    with Store.open(store.folder, now=NOW) as again:
        assert again.repair is None


def test_single_tables_are_chosen(store: Store, backup: Path):
    restore_tables(store, backup, new_id=ids(), now=NOW, only={"old"})
    assert [table.id for table in store.tables()] == ["keep", "new1"]
    with pytest.raises(BackupError, match="no table nowhere"):
        restore_tables(store, backup, new_id=ids(), now=NOW, only={"old", "nowhere"})


def test_a_long_name_keeps_its_mark(store: Store, tmp_path: Path):
    store.rename_table("keep", "x" * 200).result()
    store.backup(tmp_path / "backup.sqlite3")
    restored = restore_tables(store, tmp_path / "backup.sqlite3", new_id=ids(), now=NOW)
    assert restored[0].record.name.endswith("x (restored 2026-11-29 21:45)")
    assert len(restored[0].record.name) == 200


def test_all_tables_come_or_none(store: Store, backup: Path):
    with pytest.raises(AlreadyThereError):
        restore_tables(store, backup, new_id=iter(["free", "keep"]).__next__, now=NOW)
    assert [table.id for table in store.tables(deleted=True)] == []
    assert [table.id for table in store.tables()] == ["keep"]


def test_tables_come_out_of_a_backup_of_an_older_version_which_stays_as_it_is(store: Store, tmp_path: Path):
    make_version_1(tmp_path / "old.sqlite3")
    before = (tmp_path / "old.sqlite3").read_bytes()
    restore_tables(store, tmp_path / "old.sqlite3", new_id=ids(), now=NOW)
    assert store.read("new1") == store.read("new2") == bodies(30)
    assert (tmp_path / "old.sqlite3").read_bytes() == before
