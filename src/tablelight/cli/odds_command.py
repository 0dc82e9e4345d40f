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

from tablelight.odds import notation
from tablelight.odds.answer import Answer, Table, chance, exact, mean, number_table, percent, shown
from tablelight.odds.asking import Input, Question, read_given, read_number
from tablelight.odds.questions import SYSTEMS, questions
from tablelight.odds.work import OddsError

BAR = 30
MOST_ROWS = 60
LIMIT = Input("at-least", "number", "a whole number", least=-1_000_000, most=1_000_000)


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
        return _with_limits(_asked(words[0], words[1:]), limits)
    if words[0].isalpha():
        near = get_close_matches(words[0], SYSTEMS, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise OddsError(f"There is no game {words[0]!r} with odds.{hint} There are: {', '.join(SYSTEMS)}.")
    return _with_limits(dice_answer(" ".join(words)), limits)


def dice_answer(text: str) -> Answer:
    """What dice in the general notation come to."""
    numbers = notation.odds(text)
    figures = (
        mean("mean", numbers.mean()),
        mean("variance", numbers.variance()),
        mean("lowest", Fraction(min(numbers))),
        mean("highest", Fraction(max(numbers))),
    )
    return Answer(figures, (number_table("total", numbers),), main=numbers, counts="total")


def _asked(system: str, words: Sequence[str]) -> Answer:
    question = _question(system, words)
    return question.answer(read_given(question, words[1:]))


def _question(system: str, words: Sequence[str]) -> Question:
    known = questions(system)
    if words and words[0] in known:
        return known[words[0]]
    said = f"There is no kind {words[0]!r}." if words else "A kind of roll is missing."
    raise OddsError(f"{said} {system} has: {', '.join(known)}.")


Limits = list[tuple[str, int]]


def _limits(words: Sequence[str]) -> tuple[list[str], Limits]:
    rest: list[str] = []
    limits: Limits = []
    left = list(words)
    while left:
        word = left.pop(0)
        name, _, text = word.partition("=")
        if name not in ("--at-least", "--exactly"):
            rest.append(word)
            continue
        if not text and not left:
            raise OddsError(f"A value is missing after {name}.")
        limits.append((name[2:], read_number(text or left.pop(0), LIMIT._replace(name=name[2:]))))
    return rest, limits


def _with_limits(answer: Answer, limits: Limits) -> Answer:
    if not limits:
        return answer
    if answer.main is None:
        raise OddsError("This question has no one number for --at-least or --exactly to ask about.")
    added = [
        chance(
            f"{answer.counts} {name.replace('-', ' ')} {limit}",
            answer.main.at_least(limit) if name == "at-least" else answer.main.exactly(limit),
        )
        for name, limit in limits
    ]
    return answer._replace(figures=(*added, *answer.figures))


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
    text = exact(value)
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
        games = "\n".join(f"  tablelight odds {system} --help" for system in SYSTEMS)
        return (
            f"{USAGE}\nDice in general, such as:\n"
            '  tablelight odds "4d6 keep highest 3"\n  tablelight odds "2d6+3" --at-least 10\n'
            '  tablelight odds "8d10 count 8 or more"\n  tablelight odds "3d6 explode up to 2"\n'
            f"\nThe kinds of roll of each game:\n{games}\n"
        )
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
    return f"{said}: {', '.join(wanted.words)}." if wanted.words else f"{said}."
