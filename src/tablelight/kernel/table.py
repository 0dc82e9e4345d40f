"""A table: a game in progress as a log of entries, with every command checked before anything happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import is_
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tablelight.kernel.adjust import RULE as ADJUST_RULE
from tablelight.kernel.adjust import Adjusted, put
from tablelight.kernel.dice import Dice, faces_fit
from tablelight.kernel.flow import Ask, Event, Flow, Game, Roll
from tablelight.kernel.house import (
    HOUSE_ACTIONS,
    HOUSE_OPTIONS,
    PLAYER_UNDO,
    set_option,
    signs,
    tell_room,
)
from tablelight.kernel.log import Aside, Codec, Did, Entry, Redone, RolledBack, Throw, Undone
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, fill, find
from tablelight.kernel.room import ROOM_EVENTS, Place, Room, evolve_room
from tablelight.kernel.rules import TableOption
from tablelight.kernel.system import Action, System
from tablelight.kernel.view import Die, Line

S = TypeVar("S")


class Command(Struct, frozen=True):
    """What a client sends: its seat, an offer's key, raw field values, an id of its own, the prompt it answers."""

    seat: Seat
    key: str
    args: Mapping[str, object] = {}
    id: str = ""
    prompt: int | None = None


class Applied(Struct, frozen=True):
    """A command that was carried out as entry `number`; `again` if that was an earlier sending of the same one."""

    number: int
    again: bool = False


class Menu(Struct, frozen=True):
    """What a seat may do now.

    `asked` are the answers to the open question, with its number in `prompt`; `also` is what else may be begun;
    `waiting` names the seats that the question is put to.
    """

    question: str
    prompt: int | None
    waiting: tuple[Seat, ...]
    asked: tuple[Offer, ...]
    also: tuple[Offer, ...]


class LogLine(Struct, frozen=True):
    """A line of the log with its place: entry and event number, and when it was written (seconds since 1970)."""

    entry: int
    event: int
    at: float
    line: Line


@dataclass
class _Frame:
    """A flow that waits: its generator, what it asks for, and the number under which it asks."""

    flow: Flow[None]
    prompt: Roll | Ask
    number: int


class _Step(Struct, Generic[S], frozen=True, gc=False):
    """A step of the game that stands: its entry, the state before it, and the step that its open flows began with."""

    number: int
    entry: Did[Event]
    before: S
    base: int


class _DivergedError(Exception):
    """A step, done again from the log, came out differently."""


