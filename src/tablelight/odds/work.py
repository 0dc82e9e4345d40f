"""Bounds on work: a question that would take too long is refused at once, and the bound is named."""

from __future__ import annotations

MOST_DICE = 1_000
"""Dice in one roll of the general notation."""
MOST_SIDES = 1_000_000
"""Sides of one die."""
MOST_STEPS = 1_000_000
"""Elementary steps, roughly; less than a second."""


class OddsError(ValueError):
    """A question that has no answer, or none within bounds.

    `at` is the place in the text, from 0, if there is one; `field` the name of the input that is wrong, if it is one.
    """

    def __init__(self, message: str, text: str = "", at: int | None = None, field: str = "") -> None:
        super().__init__(message)
        self.text = text
        self.at = at
        self.field = field

    def plain(self) -> str:
        """The message without the name of the field, for where it stands at the field."""
        said = str(self).removeprefix(f"{self.field}: ")
        return said[:1].upper() + said[1:]

    def shown(self) -> str:
        """The message, below it the text and a mark under the place."""
        if self.at is None:
            return str(self)
        return f"{self}\n  {self.text}\n  {' ' * self.at}^"


def bound(steps: int, what: str, most: int = MOST_STEPS) -> None:
    """Refuse work beyond the bound; `what` names it, such as 'outcomes of these dice'."""
    if steps > most:
        raise OddsError(f"That is {_large(steps)} {what}; the bound is {most:,}.")


def _large(number: int) -> str:
    return f"{number:,}" if number < 10**15 else "more than a thousand million million"
