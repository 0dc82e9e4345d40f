"""The starter pack: complete, consistent, and refused with file, key and expectation where it is wrong."""

from __future__ import annotations

import shutil
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from tablelight.systems.rogue_spire.content import load, pack
from tablelight.systems.rogue_spire.content.starts import read_start, starts
from tablelight.systems.rogue_spire.events import CharacterJoined, EncounterBegan
from tablelight.systems.rogue_spire.state import ORIGINS

SOURCE = Path(str(files("tablelight.systems.rogue_spire.content")))


def test_the_pack_has_what_was_promised() -> None:
    items = pack()
    assert Counter(trait.origin for trait in items.traits.values()) == dict.fromkeys(ORIGINS, 8)
    assert len(items.talents) == 24
    assert {talent.trait for talent in items.talents.values()} == set(items.traits)
    assert len(items.opponents) == 8
    assert len(items.characters) == 6
    assert list(items.levels) == list(range(2, 11))


@pytest.mark.rule("rogue-spire/talent-needs-trait")
def test_some_talents_have_a_number_some_a_die_and_all_do_something() -> None:
    talents = pack().talents.values()
    assert any(talent.td for talent in talents)
    assert any(talent.td_die for talent in talents)
    assert all(talent.effects for talent in talents)


def test_ready_characters_are_made_by_the_creation_table() -> None:
    creation = pack().creation
    packages = {(one.vitality, one.skill) for one in creation.package.values()}
    for who in pack().characters.values():
        sizes = [die.sides for die in who.dice.values()]
        assert (sizes[0], tuple(sizes[1:])) in packages
        assert Counter(trait.origin for trait in who.traits.values()) == creation.traits
        assert len(who.talents) == creation.talents
        assert (who.kind, who.limit, who.xp) == ("pc", creation.limit, 0)


def test_the_demo_has_four_players_and_a_hidden_foe_in_an_encounter() -> None:
    (demo,) = starts()
    assert demo.key == "demo"
    assert demo.places[0].name == "Spire Master"
    joined = [event.character for event in demo.events if isinstance(event, CharacterJoined)]
    assert [str(who.seat) for who in joined if who.kind == "pc"] == ["p1", "p2", "p3", "p4"]
    assert [who.name for who in joined if who.hidden] == ["Someone in the Rafters"]
    assert any(isinstance(event, EncounterBegan) for event in demo.events)


# ---------------------------------------------------------------------- what is refused


def broken(tmp_path: Path, name: str, old: str, new: str) -> Path:
    """A copy of the pack with one thing changed."""
    folder = tmp_path / "content"
    shutil.copytree(SOURCE, folder)
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), "utf-8")
    return folder


WRONG = {
    "traits.toml": [
        ('origin = "background"', 'origin = "magic"', r"ratcatcher: .*'magic'"),
        ("[ratcatcher]", "[ratcatcher", r"traits.toml: "),
    ],
    "talents.toml": [
        (
            'trait = "ratcatcher"',
            'trait = "cook"',
            r"cornered-rat: there is no trait 'cook'; expected one of",
        ),
        ("td = 4\n", "td = 4\ntd_die = 8\n", r"cornered-rat: expected td or td_die, not both"),
        ("td = 4\n", "td_die = 7\n", r"cornered-rat: .*7"),
        ('does = "strain"', 'does = "maim"', r"cornered-rat: .*'maim'"),
        ('status = "Cornered"', 'status = ""', r"cornered-rat: effects\[1\]: expected a status"),
        ('"strain" }', '"strain", to = "self" }', r"cornered-rat: effects\[0\]: expected to = 'target'"),
        ("about = ", "abuot = ", r"cornered-rat: .*abuot"),
    ],
    "creation.toml": [
        ("innate = 1", "innate = 9", r"traits.innate: expected 0 to 8, not 9"),
        ("vitality = 6", "vitality = 7", r"creation.toml: .*7"),
    ],
    "levels.toml": [
        ("level = 3", "level = 4", r"level 4: expected level 3"),
        ("limit = 90", "limit = 50", r"level 3: expected a limit over 50, not 50"),
    ],
    "opponents.toml": [('["cat-eyed"]', '["dog-eyed"]', r"cellar-rats: there is no trait 'dog-eyed'")],
    "characters.toml": [
        ('["out-of-the-dark"]', '["not-there"]', r"wren: the talent not-there needs the trait nimble"),
        ("vitality = 6", 'vitality = "six"', r"wren: Expected `int`"),
    ],
}


@pytest.mark.parametrize(
    ("name", "old", "new", "told"), [(name, *one) for name, several in WRONG.items() for one in several]
)
def test_wrong_content_is_refused(tmp_path: Path, name: str, old: str, new: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as refused:
        load(broken(tmp_path, name, old, new))
    assert str(refused.value).startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"wren"', '"nobody"', r"demo.toml: characters: 'nobody'; expected some of wren"),
        ('entry = "ash-hound"', 'entry = "cat"', r"demo.toml: opponent\[1\].entry: 'cat'; expected one of cellar-rats"),
        ("encounter = true", "encouter = true", r"demo.toml: .*encouter"),
    ],
)
def test_a_wrong_beginning_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    folder = broken(tmp_path, "starts/demo.toml", old, new)
    with pytest.raises(ValueError, match=told):
        read_start(folder / "starts" / "demo.toml", pack())
