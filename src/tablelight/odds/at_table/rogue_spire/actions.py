"""The die to roll next, several in order, an action not yet called.

Dice lie open to everybody, and so does a target difficulty once it is named; before that the usual one is assumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from tablelight.odds import rogue_spire as r
from tablelight.odds.answer import Row, Table
from tablelight.odds.at_table.told import Alternative, Asked, Chances, Fact, chance, setting
from tablelight.odds.distribution import Distribution, die
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows import act, calling, rolling
from tablelight.systems.rogue_spire.flows.common import reading, split, ties_are_chosen
from tablelight.systems.rogue_spire.state import Attempt, SpireDie, die_name

COSTS = (
    ("sides", "at equal chances, the fewest sides"),
    ("dice", "at equal chances, the fewest dice"),
    ("1/100", "1/100 of a success a side"),
    ("1/50", "1/50 of a success a side"),
    ("1/20", "1/20 of a success a side"),
)


class Hand(NamedTuple):
    """An action and the dice that may be added to it now: what they are compared with, and how they are read."""

    attempt: Attempt
    dice: Mapping[str, SpireDie]
    td: int | None
    rules: r.Rules
    so_far: r.Attempt

    def sides(self, *without: str) -> list[int]:
        """The sizes of the dice, some left out."""
        return [each.sides for key, each in self.dice.items() if key not in without]

    @property
    def one_only(self) -> bool:
        """Unskilled actions add no dice (rogue-spire/unskilled-one-die)."""
        return self.attempt.kind == "unskilled"


def hand(asked: Asked, attempt: Attempt) -> Hand:
    """What may be rolled in an action as it stands."""
    rules = r.Rules(reading(asked.game))
    who = asked.game.state.characters[attempt.who]
    dice = {key: each for key, each in who.dice.items() if not rolling.bar_die(asked.game, attempt, key)}
    so_far = r.NOTHING_YET
    for thrown in attempt.rolled:
        so_far = r.rolled(so_far, thrown.sides, thrown.face, attempt.td, rules)
    td = attempt.td if attempt.td is not None or not (rules.reading.adds and attempt.rolled) else so_far.td
    return Hand(attempt, dice, td, rules, so_far)


# ------------------------------------------------------------------ the next die


def tell_roll(asked: Asked) -> Chances | None:
    """A die that may be rolled now, and which one is best."""
    if not asked.game.state.attempts:
        return None
    held = hand(asked, asked.game.state.attempt)
    picked = asked.one("die")
    first = held.dice.get(picked or "")
    facts = _of_die(asked, held, picked or "", first) if first else ()
    if m.beaten(held.so_far.best):  # rolled on for a success AND alone
        return Chances(facts)
    if held.one_only or len(held.dice) + bool(held.attempt.rolled) < 2:
        return Chances(facts, assumed=_ties(asked))
    cost = setting(asked, "cost", "Dice spent count", COSTS, "1/50" if held.attempt.rolled else "sides")
    alternatives, objective = _ways(held, cost.value)
    return Chances(facts, (), alternatives, objective, _ties(asked), (cost,))


def _ties(asked: Asked) -> tuple[str, ...]:
    return (
        ("A tie is not counted as a success here; it is the player's choice.",) if ties_are_chosen(asked.game) else ()
    )


def _td_of(held: Hand, sides: int) -> int:
    return held.td if held.td is not None else m.own_td(sides)


def _odds(held: Hand, sides: int) -> m.Odds:
    before = held.so_far.total if held.rules.reading.adds else 0
    return m.odds(sides, _td_of(held, sides), before, held.rules.reading)


def _of_die(asked: Asked, held: Hand, key: str, first: SpireDie) -> tuple[Fact, ...]:
    """What one die brings by itself, what it is worth in experience, and with the dice that may follow."""
    odds = _odds(held, first.sides)
    facts = [
        chance("success", odds.chance),
        chance("success AND", Fraction(odds.success_and, odds.sides)),
        chance("tie", Fraction(odds.tie, odds.sides)),
        *_experience(asked, held.attempt, first.sides),
    ]
    rest = [] if held.one_only else held.sides(key)
    if rest and not m.beaten(held.so_far.best):
        plan = r.begun_with(first.sides, rest, held.td, held.rules, so_far=held.so_far)
        facts.append(chance("success in the end", plan.success))
    return tuple(facts)


def _experience(asked: Asked, attempt: Attempt, sides: int) -> list[Fact]:
    """Points for a rolled 1, up to the limit; only the party earns any (rogue-spire/xp-on-one)."""
    who = asked.game.state.characters[attempt.who]
    if who.kind != "pc":
        return []
    overflows = asked.game.options["xp-over-limit"] == "overflow"
    gained = die(sides).expect(lambda face: m.xp_gained(m.xp_of(face, sides), who.xp, who.limit, overflows))
    return [Fact("expected XP", gained, "mean")]


def _ways(held: Hand, cost: str) -> tuple[tuple[Alternative, ...], str]:
    """Each die that may be rolled next, and stopping once one was rolled; the best marked."""
    if cost in ("dice", "sides"):
        return _by_chance(held, cost), (
            f"Best: the highest chance of success in the end, then the fewest {cost} exhausted on average."
        )
    price = Fraction(cost)
    return _by_worth(held, price), (
        f"Best: the highest mean worth, where a success counts 1 and each side of a die exhausted costs {price}; "
        "one stops where going on is worth nothing."
    )


def _by_chance(held: Hand, cost: str) -> tuple[Alternative, ...]:
    by: r.Cost = "dice" if cost == "dice" else "sides"
    plans = {
        key: r.begun_with(each.sides, held.sides(key), held.td, held.rules, by, held.so_far)
        for key, each in held.dice.items()
    }
    rank = {key: (plan.success, -(plan.dice if by == "dice" else plan.sides)) for key, plan in plans.items()}
    top = max(rank.values())
    found = [
        Alternative(
            die_name(held.dice[key]),
            (
                chance("this die", _odds(held, held.dice[key].sides).chance),
                chance("in the end", plan.success),
                Fact(f"{by} spent", plan.dice if by == "dice" else plan.sides, "mean"),
            ),
            rank[key] == top,
            {"die": key},
        )
        for key, plan in plans.items()
    ]
    if held.attempt.rolled:
        none = Fraction(0)
        stop = (chance("this die", none), chance("in the end", none), Fact(f"{by} spent", none, "mean"))
        found.append(Alternative("Stop", stop, top[0] == 0))
    return tuple(found)


def _by_worth(held: Hand, price: Fraction) -> tuple[Alternative, ...]:
    worths = {
        key: r.worth_of_die(each.sides, held.sides(key), held.td, held.so_far, held.rules, price=price)
        for key, each in held.dice.items()
    }
    top = max((Fraction(0), *worths.values())) if held.attempt.rolled else max(worths.values())
    found = [
        Alternative(
            die_name(held.dice[key]),
            (chance("this die", _odds(held, held.dice[key].sides).chance), Fact("worth", worth, "mean")),
            worth == top,
            {"die": key},
        )
        for key, worth in worths.items()
    ]
    if held.attempt.rolled:
        stop = (chance("this die", Fraction(0)), Fact("worth", Fraction(0), "mean"))
        found.append(Alternative("Stop", stop, top == 0))
    return tuple(found)


# ------------------------------------------------------------------ several dice in order


def tell_list(asked: Asked) -> Chances | None:
    """Dice named in order, each rolled only if it is still needed (rogue-spire/rolling-again)."""
    named = asked.many("dice")
    if not asked.game.state.attempts:
        return None
    held = hand(asked, asked.game.state.attempt)
    dice = [held.dice[key].sides for key in named if key in held.dice]
    if len(dice) < 2:
        return Chances(hint="Choose two dice or more; each is rolled only if it is still needed.")
    return Chances(*_in_order(asked, held, dice), assumed=_ties(asked))


def _in_order(asked: Asked, held: Hand, dice: list[int]) -> tuple[tuple[Fact, ...], tuple[Table, ...]]:
    ended = r.action(dice, held.td, held.rules, held.so_far)
    spent = ended.map(lambda attempt: attempt.dice - held.so_far.dice)
    facts = [
        chance("success", ended.chance(r.succeeds)),
        chance("success AND", ended.chance(lambda attempt: attempt.best == "success-and")),
        chance("tie", ended.chance(lambda attempt: attempt.best == "tie")),
        Fact("dice spent", spent.expect(lambda count: count), "mean"),
    ]
    return tuple(facts), (_results(ended),)


def _results(ended: Distribution[r.Attempt]) -> Table:
    words = {"success-and": "success AND", "success": "success", "tie": "tie", "failure": "failure"}
    rows = (
        Row(words[each], ended.chance(lambda attempt, each=each: attempt.best == each)) for each in reversed(m.RANK)
    )
    return Table("Result", tuple(row for row in rows if row.chance))


# ------------------------------------------------------------------ before the action is called


def tell_act(asked: Asked) -> Chances | None:
    """An action as it is being declared: what it may come to, skilled or unskilled."""
    who, treats = asked.one("who"), asked.offer.key == "treat"
    aimed = asked.one("die" if treats else "target")
    if who is None or (treats and aimed is None):
        return None
    on, at = split(aimed) if aimed and aimed != act.NONE else ("", "")
    talent = split(asked.one("talent") or "")[1]
    attempt = Attempt(who, "", talent=talent, on=on, die=at, heals=treats)
    return _of_call(asked, attempt, ("skilled", "unskilled"), "")


def tell_call(asked: Asked) -> Chances | None:
    """What a target difficulty makes of the action that was declared, for whoever names it."""
    if not asked.game.state.attempts:
        return None
    attempt = asked.game.state.attempt
    text = asked.one("td") or ""
    if text and calling.read_td(text) is None:
        return Chances(hint="A target difficulty is a whole number of at least 1, or a die such as d8.")
    called = {"call-skilled": "skilled", "call-unskilled": "unskilled"}.get(asked.offer.key, attempt.kind or "skilled")
    return _of_call(asked, attempt, (called,), text)


def _of_call(asked: Asked, attempt: Attempt, kinds: tuple[str, ...], text: str) -> Chances:
    named, assumed = _difficulty(asked, attempt, text)
    facts: list[Fact] = []
    for kind in kinds:
        called = replace(attempt, kind="unskilled" if kind == "unskilled" else "skilled", td=named, td_from="target")
        held = hand(asked, called)
        if not held.dice:
            return Chances(hint="No die can be rolled now.")
        if held.one_only:
            (only,) = held.sides()
            facts.append(chance(f"success, {kind}", _odds(held, only).chance))
        else:
            plan = r.best_plan(held.sides(), held.td, held.rules, "sides")
            facts += [chance(f"success, {kind}", plan.success), Fact("dice spent", plan.dice, "mean")]
    rolled = ("Skilled, the dice are rolled in the best order until one succeeds.",) if "skilled" in kinds else ()
    return Chances(tuple(facts), assumed=(*assumed, *rolled, *_ties(asked)))


def _difficulty(asked: Asked, attempt: Attempt, text: str) -> tuple[int | None, tuple[str, ...]]:
    """The target difficulty as it is named, fixed by the rules, or else assumed (rogue-spire/td-of-a-die)."""
    fixed = calling.fixed_td(asked.game.state, attempt)
    if fixed:
        return fixed[0], (f"The target difficulty is {fixed[0]}: {calling.source_words(fixed[1])}.",)
    if text:
        return calling.read_td(text), ()
    aimed = calling.aimed_die(asked.game.state, attempt)
    if aimed:
        half = m.own_td(aimed.sides)
        easier = "; the Spire Master names an easier one, as it is exhausted" if aimed.spent else ""
        return half, (f"Half of the d{aimed.sides} aimed at, {half}, is taken as the target difficulty{easier}.",)
    return None, ("Each die is compared with half its own sides, unless the Spire Master names a difficulty.",)
