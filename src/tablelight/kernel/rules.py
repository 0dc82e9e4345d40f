"""The rules of a system as data: each with an id, our own words for it, and who decides."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources.abc import Traversable

from msgspec import Struct

from tablelight.kernel.data import read_data

MOST_DIGITS = 6
"""Of a number that an option is set to."""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule. `ruling` settles what the book leaves open; `needs` names rules that it builds on."""

    id: str
    section: str
    text: str
    decides: str
    source: str = "seed"
    needs: tuple[str, ...] = ()
    ruling: str = ""
    optional: str | bool = False


class TableOption(Struct, frozen=True, forbid_unknown_fields=True):
    """A house rule that a table may choose: its values, the default, and the rules it bears on.

    `numbers_from` lets it also be any whole number from there on, written plainly; `values` are then proposals.
    """

    id: str
    values: tuple[str, ...]
    default: str
    text: str
    rules: tuple[str, ...] = ()
    numbers_from: int | None = None

    def allows(self, value: str) -> bool:
        """Whether the option may have this value."""
        if value in self.values:
            return True
        plain = value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS and str(int(value)) == value
        return plain and self.numbers_from is not None and int(value) >= self.numbers_from

    @property
    def wanted(self) -> str:
        """The values it may have, in words."""
        words = ", ".join(self.values)
        return words if self.numbers_from is None else f"{words}, or a whole number from {self.numbers_from}"


class RuleBook(Struct, frozen=True):
    """All rules and options of one system, by id."""

    system: str
    title: str
    summary: str
    rules: Mapping[str, Rule]
    options: Mapping[str, TableOption]

    def find(self, name: str) -> Rule | None:
        """A rule by its full name (`torchlite/test`) or its id alone."""
        system, _, rule = name.rpartition("/")
        return self.rules.get(rule) if system in ("", self.system) else None

    def search(self, words: str) -> list[Rule]:
        """The rules with words that begin with all of these, those that are named by them first; all for none."""
        wanted = words.casefold().split()
        named = [rule for rule in self.rules.values() if _begin(rule.id, wanted)]
        rest = (rule for rule in self.rules.values() if rule not in named)
        return named + [rule for rule in rest if _begin(f"{rule.id} {rule.section} {rule.text} {rule.ruling}", wanted)]


def _begin(text: str, wanted: list[str]) -> bool:
    words = re.findall(r"\w+", text.casefold())
    return all(any(word.startswith(part) for word in words) for part in wanted)


class _Document(Struct):
    system: str
    title: str
    summary: str
    rule: tuple[Rule, ...]
    option: tuple[TableOption, ...] = ()


def load_rules(file: Traversable) -> RuleBook:
    """Read a rules file; a ValueError names the file and what is wrong there."""
    document = read_data(file, _Document)
    rules = {rule.id: rule for rule in document.rule}
    options = {option.id: option for option in document.option}
    for rule in document.rule:
        missing = [need for need in rule.needs if need not in rules]
        if missing:
            raise ValueError(f"{file.name}: rule {rule.id} needs {missing[0]}, which is not there")
    for option in document.option:
        if not option.allows(option.default):
            raise ValueError(f"{file.name}: option {option.id} has the default {option.default}, not one of its values")
    return RuleBook(document.system, document.title, document.summary, rules, options)
