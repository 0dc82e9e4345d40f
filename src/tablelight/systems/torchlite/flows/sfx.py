"""Special effects: when they may be used, what they cost, and the dice tricks they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

from tablelight.kernel.flow import Flow, ask, choose, roll
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.view import Die
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows.common import (
    TorchGame,
    controller,
    die_choice,
    earn,
    known,
    no_points,
    pay,
    purse,
    step_asset_down,
    step_trouble_down,
    take,
    take_out,
)
from tablelight.systems.torchlite.state import (
    STRESS,
    Character,
    Contest,
    PoolDie,
    Sfx,
    Side,
    UsedTrick,
    available,
    slug,
)

POOL_TRICKS = (
    "double",
    "step-up",
    "step-down",
    "add-die",
    "own-complication",
    "extra-total",
    "extra-effect",
    "step-effect",
)
REROLLS = ("reroll-hitch", "reroll-one", "reroll-all")

TRICK_WORDS = {
    "double": "double a trait",
    "step-up": "step up a trait",
    "step-down": "step down a trait",
    "add-die": "add a die",
    "own-complication": "roll an own complication",
    "extra-total": "one more die in the total",
    "extra-effect": "one more effect die",
    "step-effect": "step up the effect die",
    "reroll-hitch": "reroll a hitch",
    "reroll-one": "reroll one die",
    "reroll-all": "reroll all dice",
    "ease": "step down an own stress or complication",
    "recover-own": "recover own stress",
    "earn": "earn a plot point",
}


def words(sfx: Sfx) -> str:
    """What an SFX does, in a line."""
    trick = TRICK_WORDS[sfx.trick] + (f" d{sfx.die}" if sfx.trick == "add-die" else "")
    if sfx.trait and sfx.trick in ("double", "step-up", "step-down"):
        trick = trick.replace("a trait", sfx.trait)
    return f"{cost_words(sfx)}{trick}"


def cost_words(sfx: Sfx) -> str:
    """What an SFX costs, in a few words."""
    match sfx.cost:
        case "pp":
            return "1 PP: "
        case "stress":
            return f"take {' or '.join(sfx.stress or tuple(STRESS.values()))} d{m.FAILURE_STRESS}: "
        case "asset":
            return "step down an asset: "
        case "none":
            return ""


# ------------------------------------------------------------------ tricks on a pool


def change_pool(pool: Sequence[PoolDie], trick: UsedTrick, grow: bool) -> list[PoolDie] | Refused:
    """The pool after a trick (torchlite/double-die, torchlite/pool-step-up and its kin)."""
    if trick.trick == "add-die":
        return [*pool, PoolDie(trick.die, f"sfx:{trick.sfx}", trick.sfx, trick.sfx)]
    if trick.trick == "own-complication":
        return [*pool, PoolDie(trick.die, f"{trick.who}/{trick.on}", trick.sfx, trick.sfx)]
    if trick.trick not in ("double", "step-up", "step-down"):
        return list(pool)
    at = next((i for i, die in enumerate(pool) if die.key == trick.on), None)
    if at is None:
        return Refused(
            "torchlite/sfx", "trait-missing", f"{trick.sfx} was used on a trait that has to stay in the pool."
        )
    changed = list(pool)
    match trick.trick:
        case "double":
            changed.insert(at + 1, PoolDie(pool[at].die, f"{trick.on}+", pool[at].label, trick.sfx))
        case "step-up":
            _step_up(changed, at, trick, grow)
        case "step-down":
            lower = m.step_down(pool[at].die)
            changed[at : at + 1] = [_sized(pool[at], lower, trick.sfx)] if lower else []
    return changed


def trait_of(trick: UsedTrick) -> str:
    """The trait that a trick works on, also where it works on a die that another trick made of it."""
    return trick.on.rstrip("+^")


def _step_up(pool: list[PoolDie], at: int, trick: UsedTrick, grow: bool) -> None:
    """A d12 stays and brings a d6 along (torchlite/pool-step-up-d12, option overflow-steps)."""
    if pool[at].die < m.LARGEST:
        pool[at] = _sized(pool[at], m.step_up(pool[at].die), trick.sfx)
        return
    extra = next((i for i, die in enumerate(pool) if die.key == f"{trick.on}^"), None)
    if grow and extra is not None and pool[extra].die < m.LARGEST:
        pool[extra] = _sized(pool[extra], m.step_up(pool[extra].die), trick.sfx)
    else:
        pool.insert(at + 1, PoolDie(6, f"{trick.on}^", pool[at].label, trick.sfx))


def _sized(die: PoolDie, size: int, by: str) -> PoolDie:
    return PoolDie(cast("m.DieSize", size), die.key, die.label, by)


# ------------------------------------------------------------------ costs


def cannot(game: TorchGame, who: str, sfx: Sfx) -> Refused | None:
    """Why a character can't use an SFX now, if so."""
    character = game.state.characters[who]
    if character.out:
        return Refused("torchlite/taken-out-meaning", "taken-out", f"{character.name} is taken out.")
    if sfx.shut:
        return Refused("torchlite/sfx-shutdown", "shut-down", f"{sfx.name} is shut down until the scene ends.")
    if sfx.cost == "pp" and purse(game.state, who) < 1:
        return no_points(1, purse(game.state, who))
    if sfx.cost == "asset" and not _assets_to_pay(character):
        return Refused("torchlite/sfx-step-down-asset", "no-asset", "There is no asset to step down.")
    return None


