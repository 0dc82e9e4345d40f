"""What can happen in a Forgelight game, each thing with the rule that made it."""

from __future__ import annotations

from tablelight.kernel.flow import Event
from tablelight.kernel.grid import Spot
from tablelight.kernel.offers import Seat
from tablelight.systems.forgelight.content.model import ActiveSlot, Attribute, Pack, Slot
from tablelight.systems.forgelight.mechanics import Part
from tablelight.systems.forgelight.state import Being, Check, Condition, Draft, Place, Scene, Taken, Turn

# ------------------------------------------------------------------ people and sheets


class BeingJoined(Event, frozen=True):
    who: str
    being: Being


class BeingLeft(Event, frozen=True):
    who: str


class BeingTaken(Event, frozen=True):
    """A seat took a character, or gave it back (an empty seat)."""

    who: str
    seat: Seat


class BeingShown(Event, frozen=True):
    """A being was revealed or hidden from the players."""

    who: str
    hidden: bool


class NotesWritten(Event, frozen=True):
    who: str
    notes: str


class ConceptWritten(Event, frozen=True):
    who: str
    concept: dict[str, str]


class PackAdded(Event, frozen=True):
    """Cards, traits, gear and foes of the group's own came to the table."""

    pack: Pack


class DraftSet(Event, frozen=True):
    """A step of making a character was done; None once it is finished or dropped."""

    seat: Seat
    draft: Draft | None
    step: str = ""


# ------------------------------------------------------------------ levels


class LevelGranted(Event, frozen=True):
    who: str
    reason: str = ""


class LevelGained(Event, frozen=True):
    """One pass through the level-up list (forgelight/levelup-one-at-a-time)."""

    who: str
    attribute: Attribute
    kind: str
    subclass: str
    cards: tuple[str, ...]
    traits: tuple[Taken, ...]
    health: int
    stamina: int


class CompanionGrew(Event, frozen=True):
    who: str
    attribute: Attribute
    health: int
    stamina: int


class TraitGained(Event, frozen=True):
    who: str
    taken: Taken


class CardGained(Event, frozen=True):
    who: str
    card: str


class CardSwapped(Event, frozen=True):
    """One card was exchanged for another, which takes its place; for an Active card, the discard pile."""

    who: str
    old: str
    new: str


class ExchangeClosed(Event, frozen=True):
    who: str


class Attuned(Event, frozen=True):
    who: str
    crystal: str
    attribute: Attribute
    cards: tuple[str, ...]


class AttunementGranted(Event, frozen=True):
    who: str


class CompanionGranted(Event, frozen=True):
    """A character may have a companion now; its sheet is still to be made."""

    who: str


class CompanionBonded(Event, frozen=True):
    """A companion's sheet is made."""

    who: str
    companion: str


# ------------------------------------------------------------------ cards and gear


class CardPlayed(Event, frozen=True):
    """A card left the hand and was paid for (forgelight/card-play-order)."""

    who: str
    card: str
    ap: int = 0
    stamina: int = 0
    targets: tuple[str, ...] = ()


class CardReturned(Event, frozen=True):
    who: str
    card: str


class CardDiscarded(Event, frozen=True):
    who: str
    card: str


class CardActivated(Event, frozen=True):
    who: str
    card: str
    slot: ActiveSlot
    rounds: int = 0


class ActiveEnded(Event, frozen=True):
    """An Active card left its slot for the discard pile (forgelight/active-end-discard)."""

    who: str
    slot: ActiveSlot
    card: str
    why: str = ""


class ActiveTicked(Event, frozen=True):
    who: str
    card: str
    rounds: int


class CardDrawn(Event, frozen=True):
    """A card came back from the discard pile."""

    who: str
    card: str


class GearFound(Event, frozen=True):
    """Gear came into somebody's pack (option carried-gear)."""

    who: str
    gear: str


class GearEquipped(Event, frozen=True):
    who: str
    gear: str
    slot: Slot


class GearRemoved(Event, frozen=True):
    who: str
    slot: Slot
    gear: str
    kept: bool = False


# ------------------------------------------------------------------ the fight


class InitiativeRolled(Event, frozen=True):
    who: str
    face: int
    modifier: int
    total: int


class TieRolled(Event, frozen=True):
    """Equal totals: a bare d20 decides (forgelight/initiative-ties)."""

    who: str
    face: int


class FightBegan(Event, frozen=True):
    order: tuple[Place, ...]


class OrderSet(Event, frozen=True):
    """The order changed: a new roll, or somebody came late."""

    order: tuple[Place, ...]
    at: int


class RoundBegan(Event, frozen=True):
    round: int


class CountBegan(Event, frozen=True):
    """A place in the order is on: `waiting` are those who act on it."""

    at: int
    waiting: tuple[str, ...]
    free: bool = False


class TurnBegan(Event, frozen=True):
    who: str
    turn: Turn


class TurnEnded(Event, frozen=True):
    who: str
    lost: int = 0


class TurnSkipped(Event, frozen=True):
    """An unconscious being's turn went by; `turns` of its window are over."""

    who: str
    turns: int


class WindowTicked(Event, frozen=True):
    """A full round since the fall is over (option unconscious-clock)."""

    who: str
    turns: int


class CountEnded(Event, frozen=True):
    """A free turn is over; what it interrupted goes on."""


class FightEnded(Event, frozen=True):
    """Initiative, Action Points and Reaction marks are cleared."""


class ReactionSpent(Event, frozen=True):
    who: str
    card: str


class ReactionBack(Event, frozen=True):
    """Reactions come back: everybody's, or one being's."""

    who: str = ""


