"""One server on a folder; what the folder holds."""

import os
import sys
from pathlib import Path

import pytest

from tablelight.store import ClosedError, DataFolder, FolderBusyError, FolderError, Store
from tests.unit.store.helpers import NOW, files, fill, start


def test_the_default_folder_is_the_users_data_folder():
    assert "tablelight" in str(DataFolder.default().path)


def test_a_new_folder_gets_a_database_a_lock_and_a_place_for_backups(folder: DataFolder):
    with Store.open(folder, now=NOW) as store:
        assert store.repair is None
    assert sorted(path.name for path in folder.path.iterdir()) == [
        "backups",
        "cache",
        "server.lock",
        "tablelight.sqlite3",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps rights another way")
def test_only_the_owner_may_look_into_a_new_folder(folder: DataFolder):
    Store.open(folder, now=NOW).close()
    assert folder.path.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(FolderError, match="cannot be made"):
        Store.open(DataFolder.at(tmp_path / "file" / "data"), now=NOW)


def test_a_second_server_in_the_same_process_is_refused(folder: DataFolder):
    with Store.open(folder, now=NOW):
        with pytest.raises(FolderBusyError) as refusal:
            Store.open(folder, now=NOW)
        assert refusal.value.pid == os.getpid()
    Store.open(folder, now=NOW).close()


def test_a_second_process_is_refused_and_told_folder_and_pid(folder: DataFolder):
    other = start("holder.py", folder.path)
    assert other.stdout is not None
    assert other.stdout.readline() == "open\n"
    with pytest.raises(FolderBusyError) as refusal:
        Store.open(folder, now=NOW)
    assert str(folder.path) in str(refusal.value)
    assert f"process {other.pid}" in str(refusal.value)
    other.communicate()
    Store.open(folder, now=NOW).close()


def test_a_killed_server_leaves_no_lock_behind(folder: DataFolder):
    other = start("holder.py", folder.path)
    assert other.stdout is not None
    assert other.stdout.readline() == "open\n"
    other.kill()
    other.communicate()
    with Store.open(folder, now=NOW) as store:
        assert store.repair is None


def test_opening_an_intact_file_does_not_touch_it(folder: DataFolder):
    with Store.open(folder, now=NOW) as store:
        fill(store, "keep", 50)
    before = files(folder)
    times = folder.database.stat().st_mtime_ns
    with Store.open(folder, now=NOW + 1) as store:
        assert store.repair is None
        assert store.length("keep") == 50
    assert files(folder) == before
    assert folder.database.stat().st_mtime_ns == times


def test_a_closed_store_refuses_and_closing_twice_is_no_error(folder: DataFolder):
    store = Store.open(folder, now=NOW)
    store.close()
    store.close()
    with pytest.raises(ClosedError):
        store.append("keep", 0, [b"{}"]).result()
    with pytest.raises(ClosedError):
        store.length("keep")
