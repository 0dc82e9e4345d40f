"""The state of a Forgelight game: beings with their cards, the fight, the map and its light, the clock."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablelight.kernel.grid import Spot
from tablelight.kernel.offers import Seat
from tablelight.systems.forgelight.content.model import (
    NOTHING_GIVEN,
    ActiveSlot,
    Attribute,
    ClassChoice,
    Gives,
    Pack,
    Slot,
)

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=9999)]
Level: TypeAlias = Annotated[int, Meta(ge=1, le=10)]

MORNING = 8 * 3600
CONCEPT = ("background", "personality", "goals", "strengths", "alignment")
"""The sheet's free-text fields (forgelight/concept-fields)."""


class Taken(Struct, frozen=True):
    """A Trait that a being has: which one, where it came from, what its taker chose.

    `source` is `race`, `general`, `legendary`, `story`, `companion`, or a class or subclass with the class level.
    """

    trait: str
    source: str = "story"
    chosen: str = ""


class Condition(Struct, frozen=True):
    """A status effect at work; `left` is how much of it remains, None while open-ended."""

    left: int | None = 1
    unit: Literal["turns", "rounds", "start", "open"] = "turns"


class Down(Struct, frozen=True):
    """How long somebody has been unconscious at 0 Health (forgelight/unconscious-window)."""

    since: int = 0
    turns: int = 0
    slot: str = ""


class Override(Struct, frozen=True):
    """A rule that the GM set aside for a sheet, with the reason; the sheet shows it."""

    rule: str
    field: str
    present: str
    needed: str
    reason: str


BeingKind: TypeAlias = Literal["pc", "companion", "foe"]


class Being(Struct, frozen=True):
    """Anyone at the table (forgelight/being-model).

    `assigned` and `raised` are the Attributes without bonuses; a foe's figures may be entered (`figures`, `gives`).
    Cards lie in `hand`, `discard`, `active` or, while carried out, in `playing`; gear lies in its slots.
    """

    name: Name
    kind: BeingKind = "pc"
    seat: Seat = Seat("")
    about: Text = ""
    concept: dict[str, Text] = {}
    race: str = ""
    classes: tuple[ClassChoice, ...] = ()
    level: Level = 1
    assigned: dict[Attribute, int] = {}
    raised: dict[Attribute, int] = {}
    traits: tuple[Taken, ...] = ()
    skills: tuple[str, ...] = ()
    health: Points = 40
    stamina: Points = 8
    figures: dict[str, int] = {}
    gives: Gives = NOTHING_GIVEN
    statuses: dict[str, Condition] = {}
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    active: dict[ActiveSlot, str] = {}
    active_rounds: dict[str, int] = {}
    playing: tuple[str, ...] = ()
    gear: dict[Slot, str] = {}
    pack: tuple[str, ...] = ()
    crystal: Attribute | Literal[""] = ""
    attunements: tuple[str, ...] = ()
    owner: str = ""
    companion_kind: str = ""
    levels_due: Points = 0
    exchanging: bool = False
    attunements_due: Points = 0
    companions_due: Points = 0
    rested_on: int = 0  # the day of the last Short Rest
    scar: Text = ""
    verge: bool = False  # at 0 Health, the choice still open
    down: Down | None = None
    dead: bool = False
    out: str = ""  # defeated, in the GM's word
    fled: bool = False
    stays: bool = False  # a companion left behind when a fight begins
    mounted: str = ""
    at: Spot | None = None
    size: int = 1
    height: Points = 0
    flying: bool = False
    hidden: bool = False
    notes: Text = ""
    overrides: tuple[Override, ...] = ()
    by_hand: dict[str, Text] = {}  # what the GM set by hand, and why

    @property
    def side(self) -> str:
        """Whose side it is on: the party's, or the foes'."""
        return "foes" if self.kind == "foe" else "party"

    @property
    def present(self) -> bool:
        """Neither dead, defeated nor fled."""
        return not (self.dead or self.out or self.fled)

    @property
    def up(self) -> bool:
        """Present and conscious (forgelight/status-unconscious)."""
        return self.present and self.down is None and not self.verge

    def places(self) -> Iterator[tuple[str, str]]:
        """Every Ability Card with the place where it lies (forgelight/card-zones)."""
        yield from ((card, "hand") for card in self.hand)
        yield from ((card, "discard pile") for card in self.discard)
        yield from ((card, f"{slot} slot") for slot, card in self.active.items())
        yield from ((card, "being carried out") for card in self.playing)


