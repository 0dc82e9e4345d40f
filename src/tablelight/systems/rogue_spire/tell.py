"""The log in words: a line for each event, with the numbers behind it."""

from __future__ import annotations

from typing import TypeAlias

from tablelight.kernel.flow import Event
from tablelight.kernel.kinds import ByKind
from tablelight.kernel.people import CharacterLeft, CharacterMoved, CharacterTaken
from tablelight.kernel.view import Die, Line, Tone
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows.calling import source_words
from tablelight.systems.rogue_spire.sheet import dice_words, td_words
from tablelight.systems.rogue_spire.state import Idea, SpireState, Thrown, die_name
from tablelight.systems.rogue_spire.view import OUTCOMES, RESULTS


class Names:
    """The names of people and dice as they are now; what is gone keeps its id."""

    def __init__(self, state: SpireState) -> None:
        self.state = state

    def who(self, key: str) -> str:
        """A character's name."""
        character = self.state.characters.get(key)
        return character.name if character else key

    def whose(self, key: str) -> str:
        """A character's name in the genitive."""
        return f"{self.who(key)}'s"

    def die(self, who: str, key: str) -> str:
        """A die's name."""
        character = self.state.characters.get(who)
        die = character.dice.get(key) if character else None
        return die_name(die) if die else key

    def trait(self, who: str, key: str) -> str:
        """A trait's name."""
        character = self.state.characters.get(who)
        trait = character.traits.get(key) if character else None
        return trait.name if trait else key


Told: TypeAlias = "tuple[str, str, Tone] | tuple[str, str, Tone, tuple[Die, ...]]"
_TELLINGS: ByKind[Names, Told] = ByKind()
_on = _TELLINGS.on


def tell(state: SpireState, event: Event) -> Line | None:
    """The line an event puts into the log; None for events that show elsewhere."""
    telling = _TELLINGS.find(event)
    if not telling:
        return None
    text, why, tone, *dice = telling(Names(state), event)
    return Line(text, event.rule, why, tone, event.seen_by is not None, dice[0] if dice else ())


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


# ------------------------------------------------------------------ people


@_on(e.CharacterJoined)
def _(names: Names, event: e.CharacterJoined) -> Told:
    dice = dice_words(list(event.character.dice.values()))
    return f"{event.character.name} joins.", f"Dice: {dice}.", "plain"


@_on(CharacterTaken)
def _(names: Names, event: CharacterTaken) -> Told:
    text = "has a player" if event.seat else "is free to be played"
    return f"{names.who(event.who)} {text}.", "", "plain"


@_on(CharacterMoved)
def _(names: Names, event: CharacterMoved) -> Told:
    where = "is hidden" if event.hidden else "is here" if event.present else "has left the scene"
    return f"{names.who(event.who)} {where}.", "", "plain"


@_on(CharacterLeft)
def _(names: Names, event: CharacterLeft) -> Told:
    return f"{names.who(event.who)} leaves the game.", "", "plain"


@_on(e.TraitGained)
def _(names: Names, event: e.TraitGained) -> Told:
    return f"{names.who(event.who)} has the trait {event.trait.name}.", f"It comes from: {event.trait.origin}.", "good"


@_on(e.TalentGained)
def _(names: Names, event: e.TalentGained) -> Told:
    why = f"It hangs on {names.trait(event.who, event.talent.trait)}. {td_words(event.talent)}".strip()
    return f"{names.who(event.who)} has the talent {event.talent.name}.", why, "good"


@_on(e.DieGained)
def _(names: Names, event: e.DieGained) -> Told:
    return f"{names.who(event.who)} has one more skill d{event.die.sides}.", "", "good"


@_on(e.DieGrown)
def _(names: Names, event: e.DieGrown) -> Told:
    return f"A d{event.was} of {names.who(event.who)} becomes a d{event.sides}.", "", "good"


@_on(e.StatusGained)
def _(names: Names, event: e.StatusGained) -> Told:
    return f"{names.who(event.who)} is {event.status}.", "", "cool"


@_on(e.StatusEnded)
def _(names: Names, event: e.StatusEnded) -> Told:
    return f"{names.who(event.who)} is no longer {event.status}.", "", "plain"


# ------------------------------------------------------------------ what happens to dice


@_on(e.DiceReadied)
def _(names: Names, event: e.DiceReadied) -> Told:
    dice = _listed([names.die(event.who, key) for key in event.dice])
    verb = "is" if len(event.dice) == 1 else "are"
    return f"{names.whose(event.who)} {dice} {verb} no longer spent.", "", "good"


