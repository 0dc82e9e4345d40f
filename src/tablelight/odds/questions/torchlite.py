"""What can be asked about TorchLite's rolls."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tablelight.odds import torchlite as t
from tablelight.odds.answer import Answer, Figure, Row, Table, chance, mean, number_table, word_table
from tablelight.odds.asking import Given, Input, Question
from tablelight.odds.distribution import Distribution, Numbers, sure
from tablelight.odds.torchlite import m
from tablelight.odds.torchlite_throws import effects_kept, spending
from tablelight.odds.work import OddsError

STRONGEST = (
    "Of all readings that beat the opposing total the one with the largest final effect die, "
    "then the most extra dice, then the highest total."
)


def dice(name: str, about: str, *, place: bool = False, needed: bool = False) -> Input:
    """An input that is a pool."""
    return Input(name, "dice", about, place, needed, sizes=m.SIZES, most=t.MOST_POOL)


POOL = dice("pool", "the dice you roll, such as 'd10 d8 d8 d6'", place=True, needed=True)
AGAINST = dice("against", "the opposing dice")
BAR = Input("bar", "number", "the opposing total, if it is known already", most=1_000)
EXTRA = Input("extra", "number", "plot points spent for further dice in the total", most=10)
HITCH = Input("hitch-to", "number", "the highest face that is a hitch", least=1, most=12, default="1")
FREE = Input("steps", "number", "free steps up for the effect die, from SFX", most=20)
RATING = Input("rating", "number", "the complication now, 0 for none", most=12)


def _sizes(effect: t.Effect) -> str:
    return " + ".join(f"d{size}" for size in (effect.die, *effect.extras))


def _bar(given: Given) -> Numbers:
    if given.has("bar") == given.has("against"):
        raise OddsError(
            "Give the opposing dice (--against) or the opposing total (--bar), one of them.", field="against"
        )
    if given.has("bar"):
        return Numbers.of(sure(given.number("bar")))
    against = given.dice("against")
    return t.total(against) if against else Numbers.of(sure(0))


# ------------------------------------------------------------------ a test or an opposed roll


def test(given: Given) -> Answer:
    """Chances of a roll that takes its highest total."""
    pool, extra = given.dice("pool"), given.number("extra")
    if given.flag("reroll-hitch"):
        mine = t.total_after_reroll(pool, extra)
    else:
        mine = t.total(pool, extra, given.number("hitch-to"))
    margins = t.margin(mine, _bar(given))
    steps = t.heroic(margins)
    success = t.wins(margins, given.flag("first"))
    return Answer(
        (
            chance("success", success),
            chance("failure", 1 - success),
            chance("tie", margins.exactly(0)),
            chance("heroic", steps.at_least(1)),
            chance("two steps", steps.at_least(2)),
            *_hitch_figures(pool, given.number("hitch-to")),
            mean("mean total", mine.mean()),
        ),
        (number_table("heroic steps", steps), number_table("total", mine)),
        main=mine,
        counts="total",
    )


def _hitch_figures(pool: Sequence[int], hitches_to: int = 1) -> tuple[Figure, ...]:
    count = t.hitches(pool, hitches_to)
    return (
        chance("a hitch", count.at_least(1)),
        chance("two hitches", count.at_least(2)),
        mean("mean hitches", count.mean()),
    )


TEST = Question(
    "test",
    "Success, heroic success and hitches of a roll with its highest total.",
    (
        POOL,
        AGAINST,
        BAR,
        EXTRA,
        HITCH,
        Input("reroll-hitch", "flag", "the largest hitch is rerolled once"),
        Input("first", "flag", "you roll first, so you win ties"),
    ),
    'test "d10 d8 d8 d6" --against "d8 d8"',
    test,
)


# ------------------------------------------------------------------ a pool by itself


def roll(given: Given) -> Answer:
    """What a pool shows, whatever it is rolled against."""
    pool = given.dice("pool")
    count = t.hitches(pool)
    usable = Numbers.of(count.map(lambda number: len(pool) - number))
    points = count.plus(1 if given.flag("hinder") else 0)
    mine = t.total(pool, given.number("extra"))
    larger = count.chance(lambda number: number > 0 and m.several_hitches(number) > m.HITCH_COMPLICATION)
    bane = count.map(lambda number: f"d{m.several_hitches(number)}" if number else "none")
    return Answer(
        (
            *_hitch_figures(pool),
            chance("botch", t.botch(pool)),
            chance("an opportunity", count.at_least(1)),
            chance("one complication for all hitches above d6", larger),
            chance("fewer than two usable", 1 - usable.at_least(m.TOTAL_DICE)),
            mean("plot points if all hitches are bought", points.mean()),
            mean("mean total", mine.mean()),
        ),
        (
            number_table("hitches", count),
            word_table("one complication for all hitches", bane.chances(), ("none", *(f"d{size}" for size in m.SIZES))),
            number_table("total", mine),
        ),
        main=mine,
        counts="total",
    )


ROLL = Question(
    "roll",
    "Hitches, botches, plot points and totals of a pool.",
    (POOL, EXTRA, Input("hinder", "flag", "Hinder was used, for one more plot point")),
    'roll "d10 d8 d6 d4" --hinder',
    roll,
)


# ------------------------------------------------------------------ the effect die


def effect(given: Given) -> Answer:
    """Final effect dice of an action that takes its strongest reading."""
    final = t.effects(
        given.dice("pool"), _bar(given), given.number("steps"), given.flag("first"), given.number("extra")
    )
    sizes = final.map(lambda each: each.die if each else 0)
    exact = [
        chance(f"effect d{size}", final.chance(lambda each, size=size: each == t.Effect(size))) for size in m.SIZES
    ]
    least = [
        chance(f"effect d{size} or larger", sizes.chance(lambda each, size=size: each >= size)) for size in m.SIZES
    ]
    extra = final.chance(lambda each: each is not None and bool(each.extras))
    rating = given.number("beyond")
    beyond = final.chance(lambda each: each is not None and m.inflict(0, each.die).die > rating)
    more = (chance(f"a new complication larger than d{rating}", beyond),) if rating else ()
    rows = sorted(((each, share) for each, share in final.chances().items() if each), key=lambda row: row[0])
    return Answer(
        (chance("success", 1 - final.exactly(None)), *exact, *least, chance("an extra die", extra), *more),
        (
            Table(
                "effect",
                (Row("failure", final.exactly(None)), *(Row(_sizes(each), share) for each, share in rows)),
            ),
        ),
        STRONGEST,
        Numbers.of(sizes),
        "effect die size, 0 for a failure",
    )


EFFECT = Question(
    "effect",
    "Final effect dice of an action that takes its strongest reading.",
    (
        POOL,
        AGAINST,
        BAR,
        FREE,
        EXTRA,
        Input("first", "flag", "you roll first, so you win ties"),
        Input("beyond", "number", "also the chance of a new complication larger than this", most=12),
    ),
    'effect "d10 d8 d8 d6" --against "d8 d8"',
    effect,
)


KEPT = (
    "Of all readings that beat the opposing total, and all effect dice that the steps up may go to, what gives the "
    "largest die, then the largest next one, and so on; every further die is kept that the points pay for."
)


def extra_effects(given: Given) -> Answer:
    """Effect dice beside the first, each for a plot point."""
    points = given.number("points")
    final = effects_kept(given.dice("pool"), _bar(given), points, given.number("steps"), given.flag("first"))
    count = Numbers.of(final.map(lambda each: len(each) if each else 0))
    rows = sorted(((each, share) for each, share in final.chances().items() if each), key=lambda row: row[0])
    least = [
        chance(
            f"{number} effect dice of d{size} or larger",
            final.chance(lambda each, size=size, number=number: sum(d >= size for d in each or ()) >= number),
        )
        for number in (1, 2, 3)
        if number <= points + 1
        for size in m.SIZES[1:]
    ]
    return Answer(
        (
            chance("success", 1 - final.exactly(None)),
            *(chance(f"{number} effect dice or more", count.at_least(number)) for number in range(2, points + 2)),
            *least,
            mean("mean effect dice", count.mean()),
        ),
        (
            Table(
                "dice kept",
                (
                    Row("failure", final.exactly(None)),
                    *(Row(" + ".join(f"d{size}" for size in each), share) for each, share in rows),
                ),
            ),
            number_table("effect dice", count),
        ),
        KEPT,
        count,
        "effect dice",
    )


EXTRA_EFFECTS = Question(
    "extra-effects",
    "The effect die of an action, and those that plot points keep beside it.",
    (
        POOL,
        AGAINST,
        BAR,
        Input("points", "number", "plot points for further effect dice", most=10, default="1"),
        FREE,
        Input("first", "flag", "you roll first, so you win ties"),
    ),
    'extra-effects "d10 d8 d8 d6" --against "d8 d8" --points 1',
    extra_effects,
)


def shut_down(given: Given) -> Answer:
    """What a roll against an asset does."""
    asset = given.number("asset")
    if asset not in m.SIZES:
        raise given.wrong("asset", f"{asset} is no die; write its size, such as 8.")
    found = t.shut_down(
        given.dice("pool"),
        asset,
        given.dice("against"),
        given.number("steps"),
        given.flag("first"),
        given.number("extra"),
    )
    named = {"shut down": found.gone, "stepped down": found.stepped_down, "nothing": found.nothing}
    return Answer(
        tuple(chance(name, share) for name, share in named.items()), (word_table("result", named),), STRONGEST
    )


SHUT_DOWN = Question(
    "shut-down",
    "Shutting an asset down: gone, stepped down, or nothing.",
    (
        POOL,
        Input("asset", "number", "the asset's size, such as 8", needed=True, most=12),
        AGAINST._replace(about="the other dice of whoever has the asset"),
        FREE,
        EXTRA,
        Input("first", "flag", "you roll first, so you win ties"),
    ),
    'shut-down "d10 d8 d8 d6" --asset 8 --against "d6 d6"',
    shut_down,
)


def recover(given: Given) -> Answer:
    """What a recovery roll does."""
    rating = given.number("rating")
    if rating not in m.SIZES:
        raise given.wrong("rating", f"{rating} is no complication; write its size, such as 8.")
    found = t.recovery(given.dice("pool"), rating, given.number("steps"))
    named = {
        "removed": found.removed,
        "stepped down": found.stepped_down,
        "nothing": found.nothing,
        "stepped up": found.stepped_up,
        "taken out": found.taken_out,
    }
    return Answer(
        tuple(chance(name, share) for name, share in named.items()), (word_table("result", named),), STRONGEST
    )


RECOVER = Question(
    "recover",
    "Recovering a complication: removed, stepped down, or made worse by a hitch.",
    (POOL, RATING._replace(needed=True, about="the complication's size, such as 8"), FREE),
    'recover "d10 d8 d8" --rating 8',
    recover,
)


def challenge(given: Given) -> Answer:
    """What actions do to a challenge pool."""
    pool, against = given.dice("pool"), given.dice("against")
    left = t.challenge([pool] * given.number("actions"), against)
    sizes = sum(against)
    gone = left.chance(lambda dice: len(dice) < len(against))
    eased = left.chance(lambda dice: len(dice) == len(against) and sum(dice) < sizes)
    rows = {" ".join(f"d{size}" for size in dice) or "none left": share for dice, share in left.chances().items()}
    return Answer(
        (
            chance("cleared", left.exactly(())),
            chance("a die removed", gone),
            chance("only stepped down", eased),
            chance("unchanged", left.chance(lambda dice: sum(dice) == sizes)),
            mean("mean dice left", left.expect(len)),
        ),
        (word_table("dice left", rows),),
        f"{STRONGEST} Each effect die, largest first, is aimed at the largest challenge die not aimed at yet.",
        Numbers.of(left.map(len)),
        "challenge dice left",
    )


CHALLENGE = Question(
    "challenge",
    "What one or several actions leave of a challenge pool.",
    (
        POOL,
        AGAINST._replace(needed=True, about="the challenge dice, all rolled each time"),
        Input("actions", "number", "how many such actions in a row", least=1, most=12, default="1"),
    ),
    'challenge "d10 d8 d8 d6" --against "d8 d8 d8"',
    challenge,
)


# ------------------------------------------------------------------ attacks


def attack(given: Given) -> Answer:
    """What a GMC's attack inflicts."""
    pool, avoiding = given.dice("pool"), given.dice("against")
    rating, times = given.number("rating"), given.number("times")
    landed = t.attack(pool, avoiding)
    after: Distribution[m.Worsened] = t.attacks(pool, avoiding, times, rating)
    inflicted = landed.map(lambda each: t.suffered(0, each[0]).die if each[0] else 0)
    least = [
        chance(f"new stress d{size} or larger", inflicted.chance(lambda die, size=size: die >= size))
        for size in m.SIZES[1:]
    ]
    stress = {
        "taken out" if each.out else f"d{each.die}" if each.die else "none": share
        for each, share in sorted(after.chances().items(), key=lambda row: (row[0].out, row[0].die))
    }
    return Answer(
        (
            chance("avoided", landed.chance(lambda each: not each[0])),
            chance("not avoided, but stepped down", landed.chance(lambda each: each[1])),
            *least,
            chance("taken out", after.chance(lambda each: each.out)),
        ),
        (word_table("stress afterwards", stress),),
        "Both sides take the highest total, then the largest effect die.",
        Numbers.of(inflicted),
        "size of new stress, 0 for none",
    )


