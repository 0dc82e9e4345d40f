"""What the Rogue Spire's offers tell about their chances: those of the library, and of the game played to its end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from support.tables import demo_table, do
from support.telling import Faces, happened, played_out, told

from tablelight.kernel.table import Table
from tablelight.odds import rogue_spire as r
from tablelight.odds.at_table.told import Alternative, Chances
from tablelight.systems.rogue_spire import SYSTEM
from tablelight.systems.rogue_spire import events as e

WREN = (6, 8, 6, 4)  # her vitality die and her skill dice


def tried(dice: Faces, td: str = "5", called: str = "call-skilled", **options: str) -> Table[Any]:
    """Wren tries something that the Spire Master has called."""
    table = demo_table(SYSTEM, dice)
    for option, value in options.items():
        do(table, "gm", "option", option=option.replace("_", "-"), value=value)
    do(table, "p1", "act", what="slip past")
    trait = {"trait": "stealthy"} if called == "call-skilled" else {}
    do(table, "gm", called, td=td, **trait)
    return table


def with_two_dice(table: Table[Any]) -> Table[Any]:
    """Wren has no more than her vitality die and her d4."""
    people = table.state.characters
    few = {key: die for key, die in people["wren"].dice.items() if key in ("vitality", "d4")}
    table.game.state = replace(table.state, characters={**people, "wren": replace(people["wren"], dice=few)})
    return table


def asked(table: Table[Any], seat: str, key: str, **args: Any) -> Chances:
    found = told(table, seat, key, **args)
    assert found
    return found


def best(found: Chances) -> Alternative:
    return next(each for each in found.alternatives if each.best)


def succeeded(table: Table[Any]) -> bool:
    return any(each.outcome in ("success", "success-and") for each in happened(table, e.OutcomeSettled))


# ---------------------------------------------------------------------- one die, several, the plan


def test_a_die_shows_what_each_of_its_faces_brings() -> None:
    found = asked(tried(Faces(), td="3"), "p1", "roll", die="d8")
    assert found.fact("success") == Fraction(5, 8)
    assert found.fact("success AND") == Fraction(2, 8)
    assert found.fact("tie") == Fraction(1, 8)
    assert found.fact("expected XP") == 1  # a 1 in eight brings eight points
    assert found.fact("success in the end") == r.begun_with(8, (6, 6, 4), 3).success


@pytest.mark.parametrize("options", [{}, {"roll_again": "sum"}])
def test_dice_in_order_come_out_as_they_are_played(options: dict[str, str]) -> None:
    def play(dice: Faces) -> bool:
        table = tried(dice, "5", **options)
        do(table, "p1", "roll-list", dice=("d4", "d6"))
        return happened(table, e.DieRolled)[-1].thrown.result in ("success", "success-and")

    found = asked(tried(Faces(), "5", **options), "p1", "roll-list", dice=("d4", "d6"))
    assert found.fact("success") == played_out(play).exactly(True)


@pytest.mark.parametrize("options", [{}, {"roll_again": "sum"}, {"td_fallback": "rolled-die"}])
def test_following_the_mark_to_the_end_brings_the_chance_it_tells(options: dict[str, str]) -> None:
    td = "" if "td_fallback" in options else "3"
    first = best(asked(with_two_dice(tried(Faces(), td, **options)), "p1", "roll"))

    def play(dice: Faces) -> bool:
        table = with_two_dice(tried(dice, td, **options))
        for _ in range(2):
            if any(offer.key == "roll" and not offer.refused for offer in table.menu("p1").asked):  # type: ignore[arg-type]
                found = asked(table, "p1", "roll", settings={"cost": "sides"})
                ways = found.alternatives
                left = best(found).args if ways else {}
                offer = next(offer for offer in table.menu("p1").asked if offer.key == "roll")  # type: ignore[arg-type]
                only = next(choice.key for choice in offer.fields[0].choices if not choice.refused)
                do(table, "p1", "roll", die=left["die"] if left else only)
        return any(each.thrown.result in ("success", "success-and") for each in happened(table, e.DieRolled))

    assert [fact.value for fact in first.facts if fact.name == "in the end"] == [played_out(play).exactly(True)]


def test_whether_to_push_on_depends_on_what_dice_are_worth() -> None:
    table = tried(Faces((2,)), "5")
    do(table, "p1", "roll", die="d8")
    cheap = asked(table, "p1", "roll", settings={"cost": "sides"})
    assert best(cheap).label != "Stop"
    assert "highest chance" in cheap.objective
    dear = asked(table, "p1", "roll", settings={"cost": "1/20"})
    worths = {each.label: each.facts[1].value for each in dear.alternatives}
    assert worths["Stop"] == 0
    assert worths["d4"] == r.worth_of_die(4, (6, 6), 5, price=Fraction(1, 20))
    assert best(dear).facts[1].value == max(worths.values()) == r.push_on((6, 6, 4), 5, price=Fraction(1, 20))


def test_an_unskilled_action_has_one_die_and_no_plan() -> None:
    found = asked(tried(Faces(), "3", called="call-unskilled"), "p1", "roll", die="vitality")
    assert found.fact("success") == Fraction(1, 2)
    assert not found.alternatives


# ---------------------------------------------------------------------- before the call, and a night


def test_an_action_tells_what_it_may_come_to_before_it_is_called() -> None:
    table = demo_table(SYSTEM)
    found = asked(table, "p1", "act", what="cut", target="stair-warden/d10")
    assert found.fact("success, skilled") == r.best_plan(WREN, 5, cost="sides").success
    assert found.fact("success, unskilled") == Fraction(1, 6)
    assert "Half of the d10 aimed at, 5" in found.assumed[0]


def test_the_spire_master_sees_what_a_difficulty_makes_of_it() -> None:
    table = demo_table(SYSTEM)
    do(table, "p1", "act", what="slip past")
    for td, bar in (("7", 7), ("d8", 4)):
        found = asked(table, "gm", "call-skilled", trait="stealthy", td=td)
        assert found.fact("success, skilled") == r.best_plan(WREN, bar, cost="sides").success
    assert "whole number" in asked(table, "gm", "call-skilled", trait="stealthy", td="hard").hint


def test_a_night_tells_how_wounds_may_heal() -> None:
    table = demo_table(SYSTEM)
    do(table, "gm", "end-encounter")
    do(table, "gm", "wound", dice=("wren/d6",))
    assert asked(table, "p1", "night-rest", who=("wren",)).fact("Wren Halloway's d6 heals") == Fraction(1, 4)


def dying(*options: tuple[str, str], dice: Faces | None = None) -> Table[Any]:
    """Wren has lost every die, and lies on death's door."""
    table = demo_table(SYSTEM, dice)
    for option, value in options:
        do(table, "gm", "option", option=option, value=value)
    do(table, "gm", "wound", dice=tuple(f"wren/{key}" for key in table.state.characters["wren"].dice))
    return table


