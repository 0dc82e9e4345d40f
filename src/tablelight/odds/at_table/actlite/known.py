"""What one seat knows of others' numbers, and what it assumes instead."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.odds.at_table.told import (
    Asked,
    Chances,
    Fact,
    Setting,
    setting,
)
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import attack
from tablelight.systems.actlite.flows.common import reads
from tablelight.systems.actlite.state import Character, reduction, score

AVERAGE = "0"
SCORES = tuple((str(value), f"{value:+d}" if value else "0") for value in range(-2, 7))
ARMOR = tuple((str(value), f"takes {value} off" if value else "none") for value in range(9))
DCS = tuple((str(value), str(value)) for value in range(3, 16))
USUAL_DC = "8"
WORTHS = (
    ("0", "nothing"),
    ("1/4", "a quarter of a success"),
    ("1/2", "half of one"),
    ("1", "one"),
    ("2", "two"),
)


class Known:
    """What one seat knows of others, with what it assumes instead and the settings for that."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.assumed: list[str] = []
        self.settings: list[Setting] = []

    def sheet(self, who: Character) -> bool:
        """Whether the seat may read these numbers."""
        return reads(self.asked.seat, who)

    def value(self, name: str, label: str, choices: Sequence[tuple[str, str]], default: str) -> int:
        """A number that is assumed."""
        wanted = setting(self.asked, name, label, choices, default)
        if wanted not in self.settings:
            self.settings.append(wanted)
        return int(wanted.value)

    def score(self, key: str, attribute: str) -> int | None:
        """Somebody's score; None where they lack it and the seat knows that."""
        who = self.asked.game.state.characters[key]
        if self.sheet(who):
            return score(who, attribute)
        self.assumed.append(f"{who.name}'s {attribute} is not known to you.")
        return self.value("score", f"{attribute} assumed", SCORES, AVERAGE)

    def passive(self, key: str, attribute: str) -> int | None:
        """What a check against somebody has to meet; None for a sure success."""
        value = self.score(key, attribute)
        return None if value is None else m.passive(value)

    def guard(self, key: str) -> int | None:
        """What an attack on somebody has to meet (actlite/armor-replaces-agi)."""
        if self.sheet(self.asked.game.state.characters[key]):
            return attack.guard(self.asked.game.state, key)
        return self.passive(key, "AGI")

    def armor(self, key: str, kind: str) -> int:
        """What somebody's armor takes off."""
        who = self.asked.game.state.characters[key]
        if self.sheet(who):
            return reduction(who, kind)
        self.assumed.append(f"{who.name}'s armor is not known to you.")
        return self.value("armor", "Armor assumed", ARMOR, "0")

    def chances(self, facts: Sequence[Fact], **more: object) -> Chances:
        """Chances with what they rest on."""
        told = Chances(tuple(facts), **more)  # pyright: ignore[reportArgumentType]
        return told._replace(
            assumed=(*dict.fromkeys(self.assumed), *told.assumed), settings=(*self.settings, *told.settings)
        )