def _assets_to_pay(who: Character) -> list[str]:
    return [key for key in who.assets if available(who, key)]


def cost_fields(game: TorchGame, who: str, sfx: Sfx) -> tuple[Field, ...]:
    """What has to be chosen to pay for an SFX."""
    character = game.state.characters[who]
    if sfx.cost == "asset":
        assets = tuple(
            die_choice(key, character.assets[key].name, character.assets[key].die) for key in _assets_to_pay(character)
        )
        return (Field("asset", "Which asset steps down", "choice", assets),)
    if sfx.cost == "stress" and len(sfx.stress) != 1:
        kinds = sfx.stress or tuple(STRESS.values())
        return (Field("stress", "Which stress", "choice", tuple(Choice(kind, kind) for kind in kinds)),)
    return ()


def cost_warning(game: TorchGame, who: str, sfx: Sfx) -> str:
    """A warning where the cost may take the character out."""
    kinds = sfx.stress or tuple(STRESS.values())
    worst = [c for c in game.state.characters[who].complications.values() if c.name in kinds and c.die == m.LARGEST]
    if sfx.cost == "stress" and worst:
        return f"{worst[0].name} stands at d12: one more step takes you out."
    return ""


def pay_cost(game: TorchGame, who: str, sfx: Sfx, answer: Answer) -> str:
    """Pay for an SFX; gives the id of a stress that takes the character out once the roll is over, or nothing."""
    out = ""
    match sfx.cost:
        case "pp":
            pay(game, who, 1, sfx.name, "torchlite/sfx")
        case "stress":
            kind = answer.text("stress") if "stress" in answer.args else (*sfx.stress, "Exhausted")[0]
            out = take(game, who, "", kind, m.FAILURE_STRESS, "torchlite/sfx")
        case "asset":
            step_asset_down(game, who, answer.text("asset"), "torchlite/sfx-step-down-asset")
        case "none":
            pass
    if sfx.shuts:
        game.record(e.SfxShutDown(who=who, sfx=sfx.name, rule="torchlite/sfx-shutdown"))
    return out


def pay_in_turn(game: TorchGame, who: str, sfx: Sfx) -> Flow[str | None]:
    """Ask what is still to be chosen for the cost, and pay it. Gives what `pay_cost` gives, or None for second
    thoughts."""
    seat = controller(game.state, who)
    fields = cost_fields(game, who, sfx)
    if not fields:
        return pay_cost(game, who, sfx, Answer(seat, ""))

    def menu() -> Iterator[tuple[Seat, Offer]]:
        now = cost_fields(game, who, sfx)
        yield seat, Offer("pay", "Pay for it", now, "torchlite/sfx", main=True, refused=cannot(game, who, sfx))
        yield seat, Offer("never-mind", "Never mind")

    answer = yield from ask(f"{sfx.name}: {fields[0].label.lower()}?", menu)
    return None if answer.key == "never-mind" else pay_cost(game, who, sfx, answer)


