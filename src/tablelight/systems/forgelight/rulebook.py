"""Forgelight's rules in our own words, with the options that a table may choose."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tablelight.kernel.rules import RuleBook, load_rules


@cache
def rules() -> RuleBook:
    """The rule book; a ValueError names the entry that is wrong."""
    return load_rules(files(__name__.rpartition(".")[0]) / "rules.toml")
