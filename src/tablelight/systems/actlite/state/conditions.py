"""Conditions, and the tables of what befalls somebody who is down."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from tablelight.systems.actlite.state.things import Count, Name, Text


class Injury(Struct, frozen=True):
    """One injury; `disabled` marks an arm that is out of use (actlite/status-injury, actlite/injury-named)."""

    limb: str
    disabled: bool = False


class Lame(Struct, frozen=True):
    """Being lame, until a minute of the GM's clock if it has one (actlite/status-lame)."""

    until: int | None = None


class Lasting(Struct, frozen=True):
    """Something that acts at each round begin and ends at the beginning of a round (actlite/round-begin-statuses)."""

    name: Name
    damage: Count = 0
    heal: Count = 0
    ends: int | None = None


class Conditions(Struct, frozen=True):
    """What a character suffers from (actlite/condition-stacking).

    `prone`, `vulnerable` and `unconscious` list their causes.
    """

    poison: Count = 0
    heal: Count = 0
    exhaustion: Count = 0
    stun: Count = 0
    bleed: Count = 0
    lame: tuple[Lame, ...] = ()
    injuries: tuple[Injury, ...] = ()
    prone: bool = False
    vulnerable: tuple[str, ...] = ()
    unconscious: tuple[str, ...] = ()
    stabilized: bool = False
    doomed: bool = False
    lasting: tuple[Lasting, ...] = ()


RowKind: TypeAlias = Literal["death", "bad", "stabilized", "nothing", "good"]
Outcome: TypeAlias = Literal[
    "death",
    "stabilized",
    "nothing",
    "doomed",
    "exhaustion",
    "injured-arm",
    "lame-hour",
    "lose-eye",
    "lower-str",
    "lower-crit",
    "lose-arm",
    "back-at-1",
    "text",
]
KINDS: dict[Outcome, RowKind] = {
    "death": "death",
    "stabilized": "stabilized",
    "nothing": "nothing",
    "back-at-1": "good",
    "text": "good",
}
PERMANENT: tuple[Outcome, ...] = ("lose-eye", "lower-str", "lower-crit", "lose-arm")


class TableRow(Struct, frozen=True):
    """A row of a consequence table: the faces it covers and what it brings (actlite/consequence-kinds)."""

    least: int
    most: int
    outcome: Outcome
    text: Text = ""

    @property
    def kind(self) -> RowKind:
        """Which of the kinds of row it is."""
        return KINDS.get(self.outcome, "bad")


class ConsequenceTable(Struct, frozen=True):
    """A table that the GM rolls on for somebody who is down."""

    name: Name
    die: int
    rows: tuple[TableRow, ...]


PartyFate: TypeAlias = Literal["death", "coins", "robbed", "saved", "judge"]


class PartyRow(Struct, frozen=True):
    """A row of a party table: the faces it covers, what befalls the party, and that in words (actlite/party-table)."""

    least: int
    most: int
    fate: PartyFate
    text: Text = ""


class PartyTable(Struct, frozen=True):
    """A table that the GM rolls on once the whole party is down."""

    name: Name
    die: int
    rows: tuple[PartyRow, ...]


class Result(Struct, frozen=True):
    """A roll on a consequence table: the face and its row."""

    face: int
    outcome: Outcome
    text: Text = ""
