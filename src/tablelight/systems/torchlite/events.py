"""What can happen in a TorchLite game, each thing with the rule that made it."""

from __future__ import annotations

from tablelight.kernel.flow import Event, SessionOver
from tablelight.kernel.offers import Seat
from tablelight.systems.torchlite.state import (
    Asset,
    Character,
    Complication,
    Contest,
    Milestone,
    PoolDie,
    Sfx,
    Side,
    Trait,
    UsedTrick,
)

# ------------------------------------------------------------------ people


class CharacterJoined(Event, frozen=True):
    """A character came into the game."""

    who: str
    character: Character


class SfxAdded(Event, frozen=True):
    """A character gained a special effect or a Limit."""

    who: str
    sfx: Sfx


class SfxShutDown(Event, frozen=True):
    """A special effect can't be used until the scene ends."""

    who: str
    sfx: str


class TraitSet(Event, frozen=True):
    """A trait of a set was gained or changed; a set is a field of the character."""

    who: str
    set: str
    trait: Trait


class MilestoneAdded(Event, frozen=True):
    who: str
    milestone: Milestone


class XpEarned(Event, frozen=True):
    who: str
    xp: int
    reason: str = ""


class XpSpent(Event, frozen=True):
    who: str
    xp: int
    reason: str = ""


# ------------------------------------------------------------------ plot points


class PointsEarned(Event, frozen=True):
    """Plot points from the common pile, or handed out by the GM."""

    who: str
    points: int
    reason: str = ""


class PointsSpent(Event, frozen=True):
    """Plot points paid by a character, or out of the GM's bank (`who` empty)."""

    who: str
    points: int
    reason: str = ""


# ------------------------------------------------------------------ assets and complications


class AssetCreated(Event, frozen=True):
    who: str
    key: str
    asset: Asset
    by: str = ""


class AssetStepped(Event, frozen=True):
    """An asset's rating changed; with `lasting` it will not return to what it was."""

    who: str
    key: str
    die: int
    lasting: bool = True
    name: str = ""


class AssetShutDown(Event, frozen=True):
    """An asset can't be used until the scene ends."""

    who: str
    key: str
    name: str = ""


class AssetEnded(Event, frozen=True):
    who: str
    key: str
    reason: str = ""
    name: str = ""


class AssetShared(Event, frozen=True):
    who: str
    key: str
    name: str = ""


class AssetKept(Event, frozen=True):
    """A plot point keeps an asset beyond the scene or session."""

    who: str
    key: str
    name: str = ""


class AssetRenamed(Event, frozen=True):
    who: str
    key: str
    name: str


class TreasureStored(Event, frozen=True):
    """Treasure was put away: it is not lost, but gives no die."""

    who: str
    key: str
    name: str = ""


class AssetMadeSignature(Event, frozen=True):
    who: str
    key: str
    die: int
    name: str = ""


class ComplicationTaken(Event, frozen=True):
    """A character took a complication or stress; `was` is its rating before, 0 if it is new."""

    who: str
    key: str
    complication: Complication
    was: int = 0


class ComplicationEased(Event, frozen=True):
    """A complication stepped down; `die` 0 means that it is gone."""

    who: str
    key: str
    die: int
    was: int
    name: str = ""


class ComplicationEnded(Event, frozen=True):
    who: str
    key: str
    reason: str = ""
    name: str = ""


class ComplicationMadeLasting(Event, frozen=True):
    """A complication does not end with the scene, by its own text."""

    who: str
    key: str


class ComplicationRenamed(Event, frozen=True):
    who: str
    key: str
    name: str


class TakenOut(Event, frozen=True):
    who: str
    by: str
    name: str = ""


class BackInPlay(Event, frozen=True):
    who: str


# ------------------------------------------------------------------ a contest


class ContestBegan(Event, frozen=True):
    contest: Contest


class TargetJoined(Event, frozen=True):
    """Somebody became a target after the dice had been thrown, and rolls now."""

    side: str
    content: Side


class JustHappened(Event, frozen=True):
    """Nothing stood against it, so no dice were rolled."""

    who: str
    what: str


class RollCalledOff(Event, frozen=True):
    """Somebody had no die to roll, and the GM let the action go."""

    who: str