def helps_alone(who: Character) -> list[Sfx]:
    """The SFX with which a character may recover stress without help (torchlite/recovery-roll-who)."""
    return [sfx for sfx in who.sfx if sfx.trick == "recover-own"]


def use_alone(game: TorchGame, who: str) -> Flow[str | None]:
    """Pay for recovering own stress; gives what `pay_in_turn` gives."""
    helping = next(sfx for sfx in helps_alone(game.state.characters[who]) if not cannot(game, who, sfx))
    return (yield from pay_in_turn(game, who, helping))


def find_sfx(who: Character, key: str) -> Sfx:
    """The SFX that an offer's key names."""
    return next(sfx for sfx in who.sfx if slug(sfx.name, ()) == key)


def key_of(sfx: Sfx) -> str:
    """The key under which an SFX is offered."""
    return slug(sfx.name, ())


# ------------------------------------------------------------------ while a pool is built


def building_offers(game: TorchGame, key: str, mark: str) -> Iterator[Offer]:
    """The SFX that may change this pool before it is rolled."""
    contest = game.state.contest
    assert contest
    side = contest.sides[key]
    who = game.state.characters.get(side.who)
    if not who:
        return
    for sfx in who.sfx:
        if sfx.when == "building" and sfx.trick in POOL_TRICKS:
            fields = (*_trait_fields(game, side, who, sfx), *cost_fields(game, side.who, sfx))
            yield Offer(
                f"sfx-{key_of(sfx)}{mark}",
                sfx.name,
                fields,
                "torchlite/sfx-voluntary",
                cost=cost_words(sfx).removesuffix(": "),
                note=_note(sfx),
                group="SFX",
                warn=cost_warning(game, side.who, sfx),
                refused=cannot(game, side.who, sfx) or _nothing_to_work_on(contest, key, sfx, fields),
            )


def _note(sfx: Sfx) -> str:
    trick = TRICK_WORDS[sfx.trick]
    return f"{sfx.trigger}: {trick}" if sfx.trigger else trick


def _trait_fields(game: TorchGame, side: Side, who: Character, sfx: Sfx) -> tuple[Field, ...]:
    if sfx.trick == "own-complication":
        there = {die.key for die in side.pool}
        troubles = tuple(
            die_choice(k, c.name, c.die) for k, c in who.complications.items() if f"{side.who}/{k}" not in there
        )
        return (Field("on", "Which complication", "choice", troubles),)
    if sfx.trick in ("double", "step-up", "step-down"):
        fitting = [d for d in side.pool if not sfx.trait or sfx.trait.casefold() == d.label.casefold()]
        return (Field("on", "Which die", "choice", tuple(die_choice(d.key, d.label, d.die) for d in fitting)),)
    return ()


def _nothing_to_work_on(contest: Contest, key: str, sfx: Sfx, fields: tuple[Field, ...]) -> Refused | None:
    if any(used.sfx == sfx.name for used in contest.sides[key].tricks):
        return Refused("torchlite/sfx", "once", f"{sfx.name} works once on a roll.")
    if sfx.trick == "own-complication" and any(side.faces for side in contest.sides.values()):
        return Refused(
            "torchlite/sfx-own-complication", "too-late", "This has to be said before the first dice are rolled."
        )
    if any(field.name == "on" and not field.choices for field in fields):
        what = f"{sfx.trait} to the pool" if sfx.trait else "dice to the pool"
        if sfx.trick == "own-complication":
            return Refused("torchlite/sfx-own-complication", "no-complication", "There is no complication to use.")
        return Refused("torchlite/sfx", "trait-missing", f"First add {what} and show the dice.")
    return None


