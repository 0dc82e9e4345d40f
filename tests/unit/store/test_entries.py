"""Entries: numbered from 0, contiguous, durable when acknowledged."""

import asyncio
import sqlite3
import threading
from concurrent.futures import Future

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tablelight.store import (
    MAX_BODY,
    BadValueError,
    ConflictError,
    DamagedEntryError,
    DataFolder,
    DeletedTableError,
    NoSuchTableError,
    Store,
    TooLargeError,
    WriteFailedError,
)
from tests.unit.store.helpers import NOW, bodies, record


def test_what_was_appended_is_read_back_in_order(store: Store):
    store.append("keep", 0, [b"a", b"", b"c"]).result()
    store.append("keep", 3, [b"\x00\xff"]).result()
    assert store.read("keep") == [b"a", b"", b"c", b"\x00\xff"]
    assert store.length("keep") == 4


def test_a_part_is_read_by_start_and_stop(store: Store):
    store.append("keep", 0, [b"0", b"1", b"2", b"3"]).result()
    assert store.read("keep", 1) == [b"1", b"2", b"3"]
    assert store.read("keep", 1, 3) == [b"1", b"2"]
    assert store.read("keep", 3, 3) == []
    assert store.read("keep", 2, 99) == [b"2", b"3"]
    assert store.read("keep", 9) == []
    with pytest.raises(BadValueError):
        store.read("keep", -1)


def test_entries_are_there_after_closing_and_opening(folder: DataFolder):
    with Store.open(folder, now=NOW) as store:
        store.create_table(record()).result()
        store.append("keep", 0, bodies(40)).result()
    with Store.open(folder, now=NOW) as store:
        assert store.read("keep") == bodies(40)


@pytest.mark.parametrize("first", [-1, 0, 1, 3, 4])
def test_an_append_that_does_not_continue_the_table_is_refused_whole(store: Store, first: int):
    store.append("keep", 0, [b"0", b"1"]).result()
    with pytest.raises(ConflictError) as refusal:
        store.append("keep", first, [b"x", b"y"]).result()
    assert refusal.value.length == 2
    assert store.read("keep") == [b"0", b"1"]


def test_a_body_of_the_limit_is_taken_and_a_longer_one_refuses_its_append(store: Store):
    store.append("keep", 0, [b"." * MAX_BODY]).result()
    with pytest.raises(TooLargeError, match=str(MAX_BODY)):
        store.append("keep", 1, [b"small", b"." * (MAX_BODY + 1)]).result()
    assert store.length("keep") == 1


def test_an_unknown_table_is_refused(store: Store):
    with pytest.raises(NoSuchTableError):
        store.append("nowhere", 0, [b"x"]).result()
    with pytest.raises(NoSuchTableError):
        store.read("nowhere")
    with pytest.raises(NoSuchTableError):
        store.length("nowhere")


def test_a_deleted_table_takes_nothing_but_loses_nothing(store: Store):
    store.append("keep", 0, [b"0"]).result()
    store.delete_table("keep").result()
    with pytest.raises(DeletedTableError):
        store.append("keep", 1, [b"1"]).result()
    assert store.read("keep") == [b"0"]
    store.bring_back_table("keep").result()
    store.append("keep", 1, [b"1"]).result()


def test_an_async_append_is_awaited(store: Store):
    async def play() -> None:
        await store.append_async("keep", 0, [b"0"])
        with pytest.raises(ConflictError):
            await store.append_async("keep", 0, [b"0"])

    asyncio.run(play())
    assert store.read("keep") == [b"0"]


def stop_writer(store: Store) -> threading.Event:
    """Makes the writer wait, so that what is asked for meanwhile becomes one group."""
    go, waits = threading.Event(), threading.Event()

    def wait(_: sqlite3.Connection) -> None:
        waits.set()
        go.wait()

    store._writer.submit(wait)
    waits.wait()
    return go


def transactions(store: Store) -> list[str]:
    seen: list[str] = []
    store._writing.set_trace_callback(lambda text: seen.append(text) if text == "COMMIT" else None)
    return seen


def test_appends_that_wait_together_share_one_transaction(store: Store):
    commits = transactions(store)
    go = stop_writer(store)
    asked = [store.append("keep", number, [b"%d" % number]) for number in range(100)]
    go.set()
    for future in asked:
        future.result()
    assert len(commits) == 2  # that of the waiting job, and one for all hundred
    assert store.length("keep") == 100


def test_a_refused_append_takes_no_other_of_its_group_with_it(store: Store):
    store.create_table(record("spire")).result()
    go = stop_writer(store)
    asked = [
        store.append("keep", 0, [b"0"]),
        store.append("keep", 0, [b"late"]),
        store.append("nowhere", 0, [b"x"]),
        store.append("spire", 0, [b"s", b"." * (MAX_BODY + 1)]),
        store.append("keep", 1, [b"1"]),
        store.append("spire", 0, [b"s"]),
    ]
    go.set()
    kinds = [type(future.exception()) for future in asked]
    nothing = type(None)
    assert kinds == [nothing, ConflictError, NoSuchTableError, TooLargeError, nothing, nothing]
    assert store.read("keep") == [b"0", b"1"]
    assert store.read("spire") == [b"s"]


