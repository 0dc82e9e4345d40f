"""`tablelight rules`"""

from __future__ import annotations

from typing import Annotated

import typer

from tablelight.cli.data import game
from tablelight.cli.say import fail, say, say_table
from tablelight.kernel.rules import Rule, RuleBook, TableOption


def command(
    system: Annotated[str, typer.Argument(help="A game, such as torchlite.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(help="The id of a rule or option, or words to look for.", show_default=False),
    ] = None,
) -> None:
    """Search a game's rules; one that is named, or found alone, is shown whole."""
    book = game(system).rules()
    wanted = [word.casefold() for word in words or []]
    name = "-".join(wanted)
    rule = book.find(name)
    if not rule and name in book.options:
        _show_option(book.options[name])
        return
    found = [rule] if rule else book.search(" ".join(wanted))
    if not found:
        fail(f"No rule of {book.title} has the words {' '.join(wanted)!r}.")
    if len(found) == 1:
        _show(book, found[0])
    else:
        say_table(("rule", "section", "text"), [(each.id, each.section, _short(each.text)) for each in found])


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 90 else f"{flat[:89].rstrip()}…"


def _show(book: RuleBook, rule: Rule) -> None:
    say(f"{book.system}/{rule.id}", "bold")
    say(f"{rule.section} · decided by: {rule.decides}", "dim")
    say(f"\n{rule.text}")
    if rule.ruling:
        say(f"\nAs we read it: {rule.ruling}")
    options = [option for option in book.options.values() if rule.id in option.rules]
    if rule.needs or options:
        say("")
    if rule.needs:
        say(f"Builds on: {', '.join(rule.needs)}", "dim")
    for option in options:
        say(f"Table option {option.id}: {option.wanted} (default {option.default})", "dim")


def _show_option(option: TableOption) -> None:
    say(f"Table option {option.id}", "bold")
    say(f"{option.wanted} (default {option.default})", "dim")
    say(f"\n{option.text}")
    if option.rules:
        say(f"\nChanges: {', '.join(option.rules)}", "dim")
