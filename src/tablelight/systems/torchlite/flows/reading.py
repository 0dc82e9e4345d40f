"""Reading a roll: hitches and opportunities, the total, the effect dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, Suggestion
from tablelight.kernel.view import Die
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import sfx
from tablelight.systems.torchlite.flows.common import TorchGame, earn, no_points, pay, purse, take, text_field
from tablelight.systems.torchlite.flows.pool import contest_of, side_of, suffix
from tablelight.systems.torchlite.state import STRESS, Character, Side

NEW = "new"

# ------------------------------------------------------------------ hitches


def hitch_offers(game: TorchGame, key: str, undecided: bool = False) -> Iterator[tuple[Seat, Offer]]:
    """The GM may buy each hitch of a player's roll, or leave them (torchlite/hitch-activation); with magic it is
    Exhausted unless the GM says otherwise (torchlite/spell-hitches).

    While it is `undecided` whether dice are thrown again, the hitches wait (torchlite/hitch-timing).
    """
    wait = (
        Refused("torchlite/hitch-timing", "rerolls-first", "First the dice may be thrown again.") if undecided else None
    )
    contest = contest_of(game.state)
    side = contest.sides[key]
    if not side.open_hitches:
        return
    who = game.state.characters[side.who]
    mark = suffix(contest, key)
    names = sfx.die_names(side.dice)
    fields = [*_trouble_fields(who, "exhausted" if contest.magic else None)]
    if game.options["hitch-price"] == "per-hitch":
        dice = tuple(Choice(names[at], names[at], die=Die(side.dice[at], face=1)) for at in side.open_hitches)
        fields.insert(0, Field("die", "Which hitch", "choice", dice, default=dice[0].key))
    many = f"all {len(side.open_hitches)} hitches" if game.options["hitch-price"] == "per-roll" else "a hitch"
    yield (
        GM,
        Offer(
            f"hitch{mark}",
            f"Buy {many}",
            tuple(fields),
            "torchlite/hitch-activation",
            cost=f"{who.name} gets 1 PP",
            note=_hitch_note(game, side),
            main=True,
            refused=wait,
        ),
    )
    if len(side.open_hitches) == len(side.faces) and game.options["botch"] == "free-complication":
        free = tuple(_trouble_fields(who, None))
        yield (
            GM,
            Offer(
                f"botch{mark}",
                "Make it a botch",
                free,
                "torchlite/botch",
                note="One complication, no points.",
                refused=wait,
            ),
        )
    yield (
        GM,
        Offer(f"no-hitch{mark}", "Leave the hitches", rule="torchlite/hitch-activation", main=True, refused=wait),
    )


def _hitch_note(game: TorchGame, side: Side) -> str:
    if game.options["hitch-price"] == "per-roll":
        return f"A complication of d{m.several_hitches(len(side.open_hitches))}"
    return "A complication of d6, new or one that is there already"


def _trouble_fields(who: Character, default: str | None) -> Iterator[Field]:
    """A kind of stress, an existing complication, or a new one by name."""
    kinds = [
        Choice(key, kind, die=Die(who.complications[key].die, kind) if key in who.complications else None)
        for key, kind in STRESS.items()
    ]
    there = [
        Choice(key, trouble.name, die=Die(trouble.die, trouble.name))
        for key, trouble in who.complications.items()
        if key not in STRESS
    ]
    new = Choice(NEW, "a new complication")
    yield Field("trouble", "What befalls them", "choice", (*kinds, *there, new), default=default or "exhausted")
    yield text_field("name", "Name of a new complication")


def check_hitch(game: TorchGame, answer: Answer) -> Refused | None:
    """A new complication needs a name."""
    if answer.text("trouble") == NEW and not answer.text("name"):
        return Refused("torchlite/effect-naming", "no-name", "Give the new complication a name.")
    return None


def buy_hitch(game: TorchGame, answer: Answer) -> str:
    """A plot point for the player, a complication for the character, for one hitch or all of them
    (torchlite/hitch-multiple); gives what takes the character out, or nothing."""
    key = side_of(contest_of(game.state), answer)
    side = contest_of(game.state).sides[key]
    rule = "torchlite/hitch-activation"
    at = side.open_hitches
    if game.options["hitch-price"] == "per-hitch":
        at = (sfx.die_names(side.dice).index(answer.text("die")),)
    game.record(e.HitchBought(side=key, at=at, rule=rule))
    earn(game, side.who, 1, "hitch", "torchlite/pp-common-pile")
    return _befall(game, side.who, answer, m.several_hitches(len(at)), rule)


def botch(game: TorchGame, answer: Answer) -> str:
    """Every die a hitch: one complication, stepped up for each further hitch, for no points (option botch)."""
    key = side_of(contest_of(game.state), answer)
    side = contest_of(game.state).sides[key]
    game.record(e.HitchesLeft(side=key, rule="torchlite/botch"))
    return _befall(game, side.who, answer, m.several_hitches(len(side.faces)), "torchlite/botch")


def _befall(game: TorchGame, who: str, answer: Answer, die: int, rule: str) -> str:
    trouble = answer.text("trouble")
    key, name = ("", answer.text("name")) if trouble == NEW else (trouble, STRESS.get(trouble, trouble))
    return take(game, who, key, name, die, rule)


def leave_hitches(game: TorchGame, answer: Answer) -> None:
    """The GM declines."""
    key = side_of(contest_of(game.state), answer)
    game.record(e.HitchesLeft(side=key, rule="torchlite/hitch-activation"))


# ------------------------------------------------------------------ total and effect


def take_offers(game: TorchGame, key: str) -> Iterator[tuple[Seat, Offer]]:
    """The choice of the dice that count and those kept for effect."""
    contest = contest_of(game.state)
    side = contest.sides[key]
    names = sfx.die_names(side.dice)
    unusable = Refused("torchlite/hitch-unusable", "hitch", "A die that shows 1 is a hitch: no total, no effect.")
    choices = tuple(
        Choice(
            names[at],
            f"{side.pool[at].label} {face}",
            die=Die(side.dice[at], side.pool[at].label, face),
            refused=unusable if face == 1 else None,
        )
        for at, face in enumerate(side.faces)
    )
    settle = None
    if side.open_hitches:
        settle = Refused("torchlite/hitch-timing", "hitches-open", "First the GM settles the hitches.")
    yield (
        side.seat,
        Offer(
            f"take{suffix(contest, key)}",
            "Take a total and an effect die",
            (
                Field("total", "Total", "many", choices, most=len(choices)),
                Field("effect", "Effect", "many", choices, most=len(choices), default=()),
            ),
            "torchlite/total",
            note="Two dice make the total, one other the effect. Each further die costs a plot point.",
            main=True,
            suggestions=suggested_picks(game, key),
            refused=settle,
        ),
    )


def suggested_picks(game: TorchGame, key: str) -> tuple[Suggestion, ...]:
    """The distinct ways to read the roll without paying, the best for this side marked."""
    contest = contest_of(game.state)
    side = contest.sides[key]
    free = sfx.free_dice(side, "extra-total")
    found = m.picks(side.dice, side.faces, free)
    bar = known_bar(game, key)
    grow = game.options["overflow-steps"] == "grow-the-extra"
    if bar is None:
        best = m.highest(side.dice, side.faces, free)
    else:
        best = max(found, key=lambda pick: _worth(pick, bar, grow))
    found.sort(key=lambda pick: (pick is not best and pick != best, -pick.sum, -pick.effect))
    names = sfx.die_names(side.dice)
    return tuple(
        Suggestion(
            f"{' + '.join(str(side.faces[at]) for at in pick.total) or 'nothing'} = {pick.sum}, effect d{pick.effect}",
            {"total": tuple(names[at] for at in pick.total), "effect": tuple(names[at] for at in pick.effects)},
            _outlook(game, pick, bar, grow),
            best=(pick.sum, pick.effect) == (best.sum, best.effect),
        )
        for pick in found[:6]
    )


def _worth(pick: m.Pick, bar: tuple[int, bool], grow: bool) -> tuple[bool, int, int, int]:
    wins = m.beats(pick.sum, *bar)
    die, extras = m.raise_effect(pick.effect, m.heroic_steps(pick.sum - bar[0]) if wins else 0, grow)
    return (wins, die, len(extras), pick.sum) if wins else (False, pick.sum, pick.effect, 0)


def _outlook(game: TorchGame, pick: m.Pick, bar: tuple[int, bool] | None, grow: bool) -> str:
    if bar is None:
        return ""
    if not m.beats(pick.sum, *bar):
        return f"fails against {bar[0]}" + (" (a tie)" if pick.sum == bar[0] else "")
    die, extras = m.raise_effect(pick.effect, m.heroic_steps(pick.sum - bar[0]), grow)
    heroic = f", heroic: d{die}" + "".join(f" + d{extra}" for extra in extras) if die != pick.effect or extras else ""
    return f"beats {bar[0]} by {pick.sum - bar[0]}{heroic}"


def known_bar(game: TorchGame, key: str) -> tuple[int, bool] | None:
    """The highest total already declared against this side, and whether this side would win a tie."""
    contest = contest_of(game.state)
    others = [other for other in contest.order if (other == contest.actor) != (key == contest.actor)]
    totals = [side.total for other in others if (side := contest.sides[other]).total is not None]
    return (max(totals), False) if totals else None


def check_take(game: TorchGame, answer: Answer) -> Refused | None:
    """Whether the picked dice make a legal total and effect, and whether they can be paid
    (torchlite/total, torchlite/extra-effect-limits)."""
    key = side_of(contest_of(game.state), answer)
    side = contest_of(game.state).sides[key]
    total, effect = positions(side, answer.many("total")), positions(side, answer.many("effect"))
    if set(total) & set(effect):
        twice = "A die is either in the total or an effect die, not both."
        return Refused("torchlite/effect-die", "one-die-twice", twice)
    needed = m.total_size(side.faces)
    if len(total) < needed:
        return Refused(
            "torchlite/total",
            "too-few",
            f"The total takes {needed} dice: there are {len(m.usable(side.faces))} usable.",
        )
    left = [at for at in m.usable(side.faces) if at not in total]
    if left and not effect:
        return Refused("torchlite/effect-die", "no-effect", "Keep one of the other dice as the effect die.")
    return _payable(game, side, total_price(side, len(total)) + effect_price(side, len(effect)))


def _payable(game: TorchGame, side: Side, points: int) -> Refused | None:
    there = purse(game.state, side.who)
    return no_points(points, there) if points > there else None


def positions(side: Side, names: Sequence[str]) -> tuple[int, ...]:
    """Where in the roll the dice of these names lie."""
    return tuple(map(sfx.die_names(side.dice).index, names))


def read_ready(game: TorchGame, key: str) -> None:
    """Read a ready pool that leaves no choice: no hitch to settle, no die beyond those of the total."""
    side = contest_of(game.state).sides[key]
    good = m.usable(side.faces)
    if len(good) <= m.TOTAL_DICE and not side.open_hitches:
        name_total(game, key, tuple(good), ())


def total_price(side: Side, count: int) -> int:
    """Plot points for this many dice in the total (torchlite/pp-extra-total-die)."""
    if count <= m.TOTAL_DICE:
        return 0
    return max(count - m.total_size(side.faces) - sfx.free_dice(side, "extra-total"), 0)


def effect_price(side: Side, count: int) -> int:
    """Plot points for this many effect dice (torchlite/extra-effect-dice)."""
    return max(count - 1 - sfx.free_dice(side, "extra-effect"), 0) if count > 1 else 0


def declare_total(game: TorchGame, answer: Answer) -> None:
    """Fix the total and the effect dice, and pay for the further ones."""
    key = side_of(contest_of(game.state), answer)
    side = contest_of(game.state).sides[key]
    total, effect = positions(side, answer.many("total")), positions(side, answer.many("effect"))
    name_total(game, key, total, effect)


def name_total(game: TorchGame, key: str, total: tuple[int, ...], effect: tuple[int, ...]) -> None:
    """Record which dice count, with what they cost; the actor pays for further effect dice when they get their use
    (torchlite/extra-effect-different)."""
    contest = contest_of(game.state)
    side = contest.sides[key]
    pay(game, side.who, total_price(side, len(total)), "a die more in the total", "torchlite/pp-extra-total-die")
    if key != contest.actor:
        pay(game, side.who, effect_price(side, len(effect)), "a further effect die", "torchlite/extra-effect-dice")
    _record_total(game, key, total, effect, "torchlite/total")


def _record_total(game: TorchGame, key: str, total: tuple[int, ...], effect: tuple[int, ...], rule: str) -> None:
    side = contest_of(game.state).sides[key]
    faces = tuple([side.faces[at] for at in total])
    effects = tuple([side.pool[at].die for at in effect])
    game.record(
        e.TotalDeclared(side=key, counted=total, kept=effect, total=sum(faces), faces=faces, effects=effects, rule=rule)
    )


# ------------------------------------------------------------------ raising a declared total


def boost_offers(game: TorchGame, key: str) -> Iterator[tuple[Seat, Offer]]:
    """Option late-total-boost: buy further dice into a total that was declared."""
    contest = contest_of(game.state)
    side = contest.sides[key]
    names = sfx.die_names(side.dice)
    left = [at for at in m.usable(side.faces) if at not in side.counted and at not in side.kept]
    choices = tuple(Choice(names[at], names[at], die=Die(side.dice[at], face=side.faces[at])) for at in left)
    none = Refused("torchlite/pp-extra-total-die", "no-die", "No usable die is left.") if not left else None
    points = no_points(1, 0) if purse(game.state, side.who) < 1 else None
    yield (
        side.seat,
        Offer(
            f"boost{suffix(contest, key)}",
            "Add a die to the total",
            (Field("die", "Which die", "choice", choices),),
            "torchlite/pp-extra-total-die",
            cost="1 PP",
            refused=none or points,
        ),
    )
    yield side.seat, Offer(f"stay{suffix(contest, key)}", "Leave the total as it is", main=True)


def boost(game: TorchGame, answer: Answer) -> None:
    """One more die in a declared total."""
    key = side_of(contest_of(game.state), answer)
    side = contest_of(game.state).sides[key]
    at = sfx.die_names(side.dice).index(answer.text("die"))
    pay(game, side.who, 1, "a die more in the total", "torchlite/pp-extra-total-die")
    _record_total(game, key, (*side.counted, at), side.kept, "torchlite/pp-extra-total-die")
