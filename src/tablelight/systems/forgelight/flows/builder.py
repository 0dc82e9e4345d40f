"""Making a character in the book's seven steps, each checked as it is done (forgelight/creation-steps).

The draft lies in the state, so that several players build at once and every step can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from msgspec.structs import replace

from tablelight.kernel.flow import at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, Sum
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures, sheet
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import ATTRIBUTES, Attribute, ClassChoice, Gear, Slot, Trait
from tablelight.systems.forgelight.content.packs import Library
from tablelight.systems.forgelight.faces import card_face, gear_words
from tablelight.systems.forgelight.flows.common import (
    ForgeGame,
    lib,
    number_field,
    pick,
    refuse,
    text_field,
)
from tablelight.systems.forgelight.state import CONCEPT, Being, Draft, ForgeState, Taken, slug

GROUP = "Make a character"
NONE = "none"
NUMBERS = {"race": 1, "class": 2, "cards": 2, "attributes": 3, "trait": 4, "skills": 5, "gear": 6, "details": 7}
STEPS = tuple(NUMBERS)
"""The parts of the book's seven steps; the second has two."""


def _draft(game: ForgeGame, seat: Seat) -> Draft | None:
    return game.state.drafts.get(seat)


def done(draft: Draft, step: str) -> bool:
    """Whether a step of the draft is complete."""
    return {
        "race": bool(draft.race),
        "class": bool(draft.kind),
        "cards": bool(draft.cards),
        "attributes": bool(draft.assigned),
        "trait": bool(draft.general),
        "skills": bool(draft.skills),
        "gear": draft.gear is not None,
        "details": False,
    }[step]


def next_step(draft: Draft) -> str:
    """The first step that is still open."""
    return next(step for step in STEPS if not done(draft, step))


NAMES = {
    "race": "Race",
    "class": "Class",
    "cards": "Cards",
    "attributes": "Attributes",
    "trait": "General Trait",
    "skills": "Skills",
    "gear": "Gear",
    "details": "Name and the rest",
}
LEFT = {
    "race": "One race; its trait comes with it.",
    "class": "One class, and one of its subclasses if it has any.",
    "cards": "Two different cards of card level 1.",
    "attributes": f"Eight numbers from -2 to +2 that add up to {m.ASSIGNED_SUM}.",
    "trait": "One General Trait.",
    "skills": f"Three different Skills, each {m.SKILL_BONUS} higher.",
    "gear": f"Up to {m.MOST_STARTING_GEAR} Gear Cards that fit in their slots, or none.",
    "details": "A name; everything else may stay empty.",
}
"""What each step asks for."""


def chosen_words(content: Library, draft: Draft, step: str) -> str:
    """What was chosen in a step, in words; nothing while it is open."""
    match step:
        case "race" if draft.race:
            return content.races[draft.race].name
        case "class" if draft.kind:
            kind, subclass = content.classes[draft.kind].name, content.subclasses.get(draft.subclass)
            return f"{kind}, {subclass.name}" if subclass else kind
        case "cards":
            return ", ".join(content.cards[card].name for card in draft.cards)
        case "attributes":
            return ", ".join(f"{name.title()} {value:+}" for name, value in draft.assigned.items() if value)
        case "trait":
            return ", ".join(_trait_words(content, one) for one in draft.general)
        case "skills":
            return ", ".join(content.skills[key].name for key in draft.skills)
        case "gear" if draft.gear is not None:
            return ", ".join(content.gear[key].name for key in draft.gear.values()) or "none"
        case _:
            return ""


def _trait_words(content: Library, one: Taken) -> str:
    return content.traits[one.trait].name + (f" ({one.chosen.title()})" if one.chosen else "")


def _step(game: ForgeGame, seat: Seat, step: str, label: str, fields: Iterable[Field], rule: str) -> Offer | None:
    """One step: what was chosen, or what is asked for. It may be done again as often as one likes."""
    draft = _draft(game, seat)
    if draft is None:
        return None
    note = chosen_words(lib(game), draft, step) or LEFT[step]
    again = " again" if done(draft, step) else ""
    title = f"Step {NUMBERS[step]}: {label}{again}"
    main = next_step(draft) == step
    return Offer(f"build-{step}", title, tuple(fields), f"forgelight/{rule}", note=note, group=GROUP, main=main)


