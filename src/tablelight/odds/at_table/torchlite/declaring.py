"""An action as it is declared, before anybody picks dice; and dice that are thrown aside."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from tablelight.kernel.offers import Answer
from tablelight.odds.at_table.told import Asked, Chances, chance, mean, numbers
from tablelight.odds.at_table.torchlite.changes import after
from tablelight.odds.at_table.torchlite.opposition import opposition, shown_or_largest
from tablelight.odds.at_table.torchlite.pools import of_action
from tablelight.odds.distribution import total_of
from tablelight.odds.torchlite import pool as checked
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import act

DECLARED = {key: declared for key, _, declared in act.KINDS}


def tell_act(asked: Asked) -> Chances | None:
    """An action with the largest pool of whoever acts, against what is known of the other side."""
    who = asked.one("who")
    open_still = [field for field in asked.offer.fields if field.choices and (field.kind == "choice" or field.least)]
    if who is None or asked.offer.key not in DECLARED or any(not asked.args.get(field.name) for field in open_still):
        return None
    empty = {field.name: "" if field.kind == "text" else () for field in asked.offer.fields}
    answer = Answer(asked.seat, asked.offer.key, {**empty, **asked.args})
    use = DECLARED[asked.offer.key](asked.game, answer)
    wrong = act.check(asked.game, answer, use)
    if wrong:
        return Chances(hint=wrong.text)
    contest = act.declare(asked.game, answer, use)
    begun = after(asked, e.ContestBegan(contest=contest, rule="torchlite/test"))
    built, assumed = shown_or_largest(begun, contest, who)
    if not built:
        return None
    dice = tuple(sorted((die.die for die in built), reverse=True))
    checked(dice)
    told = of_action(begun, contest, dice, opposition(begun, contest, who))
    return told._replace(assumed=(*assumed, *told.assumed))


def tell_throw(asked: Asked) -> Chances | None:
    """Dice that are thrown aside: what they add up to (torchlite/roll-pool)."""
    dice = [size for size in m.SIZES for _ in range(asked.number(f"d{size}") or 0)]
    if not dice:
        return None
    total = total_of(dice)
    none = prod([Fraction(size - 1, size) for size in dice], start=Fraction(1))
    return Chances((mean("sum", total), chance("a 1 among them", 1 - none)), (numbers("Sum", total),))
