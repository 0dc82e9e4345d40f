"""`tablelight roll`"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Sequence

from tablelight.odds import notation
from tablelight.odds.work import OddsError

USAGE = """tablelight roll DICE … [--json]

  Throw dice once.

  tablelight roll 2d6+3
  tablelight roll 4d6 keep highest 3
  tablelight roll 8d10 count 8 or more
"""


def main(words: Sequence[str]) -> int:
    """Throw dice; gives the exit code: 0 done, 2 not understood."""
    plain = [word for word in words if word != "--json"]
    if not plain or "-h" in plain or "--help" in plain:
        print(USAGE, end="")
        return 0
    try:
        result = notation.throw(notation.parse(" ".join(plain)), lambda sides: secrets.randbelow(sides) + 1)
    except OddsError as error:
        print(error.shown(), file=sys.stderr)
        return 2
    print(as_json(result) if "--json" in words else as_text(result))
    return 0


def as_json(result: notation.Result) -> str:
    """The throw for programs."""
    dice = [{"sides": die.sides, "shows": list(die.shows), "counts": die.counts} for die in result.dice]
    return json.dumps({"total": result.total, "dice": dice}, ensure_ascii=False)


def as_text(result: notation.Result) -> str:
    """The throw for people; dice that don't count stand in brackets."""
    shown = [f"d{die.sides} {'+'.join(str(face) for face in die.shows)}" for die in result.dice]
    dice = ", ".join(text if die.counts else f"({text})" for text, die in zip(shown, result.dice, strict=True))
    return f"{result.total}  {dice}".rstrip()
