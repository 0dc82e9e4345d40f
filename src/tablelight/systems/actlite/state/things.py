"""What people carry and can do: effects in a checked vocabulary, weapons, armor, items, skills, archetype tables."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tablelight.systems.actlite.mechanics import When

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=999)]

DEFENSIVE = ("STR", "AGI", "WIL", "PER", "SOC")
"""The attributes that others may roll against (actlite/defensive-attributes)."""

DamageType: TypeAlias = Literal["B", "P", "S"]
SUBTYPES = {"Bashing": "B", "Picking": "P", "Slicing": "S", "Severing": "S"}
"""The common sub-types with the type that they count as (actlite/damage-subtypes)."""

Hand: TypeAlias = Literal["right", "left", "both"]
Where: TypeAlias = Literal["right", "left", "both", "belt", "pack", "ground"]
HELD: tuple[Where, ...] = ("right", "left", "both")
LIMBS = ("right arm", "left arm", "leg")

Deed: TypeAlias = Literal[
    "damage",
    "crit",
    "heal",
    "heal-crit",
    "inflict",
    "remove",
    "push",
    "pull",
    "bypass",
    "rend",
    "temp-ap",
    "lose-ap",
    "regain-ap",
    "stand",
    "say",
]
ConditionName: TypeAlias = Literal[
    "bleed", "exhaustion", "injury", "lame", "poison", "heal", "prone", "stun", "vulnerable", "stabilized"
]


class Effect(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that a trigger, a skill, a card or a hex does (actlite/effects-vs-conditions).

    `amount` are points, stacks or AP; `dice` such as `2d4` are rolled instead; `on` is the target, the one who does
    it, everybody, or the author of a hex. `say` is for people: `text` tells what the GM then judges.
    """

    do: Deed
    amount: Count = 1
    dice: str = ""
    condition: ConditionName | None = None
    on: Literal["target", "self", "all", "author"] = "target"
    text: Text = ""


class Trigger(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An extra effect and the dice that set it off."""

    when: When
    effect: Effect


class Strike(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One attack of a weapon (actlite/weapon-attacks). `reach` in spaces, 1 is close; no `damage` deals none."""

    damage: str
    type: str = "B"
    name: str = ""
    crit: bool = False
    reach: Count = 1
    triggers: tuple[Trigger, ...] = ()


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon (actlite/weapon-block); `speed` are its arrow costs, `where` it is carried.

    To hit counts an attribute, a number, or both; with neither, the option default-to-hit says what.
    """

    name: Name
    tags: tuple[str, ...] = ()
    requires: dict[str, int] = {}
    speed: tuple[Annotated[int, Meta(ge=0, le=9)], ...] = (1,)
    to_hit: str = ""
    bonus: int = 0
    listed: bool = False
    strikes: Annotated[tuple[Strike, ...], Meta(min_length=1)] = (Strike("1d4"),)
    cash: Count = 0
    where: Where = "belt"
    note: Text = ""


class Armor(Struct, frozen=True, forbid_unknown_fields=True):
    """What is worn (actlite/armor-reduction): reductions by type or sub-type, now and as new; `guard` replaces
    passive AGI for attacks (actlite/armor-replaces-agi)."""

    name: str = ""
    reduces: dict[str, int] = {}
    new: dict[str, int] = {}
    guard: int | None = None
    requires: dict[str, int] = {}
    cash: Count = 0
    note: Text = ""


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """Something carried: at hand, on the body, or in the pack. `bandage` is a prepared one."""

    name: Name
    place: Literal["hand", "body", "pack"] = "body"
    count: Count = 1
    bandage: bool = False
    effect: Effect | None = None


class Good(Struct, frozen=True, forbid_unknown_fields=True):
    """Something for sale: its CASH level, and which weapon, armor or thing it is, if any (actlite/cash-levels)."""

    name: Name
    level: int
    weapon: str = ""
    armor: str = ""
    item: Item | None = None


Timing: TypeAlias = Literal["always", "window", "free", "round-begin"]


class Skill(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A skill: what it changes all the time, or what it does when it is used.

    `scores` adds to scores; `advantage` gives one on checks with these attributes, `strike_advantage` on attacks with
    weapons of a tag; `triggers` join those of such weapons, `check_triggers` those of checks. `judged` marks what a
    person must judge.
    """

    name: Name
    text: Text = ""
    timing: Timing = "always"
    cost: tuple[Count, ...] = (1,)
    effects: tuple[Effect, ...] = ()
    scores: dict[str, int] = {}
    speed: int = 0
    advantage: tuple[str, ...] = ()
    strike_advantage: str = ""
    tag: str = ""
    triggers: tuple[Trigger, ...] = ()
    check_triggers: tuple[Trigger, ...] = ()
    reduces: dict[str, int] = {}
    reach: Count = 0
    judged: bool = False


class Archetype(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An archetype table (actlite/archetype-roll): skills or hexes in order, with its XP arrows and requirements."""

    name: Name
    skills: tuple[Skill, ...] = ()
    hexes: tuple[str, ...] = ()
    cost: tuple[Count, ...] = (1,)
    requires: dict[str, int] = {}
    setting: Text = ""

    @property
    def size(self) -> int:
        """How many entries there are."""
        return len(self.skills) or len(self.hexes)

    def entry(self, number: int) -> str:
        """The name of an entry, from 1."""
        return self.skills[number - 1].name if self.skills else self.hexes[number - 1]


NO_LIMIT = (-99, 99)


class Limit(Struct, frozen=True):
    """Firm limits of a score and other prices for raising it, with their source (actlite/attribute-limits)."""

    least: int = NO_LIMIT[0]
    most: int = NO_LIMIT[1]
    prices: dict[int, int] = {}
    source: str = ""

    def words(self, attribute: str) -> str:
        """What is limited, such as `STR at most 4, STR 4 costs 6`."""
        parts = [f"{attribute} at least {self.least}"] if self.least > NO_LIMIT[0] else []
        parts += [f"{attribute} at most {self.most}"] if self.most < NO_LIMIT[1] else []
        parts += [f"{attribute} {score} costs {price}" for score, price in self.prices.items()]
        return ", ".join(parts)
