"""Carrying out one command: its arguments read by typer, its mistakes told in plain words."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import typer

from tablelight.cli.say import MistakeError, complain
from tablelight.store.errors import StoreError


def run(name: str, words: Sequence[str]) -> int:
    """Run the function `command` of the module of that name; gives the exit code."""
    module = import_module(f"tablelight.cli.{name}_command")
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(context_settings={"help_option_names": ["-h", "--help"]})(module.command)
    try:
        code = _carried_out(app, f"tablelight {name}", list(words))
        sys.stdout.flush()
    except MistakeError as mistake:
        complain(str(mistake))
        return mistake.code
    except StoreError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone, such as `head`: that is no mistake.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _carried_out(app: typer.Typer, name: str, words: list[str]) -> int:
    try:
        app(words, prog_name=name)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    return 0
