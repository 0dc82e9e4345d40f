"""Folded offers: the page holds what they are called, and fetches a form when somebody opens one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.pool import POOL, Thing
from support.served import Browser, Served, prompt_of, served

from tablelight.kernel.offers import Choice, Field, Offer, Seat
from tablelight.web import render

PICK = Field("kind", "Kind", "choice", (Choice("a", "A"), Choice("b", "B")))
HTMX = {"hx-request": "true"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, {"pool": POOL}) as running:
        yield running


@pytest.fixture
def seated(server: Served) -> tuple[Browser, Browser]:
    """The GM, and Ann in the first seat."""
    gm, ann = server.browser(), server.browser()
    gm.create("pool")
    assert ann.join(gm.invite("p1"), "Ann").status_code == 303
    return gm, ann


def links(page: str) -> list[str]:
    """The addresses of the forms that a page can unfold."""
    return [unescape(found) for found in re.findall(r'href="(/table/[^"]*/offer\?[^"]*)" data-form', page)]


def fetch(browser: Browser, seat: str, key: str, at: int | str = "new") -> tuple[int, str]:
    """A form as the page fetches it."""
    path = f"/table/{browser.table}/offer?seat={seat}&at={at}&key={key}"
    answer = browser.http.get(path, headers=HTMX)
    return answer.status_code, answer.text


def hidden(form: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form))


def test_a_page_holds_no_form_of_a_folded_offer_but_the_way_to_it(seated: tuple[Browser, Browser]) -> None:
    _, ann = seated
    page = ann.page("p1").text
    assert "Throw the pool" in page
    assert 'name="f.why"' not in page
    assert f"/table/{ann.table}/offer?seat=p1&at=new&key=throw" in links(page)


def test_the_form_comes_when_it_is_asked_for_and_can_be_sent(seated: tuple[Browser, Browser]) -> None:
    _, ann = seated
    status, form = fetch(ann, "p1", "throw")
    assert status == 200
    assert 'name="f.why"' in form
    fields = hidden(form)
    assert fields == {"seat": "p1", "key": "throw", "at": "new", "command": ""}
    assert ann.act("do", **fields, **{"f.why": "to see"}).status_code == 204
    assert prompt_of(ann.page("p1").text)


def test_the_main_answer_to_a_question_lies_open_and_the_others_unfold(seated: tuple[Browser, Browser]) -> None:
    main, other = (
        Offer("take", "Take", (PICK,), main=True),
        Offer("push", "Push", (PICK,), note="harder", cost="1"),
    )
    turn = render.Turn("t", "p1", "Ann", "Which?", at=7, asked=(other, main))
    html = render.asked(render.asked_of(turn))
    assert html.count('name="f.kind"') == 2  # the two radio buttons of the main one
    assert html.index('data-key="take"') < html.index("harder")
    assert "at=7&amp;key=push" in html


def test_a_form_of_an_answer_is_had_while_its_question_stands(seated: tuple[Browser, Browser]) -> None:
    _, ann = seated
    at = ann.must("p1", "throw", why="")
    status, form = fetch(ann, "p1", "take", at)
    assert (status, hidden(form)["at"]) == (200, str(at))
    assert fetch(ann, "p1", "take", at - 1)[0] == 409
    assert fetch(ann, "p1", "take")[0] == 409  # an answer begins nothing
    ann.must("p1", "give-up", at=at)
    status, told = fetch(ann, "p1", "take", at)
    assert status == 409
    assert 'id="toasts"' in told


def test_a_seat_gets_its_own_forms_only(seated: tuple[Browser, Browser], server: Served) -> None:
    gm, ann = seated
    watcher = server.browser()
    watcher.join(gm.invite("watch"), "Wat")
    assert fetch(gm, "gm", "hide")[0] == 200
    assert fetch(ann, "gm", "hide")[0] == 403
    assert fetch(ann, "p1", "hide")[0] == 409
    assert fetch(watcher, "watch", "throw")[0] == 409
    assert fetch(watcher, "p1", "throw")[0] == 403
    stranger = server.browser()
    stranger.table = ann.table
    for seat in ("p1", "gm", "watch", ""):
        assert fetch(stranger, seat, "throw")[0] == 403


def test_a_question_to_one_seat_is_no_other_seats(seated: tuple[Browser, Browser], server: Served) -> None:
    gm, ann = seated
    bo = server.browser()
    bo.join(gm.invite("p2"), "Bo")
    at = ann.must("p1", "throw", why="")
    assert fetch(ann, "p1", "take", at)[0] == 200
    assert fetch(bo, "p2", "take", at)[0] == 409
    assert fetch(gm, "gm", "take", at)[0] == 409


def test_what_may_not_be_done_says_why_instead_of_its_form(seated: tuple[Browser, Browser], server: Served) -> None:
    _, ann = seated
    table = server.house.hubs[ann.table].live.table
    table.game.state = replace(table.state, things=(Thing("Ledge", 8, Seat("p1")),) * 10)
    ann.act("say", seat="p1", text="Enough!")
    assert "ten things already" in ann.page("p1").text
    assert not [link for link in links(ann.page("p1").text) if "key=throw" in link]
    status, told = fetch(ann, "p1", "throw")
    assert status == 409
    assert "ten things already" in told


@pytest.mark.parametrize("key", ["", "nothing", "%00", "../do", "throw%2Fx", "x" * 3000, "%3Cscript%3E"])
def test_a_form_that_there_is_not_is_refused(seated: tuple[Browser, Browser], key: str) -> None:
    _, ann = seated
    status, told = fetch(ann, "p1", key)
    assert status == 409
    assert "<script>" not in told
    assert fetch(ann, "p1", "throw", at="%FF")[0] == 409


def test_without_script_a_folded_offer_leads_to_a_page_of_its_own(seated: tuple[Browser, Browser]) -> None:
    _, ann = seated
    (link,) = [each for each in links(ann.page("p1").text) if each.endswith("key=throw")]
    page = ann.get(link).text
    assert "<!doctype html>" in page
    assert 'name="f.why"' in page
    assert f'href="/table/{ann.table}?seat=p1"' in page
    answer = ann.post(f"/table/{ann.table}/do", {**hidden(page), "f.why": "to see"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{ann.table}?seat=p1")


def test_a_late_beginning_never_answers_a_question(seated: tuple[Browser, Browser]) -> None:
    """A form that begins something says so: should its key be an answer's key by now, it is out of date."""
    _, ann = seated
    at = ann.must("p1", "throw", why="")
    late = ann.act("do", seat="p1", key="give-up", at="new")
    assert late.status_code == 409
    assert prompt_of(ann.page("p1").text) == at


