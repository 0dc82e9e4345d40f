"""A server killed at any moment loses nothing that it had acknowledged, and doubles nothing."""

import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tablelight.store import DataFolder, Store, TableRecord

ROUNDS = int(os.environ.get("TABLELIGHT_KILL_ROUNDS", "60"))
ROUNDS_OF_A_FOLDER = 10  # so that a folder is killed again and again, but does not grow without end
WRITER = Path(__file__).with_name("kill_writer.py")
TABLES = ("keep", "spire", "crypt")


@pytest.mark.slow
def test_a_killed_writer_loses_nothing_that_was_acknowledged(tmp_path: Path):
    moments = random.Random(20261129)
    total = 0
    for first in range(0, ROUNDS, ROUNDS_OF_A_FOLDER):
        folder = new_folder(tmp_path / f"data{first}")
        lengths = dict.fromkeys(TABLES, 0)
        for _ in range(min(ROUNDS_OF_A_FOLDER, ROUNDS - first)):
            lengths |= run_and_kill(folder, moments)
            lengths = check(folder, lengths)
        total += sum(lengths.values())
    assert total > 10 * ROUNDS


def new_folder(path: Path) -> DataFolder:
    folder = DataFolder.at(path)
    with Store.open(folder, now=0.0) as store:
        for table in TABLES:
            store.create_table(TableRecord(table, table, "toy", 0.0)).result()
    return folder


def run_and_kill(folder: DataFolder, moments: random.Random) -> dict[str, int]:
    """Starts a writer, kills it after up to 150 ms of writing, and returns what it had acknowledged."""
    writer = subprocess.Popen([sys.executable, str(WRITER), str(folder.path)], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    assert writer.stdout.readline() == b"open\n"
    killer = threading.Thread(target=kill_after, args=(writer, moments.uniform(0.0, 0.15)))
    killer.start()
    lines = writer.stdout.read().splitlines(keepends=True)  # read on, or the full pipe would stop the writer
    killer.join()
    writer.stdout.close()
    writer.wait()
    whole = [line.split() for line in lines if line.endswith(b"\n")]
    return {table.decode(): int(length) for table, length in whole}


def kill_after(process: subprocess.Popen[bytes], seconds: float) -> None:
    time.sleep(seconds)
    process.kill()


def check(folder: DataFolder, acknowledged: dict[str, int]) -> dict[str, int]:
    """Every acknowledged entry is there, once, in order, and at most one append more."""
    with Store.open(folder, now=0.0) as store:
        assert store.repair is None, store.repair.text()
        lengths: dict[str, int] = {}
        for table in TABLES:
            entries = store.read(table)
            numbers = [entry.split()[:2] for entry in entries]
            assert numbers == [[table.encode(), b"%d" % number] for number in range(len(entries))]
            assert acknowledged[table] <= len(entries) <= acknowledged[table] + 4
            lengths[table] = len(entries)
        return lengths
