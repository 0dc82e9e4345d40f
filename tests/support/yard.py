"""A game of steps on a map of squares, with a hand of cards: what the page draws them with."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from tablelight.kernel.flow import Event, Flow, Game
from tablelight.kernel.grid import Board, Body, Spot, read_spot, within
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Seat
from tablelight.kernel.room import Place
from tablelight.kernel.rules import RuleBook
from tablelight.kernel.starts import Start
from tablelight.kernel.system import Action, System
from tablelight.kernel.view import Card, Cell, Grid, Line, Panel, TableView, Tag, Token, Zone

WIDE, HIGH = 12, 9
CARDS = ("Leap", "Shove", "Wait")


BEGIN = {"wren": Spot(2, 2), "osk": Spot(4, 5), "hound": Spot(8, 2)}


class Yard(Struct, frozen=True):
    places: dict[str, Spot] = field(default_factory=lambda: BEGIN)
    hand: tuple[str, ...] = CARDS


class Stepped(Event, frozen=True):
    who: str
    to: Spot


class Played(Event, frozen=True):
    card: str


class Crowded(Event, frozen=True):
    count: int


def evolve(state: Yard, event: Event) -> Yard:
    match event:
        case Stepped(who=who, to=to):
            return replace(state, places={**state.places, who: to})
        case Played(card=card):
            return replace(state, hand=tuple(each for each in state.hand if each != card))
        case Crowded(count=count):
            extra = {f"rat{n}": Spot((n * 5) % WIDE, (n * 7) % HIGH) for n in range(count)}
            return replace(state, places={**state.places, **extra})
    raise TypeError(event)


def _cells(at: Spot, steps: int) -> tuple[Choice, ...]:
    near = [spot for spot in within(Body(at), steps, Board(WIDE, HIGH)) if spot != at]
    return tuple(
        Choice(to.key, f"column {to.x + 1}, row {to.y + 1}", f"{max(abs(to.x - at.x), abs(to.y - at.y))} AP")
        for to in near
    )


def step_offer(game: Game[Yard], seat: Seat) -> Offer | None:
    if seat == GM:
        return None
    return Offer("step", "Step", (Field("to", "Where to", "cell", _cells(game.state.places["wren"], 2)),))


def step(game: Game[Yard], answer: Answer) -> Flow[None]:
    game.record(Stepped(who="wren", to=read_spot(answer.text("to")), rule="yard/step"))
    return
    yield


def set_offer(game: Game[Yard], seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    who = Field("who", "Who", "choice", tuple(Choice(key, key) for key in game.state.places))
    everywhere = tuple(Choice(f"{x},{y}", f"{x}/{y}") for x in range(WIDE) for y in range(HIGH))
    return Offer("set", "Set down", (who, Field("to", "Where to", "cell", everywhere)))


def set_down(game: Game[Yard], answer: Answer) -> Flow[None]:
    game.record(Stepped(who=answer.text("who"), to=read_spot(answer.text("to")), rule="yard/step"))
    return
    yield


def play_offer(game: Game[Yard], seat: Seat) -> Offer | None:
    if seat == GM or not game.state.hand:
        return None
    cards = tuple(Choice(each, each, card=_card(each)) for each in game.state.hand)
    return Offer("play", "Play this card", (Field("card", "Card", "choice", cards),))


def play(game: Game[Yard], answer: Answer) -> Flow[None]:
    game.record(Played(card=answer.text("card"), rule="yard/play"))
    return
    yield


def _card(name: str) -> Card:
    return Card(name, name, f"What {name} does.", "Move", (Tag("1", about="action point"),), ("return",))


def view(game: Game[Yard], seat: Seat) -> TableView:
    walls = tuple(Cell(6, y, "wall") for y in range(6))
    tokens = tuple(
        Token(
            key,
            key.capitalize(),
            at.x,
            at.y,
            tone="bad" if key == "hound" else "good",
            yours=key == "wren" and seat != GM,
        )
        for key, at in game.state.places.items()
    )
    hand = Zone("Hand", tuple(_card(each) for each in game.state.hand), len(game.state.hand))
    grid = Grid(WIDE, HIGH, "5 ft", tokens, walls)
    return TableView(
        "The yard", "", (), (Panel("The yard", grid=grid), Panel("Cards", zones=(hand, Zone("Deck", (), 9))))
    )


START = Start("demo", "The yard", "Three in a yard.", (Place(Seat("p1"), "Ann", "player"),))
YARD = System(
    id="yard",
    title="Yard",
    about="",
    new=Yard,
    evolve=evolve,
    events=(Stepped, Played, Crowded),
    actions=(Action("step", step_offer, step), Action("set", set_offer, set_down), Action("play", play_offer, play)),
    view=view,
    tell=lambda state, event: Line(f"{event.who.capitalize()} steps.") if isinstance(event, Stepped) else None,
    rules=lambda: RuleBook("yard", "Yard", "", {}, {}),
    starts=lambda: (START,),
)
