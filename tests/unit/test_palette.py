"""Pictures for the README keep what they show when they get a palette."""

import struct
import zlib

import pytest

from tools.palette import SIGNATURE, shrink


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def picture(rows: list[bytes], width: int, kind: int = 2) -> bytes:
    head = struct.pack(">IIBBBBB", width, len(rows), 8, kind, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b"")


def colours(png: bytes, width: int) -> list[tuple[int, ...]]:
    """What an indexed picture without filters shows."""
    at, found = len(SIGNATURE), {}
    while at < len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        found[name] = png[at + 8 : at + 8 + length]
        at += length + 12
    palette = [tuple(found[b"PLTE"][n : n + 3]) for n in range(0, len(found[b"PLTE"]), 3)]
    data = zlib.decompress(found[b"IDAT"])
    return [palette[place] for n, place in enumerate(data) if n % (width + 1)]


RED, GREY, BLUE = (255, 0, 0), (90, 90, 90), (0, 0, 200)


@pytest.mark.parametrize(
    "rows",
    [
        [bytes((0, *RED, *GREY)), bytes((0, *BLUE, *RED))],
        [bytes((1, *RED, 91, 90, 90)), bytes((2, 1, 0, 200, 165, 166, 166))],  # from the left, from above
        [bytes((4, *RED, 91, 90, 90)), bytes((3, 129, 0, 200, 210, 211, 111))],  # the best guess, the average
    ],
)
def test_a_picture_of_few_colours_stays_as_it_was(rows: list[bytes]) -> None:
    assert colours(shrink(picture(rows, 2)), 2) == [RED, GREY, BLUE, RED]


def test_many_colours_become_the_nearest_few() -> None:
    ramp = [bytes((0, *(part for x in range(40) for part in (x * 6, y * 6, 0)))) for y in range(40)]
    shown = colours(shrink(picture(ramp, 40)), 40)
    assert len(set(shown)) == 256
    for at, (red, green, blue) in enumerate(shown):
        assert abs(red - at % 40 * 6) + abs(green - at // 40 * 6) + blue < 40


def test_a_picture_that_already_has_a_palette_is_refused() -> None:
    with pytest.raises(ValueError, match="8-bit RGB"):
        shrink(picture([bytes((0, 0))], 1, kind=3))
