"""What a seat may see, in parts that any page can draw.

A system builds a `TableView` for one seat out of allowed fields; nothing else of the state leaves the server.
The parts name no game: people, sheets, dice, tags, panels. All are frozen and hashable, so that a page can draw
each distinct part once and send it to everyone who sees the same.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Tone = Literal["plain", "good", "bad", "cool"]
Mark = Literal["total", "effect", "hitch", "exhausted", "strained", "wounded", "spent", "best"]


class Die(Struct, frozen=True, gc=False):
    """One die as it is drawn: its size, perhaps the face it shows, and its state as words."""

    size: int
    label: str = ""
    face: int | None = None
    marks: tuple[Mark, ...] = ()
    note: str = ""  # who added it, what changed it


class Tag(Struct, frozen=True, gc=False):
    """A short label on a person, a panel or a sheet row; `tone` repeats in colour what the words say."""

    text: str
    tone: Tone = "plain"
    about: str = ""  # shown on hover and read out


class Count(Struct, frozen=True, gc=False):
    """A number a person keeps: plot points, health. `path` names it for the GM's adjust dialog."""

    label: str
    value: str
    about: str = ""
    path: str = ""


class Row(Struct, frozen=True, gc=False):
    """One line of a sheet. `path` names the value for the GM's adjust dialog, empty where there is none.

    `copy` is a longer text that somebody takes along: the page offers to copy it.
    """

    name: str
    dice: tuple[Die, ...] = ()
    value: str = ""
    text: str = ""
    tags: tuple[Tag, ...] = ()
    path: str = ""
    copy: str = ""


class Section(Struct, frozen=True, gc=False):
    """A titled part of a sheet."""

    title: str
    rows: tuple[Row, ...]


class Sheet(Struct, frozen=True, gc=False):
    """A whole character sheet."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]


class Person(Struct, frozen=True, gc=False):
    """Someone at the table: a party member or an opponent, as far as this seat may know them.

    `has_sheet`: this seat may read the whole sheet, which the system draws when it is asked for. `out` is the word
    for being out of play, or empty.
    """

    id: str
    name: str
    who: str = ""
    tags: tuple[Tag, ...] = ()
    counts: tuple[Count, ...] = ()
    dice: tuple[Die, ...] = ()
    now: bool = False  # it is their turn
    yours: bool = False
    out: str = ""
    hidden: bool = False  # shown to the GM only
    has_sheet: bool = False


class Group(Struct, frozen=True, gc=False):
    """People who belong together, in the order in which they are shown."""

    title: str
    people: tuple[Person, ...]


class DiceRow(Struct, frozen=True, gc=False):
    """A labelled row of dice with what came of it."""

    label: str
    dice: tuple[Die, ...]
    result: str = ""


class Card(Struct, frozen=True, gc=False):
    """A card as it is drawn. `back` shows only its back; `costs` stand in its corner, `marks` at its foot.

    `offer` is the key of the offer that plays it; `refused` says why it can't be played now.
    """

    key: str
    title: str = ""
    text: str = ""
    kind: str = ""
    costs: tuple[Tag, ...] = ()
    marks: tuple[str, ...] = ()
    tone: Tone = "plain"
    back: bool = False
    small: bool = False
    offer: str = ""
    refused: str = ""


class Zone(Struct, frozen=True, gc=False):
    """A place where cards lie. `count` is how many, also where they are not shown."""

    title: str
    cards: tuple[Card, ...] = ()
    count: int = 0


class Token(Struct, frozen=True, gc=False):
    """Someone or something on a grid; `x` and `y` are its left and top cell, from 0, `size` its cells each way."""

    id: str
    name: str
    x: int
    y: int
    size: int = 1
    tone: Tone = "plain"
    yours: bool = False
    out: str = ""


class Cell(Struct, frozen=True, gc=False):
    """A cell that is not plain ground: what it is, in a word (`wall`, `rough`, `dark`), or what marks it."""

    x: int
    y: int
    kind: str
    note: str = ""


class Grid(Struct, frozen=True, gc=False):
    """A map of square cells with tokens; `unit` says what one cell is."""

    width: int
    height: int
    unit: str
    tokens: tuple[Token, ...] = ()
    cells: tuple[Cell, ...] = ()


class Panel(Struct, frozen=True, gc=False):
    """A box in the scene area: the roll under way, an order of turns, cards, a map, a note.

    Each of `rows` shows its name and value, and opens to its text.
    """

    eyebrow: str
    title: str = ""
    text: str = ""
    dice: tuple[DiceRow, ...] = ()
    tags: tuple[Tag, ...] = ()
    secret: bool = False  # marked as shown to this seat only
    zones: tuple[Zone, ...] = ()
    grid: Grid | None = None
    rows: tuple[Row, ...] = ()


class TableView(Struct, frozen=True, gc=False):
    """Everything a seat sees of the game itself, apart from its offers and the log."""

    title: str
    meta: str
    groups: tuple[Group, ...]
    panels: tuple[Panel, ...]


class Line(Struct, frozen=True, gc=False):
    """One line of the log in words. `why` holds the rule's numbers filled in; `rule` names the rule."""

    text: str
    rule: str = ""
    why: str = ""
    tone: Tone = "plain"
    secret: bool = False  # not everybody sees this line
    dice: tuple[Die, ...] = ()
