"""A walker that plays any game at random through its offers: for fuzz tests, for bots, for watching a game play itself.

It takes only what is offered, and now and then tries what is not, which must be refused and change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec.structs import replace

from tablelight.kernel.offers import GM, Choice, Field, Offer, Refused, Seat, Suggestion, fill
from tablelight.kernel.table import Applied, Command, Menu, Table

T = TypeVar("T")
AnyTable: TypeAlias = Table[Any]
Raw: TypeAlias = dict[str, object]
Check: TypeAlias = Callable[[AnyTable, Command], None]

TEXTS = (
    "Ledge",
    "a torch, half burnt",
    "Ðerra’s “oath”",
    "火の粉",
    "🐉🏳️‍🌈",
    "e\u0301 o\u0308",
    "\u202esdrawkcab",
    "zero\u200bwidth",
    "<b>&amp;</b>",
    "{{ 7*7 }} ${x} %s",
    "'; --\\",
    'say "no"',
    "two\nlines\tand a tab",
    "line\u2028separator",
    "  spaces around  ",
    "0",
    "null",
)
TALK = ("say", "note", "dice-word", "safety", "name-seat", "real-dice", "undo", "redo", "pause")
"""What the walker does about the table itself; seats and options stay as they are."""


class Chance(Protocol):
    """Where the walker's whims come from; `random.Random` fits."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...


class WalkError(AssertionError):
    """The table did something that it may not do."""


@dataclass
class Walk:
    """What happened on a walk: steps taken, tries that were rightly refused, answers that a last check refused."""

    steps: int = 0
    tried: int = 0
    missed: int = 0
    keys: Counter[str] = field(default_factory=Counter[str])


def walk(
    table: AnyTable,
    chance: Chance,
    steps: int,
    check: Check | None = None,
    *,
    seats: Sequence[Seat] | None = None,
    talk: float = 0.05,
    wrong: float = 0.05,
) -> Walk:
    """Take so many steps, or fewer if nothing is left to do. `check` is called after each with its command.

    `talk` is how often something is done about the table itself (notes, undo, a pause), `wrong` how often something
    illegal is tried. Raises a WalkError when an open question can't be answered by anybody, when something illegal is
    carried out or changes anything; whatever the rules or `check` raise goes through with a note about the step.
    """
    walker = _Walker(table, chance, tuple(seats or (place.seat for place in table.room.places)))
    while walker.done.steps < steps:
        if chance.random() < wrong:
            walker.try_wrong()
        command = walker.step(talk)
        if not command:
            break
        if check:
            _checked(check, table, command)
    return walker.done


def take_all_back(table: AnyTable, at: float = 0.0) -> int:
    """Undo every step of the game; gives how many there were."""
    taken = 0
    while isinstance(table.do(Command(GM, "undo"), at), Applied):
        taken += 1
    return taken


