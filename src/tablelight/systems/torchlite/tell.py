"""The log in words: a line for each event, with the numbers behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tablelight.kernel.flow import Event
from tablelight.kernel.kinds import ByKind
from tablelight.kernel.people import CharacterLeft, CharacterMoved, CharacterTaken
from tablelight.kernel.view import Die, Line, Tone
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite.state import DIFFICULTY, PoolDie, TorchState


class Names:
    """The names of people as they are now; who is gone keeps an id."""

    def __init__(self, state: TorchState) -> None:
        self.state = state

    def who(self, key: str) -> str:
        """A character's name, or the GM where there is none."""
        if key in ("", DIFFICULTY):
            return "The GM"
        character = self.state.characters.get(key)
        return character.name if character else key


Told: TypeAlias = "tuple[str, str, Tone] | tuple[str, str, Tone, tuple[Die, ...]]"

_TELLINGS: ByKind[Names, Told] = ByKind()
_on = _TELLINGS.on


def tell(state: TorchState, event: Event) -> Line | None:
    """The line an event puts into the log; None for events that show elsewhere."""
    telling = _TELLINGS.find(event)
    if not telling:
        return None
    text, why, tone, *dice = telling(Names(state), event)
    return Line(text, event.rule, why, tone, event.seen_by is not None, dice[0] if dice else ())


