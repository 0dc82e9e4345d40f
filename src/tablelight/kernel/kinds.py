"""One function for each kind of event: how a system's events change its state, and how they read in the log."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Generic, TypeVar, cast

from tablelight.kernel.flow import Event

C = TypeVar("C")
R = TypeVar("R")
S = TypeVar("S")
E = TypeVar("E", bound=Event)


class ByKind(Generic[C, R]):
    """A table of functions from a context and an event to a result, found by the event's own type."""

    def __init__(self) -> None:
        self._functions: dict[type[Event], Callable[[C, Event], R]] = {}

    def on(self, kind: type[E]) -> Callable[[Callable[[C, E], R]], Callable[[C, E], R]]:
        """Put the decorated function down for one kind of event; a second one for the same kind is a ValueError."""

        def put(function: Callable[[C, E], R]) -> Callable[[C, E], R]:
            if kind in self._functions:
                raise ValueError(f"{kind.__name__} has its function already")
            self._functions[kind] = cast("Callable[[C, Event], R]", function)
            return function

        return put

    def find(self, event: Event) -> Callable[[C, Event], R] | None:
        """The function for this event, if its kind has one."""
        return self._functions.get(type(event))


class Changes(ByKind[S, S]):
    """How each kind of event changes a state of type S. Folding rolls nothing, refuses nothing and runs no rule."""

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event; events that only tell something change nothing."""
        change = self._functions.get(type(event))
        return change(state, event) if change else state


def event_kinds(*modules: ModuleType) -> tuple[type[Event], ...]:
    """Every kind of event that these modules define, in the order in which they stand there."""
    return tuple(
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == module.__name__
    )
