"""How each event changes the state. Folding rolls nothing, refuses nothing and runs no rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar, cast

from msgspec.structs import replace

from tablelight.kernel.flow import Event
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.state import (
    ActState,
    Armor,
    Character,
    Conditions,
    Doing,
    Initiative,
    Lame,
    Limit,
    Pile,
    Scrivening,
    Secret,
    Window,
    with_character,
)

T = TypeVar("T")
E = TypeVar("E", bound=Event)
Change: TypeAlias = Callable[[ActState, E], ActState]

_CHANGES: dict[type[Event], Callable[[ActState, Event], ActState]] = {}


def evolve(state: ActState, event: Event) -> ActState:
    """The state after an event; events that only tell something change nothing."""
    change = _CHANGES.get(type(event))
    return change(state, event) if change else state


def _on(kind: type[E]) -> Callable[[Change[E]], Change[E]]:
    def register(change: Change[E]) -> Change[E]:
        _CHANGES[kind] = cast("Callable[[ActState, Event], ActState]", change)
        return change

    return register


def _without(mapping: Mapping[str, T], key: str) -> dict[str, T]:
    return {one: value for one, value in mapping.items() if one != key}


def _lessened(causes: tuple[str, ...], cause: str) -> tuple[str, ...]:
    return tuple(one for one in causes if one != cause)


def _added(items: tuple[str, ...], *more: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*items, *more)))


def _changed(state: ActState, key: str, **changes: object) -> ActState:
    return with_character(state, key, replace(state.characters[key], **changes))


def _conditions(state: ActState, key: str, **changes: object) -> ActState:
    return _changed(state, key, conditions=replace(state.characters[key].conditions, **changes))


def _scrivening(state: ActState, key: str, **changes: object) -> ActState:
    return _changed(state, key, scrivening=replace(state.characters[key].scrivening, **changes))


def _secrets(who: Character, secret: Secret) -> tuple[Secret, ...]:
    return who.secrets if secret in who.secrets else (*who.secrets, secret)


# ------------------------------------------------------------------ people and things


@_on(e.CharacterJoined)
def _(state: ActState, event: e.CharacterJoined) -> ActState:
    return with_character(state, event.who, event.character)


@_on(e.CharacterTaken)
def _(state: ActState, event: e.CharacterTaken) -> ActState:
    return _changed(state, event.who, seat=event.seat)


@_on(e.CharacterMoved)
def _(state: ActState, event: e.CharacterMoved) -> ActState:
    return _changed(state, event.who, present=event.present, hidden=event.hidden)


@_on(e.CharacterLeft)
def _(state: ActState, event: e.CharacterLeft) -> ActState:
    return replace(state, characters=_without(state.characters, event.who))


@_on(e.NotesWritten)
def _(state: ActState, event: e.NotesWritten) -> ActState:
    return _changed(state, event.who, notes=event.notes)


@_on(e.WeaponGained)
def _(state: ActState, event: e.WeaponGained) -> ActState:
    return _changed(state, event.who, weapons={**state.characters[event.who].weapons, event.key: event.weapon})


@_on(e.WeaponMoved)
def _(state: ActState, event: e.WeaponMoved) -> ActState:
    weapons = state.characters[event.who].weapons
    moved = replace(weapons[event.key], where=event.where)
    return _changed(state, event.who, weapons={**weapons, event.key: moved})


@_on(e.ArmorWorn)
def _(state: ActState, event: e.ArmorWorn) -> ActState:
    return _changed(state, event.who, armor=event.armor)


@_on(e.ArmorRent)
def _(state: ActState, event: e.ArmorRent) -> ActState:
    armor = state.characters[event.who].armor
    return _changed(state, event.who, armor=replace(armor, reduces={**armor.reduces, event.damage: event.left}))


@_on(e.ItemGained)
def _(state: ActState, event: e.ItemGained) -> ActState:
    return _changed(state, event.who, items={**state.characters[event.who].items, event.key: event.item})


@_on(e.ItemFound)
def _(state: ActState, event: e.ItemFound) -> ActState:
    items = state.characters[event.who].items
    return _changed(state, event.who, items={**items, event.key: replace(items[event.key], place="hand")})


@_on(e.ItemUsed)
def _(state: ActState, event: e.ItemUsed) -> ActState:
    items = state.characters[event.who].items
    if not event.left:
        return _changed(state, event.who, items=_without(items, event.key))
    return _changed(state, event.who, items={**items, event.key: replace(items[event.key], count=event.left)})


@_on(e.PartyRobbed)
def _(state: ActState, event: e.PartyRobbed) -> ActState:
    taken: list[str] = list(state.stash)
    for key in event.who:
        who = state.characters[key]
        things = [*(w.name for w in who.weapons.values()), *(i.name for i in who.items.values())]
        things += [who.armor.name or "armor"] if who.armor != Armor() else []
        taken += [f"{thing} ({who.name})" for thing in things]
        state = _changed(state, key, weapons={}, items={}, armor=Armor())
    written = {key: one for key, one in state.written.items() if one.bearer not in event.who}
    taken += [
        f"a written hex ({state.characters[w.bearer].name})" for w in state.written.values() if w.bearer in event.who
    ]
    return replace(state, stash=tuple(taken), written=written)


@_on(e.SceneSet)
def _(state: ActState, event: e.SceneSet) -> ActState:
    return replace(state, scene=event.text)


@_on(e.MapLaid)
def _(state: ActState, event: e.MapLaid) -> ActState:
    return replace(state, ground=event.ground)


@_on(e.Placed)
def _(state: ActState, event: e.Placed) -> ActState:
    return _changed(state, event.who, at=event.at)


# ------------------------------------------------------------------ health and conditions


@_on(e.DamageTaken)
def _(state: ActState, event: e.DamageTaken) -> ActState:
    who = state.characters[event.who]
    shown = who.shown_crit - event.points if who.shown_crit is not None else None
    return _changed(state, event.who, crit=event.crit, standard=event.standard, shown_crit=shown)


@_on(e.HealthRegained)
def _(state: ActState, event: e.HealthRegained) -> ActState:
    who = state.characters[event.who]
    gained = event.crit - who.crit
    shown = who.shown_crit
    if event.secret and shown is None:
        shown = who.crit
    elif not event.secret and shown is not None:
        shown += gained
    return _changed(state, event.who, crit=event.crit, standard=event.standard, shown_crit=shown)


@_on(e.ConditionGained)
def _(state: ActState, event: e.ConditionGained) -> ActState:
    who = state.characters[event.who]
    changed = with_character(state, event.who, replace(who, conditions=_more(who.conditions, event)))
    if event.secret and event.condition == "stabilized":
        return _changed(changed, event.who, secrets=_secrets(who, "stabilized"))
    return changed


def _more(now: Conditions, event: e.ConditionGained) -> Conditions:
    match event.condition:
        case "prone":
            return replace(now, prone=True)
        case "stabilized":
            return replace(now, stabilized=True)
        case "vulnerable":
            return replace(now, vulnerable=_added(now.vulnerable, event.cause or "badly placed"))
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


@_on(e.ConditionEased)
def _(state: ActState, event: e.ConditionEased) -> ActState:
    who = state.characters[event.who]
    changed = replace(who, conditions=_less(who.conditions, event))
    if event.condition == "stabilized":
        changed = replace(changed, secrets=_kept(who, "stabilized"))
    return with_character(state, event.who, changed)


def _kept(who: Character, *gone: Secret) -> tuple[Secret, ...]:
    return tuple(secret for secret in who.secrets if secret not in gone)


def _less(now: Conditions, event: e.ConditionEased) -> Conditions:
    match event.condition:
        case "prone":
            return replace(now, prone=False)
        case "stabilized":
            return replace(now, stabilized=False)
        case "vulnerable":
            return replace(now, vulnerable=_lessened(now.vulnerable, event.cause))
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


@_on(e.InjuryTaken)
def _(state: ActState, event: e.InjuryTaken) -> ActState:
    injuries = state.characters[event.who].conditions.injuries
    return _conditions(state, event.who, injuries=(*injuries, event.injury))


@_on(e.InjuryHealed)
def _(state: ActState, event: e.InjuryHealed) -> ActState:
    injuries = state.characters[event.who].conditions.injuries
    return _conditions(state, event.who, injuries=(*injuries[: event.at], *injuries[event.at + 1 :]))


@_on(e.LastingBegan)
def _(state: ActState, event: e.LastingBegan) -> ActState:
    lasting = state.characters[event.who].conditions.lasting
    return _conditions(state, event.who, lasting=(*lasting, event.lasting))


@_on(e.LastingEnded)
def _(state: ActState, event: e.LastingEnded) -> ActState:
    lasting = state.characters[event.who].conditions.lasting
    return _conditions(state, event.who, lasting=tuple(one for one in lasting if one.name != event.name))


@_on(e.FellDown)
def _(state: ActState, event: e.FellDown) -> ActState:
    causes = state.characters[event.who].conditions.unconscious
    down = _changed(state, event.who, down=True, skip_roll=event.skip)
    return _conditions(down, event.who, prone=True, unconscious=_added(causes, "crit health"))


@_on(e.FellUnconscious)
def _(state: ActState, event: e.FellUnconscious) -> ActState:
    causes = state.characters[event.who].conditions.unconscious
    return _conditions(state, event.who, prone=True, unconscious=_added(causes, event.cause))


@_on(e.CameTo)
def _(state: ActState, event: e.CameTo) -> ActState:
    who = state.characters[event.who]
    causes = _lessened(who.conditions.unconscious, event.cause)
    awake = _conditions(state, event.who, unconscious=causes)
    if event.cause != "crit health":
        return awake
    awake = _conditions(awake, event.who, stabilized=False)
    return _changed(awake, event.who, down=False, skip_roll=False, shown_crit=None)


@_on(e.Died)
def _(state: ActState, event: e.Died) -> ActState:
    who = state.characters[event.who]
    if event.secret:
        return _changed(state, event.who, dead=True, secrets=_secrets(who, "dead"))
    return _changed(state, event.who, dead=True, down=True, secrets=(), shown_crit=None, shown_max=None)


@_on(e.MaxCritLowered)
def _(state: ActState, event: e.MaxCritLowered) -> ActState:
    who = state.characters[event.who]
    changed = _changed(state, event.who, max_crit=event.max_crit, crit=event.crit)
    if not event.secret:
        return changed
    shown = who.max_crit if who.shown_max is None else who.shown_max
    return _changed(changed, event.who, shown_max=shown, secrets=_secrets(who, "max-crit"))


@_on(e.ScoreChanged)
def _(state: ActState, event: e.ScoreChanged) -> ActState:
    who = state.characters[event.who]
    limits = who.limits
    if event.most is not None:
        limits = {**limits, event.attribute: Limit(most=event.most, source=event.source)}
    return _changed(state, event.who, scores={**who.scores, event.attribute: event.score}, limits=limits)


@_on(e.ArmLost)
def _(state: ActState, event: e.ArmLost) -> ActState:
    return _changed(state, event.who, lost_arms=state.characters[event.who].lost_arms + 1)


# ------------------------------------------------------------------ dying


@_on(e.ConsequenceCame)
def _(state: ActState, event: e.ConsequenceCame) -> ActState:
    who = state.characters[event.who]
    changed = _changed(state, event.who, results=(*who.results, event.result))
    if event.result.outcome == "doomed":
        changed = _conditions(changed, event.who, doomed=True)
        return _changed(changed, event.who, secrets=_secrets(who, "doomed"))
    return changed


@_on(e.RollSkipped)
def _(state: ActState, event: e.RollSkipped) -> ActState:
    return _changed(state, event.who, skip_roll=False)


@_on(e.ResultsRevealed)
def _(state: ActState, event: e.ResultsRevealed) -> ActState:
    return _changed(state, event.who, results=(), secrets=(), shown_crit=None, shown_max=None)


@_on(e.TableChosen)
def _(state: ActState, event: e.TableChosen) -> ActState:
    return _changed(state, event.who, table=event.table)


@_on(e.ConsequenceTableMade)
def _(state: ActState, event: e.ConsequenceTableMade) -> ActState:
    return replace(state, tables={**state.tables, event.key: event.table})


@_on(e.PartyFell)
def _(state: ActState, event: e.PartyFell) -> ActState:
    return replace(state, party_fallen=event.fallen)


@_on(e.PartySpared)
def _(state: ActState, event: e.PartySpared) -> ActState:
    causes = _lessened(state.characters[event.who].conditions.unconscious, "crit health")
    awake = _conditions(state, event.who, unconscious=causes, stabilized=False)
    return _changed(
        awake, event.who, dead=False, down=False, crit=event.crit, skip_roll=False, results=(), secrets=(),
        shown_crit=None, shown_max=None,
    )  # fmt: skip


# ------------------------------------------------------------------ checks and contests


@_on(e.Declared)
def _(state: ActState, event: e.Declared) -> ActState:
    return replace(state, doing=(*state.doing, event.doing))


def _doing(state: ActState, doing: Doing) -> ActState:
    return replace(state, doing=(*state.doing[:-1], doing))


@_on(e.WentOn)
def _(state: ActState, event: e.WentOn) -> ActState:
    return _doing(state, replace(state.doing[-1], going=True)) if state.doing else state


@_on(e.Dropped)
def _(state: ActState, event: e.Dropped) -> ActState:
    return replace(state, doing=state.doing[:-1])


@_on(e.DiceRolled)
def _(state: ActState, event: e.DiceRolled) -> ActState:
    return _doing(state, event.doing)


@_on(e.PairTaken)
def _(state: ActState, event: e.PairTaken) -> ActState:
    return _doing(state, replace(state.doing[-1], picked=event.picked))


@_on(e.ActionEnded)
def _(state: ActState, event: e.ActionEnded) -> ActState:
    return replace(state, doing=state.doing[:-1])


@_on(e.GrantGiven)
def _(state: ActState, event: e.GrantGiven) -> ActState:
    return _changed(state, event.who, grants=(*state.characters[event.who].grants, event.grant))


@_on(e.GrantsUsed)
def _(state: ActState, event: e.GrantsUsed) -> ActState:
    return _changed(state, event.who, grants=())


@_on(e.Shifted)
def _(state: ActState, event: e.Shifted) -> ActState:
    return _changed(state, event.who, at=event.at) if event.at else state


# ------------------------------------------------------------------ initiative and AP


def _initiative(state: ActState, **changes: object) -> ActState:
    if not state.initiative:
        return state
    return replace(state, initiative=replace(state.initiative, **changes))


def _pile(state: ActState, who: str, **changes: int) -> ActState:
    """Move cards of one pile: each change is a number that is added."""
    if not state.initiative:
        return state
    old = state.initiative.piles[who]
    new = Pile(
        old.deck + changes.get("deck", 0),
        old.hand + changes.get("hand", 0),
        old.discard + changes.get("discard", 0),
        old.lost + changes.get("lost", 0),
    )
    return _initiative(state, piles={**state.initiative.piles, who: new})


def _windows(state: ActState, windows: tuple[Window, ...]) -> ActState:
    return _initiative(state, windows=windows)


@_on(e.InitiativeBegan)
def _(state: ActState, event: e.InitiativeBegan) -> ActState:
    return replace(state, initiative=Initiative(piles=event.piles, special=event.special))


@_on(e.DeckShuffled)
def _(state: ActState, event: e.DeckShuffled) -> ActState:
    if not state.initiative:
        return state
    piles = {
        who: replace(pile, deck=pile.deck + pile.discard, discard=0) for who, pile in state.initiative.piles.items()
    }
    special = {key: "deck" if zone == "discard" else zone for key, zone in state.initiative.special.items()}
    return _initiative(state, piles=piles, special=special)


@_on(e.RoundBegan)
def _(state: ActState, event: e.RoundBegan) -> ActState:
    if not state.initiative:
        return replace(state, rounds=event.round)
    return _initiative(state, round=event.round, spent=(), joined=(), passed=(), uses={}, begun=False)


@_on(e.RoundOpened)
def _(state: ActState, event: e.RoundOpened) -> ActState:
    return _initiative(state, begun=True)


@_on(e.CardDealt)
def _(state: ActState, event: e.CardDealt) -> ActState:
    return _pile(state, event.who, deck=-1, hand=1)


@_on(e.SpecialCardDrawn)
def _(state: ActState, event: e.SpecialCardDrawn) -> ActState:
    if not state.initiative:
        return state
    return _initiative(state, special={**state.initiative.special, event.key: event.to})


@_on(e.SpecialCardMade)
def _(state: ActState, event: e.SpecialCardMade) -> ActState:
    return replace(state, specials={**state.specials, event.key: event.card})


@_on(e.StunAte)
def _(state: ActState, event: e.StunAte) -> ActState:
    stun = state.characters[event.who].conditions.stun
    eaten = _conditions(state, event.who, stun=max(0, stun - 1))
    if event.card:
        eaten = _pile(eaten, event.who, hand=-1, discard=1)
    return _spent(eaten, event.who) if event.spent else eaten


def _spent(state: ActState, who: str) -> ActState:
    if not state.initiative or who in state.initiative.spent:
        return state
    return _initiative(state, spent=(*state.initiative.spent, who))


@_on(e.WindowOpened)
def _(state: ActState, event: e.WindowOpened) -> ActState:
    windows = state.initiative.windows if state.initiative else ()
    return _windows(state, (*windows[: event.at], event.window, *windows[event.at :]))


@_on(e.WindowClosed)
def _(state: ActState, event: e.WindowClosed) -> ActState:
    windows = state.initiative.windows if state.initiative else ()
    last = max((at for at, window in enumerate(windows) if window.who == event.who), default=len(windows))
    return _windows(state, (*windows[:last], *windows[last + 1 :]))


@_on(e.WindowsOrdered)
def _(state: ActState, event: e.WindowsOrdered) -> ActState:
    windows = state.initiative.windows if state.initiative else ()
    first = [window for window in windows if window.who == event.who and window.kind == "interrupt"]
    rest = [window for window in windows if window not in first]
    return _windows(state, (*rest, *first))


@_on(e.Interrupted)
def _(state: ActState, event: e.Interrupted) -> ActState:
    return _initiative(state, passed=())


@_on(e.ApSpent)
def _(state: ActState, event: e.ApSpent) -> ActState:
    if not state.initiative:
        return state
    old = state.initiative.piles[event.who]
    pile = Pile(old.deck, old.hand - event.cards, old.discard + event.cards, old.lost)
    windows = state.initiative.windows
    if event.temp or event.credit:
        top = windows[-1]
        windows = (*windows[:-1], replace(top, temp=top.temp - event.temp, credit=top.credit - event.credit))
    spent = state.initiative.spent
    if event.who not in spent and (event.cards or event.temp):
        spent = (*spent, event.who)
    uses = state.initiative.uses
    if event.use:
        uses = {**uses, event.use: uses.get(event.use, 0) + 1}
    piles = {**state.initiative.piles, event.who: pile}
    return _initiative(state, piles=piles, windows=windows, spent=spent, uses=uses)


@_on(e.ApLost)
def _(state: ActState, event: e.ApLost) -> ActState:
    lost = event.hand + event.discard + event.deck
    return _pile(state, event.who, hand=-event.hand, discard=-event.discard, deck=-event.deck, lost=lost)


@_on(e.ApRegained)
def _(state: ActState, event: e.ApRegained) -> ActState:
    return _pile(state, event.who, lost=-event.cards, discard=event.cards)


@_on(e.TempApGained)
def _(state: ActState, event: e.TempApGained) -> ActState:
    windows = state.initiative.windows if state.initiative else ()
    if not windows or windows[-1].who != event.who:
        return state
    return _windows(state, (*windows[:-1], replace(windows[-1], temp=windows[-1].temp + event.ap)))


@_on(e.CardsReturned)
def _(state: ActState, event: e.CardsReturned) -> ActState:
    return _pile(state, event.who, hand=-event.cards, discard=event.cards)


@_on(e.CardsJoined)
def _(state: ActState, event: e.CardsJoined) -> ActState:
    if not state.initiative:
        return state
    piles = {**state.initiative.piles, event.who: Pile(discard=event.cards)}
    return _initiative(state, piles=piles, joined=(*state.initiative.joined, event.who))


@_on(e.CardsRemoved)
def _(state: ActState, event: e.CardsRemoved) -> ActState:
    if not state.initiative:
        return state
    windows = tuple(window for window in state.initiative.windows if window.who != event.who)
    return _initiative(state, piles=_without(state.initiative.piles, event.who), windows=windows)


@_on(e.Passed)
def _(state: ActState, event: e.Passed) -> ActState:
    passed = state.initiative.passed if state.initiative else ()
    return _initiative(state, passed=_added(passed, event.who))


@_on(e.InitiativeEnded)
def _(state: ActState, event: e.InitiativeEnded) -> ActState:
    return replace(state, initiative=None, rounds=0)


@_on(e.Moved)
def _(state: ActState, event: e.Moved) -> ActState:
    return _changed(state, event.who, at=event.at) if event.at else state


@_on(e.GotUp)
def _(state: ActState, event: e.GotUp) -> ActState:
    return _conditions(state, event.who, prone=False)


@_on(e.GrappleBegan)
def _(state: ActState, event: e.GrappleBegan) -> ActState:
    return replace(state, grapples={**state.grapples, event.who: event.target})


@_on(e.GrappleEnded)
def _(state: ActState, event: e.GrappleEnded) -> ActState:
    return replace(state, grapples=_without(state.grapples, event.who))


# ------------------------------------------------------------------ growth


@_on(e.XpEarned)
def _(state: ActState, event: e.XpEarned) -> ActState:
    return _changed(state, event.who, xp=state.characters[event.who].xp + event.xp)


@_on(e.AttributeRaised)
def _(state: ActState, event: e.AttributeRaised) -> ActState:
    who = state.characters[event.who]
    return _changed(state, event.who, scores={**who.scores, event.attribute: event.score}, xp=who.xp - event.xp)


@_on(e.AttributeGranted)
def _(state: ActState, event: e.AttributeGranted) -> ActState:
    who = state.characters[event.who]
    return _changed(state, event.who, scores={**who.scores, event.attribute: event.score})


@_on(e.ArchetypeRolled)
def _(state: ActState, event: e.ArchetypeRolled) -> ActState:
    who = state.characters[event.who]
    rolls = {**who.rolls, event.table: who.rolls.get(event.table, 0) + 1}
    return _changed(state, event.who, rolls=rolls, xp=who.xp - event.xp)


@_on(e.SkillGained)
def _(state: ActState, event: e.SkillGained) -> ActState:
    return _changed(state, event.who, skills={**state.characters[event.who].skills, event.key: event.skill})


@_on(e.ArchetypeMade)
def _(state: ActState, event: e.ArchetypeMade) -> ActState:
    return replace(state, archetypes={**state.archetypes, event.key: event.archetype})


# ------------------------------------------------------------------ time, rest, money


@_on(e.TimePassed)
def _(state: ActState, event: e.TimePassed) -> ActState:
    return replace(state, clock=state.clock + event.minutes)


@_on(e.HourRested)
def _(state: ActState, event: e.HourRested) -> ActState:
    if event.hour > 1:
        return state
    who = state.characters[event.who]
    rested = _conditions(state, event.who, doomed=False)
    rested = _changed(rested, event.who, secrets=_kept(who, "doomed"))
    return _scrivening(rested, event.who, written=0)


@_on(e.CashSet)
def _(state: ActState, event: e.CashSet) -> ActState:
    return _changed(state, event.who, cash=event.level)


# ------------------------------------------------------------------ hexes


@_on(e.HexMade)
def _(state: ActState, event: e.HexMade) -> ActState:
    return replace(state, hexes={**state.hexes, event.key: event.hex})


@_on(e.HexWritten)
def _(state: ActState, event: e.HexWritten) -> ActState:
    return replace(state, written={**state.written, event.key: event.written})


@_on(e.HexPaid)
def _(state: ActState, event: e.HexPaid) -> ActState:
    paid = replace(state.written[event.key], unpaid=event.unpaid)
    return replace(state, written={**state.written, event.key: paid})


@_on(e.HexFinished)
def _(state: ActState, event: e.HexFinished) -> ActState:
    written = replace(state.written[event.key], unpaid=0, since=state.clock)
    state = replace(state, written={**state.written, event.key: written})
    author = state.characters[written.author].scrivening
    return _scrivening(state, written.author, written=author.written + event.count)


@_on(e.HexChanged)
def _(state: ActState, event: e.HexChanged) -> ActState:
    return replace(state, written={**state.written, event.key: event.written})


@_on(e.HexActivated)
def _(state: ActState, event: e.HexActivated) -> ActState:
    return replace(state, written=_without(state.written, event.key))


@_on(e.HexGone)
def _(state: ActState, event: e.HexGone) -> ActState:
    return replace(state, written=_without(state.written, event.key))


@_on(e.HexExpired)
def _(state: ActState, event: e.HexExpired) -> ActState:
    expired = replace(state.written[event.key], usable=False)
    return replace(state, written={**state.written, event.key: expired})


@_on(e.PaletteMade)
def _(state: ActState, event: e.PaletteMade) -> ActState:
    palettes = state.characters[event.who].scrivening.palettes
    return _scrivening(state, event.who, palettes={**palettes, event.name: event.hexes})


@_on(e.HexStudied)
def _(state: ActState, event: e.HexStudied) -> ActState:
    tried = state.characters[event.who].scrivening.tried
    return _scrivening(state, event.who, tried={**tried, "+".join(sorted(event.hexes)): event.day})


@_on(e.HexLearned)
def _(state: ActState, event: e.HexLearned) -> ActState:
    known = state.characters[event.who].scrivening.known
    return _scrivening(state, event.who, known=_added(known, *event.hexes))


@_on(e.KeyFound)
def _(state: ActState, event: e.KeyFound) -> ActState:
    keys = state.characters[event.who].scrivening.keys
    return _scrivening(state, event.who, keys=_added(keys, event.hex))


@_on(e.SignatureChosen)
def _(state: ActState, event: e.SignatureChosen) -> ActState:
    return _scrivening(state, event.who, signature=event.signature)


@_on(e.SignatureSeen)
def _(state: ActState, event: e.SignatureSeen) -> ActState:
    scrivening: Scrivening = state.characters[event.who].scrivening
    owner = event.owner or scrivening.seen.get(event.signature, "")
    return _scrivening(state, event.who, seen={**scrivening.seen, event.signature: owner})
