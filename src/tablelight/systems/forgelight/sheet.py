"""The one validator of sheets, for the builder, for import, for the server and for programs; sheets as text.

A sheet that breaks a rule is refused with the rule, the field, what is there and what is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.offers import Refused, Seat
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import (
    ATTRIBUTES,
    CRYSTAL_ATTRIBUTES,
    NOTHING_GIVEN,
    Attribute,
    Slot,
)
from tablelight.systems.forgelight.content.packs import Library
from tablelight.systems.forgelight.state import Being, Taken

UNIVERSAL = ("attack", "defend")


class Fault(Struct, frozen=True):
    """A rule that a sheet breaks: where, what is there, what is needed."""

    rule: str
    field: str
    present: str
    needed: str

    @property
    def text(self) -> str:
        """The fault in words."""
        return f"{self.field[:1].upper()}{self.field[1:]} is {self.present}; needed: {self.needed}."

    def refused(self) -> Refused:
        """The fault as a refusal."""
        return Refused(self.rule, "sheet", self.text)


def _fault(rule: str, field: str, present: object, needed: str) -> Fault:
    return Fault(f"forgelight/{rule}", field, str(present), needed)


def faults(lib: Library, who: Being, owner: Being | None = None) -> tuple[Fault, ...]:
    """Everything in which a sheet breaks a rule; `owner` is the character whose companion it is."""
    unknown = tuple(_unknown(lib, who))
    if unknown:
        return unknown  # figures can't be worked out from words that mean nothing
    rules = _companion(lib, who, owner) if who.kind == "companion" else _character(lib, who)
    return (*rules, *_attributes(who), *_skills(who), *_zones(lib, who), *_pools(lib, who), *_condition(lib, who))


# ------------------------------------------------------------------ words that mean something


def _unknown(lib: Library, who: Being) -> Iterator[Fault]:
    yield from _named("race", (who.race,) if who.race else (), lib.races, "race-choice")
    yield from _named("classes", (one.kind for one in who.classes), lib.classes, "class-choice")
    subclasses = (one.subclass for one in who.classes if one.subclass)
    yield from _named("classes.subclass", subclasses, lib.subclasses, "subclass-choice")
    yield from _named("traits", (taken.trait for taken in who.traits), lib.traits, "trait-permanent")
    yield from _named("skills", who.skills, lib.skills, "skills-pick-three")
    yield from _named("cards", (card for card, _ in who.places()), lib.cards, "card-kinds")
    yield from _named("gear", (*who.gear.values(), *who.pack), lib.gear, "gear-slots")
    yield from _named("statuses", who.statuses, lib.statuses, "status-effect-model")
    yield from _named("attunements", who.attunements, lib.crystals, "crystal-attunement")
    for taken in who.traits:
        yield from _unknown_choice(lib, taken)


def _unknown_choice(lib: Library, taken: Taken) -> Iterator[Fault]:
    wanted: Mapping[str, object] = {}
    match lib.traits[taken.trait].asks if taken.trait in lib.traits else "":
        case "attribute":
            wanted = dict.fromkeys(ATTRIBUTES)
        case "skill":
            wanted = lib.skills
        case "card":
            wanted = lib.cards
        case _:
            return
    yield from _named(f"traits.{taken.trait}.chosen", (taken.chosen,), wanted, "general-trait-effects")


def _named(field: str, keys: Iterable[str], known: Mapping[str, object], rule: str) -> Iterator[Fault]:
    for key in keys:
        if key not in known:
            yield _fault(rule, field, repr(key), f"one of {', '.join(known)}")


# ------------------------------------------------------------------ a character


def _character(lib: Library, who: Being) -> Iterator[Fault]:
    if not who.race:
        yield _fault("race-choice", "race", "empty", "one race")
    yield from _classes(lib, who)
    yield from _traits(lib, who)
    yield from _cards(lib, who)
    yield from _gear(lib, who)
    yield from _crystal(who)
    yield from _due(lib, who)
    if who.companion_kind:
        yield _fault("companion-definition", "companion_kind", who.companion_kind, "none: it is a character")
    if who.fled or who.stays:
        yield _fault("companion-retreat-command", "fled", "yes", "no: only companions retreat or stay away")
    if who.figures or who.gives != NOTHING_GIVEN:
        yield _fault("sheet-details", "figures", "entered", "figures computed from the sheet")


def _classes(lib: Library, who: Being) -> Iterator[Fault]:
    if not who.classes:
        yield _fault("class-choice", "classes", "none", "one class at least")
        return
    total = sum(one.level for one in who.classes)
    if total != who.level:
        yield _fault("level-limits", "level", who.level, f"the sum of all class levels, {total}")
    for kind, count in Counter(one.kind for one in who.classes).items():
        if count > 1:
            yield _fault("levelup-class-level", "classes", f"{kind} {count} times", "each class once")
    for one in who.classes:
        subclasses = lib.classes[one.kind].subclasses
        if not 1 <= one.level <= m.MOST_LEVEL:
            yield _fault("level-limits", f"classes.{one.kind}.level", one.level, f"1 to {m.MOST_LEVEL}")
        if not subclasses and one.subclass:
            yield _fault("bruiser-no-subclass", f"classes.{one.kind}.subclass", one.subclass, "none: it has none")
        elif subclasses and one.subclass not in subclasses:
            present = one.subclass or "empty"
            yield _fault("subclass-choice", f"classes.{one.kind}.subclass", present, f"one of {', '.join(subclasses)}")


def expected_traits(lib: Library, who: Being) -> list[tuple[str, str, str]]:
    """Traits that race, classes and subclasses give, each with its source and rule (forgelight/class-level-grants)."""
    found = [(trait, "race", "race-trait") for trait in lib.races[who.race].traits] if who.race else []
    for one in who.classes:
        found += class_traits(lib, one.kind, one.subclass, range(1, one.level + 1))
    return found


def class_traits(lib: Library, kind: str, subclass: str, levels: Iterable[int]) -> list[tuple[str, str, str]]:
    """The class's and subclass's Traits on these class levels."""
    found: list[tuple[str, str, str]] = []
    for level in levels:
        if level in lib.classes[kind].traits:
            found.append((lib.classes[kind].traits[level], f"class:{kind}:{level}", "class-trait-levels"))
        if subclass in lib.subclasses and level in lib.subclasses[subclass].traits:
            source = f"subclass:{subclass}:{level}"
            found.append((lib.subclasses[subclass].traits[level], source, "subclass-trait-levels"))
    return found


def _traits(lib: Library, who: Being) -> Iterator[Fault]:
    have = Counter((taken.trait, taken.source) for taken in who.traits)
    expected = Counter((trait, source) for trait, source, _ in expected_traits(lib, who))
    rules = {(trait, source): rule for trait, source, rule in expected_traits(lib, who)}
    for key, count in expected.items():
        if have[key] != count:
            yield _fault(rules[key], f"traits.{key[0]}", f"{have[key]} times", f"{count} from {key[1]}")
    for key in have:
        if key not in expected and key[1] not in ("general", "legendary", "story"):
            yield _fault("trait-permanent", f"traits.{key[0]}", f"from {key[1]}", "a source that grants it")
    yield from _listed(lib, who, "general", m.general_traits(one.level for one in who.classes), "general-trait-levels")
    yield from _listed(lib, who, "legendary", m.legendary_traits(one.level for one in who.classes), "legendary-trait")
    for trait, count in Counter(taken.trait for taken in who.traits).items():
        if count > 1 and lib.traits[trait].once:
            yield _fault("general-trait-repeat", f"traits.{trait}", f"{count} times", "once only")


def _listed(lib: Library, who: Being, source: str, count: int, rule: str) -> Iterator[Fault]:
    mine = [taken for taken in who.traits if taken.source == source]
    if len(mine) != count:
        yield _fault(rule, f"traits ({source})", len(mine), f"{count} at these class levels")
    for taken in mine:
        if lib.traits[taken.trait].source != source:
            yield _fault(rule, f"traits.{taken.trait}", lib.traits[taken.trait].source, f"a {source} trait")


def _cards(lib: Library, who: Being) -> Iterator[Fault]:
    held = [card for card, _ in who.places()]
    for card in UNIVERSAL:
        if held.count(card) != 1:
            yield _fault("universal-cards", f"cards.{card}", f"{held.count(card)} times", "once")
    for card, count in Counter(held).items():
        if count > 1 and card not in UNIVERSAL:
            yield _fault("levelup-cards", f"cards.{card}", f"{count} times", "each card once")
    extra = Counter(taken.chosen for taken in who.traits if lib.traits[taken.trait].asks == "card")
    free = {card for taken in who.traits for card in lib.traits[taken.trait].cards} | set(extra)
    for one in who.classes:
        yield from _class_cards(lib, one.kind, one.level, [card for card in held if card not in free])
    for card in held:
        yield from _stray(lib, who, card, free)


def _class_cards(lib: Library, kind: str, level: int, held: list[str]) -> Iterator[Fault]:
    mine = [card for card in held if lib.cards[card].kind == "class" and lib.cards[card].of == kind]
    there = [card for card in lib.class_cards(kind) if lib.cards[card].level <= level]
    needed = min(m.CARDS_A_LEVEL * level, len(there))
    if len(mine) != needed:
        yield _fault("class-cards-per-level", f"cards ({kind})", len(mine), f"{needed} at class level {level}")
    for card in mine:
        if lib.cards[card].level > level:
            rule = "starting-class-cards" if level == 1 else "levelup-cards"
            yield _fault(rule, f"cards.{card}", f"card level {lib.cards[card].level}", f"card level {level} at most")


def _stray(lib: Library, who: Being, card: str, free: set[str]) -> Iterator[Fault]:
    kind, of = lib.cards[card].kind, lib.cards[card].of
    classes = {one.kind for one in who.classes}
    fits = (
        card in free
        or kind == "universal"
        or (kind == "class" and of in classes)
        or (kind == "crystal" and of in who.attunements)
    )
    if not fits:
        yield _fault(
            "card-kinds", f"cards.{card}", f"a {kind} card {of}".strip(), "a card of one's own classes or crystals"
        )


def _gear(lib: Library, who: Being) -> Iterator[Fault]:
    for slot, gear in who.gear.items():
        if slot not in lib.gear[gear].fits:
            rule = {"weapon": "weapon-card", "shield": "shield-card", "armor": "armor-card"}[lib.gear[gear].kind]
            yield _fault(rule, f"gear.{slot}", gear, f"{gear} in {' or '.join(lib.gear[gear].fits)}")
    if "wildcard" in who.gear and "wildcard" in who.active:
        yield _fault("wildcard-slot-shared", "gear.wildcard", "gear and an Active card", "one of them")


def _crystal(who: Being) -> Iterator[Fault]:
    if who.crystal and who.crystal not in CRYSTAL_ATTRIBUTES:
        yield _fault("crystal-attribute-choice", "crystal", who.crystal, f"one of {', '.join(CRYSTAL_ATTRIBUTES)}")
    for crystal, count in Counter(who.attunements).items():
        if count > 1:
            yield _fault("crystal-attunement", f"attunements.{crystal}", f"{count} times", "each crystal once")
    if bool(who.crystal) != bool(who.attunements):
        present = who.crystal or "empty"
        yield _fault("crystal-attribute-choice", "crystal", present, "chosen with the first attunement")


def _due(lib: Library, who: Being) -> Iterator[Fault]:
    """What is still to be gained can't be more than there is."""
    if who.level + who.levels_due > m.MOST_LEVEL:
        yield _fault("level-limits", "levels_due", who.levels_due, f"{m.MOST_LEVEL - who.level} at most")
    left = max(len(lib.crystals) - len(who.attunements), 0)
    if who.attunements_due > left:
        yield _fault("crystal-attunement", "attunements_due", who.attunements_due, f"{left} at most: each crystal once")
    if who.companions_due > 1:
        yield _fault("companion-definition", "companions_due", who.companions_due, "one companion at most")


