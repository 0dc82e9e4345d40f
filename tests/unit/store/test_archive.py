"""One table as one file."""

import gzip
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablelight.store import (
    MAX_BODY,
    AlreadyThereError,
    ArchiveError,
    DataFolder,
    NoSuchTableError,
    Store,
    archive,
    export_table,
    import_table,
)
from tests.unit.store.helpers import NOW, access, bodies, record


@pytest.fixture
def file(store: Store, tmp_path: Path) -> Path:
    """An archive of a table with three entries."""
    store.append("keep", 0, [b'{"who":"Wren"}', '"Ömer"'.encode(), b"[1.50]"]).result()
    store.put_access(access(b"secret-token-hash")).result()
    out = tmp_path / "keep.tablelight"
    export_table(store, "keep", out)
    return out


def text_of(file: Path) -> list[str]:
    return gzip.decompress(file.read_bytes()).decode().splitlines()


def put_text(file: Path, lines: list[str], *, sign: bool = False) -> None:
    """Writes an archive by hand; with a true hash if `sign`."""
    if sign:
        body = "".join(line + "\n" for line in lines[:-1]).encode()
        lines = [*lines[:-1], json.dumps({"sha256": hashlib.sha256(body).hexdigest()})]
    file.write_bytes(gzip.compress("".join(line + "\n" for line in lines).encode()))


def test_a_table_goes_out_and_comes_in_the_same(store: Store, file: Path):
    imported = import_table(store, file, "copy", NOW + 5)
    assert imported == store.table("copy") == record("copy", name="The keep", created=NOW + 5, details=b"")
    assert store.read("copy") == store.read("keep")
    store.append("copy", 3, [b"{}"]).result()


def test_a_table_comes_into_another_folder(file: Path, tmp_path: Path):
    with Store.open(DataFolder.at(tmp_path / "other"), now=NOW) as other:
        import_table(other, file, "keep", NOW)
        assert other.length("keep") == 3


def test_a_person_can_read_an_archive(file: Path):
    lines = text_of(file)
    assert json.loads(lines[0]) == {
        "format": "tablelight-table",
        "version": 1,
        "system": "torchlite",
        "name": "The keep",
        "created": NOW,
        "entries": 3,
    }
    assert lines[1:4] == ['{"who":"Wren"}', '"Ömer"', "[1.50]"]
    assert list(json.loads(lines[4])) == ["sha256"]


def test_an_archive_holds_no_link_and_is_the_same_each_time(store: Store, file: Path, tmp_path: Path):
    assert "secret" not in "".join(text_of(file))
    assert "laptop" not in "".join(text_of(file))
    export_table(store, "keep", tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


def test_a_table_without_entries_goes_too_and_its_secrets_stay(store: Store, tmp_path: Path):
    store.create_table(record("bare", details=b'{"seed":"marker-word"}')).result()
    export_table(store, "bare", tmp_path / "bare")
    assert b"marker-word" not in gzip.decompress((tmp_path / "bare").read_bytes())
    assert import_table(store, tmp_path / "bare", "copy", NOW).details == b""
    assert store.length("copy") == 0


@pytest.mark.parametrize("body", [b"", b"not json", b"{} {}", b"{\n}", b'"\xff"', b"[" * 100_000])
def test_what_is_not_one_line_of_json_is_not_exported(store: Store, tmp_path: Path, body: bytes):
    store.append("keep", 0, [b"{}", body]).result()
    with pytest.raises(ArchiveError, match="Entry 1 is not"):
        export_table(store, "keep", tmp_path / "out")


def test_an_export_overwrites_nothing_and_needs_a_table(store: Store, file: Path, tmp_path: Path):
    before = file.read_bytes()
    with pytest.raises(ArchiveError, match="exists already"):
        export_table(store, "keep", file)
    assert file.read_bytes() == before
    with pytest.raises(NoSuchTableError):
        export_table(store, "nowhere", tmp_path / "out")
    with pytest.raises(ArchiveError, match="cannot be written"):
        export_table(store, "keep", tmp_path / "nowhere" / "out")


def test_a_taken_id_is_refused(store: Store, file: Path):
    with pytest.raises(AlreadyThereError):
        import_table(store, file, "keep", NOW)


Change = Callable[[list[str]], list[str]]


def header(**changes: object) -> Change:
    return lambda lines: [json.dumps(json.loads(lines[0]) | changes), *lines[1:]]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: [], "Line 1: no header"),
        (lambda lines: ["not json", *lines[1:]], "Line 1: no header"),
        (lambda lines: ["[" * 100_000, *lines[1:]], "Line 1: no header"),
        (lambda lines: ["{}", *lines[1:]], "Line 1: no header.*format"),
        (header(format="songs"), "Line 1: the format is 'songs'"),
        (header(version=2), "Line 1: the format's version is 2; .* up to 1"),
        (header(version=0), "Line 1: the version"),
        (header(entries=-1), "Line 1: .*number of entries"),
        (header(entries="3"), "Line 1: no header.*entries"),
        (header(more=1), "Line 1: no header.*more"),
        (header(name=""), "name may not be empty"),
        (header(name="x" * 201), "201 characters"),
        (header(entries=2), "Line 4: the end line was expected here"),
        (header(entries=4), "Line 5: the file ends|Line 6: the file ends"),
        (lambda lines: lines[:3], "Line 4: the file ends"),
        (lambda lines: lines[:4], "Line 5: the file ends"),
        (lambda lines: [*lines, "more"], "Line 6: something follows"),
        (lambda lines: [*lines[:2], "not json", *lines[3:]], "Line 3: entry 1 is not JSON"),
        (lambda lines: [*lines[:2], "", *lines[3:]], "Line 3: entry 1 is not JSON"),
        (lambda lines: [*lines[:2], "[" * 100_000, *lines[3:]], "Line 3: entry 1 is not JSON"),
    ],
)
def test_a_wrong_archive_is_refused_with_place_and_reason(store: Store, file: Path, change: Change, reason: str):
    lines = change(text_of(file))
    put_text(file, lines, sign=len(lines) == 5)
    with pytest.raises(ArchiveError, match=reason):
        import_table(store, file, "copy", NOW)
    with pytest.raises(NoSuchTableError):
        store.table("copy")


