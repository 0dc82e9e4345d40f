"""The pack that a request is about, for those who may write packs: whoever may set up tables here.

Players at a table come to none of these pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from msgspec import Struct

from tablelight.kernel.packs import Document, Looked, Packs, Part
from tablelight.store import PackRecord
from tablelight.web.errors import TurnedDownError
from tablelight.web.house import AnyRequest, House, house_of, spend

TURNED_AWAY = "Packs are written by whoever sets up the tables here."


class Shelf(Struct, frozen=True):
    """A pack that somebody works on: where it is, what it says, and what its system makes of it."""

    house: House
    packs: Packs
    record: PackRecord
    document: Document

    @property
    def looked(self) -> Looked:
        """The pack held against its vocabulary."""
        return self.house.keeper.library.looked(self.record)

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/packs/{self.record.system}/{self.record.id}"

    def entries(self, part: Part) -> Mapping[str, Any]:
        """The entries of one part."""
        found = self.document.get(part.key)
        return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def house_for_packs(request: AnyRequest) -> House:
    """The house, if whoever asks may write packs in it. Raises TurnedDownError."""
    house = house_of(request)
    spend(request, known=False)
    if not house.may_create(request):
        raise TurnedDownError(403, TURNED_AWAY)
    return house


def packs_of(request: AnyRequest, system_id: str) -> tuple[House, Packs]:
    """The house, and what this system gives for packs. Raises TurnedDownError."""
    house = house_for_packs(request)
    packs = house.keeper.library.packs_of(system_id)
    if not packs:
        raise TurnedDownError(404, "There is no such game here, or it takes no packs.")
    return house, packs


def shelf_of(request: AnyRequest, system_id: str, pack_id: str) -> Shelf:
    """The pack of this id. Raises TurnedDownError."""
    house, packs = packs_of(request, system_id)
    record = house.keeper.library.find(system_id, pack_id)
    if not record:
        raise TurnedDownError(404, "There is no such pack here.")
    return Shelf(house, packs, record, house.keeper.library.document(record))


def part_of(shelf: Shelf, key: str) -> Part:
    """The part of a pack that the address names. Raises TurnedDownError."""
    part = shelf.packs.part(key)
    if not part:
        raise TurnedDownError(404, "Packs of this game have no such part.")
    return part


async def change_pack(shelf: Shelf, edit: Callable[[Document], Document]) -> None:
    """Change the pack as it is by now. Raises TurnedDownError."""
    if not await shelf.house.keeper.library.change(shelf.record.system, shelf.record.id, edit):
        raise TurnedDownError(404, "This pack was deleted meanwhile.")
