"""How each event changes the state. Folding rolls nothing, refuses nothing and runs no rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, cast

from msgspec.structs import replace

from tablelight.kernel.flow import Event
from tablelight.kernel.kinds import Changes
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.content.model import ClassChoice
from tablelight.systems.forgelight.state import (
    Being,
    Count,
    Down,
    Fight,
    ForgeState,
    Turn,
    with_being,
)

B = TypeVar("B", bound=Event)

_CHANGES: Changes[ForgeState] = Changes()
_on = _CHANGES.on
evolve = _CHANGES.evolve


PASSING = ("health", "stamina", "notes", "at", "hidden", "seat")
"""What changes all the time, or is nobody's business: it leaves no mark on the sheet."""


def adjusted(state: ForgeState, path: str, reason: str) -> ForgeState:
    """The GM is above the rules, and the sheet says so: what was set by hand, and why (forgelight/creation-steps)."""
    part, _, rest = path.partition(".")
    who, _, field = rest.partition(".")
    if part != "beings" or who not in state.beings or field.partition(".")[0] in ("", *PASSING):
        return state
    one = state.beings[who]
    return with_being(state, who, replace(one, by_hand={**one.by_hand, field: reason}))


class _About(Protocol):
    """An event about one being."""

    @property
    def who(self) -> str: ...


def _to(kind: type[B]) -> Callable[[Callable[[Being, B], Being]], Callable[[Being, B], Being]]:
    """Puts a change down of the being that the event is about, its `who`."""

    def put(change: Callable[[Being, B], Being]) -> Callable[[Being, B], Being]:
        @_on(kind)
        def _(state: ForgeState, event: B) -> ForgeState:
            who = cast("_About", event).who
            return with_being(state, who, change(state.beings[who], event))

        return change

    return put


# ------------------------------------------------------------------ people and sheets


@_on(e.BeingJoined)
def _(state: ForgeState, event: e.BeingJoined) -> ForgeState:
    return with_being(state, event.who, event.being)


@_on(e.BeingLeft)
def _(state: ForgeState, event: e.BeingLeft) -> ForgeState:
    beings = {
        key: replace(one, mounted="" if one.mounted == event.who else one.mounted)
        for key, one in state.beings.items()
        if key != event.who
    }
    return replace(state, beings=beings)


@_to(e.BeingTaken)
def _(who: Being, event: e.BeingTaken) -> Being:
    return replace(who, seat=event.seat)


@_to(e.BeingShown)
def _(who: Being, event: e.BeingShown) -> Being:
    return replace(who, hidden=event.hidden)


@_to(e.NotesWritten)
def _(who: Being, event: e.NotesWritten) -> Being:
    return replace(who, notes=event.notes)


@_to(e.ConceptWritten)
def _(who: Being, event: e.ConceptWritten) -> Being:
    return replace(who, concept=event.concept)


@_on(e.PackAdded)
def _(state: ForgeState, event: e.PackAdded) -> ForgeState:
    others = tuple(pack for pack in state.packs if pack.id != event.pack.id)
    return replace(state, packs=(*others, event.pack))


@_on(e.DraftSet)
def _(state: ForgeState, event: e.DraftSet) -> ForgeState:
    drafts = {seat: draft for seat, draft in state.drafts.items() if seat != event.seat}
    return replace(state, drafts=drafts | ({event.seat: event.draft} if event.draft else {}))


# ------------------------------------------------------------------ levels


@_to(e.LevelGranted)
def _(who: Being, event: e.LevelGranted) -> Being:
    return replace(who, levels_due=who.levels_due + 1)


@_to(e.LevelGained)
def _(who: Being, event: e.LevelGained) -> Being:
    return replace(
        who,
        level=who.level + 1,
        levels_due=max(who.levels_due - 1, 0),
        raised={**who.raised, event.attribute: who.raised.get(event.attribute, 0) + 1},
        classes=_next_level(who, event.kind, event.subclass),
        hand=(*who.hand, *event.cards),
        traits=(*who.traits, *event.traits),
        health=event.health,
        stamina=event.stamina,
        exchanging=True,
    )


