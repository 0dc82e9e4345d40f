"""The log in words: a line for each event, with the numbers behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar, cast

from tablelight.kernel.flow import Event
from tablelight.kernel.view import Die, Line, Tone
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.cash import level_name
from tablelight.systems.actlite.flows.common import archetypes
from tablelight.systems.actlite.flows.dying import OUTCOMES, mix
from tablelight.systems.actlite.flows.hexes import title
from tablelight.systems.actlite.state import ActState, Doing, Result

E = TypeVar("E", bound=Event)
Told: TypeAlias = "tuple[str, str, Tone] | tuple[str, str, Tone, tuple[Die, ...]]"


class Names:
    """The names of people and things as they are now; what is gone keeps its id."""

    def __init__(self, state: ActState) -> None:
        self.state = state

    def who(self, key: str) -> str:
        """A character's name."""
        character = self.state.characters.get(key)
        return character.name if character else key

    def all(self, keys: Sequence[str]) -> str:
        """Several names in a row, those of hidden people left out."""
        people = self.state.characters
        return ", ".join(self.who(key) for key in keys if key not in people or not people[key].hidden)

    def weapon(self, who: str, key: str) -> str:
        """A weapon's name."""
        character = self.state.characters.get(who)
        weapon = character.weapons.get(key) if character else None
        return (weapon.name if weapon else key).lower()

    def item(self, who: str, key: str) -> str:
        """The name of a thing carried."""
        character = self.state.characters.get(who)
        item = character.items.get(key) if character else None
        return (item.name if item else key.replace("-", " ")).lower()

    def hexes(self, keys: Sequence[str]) -> str:
        """The names of hexes in a row."""
        return title(self.state, keys)

    def written(self, key: str) -> str:
        """The names of a written hex's parts."""
        written = self.state.written.get(key)
        return self.hexes(written.parts) if written else "the hex"


Telling: TypeAlias = Callable[[Names, E], Told]
_TELLINGS: dict[type[Event], Callable[[Names, Event], Told]] = {}


def tell(state: ActState, event: Event) -> Line | None:
    """The line an event puts into the log; None for events that show elsewhere."""
    telling = _TELLINGS.get(type(event))
    if not telling:
        return None
    text, why, tone, *dice = telling(Names(state), event)
    if not text:
        return None
    return Line(text, event.rule, why, tone, event.seen_by is not None, dice[0] if dice else ())


def _on(kind: type[E]) -> Callable[[Telling[E]], Telling[E]]:
    def register(telling: Telling[E]) -> Telling[E]:
        _TELLINGS[kind] = cast("Callable[[Names, Event], Told]", telling)
        return telling

    return register


def _because(cause: str) -> str:
    return f" ({cause})" if cause else ""


