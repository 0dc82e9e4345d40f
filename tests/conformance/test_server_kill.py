"""A server killed while people play: nothing acknowledged is missing, nothing is doubled, the question is the same."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from support.served import Browser, free_port, prompt_of
from support.toy import TOY

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.log import Entry, RolledBack
from tablelight.kernel.table import Table
from tablelight.store import DataFolder, Store

KILLS = int(os.environ.get("TABLELIGHT_SERVER_KILLS", "20"))
SERVER = Path(__file__).with_name("serve_toy.py")


class Player:
    """Somebody who plays on and on. A command without an answer is sent again, with the same id."""

    def __init__(self, browser: Browser, seat: str) -> None:
        self.browser = browser
        self.seat = seat
        self.acknowledged: dict[str, int] = {}
        self.refused: set[str] = set()
        self.waiting: tuple[str, str] | None = None  # id and key of the command that has had no answer
        self._sent = 0

    def play(self) -> None:
        """Until the server is gone."""
        try:
            while True:
                self.step()
        except httpx.TransportError:
            return

    def step(self) -> None:
        if not self.waiting:
            self._sent += 1
            key = ("mark", "play", "keep", "double")[self._sent % 4]
            self.waiting = (f"{self.seat}-{self._sent}", key)
        id, key = self.waiting
        answer = self.browser.do(self.seat, key, command=id)
        if answer.status_code == 200:
            self.acknowledged[id] = answer.json()["entry"]
        else:
            assert answer.status_code == 409, answer.text  # another player was quicker to answer, or to begin
            self.refused.add(id)
        self.waiting = None
        self.browser.seen.clear()


@pytest.mark.slow
def test_a_server_killed_at_any_moment_loses_and_doubles_nothing(tmp_path: Path) -> None:
    moments = random.Random(20261129)
    port = free_port()
    with server_process(tmp_path, port):
        players = sit_down(port)
    table = players[0].browser.table
    for _ in range(KILLS):
        entries = read(tmp_path, table)
        check(entries, players)
        with server_process(tmp_path, port) as process:
            assert prompt_of(players[0].browser.page("gm").text) == pending(entries)
            for player in players:
                player.step()  # the command that has had no answer, again
            threads = [threading.Thread(target=player.play) for player in players]
            for thread in threads:
                thread.start()
            time.sleep(moments.uniform(0.02, 0.3))
            process.kill()
            for thread in threads:
                thread.join()
    check(read(tmp_path, table), players)
    assert sum(len(player.acknowledged) for player in players) > 5 * KILLS


@contextmanager
def server_process(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, str(SERVER), str(folder), str(port)])
    try:
        while not _listens(port):
            assert process.poll() is None, "the server does not start"
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.wait()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def sit_down(port: int) -> list[Player]:
    """A GM and two players, each with a browser."""
    base = f"http://127.0.0.1:{port}"
    gm, ann, bo = Browser(base), Browser(base), Browser(base)
    gm.create()
    ann.join(gm.invite("p1"), "Ann")
    bo.join(gm.invite("p2"), "Bo")
    return [Player(gm, "gm"), Player(ann, "p1"), Player(bo, "p2")]


def read(folder: Path, table: str) -> list[Entry]:
    codec = Table(TOY, plain_dice(0)).codec
    with Store.open(DataFolder.at(folder), now=0.0) as store:
        assert store.repair is None, store.repair.text()
        return [codec.decode(body) for body in store.read(table)]


def check(entries: list[Entry], players: list[Player]) -> None:
    ids = ["" if isinstance(entry, RolledBack) else entry.command for entry in entries]
    assert [id for id, count in Counter(ids).items() if id and count > 1] == []
    for player in players:
        assert all(ids[number] == id for id, number in player.acknowledged.items())
        assert not player.refused & set(ids)


def pending(entries: list[Entry]) -> int:
    """The number of the question that the log leaves open."""
    table = Table(TOY, plain_dice(0))
    table.load(entries, 0.0)
    return table.pending[1] if table.pending else 0
