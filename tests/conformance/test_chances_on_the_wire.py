"""The chances that a player is told: the same bytes, whatever only the GM knows; and no fault, whatever is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.served import Browser, Served, served

from tablelight.kernel.offers import Field, Offer, Seat
from tablelight.kernel.system import find_system
from tablelight.odds import at_table

P1 = Seat("p1")
MARK = "Xyzzy4711"
MOST = 6
"""Choices of one field that are tried."""

SECRETS = {
    "torchlite": {
        "characters.knight.attributes.0.die": ("4", "12"),
        "characters.knight.roles.0.die": ("4", "12"),
        "characters.knight.notes": ("nothing", MARK),
        "characters.crossbow.name": ("Crossbow", MARK),
        "bank": ("0", "9"),
    },
    "rogue-spire": {
        "characters.stair-warden.notes": ("nothing", MARK),
        "characters.someone-in-the-rafters.name": ("Somebody", MARK),
        "characters.someone-in-the-rafters.dice.d8.sides": ("8", "12"),
    },
    "actlite": {
        "characters.footpad.scores.AGI": ("1", "5"),
        "characters.footpad.scores.STR": ("0", "6"),
        "characters.footpad.scores.PER": ("0", "6"),
        "characters.footpad.armor.name": ("nothing", MARK),
        "characters.toll-guard.scores.AGI": ("0", "7"),
        "characters.captain-reeve.scores.WIL": ("1", "7"),
        "characters.captain-reeve.scores.SOC": ("0", "6"),
        "hexes.peal": (
            '{"name": "Peal", "base_dc": 4, "effects": [{"do": "damage", "dice": "1d4"}]}',
            '{"name": "Peal", "base_dc": 13, "effects": [{"do": "crit", "dice": "2d6"}, {"do": "push"}]}',
        ),
        "archetypes.bell": (
            '{"name": "Bell", "skills": [{"name": "Loud"}, {"name": "Low"}], "cost": [1]}',
            f'{{"name": "Bell", "skills": [{{"name": "{MARK}"}}, {{"name": "{MARK}2"}}], "cost": [1]}}',
        ),
        "parties.river": (
            '{"name": "River", "die": 4, "rows": [{"least": 1, "most": 4, "fate": "saved"}]}',
            f'{{"name": "{MARK}", "die": 4, "rows": [{{"least": 1, "most": 4, "fate": "death"}}]}}',
        ),
    },
    "forgelight": {
        "beings.bandit.assigned.precision": ("0", "3"),
        "beings.bandit.figures.hit_score": ("9", "19"),
        "beings.bandit.health": ("18", "2"),
        "beings.captain.notes": ("nothing", MARK),
        "beings.skeleton.figures.hit_score": ("9", "19"),
    },
}
"""What only the GM knows of each game's demo, in two versions."""

OPTIONS = {"torchlite": {"opposed-roll-order": "actor-first"}, "actlite": {"cash": "on", "hexes": "on"}}

BEFORE: dict[str, tuple[tuple[str, str, dict[str, Any]], ...]] = {
    "torchlite": (("p1", "act-stress", {"what": "strike", "targets": "knight", "stress": "damaged", "magic": "no"}),),
    "rogue-spire": (("p1", "act", {"what": "cut", "target": "stair-warden/d10", "trait": "none", "talent": "none"}),),
    "actlite": (
        ("gm", "find-hex", {"who": "wren-hollow", "hexes": "peal", "author": "wren-hollow"}),
        ("gm", "xp", {"who": "wren-hollow", "xp": "9"}),
    ),
    "forgelight": (("gm", "put", {"who": "bandit", "cell": "3,3"}),),
}
"""What happens first, so that there is something to roll."""


