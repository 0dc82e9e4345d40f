"""What must never leave the server, looked for in every byte that other people's browsers were sent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.pool import POOL
from support.served import Browser, Served, prompt_of, served

from tablelight.kernel.system import find_system

MARK = "Xyzzy4711"


def seated(server: Served, system: str, *seats: str) -> list[Browser]:
    gm = server.browser()
    gm.create(system)
    browsers = [gm]
    for seat in seats:
        browser = server.browser()
        browser.join(gm.invite(seat), f"At {seat}")
        browsers.append(browser)
    return browsers


def look_around(browser: Browser, seat: str) -> None:
    """Everything that a page can ask for."""
    browser.page(seat)
    table = browser.table
    for path in (
        f"/table/{table}/log?seat={seat}",
        f"/table/{table}/log?seat={seat}&q={MARK[:4]}",
        f"/table/{table}/log?seat={seat}&before=90000",
        f"/table/{table}/export?seat={seat}",
        f"/table/{table}/export",
        f"/table/{table}/invites",
        f"/table/{table}/qr/p2",
        f"/table/{table}/sheet/none?seat={seat}",
        f"/table/{table}/sheet/none?seat=gm",
        f"/table/{table}?seat=gm",
        f"/table/{table}/log?seat=gm",
        *(
            f"/table/{table}/offer?seat={seat}&at={at}&key={key}"
            for seat in (seat, "gm")
            for at in ("new", 0, 1)
            for key in ("hide", "throw", "take", "notes", "move", "inflict", "rename", "set-trait", "opponent", "place")
        ),
        "/",
        "/health",
        "/rules/pool",
    ):
        browser.get(path)
    with browser.socket(seat, 0) as follower:
        follower.next()


def test_no_secret_word_is_in_any_byte_sent_to_a_player_or_a_spectator(tmp_path: Path) -> None:
    with served(tmp_path, {"pool": POOL}) as server:
        gm, ann, bo, watcher = seated(server, "pool", "p1", "p2", "watch")
        others = {"p1": ann, "p2": bo, "watch": watcher}
        with ann.socket("p1") as at_ann, watcher.socket("watch") as at_watcher, gm.socket("gm") as at_gm:
            gm.act("notes", seat="gm", text=f"{MARK} in the GM's notes")
            bo.act("notes", seat="p2", text=f"{MARK.lower()} in Bo's notes")
            gm.must("gm", "hide", text=f"{MARK} is hidden")
            at_gm.until("is hidden")
            at = ann.must("p1", "throw", why="to see")
            ann.do("p1", "take", at=at, total=["0"], effect="0")  # refused
            ann.do("p1", "hide", text="mine")
            ann.must("p1", "give-up", at=at)
            gm.act("undo", seat="gm")
            gm.act("undo", seat="gm")
            gm.act("undo", seat="gm")  # the hidden thing, too
            gm.act("redo", seat="gm")
            gm.must("gm", "reveal-dice")
            gm.act("say", seat="gm", text="the end")
            at_ann.until("the end")
            at_watcher.until("the end")
        for seat, browser in others.items():
            look_around(browser, seat)
        server.stop()
        server.start()
        for seat, browser in others.items():
            look_around(browser, seat)
        for seat, browser in others.items():
            everything = "".join(browser.seen)
            assert MARK not in everything
            assert seat == "p2" or MARK.lower() not in everything
        assert any(f"{MARK} is hidden" in each for each in gm.seen)
        assert not any(f"{MARK.lower()} in" in each for each in gm.seen)


SECRETLY: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "torchlite": (
        (
            "opponent",
            {"name": f"{MARK} the Lurker", "hidden": "yes", "distinctions": f"{MARK} One d8", "notes": f"{MARK} waits"},
        ),
        ("throw", {"hidden": "yes", "d6": 2, "reason": f"{MARK} sneaks"}),
        ("notes", {"who": "knight", "notes": f"{MARK} loves Derra"}),
    ),
    "rogue-spire": (
        (
            "new-opponent",
            {
                "name": f"{MARK} the Lurker",
                "about": f"{MARK} waits",
                "vitality": "d6",
                "skill": "d8",
                "hidden": "yes",
                "notes": f"{MARK} is hungry",
            },
        ),
        ("notes", {"who": "stair-warden", "notes": f"{MARK} loves Wren"}),
    ),
    "actlite": (
        ("opponent", {"as": "footpad", "name": f"{MARK} the Lurker", "hidden": "yes"}),
        ("keep-notes", {"who": "captain-reeve", "notes": f"{MARK} loves Wren"}),
        ("make-weapon", {"name": f"{MARK} blade", "strikes": "1d4 S", "speed": "1->2", "note": f"{MARK} of glass"}),
        ("make-thing", {"name": f"{MARK} charm"}),
        ("make-table", {"name": f"{MARK} tide", "die": 4, "rows": f"1-4 text {MARK} drowns all"}),
        ("make-card", {"name": f"{MARK} gust", "text": f"{MARK} blows"}),
        ("make-person", {"name": f"{MARK} the Ferrier", "health": "(2)5"}),
        ("initiative", {"who": ["wren-hollow", "captain-reeve", "LURKER"]}),
    ),
    "forgelight": (
        ("foe", {"foe": "bandit", "name": f"{MARK} the Lurker", "hidden": "yes"}),
        ("new-foe", {"name": f"{MARK} the Second", "weapon": "axe", "hidden": "yes", "notes": f"{MARK} is hungry"}),
        ("notes", {"who": "captain", "notes": f"{MARK} loves Wren"}),
        ("fight", {"who": ["wren", "captain", "LURKER"]}),
    ),
}
"""What the GM does of which players may know nothing; LURKER stands for the id of the first one that it hid."""

SECOND = {"torchlite": "knight", "rogue-spire": "stair-warden", "actlite": "captain-reeve", "forgelight": "captain"}
"""Somebody whom everybody sees."""


@pytest.mark.parametrize("system", SECRETLY)
def test_what_the_gm_hides_reaches_no_player(tmp_path: Path, system: str) -> None:
    with served(tmp_path, {system: find_system(system)}) as server:
        gm = server.browser()
        gm.create(system, start="demo")
        ann, watcher = server.browser(), server.browser()
        ann.join(gm.invite("p1"), "Ann")
        watcher.join(gm.invite("watch"), "Wat")
        with ann.socket("p1") as at_ann, watcher.socket("watch") as at_watcher:
            (key, args), *more = SECRETLY[system]
            gm.must("gm", key, **args)
            hidden = next(iter(re.findall(rf'data-sheet="([^"]*{MARK.lower()}[^"]*)"', gm.page("gm").text)))
            for key, args in more:
                gm.must("gm", key, **{name: _with(hidden, value) for name, value in args.items()})
            path = f"{'beings' if system == 'forgelight' else 'characters'}.{hidden}.name"
            done = gm.act("adjust", seat="gm", path=path, value=f"{MARK} again", reason=MARK)
            assert done.status_code == 204, done.text
            ann.do("p1", key, **args)  # refused: it is the GM's
            gm.act("undo", seat="gm")
            gm.act("redo", seat="gm")
            gm.act("say", seat="gm", text="the end")
            at_ann.until("the end")
            at_watcher.until("the end")
        server.stop()
        server.start()
        for seat, browser in (("p1", ann), ("watch", watcher)):
            look_around(browser, seat)
            for who in (hidden, SECOND[system]):
                browser.get(f"/table/{gm.table}/sheet/{who}?seat={seat}")
            everything = "".join(browser.seen)
            assert MARK not in everything
            assert MARK.lower() not in everything
        assert MARK in "".join(gm.seen)


def _with(hidden: str, value: Any) -> Any:
    return [hidden if one == "LURKER" else one for one in value] if isinstance(value, list) else value


def test_the_seed_of_the_dice_is_sent_to_nobody_before_it_is_revealed(tmp_path: Path) -> None:
    with served(tmp_path, {"pool": POOL}) as server:
        gm, ann = seated(server, "pool", "p1")
        live = server.house.hubs[gm.table].live
        (seed,) = live.secrets.seeds.values()
        at = ann.must("p1", "throw")
        ann.must("p1", "give-up", at=at)
        look_around(ann, "p1")
        gm.page("gm")
        assert seed not in "".join(gm.seen + ann.seen)
        assert seed not in "".join(body.decode() for body in server.store.read(gm.table))
        gm.must("gm", "reveal-dice")
        assert seed in "".join(body.decode() for body in server.store.read(gm.table))
        verified = server.keeper.verify(live)
        assert (verified.good, verified.sealed, verified.wrong) == (1, 0, ())


def test_a_pause_looks_the_same_whoever_asked_for_it(tmp_path: Path) -> None:
    """The same evening three times over; only who pauses differs. Nothing that is sent or stored may tell."""
    sent = [evening(tmp_path / who, who) for who in ("gm", "p1", "p2")]
    assert sent[0] == sent[1] == sent[2]
    assert "Play is paused" in str(sent[0])


def evening(folder: Path, who: str) -> tuple[list[str], list[str], str]:
    """A pause by one seat: all that came down the sockets, the answers to the others, and the entry in the store."""
    folder.mkdir()
    with served(folder, {"pool": POOL}) as server:
        gm, ann, bo, cleo = seated(server, "pool", "p1", "p2", "p3")
        with gm.socket("gm") as one, ann.socket("p1") as two, bo.socket("p2") as three, cleo.socket("p3") as four:
            presser = {"gm": gm, "p1": ann, "p2": bo}[who]
            answer = presser.act("pause", seat=who, command="an-id-of-its-own")
            told = [follower.next() for follower in (one, two, three, four)]
            assert all(follower.silent() for follower in (one, two, three, four))
        pages = [browser.page(seat).text for browser, seat in ((gm, "gm"), (cleo, "p3"))]
        stored = server.store.read(gm.table)[-1].decode()
        table = gm.table
    clean = [alike(text, table) for text in (*told, *pages)]
    return clean, [str(answer.status_code), answer.text], alike(stored, table)


def alike(text: str, table: str) -> str:
    """Without what differs between any two evenings: the table's name, the time, which may pass a full minute."""
    text = re.sub(r"<time>\d\d:\d\d</time>", "<time></time>", text.replace(table, "TABLE"))
    at = text.find('"at":')
    return text[:at] + text[text.find(",", at) :] if at >= 0 else text


def test_the_prompt_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path, {"pool": POOL}) as server:
        gm, ann = seated(server, "pool", "p1")
        at = ann.must("p1", "throw")
        before = ann.page("p1").text
        server.stop()
        server.start()
        assert prompt_of(ann.page("p1").text) == at
        assert ann.page("p1").text.split('id="turn"')[1] == before.split('id="turn"')[1]
        assert gm.page("gm").status_code == 200