def _next_level(who: Being, kind: str, subclass: str) -> tuple[ClassChoice, ...]:
    if any(one.kind == kind for one in who.classes):
        return tuple(replace(one, level=one.level + 1) if one.kind == kind else one for one in who.classes)
    return (*who.classes, ClassChoice(kind, 1, subclass))


@_to(e.CompanionGrew)
def _(who: Being, event: e.CompanionGrew) -> Being:
    raised = {**who.raised, event.attribute: who.raised.get(event.attribute, 0) + 1}
    return replace(who, level=who.level + 1, raised=raised, health=event.health, stamina=event.stamina)


@_to(e.TraitGained)
def _(who: Being, event: e.TraitGained) -> Being:
    return replace(who, traits=(*who.traits, event.taken))


@_to(e.CardGained)
def _(who: Being, event: e.CardGained) -> Being:
    return replace(who, hand=(*who.hand, event.card))


@_to(e.CardSwapped)
def _(who: Being, event: e.CardSwapped) -> Being:
    active = {slot: card for slot, card in who.active.items() if card != event.old}
    ended = len(active) < len(who.active)
    discard = tuple(event.new if card == event.old else card for card in who.discard)
    return replace(
        who,
        hand=tuple(event.new if card == event.old else card for card in who.hand),
        discard=(*discard, event.new) if ended else discard,
        active=active,
        active_rounds={card: left for card, left in who.active_rounds.items() if card != event.old},
    )


@_to(e.ExchangeClosed)
def _(who: Being, event: e.ExchangeClosed) -> Being:
    return replace(who, exchanging=False)


@_to(e.AttunementGranted)
def _(who: Being, event: e.AttunementGranted) -> Being:
    return replace(who, attunements_due=who.attunements_due + 1)


@_to(e.CompanionGranted)
def _(who: Being, event: e.CompanionGranted) -> Being:
    return replace(who, companions_due=who.companions_due + 1)


@_to(e.CompanionBonded)
def _(who: Being, event: e.CompanionBonded) -> Being:
    return replace(who, companions_due=max(who.companions_due - 1, 0))


@_to(e.Attuned)
def _(who: Being, event: e.Attuned) -> Being:
    return replace(
        who,
        crystal=event.attribute,
        attunements=(*who.attunements, event.crystal),
        attunements_due=max(who.attunements_due - 1, 0),
        hand=(*who.hand, *event.cards),
    )


# ------------------------------------------------------------------ cards and gear


@_on(e.CardPlayed)
def _(state: ForgeState, event: e.CardPlayed) -> ForgeState:
    who = state.beings[event.who]
    played = replace(
        who,
        hand=_without(who.hand, event.card),
        playing=(*who.playing, event.card),
        stamina=who.stamina - event.stamina,
    )
    state = with_being(state, event.who, played)
    return _paid(state, event.who, event.ap)


def _paid(state: ForgeState, who: str, ap: int) -> ForgeState:
    return _with_turn(state, who, lambda turn: replace(turn, ap=turn.ap - ap))


def _with_turn(state: ForgeState, who: str, change: Callable[[Turn], Turn]) -> ForgeState:
    def turns(count: Count) -> Count:
        return replace(count, turns=tuple(change(turn) if turn.who == who else turn for turn in count.turns))

    return _with_count(state, turns)


def _with_count(state: ForgeState, change: Callable[[Count], Count]) -> ForgeState:
    if not state.fight or not state.fight.counts:
        return state
    *others, last = state.fight.counts
    return replace(state, fight=replace(state.fight, counts=(*others, change(last))))


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(one for one in cards if one != card)


@_to(e.CardReturned)
def _(who: Being, event: e.CardReturned) -> Being:
    return replace(who, playing=_without(who.playing, event.card), hand=(*who.hand, event.card))


