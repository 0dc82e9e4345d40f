"""Reading rows straight from a database file's pages, without SQLite, when SQLite no longer can.

A row is found on its leaf page wherever the trees above it are broken or gone. What is found is only a
candidate: the caller believes a row by its checksum. The form of pages, cells and records is laid down in
SQLite's documentation ("Database File Format").
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from tablelight.store.records import MAX_BODY, MAX_DETAILS
from tablelight.store.schema import PAGE_SIZE
from tablelight.store.wal import Wal

Value = None | int | float | str | bytes
Row = tuple[Value, ...]

_TABLE_LEAF = 0x0D
_INDEX_LEAF = 0x0A
_MAX_PAYLOAD = max(MAX_BODY, MAX_DETAILS) + PAGE_SIZE


def rows_in(database: Path, wal: Path, known: Wal) -> Iterator[Row]:
    """Every row of every readable leaf page: first as SQLite would see the pages, then from later frames.

    `known`: the write-ahead file as `read_wal` found it.
    """
    view: dict[int, bytes] = {}
    frames = wal.read_bytes() if known.frames else b""
    for frame in known.frames[: known.whole]:
        view[frame.page] = frames[frame.offset : frame.offset + PAGE_SIZE]
    with _PageFile(database) as file:
        pages = max(file.count, max(view, default=0))

        def fetch(number: int) -> bytes:
            return view[number] if number in view else file.page(number)

        for number in range(1, pages + 1):
            yield from _rows_of_page(fetch(number), number, fetch)

        later = [
            (frame.page, frames[frame.offset : frame.offset + PAGE_SIZE])
            for frame in known.frames[known.whole :]
            if frame.page
        ]
        view.update(later)
        for number, page in later:
            yield from _rows_of_page(page, number, fetch)


class _PageFile:
    """A file read page by page; a page that is cut off or not there reads as far as it goes."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb") if path.exists() else None
        size = path.stat().st_size if self._file else 0
        self.count = -(-size // PAGE_SIZE)

    def __enter__(self) -> _PageFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()

    def page(self, number: int) -> bytes:
        if self._file is None or not 1 <= number <= self.count:
            return b""
        self._file.seek((number - 1) * PAGE_SIZE)
        return self._file.read(PAGE_SIZE)


def _rows_of_page(page: bytes, number: int, fetch: Callable[[int], bytes]) -> Iterator[Row]:
    start = 100 if number == 1 else 0  # the first page begins with the file's header
    if len(page) < start + 8 or page[start] not in (_TABLE_LEAF, _INDEX_LEAF):
        return
    is_table = page[start] == _TABLE_LEAF
    cells = struct.unpack_from(">H", page, start + 3)[0]
    for index in range(min(cells, PAGE_SIZE // 2)):
        try:
            offset = struct.unpack_from(">H", page, start + 8 + 2 * index)[0]
            yield _record(_payload(page, offset, fetch, is_table=is_table))
        except (ValueError, IndexError, struct.error):
            continue  # this cell is damaged; its neighbours may be whole


def _payload(page: bytes, offset: int, fetch: Callable[[int], bytes], *, is_table: bool) -> bytes:
    """The bytes of one cell's record, gathered from its overflow pages where it has any."""
    size, offset = _varint(page, offset)
    if is_table:
        _, offset = _varint(page, offset)  # the row id
    if size > _MAX_PAYLOAD:
        raise ValueError("longer than any row of ours")
    most = PAGE_SIZE - 35 if is_table else (PAGE_SIZE - 12) * 64 // 255 - 23
    local = size
    if size > most:
        least = (PAGE_SIZE - 12) * 32 // 255 - 23
        local = least + (size - least) % (PAGE_SIZE - 4)
        local = local if local <= most else least
    payload = page[offset : offset + local]
    if size > local:
        following = struct.unpack_from(">I", page, offset + local)[0]
        payload += _overflow(following, size - local, fetch)
    if len(payload) != size:
        raise ValueError("cut off")
    return payload


def _overflow(number: int, size: int, fetch: Callable[[int], bytes]) -> bytes:
    parts: list[bytes] = []
    while size > 0:
        page = fetch(number)
        number = struct.unpack_from(">I", page)[0]
        part = page[4 : 4 + size]
        if not part:
            raise ValueError("cut off")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _record(payload: bytes) -> Row:
    header_size, offset = _varint(payload, 0)
    if header_size > len(payload):
        raise ValueError("a header longer than its record")
    values: list[Value] = []
    body = header_size
    while offset < header_size:
        kind, offset = _varint(payload, offset)
        value, body = _value(payload, body, kind)
        values.append(value)
    return tuple(values)


_INTEGER_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def _value(payload: bytes, offset: int, kind: int) -> tuple[Value, int]:
    if kind == 0:
        return None, offset
    if kind in (8, 9):
        return kind - 8, offset
    if kind in (10, 11):
        raise ValueError("a kind that no file holds")
    size = (kind - 12) // 2 if kind >= 12 else _INTEGER_SIZES.get(kind, 8)
    data = payload[offset : offset + size]
    if len(data) != size:
        raise ValueError("cut off")
    end = offset + size
    if kind == 7:
        return struct.unpack(">d", data)[0], end
    if kind < 12:
        return int.from_bytes(data, "big", signed=True), end
    return (data if kind % 2 == 0 else data.decode()), end


def _varint(data: bytes, offset: int) -> tuple[int, int]:
    """SQLite's integer of one to nine bytes, and the place after it."""
    value = 0
    for index in range(8):
        byte = data[offset + index]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, offset + index + 1
    return value << 8 | data[offset + 8], offset + 9
