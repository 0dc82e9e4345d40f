"""What a request may be trusted with: where it comes from, and what browsers may do with our answers."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from tablelight.web.errors import TurnedDownError

Connection = ASGIConnection[Any, Any, Any, Any]

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# "no-referrer" would make browsers send "Origin: null" with every form, and then no form could be told from a
# stranger's. "same-origin" says as little to others.
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the security headers on every answer."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value
        if "cache-control" not in headers:
            headers["cache-control"] = "no-store"


def same_origin(connection: Connection, _: BaseRouteHandler) -> None:
    """A guard: what changes something, and every socket, must come from one of our own pages."""
    reads = connection.scope["type"] == ScopeType.HTTP and connection.scope["method"] in ("GET", "HEAD", "OPTIONS")
    if not reads and not _own_origin(connection):
        raise TurnedDownError(403, "This request does not come from this table's own page.")


def _own_origin(connection: Connection) -> bool:
    origin = urlsplit(connection.headers.get("origin", ""))
    return bool(origin.netloc) and origin.netloc.lower() == connection.headers.get("host", "").lower()


def at_this_machine(connection: Connection) -> bool:
    """Whether the person sits at the machine that serves, and opened the page by an address of that machine alone.

    The second part keeps out pages of other names that point here, and proxies that pass on their own name.
    """
    return _is_local(client_address(connection)) and _is_local(urlsplit(f"//{host_of(connection)}").hostname or "")


def host_of(connection: Connection) -> str:
    """The host, perhaps with a port, by which the browser knows us."""
    return connection.headers.get("host", "")


def client_address(connection: Connection) -> str:
    """The address that the request came from."""
    return connection.client.host if connection.client else ""


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
