"""Contests, breaking free, and whether to pay against a push."""

from __future__ import annotations

from fractions import Fraction

from tablelight.odds import actlite as a
from tablelight.odds.at_table.actlite.known import WORTHS, Known
from tablelight.odds.at_table.told import (
    Alternative,
    Asked,
    Chances,
    Fact,
    chance,
    setting,
)
from tablelight.systems.actlite.flows import checks
from tablelight.systems.actlite.flows.common import controller, is_on


def tell_contest(asked: Asked) -> Chances | None:
    """Two totals against each other; or, when somebody is pushed, whether to pay for that."""
    if not asked.offer.fields:
        return tell_push(asked)
    one, other = asked.one("who"), asked.one("against")
    mine, theirs = asked.one("attribute"), asked.one("their")
    if one is None or other is None or mine is None or theirs is None or one == other:
        return Chances(hint="Choose both sides and what they use.")
    known = Known(asked)
    ended = _contest(known, one, other, mine, theirs)
    if not ended:
        return Chances(hint="Whoever lacks the attribute has lost.")
    return known.chances(_contest_facts(ended))


def tell_escape(asked: Asked) -> Chances | None:
    """Breaking free is a STR contest that a tie does not help."""
    who = asked.one("who")
    grappler = next((key for key, on in asked.game.state.grapples.items() if on == who), None)
    if who is None or grappler is None:
        return None
    known = Known(asked)
    ended = _contest(known, who, grappler, "STR", "STR")
    return known.chances([chance("breaks free", _outright(asked, ended))]) if ended else None


def _contest(known: Known, one: str, other: str, mine: str, theirs: str) -> a.Contest | None:
    first, second = known.score(one, mine), known.score(other, theirs)
    if first is None or second is None:
        return None
    people = known.asked.game.state.characters
    nets = [checks.net_advantage(checks.own_sources(people[key], ())) for key in (one, other)]
    return a.contest(first, second, *nets)


def _contest_facts(ended: a.Contest) -> list[Fact]:
    return [chance("wins", ended.won), chance("tie", ended.tie), chance("loses", ended.lost)]


def _outright(asked: Asked, ended: a.Contest) -> Fraction:
    """The chance to win a contest that was paid for; where ties are rolled again, that comes to an end at last
    (actlite/contest-tie)."""
    return ended.won / (1 - ended.tie) if is_on(asked.game, "contest-ties", "redo") else ended.won


def tell_push(asked: Asked) -> Chances | None:
    """Whether to pay 1 AP to contest a push (actlite/effect-push)."""
    doing = asked.game.state.doing[-1] if asked.game.state.doing else None
    if not doing or not doing.target or controller(asked.game.state, doing.target) != asked.seat:
        return None
    known = Known(asked)
    ended = _contest(known, doing.target, doing.who, "STR", "STR")
    if not ended:
        return None
    stays = _outright(asked, ended)
    price = setting(asked, "ap", "1 AP is worth", WORTHS[:4], "1/4")
    pays = stays - Fraction(price.value)
    alternatives = (
        Alternative("Spend 1 AP", (chance("stays", stays), Fact("worth", pays, "mean")), pays > 0),
        Alternative("Be moved", (chance("stays", Fraction(0)), Fact("worth", Fraction(0), "mean")), pays <= 0),
    )
    objective = f"Best: the highest mean worth. Staying where one is counts 1, the AP costs {price.value}."
    told = known.chances([chance("stays", stays)], alternatives=alternatives, objective=objective)
    return told._replace(settings=(*told.settings, price))
