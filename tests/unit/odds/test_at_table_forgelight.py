"""What Forgelight's offers tell about their chances: the odds of the library, and of the game played to its end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from support.tables import demo_table, do
from support.telling import Faces, happened, played_out, told

from tablelight.kernel.table import Table
from tablelight.odds import forgelight as f
from tablelight.odds.at_table.told import Alternative, Chances
from tablelight.systems.forgelight import SYSTEM, figures
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import AbilityCard, Pack
from tablelight.systems.forgelight.content.model import Attack as Strikes
from tablelight.systems.forgelight.content.packs import library
from tablelight.systems.forgelight.state import Being, ForgeState


def changed(table: Table[Any], who: str, **changes: Any) -> None:
    """Somebody is otherwise than the scene has it."""
    state: ForgeState = table.state
    table.game.state = replace(state, beings={**state.beings, who: replace(state.beings[who], **changes)})


def face_to_face(dice: Faces | None = None, **options: str) -> Table[Any]:
    """Osk and Wren stand before the bandit; nobody fights yet, so anybody may play a card."""
    table = demo_table(SYSTEM, dice)
    for option, value in options.items():
        do(table, "gm", "option", option=option.replace("_", "-"), value=value)
    here = table.state.beings["bandit"].at
    assert here
    changed(table, "osk", at=replace(here, x=here.x - 1))
    changed(table, "wren", at=replace(here, y=here.y - 1))
    return table


def fighting(**options: str) -> Table[Any]:
    """A fight of Osk and the bandit in which Osk has the first turn."""
    table = face_to_face(Faces((20,), then=lambda dice: [1] * len(dice)), **options)
    do(table, "gm", "fight", who=("osk", "bandit"))
    return table


def asked(table: Table[Any], seat: str, key: str, settings: Any = None, **args: Any) -> Chances:
    found = told(table, seat, key, settings, **args)
    assert found
    return found


def best(found: Chances) -> list[Alternative]:
    return [each for each in found.alternatives if each.best]


def score(table: Table[Any], who: str) -> int:
    one: Being = table.state.beings[who]
    return figures.hit_score(library(table.state.packs), table.game.options, one).value


# ---------------------------------------------------------------------- attacks


OPEN = {"enemy_figures": "open"}


def test_an_attack_tells_hits_power_rolls_criticals_and_damage() -> None:
    table = face_to_face(None, **OPEN)
    found = asked(table, "p1", "play:wren:attack", on="bandit")
    content = library(table.state.packs)
    wren = table.state.beings["wren"]
    modifier = figures.value(content, wren, content.gear["short-sword"].attribute or "strength")
    aim = f.Aim(modifier, score(table, "bandit"), "plain", figures.power(content, wren).value)
    landed = f.attack(aim)
    assert found.fact("hits") == landed.chance(lambda one: one.hit)
    assert found.fact("power roll") == landed.chance(lambda one: one.effect)
    assert found.fact("critical") == Fraction(1, 20)
    assert found.facts[3].spread
    assert not found.settings


@pytest.mark.parametrize(("who", "seat", "card"), [("wren", "p1", "attack"), ("osk", "p2", "haymaker")])
def test_damage_comes_out_as_it_is_played(who: str, seat: str, card: str) -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = face_to_face(dice, **OPEN)
        changed(table, who, gear={"weapon": "dagger"})
        return table

    def play(dice: Faces) -> int:
        table = ready(dice)
        do(table, seat, f"play:{who}:{card}", on="bandit")
        return sum(amount for each in happened(table, e.DamageTaken) for _, amount in each.taken)

    found = asked(ready(Faces()), seat, f"play:{who}:{card}", on="bandit")
    played = played_out(play)
    assert found.fact("damage") == played.expect(lambda points: points)
    shown = {row.label: row.chance for row in found.tables[0].rows}
    assert shown == {str(points): share for points, share in played.chances().items()}


def test_resistance_and_advantage_count() -> None:
    def hurt(**changes: Any) -> Chances:
        table = face_to_face(None, **OPEN)
        bandit = table.state.beings["bandit"]
        changed(table, "bandit", gives=replace(bandit.gives, **changes))
        return asked(table, "p1", "play:wren:attack", on="bandit")

    plain, tough = hurt(), hurt(resistances=("sharp",))
    assert tough.fact("damage") < plain.fact("damage")
    assert tough.fact("hits") == plain.fact("hits")
    assert hurt(attacked_with="advantage").fact("hits") > plain.fact("hits")


def test_an_area_tells_the_damage_to_each_in_it() -> None:
    found = asked(face_to_face(None, **OPEN), "p2", "play:osk:ground-slam")
    rolled = f.hit_damage([m.Part(2, 6, "force", 0)], critical=False)
    assert found.fact("damage to Bandit") == rolled.mean()
    assert any(fact.name.startswith("damage to Wren") for fact in found.facts)


def test_healing_comes_out_as_it_is_played() -> None:
    """Grit gives 2d6 back, but never more than is missing."""

    def ready(dice: Faces) -> Table[Any]:
        table = face_to_face(dice)
        most = figures.max_health(library(table.state.packs), table.state.beings["osk"]).value
        changed(table, "osk", hand=("grit",), health=most - 8)
        return table

    def play(dice: Faces) -> int:
        table = ready(dice)
        do(table, "p2", "play:osk:grit")
        return happened(table, e.Healed)[0].amount

    found = asked(ready(Faces()), "p2", "play:osk:grit")
    played = played_out(play)
    assert found.fact("Health back") == played.expect(lambda points: points)
    assert {row.label: row.chance for row in found.tables[0].rows} == {
        str(points): share for points, share in played.chances().items()
    }


def test_a_card_that_hurts_nobody_has_no_chances() -> None:
    assert told(face_to_face(), "p1", "play:wren:defend") is None


# ---------------------------------------------------------------------- the turn


def test_the_cards_that_do_most_this_turn() -> None:
    table = fighting(**OPEN)
    turn, osk = table.state.turn("osk"), table.state.beings["osk"]
    assert turn, "it is not Osk's turn"
    found = asked(table, "p2", "play:osk:attack", on="bandit")
    means = {each.label.partition(":")[0].partition(" ×")[0]: each.facts[0].value for each in found.alternatives}
    cards = [
        f.Card("Attack", 2, 0, means["Attack"], 2),
        f.Card("Haymaker", 2, 1, means["Haymaker"], 2),
        f.Card("Ground Slam", 3, 2, means["Ground Slam"]),
    ]
    most = f.best_turn_by_search(cards, turn.ap, osk.stamina)
    assert f"{float(most):.1f} together" in found.objective
    assert f"with {turn.ap} Action Points and {osk.stamina} Stamina" in found.objective
    assert best(found)


# ---------------------------------------------------------------------- Reactions


def walking_away(then: Faces | None = None, hand: tuple[str, ...] = ("attack",), shown: str = "open") -> Table[Any]:
    """The bandit walks away from Osk, who may strike with a dagger."""
    dice = Faces((20,), (1,), then=then.then if then else None)
    table = face_to_face(dice, enemy_figures=shown)
    trip = AbilityCard(
        name="Trip", kind="universal", reaction="walks-away", target="enemy", attack=Strikes(damage="1d4 force")
    )
    table.game.state = replace(table.state, packs=(Pack(id="own", title="Own", cards={"trip": trip}),))
    changed(table, "osk", gear={"weapon": "dagger"}, hand=hand)
    do(table, "gm", "fight", who=("osk", "bandit"))
    do(table, "p2", "end-turn:osk")
    here = table.state.beings["bandit"].at
    do(table, "gm", "move:bandit", cell=f"{here.x + 2},{here.y}")
    return table


def test_a_reaction_comes_out_as_it_is_played() -> None:
    def play(dice: Faces) -> tuple[bool, int]:
        table = walking_away(dice)
        do(table, "p2", "react:osk:bandit:attack")
        (rolled,) = happened(table, e.AttackRolled)
        return rolled.hit, sum(amount for each in happened(table, e.DamageTaken) for _, amount in each.taken)

    found = asked(walking_away(), "p2", "react:osk:bandit:attack")
    played = played_out(play)
    assert found.fact("hits") == played.chance(lambda end: end[0])
    assert found.fact("damage") == played.expect(lambda end: end[1])
    shown = {row.label: row.chance for row in found.tables[0].rows}
    assert shown == {str(points): share for points, share in played.map(lambda end: end[1]).chances().items()}


def test_the_reaction_that_does_most_is_marked() -> None:
    table = walking_away(hand=("attack", "trip"))
    both = [asked(table, "p2", f"react:osk:bandit:{card}") for card in ("attack", "trip")]
    means = {"Attack": both[0].fact("damage"), "Trip": both[1].fact("damage")}
    assert means["Attack"] != means["Trip"]
    for found in both:
        assert {each.label: each.facts[0].value for each in found.alternatives} == means
        assert [each.label for each in best(found)] == [max(means, key=lambda name: means[name])]
        assert found.objective == "Best: the highest mean damage to Bandit of one Reaction."


def test_a_reaction_tells_a_player_no_secret_figure() -> None:
    def tell(**changes: Any) -> Chances:
        table = walking_away(shown="hidden")
        changed(table, "bandit", **changes)
        return asked(table, "p2", "react:osk:bandit:attack")

    bandit = demo_table(SYSTEM).state.beings["bandit"]
    gives = replace(bandit.gives, hit_score=5, resistances=("sharp",), attacked_with="disadvantage")
    assert tell() == tell(gives=gives, figures={"hit_score": 25, "health": 90}, health=3, notes="a secret")
    assert tell().settings


def test_a_reaction_that_heals_tells_it() -> None:
    """Cover gives 1d6 back when an attack hits a friend."""
    table = face_to_face(Faces((20,), (10,), (5,), (19,), (1, 1)), **OPEN)
    changed(table, "osk", hand=("cover",), health=1)
    do(table, "gm", "fight", who=("bandit", "osk", "wren"))
    do(table, "p1", "stays")
    do(table, "gm", "play:bandit:attack", on="wren")
    assert asked(table, "p2", "react:osk:bandit:cover").fact("Health back") == Fraction(7, 2)


# ---------------------------------------------------------------------- initiative, falls, the GM's word


def test_initiative_comes_out_as_it_is_played() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = face_to_face(dice)
        changed(table, "bandit", assigned={"agility": 1})
        changed(table, "osk", assigned={"agility": 1})
        return table

    def play(dice: Faces) -> str:
        table = ready(dice)
        do(table, "gm", "option", option="initiative-ties", value="players-first")
        do(table, "gm", "fight", who=("bandit", "osk"))
        return table.state.beings[table.state.fight.order[0].who].name

    table = ready(Faces())
    do(table, "gm", "option", option="initiative-ties", value="players-first")
    found = asked(table, "gm", "fight", who=("bandit", "osk"))
    played = played_out(play)
    assert {row.label: row.chance for row in found.tables[0].rows} == played.chances()
    assert found.fact("a friend first") == played.exactly("Osk")
    assert found.fact("a foe first") == played.exactly("Bandit")


def test_joining_late_comes_out_as_it_is_played() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = face_to_face(Faces((15,), (8,), then=dice.then))
        do(table, "gm", "fight", who=("osk", "bandit"))
        return table

    def play(dice: Faces) -> int:
        table = ready(dice)
        do(table, "gm", "join-fight", who="maro")
        return [place.who for place in table.state.fight.order].index("maro")

    found = asked(ready(Faces()), "gm", "join-fight", who="maro")
    played = played_out(play)
    assert [row.chance for row in found.tables[0].rows] == [played.exactly(at) for at in range(3)]
    assert found.fact("first") == played.exactly(0)


@pytest.mark.parametrize(
    ("key", "args"),
    [
        ("fall", {"who": "skeleton", "feet": 25}),
        ("damage", {"who": "skeleton", "amount": "1d6 sharp + 3 fire"}),
        ("damage", {"who": "skeleton", "amount": "3d6 force"}),
    ],
)
def test_harm_by_the_gms_word_comes_out_as_it_is_played(key: str, args: dict[str, Any]) -> None:
    def play(dice: Faces) -> tuple[int, bool]:
        table = demo_table(SYSTEM, dice)
        do(table, "gm", key, **args)
        (hurt,) = happened(table, e.DamageTaken)
        return sum(amount for _, amount in hurt.taken), hurt.health == 0

    found = asked(demo_table(SYSTEM), "gm", key, **args)
    played = played_out(play)
    assert found.fact("damage") == played.expect(lambda end: end[0])
    assert found.fact("Bone Puppet down") == played.chance(lambda end: end[1])


def test_damage_that_cannot_be_read_says_so() -> None:
    found = asked(demo_table(SYSTEM), "gm", "damage", who="wren", amount="a lot")
    assert "can't be read" in found.hint
    assert not found.facts


def test_far_too_many_dice_are_not_counted() -> None:
    found = asked(demo_table(SYSTEM), "gm", "damage", who="wren", amount="99999999d6 fire")
    assert found.hint
    assert not found.facts


# ---------------------------------------------------------------------- checks and death


def test_a_check_against_an_open_and_a_hidden_threshold() -> None:
    for visible, assumed in (("open", False), ("hidden", True)):
        table = demo_table(SYSTEM)
        do(table, "gm", "option", option="threshold-visibility", value=visible)
        before = asked(table, "gm", "check", who="wren", skill="agility", threshold=15)
        do(table, "gm", "check", who="wren", skill="agility", threshold=15)
        found = asked(table, "p1", "roll", {"threshold": "10"})
        modifier = figures.value(library(table.state.packs), table.state.beings["wren"], "agility")
        wanted = f.check(modifier, 10 if assumed else 15)
        assert found.fact("success") == wanted.chance(f.succeeds)
        assert bool(found.settings) is assumed
        assert before.fact("success") == f.check(modifier, 15).chance(f.succeeds)


def test_hiding_comes_out_as_it_is_played() -> None:
    def ready(dice: Faces | None = None) -> Table[Any]:
        table = demo_table(SYSTEM, dice)
        do(table, "p1", "hide", who="wren")
        return table

    def play(dice: Faces) -> bool:
        table = ready(dice)
        do(table, "gm", "allow:wren", threshold=14, advantages=1)
        do(table, "p1", "roll")
        return happened(table, e.CheckRolled)[0].total > 14

    found = asked(ready(), "gm", "allow:wren", threshold=14, advantages=1)
    assert found.fact("success") == played_out(play).exactly(True)


def test_every_threshold_stands_beside_the_check_that_it_is_named_for() -> None:
    """Taking one fills it in; a player before a hidden one sees them all, and none is marked."""
    table = demo_table(SYSTEM)
    do(table, "p1", "hide", who="wren")
    named = asked(table, "gm", "allow:wren", disadvantages=1)
    for each in named.alternatives:
        again = asked(table, "gm", "allow:wren", disadvantages=1, threshold=each.args["threshold"])
        assert again.fact("success") == each.facts[0].value, each.label
    shares = [each.facts[0].value for each in named.alternatives]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[-1]
    do(table, "gm", "allow:wren", threshold=14, disadvantages=1)
    seen = asked(table, "p1", "roll")
    assert [each.facts for each in seen.alternatives] == [each.facts for each in named.alternatives]
    assert not any(each.args or each.best for each in seen.alternatives)


def test_a_player_who_hides_learns_nothing_of_what_the_gm_will_say() -> None:
    table = demo_table(SYSTEM)
    found = asked(table, "p1", "hide", {"threshold": "10"}, who="wren")
    modifier = figures.modifier(library(table.state.packs), table.state.beings["wren"], "stealth").value
    assert found.fact("success") == f.check(modifier, 10).chance(f.succeeds)
    assert found.settings


def test_a_last_deed_tells_each_skill_that_the_gm_may_name() -> None:
    table = demo_table(SYSTEM)
    do(table, "gm", "damage", who="wren", amount="90 force")
    do(table, "p1", "blaze-of-glory")
    do(table, "p1", "deed", text="cut the rope")
    do(table, "gm", "roll")
    modifier = figures.modifier(library(table.state.packs), table.state.beings["wren"], "athletics").value
    found = asked(table, "gm", "athletics", {"threshold": "15"})
    assert found.fact("success") == f.check(modifier, 15).chance(f.succeeds)


def test_risk_it_all_against_staying_down() -> None:
    table = face_to_face()
    do(table, "gm", "damage", who="wren", amount="90 force")
    found = asked(table, "p1", "risk-it-all", {"friend": "3", "wound": "12"})
    assert [fact.value for fact in found.facts] == [Fraction(9, 20), Fraction(1, 2), Fraction(1, 20)]
    values = {each.label: each.facts[0].value for each in found.alternatives}
    assert values == {"Risk It All": Fraction(11, 20), "Drop Unconscious": f.healed_in_time(3, 12)}
    assert [each.label for each in best(found)] == ["Drop Unconscious"]
    hard = asked(table, "p1", "risk-it-all", {"friend": "-2", "wound": "20"})
    assert [each.label for each in best(hard)] == ["Risk It All"]
    assert asked(table, "p1", "drop-unconscious").facts[0].name == "healed in time"


# ---------------------------------------------------------------------- secrets


def test_what_only_the_gm_knows_changes_nothing_that_a_player_is_told() -> None:
    def tell(threshold: int = 12, **changes: Any) -> list[Chances]:
        table = face_to_face()
        changed(table, "bandit", **changes)
        first = [
            asked(table, "p1", "play:wren:attack", on="bandit"),
            asked(table, "p2", "play:osk:haymaker", on="bandit"),
            asked(table, "p2", "play:osk:ground-slam"),
        ]
        do(table, "gm", "check", who="wren", skill="agility", threshold=threshold)
        return [*first, asked(table, "p1", "roll")]

    bandit = demo_table(SYSTEM).state.beings["bandit"]
    gives = replace(bandit.gives, hit_score=5, resistances=("sharp", "force"), attacked_with="disadvantage")
    plain = tell()
    assert plain == tell(threshold=25, gives=gives, figures={"hit_score": 25, "health": 90}, health=3, notes="a secret")
    assert all(each.settings for each in (*plain[:2], plain[3]))
    assert "not known to you" in plain[0].assumed[0]


def test_somebody_hidden_in_an_area_is_not_told() -> None:
    def tell(hidden: bool) -> Chances:
        table = face_to_face()
        here = table.state.beings["bandit"].at
        changed(table, "archer", at=replace(here, x=here.x - 1, y=here.y + 1), hidden=hidden)
        return asked(table, "p2", "play:osk:ground-slam")

    assert any("Archer" in fact.name for fact in tell(False).facts)
    assert not any("Archer" in fact.name for fact in tell(True).facts)
