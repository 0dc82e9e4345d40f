"""The log in words: health, conditions and dying."""

from __future__ import annotations

from tablelight.kernel.view import Die
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.tell.words import Names, Told, because, on, result_words

# ------------------------------------------------------------------ health and conditions


def _health(names: Names, event: e.DamageTaken | e.HealthRegained) -> str:
    """The health that is left, where players see it: that of their own side, while it stands."""
    who = names.state.characters.get(event.who)
    return f" Health ({event.crit}){event.standard}." if who and who.kind == "pc" and event.crit > 0 else ""


@on(e.DamageTaken)
def _(names: Names, event: e.DamageTaken) -> Told:
    points = f"({event.points})" if event.crit_damage else str(event.points)
    left = _health(names, event)
    return f"{names.who(event.who)} takes {points} damage{because(event.cause)}.{left}", "", "bad"


@on(e.HealthRegained)
def _(names: Names, event: e.HealthRegained) -> Told:
    left = _health(names, event)
    return f"{names.who(event.who)} gets health back{because(event.cause)}.{left}", "", "good"


@on(e.ConditionGained)
def _(names: Names, event: e.ConditionGained) -> Told:
    count = f"{event.amount} " if event.amount > 1 else ""
    return f"{names.who(event.who)}: {count}[{event.condition}]{because(event.cause)}.", "", "bad"


@on(e.ConditionEased)
def _(names: Names, event: e.ConditionEased) -> Told:
    count = f"{event.amount} " if event.amount > 1 else ""
    return f"{names.who(event.who)}: {count}[{event.condition}] less{because(event.cause)}.", "", "good"


@on(e.InjuryTaken)
def _(names: Names, event: e.InjuryTaken) -> Told:
    word = "disabled" if event.injury.disabled else "injured"
    return f"{names.who(event.who)}: {event.injury.limb} {word}.", "", "bad"


@on(e.InjuryHealed)
def _(names: Names, event: e.InjuryHealed) -> Told:
    return f"{names.who(event.who)}: the injured {event.limb} is well again.", "", "good"


@on(e.LastingBegan)
def _(names: Names, event: e.LastingBegan) -> Told:
    return f"{names.who(event.who)}: {event.lasting.name}.", "", "bad"


@on(e.LastingEnded)
def _(names: Names, event: e.LastingEnded) -> Told:
    return f"{names.who(event.who)}: {event.name} ends.", "", "good"


@on(e.FellDown)
def _(names: Names, event: e.FellDown) -> Told:
    who = names.who(event.who)
    why = "Consequence rolls start at the beginning of the next round."
    return f"{who} falls unconscious and is down.", why, "bad"


@on(e.FellUnconscious)
def _(names: Names, event: e.FellUnconscious) -> Told:
    return f"{names.who(event.who)} falls unconscious ({event.cause}).", "", "bad"


@on(e.CameTo)
def _(names: Names, event: e.CameTo) -> Told:
    return f"{names.who(event.who)} is conscious again.", "", "good"


@on(e.Died)
def _(names: Names, event: e.Died) -> Told:
    return f"{names.who(event.who)} dies ({event.cause}).", "", "bad"


@on(e.MaxCritLowered)
def _(names: Names, event: e.MaxCritLowered) -> Told:
    return f"{names.who(event.who)}: maximum crit health is {event.max_crit} now.", "", "bad"


@on(e.ScoreChanged)
def _(names: Names, event: e.ScoreChanged) -> Told:
    most = f", at most {event.most:+d} from now on ({event.source})" if event.most is not None else ""
    return f"{names.who(event.who)}: {event.attribute} is {event.score:+d}{most}.", "", "bad"


@on(e.ArmLost)
def _(names: Names, event: e.ArmLost) -> Told:
    return f"{names.who(event.who)} loses an arm.", "", "bad"


# ------------------------------------------------------------------ dying


@on(e.ConsequenceRolled)
def _(names: Names, event: e.ConsequenceRolled) -> Told:
    return f"The GM rolls for {names.who(event.who)}.", "", "cool"


@on(e.ConsequenceCame)
def _(names: Names, event: e.ConsequenceCame) -> Told:
    return f"{names.who(event.who)} on {event.table}, {result_words(event.result)}.", "", "cool"


@on(e.ShamRolled)
def _(names: Names, event: e.ShamRolled) -> Told:
    return f"The roll for {names.who(event.who)} was a sham.", "", "cool"


@on(e.RollSkipped)
def _(names: Names, event: e.RollSkipped) -> Told:
    return f"The first roll for {names.who(event.who)} is left out.", "", "cool"


@on(e.ResultsRevealed)
def _(names: Names, event: e.ResultsRevealed) -> Told:
    who = names.who(event.who)
    rolled = "; ".join(result_words(result) for result in event.results) or "nothing yet"
    return f"Known now about {who}: {rolled}." + (f" {who} is dead." if event.dead else ""), "", "cool"


@on(e.AidWasted)
def _(names: Names, event: e.AidWasted) -> Told:
    return f"Nothing can help {names.who(event.who)} any more.", "", "bad"


@on(e.TableChosen)
def _(names: Names, event: e.TableChosen) -> Told:
    return f"{names.who(event.who)} rolls on the table {event.table} from now on.", "", "plain"


@on(e.PartyFell)
def _(names: Names, event: e.PartyFell) -> Told:
    return ("The whole party is down." if event.fallen else "The party stands again."), "", "cool"


@on(e.PartyRolled)
def _(names: Names, event: e.PartyRolled) -> Told:
    return f"The party table shows {event.face}: {event.text}", "", "cool", (Die(event.die, face=event.face),)


@on(e.CoinFlipped)
def _(names: Names, event: e.CoinFlipped) -> Told:
    return f"A coin for {names.who(event.who)}: {'heads' if event.heads else 'tails'}.", "", "plain"


@on(e.PartySpared)
def _(names: Names, event: e.PartySpared) -> Told:
    return f"{names.who(event.who)} wakes up.", "", "good"
