"""The live tables: opened from the store when somebody comes, one command at a time, durable before it is answered.

The keeper also holds each table's secret dice seed. It is kept beside the log, never in it, until it is revealed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from tablelight.kernel.dice import KeyedDice, commitment
from tablelight.kernel.flow import Event, SessionOver
from tablelight.kernel.house import set_option
from tablelight.kernel.log import Aside, Did, Entry
from tablelight.kernel.offers import Refused, Seat
from tablelight.kernel.room import DiceCommitted, DiceRevealed, DiceWordSet, Place, SeatPlaced, TableNamed
from tablelight.kernel.starts import Start
from tablelight.kernel.system import AnySystem, systems
from tablelight.kernel.table import Applied, Command, Table
from tablelight.kernel.verify import Verified, verify
from tablelight.store.archive import export_table
from tablelight.store.errors import NoSuchTableError
from tablelight.store.library import Library
from tablelight.store.records import TableRecord
from tablelight.store.store import Store

SEED_BYTES = 32
NAME_LIMIT = 80
FREE_SEATS = 3
"""How many players' seats a table has that begins with nothing."""

AnyTable: TypeAlias = Table[Any]
Make: TypeAlias = Callable[[AnyTable], Command | Refused | None]
"""Works out a command from the table as it is when the command's turn comes; None when there is nothing to do."""


class Secrets(Struct):
    """What the store keeps beside a table's log: its seeds by commitment, and the table that they were made for."""

    table: str
    seeds: dict[str, str] = {}


class Live:
    """One open table. Whoever reads it while holding `lock` sees only what is durable."""

    def __init__(self, id: str, system: AnySystem, secrets: Secrets) -> None:
        self.id = id
        self.system = system
        self.secrets = secrets
        self.table: AnyTable = Table(system, KeyedDice(b""))  # gets its dice before anything is rolled
        self.stored = 0
        self.lock = asyncio.Lock()
        self.listeners: list[Callable[[Live], None]] = []

    def tell(self) -> None:
        """Let everyone who listens know that the table has changed."""
        for listener in tuple(self.listeners):
            listener(self)