@_to(e.CardDiscarded)
def _(who: Being, event: e.CardDiscarded) -> Being:
    return replace(who, playing=_without(who.playing, event.card), discard=(*who.discard, event.card))


@_to(e.CardActivated)
def _(who: Being, event: e.CardActivated) -> Being:
    rounds = {**who.active_rounds, event.card: event.rounds} if event.rounds else who.active_rounds
    active = {**who.active, event.slot: event.card}
    return replace(who, playing=_without(who.playing, event.card), active=active, active_rounds=rounds)


@_to(e.ActiveEnded)
def _(who: Being, event: e.ActiveEnded) -> Being:
    active = {slot: card for slot, card in who.active.items() if slot != event.slot}
    rounds = {card: left for card, left in who.active_rounds.items() if card != event.card}
    return replace(who, active=active, active_rounds=rounds, discard=(*who.discard, event.card))


@_to(e.ActiveTicked)
def _(who: Being, event: e.ActiveTicked) -> Being:
    return replace(who, active_rounds={**who.active_rounds, event.card: event.rounds})


@_to(e.CardDrawn)
def _(who: Being, event: e.CardDrawn) -> Being:
    return replace(who, discard=_without(who.discard, event.card), hand=(*who.hand, event.card))


@_to(e.GearFound)
def _(who: Being, event: e.GearFound) -> Being:
    return replace(who, pack=(*who.pack, event.gear))


@_to(e.GearEquipped)
def _(who: Being, event: e.GearEquipped) -> Being:
    carried = list(who.pack)
    if event.gear in carried:
        carried.remove(event.gear)
    return replace(who, gear={**who.gear, event.slot: event.gear}, pack=tuple(carried))


@_to(e.GearRemoved)
def _(who: Being, event: e.GearRemoved) -> Being:
    gear = {slot: key for slot, key in who.gear.items() if slot != event.slot}
    return replace(who, gear=gear, pack=(*who.pack, event.gear) if event.kept else who.pack)


# ------------------------------------------------------------------ the fight


@_on(e.FightBegan)
def _(state: ForgeState, event: e.FightBegan) -> ForgeState:
    return replace(state, fight=Fight(event.order))


def _with_fight(state: ForgeState, **changes: object) -> ForgeState:
    return replace(state, fight=replace(state.fight, **changes)) if state.fight else state


@_on(e.OrderSet)
def _(state: ForgeState, event: e.OrderSet) -> ForgeState:
    return _with_fight(state, order=event.order, at=event.at)


@_on(e.RoundBegan)
def _(state: ForgeState, event: e.RoundBegan) -> ForgeState:
    return _with_fight(state, round=event.round, counts=())


@_on(e.CountBegan)
def _(state: ForgeState, event: e.CountBegan) -> ForgeState:
    assert state.fight
    new = Count((), event.waiting, free=event.free)
    before = state.fight.counts if event.free else state.fight.counts[:-1]
    return _with_fight(state, at=state.fight.at if event.free else event.at, counts=(*before, new))


@_on(e.TurnBegan)
def _(state: ForgeState, event: e.TurnBegan) -> ForgeState:
    def begun(count: Count) -> Count:
        return replace(count, turns=(*count.turns, event.turn), waiting=_without(count.waiting, event.who))

    return _with_count(state, begun)


@_on(e.TurnEnded)
def _(state: ForgeState, event: e.TurnEnded) -> ForgeState:
    def ended(count: Count) -> Count:
        return replace(
            count,
            turns=tuple(turn for turn in count.turns if turn.who != event.who),
            waiting=_without(count.waiting, event.who),
        )

    return _with_count(state, ended)


def _ticked(who: Being, turns: int) -> Being:
    return replace(who, down=replace(who.down, turns=turns)) if who.down else who