class Table(Generic[S]):
    """A game in progress. All methods are synchronous and touch nothing outside."""

    def __init__(self, system: System[S], dice: Dice, room: Room | None = None) -> None:
        self.system = system
        self.dice = dice
        self.room = room or Room(places=(Place(GM, system.referee, "gm"),))
        self.entries: list[Entry] = []
        self.codec = Codec((*system.events, *ROOM_EVENTS, Adjusted))
        self._commands: dict[str, int] = {}
        self._steps: list[_Step[S]] = []
        self._undone: list[tuple[int, Did[Event]]] = []
        self._hidden: set[int] = set()
        self._frames: list[_Frame] = []
        self._worked_out: tuple[tuple[object, ...], list[tuple[Seat, Offer]]] | None = None
        self._housed: tuple[Room, dict[Seat, tuple[Offer, ...]]] = (self.room, {})
        self._offered: dict[Seat, tuple[tuple[object, ...], tuple[Offer, ...]]] = {}
        self._number = 0  # of the entry whose step is being carried out
        self._rolls = 0
        self._throws: list[Throw] = []
        self._recorded_throws: list[Throw] | None = None
        self.game = Game(system.new(), self._options(), self._evolve, system.hides)

    # ------------------------------------------------------------------ looking

    @property
    def state(self) -> S:
        """The game's state as it stands."""
        return self.game.state

    @cached_property
    def option_list(self) -> dict[str, TableOption]:
        """The options this table may choose from, by id."""
        return {**HOUSE_OPTIONS, **self.system.rules().options}

    @property
    def moment(self) -> tuple[object, ...]:
        """What views and menus of the game are worked out from: while each is the same thing, they are the same."""
        return (self.game.state, self.game.options, self.room.places, self.room.paused, *self._frames)

    def menu(self, seat: Seat) -> Menu:
        """What this seat may do now, in the game."""
        if self.room.paused:
            return Menu("Play is paused.", None, (), (), ())
        also = self._also(seat)
        if not self._frames:
            return Menu("", None, (), (), also)
        frame = self._frames[-1]
        question, offers = self._asked(frame)
        waiting = tuple(dict.fromkeys(who for who, offer in offers if not offer.refused))
        asked = tuple(offer for who, offer in offers if who == seat)
        return Menu(question, frame.number, waiting, asked, also)

    def house_menu(self, seat: Seat) -> tuple[Offer, ...]:
        """What this seat may do about the table itself."""
        if self._housed[0] is not self.room:
            self._housed = (self.room, {})
        about_room = self._housed[1].get(seat)
        if about_room is None:
            offers = (action.offer(self.room, seat) for action in HOUSE_ACTIONS.values())
            about_room = self._housed[1][seat] = tuple(offer for offer in offers if offer)
        about_log = (self._offer_option(seat), self._offer_undo(seat), self._offer_redo(seat))
        return (*about_room, *(offer for offer in about_log if offer))

    @property
    def pending(self) -> tuple[str, int] | None:
        """The open question and its number, if a flow waits."""
        if not self._frames:
            return None
        return self._asked(self._frames[-1])[0], self._frames[-1].number

    def stands(self, number: int) -> bool:
        """Whether an entry has not been taken back."""
        return number not in self._hidden

    def lines(self, seat: Seat, start: int = 0, stop: int | None = None) -> Iterator[LogLine]:
        """The log in words as this seat may read it, steps taken back left out."""
        last = len(self.entries) if stop is None else min(stop, len(self.entries))
        for number in range(max(start, 0), last):
            entry = self.entries[number]
            if self.stands(number):
                yield from self._told(seat, number, entry)

    def _told(self, seat: Seat, number: int, entry: Entry) -> Iterator[LogLine]:
        match entry:
            case Did() | Aside():
                for index, event in enumerate(entry.events):
                    if event.seen_by is None or seat in event.seen_by:
                        line = self._tell(event)
                        if line:
                            yield LogLine(number, index, entry.at, line)
            case Undone():
                yield LogLine(number, 0, entry.at, Line(f"{self._name(entry.seat)} took the last step back."))
            case Redone():
                yield LogLine(number, 0, entry.at, Line(f"{self._name(entry.seat)} put the step back."))
            case RolledBack():
                text = f"An unfinished action was dropped: {entry.reason}"
                yield LogLine(number, 0, entry.at, Line(text, tone="bad"))

    def _tell(self, event: Event) -> Line | None:
        if isinstance(event, Adjusted):
            reason = f" ({event.reason})" if event.reason else ""
            return Line(f"The GM set {event.path} to {event.value}{reason}.", ADJUST_RULE)
        if isinstance(event, ROOM_EVENTS):
            return tell_room(self.room, event)
        return self.system.tell(self.game.state, event)

    def _name(self, seat: Seat) -> str:
        place = self.room.place(seat)
        return place.name if place else "Someone"

    # ------------------------------------------------------------------ doing

    def do(self, command: Command, at: float) -> Applied | Refused:
        """Carry out a command, or say why not; a refused command changes nothing. `at`: seconds since 1970."""
        if command.id and command.id in self._commands:
            return Applied(self._commands[command.id], again=True)
        if not self.room.place(command.seat):
            return Refused("table/seats", "no-seat", "This seat does not belong to the table.")
        if command.prompt is None:
            if command.key in HOUSE_ACTIONS:
                return self._house(command, at)
            if command.key == "option":
                return self._choose_option(command, at)
        if self.room.paused and command.key not in ("undo", "redo"):
            return Refused("table/pause", "paused", "Play is paused.")
        if command.prompt is None and command.key == "undo":
            return self._undo(command, at)
        if command.prompt is None and command.key == "redo":
            return self._redo(command, at)
        return self._play(command, at)

    def record_aside(self, at: float, *events: Event, seat: Seat = GM) -> Applied:
        """Record events about the room that come from the house itself, such as a new dice seed."""
        return self._append(Aside(at, seat, "", tuple(events)))

    def record_start(self, at: float, *events: Event) -> Applied:
        """Record the events that a ready beginning consists of, as one step."""
        entry = Did[Event](at, GM, "start", events=tuple(events))
        before = self.state
        for event in events:
            self.game.state = self._evolve(self.game.state, event)
        self._steps.append(_Step(len(self.entries), entry, before, len(self._steps)))
        return self._append(entry)

    def _append(self, entry: Entry) -> Applied:
        number = len(self.entries)
        self.entries.append(entry)
        if isinstance(entry, Aside):
            for event in entry.events:
                self.room = evolve_room(self.room, event)
            options = self._options()
            if options != self.game.options:
                self.game.options = options
        if not isinstance(entry, RolledBack) and entry.command:
            self._commands[entry.command] = number
        return Applied(number)

    def _house(self, command: Command, at: float) -> Applied | Refused:
        action = HOUSE_ACTIONS[command.key]
        offer = action.offer(self.room, command.seat)
        if not offer:
            return _not_offered(command.key)
        args = fill(offer, command.args)
        if isinstance(args, Refused):
            return args
        event = action.happen(self.room, Answer(command.seat, command.key, args))
        signed = signs(command.key, command.seat)
        return self._append(Aside(at, signed, command.id if signed else "", (event,)))

    def _offer_option(self, seat: Seat) -> Offer | None:
        if seat != GM:
            return None
        busy = Refused("table/options", "flow-open", "Finish or take back the open action first.")
        return Offer("option", "Choose a table option", self._option_fields, refused=busy if self._frames else None)

    @cached_property
    def _option_fields(self) -> tuple[Field, ...]:
        choices = tuple(Choice(o.id, o.id, o.text) for o in self.option_list.values())
        return (Field("option", "Option", "choice", choices), Field("value", "Value", "text", least=1, most=40))

    def _choose_option(self, command: Command, at: float) -> Applied | Refused:
        offer = self._offer_option(command.seat)
        if not offer:
            return _not_offered("option")
        args = fill(offer, command.args)
        if isinstance(args, Refused):
            return args
        answer = Answer(command.seat, "option", args)
        event = set_option(self.option_list, answer.text("option"), answer.text("value"))
        if isinstance(event, Refused):
            return event
        return self._append(Aside(at, command.seat, command.id, (event,)))

    def _play(self, command: Command, at: float) -> Applied | Refused:
        answered = self._accept_answer(command)
        if isinstance(answered, Refused):
            return answered
        began = None if answered else self._accept_action(command)
        if isinstance(began, Refused):
            return began
        before = self.state
        base = self._steps[-1].base if self._frames else len(self._steps)
        self.game.recorded.clear()
        self._number = len(self.entries)
        self._throws = []
        try:
            if began:
                action, answer = began
                self._open(action.begin(self.game, answer))
            else:
                assert answered
                answer = answered
                self._go_on(answer)
        except Exception:
            self._rolls -= len(self._throws)  # numbers are given to rolls that are written down
            self._restore(before, base, len(self._steps))
            raise
        entry = Did[Event](
            at,
            command.seat,
            command.key,
            command.id,
            answer.args,
            began is None,
            len(self._frames),
            tuple(self._throws),
            tuple(self.game.recorded),
        )
        self._steps.append(_Step(len(self.entries), entry, before, base))
        self._undone.clear()
        return self._append(entry)

    # ------------------------------------------------------------------ what is offered

    def _also(self, seat: Seat) -> tuple[Offer, ...]:
        """What this seat may begin; the very same thing as before, while nothing changes on which it depends."""
        if not self._plays(seat):
            return ()
        depends = self.system.offers_from(self.state) if self.system.offers_from else (self.state,)
        now = (self._free_actions(), self.game.options, *depends)
        before = self._offered.get(seat)
        if before and all(map(is_, before[0], now)):
            return before[1]
        also = tuple([offer for action in now[0] for offer in action.offers(self.game, seat)])
        self._offered[seat] = (now, also)
        return also

    def _free_actions(self) -> tuple[Action[S], ...]:
        """The actions that nothing which is open stands in the way of."""
        if not self._frames:
            return self.system.actions
        prompt = self._frames[-1].prompt
        return () if isinstance(prompt, Ask) and prompt.alone else self.system.anytime

    def _asked(self, frame: _Frame) -> tuple[str, list[tuple[Seat, Offer]]]:
        """The open question and its offers, worked out once for all who look while nothing changes."""
        if not isinstance(frame.prompt, Ask):
            return "Roll the dice", self._typing_offers(frame.prompt)
        now = (frame, self.game.state, self.game.options)
        if not self._worked_out or any(a is not b for a, b in zip(self._worked_out[0], now, strict=True)):
            self._worked_out = now, list(frame.prompt.menu())
        return frame.prompt.question, self._worked_out[1]

    def _typing_offers(self, wanted: Roll) -> list[tuple[Seat, Offer]]:
        """Real dice: the faces may be typed in, or left to the table after all."""
        fields = tuple(
            Field(f"die{i + 1}", label, "number", least=1, most=size)
            for i, (size, label) in enumerate(zip(wanted.dice, _labels(wanted), strict=True))
        )
        typed = Offer("faces", "These faces came up", fields, wanted.why, main=True, note=_dice_words(wanted.dice))
        left = Offer("table-rolls", "Let the table roll", rule=wanted.why)
        seats = dict.fromkeys((wanted.by, GM))
        return [(seat, offer) for seat in seats for offer in (typed, left)]

    def _accept_answer(self, command: Command) -> Answer | Refused | None:
        """The answer to the open question; None if the command isn't one."""
        if not self._frames:
            return _stale() if command.prompt is not None else None
        frame = self._frames[-1]
        if command.prompt is not None and command.prompt != frame.number:
            return _stale()
        mine = [offer for seat, offer in self._asked(frame)[1] if seat == command.seat]
        offer = find(mine, command.key)
        if not offer:
            if command.prompt is not None:
                return _not_offered(command.key)
            return None
        args = fill(offer, command.args)
        if isinstance(args, Refused):
            return args
        answer = Answer(command.seat, command.key, args)
        check = frame.prompt.check if isinstance(frame.prompt, Ask) else None
        return (check(answer) if check else None) or answer

    def _accept_action(self, command: Command) -> tuple[Action[S], Answer] | Refused:
        """The action that the command begins."""
        action = self.system.action(command.key)
        if command.key == "adjust" and command.seat == GM:
            return self._accept_adjust(command)
        offers = action.offers(self.game, command.seat) if action and self._plays(command.seat) else ()
        offer = find(offers, command.key)
        if not action or not offer:
            return _not_offered(command.key)
        if self._frames and not any(action is free for free in self._free_actions()):
            question, _ = self._asked(self._frames[-1])
            return Refused("table/one-flow", "flow-open", f"First this has to be settled: {question}.")
        args = fill(offer, command.args)
        if isinstance(args, Refused):
            return args
        answer = Answer(command.seat, command.key, args)
        return (action.check(self.game, answer) if action.check else None) or (action, answer)

    def _plays(self, seat: Seat) -> bool:
        """Whether this seat takes part in the game; a spectator's seat only looks on."""
        place = self.room.place(seat)
        return bool(place and place.kind != "watch")

    def _accept_adjust(self, command: Command) -> tuple[Action[S], Answer] | Refused:
        args = fill(ADJUST_OFFER, command.args)
        if isinstance(args, Refused):
            return args
        answer = Answer(command.seat, "adjust", args)
        changed = put(self.state, answer.text("path"), answer.text("value"))
        if isinstance(changed, Refused):
            return changed
        return (ADJUST, answer) if self._workable(changed) else _in_use()

    def _workable(self, state: S) -> bool:
        """Whether the table could still be shown, and the open questions put, if this were the state."""
        now = self.game.state
        self.game.state = state
        try:
            self.system.sheets(self.game, GM)  # and the view, which says whose there are
            for frame in self._frames:
                self._asked(frame)
        except Exception:  # whatever a rule misses when the GM takes it away
            return False
        finally:
            self.game.state = now
        return True

    def _evolve(self, state: S, event: Event) -> S:
        if isinstance(event, Adjusted):
            changed = put(state, event.path, event.value)
            return state if isinstance(changed, Refused) else changed
        return self.system.evolve(state, event)

    def _options(self) -> dict[str, str]:
        chosen = {option.id: option.default for option in self.option_list.values()}
        return chosen | self.room.options

    # ------------------------------------------------------------------ running flows

    def _open(self, flow: Flow[None]) -> None:
        self._advance(flow, None)

    def _go_on(self, answer: Answer) -> None:
        frame = self._frames.pop()
        if isinstance(frame.prompt, Ask):
            self._advance(frame.flow, answer)
        elif answer.key == "faces":
            faces = tuple(answer.number(f"die{i + 1}") for i in range(len(frame.prompt.dice)))
            self._advance(frame.flow, self._thrown(frame.prompt, faces))
        else:
            self._advance(frame.flow, self._thrown(frame.prompt, None))

    def _advance(self, flow: Flow[None], reply: Answer | Sequence[int] | None) -> None:
        """Send a flow on until it asks somebody, awaits real dice, or ends."""
        while True:
            try:
                prompt = next(flow) if reply is None else flow.send(reply)
            except StopIteration:
                return
            if isinstance(prompt, Ask) or self._awaits_real_dice(prompt):
                self._frames.append(_Frame(flow, prompt, self._number))
                return
            reply = self._thrown(prompt, None)

    def _awaits_real_dice(self, wanted: Roll) -> bool:
        if self._recorded_throws is not None:
            return not self._recorded_throws  # the log tells: it stopped here, or had the faces
        place = self.room.place(wanted.by)
        return bool(place and place.real_dice)

    def _thrown(self, wanted: Roll, typed: tuple[int, ...] | None) -> tuple[int, ...]:
        """The faces of a roll: from the log when doing again, else typed in, else from the dice port."""
        if self._recorded_throws is not None:
            if not self._recorded_throws or self._recorded_throws[0].dice != wanted.dice:
                raise _DivergedError("other dice are rolled")
            return self._recorded_throws.pop(0).faces
        faces = typed if typed is not None else self.dice.throw(self._rolls, wanted.dice)
        if not faces_fit(wanted.dice, faces):
            raise ValueError(f"the faces {faces} don't fit the dice {wanted.dice}")
        self._throws.append(Throw(self._rolls, wanted.dice, faces, typed is not None))
        self._rolls += 1
        return faces

    # ------------------------------------------------------------------ taking back

    def _offer_undo(self, seat: Seat) -> Offer | None:
        if seat != GM and not self._own_last_step(seat):
            return None
        nothing = Refused("table/undo", "nothing", "There is nothing to take back.")
        return Offer("undo", "Take the last step back", rule="table/undo", refused=None if self._undoable else nothing)

    def _offer_redo(self, seat: Seat) -> Offer | None:
        if seat != GM:
            return None
        nothing = Refused("table/undo", "nothing", "Nothing was taken back since the last step.")
        return Offer("redo", "Put the step back", rule="table/undo", refused=None if self._undone else nothing)

    @property
    def _undoable(self) -> bool:
        return bool(self._steps)

    def _own_last_step(self, seat: Seat) -> bool:
        allowed = self.game.options.get(PLAYER_UNDO.id) == "on"
        return allowed and bool(self._steps) and self._steps[-1].entry.seat == seat

    def _undo(self, command: Command, at: float) -> Applied | Refused:
        offer = self._offer_undo(command.seat)
        if not offer:
            return Refused("table/undo", "not-yours", "Only the GM may take this step back.")
        if offer.refused:
            return offer.refused
        applied = self._append(Undone(at, command.seat, command.id))
        step = self._steps.pop()
        self._undone.append((step.number, step.entry))
        self._hidden.add(step.number)
        self._resume(step.before, step.base, at)
        return applied

    def _resume(self, state: S, base: int, at: float) -> None:
        """Go back to the last step that stands; drop its unfinished flow if the rules no longer carry it there."""
        try:
            self._restore(state, base, len(self._steps))
        except _DivergedError as error:
            dropped = RolledBack(at, len(self._steps) - base, str(error))
            self._append(dropped)
            self._drop(dropped.steps)

    def _redo(self, command: Command, at: float) -> Applied | Refused:
        offer = self._offer_redo(command.seat)
        if not offer:
            return Refused("table/undo", "not-yours", "Only the GM may put a step back.")
        if offer.refused:
            return offer.refused
        number, entry = self._undone[-1]
        before = self.state
        base = self._steps[-1].base if self._frames else len(self._steps)
        try:
            self._again(number, entry)
        except _DivergedError as error:
            self._restore(before, base, len(self._steps))
            return Refused("table/undo", "diverged", f"The step can't be put back: {error}.")
        self._undone.pop()
        self._hidden.discard(number)
        self._steps.append(_Step(number, entry, before, base))
        return self._append(Redone(at, command.seat, command.id))

    def _restore(self, state: S, base: int, stop: int) -> None:
        """Put the state back to what it was before step `stop`, re-running the flows opened since step `base`."""
        self._frames = []
        if base >= stop or not self._steps[stop - 1].entry.open:
            self.game.state = state
            return
        self.game.state = self._steps[base].before
        for step in self._steps[base:stop]:
            self._again(step.number, step.entry)
        self.game.recorded.clear()

    def _again(self, number: int, entry: Did[Event]) -> None:
        """Do a step again with its recorded answers and faces; raises if anything comes out differently."""
        self.game.recorded.clear()
        self._number = number
        if entry.key == "start" and not entry.answered:
            for event in entry.events:
                self.game.state = self._evolve(self.game.state, event)
            return
        self._recorded_throws = list(entry.throws)
        answer = Answer(entry.seat, entry.key, entry.args)
        try:
            if entry.answered:
                self._go_on(answer)
            else:
                action = ADJUST if entry.key == "adjust" else self.system.action(entry.key)
                if not action:
                    raise _DivergedError(f"there is no action {entry.key!r} any more")
                self._open(action.begin(self.game, answer))
            same = tuple(self.game.recorded) == entry.events and len(self._frames) == entry.open
        except _DivergedError:
            raise
        except Exception as error:
            raise _DivergedError(f"{type(error).__name__}: {error}") from error
        finally:
            self._recorded_throws = None
        if not same:
            raise _DivergedError("something else happens")

    # ------------------------------------------------------------------ loading

    def load(self, entries: Iterable[Entry], at: float) -> None:
        """Fold a log into this new table and resume its unfinished flow.

        Finished flows are never run again. If the unfinished one would come out differently, it is dropped, and an
        entry that says so joins `entries`, for the caller to store.
        """
        for entry in entries:
            self._fold(entry)
        if self._steps and self._steps[-1].entry.open:
            self._resume(self.state, self._steps[-1].base, at)

    def _fold(self, entry: Entry) -> None:
        number = len(self.entries)
        self._append(entry)
        match entry:
            case Did():
                self._refold(number, entry)
                self._undone.clear()
                self._rolls += len(entry.throws)
            case Undone():
                step = self._steps.pop()
                self._undone.append((step.number, step.entry))
                self._hidden.add(step.number)
                self.game.state = step.before
            case Redone():
                back, again = self._undone.pop()
                self._hidden.discard(back)
                self._refold(back, again)
            case RolledBack(steps=steps):
                self._drop(steps)
            case Aside():
                pass

    def _refold(self, number: int, entry: Did[Event]) -> None:
        before = self.state
        for event in entry.events:
            self.game.state = self._evolve(self.game.state, event)
        going_on = bool(self._steps) and self._steps[-1].entry.open > 0
        base = self._steps[-1].base if going_on else len(self._steps)
        self._steps.append(_Step(number, entry, before, base))

    def _drop(self, steps: int) -> None:
        for _ in range(steps):
            step = self._steps.pop()
            self._hidden.add(step.number)
            self.game.state = step.before
        self._undone.clear()
        self._frames = []


