"""What the benchmarks of the server share: tables with a long log, a server process, pages that listen."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from evening import likely
from websockets.asyncio.client import ClientConnection, connect

from tablelight.kernel.flow import SessionOver
from tablelight.kernel.offers import Seat
from tablelight.kernel.system import AnySystem, systems
from tablelight.kernel.table import Command, Table
from tablelight.store import DataFolder, Store
from tablelight.store.keeper import Keeper, Live
from tablelight.web.access import COOKIE, AccessBook

TRIES = 20
KEPT_ALIVE = 3.0
"""Seconds after which the server may have closed a connection that nobody used."""


@dataclass
class Bench:
    """One table that is played: its seats with the browser of each, and the commands still to be sent."""

    id: str
    browsers: dict[Seat, str]
    commands: list[Command]
    version: int
    sent: float = 0.0
    arrived: float = 0.0
    took: list[float] = field(default_factory=list)

    @property
    def seats(self) -> list[Seat]:
        """All seats, the GM's first."""
        return list(self.browsers)

    def begin(self) -> None:
        """A command goes out."""
        self.finish()
        self.sent, self.arrived = time.perf_counter(), 0.0

    def finish(self) -> None:
        """The command before has reached everyone whom it concerned."""
        if self.arrived:
            self.took.append(self.arrived - self.sent)
        self.arrived = 0.0


async def lay_table(keeper: Keeper, access: AccessBook, system: str, entries: int, commands: int, seed: int) -> Bench:
    """A table with so many entries in the store, and commands that will be legal on it one after the other."""
    starts = keeper.systems[system].starts()
    made = await keeper.create(system, "A long evening", starts[0].key if starts else "")
    assert isinstance(made, str), made
    live = await keeper.open(made)
    table, chance = live.table, random.Random(seed)
    while len(table.entries) < entries and likely(table, chance, time.time()):
        pass
    bench = await stored(keeper, access, live)
    bench.commands += _coming(table, chance, commands) if bench.version >= entries else ()
    return bench


async def stored(keeper: Keeper, access: AccessBook, live: Live) -> Bench:
    """A table as it stands now, put into the store, with a browser for each seat."""
    table = live.table
    bodies = [table.codec.encode(entry) for entry in table.entries[live.stored :]]
    await keeper.store.append_async(live.id, live.stored, bodies)
    browsers = {place.seat: access.new_secret() for place in table.room.places}
    for seat, browser in browsers.items():
        await access.grant(browser, live.id, seat)
    return Bench(live.id, browsers, [], len(table.entries))


def _coming(table: Table[Any], chance: random.Random, most: int) -> Iterator[Command]:
    """The next likely commands, each with all its fields; up to the end of the session.

    There the server takes new dice, so that this table here can't tell what would come of it.
    """
    for _ in range(most):
        command = likely(table, chance, time.time())
        done = table.entries[-1]
        if not command or any(isinstance(event, SessionOver) for event in getattr(done, "events", ())):
            return
        yield Command(command.seat, command.key, getattr(done, "args", command.args), "", command.prompt)


async def lay_tables(folder: Path, system: str, tables: int, entries: int, commands: int) -> list[Bench]:
    """So many tables in a new store."""
    with Store.open(DataFolder.at(folder), now=time.time()) as store:
        keeper = Keeper(store, time.time, secrets.token_bytes, all_systems())
        access = AccessBook(store, time.time, secrets.token_urlsafe)
        laid: list[Bench] = []
        for seed in range(tables * TRIES):
            bench = await lay_table(keeper, access, system, entries, commands, seed)
            if len(bench.commands) >= commands // 2:
                laid.append(bench)
            if len(laid) == tables:
                return laid
        raise RuntimeError("too many games came to an end too soon")


def all_systems() -> dict[str, AnySystem]:
    """The installed games, and the tests' own small one."""
    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    from support.pool import POOL  # noqa: PLC0415  # pyright: ignore[reportMissingImports] - found only now

    found = {POOL.id: POOL}
    with contextlib.suppress(ImportError):
        found |= systems()
    return found


