"""Questions that can be asked in words: what each wants to know, and how the words are read.

The command line and the page ask the same questions, so that both give the same answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from tablelight.odds.answer import Answer, chance
from tablelight.odds.work import MOST_DICE, OddsError

Sort: TypeAlias = Literal["dice", "number", "numbers", "fraction", "word", "flag", "text"]

MOST_NUMBER = 1_000_000


class Input(NamedTuple):
    """One thing that a question wants to know.

    `place` says that it stands alone in a command, without its name; `words` are the only ones allowed; `needed` that
    it can't be left out, `default` what it is where it is left out. Numbers are from `least` to `most`, and there may
    be `most` dice. `listed` tells the names that a text may be, where they come from a system's own lists.
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
    default: str = ""
    listed: Callable[[], tuple[str, ...]] | None = None


class Given(NamedTuple):
    """The words given for each input, by name."""

    inputs: Mapping[str, Input]
    texts: Mapping[str, str]

    def has(self, name: str) -> bool:
        """Whether it was given."""
        return name in self.texts

    def dice(self, name: str) -> tuple[int, ...]:
        """Die sizes; none if it was not given."""
        return read_dice(self.texts[name], self.inputs[name]) if self.has(name) else ()

    def number(self, name: str) -> int:
        """A whole number; its default, or 0, if it was not given."""
        return read_number(self.texts[name], self.inputs[name]) if self.has(name) else int(self.text(name) or 0)

    def maybe(self, name: str) -> int | None:
        """A whole number, or None if it was not given."""
        return self.number(name) if self.has(name) else None

    def numbers(self, name: str) -> tuple[int, ...]:
        """Whole numbers between spaces or commas; none if it was not given."""
        return tuple(
            read_number(part.group(), self.inputs[name], self.text(name), part.start())
            for part in re.finditer(r"[^\s,]+", self.text(name))
        )

    def fraction(self, name: str) -> Fraction:
        """A number that need not be whole; its default, or 0, if it was not given."""
        return read_fraction(self.texts[name], self.inputs[name]) if self.has(name) else Fraction(self.text(name) or 0)

    def word(self, name: str) -> str:
        """One of the allowed words; its default, or nothing, if it was not given."""
        return read_word(self.texts[name], self.inputs[name]) if self.has(name) else self.text(name)

    def listed(self, name: str) -> str:
        """One of the names that a system lists."""
        names = self.inputs[name].listed
        if names and self.text(name) not in names():
            raise self.wrong(name, f"there is no {_short(self.text(name))}; there are {', '.join(names())}.")
        return self.text(name)

    def text(self, name: str) -> str:
        """Any text; its default, or nothing, if it was not given or the question doesn't know it."""
        if name in self.texts:
            return self.texts[name]
        return self.inputs[name].default if name in self.inputs else ""

    def flag(self, name: str) -> bool:
        """Whether it was asked for."""
        return self.has(name)

    def wrong(self, name: str, message: str, at: int | None = 0) -> OddsError:
        """A mistake in an input, at a place of its text."""
        return wrong(self.inputs[name], message, self.texts.get(name, ""), at)


class Question(NamedTuple):
    """A kind of question. `example` is a whole one, as the words of a command after the system's name."""

    name: str
    about: str
    inputs: tuple[Input, ...]
    example: str
    answer: Callable[[Given], Answer]


# ------------------------------------------------------------------ reading


def wrong(wanted: Input, message: str, text: str = "", at: int | None = None) -> OddsError:
    """A mistake in what was given for an input."""
    return OddsError(f"{wanted.name}: {message}", text, at if text else None, wanted.name)


def read_dice(text: str, wanted: Input) -> tuple[int, ...]:
    """Dice such as `d10 2d8 d6`; a mistake is told with its place."""
    found: list[int] = []
    for part in re.finditer(r"[^\s,+]+", text):
        match = re.fullmatch(r"(\d*)[dD](\d+)", part.group(), re.ASCII)
        if not match:
            raise wrong(wanted, f"write dice as d10 2d8, not {_short(part.group())}.", text, part.start())
        count = _digits(match[1] or "1", MOST_DICE, "dice", wanted, text, part.start())
        size = _digits(match[2], MOST_NUMBER, "sides", wanted, text, part.start() + len(match[1]))
        if wanted.sizes and size not in wanted.sizes:
            sizes = ", ".join(f"d{each}" for each in wanted.sizes)
            raise wrong(wanted, f"there is no d{size} here; there are {sizes}.", text, part.start())
        if not count or not size:
            raise wrong(wanted, f"{part.group()} is no die.", text, part.start())
        found += [size] * count
        if len(found) > wanted.most:
            raise wrong(wanted, f"that is {len(found):,} dice; the bound is {wanted.most:,} dice.", text, part.start())
    return tuple(found)


