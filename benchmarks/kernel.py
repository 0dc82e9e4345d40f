"""How fast the rules run without a page, in seconds of the processor. Run: python benchmarks/kernel.py

Complete TorchLite tests on one core, what it takes to open a long table, and what a seat's menu and view cost.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Ask, Game, Roll, run
from tablelight.kernel.log import Did
from tablelight.kernel.offers import GM, Answer, Offer, Seat
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.table import Applied, Command, Table
from tablelight.systems.torchlite import SYSTEM
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import contest
from tablelight.systems.torchlite.flows.pool import suffix
from tablelight.systems.torchlite.flows.sfx import die_names
from tablelight.systems.torchlite.state import DIFFICULTY, Character, Contest, PoolDie, Side, TorchState, Trait, Use

TESTS = 1_000
EVENTS = 100_000
PLAYED = 100
LOOKS = 100
BATCHES = 20

TorchTable = Table[TorchState]


def quickest(work: Callable[[], object]) -> float:
    """Seconds of the processor that this takes, at best: whatever else the machine does only adds to it."""
    taken: list[float] = []
    for _ in range(BATCHES):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)


# ---------------------------------------------------------------------- complete tests


def example() -> Contest:
    """The book's example as a test: d10 d8 d8 d6 against d8 d8."""
    pool = tuple(PoolDie(die, f"die-{at}", f"die {at}") for at, die in enumerate((10, 8, 8, 6)))
    difficulty = tuple(PoolDie(8, DIFFICULTY, "difficulty") for _ in range(2))
    sides = {
        "derra": Side(Seat("p1"), "derra", pool, ready=True),
        DIFFICULTY: Side(GM, "", difficulty, ready=True),
    }
    return Contest("derra", "", Use("asset", "derra", name="Ledge"), (), (DIFFICULTY, "derra"), sides)


class HighestTotal:
    """Names the highest total, lets hitches and further dice be, takes the first of anything else."""

    def __init__(self, game: Game[TorchState]) -> None:
        self.game = game

    def __call__(self, prompt: Ask) -> Answer:
        contest = self.game.state.contest
        assert contest
        for key, side in contest.sides.items():
            if side.open_hitches:
                return Answer(GM, f"no-hitch{suffix(contest, key)}")
            if side.faces and side.total is None:
                return Answer(side.seat, f"take{suffix(contest, key)}", self.read(side.dice, side.faces))
        seat, offer = next(one for one in prompt.menu() if one[1].key != "aim")
        return Answer(seat, offer.key)

    def read(self, dice: tuple[int, ...], faces: tuple[int, ...]) -> dict[str, str | int | tuple[str, ...]]:
        pick = m.highest(dice, faces)
        name = die_names(dice).__getitem__
        return {"total": tuple(map(name, pick.total)), "effect": tuple(map(name, pick.effects))}


def best(offer: Offer) -> dict[str, str | int | tuple[str, ...]]:
    """The reading that is suggested as the best."""
    return next((suggestion.args for suggestion in offer.suggestions if suggestion.best), {})


def tests_per_second(count: int) -> float:
    table = Table(SYSTEM, plain_dice(1))
    derra = Character("Derra", seat=Seat("p1"), attributes=(Trait("Brawn", 10),))
    start = TorchState(characters={"derra": derra})
    dice = plain_dice(7)
    trial = example()
    rolled = 0

    def throw(prompt: Roll) -> tuple[int, ...]:
        nonlocal rolled
        rolled += 1
        return dice.throw(rolled, prompt.dice)

    def some() -> None:
        for _ in range(count):
            game = Game(start, table.game.options, SYSTEM.evolve, SYSTEM.hides)
            run(contest.play(game, trial), throw, HighestTotal(game))

    return count / quickest(some)


# ---------------------------------------------------------------------- a long table


def demo() -> TorchTable:
    table: TorchTable = Table(SYSTEM, plain_dice(3))
    (start,) = (start for start in SYSTEM.starts() if start.key == "demo")
    for place in start.places:
        table.record_aside(0.0, SeatPlaced(seat=place.seat, name=place.name, kind=place.kind))
    table.record_start(0.0, *start.events)
    return table


def do(table: TorchTable, seat: str, key: str, **args: object) -> None:
    prompt = table.menu(Seat(seat)).prompt if table.pending else None
    done = table.do(Command(Seat(seat), key, args, prompt=prompt), 0.0)
    assert isinstance(done, Applied), (key, done)


