"""The state of a TorchLite game: characters and what they carry, the scene, the contest under way."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablelight.kernel.offers import Seat
from tablelight.systems.torchlite.mechanics import DieSize, hampered

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=999)]

StressKind: TypeAlias = Literal["Damaged", "Demoralized", "Enthralled", "Exhausted"]
STRESS: dict[str, StressKind] = {
    "damaged": "Damaged",
    "demoralized": "Demoralized",
    "enthralled": "Enthralled",
    "exhausted": "Exhausted",
}
"""The four kinds of stress by the id under which a character carries them (torchlite/stress-types)."""

STRESS_RULES: dict[str, str] = {
    "damaged": "torchlite/stress-damaged",
    "demoralized": "torchlite/stress-demoralized",
    "enthralled": "torchlite/stress-enthralled",
    "exhausted": "torchlite/stress-exhausted",
}
"""The rule that says what each kind stands for."""

ATTRIBUTES = ("Agility", "Alertness", "Brains", "Brawn", "Charisma", "Composure")
ROLES = ("Scholar", "Scoundrel", "Scout", "Soldier", "Speaker")
DISTINCTIONS = ("people", "profession", "persona")


class Trait(Struct, frozen=True, gc=False):
    """A named die (torchlite/trait)."""

    name: Name
    die: DieSize


class Asset(Struct, frozen=True, gc=False):
    """An asset, temporary or signature (torchlite/asset, torchlite/signature-asset).

    `full` is the rating it returns to at the scene's end; `shut` means unavailable until then. `stored` treasure
    gives no die.
    """

    name: Name
    die: DieSize
    full: DieSize
    lasts: Literal["scene", "session", "signature"] = "scene"
    shared: bool = False
    shut: bool = False
    stored: bool = False


ComplicationSize: TypeAlias = Literal[6, 8, 10, 12]


class Complication(Struct, frozen=True, gc=False):
    """A complication or stress (torchlite/complication, torchlite/stress). `hampers` names an asset of its bearer."""

    name: Name
    die: ComplicationSize
    stress: bool = False
    hampers: str = ""
    lasts: Literal["scene", "story"] = "scene"


When: TypeAlias = Literal["building", "rolled", "failed", "any", "limit"]
Cost: TypeAlias = Literal["none", "pp", "stress", "asset"]
Trick: TypeAlias = Literal[
    "double",
    "step-up",
    "step-down",
    "add-die",
    "own-complication",
    "extra-total",
    "extra-effect",
    "step-effect",
    "reroll-hitch",
    "reroll-one",
    "reroll-all",
    "ease",
    "recover-own",
    "earn",
]


class Sfx(Struct, frozen=True, gc=False):
    """A special effect: when it may be used, what it costs, which trick it does (torchlite/sfx).

    A Limit (torchlite/limit) is one with `when = "limit"`: it costs stress and earns a plot point, and the GM may
    call for it. `stress` lists the kinds that its cost may take; `trait` names the only trait it works with, if any;
    `die` is the size of an added die; `allies` lets it be used on an ally's roll; `fixes` names the stress that a
    failure of this roll brings.
    """

    name: Name
    when: When
    trick: Trick
    cost: Cost = "none"
    trigger: Text = ""
    stress: tuple[StressKind, ...] = ()
    trait: str = ""
    die: DieSize = 6
    allies: bool = False
    fixes: str = ""
    shuts: bool = False
    shut: bool = False


class Milestone(Struct, frozen=True, gc=False):
    """What earns 1, 3 and 10 XP."""

    name: Name
    one: Text = ""
    three: Text = ""
    ten: Text = ""


class Character(Struct, frozen=True, gc=False):
    """A player's character, a GMC, or an extra (torchlite/roles-at-the-table).

    `out` is taken out, `out_by` the complication that did it; `notes` are the GM's alone.
    """

    name: Name
    kind: Literal["pc", "gmc", "extra"] = "pc"
    seat: Seat = Seat("")
    about: Text = ""
    distinctions: tuple[Trait, ...] = ()
    attributes: tuple[Trait, ...] = ()
    roles: tuple[Trait, ...] = ()
    specialties: tuple[Trait, ...] = ()
    assets: dict[str, Asset] = {}
    complications: dict[str, Complication] = {}
    sfx: tuple[Sfx, ...] = ()
    milestones: tuple[Milestone, ...] = ()
    pp: Points = 0
    xp: Points = 0
    out: bool = False
    out_by: str = ""
    present: bool = True
    hidden: bool = False
    notes: Text = ""

    def sets(self) -> dict[str, tuple[Trait, ...]]:
        """The trait sets of which a pool takes one trait each (torchlite/trait-sets)."""
        return {
            "attributes": self.attributes,
            "roles": self.roles,
            "distinctions": self.distinctions,
            "specialties": self.specialties,
        }

    @property
    def plays(self) -> bool:
        """Here and able to influence the story (torchlite/taken-out-meaning)."""
        return self.present and not self.out


class PoolDie(Struct, frozen=True, gc=False):
    """A die of a pool: its size, the trait it comes from (`key`), and who or what put it there."""

    die: DieSize
    key: str
    label: str
    by: str = ""


class UsedTrick(Struct, frozen=True, gc=False):
    """An SFX used on the pool being built: whose, which, and the trait it works on."""

    who: str
    sfx: str
    trick: Trick
    on: str = ""
    die: DieSize = 6


class Side(Struct, frozen=True, gc=False):
    """One side of a contest: whose it is, its pool, what came up, and how it was read.

    `ready` pools are rolled without asking, and read too where there is no choice. `total` is None until the side
    has declared it. `open_hitches` are positions that the GM has not settled yet; `kept_as_is` means that no die is
    thrown again before that; `rerolled` tells for each position which seats have rerolled it.
    """

    seat: Seat
    who: str = ""
    pool: tuple[PoolDie, ...] = ()
    tricks: tuple[UsedTrick, ...] = ()
    hindered: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    open_hitches: tuple[int, ...] = ()
    rerolled: dict[str, tuple[Seat, ...]] = {}
    counted: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    total: int | None = None
    hitched: bool = False
    ready: bool = False
    kept_as_is: bool = False

    @property
    def dice(self) -> tuple[int, ...]:
        """The sizes of the pool's dice."""
        return tuple([die.die for die in self.pool])