def _digits(text: str, most: int, what: str, wanted: Input, whole: str, at: int) -> int:
    if len(text) > len(str(most)) or int(text) > most:
        raise wrong(wanted, f"{_short(text)} {what} are too many; the bound is {most:,} {what}.", whole, at)
    return int(text)


def read_number(text: str, wanted: Input, whole: str = "", at: int = 0) -> int:
    """A whole number within the input's limits."""
    if not re.fullmatch(r"[+-]?\d{1,9}", text.strip(), re.ASCII):
        raise wrong(wanted, f"write a whole number in digits, not {_short(text)}.", whole or text, at)
    number = int(text)
    if not wanted.least <= number <= wanted.most:
        raise wrong(wanted, f"{number} is not from {wanted.least} to {wanted.most}.", whole or text, at)
    return number


def read_fraction(text: str, wanted: Input) -> Fraction:
    """A number such as 3, 1/4 or 0.5."""
    if not re.fullmatch(r"[+-]?\d{1,9}(/[1-9]\d{0,8}|\.\d{1,9})?", text.strip(), re.ASCII):
        raise wrong(wanted, f"write a number such as 3, 1/4 or 0.5, not {_short(text)}.", text, 0)
    return Fraction(text.strip())


def read_word(text: str, wanted: Input) -> str:
    """One of the allowed words."""
    if text not in wanted.words:
        raise wrong(wanted, f"{_short(text)} is none of {', '.join(wanted.words)}.", text, 0)
    return text


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else f"{text[:19]}…")


def read_texts(question: Question, texts: Mapping[str, str]) -> Given:
    """What was given for each input, by name; nothing that is needed may be missing."""
    for wanted in question.inputs:
        if wanted.needed and not texts.get(wanted.name, "").strip():
            raise OddsError(f"{question.name}: {wanted.name} is missing ({wanted.about}).", field=wanted.name)
    return Given({wanted.name: wanted for wanted in question.inputs}, texts)


def read_given(question: Question, words: Sequence[str]) -> Given:
    """The words of a command, sorted to the question's inputs."""
    return read_texts(question, texts_of(question, words))


def texts_of(question: Question, words: Sequence[str]) -> dict[str, str]:
    """What the words of a command give for each input, not read yet."""
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
    return texts


def words_of(question: Question, texts: Mapping[str, str]) -> list[str]:
    """The words of the command that asks the same, without the question's own name."""
    places = [wanted for wanted in question.inputs if wanted.place and wanted.name in texts]
    options = [wanted for wanted in question.inputs if not wanted.place and wanted.name in texts]
    found = [
        f" {texts[wanted.name]}" if texts[wanted.name].startswith("--") else texts[wanted.name] for wanted in places
    ]
    for wanted in options:
        found += [f"--{wanted.name}"] if wanted.sort == "flag" else [f"--{wanted.name}", texts[wanted.name]]
    return found


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


# ------------------------------------------------------------------ limits of the number that a question counts

AT_LEAST = Input("at-least", "number", "also the chance of this or more", least=-1_000_000, most=1_000_000)
EXACTLY = Input("exactly", "number", "also the chance of just this", least=-1_000_000, most=1_000_000)
LIMITS = (AT_LEAST, EXACTLY)


def limited(answer: Answer, limits: Sequence[tuple[Input, int]]) -> Answer:
    """An answer with a figure for each limit. An OddsError if it has no one number to ask about."""
    if not limits:
        return answer
    if answer.main is None:
        asked = limits[0][0].name
        raise OddsError(f"This question has no one number for --{asked} to ask about.", field=asked)
    added = [
        chance(
            f"{answer.counts} {wanted.name.replace('-', ' ')} {limit}",
            answer.main.at_least(limit) if wanted is AT_LEAST else answer.main.exactly(limit),
        )
        for wanted, limit in limits
    ]
    return answer._replace(figures=(*added, *answer.figures))
