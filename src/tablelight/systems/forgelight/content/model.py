"""The vocabulary in which cards, traits, gear, statuses and foes are written; every word of it has an effect.

What only a person can judge stands in a field called `judge`, which the table shows at the right moment. The marks of
the aliases (`between`, `names`, `written`, `upto`) are for whoever checks a pack; a log is read without them.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from tablelight.kernel.vocabulary import between, names, upto, written

Attribute: TypeAlias = Literal[
    "strength", "precision", "agility", "fortitude", "focus", "instinct", "intellect", "presence"
]
ATTRIBUTES: tuple[Attribute, ...] = (
    "strength",
    "precision",
    "agility",
    "fortitude",
    "focus",
    "instinct",
    "intellect",
    "presence",
)
CRYSTAL_ATTRIBUTES: tuple[Attribute, ...] = ("focus", "instinct", "intellect")
DamageType: TypeAlias = Literal["sharp", "force", "ice", "fire", "venom", "storm"]
DAMAGE_TYPES: tuple[DamageType, ...] = ("sharp", "force", "ice", "fire", "venom", "storm")
GearKind: TypeAlias = Literal["weapon", "shield", "armor"]
Slot: TypeAlias = Literal["weapon", "wildcard", "armor"]
ActiveSlot: TypeAlias = Literal["active", "wildcard"]
FITS: dict[GearKind, tuple[Slot, ...]] = {
    "weapon": ("weapon", "wildcard"),
    "shield": ("wildcard",),
    "armor": ("armor",),
}
"""Which slots hold which gear (forgelight/gear-slots)."""

FIGURES = ("hit_score", "health", "stamina", "speed", "power", "action_points", "reactions")
"""The figures of a foe that may be entered."""

Damage: TypeAlias = Annotated[str, written("damage")]
Dice: TypeAlias = Annotated[str, written("dice")]
Told: TypeAlias = Annotated[str, upto(1000)]

SkillKey: TypeAlias = Annotated[str, names("skills")]
StatusKey: TypeAlias = Annotated[str, names("statuses")]
TraitKey: TypeAlias = Annotated[str, names("traits")]
ClassKey: TypeAlias = Annotated[str, names("classes")]
SubclassKey: TypeAlias = Annotated[str, names("subclasses")]
CardKey: TypeAlias = Annotated[str, names("cards")]
GearKey: TypeAlias = Annotated[str, names("gear")]
RollName: TypeAlias = Annotated[str, names("skills", also=("attacks", "checks"))]
FigureName: TypeAlias = Annotated[str, names(also=FIGURES)]

Feet: TypeAlias = Annotated[int, between(0, 1000)]
Cost: TypeAlias = Annotated[int, between(0, 50)]
Some: TypeAlias = Annotated[int, between(0, 10)]
Change: TypeAlias = Annotated[int, between(-20, 20)]
BigChange: TypeAlias = Annotated[int, between(-200, 200)]
Time: TypeAlias = Annotated[int, between(0, 99)]
Size: TypeAlias = Annotated[int, between(1, 6)]
ClassLevel: TypeAlias = Annotated[int, between(1, 10)]


class Thing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Whatever has a name and perhaps a few words about it."""

    name: str
    text: Told = ""


