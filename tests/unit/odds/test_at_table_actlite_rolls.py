"""What Actlite's offers tell beside attacks and checks: each roll played at a table for every face of its dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from support.ferry import CAPTAIN, FOOTPAD, KNIFE, OSK, SABER, WREN, asked, close_by, helped, settle
from support.tables import do
from support.telling import Faces, happened, played_out, told

from tablelight.kernel.table import Table
from tablelight.odds import actlite as a
from tablelight.odds.at_table.told import Chances
from tablelight.odds.distribution import Distribution
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.state import Character

MIREL, TAMSIN = "mirel-ash", "tamsin-quill"


def changed(table: Table[Any], who: str, **changes: Any) -> Table[Any]:
    """Somebody is otherwise than in the demo."""
    people = {**table.state.characters, who: replace(table.state.characters[who], **changes)}
    table.game.state = replace(table.state, characters=people)
    return table


def conditions(table: Table[Any], who: str, **changes: Any) -> Table[Any]:
    return changed(table, who, conditions=replace(table.state.characters[who].conditions, **changes))


def person(table: Table[Any], who: str) -> Character:
    return table.state.characters[who]


def shown(found: Chances, title: str) -> dict[str, Fraction]:
    """The rows of a table that is told."""
    (rows,) = [each.rows for each in found.tables if each.title == title]
    return {row.label: row.chance for row in rows}


def answer_all(table: Table[Any], **wanted: str) -> None:
    """Answer every question with the offer of this key, or with the first one."""
    while table.pending:
        seat, offer = next((place.seat, offer) for place in table.room.places for offer in table.menu(place.seat).asked)
        key = next((key for key in wanted if any(each.key == key for each in table.menu(seat).asked)), offer.key)
        do(table, seat, key)


# ---------------------------------------------------------------------- the deck


def test_each_card_that_is_left_is_equally_likely() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = close_by(dice)
        do(table, "gm", "initiative", who=(WREN, OSK, FOOTPAD), special=("fire",))
        do(table, "gm", "draw", card=WREN)
        do(table, "p1", "hold")
        return table

    def play(dice: Faces) -> str:
        table = ready(dice)
        do(table, "gm", "deal")
        special = happened(table, e.SpecialCardDrawn)
        return special[-1].name if special else person(table, happened(table, e.CardDealt)[-1].who).name

    found = asked(ready(Faces()), "gm", "deal")
    played = played_out(play)
    assert shown(found, "Next card") == played.chances()
    names = {person(ready(Faces()), who).name for who in (WREN, OSK)}
    assert found.fact("one of the party") == played.chance(lambda name: name in names)
    assert asked(ready(Faces()), "gm", "draw") == found
    assert told(ready(Faces()), "gm", "draw", card=OSK) is None  # a card drawn for real
    assert sum(fact.value for fact in found.facts) == 1


# ---------------------------------------------------------------------- the beginning of a round


Ready = Callable[[Faces], Table[Any]]


def down(table: Table[Any], who: str, table_key: str, **more: Any) -> Table[Any]:
    """Somebody is down and not yet rolled for."""
    do(table, "gm", "choose-table", who=who, table=table_key)
    do(table, "gm", "damage", who=who, points=person(table, who).crit, track="crit")
    return changed(table, who, **more) if more else table


def two_down(dice: Faces) -> Table[Any]:
    """One bleeds while down, and one is so poisoned that the round brings them down."""
    table = close_by(dice, fresh_down_roll="same-round", permanent_debuffs="on", consequence_custom_rows="on")
    rows = "1 death; 2 stabilized; 3 lower-crit; 4 exhaustion"
    do(table, "gm", "make-table", name="Grim", die=4, rows=rows)
    down(table, WREN, "grim")
    down(table, MIREL, "generic-d6")
    changed(table, MIREL, skip_roll=True)
    conditions(table, WREN, bleed=3)  # at (-3) of 3: a lower maximum kills
    changed(table, OSK, standard=1)
    return conditions(table, OSK, poison=4)


def begun_by_hand(table: Table[Any]) -> None:
    do(table, "gm", "step-round")


def begun_with_cards(table: Table[Any]) -> None:
    do(table, "gm", "initiative", who=(WREN, OSK, MIREL))


@pytest.mark.parametrize(
    ("key", "args", "begin"),
    [("step-round", {}, begun_by_hand), ("initiative", {"who": (WREN, OSK, MIREL)}, begun_with_cards)],
)
def test_consequences_come_out_as_they_are_played(key: str, args: Any, begin: Callable[[Table[Any]], None]) -> None:
    def play(dice: Faces) -> tuple[tuple[bool, bool], ...]:
        table = two_down(dice)
        begin(table)
        people = [person(table, who) for who in (WREN, OSK)]
        return tuple((who.dead, who.conditions.stabilized) for who in people)

    found = asked(two_down(Faces()), "gm", key, **args)
    played = played_out(play)
    for at, who in enumerate((WREN, OSK)):
        name = person(two_down(Faces()), who).name
        assert found.fact(f"{name} dies") == played.chance(lambda came, at=at: came[at][0])
        assert found.fact(f"{name} [stabilized]") == played.chance(lambda came, at=at: came[at][1])
    assert [each.title for each in found.tables] == [person(two_down(Faces()), who).name for who in (WREN, OSK)]
    assert shown(found, "Wren Hollow")["1 [exhaustion]"] == Fraction(1, 4)


def test_a_round_in_which_nobody_is_rolled_for_tells_nothing() -> None:
    assert told(close_by(), "gm", "step-round") is None
    assert told(down(close_by(), WREN, "generic-d6"), "gm", "initiative", who=(CAPTAIN,)) is None


def test_whoever_the_gm_could_kill_at_once_is_said_to_be_dying() -> None:
    table = conditions(close_by(fresh_down_roll="same-round"), FOOTPAD, poison=7)
    found = asked(table, "gm", "step-round")
    assert "Footpad dies" in [fact.name for fact in found.facts]
    assert "dying, not dead" in found.assumed[0]


# ---------------------------------------------------------------------- the party table


def fallen(dice: Faces, rows: str = "", *, secretly_dead: bool = False) -> Table[Any]:
    """Three of the party are left; all go down, one of them dead without anybody knowing."""
    table = changed(close_by(dice), TAMSIN, kind="npc")
    if rows:
        do(table, "gm", "make-party-table", name="River", die=4, rows=rows)
    for who in (WREN, MIREL):
        do(table, "gm", "damage", who=who, points=3, track="crit")
    if secretly_dead:
        changed(table, MIREL, dead=True, secrets=("dead",))
    do(table, "gm", "damage", who=OSK, points=3, track="crit")
    return table


@pytest.mark.parametrize("secretly_dead", [False, True])
def test_the_party_table_tells_how_many_live(secretly_dead: bool) -> None:
    def play(dice: Faces) -> int:
        table = fallen(dice, secretly_dead=secretly_dead)
        do(table, "gm", "party-table")
        return sum(not person(table, who).dead for who in (WREN, OSK, MIREL))

    found = asked(fallen(Faces(), secretly_dead=secretly_dead), "gm", "party-table")
    played = played_out(play)
    assert found.fact("all live") == played.exactly(3)
    assert found.fact("nobody lives") == played.exactly(0)
    assert found.fact("how many live") == played.expect(lambda count: count)
    assert shown(found, "How many live") == {str(count): chance for count, chance in sorted(played.chances().items())}
    assert shown(found, "What comes")["Everyone dies."] == Fraction(1, 3)


def test_a_party_table_of_ones_own_may_leave_it_to_the_gm() -> None:
    rows = "1 death; 2 coins; 3 saved; 4 judge The raft drifts off."

    def play(dice: Faces) -> Any:
        table = fallen(dice, rows)
        do(table, "gm", "party-table", table="river")
        people = [person(table, who) for who in (WREN, OSK, MIREL)]
        judged = not any(who.dead or who.conditions.stabilized or not who.down for who in people)
        return "judged" if judged else sum(not who.dead for who in people)

    found = asked(fallen(Faces(), rows), "gm", "party-table", table="river")
    played = played_out(play)
    assert found.fact("the GM judges") == played.exactly("judged") == Fraction(1, 4)
    assert found.fact("all live") == played.exactly(3)
    assert found.fact("nobody lives") == played.exactly(0)
    assert shown(found, "What comes")["The raft drifts off."] == Fraction(1, 4)


# ---------------------------------------------------------------------- falls and rests


@pytest.mark.parametrize("kind", ["standing", "doomed", "down", "stop"])
def test_a_fall_tells_where_it_leaves_somebody(kind: str) -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = changed(close_by(dice, damage_spill="stop" if kind == "stop" else "spill"), WREN, standard=1, crit=2)
        if kind == "doomed":
            conditions(table, WREN, doomed=True)
        if kind == "down":
            do(table, "gm", "damage", who=WREN, points=2, track="crit")
        return table

    def play(dice: Faces) -> tuple[int, bool, bool]:
        table = ready(dice)
        was_down = person(table, WREN).down
        do(table, "gm", "fall", who=WREN, spaces=12)
        who = person(table, WREN)
        taken = happened(table, e.DamageTaken)[-1].points
        return taken, who.dead, who.down and not was_down and not who.dead

    found = asked(ready(Faces()), "gm", "fall", who=WREN, spaces=12)
    played = played_out(play)
    assert found.fact("damage") == played.expect(lambda came: came[0])
    assert found.fact("dies") == played.chance(lambda came: came[1])
    if kind != "down":
        assert found.fact("goes down") == played.chance(lambda came: came[2])
    assert told(ready(Faces()), "gm", "fall", who=WREN, spaces=1) is None


@pytest.mark.parametrize(("flip", "injuries", "hours"), [("per-rest", 3, 1), ("per-rest", 2, 8), ("per-hour", 2, 2),
                                                         ("per-hour", 2, 8)])  # fmt: skip
def test_a_rest_tells_what_coins_do_for_injuries(flip: str, injuries: int, hours: int) -> None:
    limbs = ("right arm", "left arm", "right leg")[:injuries]

    def ready(dice: Faces) -> Table[Any]:
        table = close_by(dice, injury_flip=flip)
        return conditions(table, WREN, injuries=tuple(e.Injury(limb) for limb in limbs))

    def play(dice: Faces) -> int:
        table = ready(dice)
        do(table, "gm", "rest", who=(WREN, OSK), hours=hours)
        answer_all(table)
        return len(person(table, WREN).conditions.injuries)

    found = asked(ready(Faces()), "gm", "rest", who=(WREN, OSK), hours=hours)
    played = played_out(play)
    assert found.fact("Wren Hollow: no injury left") == played.exactly(0)
    assert found.fact("Wren Hollow: injuries left") == played.expect(lambda count: count)
    assert told(changed(ready(Faces()), WREN, crit=1), "gm", "rest", who=(WREN,), hours=hours) is None


# ---------------------------------------------------------------------- growth and money


@pytest.mark.parametrize("direction", ["lower", "higher"])
def test_an_archetype_table_tells_which_entry_comes(direction: str) -> None:
    entries = "One: advantage on SOC\nTwo: advantage on STR\nThree: advantage on AGI\nFour: advantage on WIL"

    def ready(dice: Faces) -> Table[Any]:
        table = close_by(dice, duplicate_direction=direction)
        do(table, "gm", "make-archetype", name="Bell", entries=entries, cost="1", setting="a bell")
        skill = table.state.archetypes["bell"].skills[1]
        changed(table, WREN, xp=9, skills={"two": skill})
        do(table, "p1", "roll-table", table="bell")
        return table

    def play(dice: Faces) -> str:
        table = ready(dice)
        do(table, "gm", "yes")
        return happened(table, e.SkillGained)[-1].skill.name

    found = asked(ready(Faces()), "gm", "yes")
    played = played_out(play)
    assert {fact.name: fact.value for fact in found.facts} == {
        name: played.exactly(name) for name in ("One", "Three", "Four")
    }
    assert told(ready(Faces()), "gm", "no") is None


@pytest.mark.parametrize("net", [0, 1, -1])
def test_a_purchase_tells_whether_the_level_falls(net: int) -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = changed(close_by(dice, cash="on"), WREN, cash=9)
        return helped(table, WREN, net) if net else table

    bought: dict[str, Any] = {"name": "a boat", "level": 8, "with": "SOC", "dc": 7}

    def play(dice: Faces) -> int:
        table = ready(dice)
        do(table, "p1", "buy", **bought)
        settle(table, "p1")
        return person(table, WREN).cash

    found = asked(ready(Faces()), "p1", "buy", **bought)
    played = played_out(play)
    assert found.fact("the level stays 9 Moderation") == played.exactly(9)
    assert found.fact("it falls by 1") == played.exactly(8)
    for level in (9, 7):  # paid or free: nothing is rolled
        assert told(ready(Faces()), "p1", "buy", **{**bought, "level": level}) is None
    speechless = changed(ready(Faces()), WREN, scores={"STR": 0})
    assert "the level falls by 1" in asked(speechless, "p1", "buy", **bought).hint


# ---------------------------------------------------------------------- hexes


def with_hex(dice: Faces, *hexes: str, base: str = "7") -> Table[Any]:
    """Wren holds a written combination of two hexes; one is the group's own."""
    table = close_by(dice, hexes="on")
    extra = {"base_dc": int(base)} if base else {}
    do(table, "gm", "make-hex", name="Peal", effects="1d4 damage", **extra)
    do(table, "gm", "find-hex", who=WREN, hexes=hexes or ("peal", "gust"), author=WREN)
    return table