@contextlib.contextmanager
def server(folder: Path) -> Any:
    """A server process over the folder; gives its port and process id."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, __file__, str(folder), str(port)]
    process = subprocess.Popen(command)
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None:
                raise RuntimeError("the server did not start")
            time.sleep(0.02)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(10)


async def listen(port: int, bench: Bench, seat: Seat, version: int) -> asyncio.Task[None]:
    """One page at a seat, which notes when something arrives."""
    origin = f"http://127.0.0.1:{port}"
    connection = await connect(
        f"ws://127.0.0.1:{port}/table/{bench.id}/live?seat={seat}&version={version}",
        origin=origin,  # pyright: ignore[reportArgumentType]
        additional_headers={"cookie": f"{COOKIE}={bench.browsers[seat]}"},
        compression=None,
        max_queue=None,
    )
    return asyncio.create_task(_note(connection, bench))


async def _note(connection: ClientConnection, bench: Bench) -> None:
    async for _ in connection:
        bench.arrived = time.perf_counter()


class Sender:
    """One kept-alive connection that posts commands."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def post(self, bench: Bench, command: Command) -> None:
        """Send a command and wait for its answer, which must be that it was carried out."""
        if not self._streams or time.monotonic() - self._used > KEPT_ALIVE:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        body = form_of(command)
        head = (
            f"POST /table/{bench.id}/{'say' if command.key == 'say' else 'do'} HTTP/1.1\r\n"
            f"host: 127.0.0.1:{self.port}\r\n"
            f"origin: http://127.0.0.1:{self.port}\r\ncookie: {COOKIE}={bench.browsers[command.seat]}\r\n"
            f"accept: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        self._used = time.monotonic()
        bench.begin()
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer)
        text = await reader.readexactly(int(length[1])) if length else b""
        if not answer.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{command}: {answer!r} {text!r}")


def form_of(command: Command) -> bytes:
    """A command as the page posts it."""
    if command.key == "say":
        return urlencode({"seat": command.seat, "text": command.args["text"]}).encode()
    pairs: list[tuple[str, str]] = [("seat", command.seat), ("key", command.key), ("at", str(command.prompt or "new"))]
    for name, value in command.args.items():
        each: Sequence[object] = value if isinstance(value, list | tuple) else [value]  # pyright: ignore[reportUnknownVariableType]
        pairs += [(f"f.{name}", str(one)) for one in each]
    return urlencode(pairs).encode()


def memory_of(process: int) -> float:
    """The most memory that a process has held, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def seconds_of(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(title: str, took: list[float], process: int, used: float) -> None:
    """The figures. `used`: processor time of the server before the first command."""
    ordered = sorted(took)
    each = 1000 * (seconds_of(process) - used) / max(1, len(took))

    def at(part: float) -> str:
        return f"{1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]:.1f} ms" if ordered else "-"

    print(f"{title}: {len(took)} commands reached their last page in")
    print(f"  p50 {at(0.5)}, p95 {at(0.95)}, p99 {at(0.99)}, most {at(1)}")
    print(f"  {each:.1f} ms of the server's processor for each, {memory_of(process):.0f} MB of memory at most")
    print(f"  {_this_machine()}", flush=True)


def report_times(title: str, took: list[float]) -> float:
    """How long single answers took; gives p95 in milliseconds."""
    ordered = sorted(1000 * one for one in took)
    p50, p95, p99 = (ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in (0.5, 0.95, 0.99))
    print(f"{title}\n  p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms, most {ordered[-1]:.1f} ms")
    print(f"  {_this_machine()}", flush=True)
    return p95


def _this_machine() -> str:
    """How busy this machine is: with others at work, figures come out higher than they are."""
    start, turns = time.process_time(), 0
    while time.process_time() - start < 0.2:
        turns += 1
    load = f"; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors" if hasattr(os, "getloadavg") else ""
    return f"this machine: {turns * 5 / 1e6:.2f} million turns of a plain loop a second{load}"


def asked(**defaults: Any) -> Any:
    """The command line, with these defaults."""
    parser = argparse.ArgumentParser()
    for name, value in defaults.items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    return parser.parse_args()


def _serve(folder: str, port: int) -> None:
    """The server process: as `tablelight play` runs it, but without a limit for one browser, as one plays all seats."""
    import uvicorn  # noqa: PLC0415

    from tablelight.web.app import create_app  # noqa: PLC0415
    from tablelight.web.serve import get_ready, server_config  # noqa: PLC0415

    with Store.open(DataFolder.at(Path(folder)), now=time.time()) as store:
        keeper = Keeper(store, time.time, secrets.token_bytes, all_systems())
        app = create_app(keeper, timer=time.monotonic, new_secret=secrets.token_urlsafe, rate=1e6, burst=1e6)
        app.on_startup.append(lambda: get_ready(store.folder))
        uvicorn.Server(server_config(app)).run([socket.create_server(("127.0.0.1", port))])


if __name__ == "__main__":
    _serve(sys.argv[1], int(sys.argv[2]))