class Gives(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a trait, a piece of gear, an Active card or a status changes for as long as it holds.

    `power` changes the Power Roll number, `extra_dice` join weapon attacks, `advantage` and `disadvantage` name
    `attacks`, `checks` or a skill, `attacked_with` is how others attack the bearer.
    """

    attributes: dict[Attribute, Change] = {}
    skills: dict[SkillKey, Change] = {}
    hit_score: Change = 0
    speed: BigChange = 0
    health: BigChange = 0
    stamina: BigChange = 0
    power: Change = 0
    action_points: Change = 0
    extra_dice: Some = 0
    resistances: tuple[DamageType, ...] = ()
    weaknesses: tuple[DamageType, ...] = ()
    immunities: tuple[DamageType, ...] = ()
    status_immunities: tuple[StatusKey, ...] = ()
    sees: Literal["", "dim", "darkness"] = ""
    flies: bool = False
    grounded: bool = False  # forbids flying
    advantage: tuple[RollName, ...] = ()
    disadvantage: tuple[RollName, ...] = ()
    attacked_with: Literal["", "advantage", "disadvantage"] = ""
    unarmed: Damage = ""  # damage of unarmed attacks, such as `1d6 force`
    judge: Told = ""


NOTHING_GIVEN = Gives()


class Skill(Thing, frozen=True):
    """A Skill and the Attribute it follows (forgelight/skill-follows-attribute)."""

    attribute: Attribute


class StatusKind(Thing, frozen=True):
    """A status effect (forgelight/status-effect-model).

    `unit` says what its duration counts: the bearer's own `turns`, `rounds`, until the `start` of the bearer's next
    turn, or `open` until removed. `ends_on` names what ends it early.
    """

    good: bool = False
    gives: Gives = NOTHING_GIVEN
    unit: Literal["turns", "rounds", "start", "open"] = "turns"
    lasts: Time = 1
    no_moving: bool = False
    no_cards: bool = False
    no_reactions: bool = False
    ends_active: bool = False
    drops_flyers: bool = False
    ends_on: Literal["", "attacking", "attacked", "healed"] = ""
    hurts: Damage = ""  # damage at the start of each of the bearer's turns


TraitSource: TypeAlias = Literal["race", "class", "subclass", "general", "legendary", "companion", "story"]
Wish: TypeAlias = Literal["attribute", "skill", "card", "attunement", "companion"]


class Trait(Thing, frozen=True):
    """A permanent quality (forgelight/trait-permanent).

    `asks` is what its taker chooses: an Attribute that goes up by 1, a Skill by 2, a class card, an attunement, a
    companion. `cards` come with it.
    """

    source: TraitSource
    gives: Gives = NOTHING_GIVEN
    once: bool = False
    asks: Wish | Literal[""] = ""
    cards: tuple[CardKey, ...] = ()
    mountable: bool = False


class Race(Thing, frozen=True):
    """A people with its Traits (forgelight/race-trait)."""

    traits: tuple[TraitKey, ...]


class ClassKind(Thing, frozen=True):
    """A class: what it relies on, its subclasses, its Traits by class level (forgelight/class-trait-levels).

    `traits` may also fill levels 2, 5 and 7 where there is no subclass (forgelight/bruiser-no-subclass).
    """

    key_attributes: tuple[Attribute, Attribute]
    subclasses: tuple[SubclassKey, ...]
    traits: dict[ClassLevel, TraitKey]


class Subclass(Thing, frozen=True):
    """A subclass with its Traits by class level (forgelight/subclass-trait-levels)."""

    of: ClassKey
    traits: dict[ClassLevel, TraitKey]


class Crystal(Thing, frozen=True):
    """A crystal type and the cards that an attunement gives (forgelight/crystal-attunement)."""

    cards: tuple[CardKey, ...]


# ------------------------------------------------------------------ cards

Target: TypeAlias = Literal["enemy", "ally", "anyone", "self", "none"]
Trigger: TypeAlias = Literal["", "walks-away", "missed", "hit", "ally-hit"]
AfterPlay: TypeAlias = Literal["return", "discard", "active"]
When: TypeAlias = Literal["play", "hit", "power", "miss", "damage"]
CardKind: TypeAlias = Literal["universal", "class", "crystal", "companion", "foe", "trait"]


class Area(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where an area effect lies: a burst around a cell, around its user, or a line from the user.

    `feet` is the radius or the length. `spares` is who is not hit (forgelight/aoe-hits-everyone).
    """

    shape: Literal["burst", "around", "line"]
    feet: Annotated[int, between(5, 300)]
    spares: Literal["", "self", "allies", "enemies"] = ""


class Attack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An attack that a card makes: how often, with which Attribute and dice if it names its own.

    `with_` says what with; without `damage` the weapon's dice count (forgelight/damage-from-card).
    """

    times: Annotated[int, between(1, 6)] = 1
    with_: Literal["weapon", "unarmed", "card"] = "weapon"
    attribute: Attribute | Literal[""] = ""
    damage: Damage = ""
    extra_dice: Some = 0
    power_number: Annotated[int, between(0, 20)] = 0  # 0: the attacker's own
    advantage: bool = False


class Effect(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag=lambda name: name.lower()
):
    """One thing a card does. `when`: on playing it, on a hit, on a Power Roll that counts, on a miss, on damage dealt.

    `on` is whom it befalls.
    """

    when: When = "play"
    on: Literal["target", "self"] = "target"


class ExtraDice(Effect, frozen=True, tag="extra-dice"):
    """Extra damage dice join the hit (forgelight/extra-damage-dice)."""

    dice: Annotated[int, between(1, 10)] = 1


class AddDamage(Effect, frozen=True, tag="add-damage"):
    """A further part joins the hit, such as `1d6 fire`."""

    damage: Damage = ""


class GiveStatus(Effect, frozen=True, tag="status"):
    """A status effect; without `lasts` it lasts as its kind says."""

    status: StatusKey = ""
    lasts: Time = 0


class EndStatus(Effect, frozen=True, tag="end-status"):
    status: StatusKey = ""


class Heal(Effect, frozen=True, tag="heal"):
    """Health comes back: dice and a number, such as `2d6+2`."""

    amount: Dice = ""


class Refresh(Effect, frozen=True, tag="stamina"):
    """Stamina comes back."""

    amount: Cost = 0


class Push(Effect, frozen=True, tag="push"):
    """Moved by force straight away from the user; a negative number pulls."""

    feet: Annotated[int, between(-300, 300)] = 0


class Draw(Effect, frozen=True, tag="draw"):
    """Chosen cards come back from the discard pile."""

    cards: Annotated[int, between(1, 10)] = 1


class EndActive(Effect, frozen=True, tag="end-active"):
    """All Active cards of whom it befalls end."""


class Judge(Effect, frozen=True, tag="judge"):
    """What a person must judge: the GM is told and says what comes of it."""

    text: Told = ""


AnyEffect: TypeAlias = ExtraDice | AddDamage | GiveStatus | EndStatus | Heal | Refresh | Push | Draw | EndActive | Judge


class AbilityCard(Thing, frozen=True):
    """An Ability Card (forgelight/card-kinds).

    `of` is its class or crystal, `range` how far it reaches in feet (0: the weapon's, or 5), `damage` what its area
    deals, `gives` what it changes while Active, `lasts` the rounds after which an Active card ends by its own text.
    """

    kind: CardKind
    of: Annotated[str, names("classes", "crystals", also=("",))] = ""
    level: Some = 0
    ap: Some = 0
    stamina: Cost = 0
    reaction: Trigger = ""
    after: AfterPlay = "return"
    target: Target = "none"
    targets: Annotated[int, between(1, 12)] = 1
    range: Feet = 0
    needs: Literal["", "weapon", "unarmed"] = ""
    area: Area | None = None
    damage: Damage = ""
    attack: Attack | None = None
    effects: tuple[AnyEffect, ...] = ()
    gives: Gives = NOTHING_GIVEN
    lasts: Time = 0


class Gear(Thing, frozen=True):
    """A Gear Card (forgelight/weapon-card, forgelight/shield-card, forgelight/armor-card).

    `bonus` is armor's in place of Agility, a shield's beside it. `slots` narrows where it fits.
    """

    kind: GearKind
    attribute: Attribute | Literal[""] = ""
    damage: Damage = ""
    range: Feet = 5
    dual_wieldable: bool = False
    bonus: Annotated[int, between(0, 20)] = 0
    agility_too: bool = False
    slots: tuple[Slot, ...] = ()
    gives: Gives = NOTHING_GIVEN
    price: Annotated[int, between(0, 99_999)] = 0

    @property
    def fits(self) -> tuple[Slot, ...]:
        """The slots this card fits."""
        return self.slots or FITS[self.kind]


class CompanionKind(Thing, frozen=True):
    """A sort of companion: its traits and how many cards it has (forgelight/companion-traits)."""

    traits: tuple[TraitKey, ...]
    cards: Annotated[int, between(0, 12)] = 2
    size: Size = 1


class Foe(Thing, frozen=True):
    """A GM-run being; figures left out follow the character formula (forgelight/being-model)."""

    attributes: dict[Attribute, Change] = {}
    figures: dict[FigureName, Annotated[int, between(0, 999)]] = {}
    cards: tuple[CardKey, ...] = ()
    gear: dict[Slot, GearKey] = {}
    gives: Gives = NOTHING_GIVEN
    size: Size = 1
    tactics: Annotated[str, upto(2000)] = ""


class ClassChoice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A class of a character with its level and subclass."""

    kind: ClassKey
    level: ClassLevel = 1
    subclass: Annotated[str, names("subclasses", also=("",))] = ""


class Hero(Thing, frozen=True, kw_only=True):
    """A ready character as written in a pack."""

    race: Annotated[str, names("races")]
    classes: tuple[ClassChoice, ...]
    assigned: dict[Attribute, Change]
    raised: dict[Attribute, Change] = {}
    traits: tuple[str, ...] = ()  # general ones, each perhaps with what it asked for: `hardy:fortitude`
    skills: tuple[SkillKey, ...]
    cards: tuple[CardKey, ...]
    gear: dict[Slot, GearKey] = {}
    companion: Annotated[str, names("beasts", also=("",))] = ""


class Beast(Thing, frozen=True):
    """A ready companion as written in a pack."""

    kind: Annotated[str, names("companions")]
    assigned: dict[Attribute, Change]
    skills: tuple[SkillKey, ...]
    cards: tuple[CardKey, ...]


class Pack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A collection of content under one title; a homebrew pack has the same form as the one that comes along."""

    id: str
    title: str
    author: str = ""
    skills: dict[str, Skill] = {}
    statuses: dict[str, StatusKind] = {}
    traits: dict[str, Trait] = {}
    races: dict[str, Race] = {}
    classes: dict[str, ClassKind] = {}
    subclasses: dict[str, Subclass] = {}
    crystals: dict[str, Crystal] = {}
    cards: dict[str, AbilityCard] = {}
    gear: dict[str, Gear] = {}
    companions: dict[str, CompanionKind] = {}
    foes: dict[str, Foe] = {}
    heroes: dict[str, Hero] = {}
    beasts: dict[str, Beast] = {}