@_on(e.DieStrained)
def _(names: Names, event: e.DieStrained) -> Told:
    die = names.die(event.who, event.die)
    return f"{names.whose(event.who)} {die} is strained ({event.cause}).", "It keeps its spent mark as it was.", "bad"


@_on(e.DieWounded)
def _(names: Names, event: e.DieWounded) -> Told:
    die = names.die(event.who, event.die)
    why = "It is always exhausted until it is healed."
    return f"{names.whose(event.who)} {die} is wounded ({event.cause}).", why, "bad"


@_on(e.HarmChangedNothing)
def _(names: Names, event: e.HarmChangedNothing) -> Told:
    die = f"{names.whose(event.who)} {names.die(event.who, event.die)}"
    return f"That had no effect: {die} is {event.already} already.", "Another die may be named.", "plain"


@_on(e.StrainRemoved)
def _(names: Names, event: e.StrainRemoved) -> Told:
    return f"{names.whose(event.who)} {names.die(event.who, event.die)} loses its strain and is ready.", "", "good"


@_on(e.DieHealed)
def _(names: Names, event: e.DieHealed) -> Told:
    die = names.die(event.who, event.die)
    why = "From wounded to strained exhausted; a rest readies it, a night removes the strain."
    return f"{names.whose(event.who)} {die} is healed: strained, and still spent.", why, "good"


@_on(e.CheckSpent)
def _(names: Names, event: e.CheckSpent) -> Told:
    die = f"{names.whose(event.who)} {names.die(event.who, event.die)}"
    return f"{die} has its healing check of the day.", "One check for each die and day, whoever makes it.", "plain"


@_on(e.CircumstancesChanged)
def _(names: Names, event: e.CircumstancesChanged) -> Told:
    die = f"{names.whose(event.who)} {names.die(event.who, event.die)}"
    return f"{die} may have one more healing check today{_because(event.reason)}.", "", "good"


@_on(e.NaturalHealingRolled)
def _(names: Names, event: e.NaturalHealingRolled) -> Told:
    die = f"{names.whose(event.who)} {names.die(event.who, event.die)}"
    healed = m.beaten(event.result)
    why = f"A free d4 shows {event.face} against {event.td}: {RESULTS[event.result]}."
    if event.td >= m.FREE_DIE and not healed:
        why += f" A d{event.sides} can't heal naturally: it needs a healing check."
    text = f"Natural healing for {die}: {event.face} against {event.td}, {RESULTS[event.result]}."
    return text, why, "good" if healed else "plain", (Die(m.FREE_DIE, "free", event.face),)


# ------------------------------------------------------------------ life and death


@_on(e.FellUnconscious)
def _(names: Names, event: e.FellUnconscious) -> Told:
    return f"{names.who(event.who)} is unconscious.", "The vitality die is strained.", "bad"


@_on(e.WokeUp)
def _(names: Names, event: e.WokeUp) -> Told:
    return f"{names.who(event.who)} wakes up.", "The vitality die is no longer strained.", "good"


@_on(e.CameToDeathsDoor)
def _(names: Names, event: e.CameToDeathsDoor) -> Told:
    why = "The vitality die is wounded: a free d4 at the end of each minute, and a 1 kills."
    return f"{names.who(event.who)} is on death's door.", why, "bad"


@_on(e.LeftDeathsDoor)
def _(names: Names, event: e.LeftDeathsDoor) -> Told:
    why = "The vitality die is strained now: unconscious until that strain is gone."
    return f"{names.who(event.who)} is no longer on death's door, but unconscious.", why, "good"


@_on(e.DeathRolled)
def _(names: Names, event: e.DeathRolled) -> Told:
    when = f"minute {event.minute}" if event.minute else "at once"
    text = f"Death's door, {when}: {names.who(event.who)} rolls {event.face}."
    why = "Only a 1 matters, and it kills: 1 chance in 4 each time."
    return text, why, "bad" if m.kills(event.face) else "plain", (Die(m.FREE_DIE, "free", event.face),)


@_on(e.Died)
def _(names: Names, event: e.Died) -> Told:
    return f"{names.who(event.who)} dies.", "A 1 on death's door. It earns no experience.", "bad"


@_on(e.DeathTold)
def _(names: Names, event: e.DeathTold) -> Told:
    return f"{names.who(event.who)} is dead.", "The Spire Master had rolled in secret.", "bad"


# ------------------------------------------------------------------ experience


@_on(e.XpEarned)
def _(names: Names, event: e.XpEarned) -> Told:
    full = event.total >= event.limit
    why = f"A 1 on a d{event.sides} is worth {event.sides} XP; now {event.total}, limit {event.limit}."
    end = " The Next XP limit is reached: ready to level." if full else ""
    text = f"{names.who(event.who)} earns {event.points} XP.{end}"
    if not event.points:
        text = f"{names.who(event.who)} earns no XP: the limit is reached, ready to level."
    return text, why, "good"


