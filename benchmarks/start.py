"""How long a whole process takes from a cold start: the help, an answer about odds, the table with its first page.

python benchmarks/start.py [RUNS]
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
import urllib.request
from tempfile import TemporaryDirectory

COMMANDS = {
    "help": ["--help"],
    "odds of a test with its effect": ["odds", "torchlite", "effect", "d12 d12 d10 d10 d8 d8 d6", "--against", "d8 d8"],
    "a rule": ["rules", "torchlite", "heroic-success"],
}


def once(words: list[str]) -> float:
    """Seconds from start to end of one process."""
    code = "import sys; from tablelight.cli import main; sys.exit(main(sys.argv[1:]))"
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", code, *words], capture_output=True, check=True)
    return time.perf_counter() - begun


def first_page(folder: str) -> float:
    """Seconds from `tablelight play` to the first page of the server."""
    words = ["-m", "tablelight", "play", "--no-browser", "--host", "127.0.0.1", "--data", folder]
    begun = time.perf_counter()
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
        with urllib.request.urlopen(address, timeout=30) as page:  # its socket waits for the server
            page.read()
        took = time.perf_counter() - begun
        server.terminate()
    return took


def main() -> None:
    """Prints the shortest and the middle time of each command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    for name, words in COMMANDS.items():
        tell(name, [once(words) for _ in range(runs)])
    with TemporaryDirectory() as folder:
        tell("the table's first page, first start", [first_page(folder)])
        tell("the table's first page, later starts", [first_page(folder) for _ in range(runs)])


def tell(name: str, spent: list[float]) -> None:
    """One line of times."""
    print(f"{name}: {min(spent) * 1000:.0f} ms at best, {statistics.median(spent) * 1000:.0f} ms in the middle")


if __name__ == "__main__":
    main()