@_on(e.TurnSkipped)
def _(state: ForgeState, event: e.TurnSkipped) -> ForgeState:
    state = with_being(state, event.who, _ticked(state.beings[event.who], event.turns))
    return _with_count(state, lambda count: replace(count, waiting=_without(count.waiting, event.who)))


@_to(e.WindowTicked)
def _(who: Being, event: e.WindowTicked) -> Being:
    return _ticked(who, event.turns)


@_to(e.WindowCounted)
def _(who: Being, event: e.WindowCounted) -> Being:
    return _ticked(who, event.turns)


@_on(e.CountEnded)
def _(state: ForgeState, event: e.CountEnded) -> ForgeState:
    return _with_fight(state, counts=state.fight.counts[:-1] if state.fight else ())


@_on(e.FightEnded)
def _(state: ForgeState, event: e.FightEnded) -> ForgeState:
    return replace(state, fight=None)


@_on(e.ReactionSpent)
def _(state: ForgeState, event: e.ReactionSpent) -> ForgeState:
    return _with_fight(state, reacted=(*state.fight.reacted, event.who)) if state.fight else state


@_on(e.ReactionBack)
def _(state: ForgeState, event: e.ReactionBack) -> ForgeState:
    left = tuple(who for who in state.fight.reacted if event.who not in ("", who)) if state.fight else ()
    return _with_fight(state, reacted=left)


@_on(e.FollowUpOpened)
def _(state: ForgeState, event: e.FollowUpOpened) -> ForgeState:
    return _with_turn(
        state,
        event.who,
        lambda turn: replace(turn, follow_ups=event.count, attacked=event.attacked, area=event.area),
    )


@_on(e.PointsSpent)
def _(state: ForgeState, event: e.PointsSpent) -> ForgeState:
    who = state.beings[event.who]
    state = with_being(state, event.who, replace(who, stamina=who.stamina - event.stamina))
    return _paid(state, event.who, event.ap)


# ------------------------------------------------------------------ movement


@_on(e.Moved)
def _(state: ForgeState, event: e.Moved) -> ForgeState:
    for key in _together(state, event.who):
        moved = replace(
            state.beings[key],
            at=event.at if event.at is not None else state.beings[key].at,
            height=event.height,
            flying=event.flying,
        )
        state = with_being(state, key, moved)
        state = _with_turn(state, key, lambda turn: replace(turn, diagonals=turn.diagonals + event.diagonals))
        state = _with_count(state, lambda count, key=key: _walked(count, key, event.feet))
    return state


def _together(state: ForgeState, who: str) -> list[str]:
    """A being with its mount or rider."""
    found = {who, state.beings[who].mounted, state.rider_of(who)}
    return [key for key in state.beings if key in found]


def _walked(count: Count, who: str, feet: int) -> Count:
    return replace(count, moved={**count.moved, who: count.moved.get(who, 0) + feet})


@_on(e.Pushed)
def _(state: ForgeState, event: e.Pushed) -> ForgeState:
    for key in _together(state, event.who):
        state = with_being(state, key, replace(state.beings[key], at=event.at))
    return state


@_to(e.Fell)
def _(who: Being, event: e.Fell) -> Being:
    return replace(who, height=0, flying=False)


@_on(e.Mounted)
def _(state: ForgeState, event: e.Mounted) -> ForgeState:
    who, mount = state.beings[event.who], state.beings[event.mount]
    riding = replace(who, mounted=event.mount, at=mount.at, height=mount.height, flying=mount.flying)
    return with_being(state, event.who, riding)


@_to(e.Dismounted)
def _(who: Being, event: e.Dismounted) -> Being:
    return replace(who, mounted="", flying=event.flying, at=event.at if event.at is not None else who.at)


@_to(e.Placed)
def _(who: Being, event: e.Placed) -> Being:
    return replace(who, at=event.at)


# ------------------------------------------------------------------ damage and statuses


@_to(e.DamageTaken)
def _(who: Being, event: e.DamageTaken) -> Being:
    return replace(who, health=event.health)


