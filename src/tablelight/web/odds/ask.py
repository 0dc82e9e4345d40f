"""What an address of the odds page asks: a kind of roll, up to four variants of it, and how to show them.

All of it stands in the address, so an address is all that there is to share. `a.pool=d8+d6` is the input "pool" of the
first variant; the inputs are those of the command line.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from tablelight.odds.answer import Answer
from tablelight.odds.asking import LIMITS, Input, Question, limited, read_number, read_texts, texts_of, words_of
from tablelight.odds.questions import DICE, SYSTEMS, questions
from tablelight.odds.work import OddsError
from tablelight.web.charts import MOST_NAME, Shape
from tablelight.web.columns import View

LETTERS = "abcd"
MOST_TEXT = 400
"""Letters in one field."""

Texts = Mapping[str, str]


class Ask(NamedTuple):
    """A question about a system's rolls, or about dice in general; `of` is what to draw, empty for the main thing."""

    system: str
    question: Question
    variants: tuple[Texts, ...]
    limits: Texts
    view: View = "exactly"
    shape: Shape = "bars"
    of: str = ""
    exact: bool = False

    def path(self, file: str = "") -> str:
        """The address without what is asked; with a `file`, that of a file made of the answer."""
        return f"/odds/{self.system}/{self.question.name}" + (f"/{file}" if file else "")

    def address(self, file: str = "") -> str:
        """The whole address, in its shortest form."""
        return f"{self.path(file)}?{urlencode(list(self._pairs()))}"

    def _pairs(self) -> Iterator[tuple[str, str]]:
        for letter, texts in zip(LETTERS, self.variants, strict=False):
            if not texts:
                yield letter, "yes"
            for wanted in self.question.inputs:
                if wanted.name in texts:
                    yield f"{letter}.{wanted.name}", texts[wanted.name]
        for wanted in LIMITS:
            if wanted.name in self.limits:
                yield wanted.name, self.limits[wanted.name]
        for name, value, usual in (("view", self.view, "exactly"), ("shape", self.shape, "bars"), ("of", self.of, "")):
            if value != usual:
                yield name, value
        if self.exact:
            yield "exact", "yes"

    def words(self, at: int) -> str:
        """A variant in the words of the command line."""
        system = [] if self.system == DICE else [self.system, self.question.name]
        limits = [
            word for wanted in LIMITS if (text := self.limits.get(wanted.name)) for word in (f"--{wanted.name}", text)
        ]
        return shlex.join(["tablelight", "odds", *system, *words_of(self.question, self.variants[at]), *limits])

    def names(self) -> list[str]:
        """A name for each variant: its letter, and what it has that others haven't."""
        differ = [each for each in self.question.inputs if len({texts.get(each.name) for texts in self.variants}) > 1]
        found: list[str] = []
        for letter, texts in zip(LETTERS.upper(), self.variants, strict=False):
            parts = [_said(wanted, texts[wanted.name]) for wanted in differ if wanted.name in texts]
            words = ", ".join(parts) or ("plain" if differ else self._first(texts))
            name = f"{letter}: {words}" if words else letter
            found.append(name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1]}…")
        return found

    def _first(self, texts: Texts) -> str:
        return next(
            (texts[wanted.name] for wanted in self.question.inputs if wanted.place and wanted.name in texts), ""
        )


def _said(wanted: Input, text: str) -> str:
    words = label(wanted.name).lower()
    if wanted.sort == "flag":
        return words
    return text if wanted.place or wanted.sort == "dice" else f"{words} {text}"


def label(name: str) -> str:
    """The name of an input, or of a kind of roll, for people."""
    words = name.replace("-", " ")
    return words[:1].upper() + words[1:]


# ------------------------------------------------------------------ reading an address


def find_question(system: str, kind: str) -> Question | None:
    """A kind of roll by the words of its address."""
    return questions(system).get(kind) if system in SYSTEMS or system == DICE else None


def example(question: Question) -> tuple[dict[str, str], dict[str, str]]:
    """The question's worked example: what is given for each input, and the limits that it asks about."""
    words = shlex.split(question.example)
    limits = {each.name: words[words.index(f"--{each.name}") + 1] for each in LIMITS if f"--{each.name}" in words}
    for name in limits:
        at = words.index(f"--{name}")
        words = words[:at] + words[at + 2 :]
    return texts_of(question, words[1:] if words[0] == question.name else words), limits


def read_ask(system: str, question: Question, query: Sequence[tuple[str, str]]) -> Ask:
    """What an address asks; the worked example if it asks nothing. What it doesn't know it leaves out."""
    given = {name: value[:MOST_TEXT] for name, value in query}
    variants = tuple(texts for letter in LETTERS if (texts := _variant(question, letter, given)) is not None)
    limits = {each.name: text for each in LIMITS if (text := given.get(each.name, "").strip())}
    if not variants:
        first, usual = example(question)
        variants, limits = (first,), limits or usual
    return Ask(
        system,
        question,
        variants,
        limits,
        "at-least" if given.get("view") == "at-least" else "exactly",
        "lines" if given.get("shape") == "lines" else "bars",
        given.get("of", ""),
        "exact" in given,
    )


def _variant(question: Question, letter: str, given: Texts) -> dict[str, str] | None:
    """What is given for one variant; None if there is no word of it."""
    if letter not in given and not any(name.startswith(f"{letter}.") for name in given):
        return None
    named = ((each, given.get(f"{letter}.{each.name}", "").strip()) for each in question.inputs)
    return {each.name: "yes" if each.sort == "flag" else text for each, text in named if text}


def wished(ask: Ask, query: Sequence[tuple[str, str]]) -> Ask:
    """The same with one variant more, a copy of the last one, or with one less, if a button wished so."""
    given = dict(query)
    if "add" in given and len(ask.variants) < len(LETTERS):
        return ask._replace(variants=(*ask.variants, ask.variants[-1]))
    gone = LETTERS.find(given.get("drop") or "-")
    if 0 <= gone < len(ask.variants) > 1:
        return ask._replace(variants=ask.variants[:gone] + ask.variants[gone + 1 :])
    return ask


# ------------------------------------------------------------------ answering


class Outcome(NamedTuple):
    """A variant's answer, or the mistake in it."""

    answer: Answer | None = None
    mistake: OddsError | None = None


def outcomes(ask: Ask) -> list[Outcome]:
    """The answer to each variant. Takes up to a few seconds for each."""
    return [_outcome(ask, texts) for texts in ask.variants]


def _outcome(ask: Ask, texts: Texts) -> Outcome:
    try:
        limits = [(each, read_number(ask.limits[each.name], each)) for each in LIMITS if each.name in ask.limits]
        return Outcome(limited(_answer(ask.system, ask.question.name, tuple(texts.items())), limits))
    except OddsError as error:
        return Outcome(mistake=error)


@lru_cache(maxsize=8)
def _answer(system: str, kind: str, texts: tuple[tuple[str, str], ...]) -> Answer:
    question = questions(system)[kind]
    return question.answer(read_texts(question, dict(texts)))
