"""The table itself: commands, refusals, taking back, resuming, secrets, the pause."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import pytest
from support.toy import TOY, Marked, Sum

from tablelight.kernel.dice import ScriptedDice, plain_dice
from tablelight.kernel.flow import Event, Flow, Game, ask
from tablelight.kernel.log import Aside, Did
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, fill
from tablelight.kernel.room import Place, Room
from tablelight.kernel.rules import TableOption
from tablelight.kernel.system import Action
from tablelight.kernel.table import Applied, Command, Table

P1, P2 = Seat("p1"), Seat("p2")
ROOM = Room(places=(Place(GM, "Game master", "gm"), Place(P1, "Ann"), Place(P2, "Bo")))


def table(*throws: tuple[int, ...]) -> Table[Sum]:
    return Table(TOY, ScriptedDice(throws), ROOM)


def do(table: Table[Sum], seat: Seat, key: str, id: str = "", prompt: int | None = None, **args: object) -> Applied:
    done = table.do(Command(seat, key, args, id, prompt), at=1.0)
    assert isinstance(done, Applied), done
    return done


def refused(table: Table[Sum], seat: Seat, key: str, prompt: int | None = None, **args: object) -> Refused:
    before = (table.state, table.room, len(table.entries), table.pending)
    done = table.do(Command(seat, key, args, "", prompt), at=1.0)
    assert isinstance(done, Refused), done
    assert (table.state, table.room, len(table.entries), table.pending) == before
    return done


def reloaded(table: Table[Sum]) -> Table[Sum]:
    again = Table(TOY, table.dice, ROOM)
    again.load([table.codec.decode(table.codec.encode(entry)) for entry in table.entries], at=2.0)
    return again


def test_a_flow_rolls_asks_and_records() -> None:
    t = table((4,))
    do(t, P1, "play")
    assert t.menu(P1).question == "Keep or double?"
    assert t.menu(P1).waiting == (GM, P1)
    assert t.menu(P2).asked == ()
    do(t, P1, "double")
    assert t.state.total == 8
    assert t.pending is None


def test_another_seat_may_answer_when_the_flow_asks_both() -> None:
    t = table((4,))
    do(t, P1, "play")
    do(t, GM, "keep")
    assert t.state.total == 4


@pytest.mark.parametrize(
    ("seat", "key", "code"),
    [
        (P2, "keep", "not-offered"),
        (P1, "fly", "not-offered"),
        (P1, "play", "flow-open"),
        (Seat("x"), "keep", "no-seat"),
    ],
)
def test_what_is_not_offered_is_refused_and_changes_nothing(seat: Seat, key: str, code: str) -> None:
    t = table((4,))
    do(t, P1, "play")
    assert refused(t, seat, key).code == code


def test_a_refused_offer_gives_its_own_reason() -> None:
    t = table((4,))
    do(t, GM, "adjust", path="total", value="20")
    do(t, P1, "play")
    assert refused(t, P1, "double").rule == "toy/double"


def test_a_command_sent_twice_is_applied_once_also_after_a_restart() -> None:
    t = table((4,))
    do(t, P1, "play", id="a")
    first = do(t, P1, "keep", id="b")
    assert do(t, P1, "keep", id="b") == Applied(first.number, again=True)
    assert do(reloaded(t), P1, "keep", id="b") == Applied(first.number, again=True)
    assert t.state.total == 4


def test_an_answer_to_a_question_that_is_gone_is_refused() -> None:
    t = table((4,), (5,))
    do(t, P1, "play")
    old = t.menu(P1).prompt
    do(t, P1, "keep", prompt=old)
    assert refused(t, P1, "keep", prompt=old).code == "stale-prompt"
    do(t, P1, "play")
    assert refused(t, P1, "keep", prompt=old).code == "stale-prompt"


def test_an_anytime_action_steps_in_and_the_question_stays() -> None:
    t = table((4,))
    do(t, P1, "play")
    asked = t.pending
    do(t, P2, "mark")
    assert t.pending == asked
    do(t, P1, "keep")
    assert t.state == Sum(total=4, marks={"p2": 1})


def test_undo_inside_a_flow_asks_again_and_undo_of_a_finished_flow_opens_its_last_question() -> None:
    t = table((4,))
    do(t, P1, "play")
    do(t, P1, "keep")
    do(t, GM, "undo")
    assert t.state.total == 0
    assert t.menu(P1).question == "Keep or double?"
    do(t, P1, "double")
    assert t.state.total == 8
    do(t, GM, "undo")
    do(t, GM, "undo")
    assert (t.state, t.pending) == (Sum(), None)
    assert refused(t, GM, "undo").code == "nothing"


def test_redo_puts_back_exactly_what_was_taken_back() -> None:
    t = table((4,))
    do(t, P1, "play")
    do(t, P2, "mark")
    do(t, P1, "double")
    whole = t.state
    for _ in range(3):
        do(t, GM, "undo")
    for _ in range(3):
        do(t, GM, "redo")
    assert t.state == whole
    assert refused(t, GM, "redo").code == "nothing"
    assert reloaded(t).state == whole


def test_a_new_step_ends_what_could_be_put_back() -> None:
    t = table((4,))
    do(t, P1, "mark")
    do(t, GM, "undo")
    do(t, P2, "mark")
    assert refused(t, GM, "redo").code == "nothing"


def test_players_take_back_only_their_own_last_step_and_only_if_the_table_allows_it() -> None:
    t = table()
    do(t, P1, "mark")
    assert refused(t, P1, "undo").code == "not-yours"
    do(t, GM, "option", option="player-undo", value="on")
    assert refused(t, P2, "undo").code == "not-yours"
    do(t, P1, "undo")
    assert t.state == Sum()


def test_options_wait_until_the_open_flow_is_done() -> None:
    t = table((4,))
    do(t, P1, "play")
    assert refused(t, GM, "option", option="size", value="large").code == "flow-open"
    do(t, P1, "keep")
    do(t, GM, "option", option="size", value="large")
    assert t.game.options["size"] == "large"
    assert refused(t, GM, "option", option="size", value="huge").code == "bad-value"
    assert refused(t, P1, "option", option="size", value="small").code == "not-offered"


def test_the_pause_stops_play_and_says_nowhere_who_asked() -> None:
    t = table((4,))
    do(t, P1, "play", id="a")
    do(t, P2, "pause", id="pause-of-p2")
    assert refused(t, P1, "keep").code == "paused"
    assert b"p2" not in t.codec.encode(t.entries[-1])
    assert [line.line.text for line in t.lines(P1)][-1] == "Play is paused."
    assert refused(t, P1, "resume").code == "not-offered"
    do(t, GM, "resume")
    do(t, P1, "keep")


def test_a_secret_event_is_told_only_to_those_who_may_know() -> None:
    t = table((1,))
    do(t, P1, "play")
    do(t, P1, "keep")
    assert len(list(t.lines(GM))) == 1
    assert list(t.lines(P1)) == []


def test_notes_are_their_writers_own() -> None:
    t = table()
    do(t, GM, "note", text="the butler did it")
    assert t.room.notes == {GM: "the butler did it"}
    assert all("butler" not in line.line.text for line in t.lines(P1))


def test_the_gm_sets_any_value_of_the_right_kind() -> None:
    t = table()
    do(t, GM, "adjust", path="total", value="7", reason="gift")
    do(t, GM, "adjust", path="marks.p9", value="3")
    assert t.state == Sum(total=7, marks={"p9": 3})
    do(t, GM, "adjust", path="marks.p9", value="null")
    assert t.state.marks == {}
    for path, value in (("total", '"x"'), ("nothing", "1"), ("marks.p1.deep", "1"), ("", "1")):
        refused(t, GM, "adjust", path=path, value=value)
    refused(t, P1, "adjust", path="total", value="1")


def test_real_dice_are_typed_in_and_marked_in_the_log() -> None:
    t = table((3,))
    do(t, P1, "real-dice")
    do(t, P1, "play")
    assert t.menu(P1).question == "Roll the dice"
    refused(t, P1, "faces", die1=7)
    do(t, P1, "faces", die1=6)
    do(t, P1, "keep")
    assert t.state.total == 6
    entry = t.entries[-2]
    assert isinstance(entry, Did)
    assert entry.throws[0].real
    do(t, P1, "play")
    do(t, GM, "table-rolls")
    do(t, P1, "keep")
    assert t.state.total == 9
    assert reloaded(t).state == t.state


def test_real_dice_switched_off_in_the_middle_do_not_change_what_is_asked_after_a_restart() -> None:
    t = table((2,))
    do(t, P1, "real-dice")
    do(t, P1, "play")
    do(t, P1, "real-dice")
    assert reloaded(t).pending == t.pending
    do(t, P1, "faces", die1=5)
    do(t, P1, "keep")
    assert reloaded(t).state.total == 5


def test_an_unfinished_flow_is_dropped_when_the_rules_have_changed() -> None:
    t = table((4,))
    do(t, P1, "mark")
    do(t, P1, "play")
    entries = list(t.entries)
    last = entries[-1]
    assert isinstance(last, Did)
    other_dice = msgspec.structs.replace(last.throws[0], dice=(8,))
    entries[-1] = msgspec.structs.replace(last, throws=(other_dice,))
    changed = Table(TOY, plain_dice(1), ROOM)
    changed.load(entries, at=2.0)
    assert changed.pending is None
    assert changed.state == Sum(marks={"p1": 1})
    assert len(changed.entries) == len(entries) + 1
    again = Table(TOY, plain_dice(1), ROOM)
    again.load(changed.entries, at=3.0)
    assert again.state == changed.state


def test_a_mistake_in_a_flow_leaves_the_table_as_it_was() -> None:
    t = table((4,))
    do(t, P1, "play")
    do(t, P1, "keep")
    with pytest.raises(ValueError, match="no faces are left"):
        t.do(Command(P1, "play"), at=1.0)
    assert (t.state.total, t.pending) == (4, None)


def test_thousands_of_random_steps_can_be_taken_back_to_the_empty_table() -> None:
    chance = random.Random(7)
    for game in range(20):
        t = Table(TOY, plain_dice(game), ROOM)
        for _ in range(60):
            seat = chance.choice((GM, P1, P2))
            menu = t.menu(seat)
            offers: list[Offer] = [o for o in (*menu.asked, *menu.also, *t.house_menu(seat)) if not o.refused]
            offer = chance.choice([o for o in offers if not o.fields and o.key not in ("pause", "resume")])
            do(t, seat, offer.key)
            again = reloaded(t)
            assert (again.state, again.menu(P1).question, again.room) == (t.state, t.menu(P1).question, t.room)
            assert again.pending == t.pending
        while not isinstance(t.do(Command(GM, "undo"), at=1.0), Refused):
            pass
        assert (t.state, t.pending) == (Sum(), None)
        assert any(isinstance(entry, Aside) for entry in t.entries)


def test_a_game_may_hide_events_that_name_nobody() -> None:
    def hides(state: Sum, event: Event) -> bool:
        return isinstance(event, Marked) and state.total == 0

    t = Table(replace(TOY, hides=hides), ScriptedDice([(4,)]), ROOM)
    do(t, P1, "mark")
    do(t, P1, "play")
    do(t, P1, "keep")
    do(t, P1, "mark")
    assert [line.entry for line in t.lines(P2)] == [2, 3]
    assert [line.entry for line in t.lines(GM)] == [0, 2, 3]


def test_a_spectators_seat_only_looks_on() -> None:
    room = Room(places=(*ROOM.places, Place(Seat("w1"), "Vic", "watch")))
    t = Table(TOY, ScriptedDice(), room)
    assert t.menu(Seat("w1")).also == ()
    assert refused(t, Seat("w1"), "mark").code == "not-offered"


def test_an_option_may_be_any_whole_number_from_a_least_one() -> None:
    option = TableOption("minutes", ("unset", "10"), "10", "", numbers_from=1)
    assert [value for value in ("unset", "10", "1", "999999") if option.allows(value)] == ["unset", "10", "1", "999999"]
    assert not [value for value in ("0", "-1", "1.5", "007", "٣", "1000000", "", "all") if option.allows(value)]
    assert option.wanted == "unset, 10, or a whole number from 1"


def test_a_wrong_choice_is_told_the_right_ones() -> None:
    offer = Offer("go", "Go", (Field("way", "Way", "choice", (Choice("n", "north"), Choice("s", "south"))),))
    refused = fill(offer, {"way": "up"})
    assert isinstance(refused, Refused)
    assert refused.text == "'up' is not one of the choices for Way: north, south"


def test_a_game_has_its_own_word_for_the_game_master() -> None:
    assert Table(replace(TOY, referee="Judge"), plain_dice(1)).room.places[0].name == "Judge"


def test_an_action_may_be_offered_in_several_forms() -> None:
    """Their keys are the action's key, a colon, and what tells them apart."""

    def offer(game: Game[Sum], seat: Seat) -> tuple[Offer, ...]:
        return (Offer("card:ace", "Ace"), Offer("card:king", "King", refused=Refused("toy/roll", "no", "Not now.")))

    def begin(game: Game[Sum], answer: Answer) -> Flow[None]:
        game.record(Marked(seat=answer.seat))
        return
        yield

    t = Table(replace(TOY, actions=(*TOY.actions, Action("card", offer, begin))), ScriptedDice([(4,)]), ROOM)
    assert [offer.key for offer in t.menu(P1).also if offer.key.startswith("card")] == ["card:ace", "card:king"]
    do(t, P1, "card:ace")
    assert refused(t, P1, "card:king").code == "no"
    assert refused(t, P1, "card:ten").code == "not-offered"
    assert refused(t, P1, "card").code == "not-offered"
    do(t, GM, "undo")
    do(t, GM, "redo")


