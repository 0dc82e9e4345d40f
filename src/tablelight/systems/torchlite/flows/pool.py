"""Building a dice pool: one trait of each set, any number of assets, the other side's complications, SFX.

Every side of a contest builds its pool here; the GM's difficulty is a side too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from msgspec import Struct

from tablelight.kernel.flow import at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, Suggestion
from tablelight.kernel.view import Die
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import sfx
from tablelight.systems.torchlite.flows.common import TorchGame, earn, size_field
from tablelight.systems.torchlite.state import (
    DIFFICULTY,
    Character,
    Contest,
    PoolDie,
    Side,
    TorchState,
    available,
    slug,
)

SETS = ("attributes", "roles", "distinctions", "specialties")
SET_WORDS = {
    "attributes": "attribute",
    "roles": "role",
    "distinctions": "distinction",
    "specialties": "specialty",
    "assets": "asset",
    "troubles": "complication",
}


class Candidate(Struct, frozen=True, gc=False):
    """A die that a side may put into its pool, or may not."""

    key: str
    label: str
    die: int
    set: str
    refused: Refused | None = None


def contest_of(state: TorchState) -> Contest:
    """The contest under way."""
    if not state.contest:
        raise ValueError("no contest is under way")
    return state.contest


def suffix(contest: Contest, key: str) -> str:
    """What distinguishes the offers of a side; the actor's own have none."""
    return "" if key == contest.actor else f":{key}"


def side_of(contest: Contest, answer: Answer) -> str:
    """The side that an answer is about."""
    return answer.key.partition(":")[2] or contest.actor


# ------------------------------------------------------------------ what may be in a pool


def candidates(game: TorchGame, key: str) -> list[Candidate]:
    """Every die that this side might think of, with the reason where it may not have it."""
    contest = contest_of(game.state)
    side = contest.sides[key]
    found = list(_barred(side, _candidates(game.state, contest, key)))
    return [one for one in found if one.key not in {die.key for die in fixed_dice(contest, key)}]


def _candidates(state: TorchState, contest: Contest, key: str) -> Iterator[Candidate]:
    side = contest.sides[key]
    who = state.characters.get(side.who)
    if who:
        yield from _own_traits(who, side)
        yield from _own_assets(who)
        yield from _shared_assets(state, side.who, foes(contest, key))
    yield from _others_troubles(state, contest, key)
    if who:
        yield from _own_troubles(side.who, who)
    if key == DIFFICULTY:
        yield from _extras(state)


def _own_traits(who: Character, side: Side) -> Iterator[Candidate]:
    seen = set(who.assets)
    for name, traits in who.sets().items():
        for trait in traits:
            key = slug(trait.name, seen)
            seen.add(key)
            hindered = key in side.hindered
            yield Candidate(key, trait.name, m.HINDERED if hindered else trait.die, name)


def _own_assets(who: Character) -> Iterator[Candidate]:
    for key, asset in who.assets.items():
        yield Candidate(key, asset.name, asset.die, "assets", _unavailable(who, key))


def _unavailable(who: Character, key: str) -> Refused | None:
    """Why an asset gives no die at present, if so."""
    asset = who.assets[key]
    if asset.stored:
        return Refused("torchlite/treasure-stored", "stored", f"{asset.name} is put away and gives no die.")
    if asset.shut:
        return Refused("torchlite/shut-down-duration", "shut-down", f"{asset.name} is shut down until the scene ends.")
    if not available(who, key):
        text = f"A complication larger than {asset.name} keeps it from use."
        return Refused("torchlite/shut-down-by-complication", "hampered", text)
    return None


def _shared_assets(state: TorchState, own: str, foes: list[str]) -> Iterator[Candidate]:
    """Assets of companions: usable once their owner has shared them (torchlite/pp-share-asset)."""
    mine = state.characters[own]
    for key, who in state.here():
        if key == own or key in foes or (who.kind == "pc") != (mine.kind == "pc"):
            continue
        for asset_key, asset in who.assets.items():
            if asset.lasts == "signature" and not asset.shared:
                continue
            not_yours = Refused(
                "torchlite/asset", "not-shared", f"Only {who.name} may use {asset.name}, until a plot point shares it."
            )
            usable = asset.shared and available(who, asset_key)
            yield Candidate(f"{key}/{asset_key}", asset.name, asset.die, "assets", None if usable else not_yours)