@_on(e.LevelGained)
def _(names: Names, event: e.LevelGained) -> Told:
    why = f"The Next XP limit is now {event.limit}." + (" Experience starts again." if event.resets else "")
    return f"{names.who(event.who)} reaches level {event.level}.", why, "good"


# ------------------------------------------------------------------ actions


@_on(e.ActionDeclared)
def _(names: Names, event: e.ActionDeclared) -> Told:
    attempt = event.attempt
    what = f"{names.who(attempt.who)} tries: {attempt.what}."
    if attempt.heals:
        what = f"{names.who(attempt.who)} treats {names.whose(attempt.on)} {names.die(attempt.on, attempt.die)}."
    elif attempt.purpose == "reaction":
        what = f"{names.who(attempt.who)} reacts: {attempt.what}."
    trait = f"Claims {names.trait(attempt.who, attempt.trait)}." if attempt.trait else ""
    return what, trait, "plain"


@_on(e.ActionCalled)
def _(names: Names, event: e.ActionCalled) -> Told:
    if event.denied:
        trait = names.trait(event.who, event.denied)
        return f"The Spire Master calls it unskilled: {trait} doesn't count here.", "No die is spent yet.", "plain"
    if event.kind == "skilled":
        trait = names.trait(event.who, event.trait)
        return f"The Spire Master calls it skilled, through {trait}.", "Any usable die may be rolled.", "good"
    why = "Only the vitality die may be rolled." if event.kind == "unskilled" else "No die, no TD, no experience."
    return f"The Spire Master calls it {event.kind}.", why, "plain"


@_on(e.TdSet)
def _(names: Names, event: e.TdSet) -> Told:
    td = str(event.td) if event.td is not None else "half of each rolled die"
    source = source_words(event.source)
    why = f"{source[0].upper()}{source[1:]}."
    if event.named and event.named != event.td:
        why += f" The Spire Master named {event.named}, kept as a note only."
    if event.eased_from:
        why += f" The die aimed at is exhausted; unexhausted it would be {event.eased_from}."
    end = f" No usable die can beat {event.td} (chance 0)." if event.hopeless else ""
    return f"Target difficulty: {td}.{end}", why, "bad" if event.hopeless else "plain"


@_on(e.ActionWithdrawn)
def _(names: Names, event: e.ActionWithdrawn) -> Told:
    return f"{names.who(event.who)} withdraws the action.", "It costs nothing.", "plain"


@_on(e.DieRolled)
def _(names: Names, event: e.DieRolled) -> Told:
    thrown = event.thrown
    die = f"vitality d{thrown.sides}" if thrown.die == "vitality" else f"d{thrown.sides}"
    total = f", {thrown.total} in all" if event.totalled else ""
    text = f"{names.who(event.who)} rolls {thrown.face} on the {die}{total}: {RESULTS[thrown.result]}."
    tone: Tone = "good" if m.beaten(thrown.result) else "plain"
    return text, _comparison(thrown, spends=event.spends), tone, (Die(thrown.sides, die, thrown.face),)


def _comparison(thrown: Thrown, *, spends: bool) -> str:
    """The numbers behind a result."""
    total, td = thrown.total, thrown.td
    spent = "The die is exhausted." if spends else "The vitality die stays ready."
    match thrown.result:
        case "success-and" if total == 2 * td:
            return f"{total} is the highest face and twice the TD {td}. {spent}"
        case "success-and":
            return f"{total} is over {2 * td}, twice the TD {td}. {spent}"
        case "success" if total == td:
            return f"{total} ties the TD {td}, which counts as a success here. {spent}"
        case "success":
            return f"{total} is over the TD {td} and not over {2 * td}. {spent}"
        case "tie":
            return f"{total} ties the TD {td}. {spent}"
        case "failure":
            return f"{total} is under the TD {td}. {spent}"


@_on(e.DiceStopped)
def _(names: Names, event: e.DiceStopped) -> Told:
    return f"{names.who(event.who)} adds no more dice.", "", "plain"


@_on(e.OutcomeSettled)
def _(names: Names, event: e.OutcomeSettled) -> Told:
    if event.outcome in ("success-but", "failure-but"):
        return f"{names.who(event.who)} takes the tie as a {OUTCOMES[event.outcome]}.", "", "plain"
    tone: Tone = "good" if m.beaten(event.best) else "bad"
    why = "The best die counts." if event.best != "tie" else "A tie doesn't beat the TD."
    return f"It is a {OUTCOMES[event.outcome]}.", why, tone


