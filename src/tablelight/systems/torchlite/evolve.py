"""How each event changes the state. Folding rolls nothing, refuses nothing and runs no rule."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from tablelight.kernel.kinds import Changes
from tablelight.kernel.people import fold_people
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite.mechanics import DieSize
from tablelight.systems.torchlite.state import (
    Asset,
    Character,
    Complication,
    ComplicationSize,
    Contest,
    Opportunity,
    Order,
    Scene,
    Session,
    Side,
    TorchState,
    with_character,
)

_CHANGES: Changes[TorchState] = Changes()
_on = _CHANGES.on
evolve = _CHANGES.evolve
fold_people(_CHANGES)


# ------------------------------------------------------------------ people


@_on(e.CharacterJoined)
def _(state: TorchState, event: e.CharacterJoined) -> TorchState:
    return with_character(state, event.who, event.character)


@_on(e.SfxAdded)
def _(state: TorchState, event: e.SfxAdded) -> TorchState:
    who = state.characters[event.who]
    return with_character(state, event.who, replace(who, sfx=(*who.sfx, event.sfx)))


@_on(e.SfxShutDown)
def _(state: TorchState, event: e.SfxShutDown) -> TorchState:
    who = state.characters[event.who]
    sfx = tuple(replace(one, shut=True) if one.name == event.sfx else one for one in who.sfx)
    return with_character(state, event.who, replace(who, sfx=sfx))


@_on(e.TraitSet)
def _(state: TorchState, event: e.TraitSet) -> TorchState:
    who = state.characters[event.who]
    sets = who.sets()
    traits = sets[event.set]
    known = any(trait.name == event.trait.name for trait in traits)
    changed = tuple(event.trait if trait.name == event.trait.name else trait for trait in traits)
    sets[event.set] = changed if known else (*traits, event.trait)
    return with_character(state, event.who, replace(who, **sets))


@_on(e.MilestoneAdded)
def _(state: TorchState, event: e.MilestoneAdded) -> TorchState:
    who = state.characters[event.who]
    return with_character(state, event.who, replace(who, milestones=(*who.milestones, event.milestone)))


@_on(e.XpEarned)
def _(state: TorchState, event: e.XpEarned) -> TorchState:
    who = state.characters[event.who]
    return with_character(state, event.who, replace(who, xp=who.xp + event.xp))


@_on(e.XpSpent)
def _(state: TorchState, event: e.XpSpent) -> TorchState:
    who = state.characters[event.who]
    return with_character(state, event.who, replace(who, xp=who.xp - event.xp))


# ------------------------------------------------------------------ plot points


@_on(e.PointsEarned)
def _(state: TorchState, event: e.PointsEarned) -> TorchState:
    return _pay(state, event.who, event.points)


@_on(e.PointsSpent)
def _(state: TorchState, event: e.PointsSpent) -> TorchState:
    return _pay(state, event.who, -event.points)


def _pay(state: TorchState, who: str, points: int) -> TorchState:
    if not who:
        return replace(state, bank=state.bank + points)
    character = state.characters[who]
    return with_character(state, who, replace(character, pp=character.pp + points))


# ------------------------------------------------------------------ assets and complications


def _with_asset(state: TorchState, who: str, key: str, asset: Asset | None) -> TorchState:
    character = state.characters[who]
    assets = {**character.assets}
    if asset:
        assets[key] = asset
    else:
        assets.pop(key, None)
    return with_character(state, who, replace(character, assets=assets))


def _asset(state: TorchState, who: str, key: str) -> Asset:
    return state.characters[who].assets[key]


@_on(e.AssetCreated)
def _(state: TorchState, event: e.AssetCreated) -> TorchState:
    return _with_asset(state, event.who, event.key, event.asset)


@_on(e.AssetStepped)
def _(state: TorchState, event: e.AssetStepped) -> TorchState:
    asset = _asset(state, event.who, event.key)
    die = cast("DieSize", event.die)
    full = die if event.lasting else asset.full
    return _with_asset(state, event.who, event.key, replace(asset, die=die, full=full))


@_on(e.AssetShutDown)
def _(state: TorchState, event: e.AssetShutDown) -> TorchState:
    return _with_asset(state, event.who, event.key, replace(_asset(state, event.who, event.key), shut=True))


@_on(e.AssetEnded)
def _(state: TorchState, event: e.AssetEnded) -> TorchState:
    return _with_asset(state, event.who, event.key, None)


@_on(e.AssetShared)
def _(state: TorchState, event: e.AssetShared) -> TorchState:
    return _with_asset(state, event.who, event.key, replace(_asset(state, event.who, event.key), shared=True))


@_on(e.AssetKept)
def _(state: TorchState, event: e.AssetKept) -> TorchState:
    kept = (*state.scene.kept, f"{event.who}/{event.key}")
    return replace(state, scene=replace(state.scene, kept=kept))


@_on(e.AssetRenamed)
def _(state: TorchState, event: e.AssetRenamed) -> TorchState:
    renamed = replace(_asset(state, event.who, event.key), name=event.name)
    return _with_asset(state, event.who, event.key, renamed)


@_on(e.TreasureStored)
def _(state: TorchState, event: e.TreasureStored) -> TorchState:
    return _with_asset(state, event.who, event.key, replace(_asset(state, event.who, event.key), stored=True))


@_on(e.AssetMadeSignature)
def _(state: TorchState, event: e.AssetMadeSignature) -> TorchState:
    die = cast("DieSize", event.die)
    asset = replace(_asset(state, event.who, event.key), lasts="signature", die=die, full=die, stored=False, shut=False)
    return _with_asset(state, event.who, event.key, asset)


def _with_trouble(state: TorchState, who: str, key: str, trouble: Complication | None) -> TorchState:
    character = state.characters[who]
    complications = {**character.complications}
    if trouble:
        complications[key] = trouble
    else:
        complications.pop(key, None)
    return with_character(state, who, replace(character, complications=complications))


@_on(e.ComplicationTaken)
def _(state: TorchState, event: e.ComplicationTaken) -> TorchState:
    return _with_trouble(state, event.who, event.key, event.complication)


@_on(e.ComplicationEased)
def _(state: TorchState, event: e.ComplicationEased) -> TorchState:
    if not event.die:
        return _with_trouble(state, event.who, event.key, None)
    trouble = state.characters[event.who].complications[event.key]
    die = cast("ComplicationSize", event.die)
    return _with_trouble(state, event.who, event.key, replace(trouble, die=die))


@_on(e.ComplicationEnded)
def _(state: TorchState, event: e.ComplicationEnded) -> TorchState:
    return _with_trouble(state, event.who, event.key, None)


@_on(e.ComplicationMadeLasting)
def _(state: TorchState, event: e.ComplicationMadeLasting) -> TorchState:
    trouble = state.characters[event.who].complications[event.key]
    return _with_trouble(state, event.who, event.key, replace(trouble, lasts="story"))


@_on(e.ComplicationRenamed)
def _(state: TorchState, event: e.ComplicationRenamed) -> TorchState:
    trouble = state.characters[event.who].complications[event.key]
    return _with_trouble(state, event.who, event.key, replace(trouble, name=event.name))


@_on(e.TakenOut)
def _(state: TorchState, event: e.TakenOut) -> TorchState:
    return with_character(state, event.who, replace(state.characters[event.who], out=True, out_by=event.by))


@_on(e.BackInPlay)
def _(state: TorchState, event: e.BackInPlay) -> TorchState:
    return with_character(state, event.who, replace(state.characters[event.who], out=False, out_by=""))


# ------------------------------------------------------------------ a contest


def _contest(state: TorchState) -> Contest:
    if not state.contest:
        raise ValueError("no contest is under way")
    return state.contest


def _side(state: TorchState, side: str) -> Side:
    return _contest(state).sides[side]


def _with_side(state: TorchState, key: str, **changes: Any) -> TorchState:
    """The state with these fields of one side changed."""
    contest = _contest(state)
    side = replace(contest.sides[key], **changes)
    return replace(state, contest=replace(contest, sides={**contest.sides, key: side}))


@_on(e.ContestBegan)
def _(state: TorchState, event: e.ContestBegan) -> TorchState:
    return replace(state, contest=event.contest, last_contest=None, opportunities=())


@_on(e.TargetJoined)
def _(state: TorchState, event: e.TargetJoined) -> TorchState:
    contest = _contest(state)
    sides = {**contest.sides, event.side: event.content}
    order, targets = (*contest.order, event.side), (*contest.targets, event.side)
    return replace(state, contest=replace(contest, sides=sides, order=order, targets=targets))


@_on(e.Hindered)
def _(state: TorchState, event: e.Hindered) -> TorchState:
    side = _side(state, event.side)
    return _with_side(state, event.side, hindered=(*side.hindered, event.trait))


@_on(e.DieBarred)
def _(state: TorchState, event: e.DieBarred) -> TorchState:
    side = _side(state, event.side)
    pool = tuple(die for die in side.pool if die.key != event.key)
    return _with_side(state, event.side, pool=pool, barred=(*side.barred, event.key))


@_on(e.TrickUsed)
def _(state: TorchState, event: e.TrickUsed) -> TorchState:
    side = _side(state, event.side)
    return _with_side(state, event.side, tricks=(*side.tricks, event.trick), pool=event.pool)


@_on(e.PoolProposed)
def _(state: TorchState, event: e.PoolProposed) -> TorchState:
    return _with_side(state, event.side, pool=event.pool)


@_on(e.PoolRolled)
def _(state: TorchState, event: e.PoolRolled) -> TorchState:
    return _with_side(
        state, event.side, pool=event.pool, faces=event.faces, open_hitches=event.hitches, hitched=1 in event.faces
    )


@_on(e.DiceRerolled)
def _(state: TorchState, event: e.DiceRerolled) -> TorchState:
    side = _side(state, event.side)
    faces = list(side.faces)
    rerolled = dict(side.rerolled)
    for at, face in zip(event.at, event.faces, strict=True):
        faces[at] = face
        rerolled[str(at)] = (*rerolled.get(str(at), ()), event.by)
    return _with_side(
        state,
        event.side,
        faces=tuple(faces),
        rerolled=rerolled,
        open_hitches=event.hitches,
        hitched=1 in faces,
        counted=(),
        kept=(),
        total=None,
    )


@_on(e.DiceKept)
def _(state: TorchState, event: e.DiceKept) -> TorchState:
    return _with_side(state, event.side, kept_as_is=True)


@_on(e.HitchesFound)
def _(state: TorchState, event: e.HitchesFound) -> TorchState:
    return _with_side(state, event.side, open_hitches=event.at)


@_on(e.HitchBought)
def _(state: TorchState, event: e.HitchBought) -> TorchState:
    side = _side(state, event.side)
    left = tuple(at for at in side.open_hitches if at not in event.at)
    return _with_side(state, event.side, open_hitches=left)


@_on(e.HitchesLeft)
def _(state: TorchState, event: e.HitchesLeft) -> TorchState:
    return _with_side(state, event.side, open_hitches=())


@_on(e.OpportunitiesOpened)
def _(state: TorchState, event: e.OpportunitiesOpened) -> TorchState:
    opened = tuple(Opportunity(cast("DieSize", die)) for die in event.dice)
    return replace(state, opportunities=(*state.opportunities, *opened))


@_on(e.OpportunityUsed)
def _(state: TorchState, event: e.OpportunityUsed) -> TorchState:
    used = tuple(
        replace(one, used=(*one.used, event.seat)) if at == event.at else one
        for at, one in enumerate(state.opportunities)
    )
    return replace(state, opportunities=used)


@_on(e.TotalDeclared)
def _(state: TorchState, event: e.TotalDeclared) -> TorchState:
    return _with_side(state, event.side, counted=event.counted, kept=event.kept, total=event.total)


@_on(e.ContestEnded)
def _(state: TorchState, event: e.ContestEnded) -> TorchState:
    return replace(state, contest=None, last_contest=state.contest)


# ------------------------------------------------------------------ time


@_on(e.SessionBegan)
def _(state: TorchState, event: e.SessionBegan) -> TorchState:
    characters: dict[str, Character] = {}
    for key, who in state.characters.items():
        if event.fresh:
            who = replace(who, complications={}, out=False, out_by="")
        characters[key] = replace(who, pp=event.points.get(key, who.pp))
    session = Session(event.number, open=True)
    return replace(state, characters=characters, session=session, bank=event.bank)


@_on(e.SessionEnded)
def _(state: TorchState, event: e.SessionEnded) -> TorchState:
    session = replace(state.session, open=False, cliffhanger=event.cliffhanger)
    state = replace(state, scene=replace(state.scene, kept=()))
    if event.cliffhanger:
        return replace(state, session=session, bank=0)
    characters = {key: replace(who, pp=0) for key, who in state.characters.items()}
    return replace(state, session=session, bank=0, characters=characters)


@_on(e.SceneBegan)
def _(state: TorchState, event: e.SceneBegan) -> TorchState:
    scene = Scene(event.number, event.title, event.text, open=True, restful=event.restful)
    return replace(state, scene=scene, opportunities=(), last_contest=None)


@_on(e.SceneEnded)
def _(state: TorchState, event: e.SceneEnded) -> TorchState:
    """Assets return to their full rating and SFX come back; single losses are events of their own."""
    characters = {key: _after_scene(who) for key, who in state.characters.items()}
    scene = replace(state.scene, open=False, kept=())
    return replace(state, scene=scene, characters=characters, order=None, opportunities=())


def _after_scene(who: Character) -> Character:
    assets = {key: replace(asset, die=asset.full, shut=False) for key, asset in who.assets.items()}
    sfx = tuple(replace(one, shut=False) for one in who.sfx)
    return replace(who, assets=assets, sfx=sfx)


@_on(e.SceneMadeRestful)
def _(state: TorchState, event: e.SceneMadeRestful) -> TorchState:
    return replace(state, scene=replace(state.scene, restful=True))


@_on(e.Rested)
def _(state: TorchState, event: e.Rested) -> TorchState:
    return replace(state, scene=replace(state.scene, rested=(*state.scene.rested, event.who)))


@_on(e.RoundBegan)
def _(state: TorchState, event: e.RoundBegan) -> TorchState:
    return replace(state, order=Order(event.round, ""))


@_on(e.TurnBegan)
def _(state: TorchState, event: e.TurnBegan) -> TorchState:
    order = state.order or Order(1, "")
    return replace(state, order=replace(order, current=event.who))


@_on(e.TurnEnded)
def _(state: TorchState, event: e.TurnEnded) -> TorchState:
    order = state.order or Order(1, "")
    return replace(state, order=replace(order, current="", acted=(*order.acted, event.who)))


@_on(e.OrderEnded)
def _(state: TorchState, event: e.OrderEnded) -> TorchState:
    return replace(state, order=None)
