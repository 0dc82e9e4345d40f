"""`tablelight pack`"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from tablelight.cli.data import game
from tablelight.cli.say import fail, say, say_table
from tablelight.kernel.packs import Document, PackError, Packs, read_bytes
from tablelight.kernel.system import systems
from tablelight.kernel.vocabulary import Problem


class What(StrEnum):
    """What may be done with a pack."""

    CHECK = "check"


def command(
    what: Annotated[What, typer.Argument(help="check: tell everything that is wrong with the pack.")],
    file: Annotated[Path, typer.Argument(help="A pack file, JSON or TOML.")],
    game_id: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game, if the file doesn't say it.", show_default=False)
    ] = "",
) -> None:
    """Check a pack file: each problem with its place, what is there, and what would be right."""
    if not file.is_file():
        fail(f"There is no file {file}.", 2)
    try:
        document = read_bytes(file.read_bytes(), file.name)
    except PackError as error:
        _tell(error.problems, file)
    packs = _packs_for(document, game_id)
    problems = packs.problems(document)
    if problems:
        _tell(problems, file)
    counts = {part.title: len(document.get(part.key) or {}) for part in packs.parts}
    held = ", ".join(f"{title} {count}" for title, count in counts.items() if count)
    say(f"{document['title']} is ready for a table: {held or 'nothing in it yet'}.")


def _packs_for(document: Document, asked: str) -> Packs:
    """What the pack's game gives for packs: the game asked for, or the file's own, or the only one that takes any."""
    taking = {name: system.packs for name, system in systems().items() if system.packs}
    named = asked or str(document.get("system", "")) or (next(iter(taking)) if len(taking) == 1 else "")
    if not named:
        fail(f"Which game is the pack for? Say it with --game: {', '.join(taking)}.", 2)
    packs = game(named).packs
    if not packs:
        fail(f"{game(named).title} takes no packs. Games that do: {', '.join(taking)}.", 2)
    return packs


def _tell(problems: tuple[Problem, ...], file: Path) -> NoReturn:
    say_table(("place", "what is wrong", "right would be"), [(one.place, one.what, one.right) for one in problems])
    fail(f"{file.name}: {len(problems)} {'thing has' if len(problems) == 1 else 'things have'} to be put right.")
