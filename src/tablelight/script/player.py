"""Playing the steps of a script on a table."""

from __future__ import annotations

from typing import cast

import msgspec

from tablelight.kernel.flow import Event
from tablelight.kernel.log import Did
from tablelight.kernel.offers import GM, Offer, Refused, Seat
from tablelight.kernel.room import SeatKind, SeatPlaced
from tablelight.kernel.system import AnySystem
from tablelight.kernel.table import Applied, Command, Table
from tablelight.script.again import AnyTable, checked_reload
from tablelight.script.dice import ScriptDice
from tablelight.script.differs import DiffersError, differ_if
from tablelight.script.fields import resolve
from tablelight.script.finding import may, offer_of, rule_of, seat_of, told
from tablelight.script.looking import look_at
from tablelight.script.parse import (
    Act,
    Asks,
    Begin,
    End,
    Faces,
    Facts,
    Gone,
    Offers,
    Opt,
    Put,
    Refusal,
    SaveLoad,
    ScriptError,
    Sees,
    Sit,
    Step,
    Suggests,
    Then,
)


class Player:
    """Plays the steps of a script on a table of its own."""

    def __init__(self, system: AnySystem, *, save_load: bool = False) -> None:
        self.dice = ScriptDice()
        self.table: AnyTable = Table(system, self.dice)
        self._save_load = save_load
        self._since = 0

    def step(self, step: Step, number: int = 0) -> None:
        """Carry out one step; raises where it differs."""
        entries = len(self.table.entries)
        self._step(step, float(number))
        if len(self.table.entries) > entries:
            self._since = entries
            if self._save_load:
                self.table = checked_reload(self.table)

    def _step(self, step: Step, at: float) -> None:
        match step:
            case Sit():
                self._sit(step, at)
            case Begin(key=key):
                self._begin(key, at)
            case Facts(events=events):
                self._facts(events, at)
            case Opt():
                self._applied(Command(GM, "option", {"option": step.option, "value": step.value}), at)
            case Faces(rolls=rolls):
                self.dice.left.extend(rolls)
            case Put(path=path, value=value):
                self._applied(Command(GM, "adjust", {"path": path, "value": value}), at)
            case Act(refused=Refusal() as refusal):
                self._refused(step, refusal, at)
            case Act():
                self._applied(self._command(step, loose=False), at)
            case SaveLoad():
                self.table = checked_reload(self.table)
            case End():
                self._end()
            case Then() | Gone() | Asks() | Offers() | Suggests() | Sees():
                look_at(self.table, step, self._since)

    # ------------------------------------------------------------------ doing

    def _sit(self, step: Sit, at: float) -> None:
        self.table.record_aside(at, SeatPlaced(seat=Seat(step.seat), name=step.name, kind=_kind(step)))

    def _begin(self, key: str, at: float) -> None:
        starts = {start.key: start for start in self.table.system.starts()}
        if key not in starts:
            raise ScriptError(f"there is no start {key!r}; there are: {', '.join(starts) or 'none'}")
        for place in starts[key].places:
            self.table.record_aside(at, SeatPlaced(seat=place.seat, name=place.name, kind=place.kind))
        self.table.record_start(at, *starts[key].events)

    def _facts(self, events: str, at: float) -> None:
        body = f'{{"type":"Did","at":0,"seat":"gm","key":"start","events":{events}}}'
        try:
            entry = cast("Did[Event]", self.table.codec.decode(body.encode()))
        except msgspec.MsgspecError as error:
            raise ScriptError(f"these are no events of {self.table.system.id}: {error}") from None
        self.table.record_start(at, *entry.events)

    def _applied(self, command: Command, at: float) -> None:
        done = self.table.do(command, at)
        if isinstance(done, Refused):
            raise DiffersError("a command that is carried out", f"{told(done)}; {may(self.table, command.seat)}")

    def _refused(self, step: Act, refusal: Refusal, at: float) -> None:
        before = self._whole()
        done = self.table.do(self._command(step, loose=True), at)
        rule = rule_of(self.table, refusal.rule)
        wanted = " ".join(word for word in ("refused", rule, refusal.code, f'"{refusal.text}"') if word != '""')
        if isinstance(done, Applied):
            raise DiffersError(wanted, "it was carried out")
        fits = rule in ("", done.rule) and refusal.code in ("", done.code) and refusal.text in done.text
        differ_if(not fits, wanted, told(done))
        differ_if(self._whole() != before, "nothing changed by a refused command", "something changed")

    def _whole(self) -> tuple[object, ...]:
        return self.table.state, self.table.room, len(self.table.entries), self.table.pending

    def _command(self, step: Act, *, loose: bool) -> Command:
        seat = seat_of(self.table, step.seat)
        offer, prompt = offer_of(self.table, seat, step.key)
        if offer:
            return Command(seat, offer.key, resolve(offer, step.fields, loose=loose), prompt=prompt)
        return Command(seat, step.key, resolve(Offer(step.key, ""), step.fields, loose=True))

    def _end(self) -> None:
        pending = self.table.pending
        differ_if(pending is not None, "no open question", repr(pending[0]) if pending else "")
        self.dice.none_left()


def _kind(step: Sit) -> SeatKind:
    if step.seat == GM:
        return "gm"
    return "watch" if step.watch else "player"
