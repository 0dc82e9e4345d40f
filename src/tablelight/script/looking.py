"""The lines of a script that look at a table and change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias, cast

import msgspec
from msgspec.structs import replace

from tablelight.kernel.offers import GM, Offer, Refused, Seat, fill
from tablelight.script.again import AnyTable
from tablelight.script.differs import DiffersError, differ_if
from tablelight.script.fields import resolve
from tablelight.script.finding import may, offer_of, rule_of, seat_of, told
from tablelight.script.parse import Asks, Fields, Gone, Offers, ScriptError, Sees, Suggests, Then
from tablelight.script.values import NOTHING, check_value, find_value

Look: TypeAlias = Then | Gone | Asks | Offers | Suggests | Sees
UNSEEN = ("tone", "kind")
"""Fields whose words are for the page and not for people."""


def look_at(table: AnyTable, step: Look, since: int) -> None:
    """Raise unless it is as the step says. `since` is the first entry of the last command."""
    match step:
        case Then():
            check_value(table.state, step)
        case Gone(path=path):
            differ_if(find_value(table.state, path) is not NOTHING, f"nothing at {path}", "a value")
        case Asks():
            _asks(table, step)
        case Offers():
            _offers(table, step)
        case Suggests():
            _suggests(table, step)
        case Sees():
            _sees(table, step, since)


def _asks(table: AnyTable, step: Asks) -> None:
    seats = [seat_of(table, name) for name in step.seats]
    pending = table.pending
    waiting = table.menu(GM).waiting
    found = f"{pending[0]!r} of {', '.join(waiting) or 'nobody'}" if pending else "no open question"
    wanted = f"{step.question!r} of {', '.join(seats)}" if seats else "no open question"
    fits = set(seats) == set(waiting) if step.only else set(seats) <= set(waiting)
    fits = fits and pending is not None and step.question in pending[0] if seats else pending is None
    differ_if(not fits, wanted, found)


def _offers(table: AnyTable, step: Offers) -> None:
    seat = seat_of(table, step.seat)
    offer, _ = offer_of(table, seat, step.key)
    what = " ".join((step.key, *(f"{name}={raw}" for name, raw in step.fields.items())))
    taken = _taken(offer, step.fields) if offer else None
    if step.how == "no-offer":
        differ_if(taken is not None, f"no offer {what}", "it is there")
    elif taken is None:
        raise DiffersError(f"an offer {what}", _fields_words(offer) if offer else may(table, seat))
    elif step.how == "offers":
        differ_if(isinstance(taken, Refused), f"an offer {what}", told(taken))
    else:
        rule = rule_of(table, step.rule)
        fits = isinstance(taken, Refused) and rule in ("", taken.rule)
        differ_if(not fits, f"{what} refused {rule}".strip(), told(taken))


def _taken(offer: Offer, fields: Fields) -> object:
    """The values these fields would have, a refusal of one of them, or None where one is not among the choices."""
    try:
        args = resolve(offer, fields)
    except ScriptError:
        return None
    part = tuple(field for field in offer.fields if field.name in args)
    return fill(replace(offer, fields=part), args)


def _fields_words(offer: Offer) -> str:
    parts = [f"{f.name}={'|'.join(c.key for c in f.choices) or f.kind}" for f in offer.fields]
    return f"{offer.key} {' '.join(parts)}"


def _suggests(table: AnyTable, step: Suggests) -> None:
    seat = seat_of(table, step.seat)
    offer, _ = offer_of(table, seat, step.key)
    if not offer:
        raise DiffersError(f"an offer {step.key}", may(table, seat))
    args = resolve(offer, step.fields)
    fits = any(
        step.label in s.label and (s.best or not step.best) and _same_args(args, s.args) for s in offer.suggestions
    )
    there = "; ".join(f"{s.label} {s.args}{' (best)' if s.best else ''}" for s in offer.suggestions)
    differ_if(not fits, f"a {'best ' if step.best else ''}suggestion {step.label} {args}", there or "none")


def _same_args(wanted: dict[str, object], given: dict[str, Any]) -> bool:
    def plain(value: object) -> object:
        return sorted(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else value

    return all(name in given and plain(value) == plain(given[name]) for name, value in wanted.items())


def _sees(table: AnyTable, step: Sees, since: int) -> None:
    seat = seat_of(table, step.seat)
    texts = seen(table, seat, step.area, since)
    found = next((text for text in texts if step.text in text), None)
    where = "" if step.area == "anywhere" else f" in the {step.area}"
    if step.sees:
        differ_if(found is None, f"{seat} sees {step.text!r}{where}", " | ".join(texts) or "nothing")
    else:
        differ_if(found is not None, f"{seat} does not see {step.text!r}{where}", str(found))


def seen(table: AnyTable, seat: Seat, area: str, since: int = 0) -> list[str]:
    """Every text that reaches a seat in this area; `news` are the log lines from entry `since` on."""
    texts: list[str] = []
    if area in ("news", "log", "anywhere"):
        for logged in table.lines(seat, since if area == "news" else 0):
            texts += _texts(logged.line)
    if area in ("view", "anywhere"):
        texts += _texts((table.system.view(table.game, seat), *table.system.sheets(table.game, seat).values()))
    if area in ("menu", "anywhere"):
        menu = table.menu(seat)
        texts += [menu.question, *_texts((menu.asked, menu.also))]
    return [text for text in texts if text]


def _texts(part: object) -> Iterator[str]:
    """Every text inside a struct, at any depth."""
    plain: Any = msgspec.to_builtins(part)
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for name, value in cast("dict[object, object]", plain).items():
            if name not in UNSEEN:
                yield from _texts(value)
    elif isinstance(plain, list | tuple):
        for value in cast("list[object]", plain):
            yield from _texts(value)
