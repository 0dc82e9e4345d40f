"""The map on a page: where tokens stand, where cells are on the screen, fingers on it."""

from __future__ import annotations

from support.pages import Person


def token(person: Person, name: str) -> str:
    """Where a token stands, as screen readers say it."""
    return (person.page.locator(f'#scene [data-token="{name}"]').get_attribute("aria-label") or "").rpartition(", ")[2]


def stands(person: Person, name: str, cell: str) -> None:
    person.page.locator(f'#scene [data-token="{name}"][aria-label$=", {cell}"]').wait_for(state="attached")


def middle(person: Person, cell: tuple[int, int]) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    return tuple(
        person.page.evaluate(
            """([x, y]) => { const svg = document.querySelector('#scene .board')
               const p = new DOMPoint(x * 10 + 5, y * 10 + 5).matrixTransform(svg.getScreenCTM())
               return [p.x, p.y] }""",
            list(cell),
        )
    )


class Finger:
    """Touches as the browser gets them from a screen."""

    def __init__(self, person: Person) -> None:
        self.session = person.context.new_cdp_session(person.page)

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._send("touchStart", start)
        for part in (0.3, 0.6, 1.0):
            self._send("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        self._send("touchEnd")

    def pinch(self, one: tuple[float, float], other: tuple[float, float], by: float) -> None:
        half = (other[0] - one[0]) / 2
        self._send("touchStart", one, other)
        for part in (1.3, by):
            centre = one[0] + half
            self._send("touchMove", (centre - half * part, one[1]), (centre + half * part, other[1]))
        self._send("touchEnd")