ATTACK = Question(
    "attack",
    "What an attack that is rolled first inflicts on the one who avoids it.",
    (
        POOL._replace(about="the attacker's dice"),
        AGAINST._replace(needed=True, about="the dice of the one who avoids it"),
        RATING,
        Input(
            "times",
            "number",
            "how many such attacks in a row, stress joining the attacker's pool",
            least=1,
            most=20,
            default="1",
        ),
    ),
    'attack "d8 d8 d6" --against "d8 d8 d6" --times 5',
    attack,
)


def attack_all(given: Given) -> Answer:
    """One attack on several who avoid it with like pools."""
    count = given.number("targets")
    held = t.attack_on_many(given.dice("pool"), [given.dice("against")] * count)
    return Answer(
        (
            chance("all hit", held.exactly(count)),
            chance("none hit", held.exactly(0)),
            mean("mean targets hit", held.mean()),
        ),
        (number_table("targets hit", held),),
        main=held,
        counts="targets hit",
    )


ATTACK_ALL = Question(
    "attack-all",
    "One attack, rolled first, on several who avoid it with like pools.",
    (
        POOL._replace(about="the attacker's dice"),
        AGAINST._replace(needed=True, about="the dice of each one who avoids it"),
        Input("targets", "number", "how many there are", least=1, most=12, default="2"),
    ),
    'attack-all "d8 d6 d6 d6 d6" --against "d8 d8 d6" --targets 2',
    attack_all,
)


