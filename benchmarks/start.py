"""How long a whole process takes from a cold start: the help, an answer about odds, a script.

python benchmarks/start.py [RUNS]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

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


def main() -> None:
    """Prints the shortest and the middle time of each command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    for name, words in COMMANDS.items():
        spent = [once(words) for _ in range(runs)]
        print(f"{name}: {min(spent) * 1000:.0f} ms at best, {statistics.median(spent) * 1000:.0f} ms in the middle")


if __name__ == "__main__":
    main()
