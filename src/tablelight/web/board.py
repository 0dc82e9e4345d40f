"""Draws a map of squares as SVG: the ground once, each token once, and a key that says in words what shapes mean.

The page's script lights up the cells that an offer's `cell` field allows and moves tokens; nothing of that is drawn
here, so one map serves all the seats that see the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from json import dumps

from markupsafe import Markup
from msgspec import Struct

from tablelight.kernel.memo import remembered
from tablelight.kernel.view import Cell, Grid, Token, Tone
from tablelight.web.drawing import draw

SIDE = 10
"""How long a cell's side is in the drawing's own units."""

TONES: dict[Tone, str] = {"plain": "", "good": "friend", "bad": "foe", "cool": "neutral"}
"""What a token's tone says in words; its shape says the same."""


class Patch(Struct, frozen=True):
    """All cells of one kind: their outline, and the word that stands in each of them if no pattern says it."""

    kind: str
    path: str
    spots: tuple[tuple[int, int], ...]
    known: bool
    note: str = ""


def cell_name(x: int, y: int) -> str:
    """What a cell is called: letters for the column, a number for the row; the first is A1."""
    letters = ""
    column = x + 1
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{y + 1}"


@lru_cache(maxsize=512)
def grid(value: Grid) -> Markup:
    """A whole map."""
    return draw(
        "parts/map.html",
        grid=value,
        side=SIDE,
        ground=_ground(value.width, value.height, value.cells),
        tokens=Markup("".join([token(each) for each in value.tokens])),
        listed=Markup("".join([_listed(each) for each in value.tokens])),
        said=_said(value.cells),
        kinds=_patches(value.cells),
        outline_of=_outline,
        shape_of=_swatch,
        tones=[(tone, word) for tone, word in TONES.items() if word and any(t.tone == tone for t in value.tokens)],
    )


@lru_cache(maxsize=8192)
def token(value: Token) -> Markup:
    """One token."""
    return draw(
        "parts/token.html",
        token=value,
        side=SIDE,
        span=SIDE * value.size,
        initials=_initials(value.name),
        spoken=_spoken(value),
        outline=_outline(value.tone, SIDE * value.size),
    )


@lru_cache(maxsize=8192)
def _listed(value: Token) -> Markup:
    """One token among the words that say who stands where."""
    return Markup('<li dir="auto">{}</li>').format(_spoken(value))


def _spoken(value: Token) -> str:
    parts = (value.name, "yours" if value.yours else "", TONES[value.tone], value.out, cell_name(value.x, value.y))
    return ", ".join(part for part in parts if part)


def _initials(name: str) -> str:
    """Two letters that tell tokens apart; a number at the end of a name is kept."""
    words = name.split()
    if len(words) > 1:
        return words[0][0] + (words[-1] if words[-1].isdigit() else words[1][0].upper())
    return name.strip()[:2]


def _outline(tone: Tone, span: int) -> str:
    """A closed path: round for a friend, a hexagon for a foe, a gable for the neutral, else a square."""
    edge, middle, far = 0.07 * span, span / 2, 0.93 * span
    match tone:
        case "good":
            radius = far - middle
            half = f"a{radius:g} {radius:g} 0 1 0"
            return f"M{edge:g} {middle:g}{half} {2 * radius:g} 0{half} {-2 * radius:g} 0z"
        case "bad":
            corners = ((middle, 0.02), (far, 0.26), (far, 0.74), (middle, 0.98), (edge, 0.74), (edge, 0.26))
            return "M" + "L".join(f"{x:g} {y * span:g}" for x, y in corners) + "z"
        case "cool":
            corners = ((middle, 0.04), (far, 0.4), (far, 0.93), (edge, 0.93), (edge, 0.4))
            return "M" + "L".join(f"{x:g} {y * span:g}" for x, y in corners) + "z"
        case "plain":
            return f"M{edge:g} {edge:g}H{far:g}V{far:g}H{edge:g}z"


# -- the ground --------------------------------------------------------------------------------------------------


@remembered(256)
def _ground(width: int, height: int, cells: tuple[Cell, ...]) -> Markup:
    """Lines, the names of columns and rows, and the cells that are not plain."""
    lines = "".join(f"M{x * SIDE} 0V{height * SIDE}" for x in range(width + 1))
    lines += "".join(f"M0 {y * SIDE}H{width * SIDE}" for y in range(height + 1))
    return draw(
        "parts/ground.html",
        width=width,
        height=height,
        side=SIDE,
        lines=lines,
        patches=_patches(cells),
        columns=[cell_name(x, 0)[:-1] for x in range(width)],
    )


@remembered(256)
def _patches(cells: tuple[Cell, ...]) -> tuple[Patch, ...]:
    return tuple(_each_patch(cells))


def _each_patch(cells: tuple[Cell, ...]) -> Iterator[Patch]:
    by_kind = sorted(cells, key=lambda cell: (cell.kind, cell.note))
    for (kind, note), group in groupby(by_kind, key=lambda cell: (cell.kind, cell.note)):
        spots = tuple((cell.x * SIDE, cell.y * SIDE) for cell in group)
        path = "".join(_SHAPES.get(kind, _marked)(x, y) for x, y in spots)
        yield Patch(kind, path, spots, kind in _SHAPES, note)


def _wall(x: int, y: int) -> str:
    return f"M{x} {y}h10v10h-10z"


def _rough(x: int, y: int) -> str:
    return f"M{x + 1} {y + 4}l2-2 2 2 2-2 2 2M{x + 1} {y + 8}l2-2 2 2 2-2 2 2"


def _dark(x: int, y: int) -> str:
    return f"M{x} {y + 3}l3-3M{x} {y + 6.5}l6.5-6.5M{x} {y + 10}l10-10M{x + 3.5} {y + 10}l6.5-6.5M{x + 7} {y + 10}l3-3"


def _marked(x: int, y: int) -> str:
    return f"M{x + 0.6} {y + 0.6}h8.8v8.8h-8.8z"


def _swatch(kind: str) -> str:
    return _SHAPES.get(kind, _marked)(0, 0)


_SHAPES = {"wall": _wall, "rough": _rough, "dark": _dark}


@remembered(256)
def _said(cells: tuple[Cell, ...]) -> str:
    """The words for each cell that is not plain, for the script: by words, the cells that they belong to."""
    found: dict[str, list[str]] = {}
    for cell in cells:
        found.setdefault(", ".join(part for part in (cell.kind, cell.note) if part), []).append(f"{cell.x},{cell.y}")
    return dumps({words: " ".join(spots) for words, spots in found.items()}, ensure_ascii=False)
