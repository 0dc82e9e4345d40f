"""The socket: what comes down it, to whom, and when it ends."""

from __future__ import annotations

from contextlib import suppress

import pytest
from support.served import Browser, Served, version_of
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection


def seated(server: Served, *seats: str) -> list[Browser]:
    gm = server.browser()
    gm.create()
    players: list[Browser] = []
    for seat in seats:
        player = server.browser()
        assert player.join(gm.invite(seat), f"Player at {seat}").status_code == 303
        players.append(player)
    return [gm, *players]


def close_code(connection: ClientConnection) -> int | None:
    """The code with which the server closes, whatever it sends before."""
    with suppress(ConnectionClosed):
        while True:
            connection.recv(3)
    return connection.close_code


def test_a_command_reaches_every_page_and_only_what_changed_is_sent(server: Served) -> None:
    gm, ann = seated(server, "p1")
    with gm.socket("gm") as at_gm, ann.socket("p1") as at_ann:
        ann.act("say", seat="p1", text="hello there")
        for follower in (at_gm, at_ann):
            told = follower.next()
            assert "hello there" in told
            assert 'id="log-lines" hx-swap-oob="beforeend"' in told
            assert 'id="party"' not in told
            assert 'id="scene"' not in told


def test_a_page_that_is_up_to_date_is_sent_nothing_at_first(server: Served) -> None:
    (gm,) = seated(server)
    with gm.socket("gm") as follower:
        assert follower.silent()


def test_a_page_that_missed_something_gets_everything_anew(server: Served) -> None:
    gm, ann = seated(server, "p1")
    version = version_of(ann.page("p1").text)
    gm.act("say", seat="gm", text="while you were out")
    with ann.socket("p1", version) as follower:
        told = follower.next()
    assert "while you were out" in told
    moving = ("bar", "paused", "party", "scene", "seats", "asked", "goto", "also", "house", "whynot")
    for part in (*moving, "log-lines", "older"):
        assert f'id="{part}" hx-swap-oob="innerHTML"' in told


def test_after_an_undo_the_log_comes_anew(server: Served) -> None:
    (gm,) = seated(server)
    at = gm.must("gm", "play")
    gm.must("gm", "double", at=at)
    with gm.socket("gm") as follower:
        gm.act("undo", seat="gm")
        told = follower.next()
    assert 'id="log-lines" hx-swap-oob="innerHTML"' in told
    assert "took the last step back" in told
    assert "Added" not in told


def test_a_page_comes_back_after_the_server_was_restarted(server: Served) -> None:
    gm, ann = seated(server, "p1")
    version = version_of(ann.page("p1").text)
    at = ann.must("p1", "play")
    with ann.socket("p1") as follower:
        server.stop()
        assert close_code(follower.connection) == 1012
    server.start()
    with ann.socket("p1", version) as follower:
        assert "Keep or double?" in follower.next()
        gm.must("gm", "keep", at=at)
        assert 'id="asked"' in follower.next()


def test_a_seat_that_is_not_held_can_not_be_followed(server: Served) -> None:
    _, ann = seated(server, "p1")
    stranger = server.browser()
    stranger.table = ann.table
    for browser, seat in ((ann, "gm"), (ann, "p2"), (ann, "watch"), (stranger, "p1"), (stranger, "gm")):
        with browser.open_socket(seat, 0) as connection:
            assert close_code(connection) == 4403


@pytest.mark.parametrize("origin", ["http://evil.example", None])
def test_a_socket_from_another_origin_is_turned_down(server: Served, origin: str | None) -> None:
    _, ann = seated(server, "p1")
    with pytest.raises(InvalidStatus), ann.open_socket("p1", 0, origin=origin):
        pass


def test_withdrawing_a_seat_closes_its_pages_and_ends_its_rights_at_once(server: Served) -> None:
    gm, ann, bo = seated(server, "p1", "p2")
    link = gm.invite("p1")
    with ann.socket("p1") as at_ann, bo.socket("p2") as at_bo:
        gm.act("invite", **{"for": "p1", "op": "revoke"})
        assert close_code(at_ann.connection) == 4403
        assert at_bo.silent()
    assert ann.do("p1", "mark").status_code == 403
    assert server.browser().join(link).status_code == 404
    assert bo.do("p2", "mark").status_code == 200


def test_a_seat_that_is_removed_and_made_anew_belongs_to_nobody(server: Served) -> None:
    gm, ann = seated(server, "p1")
    with ann.socket("p1") as at_ann:
        gm.must("gm", "remove-seat", seat="p1")
        gm.must("gm", "place", name="A new one")
        assert close_code(at_ann.connection) == 4403
    assert ann.do("p1", "mark").status_code == 403
    server.stop()
    server.start()
    assert ann.do("p1", "mark").status_code == 403


def test_a_page_that_talks_too_much_is_closed(server: Served) -> None:
    (gm,) = seated(server)
    with gm.open_socket("gm") as connection:
        for _ in range(150):
            connection.send("hello")
        assert close_code(connection) == 1008


def test_too_large_a_message_closes_the_socket(server: Served) -> None:
    (gm,) = seated(server)
    with gm.open_socket("gm") as connection:
        connection.send("x" * 100_000)
        assert close_code(connection) == 1009


def test_a_page_that_takes_nothing_is_dropped_and_the_others_go_on(server: Served) -> None:
    gm, ann = seated(server, "p1")
    with gm.open_socket("gm", max_queue=1), ann.socket("p1") as quick:
        slow = next(page for page in server.house.hubs[gm.table].pages if page.rights.seat == "gm")
        for _ in range(400):  # 20 MB: more than the sockets' own buffers hold
            server.loop.call_soon_threadsafe(slow.put, "x" * 50_000)
        ann.act("say", seat="p1", text="still quick")
        quick.until("still quick")
        assert slow.close_code == 1013


def test_spectators_see_and_may_do_nothing(server: Served) -> None:
    gm, watcher = seated(server, "watch")
    with watcher.socket("watch") as follower:
        gm.must("gm", "play")
        told = follower.next()
        assert "Keep or double?" in told
        assert 'name="key"' not in told
    assert watcher.do("watch", "play").status_code == 403
    assert watcher.act("say", seat="watch", text="hi").status_code == 403
    assert watcher.act("pause", seat="watch").status_code == 403
    assert 'id="say-text"' not in watcher.page("watch").text


def test_one_browser_plays_several_seats(server: Served) -> None:
    gm = server.browser()
    gm.create()
    gm.join(gm.invite("p1"), "Ann")
    gm.join(gm.invite("p2"), "Bo")
    page = gm.page("p1").text
    assert [f"seat={seat}" in page for seat in ("gm", "p1", "p2")] == [True, True, True]
    with gm.socket("p2") as follower:
        gm.must("p1", "play")
        assert "asked" in follower.until("asked")
    assert gm.do("p3", "mark").status_code == 403


def test_a_system_that_fails_to_draw_one_seat_does_not_stop_the_others(server: Served, monkeypatch) -> None:
    gm, ann = seated(server, "p1")
    with ann.socket("p1") as at_ann, gm.socket("gm"):
        hub = server.house.hubs[gm.table]
        looks = hub.looks.of
        monkeypatch.setattr(hub.looks, "of", lambda seat: 1 / 0 if seat == "gm" else looks(seat))
        gm.act("say", seat="gm", text="still here")  # the answer may fail; the page of the other seat must not
        ann.act("say", seat="p1", text="me too")
        at_ann.until("me too")
