"""Forgelight's odds equal its rules, played for every outcome of the dice."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace
from odds.branching import EnoughError, Throw, branches, events, options_of, played

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Ask, Game
from tablelight.kernel.offers import Answer
from tablelight.kernel.table import Table
from tablelight.odds import forgelight as f
from tablelight.systems.forgelight import SYSTEM, figures
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import ExtraDice
from tablelight.systems.forgelight.flows import attack, checks, death, harm, initiative
from tablelight.systems.forgelight.flows.common import lib

OPTIONS = options_of(SYSTEM)


def demo() -> Game[Any]:
    """The ready beginning."""
    table: Table[Any] = Table(SYSTEM, plain_dice(0))
    table.record_start(0.0, *SYSTEM.starts()[0].events)
    return table.game


DEMO = demo()
LIB = lib(DEMO)


def with_beings(**changes: dict[str, Any]) -> Any:
    """The ready beginning's state with some beings changed."""
    beings = {key: replace(one, **changes.get(key, {})) for key, one in DEMO.state.beings.items()}
    return replace(DEMO.state, beings=beings)


def enough(game: Game[Any], ask: Ask) -> Answer:
    """A check is rolled when asked for; anything else comes after what is wanted."""
    for seat, offer in ask.menu():
        if offer.key == "roll":
            return Answer(seat, "roll")
    raise EnoughError


def flow(state: Any, begin: Any, read: Any, **chosen: str) -> Any:
    """What a flow comes to, over all dice."""

    def play(throw: Throw) -> Any:
        return read(played(SYSTEM, state, {**OPTIONS, **chosen}, begin, enough, throw))

    return branches(play)


# ------------------------------------------------------------------ attacks


def attacked(state: Any, one: attack.Strike) -> Any:
    """Hit, critical hit, damage."""

    def read(game: Game[Any]) -> Any:
        (rolled,) = events(game, e.AttackRolled)
        taken = [amount for each in events(game, e.DamageTaken) for _, amount in each.taken]
        return rolled.hit, rolled.hit and rolled.critical, sum(taken)

    return flow(state, lambda game: attack.strike(game, one), read)


def counted(state: Any, one: attack.Strike) -> Any:
    """The same by the odds, from the figures on the sheets."""
    game: Game[Any] = Game(state, OPTIONS, SYSTEM.evolve, SYSTEM.hides)
    who, target, card = state.beings[one.who], state.beings[one.target], LIB.cards[one.card]
    modifier = figures.value(LIB, who, attack.attack_attribute(game, one))
    score = figures.hit_score(LIB, OPTIONS, target).value
    strikes = card.attack
    assert strikes
    number = strikes.power_number or figures.power(LIB, who).value
    aim = f.Aim(modifier, score, m.edge(*attack.attack_edges(game, one)), number)
    held = attack._weapon(game, one, card)
    parts = attack.parts_of(strikes.damage or (held.damage if held else ""))
    more = strikes.extra_dice
    parts = m.with_extra(parts, more, m.largest_parts(parts)[0]) if more else parts
    extra = sum(each.dice for each in card.effects if isinstance(each, ExtraDice) and each.when == "power")
    blow, marked = f.Blow(parts, extra), f.Target(figures.marks(LIB, target))

    def strike(landed: f.Landed) -> Any:
        return f.landed_damage(landed, blow, marked).map(lambda points: (landed.hit, landed.critical, points))

    return f.attack(aim).then(strike)


def situations() -> list[tuple[Any, attack.Strike]]:
    """Attackers, cards, targets; modifiers, Hit Scores, marks and sources of Advantage at random."""
    rng = random.Random(3)
    found = []
    for _ in range(100):
        way = rng.choice(("", "", "advantage", "disadvantage"))
        who, card = (rng.choice((("archer", "attack"), ("bandit", "attack"))), ("bandit", "shove"))[bool(way)]
        kinds = [kind for kind in ("sharp", "force", "fire", "ice") if rng.random() < 0.4]
        gives = replace(
            DEMO.state.beings["captain"].gives,
            resistances=tuple(kinds[:1]),
            weaknesses=tuple(kinds[1:2]),
            attacked_with=way,
        )
        target = {
            "figures": {"health": 500, "hit_score": rng.randint(6, 24), "stamina": 10},
            "health": 500,
            "gives": gives,
            "hand": (),
        }
        assigned = {"precision": rng.randint(-2, 6), "strength": rng.randint(-2, 6), "agility": 1}
        found.append(
            (with_beings(captain=target, **{who: {"assigned": assigned}}), attack.Strike(who, "captain", card))
        )
    return found