@_to(e.Healed)
def _(who: Being, event: e.Healed) -> Being:
    return replace(who, health=event.health)


@_to(e.StaminaGained)
def _(who: Being, event: e.StaminaGained) -> Being:
    return replace(who, stamina=event.stamina)


@_to(e.PoolsCut)
def _(who: Being, event: e.PoolsCut) -> Being:
    return replace(who, health=event.health, stamina=event.stamina)


@_to(e.StatusGiven)
def _(who: Being, event: e.StatusGiven) -> Being:
    return replace(who, statuses={**who.statuses, event.status: event.condition})


@_to(e.StatusTicked)
def _(who: Being, event: e.StatusTicked) -> Being:
    ticked = replace(who.statuses[event.status], left=event.left)
    return replace(who, statuses={**who.statuses, event.status: ticked})


@_to(e.StatusEnded)
def _(who: Being, event: e.StatusEnded) -> Being:
    return replace(who, statuses={key: one for key, one in who.statuses.items() if key != event.status})


# ------------------------------------------------------------------ at 0 Health


@_to(e.Defeated)
def _(who: Being, event: e.Defeated) -> Being:
    return replace(who, out=event.how)


@_to(e.VergeReached)
def _(who: Being, event: e.VergeReached) -> Being:
    return replace(who, verge=True)


@_to(e.DroppedUnconscious)
def _(who: Being, event: e.DroppedUnconscious) -> Being:
    return replace(who, verge=False, down=Down(event.since, 0, event.slot))


@_to(e.Woke)
def _(who: Being, event: e.Woke) -> Being:
    return replace(who, down=None, health=event.health)


@_to(e.ScarTaken)
def _(who: Being, event: e.ScarTaken) -> Being:
    return replace(who, scar=event.scar)


@_to(e.RoseAgain)
def _(who: Being, event: e.RoseAgain) -> Being:
    return replace(who, verge=False, health=event.health)


@_to(e.BlazeBegan)
def _(who: Being, event: e.BlazeBegan) -> Being:
    return replace(who, verge=False)


@_to(e.Died)
def _(who: Being, event: e.Died) -> Being:
    return replace(who, dead=True, verge=False, down=None, health=0, mounted="")


@_to(e.CompanionStays)
def _(who: Being, event: e.CompanionStays) -> Being:
    return replace(who, stays=event.stays)


@_to(e.CompanionFled)
def _(who: Being, event: e.CompanionFled) -> Being:
    return replace(who, fled=True, flying=False)


@_to(e.CompanionBack)
def _(who: Being, event: e.CompanionBack) -> Being:
    return replace(who, fled=False, health=event.health, stamina=event.stamina)


@_to(e.CompanionHandedOver)
def _(who: Being, event: e.CompanionHandedOver) -> Being:
    return replace(who, seat=type(who.seat)(""))


# ------------------------------------------------------------------ checks and the world


@_on(e.CheckCalled)
def _(state: ForgeState, event: e.CheckCalled) -> ForgeState:
    return replace(state, check=event.check)


@_on(e.ThresholdSet)
def _(state: ForgeState, event: e.ThresholdSet) -> ForgeState:
    return replace(state, check=replace(state.check, threshold=event.threshold)) if state.check else state


@_on(e.CheckEnded)
def _(state: ForgeState, event: e.CheckEnded) -> ForgeState:
    return replace(state, check=None)


@_on(e.SceneSet)
def _(state: ForgeState, event: e.SceneSet) -> ForgeState:
    return replace(state, scene=event.scene)


@_on(e.TimePassed)
def _(state: ForgeState, event: e.TimePassed) -> ForgeState:
    return replace(state, now=state.now + event.seconds)


@_to(e.Rested)
def _(who: Being, event: e.Rested) -> Being:
    return replace(who, health=event.health, stamina=event.stamina, rested_on=event.day)