def order(given: Given) -> Answer:
    """Who is first where totals decide."""
    pool = given.dice("pool")
    others = [given.dice("against") or pool] * given.number("others")
    return Answer((chance("strictly highest", t.strictly_highest(pool, others)),))


ORDER = Question(
    "order",
    "The chance of a total above all others', as for dynamic initiative.",
    (
        POOL,
        AGAINST._replace(about="the dice of each other; else the same pool"),
        Input("others", "number", "how many others", least=1, most=20, default="1"),
    ),
    'order "d10 d8 d8 d6" --others 2',
    order,
)


def table(given: Given) -> Answer:
    """Chances of a table with rows and columns."""
    found = t.table(given.listed("name"))
    wanted = given.text("result").casefold()
    figures = (
        (
            chance(
                given.text("result"),
                sum((share for name, share in found.items() if name.casefold().startswith(wanted)), Fraction(0)),
            ),
        )
        if wanted
        else ()
    )
    return Answer(figures, (word_table(given.text("name"), found),))


TABLE = Question(
    "table",
    "Chances of a table of the book that a row and a column are rolled on.",
    (
        Input("name", "text", "the table's id, such as random-people", True, True, listed=t.table_names),
        Input("result", "text", "results that begin so"),
    ),
    "table random-people --result Human",
    table,
)


