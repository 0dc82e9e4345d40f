"""`tablelight systems`"""

from __future__ import annotations

from tablelight.cli.say import say_table
from tablelight.kernel.system import systems


def command() -> None:
    """List the games that are installed."""
    say_table(("game", "title", "about"), [(system.id, system.title, system.about) for system in systems().values()])