def _others_troubles(state: TorchState, contest: Contest, key: str) -> Iterator[Candidate]:
    """Complications of those one rolls against, whoever caused them: wounds, gags, distractions
    (torchlite/complication-rolled-by-opposition, torchlite/spell-impediments, torchlite/distraction)."""
    for foe in foes(contest, key):
        for trouble_key, trouble in state.characters[foe].complications.items():
            name = f"{foe}/{trouble_key}"
            taken = Refused(
                "torchlite/sfx-own-complication", "used-by-its-owner", f"{trouble.name} is in its owner's own pool."
            )
            claimed = any(die.key == name for other in foe_sides(contest, key) for die in contest.sides[other].pool)
            label = f"{trouble.name} ({state.characters[foe].name})"
            yield Candidate(name, label, trouble.die, "troubles", taken if claimed else None)


def _own_troubles(own: str, who: Character) -> Iterator[Candidate]:
    refused = Refused(
        "torchlite/complication",
        "own-complication",
        "One's own complications are rolled by the opposition, unless an SFX lets one use them.",
    )
    for key, trouble in who.complications.items():
        yield Candidate(f"{own}/{key}", trouble.name, trouble.die, "troubles", refused)


def _extras(state: TorchState) -> Iterator[Candidate]:
    """An extra lends its die to the GM's dice (torchlite/extras)."""
    for key, who in state.here():
        if who.kind == "extra" and who.plays:
            for trait in who.specialties:
                yield Candidate(key, trait.name, trait.die, "extras")


def _barred(side: Side, found: Iterator[Candidate]) -> Iterator[Candidate]:
    no = Refused("torchlite/trait-must-fit", "does-not-fit", "The GM decided that this doesn't fit the action.")
    for one in found:
        yield Candidate(one.key, one.label, one.die, one.set, no) if one.key in side.barred else one


def foes(contest: Contest, key: str) -> list[str]:
    """The characters that a side rolls against."""
    if key == contest.actor:
        return [target for target in contest.targets if target != key]
    return [
        contest.actor,
        *([contest.use.on] if contest.use.kind == "recover" and contest.use.on != contest.actor else []),
    ]


def foe_sides(contest: Contest, key: str) -> list[str]:
    """The sides that roll against this one."""
    return [other for other in contest.order if (other == contest.actor) != (key == contest.actor)]


def fixed_dice(contest: Contest, key: str) -> tuple[PoolDie, ...]:
    """Dice that are in this pool by the nature of what is tried."""
    if key == DIFFICULTY:
        return contest.fixed
    return contest.fixed if contest.use.kind == "shut" and key == contest.use.on else ()


# ------------------------------------------------------------------ a pool from what was picked


def pool_from(game: TorchGame, key: str, picked: tuple[str, ...], size: int = 0) -> tuple[PoolDie, ...] | Refused:
    """The pool of a side from the dice it picked, or why it is not a legal one (torchlite/build-pool)."""
    contest = contest_of(game.state)
    side = contest.sides[key]
    known = {one.key: one for one in candidates(game, key)}
    wrong = _one_of_each(game, [known[one] for one in picked]) or _hindered_in(side, picked)
    if wrong:
        return wrong
    pool = [PoolDie(cast("m.DieSize", size), DIFFICULTY, "difficulty") for _ in range(2 if size else 0)]
    pool += fixed_dice(contest, key)
    pool += [PoolDie(cast("m.DieSize", known[one].die), one, known[one].label) for one in picked]
    there = {one.key for one in known.values() if not one.refused} | {die.key for die in pool}
    for trick in side.tricks:
        changed = sfx.change_pool(pool, trick, game.options["overflow-steps"] == "grow-the-extra")
        if not isinstance(changed, Refused):
            pool = changed
        elif sfx.trait_of(trick) in there.difference(picked):
            return changed  # a trait that the GM barred, that ended or stepped down to nothing takes its trick along
    if not pool:
        return Refused("torchlite/build-pool", "empty-pool", "A pool needs at least one die.")
    return tuple(pool)


def _one_of_each(game: TorchGame, picked: list[Candidate]) -> Refused | None:
    for name in SETS:
        same = [one.label for one in picked if one.set == name]
        if len(same) > 1:
            return Refused(
                "torchlite/build-pool",
                "two-of-a-set",
                f"Only one {SET_WORDS[name]} goes into a pool: which of {' and '.join(same)} stays?",
            )
    if game.options["complications-per-pool"] == "one":
        owners = [one.key.partition("/")[0] for one in picked if one.set == "troubles"]
        if len(owners) > len(set(owners)):
            return Refused(
                "torchlite/complication-rolled-by-opposition",
                "one-complication",
                "At this table only one complication of each opponent goes into a pool.",
            )
    return None


