"""Another process: opens the folder given, says so, and keeps it until its input ends."""

import sys
from pathlib import Path

from tablelight.store import DataFolder, Store

with Store.open(DataFolder.at(Path(sys.argv[1])), now=0.0):
    print("open", flush=True)
    sys.stdin.read()
