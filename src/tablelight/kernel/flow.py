"""Flows: a rule written as a generator that asks for dice or for a decision and records events.

One flow serves people at a table, the log that resumes it, exact odds and simulation: it depends on nothing but the
game's state, the table's options, the faces and the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import wraps
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.offers import GM, Answer, Check, Choice, Field, Offer, RuleId, Seat

S = TypeVar("S")
T = TypeVar("T")
G = TypeVar("G")

Menu: TypeAlias = Callable[[], Iterable[tuple[Seat, Offer]]]
"""The offers that a prompt makes to each seat, worked out anew whenever someone looks: others may have acted."""


class Roll(Struct, frozen=True, gc=False):
    """Asks for faces, one for each die in order. `labels` say what each die stands for, where that is known."""

    dice: tuple[int, ...]
    by: Seat
    why: RuleId
    labels: tuple[str, ...] = ()


class Ask(Struct, frozen=True):
    """Asks one or several seats; the first legal answer of any of them goes on.

    `asks` is the question, or gives it anew whenever someone looks, as the menu does. `alone`: nothing else may be
    begun while it waits, not even what may be begun at any time.
    """

    asks: str | Callable[[], str]
    menu: Menu
    check: Check | None = None
    alone: bool = False

    @property
    def question(self) -> str:
        """The question as it stands now."""
        return self.asks if isinstance(self.asks, str) else self.asks()


Flow: TypeAlias = Generator[Roll | Ask, Sequence[int] | Answer, T]


class Event(Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True, gc=False):
    """Something that happened, named in the past tense. `seen_by` lists the seats that may know; None is everyone.

    Events only ever gain fields that have defaults, so that old logs stay readable. They hold plain values, which can't
    form cycles: the collector need not look at them (`gc=False`), so that long logs open several times as fast.
    """

    rule: RuleId = ""
    seen_by: tuple[Seat, ...] | None = None


class SessionOver(Event, frozen=True):
    """A kind of event after which the group goes home: the dice seed used so far may be revealed."""


def hides_nothing(state: object, event: Event) -> bool:
    """For games in which an event itself says who may know of it."""
    return False


class Game(Generic[S]):
    """What a flow works on: the state so far, the table's options, and a place to record what happens.

    `hides` tells of events that only the GM may know, as things stand when they happen.
    """

    __slots__ = ("_evolve", "_hides", "options", "recorded", "state")

    def __init__(
        self,
        state: S,
        options: Mapping[str, str],
        evolve: Callable[[S, Event], S],
        hides: Callable[[S, Event], bool] = hides_nothing,
    ) -> None:
        self.state = state
        self.options = options
        self.recorded: list[Event] = []
        self._evolve = evolve
        self._hides = hides

    def record(self, *events: Event) -> None:
        """Let these things happen, in this order."""
        for event in events:
            if event.seen_by is None and self._hides(self.state, event):
                event = replace(event, seen_by=(GM,))
            self.state = self._evolve(self.state, event)
            self.recorded.append(event)


def roll(dice: Sequence[int], by: Seat, why: RuleId, labels: Sequence[str] = ()) -> Flow[tuple[int, ...]]:
    """Throw dice; gives their faces in order."""
    faces = yield Roll(tuple(dice), by, why, tuple(labels))
    if isinstance(faces, Answer):
        raise TypeError("a roll is answered by faces")
    return tuple(faces)


def ask(
    question: str | Callable[[], str], menu: Menu, check: Check | None = None, *, alone: bool = False
) -> Flow[Answer]:
    """Put offers to one or several seats and wait for the first legal answer."""
    answer = yield Ask(question, menu, check, alone)
    if not isinstance(answer, Answer):
        raise TypeError("a question is answered by an answer")
    return answer


def choose(seat: Seat, question: str, choices: Sequence[Choice], rule: RuleId = "") -> Flow[str]:
    """Let one seat take one of several choices, each shown as an offer of its own; gives its key."""
    offers = [
        (seat, Offer(key=c.key, label=c.label, note=c.note, rule=rule, main=True, refused=c.refused)) for c in choices
    ]
    answer = yield from ask(question, lambda: offers)
    return answer.key


def write(seat: Seat, question: str, label: str, *, most: int = 80, default: str = "", rule: RuleId = "") -> Flow[str]:
    """Let one seat type a short text; gives it trimmed."""
    field = Field(name="text", label=label, kind="text", least=1, most=most, default=default or None)
    offer = Offer(key="write", label="Say it", fields=(field,), rule=rule, main=True)
    answer = yield from ask(question, lambda: [(seat, offer)])
    return answer.text("text")


def at_once(act: Callable[[G, Answer], None]) -> Callable[[G, Answer], Flow[None]]:
    """The flow of an action that asks nothing: it just happens."""

    @wraps(act)
    def flow(game: G, answer: Answer) -> Flow[None]:
        act(game, answer)
        return
        yield

    return flow


def run(flow: Flow[T], throw: Callable[[Roll], Sequence[int]], policy: Callable[[Ask], Answer]) -> T:
    """Carry a flow out at once, dice and decisions answered by functions: for odds, simulation and tests."""
    reply: Sequence[int] | Answer | None = None
    while True:
        try:
            prompt = next(flow) if reply is None else flow.send(reply)
        except StopIteration as done:
            return done.value
        reply = throw(prompt) if isinstance(prompt, Roll) else policy(prompt)
