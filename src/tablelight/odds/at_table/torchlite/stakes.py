"""What a roll is played for at the table: steps of the effect die, and plot points, in successes."""

from __future__ import annotations

from fractions import Fraction

from tablelight.odds import torchlite as t
from tablelight.odds.at_table.told import Asked, Setting, setting
from tablelight.systems.torchlite import mechanics as m

PRICES = {"0": "nothing", "1/8": "an eighth of a success", "1/4": "a quarter of one", "1/2": "half of one", "1": "one"}
STEPS = {"0": "nothing", "1/8": "an eighth of a success", "1/4": "a quarter of one", "1/2": "half of one"}


def step_setting(asked: Asked) -> Setting:
    """What each step of the effect die above d4 counts."""
    return setting(asked, "step", "A step of the effect die counts", tuple(STEPS.items()), "1/8")


def price_setting(asked: Asked) -> Setting:
    """What a plot point is worth."""
    return setting(asked, "point", "A plot point is worth", tuple(PRICES.items()), "1/4")


def stake_of(step: Setting, price: Setting | None = None) -> t.Stake:
    """The stake that these come to."""
    effect = {size: at * Fraction(step.value) for at, size in enumerate(m.SIZES)}
    return t.Stake(effect=effect, point=Fraction(price.value) if price else Fraction(0))
