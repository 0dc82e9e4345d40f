"""The command line: `tablelight COMMAND …`, each command in a module of its own that is loaded only when it is used."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module

from tablelight import __version__

PARTS: dict[str, dict[str, str]] = {
    "Play": {
        "play": "Open the game table in the browser.",
    },
    "Your tables": {
        "tables": "List the tables with their ids.",
        "export": "Write one table to a file.",
        "import": "Bring a table in from a file.",
        "backup": "Copy everything to one file, also during play.",
        "restore": "Put a backup back.",
        "verify": "Recompute the rolls of a table from the revealed seeds.",
    },
    "Games and rules": {
        "systems": "List the games.",
        "rules": "Search a game's rules and read them.",
        "pack": "Check a pack of cards, traits and foes of your own.",
        "walk": "Let a game play itself at random.",
    },
    "Dice": {
        "odds": "The exact chances of a roll, and the best decision.",
        "roll": "Throw dice, such as 2d6+3.",
    },
    "Games written down": {
        "script": "Play scripts and show the first line that differs.",
        "record": "Write a table down as a script.",
    },
}
"""Each part of the help page with its commands and what they are for."""

READ_BY_THEMSELVES = ("odds", "roll")
"""Commands that read their own words, so that they answer at once."""

COMMANDS = {name: about for part in PARTS.values() for name, about in part.items()}


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code: 0 done, 1 not done or found wrong, 2 not understood."""
    words = list(sys.argv[1:] if words is None else words)
    match words:
        case [] | ["-h" | "--help" | "help"]:
            print(help_page(bold=sys.stdout.isatty()))
            return 0
        case ["--version"]:
            print(f"tablelight {__version__}")
            return 0
        case ["help", name]:
            return main([name, "--help"])
        case [name, *rest] if name in READ_BY_THEMSELVES:
            return import_module(f"tablelight.cli.{name}_command").main(rest)
        case [name, *rest] if name in COMMANDS:
            return import_module("tablelight.cli.running").run(name, rest)
        case _:
            return _unknown(words[0])


def _unknown(name: str) -> int:
    near = get_close_matches(name, COMMANDS, 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    print(f"There is no command {name!r}.{hint} See: tablelight --help", file=sys.stderr)
    return 2


def help_page(*, bold: bool = False) -> str:
    """What `tablelight --help` shows; made without loading anything else, so that it comes at once."""
    on, off = ("\x1b[1m", "\x1b[0m") if bold else ("", "")
    lines = [f"{on}tablelight{off} COMMAND …   A game table for light tabletop RPGs that knows the rules.", ""]
    for part, commands in PARTS.items():
        lines.append(f"{on}{part}{off}")
        lines += [f"  {name:10}{about}" for name, about in commands.items()]
        lines.append("")
    lines.append("tablelight COMMAND --help tells more about one command.")
    return "\n".join(lines)