# ------------------------------------------------------------------ decisions


def choose(given: Given) -> Answer:
    """Which reading of a throw is best for a stake."""
    dice_thrown, faces = given.dice("pool"), given.numbers("faces")
    if len(faces) != len(dice_thrown) or any(
        not 1 <= face <= size for face, size in zip(faces, dice_thrown, strict=False)
    ):
        raise given.wrong("faces", "give one face for each die, in the order of the dice.")
    found = t.choices(dice_thrown, faces, given.number("bar"), given.number("points"), _stake(given))
    named: dict[str, Figure] = {}
    for choice in found:
        effect_die = f"d{choice.pick.effect}"
        name = f"total {choice.pick.sum}, effect {effect_die}, {choice.points} plot points"
        named.setdefault(name, mean(name, choice.worth))
    return Answer((mean("best", found[0].worth), *list(named.values())[:12]), objective=_objective(given))


STAKE = (
    Input("success", "fraction", "what a success is worth", default="1"),
    Input("d8", "fraction", "what a final effect die of d8 is worth beyond that", default="0"),
    Input("d10", "fraction", "the same for d10; else as for d8"),
    Input("d12", "fraction", "the same for d12; else as for d10"),
    Input("price", "fraction", "what a plot point is worth", default="0"),
    Input("points", "number", "plot points at hand", most=10),
)


