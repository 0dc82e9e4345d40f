"""Packs: the one that comes along, homebrew files, and what refuses to load."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablelight.systems.forgelight.content.packs import (
    PackError,
    library,
    load_pack,
    parts_of,
    read_pack,
    save_pack,
    starter,
    write_pack,
)
from tablelight.systems.forgelight.mechanics import Part

GOOD = """
id = "mine"
title = "Mine"
[cards.zap]
name = "Zap"
kind = "class"
of = "sage"
level = 1
ap = 1
target = "enemy"
attack = { with_ = "card", attribute = "focus", damage = "1d6 storm" }
effects = [{ do = "status", when = "power", status = "shaken" }]
"""


def test_the_starter_pack_has_what_a_table_needs() -> None:
    pack = starter()
    assert len(pack.races) == 6
    assert len(pack.classes) == 4
    assert [len(kind.subclasses) for kind in pack.classes.values()] == [0, 3, 3, 3]
    assert len([t for t in pack.traits.values() if t.source == "general"]) == 12
    assert len([t for t in pack.traits.values() if t.source == "legendary"]) == 4
    assert len(pack.crystals) == 2
    assert len(pack.gear) == 20
    assert len(pack.companions) == 3
    assert len([card for card in pack.cards.values() if card.kind == "companion"]) == 12
    assert len(pack.foes) == 16
    assert len(pack.heroes) == 4


@pytest.mark.parametrize("kind", starter().classes)
def test_a_class_has_five_cards_of_level_1_and_enough_for_levels_1_to_5(kind: str) -> None:
    levels = [starter().cards[card].level for card in library().class_cards(kind)]
    assert levels.count(1) == 5
    for level in range(1, 6):
        assert len([one for one in levels if one <= level]) >= 2 * level


def test_a_pack_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    pack = read_pack(GOOD)
    assert read_pack(write_pack(pack)) == pack
    save_pack(pack, tmp_path / "mine.json")
    assert load_pack(tmp_path / "mine.json") == pack
    assert "zap" in library((pack,)).cards
    assert "attack" in library((pack,)).cards


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('id = "mine"', "", "missing required field `id`"),
        ('of = "sage"', 'of = "clerk"', "cards.zap: there is no class 'clerk'; expected one of bruiser"),
        ("level = 1", "level = 11", "cards.zap: level 11: expected 1 to 10"),
        ("ap = 1", "ap = -1", "cards.zap: a cost is 0 or more"),
        ("ap = 1", "apples = 1", "unknown field `apples`"),
        ('target = "enemy"', 'target = "nobody"', "Invalid enum value 'nobody'"),
        ('target = "enemy"', 'target = "self"', "cards.zap: an attack needs a target"),
        ("1d6 storm", "1d6 sound", "cards.zap: '1d6 sound': expected dice and one of sharp"),
        ('status = "shaken"', 'status = "sleepy"', "cards.zap: there is no status 'sleepy'"),
        ('do = "status"', 'do = "dance"', "Invalid value 'dance'"),
        ('when = "power"', 'when = "often"', "Invalid enum value 'often'"),
        ("attack =", 'area = { shape = "burst", feet = 5 }\nattack =', "makes no Attack Roll"),
        ("[cards.zap]", "[cards.zap", "mine.toml: "),
    ],
)
def test_a_wrong_word_is_told_with_file_key_and_what_was_expected(old: str, new: str, expected: str) -> None:
    with pytest.raises(PackError) as error:
        read_pack(GOOD.replace(old, new, 1), "mine.toml")
    assert expected in str(error.value)
    assert str(error.value).startswith("mine.toml: ")


def test_gear_and_foes_and_traits_are_checked_too() -> None:
    head = 'id = "x"\ntitle = "X"\n'
    for text, expected in (
        ('[gear.a]\nname = "A"\nkind = "weapon"', "a weapon names its attribute and its damage"),
        ('[gear.a]\nname = "A"\nkind = "shield"\nslots = ["weapon"]', "a shield fits wildcard"),
        ('[foes.a]\nname = "A"\ncards = ["none"]', "there is no card 'none'"),
        ('[foes.a]\nname = "A"\nfigures = { wits = 3 }', "there is no figure 'wits'"),
        ('[traits.a]\nname = "A"\nsource = "general"\ngives = { skills = { naps = 1 } }', "there is no skill 'naps'"),
        ('[races.a]\nname = "A"\ntraits = ["none"]', "there is no trait 'none'"),
        (
            '[classes.a]\nname = "A"\nkey_attributes = ["focus", "focus"]\nsubclasses = []\ntraits = { 1 = "fleet" }',
            "expected traits at class levels 1, 4 and 8",
        ),
    ):
        with pytest.raises(PackError, match=expected):
            read_pack(head + text)


def test_damage_as_written() -> None:
    assert parts_of("2d8 force + 1d4+2 ice") == (Part(2, 8, "force"), Part(1, 4, "ice", 2))
    assert parts_of("7 fire") == (Part(0, 0, "fire", 7),)
    assert parts_of("") == ()