def use_on_pool(game: TorchGame, key: str, answer: Answer) -> str:
    """Use an SFX on the pool being built; gives a stress that takes the character out afterwards, or nothing."""
    contest = game.state.contest
    assert contest
    side = contest.sides[key]
    sfx = find_sfx(game.state.characters[side.who], _sfx_key(answer))
    trick = _trick(game, side, sfx, answer)
    pool = change_pool(side.pool, trick, game.options["overflow-steps"] == "grow-the-extra")
    if isinstance(pool, Refused):
        raise ValueError(pool.text)
    game.record(e.TrickUsed(side=key, trick=trick, pool=tuple(pool), rule="torchlite/one-roll"))
    return pay_cost(game, side.who, sfx, answer)


def check_on_pool(game: TorchGame, key: str, answer: Answer) -> Refused | None:
    """Refuse a trick whose die would vanish before it could help."""
    contest = game.state.contest
    assert contest
    side = contest.sides[key]
    sfx = find_sfx(game.state.characters[side.who], _sfx_key(answer))
    pool = change_pool(side.pool, _trick(game, side, sfx, answer), False)
    if isinstance(pool, Refused):
        return pool
    if side.pool and not pool:
        return Refused("torchlite/pool-step-down-d4", "empty-pool", "The d4 would be gone and nothing would be left.")
    return None


def _sfx_key(answer: Answer) -> str:
    return answer.key.partition(":")[0].removeprefix("sfx-")


def _trick(game: TorchGame, side: Side, sfx: Sfx, answer: Answer) -> UsedTrick:
    on = answer.text("on") if "on" in answer.args else ""
    die: m.DieSize = sfx.die
    if sfx.trick == "own-complication":
        die = game.state.characters[side.who].complications[on].die
    return UsedTrick(side.who, sfx.name, sfx.trick, on, die)


def free_dice(side: Side, trick: str) -> int:
    """How many dice an SFX adds to the total (`extra-total`) or keeps for effect (`extra-effect`) without a point."""
    return len([used for used in side.tricks if used.trick == trick])


def fixed_stress(game: TorchGame, side: Side) -> str:
    """The kind of stress that an SFX used in this roll names for a failure (torchlite/failed-test-type)."""
    for used in side.tricks:
        for sfx in game.state.characters[used.who].sfx:
            if sfx.name == used.sfx and sfx.fixes:
                return sfx.fixes
    return ""


# ------------------------------------------------------------------ rerolls


def reroll_offers(game: TorchGame, key: str, when: str) -> Iterator[tuple[Seat, Offer]]:
    """SFX that throw dice of a roll again, the roller's and those of companions."""
    contest = game.state.contest
    assert contest
    side = contest.sides[key]
    roller = game.state.characters.get(side.who)
    if not roller:
        return
    for who, character in game.state.here():
        if who != side.who and character.kind != roller.kind:
            continue
        for sfx in character.sfx:
            if sfx.when == when and sfx.trick in REROLLS and (who == side.who or sfx.allies):
                seat = controller(game.state, who)
                yield seat, _reroll_offer(game, key, who, sfx)


def _reroll_offer(game: TorchGame, key: str, who: str, sfx: Sfx) -> Offer:
    contest = game.state.contest
    assert contest
    side = contest.sides[key]
    seat = controller(game.state, who)
    dice = reroll_dice(side, sfx, seat)
    nothing = None
    if not dice:
        nothing = Refused(
            "torchlite/reroll-limit", "no-die", "There is no die left that this player hasn't rerolled with an SFX."
        )
    fields = cost_fields(game, who, sfx)
    if sfx.trick != "reroll-all":
        names = die_names(side.dice)
        choices = tuple(Choice(names[at], names[at], die=Die(side.dice[at], face=side.faces[at])) for at in dice)
        fields = (Field("die", "Which die", "choice", choices), *fields)
    return Offer(
        reroll_key(side, key, who, sfx),
        f"{sfx.name}: {TRICK_WORDS[sfx.trick]}",
        fields,
        "torchlite/reroll-limit",
        cost=cost_words(sfx).removesuffix(": "),
        note=sfx.trigger,
        group="SFX",
        refused=nothing or cannot(game, who, sfx),
    )


