"""The chances of what a seat is offered, told while its form is being filled in.

It reads and changes nothing. Who may ask is checked as for a command: the browser holds the seat, the seat is offered
this now; and a system's `TELLERS` tell a seat only what that seat may know.
"""

from __future__ import annotations

import asyncio
from fractions import Fraction
from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode

from litestar import Response, post
from litestar.params import FromPath
from markupsafe import Markup

from tablelight.kernel.flow import Game
from tablelight.kernel.offers import Args, Refused, Value, filled_so_far
from tablelight.odds import at_table
from tablelight.odds.answer import Table, exact, percent
from tablelight.odds.at_table.told import Alternative, Asked, Chances, Fact
from tablelight.web import answers, charts
from tablelight.web.columns import Series, numeric
from tablelight.web.desk import Desk
from tablelight.web.drawing import draw
from tablelight.web.forms import NEW, Form, args_of
from tablelight.web.house import AnyRequest, house_of
from tablelight.web.play import receive

ASSUME = "assume."
"""What the names of settings begin with in a form."""

MOST_LISTED, MOST_WORDS = 8, 240
"""Rows of a table that stand in a line, and characters of them; more are only in its chart."""


@post("/table/{table_id:str}/chances", status_code=200)
async def show_chances(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """The chances of an offer as its form stands; nothing where there are none to tell."""
    hub, seat, form = await receive(request, table_id)
    async with hub.live.lock:
        asked = _asked(hub.desk(seat, ()), form)
    if not asked:
        return answers.html("")
    async with house_of(request).counting:
        told = await asyncio.to_thread(at_table.chances, hub.live.system.id, asked)
    return answers.html(fragment(told, asked.offer.key, asked.args, chart=form.text("chart") == "yes") if told else "")


def _asked(desk: Desk, form: Form) -> Asked | None:
    """What the form asks about, if this seat is offered that now."""
    at = form.text("at")
    offer = desk.offer(form.text("key"), None if at == NEW else at)
    if isinstance(offer, Refused):
        return None
    now = desk.table.game
    game: Game[Any] = Game(now.state, now.options, desk.table.system.evolve)
    settings = {name: form.text(ASSUME + name) for name in form.starting(ASSUME)}
    return Asked(game, desk.seat, offer, filled_so_far(offer, args_of(offer, form)), settings)


def fragment(told: Chances, key: str, args: Args, *, chart: bool = False) -> Markup:
    """The chances as a part of the form of the offer `key`, filled in with `args`; `chart` also draws them."""
    drawn = [_chart(key, table) for table in told.tables] if chart else []
    return draw(
        "parts/chances.html",
        told=told,
        says=says(told),
        best=any(each.best and matches(each, args) for each in told.alternatives),
        lists=[table for table in told.tables if _short_enough(table) and not numeric([_series(table)])],
        charts=drawn,
        chart=chart,
        assume=ASSUME,
        figure=figure,
        exact=exact,
        percent=percent,
        share=_share,
        filling=_filling,
    )


def _short_enough(table: Table) -> bool:
    return len(table.rows) <= MOST_LISTED and sum(len(row.label) for row in table.rows) <= MOST_WORDS


def matches(alternative: Alternative, args: Args) -> bool:
    """Whether an alternative is what is filled in; the order of several values doesn't count."""
    return bool(alternative.args) and all(_same(value, args.get(name)) for name, value in alternative.args.items())


def _same(one: Value, other: Value | None) -> bool:
    return set(one) == set(other) if isinstance(one, tuple) and isinstance(other, tuple) else one == other


def _series(table: Table) -> Series:
    return Series(table.title, table.rows)


def _chart(key: str, table: Table) -> Markup:
    name = blake2b(f"{key} {table.title}".encode(), digest_size=6).hexdigest()
    return charts.chart(f"c{name}", table.title, table.title, (_series(table),), small=True)


def figure(fact: Fact) -> str:
    """A figure for people."""
    if fact.unit == "chance":
        return percent(fact.value)
    mean = _short(float(fact.value))
    return mean if fact.spread is None else f"{mean} ± {_short(fact.spread)}"


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".").replace("-", "\N{MINUS SIGN}")


def _share(chance: Fraction) -> str:
    """A chance as the length of a bar of 100."""
    return f"{float(chance * 100):.2f}"


def _filling(alternative: Alternative) -> str:
    """The fields that an alternative fills in, as a query."""
    pairs = [
        (f"f.{name}", str(each))
        for name, value in alternative.args.items()
        for each in (value if isinstance(value, tuple) else (value,))
    ]
    return urlencode(pairs)


def says(told: Chances) -> str:
    """The chances in one sentence, for those who listen."""
    if told.hint:
        return told.hint
    best = next((each for each in told.alternatives if each.best), None)
    facts = ", ".join(f"{fact.name} {figure(fact)}" for fact in told.facts)
    return ". ".join(part for part in (facts, f"Best: {best.label}" if best else "") if part)