def _plural(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _thing(name: str, key: str) -> str:
    """What an asset or complication was called when it happened; old logs have only its id."""
    return name or key.replace("-", " ").title()


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _drawn(pool: Sequence[PoolDie], faces: Sequence[int]) -> tuple[Die, ...]:
    return tuple(
        Die(die.die, die.label, face, ("hitch",) if face == 1 else ()) for die, face in zip(pool, faces, strict=True)
    )


# ------------------------------------------------------------------ people


@_on(e.CharacterJoined)
def _(names: Names, event: e.CharacterJoined) -> Told:
    return f"{event.character.name} joins.", "", "plain"


@_on(CharacterTaken)
def _(names: Names, event: CharacterTaken) -> Told:
    return (
        f"{names.who(event.who)} has a player." if event.seat else f"{names.who(event.who)} is free to be played.",
        "",
        "plain",
    )


@_on(CharacterMoved)
def _(names: Names, event: CharacterMoved) -> Told:
    where = "is hidden" if event.hidden else "is here" if event.present else "has left the scene"
    return f"{names.who(event.who)} {where}.", "", "plain"


@_on(CharacterLeft)
def _(names: Names, event: CharacterLeft) -> Told:
    return f"{names.who(event.who)} leaves the game.", "", "plain"


@_on(e.SfxAdded)
def _(names: Names, event: e.SfxAdded) -> Told:
    kind = "Limit" if event.sfx.when == "limit" else "SFX"
    return f"{names.who(event.who)} has the {kind} {event.sfx.name}.", "", "plain"


@_on(e.SfxShutDown)
def _(names: Names, event: e.SfxShutDown) -> Told:
    return f"{event.sfx} of {names.who(event.who)} is shut down until the scene ends.", "", "plain"


@_on(e.TraitSet)
def _(names: Names, event: e.TraitSet) -> Told:
    return f"{names.who(event.who)}: {event.trait.name} d{event.trait.die}.", "", "plain"


@_on(e.MilestoneAdded)
def _(names: Names, event: e.MilestoneAdded) -> Told:
    return f"{names.who(event.who)} has the milestone {event.milestone.name}.", "", "plain"


@_on(e.XpEarned)
def _(names: Names, event: e.XpEarned) -> Told:
    return f"{names.who(event.who)} earns {event.xp} XP{_because(event.reason)}.", "", "good"


@_on(e.XpSpent)
def _(names: Names, event: e.XpSpent) -> Told:
    return f"{names.who(event.who)} spends {event.xp} XP{_because(event.reason)}.", "", "plain"


# ------------------------------------------------------------------ plot points


@_on(e.PointsEarned)
def _(names: Names, event: e.PointsEarned) -> Told:
    return f"{names.who(event.who)} gets {event.points} PP{_because(event.reason)}.", "", "good"


@_on(e.PointsSpent)
def _(names: Names, event: e.PointsSpent) -> Told:
    return f"{names.who(event.who)} pays {event.points} PP{_because(event.reason)}.", "", "plain"


# ------------------------------------------------------------------ assets and complications


@_on(e.AssetCreated)
def _(names: Names, event: e.AssetCreated) -> Told:
    maker = f"{names.who(event.by)} creates it for" if event.by and event.by != event.who else "It belongs to"
    why = (
        f"{maker} {names.who(event.who)}; it lasts for the {'session' if event.asset.lasts == 'session' else 'scene'}."
    )
    return f"{names.who(event.who)} has {event.asset.name} d{event.asset.die}.", why, "good"


@_on(e.AssetStepped)
def _(names: Names, event: e.AssetStepped) -> Told:
    return (
        f"{_thing(event.name, event.key)} of {names.who(event.who)} is now d{event.die}.",
        "It keeps this rating." if event.lasting else "Until the scene ends.",
        "plain",
    )


@_on(e.AssetShutDown)
def _(names: Names, event: e.AssetShutDown) -> Told:
    return (
        f"{_thing(event.name, event.key)} of {names.who(event.who)} is shut down until the scene ends.",
        "",
        "bad",
    )


@_on(e.AssetEnded)
def _(names: Names, event: e.AssetEnded) -> Told:
    return (
        f"{_thing(event.name, event.key)} of {names.who(event.who)} is gone{_because(event.reason)}.",
        "",
        "plain",
    )


@_on(e.AssetShared)
def _(names: Names, event: e.AssetShared) -> Told:
    return f"{names.who(event.who)} shares {_thing(event.name, event.key)} with the group.", "", "good"


@_on(e.AssetKept)
def _(names: Names, event: e.AssetKept) -> Told:
    return f"{names.who(event.who)} keeps {_thing(event.name, event.key)}.", "", "good"


@_on(e.AssetRenamed)
def _(names: Names, event: e.AssetRenamed) -> Told:
    return f"An asset of {names.who(event.who)} is now called {event.name}.", "", "plain"


@_on(e.TreasureStored)
def _(names: Names, event: e.TreasureStored) -> Told:
    return f"{names.who(event.who)} puts {_thing(event.name, event.key)} away.", "", "plain"


@_on(e.AssetMadeSignature)
def _(names: Names, event: e.AssetMadeSignature) -> Told:
    return (
        f"{_thing(event.name, event.key)} of {names.who(event.who)} is a signature asset now, d{event.die}.",
        "",
        "good",
    )


@_on(e.ComplicationTaken)
def _(names: Names, event: e.ComplicationTaken) -> Told:
    trouble = event.complication
    who = names.who(event.who)
    if not event.was:
        return f"{who} takes {trouble.name} d{trouble.die}.", "New, at the die's size but at least d6.", "bad"
    if event.was == trouble.die:
        return f"{who}: {trouble.name} would pass d12.", "A step past d12 takes a character out.", "bad"
    why = f"It was d{event.was}: a larger die replaces it, an equal or smaller one steps it up."
    return f"{who}: {trouble.name} d{event.was} becomes d{trouble.die}.", why, "bad"


@_on(e.ComplicationEased)
def _(names: Names, event: e.ComplicationEased) -> Told:
    name = _thing(event.name, event.key)
    if event.die:
        return f"{names.who(event.who)}: {name} d{event.was} steps down to d{event.die}.", "", "good"
    return f"{names.who(event.who)} is rid of {name}.", f"It was d{event.was}.", "good"


@_on(e.ComplicationEnded)
def _(names: Names, event: e.ComplicationEnded) -> Told:
    return f"{_thing(event.name, event.key)} of {names.who(event.who)} ends{_because(event.reason)}.", "", "plain"


@_on(e.ComplicationRenamed)
def _(names: Names, event: e.ComplicationRenamed) -> Told:
    return f"A complication of {names.who(event.who)} is now called {event.name}.", "", "plain"


@_on(e.TakenOut)
def _(names: Names, event: e.TakenOut) -> Told:
    return f"{names.who(event.who)} is taken out.", f"{_thing(event.name, event.by)} went past its limit.", "bad"


@_on(e.BackInPlay)
def _(names: Names, event: e.BackInPlay) -> Told:
    return f"{names.who(event.who)} is back in play.", "", "good"


# ------------------------------------------------------------------ a contest


@_on(e.ContestBegan)
def _(names: Names, event: e.ContestBegan) -> Told:
    contest = event.contest
    against = " and ".join(names.who(key) for key in contest.order if key != contest.actor)
    kind = "A test" if DIFFICULTY in contest.order else f"Against {against}"
    what = f": {contest.what}" if contest.what else ""
    why = f"{names.who(contest.order[0])} rolls first and so wins ties."
    return f"{names.who(contest.actor)} acts{what}. {kind}.", why, "plain"


@_on(e.TargetJoined)
def _(names: Names, event: e.TargetJoined) -> Told:
    return f"{names.who(event.side)} becomes a target and rolls.", "", "plain"


@_on(e.JustHappened)
def _(names: Names, event: e.JustHappened) -> Told:
    return f"{names.who(event.who)} does it; nothing stands against it.", event.what, "good"


@_on(e.RollCalledOff)
def _(names: Names, event: e.RollCalledOff) -> Told:
    return f"The roll of {names.who(event.who)} is called off.", "A pool needs at least one die.", "plain"


@_on(e.Hindered)
def _(names: Names, event: e.Hindered) -> Told:
    return f"{names.who(event.who)} hinders {event.trait.replace('-', ' ').title()}: it is rolled as d4.", "", "plain"


@_on(e.DieBarred)
def _(names: Names, event: e.DieBarred) -> Told:
    return f"The GM: {event.label} does not fit.", "", "plain"


@_on(e.TrickUsed)
def _(names: Names, event: e.TrickUsed) -> Told:
    return (
        f"{names.who(event.trick.who)} uses {event.trick.sfx}.",
        "The pool is now " + " ".join(f"d{die.die}" for die in event.pool) + ".",
        "plain",
    )


@_on(e.PoolRolled)
def _(names: Names, event: e.PoolRolled) -> Told:
    dice = " ".join(f"d{die.die}" for die in event.pool)
    faces = ", ".join(str(face) for face in event.faces)
    why = ", ".join(f"{die.label} d{die.die}{f' by {die.by}' if die.by else ''}" for die in event.pool) + "."
    return f"{names.who(event.side)} rolled {dice}: {faces}.", why, "plain", _drawn(event.pool, event.faces)


@_on(e.DiceRerolled)
def _(names: Names, event: e.DiceRerolled) -> Told:
    faces = ", ".join(str(face) for face in event.faces)
    return f"{event.sfx}: {names.who(event.side)} rerolls and gets {faces}.", "", "plain"


@_on(e.Botched)
def _(names: Names, event: e.Botched) -> Told:
    return f"A botch: every die of {names.who(event.side)} shows 1.", "", "bad"


@_on(e.HitchBought)
def _(names: Names, event: e.HitchBought) -> Told:
    return (
        f"The GM buys {_plural(len(event.at), 'a hitch', 'hitches').removeprefix('1 ')} of {names.who(event.side)}.",
        "",
        "plain",
    )


@_on(e.HitchesLeft)
def _(names: Names, event: e.HitchesLeft) -> Told:
    return f"The GM leaves the hitches of {names.who(event.side)}.", "", "plain"


@_on(e.OpportunitiesOpened)
def _(names: Names, event: e.OpportunitiesOpened) -> Told:
    return f"{_plural(len(event.dice), 'opportunity', 'opportunities')}: the GM rolled a 1.", "", "cool"


@_on(e.OpportunityUsed)
def _(names: Names, event: e.OpportunityUsed) -> Told:
    return "An opportunity is used.", "", "cool"


@_on(e.TotalDeclared)
def _(names: Names, event: e.TotalDeclared) -> Told:
    total = " + ".join(str(face) for face in event.faces) or "no usable die"
    effect = " ".join(f"d{die}" for die in event.effects) or "d4, the least there is"
    return f"{names.who(event.side)}: total {event.total}.", f"{total} = {event.total}; effect die {effect}.", "plain"


@_on(e.Succeeded)
def _(names: Names, event: e.Succeeded) -> Told:
    margin = event.total - event.bar
    why = f"{event.total} against {event.bar}" + (
        f", {margin} more" if margin else ": a tie, and this side rolled first"
    )
    if event.steps:
        steps = _plural(event.steps, "step", "steps")
        return f"{names.who(event.side)} wins: a heroic success.", f"{why}: {steps} up.", "good"
    return f"{names.who(event.side)} wins, {event.total} against {event.bar}.", f"{why}.", "good"


@_on(e.Failed)
def _(names: Names, event: e.Failed) -> Told:
    tie = ": a tie goes to whoever rolled first" if event.total == event.bar else ""
    return (
        f"{names.who(event.side)} fails, {event.total} against {event.bar}.",
        f"{event.total} is not enough{tie}.",
        "bad",
    )


@_on(e.EffectRaised)
def _(names: Names, event: e.EffectRaised) -> Told:
    more = "".join(f" and d{extra}" for extra in event.extras)
    return f"The effect die steps up from d{event.was} to d{event.die}{more}.", "", "good"


@_on(e.EffectResisted)
def _(names: Names, event: e.EffectResisted) -> Told:
    return (
        f"{names.who(event.against)} steps the effect die down from d{event.was} to d{event.die}.",
        f"The loser's effect die d{event.larger} is larger.",
        "plain",
    )


@_on(e.SituationChanged)
def _(names: Names, event: e.SituationChanged) -> Told:
    return (
        f"{names.who(event.who)} changes the situation, d{event.die}{_because(event.what)}.",
        f"d4 is barely, d12 completely: this is d{event.die}.",
        "good",
    )


@_on(e.EffectLost)
def _(names: Names, event: e.EffectLost) -> Told:
    return f"A d{event.die} effect die is let go.", "", "plain"


@_on(e.DiceThrownAside)
def _(names: Names, event: e.DiceThrownAside) -> Told:
    dice = " ".join(f"d{die}" for die in event.dice)
    faces = ", ".join(str(face) for face in event.faces)
    drawn = tuple(Die(size, face=face) for size, face in zip(event.dice, event.faces, strict=True))
    return f"Dice thrown aside, {dice}: {faces}{_because(event.reason)}.", "", "plain", drawn


# ------------------------------------------------------------------ time


@_on(e.SessionBegan)
def _(names: Names, event: e.SessionBegan) -> Told:
    how = "a fresh start" if event.fresh else "straight on from the cliffhanger"
    points = ", ".join(f"{names.who(key)} {points} PP" for key, points in event.points.items())
    return f"Session {event.number} begins: {how}.", points, "cool"


@_on(e.SessionEnded)
def _(names: Names, event: e.SessionEnded) -> Told:
    return (
        f"The session ends{' on a cliffhanger' if event.cliffhanger else '; unspent plot points are lost'}.",
        "",
        "cool",
    )


@_on(e.SceneBegan)
def _(names: Names, event: e.SceneBegan) -> Told:
    return f"Scene {event.number}: {event.title}.", "", "cool"


@_on(e.SceneEnded)
def _(names: Names, event: e.SceneEnded) -> Told:
    return f"Scene {event.number} ends.", "", "cool"


@_on(e.SceneMadeRestful)
def _(names: Names, event: e.SceneMadeRestful) -> Told:
    return "There is a chance to rest.", "", "cool"


@_on(e.Rested)
def _(names: Names, event: e.Rested) -> Told:
    return f"{names.who(event.who)} rests.", "", "good"


@_on(e.RoundBegan)
def _(names: Names, event: e.RoundBegan) -> Told:
    return f"Round {event.round} begins.", "", "cool"


@_on(e.TurnBegan)
def _(names: Names, event: e.TurnBegan) -> Told:
    return f"It is {names.who(event.who)}'s turn.", "", "cool"


@_on(e.OrderEnded)
def _(names: Names, event: e.OrderEnded) -> Told:
    return "Action order ends.", "", "cool"