def _keep(game: ForgeGame, answer: Answer, draft: Draft, rule: str) -> None:
    step = answer.key.removeprefix("build-")
    game.record(e.DraftSet(seat=answer.seat, draft=draft, step=step, rule=f"forgelight/{rule}"))


# ------------------------------------------------------------------ beginning


def _offer_begin(game: ForgeGame, seat: Seat) -> Offer | None:
    if _draft(game, seat) or game.state.fight:
        return None
    fields = (number_field("level", "Character level", 1, m.MOST_LEVEL, 1),)
    note = "The book's seven steps. Above level 1 the level gains follow one by one."
    return Offer("build", "Make a character", fields, "forgelight/creation-steps", note=note, group="People")


@at_once
def _begin(game: ForgeGame, answer: Answer) -> None:
    _keep(game, answer, Draft(level=answer.number("level")), "creation-steps")


def _offer_drop(game: ForgeGame, seat: Seat) -> Offer | None:
    if not _draft(game, seat):
        return None
    return Offer("build-drop", "Drop this character", group=GROUP, warn="What was filled in is lost.")


@at_once
def _begin_drop(game: ForgeGame, answer: Answer) -> None:
    game.record(e.DraftSet(seat=answer.seat, draft=None, step="drop"))


# ------------------------------------------------------------------ step 1: race


def _offer_race(game: ForgeGame, seat: Seat) -> Offer | None:
    choices = tuple(Choice(key, race.name, _race_note(lib(game), key)) for key, race in lib(game).races.items())
    draft = _draft(game, seat)
    field = Field("race", "Race", "choice", choices, default=draft.race or None if draft else None)
    return _step(game, seat, "race", "choose your race", (field,), "race-choice")


def _race_note(content: Library, key: str) -> str:
    return " ".join(content.traits[trait].text for trait in content.races[key].traits)


@at_once
def _begin_race(game: ForgeGame, answer: Answer) -> None:
    draft = replace(game.state.drafts[answer.seat], race=answer.text("race"))
    _keep(game, answer, draft, "race-choice")


# ------------------------------------------------------------------ step 2: class, subclass, cards


def _offer_class(game: ForgeGame, seat: Seat) -> Offer | None:
    content, draft = lib(game), _draft(game, seat)
    if draft is None:
        return None
    classes = tuple(
        Choice(key, kind.name, f"{kind.text} {_advice(kind.key_attributes)}".strip())
        for key, kind in content.classes.items()
    )
    fields = (
        Field("kind", "Class", "choice", classes, default=draft.kind or None),
        replace(subclass_field(content), default=draft.subclass or NONE),
    )
    return _step(game, seat, "class", "choose your class and subclass", fields, "class-choice")


def _advice(attributes: tuple[str, str]) -> str:
    """Advice only (forgelight/class-key-attributes)."""
    return f"Raise {attributes[0].title()} and {attributes[1].title()} first."


def subclass_field(content: Library) -> Field:
    """Every subclass under its class's name, and none for those who have none."""
    choices = [(key, f"{content.classes[one.of].name}: {one.name}") for key, one in content.subclasses.items()]
    return pick("subclass", "Subclass", [(NONE, "none"), *choices], NONE)


def wrong_subclass(content: Library, kind: str, subclass: str) -> Refused | None:
    """forgelight/subclass-choice, forgelight/bruiser-no-subclass"""
    subclasses = content.classes[kind].subclasses
    name = content.classes[kind].name
    if not subclasses and subclass != NONE:
        return refuse("bruiser-no-subclass", "no-subclass", f"The {name} has no subclasses.")
    if subclasses and subclass not in subclasses:
        names = ", ".join(content.subclasses[key].name for key in subclasses)
        return refuse("subclass-choice", "subclass", f"A {name} names one of its subclasses: {names}.")
    return None


def _check_class(game: ForgeGame, answer: Answer) -> Refused | None:
    return wrong_subclass(lib(game), answer.text("kind"), answer.text("subclass"))


@at_once
def _begin_class(game: ForgeGame, answer: Answer) -> None:
    old, kind, subclass = game.state.drafts[answer.seat], answer.text("kind"), answer.text("subclass")
    cards = old.cards if old.kind == kind else ()
    draft = replace(old, kind=kind, subclass="" if subclass == NONE else subclass, cards=cards)
    _keep(game, answer, draft, "class-choice")


