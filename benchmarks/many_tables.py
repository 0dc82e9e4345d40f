"""Sixty-two tables of eight pages each on one server, at a hundred commands a second in all.

Run: python benchmarks/many_tables.py [--system pool] [--tables 62] [--clients 8] [--rate 100] [--seconds 20] [--runs 1]
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

from tables import Bench, Sender, asked, lay_tables, listen, report, seconds_of, server


async def play(bench: Bench, sender: Sender, rate: float, seconds: float, chance: random.Random) -> None:
    """Send commands at random moments, so many a second on average."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    for command in bench.commands:
        await asyncio.sleep(max(0.06, chance.expovariate(rate)))
        if loop.time() > end:
            break
        await sender.post(bench, command)
    await asyncio.sleep(0.2)
    bench.finish()


async def measure(options: Any, folder: Path) -> None:
    each = options.rate / options.tables
    commands = int(each * options.seconds * 2) + 10
    benches = await lay_tables(folder, options.system, options.tables, options.entries, commands)
    with server(folder) as (port, process):
        pages = [
            await listen(port, bench, bench.seats[n % len(bench.seats)], bench.version)
            for bench in benches
            for n in range(options.clients)
        ]
        used = seconds_of(process)
        played = (play(b, Sender(port), each, options.seconds, random.Random(n)) for n, b in enumerate(benches))
        done, _ = await asyncio.wait([asyncio.create_task(one) for one in played], timeout=4 * options.seconds)
        for one in done:
            one.result()
        took = [one for bench in benches for one in bench.took]
        title = f"{options.system}, {len(benches)} tables, {len(pages)} pages, {options.rate:.0f} commands a second"
        report(title, took, process, used)
        if len(done) < len(benches):
            print(f"  {len(benches) - len(done)} tables did not come to their end in time")
        for page in pages:
            page.cancel()


async def main() -> None:
    options = asked(system="torchlite", tables=62, clients=8, rate=100.0, seconds=20.0, entries=200, runs=1)
    for _ in range(options.runs):
        with tempfile.TemporaryDirectory() as folder:
            await measure(options, Path(folder))


if __name__ == "__main__":
    asyncio.run(main())