class Keeper:
    """Creates, opens and changes tables. One keeper belongs to one store, and one event loop uses it."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        seed_source: Callable[[int], bytes],
        game_systems: Mapping[str, AnySystem] | None = None,
    ) -> None:
        """`seed_source` gives that many random bytes; `game_systems` are all the installed ones if left out."""
        self.store = store
        self.clock = clock
        self.systems = dict(systems() if game_systems is None else game_systems)
        self.library = Library(store, clock, self.systems)
        self._random = seed_source
        self._open: dict[str, Live] = {}
        self._opening = asyncio.Lock()

    # ------------------------------------------------------------------ tables

    def records(self) -> list[TableRecord]:
        """Every table whose system is installed, the oldest first."""
        return [record for record in self.store.tables() if record.system in self.systems]

    async def create(
        self,
        system: str,
        name: str,
        start: str = "",
        options: Mapping[str, str] | None = None,
        packs: Sequence[str] = (),
    ) -> str | Refused:
        """A new table, durable; gives its id. `start` is a key of the system's ready beginnings, or empty.

        `packs` are ids of the library; the table keeps them as they are now.
        """
        game = self.systems.get(system)
        if not game:
            return Refused("table/offers", "no-system", f"There is no game {system!r} here.")
        name = name.strip()
        if not 1 <= len(name) <= NAME_LIMIT:
            return Refused("table/offers", "bad-name", f"A table's name has 1 to {NAME_LIMIT} characters.")
        ready = _find_start(game, start)
        if isinstance(ready, Refused):
            return ready
        table_id = self._random(8).hex()
        live = Live(table_id, game, Secrets(table_id))
        added = [self.library.at_table(system, pack) for pack in dict.fromkeys(packs)]
        furnished = self._furnish(live, name, ready, options or {}, added)
        if isinstance(furnished, Refused):
            return furnished
        details = msgspec.json.encode(live.secrets)
        record = TableRecord(table_id, name, system, self.clock(), details)
        await asyncio.wrap_future(self.store.create_table(record))
        await self._commit(live)
        self._open[table_id] = live
        return table_id

    def _furnish(
        self, live: Live, name: str, start: Start | None, options: Mapping[str, str], packs: Sequence[Event | Refused]
    ) -> Refused | None:
        """The first entries of a table: its name, seats, options and dice, packs, then the ready beginning."""
        free = tuple(Place(Seat(f"p{n}"), f"Player {n}") for n in range(1, FREE_SEATS + 1))
        places = start.places if start else free
        events: list[Event] = [TableNamed(name=name)]
        events += [SeatPlaced(seat=p.seat, name=p.name, kind=p.kind) for p in places]
        for option, value in options.items():
            chosen = set_option(live.table.option_list, option, value)
            if isinstance(chosen, Refused):
                return chosen
            events.append(chosen)
        live.table.record_aside(self.clock(), *events, self._fresh_seed(live))
        for pack in packs:
            if isinstance(pack, Refused):
                return pack
            live.table.record_start(self.clock(), pack)  # each in an entry of its own: together they may be too large
        if start and start.events:
            live.table.record_start(self.clock(), *start.events)
        self._use_dice(live)
        return None

    async def open(self, table_id: str) -> Live:
        """The live table. Raises NoSuchTableError, also for a table whose game is not installed."""
        if table_id in self._open:
            return self._open[table_id]
        async with self._opening:
            if table_id not in self._open:
                live = await asyncio.to_thread(self._load, table_id)
                await self._settle(live)
                self._open[table_id] = live
        return self._open[table_id]

    def _load(self, table_id: str) -> Live:
        record = self.store.table(table_id)
        if record.deleted or record.system not in self.systems:
            raise NoSuchTableError(table_id)
        secrets = msgspec.json.decode(record.details, type=Secrets) if record.details else Secrets("")
        live = Live(table_id, self.systems[record.system], secrets)
        self._refill(live)
        return live

    def _refill(self, live: Live) -> None:
        """Fold the stored log into a fresh table."""
        table: AnyTable = Table(live.system, live.table.dice)
        bodies = self.store.read(live.id)
        table.load((table.codec.decode(body) for body in bodies), self.clock())
        live.table = table
        live.stored = len(bodies)

    async def _settle(self, live: Live) -> None:
        """After loading: dice that nobody else knows, and an entry if unfinished steps had to be dropped."""
        known = live.secrets.seeds.get(live.table.room.dice_commitment)
        if live.secrets.table != live.id or not known:
            live.secrets.table = live.id
            await self._renew_dice(live)
        self._use_dice(live)
        await self._commit(live)

    # ------------------------------------------------------------------ commands

    async def submit(self, table_id: str, command: Command) -> Applied | Refused:
        """Carry out a command. It is durable once this returns; a store's error leaves the table as it was."""
        done = await self.submit_made(table_id, lambda _: command)
        assert done
        return done

    async def submit_made(self, table_id: str, make: Make) -> Applied | Refused | None:
        """Carry out a command that depends on the table as it is when its turn comes."""
        live = await self.open(table_id)
        async with live.lock:
            command = make(live.table)
            if not isinstance(command, Command):
                return command
            done = live.table.do(command, self.clock())
            if live.stored < len(live.table.entries):
                await self._keep(live)
            return done

    async def _keep(self, live: Live) -> None:
        """Make what just happened durable, then tell everyone; if that fails, it did not happen."""
        new = live.table.entries[live.stored :]
        try:
            if any(isinstance(event, SessionOver) for event in _game_events(new)):
                await self._renew_dice(live)
            await self._commit(live)
            await self._follow(live, new)
        except Exception:
            await asyncio.to_thread(self._refill, live)
            self._use_dice(live)
            live.tell()
            raise
        except asyncio.CancelledError:
            self._open.pop(live.id, None)  # what was written is found when the table is opened again
            raise
        live.tell()

    async def _commit(self, live: Live) -> None:
        new = live.table.entries[live.stored :]
        if new:
            bodies = [live.table.codec.encode(entry) for entry in new]
            await self.store.append_async(live.id, live.stored, bodies)
            live.stored += len(new)

    async def _follow(self, live: Live, new: list[Entry]) -> None:
        """What lies outside the log and follows from it: the dice word, the name in the list of tables."""
        for event in _room_events(new):
            if isinstance(event, DiceWordSet):
                self._use_dice(live)
            elif isinstance(event, TableNamed):
                await asyncio.wrap_future(self.store.rename_table(live.id, event.name))

    # ------------------------------------------------------------------ dice

    async def reveal(self, table_id: str) -> None:
        """Reveal the seed used so far, and commit to a fresh one."""
        live = await self.open(table_id)
        async with live.lock:
            await self._renew_dice(live)
            await self._keep(live)

    async def export(self, table_id: str, out: Path) -> None:
        """Write the whole table to a new file. Its secret dice seed stays here."""
        live = await self.open(table_id)
        async with live.lock:
            await asyncio.to_thread(export_table, self.store, table_id, out)

    def verify(self, live: Live) -> Verified:
        """Recompute every roll whose seed was revealed."""
        return verify(live.table.entries)

    async def _renew_dice(self, live: Live) -> None:
        """Record the old seed, as far as it is known, and the hash of a new one, which is safely kept before."""
        old = live.secrets.seeds.get(live.table.room.dice_commitment)
        live.secrets.seeds = {live.table.room.dice_commitment: old} if old else {}
        fresh = self._fresh_seed(live)
        await asyncio.wrap_future(self.store.update_details(live.id, msgspec.json.encode(live.secrets)))
        revealed: tuple[Event, ...] = (DiceRevealed(seed=old),) if old else ()
        live.table.record_aside(self.clock(), *revealed, fresh)
        self._use_dice(live)

    def _fresh_seed(self, live: Live) -> DiceCommitted:
        seed = self._random(SEED_BYTES)
        live.secrets.seeds[commitment(seed)] = seed.hex()
        return DiceCommitted(commitment=commitment(seed))

    def _use_dice(self, live: Live) -> None:
        """Roll with the seed that the room has committed to, and with the players' word."""
        seed = bytes.fromhex(live.secrets.seeds[live.table.room.dice_commitment])
        live.table.dice = KeyedDice(seed, word=live.table.room.dice_word)


def _find_start(system: AnySystem, key: str) -> Start | Refused | None:
    if not key:
        return None
    found = next((start for start in system.starts() if start.key == key), None)
    return found or Refused("table/offers", "no-start", f"{system.title} has no beginning {key!r}.")


def _game_events(entries: list[Entry]) -> list[Event]:
    return [event for entry in entries if isinstance(entry, Did) for event in entry.events]


def _room_events(entries: list[Entry]) -> list[Event]:
    return [event for entry in entries if isinstance(entry, Aside) for event in entry.events]