def _offer_cards(game: ForgeGame, seat: Seat) -> Offer | None:
    draft = _draft(game, seat)
    if draft is None or not draft.kind:
        return None
    choices = tuple(
        card_choice(lib(game), card, 1, "starting-class-cards") for card in lib(game).class_cards(draft.kind)
    )
    count = min(m.CARDS_A_LEVEL, sum(choice.refused is None for choice in choices))
    default = draft.cards or None
    field = Field("cards", "Two different cards", "many", choices, least=count, most=count, default=default)
    return _step(game, seat, "cards", "two starting cards", (field,), "starting-class-cards")


def card_choice(content: Library, key: str, level: int, rule: str) -> Choice:
    """A class card, refused where its level is too high (forgelight/levelup-cards)."""
    card = content.cards[key]
    refused = None
    if card.level > level:
        text = f"{card.name} has card level {card.level}; only level {level} cards or lower at class level {level}."
        text = text.replace("level 1 cards or lower", "level 1 cards")
        refused = refuse(rule, "card-level", text)
    return Choice(key, card.name, refused=refused, card=card_face(key, card))


@at_once
def _begin_cards(game: ForgeGame, answer: Answer) -> None:
    draft = replace(game.state.drafts[answer.seat], cards=answer.many("cards"))
    _keep(game, answer, draft, "starting-class-cards")


# ------------------------------------------------------------------ step 3: attributes


def attribute_fields(
    defaults: Mapping[Attribute, int] | None = None, limits: str = "", least: int = -9, most: int = 19
) -> tuple[Field, ...]:
    """A number for each of the eight Attributes (forgelight/attributes-start-zero).

    What is out of the `limits` can be typed in all the same, so that the refusal names its rule.
    """
    begin = defaults or {}
    return tuple(
        Field(name, name.title(), "number", least=least, most=most, default=begin.get(name, 0), note=limits)
        for name in ATTRIBUTES
    )


def attribute_sum(needed: int) -> Sum:
    """All eight together (forgelight/attribute-sum-five)."""
    return Sum("The sum of the Attributes", ATTRIBUTES, needed)


def read_attributes(answer: Answer) -> dict[Attribute, int]:
    """The eight numbers of an answer."""
    return {name: answer.number(name) for name in ATTRIBUTES}


def _offer_attributes(game: ForgeGame, seat: Seat) -> Offer | None:
    draft = _draft(game, seat)
    fields = attribute_fields(draft.assigned if draft else None, "-2 to +2")
    offer = _step(game, seat, "attributes", "assign your Attributes", fields, "attribute-sum-five")
    return replace(offer, sums=(attribute_sum(m.ASSIGNED_SUM),)) if offer else None


def _check_attributes(game: ForgeGame, answer: Answer) -> Refused | None:
    wrong = next(sheet.attribute_faults(read_attributes(answer)), None)
    return wrong.refused() if wrong else None


@at_once
def _begin_attributes(game: ForgeGame, answer: Answer) -> None:
    draft = replace(game.state.drafts[answer.seat], assigned=read_attributes(answer))
    _keep(game, answer, draft, "attribute-sum-five")


# ------------------------------------------------------------------ step 4: a General Trait


def trait_field(content: Library, source: str, taken: Iterable[Taken], label: str) -> Field:
    """Traits to choose from; what may be had only once and is had says so (forgelight/general-trait-repeat)."""
    have = {one.trait for one in taken}
    choices = tuple(
        Choice(key, trait.name, trait.text, refused=_only_once(trait) if trait.once and key in have else None)
        for key, trait in content.traits.items()
        if trait.source == source
    )
    return Field("trait", label, "choice", choices)


def _only_once(trait: Trait) -> Refused:
    return refuse("general-trait-repeat", "once", f"{trait.name} can be taken only once.")


def chosen_field(content: Library) -> Field:
    """What a trait may ask for: an Attribute, a Skill, a card (forgelight/general-trait-effects)."""
    choices = [(NONE, "nothing")]
    choices += [(key, key.title()) for key in ATTRIBUTES]
    choices += [(key, f"Skill: {skill.name}") for key, skill in content.skills.items()]
    choices += [(key, f"Card: {card.name}") for key, card in content.cards.items() if card.kind == "class"]
    return pick("chosen", "If the trait asks for a choice", choices, NONE)