def test_a_changed_entry_is_told_by_the_hash(store: Store, file: Path):
    lines = text_of(file)
    put_text(file, [lines[0], '{"who":"Osk"}', *lines[2:]])
    with pytest.raises(ArchiveError, match="Line 5: the text was changed"):
        import_table(store, file, "copy", NOW)


def test_a_line_beyond_the_limit_is_refused(store: Store, file: Path):
    lines = text_of(file)
    put_text(file, [lines[0], '"' + "x" * MAX_BODY + '"', *lines[2:]], sign=True)
    with pytest.raises(ArchiveError, match=f"Line 2: more than {MAX_BODY} bytes"):
        import_table(store, file, "copy", NOW)


def test_a_decompression_bomb_is_refused_early(store: Store, file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "MAX_TEXT", 1 << 20)
    lines = header(entries=500)(text_of(file))
    put_text(file, [lines[0], *['"' + " " * 100_000 + '"'] * 500])
    assert file.stat().st_size < 100_000
    with pytest.raises(ArchiveError, match=r"Line 1\d: more than .* in all"):
        import_table(store, file, "copy", NOW)


def test_limits_hold_for_the_file_and_for_exports(store: Store, file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "MAX_FILE", 100)
    with pytest.raises(ArchiveError, match="the limit is 100"):
        import_table(store, file, "copy", NOW)
    with pytest.raises(ArchiveError, match="larger than 100 bytes"):
        export_table(store, "keep", file.with_name("out"))
    monkeypatch.setattr(archive, "MAX_TEXT", 1100)
    with pytest.raises(ArchiveError, match="too many for one archive"):
        export_table(store, "keep", file.with_name("out"))
    assert not list(file.parent.glob("out*"))


def test_a_missing_file_and_a_folder_are_refused(store: Store, tmp_path: Path):
    for path in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(ArchiveError, match="cannot be read"):
            import_table(store, path, "copy", NOW)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_file_gives_the_same_table_or_a_refusal(store: Store, tmp_path: Path, data: st.DataObject):
    out = tmp_path / "keep.tablelight"
    if not out.exists():
        store.append("keep", 0, bodies(30)).result()
        export_table(store, "keep", out)
    whole = bytearray(out.read_bytes())
    if data.draw(st.booleans()):
        damaged = whole[: data.draw(st.integers(0, len(whole) - 1))]
    else:
        damaged = whole
        damaged[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    file = tmp_path / "damaged"
    file.write_bytes(damaged)
    new_id = f"copy{len(store.tables())}"
    try:
        import_table(store, file, new_id, NOW)
    except ArchiveError:
        with pytest.raises(NoSuchTableError):
            store.table(new_id)
    else:
        assert store.read(new_id) == store.read("keep")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abÖ\n\u2028"), inner, max_size=4),
)  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.lists(JSON, max_size=8))
def test_any_json_comes_through_byte_for_byte(store: Store, tmp_path: Path, values: list[object]):
    name = f"table{len(store.tables())}"
    store.create_table(record(name)).result()
    store.append(name, 0, [msgspec.json.encode(value) for value in values]).result()
    out = tmp_path / name
    export_table(store, name, out)
    imported = import_table(store, out, f"{name} copy", NOW)
    assert store.read(imported.id) == store.read(name)