@pytest.mark.parametrize(("part", "net"), [("whole", 0), ("peal", 0), ("whole", 1), ("gust", -1)])
def test_studying_tells_whether_it_is_learned(part: str, net: int) -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = changed(with_hex(dice), OSK, kind="npc", seat="")
        do(table, "gm", "find-hex", who=OSK, hexes=("peal", "gust"), author=WREN)
        return helped(table, OSK, net) if net else table

    def play(dice: Faces) -> bool:
        table = ready(dice)
        do(table, "gm", "study", who=OSK, hex="hex-2", part=part)
        settle(table, "gm")
        return bool(happened(table, e.HexLearned))

    found = asked(ready(Faces()), "gm", "study", who=OSK, hex="hex-2", part=part)
    name = "learns all of it" if part == "whole" else "learns it"
    assert found.fact(name) == played_out(play).exactly(True)
    assert not found.settings


def test_the_gm_sees_what_a_base_dc_makes_of_a_study() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = with_hex(dice, "peal", base="")
        do(table, "p1", "study", who=WREN, hex="hex")
        return table

    def play(dice: Faces) -> bool:
        table = ready(dice)
        do(table, "gm", "dc", dc=9)
        return bool(happened(table, e.HexLearned))

    assert asked(ready(Faces()), "gm", "dc", dc=9).fact("learns it") == played_out(play).exactly(True)


