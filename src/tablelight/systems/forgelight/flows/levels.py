"""Gaining levels one pass at a time, traits and attunements, exchanging cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from tablelight.kernel.flow import at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures, sheet
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import ATTRIBUTES, CRYSTAL_ATTRIBUTES, Attribute
from tablelight.systems.forgelight.content.packs import Library
from tablelight.systems.forgelight.flows import builder
from tablelight.systems.forgelight.flows.common import ForgeGame, being, lib, own, pick, refuse, text_field, who_field
from tablelight.systems.forgelight.state import Being, ForgeState, Taken

GROUP = "Levels"


# ------------------------------------------------------------------ the GM grants a level


def _offer_grant(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [key for key, one in game.state.beings.items() if one.kind == "pc" and not one.dead]
    if seat != GM or not people:
        return None
    fight = refuse("level-gain-trigger", "in-combat", "Levels are gained outside combat.") if game.state.fight else None
    fields = (who_field(game, people), text_field("reason", "What earned it"))
    return Offer("grant-level", "Grant a level", fields, "forgelight/level-gain-trigger", group=GROUP, refused=fight)


def _check_grant(game: ForgeGame, answer: Answer) -> Refused | None:
    one = being(game, answer.text("who"))
    if one.level + one.levels_due >= m.MOST_LEVEL:
        return refuse("level-limits", "at-ten", f"{one.name} is at the maximum: character level {m.MOST_LEVEL}.")
    return None


@at_once
def _begin_grant(game: ForgeGame, answer: Answer) -> None:
    reason = answer.text("reason")
    game.record(e.LevelGranted(who=answer.text("who"), reason=reason, rule="forgelight/level-gain-trigger"))


# ------------------------------------------------------------------ one pass


def _learners(game: ForgeGame, seat: Seat) -> list[str]:
    mine = [key for key in own(game.state, seat) if being(game, key).levels_due and not being(game, key).dead]
    return [] if game.state.fight else mine


def _offer_levels(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    """One offer for each class whose next level may be taken (forgelight/levelup-class-level)."""
    return tuple(_level(game, who, kind) for who in _learners(game, seat) for kind in lib(game).classes)


def _level(game: ForgeGame, who: str, kind: str) -> Offer:
    content, one = lib(game), being(game, who)
    level = next_level(one, kind)
    new = "" if level > 1 else " (a new class)"
    return Offer(
        f"level:{who}:{kind}",
        f"{one.name}: {content.classes[kind].name} {level}{new}",
        tuple(_level_fields(game, who, kind, level)),
        "forgelight/levelup-one-at-a-time",
        note=_grants(content, one, kind, level) if level <= m.MOST_LEVEL else "",
        group=GROUP,
        main=level > 1,
    )


def _grants(content: Library, one: Being, kind: str, level: int) -> str:
    """What a class level brings (forgelight/class-level-grants)."""
    subclass = next((had.subclass for had in one.classes if had.kind == kind), "")
    traits = [content.traits[trait] for trait, _, _ in sheet.class_traits(content, kind, subclass, (level,))]
    words = [f"{trait.name}: {trait.text}" for trait in traits] or [f"A {m.GRANTS[level]} trait."]
    return " ".join((*words, "Two cards, one Attribute up by 1."))


def next_level(one: Being, kind: str) -> int:
    """The class level that comes next in a class."""
    return next((had.level for had in one.classes if had.kind == kind), 0) + 1


def _level_fields(game: ForgeGame, who: str, kind: str, level: int) -> Iterator[Field]:
    content, one = lib(game), being(game, who)
    yield Field("attribute", "One Attribute up by 1", "choice", _raisable(content, one))
    if level == 1 and content.classes[kind].subclasses:
        choices = [(key, content.subclasses[key].name) for key in content.classes[kind].subclasses]
        yield pick("subclass", "Subclass", choices)
    yield _cards_field(content, one, kind, level)
    grant = m.GRANTS[level]
    if grant in ("general", "legendary"):
        yield builder.trait_field(content, grant, one.traits, f"{grant.title()} Trait")
        yield builder.chosen_field(content)
    companion = game.state.companion_of(who)
    if companion:
        label = f"{being(game, companion).name}'s Attribute up by 1"
        yield Field("companion", label, "choice", _raisable(content, being(game, companion)))


def _raisable(content: Library, one: Being) -> tuple[Choice, ...]:
    """Attributes that may still go up (forgelight/attribute-range)."""
    return tuple(
        Choice(name, f"{name.title()} {figures.value(content, one, name):+}", refused=_at_ten(content, one, name))
        for name in ATTRIBUTES
    )


def _at_ten(content: Library, one: Being, name: Attribute) -> Refused | None:
    if figures.value(content, one, name) < m.MOST_ATTRIBUTE:
        return None
    return refuse("attribute-range", "at-ten", f"{name.title()} is at +10, the upper limit; pick another Attribute.")


def _cards_field(content: Library, one: Being, kind: str, level: int) -> Field:
    """Two new cards of the class, of the new class level or lower (forgelight/levelup-cards)."""
    held = {card for card, _ in one.places()}
    rule = "starting-class-cards" if level == 1 else "levelup-cards"
    left = [card for card in content.class_cards(kind) if card not in held]
    choices = tuple(builder.card_choice(content, card, level, rule) for card in left)
    count = min(m.CARDS_A_LEVEL, sum(choice.refused is None for choice in choices))
    return Field("cards", "Two different new cards", "many", choices, least=count, most=count)


def _check_level(game: ForgeGame, answer: Answer) -> Refused | None:
    if "trait" not in answer.args:
        return None
    _, after = grown(game, answer)
    return builder.wrong_choice(lib(game), after, answer.text("trait"), answer.text("chosen"))


def grown(game: ForgeGame, answer: Answer) -> tuple[Being, Being]:
    """A character before and after the pass, before any trait that was chosen."""
    _, key, kind = answer.key.split(":")
    one, attribute = being(game, key), cast("Attribute", answer.text("attribute"))
    level = next_level(one, kind)
    raised = {**one.raised, attribute: one.raised.get(attribute, 0) + 1}
    traits = tuple(_class_traits(lib(game), one, answer, kind, level))
    hand = (*one.hand, *answer.many("cards"))
    return one, replace(one, level=one.level + 1, raised=raised, traits=(*one.traits, *traits), hand=hand)


def _class_traits(content: Library, one: Being, answer: Answer, kind: str, level: int) -> Iterator[Taken]:
    subclass = next((had.subclass for had in one.classes if had.kind == kind), "")
    subclass = answer.text("subclass") if "subclass" in answer.args else subclass
    for trait, source, _ in sheet.class_traits(content, kind, subclass, (level,)):
        yield Taken(trait, source)


@at_once
def _begin_level(game: ForgeGame, answer: Answer) -> None:
    """Attribute, class level with its grants and cards, companion, in this order (forgelight/levelup-one-at-a-time)."""
    _, who, kind = answer.key.split(":")
    one, after = grown(game, answer)
    level = next_level(one, kind)
    traits = list(after.traits[len(one.traits) :])
    if "trait" in answer.args:
        traits.append(builder.taken(lib(game), answer.text("trait"), m.GRANTS[level], answer.text("chosen")))
    after = replace(after, traits=(*one.traits, *traits))
    health, stamina = pools(game, one, after)
    game.record(
        e.LevelGained(
            who=who,
            attribute=cast("Attribute", answer.text("attribute")),
            kind=kind,
            subclass=answer.text("subclass") if "subclass" in answer.args else "",
            cards=answer.many("cards"),
            traits=tuple(traits),
            health=health,
            stamina=stamina,
            rule="forgelight/levelup-one-at-a-time",
        )
    )
    for taken in traits:
        extras(game, who, taken)
    if "companion" in answer.args:
        grow_companion(game, who, cast("Attribute", answer.text("companion")))


def pools(game: ForgeGame, before: Being, after: Being) -> tuple[int, int]:
    """Health and Stamina after their maximums changed (forgelight/levelup-recompute, option levelup-current-pools)."""
    content = lib(game)
    most = figures.max_health(content, after).value, figures.max_stamina(content, after).value
    if game.options["levelup-current-pools"] == "max-only":
        return min(before.health, most[0]), min(before.stamina, most[1])
    was = figures.max_health(content, before).value, figures.max_stamina(content, before).value
    health = before.health + max(most[0] - was[0], 0)
    stamina = before.stamina + max(most[1] - was[1], 0)
    return min(health, most[0]), min(stamina, most[1])


def grow_companion(game: ForgeGame, owner: str, attribute: Attribute) -> None:
    """The companion's level follows its owner's (forgelight/levelup-companion-attribute)."""
    who = game.state.companion_of(owner)
    one = being(game, who)
    raised = {**one.raised, attribute: one.raised.get(attribute, 0) + 1}
    health, stamina = pools(game, one, replace(one, level=one.level + 1, raised=raised))
    rule = "forgelight/levelup-companion-attribute"
    game.record(e.CompanionGrew(who=who, attribute=attribute, health=health, stamina=stamina, rule=rule))


# ------------------------------------------------------------------ what traits bring


def extras(game: ForgeGame, who: str, taken: Taken) -> None:
    """Cards, attunements and companions that come with a trait (forgelight/general-trait-effects)."""
    trait, rule = lib(game).traits[taken.trait], "forgelight/general-trait-effects"
    held = {card for card, _ in being(game, who).places()}
    cards = (*trait.cards, taken.chosen) if trait.asks == "card" else trait.cards
    for card in cards:
        if card not in held:
            game.record(e.CardGained(who=who, card=card, rule=rule))
    if trait.asks == "attunement":
        game.record(e.AttunementGranted(who=who, rule="forgelight/crystal-attunement"))
    if trait.asks == "companion":
        game.record(e.CompanionGranted(who=who, rule="forgelight/companion-definition"))


def _offer_trait(game: ForgeGame, seat: Seat) -> Offer | None:
    """Traits from adventuring (forgelight/trait-permanent)."""
    people = [key for key, one in game.state.beings.items() if not one.dead]
    if seat != GM or not people or game.state.fight:
        return None
    traits = [(key, trait.name) for key, trait in lib(game).traits.items()]
    fields = (who_field(game, people), pick("trait", "Trait", traits), builder.chosen_field(lib(game)))
    return Offer("give-trait", "Give a trait", fields, "forgelight/trait-permanent", group=GROUP)


def _check_trait(game: ForgeGame, answer: Answer) -> Refused | None:
    one, trait = being(game, answer.text("who")), answer.text("trait")
    if lib(game).traits[trait].once and any(taken.trait == trait for taken in one.traits):
        return refuse("general-trait-repeat", "once", f"{lib(game).traits[trait].name} can be had only once.")
    if one.kind == "companion" and lib(game).traits[trait].source != "companion":
        return refuse("companion-traits", "not-a-companion-trait", "Companions have traits of their own list only.")
    return builder.wrong_choice(lib(game), one, trait, answer.text("chosen"))


@at_once
def _begin_trait(game: ForgeGame, answer: Answer) -> None:
    who = answer.text("who")
    taken = builder.taken(lib(game), answer.text("trait"), "story", answer.text("chosen"))
    game.record(e.TraitGained(who=who, taken=taken, rule="forgelight/trait-permanent"))
    extras(game, who, taken)


def _offer_legendary(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    """Shown at level 10 so that it says why not (forgelight/legendary-trait)."""
    return tuple(
        Offer(
            f"legendary:{who}",
            f"{being(game, who).name}: a Legendary Trait",
            rule="forgelight/legendary-trait",
            group=GROUP,
            refused=_not_ten(being(game, who)),
        )
        for who in own(game.state, seat)
        if being(game, who).kind == "pc" and being(game, who).level == m.MOST_LEVEL and _not_ten(being(game, who))
    )


def _not_ten(one: Being) -> Refused | None:
    best = max((had.level for had in one.classes), default=0)
    if best >= m.MOST_LEVEL:
        return None
    return refuse("legendary-trait", "class-level", f"Class level 10 in one class is needed; the best is {best}.")


# ------------------------------------------------------------------ crystals


def _offer_grant_attunement(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [key for key, one in game.state.beings.items() if one.kind == "pc" and not one.dead]
    if seat != GM or not people:
        return None
    field = who_field(game, people)
    return Offer(
        "grant-attunement", "Grant a crystal attunement", (field,), "forgelight/crystal-attunement", group=GROUP
    )


@at_once
def _begin_grant_attunement(game: ForgeGame, answer: Answer) -> None:
    game.record(e.AttunementGranted(who=answer.text("who"), rule="forgelight/crystal-attunement"))


def _offer_attune(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            f"attune:{who}",
            f"{being(game, who).name}: attune to a crystal",
            tuple(_attune_fields(game, being(game, who))),
            "forgelight/crystal-attunement",
            group=GROUP,
            main=True,
        )
        for who in own(game.state, seat)
        if being(game, who).attunements_due and not game.state.fight
    )


def _attune_fields(game: ForgeGame, one: Being) -> Iterator[Field]:
    choices = tuple(
        Choice(key, crystal.name, crystal.text)
        for key, crystal in lib(game).crystals.items()
        if key not in one.attunements
    )
    yield Field("crystal", "Crystal", "choice", choices)
    attributes = tuple(Choice(name, name.title(), refused=_no_crystal_attribute(one, name)) for name in ATTRIBUTES)
    yield Field("attribute", "Crystal Attribute", "choice", attributes, default=one.crystal or None)


def _no_crystal_attribute(one: Being, name: Attribute) -> Refused | None:
    """forgelight/crystal-attribute-choice, forgelight/crystal-attribute-fixed"""
    if name not in CRYSTAL_ATTRIBUTES:
        return refuse("crystal-attribute-choice", "not-crystal", "Focus, Instinct or Intellect only.")
    if one.crystal and name != one.crystal:
        text = f"Chosen once, with the first attunement: {one.crystal.title()} serves all."
        return refuse("crystal-attribute-fixed", "fixed", text)
    return None


@at_once
def _begin_attune(game: ForgeGame, answer: Answer) -> None:
    who, crystal = answer.key.partition(":")[2], answer.text("crystal")
    held = {card for card, _ in being(game, who).places()}
    cards = tuple(card for card in lib(game).crystals[crystal].cards if card not in held)
    attribute = cast("Attribute", answer.text("attribute"))
    attuned = e.Attuned(
        who=who, crystal=crystal, attribute=attribute, cards=cards, rule="forgelight/crystal-attunement"
    )
    game.record(attuned)


# ------------------------------------------------------------------ exchanging cards


def _offer_swap(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    """Open from a level gain until the next fight (forgelight/levelup-card-swap)."""
    return tuple(
        Offer(
            f"swap:{who}",
            f"{being(game, who).name}: exchange a card",
            _swap_fields(lib(game), being(game, who)),
            "forgelight/levelup-card-swap",
            group=GROUP,
        )
        for who in own(game.state, seat)
        if being(game, who).exchanging and not game.state.fight
    )


def _swap_fields(content: Library, one: Being) -> tuple[Field, ...]:
    held = dict(one.places())
    old = tuple(Choice(key, content.cards[key].name) for key in held)
    new = tuple(
        Choice(key, card.name) for key, card in content.cards.items() if card.kind == "class" and key not in held
    )
    return (Field("old", "Give up", "choice", old), Field("new", "Take", "choice", new))


def _check_swap(game: ForgeGame, answer: Answer) -> Refused | None:
    one = being(game, answer.key.partition(":")[2])
    old, new = lib(game).cards[answer.text("old")], lib(game).cards[answer.text("new")]
    place = dict(one.places())[answer.text("old")]
    if old.kind == "universal":
        return refuse("universal-cards-are-abilities", "universal", f"{old.name} has no class and level.")
    if old.kind != "class":
        return refuse("levelup-card-swap", "no-class", f"{old.name} is no class card.")
    if place != "hand" and game.options["card-swap-source"] == "hand":
        return refuse("levelup-card-swap", "not-in-hand", f"{old.name} is in the {place}, not in hand.")
    if old.of != new.of:
        return refuse("levelup-card-swap", "other-class", f"{new.name} is of another class than {old.name}.")
    if old.level != new.level:
        text = f"{old.name} has card level {old.level}, {new.name} {new.level}."
        return refuse("levelup-card-swap", "other-level", text)
    return None


@at_once
def _begin_swap(game: ForgeGame, answer: Answer) -> None:
    who = answer.key.partition(":")[2]
    swapped = e.CardSwapped(
        who=who, old=answer.text("old"), new=answer.text("new"), rule="forgelight/levelup-card-swap"
    )
    game.record(swapped)


@at_once
def _nothing(game: ForgeGame, answer: Answer) -> None:
    """Never reached: it is offered only as refused, so that it says why not."""


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("grant-level", _offer_grant, _begin_grant, _check_grant),
    Action("level", _offer_levels, _begin_level, _check_level),
    Action("give-trait", _offer_trait, _begin_trait, _check_trait),
    Action("legendary", _offer_legendary, _nothing),
    Action("grant-attunement", _offer_grant_attunement, _begin_grant_attunement),
    Action("attune", _offer_attune, _begin_attune),
    Action("swap", _offer_swap, _begin_swap, _check_swap),
)