def reroll_key(side: Side, key: str, who: str, sfx: Sfx) -> str:
    """The offer's key; a companion's SFX names whose it is."""
    whose = "" if who == side.who else f"-by-{who}"
    return f"reroll-{key_of(sfx)}{whose}:{key}"


def reroll_dice(side: Side, sfx: Sfx, seat: Seat) -> list[int]:
    """The positions that this SFX may reroll for this seat: each die only once (torchlite/reroll-limit)."""
    free = [at for at in range(len(side.faces)) if seat not in side.rerolled.get(str(at), ())]
    return [at for at in free if side.faces[at] == 1] if sfx.trick == "reroll-hitch" else free


def reroll(game: TorchGame, key: str, answer: Answer) -> Flow[str]:
    """Throw dice again; the new faces stand (torchlite/reroll-limit, torchlite/reroll-scope)."""
    contest = game.state.contest
    assert contest
    side = contest.sides[key]
    who, sfx = next(
        (who, sfx)
        for who, character in game.state.here()
        for sfx in character.sfx
        if reroll_key(side, key, who, sfx) == answer.key
    )
    at = reroll_dice(side, sfx, answer.seat)
    if "die" in answer.args:
        at = [die_names(side.dice).index(answer.text("die"))]
    out = pay_cost(game, who, sfx, answer)
    faces = yield from roll([side.dice[i] for i in at], answer.seat, "torchlite/reroll-limit")
    after = dict(enumerate(side.faces)) | dict(zip(at, faces, strict=True))
    fresh = tuple(i for i, face in after.items() if face == 1 and (i in at or i in side.open_hitches))
    players = game.state.characters[side.who].kind == "pc"
    buyable = fresh if players and contest.use.kind != "recover" else ()
    game.record(
        e.DiceRerolled(
            side=key,
            by=answer.seat,
            sfx=sfx.name,
            at=tuple(at),
            faces=faces,
            hitches=buyable,
            rule="torchlite/reroll-scope",
        )
    )
    ones = tuple(side.dice[i] for i in at if after[i] == 1)
    if ones and not players:
        game.record(e.OpportunitiesOpened(dice=ones, rule="torchlite/opportunity"))
    return out


@lru_cache(maxsize=4096)
def die_names(dice: tuple[int, ...]) -> tuple[str, ...]:
    """A short name for each die of a roll: its size, with a number where there are several (d8, d8.2)."""
    names: list[str] = []
    for at, size in enumerate(dice):
        count = dice[:at].count(size)
        names.append(f"d{size}.{count + 1}" if count else f"d{size}")
    return tuple(names)


# ------------------------------------------------------------------ any time


def any_time(game: TorchGame, seat: Seat, trick: str) -> list[tuple[str, Sfx]]:
    """The SFX of this seat's characters that do this trick at any time."""
    return [
        (who, sfx)
        for who, character in known(game.state, seat)
        for sfx in character.sfx
        if sfx.when == "any" and sfx.trick == trick
    ]


def _sfx_field(game: TorchGame, usable: Sequence[tuple[str, Sfx]]) -> Field:
    choices = tuple(
        Choice(f"{who}/{key_of(sfx)}", sfx.name, words(sfx), refused=cannot(game, who, sfx)) for who, sfx in usable
    )
    return Field("sfx", "Which SFX", "choice", choices)


def _named_sfx(game: TorchGame, answer: Answer) -> tuple[str, Sfx]:
    who, _, key = answer.text("sfx").partition("/")
    return who, find_sfx(game.state.characters[who], key)


