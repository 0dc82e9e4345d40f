"""What can happen in an Actlite game, each thing with the rule that made it. Amounts are what really happened."""

from __future__ import annotations

from tablelight.kernel.flow import Event, SessionOver
from tablelight.kernel.grid import Spot
from tablelight.systems.actlite.state import (
    Archetype,
    Armor,
    Character,
    ConditionName,
    ConsequenceTable,
    Doing,
    Good,
    Grant,
    Ground,
    Hex,
    Injury,
    Item,
    Lasting,
    Limit,
    PartyTable,
    Pile,
    Result,
    Skill,
    SpecialCard,
    SpecialZone,
    Weapon,
    Where,
    Window,
    Written,
)

# ------------------------------------------------------------------ people and things


class CharacterJoined(Event, frozen=True):
    """A character came into the game."""

    who: str
    character: Character


class WeaponGained(Event, frozen=True):
    who: str
    key: str
    weapon: Weapon


class WeaponMoved(Event, frozen=True):
    """A weapon was drawn, stowed, dropped or picked up."""

    who: str
    key: str
    where: Where
    how: str = ""


class ArmorWorn(Event, frozen=True):
    who: str
    armor: Armor


class ArmorRent(Event, frozen=True):
    """Armor takes less off a type of damage from now on, or again as much as before."""

    who: str
    damage: str
    left: int


class ItemGained(Event, frozen=True):
    who: str
    key: str
    item: Item


class ItemFound(Event, frozen=True):
    """A thing carried is at hand now."""

    who: str
    key: str


class ItemUsed(Event, frozen=True):
    who: str
    key: str
    left: int


class PartyRobbed(Event, frozen=True):
    """All belongings of the party went to the GM's stash."""

    who: tuple[str, ...]


class SceneSet(Event, frozen=True):
    text: str


class MapLaid(Event, frozen=True):
    """A map is used from now on, or none any more."""

    ground: Ground | None


class Placed(Event, frozen=True):
    """Somebody was put somewhere on the map, or taken off it."""

    who: str
    at: Spot | None


# ------------------------------------------------------------------ health and conditions


class DamageTaken(Event, frozen=True):
    """Damage came through: the points, and health afterwards."""

    who: str
    points: int
    crit: int
    standard: int
    cause: str = ""
    crit_damage: bool = False


class HealthRegained(Event, frozen=True):
    """Health came back: health afterwards. `secret`: players go on seeing what they saw."""

    who: str
    crit: int
    standard: int
    cause: str = ""
    secret: bool = False


class ConditionGained(Event, frozen=True):
    """A condition, as many of it; `until` is a minute of the clock. `secret`: only the GM may know."""

    who: str
    condition: ConditionName
    amount: int = 1
    cause: str = ""
    until: int | None = None
    secret: bool = False


class ConditionEased(Event, frozen=True):
    """As many of a condition went away, or one of its causes."""

    who: str
    condition: ConditionName
    amount: int = 1
    cause: str = ""


class InjuryTaken(Event, frozen=True):
    who: str
    injury: Injury


class InjuryHealed(Event, frozen=True):
    who: str
    at: int
    limb: str


class LastingBegan(Event, frozen=True):
    who: str
    lasting: Lasting


class LastingEnded(Event, frozen=True):
    who: str
    name: str


class FellDown(Event, frozen=True):
    """Crit health reached 0: unconscious and dying. `skip`: the first consequence roll is left out."""

    who: str
    skip: bool = False


class FellUnconscious(Event, frozen=True):
    """Unconscious without being down."""

    who: str
    cause: str


class CameTo(Event, frozen=True):
    """Conscious again, `cause` being what is over; a crit health above 0 ends being down."""

    who: str
    cause: str


class Died(Event, frozen=True):
    """`secret`: only the GM knows."""

    who: str
    cause: str
    secret: bool = False


class MaxCritLowered(Event, frozen=True):
    who: str
    max_crit: int
    crit: int
    secret: bool = False


class ScoreChanged(Event, frozen=True):
    """A permanent score is another one from now on, perhaps with an upper limit."""

    who: str
    attribute: str
    score: int
    most: int | None = None
    source: str = ""


class ArmLost(Event, frozen=True):
    who: str


# ------------------------------------------------------------------ dying


class ConsequenceRolled(Event, frozen=True):
    """The GM rolled for somebody who is down. This is all that players learn; a sham roll looks the same."""

    who: str


class ConsequenceCame(Event, frozen=True):
    """What the roll brought, for the GM."""

    who: str
    table: str
    result: Result


class ShamRolled(Event, frozen=True):
    """That roll meant nothing."""

    who: str


class RollSkipped(Event, frozen=True):
    who: str


class ResultsRevealed(Event, frozen=True):
    """All results rolled so far become known."""

    who: str
    results: tuple[Result, ...]
    dead: bool = False


class AidWasted(Event, frozen=True):
    """Aid came too late."""

    who: str


class TableChosen(Event, frozen=True):
    who: str
    table: str


