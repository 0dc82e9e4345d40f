"""From a command to the last of twelve open pages, on a table with a log of 5,000 entries.

Run: python benchmarks/fanout.py [--system pool] [--clients 12] [--entries 5000] [--commands 300]
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tables import Sender, asked, lay_tables, listen, report, seconds_of, server

PAUSE = 0.04
"""Seconds after each command, in which its last messages arrive."""


async def main() -> None:
    options = asked(system="torchlite", clients=12, entries=5000, commands=300)
    with tempfile.TemporaryDirectory() as folder:
        (bench,) = await lay_tables(Path(folder), options.system, 1, options.entries, options.commands)
        with server(Path(folder)) as (port, process):
            seats = [bench.seats[n % len(bench.seats)] for n in range(options.clients)]
            pages = [await listen(port, bench, seat, bench.version) for seat in seats]
            sender, used = Sender(port), seconds_of(process)
            for command in bench.commands:
                await sender.post(bench, command)
                await asyncio.sleep(PAUSE)
            bench.finish()
            title = f"{options.system}, {len(pages)} pages, {options.entries} entries"
            report(title, bench.took, process, used)
            for page in pages:
                page.cancel()


if __name__ == "__main__":
    asyncio.run(main())
