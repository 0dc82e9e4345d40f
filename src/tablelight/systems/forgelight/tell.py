"""The log in words: a line for each event, with the numbers behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tablelight.kernel.flow import Event
from tablelight.kernel.kinds import ByKind
from tablelight.kernel.view import Die, Line, Tone
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.content.model import ATTRIBUTES
from tablelight.systems.forgelight.content.packs import library
from tablelight.systems.forgelight.mechanics import D20, Part
from tablelight.systems.forgelight.state import ForgeState


class Names:
    """The names of people and things as they are now; what is gone keeps its id."""

    def __init__(self, state: ForgeState) -> None:
        self.state = state
        self.content = library(state.packs)

    def who(self, key: str) -> str:
        """A being's name, or the GM where there is none."""
        if not key:
            return "The GM"
        one = self.state.beings.get(key)
        return one.name if one else key

    def card(self, key: str) -> str:
        """A card's name."""
        return self.content.cards[key].name if key in self.content.cards else key

    def gear(self, key: str) -> str:
        """A Gear Card's name."""
        return self.content.gear[key].name if key in self.content.gear else key

    def status(self, key: str) -> str:
        """A status effect's name."""
        return self.content.statuses[key].name if key in self.content.statuses else key

    def trait(self, key: str) -> str:
        """A Trait's name."""
        return self.content.traits[key].name if key in self.content.traits else key

    def skill(self, key: str) -> str:
        """The name of a Skill or an Attribute."""
        return key.title() if key in ATTRIBUTES else self.content.skills[key].name


Told: TypeAlias = "tuple[str, str, Tone] | tuple[str, str, Tone, tuple[Die, ...]] | None"

_TELLINGS: ByKind[Names, Told] = ByKind()
_on = _TELLINGS.on


def tell(state: ForgeState, event: Event) -> Line | None:
    """The line an event puts into the log; None for events that show elsewhere."""
    telling = _TELLINGS.find(event)
    told = telling(Names(state), event) if telling else None
    if told is None:
        return None
    text, why, tone, *dice = told
    return Line(text, event.rule, why, tone, event.seen_by is not None, dice[0] if dice else ())