@pytest.mark.parametrize(("minutes", "seconds"), [(1, 0), (2, 30), (0, 59)])
def test_time_that_passes_tells_who_may_die(minutes: int, seconds: int) -> None:
    def play(dice: Faces) -> bool:
        table = dying(dice=dice)
        do(table, "gm", "time", minutes=minutes, seconds=seconds)
        return table.state.characters["wren"].dead

    found = told(dying(), "gm", "time", minutes=minutes, seconds=seconds)
    dies = played_out(play).exactly(True)
    assert (found.fact("Wren Halloway dies") if found else 0) == dies


def test_a_round_tells_who_may_die_once_a_minute_is_full() -> None:
    table = dying(("round-seconds", "30"))
    assert not told(table, "gm", "next-round")
    do(table, "gm", "next-round")
    assert asked(table, "gm", "next-round").fact("Wren Halloway dies") == Fraction(1, 4)


def test_a_rest_tells_who_may_die_meanwhile_but_not_where_that_is_secret() -> None:
    def rest(*options: tuple[str, str]) -> Table[Any]:
        table = dying(*options)
        do(table, "gm", "end-encounter")
        return table

    open_rolls, secret = rest(), rest(("death-rolls", "secret"))
    lives = Fraction(3, 4) ** int(open_rolls.game.options["quick-rest-minutes"])
    assert asked(open_rolls, "p1", "quick-rest", who=()).fact("Wren Halloway dies") == 1 - lives
    assert not told(secret, "p1", "quick-rest", who=())
    assert asked(secret, "gm", "quick-rest", who=()).fact("Wren Halloway dies") == 1 - lives
    do(open_rolls, "gm", "quick-rest", who=("wren",))
    assert asked(open_rolls, "gm", "complete").fact("Wren Halloway dies") == 1 - lives


@pytest.mark.parametrize(("key", "before"), [("wound", ()), ("strain", ("wren/vitality",))])
def test_harm_tells_who_may_die_at_once(key: str, before: tuple[str, ...]) -> None:
    def hurt(dice: Faces | None = None) -> Table[Any]:
        table = demo_table(SYSTEM, dice)
        do(table, "gm", "option", option="first-death-roll", value="at-once")
        do(table, "gm", "option", option="strain-again", value="wound")
        if before:
            do(table, "gm", "strain", dice=before, cause="sick")
        return table

    args = {"dice": ("wren/vitality", "wren/d6"), **({"cause": "sick"} if before else {})}

    def play(dice: Faces) -> bool:
        table = hurt(dice)
        do(table, "gm", key, **args)
        return table.state.characters["wren"].dead

    assert asked(hurt(), "gm", key, **args).fact("Wren Halloway dies") == played_out(play).exactly(True)
    assert not told(demo_table(SYSTEM), "gm", key, **args)  # after a minute, unless the option says otherwise


def test_a_rest_that_is_broken_off_tells_who_may_die() -> None:
    table = dying()
    do(table, "gm", "end-encounter")
    do(table, "gm", "quick-rest", who=("wren",))
    lives = Fraction(3, 4) ** 2
    assert asked(table, "gm", "interrupt", minutes=2).fact("Wren Halloway dies") == 1 - lives


def test_a_treatment_of_no_wounded_die_has_no_chance() -> None:
    assert not told(demo_table(SYSTEM), "p1", "treat", who="wren", die="wren/d6")


# ---------------------------------------------------------------------- secrets


def test_somebody_hidden_changes_nothing_that_a_player_is_told() -> None:
    def tell(present: bool) -> list[Chances | None]:
        table = demo_table(SYSTEM)
        hidden = next(key for key, who in table.state.characters.items() if who.hidden)
        people = dict(table.state.characters)
        if present:
            people[hidden] = replace(people[hidden], notes="a secret", dice=people["wren"].dice)
        else:
            del people[hidden]
        table.game.state = replace(table.state, characters=people)
        first = told(table, "p1", "act", what="x", target="stair-warden/d10")
        do(table, "p1", "act", what="x", target="stair-warden/d10")
        do(table, "gm", "call-skilled", trait="stealthy", td="")
        return [first, told(table, "p1", "roll", die="d8"), told(table, "p1", "roll-list", dice=("d8", "d4"))]

    assert tell(True) == tell(False)