def test_what_did_not_change_is_not_sent_again(seated: tuple[Browser, Browser]) -> None:
    gm, ann = seated
    with ann.socket("p1") as at_ann, gm.socket("gm") as at_gm:
        at = ann.must("p1", "throw", why="")
        told = at_gm.next()
        assert 'id="asked"' in told
        for part in ("house", "seats", "party", "safety", "options"):
            assert f'id="{part}"' not in told
        at_ann.next()
        ann.must("p1", "give-up", at=at)
        told = at_ann.until("gives up")
        assert 'id="house"' not in told


def views_of(server: Served, table: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """For which seats the view is worked out from now on."""
    system = server.house.hubs[table].live.table.system
    seen: list[str] = []
    view = system.view
    monkeypatch.setitem(vars(system), "view", lambda game, seat: seen.append(seat) or view(game, seat))
    return seen


def test_nothing_is_worked_out_for_a_table_that_nobody_watches(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    gm = server.browser()
    gm.create("pool")
    gm.page("gm")
    seen = views_of(server, gm.table, monkeypatch)
    at = gm.must("gm", "throw", why="")
    gm.must("gm", "give-up", at=at)
    assert seen == []
    with gm.socket("gm") as one, gm.socket("gm") as two:
        seen.clear()
        gm.must("gm", "throw", why="")
        assert one.next() == two.next()
        assert seen == ["gm"]  # once for both pages


def test_all_who_only_watch_share_one_view(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    gm = server.browser()
    gm.create("pool")
    watchers = [server.browser() for _ in range(3)]
    for browser in watchers:
        browser.join(gm.invite("watch"), "Wat")
    with watchers[0].socket("watch") as one, watchers[1].socket("watch") as two, watchers[2].socket("watch") as three:
        seen = views_of(server, gm.table, monkeypatch)
        gm.must("gm", "throw", why="")
        assert one.next() == two.next() == three.next()
        assert seen == ["watch"]


def test_talk_does_not_make_the_game_be_worked_out_again(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    gm = server.browser()
    gm.create("pool")
    with gm.socket("gm") as follower:
        seen = views_of(server, gm.table, monkeypatch)
        gm.act("say", seat="gm", text="Well met")
        assert "Well met" in follower.next()
        assert seen == []
        gm.act("pause", seat="gm")
        assert "Play is paused" in follower.next()
        gm.act("resume", seat="gm")
        follower.next()
        seen.clear()
        gm.act("option", seat="gm", id="size", value="large")
        follower.next()
        assert seen == ["gm"]
