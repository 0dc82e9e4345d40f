"""Beings out of the content: ready characters, ready companions, foes."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.systems.forgelight import figures, sheet
from tablelight.systems.forgelight.content.model import Foe
from tablelight.systems.forgelight.content.packs import Library
from tablelight.systems.forgelight.state import Being, Taken


def hero_being(content: Library, key: str) -> Being:
    """A ready character, checked against the rules; a ValueError tells the first fault."""
    hero = content.heroes[key]
    general = tuple(_general(one) for one in hero.traits)
    level = sum(one.level for one in hero.classes)
    who = Being(
        hero.name,
        about=hero.text,
        race=hero.race,
        classes=hero.classes,
        level=level,
        assigned=hero.assigned,
        raised=hero.raised,
    )
    given = tuple(Taken(trait, source) for trait, source, _ in sheet.expected_traits(content, who))
    who = replace(
        who,
        traits=(*given, *general),
        skills=hero.skills,
        hand=(*hero.cards, *sheet.UNIVERSAL),
        gear=hero.gear,
    )
    who = full(content, who)
    wrong = sheet.faults(content, who)
    if wrong:
        raise ValueError(f"heroes.{key}: {wrong[0].text}")
    return who


def _general(text: str) -> Taken:
    trait, _, chosen = text.partition(":")
    return Taken(trait, "general", chosen)


def beast_being(content: Library, key: str, owner: str, level: int) -> Being:
    """A ready companion at its owner's side."""
    beast = content.beasts[key]
    kind = content.companions[beast.kind]
    who = Being(
        beast.name,
        kind="companion",
        about=beast.text,
        owner=owner,
        companion_kind=beast.kind,
        level=level,
        assigned=beast.assigned,
        traits=tuple(Taken(trait, "companion") for trait in kind.traits),
        skills=beast.skills,
        hand=beast.cards,
        size=kind.size,
    )
    who = full(content, who)
    wrong = sheet.faults(content, who)
    if wrong:
        raise ValueError(f"beasts.{key}: {wrong[0].text}")
    return who


def full(content: Library, who: Being) -> Being:
    """With Health and Stamina at their maximums."""
    health, stamina = figures.max_health(content, who).value, figures.max_stamina(content, who).value
    return replace(who, health=health, stamina=stamina)


def foe_being(content: Library, foe: Foe, *, hidden: bool = False) -> Being:
    """A GM-run being from its entry; what is left out follows the formulas (forgelight/being-model)."""
    who = Being(
        foe.name,
        kind="foe",
        about=foe.text,
        assigned=foe.attributes,
        figures=foe.figures,
        gives=foe.gives,
        hand=foe.cards,
        gear=foe.gear,
        size=foe.size,
        hidden=hidden,
        notes=foe.tactics,
    )
    return full(content, who)
