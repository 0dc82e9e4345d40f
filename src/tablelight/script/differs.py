"""What a script expected and what was there instead."""

from __future__ import annotations


class DiffersError(Exception):
    """A line of a script that differs from what happens on the table."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.expected = expected
        self.found = found


def differ_if(wrong: bool, expected: str, found: str) -> None:
    """Raise if it is wrong."""
    if wrong:
        raise DiffersError(expected, found)