def _some(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def drawn(doing: Doing) -> tuple[Die, ...]:
    """The dice of a check, the picked ones marked."""
    return tuple(
        Die(6, face=face, marks=("total",) if at in doing.picked else ()) for at, face in enumerate(doing.faces)
    )


def sources_words(doing: Doing) -> str:
    """Where advantage and disadvantage come from, such as `high ground +1, injured right arm -1`."""
    return ", ".join(f"{source.name} {source.count:+d}" for source in doing.sources)


# ------------------------------------------------------------------ people and things


@_on(e.CharacterJoined)
def _(names: Names, event: e.CharacterJoined) -> Told:
    return f"{event.character.name} joins.", "", "plain"


@_on(e.CharacterTaken)
def _(names: Names, event: e.CharacterTaken) -> Told:
    who = names.who(event.who)
    return (f"{who} has a player." if event.seat else f"{who} is free to be played."), "", "plain"


@_on(e.CharacterMoved)
def _(names: Names, event: e.CharacterMoved) -> Told:
    where = "is hidden" if event.hidden else "is here" if event.present else "has left"
    return f"{names.who(event.who)} {where}.", "", "plain"


@_on(e.CharacterLeft)
def _(names: Names, event: e.CharacterLeft) -> Told:
    return f"{names.who(event.who)} leaves the game.", "", "plain"


@_on(e.WeaponGained)
def _(names: Names, event: e.WeaponGained) -> Told:
    return f"{names.who(event.who)} has a {event.weapon.name.lower()}.", "", "plain"


@_on(e.WeaponMoved)
def _(names: Names, event: e.WeaponMoved) -> Told:
    return f"{names.who(event.who)} {event.how} the {names.weapon(event.who, event.key)}.", "", "plain"


@_on(e.ArmorWorn)
def _(names: Names, event: e.ArmorWorn) -> Told:
    return f"{names.who(event.who)} wears {event.armor.name or 'armor'}.", "", "plain"


@_on(e.ArmorRent)
def _(names: Names, event: e.ArmorRent) -> Told:
    return f"The armor of {names.who(event.who)} takes {event.left} off {event.damage} damage now.", "", "cool"


@_on(e.ItemGained)
def _(names: Names, event: e.ItemGained) -> Told:
    return f"{names.who(event.who)} has {event.item.name}.", "", "plain"


@_on(e.ItemFound)
def _(names: Names, event: e.ItemFound) -> Told:
    return f"{names.who(event.who)} has the {names.item(event.who, event.key)} at hand.", "", "plain"


@_on(e.ItemUsed)
def _(names: Names, event: e.ItemUsed) -> Told:
    left = f", {event.left} left" if event.left else ""
    return f"{names.who(event.who)} uses the {names.item(event.who, event.key)}{left}.", "", "plain"


@_on(e.PartyRobbed)
def _(names: Names, event: e.PartyRobbed) -> Told:
    return f"All belongings of {names.all(event.who)} are gone.", "", "bad"


@_on(e.SceneSet)
def _(names: Names, event: e.SceneSet) -> Told:
    return event.text, "", "plain"


@_on(e.MapLaid)
def _(names: Names, event: e.MapLaid) -> Told:
    if not event.ground:
        return "The map is put away.", "", "plain"
    return f"A map of {event.ground.width} by {event.ground.height} spaces is laid.", "", "plain"


@_on(e.Placed)
def _(names: Names, event: e.Placed) -> Told:
    where = f"stands at {event.at.key}" if event.at else "is off the map"
    return f"{names.who(event.who)} {where}.", "", "plain"


# ------------------------------------------------------------------ health and conditions


@_on(e.DamageTaken)
def _(names: Names, event: e.DamageTaken) -> Told:
    points = f"({event.points})" if event.crit_damage else str(event.points)
    left = f" Health ({event.crit}){event.standard}." if event.crit > 0 else ""
    return f"{names.who(event.who)} takes {points} damage{_because(event.cause)}.{left}", "", "bad"


@_on(e.HealthRegained)
def _(names: Names, event: e.HealthRegained) -> Told:
    left = f" Health ({event.crit}){event.standard}." if event.crit > 0 else ""
    return f"{names.who(event.who)} gets health back{_because(event.cause)}.{left}", "", "good"


@_on(e.ConditionGained)
def _(names: Names, event: e.ConditionGained) -> Told:
    count = f"{event.amount} " if event.amount > 1 else ""
    return f"{names.who(event.who)}: {count}[{event.condition}]{_because(event.cause)}.", "", "bad"


@_on(e.ConditionEased)
def _(names: Names, event: e.ConditionEased) -> Told:
    count = f"{event.amount} " if event.amount > 1 else ""
    return f"{names.who(event.who)}: {count}[{event.condition}] less{_because(event.cause)}.", "", "good"


@_on(e.InjuryTaken)
def _(names: Names, event: e.InjuryTaken) -> Told:
    word = "disabled" if event.injury.disabled else "injured"
    return f"{names.who(event.who)}: {event.injury.limb} {word}.", "", "bad"


@_on(e.InjuryHealed)
def _(names: Names, event: e.InjuryHealed) -> Told:
    return f"{names.who(event.who)}: the injured {event.limb} is well again.", "", "good"


@_on(e.LastingBegan)
def _(names: Names, event: e.LastingBegan) -> Told:
    return f"{names.who(event.who)}: {event.lasting.name}.", "", "bad"


@_on(e.LastingEnded)
def _(names: Names, event: e.LastingEnded) -> Told:
    return f"{names.who(event.who)}: {event.name} ends.", "", "good"


@_on(e.FellDown)
def _(names: Names, event: e.FellDown) -> Told:
    who = names.who(event.who)
    why = "Consequence rolls start at the beginning of the next round."
    return f"{who} falls unconscious and is down.", why, "bad"


@_on(e.FellUnconscious)
def _(names: Names, event: e.FellUnconscious) -> Told:
    return f"{names.who(event.who)} falls unconscious ({event.cause}).", "", "bad"


@_on(e.CameTo)
def _(names: Names, event: e.CameTo) -> Told:
    return f"{names.who(event.who)} is conscious again.", "", "good"


@_on(e.Died)
def _(names: Names, event: e.Died) -> Told:
    return f"{names.who(event.who)} dies ({event.cause}).", "", "bad"


@_on(e.MaxCritLowered)
def _(names: Names, event: e.MaxCritLowered) -> Told:
    return f"{names.who(event.who)}: maximum crit health is {event.max_crit} now.", "", "bad"


@_on(e.ScoreChanged)
def _(names: Names, event: e.ScoreChanged) -> Told:
    most = f", at most {event.most:+d} from now on ({event.source})" if event.most is not None else ""
    return f"{names.who(event.who)}: {event.attribute} is {event.score:+d}{most}.", "", "bad"


@_on(e.ArmLost)
def _(names: Names, event: e.ArmLost) -> Told:
    return f"{names.who(event.who)} loses an arm.", "", "bad"


# ------------------------------------------------------------------ dying


def result_words(result: Result) -> str:
    """A consequence result in words."""
    return f"{result.face}: {result.text or OUTCOMES[result.outcome]}"


@_on(e.ConsequenceRolled)
def _(names: Names, event: e.ConsequenceRolled) -> Told:
    return f"The GM rolls for {names.who(event.who)}.", "", "cool"


@_on(e.ConsequenceCame)
def _(names: Names, event: e.ConsequenceCame) -> Told:
    return f"{names.who(event.who)} on {event.table}, {result_words(event.result)}.", "", "cool"


@_on(e.ShamRolled)
def _(names: Names, event: e.ShamRolled) -> Told:
    return f"The roll for {names.who(event.who)} was a sham.", "", "cool"


@_on(e.RollSkipped)
def _(names: Names, event: e.RollSkipped) -> Told:
    return f"The first roll for {names.who(event.who)} is left out.", "", "cool"


@_on(e.ResultsRevealed)
def _(names: Names, event: e.ResultsRevealed) -> Told:
    who = names.who(event.who)
    rolled = "; ".join(result_words(result) for result in event.results) or "nothing yet"
    return f"Known now about {who}: {rolled}." + (f" {who} is dead." if event.dead else ""), "", "cool"


@_on(e.AidWasted)
def _(names: Names, event: e.AidWasted) -> Told:
    return f"Nothing can help {names.who(event.who)} any more.", "", "bad"


@_on(e.TableChosen)
def _(names: Names, event: e.TableChosen) -> Told:
    return f"{names.who(event.who)} rolls on the table {event.table} from now on.", "", "plain"


@_on(e.ConsequenceTableMade)
def _(names: Names, event: e.ConsequenceTableMade) -> Told:
    return f"A consequence table {event.table.name}: {mix(event.table)}.", "", "plain"


@_on(e.PartyFell)
def _(names: Names, event: e.PartyFell) -> Told:
    return ("The whole party is down." if event.fallen else "The party stands again."), "", "cool"


@_on(e.PartyRolled)
def _(names: Names, event: e.PartyRolled) -> Told:
    return f"The party table shows {event.face}: {event.text}", "", "cool", (Die(6, face=event.face),)


@_on(e.CoinFlipped)
def _(names: Names, event: e.CoinFlipped) -> Told:
    return f"A coin for {names.who(event.who)}: {'heads' if event.heads else 'tails'}.", "", "plain"


@_on(e.PartySpared)
def _(names: Names, event: e.PartySpared) -> Told:
    return f"{names.who(event.who)} wakes up.", "", "good"


# ------------------------------------------------------------------ checks and contests


@_on(e.Declared)
def _(names: Names, event: e.Declared) -> Told:
    doing = event.doing
    target = f" on {names.who(doing.target)}" if doing.target else ""
    return (f"{names.who(doing.who)}: {doing.what}{target}." if not doing.going else ""), "", "plain"


@_on(e.Dropped)
def _(names: Names, event: e.Dropped) -> Told:
    return f"{names.who(event.who)} can't do it any more and keeps the AP: {event.why}", "", "plain"


@_on(e.DiceRolled)
def _(names: Names, event: e.DiceRolled) -> Told:
    faces = ", ".join(str(face) for face in event.doing.faces)
    net = {True: f", advantage {event.net}", False: f", disadvantage {-event.net}"}[event.net > 0] if event.net else ""
    text = f"{names.who(event.doing.who)} rolls {faces}{net}."
    return text, sources_words(event.doing), "plain", drawn(event.doing)


@_on(e.PairTaken)
def _(names: Names, event: e.PairTaken) -> Told:
    if event.rule.endswith("/disadvantage"):
        return "With disadvantage the two lowest dice count.", "", "plain"
    return "", "", "plain"


@_on(e.CheckMade)
def _(names: Names, event: e.CheckMade) -> Told:
    who, on = names.who(event.who), f" {names.who(event.target)}" if event.target else ""
    good, bad = ("hits" + on, "misses" + on) if event.attack else ("succeeds", "fails")
    if event.sure:
        return f"{who} {good}: there is nothing to roll against.", "", "good"
    text = f"{who} {good if event.success else bad}: {event.total} against {event.dc}."
    return text, "", "good" if event.success else "plain"


@_on(e.NoticedBy)
def _(names: Names, event: e.NoticedBy) -> Told:
    verb = "notices" if event.noticed else "does not notice"
    why = f"passive PER {event.dc}" if event.dc else "no PER"
    return f"{names.who(event.watcher)} {verb} {names.who(event.who)}.", why, "plain"


@_on(e.GrantGiven)
def _(names: Names, event: e.GrantGiven) -> Told:
    word = "advantage" if event.grant.count > 0 else "disadvantage"
    return f"{names.who(event.who)} has {word} on the next roll: {event.grant.reason}.", "", "plain"


@_on(e.DifficultyNamed)
def _(names: Names, event: e.DifficultyNamed) -> Told:
    return f"The DC for {names.who(event.who)} is {event.dc}.", "", "plain"


@_on(e.ContestRolled)
def _(names: Names, event: e.ContestRolled) -> Told:
    dice = tuple(Die(6, face=face) for face in event.faces)
    return f"{names.who(event.who)} has {event.total} with {event.attribute}.", "", "plain", dice


@_on(e.ContestEnded)
def _(names: Names, event: e.ContestEnded) -> Told:
    if event.winner:
        return f"{names.who(event.winner)} wins the contest.", "", "plain"
    return ("A tie: both roll again." if event.again else "A tie."), "", "plain"


@_on(e.EffectTriggered)
def _(names: Names, event: e.EffectTriggered) -> Told:
    on = f" on {names.who(event.target)}" if event.target else ""
    return f"{names.who(event.who)} triggers {event.text}{on}.", "", "cool"


@_on(e.ArmorMet)
def _(names: Names, event: e.ArmorMet) -> Told:
    dice = tuple(Die(event.die, face=face) for face in event.faces)
    less = f", the armor takes {event.damage - event.through} off" if event.through < event.damage else ""
    return f"{event.damage} {event.kind} damage{less}.", "", "plain", dice


@_on(e.ManeuverProposed)
def _(names: Names, event: e.ManeuverProposed) -> Told:
    return f"{names.who(event.who)} wants instead of damage: {event.text}", "", "plain"


@_on(e.ManeuverAnswered)
def _(names: Names, event: e.ManeuverAnswered) -> Told:
    what = "lets it happen" if event.accepted else "takes the damage"
    return f"{names.who(event.who)} {what}.", "", "plain"


@_on(e.Shifted)
def _(names: Names, event: e.Shifted) -> Told:
    word = {"push": "pushed back", "pull": "pulled", "drag": "dragged"}[event.how]
    if event.blocked:
        return f"{names.who(event.who)} would be {word}, but something is in the way.", "", "plain"
    return f"{names.who(event.who)} is {word} one space.", "", "bad"


@_on(e.Resisted)
def _(names: Names, event: e.Resisted) -> Told:
    return f"{names.who(event.who)} is not moved.", "", "good"


@_on(e.Told)
def _(names: Names, event: e.Told) -> Told:
    return (f"{names.who(event.who)}: {event.text}" if event.who else event.text), "", "cool"


@_on(e.Did)
def _(names: Names, event: e.Did) -> Told:
    return f"{names.who(event.who)} {event.text}", "", "plain"


# ------------------------------------------------------------------ initiative and AP


@_on(e.InitiativeBegan)
def _(names: Names, event: e.InitiativeBegan) -> Told:
    return f"Initiative: {names.all(tuple(event.piles))}.", "", "cool"


@_on(e.DeckShuffled)
def _(names: Names, event: e.DeckShuffled) -> Told:
    return f"{_some(event.cards, 'card')} shuffled into the deck.", "", "plain"


@_on(e.RoundBegan)
def _(names: Names, event: e.RoundBegan) -> Told:
    return f"Round {event.round} begins.", "", "cool"


@_on(e.RoundEnded)
def _(names: Names, event: e.RoundEnded) -> Told:
    return f"Round {event.round} is over.", "", "cool"


@_on(e.CardDealt)
def _(names: Names, event: e.CardDealt) -> Told:
    return f"{names.who(event.who)} is dealt a card" + (" (a real one)." if event.real else "."), "", "plain"


@_on(e.SpecialCardDrawn)
def _(names: Names, event: e.SpecialCardDrawn) -> Told:
    return f"{event.name}: {event.text}", "", "cool"


@_on(e.StunAte)
def _(names: Names, event: e.StunAte) -> Told:
    what = "the card" if event.card else "a temp AP"
    return f"{names.who(event.who)} is stunned: {what} is discarded.", "", "bad"


@_on(e.WindowClosed)
def _(names: Names, event: e.WindowClosed) -> Told:
    gone = f", {event.temp_gone} temp AP gone" if event.temp_gone else ""
    return f"{names.who(event.who)} is done{gone}.", "", "plain"


@_on(e.WindowsOrdered)
def _(names: Names, event: e.WindowsOrdered) -> Told:
    return f"{names.who(event.who)} goes first.", "", "plain"


@_on(e.Interrupted)
def _(names: Names, event: e.Interrupted) -> Told:
    return f"{names.who(event.who)} interrupts!", "", "cool"


@_on(e.ApSpent)
def _(names: Names, event: e.ApSpent) -> Told:
    paid = event.cards + event.temp + (event.credit if not event.cards and not event.temp else 0)
    return (f"{names.who(event.who)} spends {paid} AP on {event.what}." if paid else ""), "", "plain"


@_on(e.ApLost)
def _(names: Names, event: e.ApLost) -> Told:
    return f"{names.who(event.who)} loses {event.hand + event.discard + event.deck} AP.", "", "bad"


@_on(e.ApRegained)
def _(names: Names, event: e.ApRegained) -> Told:
    why = " after a round without spending" if event.idle else ""
    return f"{names.who(event.who)} regains {event.cards} AP{why}.", "", "good"


@_on(e.TempApGained)
def _(names: Names, event: e.TempApGained) -> Told:
    return f"{names.who(event.who)} gets {event.ap} temp AP.", "", "good"


@_on(e.CardsReturned)
def _(names: Names, event: e.CardsReturned) -> Told:
    return f"{_some(event.cards, 'card')} of {names.who(event.who)} go to the discard, unspent.", "", "plain"


@_on(e.CardsJoined)
def _(names: Names, event: e.CardsJoined) -> Told:
    return f"{names.who(event.who)} joins; the cards come in with the next round.", "", "plain"


@_on(e.CardsRemoved)
def _(names: Names, event: e.CardsRemoved) -> Told:
    return f"The AP cards of {names.who(event.who)} leave the game.", "", "plain"


@_on(e.Passed)
def _(names: Names, event: e.Passed) -> Told:
    return f"{names.who(event.who)} passes.", "", "plain"


@_on(e.InitiativeEnded)
def _(names: Names, event: e.InitiativeEnded) -> Told:
    return "Initiative is over; everyone takes all their cards back.", "", "cool"


@_on(e.Moved)
def _(names: Names, event: e.Moved) -> Told:
    to = f" to {event.at.key}" if event.at else ""
    how = f": {event.text}" if event.text else ""
    return f"{names.who(event.who)} moves {_some(event.spaces, 'space')}{to}{how}.", "", "plain"


@_on(e.GotUp)
def _(names: Names, event: e.GotUp) -> Told:
    return f"{names.who(event.who)} gets up.", "", "plain"


@_on(e.GrappleBegan)
def _(names: Names, event: e.GrappleBegan) -> Told:
    return f"{names.who(event.who)} is grappling {names.who(event.target)}.", "", "bad"


@_on(e.GrappleEnded)
def _(names: Names, event: e.GrappleEnded) -> Told:
    return f"{names.who(event.who)} no longer holds {names.who(event.target)}: {event.why}.", "", "plain"


# ------------------------------------------------------------------ growth


@_on(e.SessionEnded)
def _(names: Names, event: e.SessionEnded) -> Told:
    return "The evening is over.", "", "cool"


@_on(e.XpEarned)
def _(names: Names, event: e.XpEarned) -> Told:
    return f"{names.who(event.who)} earns {event.xp} XP{_because(event.reason)}.", "", "good"


@_on(e.AttributeRaised)
def _(names: Names, event: e.AttributeRaised) -> Told:
    return f"{names.who(event.who)} raises {event.attribute} to {event.score:+d} for {event.xp} XP.", "", "good"


@_on(e.AttributeGranted)
def _(names: Names, event: e.AttributeGranted) -> Told:
    return f"{names.who(event.who)} has {event.attribute} {event.score:+d}.", "", "plain"


@_on(e.ArchetypeRolled)
def _(names: Names, event: e.ArchetypeRolled) -> Told:
    table = archetypes(names.state).get(event.table)
    instead = f", known already, so {event.entry}" if event.entry != event.face else ""
    what = table.name if table else event.table
    return f"{names.who(event.who)} rolls on {what} for {event.xp} XP: {event.face}{instead}.", "", "plain"


@_on(e.SkillGained)
def _(names: Names, event: e.SkillGained) -> Told:
    return f"{names.who(event.who)} learns {event.skill.name}.", event.skill.text, "good"


# ------------------------------------------------------------------ time, rest, money


@_on(e.TimePassed)
def _(names: Names, event: e.TimePassed) -> Told:
    hours, minutes = divmod(event.minutes, 60)
    parts = [_some(hours, "hour")] if hours else []
    parts += [_some(minutes, "minute")] if minutes else []
    verb = "passes" if event.minutes in (1, 60) else "pass"
    return f"{' and '.join(parts)} {verb}.", "", "plain"


@_on(e.RestBegan)
def _(names: Names, event: e.RestBegan) -> Told:
    return f"{names.all(event.who)} rest{'s' if len(event.who) == 1 else ''}.", "", "plain"


@_on(e.HourRested)
def _(names: Names, event: e.HourRested) -> Told:
    return (f"{names.who(event.who)} has rested." if event.hour == 1 else ""), "", "plain"


@_on(e.RestBroken)
def _(names: Names, event: e.RestBroken) -> Told:
    return f"The rest is broken off after {event.minutes} minutes, which give nothing.", "", "plain"


@_on(e.CashSet)
def _(names: Names, event: e.CashSet) -> Told:
    return f"{names.who(event.who)}: CASH level {level_name(event.level)}{_because(event.reason)}.", "", "plain"


@_on(e.Bought)
def _(names: Names, event: e.Bought) -> Told:
    return f"{names.who(event.who)} buys {event.what} (level {level_name(event.price)}).", "", "plain"


# ------------------------------------------------------------------ hexes


@_on(e.HexWritten)
def _(names: Names, event: e.HexWritten) -> Told:
    return f"{names.who(event.written.author)} writes {names.hexes(event.written.parts)}.", "", "plain"


@_on(e.HexFinished)
def _(names: Names, event: e.HexFinished) -> Told:
    return f"The hex {names.written(event.key)} is complete.", "", "plain"


@_on(e.HexPaid)
def _(names: Names, event: e.HexPaid) -> Told:
    return (f"{event.unpaid} AP of writing are left." if event.unpaid else ""), "", "plain"


@_on(e.HexActivated)
def _(names: Names, event: e.HexActivated) -> Told:
    result = "goes off" if event.effect else "is destroyed without effect"
    return f"A hex of {names.who(event.who)} {result} ({event.why}).", "", "cool"


@_on(e.HexGone)
def _(names: Names, event: e.HexGone) -> Told:
    return f"A hex is gone without effect: {event.why}.", "", "plain"


@_on(e.HexExpired)
def _(names: Names, event: e.HexExpired) -> Told:
    return f"{names.written(event.key)} can't be used any more: {event.why}.", "", "plain"


@_on(e.PaletteCast)
def _(names: Names, event: e.PaletteCast) -> Told:
    return f"{names.who(event.who)} casts {names.hexes(event.hexes)} from {event.palette}.", "", "cool"


@_on(e.PaletteMade)
def _(names: Names, event: e.PaletteMade) -> Told:
    return f"{names.who(event.who)} has a palette {event.name}.", "", "plain"


@_on(e.HexStudied)
def _(names: Names, event: e.HexStudied) -> Told:
    text = f"{names.who(event.who)} studies {names.hexes(event.hexes)} for {_some(event.hours, 'hour')}."
    return text, "", "plain"


@_on(e.HexLearned)
def _(names: Names, event: e.HexLearned) -> Told:
    return f"{names.who(event.who)} learns {names.hexes(event.hexes)}.", "", "good"


@_on(e.KeyFound)
def _(names: Names, event: e.KeyFound) -> Told:
    return f"{names.who(event.who)} has a key for {names.hexes((event.hex,))}.", "", "good"


@_on(e.SignatureChosen)
def _(names: Names, event: e.SignatureChosen) -> Told:
    return f"{names.who(event.who)} has a hex signature for good.", "", "plain"


@_on(e.SignatureSeen)
def _(names: Names, event: e.SignatureSeen) -> Told:
    whose = f"the work of {event.owner}" if event.owner else "an unknown hand, or one known before"
    return f"{names.who(event.who)} sees the signature {event.signature}: {whose}.", "", "plain"