def _stake(given: Given) -> t.Stake:
    sizes, worth = dict[int, Fraction](), Fraction(0)
    for size in (8, 10, 12):
        worth = given.fraction(f"d{size}") if given.has(f"d{size}") else worth
        sizes[size] = worth
    return t.Stake(given.fraction("success"), sizes, given.fraction("price"))


def _objective(given: Given) -> str:
    return (
        f"The highest mean of {given.text('success')} for a success and the worth of its final effect die, "
        f"less {given.text('price')} for each plot point."
    )


CHOOSE = Question(
    "choose",
    "The readings of a throw, best first, for what is at stake.",
    (POOL, Input("faces", "numbers", "what the dice show", needed=True), BAR._replace(needed=True), *STAKE),
    'choose "d10 d8 d8 d6" --faces "7 6 3 5" --bar 9 --d10 1/2 --points 1 --price 1/4',
    choose,
)


def spend(given: Given) -> Answer:
    """What plot points are worth before the dice are thrown."""
    pool, bar, stake = given.dice("pool"), _bar(given), _stake(given)
    points = given.number("points")
    worths, used = spending(pool, bar, points, stake)
    return Answer(
        (
            *(mean(f"mean worth with {spent} plot points at hand", worth) for spent, worth in enumerate(worths)),
            mean("mean plot points spent", used.mean()),
        ),
        (number_table("plot points spent", used),),
        _objective(given),
        used,
        "plot points spent",
    )


SPEND = Question(
    "spend",
    "What having plot points is worth, each spent only where the throw makes it pay.",
    (POOL, AGAINST, BAR, *STAKE),
    'spend "d8 d6 d6" --against "d8 d8" --points 1 --price 1/4',
    spend,
)

QUESTIONS = (
    TEST,
    ROLL,
    EFFECT,
    EXTRA_EFFECTS,
    SHUT_DOWN,
    RECOVER,
    CHALLENGE,
    ATTACK,
    ATTACK_ALL,
    ORDER,
    TABLE,
    CHOOSE,
    SPEND,
)
