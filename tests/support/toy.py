"""A game of ten lines: a seat rolls a die, another may double the result, and the sum grows."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.flow import Event, Flow, Game, ask, roll
from tablelight.kernel.offers import GM, Answer, Offer, Refused, Seat
from tablelight.kernel.rules import RuleBook, TableOption
from tablelight.kernel.system import Action, System
from tablelight.kernel.view import Line, TableView


class Sum(Struct, frozen=True):
    total: int = 0
    doubles: int = 0
    marks: dict[str, int] = {}


class Added(Event, frozen=True):
    points: int


class Marked(Event, frozen=True):
    seat: Seat


def evolve(state: Sum, event: Event) -> Sum:
    match event:
        case Added(points=points):
            return replace(state, total=state.total + points)
        case Marked(seat=seat):
            return replace(state, marks={**state.marks, seat: state.marks.get(seat, 0) + 1})
    raise TypeError(event)


def play(game: Game[Sum], answer: Answer) -> Flow[None]:
    (face,) = yield from roll((6,), answer.seat, "toy/roll")
    dear = Refused("toy/double", "dear", "Only while the total is below 20.")
    offers = [
        (seat, Offer(key, key, refused=dear if key == "double" and game.state.total >= 20 else None))
        for seat in (GM, answer.seat)
        for key in ("keep", "double")
    ]
    reply = yield from ask("Keep or double?", lambda: offers)
    points = face * (2 if reply.key == "double" else 1)
    game.record(Added(points=points, rule="toy/roll", seen_by=None if face > 1 else (GM,)))


def mark(game: Game[Sum], answer: Answer) -> Flow[None]:
    game.record(Marked(seat=answer.seat))
    return
    yield


TOY = System(
    id="toy",
    title="Toy",
    about="",
    new=Sum,
    evolve=evolve,
    events=(Added, Marked),
    actions=(
        Action("play", lambda game, seat: Offer("play", "Play"), play),
        Action("mark", lambda game, seat: Offer("mark", "Mark"), mark, anytime=True),
    ),
    view=lambda game, seat: TableView("Toy", str(game.state.total), (), ()),
    tell=lambda state, event: Line(repr(event)),
    rules=lambda: RuleBook("toy", "Toy", "", {}, {"size": TableOption("size", ("small", "large"), "small", "")}),
    starts=lambda: (),
)
