"""How an answer looks: a fragment for the page, a page for a plain form, data for a program."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException
from litestar.response import Redirect

from tablelight.kernel.offers import Refused
from tablelight.kernel.table import Applied
from tablelight.web import render
from tablelight.web.desk import refused_words
from tablelight.web.errors import TurnedDownError
from tablelight.web.house import AnyRequest

_log = logging.getLogger(__name__)
_STATUS = {"no-seat": 403, "bad-field": 422, "bad-value": 422, "bad-path": 422, "bad-name": 422}
_WORDS = {
    400: ("That could not be read", "What was sent is not what this page sends."),
    403: ("Not yours", "This browser may not do that."),
    404: ("Nothing here", "There is no such page. It may have been moved, or the link is not whole."),
    405: ("Not this way", "This address can't be used like that."),
    413: ("Too long", "That was more than the table takes at once."),
    429: ("Too quick", "Wait a moment and try again."),
}
_FAULT = "Something went wrong in the table itself. Nothing has changed."


def html(text: str, status: int = 200) -> Response[str]:
    """A page or a fragment."""
    return Response(str(text), status_code=status, media_type="text/html")


def data(value: object, status: int = 200) -> Response[bytes]:
    """Data for a program."""
    return Response(msgspec.json.encode(value), status_code=status, media_type="application/json")


def wants_data(request: AnyRequest) -> bool:
    return request.headers.get("accept", "") == "application/json"


def by_htmx(request: AnyRequest) -> bool:
    return "hx-request" in request.headers


def to_done(request: AnyRequest, done: Applied | Refused | None, back: str) -> Response[Any]:
    """The answer to a command. What it changed comes over the socket, so there is little to say."""
    if isinstance(done, Refused):
        return refused(request, done)
    if wants_data(request):
        return data({"entry": done.number if done else None, "again": bool(done and done.again)})
    if by_htmx(request):
        return Response(b"", status_code=204)
    return Redirect(back, status_code=303)


def refused(request: AnyRequest, why: Refused) -> Response[Any]:
    """The answer to what may not be done."""
    status = _STATUS.get(why.code, 409)
    if wants_data(request):
        return data({"refused": why}, status)
    if by_htmx(request):
        return html(render.refusal(why), status)
    return html(render.message("That can't be done now", refused_words(why)), status)


def to_http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """What a person reads when a request was turned down."""
    title, text = _WORDS.get(error.status_code, ("That did not work", _FAULT))
    said = error.detail if isinstance(error, TurnedDownError) else text
    return _error(request, error.status_code, title, said)


def to_fault(request: AnyRequest, error: Exception) -> Response[Any]:
    """Our own fault: the log has the details, the person only what matters to them."""
    _log.error("a request to %s failed", request.scope["path"].split("/")[1], exc_info=error)
    return _error(request, 500, "That did not work", _FAULT)


def _error(request: AnyRequest, status: int, title: str, text: str) -> Response[Any]:
    if wants_data(request):
        return data({"error": text}, status)
    if by_htmx(request):
        return html(render.oob("toasts", render.toast(text), "beforeend"), status)
    return html(render.message(title, text), status)
