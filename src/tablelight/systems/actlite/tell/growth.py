"""The log in words: growth, the clock and money."""

from __future__ import annotations

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.cash import level_name
from tablelight.systems.actlite.flows.common import archetypes
from tablelight.systems.actlite.tell.words import Names, Told, because, on, some

# ------------------------------------------------------------------ growth


@on(e.SessionEnded)
def _(names: Names, event: e.SessionEnded) -> Told:
    return "The evening is over.", "", "cool"


@on(e.XpEarned)
def _(names: Names, event: e.XpEarned) -> Told:
    return f"{names.who(event.who)} earns {event.xp} XP{because(event.reason)}.", "", "good"


@on(e.AttributeRaised)
def _(names: Names, event: e.AttributeRaised) -> Told:
    return f"{names.who(event.who)} raises {event.attribute} to {event.score:+d} for {event.xp} XP.", "", "good"


@on(e.AttributeGranted)
def _(names: Names, event: e.AttributeGranted) -> Told:
    return f"{names.who(event.who)} has {event.attribute} {event.score:+d}.", "", "plain"


@on(e.ArchetypeRolled)
def _(names: Names, event: e.ArchetypeRolled) -> Told:
    table = archetypes(names.state).get(event.table)
    instead = f", known already, so {event.entry}" if event.entry != event.face else ""
    what = table.name if table else event.table
    return f"{names.who(event.who)} rolls on {what} for {event.xp} XP: {event.face}{instead}.", "", "plain"


@on(e.SkillGained)
def _(names: Names, event: e.SkillGained) -> Told:
    return f"{names.who(event.who)} learns {event.skill.name}.", event.skill.text, "good"


# ------------------------------------------------------------------ time, rest, money


@on(e.TimePassed)
def _(names: Names, event: e.TimePassed) -> Told:
    hours, minutes = divmod(event.minutes, 60)
    parts = [some(hours, "hour")] if hours else []
    parts += [some(minutes, "minute")] if minutes else []
    verb = "passes" if event.minutes in (1, 60) else "pass"
    return f"{' and '.join(parts)} {verb}.", "", "plain"


@on(e.RestBegan)
def _(names: Names, event: e.RestBegan) -> Told:
    return f"{names.all(event.who)} rest{'s' if len(event.who) == 1 else ''}.", "", "plain"


@on(e.HourRested)
def _(names: Names, event: e.HourRested) -> Told:
    return (f"{names.who(event.who)} has rested." if event.hour == 1 else ""), "", "plain"


@on(e.RestBroken)
def _(names: Names, event: e.RestBroken) -> Told:
    return f"The rest is broken off after {event.minutes} minutes, which give nothing.", "", "plain"


@on(e.CashSet)
def _(names: Names, event: e.CashSet) -> Told:
    return f"{names.who(event.who)}: CASH level {level_name(event.level)}{because(event.reason)}.", "", "plain"


@on(e.Bought)
def _(names: Names, event: e.Bought) -> Told:
    return f"{names.who(event.who)} buys {event.what} (level {level_name(event.price)}).", "", "plain"
