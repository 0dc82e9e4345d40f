"""The validator: a legal sheet passes, and every field of it, put out of range, is refused with its rule."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tablelight.systems.forgelight import figures, sheet
from tablelight.systems.forgelight.content.model import ClassChoice, Gives
from tablelight.systems.forgelight.content.packs import library
from tablelight.systems.forgelight.flows.people import beast_being, hero_being
from tablelight.systems.forgelight.state import Being, Condition, Down, Taken

LIB = library()
LEGAL = hero_being(LIB, "maro")
BEAST = beast_being(LIB, "ash", "wren", 1)


def rules_of(who: Being, owner: Being | None = None) -> list[str]:
    return [fault.rule.removeprefix("forgelight/") for fault in sheet.faults(LIB, who, owner)]


def without(traits: tuple[Taken, ...], name: str) -> tuple[Taken, ...]:
    return tuple(taken for taken in traits if taken.trait != name)


def test_ready_characters_are_legal() -> None:
    for key in LIB.heroes:
        assert sheet.faults(LIB, hero_being(LIB, key)) == ()


MUTATIONS: dict[str, tuple[Being, str]] = {
    "no race": (replace(LEGAL, race="", traits=without(LEGAL.traits, "many-ways")), "race-choice"),
    "unknown race": (replace(LEGAL, race="nobody"), "race-choice"),
    "race trait gone": (replace(LEGAL, traits=without(LEGAL.traits, "many-ways")), "race-trait"),
    "no class": (replace(LEGAL, classes=()), "class-choice"),
    "unknown class": (replace(LEGAL, classes=(ClassChoice("clerk"),)), "class-choice"),
    "class level 0": (replace(LEGAL, classes=(ClassChoice("warden", 0, "bulwark"),)), "level-limits"),
    "class level above the level": (replace(LEGAL, classes=(ClassChoice("warden", 2, "bulwark"),)), "level-limits"),
    "a class twice": (replace(LEGAL, classes=(ClassChoice("warden", 1, "bulwark"),) * 2), "levelup-class-level"),
    "no subclass": (replace(LEGAL, classes=(ClassChoice("warden"),)), "subclass-choice"),
    "another class's subclass": (replace(LEGAL, classes=(ClassChoice("warden", 1, "ember"),)), "subclass-choice"),
    "unknown subclass": (replace(LEGAL, classes=(ClassChoice("warden", 1, "nobody"),)), "subclass-choice"),
    "a bruiser with a subclass": (replace(LEGAL, classes=(ClassChoice("bruiser", 1, "ember"),)), "bruiser-no-subclass"),
    "class trait gone": (replace(LEGAL, traits=without(LEGAL.traits, "warden-1")), "class-trait-levels"),
    "a trait from nowhere": (replace(LEGAL, traits=(*LEGAL.traits, Taken("wings", "race"))), "trait-permanent"),
    "unknown trait": (replace(LEGAL, traits=(*LEGAL.traits, Taken("nothing"))), "trait-permanent"),
    "no general trait": (replace(LEGAL, traits=without(LEGAL.traits, "lucky-strike")), "general-trait-levels"),
    "two general traits": (replace(LEGAL, traits=(*LEGAL.traits, Taken("fleet", "general"))), "general-trait-levels"),
    "a legendary trait": (replace(LEGAL, traits=(*LEGAL.traits, Taken("mastery", "legendary"))), "legendary-trait"),
    "a trait twice that is had once": (
        replace(LEGAL, traits=(*LEGAL.traits, Taken("bonded"), Taken("bonded"))),
        "general-trait-repeat",
    ),
    "a choice that means nothing": (
        replace(LEGAL, traits=(*LEGAL.traits, Taken("talented", "story", "luck"))),
        "general-trait-effects",
    ),
    "level 2 without a class level": (replace(LEGAL, level=2), "level-limits"),
    "an attribute at +3": (replace(LEGAL, assigned={**LEGAL.assigned, "strength": 3}), "attribute-creation-range"),
    "an attribute at -3": (replace(LEGAL, assigned={**LEGAL.assigned, "focus": -3}), "attribute-creation-range"),
    "a sum of 6": (replace(LEGAL, assigned={**LEGAL.assigned, "focus": 1}), "attribute-sum-five"),
    "raised without a level": (replace(LEGAL, raised={"focus": 1}), "levelup-attribute"),
    "an attribute past +10": (replace(LEGAL, raised={"strength": 9}), "attribute-range"),
    "two skills": (replace(LEGAL, skills=LEGAL.skills[:2]), "skills-pick-three"),
    "a skill twice": (replace(LEGAL, skills=("stealth", "stealth", "perception")), "skills-pick-three"),
    "unknown skill": (replace(LEGAL, skills=("stealth", "naps", "perception")), "skills-pick-three"),
    "no Attack": (replace(LEGAL, hand=tuple(c for c in LEGAL.hand if c != "attack")), "universal-cards"),
    "Attack twice": (replace(LEGAL, hand=(*LEGAL.hand, "attack")), "universal-cards"),
    "one class card": (replace(LEGAL, hand=("rally", "attack", "defend")), "class-cards-per-level"),
    "three class cards": (replace(LEGAL, hand=(*LEGAL.hand, "cover")), "class-cards-per-level"),
    "a card of level 2": (
        replace(LEGAL, hand=("rally", "riposte", "attack", "defend")),
        "starting-class-cards",
    ),
    "a card in two places": (replace(LEGAL, discard=("rally",)), "levelup-cards"),
    "another class's card": (replace(LEGAL, discard=("mend",)), "card-kinds"),
    "a companion's card": (replace(LEGAL, discard=("bite",)), "card-kinds"),
    "unknown card": (replace(LEGAL, discard=("nothing",)), "card-kinds"),
    "a card being carried out": (replace(LEGAL, hand=LEGAL.hand[1:], playing=LEGAL.hand[:1]), "card-zones"),
    "a returning card in a slot": (
        replace(LEGAL, hand=LEGAL.hand[1:], active={"active": LEGAL.hand[0]}),
        "card-after-play-active",
    ),
    "weapon as armor": (replace(LEGAL, gear={"armor": "sword"}), "weapon-card"),
    "shield as weapon": (replace(LEGAL, gear={"weapon": "shield"}), "shield-card"),
    "armor as wildcard": (replace(LEGAL, gear={"wildcard": "mail"}), "armor-card"),
    "unknown gear": (replace(LEGAL, gear={"weapon": "laser"}), "gear-slots"),
    "two things in the wildcard slot": (
        replace(LEGAL, active={"wildcard": "hold-the-line"}),
        "wildcard-slot-shared",
    ),
    "an attunement without its attribute": (replace(LEGAL, attunements=("pyrothyst",)), "crystal-attribute-choice"),
    "Strength as Crystal Attribute": (
        replace(LEGAL, attunements=("pyrothyst",), crystal="strength"),
        "crystal-attribute-choice",
    ),
    "unknown crystal": (replace(LEGAL, attunements=("glass",), crystal="focus"), "crystal-attunement"),
    "entered figures": (replace(LEGAL, figures={"hit_score": 30}), "sheet-details"),
    "entered gifts": (replace(LEGAL, gives=Gives(hit_score=5)), "sheet-details"),
    "a pack with unknown gear": (replace(LEGAL, pack=("laser",)), "gear-slots"),
    "unknown status": (replace(LEGAL, statuses={"sleepy": Condition()}), "status-effect-model"),
    "a status that is over": (replace(LEGAL, statuses={"slowed": Condition(0)}), "status-duration-unit"),
    "rounds of a card that lies elsewhere": (replace(LEGAL, active_rounds={"rally": 2}), "active-persists"),
    "a crystal twice": (replace(LEGAL, attunements=("pyrothyst",) * 2, crystal="focus"), "crystal-attunement"),
    "more levels due than there are": (replace(LEGAL, levels_due=10), "level-limits"),
    "more attunements due than crystals": (replace(LEGAL, attunements_due=3), "crystal-attunement"),
    "two companions due": (replace(LEGAL, companions_due=2), "companion-definition"),
    "a kind of companion": (replace(LEGAL, companion_kind="wolf"), "companion-definition"),
    "a retreat": (replace(LEGAL, fled=True), "companion-retreat-command"),
    "left behind": (replace(LEGAL, stays=True), "companion-retreat-command"),
    "unconscious with Health": (replace(LEGAL, down=Down()), "status-unconscious"),
    "dead with Health": (replace(LEGAL, dead=True), "dead-is-final"),
    "on the verge of death": (replace(LEGAL, verge=True), "verge-of-death"),
    "out of action": (replace(LEGAL, out="out of action"), "enemy-at-zero"),
    "two tiles wide": (replace(LEGAL, size=2), "speed-grid"),
    "in the air": (replace(LEGAL, height=10), "flying-movement"),
    "flying": (replace(LEGAL, flying=True), "flying-movement"),
    "too much Health": (replace(LEGAL, health=999), "health-bounds"),
    "too much Stamina": (replace(LEGAL, stamina=99), "stamina-formula"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_field_out_of_range_is_refused_with_its_rule(name: str) -> None:
    who, rule = MUTATIONS[name]
    assert rule in rules_of(who)


FREE = {
    "name": "its length is checked when the text is read",
    "kind": "what is brought along must be a character",
    "about": "free text",
    "concept": "free text",
    "notes": "free text of the GM, left behind",
    "scar": "free text",
    "seat": "given by the table",
    "owner": "left behind",
    "mounted": "left behind",
    "at": "left behind",
    "hidden": "left behind",
    "rested_on": "a day of the table that it comes from",
    "exchanging": "cards may be exchanged until the next fight, or not",
    "overrides": "what the GM set aside, whatever it was",
    "by_hand": "what the GM set by hand, whatever it was",
}
"""The fields that have no range, and why."""


def test_every_field_of_a_sheet_is_put_out_of_range_or_has_none() -> None:
    mutated = {field for who, _ in MUTATIONS.values() for field in who.__struct_fields__ if _differs(who, field)}
    assert mutated | set(FREE) == set(Being.__struct_fields__)
    assert not mutated & set(FREE)


def _differs(who: Being, field: str) -> bool:
    return msgspec.to_builtins(who)[field] != msgspec.to_builtins(LEGAL)[field]


BEASTS: dict[str, tuple[Being, str]] = {
    "no kind": (replace(BEAST, companion_kind=""), "companion-definition"),
    "above its owner": (replace(BEAST, level=2), "companion-level"),
    "with gear": (replace(BEAST, gear={"weapon": "sword"}), "companion-sheet"),
    "with a class": (replace(BEAST, classes=(ClassChoice("bruiser"),)), "companion-build"),
    "with another trait": (replace(BEAST, traits=(Taken("feathered", "companion"),)), "companion-traits"),
    "with Attack": (replace(BEAST, hand=(*BEAST.hand[:2], "attack")), "companion-no-universal-cards"),
    "with a class card": (replace(BEAST, hand=("rally",)), "companion-cards-own"),
    "with a card above its level": (replace(BEAST, hand=("trample",)), "companion-card-choice"),
    "with too many cards": (replace(BEAST, discard=("guard",)), "companion-card-choice"),
    "with a wildcard slot": (replace(BEAST, hand=(), active={"wildcard": "guard"}), "companion-active-slot"),
    "with a sum of 6": (replace(BEAST, assigned={**BEAST.assigned, "presence": 1}), "attribute-sum-five"),
    "with two skills": (replace(BEAST, skills=BEAST.skills[:2]), "skills-pick-three"),
}


@pytest.mark.parametrize("name", BEASTS)
def test_a_companions_field_out_of_range_is_refused_with_its_rule(name: str) -> None:
    who, rule = BEASTS[name]
    assert rule in rules_of(who, LEGAL)


def test_a_fault_says_where_what_and_what_is_needed() -> None:
    (fault,) = sheet.faults(LIB, replace(LEGAL, assigned={**LEGAL.assigned, "focus": 1}))
    assert (fault.rule, fault.present, fault.needed) == ("forgelight/attribute-sum-five", "6", "exactly 5")


def test_a_sheet_is_read_as_it_was_written() -> None:
    assert sheet.read_sheet(sheet.write_sheet(LEGAL)) == LEGAL
    assert isinstance(sheet.read_sheet("{}"), sheet.Fault)
    assert isinstance(sheet.read_sheet("no sheet"), sheet.Fault)


def test_an_illegal_type_is_no_sheet_at_all() -> None:
    for field, value in (("level", 11), ("health", -1), ("stamina", -1), ("name", "")):
        raw = {**msgspec.to_builtins(LEGAL), field: value}
        assert isinstance(sheet.read_sheet(msgspec.json.encode(raw).decode()), sheet.Fault)


def test_each_figure_opens_to_the_sum_of_its_sources() -> None:
    for figure in (
        figures.max_health(LIB, LEGAL),
        figures.max_stamina(LIB, LEGAL),
        figures.speed(LIB, LEGAL),
        figures.power(LIB, LEGAL),
    ):
        assert sum(source.value for source in figure.sources) == figure.value
