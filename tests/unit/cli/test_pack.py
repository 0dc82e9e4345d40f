"""Checking packs from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.cli.conftest import Tablelight

PACK = """
id = "vale"
title = "The Vale"
[cards.lash]
name = "Lash"
kind = "class"
ap = 2
attack = { damage = "2d6 heat" }
"""


@pytest.fixture(autouse=True)
def _toy_games() -> None:
    """The games as they are installed, and no toys."""


def test_a_pack_is_checked_place_by_place(tablelight: Tablelight, tmp_path: Path) -> None:
    file = tmp_path / "vale.toml"
    file.write_text(PACK, "utf-8")
    shown = tablelight("pack", "check", file)
    assert shown.code == 1
    rows = [line.split("\t") for line in shown.out.splitlines()]
    assert [row[0] for row in rows] == [
        "cards.lash.attack.damage",
        "cards.lash.of",
        "cards.lash.level",
        "cards.lash.target",
    ]
    assert rows[0][1:] == ["'2d6 heat' can't be read", rows[0][2]]
    assert "such as 2d6+3 fire" in rows[0][2]
    assert "vale.toml: 4 things have to be put right." in shown.err
    right = PACK.replace("heat", "fire").replace('"class"', '"foe"\ntarget = "enemy"')
    file.write_text(right, "utf-8")
    shown = tablelight("pack", "check", file)
    assert (shown.code, shown.out) == (0, "The Vale is ready for a table: Ability Cards 1.\n")


def test_what_is_no_pack_is_told_too(tablelight: Tablelight, tmp_path: Path) -> None:
    file = tmp_path / "vale.json"
    for text, said in (
        ("{", "it can't be read"),
        ("", "it is missing"),
        ('{"system": "forgelight", "id": "a\\u001b[2J", "title": "T"}', "is no id"),
    ):
        file.write_text(text, "utf-8")
        shown = tablelight("pack", "check", file)
        assert shown.code == 1
        assert said in shown.out
        assert "\x1b" not in shown.out
    assert tablelight("pack", "check", tmp_path / "none").code == 2
    assert tablelight("pack", "bake", file).code == 2
    file.write_text('{"id": "a", "title": "A", "system": "torchlite"}', "utf-8")
    assert "takes no packs" in tablelight("pack", "check", file).err
    assert tablelight("pack", "check", file, "--game", "forgelight").code == 1
