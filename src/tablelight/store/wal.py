"""Reading SQLite's write-ahead file, to tell damage in it from a write that was cut off.

SQLite itself drops everything after the first bad frame without a word. The form of the file is laid
down in SQLite's documentation ("WAL-mode File Format").
"""

from __future__ import annotations

import struct
from pathlib import Path

from msgspec import Struct

from tablelight.store.schema import PAGE_SIZE

_HEADER = 32
_FRAME = 24
_MAGICS = {0x377F0682: "<", 0x377F0683: ">"}  # the byte order in which checksums are computed


class Frame(Struct, frozen=True):
    """One page in the file: the page's number (0 if it is not to be used) and where its bytes begin."""

    page: int
    offset: int


class Wal(Struct, frozen=True):
    """What a write-ahead file holds.

    `frames[:whole]` ends with the last commit that is whole; `frames[whole:]` are frames that claim to
    belong to later commits. `fault` says in words what is damaged; None when nothing is. `torn`: the very
    last commit alone is not whole, as a power cut in the middle of it leaves it.

    Frames of a write that was cut off before its commit are no damage and are left out, and so a file cut
    off at its end cannot be told from one: nothing in it says how long it was.
    """

    frames: tuple[Frame, ...] = ()
    whole: int = 0
    torn: bool = False
    fault: str | None = None


def read_wal(path: Path) -> Wal:
    """Reads and checks a write-ahead file; a missing one is an empty one."""
    data = path.read_bytes() if path.exists() else b""
    if len(data) < _HEADER + _FRAME + PAGE_SIZE:
        return Wal()
    magic, _, page_size = struct.unpack_from(">III", data)
    order = _MAGICS.get(magic)
    if order is None or page_size != PAGE_SIZE:
        return Wal(fault="the write-ahead file has no valid header")
    sums = _checksum(data[:24], order, (0, 0))
    if sums != struct.unpack_from(">II", data, 24):
        return Wal(fault="the header of the write-ahead file does not match its checksum")
    frames, commits = _claimed_frames(data)
    claimed = commits[-1] if commits else 0
    whole = _whole_frames(data, order, sums, claimed)
    broken = sum(end > whole for end in commits)
    fault = None
    if broken > 1:
        fault = f"the write-ahead file is damaged after page {whole} of {claimed}"
    return Wal(tuple(frames[:claimed]), whole, broken == 1, fault)


def _claimed_frames(data: bytes) -> tuple[list[Frame], list[int]]:
    """The frames of the file's current round, and the places where they say that a commit ends."""
    salts = data[16:24]
    frames: list[Frame] = []
    commits: list[int] = []
    for offset in range(_HEADER, len(data) - _FRAME - PAGE_SIZE + 1, _FRAME + PAGE_SIZE):
        page, size_after_commit = struct.unpack_from(">II", data, offset)
        if data[offset + 8 : offset + 16] != salts:
            # Left over from an earlier round; but a single damaged frame does not end the round.
            frames.append(Frame(0, 0))
            continue
        frames.append(Frame(page, offset + _FRAME))
        if size_after_commit:
            commits.append(len(frames))
    return frames, commits


def _whole_frames(data: bytes, order: str, sums: tuple[int, int], claimed: int) -> int:
    """How many frames there are up to the last commit before the first frame with a wrong checksum."""
    salts = data[16:24]
    whole = 0
    for index in range(claimed):
        offset = _HEADER + index * (_FRAME + PAGE_SIZE)
        sums = _checksum(data[offset : offset + 8], order, sums)
        sums = _checksum(data[offset + _FRAME : offset + _FRAME + PAGE_SIZE], order, sums)
        if data[offset + 8 : offset + 16] != salts or sums != struct.unpack_from(">II", data, offset + 16):
            break
        if struct.unpack_from(">I", data, offset + 4)[0]:
            whole = index + 1
    return whole


def _checksum(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """SQLite's running checksum over pairs of 32-bit words."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
