"""Functions by the kind of event, and flows that ask nothing."""

from __future__ import annotations

import pytest
from support import toy

from tablelight.kernel.flow import at_once
from tablelight.kernel.kinds import ByKind, event_kinds
from tablelight.kernel.offers import GM, Answer


def test_each_kind_of_event_has_its_function() -> None:
    telling: ByKind[str, str] = ByKind()

    @telling.on(toy.Added)
    def _(who: str, event: toy.Added) -> str:
        return f"{who} added {event.points}"

    event = toy.Added(points=3)
    function = telling.find(event)
    assert function
    assert function("Ann", event) == "Ann added 3"
    assert telling.find(toy.Marked(seat=GM)) is None
    with pytest.raises(ValueError, match="Added has its function already"):
        telling.on(toy.Added)(lambda who, event: who)


def test_the_kinds_of_events_of_a_module_in_their_order() -> None:
    assert event_kinds(toy) == (toy.Added, toy.Marked)


def test_a_flow_that_asks_nothing_is_over_at_once() -> None:
    done: list[str] = []
    flow = at_once(lambda game, answer: done.append(f"{game} {answer.key}"))("game", Answer(GM, "act"))
    assert list(flow) == []
    assert done == ["game act"]
