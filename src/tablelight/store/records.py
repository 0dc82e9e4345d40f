"""The records kept beside the entries, their limits, and the checksums that every row carries."""

from __future__ import annotations

import math
from zlib import crc32

from msgspec import Struct

from tablelight.store.errors import BadValueError, TooLargeError

MAX_BODY = 1 << 20
"""Most bytes in the body of one entry."""

MAX_DETAILS = 1 << 20
"""Most bytes in the details of one table."""

MAX_PACK = 256 << 10
"""Most bytes in a pack."""

MAX_ID = 100
"""Most characters in a table's id, a system's id and a seat."""

MAX_NAME = 200
"""Most characters in a table's name and an access label."""

MAX_TOKEN_HASH = 64
"""Most bytes in the hash of a token."""


class TableRecord(Struct, frozen=True):
    """A table as the store knows it. `created` is in seconds since 1970; `details` is the caller's own."""

    id: str
    name: str
    system: str
    created: float
    details: bytes = b""
    deleted: bool = False


class Access(Struct, frozen=True):
    """A token that opens one seat of one table; only its hash is kept. `created`: seconds since 1970."""

    token_hash: bytes
    table_id: str
    seat: str
    label: str
    created: float


class PackRecord(Struct, frozen=True):
    """A pack in the library, by its system and its id there. `changed`: seconds since 1970; `body` is the caller's own.

    `revision` counts its changes, from 0.
    """

    system: str
    id: str
    title: str
    changed: float
    body: bytes
    revision: int = 0


def check_pack(pack: PackRecord) -> None:
    """Raises BadValueError or TooLargeError for a pack that may not be stored."""
    check_text("A system's id", pack.system, MAX_ID)
    check_text("A pack's id", pack.id, MAX_ID)
    check_text("A pack's title", pack.title, MAX_NAME, may_be_empty=True)
    check_time(pack.changed)
    check_bytes("A pack", pack.body, MAX_PACK)


def check_record(record: TableRecord) -> None:
    """Raises BadValueError or TooLargeError for a record that may not be stored."""
    check_text("A table's id", record.id, MAX_ID)
    check_text("A system's id", record.system, MAX_ID)
    check_name(record.name)
    check_time(record.created)
    check_details(record.details)


def check_access(access: Access) -> None:
    """Raises BadValueError or TooLargeError for an access that may not be stored."""
    check_text("A table's id", access.table_id, MAX_ID)
    check_text("A seat", access.seat, MAX_ID)
    check_text("A label", access.label, MAX_NAME, may_be_empty=True)
    check_time(access.created)
    check_bytes("The hash of a token", access.token_hash, MAX_TOKEN_HASH)
    if not access.token_hash:
        raise BadValueError("The hash of a token may not be empty.")


def check_name(name: str) -> None:
    check_text("A table's name", name, MAX_NAME)


def check_details(details: bytes) -> None:
    check_bytes("The details of a table", details, MAX_DETAILS)


def check_body(body: bytes) -> None:
    check_bytes("The body of an entry", body, MAX_BODY)


def check_bytes(what: str, value: bytes, limit: int) -> None:
    if len(value) > limit:
        raise TooLargeError(f"{what} has {len(value)} bytes; the limit is {limit}.")


def check_text(what: str, text: str, limit: int, *, may_be_empty: bool = False) -> None:
    if len(text) > limit:
        raise BadValueError(f"{what} has {len(text)} characters; the limit is {limit}.")
    if not text and not may_be_empty:
        raise BadValueError(f"{what} may not be empty.")
    # Half of a surrogate pair is a str in Python and no text anywhere else.
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise BadValueError(f"{what} holds half of a surrogate pair, which is no text.")


def check_time(created: float) -> None:
    if not math.isfinite(created):
        raise BadValueError(f"{created} is no point in time.")


# A checksum covers the key as well as the value, so that a row that ended up in the wrong place is
# told from the right one, and a row found loose in a damaged file vouches for itself.


def entry_crc(table_id: str, number: int, rest: int, body: bytes) -> int:
    return crc32(body, crc32(f"{number} {rest} {table_id}".encode()))


def record_crc(record: TableRecord, revision: int) -> int:
    texts = (record.id, record.name, record.system, record.created.hex())
    marks = (str(int(record.deleted)), str(revision))
    return crc32(record.details, crc32("\0".join(texts + marks).encode()))


def pack_crc(pack: PackRecord) -> int:
    texts = ("pack", pack.system, pack.id, pack.title, pack.changed.hex(), str(pack.revision))
    return crc32(pack.body, crc32("\0".join(texts).encode()))


def access_crc(access: Access) -> int:
    texts = (access.table_id, access.seat, access.label, access.created.hex())
    return crc32(access.token_hash, crc32("\0".join(texts).encode()))