def test_a_bug_in_one_job_undoes_that_job_alone(store: Store):
    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE tables SET name = 'half done'")
        raise ZeroDivisionError

    go = stop_writer(store)
    asked: list[Future[None]] = [
        store.append("keep", 0, [b"0"]),
        store._writer.submit(broken),
        store.append("keep", 1, [b"1"]),
    ]
    go.set()
    assert isinstance(asked[1].exception(), ZeroDivisionError)
    assert asked[2].exception() is None
    assert store.table("keep").name == "The keep"
    assert store.read("keep") == [b"0", b"1"]


def test_a_full_disk_fails_the_group_and_the_store_goes_on_when_there_is_room(store: Store):
    store.append("keep", 0, [b"0"]).result()
    pages = store._writing.execute("PRAGMA page_count").fetchone()[0]
    store._writing.execute(f"PRAGMA max_page_count = {pages}")
    go = stop_writer(store)
    asked = [store.append("keep", 1, [b"." * 50_000]), store.append("keep", 2, [b"2"])]
    go.set()
    assert isinstance(asked[0].exception(), WriteFailedError)
    assert asked[1].exception() is not None
    assert store.read("keep") == [b"0"]
    store._writing.execute("PRAGMA max_page_count = 1000000")
    store.append("keep", 1, [b"." * 50_000]).result()
    assert store.length("keep") == 2


def test_a_cancelled_append_that_still_waits_is_not_written(store: Store):
    go = stop_writer(store)
    first, second = store.append("keep", 0, [b"first"]), store.append("keep", 0, [b"second"])
    assert first.cancel()
    go.set()
    second.result()
    assert store.read("keep") == [b"second"]


def test_closing_does_what_waits(folder: DataFolder):
    store = Store.open(folder, now=NOW)
    asked = [store.create_table(record())]
    asked += [store.append("keep", number, [b"%d" % number]) for number in range(2000)]
    store.close()
    for future in asked:
        assert future.done()
        future.result()
    with Store.open(folder, now=NOW) as store:
        assert store.length("keep") == 2000


def test_two_that_append_at_once_give_one_order_and_no_loss(store: Store):
    def add(name: bytes) -> None:
        done = 0
        while done < 100:
            try:
                store.append("keep", store.length("keep"), [b"%s %d" % (name, done)]).result()
                done += 1
            except ConflictError:
                continue

    threads = [threading.Thread(target=add, args=(name,)) for name in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = store.read("keep")
    assert len(found) == 300
    for name in (b"a", b"b", b"c"):
        assert [body for body in found if body.startswith(name)] == [b"%s %d" % (name, n) for n in range(100)]


def test_reads_from_many_threads_see_whole_appends_only(store: Store):
    wrong: list[int] = []
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            length = len(store.read("keep"))
            if length % 7:
                wrong.append(length)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for first in range(0, 1400, 7):
        store.append("keep", first, [b"x"] * 7).result()
    stop.set()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_changed_body_is_told_when_read(store: Store):
    store.append("keep", 0, [b"0", b"1", b"2"]).result()
    store._writing.execute("UPDATE entries SET body = x'ff' WHERE number = 1")
    with pytest.raises(DamagedEntryError) as refusal:
        store.read("keep")
    assert refusal.value.number == 1
    store._writing.execute("DELETE FROM entries WHERE number = 1")
    with pytest.raises(DamagedEntryError, match="missing"):
        store.read("keep")


class OneTable(RuleBasedStateMachine):
    """The store against a list."""

    def __init__(self) -> None:
        super().__init__()
        self.model: list[bytes] = []
        self.store = Store.open(self.folder, now=NOW)
        self.name = f"table{len(self.store.tables())}"
        self.store.create_table(record(self.name)).result()

    folder: DataFolder

    @rule(new=st.lists(st.binary(max_size=9000), max_size=4), off=st.sampled_from([0, 0, 0, -1, 1]))
    def append(self, new: list[bytes], off: int) -> None:
        future = self.store.append(self.name, len(self.model) + off, new)
        if off:
            assert isinstance(future.exception(), ConflictError)
        else:
            future.result()
            self.model += new

    @rule(start=st.integers(0, 30), stop=st.none() | st.integers(0, 30))
    def read(self, start: int, stop: int | None) -> None:
        assert self.store.read(self.name, start, stop) == self.model[start:stop]
        assert self.store.length(self.name) == len(self.model)

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = Store.open(self.folder, now=NOW)
        assert self.store.repair is None

    def teardown(self) -> None:
        assert self.store.read(self.name) == self.model
        self.store.close()


def test_the_store_behaves_as_a_list(folder: DataFolder):
    class Here(OneTable):
        pass

    Here.folder = folder
    case = Here.TestCase
    case.settings = settings(max_examples=30, stateful_step_count=25)
    case().runTest()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(new=st.lists(st.binary(min_size=0, max_size=20_000), min_size=1, max_size=5))
def test_any_bytes_come_back_as_they_were(store: Store, new: list[bytes]):
    length = store.length("keep")
    store.append("keep", length, new).result()
    assert store.read("keep", length) == new
