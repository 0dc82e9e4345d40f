"""The starter pack and the ready beginning: what is there, and that wrong content refuses to load."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite.content.pack import dice_of, load_pack, starter_pack
from tablelight.systems.actlite.content.people import character
from tablelight.systems.actlite.content.starts import read_start

PACK = Path(str(files("tablelight.systems.actlite.content") / "pack"))


def test_the_starter_pack_is_complete() -> None:
    pack = starter_pack()
    assert len(pack.weapons) == 16
    assert len(pack.armors) == 8
    assert [table.size for table in pack.archetypes.values() if table.skills] == [8, 8, 8, 8]
    assert sum(not one.modifier for one in pack.hexes.values()) == 16
    assert sum(one.modifier for one in pack.hexes.values()) == 8
    assert len(pack.specials) == 6
    assert len(pack.opponents) == 12
    assert len(pack.people) == 4
    assert len(pack.levels) == 20
    assert {good.level for good in pack.goods.values()} == set(range(1, 21))


@pytest.mark.rule("actlite/weapon-block")
def test_the_club_is_the_books_club() -> None:
    club = starter_pack().weapons["club"]
    assert club.tags == ("pole", "one-handed")
    assert club.speed == (1, 2)
    assert (club.strikes[0].damage, club.strikes[0].type) == ("1d4", "B")
    trigger = club.strikes[0].triggers[0]
    assert (trigger.when, trigger.effect.do, trigger.effect.condition) == ("on 6", "inflict", "stun")


def test_everybody_of_the_pack_comes_to_the_table() -> None:
    pack = starter_pack()
    for key, person in {**pack.people, **pack.opponents}.items():
        who = character(pack, person, "pc")
        assert who.crit == who.max_crit, key
        assert all(lacking not in who.scores for lacking in person.lacks), key


def test_there_is_a_ready_beginning() -> None:
    (start,) = SYSTEM.starts()
    assert start.key == "demo"
    assert [place.seat for place in start.places] == ["gm", "p1", "p2"]


def test_dice_are_read_from_text() -> None:
    assert dice_of("2d4") == (4, 4)
    assert dice_of("") == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("weapons.toml", 'damage = "1d8"', 'damage = "eight"', "weapons.toml: marsh-saber"),
        ("weapons.toml", 'type = "Severing"', 'type = "Sawing"', "should be B, P, S or one of"),
        ("weapons.toml", "speed = [1, 2]", 'speed = ["fast"]', "weapons.toml: club: Expected `int`"),
        ("armor.toml", "new = { B = 1, P = 0, S = 1 }", "new = { B = 2 }", "armor.toml: quilted-coat"),
        ("archetypes.toml", 'condition = "bleed"', 'condition = "bored"', "archetypes.toml: warden"),
        ("archetypes.toml", 'do = "push"', 'do = "inflict"', "inflict needs a condition"),
        ("hexes.toml", '"ember", "gust"', '"ember", "dust"', "there is no hex 'dust'"),
        ("consequences.toml", "least = 6, most = 6", "least = 5, most = 6", "a 5 is covered twice"),
        ("parties.toml", "least = 6, most = 6", "least = 7, most = 7", "parties.toml: party-d6: a 6 is not covered"),
        ("parties.toml", 'fate = "saved"', 'fate = "sold"', "parties.toml: party-d6"),
        ("goods.toml", 'weapon = "club"', 'weapon = "cub"', "there is no weapon 'cub'"),
        ("levels.toml", "level = 20", "level = 21", "there should be the levels 1 to 20"),
        ("people.toml", '"Open wound"', '"Open hand"', "there is no skill 'Open hand'"),
        ("opponents.toml", "crit = 2", "crit = [", "opponents.toml"),
        ("cards.toml", "[fire]", "[fire]\nsize = 3", "unknown field `size`"),
    ],
)
def test_wrong_content_names_the_file_and_what_was_expected(
    tmp_path: Path, file: str, old: str, new: str, told: str
) -> None:
    shutil.copytree(PACK, tmp_path / "pack")
    path = tmp_path / "pack" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ValueError, match=r"\.toml") as error:
        load_pack(tmp_path / "pack")
    assert told in str(error.value)


def test_a_wrong_beginning_names_its_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('key = "bad"\n', "utf-8")
    with pytest.raises(ValueError, match=r"bad\.toml"):
        read_start(path)