def test_a_player_is_told_nothing_of_what_the_group_made() -> None:
    """Neither the base DC nor the dice of a hex, as long as nobody of the seat knows it."""
    easy, hard = with_hex(Faces(), base="4"), with_hex(Faces(), base="12")
    assert asked(easy, "p1", "study") == asked(hard, "p1", "study")
    assert "not known to you" in asked(easy, "p1", "study").assumed[0]
    assert asked(easy, "gm", "destroy", hex="hex", who=WREN) != told(easy, "p1", "activate", hex="hex")
    assert asked(easy, "p1", "activate", hex="hex") == Chances(hint="What it does is not known to you.")
    do(easy, "gm", "teach", who=WREN, hex="peal", what="known")
    assert asked(easy, "p1", "activate", hex="hex").facts[0].name == "1d4 damage"


# ---------------------------------------------------------------------- what is rolled for an effect


def amounts(play: Callable[[Faces], int], found: Chances) -> None:
    """What is told is what is played, point by point."""
    played = played_out(play)
    assert found.facts[0].value == played.expect(lambda points: points)
    assert [row.chance for row in found.tables[0].rows] == [played.exactly(points) for points in sorted(played)]


def test_a_hex_tells_its_dice_with_its_modifiers() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = close_by(dice, hexes="on")
        do(table, "gm", "make-hex", name="Echo", modifier="yes", times=2)
        do(table, "gm", "teach", who=WREN, hex="echo", what="known")
        do(table, "gm", "find-hex", who=WREN, hexes=("ember",), modifiers=("echo",), author=WREN)
        return table

    def play(dice: Faces) -> int:
        table = ready(dice)
        do(table, "p1", "activate", hex="hex", target=CAPTAIN)
        return happened(table, e.DamageTaken)[-1].points

    found = asked(ready(Faces()), "p1", "activate", hex="hex", target=CAPTAIN)
    assert found.facts[0].name == "1d4 damage ×2"
    amounts(play, found)


