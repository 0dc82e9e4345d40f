"""The flows that are open on a table: each waits for an answer or for real dice, and the one opened last is asked."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tablelight.kernel.dice import Dice, faces_fit
from tablelight.kernel.flow import Ask, Flow, Roll
from tablelight.kernel.log import Throw
from tablelight.kernel.offers import GM, Answer, Field, Offer, Seat


class DivergedError(Exception):
    """A step, done again from the log, came out differently."""


@dataclass
class Frame:
    """A flow that waits: its generator, what it asks for, and the number under which it asks."""

    flow: Flow[None]
    prompt: Roll | Ask
    number: int


class Running:
    """The open flows, and the dice that they throw.

    Faces come from the log while a step is done again (`as_recorded`), else from whoever throws real dice, else from
    the dice port. `throws` are those of the step that is being carried out; `rolls` counts all that were ever made.
    """

    def __init__(self, dice: Dice, throws_real_dice: Callable[[Seat], bool]) -> None:
        self.frames: list[Frame] = []
        self.throws: list[Throw] = []
        self.rolls = 0
        self.dice = dice
        self._throws_real_dice = throws_real_dice
        self._number = 0  # of the step that is being carried out
        self._recorded: list[Throw] | None = None

    @property
    def alone(self) -> bool:
        """Whether the open question lets nothing else begin."""
        prompt = self.frames[-1].prompt if self.frames else None
        return isinstance(prompt, Ask) and prompt.alone

    def begin_step(self, number: int) -> None:
        """From here on a new step is carried out; what it asks gets its number."""
        self._number = number
        self.throws = []

    def forget_throws(self) -> None:
        """The step came to nothing: numbers are given only to rolls that are written down."""
        self.rolls -= len(self.throws)

    @contextmanager
    def as_recorded(self, throws: Sequence[Throw]) -> Generator[None]:
        """Inside, every roll has these faces, one after another."""
        self._recorded = list(throws)
        try:
            yield
        finally:
            self._recorded = None

    def open(self, flow: Flow[None]) -> None:
        """Begin a flow, and carry it on to where it waits or ends."""
        self._advance(flow, None)

    def go_on(self, answer: Answer) -> None:
        """Carry the open flow on with an answer to what it waits for."""
        frame = self.frames.pop()
        if isinstance(frame.prompt, Ask):
            self._advance(frame.flow, answer)
        else:
            typed = answer.key == "faces"
            faces = tuple(answer.number(f"die{i + 1}") for i in range(len(frame.prompt.dice))) if typed else None
            self._advance(frame.flow, self._thrown(frame.prompt, faces))

    def _advance(self, flow: Flow[None], reply: Answer | Sequence[int] | None) -> None:
        """Send a flow on until it asks somebody, awaits real dice, or ends."""
        while True:
            try:
                prompt = next(flow) if reply is None else flow.send(reply)
            except StopIteration:
                return
            if isinstance(prompt, Ask) or self._awaits_real_dice(prompt):
                self.frames.append(Frame(flow, prompt, self._number))
                return
            reply = self._thrown(prompt, None)

    def _awaits_real_dice(self, wanted: Roll) -> bool:
        if self._recorded is not None:
            return not self._recorded  # the log tells: it stopped here, or had the faces
        return self._throws_real_dice(wanted.by)

    def _thrown(self, wanted: Roll, typed: tuple[int, ...] | None) -> tuple[int, ...]:
        if self._recorded is not None:
            if not self._recorded or self._recorded[0].dice != wanted.dice:
                raise DivergedError("other dice are rolled")
            return self._recorded.pop(0).faces
        faces = typed if typed is not None else self.dice.throw(self.rolls, wanted.dice)
        if not faces_fit(wanted.dice, faces):
            raise ValueError(f"the faces {faces} don't fit the dice {wanted.dice}")
        self.throws.append(Throw(self.rolls, wanted.dice, faces, typed is not None))
        self.rolls += 1
        return faces


def typing_offers(wanted: Roll) -> list[tuple[Seat, Offer]]:
    """Real dice: the faces may be typed in by whoever throws them or the GM, or left to the table after all."""
    labels = wanted.labels or tuple(f"d{size}" for size in wanted.dice)
    fields = tuple(
        Field(f"die{i + 1}", label, "number", least=1, most=size)
        for i, (size, label) in enumerate(zip(wanted.dice, labels, strict=True))
    )
    note = " ".join(f"d{size}" for size in wanted.dice)
    typed = Offer("faces", "These faces came up", fields, wanted.why, main=True, note=note)
    left = Offer("table-rolls", "Let the table roll", rule=wanted.why)
    return [(seat, offer) for seat in dict.fromkeys((wanted.by, GM)) for offer in (typed, left)]