def one_test(table: TorchTable) -> None:
    """Derra lists what she sees, against d8 d8; then her assets and stress go, so that tables don't grow."""
    do(table, "p1", "act-asset", name="Ledge", what="Derra looks for a way up.")
    do(table, "gm", f"roll:{DIFFICULTY}", size="8")
    finish(table)
    for thing in ("asset:derra/ledge", "trouble:derra/damaged"):
        table.do(Command(GM, "end-trait", {"thing": thing}), 0.0)  # refused where there is none


def finish(table: TorchTable) -> None:
    """Answer whatever is asked, in the simplest way."""
    while table.pending:
        seat, offer = next(
            (seat, offer)
            for seat in (GM, Seat("p1"))
            for offer in table.menu(seat).asked
            if not offer.refused
            and offer.key.partition(":")[0] in ("keep", "no-hitch", "roll", "take", "damaged", "let-go")
        )
        args: dict[str, object] = dict(best(offer))
        if offer.key == "roll":
            args = {"traits": ("brawn", "scoundrel", "cunning-rebel", "hidden-knife")}
        do(table, seat, offer.key, **args)


def long_log(folder: Path) -> Path:
    """A log of many finished tests, one entry on each line: some that were played, again and again."""
    table = demo()
    begun = len(table.entries)
    for _ in range(PLAYED):
        one_test(table)
    lines = [table.codec.encode(entry) + b"\n" for entry in table.entries]
    events = sum(len(entry.events) for entry in table.entries[begun:] if isinstance(entry, Did))
    file = folder / "log.jsonl"
    with file.open("wb") as out:
        out.writelines(lines[:begun])
        for _ in range(EVENTS // events + 1):
            out.writelines(lines[begun:])
    return file


def open_log(file: Path) -> None:
    """In a process of its own: read, decode and fold the log; prints seconds, megabytes before and after, events."""
    SYSTEM.rules()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    began = time.process_time()
    table: TorchTable = Table(SYSTEM, plain_dice(3))
    with file.open("rb") as lines:
        table.load((table.codec.decode(line) for line in lines), at=0.0)
    seconds = time.process_time() - began
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    events = sum(len(entry.events) for entry in table.entries if isinstance(entry, Did))
    print(f"{seconds:.2f} {before:.0f} {after:.0f} {events}")


# ---------------------------------------------------------------------- menus and views


def in_a_contest() -> TorchTable:
    """Derra attacks the knight; both build their pools."""
    table = demo()
    do(table, "p1", "act-stress", targets=("knight",), what="She feints a retreat.")
    return table


def microseconds(look: Callable[[], object]) -> float:
    def some() -> None:
        for _ in range(LOOKS):
            look()

    return quickest(some) / LOOKS * 1e6


def looks(name: str, table: TorchTable) -> None:
    for seat in (GM, Seat("p1"), Seat("p2")):
        menu = microseconds(lambda seat=seat: fresh(table).menu(seat))
        again = microseconds(lambda seat=seat: table.menu(seat))
        view = microseconds(lambda seat=seat: SYSTEM.view(table.game, seat))
        print(f"{name:<20}{seat:<4} menu {menu:>6.0f} µs, again {again:>6.0f} µs, view {view:>6.0f} µs")


def fresh(table: TorchTable) -> TorchTable:
    """The table as if something had just happened: nothing worked out before holds any more."""
    table.game.options = dict(table.game.options)
    return table


def main() -> None:
    if len(sys.argv) > 2 and sys.argv[1] == "open":
        open_log(Path(sys.argv[2]))
        return
    print(f"complete tests      {tests_per_second(TESTS):>9,.0f} /s on one core")
    looks("between actions", demo())
    looks("building pools", in_a_contest())
    reading = in_a_contest()
    do(reading, "gm", "roll:knight", traits=("brawn", "soldier", "shield-wall"))
    looks("reading a roll", reading)
    with TemporaryDirectory() as name:
        file = long_log(Path(name))
        told = subprocess.run([sys.executable, __file__, "open", str(file)], capture_output=True, text=True, check=True)
    seconds, before, after, events = told.stdout.split()
    print(f"open a table        {int(events):>9,} events in {seconds} s, {after} MB in all ({before} MB before)")


if __name__ == "__main__":
    main()
