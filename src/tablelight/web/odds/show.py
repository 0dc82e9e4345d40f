"""How the odds page shows its answers: figures side by side, what can be drawn, a file of it all."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import StringIO
from typing import NamedTuple

from tablelight.odds.answer import Answer, Figure, Row, exact, number_table, shown
from tablelight.odds.asking import LIMITS
from tablelight.web.columns import Series, numeric
from tablelight.web.odds.ask import Ask, Outcome, label

CHANCES = "chances"
"""What the chances among the figures go by when they are drawn."""

MOST_DIGITS = 120
"""Letters of an exact fraction in the page; longer ones stand in the file."""


class Cell(NamedTuple):
    """A figure of one variant, for people and exactly; both empty where the variant hasn't got it."""

    shown: str = ""
    exact: str = ""


class FigureRow(NamedTuple):
    """One figure of all variants."""

    name: str
    cells: tuple[Cell, ...]


class Drawable(NamedTuple):
    """Something that can be drawn: its name, and the variants that have it."""

    name: str
    series: tuple[Series, ...]


# ------------------------------------------------------------------ figures


def figure_rows(answers: Sequence[Answer | None]) -> list[FigureRow]:
    """Every figure of any variant, in order, then the spread of what is counted."""
    listed = [_figures(answer) if answer else {} for answer in answers]
    names = dict.fromkeys(name for cells in listed for name in cells)
    return [FigureRow(name, tuple(cells.get(name, Cell()) for cells in listed)) for name in names]


def _figures(answer: Answer) -> dict[str, Cell]:
    found = {figure.name: Cell(shown(figure), _short(figure.value)) for figure in answer.figures}
    numbers = answer.main
    if numbers is None:
        return found
    if not any(name in found for name in ("mean", f"mean {answer.counts}")):
        average = Figure(f"mean {answer.counts}", numbers.mean(), "mean")
        found[average.name] = Cell(shown(average), _short(average.value))
    found[f"spread of {answer.counts}"] = Cell(
        f"{numbers.spread():.3f}".rstrip("0").rstrip("."), _root(numbers.variance())
    )
    return found


def _short(value: Fraction) -> str:
    text = exact(value)
    return text if len(text) <= MOST_DIGITS else f"{len(text):,} digits: they are in the CSV file"


def _root(value: Fraction) -> str:
    return f"√({_short(value)})"


# ------------------------------------------------------------------ what can be drawn


def drawables(names: Sequence[str], answers: Sequence[Answer | None]) -> list[Drawable]:
    """What the answers hold that can be drawn, the main thing first."""
    found: dict[str, list[Series]] = {}
    for name, answer in zip(names, answers, strict=True):
        for title, rows in _drawn(answer) if answer else ():
            if rows:
                found.setdefault(title, []).append(Series(name, rows))
    return [Drawable(title, tuple(series)) for title, series in found.items()]


def _drawn(answer: Answer) -> Iterator[tuple[str, tuple[Row, ...]]]:
    titles = {table.title for table in answer.tables}
    if answer.main is not None:
        yield answer.counts, number_table("", answer.main).rows
    yield from ((table.title, table.rows) for table in answer.tables if table.title != answer.counts)
    chances = tuple(Row(figure.name, figure.value) for figure in answer.figures if figure.unit == "chance")
    if CHANCES not in titles:
        yield CHANCES, chances


def chosen(ask: Ask, listed: Sequence[Drawable]) -> Drawable | None:
    """What the address wants drawn, or the main thing; None if there is nothing."""
    return next((each for each in listed if each.name == ask.of), listed[0] if listed else None)


# ------------------------------------------------------------------ a file


def as_csv(ask: Ask, found: Sequence[Outcome]) -> str:
    """Everything with exact fractions and decimals: what was asked, each figure, each row of each table."""
    out = StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    letters = [name.partition(":")[0] for name in ask.names()]
    write(["part", "of", *(f"{letter} {kind}" for letter in letters for kind in ("exact", "decimal"))])
    for name in [*(each.name for each in ask.question.inputs), *(each.name for each in LIMITS)]:
        texts = [{**texts, **ask.limits}.get(name, "") for texts in ask.variants]
        if any(texts):
            write(["asked", _plain(label(name)), *(cell for text in texts for cell in (_plain(text), ""))])
    answers = [each.answer for each in found]
    for part, of, values in _values(answers):
        write([_plain(part), _plain(of), *(cell for value in values for cell in _both(value))])
    return out.getvalue()


def _values(answers: Sequence[Answer | None]) -> Iterator[tuple[str, str, list[Fraction | None]]]:
    listed = [{figure.name: figure.value for figure in answer.figures} if answer else {} for answer in answers]
    for name in dict.fromkeys(name for figures in listed for name in figures):
        yield "figure", name, [figures.get(name) for figures in listed]
    letters = [str(at) for at in range(len(answers))]
    for each in drawables(letters, answers):
        if each.name != CHANCES:
            tables = {series.name: dict(series.rows) for series in each.series}
            labels = list(dict.fromkeys(row for table in tables.values() for row in table))
            labels = sorted(labels, key=int) if numeric(each.series) else labels
            yield from ((each.name, row, [_of(tables.get(letter), row) for letter in letters]) for row in labels)


def _of(table: dict[str, Fraction] | None, row: str) -> Fraction | None:
    return None if table is None else table.get(row, Fraction(0))


def _both(value: Fraction | None) -> tuple[str, str]:
    return ("", "") if value is None else (exact(value), repr(float(value)))


def _plain(text: str) -> str:
    """Words that no spreadsheet takes for a formula."""
    return (
        f"'{text}" if text[:1] in ("=", "+", "@", "\t", "\r") or (text[:1] == "-" and not text[1:].isdigit()) else text
    )
