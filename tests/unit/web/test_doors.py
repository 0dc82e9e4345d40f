"""Coming in: the home page, links, seats, and what stands in the headers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.pool import POOL
from support.served import Browser, Served, served
from support.toy import TOY

from tablelight.web.access import COOKIE

FROM_AFAR = {"host": "table.example:8910", "origin": "http://table.example:8910"}


def gm_of(server: Served) -> Browser:
    gm = server.browser()
    gm.create()
    return gm


def afar(browser: Browser) -> Browser:
    """The same browser as it would be on another machine of the network."""
    browser.http.headers.update(FROM_AFAR)
    return browser


def test_whoever_makes_a_table_is_its_gm_and_the_cookie_is_kept_from_scripts_and_strangers(server: Served) -> None:
    gm = server.browser()
    answer = gm.post("/tables", {"name": "Ours", "system": "toy"})
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert gm.get(answer.headers["location"]).status_code == 200
    secret = gm.http.cookies[COOKIE]
    assert secret.encode() not in (server.folder / "tablelight.sqlite3").read_bytes()
    assert secret not in gm.get(answer.headers["location"]).text


def test_a_second_table_of_the_same_browser_needs_no_second_cookie(server: Served) -> None:
    gm = gm_of(server)
    answer = gm.post("/tables", {"name": "Second", "system": "toy"})
    assert "set-cookie" not in answer.headers
    assert gm.get(answer.headers["location"]).status_code == 200


def test_tables_are_set_up_at_this_machine_alone_unless_that_is_wanted(server: Served, tmp_path: Path) -> None:
    stranger = afar(server.browser())
    assert stranger.post("/tables", {"name": "Mine", "system": "toy"}).status_code == 403
    assert stranger.post("/demo", {"system": "toy"}).status_code == 403
    assert 'name="system"' not in stranger.get("/").text
    with served(tmp_path / "other", anyone_may_create=True) as open_house:
        assert afar(open_house.browser()).post("/tables", {"name": "Mine", "system": "toy"}).status_code == 303


def test_home_lists_all_tables_at_this_machine_and_only_ones_own_elsewhere(server: Served) -> None:
    gm_of(server)
    assert "Our table" in server.browser().get("/").text
    assert "Our table" not in afar(server.browser()).get("/").text


def test_at_this_machine_one_can_come_back_as_the_gm_with_another_browser(server: Served) -> None:
    gm = gm_of(server)
    other = server.browser()
    other.table = gm.table
    page = other.page()
    found = re.search(r'href="/join/([\w-]{43})"', page.text)
    assert found
    assert other.join(found[1], "Me again").status_code == 303
    assert other.do("gm", "mark").status_code == 200
    stranger = afar(server.browser())
    stranger.table = gm.table
    assert stranger.page().status_code == 403
    assert "/join/" not in stranger.page().text


def test_a_demo_gives_all_its_seats_to_the_browser_that_made_it(tmp_path: Path) -> None:
    with served(tmp_path, {"pool": POOL}) as server:
        browser = server.browser()
        answer = browser.post("/demo", {"system": "pool"})
        assert answer.headers["location"].endswith("?seat=p1")
        browser.table = answer.headers["location"].split("/")[2].split("?")[0]
        assert browser.do("p1", "throw", why="").status_code == 200
        assert browser.do("gm", "hide", text="x").status_code == 200


def test_house_rules_are_chosen_with_the_table(server: Served) -> None:
    gm = server.browser()
    gm.create(**{"o.toy.size": "large"})
    gm.page("gm")
    assert server.house.hubs[gm.table].live.table.room.options == {"size": "large"}
    assert gm.post("/tables", {"name": "x", "system": "toy", "o.toy.size": "huge"}).status_code == 422
    assert gm.post("/tables", {"name": "", "system": "toy"}).status_code == 422
    assert gm.post("/tables", {"name": "x", "system": "chess"}).status_code == 409


def test_a_link_takes_its_seat_and_gives_the_seat_its_name(server: Served) -> None:
    gm = gm_of(server)
    ann = afar(server.browser())
    link = gm.invite("p1")
    assert "Sit down" in ann.get(f"/join/{link}").text
    assert ann.join(link, "  Ann   Other ").status_code == 303
    assert ann.page("p1").status_code == 200
    room = server.house.hubs[gm.table].live.table.room
    assert room.place("p1").name == "Ann Other"
    assert "Ann Other" in gm.get(f"/table/{gm.table}/invites").text


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_name_must_be_a_name(server: Served, name: str) -> None:
    gm = gm_of(server)
    assert server.browser().join(gm.invite("p1"), name).status_code == 422


@pytest.mark.parametrize("token", ["x", "A" * 43, "%00" * 43, "../../etc/passwd", "A" * 5000])
def test_a_made_up_link_leads_nowhere(server: Served, token: str) -> None:
    gm_of(server)
    assert server.browser().get(f"/join/{token}").status_code == 404


def test_a_new_link_ends_the_old_one_and_keeps_who_sits_there(server: Served) -> None:
    gm = gm_of(server)
    ann = server.browser()
    first = gm.invite("p1")
    ann.join(first)
    second = gm.invite("p1")
    assert server.browser().join(first).status_code == 404
    assert ann.do("p1", "mark").status_code == 200
    assert server.browser().join(second, "Bo").status_code == 303


def test_links_and_seats_are_good_after_a_restart_but_a_link_is_shown_no_more(server: Served) -> None:
    gm = gm_of(server)
    ann = server.browser()
    link = gm.invite("p1")
    ann.join(link)
    server.stop()
    server.start()
    assert ann.do("p1", "mark").status_code == 200
    assert link not in gm.get(f"/table/{gm.table}/invites").text
    assert server.browser().join(link, "Bo").status_code == 303


def test_the_gm_cannot_lock_themselves_out(server: Served) -> None:
    gm = gm_of(server)
    assistant = server.browser()
    assistant.join(gm.invite("gm"), "Assistant")
    assert assistant.do("gm", "mark").status_code == 200
    gm.act("invite", **{"for": "gm", "op": "revoke"})
    assert assistant.do("gm", "mark").status_code == 403
    assert gm.do("gm", "mark").status_code == 200


def test_only_the_gm_makes_links(server: Served) -> None:
    gm = gm_of(server)
    ann = server.browser()
    ann.join(gm.invite("p1"))
    assert ann.act("invite", **{"for": "p2", "op": "issue"}).status_code == 403
    assert ann.get(f"/table/{ann.table}/invites").status_code == 403
    assert ann.get(f"/table/{ann.table}/qr/p1").status_code == 403
    assert gm.act("invite", **{"for": "nobody", "op": "issue"}).status_code == 404


def test_the_qr_code_is_a_picture_of_the_link(server: Served) -> None:
    gm = gm_of(server)
    gm.invite("p1")
    answer = gm.get(f"/table/{gm.table}/qr/p1")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in answer.text
    assert "style=" not in answer.text
    assert gm.get(f"/table/{gm.table}/qr/p2").status_code == 404


def test_links_name_the_address_on_the_network(tmp_path: Path) -> None:
    with served(tmp_path, lan_address="192.0.2.7:8910") as server:
        gm = gm_of(server)
        link = gm.invite("p1")
        assert f"http://192.0.2.7:8910/join/{link}" in gm.get(f"/table/{gm.table}/invites").text


def test_one_can_leave_a_seat(server: Served) -> None:
    gm = gm_of(server)
    ann = server.browser()
    ann.join(gm.invite("p1"))
    assert ann.act("leave", seat="p1").status_code == 303
    assert ann.do("p1", "mark").status_code == 403


def test_every_answer_has_the_security_headers(server: Served) -> None:
    gm = gm_of(server)
    paths = ("/", f"/table/{gm.table}", "/nothing", "/static/theme.js", "/static/nothing", "/health", "/join/x")
    for path in (*paths, f"/table/{gm.table}/do"):
        headers = gm.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["referrer-policy"] == "same-origin"
        assert path.startswith("/static/theme") or headers["cache-control"] == "no-store"


def test_pages_hold_no_script_or_style_that_the_policy_forbids(server: Served) -> None:
    gm = gm_of(server)
    for path in ("/", f"/table/{gm.table}", "/rules/toy"):
        page = gm.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", page)
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page)


def test_files_of_the_page_are_kept_for_ever_and_packed(server: Served) -> None:
    gm = gm_of(server)
    page = gm.get(f"/table/{gm.table}").text
    addresses = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', page))
    assert len(addresses) > 5
    for address in addresses:
        answer = gm.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"], address
    assert gm.get("/static/css/table.css").headers["content-encoding"] == "gzip"
    assert "immutable" not in gm.get("/static/css/table.css").headers["cache-control"]


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/css/"])
def test_no_other_file_is_served(server: Served, path: str) -> None:
    assert server.browser().get(path).status_code == 404


def test_the_page_is_small(server: Served) -> None:
    """The whole table page under 150 kB as it is sent."""
    gm = gm_of(server)
    page = gm.get(f"/table/{gm.table}")
    size = int(page.headers["content-length"])
    for address in set(re.findall(r'(?:src|href)="(/static/[^"#]+)', page.text)):
        size += int(gm.get(address).headers["content-length"])
    assert size < 150_000


def test_a_fault_of_ours_shows_nothing_of_its_inside(server: Served, monkeypatch) -> None:
    gm = gm_of(server)

    def fails(*_: object) -> None:
        raise RuntimeError("secret-of-the-house")

    monkeypatch.setattr(server.keeper, "submit_made", fails)
    for answer in (gm.do("gm", "mark"), gm.act("undo", seat="gm"), gm.post(f"/table/{gm.table}/undo", {"seat": "gm"})):
        assert answer.status_code == 500
        assert "secret-of-the-house" not in answer.text
        assert "Traceback" not in answer.text
        assert "RuntimeError" not in answer.text


def test_the_rules_can_be_read_and_searched(tmp_path: Path) -> None:
    with served(tmp_path, {"pool": POOL, "toy": TOY}) as server:
        browser = server.browser()
        assert "Throw two d8 and a d10." in browser.get("/rules/pool").text
        found = browser.get("/rules/pool/find?q=one+TOTAL").text
        assert "One or two dice make the total." in found
        assert "Throw two d8" not in found
        assert "At least one." in browser.get("/rules/pool/total").text
        assert "Nobody learns who asked" in browser.get("/rules/table/pause").text
        for nothing in ("/rules/pool/none", "/rules/chess", "/rules/chess/find", "/rules/table/none"):
            assert browser.get(nothing).status_code == 404


def test_the_gm_takes_the_whole_table_home_and_a_player_what_they_saw(server: Served) -> None:
    gm = gm_of(server)
    ann = server.browser()
    ann.join(gm.invite("p1"))
    gm.act("say", seat="gm", text="hello\nthere")
    gm.act("notes", seat="gm", text="for me alone")
    whole = gm.get(f"/table/{gm.table}/export")
    assert whole.content[:2] == b"\x1f\x8b"
    assert ".tablelight" in whole.headers["content-disposition"]
    mine = ann.get(f"/table/{gm.table}/export")
    assert "hello there" in mine.text
    assert "for me alone" not in mine.text
    assert ann.get(f"/table/{gm.table}/export?seat=gm").status_code == 403