def ease_offer(game: TorchGame, seat: Seat) -> Offer | None:
    """Step down an own stress or complication by an SFX (torchlite/sfx-step-down-stress)."""
    usable = any_time(game, seat, "ease")
    if not usable:
        return None
    troubles = tuple(
        die_choice(f"{who}/{key}", trouble.name, trouble.die)
        for who in dict.fromkeys(who for who, _ in usable)
        for key, trouble in game.state.characters[who].complications.items()
    )
    nothing = Refused("torchlite/sfx-step-down-stress", "no-trouble", "There is nothing to step down.")
    return Offer(
        "use-sfx",
        "Use an SFX",
        (_sfx_field(game, usable), Field("trouble", "Which trouble", "choice", troubles)),
        "torchlite/sfx-step-down-stress",
        group="SFX",
        refused=None if troubles else nothing,
    )


def ease_flow(game: TorchGame, answer: Answer) -> Flow[None]:
    """Pay for the SFX and step the trouble down."""
    who, sfx = _named_sfx(game, answer)
    out = yield from pay_in_turn(game, who, sfx)
    owner, _, key = answer.text("trouble").partition("/")
    if out is not None and key in game.state.characters[owner].complications:
        step_trouble_down(game, owner, key, "torchlite/sfx-step-down-stress")
    if out:
        take_out(game, who, out)


def earn_offer(game: TorchGame, seat: Seat) -> Offer | None:
    """Accept an SFX's disadvantage for a plot point (torchlite/sfx)."""
    usable = any_time(game, seat, "earn")
    if not usable:
        return None
    return Offer(
        "earn-by-sfx", "Take a disadvantage", (_sfx_field(game, usable),), "torchlite/sfx", cost="+1 PP", group="SFX"
    )


def earn_flow(game: TorchGame, answer: Answer) -> Flow[None]:
    """The disadvantage, then the plot point."""
    who, sfx = _named_sfx(game, answer)
    out = yield from pay_in_turn(game, who, sfx)
    if out is not None:
        earn(game, who, 1, sfx.name, "torchlite/sfx")
    if out:
        take_out(game, who, out)


# ------------------------------------------------------------------ limits


def limit_offer(game: TorchGame, seat: Seat) -> Offer | None:
    """A Limit: its player, or the GM, lets it happen (torchlite/limit, torchlite/limit-activation)."""
    choices = tuple(
        Choice(f"{who}/{key_of(sfx)}", f"{sfx.name} ({character.name})", sfx.trigger, refused=cannot(game, who, sfx))
        for who, character in game.state.here()
        if character.plays and (seat == GM or controller(game.state, who) == seat)
        for sfx in character.sfx
        if sfx.when == "limit"
    )
    if not choices:
        return None
    return Offer(
        "limit",
        "Let a Limit happen",
        (Field("limit", "Which Limit", "choice", choices),),
        "torchlite/limit",
        cost="+1 PP",
        group="SFX",
    )


def limit_flow(game: TorchGame, answer: Answer) -> Flow[None]:
    """The player of the Limit makes its choices and earns its reward, whoever called for it."""
    who, _, key = answer.text("limit").partition("/")
    yield from suffer_limit(game, who, find_sfx(game.state.characters[who], key))


def suffer_limit(game: TorchGame, who: str, sfx: Sfx) -> Flow[None]:
    """Take the Limit's stress and its plot point (torchlite/limit-activation)."""
    kinds = sfx.stress or tuple(STRESS.values())
    kind = kinds[0]
    if len(kinds) > 1:
        kind = yield from _which_kind(game, who, sfx, kinds)
    out = take(game, who, "", kind, sfx.die, "torchlite/limit")
    earn(game, who, 1, sfx.name, "torchlite/pp-common-pile")
    if sfx.shuts:
        game.record(e.SfxShutDown(who=who, sfx=sfx.name, rule="torchlite/sfx-shutdown"))
    if out:
        take_out(game, who, out)


def _which_kind(game: TorchGame, who: str, sfx: Sfx, kinds: Sequence[str]) -> Flow[str]:
    choices = [Choice(kind.lower(), kind) for kind in kinds]
    key = yield from choose(
        controller(game.state, who), f"{sfx.name}: which stress?", choices, "torchlite/limit-activation"
    )
    return STRESS[key]
