"""What a game system gives the table: its state, its actions, its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any, Generic, TypeVar, cast

from tablelight.kernel.flow import Event, Flow, Game, hides_nothing
from tablelight.kernel.offers import Answer, Offer, Refused, Seat
from tablelight.kernel.packs import Packs
from tablelight.kernel.rules import RuleBook
from tablelight.kernel.starts import Start
from tablelight.kernel.view import Line, Sheet, TableView

S = TypeVar("S")


@dataclass(frozen=True)
class Action(Generic[S]):
    """Something a seat may begin. `anytime` actions may also be begun while another flow waits for an answer.

    An action may be offered in several forms at once (one for each card in hand); their keys are then the action's
    key, a colon, and what tells them apart.
    """

    key: str
    offer: Callable[[Game[S], Seat], Offer | tuple[Offer, ...] | None]
    begin: Callable[[Game[S], Answer], Flow[None]]
    check: Callable[[Game[S], Answer], Refused | None] | None = None
    anytime: bool = False

    def offers(self, game: Game[S], seat: Seat) -> tuple[Offer, ...]:
        """Every form in which this seat is offered the action now."""
        offered = self.offer(game, seat)
        if offered is None:
            return ()
        return offered if isinstance(offered, tuple) else (offered,)


def no_sheets(game: Game[Any], seat: Seat, person: str) -> Sheet | None:
    """For games without character sheets."""
    return None


def unmarked(state: S, path: str, reason: str) -> S:
    """For games whose sheets don't show what the GM set by hand."""
    return state


@dataclass(frozen=True)
class System(Generic[S]):
    """A game system: one folder, one of these, found by its entry point.

    `offers_from` gives the things on which the offers of actions depend, beside the seat and the table's options:
    while each is the same thing as before, so are the offers. Without it they are worked out after every step.

    `view` is worked out after every step for everyone who looks; `sheet` only when a seat opens somebody's sheet, and
    it gives nothing where that seat may not read it.
    `adjusted` gives the state after the GM set the value at a path by hand, for games that mark it on the sheet.
    `hides` says which events only the GM may know, though they name nobody: what befalls somebody hidden, what the
    GM sets by hand behind the screen.
    `packs` is there where groups can write content of their own.
    """

    id: str
    title: str
    about: str
    new: Callable[[], S]
    evolve: Callable[[S, Event], S]
    events: tuple[type[Event], ...]
    actions: tuple[Action[S], ...]
    view: Callable[[Game[S], Seat], TableView]
    tell: Callable[[S, Event], Line | None]
    rules: Callable[[], RuleBook]
    starts: Callable[[], tuple[Start, ...]]
    hides: Callable[[S, Event], bool] = hides_nothing
    adjusted: Callable[[S, str, str], S] = unmarked
    sheet: Callable[[Game[S], Seat, str], Sheet | None] = no_sheets
    offers_from: Callable[[S], tuple[object, ...]] | None = None
    packs: Packs | None = None
    referee: str = "Game master"  # what the game calls whoever has the GM's seat
    by_key: dict[str, Action[S]] = field(init=False)
    anytime: tuple[Action[S], ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_key", {action.key: action for action in self.actions})
        object.__setattr__(self, "anytime", tuple(action for action in self.actions if action.anytime))

    def sheets(self, game: Game[S], seat: Seat) -> dict[str, Sheet]:
        """Every sheet that this seat may open, by the person's id."""
        people = (person for group in self.view(game, seat).groups for person in group.people if person.has_sheet)
        found = ((person.id, self.sheet(game, seat, person.id)) for person in people)
        return {key: sheet for key, sheet in found if sheet}

    def action(self, key: str) -> Action[S] | None:
        """The action that an offer's key begins."""
        return self.by_key.get(key) or self.by_key.get(key.partition(":")[0])


AnySystem = System[Any]


def systems() -> dict[str, AnySystem]:
    """Every installed system by its id."""
    return {entry.name: find_system(entry.name) for entry in entry_points(group="tablelight.systems")}


def find_system(name: str) -> AnySystem:
    """The installed system of this id; a LookupError names the ones there are."""
    entries = {entry.name: entry for entry in entry_points(group="tablelight.systems")}
    if name not in entries:
        raise LookupError(f"there is no system {name!r}; installed: {', '.join(sorted(entries))}")
    return cast("AnySystem", entries[name].load())