def _hindered_in(side: Side, picked: tuple[str, ...]) -> Refused | None:
    if any(trait not in picked for trait in side.hindered):
        return Refused("torchlite/hinder", "hindered-left-out", "The hindered distinction has to be rolled as d4.")
    return None


# ------------------------------------------------------------------ offers


def building_offers(game: TorchGame, key: str, in_turn: bool) -> Iterator[tuple[Seat, Offer]]:
    """What the side's seat may do while its pool is open, and what the GM may do about it."""
    contest = contest_of(game.state)
    side = contest.sides[key]
    mark = suffix(contest, key)
    found = candidates(game, key)
    fields = pool_fields(game, key, found)
    order = Refused(
        "torchlite/roll-order", "not-yet", f"First {_names(game.state, contest, key)} rolls and names a total."
    )
    label = "Roll the difficulty" if key == DIFFICULTY else f"Roll{_for(game.state, contest, key)}"
    yield (
        side.seat,
        Offer(
            f"roll{mark}",
            label,
            fields,
            "torchlite/build-pool",
            main=True,
            suggestions=suggested_pools(game, key, found),
            refused=None if in_turn else order,
        ),
    )
    yield side.seat, Offer(f"pool{mark}", "Show these dice first", fields, "torchlite/build-pool")
    if key != DIFFICULTY and not fixed_dice(contest, key) and all(one.refused for one in found):
        note = f"{game.state.characters[side.who].name} has no die to roll."
        yield GM, Offer("call-off", "Call the roll off", rule="torchlite/build-pool", note=note, main=True)
    yield from _hinder_offers(game, key, found)
    for offer in sfx.building_offers(game, key, mark):
        yield side.seat, offer
    own = {one.key for one in found}.difference(side.hindered)
    barrable = tuple(Choice(die.key, die.label, die=Die(die.die, die.label)) for die in side.pool if die.key in own)
    if side.seat != GM and barrable:
        field = Field("trait", "Which one", "choice", barrable)
        yield GM, Offer(f"bar{mark}", "This trait doesn't fit", (field,), "torchlite/trait-must-fit")


def pool_fields(game: TorchGame, key: str, found: Sequence[Candidate]) -> tuple[Field, ...]:
    """The dice to pick from; for a difficulty also its size (torchlite/test-difficulty-dice)."""
    side = contest_of(game.state).sides[key]
    choices = tuple(
        Choice(one.key, one.label, SET_WORDS.get(one.set, one.set), Die(one.die, one.label), one.refused)
        for one in found
    )
    shown = {die.key for die in side.pool} | _needed(side)
    chosen = tuple(one.key for one in choices if one.key in shown and not one.refused)
    traits = Field("traits", "Dice", "many", choices, most=len(choices), default=chosen)
    if key != DIFFICULTY or contest_of(game.state).use.kind == "recover":
        return (traits,)
    return (size_field("How hard", default=8, name="size"), traits)


def suggested_pools(game: TorchGame, key: str, found: Sequence[Candidate]) -> tuple[Suggestion, ...]:
    """The largest legal pool of a character, or the usual difficulties."""
    if key == DIFFICULTY:
        if contest_of(game.state).use.kind == "recover":
            return ()
        words = ("very easy", "easy", "hard enough", "hard", "very hard")
        return tuple(
            Suggestion(f"d{size} d{size}", {"size": str(size)}, word) for size, word in zip(m.SIZES, words, strict=True)
        )
    free = [one for one in found if not one.refused]
    side = contest_of(game.state).sides[key]
    needed = _needed(side)
    best: list[Candidate] = []
    for name in SETS:
        mine = [one for one in free if one.set == name]
        mine.sort(key=lambda one: (one.key in needed, one.die), reverse=True)
        best += mine[:1]
    best += [one for one in free if one.set == "assets"]
    owners: set[str] = set()
    for one in free:
        if one.set == "troubles" and (game.options["complications-per-pool"] != "one" or not _seen(owners, one.key)):
            best.append(one)
    if not best:
        return ()
    note = "the largest die of each set, all assets, the other side's complications: keep what fits"
    return (Suggestion(" ".join(f"d{one.die}" for one in best), {"traits": tuple(one.key for one in best)}, note),)


def _needed(side: Side) -> set[str]:
    """What has to be in the pool: traits that are hindered or that a trick works on."""
    return {*side.hindered, *(sfx.trait_of(trick) for trick in side.tricks)}


