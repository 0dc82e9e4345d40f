"""One table as one file, to send to a friend or to keep.

The file is gzip; unpacked it is UTF-8 text in lines, each a JSON text:

    {"format":"tablelight-table","version":1,"system":"…","name":"…","created":1790000000.0,
     "entries":2}                                                the header, in one line
    …                                                            each entry's body as it is, one a line
    …
    {"sha256":"…"}                                               over all lines before, their ends included

A table's details are never in it, nor links to its seats: both are secrets of the house that it comes from.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from tablelight.store.errors import AlreadyThereError, ArchiveError, BadValueError
from tablelight.store.folder import side_file, sync_file, sync_folder
from tablelight.store.records import MAX_BODY, MAX_DETAILS, TableRecord, check_record
from tablelight.store.rows import Entry
from tablelight.store.store import Store

FORMAT = "tablelight-table"
VERSION = 1

MAX_FILE = 64 << 20
"""Most bytes in an archive file."""

MAX_TEXT = 256 << 20
"""Most bytes in an archive when unpacked; unpacking stops there."""

_MAX_HEADER = MAX_DETAILS + 16_384


class _Kind(Struct, frozen=True):
    format: str
    version: int


class _Header(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int
    system: str
    name: str
    created: float
    entries: int


class _End(Struct, frozen=True, forbid_unknown_fields=True):
    sha256: str


def export_table(store: Store, table_id: str, out: Path) -> None:
    """Writes the table to the new file `out`, which gets its name only when it is whole.

    Raises NoSuchTableError, and ArchiveError when `out` exists, when a body is not JSON in
    one line, or when the limits of an archive are passed.
    """
    if out.exists():
        raise ArchiveError(f"{out} exists already; it was left as it is.")
    record = store.table(table_id)
    bodies = store.read(table_id)
    lines = [_header_line(record, len(bodies))]
    lines += [_json_line(body, f"Entry {number}") for number, body in enumerate(bodies)]
    if sum(len(line) for line in lines) > MAX_TEXT - 1024:
        raise ArchiveError(f"Table {table_id} has more than {MAX_TEXT} bytes, too many for one archive.")
    part = side_file(out, ".part")
    try:
        with part.open("wb") as file:
            _write_lines(file, lines)
        if part.stat().st_size > MAX_FILE:
            raise ArchiveError(f"The archive of table {table_id} would be larger than {MAX_FILE} bytes.")
        sync_file(part)
        part.replace(out)
        sync_folder(out.parent)
    except OSError as error:
        raise ArchiveError(f"{out} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def import_table(store: Store, file: Path, new_id: str, created: float) -> TableRecord:
    """Adds the archive's table under a new id, whole or not at all. `created`: seconds since 1970.

    Raises ArchiveError naming the line and the reason, AlreadyThereError when the id is taken.
    """
    try:
        size = file.stat().st_size
        if size > MAX_FILE:
            raise ArchiveError(f"{file} has {size} bytes; the limit is {MAX_FILE}.")
        with gzip.open(file, "rb") as unpacked:
            header, bodies = _read_table(_lines(unpacked))
    except OSError as error:
        raise ArchiveError(f"{file} cannot be read: {error}.") from error
    record = TableRecord(new_id, header.name, header.system, created)
    try:
        check_record(record)
        entries = (Entry(number, 0, body) for number, body in enumerate(bodies))
        store.add_tables([(record, entries)]).result()
    except AlreadyThereError:
        raise
    except BadValueError as error:
        raise ArchiveError(f"The table cannot be stored: {error}") from error
    return record


def _header_line(record: TableRecord, entries: int) -> bytes:
    header = _Header(FORMAT, VERSION, record.system, record.name, record.created, entries)
    return msgspec.json.encode(header)


def _json_line(text: bytes, what: str) -> bytes:
    if b"\n" in text or b"\r" in text:
        raise ArchiveError(f"{what} is not in one line.")
    _check_json(text, what)
    return text


def _check_json(text: bytes, what: str) -> None:
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ArchiveError(f"{what} is not JSON: {error}.") from error


def _write_lines(file: BinaryIO, lines: list[bytes]) -> None:
    digest = hashlib.sha256()
    # No file name and no time in the packed file: the same table gives the same bytes.
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
        for line in lines:
            digest.update(line + b"\n")
            packed.write(line + b"\n")
        packed.write(msgspec.json.encode(_End(digest.hexdigest())) + b"\n")


def _lines(file: gzip.GzipFile) -> Iterator[bytes]:
    """The lines without their ends. Unpacks no more than it gives out, and never beyond the limits."""
    number = 0
    total = 0
    while True:
        number += 1
        limit = _MAX_HEADER if number == 1 else MAX_BODY
        try:
            line = file.readline(limit + 2)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise ArchiveError(f"Line {number}: the file is cut off or damaged ({error}).") from error
        if not line:
            return
        total += len(line)
        if len(line) > limit + 1 or total > MAX_TEXT:
            raise ArchiveError(f"Line {number}: more than {limit} bytes in a line or {MAX_TEXT} in all.")
        if not line.endswith(b"\n"):
            raise ArchiveError(f"Line {number}: the file is cut off.")
        yield line[:-1]


def _read_table(lines: Iterator[bytes]) -> tuple[_Header, list[bytes]]:
    digest = hashlib.sha256()
    first = next(lines, b"")
    header = _read_header(first)
    digest.update(first + b"\n")
    bodies: list[bytes] = []
    for number, line in enumerate(lines, start=2):
        if len(bodies) == header.entries:
            _check_end(line, number, digest.hexdigest())
            if next(lines, None) is not None:
                raise ArchiveError(f"Line {number + 1}: something follows the end.")
            return header, bodies
        _check_json(line, f"Line {number}: entry {len(bodies)}")
        digest.update(line + b"\n")
        bodies.append(line)
    raise ArchiveError(
        f"Line {len(bodies) + 2}: the file ends; the header tells of {header.entries} entries and an end line."
    )


def _read_header(line: bytes) -> _Header:
    try:
        kind = msgspec.json.decode(line, type=_Kind)
        if kind.format != FORMAT:
            raise ArchiveError(f"Line 1: the format is {kind.format!r}, not {FORMAT!r}.")
        if kind.version > VERSION:
            raise ArchiveError(
                f"Line 1: the format's version is {kind.version}; this program knows versions up to {VERSION}."
            )
        header = msgspec.json.decode(line, type=_Header)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ArchiveError(f"Line 1: no header of a table archive: {error}.") from error
    if header.version < 1 or header.entries < 0:
        raise ArchiveError("Line 1: the version or the number of entries is below its least.")
    return header


def _check_end(line: bytes, number: int, expected: str) -> None:
    try:
        end = msgspec.json.decode(line, type=_End)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ArchiveError(f"Line {number}: the end line was expected here: {error}.") from error
    if end.sha256 != expected:
        raise ArchiveError(f"Line {number}: the text was changed: its SHA-256 is {expected}, not {end.sha256}.")
