"""What Actlite's offers tell about their chances: the odds of the library, and of the game played to its end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from support.ferry import CAPTAIN, FOOTPAD, KNIFE, OSK, SABER, SWORD, WREN, asked, close_by, helped, settle
from support.tables import demo_table, do
from support.telling import Faces, happened, played_out

from tablelight.kernel.table import Table
from tablelight.odds import actlite as a
from tablelight.odds.at_table.told import Alternative, Chances
from tablelight.odds.distribution import sure
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m


def best(found: Chances) -> Alternative:
    return next(each for each in found.alternatives if each.best)


# ---------------------------------------------------------------------- attacks


def test_an_attack_tells_to_hit_its_effects_and_damage_after_armor() -> None:
    found = asked(close_by(), "gm", "attack", weapon=KNIFE, target=OSK)  # Osk's armor takes 1 off P
    assert found.fact("hits") == a.success(1, 6)
    hurt = a.damage(a.Blow(1, (4,)), 6, armor=1)
    assert found.fact("damage") == hurt.mean()
    assert found.fact("no damage") == hurt.exactly(0)
    assert found.facts[3].value == a.triggers(a.check(1, 6), "on matching").at_least(1)
    assert found.assumed == ()


@pytest.mark.parametrize(("net", "weapon"), [(0, KNIFE), (1, KNIFE), (-1, KNIFE), (0, SWORD), (1, SWORD)])
def test_an_attack_comes_out_as_it_is_played(net: int, weapon: str) -> None:
    who = weapon.partition("/")[0]

    def ready(dice: Faces) -> Table[Any]:
        table = close_by(dice)
        return helped(table, who, net) if net else table

    def play(dice: Faces) -> tuple[bool, int, bool]:
        table = ready(dice)
        do(table, "gm", "attack", weapon=weapon, target=OSK)
        settle(table, "gm")
        through = sum(each.through for each in happened(table, e.ArmorMet))
        return bool(happened(table, e.ArmorMet)), through, bool(happened(table, e.EffectTriggered))

    found = asked(ready(Faces()), "gm", "attack", weapon=weapon, target=OSK)
    played = played_out(play)
    assert found.fact("hits") == played.chance(lambda came: came[0])
    assert found.fact("damage") == played.expect(lambda came: came[1])
    assert found.facts[3].value == played.chance(lambda came: came[2])


def test_an_effect_that_is_declined_is_not_told() -> None:
    words = asked(close_by(), "gm", "attack", weapon=KNIFE, target=OSK).facts[3].name
    assert words.endswith(", on matching")
    declined = words.removesuffix(", on matching")
    found = asked(close_by(), "gm", "attack", weapon=KNIFE, target=OSK, decline=(declined,))
    assert words not in [fact.name for fact in found.facts]


def test_half_an_attack_asks_for_the_rest() -> None:
    assert "Choose a weapon" in asked(close_by(), "gm", "attack", target=OSK).hint
    assert "somebody else" in asked(close_by(), "gm", "attack", weapon=KNIFE, target=FOOTPAD).hint


# ---------------------------------------------------------------------- checks and contests


def test_a_check_against_a_dc_that_is_not_named_yet() -> None:
    found = asked(close_by(), "p1", "check", attribute="AGI")
    assert found.fact("success") == a.success(2, 8)
    assert [each.name for each in found.settings] == ["dc"]
    assert asked(close_by(), "p1", "check", {"dc": "11"}, attribute="AGI").fact("success") == a.success(2, 11)


def test_the_gm_sees_what_a_dc_makes_of_the_check() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = helped(close_by(dice), WREN, 1)
        do(table, "p1", "check", attribute="AGI")
        return table

    def play(dice: Faces) -> bool:
        table = ready(dice)
        do(table, "gm", "dc", dc=10)
        settle(table, "p1")
        return happened(table, e.CheckMade)[-1].success

    found = asked(ready(Faces()), "gm", "dc", dc=10)
    assert found.fact("success") == played_out(play).exactly(True) == a.success(2, 10, 1)


def test_a_check_against_a_companion_needs_no_guess() -> None:
    found = asked(close_by(), "p1", "check", attribute="SOC", target=OSK, resist="PER")
    assert found.fact("success") == a.success(0, m.passive(1))
    assert not found.settings


def test_a_contest_and_sneaking() -> None:
    found = asked(close_by(), "p1", "contest", attribute="STR", against=OSK, their="STR")
    assert (found.fact("wins"), found.fact("tie")) == a.contest(0, 2)[:2]
    past = asked(close_by(), "p1", "stealth", watchers=(OSK,))
    assert past.fact("nobody notices") == a.sneaks(2, [1])


# ---------------------------------------------------------------------- decisions


def test_pairs_are_ranked_by_what_they_are_worth() -> None:
    table = helped(close_by(Faces((6, 3, 3))), WREN, 1)
    do(table, "p1", "attack", weapon=SABER, target=OSK)
    found = asked(table, "p1", "pick")
    assert "a matching pair 1/2" in found.objective
    by_worth = a.best_pairs((6, 3, 3), 3, 6, a.Worth(six=Fraction(1, 2), matching=Fraction(1, 2)))
    assert max(each.facts[0].value for each in found.alternatives) == by_worth[0][1]
    pair = best(asked(table, "p1", "pick", {"six": "0", "match": "2"}))
    assert pair.args["dice"] in (("1", "2"), ("2", "1"))
    sixes = best(asked(table, "p1", "pick", {"six": "2", "match": "0"}))
    dice = sixes.args["dice"]
    assert isinstance(dice, tuple)
    assert "0" in dice


def test_whether_to_pay_against_a_push() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = close_by(dice)
        do(table, "gm", "initiative")
        state = table.state
        piles = {key: replace(pile, hand=4, deck=1) for key, pile in state.initiative.piles.items()}
        table.game.state = replace(state, initiative=replace(state.initiative, piles=piles, begun=True))
        do(table, "p2", "interrupt", who=OSK)
        do(table, "p2", "attack", weapon=f"{OSK}/gate-maul/0", target=WREN)
        do(table, "gm", "go-on")
        do(table, "p2", "damage")
        return table

    found = asked(ready(Faces((6, 5), (1, 1))), "p1", "contest")
    assert found.fact("stays") == a.contest(0, 2).won
    assert best(found).label == "Be moved"
    assert best(asked(ready(Faces((6, 5), (1, 1))), "p1", "contest", {"ap": "0"})).label == "Spend 1 AP"


def test_whether_to_act_now_or_to_hold_the_card() -> None:
    table = close_by(Faces((1,)))
    do(table, "gm", "initiative")
    do(table, "gm", "draw", card=WREN)
    found = asked(table, "p1", "hold", {"awaited": OSK, "later": "3/2"})
    mine = table.state.initiative.piles[OSK].deck
    foes = sum(table.state.initiative.piles[key].deck for key in (FOOTPAD, CAPTAIN, "toll-guard"))
    assert found.facts[0].value == a.before_others(a.Deck((mine, foes)))
    gain = a.hold(mine, foes, Fraction(1), Fraction(3, 2))
    assert [each.facts[0].value for each in found.alternatives] == [1, 1 + gain]
    assert best(found).label == "Act now"
    assert best(asked(table, "p1", "hold", {"awaited": OSK, "later": "3"})).label == "Act now"


# ---------------------------------------------------------------------- secrets


def test_what_only_the_gm_knows_changes_nothing_that_a_player_is_told() -> None:
    def tell(**changes: Any) -> list[Chances]:
        table = close_by()
        people = dict(table.state.characters)
        people[FOOTPAD] = replace(people[FOOTPAD], **changes)
        table.game.state = replace(table.state, characters=people)
        return [
            asked(table, "p1", "attack", weapon=SABER, target=FOOTPAD),
            asked(table, "p1", "grapple", target=FOOTPAD),
            asked(table, "p1", "check", attribute="SOC", target=FOOTPAD, resist="WIL"),
            asked(table, "p1", "stealth", watchers=(FOOTPAD,)),
            asked(table, "p1", "contest", attribute="STR", against=FOOTPAD, their="STR"),
        ]

    plain = tell()
    person = demo_table(SYSTEM).state.characters[FOOTPAD]
    armor = replace(person.armor, guard=11, reduces={"B": 5, "P": 5, "S": 5})
    assert plain == tell(scores=dict.fromkeys(person.scores, 9), armor=armor, notes="a secret", standard=1)
    assert all(each.assumed for each in plain)


def test_a_player_may_set_what_is_not_known() -> None:
    table = close_by()
    found = asked(table, "p1", "attack", {"score": "2", "armor": "3"}, weapon=SABER, target=FOOTPAD)
    assert found.fact("hits") == a.success(3, m.passive(2))
    assert found.fact("damage") == a.damage(a.Blow(3, (8,)), m.passive(2), armor=3).mean()
    odd = asked(table, "p1", "attack", {"score": "900", "armor": "-4"}, weapon=SABER, target=FOOTPAD)
    assert odd.fact("damage") == a.damage(a.Blow(3, (8,)), 6).mean()


def test_a_sure_hit_is_told_as_such() -> None:
    table = close_by()
    people = dict(table.state.characters)
    scores = {key: value for key, value in people[OSK].scores.items() if key != "AGI"}
    people[OSK] = replace(people[OSK], scores=scores)
    table.game.state = replace(table.state, characters=people)
    found = asked(table, "gm", "attack", weapon=KNIFE, target=OSK)
    assert found.fact("hits") == sure(1).exactly(1)
