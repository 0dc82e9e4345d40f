"""The questions of each system, loaded only when one of them is asked."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import cast

from tablelight.odds.asking import Question

SYSTEMS: Mapping[str, str] = {
    "torchlite": "torchlite",
    "actlite": "actlite",
    "forgelight": "forgelight",
    "rogue-spire": "rogue_spire",
}
"""The systems whose odds can be asked for, and the module of each."""

DICE = "dice"
"""What dice in general go by, beside the systems."""


def questions(system: str) -> dict[str, Question]:
    """The questions of a system, or of dice in general, by name. A KeyError if there is no such system."""
    module = import_module(f"{__name__}.{DICE if system == DICE else SYSTEMS[system]}")
    return {question.name: question for question in cast("tuple[Question, ...]", module.QUESTIONS)}
