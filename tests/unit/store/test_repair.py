"""Damaged and cut-off files: what can be read is kept, what is dropped is said, the old file stays."""

import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablelight.store import Access, DataFolder, NewerSchemaError, Repair, Store, StoreError, repair
from tablelight.store.folder import side_file
from tablelight.store.pages import rows_in
from tablelight.store.wal import read_wal
from tests.unit.store.helpers import NOW, access, bodies, files, fill, record

PAGE = 4096
ENTRIES = {"keep": 300, "spire": 40, "empty": 0}


class Image(bytes):
    """The bytes of a file, short in a test's report."""

    def __repr__(self) -> str:
        return f"<{len(self)} bytes>"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a database with three tables and two links, closed cleanly."""
    folder = DataFolder.at(tmp_path_factory.mktemp("sound"))
    make(folder).close()
    return Image(folder.database.read_bytes())


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a server that was killed: much is in the write-ahead file alone."""
    folder = DataFolder.at(tmp_path_factory.mktemp("killed"))
    store = make(folder)
    left = {path.name: path.read_bytes() for path in folder.path.iterdir() if path.is_file()}
    store.close()
    return left


def make(folder: DataFolder) -> Store:
    store = Store.open(folder, now=NOW)
    for table_id, count in ENTRIES.items():
        fill(store, table_id, count)
    store.put_access(access(b"1" * 32)).result()
    store.put_access(access(b"2" * 32, seat="wren")).result()
    return store


def put(folder: DataFolder, data: bytes) -> None:
    folder.prepare()
    folder.database.write_bytes(data)


def put_all(folder: DataFolder, left: dict[str, bytes]) -> None:
    folder.prepare()
    for name, data in left.items():
        (folder.path / name).write_bytes(data)


def check_opened(folder: DataFolder, damaged: bytes) -> Repair | None:
    """Opens a folder and checks what holds after any damage whatever. Returns the report."""
    with Store.open(folder, now=NOW) as store:
        report = store.repair
        found = {table.id: store.read(table.id) for table in store.tables()}
        links = [link for table_id in found for link in store.accesses(table_id)]
        for table_id, entries in found.items():
            assert entries == bodies(ENTRIES[table_id])[: len(entries)]
            assert len(entries) % 5 == 0, "only whole appends are kept"
        assert all(link in (access(b"1" * 32), access(b"2" * 32, seat="wren")) for link in links)
        if report is None or not report.rebuilt:
            assert {table_id: len(entries) for table_id, entries in found.items()} == ENTRIES
        else:
            check_report(folder, report, found, links, damaged)
        if "keep" in found:
            store.append("keep", len(found["keep"]), [b"goes on"]).result()
    with Store.open(folder, now=NOW + 1) as store:
        assert store.repair is None
    return report


def check_report(
    folder: DataFolder,
    report: Repair,
    found: dict[str, list[bytes]],
    links: list[Access],
    damaged: bytes,
) -> None:
    assert report.kept_file is not None
    assert report.kept_file.read_bytes() == damaged
    assert report.kept_file == folder.path / "damaged-2026-11-29T214500.sqlite3"
    assert {table.id: table.kept for table in report.tables} == {k: len(v) for k, v in found.items()}
    for table in report.tables:
        assert f"({table.id}): kept {table.kept} entries" in report.text()
        if table.last_known is not None:
            assert table.kept <= table.last_known < ENTRIES[table.id]
    assert report.links_kept or not links
    assert not side_file(folder.database, ".rebuilding").exists()
    assert not folder.successor.exists()


# The file cut off


def test_a_file_cut_off_anywhere_keeps_whole_appends_up_to_there(folder: DataFolder, sound: bytes):
    kept: list[int] = []
    for offset in [*range(0, len(sound), PAGE), *random.Random(1).sample(range(1, len(sound)), 20)]:
        shutil.rmtree(folder.path, ignore_errors=True)
        put(folder, sound[:offset])
        report = check_opened(folder, sound[:offset])
        assert report is not None
        kept.append(sum(table.kept for table in report.tables))
    assert max(kept) > 200
    assert len(set(kept)) > 10


@pytest.mark.parametrize("data", [b"", b"x", b"not a database\n" * 5000, bytes(3 * PAGE)])
def test_a_file_that_is_no_database_is_kept_and_a_new_one_made(folder: DataFolder, data: bytes):
    put(folder, data)
    report = check_opened(folder, data)
    assert report is not None
    assert "No table could be read" in report.text()


