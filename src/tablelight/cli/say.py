"""What the terminal shows: formatted for people, plain text for pipes, never a control sign out of a game's texts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

OUT = Console(highlight=False, markup=False, emoji=False)


class MistakeError(Exception):
    """Something the user can put right. `code`: 1 could not be done, 2 was not understood."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code


def clean(text: str) -> str:
    """The text with control signs made visible, so that a name can't steer the terminal."""
    return "".join(sign if sign.isprintable() else _visible(sign) for sign in text)


def _visible(sign: str) -> str:
    if sign in "\n\t":
        return " "
    return chr(0x2400 + ord(sign)) if ord(sign) < 0x20 else "\ufffd"


def say(text: str, style: str = "") -> None:
    """One line or several; wrapped on a terminal, as it is in a pipe."""
    lines = "\n".join(clean(line) for line in text.split("\n"))
    OUT.print(Text(lines, style=style), soft_wrap=not OUT.is_terminal)


def note(text: str) -> None:
    """A word for people beside the answer: above it on a terminal, on standard error where the answer is piped on."""
    if OUT.is_terminal:
        say(text)
    else:
        print(clean(text), file=sys.stderr)


def say_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on a terminal; in a pipe one line for each row, its cells between tabs."""
    if not OUT.is_terminal:
        for row in rows:
            sys.stdout.write("\t".join(clean(cell) for cell in row) + "\n")
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for name in head:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(Text(clean(cell)) for cell in row))
    OUT.print(table)


def complain(text: str) -> None:
    """Tell a mistake on standard error."""
    Console(stderr=True, highlight=False, markup=False, emoji=False).print(Text(text, style="red"), soft_wrap=True)


def fail(text: str, code: int = 1) -> NoReturn:
    """Stop with a plain message and an exit code."""
    raise MistakeError(text, code)
