"""Chances over the wire: who is told, what comes of half a form and of a bad one, and that nothing changes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.served import Browser, Served, prompt_of, served

from tablelight.kernel.system import find_system
from tablelight.odds import torchlite as t
from tablelight.odds.answer import percent
from tablelight.odds.distribution import sure


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with served(tmp_path, {"torchlite": find_system("torchlite")}) as running:
        yield running


def seated(server: Served, *seats: str) -> list[Browser]:
    gm = server.browser()
    gm.create("torchlite", start="demo")
    players: list[Browser] = []
    for seat in seats:
        player = server.browser()
        player.join(gm.invite(seat), f"At {seat}")
        players.append(player)
    return [gm, *players]


def ask(browser: Browser, seat: str, key: str, at: str, **fields: Any) -> httpx.Response:
    return browser.post(f"/table/{browser.table}/chances", {"seat": seat, "key": key, "at": at, **fields})


def under_attack(gm: Browser, ann: Browser) -> tuple[str, int]:
    """Ann attacks, the knight has rolled and named a total: the number of Ann's question, and that total."""
    ann.must("p1", "act-stress", what="strike", targets="knight", stress="damaged", magic="no")
    gm.must("gm", "roll:knight", at=prompt_of(gm.page("gm").text), traits=["brawn", "soldier"])
    page = gm.page("gm").text
    picked = re.search(r'<form class="pick[^>]*>(.*?)</form>', page, re.S)
    if picked:  # with two ones there was nothing to choose
        names = re.findall(r'name="f\.(total|effect)" value="([^"]+)"', picked[1])
        args: dict[str, Any] = {kind: [value for name, value in names if name == kind] for kind in ("total", "effect")}
        gm.must("gm", "take:knight", at=prompt_of(page), **args)
    said = re.findall(r"Gate Knight: total (\d+)", gm.page("gm").text)
    return str(prompt_of(ann.page("p1").text)), int(said[-1])


def test_a_seat_is_told_the_chances_of_what_its_form_holds(server: Served) -> None:
    gm, ann = seated(server, "p1")
    at, bar = under_attack(gm, ann)
    length = server.store.length(gm.table)
    for traits, dice in ((["brawn"], (10,)), (["brawn", "scoundrel"], (10, 8))):
        answer = ask(ann, "p1", "roll", at, **{"f.traits": traits})
        assert answer.status_code == 200
        assert percent(t.wins(t.margin(t.total(dice), sure(bar)))) in answer.text
    assert server.store.length(gm.table) == length
    assert '<svg class="chart-svg"' not in answer.text
    drawn = ask(ann, "p1", "roll", at, **{"f.traits": ["brawn"], "chart": "yes"}).text
    assert "chart-svg" in drawn
    assert "<table>" in drawn


def test_half_a_form_and_a_bad_one_get_a_hint_or_nothing(server: Served) -> None:
    gm, ann = seated(server, "p1")
    at, _ = under_attack(gm, ann)
    for fields in (
        {},
        {"f.traits": ["brawn", "agility"]},
        {"f.traits": ["nonsense", "<b>", "brawn"]},
        {"f.traits": ["brawn"] * 400},
        {"f.traits": "x" * 20_000},
        {"f.nonsense": "1", "assume.against": "1000000d1000000", "assume.": "x"},
    ):
        answer = ask(ann, "p1", "roll", at, **fields)
        assert answer.status_code == 200, fields
        assert "%" not in answer.text
        assert "<b>" not in answer.text


def test_only_what_is_offered_to_the_seat_now_has_chances(server: Served) -> None:
    gm, ann = seated(server, "p1")
    at, _ = under_attack(gm, ann)
    good = {"f.traits": ["brawn"]}
    assert "success" in ask(ann, "p1", "roll", at, **good).text
    assert ask(ann, "p1", "roll", "new", **good).text == ""
    assert ask(ann, "p1", "roll", "99", **good).text == ""
    assert ask(ann, "p1", "roll:knight", at, **good).text == ""
    assert ask(ann, "p1", "nothing", at, **good).text == ""
    assert ask(ann, "p1", "act-stress", "new").text == ""  # a form without a roll
    for seat in ("gm", "p2", "watch", ""):
        assert ask(ann, seat, "roll", at, **good).status_code == 403
    stranger = server.browser()
    stranger.table = ann.table
    assert ask(stranger, "p1", "roll", at, **good).status_code == 403
    elsewhere = ann.http.post(f"/table/{ann.table}/chances", data={"seat": "p1"}, headers={"origin": "http://else"})
    assert elsewhere.status_code == 403


def test_the_form_of_an_offer_has_room_for_its_chances_only_where_it_has_some(server: Served) -> None:
    gm, ann = seated(server, "p1")
    under_attack(gm, ann)
    page = ann.page("p1").text
    assert 'class="chances"' in page
    offer = ann.get(f"/table/{ann.table}/offer?seat=p1&at=new&key=pp-asset").text
    assert 'class="chances' not in offer