class FollowUpOpened(Event, frozen=True):
    """Off-hand attacks that may be made now (forgelight/dual-wield-follow-up)."""

    who: str
    count: int
    attacked: bool = True
    area: bool = False


class PointsSpent(Event, frozen=True):
    """Action Points or Stamina for something without a card."""

    who: str
    ap: int
    stamina: int
    what: str


# ------------------------------------------------------------------ movement


class Moved(Event, frozen=True):
    """`feet` is what it cost; a mount carries its rider along."""

    who: str
    feet: int
    at: Spot | None = None
    height: int = 0
    flying: bool = False
    diagonals: int = 0
    how: str = "walks"


class Pushed(Event, frozen=True):
    """Moved by force."""

    who: str
    at: Spot | None
    feet: int


class Fell(Event, frozen=True):
    who: str
    feet: int
    dice: int


class Mounted(Event, frozen=True):
    who: str
    mount: str


class Dismounted(Event, frozen=True):
    """`flying`: set down in the air, so a fall follows unless the rider has wings."""

    who: str
    flying: bool = False
    at: Spot | None = None


class Placed(Event, frozen=True):
    """Somebody was put on the map, or taken off it."""

    who: str
    at: Spot | None


# ------------------------------------------------------------------ attacks and damage


class AttackRolled(Event, frozen=True):
    """An Attack Roll against one target. `hit_score` is None where players may not know it."""

    who: str
    target: str
    faces: tuple[int, ...]
    face: int
    modifier: int
    total: int
    hit: bool
    power: bool
    critical: bool
    attribute: str = ""
    hit_score: int | None = None
    sure: bool = False


class HitScoreCompared(Event, frozen=True):
    """For the GM: what the attack was measured against."""

    target: str
    hit_score: int


class DamageRolled(Event, frozen=True):
    """Damage before marks: the dice of each part, and what each part comes to."""

    who: str
    parts: tuple[Part, ...]
    faces: tuple[int, ...]
    totals: tuple[int, ...]
    critical: bool = False


class DamageTaken(Event, frozen=True):
    """Damage after marks, by type; `health` is what is left. `marked`: the type, what it was before, the mark."""

    who: str
    taken: tuple[tuple[str, int], ...]
    health: int
    secret: bool = False  # only the GM may know the numbers
    marked: tuple[tuple[str, int, str], ...] = ()


class LooksHurt(Event, frozen=True):
    """What players see of damage to somebody whose Health they may not know."""

    who: str
    how: str


class Healed(Event, frozen=True):
    who: str
    health: int
    amount: int


class StaminaGained(Event, frozen=True):
    who: str
    stamina: int
    amount: int


class PoolsCut(Event, frozen=True):
    """A maximum fell below what was there."""

    who: str
    health: int
    stamina: int


class StatusGiven(Event, frozen=True):
    who: str
    status: str
    condition: Condition


class StatusKept(Event, frozen=True):
    """The same status again, no longer than the one at work: nothing changes (forgelight/status-longer-kept)."""

    who: str
    status: str


class StatusTicked(Event, frozen=True):
    who: str
    status: str
    left: int


class StatusEnded(Event, frozen=True):
    who: str
    status: str


# ------------------------------------------------------------------ at 0 Health


class Defeated(Event, frozen=True):
    who: str
    how: str


class VergeReached(Event, frozen=True):
    who: str


class DroppedUnconscious(Event, frozen=True):
    who: str
    since: int
    slot: str = ""


class Woke(Event, frozen=True):
    who: str
    health: int


class ScarTaken(Event, frozen=True):
    who: str
    scar: str


class FateRolled(Event, frozen=True):
    who: str
    face: int
    result: str


class RoseAgain(Event, frozen=True):
    who: str
    health: int


class BlazeBegan(Event, frozen=True):
    who: str
    what: str


class BlazeJudged(Event, frozen=True):
    who: str
    granted: bool


class Died(Event, frozen=True):
    who: str
    why: str


# ------------------------------------------------------------------ companions


class CompanionStays(Event, frozen=True):
    """Whether a companion keeps out of the fight."""

    who: str
    stays: bool


class CompanionFled(Event, frozen=True):
    who: str
    why: str


class CompanionBack(Event, frozen=True):
    who: str
    health: int
    stamina: int


class CompanionHandedOver(Event, frozen=True):
    """A dead character's companion is the GM's."""

    who: str


# ------------------------------------------------------------------ checks and judgements


class CheckCalled(Event, frozen=True):
    """The GM asks for a check. The threshold, if secret, is told in an event of its own."""

    check: Check


class ThresholdSet(Event, frozen=True):
    threshold: int


class CheckRolled(Event, frozen=True):
    who: str
    skill: str
    faces: tuple[int, ...]
    face: int
    modifier: int
    total: int


class CheckEnded(Event, frozen=True):
    """What came of the check."""

    who: str
    outcome: str
    words: str = ""


class Judged(Event, frozen=True):
    """What a person said about something the rules leave to people."""

    who: str
    about: str
    text: str


class DeedDone(Event, frozen=True):
    who: str
    text: str


# ------------------------------------------------------------------ the world


class SceneSet(Event, frozen=True):
    scene: Scene


class TimePassed(Event, frozen=True):
    seconds: int


class WindowCounted(Event, frozen=True):
    """Game time outside a fight counts against the window of 5 turns (forgelight/unconscious-window)."""

    who: str
    turns: int


class Rested(Event, frozen=True):
    who: str
    rest: str
    health: int
    stamina: int
    day: int = 0


class RestDeclared(Event, frozen=True):
    rest: str
    activity: str


class RestBroken(Event, frozen=True):
    rest: str
    minutes: int
