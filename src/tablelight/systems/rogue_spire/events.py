"""What can happen in a game of Master of the Rogue Spire, each thing with the rule that made it."""

from __future__ import annotations

from tablelight.kernel.flow import Event, SessionOver
from tablelight.systems.rogue_spire.mechanics import Harm, Result, Sides
from tablelight.systems.rogue_spire.state import (
    Attempt,
    CallKind,
    Character,
    Idea,
    Outcome,
    Rest,
    RestKind,
    SpireDie,
    Talent,
    TdSource,
    Thrown,
    Trait,
)

# ------------------------------------------------------------------ people


class CharacterJoined(Event, frozen=True):
    """A character came into the game."""

    who: str
    character: Character


class TraitGained(Event, frozen=True):
    who: str
    key: str
    trait: Trait


class TalentGained(Event, frozen=True):
    who: str
    key: str
    talent: Talent


class DieGained(Event, frozen=True):
    """A skill die was gained, in the state it is in."""

    who: str
    key: str
    die: SpireDie


class DieGrown(Event, frozen=True):
    """A die became larger; its marks stay."""

    who: str
    die: str
    sides: Sides
    was: Sides


class StatusGained(Event, frozen=True):
    who: str
    key: str
    status: str


class StatusEnded(Event, frozen=True):
    who: str
    key: str
    status: str


# ------------------------------------------------------------------ what happens to dice


class DiceReadied(Event, frozen=True):
    """Spent dice became usable again: a new round, a rest, an effect."""

    who: str
    dice: tuple[str, ...]


class DieStrained(Event, frozen=True):
    who: str
    die: str
    cause: str


class DieWounded(Event, frozen=True):
    who: str
    die: str
    cause: str


class HarmChangedNothing(Event, frozen=True):
    """A die was to be strained or wounded, and that had no effect."""

    who: str
    die: str
    harm: Harm
    already: Harm


class StrainRemoved(Event, frozen=True):
    who: str
    die: str


class DieHealed(Event, frozen=True):
    """A wounded die became strained-exhausted."""

    who: str
    die: str


class CheckSpent(Event, frozen=True):
    """A die had its healing check of the day."""

    who: str
    die: str


class CircumstancesChanged(Event, frozen=True):
    """The Spire Master permits one more healing check for a die today."""

    who: str
    die: str
    reason: str


class NaturalHealingRolled(Event, frozen=True):
    """A free die was rolled for a wounded die after a night."""

    who: str
    die: str
    sides: Sides
    face: int
    td: int
    result: Result


# ------------------------------------------------------------------ life and death


class FellUnconscious(Event, frozen=True):
    who: str


class WokeUp(Event, frozen=True):
    who: str


class CameToDeathsDoor(Event, frozen=True):
    who: str


class LeftDeathsDoor(Event, frozen=True):
    who: str


class DeathRolled(Event, frozen=True):
    """A free die was rolled on death's door; `minute` is 0 for a roll at the moment of the wound."""

    who: str
    face: int
    minute: int


class DoorCounted(Event, frozen=True):
    """Time went by on death's door without a roll."""

    who: str
    seconds: int


class Died(Event, frozen=True):
    """The character is dead; `known` is off while only the Spire Master may know it."""

    who: str
    known: bool = True


class DeathTold(Event, frozen=True):
    """A death that only the Spire Master knew of came to light."""

    who: str


# ------------------------------------------------------------------ experience


class XpEarned(Event, frozen=True):
    """A 1 was rolled. `points` is what counted below the Next XP limit."""

    who: str
    points: int
    sides: Sides
    total: int
    limit: int


class LevelGained(Event, frozen=True):
    who: str
    level: int
    limit: int
    resets: bool = False


# ------------------------------------------------------------------ actions


class ActionDeclared(Event, frozen=True):
    attempt: Attempt


class ActionCalled(Event, frozen=True):
    """The Spire Master classified the action. `denied` names a trait that was claimed in vain."""

    who: str
    what: str
    kind: CallKind
    trait: str = ""
    denied: str = ""


class TdSet(Event, frozen=True):
    """The target difficulty stands; `td` is None for half the sides of each rolled die.

    `named` is what the Spire Master named in vain, because a talent or a healing check has its own. `hopeless` says
    that no usable die can beat it.
    """

    who: str
    td: int | None
    source: TdSource
    named: int = 0
    hopeless: bool = False
    eased_from: int = 0


class ActionWithdrawn(Event, frozen=True):
    who: str


class DieRolled(Event, frozen=True):
    """A die was rolled for the action; `spends` is off where the option keeps the vitality die ready."""

    who: str
    thrown: Thrown
    spends: bool = True
    totalled: bool = False


class DiceStopped(Event, frozen=True):
    """The player adds no more dice."""

    who: str


class OutcomeSettled(Event, frozen=True):
    """What the action came to, before consequences and narration."""

    who: str
    outcome: Outcome
    best: Result


class ConsequenceSuggested(Event, frozen=True):
    who: str
    idea: Idea


class ConsequenceChosen(Event, frozen=True):
    """The one consequence; what it does to dice follows as events of its own."""

    who: str
    outcome: Outcome
    idea: Idea


class BlowStruck(Event, frozen=True):
    """How a successful attack landed: `harm` is none where the Spire Master let it do nothing to a die."""

    who: str
    on: str
    harm: Harm


class ActionNarrated(Event, frozen=True):
    """The outcome was told; the action is closed."""

    who: str
    what: str
    outcome: Outcome
    text: str = ""
    free: bool = False


# ------------------------------------------------------------------ time, rest, encounters, scenes


class TimePassed(Event, frozen=True):
    seconds: int
    reason: str = ""


class EncounterBegan(Event, frozen=True):
    pass


class RoundBegan(Event, frozen=True):
    round: int


class EncounterEnded(Event, frozen=True):
    pass


class RestProposed(Event, frozen=True):
    rest: Rest


class StrainPicked(Event, frozen=True):
    """A player picked the die that loses its strain in this night."""

    who: str
    die: str


class RestInterrupted(Event, frozen=True):
    """A rest was broken off and gives nothing."""

    kind: RestKind
    minutes: int
    reason: str = ""


class RestEnded(Event, frozen=True):
    kind: RestKind
    who: tuple[str, ...]


class DayBegan(Event, frozen=True):
    day: int


class SceneBegan(Event, frozen=True):
    number: int
    title: str
    text: str = ""


class OpeningSkipped(Event, frozen=True):
    """The campaign begins elsewhere than in the Master's tower."""


class SessionEnded(SessionOver, frozen=True):
    """The group goes home; dice and marks stay as they are."""