# ------------------------------------------------------------------ a companion


def _companion(lib: Library, who: Being, owner: Being | None) -> Iterator[Fault]:
    if who.companion_kind not in lib.companions:
        present = who.companion_kind or "empty"
        yield _fault("companion-definition", "companion_kind", present, f"one of {', '.join(lib.companions)}")
        return
    kind = lib.companions[who.companion_kind]
    if owner and who.level != owner.level:
        yield _fault("companion-level", "level", who.level, f"its owner's level, {owner.level}")
    if who.gear or who.pack:
        yield _fault("companion-sheet", "gear", ", ".join(who.gear.values()) or "a pack", "no gear")
    if who.classes or who.race:
        yield _fault("companion-build", "classes", "a class or race", "none")
    taken = sorted(one.trait for one in who.traits if one.source != "story")
    if taken != sorted(kind.traits):
        yield _fault("companion-traits", "traits", ", ".join(taken) or "none", ", ".join(sorted(kind.traits)))
    yield from _companion_cards(lib, who, kind.cards)


def _companion_cards(lib: Library, who: Being, most: int) -> Iterator[Fault]:
    held = [card for card, _ in who.places()]
    if len(held) > most:
        yield _fault("companion-card-choice", "cards", len(held), f"{most} at most")
    for card, count in Counter(held).items():
        one = lib.cards[card]
        if card in UNIVERSAL:
            yield _fault("companion-no-universal-cards", f"cards.{card}", "there", "no Attack and Defend")
        elif one.kind != "companion":
            yield _fault("companion-cards-own", f"cards.{card}", f"a {one.kind} card", "a companion card")
        elif one.level > who.level:
            yield _fault("companion-card-choice", f"cards.{card}", f"card level {one.level}", f"{who.level} at most")
        if count > 1:
            yield _fault("companion-card-choice", f"cards.{card}", f"{count} times", "each card once")
    if "wildcard" in who.active:
        yield _fault("companion-active-slot", "active.wildcard", who.active["wildcard"], "the active slot only")