# Bytes overwritten


@pytest.mark.parametrize("filling", ["zeros", "noise", "another page"])
def test_each_page_overwritten_in_turn_keeps_the_rest(folder: DataFolder, sound: bytes, filling: str):
    noise = random.Random(2)
    pages = len(sound) // PAGE
    for page in range(0, pages, 1 if filling == "zeros" else 4):
        shutil.rmtree(folder.path, ignore_errors=True)
        new = {
            "zeros": bytes(PAGE),
            "noise": noise.randbytes(PAGE),
            "another page": sound[(page + 5) % pages * PAGE :][:PAGE],
        }[filling]
        damaged = sound[: page * PAGE] + new + sound[(page + 1) * PAGE :]
        put(folder, damaged)
        report = check_opened(folder, damaged)
        # Two long entries may go on in pages that are the same, byte for byte.
        assert (report is None) == (damaged == sound)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_few_bytes_changed_lose_no_truth(folder: DataFolder, sound: bytes, data: st.DataObject):
    shutil.rmtree(folder.path, ignore_errors=True)
    damaged = bytearray(sound)
    head = st.integers(0, 2 * PAGE)
    for offset in data.draw(st.lists(head | st.integers(0, len(sound) - 1), min_size=1, max_size=6)):
        damaged[offset] = data.draw(st.integers(0, 255))
    put(folder, bytes(damaged))
    try:
        check_opened(folder, bytes(damaged))
    except NewerSchemaError:
        pass  # the changed byte was the version's
    except StoreError:
        assert folder.database.read_bytes() == bytes(damaged)


def test_a_changed_body_is_found_at_the_start_and_named(folder: DataFolder, sound: bytes):
    at = sound.index(b'{"n":123,')
    damaged = sound[: at + 20] + b"!" + sound[at + 21 :]
    put(folder, damaged)
    report = check_opened(folder, damaged)
    assert report is not None
    assert "entry 123 of table keep does not match its checksum" in report.text()
    assert "“The keep” (keep): kept 120 entries; dropped from entry 120 on" in report.text()
    assert "(there had been entries up to 299)" in report.text()
    assert str(report) == report.text()
    assert "“The spire” (spire): kept 40 entries; no trace of later ones was found." in report.text()
    assert report.links_kept


def test_a_destroyed_index_costs_nothing(folder: DataFolder, sound: bytes):
    put(folder, sound)
    connection = sqlite3.connect(folder.database)
    root = connection.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entries_1'"
    ).fetchone()[0]
    connection.close()
    damaged = sound[: (root - 1) * PAGE] + bytes(PAGE) + sound[root * PAGE :]
    put(folder, damaged)
    report = check_opened(folder, damaged)
    assert report is not None
    assert {table.id: table.kept for table in report.tables} == ENTRIES


def test_a_destroyed_first_page_costs_no_entry_but_the_links(folder: DataFolder, sound: bytes):
    damaged = bytes(PAGE) + sound[PAGE:]
    put(folder, damaged)
    report = check_opened(folder, damaged)
    assert report is not None
    assert {table.id: table.kept for table in report.tables} == ENTRIES
    assert "make new ones" in report.text()


def test_a_lost_record_is_said_and_its_entries_are_kept(folder: DataFolder, sound: bytes):
    damaged = sound.replace(b"The spire", b"Thx spire")
    put(folder, damaged)
    with Store.open(folder, now=NOW) as store:
        assert store.repair is not None
        assert "its name, system and details were lost" in store.repair.text()
        assert store.table("spire") == record("spire", name="Recovered table spire", system="unknown", details=b"")
        assert store.length("spire") == 40


def test_the_latest_copy_of_a_record_counts(folder: DataFolder):
    with Store.open(folder, now=NOW) as store:
        for number in range(60):
            store.create_table(record(f"t{number}", details=b"." * 900)).result()
        for number in range(60):
            store.update_details(f"t{number}", b"," * 300).result()
            store.rename_table(f"t{number}", f"Now {number}").result()
    put(folder, bytes(PAGE) + folder.database.read_bytes()[PAGE:])
    with Store.open(folder, now=NOW) as store:
        assert {table.id: table.name for table in store.tables()} == {f"t{n}": f"Now {n}" for n in range(60)}