def _begin_adjust(game: Game[Any], answer: Answer) -> Flow[None]:
    game.record(
        Adjusted(
            path=answer.text("path"),
            value=answer.text("value"),
            reason=answer.text("reason"),
            rule=ADJUST_RULE,
        )
    )
    return
    yield


ADJUST_OFFER = Offer(
    "adjust",
    "Set a value by hand",
    (
        Field("path", "What", "text", least=1, most=200),
        Field("value", "New value", "text", most=4000),
        Field("reason", "Reason", "text", most=200, default=""),
    ),
    ADJUST_RULE,
)
ADJUST: Action[Any] = Action("adjust", lambda game, seat: ADJUST_OFFER, _begin_adjust, anytime=True)


def _in_use() -> Refused:
    return Refused(ADJUST_RULE, "in-use", "The open action needs this; finish it or take it back first.")


def _stale() -> Refused:
    return Refused("table/stale", "stale-prompt", "This question is no longer open; look at the table again.")


def _not_offered(key: str) -> Refused:
    return Refused("table/offers", "not-offered", f"{key!r} can't be done by this seat now.")


def _labels(wanted: Roll) -> tuple[str, ...]:
    """What each die is called where its face is typed in."""
    return wanted.labels or tuple(f"d{size}" for size in wanted.dice)


def _dice_words(dice: Sequence[int]) -> str:
    return " ".join(f"d{size}" for size in dice)


def drawn(dice: Sequence[int], faces: Sequence[int]) -> tuple[Die, ...]:
    """Plain dice for the page, each with its face."""
    return tuple(Die(size, face=face) for size, face in zip(dice, faces, strict=True))
