"""Carrying a script out on a real table and finding the first line that differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, cast

import msgspec
from msgspec.structs import replace

from tablelight.kernel.dice import faces_fit
from tablelight.kernel.flow import Event
from tablelight.kernel.log import Did
from tablelight.kernel.offers import GM, WATCH, Offer, Refused, Seat, fill, find
from tablelight.kernel.room import SeatKind, SeatPlaced
from tablelight.kernel.script.again import checked_reload
from tablelight.kernel.script.differs import DiffersError, differ_if
from tablelight.kernel.script.fields import resolve
from tablelight.kernel.script.parse import (
    Act,
    Asks,
    Begin,
    Case,
    End,
    Faces,
    Facts,
    Fields,
    Gone,
    Line,
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
    cases,
)
from tablelight.kernel.script.values import NOTHING, check_value, find_value
from tablelight.kernel.system import AnySystem, find_system
from tablelight.kernel.table import ADJUST_OFFER, Applied, Command, Table

FindSystem = Callable[[str], AnySystem]
"""Gives a system by its id; a LookupError says that there is none."""

AnyTable: TypeAlias = Table[Any]
TRAIL = 6


@dataclass(frozen=True)
class Failure:
    """The first line of a case that differs, and the last lines of the log before it."""

    file: str
    number: int
    text: str
    expected: str
    found: str
    trail: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = f"{self.file}:{self.number}: {self.text}\n  expected: {self.expected}\n  found:    {self.found}"
        return "\n    ".join((words, *(f"log: {line}" for line in self.trail)))


@dataclass(frozen=True)
class CaseResult:
    """What came of one case; `cause` is the exception behind a failure that is a mistake in a rule."""

    file: str
    name: str
    rules: tuple[str, ...] = ()
    failure: Failure | None = None
    cause: Exception | None = None

    def check(self) -> None:
        """Raise an AssertionError that tells the failure, if there is one."""
        if self.failure:
            raise AssertionError(f"{self.name}\n{self.failure}") from self.cause


def run_file(path: Path, systems: FindSystem = find_system, *, save_load: bool = False) -> list[CaseResult]:
    """Run every case of a file. `save_load`: store and load the table after each line as well."""
    try:
        found = cases(path)
    except (ScriptError, OSError, UnicodeDecodeError) as error:
        return [CaseResult(str(path), path.stem, failure=Failure(str(path), 1, "", "a script", str(error)))]
    return [run_case(case, systems, save_load=save_load) for case in found]


def run_case(case: Case, systems: FindSystem = find_system, *, save_load: bool = False) -> CaseResult:
    """Run one case on a fresh table, up to the first line that differs."""
    try:
        player = Player(systems(case.system), save_load=save_load)
    except LookupError as error:
        failure = Failure(case.file, case.number, f"system {case.system}", "an installed system", str(error))
        return CaseResult(case.file, case.name, case.rules, failure)
    last = Line(case.number, f"== {case.name}", End())
    try:
        for last in case.lines:
            player.step(last.step, last.number)
        player.no_dice_left()
    except DiffersError as error:
        return _failed(case, last, player, error.expected, error.found)
    except ScriptError as error:
        return _failed(case, last, player, "a line that can be carried out", str(error))
    except Exception as error:
        return _failed(case, last, player, "no mistake in the rules", f"{type(error).__name__}: {error}", error)
    return CaseResult(case.file, case.name, case.rules)


def _failed(
    case: Case, line: Line, player: Player, expected: str, found: str, cause: Exception | None = None
) -> CaseResult:
    trail = tuple(logged.line.text for logged in player.table.lines(GM))[-TRAIL:]
    failure = Failure(case.file, line.number, line.text, expected, found, trail)
    return CaseResult(case.file, case.name, case.rules, failure, cause)


class ScriptDice:
    """Faces written down beforehand, checked against the dice that are really rolled."""

    def __init__(self) -> None:
        self.left: list[tuple[tuple[int | None, int], ...]] = []

    def throw(self, number: int, dice: Sequence[int]) -> tuple[int, ...]:
        """The next faces written down."""
        wanted = " ".join(f"d{size}" for size in dice)
        if not self.left:
            raise ScriptError(
                f"{wanted} are rolled, and no faces are left; put a line such as this one before: "
                f"dice {' '.join(f'd{size}=1' for size in dice)}"
            )
        written = self.left[0]
        faces = tuple(face for _, face in written)
        sizes_fit = all(size in (None, real) for (size, _), real in zip(written, dice, strict=False))
        if not (sizes_fit and faces_fit(dice, faces)):
            raise ScriptError(f"{wanted} are rolled, but the script has {_faces_words(written)}")
        self.left.pop(0)
        return faces


def _faces_words(written: Sequence[tuple[int | None, int]]) -> str:
    return " ".join(f"d{size}={face}" if size else str(face) for size, face in written)


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
            case Act(refused=None):
                self._applied(self._command(step, loose=False), at)
            case Act(refused=Refusal() as refusal):
                self._refused(step, refusal, at)
            case Act():
                raise TypeError(step)
            case SaveLoad():
                self.table = checked_reload(self.table)
            case Then() | Gone() | Asks() | Offers() | Suggests() | Sees() | End():
                self._look(step)

    def _look(self, step: Then | Gone | Asks | Offers | Suggests | Sees | End) -> None:
        match step:
            case Then():
                check_value(self.table.state, step)
            case Gone(path=path):
                differ_if(find_value(self.table.state, path) is not NOTHING, f"nothing at {path}", "a value")
            case Asks():
                self._asks(step)
            case Offers():
                self._offers(step)
            case Suggests():
                self._suggests(step)
            case Sees():
                self._sees(step)
            case End():
                self._end()

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
            raise DiffersError("a command that is carried out", f"{_told(done)}; {self._may(command.seat)}")

    def _refused(self, step: Act, refusal: Refusal, at: float) -> None:
        before = self._whole()
        done = self.table.do(self._command(step, loose=True), at)
        rule = self._rule(refusal.rule)
        wanted = " ".join(word for word in ("refused", rule, refusal.code, f'"{refusal.text}"') if word != '""')
        if isinstance(done, Applied):
            raise DiffersError(wanted, "it was carried out")
        fits = rule in ("", done.rule) and refusal.code in ("", done.code) and refusal.text in done.text
        differ_if(not fits, wanted, _told(done))
        differ_if(self._whole() != before, "nothing changed by a refused command", "something changed")

    def _whole(self) -> tuple[object, ...]:
        return self.table.state, self.table.room, len(self.table.entries), self.table.pending

    def _rule(self, rule: str) -> str:
        return rule if not rule or "/" in rule else f"{self.table.system.id}/{rule}"

    def _command(self, step: Act, *, loose: bool) -> Command:
        seat = self.seat(step.seat)
        offer, prompt = self._offer(seat, step.key)
        if offer:
            return Command(seat, offer.key, resolve(offer, step.fields, loose=loose), prompt=prompt)
        return Command(seat, step.key, resolve(Offer(step.key, ""), step.fields, loose=True))

    def _offer(self, seat: Seat, key: str) -> tuple[Offer | None, int | None]:
        """The offer that a key or a label means: an answer to the open question before anything else."""
        menu = self.table.menu(seat)
        asked = _named(menu.asked, key)
        if asked:
            return asked, menu.prompt
        others = (*menu.also, *self.table.house_menu(seat), *((ADJUST_OFFER,) if seat == GM else ()))
        return _named(others, key), None

    def seat(self, name: str) -> Seat:
        """The seat of this id or name."""
        places = self.table.room.places
        for place in places:
            if name == place.seat or name.casefold() == place.name.casefold():
                return place.seat
        if name == WATCH:
            return WATCH
        there = ", ".join(f"{place.seat} ({place.name})" for place in places)
        raise ScriptError(f"there is no seat {name!r}; there are: {there}")

    def _may(self, seat: Seat) -> str:
        menu = self.table.menu(seat)
        keys = [offer.key for offer in (*menu.asked, *menu.also) if not offer.refused]
        asked = f"; asked: {menu.question!r} of {', '.join(menu.waiting)}" if menu.question else ""
        return f"{seat} may: {', '.join(keys) or 'nothing'}{asked}"

    # ------------------------------------------------------------------ looking

    def _asks(self, step: Asks) -> None:
        seats = [self.seat(name) for name in step.seats]
        pending = self.table.pending
        waiting = self.table.menu(GM).waiting
        found = f"{pending[0]!r} of {', '.join(waiting) or 'nobody'}" if pending else "no open question"
        wanted = f"{step.question!r} of {', '.join(seats)}" if seats else "no open question"
        fits = set(seats) == set(waiting) if step.only else set(seats) <= set(waiting)
        fits = fits and pending is not None and step.question in pending[0] if seats else pending is None
        differ_if(not fits, wanted, found)

    def _offers(self, step: Offers) -> None:
        seat = self.seat(step.seat)
        offer, _ = self._offer(seat, step.key)
        what = " ".join((step.key, *(f"{name}={raw}" for name, raw in step.fields.items())))
        if step.how == "no-offer":
            differ_if(offer is not None and _chosen(offer, step.fields) is not None, f"no offer {what}", "it is there")
            return
        taken = _chosen(offer, step.fields) if offer else None
        if taken is None:
            raise DiffersError(f"an offer {what}", self._may(seat) if offer is None else _fields_words(offer))
        if step.how == "offers":
            differ_if(isinstance(taken, Refused), f"an offer {what}", _told(taken))
            return
        rule = self._rule(step.rule)
        fits = isinstance(taken, Refused) and rule in ("", taken.rule)
        differ_if(not fits, f"{what} refused {rule}".strip(), _told(taken))

    def _suggests(self, step: Suggests) -> None:
        offer, _ = self._offer(self.seat(step.seat), step.key)
        if not offer:
            raise DiffersError(f"an offer {step.key}", self._may(self.seat(step.seat)))
        args = resolve(offer, step.fields)
        fits = any(
            step.label in s.label and (s.best or not step.best) and _same_args(args, s.args) for s in offer.suggestions
        )
        there = "; ".join(f"{s.label} {s.args}{' (best)' if s.best else ''}" for s in offer.suggestions)
        differ_if(not fits, f"a {'best ' if step.best else ''}suggestion {step.label} {args}", there or "none")

    def _sees(self, step: Sees) -> None:
        seat = self.seat(step.seat)
        found = self.seen(seat, step.area)
        there = any(step.text in text for text in found)
        if step.sees and not there:
            raise DiffersError(f"{step.text!r} in the {step.area} of {seat}", " | ".join(found) or "nothing")
        if there and not step.sees:
            where = next(text for text in found if step.text in text)
            raise DiffersError(f"no {step.text!r} anywhere that {seat} can see", where)

    def seen(self, seat: Seat, area: str) -> list[str]:
        """Every text that reaches a seat in this area: `news` are the log lines of the last command."""
        texts: list[str] = []
        if area in ("news", "log", "anywhere"):
            for logged in self.table.lines(seat, self._since if area == "news" else 0):
                texts += _texts(logged.line)
        if area in ("view", "anywhere"):
            texts += _texts(self.table.system.view(self.table.game, seat))
        if area in ("menu", "anywhere"):
            menu = self.table.menu(seat)
            texts += [menu.question, *_texts((menu.asked, menu.also))]
        return [text for text in texts if text]

    def no_dice_left(self) -> None:
        """Faces that were written down and never rolled are a mistake in the script."""
        left = " / ".join(_faces_words(faces) for faces in self.dice.left)
        differ_if(bool(left), "every written face rolled", f"left over: {left}")

    def _end(self) -> None:
        pending = self.table.pending
        differ_if(pending is not None, "no open question", repr(pending[0]) if pending else "")
        self.no_dice_left()


def _kind(step: Sit) -> SeatKind:
    if step.seat == GM:
        return "gm"
    return "watch" if step.watch else "player"


def _told(refused: object) -> str:
    if not isinstance(refused, Refused):
        return "it may be done"
    return f"refused by {refused.rule} ({refused.code}): {refused.text}"


def _named(offers: Sequence[Offer], key: str) -> Offer | None:
    labelled = [offer for offer in offers if offer.label.casefold() == key.casefold()]
    return find(offers, key) or (labelled[0] if len(labelled) == 1 else None)


def _chosen(offer: Offer, fields: Fields) -> object:
    """The values these fields would have, a refusal of one of them, or None where one is not among the choices."""
    try:
        args = resolve(offer, fields)
    except ScriptError:
        return None
    part = tuple(field for field in offer.fields if field.name in args)
    return fill(replace(offer, fields=part), args)


def _fields_words(offer: Offer) -> str:
    parts = [f"{f.name}={'|'.join(c.key for c in f.choices) or f.kind}" for f in offer.fields]
    return f"{offer.key} {' '.join(parts)}"


def _same_args(wanted: dict[str, object], given: dict[str, Any]) -> bool:
    def plain(value: object) -> object:
        return sorted(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else value

    return all(name in given and plain(value) == plain(given[name]) for name, value in wanted.items())


def _texts(part: object) -> Iterator[str]:
    """Every text inside a struct, at any depth."""
    plain: Any = msgspec.to_builtins(part)
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for value in cast("dict[object, object]", plain).values():
            yield from _texts(value)
    elif isinstance(plain, list | tuple):
        for value in cast("list[object]", plain):
            yield from _texts(value)