def test_a_question_may_say_how_things_stand_now() -> None:
    def play(game: Game[Sum], answer: Answer) -> Flow[None]:
        yield from ask(lambda: f"{len(game.state.marks)} marks", lambda: [(GM, Offer("go", "Go"))])

    mark = next(action for action in TOY.actions if action.key == "mark")
    asking = Action[Sum]("play", lambda game, seat: Offer("play", "Play"), play)
    t = Table(replace(TOY, actions=(asking, mark)), plain_dice(1), ROOM)
    assert isinstance(t.do(Command(P1, "play"), 0.0), Applied)
    assert t.menu(P1).question == "0 marks"
    assert isinstance(t.do(Command(P1, "mark"), 0.0), Applied)
    assert t.menu(P1).question == "1 marks"


def test_what_an_open_question_needs_is_not_set_by_hand() -> None:
    def play(game: Game[Sum], answer: Answer) -> Flow[None]:
        yield from ask("Go?", lambda: [(GM, Offer("go", f"Go with {game.state.marks['p1']}"))])

    asking = Action[Sum]("play", lambda game, seat: Offer("play", "Play"), play)
    t = Table(replace(TOY, actions=(asking,)), plain_dice(1), ROOM)
    t.record_start(0.0, Marked(seat=P1))
    assert isinstance(t.do(Command(P1, "play"), 0.0), Applied)
    refused = t.do(Command(GM, "adjust", {"path": "marks.p1", "value": "null"}), 0.0)
    assert isinstance(refused, Refused)
    assert (refused.code, t.state.marks) == ("in-use", {P1: 1})
    assert isinstance(t.do(Command(GM, "adjust", {"path": "marks.p1", "value": "5"}), 0.0), Applied)
    assert t.menu(GM).asked[0].label == "Go with 5"
