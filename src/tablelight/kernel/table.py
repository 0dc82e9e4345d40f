"""A table: a game in progress as a log of entries, with every command checked before anything happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from operator import is_
from typing import Generic, TypeVar

from msgspec import Struct

from tablelight.kernel.adjust import ADJUST, ADJUST_OFFER, Adjusted, put
from tablelight.kernel.adjust import RULE as ADJUST_RULE
from tablelight.kernel.dice import Dice
from tablelight.kernel.flow import Ask, Event, Game
from tablelight.kernel.house import (
    HOUSE_ACTIONS,
    HOUSE_OPTIONS,
    PLAYER_UNDO,
    set_option,
    signs,
)
from tablelight.kernel.log import Aside, Codec, Did, Entry, Redone, RolledBack, Undone
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, fill, find
from tablelight.kernel.room import ROOM_EVENTS, Place, Room, evolve_room
from tablelight.kernel.rules import TableOption
from tablelight.kernel.running import DivergedError, Frame, Running, typing_offers
from tablelight.kernel.system import Action, System
from tablelight.kernel.telling import LogLine, lines_of
from tablelight.kernel.view import Line

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


class _Step(Struct, Generic[S], frozen=True, gc=False):
    """A step of the game that stands: its entry, the state before it, and the step that its open flows began with."""

    number: int
    entry: Did[Event]
    before: S
    base: int


class Table(Generic[S]):
    """A game in progress. All methods are synchronous and touch nothing outside."""

    def __init__(self, system: System[S], dice: Dice, room: Room | None = None) -> None:
        self.system = system
        self.room = room or Room(places=(Place(GM, system.referee, "gm"),))
        self.entries: list[Entry] = []
        self.codec = Codec((*system.events, *ROOM_EVENTS, Adjusted))
        self._commands: dict[str, int] = {}
        self._steps: list[_Step[S]] = []
        self._undone: list[tuple[int, Did[Event]]] = []
        self._hidden: set[int] = set()
        self._running = Running(dice, self._throws_real_dice)
        self._worked_out: tuple[tuple[object, ...], list[tuple[Seat, Offer]]] | None = None
        self._housed: tuple[Room, dict[Seat, tuple[Offer, ...]]] = (self.room, {})
        self._offered: dict[Seat, tuple[tuple[object, ...], tuple[Offer, ...]]] = {}
        self.game = Game(system.new(), self._options(), self._evolve, system.hides)

    # ------------------------------------------------------------------ looking

    @property
    def dice(self) -> Dice:
        """Where faces come from; a new seed gives others."""
        return self._running.dice

    @dice.setter
    def dice(self, dice: Dice) -> None:
        self._running.dice = dice

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
                yield from lines_of(number, entry, seat, self.room, self._tell)

    def _tell(self, event: Event) -> Line | None:
        return self.system.tell(self.game.state, event)

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
        self._running.begin_step(len(self.entries))
        try:
            if began:
                action, answer = began
                self._running.open(action.begin(self.game, answer))
            else:
                assert answered
                answer = answered
                self._running.go_on(answer)
        except Exception:
            self._running.forget_throws()
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
            tuple(self._running.throws),
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
        return () if self._running.alone else self.system.anytime

    def _asked(self, frame: Frame) -> tuple[str, list[tuple[Seat, Offer]]]:
        """The open question and its offers, worked out once for all who look while nothing changes."""
        if not isinstance(frame.prompt, Ask):
            return "Roll the dice", typing_offers(frame.prompt)
        now = (frame, self.game.state, self.game.options)
        if not self._worked_out or any(a is not b for a, b in zip(self._worked_out[0], now, strict=True)):
            self._worked_out = now, list(frame.prompt.menu())
        return frame.prompt.question, self._worked_out[1]

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

    @property
    def _frames(self) -> list[Frame]:
        return self._running.frames

    def _throws_real_dice(self, seat: Seat) -> bool:
        place = self.room.place(seat)
        return bool(place and place.real_dice)

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
        if self._workable(changed):
            return ADJUST, answer
        return _in_use() if self._frames else _out_of_joint()

    def _workable(self, state: S) -> bool:
        """Whether the table could still be shown, with its questions and offers, if this were the state."""
        now = self.game.state
        self.game.state = state
        try:
            self.system.sheets(self.game, GM)  # and the view, which says whose there are
            for frame in self._frames:
                self._asked(frame)
            for seat in (place.seat for place in self.room.places if self._plays(place.seat)):
                for action in self.system.actions:
                    action.offers(self.game, seat)
        except Exception:  # whatever a rule misses when the GM takes it away
            return False
        finally:
            self.game.state = now
        return True

    def _evolve(self, state: S, event: Event) -> S:
        if isinstance(event, Adjusted):
            changed = put(state, event.path, event.value)
            return state if isinstance(changed, Refused) else self.system.adjusted(changed, event.path, event.reason)
        return self.system.evolve(state, event)

    def _options(self) -> dict[str, str]:
        chosen = {option.id: option.default for option in self.option_list.values()}
        return chosen | self.room.options

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
        except DivergedError as error:
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
        except DivergedError as error:
            self._restore(before, base, len(self._steps))
            return Refused("table/undo", "diverged", f"The step can't be put back: {error}.")
        self._undone.pop()
        self._hidden.discard(number)
        self._steps.append(_Step(number, entry, before, base))
        return self._append(Redone(at, command.seat, command.id))

    def _restore(self, state: S, base: int, stop: int) -> None:
        """Put the state back to what it was before step `stop`, re-running the flows opened since step `base`."""
        self._running.frames = []
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
        self._running.begin_step(number)
        if entry.key == "start" and not entry.answered:
            for event in entry.events:
                self.game.state = self._evolve(self.game.state, event)
            return
        answer = Answer(entry.seat, entry.key, entry.args)
        try:
            with self._running.as_recorded(entry.throws):
                if entry.answered:
                    self._running.go_on(answer)
                else:
                    action = ADJUST if entry.key == "adjust" else self.system.action(entry.key)
                    if not action:
                        raise DivergedError(f"there is no action {entry.key!r} any more")
                    self._running.open(action.begin(self.game, answer))
        except DivergedError:
            raise
        except Exception as error:
            raise DivergedError(f"{type(error).__name__}: {error}") from error
        if tuple(self.game.recorded) != entry.events or len(self._frames) != entry.open:
            raise DivergedError("something else happens")

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
                self._running.rolls += len(entry.throws)
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
        self._running.frames = []


def _out_of_joint() -> Refused:
    text = "The game can't go on with this: it names something that isn't there, or takes away what is needed."
    return Refused("table/adjust", "bad-value", text)


def _in_use() -> Refused:
    return Refused(ADJUST_RULE, "in-use", "The open action needs this; finish it or take it back first.")


def _stale() -> Refused:
    return Refused("table/stale", "stale-prompt", "This question is no longer open; look at the table again.")


def _not_offered(key: str) -> Refused:
    return Refused("table/offers", "not-offered", f"{key!r} can't be done by this seat now.")
