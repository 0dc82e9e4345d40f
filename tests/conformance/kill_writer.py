"""The process that `test_store_kill.py` kills: appends for ever, and says what was acknowledged.

Arguments: the data folder. It goes on where the tables end. A line "TABLE LENGTH" means that so many entries
of the table are acknowledged as durable.
"""

import sys
import threading
from pathlib import Path

from tablelight.store import DataFolder, Store

TABLES = ("keep", "spire", "crypt")


def play(store: Store, table: str) -> None:
    length = store.length(table)
    while True:
        count = 1 + length % 4
        bodies = [b"%s %d %s" % (table.encode(), number, b"." * (number * 37 % 5000)) for number in
                  range(length, length + count)]  # fmt: skip
        store.append(table, length, bodies).result()
        length += count
        # One write, so that a line is there whole or not at all.
        sys.stdout.write(f"{table} {length}\n")
        sys.stdout.flush()


store = Store.open(DataFolder.at(Path(sys.argv[1])), now=0.0)
assert store.repair is None, store.repair.text()
threads = [threading.Thread(target=play, args=(store, table)) for table in TABLES]
print("open", flush=True)
for thread in threads:
    thread.start()