def _plural(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def with_article(word: str) -> str:
    """`a Stealth`, `an Athletics`."""
    return f"{'an' if word[0] in 'AEIOU' else 'a'} {word}"


def _d20s(faces: Sequence[int], kept: int) -> tuple[Die, ...]:
    return tuple(Die(D20, face=face, marks=("total",) if face == kept else ()) for face in faces)


def parts_words(parts: Sequence[Part]) -> str:
    """Damage as written: `2d8+3 sharp + 1d4 ice`."""
    words: list[str] = []
    for part in parts:
        dice = f"{part.dice}d{part.size}" if part.dice else ""
        flat = f"+{part.flat}" if part.flat and dice else f"{part.flat}" if part.flat or not dice else ""
        words.append(f"{dice}{flat} {part.type.title()}")
    return " + ".join(words)


# ------------------------------------------------------------------ people and sheets


@_on(e.BeingJoined)
def _(names: Names, event: e.BeingJoined) -> Told:
    return f"{event.being.name} is here.", "", "plain"


@_on(e.BeingLeft)
def _(names: Names, event: e.BeingLeft) -> Told:
    return f"{names.who(event.who)} leaves the game.", "", "plain"


@_on(e.BeingShown)
def _(names: Names, event: e.BeingShown) -> Told:
    return f"{names.who(event.who)} {'is hidden' if event.hidden else 'comes into sight'}.", "", "plain"


@_on(e.NotesWritten)
def _(names: Names, event: e.NotesWritten) -> Told:
    return f"Notes about {names.who(event.who)}.", event.notes, "plain"


@_on(e.PackAdded)
def _(names: Names, event: e.PackAdded) -> Told:
    return f"The pack {event.pack.title} is at the table.", "", "good"


@_on(e.LevelGranted)
def _(names: Names, event: e.LevelGranted) -> Told:
    return f"{names.who(event.who)} gains a level.", event.reason, "good"


@_on(e.LevelGained)
def _(names: Names, event: e.LevelGained) -> Told:
    cards = ", ".join(names.card(card) for card in event.cards)
    traits = ", ".join(names.trait(taken.trait) for taken in event.traits)
    kind = names.content.classes[event.kind].name
    why = f"{event.attribute.title()} +1; traits: {traits or 'none'}; cards: {cards or 'none'}."
    return f"{names.who(event.who)} takes a level of {kind}.", why, "good"


@_on(e.CompanionGrew)
def _(names: Names, event: e.CompanionGrew) -> Told:
    return f"{names.who(event.who)} grows too: {event.attribute.title()} +1.", "", "good"


@_on(e.TraitGained)
def _(names: Names, event: e.TraitGained) -> Told:
    return f"{names.who(event.who)} gains the Trait {names.trait(event.taken.trait)}.", "", "good"


@_on(e.CardGained)
def _(names: Names, event: e.CardGained) -> Told:
    return f"{names.who(event.who)} gains the card {names.card(event.card)}.", "", "good"


@_on(e.CardSwapped)
def _(names: Names, event: e.CardSwapped) -> Told:
    return f"{names.who(event.who)} exchanges {names.card(event.old)} for {names.card(event.new)}.", "", "plain"


@_on(e.Attuned)
def _(names: Names, event: e.Attuned) -> Told:
    crystal = names.content.crystals[event.crystal].name
    cards = ", ".join(names.card(card) for card in event.cards)
    return (
        f"{names.who(event.who)} is attuned to {crystal}, with {event.attribute.title()}.",
        f"Cards: {cards}.",
        "good",
    )


# ------------------------------------------------------------------ cards and gear


@_on(e.CardPlayed)
def _(names: Names, event: e.CardPlayed) -> Told:
    costs = [f"{event.ap} AP"] if event.ap else []
    costs += [f"{event.stamina} Stamina"] if event.stamina else []
    seen = [key for key in event.targets if key not in names.state.beings or not names.state.beings[key].hidden]
    whom = f" on {' and '.join(names.who(key) for key in seen)}" if seen else ""
    return (
        f"{names.who(event.who)} plays {names.card(event.card)}{whom}.",
        f"Paid: {' and '.join(costs) or 'nothing'}.",
        "cool",
    )


@_on(e.CardReturned)
def _(names: Names, event: e.CardReturned) -> Told:
    return None


@_on(e.CardDiscarded)
def _(names: Names, event: e.CardDiscarded) -> Told:
    return f"{names.card(event.card)} goes to the discard pile.", "", "plain"


@_on(e.CardActivated)
def _(names: Names, event: e.CardActivated) -> Told:
    return f"{names.card(event.card)} is active in the {event.slot} slot.", "", "good"


@_on(e.ActiveEnded)
def _(names: Names, event: e.ActiveEnded) -> Told:
    why = f" ({event.why})" if event.why else ""
    return f"{names.card(event.card)} of {names.who(event.who)} ends{why} and is discarded.", "", "plain"


@_on(e.CardDrawn)
def _(names: Names, event: e.CardDrawn) -> Told:
    return f"{names.who(event.who)} takes {names.card(event.card)} back into hand.", "", "good"


@_on(e.GearEquipped)
def _(names: Names, event: e.GearEquipped) -> Told:
    return f"{names.who(event.who)} equips {names.gear(event.gear)} in the {event.slot} slot.", "", "plain"


@_on(e.GearRemoved)
def _(names: Names, event: e.GearRemoved) -> Told:
    where = "into the pack" if event.kept else "off and leaves it behind"
    return f"{names.who(event.who)} takes {names.gear(event.gear)} {where}.", "", "plain"


# ------------------------------------------------------------------ the fight


@_on(e.InitiativeRolled)
def _(names: Names, event: e.InitiativeRolled) -> Told:
    why = f"{event.face} {event.modifier:+} Agility = {event.total}"
    return f"{names.who(event.who)}: initiative {event.total}.", why, "plain", _d20s((event.face,), 0)


@_on(e.TieRolled)
def _(names: Names, event: e.TieRolled) -> Told:
    return f"{names.who(event.who)} rolls off: {event.face}.", "", "plain", _d20s((event.face,), 0)


@_on(e.FightBegan)
def _(names: Names, event: e.FightBegan) -> Told:
    return "The fight begins.", "", "bad"


@_on(e.RoundBegan)
def _(names: Names, event: e.RoundBegan) -> Told:
    return f"Round {event.round} begins.", "", "cool"


@_on(e.TurnBegan)
def _(names: Names, event: e.TurnBegan) -> Told:
    return f"It is {names.who(event.who)}'s turn.", f"{event.turn.ap} Action Points.", "cool"


@_on(e.TurnEnded)
def _(names: Names, event: e.TurnEnded) -> Told:
    lost = f"{event.lost} Action Points are lost." if event.lost else ""
    return f"{names.who(event.who)}'s turn ends.", lost, "plain"


@_on(e.TurnSkipped)
def _(names: Names, event: e.TurnSkipped) -> Told:
    return f"{names.who(event.who)}'s turn is skipped.", f"{_plural(event.turns, 'turn', 'turns')} unconscious.", "bad"


@_on(e.CountEnded)
def _(names: Names, event: e.CountEnded) -> Told:
    return "The interrupted turn goes on.", "", "cool"


@_on(e.FightEnded)
def _(names: Names, event: e.FightEnded) -> Told:
    return "The fight is over.", "", "good"


@_on(e.ReactionSpent)
def _(names: Names, event: e.ReactionSpent) -> Told:
    return f"{names.who(event.who)} reacts with {names.card(event.card)}.", "No Action Points; one a round.", "cool"


@_on(e.PointsSpent)
def _(names: Names, event: e.PointsSpent) -> Told:
    return (
        None
        if not (event.ap or event.stamina)
        else (
            f"{names.who(event.who)} spends {event.ap} AP and {event.stamina} Stamina.",
            event.what,
            "plain",
        )
    )


@_on(e.DeedDone)
def _(names: Names, event: e.DeedDone) -> Told:
    return f"{names.who(event.who)}: {event.text}", "", "plain"


# ------------------------------------------------------------------ movement


@_on(e.Moved)
def _(names: Names, event: e.Moved) -> Told:
    where = f" to {event.at.key}" if event.at is not None else ""
    up = f", {event.height} ft up" if event.height else ""
    return f"{names.who(event.who)} {event.how}{where}{up}.", f"{event.feet} ft of movement.", "plain"


@_on(e.Pushed)
def _(names: Names, event: e.Pushed) -> Told:
    verb = "pushed" if event.feet > 0 else "pulled"
    return f"{names.who(event.who)} is {verb} {abs(event.feet)} ft.", "Moved by force: nobody walks away.", "plain"


@_on(e.Fell)
def _(names: Names, event: e.Fell) -> Told:
    return f"{names.who(event.who)} falls {event.feet} ft.", f"{event.dice}d6 Force.", "bad"


@_on(e.Mounted)
def _(names: Names, event: e.Mounted) -> Told:
    return f"{names.who(event.who)} mounts {names.who(event.mount)}.", "", "plain"


@_on(e.Dismounted)
def _(names: Names, event: e.Dismounted) -> Told:
    return f"{names.who(event.who)} is on foot again.", "", "plain"


# ------------------------------------------------------------------ attacks and damage


@_on(e.AttackRolled)
def _(names: Names, event: e.AttackRolled) -> Told:
    who, target = names.who(event.who), names.who(event.target)
    against = f" against {event.hit_score}" if event.hit_score is not None else ""
    result = "critical hit" if event.critical else "hit" if event.hit else "miss"
    power = " Power Roll." if event.power else ""
    why = f"{event.face} {event.modifier:+} {event.attribute.title()} = {event.total}"
    tone: Tone = "good" if event.hit else "plain"
    if event.sure:
        return f"{who} strikes {target}: {result}.{power}", "Counts as a natural 20.", tone
    return (
        f"{who} rolls {event.total}{against} for {target}: {result}.{power}",
        why,
        tone,
        _d20s(event.faces, event.face),
    )


@_on(e.HitScoreCompared)
def _(names: Names, event: e.HitScoreCompared) -> Told:
    return f"{names.who(event.target)} has Hit Score {event.hit_score}.", "", "plain"


@_on(e.DamageRolled)
def _(names: Names, event: e.DamageRolled) -> Told:
    sizes = [part.size for part in event.parts for _ in range(part.dice)]
    labels = [part.type for part in event.parts for _ in range(part.dice)]
    dice = tuple(Die(size, label, face) for size, label, face in zip(sizes, labels, event.faces, strict=True))
    totals = " and ".join(f"{total} {part.type.title()}" for part, total in zip(event.parts, event.totals, strict=True))
    extra = ", with the maximum added" if event.critical else ""
    return f"Damage: {totals}.", f"{parts_words(event.parts)}{extra}.", "bad", dice


@_on(e.DamageTaken)
def _(names: Names, event: e.DamageTaken) -> Told:
    total = sum(amount for _, amount in event.taken)
    why = " + ".join(f"{amount} {kind.title()}" for kind, amount in event.taken)
    for kind, before, mark in event.marked:
        why += f"; {before} {kind.title()} met {mark}"
    return f"{names.who(event.who)} takes {total}: {event.health} Health left.", why, "bad"


@_on(e.LooksHurt)
def _(names: Names, event: e.LooksHurt) -> Told:
    return f"{names.who(event.who)} {event.how}.", "", "bad"


@_on(e.Healed)
def _(names: Names, event: e.Healed) -> Told:
    return f"{names.who(event.who)} regains {event.amount} Health.", "", "good"


@_on(e.StaminaGained)
def _(names: Names, event: e.StaminaGained) -> Told:
    return f"{names.who(event.who)} regains {event.amount} Stamina.", "", "good"


@_on(e.StatusGiven)
def _(names: Names, event: e.StatusGiven) -> Told:
    left = event.condition.left
    lasts = "until removed" if left is None else f"{left} {event.condition.unit}"
    return f"{names.who(event.who)} is {names.status(event.status)}.", f"It lasts: {lasts}.", "plain"


@_on(e.StatusKept)
def _(names: Names, event: e.StatusKept) -> Told:
    return f"{names.who(event.who)} is {names.status(event.status)} already, and for as long.", "", "plain"


@_on(e.StatusEnded)
def _(names: Names, event: e.StatusEnded) -> Told:
    return f"{names.who(event.who)} is no longer {names.status(event.status)}.", "", "plain"


# ------------------------------------------------------------------ at 0 Health


@_on(e.Defeated)
def _(names: Names, event: e.Defeated) -> Told:
    return f"{names.who(event.who)} is defeated: {event.how}.", "", "good"


@_on(e.VergeReached)
def _(names: Names, event: e.VergeReached) -> Told:
    return f"{names.who(event.who)} is on the verge of death.", "", "bad"


@_on(e.DroppedUnconscious)
def _(names: Names, event: e.DroppedUnconscious) -> Told:
    return f"{names.who(event.who)} drops unconscious.", "Five turns to be healed without a scar.", "bad"


@_on(e.Woke)
def _(names: Names, event: e.Woke) -> Told:
    return f"{names.who(event.who)} is awake again with {event.health} Health.", "", "good"


@_on(e.ScarTaken)
def _(names: Names, event: e.ScarTaken) -> Told:
    return f"{names.who(event.who)} keeps a scar: {event.scar}", "Only once in the whole game.", "bad"


@_on(e.FateRolled)
def _(names: Names, event: e.FateRolled) -> Told:
    why = "1-9 dead, 10-19 half the Health, 20 all of it."
    return f"{names.who(event.who)} risks it all: {event.face}.", why, "cool", _d20s((event.face,), event.face)


@_on(e.RoseAgain)
def _(names: Names, event: e.RoseAgain) -> Told:
    return f"{names.who(event.who)} rises with {event.health} Health.", "", "good"


@_on(e.BlazeBegan)
def _(names: Names, event: e.BlazeBegan) -> Told:
    return f"{names.who(event.who)} goes out in a blaze of glory: {event.what}.", "", "cool"


@_on(e.BlazeJudged)
def _(names: Names, event: e.BlazeJudged) -> Told:
    how = "an automatic critical success" if event.granted else "rolled for as usual"
    return f"The GM: {how}.", "", "cool"


@_on(e.Died)
def _(names: Names, event: e.Died) -> Told:
    return f"{names.who(event.who)} dies ({event.why}).", "", "bad"


# ------------------------------------------------------------------ companions


@_on(e.CompanionFled)
def _(names: Names, event: e.CompanionFled) -> Told:
    return f"{names.who(event.who)} retreats ({event.why}).", "It is out of this fight.", "bad"


@_on(e.CompanionBack)
def _(names: Names, event: e.CompanionBack) -> Told:
    return f"{names.who(event.who)} comes back with {event.health} Health.", "", "good"


@_on(e.CompanionStays)
def _(names: Names, event: e.CompanionStays) -> Told:
    return (f"{names.who(event.who)} keeps out of the fight.", "", "plain") if event.stays else None


# ------------------------------------------------------------------ checks, the world


@_on(e.CheckCalled)
def _(names: Names, event: e.CheckCalled) -> Told:
    check = event.check
    about = f" ({check.about})" if check.about else ""
    threshold = f"Threshold {check.threshold}." if check.threshold is not None else ""
    return f"{names.who(check.who)}: {with_article(names.skill(check.skill))} Check{about}.", threshold, "plain"


@_on(e.ThresholdSet)
def _(names: Names, event: e.ThresholdSet) -> Told:
    return f"The threshold is {event.threshold}.", "", "plain"


@_on(e.CheckRolled)
def _(names: Names, event: e.CheckRolled) -> Told:
    skill = names.skill(event.skill)
    why = f"{event.face} {event.modifier:+} {skill} = {event.total}"
    return f"{names.who(event.who)} rolls {event.total} for {skill}.", why, "plain", _d20s(event.faces, event.face)


@_on(e.CheckEnded)
def _(names: Names, event: e.CheckEnded) -> Told:
    tone: Tone = "good" if "success" in event.outcome else "bad"
    return f"{names.who(event.who)}: {event.outcome}.", event.words, tone


@_on(e.Judged)
def _(names: Names, event: e.Judged) -> Told:
    return f"{names.who(event.who)}, {event.about}: {event.text}", "", "plain"


@_on(e.SceneSet)
def _(names: Names, event: e.SceneSet) -> Told:
    light = {"normal": "normal light", "dim": "dim light", "darkness": "darkness"}[event.scene.light]
    return f"The scene: {event.scene.title or 'unnamed'}, {light}.", "", "cool"


@_on(e.TimePassed)
def _(names: Names, event: e.TimePassed) -> Told:
    minutes = event.seconds // 60
    return None if not minutes else (f"{minutes // 60} h {minutes % 60} min pass.", "", "plain")


@_on(e.RestDeclared)
def _(names: Names, event: e.RestDeclared) -> Told:
    return f"A {event.rest.title()} Rest, {event.activity}.", "", "cool"


@_on(e.RestBroken)
def _(names: Names, event: e.RestBroken) -> Told:
    return f"The {event.rest.title()} Rest is broken off after {event.minutes} minutes.", "It gives nothing.", "bad"


@_on(e.Rested)
def _(names: Names, event: e.Rested) -> Told:
    return f"{names.who(event.who)} has rested: {event.health} Health, {event.stamina} Stamina.", "", "good"
