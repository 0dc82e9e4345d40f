"""The log in words: what is being done, and its rolls."""

from __future__ import annotations

from tablelight.kernel.view import Die
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.tell.words import Names, Told, drawn, on, sources_words


@on(e.Declared)
def _(names: Names, event: e.Declared) -> Told:
    doing = event.doing
    target = f" on {names.who(doing.target)}" if doing.target else ""
    return (f"{names.who(doing.who)}: {doing.what}{target}." if not doing.going else ""), "", "plain"


@on(e.Dropped)
def _(names: Names, event: e.Dropped) -> Told:
    return f"{names.who(event.who)} can't do it any more and keeps the AP: {event.why}", "", "plain"


@on(e.DiceRolled)
def _(names: Names, event: e.DiceRolled) -> Told:
    faces = ", ".join(str(face) for face in event.doing.faces)
    net = {True: f", advantage {event.net}", False: f", disadvantage {-event.net}"}[event.net > 0] if event.net else ""
    text = f"{names.who(event.doing.who)} rolls {faces}{net}."
    return text, sources_words(event.doing), "plain", drawn(event.doing)


@on(e.PairTaken)
def _(names: Names, event: e.PairTaken) -> Told:
    if event.rule.endswith("/disadvantage"):
        return "With disadvantage the two lowest dice count.", "", "plain"
    return "", "", "plain"


@on(e.CheckMade)
def _(names: Names, event: e.CheckMade) -> Told:
    who, on = names.who(event.who), f" {names.who(event.target)}" if event.target else ""
    good, bad = ("hits" + on, "misses" + on) if event.attack else ("succeeds", "fails")
    if event.sure:
        return f"{who} {good}: there is nothing to roll against.", "", "good"
    text = f"{who} {good if event.success else bad}: {event.total} against {event.dc}."
    return text, "", "good" if event.success else "plain"


@on(e.NoticedBy)
def _(names: Names, event: e.NoticedBy) -> Told:
    verb = "notices" if event.noticed else "does not notice"
    why = f"passive PER {event.dc}" if event.dc else "no PER"
    return f"{names.who(event.watcher)} {verb} {names.who(event.who)}.", why, "plain"


@on(e.GrantGiven)
def _(names: Names, event: e.GrantGiven) -> Told:
    word = "advantage" if event.grant.count > 0 else "disadvantage"
    return f"{names.who(event.who)} has {word} on the next roll: {event.grant.reason}.", "", "plain"


@on(e.DifficultyNamed)
def _(names: Names, event: e.DifficultyNamed) -> Told:
    return f"The DC for {names.who(event.who)} is {event.dc}.", "", "plain"


@on(e.ContestRolled)
def _(names: Names, event: e.ContestRolled) -> Told:
    dice = tuple(Die(6, face=face) for face in event.faces)
    return f"{names.who(event.who)} has {event.total} with {event.attribute}.", "", "plain", dice


@on(e.ContestEnded)
def _(names: Names, event: e.ContestEnded) -> Told:
    if event.winner:
        return f"{names.who(event.winner)} wins the contest.", "", "plain"
    return ("A tie: both roll again." if event.again else "A tie."), "", "plain"


@on(e.EffectTriggered)
def _(names: Names, event: e.EffectTriggered) -> Told:
    on = f" on {names.who(event.target)}" if event.target else ""
    return f"{names.who(event.who)} triggers {event.text}{on}.", "", "cool"


@on(e.ArmorMet)
def _(names: Names, event: e.ArmorMet) -> Told:
    dice = tuple(Die(event.die, face=face) for face in event.faces)
    less = f", the armor takes {event.damage - event.through} off" if event.through < event.damage else ""
    return f"{event.damage} {event.kind} damage{less}.", "", "plain", dice


@on(e.ManeuverProposed)
def _(names: Names, event: e.ManeuverProposed) -> Told:
    return f"{names.who(event.who)} wants instead of damage: {event.text}", "", "plain"


@on(e.ManeuverAnswered)
def _(names: Names, event: e.ManeuverAnswered) -> Told:
    what = "lets it happen" if event.accepted else "takes the damage"
    return f"{names.who(event.who)} {what}.", "", "plain"


@on(e.Shifted)
def _(names: Names, event: e.Shifted) -> Told:
    word = {"push": "pushed back", "pull": "pulled", "drag": "dragged"}[event.how]
    if event.blocked:
        return f"{names.who(event.who)} would be {word}, but something is in the way.", "", "plain"
    return f"{names.who(event.who)} is {word} one space.", "", "bad"


@on(e.Resisted)
def _(names: Names, event: e.Resisted) -> Told:
    return f"{names.who(event.who)} is not moved.", "", "good"


@on(e.Told)
def _(names: Names, event: e.Told) -> Told:
    return (f"{names.who(event.who)}: {event.text}" if event.who else event.text), "", "cool"


@on(e.Did)
def _(names: Names, event: e.Did) -> Told:
    return f"{names.who(event.who)} {event.text}", "", "plain"