def _seen(owners: set[str], key: str) -> bool:
    owner = key.partition("/")[0]
    if owner in owners:
        return True
    owners.add(owner)
    return False


def _hinder_offers(game: TorchGame, key: str, found: Sequence[Candidate]) -> Iterator[tuple[Seat, Offer]]:
    """A distinction rolled as d4 earns a plot point, before the roll (torchlite/hinder)."""
    contest = contest_of(game.state)
    side = contest.sides[key]
    who = game.state.characters.get(side.who)
    distinctions = [
        one for one in found if one.set == "distinctions" and not one.refused and one.key not in side.hindered
    ]
    needed = _needed(side)
    distinctions = [one for one in distinctions if one.key in needed] or distinctions
    if not who or not distinctions:
        return
    already = Refused("torchlite/hinder", "once", "One Hinder in a roll.")
    field = Field(
        "distinction",
        "Which distinction",
        "choice",
        tuple(Choice(one.key, one.label, die=Die(m.HINDERED, one.label)) for one in distinctions),
    )
    offer = Offer(
        f"hinder{suffix(contest, key)}",
        "Hinder a distinction",
        (field,),
        "torchlite/hinder",
        cost="+1 PP",
        note="It is rolled as d4; a plot point comes at once.",
        refused=already if side.hindered else None,
    )
    yield side.seat, offer
    if game.options["gm-may-hinder"] == "on" and side.seat != GM:
        yield GM, offer


def _for(state: TorchState, contest: Contest, key: str) -> str:
    side = contest.sides[key]
    several = sum(1 for other in contest.sides.values() if other.seat == side.seat) > 1
    return f" for {state.characters[side.who].name}" if several and side.who else ""


def _names(state: TorchState, contest: Contest, key: str) -> str:
    waiting = [other for other in contest.order[: contest.order.index(key)] if contest.sides[other].total is None]
    first = waiting[0] if waiting else contest.order[0]
    return "the GM" if first == DIFFICULTY else state.characters[first].name


# ------------------------------------------------------------------ what the offers do


def check_pool(game: TorchGame, answer: Answer) -> Refused | None:
    """Whether the picked dice make a legal pool; for the offers `roll` and `pool`."""
    key = side_of(contest_of(game.state), answer)
    pool = pool_from(game, key, answer.many("traits"), _size(answer))
    return pool if isinstance(pool, Refused) else None


def _size(answer: Answer) -> int:
    return int(answer.text("size")) if "size" in answer.args else 0


def answered_pool(game: TorchGame, answer: Answer) -> tuple[PoolDie, ...]:
    """The pool of a `roll` or `pool` answer that was checked before."""
    key = side_of(contest_of(game.state), answer)
    pool = pool_from(game, key, answer.many("traits"), _size(answer))
    if isinstance(pool, Refused):
        raise ValueError(pool.text)
    return pool


@at_once
def propose(game: TorchGame, answer: Answer) -> None:
    """Show the dice before they are rolled."""
    key = side_of(contest_of(game.state), answer)
    game.record(e.PoolProposed(side=key, pool=answered_pool(game, answer), rule="torchlite/build-pool"))


@at_once
def hinder(game: TorchGame, answer: Answer) -> None:
    """Roll a distinction as d4 for a plot point (torchlite/hinder)."""
    key = side_of(contest_of(game.state), answer)
    side = contest_of(game.state).sides[key]
    hindered = answer.text("distinction")
    game.record(e.Hindered(side=key, who=side.who, trait=hindered, rule="torchlite/hinder"))
    earn(game, side.who, 1, "Hinder", "torchlite/pp-common-pile")
    if side.pool:
        known = {one.key: one for one in candidates(game, key) if not one.refused}
        others = [die.key for die in side.pool if die.key in known and known[die.key].set != "distinctions"]
        pool = pool_from(game, key, (*others, hindered))
        if not isinstance(pool, Refused):
            game.record(e.PoolProposed(side=key, pool=pool, rule="torchlite/build-pool"))


@at_once
def bar(game: TorchGame, answer: Answer) -> None:
    """The GM decides what fits (torchlite/trait-must-fit)."""
    key = side_of(contest_of(game.state), answer)
    trait = answer.text("trait")
    label = next(die.label for die in contest_of(game.state).sides[key].pool if die.key == trait)
    game.record(e.DieBarred(side=key, key=trait, label=label, rule="torchlite/trait-must-fit"))