def test_a_revoked_link_does_not_come_back(folder: DataFolder):
    with make(folder) as store:
        for number in range(200):
            store.put_access(access(bytes([number, 0]), seat=f"seat {number}")).result()
        for number in range(200):
            store.revoke(bytes([number, 0])).result()
    data = folder.database.read_bytes()
    for page in range(0, len(data) // PAGE, 3):
        put(folder, data[: page * PAGE] + bytes(PAGE) + data[(page + 1) * PAGE :])
        with Store.open(folder, now=NOW) as store:
            assert {a.token_hash for a in store.accesses("keep")} <= {b"1" * 32, b"2" * 32}
            assert store.find_access(bytes([7, 0])) is None


def test_what_a_repair_dropped_does_not_come_back_in_a_second(folder: DataFolder, sound: bytes):
    at = sound.index(b'{"n":123,')
    put(folder, sound[: at + 20] + b"!" + sound[at + 21 :])
    with Store.open(folder, now=NOW) as store:
        assert store.length("keep") == 120
        for number in range(120, 125):
            store.append("keep", number, [b"anew %d" % number]).result()
    once_more = folder.database.read_bytes()
    put(folder, bytes(PAGE) + once_more[PAGE:])
    with Store.open(folder, now=NOW) as store:
        assert store.read("keep") == bodies(120) + [b"anew %d" % number for number in range(120, 125)]


# The write-ahead file


def test_a_killed_servers_files_are_sound(folder: DataFolder, killed: dict[str, bytes]):
    put_all(folder, killed)
    assert check_opened(folder, b"") is None


def test_a_removed_write_ahead_file_is_said(folder: DataFolder, killed: dict[str, bytes]):
    put_all(folder, {name: data for name, data in killed.items() if name.endswith((".sqlite3", ".lock"))})
    with Store.open(folder, now=NOW) as store:
        assert store.repair is not None
        assert "write-ahead file is gone" in store.repair.text()
        for table in store.tables():
            found = store.read(table.id)
            assert found == bodies(ENTRIES[table.id])[: len(found)]
    with Store.open(folder, now=NOW) as store:
        assert store.repair is None


def test_a_cut_off_write_ahead_file_leaves_whole_appends(folder: DataFolder, killed: dict[str, bytes]):
    wal = killed["tablelight.sqlite3-wal"]
    lengths: set[int] = set()
    for offset in random.Random(3).sample(range(len(wal)), 30):
        shutil.rmtree(folder.path, ignore_errors=True)
        put_all(folder, killed | {"tablelight.sqlite3-wal": wal[:offset]})
        with Store.open(folder, now=NOW) as store:
            found = {table.id: store.read(table.id) for table in store.tables()}
        for table_id, entries in found.items():
            assert entries == bodies(ENTRIES[table_id])[: len(entries)]
            assert len(entries) % 5 == 0
        lengths.add(sum(len(entries) for entries in found.values()))
    assert len(lengths) > 5


def test_a_hole_in_the_write_ahead_file_is_found_and_the_rest_saved(folder: DataFolder, killed: dict[str, bytes]):
    wal = killed["tablelight.sqlite3-wal"]
    rebuilt = 0
    for offset in random.Random(4).sample(range(len(wal) - 100), 30):
        shutil.rmtree(folder.path, ignore_errors=True)
        damaged = wal[:offset] + b"\xa5" * 100 + wal[offset + 100 :]
        put_all(folder, killed | {"tablelight.sqlite3-wal": damaged})
        with Store.open(folder, now=NOW) as store:
            assert {table.id: store.read(table.id) for table in store.tables()}.keys() <= ENTRIES.keys()
            for table in store.tables():
                found = store.read(table.id)
                assert found == bodies(ENTRIES[table.id])[: len(found)]
            if store.repair is None:
                continue  # the hole is in what an earlier round left over
            assert store.repair.kept_file is not None
            assert side_file(store.repair.kept_file, "-wal").read_bytes() == damaged
            rebuilt += store.repair.rebuilt
        with Store.open(folder, now=NOW) as store:
            assert store.repair is None
    assert rebuilt > 5


def test_a_last_commit_that_is_not_whole_is_dropped_and_said(folder: DataFolder, tmp_path: Path):
    killed_folder = DataFolder.at(tmp_path / "killed")
    with Store.open(killed_folder, now=NOW) as store:
        fill(store, "keep", 10)
        store.put_access(access()).result()
        store.append("keep", 10, [b"the last"]).result()
        put_all(folder, files(killed_folder))
    wal = read_wal(folder.wal)
    assert wal.whole == len(wal.frames)
    assert not wal.torn
    data = bytearray(folder.wal.read_bytes())
    data[wal.frames[-1].offset + 50] ^= 1
    folder.wal.write_bytes(data)
    with Store.open(folder, now=NOW) as store:
        assert store.read("keep") == bodies(10)
        assert store.repair is not None
        assert not store.repair.rebuilt
        assert "not whole and was dropped" in store.repair.text()
        assert store.repair.kept_file is not None
        assert side_file(store.repair.kept_file, "-wal").read_bytes() == bytes(data)
        assert store.find_access(access().token_hash) is not None


def test_a_database_file_that_is_gone_is_rebuilt_from_the_write_ahead_file(
    folder: DataFolder, killed: dict[str, bytes]
):
    put_all(folder, {"tablelight.sqlite3-wal": killed["tablelight.sqlite3-wal"]})
    with Store.open(folder, now=NOW) as store:
        assert store.repair is not None
        assert "database file is gone" in store.repair.text()
        for table in store.tables():
            found = store.read(table.id)
            assert found == bodies(ENTRIES[table.id])[: len(found)]


# Repairs cut off themselves


@pytest.mark.parametrize("step", ["switch", "_fill", "create_file"])
def test_a_repair_that_is_cut_off_is_done_by_the_next_start(
    folder: DataFolder, sound: bytes, monkeypatch: pytest.MonkeyPatch, step: str
):
    class PowerCutError(BaseException):
        pass

    def cut(*_: object) -> None:
        raise PowerCutError

    damaged = sound[: 40 * PAGE]
    put(folder, damaged)
    with monkeypatch.context() as patch:
        if step == "switch":
            patch.setattr(Path, "replace", cut)
        else:
            patch.setattr(repair, step, cut)
        with pytest.raises(PowerCutError):
            Store.open(folder, now=NOW)
    assert [path.read_bytes() for path in folder.path.glob("damaged*")] == [damaged]
    with Store.open(folder, now=NOW + 60) as store:
        found = store.read("keep")
        assert found == bodies(ENTRIES["keep"])[: len(found)]
        assert len(found) > 50


def test_a_finished_successor_takes_the_place_of_what_is_there(folder: DataFolder, sound: bytes, tmp_path: Path):
    """As after a kill between the two steps of a switch."""
    other = DataFolder.at(tmp_path / "other")
    with Store.open(other, now=NOW) as store:
        fill(store, "new", 10)
    put(folder, sound)
    folder.wal.write_bytes(b"belongs to the old one")
    shutil.copy(other.database, folder.successor)
    with Store.open(folder, now=NOW) as store:
        assert store.repair is None
        assert [table.id for table in store.tables()] == ["new"]
        assert store.read("new") == bodies(10)


# Reading pages without SQLite


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sizes=st.lists(
        st.integers(0, 300)
        | st.integers(3900, 4200)
        | st.integers(0, 30_000)
        | st.sampled_from([4061 - n for n in range(40)]),
        min_size=1,
        max_size=40,
    ),
    created=st.sampled_from([0.0, 1.0, -3.0, 2.5, NOW, 1e300]),
    wal=st.booleans(),
)
def test_pages_are_read_as_sqlite_reads_them(folder: DataFolder, sizes: list[int], created: float, wal: bool):
    shutil.rmtree(folder.path, ignore_errors=True)
    with Store.open(folder, now=NOW) as store:
        store.create_table(record(created=created)).result()
        store.append("keep", 0, [random.Random(size).randbytes(size) for size in sizes]).result()
        copy = DataFolder.at(folder.path.parent / "copy")
        if wal:
            put_all(copy, {n: d for n, d in files(folder).items() if not n.endswith("-shm")})
    if not wal:
        put_all(copy, files(folder))
    connection = sqlite3.connect(f"{folder.database.as_uri()}?mode=ro", uri=True)
    for table in ("tables", "entries"):
        expected = connection.execute(f"SELECT * FROM {table}").fetchall()
        rows = [*rows_in(copy.database, copy.wal, read_wal(copy.wal))]
        assert all(row in rows for row in expected)
    connection.close()
    shutil.rmtree(copy.path)
