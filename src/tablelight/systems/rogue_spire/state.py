"""The state of a Master of the Rogue Spire game: characters and their dice, the action under way, rest and time."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablelight.kernel.offers import Seat
from tablelight.systems.rogue_spire.mechanics import DieState, Harm, Marks, Result, Sides, state_word

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=99_999)]
Td: TypeAlias = Annotated[int, Meta(ge=1, le=999)]

VITALITY = "vitality"
"""The id of a character's vitality die."""

# ------------------------------------------------------------------ traits and talents

Origin: TypeAlias = Literal["background", "culture", "innate"]
ORIGINS: tuple[Origin, ...] = get_args(Origin)


class Trait(Struct, frozen=True):
    """What a character is good at, and where that comes from (rogue-spire/trait-kinds)."""

    name: Name
    origin: Origin
    about: Text = ""


Moment: TypeAlias = Literal["success", "success-and", "failure"]
Does: TypeAlias = Literal["strain", "wound", "refresh", "status", "end-status"]
Whom: TypeAlias = Literal["self", "target"]


class Effect(Struct, frozen=True):
    """What a talent brings of itself: when, what, to whom. `strain` and `wound` go to the die that was aimed at.

    `status` names the status that is put on or taken off.
    """

    when: Moment
    does: Does
    to: Whom = "target"
    status: Annotated[str, Meta(max_length=80)] = ""


class Talent(Struct, frozen=True):
    """A special trick on one of the character's own traits (rogue-spire/talent-needs-trait).

    `trait` is that trait's id. `td` is a number, `td_die` a die size that means half its sides; both 0 leave the
    target difficulty to the Spire Master (rogue-spire/td-source).
    """

    name: Name
    trait: str
    about: Text = ""
    td: Annotated[int, Meta(ge=0, le=999)] = 0
    td_die: Sides | Literal[0] = 0
    effects: tuple[Effect, ...] = ()


# ------------------------------------------------------------------ dice

DieKind: TypeAlias = Literal["vitality", "skill"]


class SpireDie(Struct, frozen=True):
    """A die of a character: its kind, its size, its two marks (rogue-spire/die-state-model).

    `checks` counts the healing checks it had today, `chances` the changes of circumstances declared today
    (rogue-spire/healing-once-a-day, rogue-spire/healing-new-circumstances).
    """

    kind: DieKind
    sides: Sides
    spent: bool = False
    harm: Harm = "none"
    checks: Annotated[int, Meta(ge=0)] = 0
    chances: Annotated[int, Meta(ge=0)] = 0

    def __post_init__(self) -> None:
        if self.harm == "wounded" and not self.spent:
            raise ValueError(f"the {self.kind} d{self.sides}: a wounded die is always exhausted")

    @property
    def marks(self) -> Marks:
        """Both marks at once."""
        return Marks(self.spent, self.harm)

    @property
    def state(self) -> DieState:
        """One of the five states."""
        return state_word(self.marks)

    @property
    def unexhausted(self) -> bool:
        """Ready or strained-ready."""
        return not self.spent


# ------------------------------------------------------------------ characters

Life: TypeAlias = Literal["conscious", "unconscious", "on death's door", "dead"]
CallKind: TypeAlias = Literal["skilled", "unskilled", "free"]


class Call(Struct, frozen=True):
    """What the Spire Master called an action before, for one character (rogue-spire/classification-consistent)."""

    what: Text
    kind: CallKind
    trait: str = ""


class Character(Struct, frozen=True):
    """A character of the party (`pc`) or anyone else with dice (rogue-spire/character-parts).

    `calls` records how actions were classified, by their wording. `door_seconds` counts the time since the last
    death's-door roll or the wound, `door_minutes` the full minutes. `death_known` is off while only the Spire Master
    knows of the death. `notes` are the Spire Master's alone.
    """

    name: Name
    kind: Literal["pc", "npc"] = "pc"
    seat: Seat = Seat("")
    about: Text = ""
    traits: dict[str, Trait] = {}
    talents: dict[str, Talent] = {}
    dice: dict[str, SpireDie] = {}
    xp: Points = 0
    limit: Points = 20
    level: Points = 1
    statuses: dict[str, Name] = {}
    calls: dict[str, Call] = {}
    dead: bool = False
    death_known: bool = True
    door_seconds: Annotated[int, Meta(ge=0)] = 0
    door_minutes: Annotated[int, Meta(ge=0)] = 0
    present: bool = True
    hidden: bool = False
    notes: Text = ""

    def __post_init__(self) -> None:
        vitality = sum(die.kind == "vitality" for die in self.dice.values())
        if vitality != 1:
            raise ValueError(f"exactly one vitality die is needed; {vitality} were given")
        if VITALITY not in self.dice or self.dice[VITALITY].kind != "vitality":
            raise ValueError(f"the vitality die must have the id {VITALITY!r}")
        for talent in self.talents.values():
            if talent.trait not in self.traits:
                raise ValueError(f"the talent {talent.name} needs the trait {talent.trait!r}, which is missing")

    @property
    def vitality(self) -> SpireDie:
        """The one vitality die (rogue-spire/one-vitality-die)."""
        return self.dice[VITALITY]

    @property
    def skill_dice(self) -> dict[str, SpireDie]:
        """The skill dice by id (rogue-spire/skill-dice)."""
        return {key: die for key, die in self.dice.items() if die.kind == "skill"}

    @property
    def life(self) -> Life:
        """How the vitality die leaves the character (table life-state; rogue-spire/vitality-taken-out)."""
        if self.dead:
            return "dead"
        match self.vitality.harm:
            case "wounded":
                return "on death's door"
            case "strained":
                return "unconscious"
            case "none":
                return "conscious"

    @property
    def acts(self) -> bool:
        """Here and able to declare an action."""
        return self.present and self.life == "conscious"

    @property
    def vulnerable(self) -> bool:
        """No unexhausted skill die is left (rogue-spire/vulnerable-when-spent)."""
        return not any(die.unexhausted for die in self.skill_dice.values())

    @property
    def ready_to_level(self) -> bool:
        """The experience total has reached the Next XP limit (rogue-spire/talents-by-level)."""
        return self.kind == "pc" and self.xp >= self.limit and not self.dead