# ------------------------------------------------------------------ the fight


class Place(Struct, frozen=True):
    """A place in the order of turns: whose it is, what was rolled."""

    who: str
    total: int


class Turn(Struct, frozen=True):
    """A turn under way: Action Points left, off-hand attacks open, diagonal steps taken."""

    who: str
    ap: int
    follow_ups: int = 0
    diagonals: int = 0
    attacked: bool = False
    area: bool = False  # the last card was an area effect


class Count(Struct, frozen=True):
    """A count of initiative: the turns that are open on it, who still waits, and feet moved by each."""

    turns: tuple[Turn, ...]
    waiting: tuple[str, ...] = ()
    moved: dict[str, int] = {}
    free: bool = False  # out of order (forgelight/risk-it-all-free-turn)


class Fight(Struct, frozen=True):
    """A combat: the order, the round, the place that is on, open counts (the last is on), Reactions spent."""

    order: tuple[Place, ...]
    round: int = 1
    at: int = -1
    counts: tuple[Count, ...] = ()
    reacted: tuple[str, ...] = ()


# ------------------------------------------------------------------ checks, the map, drafts


class Check(Struct, frozen=True):
    """A Skill Check the GM asked for. `threshold` is None where the GM judges."""

    who: str
    skill: str
    threshold: int | None = None
    sight: bool = False
    advantages: int = 0
    disadvantages: int = 0
    hides: bool = False
    about: str = ""


Light: TypeAlias = Literal["normal", "dim", "darkness"]


class Ground(Struct, frozen=True):
    """The map: its size in tiles, walls, tiles to climb or swim, and light where it isn't the scene's."""

    width: int
    height: int
    walls: tuple[Spot, ...] = ()
    slow: tuple[Spot, ...] = ()
    dim: tuple[Spot, ...] = ()
    dark: tuple[Spot, ...] = ()


class Scene(Struct, frozen=True):
    """Where the story is: what is read out, the light there, the map if there is one."""

    title: str = ""
    text: str = ""
    light: Light = "normal"
    ground: Ground | None = None


class Draft(Struct, frozen=True):
    """A character being made, step by step (forgelight/creation-steps); empty parts are still to come."""

    level: Level = 1
    race: str = ""
    kind: str = ""
    subclass: str = ""
    cards: tuple[str, ...] = ()
    assigned: dict[Attribute, int] = {}
    general: tuple[Taken, ...] = ()
    crystal: Attribute | Literal[""] = ""
    skills: tuple[str, ...] = ()
    gear: dict[Slot, str] | None = None


class ForgeState(Struct, frozen=True):
    """Everything about a Forgelight game. `now` counts seconds from the first midnight."""

    beings: dict[str, Being] = {}
    fight: Fight | None = None
    check: Check | None = None
    scene: Scene = Scene()
    drafts: dict[Seat, Draft] = {}
    packs: tuple[Pack, ...] = ()
    now: int = MORNING

    @property
    def day(self) -> int:
        """The calendar day, from 1."""
        return self.now // 86400 + 1

    @property
    def count(self) -> Count | None:
        """The count of initiative that is on."""
        return self.fight.counts[-1] if self.fight and self.fight.counts else None

    def turn(self, who: str) -> Turn | None:
        """A being's turn, if it is on."""
        count = self.count
        return next((turn for turn in count.turns if turn.who == who), None) if count else None

    def fighting(self, who: str) -> bool:
        """Whether a being is in the fight, by itself or at its owner's side."""
        if not self.fight:
            return False
        being = self.beings[who]
        leader = being.owner if being.kind == "companion" else who
        return being.present and not being.stays and any(place.who == leader for place in self.fight.order)

    def companion_of(self, who: str) -> str:
        """The companion at a character's side, or nothing."""
        return next((key for key, one in self.beings.items() if one.owner == who and one.kind == "companion"), "")

    def rider_of(self, who: str) -> str:
        """Who rides this being, or nothing."""
        return next((key for key, one in self.beings.items() if one.mounted == who), "")


def with_being(state: ForgeState, key: str, changed: Being) -> ForgeState:
    """The state with one being replaced."""
    return replace(state, beings={**state.beings, key: changed})


def slug(name: str, taken: Container[str]) -> str:
    """A short readable id for a name that is not taken yet."""
    base = "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "unnamed"
    found, count = base, 1
    while found in taken:
        count += 1
        found = f"{base}-{count}"
    return found
