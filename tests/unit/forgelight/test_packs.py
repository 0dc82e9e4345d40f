"""Packs: the one that comes along, homebrew files, and what refuses to load."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelight.kernel.packs import MOST_BYTES, PackError, Part, read_bytes, read_document
from tablelight.systems.forgelight.content.packs import library, parts_of, starter
from tablelight.systems.forgelight.mechanics import Part as DamagePart
from tablelight.systems.forgelight.packs import PACKS

WORDS = ("name", "text", "kind", "gives", "effects", "do", "attack", "traits", "1", "cards", "of", "skills")

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


def test_the_starter_pack_keeps_every_rule_of_a_pack() -> None:
    assert PACKS.problems(PACKS.base_document) == ()
    assert PACKS.read(PACKS.write(PACKS.base_document)) == starter()


@pytest.mark.parametrize("part", PACKS.parts, ids=lambda part: part.key)
def test_every_entry_of_the_starter_pack_can_be_looked_at(part: Part) -> None:
    for key in PACKS.base_document[part.key]:
        shown = PACKS.show(PACKS.base_document, part, key)
        assert shown, key
        assert shown.cards or shown.sections


def test_a_pack_file_is_read_as_it_was_written() -> None:
    pack = PACKS.read(GOOD)
    text = PACKS.write(PACKS.document(pack))
    assert PACKS.read(text) == pack
    assert PACKS.write(read_document(text)) == text
    assert "zap" in library((pack,)).cards
    assert "attack" in library((pack,)).cards


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('id = "mine"', "", "id: it is missing; expected 1 to 80 characters"),
        ('id = "mine"', 'id = "Mine!"', "id: 'Mine!' is no id; expected at most 40 of a to z"),
        ('title = "Mine"', 'title = ""', "title: it is empty"),
        (
            'title = "Mine"',
            'title = "Mine"\nsystem = "chess"',
            "system: it is a pack for 'chess'; expected 'forgelight'",
        ),
        ('title = "Mine"', 'title = "Mine"\nspells = {}', "spells: there is no such part; expected one of author"),
        ('of = "sage"', 'of = "clerk"', "cards.zap.of: there is no 'clerk'; expected one of"),
        ("level = 1", "level = 11", "cards.zap.level: 11 is out of bounds; expected a whole number from 0 to 10"),
        ("level = 1", "level = 0", "cards.zap.level: it has no level; expected 1 to 10"),
        ("ap = 1", "ap = -1", "cards.zap.ap: -1 is out of bounds; expected a whole number from 0 to 10"),
        ("ap = 1", 'ap = "1"', "cards.zap.ap: '1' is there; expected a whole number"),
        ("ap = 1", "apples = 1", "cards.zap.apples: there is no such field; expected one of name, text"),
        ('name = "Zap"', "", "cards.zap.name: it is missing"),
        ('name = "Zap"', 'name = ""', "cards.zap.name: it is empty"),
        ('name = "Zap"', 'name = "Z\\u001b[2J"', "cards.zap.name: there are control signs in it"),
        (
            'target = "enemy"',
            'target = "nobody"',
            "cards.zap.target: there is no 'nobody'; expected one of enemy, ally",
        ),
        ('target = "enemy"', 'target = "self"', "cards.zap.target: an attack on self; expected enemy, ally or anyone"),
        ("1d6 storm", "1d6 sound", "cards.zap.attack.damage: '1d6 sound' can't be read; expected dice or a number"),
        ("1d6 storm", "999999d6 storm", "cards.zap.attack.damage: '999999d6 storm' can't be read"),
        (
            'status = "shaken"',
            'status = "sleepy"',
            "cards.zap.effects[0].status: there is no 'sleepy'; expected one of",
        ),
        (
            'do = "status"',
            'do = "dance"',
            "cards.zap.effects[0].do: there is no kind 'dance'; expected one of extra-dice",
        ),
        ('do = "status", ', "", "cards.zap.effects[0].do: it doesn't say what it does"),
        (
            'when = "power"',
            'when = "often"',
            "cards.zap.effects[0].when: there is no 'often'; expected one of play, hit",
        ),
        ("attack =", 'area = { shape = "burst", feet = 5 }\nattack =', "cards.zap.area: an area effect makes no"),
        ("attack =", "gives = { flies = true }\nattack =", "cards.zap.after: a standing bonus on a card with the mark"),
        ("[cards.zap]", "[cards.zap", "it can't be read"),
        ("[cards.zap]", "[cards.Zap]", "cards.Zap: the key is not written so; expected at most 40 of a to z"),
        ("[cards.zap]", '[cards."a:b"]', "cards.a:b: the key is not written so"),
        ("[cards.zap]", '[cards."../x"]', "cards.../x: the key is not written so"),
    ],
)
def test_a_wrong_word_is_told_with_file_place_and_what_would_be_right(old: str, new: str, expected: str) -> None:
    assert old in GOOD
    with pytest.raises(PackError) as error:
        PACKS.read(GOOD.replace(old, new, 1), "mine.toml")
    assert expected in "\n".join(f"{one.text}" for one in error.value.problems)
    assert str(error.value).startswith("mine.toml: ")


HEAD = 'id = "x"\ntitle = "X"\n'


@pytest.mark.parametrize(
    ("text", "place", "right"),
    [
        ('[gear.a]\nname = "A"\nkind = "weapon"', "gear.a.damage", "a weapon names its damage"),
        ('[gear.a]\nname = "A"\nkind = "shield"\nslots = ["weapon"]', "gear.a.slots[0]", "wildcard"),
        ('[foes.a]\nname = "A"\ncards = ["none"]', "foes.a.cards[0]", "one of attack, defend"),
        ('[foes.a]\nname = "A"\ncards = ["claws", "howl", "claws"]', "foes.a.cards[2]", "each card once"),
        ('[foes.a]\nname = "A"\nfigures = { health = 0 }', "foes.a.figures.health", "1 or more"),
        ('[foes.a]\nname = "A"\ngear = { armor = "sword" }', "foes.a.gear.armor", "weapon or wildcard"),
        ('[foes.a]\nname = "A"\nfigures = { wits = 3 }', "foes.a.figures.wits", "one of hit_score, health"),
        ('[foes.a]\nname = "A"\ngear = { head = "sword" }', "foes.a.gear.head", "one of weapon, wildcard, armor"),
        (
            '[traits.a]\nname = "A"\nsource = "general"\ngives = { skills = { naps = 1 } }',
            "traits.a.gives.skills.naps",
            "one of athletics",
        ),
        ('[traits.a]\nname = "A"', "traits.a.source", "one of race, class"),
        ('[races.a]\nname = "A"\ntraits = ["none"]', "races.a.traits[0]", "one of sturdy-bones"),
        ('[races.a]\nname = "A"\ntraits = "fleet"', "races.a.traits", "a list"),
        ('[statuses.a]\nname = "A"\nhurts = "a lot"', "statuses.a.hurts", "dice or a number"),
        ('[statuses.a]\nname = "A"\ngood = 1', "statuses.a.good", "true or false"),
        ('[skills.a]\nname = "A"\nattribute = "luck"', "skills.a.attribute", "one of strength"),
        (
            '[classes.a]\nname = "A"\nkey_attributes = ["focus", "focus"]\nsubclasses = []\ntraits = { 1 = "fleet" }',
            "classes.a.traits",
            "traits at class levels 1, 4 and 8 at least",
        ),
        (
            '[classes.a]\nname = "A"\nkey_attributes = ["focus"]\nsubclasses = []\ntraits = { 11 = "fleet" }',
            "classes.a.traits[11]",
            "a whole number from 1 to 10",
        ),
        (
            '[subclasses.a]\nname = "A"\nof = "sage"\ntraits = { 2 = "fleet" }',
            "subclasses.a.traits",
            "traits at class levels 2, 5 and 7, and no others",
        ),
        ('[cards.a]\nname = "A"\nkind = "foe"\neffects = [{ do = "heal" }]', "cards.a.effects[0].on", "self"),
        (
            '[cards.a]\nname = "A"\nkind = "foe"\neffects = [{ do = "heal", on = "self" }]',
            "cards.a.effects[0].amount",
            "2d6",
        ),
        (
            '[cards.a]\nname = "A"\nkind = "foe"\neffects = [{ do = "draw", on = "self", when = "hit" }]',
            "cards.a.effects[0].when",
            "a card with an attack",
        ),
        ("cards = 3", "cards", "each card under its key"),
    ],
)
def test_every_kind_of_entry_is_checked_at_its_place(text: str, place: str, right: str) -> None:
    found = {one.place: one.right for one in PACKS.problems(read_document(HEAD + text))}
    assert place in found, found
    assert right in found[place]


def test_ready_characters_keep_every_rule_of_a_sheet() -> None:
    wren = dict(PACKS.base_document["heroes"]["wren"])
    document = {"id": "x", "title": "X", "heroes": {"rill": {**wren, "skills": ["stealth"]}}}
    (problem,) = PACKS.problems(document)
    assert (problem.place, problem.right) == ("heroes.rill", "three different Skills")
    assert PACKS.problems({**document, "heroes": {"rill": wren}}) == ()


def test_all_problems_are_told_at_once_and_a_sound_entry_is_none() -> None:
    text = HEAD + '[cards.a]\nname = "A"\nkind = "foe"\nap = 99\n[foes.b]\nsize = 40\n[foes.c]\nname = "C"'
    places = [one.place for one in PACKS.problems(read_document(text))]
    assert places == ["cards.a.ap", "foes.b.name", "foes.b.size"]


def test_a_pack_that_is_too_large_or_too_deep_is_turned_away() -> None:
    with pytest.raises(PackError, match="the limit is"):
        read_document('{"id":"x","title":"' + "x" * MOST_BYTES + '"}')
    with pytest.raises(PackError):
        read_document('{"id":' + "[" * 100_000 + "]" * 100_000 + "}")
    with pytest.raises(PackError):
        read_document("a = " + "[" * 50_000 + "]" * 50_000)
    with pytest.raises(PackError, match="no UTF-8"):
        read_bytes(b"\xff\xfe\x00")
    many = {f"f{n}": {"name": "F"} for n in range(501)}
    assert "at most 500" in PACKS.problems({"id": "x", "title": "X", "foes": many})[0].right


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
        max_leaves=12,
    )
)
def test_whatever_stands_in_an_entry_is_told_and_never_raises(value: object) -> None:
    for part in PACKS.parts:
        document = {"id": "x", "title": "X", part.key: {"a": value}}
        found = PACKS.problems(document)
        assert all(one.path[:2] == (part.key, "a") for one in found)
        # Trying the entry alone tells the same.
        assert PACKS.try_entry(PACKS.look({"id": "x", "title": "X"}), part, "a", value).problems == found
        PACKS.show(document, part, "a")
        if not found:
            PACKS.typed(document)


def test_damage_as_written() -> None:
    assert parts_of("2d8 force + 1d4+2 ice") == (DamagePart(2, 8, "force"), DamagePart(1, 4, "ice", 2))
    assert parts_of("7 fire") == (DamagePart(0, 0, "fire", 7),)
    assert parts_of("") == ()