# ------------------------------------------------------------------ the action under way

Purpose: TypeAlias = Literal["movement", "defence", "offence", "reaction", "other"]
TdSource: TypeAlias = Literal["talent", "healing", "spire-master", "target", "rolled-die"]
Outcome: TypeAlias = Literal["", "success-and", "success", "success-but", "failure-but", "failure"]


class Thrown(Struct, frozen=True):
    """A die rolled in an action: which one, its face, the TD and the total that were compared, what came of it."""

    die: str
    sides: Sides
    face: int
    td: Td
    total: int
    result: Result


class Idea(Struct, frozen=True):
    """A consequence that the player suggests: one of the kinds that carry themselves out, or words."""

    kind: str
    on: str = ""
    die: str = ""
    text: Text = ""


class Attempt(Struct, frozen=True):
    """An action from its declaration to its narration (rogue-spire/action-classified to rogue-spire/rolling-again).

    `trait` is the trait that the player claims and, once the action is called skilled, the one it is skilled
    through. `on` and `die` name the die that is aimed at, or treated when `heals`. `td` is None as long as nobody
    named one: each rolled die then has its own half. `stopped` says that the player adds no more dice. `settled` is
    the kind of the one consequence that was chosen.
    """

    who: str
    what: Text
    purpose: Purpose = "other"
    trait: str = ""
    talent: str = ""
    on: str = ""
    die: str = ""
    heals: bool = False
    kind: CallKind | None = None
    td: Td | None = None
    td_from: TdSource | None = None
    rolled: tuple[Thrown, ...] = ()
    stopped: bool = False
    outcome: Outcome = ""
    settled: str = ""

    @property
    def aims(self) -> bool:
        """An attack on a die (rogue-spire/dice-two-jobs)."""
        return bool(self.die) and not self.heals


# ------------------------------------------------------------------ rest, encounters, scenes

RestKind: TypeAlias = Literal["quick", "night"]


class Rest(Struct, frozen=True):
    """A rest that was proposed: who rests, and for a night the strained die that each of them picked."""

    kind: RestKind
    who: tuple[str, ...]
    picked: dict[str, str] = {}


class Encounter(Struct, frozen=True):
    """An encounter with its round, from 1 (rogue-spire/round-refresh)."""

    round: int = 1


class Scene(Struct, frozen=True):
    """Where the party is; number 0 before the first one (rogue-spire/campaign-opening)."""

    number: int = 0
    title: str = ""
    text: str = ""


class Closed(Struct, frozen=True):
    """What was rolled last and can't be added to any more: a narrated or a free action, or a free die."""

    who: str
    what: Text
    how: Literal["narrated", "free", "free-die"]


class SpireState(Struct, frozen=True):
    """Everything about a game of Master of the Rogue Spire.

    `attempts` holds the action under way and, on top of it, a reaction to it. `clock` counts seconds of game time.
    """

    characters: dict[str, Character] = {}
    attempts: tuple[Attempt, ...] = ()
    rest: Rest | None = None
    encounter: Encounter | None = None
    scene: Scene = Scene()
    day: Annotated[int, Meta(ge=1)] = 1
    clock: Annotated[int, Meta(ge=0)] = 0
    closed: Closed | None = None

    @property
    def attempt(self) -> Attempt:
        """The action that is being played now: a reaction before the action it answers."""
        return self.attempts[-1]

    def here(self) -> Iterator[tuple[str, Character]]:
        """Everyone present that the players know of."""
        return ((key, who) for key, who in self.characters.items() if who.present and not who.hidden)


def with_character(state: SpireState, key: str, changed: Character) -> SpireState:
    """The state with one character replaced."""
    return replace(state, characters={**state.characters, key: changed})


def with_die(state: SpireState, who: str, key: str, changed: SpireDie) -> SpireState:
    """The state with one die replaced."""
    character = state.characters[who]
    return with_character(state, who, replace(character, dice={**character.dice, key: changed}))


def slug(name: str, taken: Container[str]) -> str:
    """A short readable id for a name that is not taken yet."""
    base = "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "unnamed"
    found, count = base, 1
    while found in taken:
        count += 1
        found = f"{base}-{count}"
    return found


def same_action(what: str) -> str:
    """The id of an action's wording: the same words are the same action."""
    return "-".join("".join(c if c.isalnum() else " " for c in what.casefold()).split()) or "unnamed"


def die_name(die: SpireDie) -> str:
    """A die as people call it."""
    return f"vitality d{die.sides}" if die.kind == "vitality" else f"d{die.sides}"