# ------------------------------------------------------------------ what both have


def attribute_faults(assigned: Mapping[Attribute, int]) -> Iterator[Fault]:
    """The spread at creation (forgelight/attribute-creation-range, forgelight/attribute-sum-five)."""
    for name, value in assigned.items():
        if not m.LEAST_ASSIGNED <= value <= m.MOST_ASSIGNED:
            yield _fault("attribute-creation-range", f"{name.title()}", f"{value:+}", "-2 to +2 when assigned")
    total = sum(assigned.values())
    if total != m.ASSIGNED_SUM:
        yield _fault("attribute-sum-five", "the sum of the Attributes", total, f"exactly {m.ASSIGNED_SUM}")


def _attributes(who: Being) -> Iterator[Fault]:
    yield from attribute_faults(who.assigned)
    raised = sum(who.raised.values())
    if raised != who.level - 1 or any(value < 0 for value in who.raised.values()):
        yield _fault("levelup-attribute", "raised Attributes", raised, f"{who.level - 1}, one for each level gained")
    for name in ATTRIBUTES:
        value = who.assigned.get(name, 0) + who.raised.get(name, 0)
        if not m.LEAST_ATTRIBUTE <= value <= m.MOST_ATTRIBUTE:
            yield _fault("attribute-range", name.title(), f"{value:+}", "-2 to +10")