UseKind: TypeAlias = Literal["stress", "complication", "asset", "recover", "shut", "situation", "lost"]


class Use(Struct, frozen=True, gc=False):
    """What an effect die is for: its kind, whom it lands on, the trait there (`key`) or the name of a new one."""

    kind: UseKind
    on: str = ""
    key: str = ""
    name: str = ""
    hampers: str = ""
    lasts: Literal["scene", "session"] = "scene"


class Contest(Struct, frozen=True, gc=False):
    """An action with its roll and every roll against it: one beat (torchlite/beat).

    `order` lists the sides in the order in which they roll; a test has the side "difficulty". `fixed` are dice that
    belong to the opposition because of what is tried (an asset to be shut down, a trouble to be recovered).
    """

    actor: str
    what: str
    use: Use
    targets: tuple[str, ...]
    order: tuple[str, ...]
    sides: dict[str, Side]
    magic: bool = False
    fixed: tuple[PoolDie, ...] = ()


DIFFICULTY = "difficulty"


class Opportunity(Struct, frozen=True, gc=False):
    """A GM die that showed 1, and who has used it (torchlite/opportunity-use)."""

    die: DieSize
    used: tuple[Seat, ...] = ()


class Scene(Struct, frozen=True, gc=False):
    """A part of a session (torchlite/sessions-scenes-beats).

    `rested` lists who has taken its downtime, `kept` the assets ("who/asset") paid to outlast it.
    """

    number: int = 0
    title: str = ""
    text: str = ""
    open: bool = False
    restful: bool = False
    rested: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


class Session(Struct, frozen=True, gc=False):
    """One gathering to play; `cliffhanger` says how the last one ended."""

    number: int = 0
    open: bool = False
    cliffhanger: bool = False


class Order(Struct, frozen=True, gc=False):
    """Action order: the round, who has had a turn, whose turn it is, who went last (torchlite/round)."""

    round: int
    current: str
    acted: tuple[str, ...] = ()


class TorchState(Struct, frozen=True, gc=False):
    """Everything about a TorchLite game."""

    characters: dict[str, Character] = {}
    session: Session = Session()
    scene: Scene = Scene()
    order: Order | None = None
    contest: Contest | None = None
    last_contest: Contest | None = None
    opportunities: tuple[Opportunity, ...] = ()
    bank: Points = 0

    def party(self) -> Iterator[tuple[str, Character]]:
        """The players' characters that are here."""
        return ((key, who) for key, who in self.characters.items() if who.kind == "pc" and who.present)

    def here(self) -> Iterator[tuple[str, Character]]:
        """Everyone in the scene that is known to be there."""
        return ((key, who) for key, who in self.characters.items() if who.present and not who.hidden)


def with_character(state: TorchState, key: str, changed: Character) -> TorchState:
    """The state with one character replaced."""
    return replace(state, characters={**state.characters, key: changed})


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    """A name in small letters and figures, with hyphens for all else."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "unnamed"


def slug(name: str, taken: Container[str]) -> str:
    """A short readable id for a name that is not taken yet."""
    base = _plain(name)
    found, count = base, 1
    while found in taken:
        count += 1
        found = f"{base}-{count}"
    return found


def trouble_id(who: Character, name: str) -> str:
    """The id under which a character has, or would have, a complication of this name."""
    for key, trouble in who.complications.items():
        if trouble.name.casefold() == name.casefold():
            return key
    return next((key for key, kind in STRESS.items() if kind == name), "") or slug(name, who.complications)


def available(who: Character, key: str) -> bool:
    """Whether an asset can be used at present
    (torchlite/shut-down-duration, torchlite/shut-down-by-complication, torchlite/disarm)."""
    asset = who.assets[key]
    hindered = any(c.hampers == key and hampered(asset.die, c.die) for c in who.complications.values())
    return not (asset.shut or asset.stored or hindered)