def seated(server: Served, system: str, version: int) -> tuple[Browser, Browser]:
    gm = server.browser()
    gm.create(system, start="demo")
    ann = server.browser()
    ann.join(gm.invite("p1"), "Ann")
    for option, value in OPTIONS.get(system, {}).items():
        done = gm.act("option", seat="gm", id=option, value=value)
        assert done.status_code == 204, done.text
    for path, values in SECRETS[system].items():
        done = gm.act("adjust", seat="gm", path=path, value=values[version], reason="a secret")
        assert done.status_code == 204, (path, done.text)
    for seat, key, args in BEFORE[system]:
        (gm if seat == "gm" else ann).must(seat, key, **args)
    if system == "rogue-spire":
        gm.must("gm", "call-skilled", at=prompt(server, gm), trait="stealthy", td="4")
    return gm, ann


def prompt(server: Served, browser: Browser) -> int:
    return server.house.hubs[browser.table].live.table.pending[1]


def offers(server: Served, browser: Browser, seat: Seat) -> Iterator[tuple[Offer, str]]:
    menu = server.house.hubs[browser.table].live.table.menu(seat)
    yield from ((offer, str(menu.prompt or 0)) for offer in menu.asked if not offer.refused)
    yield from ((offer, "new") for offer in menu.also if not offer.refused)


def forms(offer: Offer) -> Iterator[dict[str, Any]]:
    """A form filled in with what comes first, and with each choice of each field in turn."""
    base = {f"f.{field.name}": usual(field) for field in offer.fields}
    yield {}
    yield base
    for field in offer.fields:
        legal = [choice.key for choice in field.choices if not choice.refused][:MOST]
        if field.kind == "many":
            yield base | {f"f.{field.name}": legal}
        for key in legal:
            yield base | {f"f.{field.name}": key}


def usual(field: Field) -> Any:
    if isinstance(field.default, tuple):
        return list(field.default)
    if field.default is not None:
        return str(field.default)
    legal = [choice.key for choice in field.choices if not choice.refused]
    return legal[0] if legal else "1"


def told(server: Served, system: str, browser: Browser, seat: Seat) -> dict[str, str]:
    """Every answer about every form that this seat may fill in."""
    found: dict[str, str] = {}
    for offer, at in offers(server, browser, seat):
        if not at_table.teller(system, offer):
            continue
        for fields in forms(offer):
            sent = {"seat": seat, "key": offer.key, "at": at, "chart": "yes", **fields}
            answer = browser.post(f"/table/{browser.table}/chances", sent)
            assert answer.status_code == 200, (offer.key, fields, answer.text)
            found[f"{offer.key} {fields}"] = answer.text
    return found


@pytest.mark.parametrize("system", SECRETS)
def test_a_players_chances_tell_nothing_that_only_the_gm_knows(tmp_path: Path, system: str) -> None:
    answers: list[dict[str, str]] = []
    for version in (0, 1):
        with served(tmp_path / str(version), {system: find_system(system)}) as server:
            gm, ann = seated(server, system, version)
            answers.append(told(server, system, ann, P1))
            if system == "forgelight":  # a hidden threshold
                gm.must("gm", "check", who="wren", skill="agility", threshold=str(10 + 9 * version))
                answers[-1] |= told(server, system, ann, P1)
            assert MARK not in "".join(ann.seen)
    assert answers[0] == answers[1]
    assert sum("%" in text for text in answers[0].values()) > 3
    if system == "actlite":
        asked = {about.partition(" ")[0] for about in answers[0]}
        assert {"attack", "check", "study", "activate", "roll-table", "buy"} <= asked


@pytest.mark.parametrize("system", [system for system in SECRETS if system != "rogue-spire"])
def test_the_gms_chances_differ_where_a_secret_counts(tmp_path: Path, system: str) -> None:
    """Else the test above would show nothing. In the Rogue Spire no number that counts is secret."""
    found: list[dict[str, str]] = []
    for version in (0, 1):
        with served(tmp_path / str(version), {system: find_system(system)}) as server:
            gm, _ = seated(server, system, version)
            found.append(told(server, system, gm, Seat("gm")))
            if system == "forgelight":
                form = {"f.who": "bandit", "f.skill": "precision", "f.threshold": "12"}
                sent = {"seat": "gm", "key": "check", "at": "new", **form}
                found[-1]["the bandit"] = gm.post(f"/table/{gm.table}/chances", sent).text
                assert "success" in found[-1]["the bandit"]
    assert found[0] != found[1]
