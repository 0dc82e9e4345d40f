"""Questions that can be asked in words: what each wants to know, and how the words are read.

The command line and the page ask the same questions, so that both give the same answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from tablelight.odds.answer import Answer
from tablelight.odds.work import MOST_DICE, OddsError

Sort: TypeAlias = Literal["dice", "number", "numbers", "word", "flag", "text"]

MOST_NUMBER = 1_000_000


class Input(NamedTuple):
    """One thing that a question wants to know.

    `place` says that it stands alone in a command, without its name; `words` are the only ones allowed; `needed` that
    it can't be left out.
    """

    name: str
    sort: Sort
    about: str
    place: bool = False
    needed: bool = False
    words: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    least: int = 0
    most: int = 1_000


class Given(NamedTuple):
    """The words given for each input, by name."""

    inputs: Mapping[str, Input]
    texts: Mapping[str, str]

    def has(self, name: str) -> bool:
        """Whether it was given."""
        return name in self.texts

    def dice(self, name: str) -> tuple[int, ...]:
        """Die sizes; none if it was not given."""
        return read_dice(self.texts.get(name, ""), self.inputs[name])

    def number(self, name: str, default: int = 0) -> int:
        """A whole number."""
        return read_number(self.texts[name], self.inputs[name]) if name in self.texts else default

    def maybe(self, name: str) -> int | None:
        """A whole number, or None if it was not given."""
        return read_number(self.texts[name], self.inputs[name]) if name in self.texts else None

    def numbers(self, name: str) -> tuple[int, ...]:
        """Whole numbers between spaces or commas; none if it was not given."""
        return tuple(
            read_number(part.group(), self.inputs[name], self.texts[name], part.start())
            for part in re.finditer(r"[^\s,]+", self.texts.get(name, ""))
        )

    def word(self, name: str, default: str = "") -> str:
        """One of the allowed words."""
        return read_word(self.texts[name], self.inputs[name]) if name in self.texts else default

    def text(self, name: str, default: str = "") -> str:
        """Any text."""
        return self.texts.get(name, default)

    def flag(self, name: str) -> bool:
        """Whether it was asked for."""
        return name in self.texts


class Question(NamedTuple):
    """A kind of question. `example` is a whole one, as the words of a command after the system's name."""

    name: str
    about: str
    inputs: tuple[Input, ...]
    example: str
    answer: Callable[[Given], Answer]


# ------------------------------------------------------------------ reading


def read_dice(text: str, wanted: Input) -> tuple[int, ...]:
    """Dice such as `d10 2d8 d6`; a mistake is told with its place."""
    found: list[int] = []
    for part in re.finditer(r"[^\s,+]+", text):
        match = re.fullmatch(r"(\d*)[dD](\d+)", part.group())
        if not match:
            raise OddsError(f"{wanted.name}: write dice as d10 2d8, not {_short(part.group())}.", text, part.start())
        count = _digits(match[1] or "1", MOST_DICE, "dice", text, part.start())
        size = _digits(match[2], MOST_NUMBER, "sides", text, part.start() + len(match[1]))
        if wanted.sizes and size not in wanted.sizes:
            sizes = ", ".join(f"d{each}" for each in wanted.sizes)
            raise OddsError(f"{wanted.name}: there is no d{size} here; there are {sizes}.", text, part.start())
        if not count or not size:
            raise OddsError(f"{wanted.name}: {part.group()} is no die.", text, part.start())
        found += [size] * count
    if len(found) > MOST_DICE:
        raise OddsError(f"{wanted.name}: {len(found)} dice; the bound is {MOST_DICE:,} dice.", text, 0)
    return tuple(found)


def _digits(text: str, most: int, what: str, whole: str, at: int) -> int:
    if len(text) > len(str(most)) or int(text) > most:
        raise OddsError(f"{_short(text)} {what} are too many; the bound is {most:,} {what}.", whole, at)
    return int(text)


def read_number(text: str, wanted: Input, whole: str = "", at: int = 0) -> int:
    """A whole number within the input's limits."""
    if not re.fullmatch(r"[+-]?\d{1,9}", text.strip()):
        raise OddsError(f"{wanted.name}: write a whole number in digits, not {_short(text)}.", whole or text, at)
    number = int(text)
    if not wanted.least <= number <= wanted.most:
        raise OddsError(f"{wanted.name}: {number} is not from {wanted.least} to {wanted.most}.", whole or text, at)
    return number


def read_word(text: str, wanted: Input) -> str:
    """One of the allowed words."""
    if text not in wanted.words:
        raise OddsError(f"{wanted.name}: {_short(text)} is none of {', '.join(wanted.words)}.", text, 0)
    return text


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else f"{text[:19]}…")


def read_given(question: Question, words: Sequence[str]) -> Given:
    """The words of a command, sorted to the question's inputs."""
    inputs = {wanted.name: wanted for wanted in question.inputs}
    places = [wanted.name for wanted in question.inputs if wanted.place]
    texts: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word.startswith("--"):
            name, text = _named(question, inputs, word, rest)
        elif places:
            name, text = places.pop(0), word
        else:
            raise OddsError(f"{question.name}: nothing more is expected after {_short(word)}.")
        if name in texts:
            raise OddsError(f"{question.name}: {name} is given twice.")
        texts[name] = text
    for wanted in question.inputs:
        if wanted.needed and not texts.get(wanted.name, "").strip():
            raise OddsError(f"{question.name}: {wanted.name} is missing ({wanted.about}).")
    return Given(inputs, texts)


def _named(question: Question, inputs: Mapping[str, Input], word: str, rest: list[str]) -> tuple[str, str]:
    name, equals, text = word[2:].partition("=")
    if name not in inputs or inputs[name].place:
        known = ", ".join(f"--{each.name}" for each in inputs.values() if not each.place)
        raise OddsError(f"{question.name}: there is no --{name[:30]}; there are: {known}.")
    if inputs[name].sort == "flag":
        if equals:
            raise OddsError(f"{question.name}: --{name} takes no value.")
        return name, "yes"
    if equals:
        return name, text
    if not rest:
        raise OddsError(f"{question.name}: a value is missing after --{name}.")
    return name, rest.pop(0)


def fraction(text: str, name: str) -> Fraction:
    """A number such as 3, 1/4 or 0.5."""
    if not re.fullmatch(r"-?\d{1,9}(/[1-9]\d{0,8}|\.\d{1,9})?", text):
        raise OddsError(f"{name}: write a number such as 3, 1/4 or 0.5, not {_short(text)}.", text, 0)
    return Fraction(text)
