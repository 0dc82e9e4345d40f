"""Charts of chances, drawn as SVG on the server, each with its words and a table for those who don't see it.

Up to four series are told apart by pattern, dash and mark, and by colour only besides. Every look is a plain SVG
attribute, which a page overrides with its own colours: the same drawing stands in the page and in a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

from markupsafe import Markup

from tablelight.odds.answer import percent
from tablelight.web.columns import Column, Series, View, columns, numeric
from tablelight.web.drawing import draw

Shape: TypeAlias = Literal["bars", "lines"]
Place: TypeAlias = Callable[[float], float]
Height: TypeAlias = Callable[[Fraction], float]

MOST_SERIES = 4
MOST_COLUMNS = (60, 30, 24, 24)
"""Columns of bars for one series, for two, and so on; lines always have the first."""
MOST_MARKS = 30
"""A line with more points than this has no mark at each of them."""
MOST_NAME = 48
"""Letters of a series' name, or of words on a line, in the drawing."""


class Box(NamedTuple):
    """Where a drawing's axes lie, in its own units; `line` is the height of a line of words."""

    width: int
    height: int
    left: int
    bottom: int
    line: int
    most: int


WHOLE = Box(640, 350, 74, 62, 30, 60)
SMALL = Box(320, 150, 44, 26, 18, 24)

INKS = ("#a04a08", "#235487", "#1c6540", "#2a2018")
"""The colours of a file; a page has the tokens of its theme."""
DASHES = ("", "9 5", "2 5", "12 4 2 4")


class Bar(NamedTuple):
    """A bar, and what it says when it is pointed at."""

    series: int
    x: float
    y: float
    width: float
    height: float
    says: str


class Mark(NamedTuple):
    """A point of a line: the path of its mark, and what it says."""

    path: str
    says: str


class Line(NamedTuple):
    """A line through all columns."""

    series: int
    path: str
    marks: tuple[Mark, ...]


class Tick(NamedTuple):
    """A word at an axis; `wide` if there is only room for it where the drawing is wide."""

    at: float
    text: str
    wide: bool = False


class Group(NamedTuple):
    """A word with bars below it, where words are compared."""

    y: float
    text: str
    bars: tuple[Bar, ...]


class Drawing(NamedTuple):
    """Everything in one picture."""

    key: str
    width: int
    height: int
    title: str
    about: str
    names: tuple[str, ...] = ()
    box: Box = WHOLE
    top: float = 0
    floor: float = 0
    axis: str = ""
    levels: tuple[Tick, ...] = ()
    ticks: tuple[Tick, ...] = ()
    bars: tuple[Bar, ...] = ()
    lines: tuple[Line, ...] = ()
    groups: tuple[Group, ...] = ()
    small: bool = False


def chart(
    key: str,
    title: str,
    axis: str,
    series: Sequence[Series],
    *,
    view: View = "exactly",
    shape: Shape = "bars",
    small: bool = False,
    open_table: bool = False,
) -> Markup:
    """A figure of one to four series: the drawing, and below it the same as a folded table.

    `key` makes its ids differ from any other chart's in the page; `axis` says what the numbers count. Words instead of
    numbers are drawn as bars that lie, and exactly, whatever is wished.
    """
    drawing, told = _drawing(key, title, axis, series, view, shape, small)
    return draw(
        "parts/chart.html",
        drawing=drawing,
        picture=_svg(drawing),
        series=series,
        columns=told,
        axis=axis,
        percent=percent,
        open_table=open_table,
    )


def picture(
    title: str, axis: str, series: Sequence[Series], *, view: View = "exactly", shape: Shape = "bars"
) -> Markup:
    """The drawing alone, as an SVG file that needs nothing else."""
    return _svg(_drawing("file", title, axis, series, view, shape, False)[0], file=True)


def _svg(drawing: Drawing, *, file: bool = False) -> Markup:
    return draw("parts/chart_svg.html", d=drawing, file=file, inks=INKS, dashes=DASHES, mark=_mark)


def _drawing(
    key: str, title: str, axis: str, series: Sequence[Series], view: View, shape: Shape, small: bool
) -> tuple[Drawing, list[Column]]:
    if not 1 <= len(series) <= MOST_SERIES:
        raise ValueError(f"a chart has 1 to {MOST_SERIES} series, not {len(series)}")
    box = SMALL if small else WHOLE
    told = columns(series, view, box.most if shape == "lines" else min(box.most, MOST_COLUMNS[len(series) - 1]))
    names = tuple(_cut(each.name) for each in series) if len(series) > 1 else ()
    plain = Drawing(key, box.width, box.height, title, _about(series, told, view), names, box, small=small)
    if not numeric(series):
        return _lying(plain, told), told
    return _standing(plain, axis, told, series, view, shape), told


def _cut(name: str) -> str:
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1]}…"


def _about(series: Sequence[Series], told: Sequence[Column], view: View) -> str:
    """What somebody hears who doesn't see the drawing; the table has all of it."""
    said: list[str] = []
    for at, each in enumerate(series):
        if view == "at-least" and numeric(series):
            half = [column for column in told if column.chances[at] >= Fraction(1, 2)]
            words = f"{half[-1].label}: {percent(half[-1].chances[at])}" if half else ""
        else:
            best = max(told, key=lambda column: column.chances[at])
            words = f"most often {best.label}: {percent(best.chances[at])}"
        said.append(f"{each.name}, {words}." if words else f"{each.name}.")
    return f"From {told[0].label} to {told[-1].label}. {' '.join(said)}"