@_on(e.ConsequenceSuggested)
def _(names: Names, event: e.ConsequenceSuggested) -> Told:
    return f"{names.who(event.who)} suggests: {_idea_words(names, event.idea)}.", "The Spire Master decides.", "plain"


@_on(e.ConsequenceChosen)
def _(names: Names, event: e.ConsequenceChosen) -> Told:
    kind = "Negative consequence" if event.outcome == "success-but" else "Beneficial consequence"
    return f"{kind}: {_idea_words(names, event.idea)}.", f"Of a {OUTCOMES[event.outcome]}; exactly one.", "cool"


def _idea_words(names: Names, idea: Idea) -> str:
    match idea.kind:
        case "refresh" | "strain" | "wound":
            return f"{idea.kind} {names.whose(idea.on)} {names.die(idea.on, idea.die)}"
        case "injury":
            return f"an injury to {names.whose(idea.on)} {names.die(idea.on, idea.die)}"
        case "status":
            return f"{names.who(idea.on)} is {idea.text}"
        case _:
            return idea.text


@_on(e.BlowStruck)
def _(names: Names, event: e.BlowStruck) -> Told:
    target = names.who(event.on)
    decided = "The Spire Master decided so."
    match event.harm:
        case "strained":
            return f"A glancing blow on {target}.", "A plain success strains the die aimed at.", "plain"
        case "wounded":
            return f"The blow injures {target}.", decided, "plain"
        case "none":
            return f"The attack does no harm to a die of {target}.", decided, "plain"


@_on(e.ActionNarrated)
def _(names: Names, event: e.ActionNarrated) -> Told:
    if event.free:
        return f"{names.who(event.who)}: {event.what}. It simply happens.", "A free action is not rolled.", "plain"
    outcome = OUTCOMES[event.outcome]
    return event.text or f"The {outcome} is narrated.", f"{event.what}: {outcome}.", "plain"


# ------------------------------------------------------------------ time, rest, encounters, scenes


@_on(e.TimePassed)
def _(names: Names, event: e.TimePassed) -> Told:
    minutes, seconds = divmod(event.seconds, m.MINUTE)
    parts = [f"{minutes} min"] if minutes else []
    parts += [f"{seconds} s"] if seconds else []
    return f"Time passes: {' '.join(parts)}{_because(event.reason)}.", "", "plain"


@_on(e.EncounterBegan)
def _(names: Names, event: e.EncounterBegan) -> Told:
    return "An encounter begins: round 1.", "The first round refreshes nothing.", "cool"


@_on(e.RoundBegan)
def _(names: Names, event: e.RoundBegan) -> Told:
    return f"Round {event.round} begins.", "", "cool"


@_on(e.EncounterEnded)
def _(names: Names, event: e.EncounterEnded) -> Told:
    return "The encounter is over.", "Its end refreshes nothing.", "cool"


@_on(e.RestProposed)
def _(names: Names, event: e.RestProposed) -> Told:
    who = _listed([names.who(key) for key in event.rest.who])
    plural = len(event.rest.who) > 1
    what = "take a quick rest" if event.rest.kind == "quick" else "lie down for the night"
    if not plural:
        what = what.replace("take", "takes", 1).replace("lie", "lies", 1)
    return f"{who} {what}.", "", "plain"


@_on(e.StrainPicked)
def _(names: Names, event: e.StrainPicked) -> Told:
    return f"{names.whose(event.who)} {names.die(event.who, event.die)} is to lose its strain tonight.", "", "plain"


@_on(e.RestInterrupted)
def _(names: Names, event: e.RestInterrupted) -> Told:
    kind = "quick rest" if event.kind == "quick" else "night's rest"
    text = f"The {kind} is interrupted after {event.minutes} min{_because(event.reason)}."
    return text, "An interrupted rest gives nothing.", "bad"


@_on(e.RestEnded)
def _(names: Names, event: e.RestEnded) -> Told:
    return "The quick rest is over." if event.kind == "quick" else "The night is over.", "", "plain"


@_on(e.DayBegan)
def _(names: Names, event: e.DayBegan) -> Told:
    return f"Day {event.day} begins.", "Every die may have a healing check again.", "cool"


@_on(e.SceneBegan)
def _(names: Names, event: e.SceneBegan) -> Told:
    return f"Scene {event.number}: {event.title}", "", "cool"


@_on(e.OpeningSkipped)
def _(names: Names, event: e.OpeningSkipped) -> Told:
    return "The campaign begins without the summons to the tower.", "", "plain"


@_on(e.SessionEnded)
def _(names: Names, event: e.SessionEnded) -> Told:
    return "The session is over.", "", "cool"
