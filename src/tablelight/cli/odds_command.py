"""`tablelight odds`

Read without the parser that the other commands use: an answer should be there in the time that it takes to load it.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from fractions import Fraction

from tablelight.odds.answer import Answer, Table, exact, percent, shown
from tablelight.odds.asking import LIMITS, Input, Question, limited, read_given, read_number, read_texts
from tablelight.odds.questions import SYSTEMS, questions
from tablelight.odds.questions.dice import EXAMPLES, NOTATION
from tablelight.odds.work import OddsError

BAR = 30
MOST_ROWS = 60


def main(words: Sequence[str]) -> int:
    """Answer one question; gives the exit code: 0 answered, 2 not understood."""
    plain = [word for word in words if word not in ("--json", "-h", "--help")]
    try:
        if len(plain) < len(words) - ("--json" in words) or not plain:
            print(help_page(plain), end="")
            return 0
        answer = answered(plain)
    except OddsError as error:
        print(error.shown(), file=sys.stderr)
        return 2
    print(as_json(answer) if "--json" in words else as_text(answer, color=sys.stdout.isatty()), end="")
    return 0


def answered(words: Sequence[str]) -> Answer:
    """The answer to the words of a command, without `tablelight odds`. An OddsError if they are not understood."""
    words, limits = _limits(words)
    if not words:
        raise OddsError("Write a game and a kind of roll, or dice such as 2d6+3.")
    if words[0] in SYSTEMS:
        return limited(_asked(words[0], words[1:]), limits)
    if words[0].isalpha():
        near = get_close_matches(words[0], SYSTEMS, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise OddsError(f"There is no game {words[0]!r} with odds.{hint} There are: {', '.join(SYSTEMS)}.")
    return limited(NOTATION.answer(read_texts(NOTATION, {"dice": " ".join(words)})), limits)


def _asked(system: str, words: Sequence[str]) -> Answer:
    question = _question(system, words)
    return question.answer(read_given(question, words[1:]))


def _question(system: str, words: Sequence[str]) -> Question:
    known = questions(system)
    if words and words[0] in known:
        return known[words[0]]
    said = f"There is no kind {words[0]!r}." if words else "A kind of roll is missing."
    raise OddsError(f"{said} {system} has: {', '.join(known)}.")


def _limits(words: Sequence[str]) -> tuple[list[str], list[tuple[Input, int]]]:
    rest: list[str] = []
    limits: list[tuple[Input, int]] = []
    left = list(words)
    while left:
        word = left.pop(0)
        name, _, text = word.partition("=")
        wanted = next((each for each in LIMITS if name == f"--{each.name}"), None)
        if not wanted:
            rest.append(word)
            continue
        if not text and not left:
            raise OddsError(f"A value is missing after {name}.")
        limits.append((wanted, read_number(text or left.pop(0), wanted)))
    return rest, limits


# ------------------------------------------------------------------ showing


def as_json(answer: Answer) -> str:
    """The answer for programs: exact fractions as "n/d", and decimals."""
    told = {
        "figures": {
            figure.name: {"exact": exact(figure.value), "decimal": float(figure.value), "unit": figure.unit}
            for figure in answer.figures
        },
        "tables": {
            table.title: [
                {"is": row.label, "exact": exact(row.chance), "decimal": float(row.chance)} for row in table.rows
            ]
            for table in answer.tables
        },
        **({"objective": answer.objective} if answer.objective else {}),
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _short_exact(value: Fraction) -> str:
    """The fraction where it tells more than the figure and fits on the line."""
    text = "" if value.denominator == 1 else exact(value)
    return text if len(text) <= 24 else ""


def as_text(answer: Answer, *, color: bool = False) -> str:
    """The answer for people."""
    lines = [f"  {answer.objective}", ""] if answer.objective else []
    width = max((len(figure.name) for figure in answer.figures), default=0)
    for figure in answer.figures:
        lines.append(f"  {figure.name:{width}}  {shown(figure):>12}  {_short_exact(figure.value)}".rstrip())
    for table in answer.tables:
        lines += ["", *_table_lines(table, color)]
    return "\n".join(lines) + "\n"


def _table_lines(table: Table, color: bool) -> list[str]:
    on, off = ("\x1b[36m", "\x1b[0m") if color else ("", "")
    rows = table.rows[:MOST_ROWS]
    width = max((len(row.label) for row in rows), default=0)
    most = max((row.chance for row in rows), default=Fraction(1)) or Fraction(1)
    lines = [f"  {table.title}"]
    for row in rows:
        bar = _bar(row.chance / most)
        lines.append(f"  {row.label:>{width}}  {percent(row.chance):>12}  {on}{bar}{off}".rstrip())
    if len(rows) < len(table.rows):
        lines.append(f"  … and {len(table.rows) - len(rows)} more; --json has them all.")
    return lines


def _bar(share: Fraction) -> str:
    eighths = round(share * BAR * 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


# ------------------------------------------------------------------ help

USAGE = """tablelight odds SYSTEM KIND … [--json] [--at-least N] [--exactly N]
tablelight odds DICE [--json] [--at-least N] [--exactly N]

  The exact chances of a roll, and the best decision.

  --json        Exact fractions as "n/d", and decimals.
  --at-least N  Also the chance of N or more.
  --exactly N   Also the chance of just N.
"""


def help_page(words: Sequence[str]) -> str:
    """Help on everything, on a game, or on one kind of roll."""
    if not words or words[0] not in SYSTEMS:
        dice = "\n".join(f'  tablelight odds "{example}"' for example in EXAMPLES)
        games = "\n".join(f"  tablelight odds {system} --help" for system in SYSTEMS)
        return f"{USAGE}\nDice in general, such as:\n{dice}\n\nThe kinds of roll of each game:\n{games}\n"
    known = questions(words[0])
    if len(words) > 1:
        return _kind_page(words[0], _question(words[0], words[1:]))
    width = max(len(name) for name in known)
    kinds = "\n".join(
        f"  {name:{width}}  {question.about}\n  {'':{width}}  tablelight odds {words[0]} {question.example}"
        for name, question in known.items()
    )
    return f"{USAGE}\nKinds of roll:\n{kinds}\n"


def _kind_page(system: str, question: Question) -> str:
    lines = [
        f"tablelight odds {system} {question.name} {' '.join(_usage(wanted) for wanted in question.inputs)}",
        "",
        f"  {question.about}",
        "",
    ]
    width = max((len(_named(wanted)) for wanted in question.inputs), default=0)
    lines += [f"  {_named(wanted):{width}}  {_about(wanted)}" for wanted in question.inputs]
    answer = as_text(answered([system, *shlex.split(question.example)]))
    return "\n".join(lines) + f"\n\nFor example: tablelight odds {system} {question.example}\n\n{answer}"


def _named(wanted: Input) -> str:
    return wanted.name.upper() if wanted.place else f"--{wanted.name}"


def _usage(wanted: Input) -> str:
    words = _named(wanted) if wanted.place or wanted.sort == "flag" else f"{_named(wanted)} …"
    return words if wanted.needed else f"[{words}]"


def _about(wanted: Input) -> str:
    said = wanted.about[:1].upper() + wanted.about[1:]
    words = f": {', '.join(wanted.words)}" if wanted.words else ""
    default = f" ({wanted.default} where it is left out)" if wanted.default else ""
    return f"{said}{words}{default}."