def wrong_choice(content: Library, who: Being, trait: str, chosen: str) -> Refused | None:
    """Whether a trait got the choice it asks for, within the limits (forgelight/attribute-range)."""
    asks = content.traits[trait].asks
    name = content.traits[trait].name
    known = {"attribute": ATTRIBUTES, "skill": content.skills, "card": _open_cards(content, who)}.get(asks)
    if known is not None and chosen not in known:
        return refuse("general-trait-effects", "choice", f"{name} asks for {_a(asks)} of your choice.")
    if asks == "attribute" and figures.value(content, who, cast("Attribute", chosen)) >= m.MOST_ATTRIBUTE:
        return refuse("attribute-range", "at-ten", f"{chosen.title()} is at +10 already; choose another.")
    return None


def _open_cards(content: Library, who: Being) -> set[str]:
    """Class cards of one's own classes, up to the class level, that one doesn't have."""
    held = {card for card, _ in who.places()}
    levels = {one.kind: one.level for one in who.classes}
    return {
        key
        for key, card in content.cards.items()
        if card.kind == "class" and key not in held and card.level <= levels.get(card.of, 0)
    }


def _a(word: str) -> str:
    return f"an {word.title()}" if word[0] in "aeiou" else f"a {word.title()}"


def taken(content: Library, trait: str, source: str, chosen: str) -> Taken:
    """A trait with its choice, if it asks for one."""
    wants = content.traits[trait].asks in ("attribute", "skill", "card")
    return Taken(trait, source, chosen if wants else "")


def _offer_trait(game: ForgeGame, seat: Seat) -> Offer | None:
    draft = _draft(game, seat)
    if draft is None:
        return None
    traits, chosen = trait_field(lib(game), "general", (), "General Trait"), chosen_field(lib(game))
    if draft.general:
        traits = replace(traits, default=draft.general[0].trait)
        chosen = replace(chosen, default=draft.general[0].chosen or NONE)
    fields = (traits, chosen)
    return _step(game, seat, "trait", "choose a General Trait", fields, "general-trait-start")


def _check_trait(game: ForgeGame, answer: Answer) -> Refused | None:
    who = assembled(lib(game), game.state.drafts[answer.seat], "draft")
    return wrong_choice(lib(game), who, answer.text("trait"), answer.text("chosen"))


@at_once
def _begin_trait(game: ForgeGame, answer: Answer) -> None:
    general = (taken(lib(game), answer.text("trait"), "general", answer.text("chosen")),)
    draft = replace(game.state.drafts[answer.seat], general=general)
    _keep(game, answer, draft, "general-trait-start")


# ------------------------------------------------------------------ step 5: skills


def skills_field(content: Library) -> Field:
    """forgelight/skills-pick-three"""
    choices = tuple(Choice(key, one.name, one.attribute.title()) for key, one in content.skills.items())
    return Field("skills", "Three different Skills", "many", choices, least=m.CHOSEN_SKILLS, most=m.CHOSEN_SKILLS)


def _offer_skills(game: ForgeGame, seat: Seat) -> Offer | None:
    draft = _draft(game, seat)
    field = replace(skills_field(lib(game)), default=draft.skills or None if draft else None)
    return _step(game, seat, "skills", "choose your Skills", (field,), "skills-pick-three")


@at_once
def _begin_skills(game: ForgeGame, answer: Answer) -> None:
    draft = replace(game.state.drafts[answer.seat], skills=answer.many("skills"))
    _keep(game, answer, draft, "skills-pick-three")


# ------------------------------------------------------------------ step 6: gear


def _offer_gear(game: ForgeGame, seat: Seat) -> Offer | None:
    content = lib(game)
    choices = tuple(Choice(key, gear.name, _gear_note(gear)) for key, gear in content.gear.items())
    pairs = [(key, gear.name) for key, gear in content.gear.items() if gear.kind == "weapon"]
    fields = (
        Field("gear", "Up to three Gear Cards", "many", choices, least=0, most=m.MOST_STARTING_GEAR, default=()),
        pick("again", "And a second weapon of the same kind", [(NONE, "no"), *pairs], NONE),
    )
    return _step(game, seat, "gear", "choose your starting gear", fields, "starting-gear-limit")


def _gear_note(gear: Gear) -> str:
    return f"{gear_words(gear)}. Fits: {' or '.join(gear.fits)} slot."


def _gear(answer: Answer) -> tuple[str, ...]:
    again = answer.text("again")
    return answer.many("gear") + (() if again == NONE else (again,))


