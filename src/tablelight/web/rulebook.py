"""The rules as the page shows them: a system's own, and those of the table itself."""

from __future__ import annotations

from collections.abc import Iterable

from tablelight.kernel.rules import Rule, RuleBook
from tablelight.kernel.system import AnySystem
from tablelight.web.desk import words
from tablelight.web.render import RuleText

TABLE = "table"
_TABLE_RULES = {
    "pause": "Anyone may stop play at any moment. Nobody learns who asked; it is written down nowhere. "
    "The GM lets play go on.",
    "undo": "The GM may take back the last step, and the one before, and so on. Nothing is lost: what was taken back "
    "can be put back until somebody does something else. Players may take back their own last step where the table's "
    "option allows it.",
    "adjust": "The GM may set any value by hand, with a reason. It stands in the log like everything else.",
    "offers": "A seat may do what the table offers it, and nothing else.",
    "seats": "Everything is done from a seat. The GM adds and removes seats and gives out the links to them.",
    "options": "A table option changes a rule for this table. The GM chooses it between actions, and the log tells.",
    "stale": "An answer belongs to the question that was shown. If that has changed meanwhile, nothing happens.",
    "one-flow": "One thing is settled before the next begins, unless a rule lets somebody step in.",
}


def rule_text(book: RuleBook, rule: Rule) -> RuleText:
    """One rule as the page shows it."""
    bearing = tuple(words(option.id) for option in book.options.values() if rule.id in option.rules)
    return RuleText(f"{book.system}/{rule.id}", words(rule.id), rule.text, words(rule.section), rule.ruling, bearing)


def find_rule(systems: Iterable[AnySystem], name: str) -> RuleText | None:
    """The rule of this full name, such as "table/undo"."""
    system, _, rule_id = name.partition("/")
    if system == TABLE:
        text = _TABLE_RULES.get(rule_id)
        return RuleText(name, words(rule_id), text, "The table") if text else None
    for each in systems:
        if each.id == system:
            book = each.rules()
            rule = book.rules.get(rule_id)
            return rule_text(book, rule) if rule else None
    return None


def search_rules(system: AnySystem, query: str) -> tuple[RuleText, ...]:
    """The rules with all these words, those that are named by them first; all rules for an empty query."""
    book = system.rules()
    return tuple(rule_text(book, rule) for rule in book.search(query))