def _skills(who: Being) -> Iterator[Fault]:
    if len(set(who.skills)) != m.CHOSEN_SKILLS or len(who.skills) != m.CHOSEN_SKILLS:
        yield _fault("skills-pick-three", "skills", ", ".join(who.skills) or "none", "three different Skills")


def _zones(lib: Library, who: Being) -> Iterator[Fault]:
    for slot, card in who.active.items():
        if lib.cards[card].after != "active":
            yield _fault("card-after-play-active", f"active.{slot}", card, "a card with the mark Active")
    if who.playing:
        yield _fault("card-zones", "playing", ", ".join(who.playing), "every card in hand, discard pile or a slot")


def _pools(lib: Library, who: Being) -> Iterator[Fault]:
    health, stamina = figures.max_health(lib, who), figures.max_stamina(lib, who)
    if not 0 <= who.health <= health.value:
        yield _fault("health-bounds", "health", who.health, f"0 to {health.value} ({health.words})")
    if not 0 <= who.stamina <= stamina.value:
        yield _fault("stamina-formula", "stamina", who.stamina, f"0 to {stamina.value} ({stamina.words})")


def _condition(lib: Library, who: Being) -> Iterator[Fault]:
    """What has befallen somebody fits together."""
    size = lib.companions[who.companion_kind].size if who.companion_kind in lib.companions else 1
    if who.size != size:
        yield _fault("speed-grid", "size", who.size, f"{size} tile each way")
    for card, rounds in who.active_rounds.items():
        if card not in who.active.values() or rounds < 1:
            yield _fault("active-persists", f"active_rounds.{card}", rounds, "rounds left of a card in a slot")
    for status, condition in who.statuses.items():
        if condition.left is not None and condition.left < 1:
            yield _fault("status-duration-unit", f"statuses.{status}", condition.left, "1 or more, or open-ended")
    if who.down and who.health:
        yield _fault("status-unconscious", "down", f"with {who.health} Health", "unconscious at 0 Health only")
    if who.dead and who.health:
        yield _fault("dead-is-final", "dead", f"with {who.health} Health", "0 Health")
    if who.verge:
        yield _fault("verge-of-death", "verge", "yes", "the choice at 0 Health made")
    if who.out:
        yield _fault("enemy-at-zero", "out", who.out, "empty: only foes are out of action")
    if who.height or who.flying:
        yield _fault("flying-movement", "height", who.height, "on the ground")


