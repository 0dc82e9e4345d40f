"""From a click in a form to its chances, over HTTP, for each game: whatever is offered in the midst of evenings.

Run: python benchmarks/chances.py [--tables 6] [--entries 80] [--clicks 400] [--most 100]

Each click is a form of an offer that has chances, with one field changed, posted as the page posts it; the answer is
the finished part of the page. Ends with code 1 if a game's p95 is above `--most` milliseconds.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tables import Bench, all_systems, asked, lay_table, report_times, server

from tablelight.kernel.offers import Field, Offer, Seat
from tablelight.odds import at_table
from tablelight.store import DataFolder, Store
from tablelight.store.keeper import Keeper
from tablelight.web.access import COOKIE, AccessBook

MOST_FORMS = 60
"""Forms of one offer."""


class Click(NamedTuple):
    """A form as it is posted, and whose it is."""

    bench: Bench
    seat: Seat
    key: str
    body: bytes


def forms(offer: Offer, chance: random.Random) -> Iterator[dict[str, Any]]:
    """An offer's form at first, and then with one field after the other changed at random."""
    held = {field.name: usual(field) for field in offer.fields}
    yield dict(held)
    for _ in range(MOST_FORMS if offer.fields else 0):
        field = chance.choice(offer.fields)
        legal = [choice.key for choice in field.choices if not choice.refused]
        if field.kind == "many":
            held[field.name] = chance.sample(legal, chance.randint(0, min(len(legal), field.most)))
        elif legal:
            held[field.name] = chance.choice(legal)
        elif field.kind == "number":
            held[field.name] = str(chance.randint(field.least, field.most))
        yield dict(held)
    for suggestion in offer.suggestions:
        yield {name: list(value) if isinstance(value, tuple) else value for name, value in suggestion.args.items()}


def usual(field: Field) -> Any:
    """What a field holds before it is touched."""
    if isinstance(field.default, tuple):
        return list(field.default)
    return "" if field.default is None else str(field.default)


def posted(seat: Seat, key: str, at: str, fields: dict[str, Any]) -> bytes:
    """A form as the page posts it."""
    named = {f"f.{name}": value for name, value in fields.items()}
    return urlencode({"seat": seat, "key": key, "at": at, **named}, doseq=True).encode()


async def lay(folder: Path, system: str, options: Any) -> list[Click]:
    """Tables in the midst of their evenings, and all that can be clicked there."""
    chance, clicks = random.Random(1), list[Click]()
    with Store.open(DataFolder.at(folder), now=time.time()) as store:
        keeper = Keeper(store, time.time, secrets.token_bytes, all_systems())
        access = AccessBook(store, time.time, secrets.token_urlsafe)
        for seed in range(options.tables):
            bench = await lay_table(keeper, access, system, options.entries + seed, 0, seed)
            table = (await keeper.open(bench.id)).table
            for seat in bench.seats:
                menu = table.menu(seat)
                told = [(offer, str(menu.prompt or 0)) for offer in menu.asked] + [(each, "new") for each in menu.also]
                for offer, at in told:
                    if not offer.refused and at_table.teller(system, offer):
                        bodies = (posted(seat, offer.key, at, fields) for fields in forms(offer, chance))
                        clicks += [Click(bench, seat, offer.key, body) for body in bodies]
    chance.shuffle(clicks)
    return clicks


def ask(connection: HTTPConnection, port: int, click: Click, method: str, path: str, body: bytes) -> bytes:
    """One request of the browser that holds the seat."""
    headers = {
        "origin": f"http://127.0.0.1:{port}",
        "cookie": f"{COOKIE}={click.bench.browsers[click.seat]}",
        "content-type": "application/x-www-form-urlencoded",
        "accept-encoding": "gzip",
    }
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{click.key} {body!r}: {answer.status} {text[:200]!r}")
    return text


def measure(system: str, clicks: list[Click], port: int) -> float:
    """Post them one after the other; prints the figures and gives p95 in milliseconds."""
    connection = HTTPConnection("127.0.0.1", port)
    took: list[float] = []
    figures = 0
    for each in {click.bench.id: click for click in clicks}.values():  # whoever clicks has opened the page
        ask(connection, port, each, "GET", f"/table/{each.bench.id}?seat={each.seat}", b"")
    for click in clicks:
        start = time.perf_counter()
        text = ask(connection, port, click, "POST", f"/table/{click.bench.id}/chances", click.body)
        took.append(time.perf_counter() - start)
        figures += bool(text)
    print(f"first click: {1000 * took[0]:.1f} ms")
    offers = len({click.key.partition(":")[0] for click in clicks})
    return report_times(f"{system}: {len(clicks)} clicks, {offers} kinds of offer, {figures} answers", took)


def main() -> int:
    options = asked(tables=6, entries=80, clicks=400, most=100.0)
    slow = False
    for system in sorted(entry_points(group=at_table.GROUP).names):
        with tempfile.TemporaryDirectory() as name:
            clicks = asyncio.run(lay(Path(name), system, options))[: options.clicks]
            with server(Path(name)) as (port, _):
                slow |= measure(system, clicks, port) > options.most
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
