"""The records of tables, and the links to seats."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablelight.store import (
    MAX_DETAILS,
    AlreadyThereError,
    BadValueError,
    DataFolder,
    NoSuchTableError,
    Store,
    TooLargeError,
)
from tests.unit.store.helpers import NOW, access, record


def test_tables_are_listed_oldest_first_and_deleted_ones_apart(store: Store):
    store.create_table(record("new", created=NOW + 1)).result()
    store.create_table(record("old", created=NOW - 1)).result()
    store.delete_table("keep").result()
    assert [table.id for table in store.tables()] == ["old", "new"]
    assert [table.id for table in store.tables(deleted=True)] == ["keep"]
    assert store.table("keep").deleted
    store.bring_back_table("keep").result()
    assert [table.id for table in store.tables()] == ["old", "keep", "new"]


def test_a_table_is_renamed_and_its_details_changed(store: Store):
    store.rename_table("keep", "The Sunken Keep ⚔").result()
    store.update_details("keep", b"\x00details").result()
    assert store.table("keep") == record(name="The Sunken Keep ⚔", details=b"\x00details")


def test_changes_are_there_after_closing_and_opening(folder: DataFolder):
    with Store.open(folder, now=NOW) as store:
        store.create_table(record(created=5.0)).result()
        store.rename_table("keep", "Two").result()
        store.delete_table("keep").result()
        store.put_access(access()).result()
    with Store.open(folder, now=NOW) as store:
        assert store.repair is None
        assert store.table("keep") == record(created=5.0, name="Two", deleted=True)
        assert store.find_access(b"t" * 32) == access()


def test_a_taken_id_and_an_unknown_one_are_refused(store: Store):
    with pytest.raises(AlreadyThereError):
        store.create_table(record(name="again")).result()
    assert store.table("keep").name == "The keep"
    for future in (store.rename_table("no", "x"), store.update_details("no", b""), store.delete_table("no")):
        with pytest.raises(NoSuchTableError):
            future.result()
    with pytest.raises(NoSuchTableError):
        store.table("no")


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "x" * 201},
        {"name": "\ud800"},
        {"system": ""},
        {"system": "x" * 101},
        {"created": float("nan")},
        {"created": float("inf")},
        {"details": b"." * (MAX_DETAILS + 1)},
    ],
)
def test_a_record_beyond_its_limits_is_refused(store: Store, changes: dict[str, object]):
    with pytest.raises(BadValueError):
        store.create_table(record("other", **changes)).result()
    assert len(store.tables()) == 1


def test_a_change_beyond_its_limits_is_refused(store: Store):
    with pytest.raises(BadValueError):
        store.rename_table("keep", "x" * 201).result()
    with pytest.raises(TooLargeError):
        store.update_details("keep", b"." * (MAX_DETAILS + 1)).result()
    assert store.table("keep") == record()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200),
    created=st.floats(allow_nan=False, allow_infinity=False),
    details=st.binary(max_size=5000),
)
def test_any_record_comes_back_and_passes_the_check(store: Store, name: str, created: float, details: bytes):
    table_id = f"table{len(store.tables())}"
    store.create_table(record(table_id, name=name, created=created, details=details)).result()
    assert store.table(table_id) == record(table_id, name=name, created=created, details=details)


def test_a_link_is_found_by_the_hash_of_its_token(store: Store):
    store.put_access(access(b"1" * 32)).result()
    assert store.find_access(b"1" * 32) == access(b"1" * 32)
    assert store.find_access(b"2" * 32) is None


def test_links_are_listed_for_their_table(store: Store):
    store.create_table(record("spire")).result()
    for token, table, seat in ((b"1", "keep", "gm"), (b"2", "keep", "wren"), (b"3", "spire", "gm")):
        store.put_access(access(token, table, seat)).result()
    assert [found.token_hash for found in store.accesses("keep")] == [b"1", b"2"]
    assert [found.token_hash for found in store.accesses("spire")] == [b"3"]


def test_one_link_or_all_of_a_seat_are_revoked(store: Store):
    for token, seat in ((b"1", "gm"), (b"2", "wren"), (b"3", "wren"), (b"4", "osk")):
        store.put_access(access(token, seat=seat)).result()
    store.revoke(b"1").result()
    store.revoke(b"not there").result()
    store.revoke_seat("keep", "wren").result()
    assert [found.token_hash for found in store.accesses("keep")] == [b"4"]
    assert store.find_access(b"2") is None


def test_a_link_to_no_table_or_with_a_taken_token_is_refused(store: Store):
    store.put_access(access()).result()
    with pytest.raises(AlreadyThereError):
        store.put_access(access(seat="wren")).result()
    with pytest.raises(NoSuchTableError):
        store.put_access(access(b"x", table_id="nowhere")).result()
    with pytest.raises(BadValueError):
        store.put_access(access(b"")).result()
    with pytest.raises(BadValueError):
        store.put_access(access(b"y", seat="")).result()
