"""Recomputing a table's rolls from its revealed seeds."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from support.toy import TOY, Sum

from tablelight.kernel.dice import KeyedDice, commitment
from tablelight.kernel.flow import Flow, Game, roll
from tablelight.kernel.log import Did, Entry
from tablelight.kernel.offers import GM, Answer, Offer, Seat
from tablelight.kernel.room import DiceCommitted, DiceRevealed, DiceWordSet, Place, Room
from tablelight.kernel.system import Action
from tablelight.kernel.table import Applied, Command, Table
from tablelight.kernel.verify import Verified, verify

P1 = Seat("p1")
SEEDS = (bytes(range(32)), bytes(range(32, 64)))


def table() -> Table[Sum]:
    """A table that has committed to the first seed."""
    t = Table(TOY, KeyedDice(SEEDS[0]), Room(places=(Place(GM, "GM", "gm"), Place(P1, "Ann"))))
    t.record_aside(1.0, DiceCommitted(commitment=commitment(SEEDS[0])))
    return t


def rolls(t: Table[Sum], times: int) -> None:
    for _ in range(times):
        for key in ("play", "keep"):
            assert isinstance(t.do(Command(P1, key), 1.0), Applied)


def renew(t: Table[Sum], word: str = "") -> None:
    """Reveal the first seed and go on with the second."""
    t.record_aside(1.0, DiceRevealed(seed=SEEDS[0].hex()), DiceCommitted(commitment=commitment(SEEDS[1])))
    t.dice = KeyedDice(SEEDS[1], word=word)


def changed(entries: Sequence[Entry], nth: int, **fields: object) -> list[Entry]:
    """The log with its nth throw changed."""
    found = [n for n, entry in enumerate(entries) if isinstance(entry, Did) and entry.throws]
    entry = entries[found[nth]]
    assert isinstance(entry, Did)
    forged = replace(entry, throws=(replace(entry.throws[0], **fields),))
    return [forged if n == found[nth] else each for n, each in enumerate(entries)]


def test_rolls_of_a_revealed_seed_agree_and_those_of_a_secret_one_are_sealed() -> None:
    t = table()
    rolls(t, 3)
    assert verify(t.entries) == Verified(0, 0, 3, ())
    renew(t)
    rolls(t, 2)
    assert verify(t.entries) == Verified(3, 0, 2, ())


def test_rolls_that_were_taken_back_count_too() -> None:
    t = table()
    rolls(t, 2)
    for _ in range(4):
        t.do(Command(GM, "undo"), 1.0)
    rolls(t, 1)
    renew(t)
    assert verify(t.entries) == Verified(3, 0, 0, ())


def test_the_word_in_force_at_each_roll_counts() -> None:
    t = table()
    rolls(t, 1)
    t.record_aside(1.0, DiceWordSet(word="owl"))
    t.dice = KeyedDice(SEEDS[0], word="owl")
    rolls(t, 2)
    renew(t, "owl")
    rolls(t, 1)
    t.record_aside(1.0, DiceRevealed(seed=SEEDS[1].hex()))
    assert verify(t.entries) == Verified(4, 0, 0, ())


def test_real_dice_are_counted_and_take_a_number() -> None:
    t = table()
    rolls(t, 1)
    t.do(Command(P1, "real-dice"), 1.0)
    t.do(Command(P1, "play"), 1.0)
    t.do(Command(P1, "faces", {"die1": 5}), 1.0)
    t.do(Command(P1, "keep"), 1.0)
    t.do(Command(P1, "real-dice"), 1.0)
    rolls(t, 1)
    renew(t)
    assert verify(t.entries) == Verified(2, 1, 0, ())


def test_forged_faces_a_missing_roll_and_a_wrong_seed_are_found() -> None:
    t = table()
    rolls(t, 3)
    renew(t)
    (face,) = t.entries[1].throws[0].faces  # pyright: ignore[reportAttributeAccessIssue]
    (wrong,) = verify(changed(t.entries, 0, faces=(face % 6 + 1,))).wrong
    assert "other faces" in wrong.text
    assert any("stands where roll 1 belongs" in w.text for w in verify(changed(t.entries, 1, number=7)).wrong)
    t.record_aside(1.0, DiceRevealed(seed=SEEDS[0].hex()))
    assert "not the one that was committed to" in verify(t.entries).wrong[0].text
    t.record_aside(1.0, DiceRevealed(seed="no hex"))
    assert len(verify(t.entries).wrong) == 2


def test_a_roll_that_came_to_nothing_leaves_no_gap() -> None:
    """A fault in a rule undoes its step; the next roll takes the number that was never written down."""

    def fail(game: Game[Sum], answer: Answer) -> Flow[None]:
        yield from roll((6,), answer.seat, "toy/fail")
        raise RuntimeError("a fault in a rule")

    t = table()
    action = Action[Sum]("fail", lambda game, seat: Offer("fail", "Fail"), fail)
    t.system.by_key["fail"] = action
    try:
        t.do(Command(P1, "fail"), 1.0)
    except RuntimeError:
        pass
    finally:
        del t.system.by_key["fail"]
    rolls(t, 1)
    renew(t)
    assert verify(t.entries) == Verified(1, 0, 0, ())
