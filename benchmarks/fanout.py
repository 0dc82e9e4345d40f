"""From a command to the last of twelve open pages, on a table with a log of 5,000 entries.

Run: python benchmarks/fanout.py [--system pool] [--clients 12] [--entries 5000] [--commands 300] [--runs 1]
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from tables import Sender, asked, lay_tables, listen, report, seconds_of, server

PAUSE = 0.04
"""Seconds after each command, in which its last messages arrive."""


async def measure(options: Any, folder: Path) -> None:
    (bench,) = await lay_tables(folder, options.system, 1, options.entries, options.commands)
    with server(folder) as (port, process):
        seats = [bench.seats[n % len(bench.seats)] for n in range(options.clients)]
        pages = [await listen(port, bench, seat, bench.version) for seat in seats]
        sender, used = Sender(port), seconds_of(process)
        end = time.monotonic() + options.seconds
        for command in bench.commands:
            if time.monotonic() > end:
                break
            await sender.post(bench, command)
            await asyncio.sleep(PAUSE)
        bench.finish()
        report(f"{options.system}, {len(pages)} pages, {options.entries} entries", bench.took, process, used)
        for page in pages:
            page.cancel()


async def main() -> None:
    options = asked(system="torchlite", clients=12, entries=5000, commands=300, seconds=60.0, runs=1)
    for _ in range(options.runs):
        with tempfile.TemporaryDirectory() as folder:
            await measure(options, Path(folder))


if __name__ == "__main__":
    asyncio.run(main())
