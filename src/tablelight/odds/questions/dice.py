"""What can be asked about dice in general, whatever the game."""

from __future__ import annotations

from fractions import Fraction

from tablelight.odds.answer import Answer, mean, number_table
from tablelight.odds.asking import Given, Input, Question
from tablelight.odds.distribution import Numbers
from tablelight.odds.notation import odds
from tablelight.odds.work import OddsError


def notation(given: Given) -> Answer:
    """What dice in the general notation come to."""
    try:
        return _told(odds(given.text("dice")))
    except OddsError as error:
        raise OddsError(str(error), error.text, error.at, "dice") from error


def _told(numbers: Numbers) -> Answer:
    figures = (
        mean("mean", numbers.mean()),
        mean("variance", numbers.variance()),
        mean("lowest", Fraction(min(numbers))),
        mean("highest", Fraction(max(numbers))),
    )
    return Answer(figures, (number_table("total", numbers),), main=numbers, counts="total")


NOTATION = Question(
    "notation",
    "Any dice, written in words.",
    (Input("dice", "text", "such as 2d6+3, 4d6 keep highest 3, 8d10 count 8 or more", place=True, needed=True),),
    "'4d6 keep highest 3'",
    notation,
)

EXAMPLES = ("4d6 keep highest 3", "2d6+3", "8d10 count 8 or more", "3d6 explode up to 2")
"""Dice that show what can be written."""

QUESTIONS = (NOTATION,)
