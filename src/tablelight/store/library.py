"""The library: the packs that the groups of this server write, each saved as a whole with every change.

A table that uses a pack takes it as it is into its log, so that later changes here never change what was played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from tablelight.kernel.flow import Event
from tablelight.kernel.offers import Refused
from tablelight.kernel.packs import Document, Looked, PackError, Packs, key_for, title_of
from tablelight.kernel.system import AnySystem
from tablelight.kernel.vocabulary import Problem
from tablelight.store.errors import BadValueError, ChangedPackError
from tablelight.store.records import PackRecord
from tablelight.store.store import Store

MOST_PACKS = 200
"""The most packs of one system."""


class Library:
    """All packs of one store, as documents. What a document says is checked by its system, not here."""

    def __init__(self, store: Store, clock: Callable[[], float], systems: Mapping[str, AnySystem]) -> None:
        self._store = store
        self._clock = clock
        self._systems = systems
        self._known: dict[tuple[str, str, int, float], tuple[Looked, tuple[Problem, ...]]] = {}

    def records(self, system: str | None = None) -> list[PackRecord]:
        """Every pack whose system is installed and takes packs, by title."""
        return [pack for pack in self._store.packs() if self.packs_of(pack.system) and system in (None, pack.system)]

    def packs_of(self, system: str) -> Packs | None:
        """What a system gives for its packs, if it takes any."""
        game = self._systems.get(system)
        return game.packs if game else None

    def find(self, system: str, pack_id: str) -> PackRecord | None:
        """The pack of this id, if there is one and its system takes packs."""
        return self._store.find_pack(system, pack_id) if self.packs_of(system) else None

    def looked(self, record: PackRecord) -> Looked:
        """A pack held against its vocabulary; worked out once as long as the pack stays as it is."""
        return self._checked(record)[0]

    def problems(self, record: PackRecord) -> tuple[Problem, ...]:
        """Everything that is wrong with a pack; worked out once as long as it stays as it is."""
        return self._checked(record)[1]

    def _checked(self, record: PackRecord) -> tuple[Looked, tuple[Problem, ...]]:
        state = (record.system, record.id, record.revision, record.changed)
        if state not in self._known:
            packs = self.packs_of(record.system)
            assert packs
            if len(self._known) > 2 * MOST_PACKS:
                self._known.clear()
            document = self.document(record)
            self._known[state] = (packs.look(document), packs.problems(document))
        return self._known[state]

    def document(self, record: PackRecord) -> Document:
        """What a pack says."""
        return msgspec.json.decode(record.body, type=dict[str, Any])

    async def add(self, system: str, document: Document, *, in_place: bool = False) -> PackRecord:
        """A new pack; if its id is taken, the pack there is replaced (`in_place`) or this one gets another id.

        Raises BadValueError (there are too many, or it is too large).
        """
        there = {pack.id: pack for pack in self.records(system)}
        wanted = document.get("id")
        if in_place and wanted in there:
            return await self.save(there[wanted], document)
        if len(there) >= MOST_PACKS:
            raise BadValueError(f"There are {len(there)} packs already, the most that are kept; delete one first.")
        key = key_for(str(wanted or document.get("title", "")), there)
        record = PackRecord(system, key, "", 0, b"", -1)
        return await self.save(record, {**document, "id": key})

    async def save(self, record: PackRecord, document: Document) -> PackRecord:
        """The pack with new content, once it is durable. Raises ChangedPackError, TooLargeError."""
        packs = self.packs_of(record.system)
        assert packs
        body = msgspec.json.encode(packs.ordered({**document, "id": record.id}))
        title = title_of({"name": document.get("title", "")}, record.id)
        saved = replace(record, title=title, body=body, changed=self._clock(), revision=record.revision + 1)
        await asyncio.wrap_future(self._store.put_pack(saved))
        return saved

    async def change(self, system: str, pack_id: str, edit: Callable[[Document], Document]) -> PackRecord | None:
        """Change a pack as it is when the change's turn comes; None if there is no such pack.

        `edit` may be asked more than once, when somebody else was quicker. Raises as `save`, and what `edit` raises.
        """
        while True:
            record = self.find(system, pack_id)
            if not record:
                return None
            try:
                return await self.save(record, edit(self.document(record)))
            except ChangedPackError:
                continue

    async def delete(self, record: PackRecord) -> None:
        """Take a pack out of the library. Tables that use it keep it."""
        await asyncio.wrap_future(self._store.delete_pack(record.system, record.id))

    def at_table(self, system: str, pack_id: str) -> Event | Refused:
        """The event by which a pack comes to a table as it is now, or why it can't."""
        record, packs = self.find(system, pack_id), self.packs_of(system)
        if not record or not packs:
            return Refused("table/offers", "no-pack", f"There is no pack {pack_id!r} here.")
        try:
            return packs.added(packs.typed(self.document(record), record.title))
        except PackError as error:
            return Refused("table/offers", "bad-pack", f"This pack is not ready yet. {error}")