class ConsequenceTableMade(Event, frozen=True):
    key: str
    table: ConsequenceTable


class PartyTableMade(Event, frozen=True):
    key: str
    table: PartyTable


class PartyFell(Event, frozen=True):
    """Nobody of the party stands any more, or somebody stands again."""

    fallen: bool = True


class PartyRolled(Event, frozen=True):
    face: int
    text: str
    die: int = 6


class CoinFlipped(Event, frozen=True):
    who: str
    heads: bool


class PartySpared(Event, frozen=True):
    """A member of the fallen party lives: awake, with this crit health."""

    who: str
    crit: int


# ------------------------------------------------------------------ checks and contests


class Declared(Event, frozen=True):
    """Somebody is about to do something."""

    doing: Doing


class WentOn(Event, frozen=True):
    """What was declared last is paid and goes on; nobody can interrupt it any more."""

    who: str


class Dropped(Event, frozen=True):
    """What was declared can't be done any more; nothing was paid."""

    who: str
    why: str


class Weighed(Event, frozen=True):
    """What helps and hinders a roll, its score and its difficulty are known; the dice come next."""

    doing: Doing


class DiceRolled(Event, frozen=True):
    """The dice of a check or an attack, for the one who does something now."""

    doing: Doing
    net: int


class PairTaken(Event, frozen=True):
    """Two dice make the result."""

    who: str
    picked: tuple[int, int]


class CheckMade(Event, frozen=True):
    """How a check or an attack came out; `sure` needed no number."""

    who: str
    target: str
    total: int
    dc: int
    success: bool
    sure: bool = False
    attack: bool = False


class NoticedBy(Event, frozen=True):
    """Whether a watcher noticed somebody who sneaks."""

    who: str
    watcher: str
    noticed: bool
    dc: int


class ActionEnded(Event, frozen=True):
    """What was declared last is over."""

    who: str


class GrantGiven(Event, frozen=True):
    who: str
    grant: Grant


class GrantsUsed(Event, frozen=True):
    who: str


class DifficultyNamed(Event, frozen=True):
    who: str
    dc: int


class ContestRolled(Event, frozen=True):
    who: str
    attribute: str
    faces: tuple[int, ...]
    total: int


class ContestEnded(Event, frozen=True):
    """The winner, or nobody in a tie."""

    winner: str
    loser: str
    again: bool = False


class EffectTriggered(Event, frozen=True):
    who: str
    target: str
    text: str
    count: int


class ArmorMet(Event, frozen=True):
    """Damage as rolled and what got through armor."""

    who: str
    faces: tuple[int, ...]
    die: int
    damage: int
    kind: str
    reduction: int
    through: int


class ManeuverProposed(Event, frozen=True):
    who: str
    target: str
    text: str


class ManeuverAnswered(Event, frozen=True):
    who: str
    accepted: bool
    text: str


class Shifted(Event, frozen=True):
    """Somebody was pushed, pulled or dragged; `at` on a map, `blocked` if something was in the way."""

    who: str
    how: str
    at: Spot | None = None
    blocked: bool = False


class Resisted(Event, frozen=True):
    who: str
    how: str


class Told(Event, frozen=True):
    """Something for people to judge or to know."""

    who: str
    text: str


# ------------------------------------------------------------------ initiative and AP


class InitiativeBegan(Event, frozen=True):
    piles: dict[str, Pile]
    special: dict[str, SpecialZone]


class DeckShuffled(Event, frozen=True):
    """The discard, or at the start all cards, became the deck."""

    cards: int


class RoundBegan(Event, frozen=True):
    round: int


class RoundOpened(Event, frozen=True):
    """The beginning of the round is over."""


class RoundEnded(Event, frozen=True):
    round: int


class CardDealt(Event, frozen=True):
    """A card of the deck went to its owner's hand; `real` ones were drawn at a real table."""

    who: str
    real: bool = False


class SpecialCardDrawn(Event, frozen=True):
    key: str
    to: SpecialZone
    name: str
    text: str


class SpecialCardMade(Event, frozen=True):
    key: str
    card: SpecialCard


class StunAte(Event, frozen=True):
    """A stun took a card that was just dealt, or a temp AP."""

    who: str
    card: bool
    spent: bool


class WindowOpened(Event, frozen=True):
    """Somebody may act; `at` is the window's place, the last one being open."""

    window: Window
    at: int


class WindowClosed(Event, frozen=True):
    who: str
    temp_gone: int = 0


class WindowsOrdered(Event, frozen=True):
    """The GM let one of several interrupts go first."""

    who: str


class Interrupted(Event, frozen=True):
    who: str


class ApSpent(Event, frozen=True):
    """AP paid: cards from hand to the discard, temp AP, an interrupt's credit."""

    who: str
    cards: int
    temp: int = 0
    credit: int = 0
    what: str = ""
    use: str = ""  # what counts this use for arrow costs


class ApLost(Event, frozen=True):
    who: str
    hand: int = 0
    discard: int = 0
    deck: int = 0


class ApRegained(Event, frozen=True):
    who: str
    cards: int
    idle: bool = False


