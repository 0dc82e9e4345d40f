"""A real server on the loopback, and browsers without a screen that sit at its tables."""

from __future__ import annotations

import asyncio
import re
import secrets
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from support.toy import TOY
from tablelight.kernel.system import AnySystem
from tablelight.store import DataFolder, Store
from tablelight.store.keeper import Keeper
from tablelight.web.app import create_app
from tablelight.web.serve import server_config

SYSTEMS: Mapping[str, AnySystem] = {"toy": TOY}


class Served:
    """A server over a data folder, in a thread of this process; it can be stopped and started again."""

    def __init__(self, folder: Path, systems: Mapping[str, AnySystem] = SYSTEMS, **settings: Any) -> None:
        self.folder = folder
        self.systems = systems
        self.settings: dict[str, Any] = {"rate": 10_000.0, "burst": 10_000.0} | settings
        self.port = free_port()
        self.start()

    def start(self) -> None:
        self.store = Store.open(DataFolder.at(self.folder), now=time.time())
        self.keeper = Keeper(self.store, time.time, secrets.token_bytes, self.systems)
        app = create_app(self.keeper, timer=time.monotonic, new_secret=secrets.token_urlsafe, **self.settings)
        self.house = app.state["house"]
        self.server = uvicorn.Server(server_config(app))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.005)

    def _run(self) -> None:
        listening = socket.create_server(("127.0.0.1", self.port))
        with asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner:
            self.loop = runner.get_loop()
            runner.run(self.server.serve([listening]))

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        assert not self.thread.is_alive()
        self.store.close()

    def browser(self) -> Browser:
        return Browser(f"http://127.0.0.1:{self.port}")


@contextmanager
def served(folder: Path, systems: Mapping[str, AnySystem] = SYSTEMS, **settings: Any) -> Iterator[Served]:
    server = Served(folder, systems, **settings)
    try:
        yield server
    finally:
        server.stop()


class Browser:
    """One browser: its cookie, and the table it is at. Every byte that it gets is kept in `seen`."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx.Client(base_url=base, headers={"origin": base}, timeout=10)
        self.table = ""
        self.seen: list[str] = []

    def get(self, path: str) -> httpx.Response:
        return self._keep(self.http.get(path))

    def post(self, path: str, data: Mapping[str, Any], **headers: str) -> httpx.Response:
        return self._keep(self.http.post(path, data=dict(data), headers=headers))

    def _keep(self, answer: httpx.Response) -> httpx.Response:
        self.seen += [answer.text, str(answer.headers.raw)]
        return answer

    def create(self, system: str = "toy", name: str = "Our table", **fields: str) -> str:
        """Set up a table; this browser is its GM."""
        answer = self.post("/tables", {"name": name, "system": system, **fields})
        assert answer.status_code == 303, answer.text
        self.table = answer.headers["location"].split("/")[2].split("?")[0]
        return self.table

    def invite(self, seat: str) -> str:
        """As the GM: the token of a new link to a seat."""
        answer = self.act("invite", **{"for": seat, "op": "issue"})
        found = re.findall(r'data-copy="[^"]*/join/([\w-]+)"', self._of_seat(answer.text, seat))
        assert found, answer.text
        return found[0]

    def _of_seat(self, html: str, seat: str) -> str:
        each = [part for part in html.split('<li class="invite">') if f'name="for" value="{seat}"' in part]
        return each[0]

    def join(self, token: str, name: str = "Ann") -> httpx.Response:
        answer = self.post(f"/join/{token}", {"name": name})
        if answer.status_code == 303:
            self.table = answer.headers["location"].split("/")[2].split("?")[0]
        return answer

    def page(self, seat: str = "") -> httpx.Response:
        return self.get(f"/table/{self.table}" + (f"?seat={seat}" if seat else ""))

    def act(self, what: str, **fields: Any) -> httpx.Response:
        """Post to the table as the page does."""
        return self.post(f"/table/{self.table}/{what}", fields, **{"hx-request": "true"})

    def do(self, seat: str, key: str, /, at: int = 0, command: str = "", **args: Any) -> httpx.Response:
        """Take an offer; the answer is data."""
        fields = {"seat": seat, "key": key, "at": str(at), "command": command}
        fields |= {f"f.{name}": value for name, value in args.items()}
        return self.post(f"/table/{self.table}/do", fields, accept="application/json")

    def must(self, seat: str, key: str, /, at: int = 0, command: str = "", **args: Any) -> int:
        """Take an offer that is there; gives the number of its entry."""
        answer = self.do(seat, key, at, command, **args)
        assert answer.status_code == 200, answer.text
        return answer.json()["entry"]

    @contextmanager
    def socket(self, seat: str, version: int | None = None, **settings: Any) -> Iterator[Follower]:
        """The page's socket; `version` as the page would say it, or what the page holds now."""
        with self.open_socket(seat, version, **settings) as connection:
            yield Follower(connection, self.seen)

    def open_socket(self, seat: str, version: int | None = None, **settings: Any) -> ClientConnection:
        if version is None:
            version = version_of(self.page(seat).text)
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return connect(
            f"ws{self.base.removeprefix('http')}/table/{self.table}/live?seat={seat}&version={version}",
            **{"origin": self.base, "additional_headers": {"cookie": cookies}, "compression": None} | settings,
        )


class Follower:
    """The receiving end of a page's socket."""

    def __init__(self, connection: ClientConnection, seen: list[str]) -> None:
        self.connection = connection
        self._seen = seen

    def next(self, timeout: float = 3.0) -> str:
        text = self.connection.recv(timeout)
        assert isinstance(text, str)
        self._seen.append(text)
        return text

    def until(self, words: str, timeout: float = 3.0) -> str:
        """All that comes, up to and including the message that holds these words."""
        all_of_it = ""
        while words not in all_of_it:
            all_of_it += self.next(timeout)
        return all_of_it

    def silent(self, seconds: float = 0.15) -> bool:
        """Whether nothing comes for so long."""
        try:
            self.next(seconds)
        except TimeoutError:
            return True
        return False


def version_of(page: str) -> int:
    found = re.search(r"&amp;version=(\d+)", page)
    assert found, page
    return int(found[1])


def prompt_of(page: str) -> int:
    """The number of the question that a page shows."""
    found = re.search(r'data-at="(\d+)"', page)
    assert found, page
    return int(found[1])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]
