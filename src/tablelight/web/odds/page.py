"""The odds page: any roll of any game, without a table; up to four variants of it side by side, and files of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from tablelight.odds.answer import Answer
from tablelight.odds.asking import LIMITS, Input, Question
from tablelight.odds.questions import DICE, SYSTEMS, questions
from tablelight.odds.questions.dice import EXAMPLES, NOTATION
from tablelight.odds.work import OddsError
from tablelight.web import answers
from tablelight.web.charts import chart, picture
from tablelight.web.columns import numeric
from tablelight.web.drawing import draw
from tablelight.web.errors import TurnedDownError
from tablelight.web.house import AnyRequest, house_of, spend
from tablelight.web.limits import Busy
from tablelight.web.odds.ask import (
    LETTERS,
    Ask,
    Outcome,
    example,
    find_question,
    label,
    outcomes,
    read_ask,
    wished,
)
from tablelight.web.odds.show import as_csv, chosen, drawables, figure_rows

ANY_DICE = f"/odds/{DICE}/{NOTATION.name}"


class Mistake(NamedTuple):
    """What is wrong with a field: what was given up to the place, what stands there, and what would be right."""

    text: str
    before: str = ""
    there: str = ""


class Box(NamedTuple):
    """One field of a form, made of an input that a question declares."""

    id: str
    name: str
    label: str
    wanted: Input
    words: tuple[str, ...]
    text: str = ""
    mistake: Mistake | None = None


class Variant(NamedTuple):
    """The form of one variant: the usual fields, then the others; `mistake` is one that belongs to no field."""

    letter: str
    name: str
    command: str
    first: tuple[Box, ...]
    more: tuple[Box, ...]
    mistake: str = ""


class Kind(NamedTuple):
    """A kind of roll in a list, and whether it is the one shown."""

    path: str
    label: str
    about: str
    here: bool = False


class Game(NamedTuple):
    """The kinds of roll of one game."""

    id: str
    title: str
    kinds: tuple[Kind, ...]


# ------------------------------------------------------------------ pages


@get("/odds")
async def show_kinds(request: AnyRequest) -> Response[Any]:
    """Every kind of roll there is."""
    games = [_game(system, _titles(request)) for system in SYSTEMS]
    return answers.html(draw("odds_kinds.html", games=games, dice=ANY_DICE, examples=EXAMPLES))


@get("/odds/{system:str}/{kind:str}")
async def show_odds(request: AnyRequest, system: FromPath[str], kind: FromPath[str]) -> Response[Any]:
    """A kind of roll: its form, and the answers to all that the address asks."""
    ask = _ask(request, system, kind)
    query = list(request.query_params.multi_items())
    asked = wished(ask, query)
    if asked is not ask or any(not value.strip() for _, value in query):
        return Redirect(asked.address() + ("#variants" if asked is not ask else "#chances"), status_code=303)
    page = partial(_page, ask, _titles(request), house_of(request).link_base(request))
    return answers.html(await _work(request, page))


@get("/odds/{system:str}/{kind:str}/chart.svg")
async def save_drawing(request: AnyRequest, system: FromPath[str], kind: FromPath[str]) -> Response[Any]:
    """The chart as a file."""
    drawn = await _work(request, partial(_drawing, _ask(request, system, kind)))
    return Response(drawn.encode(), media_type="image/svg+xml")


@get("/odds/{system:str}/{kind:str}/odds.csv")
async def save_figures(request: AnyRequest, system: FromPath[str], kind: FromPath[str]) -> Response[Any]:
    """All figures and tables as a file."""
    ask = _ask(request, system, kind)
    text = await _work(request, lambda: as_csv(ask, _answered(ask)))
    return Response(text.encode("utf-8-sig"), media_type="text/csv")


def _ask(request: AnyRequest, system: str, kind: str) -> Ask:
    spend(request, known=False)
    question = find_question(system, kind)
    if not question:
        raise TurnedDownError(404, "There is no such kind of roll. The list of odds has them all.")
    return read_ask(system, question, list(request.query_params.multi_items()))


async def _work(request: AnyRequest, work: Any) -> str:
    try:
        return await house_of(request).sums.do(work)
    except Busy as busy:
        raise TurnedDownError(503, "Many odds are being worked out. Wait a moment and try again.") from busy


def _answered(ask: Ask) -> list[Outcome]:
    """The answers for a file; a mistake is an error."""
    found = outcomes(ask)
    for letter, each in zip(LETTERS.upper(), found, strict=False):
        if each.mistake:
            raise TurnedDownError(422, f"{letter}: {each.mistake}")
    return found


def _drawing(ask: Ask) -> str:
    drawn = chosen(ask, drawables(ask.names(), [each.answer for each in _answered(ask)]))
    if not drawn:
        raise TurnedDownError(422, "There is nothing to draw here.")
    return picture(_title(ask), drawn.name, drawn.series, view=ask.view, shape=ask.shape)


def _titles(request: AnyRequest) -> Mapping[str, str]:
    return {each.id: each.title for each in house_of(request).keeper.systems.values()}


def _game(system: str, titles: Mapping[str, str], here: Question | None = None) -> Game:
    kinds = tuple(
        Kind(f"/odds/{system}/{each.name}", label(each.name), each.about, each is here)
        for each in questions(system).values()
    )
    return Game(system, titles.get(system, label(system)), kinds)


# ------------------------------------------------------------------ drawing the page


def _page(ask: Ask, titles: Mapping[str, str], base: str) -> str:
    found = outcomes(ask)
    names = ask.names()
    listed: list[Answer | None] = [each.answer for each in found]
    drawn = chosen(ask, whats := drawables(names, listed))
    shown = ask._replace(of=drawn.name if drawn and drawn is not whats[0] else "")
    counted = any(answer and answer.main for answer in listed)
    return draw(
        "odds.html",
        ask=shown,
        dice=ANY_DICE,
        title=_title(ask),
        game=_game(ask.system, titles, ask.question) if ask.system != DICE else None,
        others=[_game(system, titles) for system in SYSTEMS if system != ask.system],
        variants=[_variant(ask, at, name, found) for at, name in enumerate(names)],
        full=len(names) == len(LETTERS),
        limits=[_box("", each, ask.limits, _limit_mistake(found, each)) for each in LIMITS]
        if counted or ask.limits
        else [],
        objective=next((answer.objective for answer in listed if answer and answer.objective), ""),
        names=names,
        rows=figure_rows(listed) if any(listed) else [],
        any_exact=ask.exact,
        whats=whats,
        drawn=drawn,
        numeric=bool(drawn) and numeric(drawn.series),
        chart=drawn and chart("odds", _title(ask), drawn.name, drawn.series, view=ask.view, shape=ask.shape),
        whole=all(listed),
        link=base + shown.address(),
        file=f"odds-{ask.system}-{ask.question.name}",
    )


def _title(ask: Ask) -> str:
    return ask.question.about.rstrip(".")


def _variant(ask: Ask, at: int, name: str, found: Sequence[Outcome]) -> Variant:
    letter, mistake = LETTERS[at], found[at].mistake
    boxes = [_box(letter, each, ask.variants[at], mistake) for each in ask.question.inputs]
    usual = _usual(ask, found)
    first = tuple(box for box in boxes if box.wanted.name in usual) or tuple(boxes[:4])
    known = {each.name for each in (*ask.question.inputs, *LIMITS)}
    stray = str(mistake) if mistake and mistake.field not in known else ""
    return Variant(letter, name, ask.words(at), first, tuple(box for box in boxes if box not in first), stray)


def _usual(ask: Ask, found: Sequence[Outcome]) -> set[str]:
    """The inputs to show at once: what is needed, what the example has, what some variant has, what is wrong."""
    needed = {each.name for each in ask.question.inputs if each.place or each.needed}
    wrong = {each.mistake.field for each in found if each.mistake}
    return needed.union(example(ask.question)[0], *ask.variants, wrong)


def _box(letter: str, wanted: Input, texts: Mapping[str, str], mistake: OddsError | None) -> Box:
    name = f"{letter}.{wanted.name}" if letter else wanted.name
    words = wanted.listed() if wanted.listed else wanted.words
    wrong = _mistake(mistake) if mistake and mistake.field == wanted.name else None
    return Box(
        f"f-{name.replace('.', '-')}", name, label(wanted.name), wanted, words, texts.get(wanted.name, ""), wrong
    )


def _mistake(error: OddsError) -> Mistake:
    if error.at is None or not error.text[error.at :]:
        return Mistake(error.plain())
    there = error.text[error.at :].split()[0] if error.text[error.at :].strip() else error.text[error.at :]
    return Mistake(error.plain(), error.text[: error.at], there)


def _limit_mistake(found: Sequence[Outcome], wanted: Input) -> OddsError | None:
    return next((each.mistake for each in found if each.mistake and each.mistake.field == wanted.name), None)
