"""What TorchLite's offers tell about their chances: the odds of the library, and of the game played to its end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from support.tables import demo_table, do
from support.telling import Faces, happened, played_out, told

from tablelight.kernel.table import Table
from tablelight.odds import torchlite as t
from tablelight.odds.at_table.told import Chances
from tablelight.odds.distribution import sure
from tablelight.systems.torchlite import SYSTEM
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m

TRAITS = ("brawn", "soldier")  # of Derra: d10 d6
KNIGHT = ("brawn", "soldier")  # of the Gate Knight: d8 d8


def attacked(dice: Faces, *knight: str) -> Table[Any]:
    """Derra strikes at the Gate Knight, who has rolled these dice and taken the best of them."""
    table = demo_table(SYSTEM, dice)
    do(table, "p1", "act-stress", what="strike", targets=("knight",))
    do(table, "gm", "roll:knight", traits=knight or KNIGHT)
    best(table, "gm", "take:knight")
    return table


def best(table: Table[Any], seat: str, key: str) -> None:
    """Throw nothing again, leave the hitches, and take the reading that is marked best, if there is one to take."""
    for who, settles in ((seat, "keep"), ("gm", "no-hitch")):
        for offer in table.menu(who).asked:  # type: ignore[arg-type]
            if not offer.refused and offer.key.startswith(settles):
                do(table, who, offer.key)
    for offer in table.menu(seat).asked:  # type: ignore[arg-type]
        if offer.key == key and not offer.refused:
            do(table, seat, key, **next(each for each in offer.suggestions if each.best).args)


def asked(table: Table[Any], seat: str, key: str, **args: Any) -> Chances:
    found = told(table, seat, key, **args)
    assert found
    return found


# ---------------------------------------------------------------------- a pool


def test_a_pool_against_a_total_that_stands() -> None:
    found = asked(attacked(Faces((6, 3))), "p1", "roll", traits=TRAITS)
    margins = t.margin(t.total((10, 6)), sure(9))
    assert found.fact("success") == t.wins(margins)
    assert found.fact("heroic") == t.heroic(margins).at_least(1)
    assert found.fact("a hitch") == t.hitches((10, 6)).at_least(1)
    assert found.fact("botch") == Fraction(1, 60)
    assert found.assumed == ()


@pytest.mark.parametrize("traits", [("brawn",), ("brawn", "soldier"), ("alertness", "soldier", "locks")])
def test_the_chances_are_those_of_the_game_played_to_its_end(traits: tuple[str, ...]) -> None:
    def play(dice: Faces) -> str:
        table = attacked(dice)
        do(table, "p1", "roll", traits=traits)
        best(table, "p1", "take")
        if happened(table, e.Failed):
            return "fails"
        taken = next(each for each in happened(table, e.ComplicationTaken) if each.who == "knight")
        return f"d{taken.complication.die}"

    rolled = (4, 1)  # the knight's total is 4, his effect die the d4 that every roll has
    found = asked(attacked(Faces(rolled)), "p1", "roll", traits=traits)
    lasting = played_out(play, rolled).map(lambda word: "d6" if word == "d4" else word)  # no complication of d4
    shown = {row.label: row.chance for row in found.tables[0].rows}
    assert found.fact("success") == 1 - lasting.exactly("fails")
    for size in m.SIZES[2:]:
        assert shown.get(f"d{size}", 0) == lasting.exactly(f"d{size}")


def test_a_larger_effect_die_of_the_loser_counts() -> None:
    table = attacked(Faces((1, 2, 3, 4)), "brawn", "soldier", "sworn-to-the-gate", "shield-wall")
    side = table.state.contest.sides["knight"]
    assert side.kept
    assert side.dice[side.kept[0]] == 8
    found = asked(table, "p1", "roll", traits=("agility", "soldier", "locks"))
    shown = {row.label: row.chance for row in found.tables[0].rows}
    assert shown["d4"] > 0  # a d6 that was resisted


def test_a_difficulty_says_what_it_holds_against_the_largest_pool() -> None:
    table = demo_table(SYSTEM)
    do(table, "p1", "act-change", what="cross the ledge")
    found = asked(table, "gm", "roll:difficulty", size="10", traits=())
    largest = (10, 8, 8, 6, 6, 6)
    assert found.fact("holds") == 1 - t.wins(t.margin(t.total(largest), t.total((10, 10))))
    assert "d10 d8 d8 d6 d6 d6" in found.assumed[0]


def test_dice_that_are_shown_are_what_is_rolled_against() -> None:
    table = demo_table(SYSTEM)
    do(table, "p1", "act-change", what="cross the ledge")
    do(table, "p1", "pool", traits=TRAITS)
    found = asked(table, "gm", "roll:difficulty", size="6", traits=())
    assert found.fact("holds") == 1 - t.wins(t.margin(t.total((10, 6)), t.total((6, 6))))


def test_a_pool_that_is_not_legal_says_why() -> None:
    found = asked(attacked(Faces((6, 3))), "p1", "roll", traits=("brawn", "agility"))
    assert "Only one attribute" in found.hint
    assert not found.facts
    assert "at least one die" in asked(attacked(Faces((6, 3))), "p1", "roll", traits=()).hint


# ---------------------------------------------------------------------- what is not known


def actor_first() -> Table[Any]:
    """A table where the attacker rolls first, and Derra attacks."""
    table = demo_table(SYSTEM, Faces((9, 5, 3)))
    do(table, "gm", "option", option="opposed-roll-order", value="actor-first")
    do(table, "p1", "act-stress", what="strike", targets=("knight",))
    return table


def test_what_is_not_rolled_yet_is_assumed_and_said() -> None:
    table = actor_first()
    found = asked(table, "p1", "roll", traits=TRAITS)
    assert "assumed" in found.assumed[0]
    assert found.settings[0].value == "8 8"
    assert found.fact("success") == t.wins(t.margin(t.total((10, 6)), t.total((8, 8))), first=True)
    harder = asked(table, "p1", "roll", settings={"against": "12 12"}, traits=TRAITS)
    assert harder.fact("success") == t.wins(t.margin(t.total((10, 6)), t.total((12, 12))), first=True)


def test_what_only_the_gm_knows_changes_nothing_that_a_player_is_told() -> None:
    def tell(**changes: Any) -> list[Chances]:
        table = actor_first()
        knight = replace(table.state.characters["knight"], **changes)
        table.game.state = replace(table.state, characters={**table.state.characters, "knight": knight}, bank=9)
        first = asked(table, "p1", "roll", traits=TRAITS)
        do(table, "p1", "roll", traits=("brawn", "soldier", "locks"))
        return [first, asked(table, "p1", "take")]

    assert tell() == tell(attributes=(), roles=(), distinctions=(), assets={}, notes="secret")


# ---------------------------------------------------------------------- a reading


def test_readings_are_ranked_as_the_library_ranks_them() -> None:
    table = attacked(Faces((6, 3), (5, 4, 3, 2)))
    do(table, "p1", "roll", traits=("brawn", "soldier", "human", "locks"))
    found = asked(table, "p1", "take")
    effect = {size: at * Fraction(1, 8) for at, size in enumerate(m.SIZES)}
    stake = t.Stake(effect=effect, point=Fraction(1, 4))
    ranked = t.choices((10, 6, 8, 6), (5, 4, 3, 2), 9, 1, stake)
    best = next(each for each in found.alternatives if each.best)
    assert [fact.value for fact in best.facts] == [1, ranked[0].worth]
    assert "1 PP" in best.label  # 5 + 4 + 3 beat 9, which 5 + 4 don't
    assert "plot point spent costs 1/4" in found.objective
    dear = asked(table, "p1", "take", settings={"point": "1", "step": "0"})
    assert not next(each for each in dear.alternatives if each.best).facts[0].value


def test_the_reading_in_the_form_has_its_own_figure() -> None:
    table = attacked(Faces((6, 3), (9, 4, 3)))
    do(table, "p1", "roll", traits=("brawn", "soldier", "human"))
    found = asked(table, "p1", "take")
    args = found.alternatives[0].args
    assert asked(table, "p1", "take", **args).facts[0].value == found.alternatives[0].facts[0].value
    assert not asked(table, "p1", "take", total=(), effect=()).facts


def test_throwing_a_die_again_is_weighed_against_leaving_it() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = attacked(dice)
        do(table, "p1", "roll", traits=TRAITS)
        return table

    key = "reroll-read-the-omens-by-ysolde:derra"
    rolled = (4, 1), (3, 1)
    found = asked(ready(Faces(*rolled)), "p3", key)

    def play(dice: Faces) -> bool:
        table = ready(dice)
        do(table, "p3", key, **dict(found.alternatives[1].args))
        best(table, "p1", "take")
        return not happened(table, e.Failed)

    leave, again = found.alternatives
    assert (leave.facts[0].value, leave.best, again.best) == (0, False, True)
    assert again.facts[0].value == played_out(play, *rolled).exactly(True)


# ---------------------------------------------------------------------- what may be done about a pool


def test_a_hindered_distinction_is_weighed_as_the_game_plays_it() -> None:
    traits = ("brawn", "human")  # d10 d8

    def ready(dice: Faces) -> Table[Any]:
        table = attacked(dice)
        do(table, "p1", "pool", traits=traits)
        return table

    def play(dice: Faces) -> str:
        table = ready(dice)
        do(table, "p1", "hinder", distinction="human")
        do(table, "p1", "roll", traits=traits)
        best(table, "p1", "take")
        return "fails" if happened(table, e.Failed) else "succeeds"

    rolled = (4, 1)
    found = asked(ready(Faces(rolled)), "p1", "hinder", distinction="human")
    plain, hindered = found.alternatives[0], next(each for each in found.alternatives if "Human" in each.label)
    assert plain.facts[0].value == t.wins(t.margin(t.total((10, 8)), sure(4)))
    assert hindered.facts[0].value == played_out(play, rolled).exactly("succeeds")
    assert hindered.args == {"distinction": "human"}
    assert "shown" in found.assumed[0]


def test_hinder_pays_where_plot_points_are_dear() -> None:
    def kept(price: str) -> bool:
        found = asked(attacked(Faces((6, 3))), "p1", "hinder", settings={"point": price})
        return found.alternatives[0].best

    assert (kept("0"), kept("1")) == (True, False)
    assert "largest pool" in asked(attacked(Faces((6, 3))), "p1", "hinder").assumed[0]


def test_an_sfx_is_weighed_as_the_game_plays_it() -> None:
    traits = ("charisma", "speaker")

    def ready(dice: Faces) -> Table[Any]:
        table = demo_table(SYSTEM, dice)
        do(table, "p3", "act-stress", what="lightning", targets=("knight",))
        do(table, "gm", "roll:knight", traits=KNIGHT)
        best(table, "gm", "take:knight")
        do(table, "p3", "pool", traits=traits)
        return table

    def play(dice: Faces) -> str:
        table = ready(dice)
        do(table, "p3", key, **costs)
        do(table, "p3", "roll", traits=traits)
        best(table, "p3", "take")
        return "fails" if happened(table, e.Failed) else "succeeds"

    rolled = (4, 1)
    table = ready(Faces(rolled))
    offer = next(each for each in table.menu("p3").asked if each.key.startswith("sfx-"))  # type: ignore[arg-type]
    key, costs = offer.key, {field.name: field.choices[0].key for field in offer.fields}
    without, used = asked(table, "p3", key).alternatives
    assert used.facts[0].value == played_out(play, rolled).exactly("succeeds")
    assert used.facts[0].value > without.facts[0].value
    assert used.best


def test_doubling_offers_each_die_it_may_work_on() -> None:
    table = attacked(Faces((6, 3)))
    do(table, "p1", "pool", traits=("agility", "soldier"))
    key = next(each.key for each in table.menu("p1").asked if each.key.startswith("sfx-"))  # type: ignore[arg-type]
    offer = next(each for each in table.menu("p1").asked if each.key == key)  # type: ignore[arg-type]
    found = told(table, "p1", key)
    assert offer.refused or (found and len(found.alternatives) == 1 + len(offer.fields[0].choices))


# ---------------------------------------------------------------------- a total that was named


def test_a_late_die_shows_what_it_makes_of_the_total() -> None:
    table = demo_table(SYSTEM, Faces((6, 3), (5, 2, 4, 3)))
    do(table, "gm", "option", option="late-total-boost", value="on")
    do(table, "p1", "act-stress", what="strike", targets=("knight",))
    do(table, "gm", "roll:knight", traits=KNIGHT)
    best(table, "gm", "take:knight")
    do(table, "p1", "roll", traits=("brawn", "soldier", "human", "locks"))
    do(table, "p1", "take", total=("d10", "d8"), effect=("d6",))  # 5 + 4 tie with 9
    stay, *more = asked(table, "p1", "boost").alternatives
    assert (stay.facts[0].value, stay.best) == (0, False)
    assert [(each.label[-2:], each.facts[0].value, each.best) for each in more] == [("12", 1, True)]
    assert more[0].facts[1].value == 1 + Fraction(1, 8) - Fraction(1, 4)
    dear = asked(table, "p1", "boost", settings={"point": "1", "step": "0"})
    assert dear.alternatives[0].best


# ---------------------------------------------------------------------- before anybody picks dice


def test_a_declared_action_is_told_with_the_largest_pool() -> None:
    table = demo_table(SYSTEM)
    assert not told(table, "p1", "act-stress", who="derra")
    declared = asked(table, "p1", "act-stress", who="derra", targets=("knight",), stress="damaged", magic="no")
    do(table, "p1", "act-stress", what="strike", targets=("knight",))
    picks = next(each for each in table.menu("p1").asked if each.key == "roll").suggestions[0].args  # type: ignore[arg-type]
    rolled = asked(table, "p1", "pool", **picks)
    assert declared.facts == rolled.facts
    assert "largest pool" in declared.assumed[0]


def test_a_recovery_is_told_against_the_dice_that_the_rules_give_it() -> None:
    table = demo_table(SYSTEM)
    do(table, "gm", "inflict", who="brannoc", trouble="damaged", die="8")
    found = asked(table, "p1", "act-recover", who="derra", trouble="brannoc/damaged", magic="no")
    dice = (10, 8, 8, 6, 6, 6)
    assert found.fact("success") == t.wins(t.margin(t.total(dice), t.total((8, 8, 8))))
    assert not found.settings


def test_what_only_the_gm_knows_changes_nothing_before_an_action() -> None:
    def tell(**changes: Any) -> Chances:
        table = demo_table(SYSTEM)
        knight = replace(table.state.characters["knight"], **changes)
        table.game.state = replace(table.state, characters={**table.state.characters, "knight": knight}, bank=9)
        return asked(table, "p1", "act-stress", who="derra", targets=("knight",), stress="damaged", magic="no")

    assert tell() == tell(attributes=(), roles=(), distinctions=(), assets={}, notes="secret")


def test_dice_thrown_aside() -> None:
    found = asked(demo_table(SYSTEM), "p1", "throw", d6=2, d4=1)
    assert found.facts[0].value == Fraction(19, 2)
    assert found.fact("a 1 among them") == 1 - Fraction(5 * 5 * 3, 144)
    assert not told(demo_table(SYSTEM), "p1", "throw", d6=0)