# ------------------------------------------------------------------ gear into slots


def fitted(lib: Library, gear: Iterable[str]) -> dict[Slot, str] | Fault:
    """Gear cards in fitting slots all at once, or the card that finds none (forgelight/starting-gear-fit)."""
    slots: dict[Slot, str] = {}
    narrow_first = sorted(gear, key=lambda key: len(lib.gear[key].fits))
    for key in narrow_first:
        free: list[Slot] = [slot for slot in lib.gear[key].fits if slot not in slots]
        if not free:
            needed = f"a free {' or '.join(lib.gear[key].fits)} slot; drop a card"
            return _fault("starting-gear-fit", "gear", lib.gear[key].name, needed)
        slots[free[0]] = key
    return slots


# ------------------------------------------------------------------ sheets as text


def write_sheet(who: Being) -> str:
    """A sheet as text that can be kept and read again: without seat, place, GM's notes."""
    clean = replace(who, seat=Seat(""), owner="", at=None, notes="", hidden=False, mounted="", height=0, flying=False)
    return msgspec.json.format(msgspec.json.encode(clean), indent=2).decode()


def read_sheet(text: str) -> Being | Fault:
    """The being written in a text, not yet checked against the rules."""
    try:
        return msgspec.json.decode(text, type=Being)
    except msgspec.DecodeError as error:
        return _fault("creation-steps", "the text", str(error), "a sheet as this table writes it")
