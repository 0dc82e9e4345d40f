"""`tablelight verify`"""

from __future__ import annotations

from typing import Annotated

import typer

from tablelight.cli.data import Data, opened
from tablelight.cli.say import fail, say
from tablelight.kernel.verify import Verified, verify


def command(
    table: Annotated[str, typer.Argument(help="A table's id or name, or an exported file.")],
    data: Data = None,
) -> None:
    """Recompute every roll of a table whose seed was revealed. Ends with 1 if anything is wrong."""
    with opened(table, data) as (record, loaded):
        found = verify(loaded.entries)
    say(f"{record.name}: {_summed(found)}")
    for wrong in found.wrong:
        say(f"Entry {wrong.entry}: {wrong.text}", "red")
    if found.wrong:
        fail(f"{len(found.wrong)} things are wrong.")


def _summed(found: Verified) -> str:
    parts = [f"{found.good} rolls agree with their seed"]
    if found.real:
        parts.append(f"{found.real} were typed in from real dice")
    if found.sealed:
        parts.append(f"{found.sealed} can be checked once their seed is revealed, at the end of the session")
    return ", ".join(parts) + "."
