"""Rules as data: read, checked, searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablelight.kernel.rules import load_rules

HEAD = 'system = "toy"\ntitle = "Toy"\nsummary = ""\n'


def rule(id: str, text: str = "x", more: str = "") -> str:
    return f'[[rule]]\nid = "{id}"\nsection = "Dice"\ntext = "{text}"\ndecides = "engine"\n{more}\n'


def write(folder: Path, text: str) -> Path:
    file = folder / "rules.toml"
    file.write_text(HEAD + text, "utf-8")
    return file


def test_rules_named_by_the_words_come_first(tmp_path: Path) -> None:
    book = load_rules(write(tmp_path, rule("reroll", "about ties") + rule("tie-wins") + rule("parties", "many people")))
    assert [one.id for one in book.search("tie")] == ["tie-wins", "reroll"]
    assert [one.id for one in book.search("")] == ["reroll", "tie-wins", "parties"]
    assert [one.id for one in book.search("dice many")] == ["parties"]


def test_a_rule_is_found_by_its_full_name_or_its_id(tmp_path: Path) -> None:
    book = load_rules(write(tmp_path, rule("reroll")))
    assert book.find("toy/reroll") is book.find("reroll") is not None
    assert book.find("other/reroll") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (rule("a", more='needs = ["b"]'), "rule a needs b, which is not there"),
        (rule("a", more="colour = 1"), "unknown field `colour`"),
        ("[[rule]]\nid = 1\n", "Expected `str`"),
        ("[[rule", "rules.toml"),
        (rule("a") + '[[option]]\nid="o"\nvalues=["x"]\ndefault="y"\ntext=""\n', "default y, not one of its values"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_rules(write(tmp_path, text))