# ------------------------------------------------------------------ numbers: an axis to the right


def _standing(
    plain: Drawing, axis: str, told: Sequence[Column], series: Sequence[Series], view: View, shape: Shape
) -> Drawing:
    box = plain.box
    top = box.line * 0.6 + box.line * len(plain.names)
    height = int(box.height + box.line * len(plain.names))
    floor = height - box.bottom
    highest = max(chance for column in told for chance in column.chances) or Fraction(1)
    step = _step(highest)
    ceiling = step * ceil(highest / step)
    wide = (box.width - box.left - 10) / len(told)

    def x(at: float) -> float:
        return round(box.left + wide * at, 2)

    def y(chance: Fraction) -> float:
        high = float(chance / ceiling) * (floor - top)
        return round(floor - (max(high, 1) if chance else 0), 2)

    levels = tuple(Tick(y(step * n), _level(step * n)) for n in range(ceil(highest / step) + 1))
    drawing = plain._replace(
        height=height, top=round(top, 2), floor=floor, axis=axis, levels=levels, ticks=_ticks(told, wide, x, box)
    )
    if shape == "lines":
        return drawing._replace(
            lines=tuple(_line(at, each.name, told, x, y, plain.small) for at, each in enumerate(series))
        )
    thick = wide * 0.84 / len(series)
    return drawing._replace(
        bars=tuple(
            Bar(
                at,
                round(x(place) + wide * 0.08 + thick * at, 2),
                y(chance),
                round(max(thick - 0.6, 0.6), 2),
                round(floor - y(chance), 2),
                _says(series[at].name, column, chance),
            )
            for place, column in enumerate(told)
            for at, chance in enumerate(column.chances)
            if chance
        )
    )


def _says(name: str, column: Column, chance: Fraction) -> str:
    return f"{name}: {column.label}, {percent(chance)}"


_SMALL = [Fraction(n, 10**power) for power in range(16, 3, -1) for n in (1, 2, 5)]
_STEPS = [*_SMALL, *(Fraction(n, 1_000) for n in (1, 2, 5, 10, 20, 50, 100, 250))]


def _step(highest: Fraction) -> Fraction:
    """The distance of lines across, so that there are at most five."""
    return next((step for step in _STEPS if step * 5 >= highest), _STEPS[-1])


def _level(chance: Fraction) -> str:
    return f"{float(chance * 100):.3g} %"


def _ticks(told: Sequence[Column], wide: float, x: Place, box: Box) -> tuple[Tick, ...]:
    """As many words as there is room for; a narrow drawing has larger letters, and room for fewer."""
    longest = max(len(column.tick) for column in told)
    every = max(1, ceil((longest + 1) * box.line * 0.3 / wide))
    narrow = every * max(1, ceil((longest + 1) * box.line * 0.5 / wide / every))
    return tuple(
        Tick(x(at + 0.5), column.tick, wide=bool(at % narrow)) for at, column in enumerate(told) if not at % every
    )


def _line(at: int, name: str, told: Sequence[Column], x: Place, y: Height, small: bool) -> Line:
    points = [(x(place + 0.5), y(column.chances[at])) for place, column in enumerate(told)]
    path = "M" + "L".join(f"{right:g} {down:g}" for right, down in points)
    size = 2.5 if small else 5
    every = max(1, ceil(len(points) / MOST_MARKS))
    marks = tuple(
        Mark(_mark(at, right, down, size), _says(name, column, column.chances[at]))
        for place, ((right, down), column) in enumerate(zip(points, told, strict=True))
        if not (place + at) % every
    )
    return Line(at, path, marks)


def _mark(at: int, x: float, y: float, size: float) -> str:
    """A round, a square, a triangle, a rhomb: one shape for each series."""
    match at:
        case 0:
            half = f"a{size:g} {size:g} 0 1 0"
            return f"M{x - size:g} {y:g}{half} {2 * size:g} 0{half} {-2 * size:g} 0z"
        case 1:
            return f"M{x - size:g} {y - size:g}h{2 * size:g}v{2 * size:g}h{-2 * size:g}z"
        case 2:
            return f"M{x:g} {y - 1.2 * size:g}l{1.2 * size:g} {2.1 * size:g}h{-2.4 * size:g}z"
        case _:
            side = 1.4 * size
            return f"M{x:g} {y - side:g}l{side:g} {side:g} {-side:g} {side:g} {-side:g} {-side:g}z"


# ------------------------------------------------------------------ words: bars that lie


def _lying(plain: Drawing, told: Sequence[Column]) -> Drawing:
    """Each word on a line of its own, its bars below it with their chance at their end."""
    box = plain.box
    series = len(told[0].chances)
    thick, room = box.line * 0.55, box.line * 3.6
    down = box.line * (len(plain.names) + 0.2)
    most = max(chance for column in told for chance in column.chances) or Fraction(1)
    groups: list[Group] = []
    for column in told:
        bars = tuple(
            Bar(
                at,
                2,
                round(down + box.line * 0.95 + (thick + box.line * 0.4) * at, 2),
                round(max(float(chance / most) * (box.width - room - 2), 1 if chance else 0), 2),
                round(thick, 2),
                percent(chance),
            )
            for at, chance in enumerate(column.chances)
        )
        groups.append(Group(round(down + box.line * 0.7, 2), _cut(column.label), bars))
        down += box.line * 1.25 + (thick + box.line * 0.4) * series
    return plain._replace(height=ceil(down), groups=tuple(groups))