@pytest.mark.parametrize("part", range(4))
def test_attacks_come_out_as_the_rules_play_them(part: int) -> None:
    for state, one in situations()[part::4]:
        assert attacked(state, one) == counted(state, one), (one, state.beings["captain"].figures)


# ------------------------------------------------------------------ checks, initiative, falls, fate


@pytest.mark.parametrize("compare", ["beat", "meet"])
def test_checks_come_out_as_the_rules_play_them(compare: str) -> None:
    rng = random.Random(9)
    for _ in range(40):
        up, down, threshold = rng.randint(0, 1), rng.randint(0, 1), rng.randint(2, 24)
        one = checks.Check("osk", "athletics", threshold, advantages=up, disadvantages=down)
        skill = figures.modifier(LIB, DEMO.state.beings["osk"], "athletics").value
        game: Game[Any] = Game(DEMO.state, OPTIONS, SYSTEM.evolve, SYSTEM.hides)
        way = m.edge(*checks.edges(game, one))

        def read(game: Game[Any], threshold: int = threshold) -> Any:
            (rolled,) = events(game, e.CheckRolled)
            return m.check_outcome(rolled.face, rolled.total, threshold, compare)

        slow = flow(DEMO.state, lambda game, one=one: checks.make(game, one), read, **{"threshold-compare": compare})
        assert slow == f.check(skill, threshold, way, compare)


@pytest.mark.parametrize("ties", ["agility-then-rolloff", "players-first"])
def test_initiative_comes_out_as_the_rules_play_it(ties: str) -> None:
    for mine, theirs in ((2, 1), (-1, 3), (4, 0), (1, -2)):
        state = with_beings(archer={"assigned": {"agility": theirs}}, bandit={"assigned": {"agility": mine}})
        people = {key: state.beings[key] for key in ("bandit", "archer")}
        ours, other = (f.Being(figures.value(LIB, one, "agility"), one.side) for one in people.values())
        order: list[Any] = []

        def begin(game: Game[Any], order: list[Any] = order) -> Any:
            order.append((yield from initiative.roll_for(game, ("bandit", "archer"))))

        slow = flow(state, begin, lambda game, order=order: order[-1][0].who == "bandit", **{"initiative-ties": ties})
        assert slow.exactly(True) == f.all_before([ours], [other], ties)


@pytest.mark.parametrize("ties", ["agility-then-rolloff", "players-first", "rolloff"])
def test_who_acts_first_is_counted_alike_in_both_ways(ties: str) -> None:
    rng = random.Random(4)
    for _ in range(8):
        people = [f.Being(rng.randint(-2, 4), rng.choice(("party", "foes"))) for _ in range(rng.randint(2, 5))]
        shares = f.acts_first(people, ties)
        assert sum(shares[one] for one in people) == 1
        for at, one in enumerate(people):
            assert shares[one] == f.all_before([one], people[:at] + people[at + 1 :], ties)


@pytest.mark.parametrize("feet", [0, 9, 10, 25, 30, 40])
def test_falls_come_out_as_the_rules_play_them(feet: int) -> None:
    for marks in ((), ("force",)):
        gives = replace(DEMO.state.beings["captain"].gives, resistances=marks)
        state = with_beings(captain={"figures": {"health": 500}, "health": 500, "gives": gives})

        def read(game: Game[Any]) -> int:
            return sum(amount for each in events(game, e.DamageTaken) for _, amount in each.taken)

        slow = flow(state, lambda game: harm.fall(game, "captain", feet), read)
        assert slow == f.fall(feet, f.Target(m.Marks(frozenset(marks))))


def test_risk_it_all_comes_out_as_the_rules_play_it() -> None:
    slow = flow(DEMO.state, lambda game: death.risk(game, "osk"), lambda game: events(game, e.FateRolled)[0].result)
    assert slow == f.fates()