class _Walker:
    def __init__(self, table: AnyTable, chance: Chance, seats: tuple[Seat, ...]) -> None:
        self.table = table
        self.chance = chance
        self.seats = seats
        self.done = Walk()
        self._at = 0.0

    # ------------------------------------------------------------------ legal steps

    def step(self, talk: float) -> Command | None:
        """Take one step; None if nobody can do anything."""
        if self.table.room.paused:
            return self._take(Command(GM, "resume"))
        if self.chance.random() < talk:
            command = self._talk()
            if command:
                return command
        return self._first_taken(self._shuffled(list(self._open())))

    def _open(self) -> Iterator[tuple[Seat, Offer, int | None]]:
        """All that may be done; where a question is open, what else may be begun comes up only now and then."""
        menus = {seat: self.table.menu(seat) for seat in self.seats}
        asked = [(seat, offer, menu.prompt) for seat, menu in menus.items() for offer in _legal(menu.asked)]
        yield from asked
        if not asked or self.chance.random() < 0.2:
            for seat, menu in menus.items():
                yield from ((seat, offer, None) for offer in _legal(menu.also))

    def _first_taken(self, offers: list[tuple[Seat, Offer, int | None]]) -> Command | None:
        for _ in range(5):
            for seat, offer, prompt in offers:
                command = self._try_offer(seat, offer, prompt)
                if command:
                    return command
        if self.table.pending:
            keys = ", ".join(f"{seat}: {offer.key}" for seat, offer, _ in offers) or "nothing"
            raise WalkError(f"nobody can answer {self.table.pending[0]!r}; tried {keys}")
        return None

    def _try_offer(self, seat: Seat, offer: Offer, prompt: int | None) -> Command | None:
        for _ in range(8):
            args = self.fill(offer)
            if args is None:
                return None
            command = Command(seat, offer.key, args, prompt=prompt)
            if self._take(command):
                return command
            self.done.missed += 1
        return None

    def _talk(self) -> Command | None:
        seat = self._pick(self.seats)
        offers = [offer for offer in _legal(self.table.house_menu(seat)) if offer.key in TALK]
        if not offers:
            return None
        offer = self._pick(offers)
        args = self.fill(offer)
        return self._take(Command(seat, offer.key, args)) if args is not None else None

    def _take(self, command: Command) -> Command | None:
        """Do it; None if a last check of the whole answer refused it, which must have changed nothing."""
        before = _whole(self.table)
        self._at += 1.0
        done = _noted(lambda: self.table.do(command, self._at), command)
        if isinstance(done, Refused):
            if _whole(self.table) != before:
                raise WalkError(f"refused, and yet something changed: {_words(command)}")
            return None
        self.done.steps += 1
        self.done.keys[command.key] += 1
        return command

    # ------------------------------------------------------------------ filling in

    def fill(self, offer: Offer) -> Raw | None:
        """Legal values for all fields, or None where a field has no legal value."""
        ready = offer.suggestions + offer.beginnings
        if ready and self.chance.random() < 0.5:
            return self._suggested(offer, self._pick(ready))
        args: Raw = {}
        for one in offer.fields:
            if one.default is not None and self.chance.random() < 0.3:
                continue
            value = self._value(one)
            if value is None and one.default is None:
                return None
            if value is not None:
                args[one.name] = value
        return args

    def _suggested(self, offer: Offer, suggestion: Suggestion) -> Raw:
        """A suggestion, with the fields that it leaves open filled in."""
        args: Raw = dict(suggestion.args)
        for one in offer.fields:
            if one.name not in args and one.default is None:
                args[one.name] = self._value(one)
        wrong = fill(replace(offer, refused=None), args)
        if isinstance(wrong, Refused):
            raise WalkError(f"a suggestion of {offer.key} is not legal: {suggestion.label} {args}: {wrong.text}")
        return args

    def _value(self, one: Field) -> object:
        match one.kind:
            case "text":
                return self._text(one)
            case "number":
                return one.least + self.chance.randrange(one.most - one.least + 1)
            case "choice" | "cell":
                legal = _takeable(one.choices)
                return self._pick(legal).key if legal else None
            case "many":
                legal = _takeable(one.choices)
                most = min(one.most, len(legal))
                if most < one.least:
                    return None
                span = most - one.least + 1
                count = one.least + min(self.chance.randrange(span), self.chance.randrange(span))  # rather few
                return tuple(choice.key for choice in self._shuffled(legal)[:count])

    def _text(self, one: Field) -> str:
        text = self._pick(TEXTS)[: one.most].strip()
        return text if len(text) >= one.least else (text + "x" * one.least)[: one.most]

    def _pick(self, things: Sequence[T]) -> T:
        return things[self.chance.randrange(len(things))]

    def _shuffled(self, things: Sequence[T]) -> list[T]:
        left = list(things)
        return [left.pop(self.chance.randrange(len(left))) for _ in range(len(left))]

    # ------------------------------------------------------------------ illegal steps

    def try_wrong(self) -> None:
        """Try something that may not be done; it must be refused and change nothing."""
        seat = self._pick(self.seats)
        wrong = list(self._wrong(seat, self.table.menu(seat)))
        command = self._pick(wrong)
        before = _whole(self.table)
        done = _noted(lambda: self.table.do(command, self._at), command)
        if isinstance(done, Applied):
            raise WalkError(f"carried out, but it may not be done: {_words(command)}")
        if _whole(self.table) != before:
            raise WalkError(f"refused, and yet something changed: {_words(command)}")
        self.done.tried += 1

    def _wrong(self, seat: Seat, menu: Menu) -> Iterator[Command]:
        yield Command(seat, "no-such-thing")
        yield Command(Seat("nobody"), "throw")
        yield Command(seat, "no-such-thing", prompt=10**9)
        yield from self._not_mine(seat, menu)
        first: dict[str, tuple[Offer, int | None]] = {}
        for offer, prompt in (*((o, menu.prompt) for o in menu.asked), *((o, None) for o in menu.also)):
            first.setdefault(offer.key, (offer, prompt))
        for offer, prompt in first.values():
            args = self.fill(replace(offer, suggestions=(), beginnings=()))
            if args is None:
                continue
            if offer.refused:
                yield Command(seat, offer.key, args, prompt=prompt)
            yield Command(seat, offer.key, {**args, "no-such-field": 1}, prompt=prompt)
            yield Command(seat, offer.key, args, prompt=10**9)
            for one in offer.fields:
                for value in _wrong_values(one):
                    yield Command(seat, offer.key, {**args, one.name: value}, prompt=prompt)

    def _not_mine(self, seat: Seat, menu: Menu) -> Iterator[Command]:
        """What is asked of others only."""
        mine = {offer.key for offer in (*menu.asked, *menu.also)}
        for other in self.seats:
            for offer in self.table.menu(other).asked:
                if offer.key not in mine:
                    yield Command(seat, offer.key, self.fill(offer) or {}, prompt=menu.prompt)


def _wrong_values(one: Field) -> Iterator[object]:
    yield {"not": "this"}
    match one.kind:
        case "text":
            yield "x" * (one.most + 1)
            if one.least:
                yield " "
        case "number":
            yield one.most + 1
            yield one.least - 1
            yield "1"
        case "choice" | "cell":
            yield "no-such-choice"
            yield from (choice.key for choice in one.choices if choice.refused)
        case "many":
            yield ("no-such-choice",)
            yield from ((choice.key,) * 2 for choice in one.choices)
            if len(one.choices) > one.most:
                yield tuple(choice.key for choice in one.choices)


def _legal(offers: Sequence[Offer]) -> list[Offer]:
    return [offer for offer in offers if not offer.refused]


def _takeable(choices: Sequence[Choice]) -> list[Choice]:
    return [choice for choice in choices if not choice.refused]


def _whole(table: AnyTable) -> tuple[object, ...]:
    return table.state, table.room, len(table.entries), table.pending


def _checked(check: Check, table: AnyTable, command: Command) -> None:
    _noted(lambda: check(table, command), command)


def _noted(act: Callable[[], T], command: Command) -> T:
    try:
        return act()
    except Exception as error:
        error.add_note(f"at the step {_words(command)}")
        raise


def _words(command: Command) -> str:
    args: Mapping[str, object] = command.args
    return " ".join((f"{command.seat}: {command.key}", *(f"{name}={value!r}" for name, value in args.items())))
