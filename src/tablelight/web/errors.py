"""Requests that are turned down, with words meant for the person who made them."""

from __future__ import annotations

from litestar.exceptions import HTTPException


class TurnedDownError(HTTPException):
    """A request that can't be followed: the HTTP status, and why in plain words."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why, status_code=status)


class NoSeatError(TurnedDownError):
    """The browser does not hold the seat that it asks for."""

    def __init__(self, why: str = "This browser does not hold that seat.") -> None:
        super().__init__(403, why)
