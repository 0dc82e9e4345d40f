"""Changes of health, conditions and dying."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.evolve.changes import (
    added,
    changed,
    conditions,
    lessened,
    on,
    secret_too,
    secrets_without,
)
from tablelight.systems.actlite.state import ActState, Conditions, Lame, Limit, with_character

# ------------------------------------------------------------------ health and conditions


@on(e.DamageTaken)
def _(state: ActState, event: e.DamageTaken) -> ActState:
    who = state.characters[event.who]
    shown = who.shown_crit - event.points if who.shown_crit is not None else None
    return changed(state, event.who, crit=event.crit, standard=event.standard, shown_crit=shown)


@on(e.HealthRegained)
def _(state: ActState, event: e.HealthRegained) -> ActState:
    who = state.characters[event.who]
    gained = event.crit - who.crit
    shown = who.shown_crit
    if event.secret and shown is None:
        shown = who.crit
    elif not event.secret and shown is not None:
        shown += gained
    return changed(state, event.who, crit=event.crit, standard=event.standard, shown_crit=shown)


@on(e.ConditionGained)
def _(state: ActState, event: e.ConditionGained) -> ActState:
    who = state.characters[event.who]
    after = with_character(state, event.who, replace(who, conditions=_more(who.conditions, event)))
    if event.secret and event.condition == "stabilized":
        return changed(after, event.who, secrets=secret_too(who, "stabilized"))
    return after


def _more(now: Conditions, event: e.ConditionGained) -> Conditions:
    match event.condition:
        case "prone":
            return replace(now, prone=True)
        case "stabilized":
            return replace(now, stabilized=True)
        case "vulnerable":
            return replace(now, vulnerable=added(now.vulnerable, event.cause or "badly placed"))
        case "lame":
            lame = (*now.lame, *(Lame(event.until) for _ in range(event.amount)))
            return replace(now, lame=tuple(sorted(lame, key=lambda one: (one.until is None, one.until or 0))))
        case "poison":
            return replace(now, poison=now.poison + event.amount)
        case "heal":
            return replace(now, heal=now.heal + event.amount)
        case "exhaustion":
            return replace(now, exhaustion=now.exhaustion + event.amount)
        case "stun":
            return replace(now, stun=now.stun + event.amount)
        case "bleed":
            return replace(now, bleed=now.bleed + event.amount)
        case "injury":
            return now  # an injury has a limb, and an event of its own


@on(e.ConditionEased)
def _(state: ActState, event: e.ConditionEased) -> ActState:
    who = state.characters[event.who]
    after = replace(who, conditions=_less(who.conditions, event))
    if event.condition == "stabilized":
        after = replace(after, secrets=secrets_without(who, "stabilized"))
    return with_character(state, event.who, after)


def _less(now: Conditions, event: e.ConditionEased) -> Conditions:
    match event.condition:
        case "prone":
            return replace(now, prone=False)
        case "stabilized":
            return replace(now, stabilized=False)
        case "vulnerable":
            return replace(now, vulnerable=lessened(now.vulnerable, event.cause))
        case "lame":
            return replace(now, lame=now.lame[event.amount :])
        case "poison":
            return replace(now, poison=max(0, now.poison - event.amount))
        case "heal":
            return replace(now, heal=max(0, now.heal - event.amount))
        case "exhaustion":
            return replace(now, exhaustion=max(0, now.exhaustion - event.amount))
        case "stun":
            return replace(now, stun=max(0, now.stun - event.amount))
        case "bleed":
            return replace(now, bleed=max(0, now.bleed - event.amount))
        case "injury":
            return now


@on(e.InjuryTaken)
def _(state: ActState, event: e.InjuryTaken) -> ActState:
    injuries = state.characters[event.who].conditions.injuries
    return conditions(state, event.who, injuries=(*injuries, event.injury))


@on(e.InjuryHealed)
def _(state: ActState, event: e.InjuryHealed) -> ActState:
    injuries = state.characters[event.who].conditions.injuries
    return conditions(state, event.who, injuries=(*injuries[: event.at], *injuries[event.at + 1 :]))


@on(e.LastingBegan)
def _(state: ActState, event: e.LastingBegan) -> ActState:
    lasting = state.characters[event.who].conditions.lasting
    return conditions(state, event.who, lasting=(*lasting, event.lasting))


@on(e.LastingEnded)
def _(state: ActState, event: e.LastingEnded) -> ActState:
    lasting = state.characters[event.who].conditions.lasting
    return conditions(state, event.who, lasting=tuple(one for one in lasting if one.name != event.name))


@on(e.FellDown)
def _(state: ActState, event: e.FellDown) -> ActState:
    causes = state.characters[event.who].conditions.unconscious
    down = changed(state, event.who, down=True, skip_roll=event.skip)
    return conditions(down, event.who, prone=True, unconscious=added(causes, "crit health"))


@on(e.FellUnconscious)
def _(state: ActState, event: e.FellUnconscious) -> ActState:
    causes = state.characters[event.who].conditions.unconscious
    return conditions(state, event.who, prone=True, unconscious=added(causes, event.cause))


@on(e.CameTo)
def _(state: ActState, event: e.CameTo) -> ActState:
    who = state.characters[event.who]
    causes = lessened(who.conditions.unconscious, event.cause)
    awake = conditions(state, event.who, unconscious=causes)
    if event.cause != "crit health":
        return awake
    awake = conditions(awake, event.who, stabilized=False)
    return changed(awake, event.who, down=False, skip_roll=False, shown_crit=None)


@on(e.Died)
def _(state: ActState, event: e.Died) -> ActState:
    who = state.characters[event.who]
    if event.secret:
        return changed(state, event.who, dead=True, secrets=secret_too(who, "dead"))
    return changed(state, event.who, dead=True, down=True, secrets=(), shown_crit=None, shown_max=None)


@on(e.MaxCritLowered)
def _(state: ActState, event: e.MaxCritLowered) -> ActState:
    who = state.characters[event.who]
    after = changed(state, event.who, max_crit=event.max_crit, crit=event.crit)
    if not event.secret:
        return after
    shown = who.max_crit if who.shown_max is None else who.shown_max
    return changed(after, event.who, shown_max=shown, secrets=secret_too(who, "max-crit"))


@on(e.ScoreChanged)
def _(state: ActState, event: e.ScoreChanged) -> ActState:
    who = state.characters[event.who]
    limits = who.limits
    old = limits.get(event.attribute, Limit())
    if event.most is not None and event.most < old.most:
        limits = {**limits, event.attribute: replace(old, most=event.most, source=event.source)}
    return changed(state, event.who, scores={**who.scores, event.attribute: event.score}, limits=limits)


@on(e.ArmLost)
def _(state: ActState, event: e.ArmLost) -> ActState:
    return changed(state, event.who, lost_arms=state.characters[event.who].lost_arms + 1)


# ------------------------------------------------------------------ dying


@on(e.ConsequenceCame)
def _(state: ActState, event: e.ConsequenceCame) -> ActState:
    who = state.characters[event.who]
    after = changed(state, event.who, results=(*who.results, event.result))
    if event.result.outcome == "doomed":
        after = conditions(after, event.who, doomed=True)
        return changed(after, event.who, secrets=secret_too(who, "doomed"))
    return after


@on(e.RollSkipped)
def _(state: ActState, event: e.RollSkipped) -> ActState:
    return changed(state, event.who, skip_roll=False)


@on(e.ResultsRevealed)
def _(state: ActState, event: e.ResultsRevealed) -> ActState:
    return changed(state, event.who, results=(), secrets=(), shown_crit=None, shown_max=None)


@on(e.TableChosen)
def _(state: ActState, event: e.TableChosen) -> ActState:
    return changed(state, event.who, table=event.table)


@on(e.PartyFell)
def _(state: ActState, event: e.PartyFell) -> ActState:
    return replace(state, party_fallen=event.fallen)


@on(e.PartySpared)
def _(state: ActState, event: e.PartySpared) -> ActState:
    causes = lessened(state.characters[event.who].conditions.unconscious, "crit health")
    awake = conditions(state, event.who, unconscious=causes, stabilized=False)
    return changed(
        awake, event.who, dead=False, down=False, crit=event.crit, skip_roll=False, results=(), secrets=(),
        shown_crit=None, shown_max=None,
    )  # fmt: skip
