"""A small game with every kind of field: throw a pool, choose dice for the total and the effect, name what you made."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.flow import Event, Flow, Game, ask, roll, write
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, Suggestion
from tablelight.kernel.room import Place
from tablelight.kernel.rules import Rule, RuleBook, TableOption
from tablelight.kernel.starts import Start
from tablelight.kernel.system import Action, System
from tablelight.kernel.view import Die, Line, Panel, TableView

ONE = Refused("pool/ones", "one", "A die that shows a 1 is of no use.")
TWICE = Refused("pool/one-place", "twice", "A die goes to one place only.")
FULL = Refused("pool/full", "full", "There are ten things already.")


class Thing(Struct, frozen=True):
    name: str
    die: int
    of: Seat


class Pool(Struct, frozen=True):
    score: dict[str, int] = {}
    things: tuple[Thing, ...] = ()
    secret: str = ""


class Made(Event, frozen=True):
    thing: Thing
    points: int


class Failed(Event, frozen=True):
    of: Seat


class Hidden(Event, frozen=True):
    text: str


def evolve(state: Pool, event: Event) -> Pool:
    match event:
        case Made(thing=thing, points=points):
            score = {**state.score, thing.of: state.score.get(thing.of, 0) + points}
            return replace(state, score=score, things=(*state.things, thing))
        case Hidden(text=text):
            return replace(state, secret=text)
    return state


def choices(faces: tuple[int, ...], dice: tuple[int, ...]) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(i), f"die {i}", die=Die(size, face=face), refused=ONE if face == 1 else None)
        for i, (size, face) in enumerate(zip(dice, faces, strict=True))
    )


def best(faces: tuple[int, ...]) -> Iterator[Suggestion]:
    good = sorted((i for i, face in enumerate(faces) if face > 1), key=lambda i: -faces[i])
    if len(good) > 2:
        args = {"total": (str(good[0]), str(good[1])), "effect": str(good[2])}
        yield Suggestion("the highest", {**args, "push": 0}, best=True)
        yield Suggestion("one alone", {"total": (str(good[0]),), "effect": str(good[2]), "push": 0})


def apart(answer: Answer) -> Refused | None:
    return TWICE if answer.key == "take" and answer.text("effect") in answer.many("total") else None


def throw(game: Game[Pool], answer: Answer) -> Flow[None]:
    dice = (8, 8, 10)
    faces = yield from roll(dice, answer.seat, "pool/throw")
    all_dice = choices(faces, dice)
    fields = (
        Field("total", "Total", "many", all_dice, least=1, most=2),
        Field("effect", "Effect die", "choice", all_dice),
        Field("push", "Push", "number", least=0, most=3, default=0),
    )
    take = Offer("take", "Take these", fields, rule="pool/total", main=True, suggestions=tuple(best(faces)))
    offers = [(answer.seat, take), (answer.seat, Offer("give-up", "Give up")), (GM, Offer("give-up", "Give up"))]
    reply = yield from ask("Choose your total", lambda: offers, apart)
    if reply.key == "give-up":
        game.record(Failed(of=answer.seat, rule="pool/total"))
        return
    size = dice[int(reply.text("effect"))]
    points = sum(faces[int(key)] for key in reply.many("total")) + reply.number("push")
    name = yield from write(answer.seat, "What is it?", "Name", most=20)
    thing = Thing(name, size, answer.seat)
    game.record(Made(thing=thing, points=points, rule="pool/total"))


def hide(game: Game[Pool], answer: Answer) -> Flow[None]:
    game.record(Hidden(text=answer.text("text"), seen_by=(GM,)))
    return
    yield


def offer_throw(game: Game[Pool], seat: Seat) -> Offer:
    full = FULL if len(game.state.things) >= 10 else None
    return Offer("throw", "Throw the pool", (Field("why", "Why", "text", default=""),), "pool/throw", refused=full)


def offer_hide(game: Game[Pool], seat: Seat) -> Offer | None:
    return Offer("hide", "Hide something", (Field("text", "What", "text", least=1),)) if seat == GM else None


def view(game: Game[Pool], seat: Seat) -> TableView:
    secret = (Panel("Hidden", text=game.state.secret, secret=True),) if seat == GM else ()
    things = tuple(Panel("Thing", f"{thing.name} d{thing.die}") for thing in game.state.things)
    return TableView("Pool", "", (), (*things, *secret))


def tell(state: Pool, event: Event) -> Line | None:
    match event:
        case Made(thing=thing, points=points):
            return Line(f"{thing.of} makes {thing.name} with {points}.", event.rule, why=f"d{thing.die}")
        case Failed(of=seat):
            return Line(f"{seat} gives up.", event.rule)
        case Hidden(text=text):
            return Line(f"Hidden: {text}", secret=True)
    return None


DEMO = Start(
    "demo",
    "Demo",
    "",
    (Place(Seat("p1"), "Ann"), Place(Seat("p2"), "Bo B")),
    (Made(thing=Thing("Ledge", 8, Seat("p1")), points=3),),
)
RULES = {
    "throw": Rule("throw", "Throwing", "Throw two d8 and a d10.", "automatic"),
    "total": Rule(
        "total", "Throwing", "One or two dice make the total.", "player", needs=("throw",), ruling="At least one."
    ),
}
POOL = System(
    id="pool",
    title="Pool",
    about="",
    new=Pool,
    evolve=evolve,
    events=(Made, Failed, Hidden),
    actions=(Action("throw", offer_throw, throw), Action("hide", offer_hide, hide, anytime=True)),
    view=view,
    tell=tell,
    rules=lambda: RuleBook(
        "pool", "Pool", "Dice.", RULES, {"size": TableOption("size", ("small", "large"), "small", "How large.")}
    ),
    starts=lambda: (DEMO,),
)
