"""How each event changes the state. Folding rolls nothing, refuses nothing and runs no rule."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from tablelight.kernel.kinds import Changes
from tablelight.kernel.people import fold_people
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.state import (
    Attempt,
    Call,
    Character,
    Closed,
    Encounter,
    Rest,
    Scene,
    SpireDie,
    SpireState,
    same_action,
    with_character,
    with_die,
)

_CHANGES: Changes[SpireState] = Changes()
_on = _CHANGES.on
evolve = _CHANGES.evolve
fold_people(_CHANGES)


def _with_marks(state: SpireState, who: str, key: str, change: Callable[[m.Marks], m.Marks]) -> SpireState:
    die = state.characters[who].dice[key]
    marks = change(die.marks)
    return with_die(state, who, key, replace(die, spent=marks.spent, harm=marks.harm))


def _without(mapping: dict[str, str], key: str) -> dict[str, str]:
    return {name: value for name, value in mapping.items() if name != key}


# ------------------------------------------------------------------ people


@_on(e.CharacterJoined)
def _(state: SpireState, event: e.CharacterJoined) -> SpireState:
    return with_character(state, event.who, event.character)


@_on(e.TraitGained)
def _(state: SpireState, event: e.TraitGained) -> SpireState:
    who = state.characters[event.who]
    return with_character(state, event.who, replace(who, traits={**who.traits, event.key: event.trait}))


@_on(e.TalentGained)
def _(state: SpireState, event: e.TalentGained) -> SpireState:
    who = state.characters[event.who]
    return with_character(state, event.who, replace(who, talents={**who.talents, event.key: event.talent}))


@_on(e.DieGained)
def _(state: SpireState, event: e.DieGained) -> SpireState:
    return with_die(state, event.who, event.key, event.die)


@_on(e.DieGrown)
def _(state: SpireState, event: e.DieGrown) -> SpireState:
    die = state.characters[event.who].dice[event.die]
    return with_die(state, event.who, event.die, replace(die, sides=event.sides))


@_on(e.StatusGained)
def _(state: SpireState, event: e.StatusGained) -> SpireState:
    who = state.characters[event.who]
    return with_character(state, event.who, replace(who, statuses={**who.statuses, event.key: event.status}))


@_on(e.StatusEnded)
def _(state: SpireState, event: e.StatusEnded) -> SpireState:
    who = state.characters[event.who]
    return with_character(state, event.who, replace(who, statuses=_without(who.statuses, event.key)))


# ------------------------------------------------------------------ what happens to dice


@_on(e.DiceReadied)
def _(state: SpireState, event: e.DiceReadied) -> SpireState:
    for key in event.dice:
        state = _with_marks(state, event.who, key, m.readied)
    return state


@_on(e.DieStrained)
def _(state: SpireState, event: e.DieStrained) -> SpireState:
    return _with_marks(state, event.who, event.die, lambda marks: m.strained(marks, False))


@_on(e.DieWounded)
def _(state: SpireState, event: e.DieWounded) -> SpireState:
    return _with_marks(state, event.who, event.die, lambda marks: m.WOUNDED)


@_on(e.StrainRemoved)
def _(state: SpireState, event: e.StrainRemoved) -> SpireState:
    return _with_marks(state, event.who, event.die, m.unstrained)


@_on(e.DieHealed)
def _(state: SpireState, event: e.DieHealed) -> SpireState:
    return _with_marks(state, event.who, event.die, m.healed)


@_on(e.CheckSpent)
def _(state: SpireState, event: e.CheckSpent) -> SpireState:
    die = state.characters[event.who].dice[event.die]
    return with_die(state, event.who, event.die, replace(die, checks=die.checks + 1))


@_on(e.CircumstancesChanged)
def _(state: SpireState, event: e.CircumstancesChanged) -> SpireState:
    die = state.characters[event.who].dice[event.die]
    return with_die(state, event.who, event.die, replace(die, chances=die.chances + 1))


@_on(e.NaturalHealingRolled)
def _(state: SpireState, event: e.NaturalHealingRolled) -> SpireState:
    return replace(state, closed=Closed(event.who, "natural healing", "free-die"))


# ------------------------------------------------------------------ life and death


@_on(e.CameToDeathsDoor)
def _(state: SpireState, event: e.CameToDeathsDoor) -> SpireState:
    return with_character(state, event.who, replace(state.characters[event.who], door_seconds=0, door_minutes=0))


@_on(e.LeftDeathsDoor)
def _(state: SpireState, event: e.LeftDeathsDoor) -> SpireState:
    return with_character(state, event.who, replace(state.characters[event.who], door_seconds=0, door_minutes=0))


@_on(e.DeathRolled)
def _(state: SpireState, event: e.DeathRolled) -> SpireState:
    who = state.characters[event.who]
    return with_character(state, event.who, replace(who, door_seconds=0, door_minutes=event.minute))


@_on(e.DoorCounted)
def _(state: SpireState, event: e.DoorCounted) -> SpireState:
    return with_character(state, event.who, replace(state.characters[event.who], door_seconds=event.seconds))


@_on(e.Died)
def _(state: SpireState, event: e.Died) -> SpireState:
    dead = replace(state.characters[event.who], dead=True, death_known=event.known)
    return with_character(state, event.who, dead)


@_on(e.DeathTold)
def _(state: SpireState, event: e.DeathTold) -> SpireState:
    return with_character(state, event.who, replace(state.characters[event.who], death_known=True))


# ------------------------------------------------------------------ experience


@_on(e.XpEarned)
def _(state: SpireState, event: e.XpEarned) -> SpireState:
    who = state.characters[event.who]
    return with_character(state, event.who, replace(who, xp=who.xp + event.points))


@_on(e.LevelGained)
def _(state: SpireState, event: e.LevelGained) -> SpireState:
    who = state.characters[event.who]
    xp = 0 if event.resets else who.xp
    return with_character(state, event.who, replace(who, level=event.level, limit=event.limit, xp=xp))


# ------------------------------------------------------------------ actions


def _with_attempt(state: SpireState, changed: Attempt) -> SpireState:
    return replace(state, attempts=(*state.attempts[:-1], changed))


def _closed(state: SpireState, closed: Closed | None) -> SpireState:
    return replace(state, attempts=state.attempts[:-1], closed=closed)


@_on(e.ActionDeclared)
def _(state: SpireState, event: e.ActionDeclared) -> SpireState:
    return replace(state, attempts=(*state.attempts, event.attempt), closed=None)


@_on(e.ActionCalled)
def _(state: SpireState, event: e.ActionCalled) -> SpireState:
    called = replace(state.attempts[-1], kind=event.kind, trait=event.trait)
    return _remember(_with_attempt(state, called), event)


def _remember(state: SpireState, event: e.ActionCalled) -> SpireState:
    """Keep the call; one that was skilled once stays on record (rogue-spire/classification-consistent)."""
    who = state.characters[event.who]
    key = same_action(event.what)
    earlier = who.calls.get(key)
    if earlier and earlier.kind == "skilled" and event.kind != "skilled":
        return state
    calls = {**who.calls, key: Call(event.what, event.kind, event.trait)}
    return with_character(state, event.who, replace(who, calls=calls))


@_on(e.TdSet)
def _(state: SpireState, event: e.TdSet) -> SpireState:
    return _with_attempt(state, replace(state.attempts[-1], td=event.td, td_from=event.source))


@_on(e.ActionWithdrawn)
def _(state: SpireState, event: e.ActionWithdrawn) -> SpireState:
    return _closed(state, None)


@_on(e.DieRolled)
def _(state: SpireState, event: e.DieRolled) -> SpireState:
    attempt = state.attempts[-1]
    state = _with_attempt(state, replace(attempt, rolled=(*attempt.rolled, event.thrown)))
    return _with_marks(state, event.who, event.thrown.die, m.exhausted) if event.spends else state


@_on(e.DiceStopped)
def _(state: SpireState, event: e.DiceStopped) -> SpireState:
    return _with_attempt(state, replace(state.attempts[-1], stopped=True))


@_on(e.OutcomeSettled)
def _(state: SpireState, event: e.OutcomeSettled) -> SpireState:
    return _with_attempt(state, replace(state.attempts[-1], outcome=event.outcome))


@_on(e.ConsequenceChosen)
def _(state: SpireState, event: e.ConsequenceChosen) -> SpireState:
    if not state.attempts:
        return state  # natural healing has consequences too, and is no action
    return _with_attempt(state, replace(state.attempts[-1], settled=event.idea.kind))


@_on(e.ActionNarrated)
def _(state: SpireState, event: e.ActionNarrated) -> SpireState:
    return _closed(state, Closed(event.who, event.what, "free" if event.free else "narrated"))


# ------------------------------------------------------------------ time, rest, encounters, scenes


@_on(e.TimePassed)
def _(state: SpireState, event: e.TimePassed) -> SpireState:
    return replace(state, clock=state.clock + event.seconds)


@_on(e.EncounterBegan)
def _(state: SpireState, event: e.EncounterBegan) -> SpireState:
    return replace(state, encounter=Encounter(), closed=None)


@_on(e.RoundBegan)
def _(state: SpireState, event: e.RoundBegan) -> SpireState:
    return replace(state, encounter=Encounter(event.round), closed=None)


@_on(e.EncounterEnded)
def _(state: SpireState, event: e.EncounterEnded) -> SpireState:
    return replace(state, encounter=None, closed=None)


@_on(e.RestProposed)
def _(state: SpireState, event: e.RestProposed) -> SpireState:
    return replace(state, rest=event.rest, closed=None)


@_on(e.StrainPicked)
def _(state: SpireState, event: e.StrainPicked) -> SpireState:
    rest = state.rest or Rest("night", (event.who,))
    return replace(state, rest=replace(rest, picked={**rest.picked, event.who: event.die}))


@_on(e.RestInterrupted)
def _(state: SpireState, event: e.RestInterrupted) -> SpireState:
    return replace(state, rest=None)


@_on(e.RestEnded)
def _(state: SpireState, event: e.RestEnded) -> SpireState:
    return replace(state, rest=None)


@_on(e.DayBegan)
def _(state: SpireState, event: e.DayBegan) -> SpireState:
    rested = {key: replace(who, dice=_unchecked(who)) for key, who in state.characters.items()}
    return replace(state, day=event.day, characters=rested)


def _unchecked(who: Character) -> dict[str, SpireDie]:
    """A new day: every die may have a healing check again (rogue-spire/healing-once-a-day)."""
    return {key: replace(die, checks=0, chances=0) for key, die in who.dice.items()}


@_on(e.SceneBegan)
def _(state: SpireState, event: e.SceneBegan) -> SpireState:
    return replace(state, scene=Scene(event.number, event.title, event.text))


@_on(e.OpeningSkipped)
def _(state: SpireState, event: e.OpeningSkipped) -> SpireState:
    return replace(state, scene=replace(state.scene, number=1))
