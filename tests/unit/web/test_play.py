"""Commands over the wire: who may do what, and what comes of bad input."""

from __future__ import annotations

import threading

import pytest
from support.served import Browser, Served, prompt_of, served


def seated(server: Served, *seats: str) -> list[Browser]:
    """A GM and one browser for each seat."""
    gm = server.browser()
    gm.create()
    players: list[Browser] = []
    for seat in seats:
        player = server.browser()
        assert player.join(gm.invite(seat), f"Player at {seat}").status_code == 303
        players.append(player)
    return [gm, *players]


def entries(server: Served, browser: Browser) -> int:
    return server.store.length(browser.table)


def total(server: Served, browser: Browser) -> int:
    return server.house.hubs[browser.table].live.table.state.total


def test_a_command_is_stored_before_it_is_answered(server: Served) -> None:
    (gm,) = seated(server)
    number = gm.must("gm", "play")
    assert entries(server, gm) == number + 1


def test_a_player_cannot_act_from_another_seat(server: Served) -> None:
    gm, ann = seated(server, "p1")
    before = entries(server, gm)
    for seat in ("gm", "p2", "watch", "", "p9", "GM"):
        assert ann.do(seat, "play").status_code == 403
    assert entries(server, gm) == before


def test_a_seat_of_one_table_opens_no_other(server: Served) -> None:
    _, ann = seated(server, "p1")
    other = server.browser()
    ann.table = other.create()
    assert ann.do("p1", "play").status_code == 403
    assert ann.page("p1").status_code == 403 or "Sit down as GM" in ann.page("p1").text


def test_what_is_not_offered_is_refused(server: Served) -> None:
    _, ann = seated(server, "p1")
    answer = ann.do("p1", "fly")
    assert answer.status_code == 409
    assert answer.json()["refused"]["code"] == "not-offered"
    assert ann.act("undo", seat="p1").status_code == 409
    assert "Only the GM may take this step back" in ann.act("undo", seat="p1").text


@pytest.mark.parametrize("what", ["adjust", "option", "resume", "reveal-dice", "fly"])
def test_what_only_the_gm_may_do_is_refused_to_a_player(server: Served, what: str) -> None:
    gm, ann = seated(server, "p1")
    before = entries(server, gm)
    assert ann.act(what, seat="p1", path="total", value="9", id="size").status_code in (404, 409)
    assert ann.do("p1", what, path="total", value="9").status_code == 409
    assert entries(server, gm) == before


def test_an_answer_to_a_question_that_is_gone_is_refused(server: Served) -> None:
    (gm,) = seated(server)
    first = gm.must("gm", "play")
    gm.must("gm", "keep", at=first)
    assert gm.do("gm", "keep", at=first).json()["refused"]["code"] == "stale-prompt"
    second = gm.must("gm", "play")
    assert gm.do("gm", "keep", at=first).json()["refused"]["code"] == "stale-prompt"
    gm.must("gm", "keep", at=second)


def test_a_late_answer_never_begins_something_else(server: Served) -> None:
    """An answer's key may be an action's key, too: an old page must not begin it by accident."""
    (gm,) = seated(server)
    first = gm.must("gm", "play")
    gm.must("gm", "keep", at=first)
    assert gm.do("gm", "play", at=first).json()["refused"]["code"] == "stale-prompt"


def test_something_that_may_be_done_at_any_time_goes_beside_the_open_question(server: Served) -> None:
    (gm,) = seated(server)
    first = gm.must("gm", "play")
    gm.must("gm", "mark", at=first)
    assert prompt_of(gm.page("gm").text) == first
    gm.must("gm", "keep", at=first)


def test_a_command_sent_twice_is_applied_once(server: Served) -> None:
    (gm,) = seated(server)
    first = gm.do("gm", "mark", command="abc")
    again = gm.do("gm", "mark", command="abc")
    assert (first.json()["again"], again.json()["again"]) == (False, True)
    assert first.json()["entry"] == again.json()["entry"]


def test_too_large_a_body_is_turned_down(server: Served) -> None:
    (gm,) = seated(server)
    before = entries(server, gm)
    assert gm.act("say", seat="gm", text="x" * 70_000).status_code == 413
    assert entries(server, gm) == before


@pytest.mark.parametrize("length", [2001, 50_000])
def test_too_long_a_text_is_refused(server: Served, length: int) -> None:
    (gm,) = seated(server)
    assert gm.act("say", seat="gm", text="x" * length).status_code == 422


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", "\u202eabc", "😀" * 400, "&amp;", "a\0b", "{{ 1234567*7 }}", "שלום", '" onload="x'],
)
def test_any_text_may_be_said_and_is_escaped(server: Served, text: str) -> None:
    gm, ann = seated(server, "p1")
    with ann.socket("p1") as follower:
        assert gm.act("say", seat="gm", text=text).status_code == 204
        told = follower.next()
    for seen in (told, ann.page("p1").text):
        assert "<script>alert" not in seen
        assert 'onload="x' not in seen
        assert "8641969" not in seen