def test_the_gm_who_confirms_what_a_hex_needs_is_told_its_dice() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = close_by(dice, hexes="on")
        do(table, "gm", "make-hex", name="Noon", effects="2d4 damage", needs="the sun")
        do(table, "gm", "find-hex", who=WREN, hexes=("noon", "ember"), author=WREN)
        do(table, "p1", "activate", hex="hex", target=CAPTAIN)
        return table

    def play(dice: Faces) -> tuple[int, ...]:
        table = ready(dice)
        do(table, "gm", "yes")
        return tuple(each.points for each in happened(table, e.DamageTaken))

    found = asked(ready(Faces()), "gm", "yes")
    played = played_out(play)
    assert [fact.name for fact in found.facts] == ["2d4 damage", "1d4 damage"]
    assert [fact.value for fact in found.facts] == [played.expect(lambda points, at=at: points[at]) for at in (0, 1)]
    assert told(ready(Faces()), "gm", "no") is None


def test_a_thing_and_a_skill_tell_their_dice() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = changed(close_by(dice), WREN, standard=1)
        do(table, "gm", "make-thing", name="Balm", effect="2d4 health", place="hand")
        do(table, "gm", "hand-out", who=WREN, thing="item:balm")
        do(table, "gm", "make-archetype", name="Healers", entries="Tend (1 AP): 1d4 health", cost="1")
        return changed(table, WREN, skills={"tend": table.state.archetypes["healers"].skills[0]})

    def regained(key: str, **args: str) -> Callable[[Faces], int]:
        def play(dice: Faces) -> int:
            table = ready(dice)
            do(table, "p1", key, **args)
            return happened(table, e.HealthRegained)[-1].standard - 1

        return play

    thing = {"item": f"{WREN}/balm", "target": WREN}
    amounts(regained("use-item", **thing), asked(ready(Faces()), "p1", "use-item", **thing))
    skill = {"skill": f"{WREN}/tend", "target": WREN}
    amounts(regained("skill", **skill), asked(ready(Faces()), "p1", "skill", **skill))