class TempApGained(Event, frozen=True):
    who: str
    ap: int


class CardsReturned(Event, frozen=True):
    """Held cards went to the discard without being spent."""

    who: str
    cards: int


class CardsJoined(Event, frozen=True):
    """A newcomer's cards lie in the discard until the next round."""

    who: str
    cards: int


class CardsRemoved(Event, frozen=True):
    who: str


class Passed(Event, frozen=True):
    who: str


class InitiativeEnded(Event, frozen=True):
    """Everyone takes all their cards back."""


class Moved(Event, frozen=True):
    who: str
    spaces: int
    at: Spot | None = None
    text: str = ""


class GotUp(Event, frozen=True):
    who: str


class GrappleBegan(Event, frozen=True):
    who: str
    target: str


class GrappleEnded(Event, frozen=True):
    who: str
    target: str
    why: str


class Did(Event, frozen=True):
    """Somebody did something that changes no number."""

    who: str
    text: str


# ------------------------------------------------------------------ growth


class SessionEnded(SessionOver, frozen=True):
    """The group goes home."""


class XpEarned(Event, frozen=True):
    who: str
    xp: int
    reason: str = ""


class AttributeRaised(Event, frozen=True):
    who: str
    attribute: str
    score: int
    xp: int


class AttributeGranted(Event, frozen=True):
    who: str
    attribute: str
    score: int


class ArchetypeRolled(Event, frozen=True):
    """`known` are the numbers of the entries that were known before."""

    who: str
    table: str
    face: int
    entry: int
    xp: int
    known: tuple[int, ...] = ()


class SkillGained(Event, frozen=True):
    who: str
    key: str
    skill: Skill


class ArchetypeMade(Event, frozen=True):
    key: str
    archetype: Archetype


class LimitSet(Event, frozen=True):
    """Firm limits of a score, or other prices, from a species or group; without a limit there is none any more."""

    who: str
    attribute: str
    limit: Limit | None


# ------------------------------------------------------------------ what a table has of its own


class WeaponMade(Event, frozen=True):
    key: str
    weapon: Weapon


class ArmorMade(Event, frozen=True):
    key: str
    armor: Armor


class ThingMade(Event, frozen=True):
    key: str
    item: Item


class GoodMade(Event, frozen=True):
    """Something came onto the price list."""

    key: str
    good: Good


class OwnRemoved(Event, frozen=True):
    """Something that the table had of its own is gone, or the pack's own stands in its place again."""

    part: str
    key: str
    name: str


class PersonMade(Event, frozen=True):
    """An opponent or a ready character that can be brought in from now on."""

    key: str
    character: Character


# ------------------------------------------------------------------ time, rest, money


class TimePassed(Event, frozen=True):
    minutes: int


class RestBegan(Event, frozen=True):
    who: tuple[str, ...]


class HourRested(Event, frozen=True):
    """A full hour of rest; the first one completes a Rest."""

    who: str
    hour: int


class RestBroken(Event, frozen=True):
    who: tuple[str, ...]
    minutes: int


class CashSet(Event, frozen=True):
    who: str
    level: int
    reason: str = ""


class Bought(Event, frozen=True):
    who: str
    what: str
    price: int
    level: int


# ------------------------------------------------------------------ hexes


class HexMade(Event, frozen=True):
    """A hex of the table's own is known to the game."""

    key: str
    hex: Hex


class HexWritten(Event, frozen=True):
    """A hex was begun; it exists once it is finished. A `found` one was there before, whoever wrote it."""

    key: str
    written: Written
    found: bool = False


class HexFinished(Event, frozen=True):
    """A hex is complete and counts as written, as many hexes as it has parts."""

    key: str
    who: str
    count: int


class HexPaid(Event, frozen=True):
    key: str
    who: str
    unpaid: int


class HexChanged(Event, frozen=True):
    """A written hex was taken, moved or given another modifier."""

    key: str
    written: Written


class HexActivated(Event, frozen=True):
    """A written hex went off and is gone; without `effect` something it needs was not met."""

    key: str
    who: str
    effect: bool
    why: str


class HexGone(Event, frozen=True):
    """A written hex is gone without going off."""

    key: str
    why: str


class HexExpired(Event, frozen=True):
    key: str
    why: str


class PaletteCast(Event, frozen=True):
    who: str
    palette: str
    hexes: tuple[str, ...]


class PaletteMade(Event, frozen=True):
    who: str
    name: str
    hexes: tuple[str, ...]


class HexStudied(Event, frozen=True):
    who: str
    hexes: tuple[str, ...]
    hours: int
    day: int


class HexLearned(Event, frozen=True):
    who: str
    hexes: tuple[str, ...]


class KeyFound(Event, frozen=True):
    who: str
    hex: str


class SignatureChosen(Event, frozen=True):
    who: str
    signature: str


class SignatureSeen(Event, frozen=True):
    """Somebody saw a signature; `owner` once they know whose it is."""

    who: str
    signature: str
    owner: str = ""
