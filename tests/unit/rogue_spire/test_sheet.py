"""Reading characters out of text."""

from __future__ import annotations

import pytest

from tablelight.kernel.offers import Refused
from tablelight.systems.rogue_spire.sheet import (
    effects_words,
    read_dice,
    read_pool,
    read_talents,
    read_traits,
    td_words,
)
from tablelight.systems.rogue_spire.state import Effect, Talent


@pytest.mark.rule("rogue-spire/die-sizes")
def test_dice_are_read_with_or_without_the_letter() -> None:
    assert read_dice("d8, 6;D4  d20") == (8, 6, 4, 20)
    assert read_dice("  ") == ()


@pytest.mark.rule("rogue-spire/die-sizes")
@pytest.mark.parametrize("text", ["d7", "d0", "8d", "d100", "axe", "d8 d3"])
def test_other_dice_are_refused_with_the_sizes_there_are(text: str) -> None:
    refused = read_dice(text)
    assert isinstance(refused, Refused)
    assert "4, 6, 8, 10, 12, 20" in refused.text


def test_too_many_dice_are_refused() -> None:
    assert isinstance(read_dice("d4 " * 25), Refused)


def test_a_pool_has_one_vitality_die() -> None:
    dice = read_pool("d6", "d8 d8")
    assert not isinstance(dice, Refused)
    assert {key: (die.kind, die.sides) for key, die in dice.items()} == {
        "vitality": ("vitality", 6),
        "d8": ("skill", 8),
        "d8-2": ("skill", 8),
    }
    assert isinstance(read_pool("", "d8"), Refused)
    assert isinstance(read_pool("d6 d6", "d8"), Refused)


@pytest.mark.rule("rogue-spire/trait-kinds")
def test_traits_are_read_with_their_origin() -> None:
    traits = read_traits("Dwarf (Culture), Stealthy (innate ability)\nGuard (background)")
    assert not isinstance(traits, Refused)
    assert {key: trait.origin for key, trait in traits.items()} == {
        "dwarf": "culture",
        "stealthy": "innate",
        "guard": "background",
    }


@pytest.mark.rule("rogue-spire/trait-kinds")
@pytest.mark.parametrize("text", ["Dwarf", "Dwarf (magic)", "(culture)", "Dwarf (culture), DWARF (innate)"])
def test_wrong_traits_are_refused(text: str) -> None:
    assert isinstance(read_traits(text), Refused)


@pytest.mark.rule("rogue-spire/talent-needs-trait")
def test_talents_are_read_with_trait_and_td() -> None:
    traits = read_traits("Dwarf (culture)")
    assert not isinstance(traits, Refused)
    talents = read_talents("Sweep (Dwarf), Bash (dwarf, TD 3), Push (Dwarf, d10)", traits)
    assert not isinstance(talents, Refused)
    assert [(t.name, t.trait, t.td, t.td_die) for t in talents.values()] == [
        ("Sweep", "dwarf", 0, 0),
        ("Bash", "dwarf", 3, 0),
        ("Push", "dwarf", 0, 10),
    ]
    assert [td_words(talent) for talent in talents.values()] == ["", "TD 3", "TD 5 (half of a d10)"]


@pytest.mark.parametrize(
    "text", ["Sweep", "Sweep (Elf)", "Sweep (Dwarf, TD 0)", "Sweep (Dwarf, d7)", "Sweep (Dwarf, 3)"]
)
def test_wrong_talents_are_refused(text: str) -> None:
    traits = read_traits("Dwarf (culture)")
    assert not isinstance(traits, Refused)
    assert isinstance(read_talents(text, traits), Refused)


def test_effects_read_as_sentences() -> None:
    talent = Talent(
        "All",
        "dwarf",
        effects=(
            Effect("success", "strain"),
            Effect("success-and", "refresh", "self"),
            Effect("failure", "status", "self", "Prone"),
            Effect("success", "end-status", "target", "Held"),
        ),
    )
    assert effects_words(talent) == (
        "on a success: strain the die aimed at; on a success AND: refresh an exhausted die of yours; "
        "on a failure: you are Prone; on a success: the target is no longer Held"
    )