def test_a_cast_and_a_hex_that_an_attack_sets_off_tell_their_dice() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = close_by(dice, hexes="on")
        do(table, "gm", "make-hex", name="Spark", effects="1d6 damage", on_attack="yes")
        for one in ("spark", "ember"):
            do(table, "gm", "teach", who=WREN, hex=one, what="known")
        scrivening = replace(person(table, WREN).scrivening, palettes={"chalk": ("ember",)})
        changed(table, WREN, scrivening=scrivening)
        do(table, "gm", "find-hex", who=WREN, hexes=("spark",), author=WREN)
        do(table, "p1", "hand-over", hex="hex", to=WREN, where="hand")
        return table

    def cast(dice: Faces) -> int:
        table = ready(dice)
        do(table, "p1", "cast", hexes=cast_hexes, target=CAPTAIN)
        return happened(table, e.DamageTaken)[-1].points

    def attacked(dice: Faces) -> Table[Any]:
        table = ready(dice)
        do(table, "p1", "attack", weapon=SABER, target=CAPTAIN)
        return table

    def sparked(dice: Faces) -> int:
        """Only the hex's die is thrown in every way; the attack after it misses."""
        table = attacked(Faces(then=lambda thrown: dice.throw(0, thrown) if thrown == (6,) else (1,) * len(thrown)))
        do(table, "p1", "yes")
        return happened(table, e.DamageTaken)[-1].points

    cast_hexes = (f"{WREN}/chalk/ember",)
    amounts(cast, asked(ready(Faces()), "p1", "cast", hexes=cast_hexes, target=CAPTAIN))
    amounts(sparked, asked(attacked(Faces()), "p1", "yes"))
    assert told(attacked(Faces()), "p1", "no") is None


