"""From a drag on the map to the last of eight open pages: 60 tokens on a map, walls and dark corners on it.

Half of the drags are the GM's, who puts anybody anywhere; the others are of those who may move. With --fight yes all
60 are in a fight, and whoever's turn it is moves as far as their Speed goes.

Run: python benchmarks/map.py [--tokens 60] [--clients 8] [--drags 200] [--fight no] [--runs 1]
"""

from __future__ import annotations

import asyncio
import random
import secrets
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tables import Bench, Sender, all_systems, listen, report, seconds_of, server, stored
from tables import asked as options_of

from tablelight.kernel.offers import GM, Offer, Seat
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.table import Applied, Command, Table
from tablelight.store import DataFolder, Store
from tablelight.store.keeper import Keeper
from tablelight.web.access import AccessBook

PAUSE = 0.04
"""Seconds after each command, in which its last messages arrive."""

WIDTH, HEIGHT = 40, 30
HEROES = ("wren", "osk", "maro", "ilse")


def do(table: Table[Any], seat: Seat, key: str, **args: Any) -> None:
    done = table.do(Command(seat, key, args), time.time())
    assert isinstance(done, Applied), done


def laid_out(table: Table[Any], players: list[Seat], tokens: int, fight: bool, chance: random.Random) -> None:
    """A hall with pillars, water and a dark end; everybody somewhere in it."""
    for at, seat in enumerate(players):
        table.record_aside(time.time(), SeatPlaced(seat=seat, name=f"Player {at + 1}"))
        do(table, seat, "hero", hero=HEROES[at % len(HEROES)])
    foes = tokens - len(table.state.beings)
    for at, kind in enumerate(("bandit", "archer", "skeleton")):
        many = foes // 3 + (at < foes % 3)
        for begin in range(0, many, 12):
            do(table, GM, "foe", foe=kind, count=min(12, many - begin))
    do(table, GM, "scene", title="The long hall", width=WIDTH, height=HEIGHT)
    for x in range(4, WIDTH - 3, 6):
        do(table, GM, "paint", kind="walls", **{"from": f"{x},6", "to": f"{x + 1},7"})
        do(table, GM, "paint", kind="slow", **{"from": f"{x},20", "to": f"{x + 1},22"})
    do(table, GM, "paint", kind="dark", **{"from": f"{WIDTH - 6},0", "to": f"{WIDTH - 1},{HEIGHT - 1}"})
    for who in list(table.state.beings):
        placed: object = None
        while not isinstance(placed, Applied):
            cell = f"{chance.randrange(WIDTH)},{chance.randrange(HEIGHT)}"
            placed = table.do(Command(GM, "put", {"who": who, "cell": cell}), time.time())
    if fight:
        do(table, GM, "fight")
        while table.pending:
            answer(table, chance)


def answer(table: Table[Any], chance: random.Random) -> Command:
    """Whoever is asked takes any answer."""
    asked = [(place.seat, table.menu(place.seat)) for place in table.room.places]
    seat, menu = next((seat, menu) for seat, menu in asked if menu.asked)
    offer = next(offer for offer in reversed(menu.asked) if not offer.refused)
    args = {field.name: chance.choice(field.choices).key for field in offer.fields if field.kind == "choice"}
    command = Command(seat, offer.key, args, "", menu.prompt)
    assert isinstance(table.do(command, time.time()), Applied), command
    return command


def drags(table: Table[Any], count: int, chance: random.Random) -> Iterator[tuple[Command, bool]]:
    """Legal commands, and whether each is a drag; what a drag brings up is answered in between."""
    left = count
    while left:
        if table.pending:
            yield answer(table, chance), False
            continue
        movers = [(place.seat, offer) for place in table.room.places for offer in _moves(table, place.seat)]
        if chance.random() < 0.5 or not movers:
            command = Command(GM, "put", {"who": chance.choice(list(table.state.beings)), "cell": _anywhere(chance)})
        else:
            seat, offer = chance.choice(movers)
            legal = [choice.key for choice in offer.fields[0].choices if not choice.refused]
            command = Command(seat, offer.key, {"cell": chance.choice(legal)})
        if isinstance(table.do(command, time.time()), Applied):
            left -= 1
            yield command, True
        if table.state.fight and not movers:
            yield end_turn(table), False


def _moves(table: Table[Any], seat: Seat) -> Iterator[Offer]:
    for offer in table.menu(seat).also:
        if offer.key.startswith("move:") and any(not choice.refused for choice in offer.fields[0].choices):
            yield offer


def _anywhere(chance: random.Random) -> str:
    return f"{chance.randrange(WIDTH)},{chance.randrange(HEIGHT)}"


def end_turn(table: Table[Any]) -> Command:
    """Whoever's turn it is ends it."""
    for place in table.room.places:
        for offer in table.menu(place.seat).also:
            if offer.key.startswith("end-turn:"):
                command = Command(place.seat, offer.key, {})
                assert isinstance(table.do(command, time.time()), Applied)
                return command
    raise RuntimeError("it is nobody's turn")


async def lay(folder: Path, options: Any, chance: random.Random) -> tuple[Bench, list[bool]]:
    """The table in a new store, and the drags to come."""
    with Store.open(DataFolder.at(folder), now=time.time()) as store:
        keeper = Keeper(store, time.time, secrets.token_bytes, all_systems())
        access = AccessBook(store, time.time, secrets.token_urlsafe)
        made = await keeper.create("forgelight", "The long hall", "")
        assert isinstance(made, str), made
        live = await keeper.open(made)
        table = live.table
        players = [Seat(f"p{at + 1}") for at in range(options.clients - 1)]
        laid_out(table, players, options.tokens, options.fight == "yes", chance)
        bench = await stored(keeper, access, live)
        coming = list(drags(table, options.drags, chance))
        bench.commands += [command for command, _ in coming]
        return bench, [drag for _, drag in coming]


async def measure(options: Any, folder: Path, seed: int) -> None:
    bench, drag = await lay(folder, options, random.Random(seed))
    with server(folder) as (port, process):
        pages = [await listen(port, bench, seat, bench.version) for seat in bench.seats[: options.clients]]
        sender, used = Sender(port), seconds_of(process)
        for command, timed in zip(bench.commands, drag, strict=True):
            await sender.post(bench, command)
            await asyncio.sleep(PAUSE)
            if not timed:
                bench.arrived = 0.0
        bench.finish()
        fight = "in a fight" if options.fight == "yes" else "at peace"
        report(f"{options.tokens} tokens {fight}, {len(pages)} pages", bench.took, process, used)
        for page in pages:
            page.cancel()


async def main() -> None:
    options = options_of(tokens=60, clients=8, drags=200, fight="no", runs=1)
    for run in range(options.runs):
        with tempfile.TemporaryDirectory() as folder:
            await measure(options, Path(folder), run)


if __name__ == "__main__":
    asyncio.run(main())
