"""The live tables: durable before answered, dice that can be checked, opening again."""

from __future__ import annotations

import asyncio
import gzip
import itertools
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from support.toy import TOY, Added, Sum

from tablelight.kernel.dice import commitment
from tablelight.kernel.flow import Event, Flow, Game, SessionOver
from tablelight.kernel.log import RolledBack
from tablelight.kernel.offers import GM, Answer, Offer, Refused, Seat
from tablelight.kernel.room import Place
from tablelight.kernel.starts import Start
from tablelight.kernel.system import Action
from tablelight.kernel.table import Applied, Command
from tablelight.store import DataFolder, NoSuchTableError, Store, WriteFailedError, import_table
from tablelight.store.keeper import Keeper, Live

P1 = Seat("p1")


class GoneHome(SessionOver, frozen=True):
    pass


def go_home(game: Game[Sum], answer: Answer) -> Flow[None]:
    game.record(GoneHome())
    return
    yield


def evolve(state: Sum, event: Event) -> Sum:
    return state if isinstance(event, GoneHome) else TOY.evolve(state, event)


DEMO = Start("demo", "Demo", "", (Place(P1, "Ann"), Place(Seat("p2"), "Bo")), (Added(points=7),))
GAME = replace(
    TOY,
    evolve=evolve,
    events=(*TOY.events, GoneHome),
    actions=(*TOY.actions, Action("go-home", lambda game, seat: Offer("go-home", "Go home"), go_home)),
    starts=lambda: (DEMO,),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(DataFolder.at(tmp_path / "data"), now=0.0) as opened:
        yield opened


def keeper_of(store: Store) -> Keeper:
    numbers = itertools.count(1)
    return Keeper(store, lambda: 5.0, lambda size: next(numbers).to_bytes(size, "big"), {"toy": GAME})


async def begun(keeper: Keeper, start: str = "") -> Live:
    table_id = await keeper.create("toy", "Ours", start)
    assert isinstance(table_id, str)
    return await keeper.open(table_id)


async def do(keeper: Keeper, live: Live, seat: Seat, key: str, **args: object) -> Applied:
    done = await keeper.submit(live.id, Command(seat, key, args))
    assert isinstance(done, Applied), done
    assert store_length(keeper, live) == len(live.table.entries) == live.stored
    return done


def store_length(keeper: Keeper, live: Live) -> int:
    return keeper.store.length(live.id)


def test_a_new_table_has_its_seats_and_a_commitment_and_no_seed_in_its_log(store: Store) -> None:
    async def run() -> None:
        live = await begun(keeper_of(store))
        assert [place.seat for place in live.table.room.places] == ["gm", "p1", "p2", "p3"]
        ((published, seed),) = live.secrets.seeds.items()
        assert live.table.room.dice_commitment == published == commitment(bytes.fromhex(seed))
        assert seed.encode() not in b"".join(store.read(live.id))

    asyncio.run(run())


def test_a_ready_beginning_brings_its_seats_and_events(store: Store) -> None:
    async def run() -> None:
        live = await begun(keeper_of(store), "demo")
        assert [place.name for place in live.table.room.places[1:]] == ["Ann", "Bo"]
        assert live.table.state.total == 7

    asyncio.run(run())


@pytest.mark.parametrize(
    ("system", "name", "start", "options", "code"),
    [
        ("chess", "Ours", "", {}, "no-system"),
        ("toy", " ", "", {}, "bad-name"),
        ("toy", "x" * 81, "", {}, "bad-name"),
        ("toy", "Ours", "nothing", {}, "no-start"),
        ("toy", "Ours", "", {"size": "huge"}, "bad-value"),
        ("toy", "Ours", "", {"colour": "red"}, "no-option"),
    ],
)
def test_what_is_wrong_with_a_new_table_is_refused_and_leaves_nothing(
    store: Store, system: str, name: str, start: str, options: dict[str, str], code: str
) -> None:
    made = asyncio.run(keeper_of(store).create(system, name, start, options))
    assert isinstance(made, Refused)
    assert made.code == code
    assert store.tables() == []


def test_a_table_opened_again_goes_on_where_it_was_with_the_same_dice(store: Store) -> None:
    async def run() -> None:
        keeper = keeper_of(store)
        live = await begun(keeper)
        await do(keeper, live, P1, "dice-word", word="owl")
        await do(keeper, live, P1, "play")
        again = await Keeper(store, lambda: 6.0, lambda size: b"", {"toy": GAME}).open(live.id)
        assert again.table.state == live.table.state
        assert again.table.room == live.table.room
        assert again.table.pending == live.table.pending
        assert again.table.dice.throw(1, (20,) * 9) == live.table.dice.throw(1, (20,) * 9)

    asyncio.run(run())


def test_the_end_of_a_session_reveals_the_seed_and_commits_to_a_new_one(store: Store) -> None:
    async def run() -> None:
        keeper = keeper_of(store)
        live = await begun(keeper)
        await do(keeper, live, P1, "dice-word", word="owl")
        await do(keeper, live, P1, "play")
        await do(keeper, live, P1, "keep")
        before = live.table.room.dice_commitment
        await do(keeper, live, P1, "go-home")
        assert live.table.room.dice_commitment != before
        await do(keeper, live, P1, "play")
        found = keeper.verify(live)
        assert (found.good, found.sealed, found.wrong) == (1, 1, ())
        await keeper.reveal(live.id)
        assert keeper.verify(live).good == 2

    asyncio.run(run())


def test_a_command_that_can_not_be_stored_did_not_happen(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        keeper = keeper_of(store)
        live = await begun(keeper)
        await do(keeper, live, P1, "mark")
        before = live.table.state, live.table.room, len(live.table.entries)

        def fails(*_: object) -> Future[None]:
            future: Future[None] = Future()
            future.set_exception(WriteFailedError("the disk is full"))
            return future

        with monkeypatch.context() as broken:
            broken.setattr(store, "append", fails)
            for key in ("mark", "play", "go-home"):
                with pytest.raises(WriteFailedError):
                    await keeper.submit(live.id, Command(P1, key))
        assert (live.table.state, live.table.room, len(live.table.entries)) == before
        await do(keeper, live, P1, "play")
        await do(keeper, live, P1, "go-home") if not live.table.pending else None
        assert keeper.verify(live).wrong == ()

    asyncio.run(run())


def test_many_commands_at_once_are_stored_in_one_order(store: Store) -> None:
    async def run() -> None:
        keeper = keeper_of(store)
        live = await begun(keeper)
        first = len(live.table.entries)
        done = await asyncio.gather(*(keeper.submit(live.id, Command(P1, "mark", {}, f"c{n}")) for n in range(50)))
        assert sorted(d.number for d in done if isinstance(d, Applied)) == list(range(first, first + 50))
        stored = [live.table.codec.decode(body) for body in store.read(live.id)]
        assert stored == live.table.entries

    asyncio.run(run())


def test_listeners_hear_of_a_change_once_it_is_durable(store: Store) -> None:
    async def run() -> None:
        keeper = keeper_of(store)
        live = await begun(keeper)
        heard: list[int] = []
        live.listeners.append(lambda told: heard.append(store.length(told.id)))
        await do(keeper, live, P1, "mark")
        await keeper.submit(live.id, Command(P1, "fly"))
        assert heard == [len(live.table.entries)]

    asyncio.run(run())


def test_an_unfinished_step_that_newer_rules_would_change_is_dropped_and_that_is_stored(store: Store) -> None:
    async def run() -> None:
        keeper = keeper_of(store)
        live = await begun(keeper)
        await do(keeper, live, P1, "play")

        def other(game: Game[Sum], answer: Answer) -> Flow[None]:
            game.record(Added(points=1))
            return
            yield

        newer = replace(GAME, actions=(replace(GAME.actions[0], begin=other), *GAME.actions[1:]))
        again = await Keeper(store, lambda: 6.0, lambda size: b"", {"toy": newer}).open(live.id)
        assert again.table.pending is None
        last = again.table.codec.decode(store.read(live.id)[-1])
        assert isinstance(last, RolledBack)

    asyncio.run(run())


def test_renaming_a_table_renames_it_in_the_list(store: Store) -> None:
    async def run() -> None:
        keeper = keeper_of(store)
        live = await begun(keeper)
        await do(keeper, live, GM, "name-table", name="Theirs")
        assert [record.name for record in keeper.records()] == ["Theirs"]

    asyncio.run(run())


def test_a_copy_of_a_table_rolls_with_a_seed_of_its_own(store: Store, tmp_path: Path) -> None:
    async def run() -> None:
        keeper = keeper_of(store)
        live = await begun(keeper)
        await do(keeper, live, P1, "play")
        await keeper.export(live.id, tmp_path / "copy")
        import_table(store, tmp_path / "copy", "copy", 9.0)
        copy = await keeper.open("copy")
        assert copy.table.state == live.table.state
        assert not set(copy.secrets.seeds) & set(live.secrets.seeds)
        whole = gzip.decompress((tmp_path / "copy").read_bytes()).decode()
        assert not any(seed in whole for seed in live.secrets.seeds.values())
        for each in (copy, live):
            found = keeper.verify(each)
            assert (found.good, found.sealed, found.wrong) == (0, 1, ())

    asyncio.run(run())


def test_a_table_that_is_not_there_or_whose_game_is_not_installed_can_not_be_opened(store: Store) -> None:
    async def run() -> None:
        keeper = keeper_of(store)
        live = await begun(keeper)
        for other, table in ((keeper, "none"), (Keeper(store, lambda: 0.0, bytes, {}), live.id)):
            with pytest.raises(NoSuchTableError):
                await other.open(table)

    asyncio.run(run())
