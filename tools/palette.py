"""Makes a picture smaller: a PNG of at most 256 colours, chosen by median cut, with Python's own library alone."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = 256

Colour = tuple[int, int, int]
Box = list[tuple[Colour, int]]  # colours and how often each occurs


def shrink(png: bytes) -> bytes:
    """The same picture with a palette. It must be 8-bit RGB or RGBA without interlacing, as browsers write it."""
    chunks = dict(_chunks(png))
    width, height, depth, kind, *_, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if depth != 8 or kind not in (2, 6) or interlaced:
        raise ValueError("this is no plain 8-bit RGB picture")
    rows = list(_rows(zlib.decompress(chunks[b"IDAT"]), width, 3 if kind == 2 else 4))
    palette, place = _palette(Counter(colour for row in rows for colour in row))
    data = b"".join(b"\0" + bytes(place[colour] for colour in row) for row in rows)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = bytes(part for colour in palette for part in colour)
    parts = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(name, body) for name, body in parts)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """All chunks; the picture's data as one."""
    at, data = len(SIGNATURE), b""
    while at < len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        body = png[at + 8 : at + 8 + length]
        at += length + 12
        if name == b"IDAT":
            data += body
        else:
            yield name, body
    yield b"IDAT", data


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _rows(data: bytes, width: int, step: int) -> Iterator[list[Colour]]:
    """Each row's colours, with PNG's filters undone."""
    length = width * step
    above = bytearray(length)
    for start in range(0, len(data), length + 1):
        row = bytearray(data[start + 1 : start + 1 + length])
        _undo(data[start], row, above, step)
        yield list(zip(row[0::step], row[1::step], row[2::step], strict=True))
        above = row


def _undo(kind: int, row: bytearray, above: bytearray, step: int) -> None:
    for at in range(len(row)):
        left = row[at - step] if at >= step else 0
        match kind:
            case 0:
                return
            case 1:
                guess = left
            case 2:
                guess = above[at]
            case 3:
                guess = (left + above[at]) // 2
            case _:
                guess = _paeth(left, above[at], above[at - step] if at >= step else 0)
        row[at] = (row[at] + guess) & 255


def _paeth(left: int, up: int, corner: int) -> int:
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner


def _palette(counts: Counter[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """The palette, and each colour's place in it: the widest box of colours is cut at its middle, again and again."""
    boxes: list[Box] = [list(counts.items())]
    while len(boxes) < COLOURS:
        widest = max(boxes, key=_width)
        if len(widest) < 2:
            break
        boxes.remove(widest)
        boxes += _cut(widest)
    place = {colour: at for at, box in enumerate(boxes) for colour, _ in box}
    return [_mean(box) for box in boxes], place


def _spread(box: Box, part: int) -> int:
    values = [colour[part] for colour, _ in box]
    return max(values) - min(values)


def _width(box: Box) -> float:
    """How much it matters that these colours become one: their spread, and a little how often they occur."""
    return max(_spread(box, part) for part in range(3)) * sum(count for _, count in box) ** 0.25


def _cut(box: Box) -> tuple[Box, Box]:
    part = max(range(3), key=lambda each: _spread(box, each))
    ordered = sorted(box, key=lambda each: each[0][part])
    half, seen = sum(count for _, count in ordered) / 2, 0
    for at, (_, count) in enumerate(ordered[:-1], 1):
        seen += count
        if seen >= half:
            return ordered[:at], ordered[at:]
    return ordered[:-1], ordered[-1:]


def _mean(box: Box) -> Colour:
    total = sum(count for _, count in box)
    red, green, blue = (round(sum(colour[part] * count for colour, count in box) / total) for part in range(3))
    return red, green, blue