@pytest.mark.parametrize(
    "body", [b"seat=gm&key=%ff", b"\xff\xfe", b"a=1" + b"&a=1" * 600, b"seat=gm&key=say&f.text=%ed%a0%80"]
)
def test_a_body_that_is_no_form_is_turned_down(server: Served, body: bytes) -> None:
    (gm,) = seated(server)
    answer = gm.http.post(f"/table/{gm.table}/do", content=body)
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1:1", "https://127.0.0.1"])
def test_a_post_from_another_origin_is_turned_down(server: Served, origin: str) -> None:
    (gm,) = seated(server)
    before = entries(server, gm)
    assert (
        gm.http.post(
            f"/table/{gm.table}/do", data={"key": "play", "seat": "gm"}, headers={"origin": origin}
        ).status_code
        == 403
    )
    del gm.http.headers["origin"]
    assert gm.http.post(f"/table/{gm.table}/do", data={"key": "play", "seat": "gm"}).status_code == 403
    assert entries(server, gm) == before


def test_one_browser_that_sends_too_much_is_slowed_down_and_others_are_not(tmp_path) -> None:
    with served(tmp_path, rate=1.0, burst=80.0) as server:
        gm, ann = seated(server, "p1")
        statuses = [gm.do("gm", "mark").status_code for _ in range(200)]
        assert statuses[:60] == [200] * 60
        assert 429 in statuses
        assert ann.do("p1", "mark").status_code == 200


def test_two_clients_at_once_get_one_order_and_lose_nothing(server: Served) -> None:
    gm, ann, bo = seated(server, "p1", "p2")
    before = entries(server, gm)
    numbers: dict[str, list[int]] = {"p1": [], "p2": []}

    def play(browser: Browser, seat: str) -> None:
        for _ in range(60):
            numbers[seat].append(browser.must(seat, "mark"))

    threads = [threading.Thread(target=play, args=pair) for pair in ((ann, "p1"), (bo, "p2"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers["p1"] + numbers["p2"]) == list(range(before, before + 120))
    assert server.house.hubs[gm.table].live.table.state.marks == {"p1": 60, "p2": 60}


def test_real_dice_are_asked_for_and_typed_in(server: Served) -> None:
    gm, ann = seated(server, "p1")
    assert ann.act("real-dice", seat="p1", on="yes").status_code == 204
    assert ann.act("real-dice", seat="p1", on="yes").status_code == 204  # it is so already
    at = ann.must("p1", "play")
    assert 'name="face"' in ann.page("p1").text
    assert ann.act("roll", seat="p1", at=at, face="7").status_code == 422
    assert ann.act("roll", seat="p1", at=at, face="5").status_code == 204
    ann.must("p1", "double", at=prompt_of(ann.page("p1").text))
    assert total(server, gm) == 10


def test_options_safety_notes_and_adjusting(server: Served) -> None:
    gm, ann = seated(server, "p1")
    assert gm.act("option", seat="gm", id="size", value="large").status_code == 204
    assert gm.act("option", seat="gm", id="size", value="huge").status_code == 422
    assert ann.act("safety", seat="p1", op="add", kind="line", text="Spiders").status_code == 204
    assert gm.act("safety", seat="gm", op="add", kind="veil", text="Wounds").status_code == 204
    assert ann.act("safety", seat="p1", op="remove", kind="line", text="Spiders").status_code == 204
    assert gm.act("notes", seat="gm", text="the butler did it").status_code == 204
    assert gm.act("adjust", seat="gm", path="total", value="12", reason="why not").status_code == 204
    room = server.house.hubs[gm.table].live.table.room
    assert (room.options, room.lines, room.veils, room.notes) == (
        {"size": "large"}, "", "Wounds", {"gm": "the butler did it"},
    )  # fmt: skip
    assert total(server, gm) == 12
    assert "the butler did it" in gm.page("gm").text


def test_undo_and_redo_over_the_wire(server: Served) -> None:
    (gm,) = seated(server)
    at = gm.must("gm", "play")
    gm.must("gm", "double", at=at)
    after = total(server, gm)
    assert gm.act("undo", seat="gm").status_code == 204
    assert total(server, gm) == 0
    assert gm.act("redo", seat="gm").status_code == 204
    assert total(server, gm) == after


def test_a_plain_form_without_javascript_leads_back_to_the_table(server: Served) -> None:
    (gm,) = seated(server)
    answer = gm.post(f"/table/{gm.table}/do", {"seat": "gm", "key": "mark"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{gm.table}?seat=gm")


def test_older_lines_come_in_pages_and_can_be_searched(server: Served) -> None:
    (gm,) = seated(server)
    for number in range(150):
        gm.act("say", seat="gm", text=f"word{number}")
    page = gm.page("gm").text
    assert "word149" in page
    assert "word89<" not in page
    older = page.split("before=")[1].split('"')[0]
    first = gm.get(f"/table/{gm.table}/log?seat=gm&before={older}").text
    assert "word89<" in first
    assert "word90<" not in first
    assert "word29<" not in first
    older = first.split("before=")[1].split('"')[0]
    second = gm.get(f"/table/{gm.table}/log?seat=gm&before={older}").text
    assert "word29<" in second
    assert "before=" not in second
    found = gm.get(f"/table/{gm.table}/log?seat=gm&q=WORD77").text
    assert found.count("<li") == 1
    assert gm.get(f"/table/{gm.table}/log?seat=gm&q=").text == ""
    assert gm.get(f"/table/{gm.table}/log?seat=gm&before=abc").status_code == 200
    assert gm.get(f"/table/{gm.table}/log?seat=gm&before={'9' * 40}").status_code == 200
