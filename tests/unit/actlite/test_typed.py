"""Content as people type it in: what the pack has can be written and read again, and what is wrong is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablelight.systems.actlite.content.pack import starter_pack
from tablelight.systems.actlite.content.typed import (
    read_arrows,
    read_damage_type,
    read_effect,
    read_effects,
    read_numbers,
    read_scores,
    read_strike,
    read_trigger,
    write_arrows,
    write_effects,
    write_strike,
)
from tablelight.systems.actlite.content.typed_skills import read_skill, write_skill
from tablelight.systems.actlite.flows.own.people import read_limits
from tablelight.systems.actlite.state import Effect, Limit, Skill, Strike, Trigger

PACK = starter_pack()


@pytest.mark.parametrize(
    "strike", [one for weapon in PACK.weapons.values() for one in weapon.strikes], ids=write_strike
)
def test_every_attack_of_the_pack_reads_as_it_is_written(strike: Strike) -> None:
    assert read_strike(write_strike(strike)) == strike


@pytest.mark.parametrize("skill", [one for table in PACK.archetypes.values() for one in table.skills], ids=write_skill)
def test_every_skill_of_the_pack_reads_as_it_is_written(skill: Skill) -> None:
    assert read_skill(write_skill(skill)) == skill


def test_every_hex_card_and_price_of_the_pack_reads_as_it_is_written() -> None:
    lists = [one.effects for one in (*PACK.hexes.values(), *PACK.specials.values())]
    arrows = [*(one.speed for one in PACK.weapons.values()), *(one.cost for one in PACK.archetypes.values())]
    assert [read_effects(write_effects(effects)) for effects in lists] == lists
    assert [read_arrows(write_arrows(costs), 9) for costs in arrows] == arrows


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("1d6 damage", Effect("damage", dice="1d6")),
        ("(2) damage to self", Effect("crit", 2, on="self")),
        ("(1) health", Effect("heal-crit")),
        ("[stun]", Effect("inflict", condition="stun")),
        ("2 poison to all", Effect("inflict", 2, condition="poison", on="all")),
        ("remove [bleed]", Effect("remove", condition="bleed")),
        ("“Push”", Effect("push")),
        ("temp AP", Effect("temp-ap")),
        ("lose 2 AP", Effect("lose-ap", 2)),
        ("3 damage to the author", Effect("damage", 3, on="author")),
        ("judge: the GM says who", Effect("say", text="the GM says who")),
    ],
)
def test_an_effect_is_read_from_text(text: str, effect: Effect) -> None:
    assert read_effect(text) == effect


@pytest.mark.rule("actlite/damage-subtypes")
def test_a_sub_type_begins_with_the_letter_of_its_type() -> None:
    assert [read_damage_type(one) for one in ("s", "Slicing", "battering")] == ["S", "Slicing", "Battering"]


@pytest.mark.rule("actlite/attribute-limits")
def test_limits_are_read_by_attribute() -> None:
    assert read_limits("STR at most 4, STR 4 costs 6; agi at least -1, SOC without limit", "giants") == {
        "STR": Limit(most=4, prices={4: 6}, source="giants"),
        "AGI": Limit(least=-1, source="giants"),
        "SOC": None,
    }


def limits(text: str) -> object:
    return read_limits(text, "giants")


def numbers(text: str) -> object:
    return read_numbers(text, "B 1")


def arrows(text: str) -> object:
    return read_arrows(text, 9)


@pytest.mark.parametrize(
    ("read", "text", "told"),
    [
        (read_strike, "1x6 S", "“1x6 S” should read like “1d6 S”"),
        (read_strike, "1d6", "has no damage type; right would be “1d6 B”"),
        (read_strike, "1d6 Zapping", "type “Zapping” should be B, P, S or a sub-type"),
        (read_strike, "1d6 S, long", "“long” should be “reach 2” or “crit”"),
        (read_trigger, "at 6: push", "“at 6: push” should read like “on 6: [stun]”"),
        (read_effect, "fly", "“fly” is no effect; right would be “1d6 damage”"),
        (read_effect, "1d0 damage", "“1d0” should be dice such as 1d6"),
        (arrows, "1->x", "“1->x” should read like “1” or “1->2->3”, each from 0 to 9"),
        (arrows, "12", "each from 0 to 9"),
        (numbers, "B one", "“B one” should read like “B 1”"),
        (numbers, "B 1, B 2", "B is there twice"),
        (read_scores, "S 1", "“S” should be an attribute such as STR or BARTER"),
        (read_skill, "Hard head", "should read like “Hard head: advantage on STR”"),
        (read_skill, "Hard head: fly", "Hard head: “fly” is nothing that a skill does"),
        (read_skill, "Shove (slow): push", "Shove: “slow” should be “1 AP”"),
        (read_skill, "Shove (1 AP): ", "Shove: it does nothing"),
        (read_skill, "Shove (reach 1): push", "Shove: (reach 1) should say “1 AP”"),
        (read_skill, "Hide: armor Slicing 2", "armor of a skill is for B, P or S"),
        (read_skill, "Drill: with pole, on 6: push; on 6: pull", "with weapons of the same tag"),
        (limits, "STR up to 4", "“STR up to 4” should read like “STR at most 4”"),
        (limits, "STR at most 1, STR at least 2", "STR can't be at least 2 and at most 1"),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(read: Callable[[str], object], text: str, told: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        read(text)
    assert told in str(error.value)


def test_a_trigger_is_an_effect_with_its_dice() -> None:
    assert read_trigger("On matching: rend") == Trigger("on matching", Effect("rend"))
