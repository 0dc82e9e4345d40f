"""The library of packs: kept, replaced one revision at a time, in every backup, and found again in a damaged file."""

import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from tablelight.store import (
    MAX_PACK,
    AlreadyThereError,
    BadValueError,
    ChangedPackError,
    DataFolder,
    PackRecord,
    Store,
    TooLargeError,
    restore,
)
from tablelight.store.check import file_fault
from tablelight.store.schema import CREATE
from tests.unit.store.helpers import NOW, fill

PACK = PackRecord("forgelight", "ours", "Our pack", NOW, b'{"id":"ours"}')


def test_a_pack_is_kept_and_found(store: Store):
    assert store.packs() == []
    store.put_pack(PACK).result()
    store.put_pack(replace(PACK, system="chess")).result()
    assert store.find_pack("forgelight", "ours") == PACK
    assert store.find_pack("forgelight", "theirs") is None
    assert [pack.system for pack in store.packs()] == ["chess", "forgelight"]
    store.delete_pack("chess", "ours").result()
    store.delete_pack("chess", "ours").result()
    assert store.packs() == [PACK]


def test_only_who_saw_the_last_revision_may_replace_it(store: Store):
    store.put_pack(PACK).result()
    with pytest.raises(AlreadyThereError):
        store.put_pack(PACK).result()
    newer = replace(PACK, title="Newer", revision=1)
    store.put_pack(newer).result()
    with pytest.raises(ChangedPackError):
        store.put_pack(replace(PACK, title="Also newer", revision=1)).result()
    assert store.find_pack("forgelight", "ours") == newer
    store.delete_pack("forgelight", "ours").result()
    with pytest.raises(ChangedPackError):
        store.put_pack(replace(newer, revision=2)).result()


def test_what_is_too_large_or_no_text_is_refused(store: Store):
    with pytest.raises(TooLargeError):
        store.put_pack(replace(PACK, body=b"x" * (MAX_PACK + 1))).result()
    with pytest.raises(BadValueError):
        store.put_pack(replace(PACK, id="")).result()
    with pytest.raises(BadValueError):
        store.put_pack(replace(PACK, title="\ud800")).result()
    assert store.packs() == []


def test_packs_are_in_every_backup(folder: DataFolder, tmp_path: Path):
    with Store.open(folder, now=NOW) as store:
        store.put_pack(PACK).result()
        store.backup(tmp_path / "evening.sqlite3")
    other = DataFolder.at(tmp_path / "other")
    restore(tmp_path / "evening.sqlite3", other, now=NOW)
    with Store.open(other, now=NOW) as store:
        assert store.packs() == [PACK]


def test_a_changed_pack_is_noticed_and_the_others_are_kept(folder: DataFolder):
    with Store.open(folder, now=NOW) as store:
        fill(store, "keep", 10)
        store.put_pack(PACK).result()
        store.put_pack(replace(PACK, title="Newer", revision=1)).result()
        store.put_pack(replace(PACK, id="theirs")).result()
    connection = sqlite3.connect(folder.database)
    connection.execute("UPDATE packs SET body = 'no' WHERE id = 'theirs'")
    connection.commit()
    connection.close()
    assert file_fault(folder.database, "ro") == "the pack theirs does not match its checksum"
    with Store.open(folder, now=NOW) as store:
        assert store.repair
        assert store.repair.rebuilt
        assert store.packs() == [replace(PACK, title="Newer", revision=1)]
        assert store.length("keep") == 10


def test_a_database_of_version_2_gets_a_library_and_keeps_its_tables(folder: DataFolder):
    with Store.open(folder, now=NOW) as store:
        fill(store, "keep", 10)
    connection = sqlite3.connect(folder.database)
    connection.execute("DROP TABLE packs")
    connection.execute("PRAGMA user_version = 2")
    connection.commit()
    assert "packs" not in CREATE
    connection.close()
    with Store.open(folder, now=NOW) as store:
        assert store.repair is None
        assert store.length("keep") == 10
        store.put_pack(PACK).result()