def test_a_new_hex_tells_the_dice_of_the_old_one_that_goes_off() -> None:
    def ready(dice: Faces, replaced: str = "activates") -> Table[Any]:
        table = close_by(dice, hexes="on", replaced_hex=replaced)
        do(table, "gm", "teach", who=WREN, hex="ember", what="known")
        one_and_no_more = {**person(table, WREN).scores, "WIL": 1 - m.hex_capacity(0)}
        changed(table, WREN, scores=one_and_no_more)
        do(table, "p1", "write-hex", hexes=("ember",))
        return changed(table, WREN, scrivening=replace(person(table, WREN).scrivening, written=0))

    def play(dice: Faces) -> int:
        table = ready(dice)
        do(table, "p1", "write-hex", hexes=("ember",))
        return happened(table, e.DamageTaken)[-1].points

    found = asked(ready(Faces()), "p1", "write-hex", hexes=("ember",))
    amounts(play, found)
    assert "goes off" in found.assumed[0]
    assert told(ready(Faces(), "fizzles"), "p1", "write-hex", hexes=("ember",)) is None


# ---------------------------------------------------------------------- damage and contests that are under way


def hit(dice: Faces) -> Table[Any]:
    """The captain hits Osk, who wears armor, with a 6: it bypasses some."""
    table = close_by(dice)
    do(table, "gm", "attack", weapon=f"{CAPTAIN}/camp-sword/1", target=OSK)
    return table


def test_damage_after_a_hit_is_told_before_it_is_rolled() -> None:
    def play(dice: Faces) -> int:
        table = hit(dice)
        do(table, "gm", "damage")
        return happened(table, e.ArmorMet)[-1].through

    found = asked(hit(Faces((6, 4))), "gm", "damage")
    amounts(lambda dice: play(Faces((6, 4), then=dice.then)), found)


def test_a_player_weighs_a_maneuver_without_knowing_the_weapon() -> None:
    def proposed(points: int) -> Table[Any]:
        table = changed(close_by(Faces((6, points))), CAPTAIN, notes=str(points))
        do(table, "gm", "attack", weapon=f"{CAPTAIN}/camp-sword/1", target=OSK)
        do(table, "gm", "maneuver", text="down you go", does="trip")
        return table

    found = asked(proposed(4), "p2", "take")
    assert found == asked(proposed(6), "p2", "take")  # two sixes bypass more
    assert {each.name for each in found.settings} == {"dice", "armor"}
    assert asked(proposed(4), "p2", "take", {"dice": "2d4", "armor": "2"}).fact("damage") == Distribution(
        {points - 2: ways for points, ways in zip(range(2, 9), (1, 2, 3, 4, 3, 2, 1), strict=True)}
    ).expect(lambda points: points)


def in_cards(dice: Faces | None = None) -> Table[Any]:
    """The round has begun, and everybody has cards in hand."""
    table = close_by(dice)
    do(table, "gm", "initiative")
    initiative = table.state.initiative
    piles = {key: replace(pile, hand=pile.deck, deck=0) for key, pile in initiative.piles.items()}
    table.game.state = replace(table.state, initiative=replace(initiative, piles=piles, begun=True))
    return table


def test_before_anybody_interrupts_an_attack_is_told_again() -> None:
    table = in_cards()
    do(table, "p2", "interrupt", who=OSK)
    blow = {"weapon": f"{OSK}/gate-maul/0", "target": FOOTPAD}
    for seat in ("gm", "p1"):  # both may read Osk's sheet
        plain = in_cards()
        do(plain, "p2", "interrupt", who=OSK)
        own = asked(plain, "p2", "attack", **blow)
        do(plain, "p2", "attack", **blow)
        found = asked(plain, seat, "go-on" if seat == "gm" else "let")
        assert seat == "gm" or found == own
        assert {fact.name for fact in found.facts} == {fact.name for fact in own.facts}
    triggered = [fact.name for fact in asked(table, "p2", "attack", **blow).facts if ", " in fact.name]
    assert triggered
    do(table, "p2", "attack", **blow, decline=(triggered[0].rpartition(", ")[0],))
    assert triggered[0] not in [fact.name for fact in asked(table, "gm", "go-on").facts]


