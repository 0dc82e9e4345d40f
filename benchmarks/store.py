"""How fast the store writes durably, reads and opens. Run: python benchmarks/store.py [FOLDER]

Give a folder on the disk in question: a folder in memory waits for no disk.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tablelight.store import DataFolder, Store, TableRecord

BODY = b'{"type":"StressTaken","who":"wren","kind":"afraid","die":8,"rule":"stress","seen_by":"all"}' * 3
SINGLE = 2_000
GROUPED = 50_000
LOG = 100_000


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def single(store: Store) -> None:
    """Each append waits for the one before, as one table with one busy player does."""
    for number in range(SINGLE):
        store.append("single", number, [BODY]).result()


def grouped(store: Store) -> None:
    """Appends come faster than the disk, as from many tables at once."""
    waiting = [store.append(f"table{n % 50}", n // 50, [BODY]) for n in range(GROUPED)]
    for future in waiting:
        future.result()


def log(store: Store) -> None:
    for first in range(0, LOG, 1000):
        store.append("log", first, [BODY] * 1000).result()


def main() -> None:
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as name:
        folder = DataFolder.at(Path(name))
        with Store.open(folder, now=0.0) as store:
            for table in ("single", "log", *(f"table{n}" for n in range(50))):
                store.create_table(TableRecord(table, table, "toy", 0.0)).result()
            time_single = seconds(lambda: single(store))
            time_grouped = seconds(lambda: grouped(store))
            seconds(lambda: log(store))
            time_read = seconds(lambda: store.read("log"))
            time_backup = seconds(lambda: store.backup(folder.backups / "benchmark.sqlite3"))
        total = SINGLE + GROUPED + LOG
        time_open = seconds(lambda: Store.open(folder, now=0.0).close())
    print(f"body                {len(BODY):>9,} bytes")
    print(f"single, durable     {SINGLE / time_single:>9,.0f} entries/s  {time_single / SINGLE * 1e3:.2f} ms each")
    print(f"grouped, durable    {GROUPED / time_grouped:>9,.0f} entries/s")
    print(f"read one table      {LOG / time_read:>9,.0f} entries/s  {LOG:,} in {time_read:.2f} s")
    print(f"open with check     {total / time_open:>9,.0f} entries/s  {total:,} in {time_open:.2f} s")
    print(f"backup with check   {total / time_backup:>9,.0f} entries/s  {total:,} in {time_backup:.2f} s")


if __name__ == "__main__":
    main()