def _check_gear(game: ForgeGame, answer: Answer) -> Refused | None:
    gear = _gear(answer)
    if len(gear) > m.MOST_STARTING_GEAR:
        return refuse("starting-gear-limit", "too-many", f"{len(gear)} Gear Cards; at most {m.MOST_STARTING_GEAR}.")
    fits = sheet.fitted(lib(game), gear)
    return fits.refused() if isinstance(fits, sheet.Fault) else None


@at_once
def _begin_gear(game: ForgeGame, answer: Answer) -> None:
    fits = sheet.fitted(lib(game), _gear(answer))
    draft = replace(game.state.drafts[answer.seat], gear=cast("dict[Slot, str]", fits))
    _keep(game, answer, draft, "starting-gear-fit")


# ------------------------------------------------------------------ step 7: the remaining details


def assembled(content: Library, draft: Draft, name: str, concept: dict[str, str] | None = None) -> Being:
    """The character a draft comes to, pools full (forgelight/sheet-details)."""
    classes = (ClassChoice(draft.kind, 1, draft.subclass),) if draft.kind else ()
    who = Being(name, race=draft.race, classes=classes, assigned=draft.assigned, concept=concept or {})
    given = [Taken(trait, source) for trait, source, _ in sheet.expected_traits(content, who)]
    extra = [card for one in (*given, *draft.general) for card in _cards_of(content, one)]
    who = replace(
        who,
        traits=(*given, *draft.general),
        skills=draft.skills,
        hand=(*draft.cards, *sheet.UNIVERSAL, *dict.fromkeys(extra)),
        gear=draft.gear or {},
        attunements_due=sum(content.traits[one.trait].asks == "attunement" for one in (*given, *draft.general)),
        companions_due=sum(content.traits[one.trait].asks == "companion" for one in (*given, *draft.general)),
        levels_due=draft.level - 1,
    )
    health, stamina = figures.max_health(content, who).value, figures.max_stamina(content, who).value
    return replace(who, health=health, stamina=stamina)


def _cards_of(content: Library, one: Taken) -> Iterator[str]:
    yield from content.traits[one.trait].cards
    if content.traits[one.trait].asks == "card":
        yield one.chosen


def _offer_details(game: ForgeGame, seat: Seat) -> Offer | None:
    draft = _draft(game, seat)
    words = (text_field(key, key.title(), 400) for key in CONCEPT)
    offer = _step(
        game, seat, "details", "name and the rest", (text_field("name", "Name", 80, least=1), *words), "sheet-details"
    )
    if draft is None or offer is None:
        return offer
    if next_step(draft) == "details":
        return offer
    still = ", ".join(NAMES[one] for one in STEPS if one != "details" and not done(draft, one))
    text = f"All seven steps are needed; still open: {still}."
    return replace(offer, refused=refuse("creation-steps", "open-step", text))


def _finished(game: ForgeGame, answer: Answer) -> Being:
    concept = {key: answer.text(key) for key in CONCEPT if answer.text(key)}
    who = assembled(lib(game), game.state.drafts[answer.seat], answer.text("name"), concept)
    return replace(who, seat=Seat("") if answer.seat == GM else answer.seat)


def _check_details(game: ForgeGame, answer: Answer) -> Refused | None:
    wrong = sheet.faults(lib(game), _finished(game, answer))
    return wrong[0].refused() if wrong else None


@at_once
def _begin_details(game: ForgeGame, answer: Answer) -> None:
    who = _finished(game, answer)
    key = slug(who.name, game.state.beings)
    game.record(e.BeingJoined(who=key, being=who, rule="forgelight/sheet-details"))
    game.record(e.DraftSet(seat=answer.seat, draft=None, step="done", rule="forgelight/creation-steps"))


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("build", _offer_begin, _begin),
    Action("build-race", _offer_race, _begin_race),
    Action("build-class", _offer_class, _begin_class, _check_class),
    Action("build-cards", _offer_cards, _begin_cards),
    Action("build-attributes", _offer_attributes, _begin_attributes, _check_attributes),
    Action("build-trait", _offer_trait, _begin_trait, _check_trait),
    Action("build-skills", _offer_skills, _begin_skills),
    Action("build-gear", _offer_gear, _begin_gear, _check_gear),
    Action("build-details", _offer_details, _begin_details, _check_details),
    Action("build-drop", _offer_drop, _begin_drop),
)