def test_whoever_may_not_read_the_attackers_sheet_assumes_what_is_added() -> None:
    def attacked(agility: int) -> Table[Any]:
        table = in_cards()
        changed(table, FOOTPAD, scores={**person(table, FOOTPAD).scores, "AGI": agility})
        do(table, "gm", "interrupt", who=FOOTPAD)
        do(table, "gm", "attack", weapon=KNIFE, target=OSK)
        return table

    found = asked(attacked(1), "p2", "let")
    assert found == asked(attacked(5), "p2", "let")
    assert found.fact("hits") == a.success(0, 6)
    gms = asked(attacked(1), "gm", "go-on")
    assert asked(attacked(1), "p2", "let", {"bonus": "1"}).fact("hits") == gms.fact("hits")
    assert gms != asked(attacked(5), "gm", "go-on")


def test_before_anybody_interrupts_a_grapple_and_an_escape_are_told_again() -> None:
    table = in_cards()
    do(table, "p2", "interrupt", who=OSK)
    own = asked(table, "p2", "grapple", target=FOOTPAD)
    do(table, "p2", "grapple", target=FOOTPAD)
    assert asked(table, "p1", "let") == own
    held = in_cards()
    held.game.state = replace(held.state, grapples={FOOTPAD: OSK})
    do(held, "p2", "interrupt", who=OSK)
    own = asked(held, "p2", "escape")
    do(held, "p2", "escape")
    assert asked(held, "p1", "let") == own
    assert asked(held, "gm", "go-on").facts


def test_a_contest_that_is_rolled_again_is_told_again() -> None:
    def ready(dice: Faces) -> Table[Any]:
        table = close_by(dice)
        do(table, "p1", "contest", attribute="STR", against=OSK, their="PER")
        return table

    tie = ((3, 3), (3, 2))  # STR 0 against PER +1
    found = asked(ready(Faces(*tie)), "gm", "redo")
    plain = asked(close_by(), "p1", "contest", attribute="STR", against=OSK, their="PER")
    assert found.facts == plain.facts


def test_sneaking_past_somebody_vulnerable_is_told_with_the_advantage() -> None:
    def ready(dice: Faces) -> Table[Any]:
        return conditions(close_by(dice), OSK, stun=0, unconscious=("sleep",))

    def play(dice: Faces) -> bool:
        table = ready(dice)
        do(table, "p1", "stealth", watchers=(MIREL,))
        settle(table, "p1")
        return not any(each.noticed for each in happened(table, e.NoticedBy))

    assert asked(ready(Faces()), "p1", "stealth", watchers=(MIREL,)).fact("nobody notices") == played_out(play).exactly(
        True
    )


# ---------------------------------------------------------------------- secrets


def test_entries_of_the_groups_own_tables_show_by_number_until_one_is_rolled() -> None:
    def ready(name: str) -> Table[Any]:
        table = changed(close_by(), WREN, xp=9)
        entries = f"{name}: advantage on SOC\nTwo: advantage on STR"
        do(table, "gm", "make-archetype", name="Bell", entries=entries, cost="1")
        return table

    found = asked(ready("Loud"), "p1", "roll-table", table="bell")
    assert found == asked(ready("Soft"), "p1", "roll-table", table="bell")
    assert [fact.name for fact in found.facts] == ["entry 1", "entry 2"]
    gms = asked(changed(ready("Loud"), MIREL, xp=9), "gm", "roll-table", who=MIREL, table="bell")
    assert [fact.name for fact in gms.facts] == ["Loud", "Two"]


def test_a_sellers_score_is_assumed() -> None:
    def ready(social: int) -> Table[Any]:
        table = changed(close_by(cash="on"), WREN, cash=9)
        return changed(table, CAPTAIN, scores={**person(table, CAPTAIN).scores, "SOC": social})

    deal: dict[str, Any] = {"name": "a boat", "level": 8, "seller": CAPTAIN}
    found = asked(ready(0), "p1", "buy", **deal)
    assert found == asked(ready(5), "p1", "buy", **deal)
    assert found.settings


def test_a_hit_on_an_opponent_assumes_its_armor() -> None:
    def ready(less: int) -> Table[Any]:
        table = close_by(Faces((6, 6)))
        armor = replace(person(table, FOOTPAD).armor, reduces={"S": less})
        changed(table, FOOTPAD, armor=armor)
        do(table, "p1", "attack", weapon=SABER, target=FOOTPAD)
        return table

    found = asked(ready(0), "p1", "damage")
    assert found == asked(ready(4), "p1", "damage")
    assert found.settings
