"""Scripts: what they can say, and how they tell where a game differs."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.pool import POOL, offer_hide
from support.toy import TOY

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.offers import GM, Seat
from tablelight.kernel.room import Place, Room, SeatPlaced
from tablelight.kernel.system import Action
from tablelight.kernel.table import Applied, Command, Table
from tablelight.script import CaseResult, Failure, ScriptError, cases, parse, record, run_case, run_file
from tablelight.script.again import reload
from tablelight.walk import walk

DOCS = Path(__file__).parents[2] / "docs" / "scripts.md"
GAMES = {"toy": TOY, "pool": POOL}.__getitem__


def play(text: str, *, save_load: bool = False) -> CaseResult:
    (case,) = parse("system pool\n" + text)
    return run_case(case, GAMES, save_load=save_load)


def failure(text: str) -> Failure:
    result = play(text)
    assert result.failure
    return result.failure


def passes(text: str) -> None:
    for save_load in (False, True):
        play(text, save_load=save_load).check()


@pytest.mark.parametrize("save_load", [False, True])
def test_the_example_in_the_docs_runs(save_load: bool, tmp_path: Path) -> None:
    (example,) = re.findall(r"```script\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    file = tmp_path / "docs.script"
    file.write_text(example, "utf-8")
    results = run_file(file, GAMES, save_load=save_load)
    assert [(result.name, result.failure) for result in results] == [("a-player-doubles", None), ("too-dear", None)]
    assert cases(file)[0].rules == ("toy/roll", "toy/double")


def test_a_whole_throw_from_the_start_to_the_thing() -> None:
    passes(
        """
        start demo
        then things has {"name": "Ledge", "of": "p1"}
        dice d8=5 d8=5 d10=1
        Ann: throw why="To see # what comes"   # a comment
        ask only p1 gm "Choose"
        offers p1 take total=d8
        refuses p1 take total=d10 pool/ones
        no-offer p1 take total=d12
        no-offer p2 take
        refused pool/one-place twice "one place": p1: take total=0 effect=0
        refused pool/ones: p1: take total=0 effect=d10
        p1: take total=d8 effect=d8 push=2
        ask p1 "What is it?"
        p1: write text="A \\"second\\" ledge"
        p1 sees "with 7."
        p1 sees "d8"
        p2 sees in view "second"
        then things.*.die = [8, 8]
        then things.1.name = "A \\"second\\" ledge"
        then score.p1 >= 10
        then score.p1 != 11
        then score has p1
        then things has no {"name": "Rope"}
        then no score.p2
        end
        """
    )


def test_alike_dice_are_taken_in_turn_and_different_ones_must_be_told_apart() -> None:
    passes("seat p1 Ann\ndice 4 4 6\np1: throw\np1: take total=d8,d8 effect=d10")
    told = failure("seat p1 Ann\ndice 4 5 6\np1: throw\np1: take total=d8 effect=d10")
    assert "0 (die 0), 1 (die 1); give the key" in told.found
    passes("seat p1 Ann\ndice 4 5 6\np1: throw\np1: take total=d8=5,d10=6 effect=d8=4\np1: write text=x\nend")
    passes('seat p1 Ann\ndice 4 5 6\np1: throw\np1: "take these" "effect die"="die 0" Total="die 1"')


def test_suggestions_and_the_best_of_them() -> None:
    begin = "seat p1 Ann\ndice 4 5 6\np1: throw\n"
    passes(begin + 'suggests p1 take total=1,2 effect=0\nbest p1 take total=2,1\nbest p1 take "highest"')
    assert "one alone" in failure(begin + "best p1 take total=2").found


def test_secrets_are_looked_for_everywhere() -> None:
    begin = "seat p1 Ann\np1 does not see butler\ngm: hide text=butler\n"
    passes(begin + "gm sees butler\ngm sees in view butler\np1 does not see butler\nwatch does not see butler")
    assert failure(begin + "gm does not see butler").found == "Hidden: butler"
    assert failure(begin + "p1 sees butler").found == "nothing"
    assert "gm" in failure(begin + "gm sees in menu butler").expected


def test_undo_redo_and_house_actions() -> None:
    passes(
        """seat p1 Ann
        seat gm Nora
        option player-undo on
        dice 4 5 6
        p1: throw
        p1: undo
        ask nobody
        Nora: redo
        ask p1
        undo
        redo
        p1: pause
        refused table/pause: p1: give-up
        gm: resume
        p1: give-up
        p1: say text="Hello, all"
        p1 sees "Ann: Hello, all"
        save-load
        end"""
    )


@pytest.mark.parametrize(
    ("text", "number", "expected", "found"),
    [
        ("seat p1 Ann\np2: throw", 3, "carried out", "there is no seat 'p2'; there are: gm (Game master), p1 (Ann)"),
        ("gm: throw why=x who=y", 2, "", "'throw' has no field 'who'; its fields: why"),
        ("gm: throw", 2, "", "d8 d8 d10 are rolled, and no faces are left"),
        ("dice 9 1 1\ngm: throw", 3, "", "d8 d8 d10 are rolled, but the script has 9 1 1"),
        ("dice d6=1 1 1\ngm: throw", 3, "", "the script has d6=1 1 1"),
        ("dice 1 1 1", 2, "every written face rolled", "left over: 1 1 1"),
        ("dice 2 2 2\ngm: throw\nend", 4, "no open question", "Choose your total"),
        ("dice 2 2 2\ngm: throw\nask nobody", 4, "no open question", "Choose your total"),
        ("ask gm", 2, "of gm", "no open question"),
        ("dice 2 2 2\ngm: throw\ngm: throw", 4, "", "table/one-flow (flow-open)"),
        ("refused: gm: hide text=x", 2, "refused", "it was carried out"),
        ("refused pool/full: gm: hide text=", 2, "refused pool/full", "table/offers (bad-field)"),
        ("start demo\nthen things.0.die = 6", 3, "6", "8"),
        ("start demo\nthen things.0.size = 6", 3, "", "no 'size' in things.0; there are: name, die, of"),
        ("start demo\nthen things.7 = 6", 3, "", "things is ["),
        ("start demo\nthen no things.0", 3, "nothing at things.0", "a value"),
        ("start other", 2, "", "there is no start 'other'; there are: demo"),
        ("option size huge", 2, "", "size is one of small, large"),
        ("facts [{}]", 2, "", "these are no events of pool"),
        ("gm: name-seat name=Bo seat=p9", 2, "", "seat has no choice 'p9'; there are: gm (Game master)"),
        ("gm: name-seat name=Bo seat=p9", 2, "", "gm (Game master)"),
        ("dice 2 2 2\ngm: throw\ngm: take total=0 effect=1 push=x", 4, "", "push must be a whole number, not 'x'"),
        ("offers gm fly", 2, "an offer fly", "gm may: throw, hide"),
        ("no-offer gm throw", 2, "no offer throw", "it is there"),
        ("refuses gm throw", 2, "throw refused", "it may be done"),
    ],
)
def test_the_first_line_that_differs_is_told(text: str, number: int, expected: str, found: str) -> None:
    told = failure(text)
    assert told.number == number
    assert expected in told.expected
    assert found in told.found
    assert str(told).startswith(f"script:{number}: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p1 throws", "what is 'p1'?"),
        ('p1: say text="open', "a quote is not closed"),
        ("p1: say hello", "'hello' should be field=value"),
        ("p1: say text=a text=b", "'text' is given twice"),
        ("dice five", "'five' is no face"),
        ("dice 1 / / 2", "a roll has no faces"),
        ("refused x", "write: refused RULE"),
        ("then x", "write: then PATH = VALUE"),
        ("p1 does see x", "SEAT does not see"),
        ("p1 sees in pocket x", "'pocket' is no place to look"),
        ("end now", "end stands alone"),
        ("==", "a case needs a name"),
        ("== a\n== a", "there is a case 'a' already"),
        ('p1: say text="\\q"', "an escape that JSON doesn't know"),
    ],
)
def test_a_line_that_means_nothing_is_told_with_file_and_line(text: str, message: str) -> None:
    if "\\q" in text:
        assert message in failure("seat p1 Ann\n" + text).found
        return
    with pytest.raises(ScriptError, match=r"^script:\d+: ") as told:
        parse("system pool\n" + text)
    assert message in str(told.value)


def test_a_script_without_a_game_and_an_unknown_game_are_told(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="system torchlite"):
        parse("end")
    file = tmp_path / "a.script"
    file.write_text("system chess\nend\n")
    (result,) = run_file(file, GAMES)
    assert result.failure
    assert "chess" in result.failure.found
    (result,) = run_file(tmp_path / "none.script", GAMES)
    assert result.failure


def test_what_two_cases_share_is_written_once_and_each_has_a_fresh_table() -> None:
    shared = parse('system pool\nstart demo\n== a\ngm: hide text=x\n== b\nsystem toy\nthen secret = ""')
    assert [(case.name, case.system) for case in shared] == [("a", "pool"), ("b", "toy")]
    assert run_case(shared[0], GAMES).failure is None


def test_a_mistake_in_a_rule_keeps_its_cause() -> None:
    (case,) = parse("system pool\ngm: hide text=x")
    broken = Action("hide", offer_hide, lambda game, answer: None)  # type: ignore[arg-type]
    result = run_case(case, lambda name: replace(POOL, actions=(broken,)))
    assert result.failure
    assert isinstance(result.cause, TypeError)
    with pytest.raises(AssertionError, match="TypeError"):
        result.check()


def walked(seed: int, steps: int) -> Table[object]:
    table: Table[object] = Table(POOL, plain_dice(seed))  # type: ignore[arg-type]
    for seat, name in (("p1", "Ann"), ("p2", 'Bo, the "second"')):
        table.record_aside(0.0, SeatPlaced(seat=Seat(seat), name=name))
    walk(table, random.Random(seed), steps, talk=0.2)
    return table


@pytest.mark.parametrize("seed", range(12))
def test_a_recorded_table_plays_the_same(seed: int) -> None:
    table = walked(seed, 60)
    text = record(table, "again", sees=True)
    (case,) = parse(text)
    again = run_case(case, GAMES, save_load=True)
    assert again.failure is None, f"{again.failure}\n{text}"
    assert again.name == "again"


def test_a_record_names_the_ready_beginning_and_writes_down_an_unknown_one() -> None:
    table = Table(POOL, plain_dice(1), Room(places=(Place(GM, "GM", "gm"),)))
    start = POOL.starts()[0]
    table.record_start(0.0, *start.events)
    assert "start demo" in record(table)
    table.record_start(0.0, *start.events, *start.events)
    assert "facts [{" in record(table)
    run_case(parse(record(table))[0], GAMES).check()


def test_private_notes_and_the_asker_of_a_pause_are_not_recorded() -> None:
    table = Table(POOL, plain_dice(1))
    table.record_aside(0.0, SeatPlaced(seat=Seat("p1"), name="Ann"))
    assert isinstance(table.do(Command(Seat("p1"), "note", {"text": "private"}), 1.0), Applied)
    assert isinstance(table.do(Command(Seat("p1"), "pause"), 1.0), Applied)
    text = record(table)
    assert "private" not in text
    assert "p1: pause" not in text
    assert reload(table).room == table.room