class Hindered(Event, frozen=True):
    side: str
    who: str
    trait: str


class DieBarred(Event, frozen=True):
    """The GM decided that a trait doesn't fit this roll."""

    side: str
    key: str
    label: str


class TrickUsed(Event, frozen=True):
    """A special effect changes the pool that is being built."""

    side: str
    trick: UsedTrick
    pool: tuple[PoolDie, ...]


class PoolProposed(Event, frozen=True):
    side: str
    pool: tuple[PoolDie, ...]


class PoolRolled(Event, frozen=True):
    """A pool was thrown; `hitches` are the positions that the GM may buy."""

    side: str
    pool: tuple[PoolDie, ...]
    faces: tuple[int, ...]
    hitches: tuple[int, ...] = ()


class DiceRerolled(Event, frozen=True):
    """Dice of a roll were thrown again by means of an SFX."""

    side: str
    by: Seat
    sfx: str
    at: tuple[int, ...]
    faces: tuple[int, ...]
    hitches: tuple[int, ...] = ()


class Botched(Event, frozen=True):
    """Every die of a pool shows 1."""

    side: str


class DiceKept(Event, frozen=True):
    """Nobody throws dice of this roll again before the GM settles its hitches."""

    side: str


class HitchesFound(Event, frozen=True):
    """The GM may buy these hitches now."""

    side: str
    at: tuple[int, ...]


class HitchBought(Event, frozen=True):
    """The GM bought hitches of a roll with plot points from the common pile."""

    side: str
    at: tuple[int, ...]


class HitchesLeft(Event, frozen=True):
    """The GM leaves the remaining hitches of a roll alone."""

    side: str


class OpportunitiesOpened(Event, frozen=True):
    """GM dice showed 1."""

    dice: tuple[int, ...]


class OpportunityUsed(Event, frozen=True):
    at: int
    seat: Seat


class TotalDeclared(Event, frozen=True):
    """A side said which dice count (`faces` is what they show) and which are kept for effect (`effects`: their sizes).

    `counted` and `kept` are positions in the roll.
    """

    side: str
    counted: tuple[int, ...]
    kept: tuple[int, ...]
    total: int
    faces: tuple[int, ...] = ()
    effects: tuple[int, ...] = ()


class Succeeded(Event, frozen=True):
    """A side's total beat another's."""

    side: str
    against: str
    total: int
    bar: int
    steps: int = 0


class Failed(Event, frozen=True):
    """The side whose beat it is did not beat another one."""

    side: str
    against: str
    total: int
    bar: int


class EffectRaised(Event, frozen=True):
    """An effect die stepped up; `extras` are dice gained past d12."""

    side: str
    was: int
    die: int
    extras: tuple[int, ...] = ()


class EffectResisted(Event, frozen=True):
    """The loser's larger effect die stepped the winner's down."""

    side: str
    against: str
    was: int
    die: int
    larger: int


class SituationChanged(Event, frozen=True):
    who: str
    what: str
    die: int


class EffectLost(Event, frozen=True):
    """An effect die found nothing different to do."""

    side: str
    die: int


class ContestEnded(Event, frozen=True):
    pass


class DiceThrownAside(Event, frozen=True):
    """Dice thrown outside any contest, openly or behind the screen."""

    by: Seat
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    reason: str = ""


# ------------------------------------------------------------------ time


class SessionBegan(Event, frozen=True):
    """A session starts; `points` are the plot points each character has now, `bank` the GM's."""

    number: int
    points: dict[str, int]
    bank: int
    fresh: bool


class SessionEnded(SessionOver, frozen=True):
    cliffhanger: bool


class SceneBegan(Event, frozen=True):
    number: int
    title: str
    text: str = ""
    restful: bool = False


class SceneEnded(Event, frozen=True):
    """A scene is over: what lasts no longer than it has gone."""

    number: int


class SceneMadeRestful(Event, frozen=True):
    pass


class Rested(Event, frozen=True):
    """A character took the chance to recover: every stress steps down."""

    who: str


class RoundBegan(Event, frozen=True):
    round: int


class TurnBegan(Event, frozen=True):
    who: str


class TurnEnded(Event, frozen=True):
    who: str


class OrderEnded(Event, frozen=True):
    pass
