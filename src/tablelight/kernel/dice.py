"""The dice port: the only place where chance enters.

Live rolls come from a keyed, counter-based generator. The server publishes the hash of its secret seed before play
and the seed afterwards, so that anyone can recompute every roll. Faces come by rejection and are exactly uniform.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

LARGEST_DIE = 1000
MOST_DICE = 100


class Dice(Protocol):
    """Where faces come from. `number` counts the rolls of a table, from 0, rolls that were taken back included."""

    def throw(self, number: int, dice: Sequence[int]) -> tuple[int, ...]: ...


class KeyedDice:
    """Faces derived from a secret seed, the table, the roll's number and a word that players may set."""

    def __init__(self, seed: bytes, table: str = "", word: str = "") -> None:
        self._seed = seed
        self._table = table
        self.word = word

    def throw(self, number: int, dice: Sequence[int]) -> tuple[int, ...]:
        """One face for each die, in order; each from 1 to the die's size."""
        stream = _Stream(self._seed, f"{self._table}|{number}|{self.word}".encode())
        return tuple([below + 1 for below in stream.below(dice)])


class ScriptedDice:
    """Faces written down beforehand, for tests and transcripts; a missing or impossible face is an error."""

    def __init__(self, throws: Iterable[Sequence[int]] = ()) -> None:
        self.throws: deque[tuple[int, ...]] = deque(tuple(faces) for faces in throws)

    def throw(self, number: int, dice: Sequence[int]) -> tuple[int, ...]:
        """The next faces written down, which must fit the dice."""
        wanted = " ".join(f"d{size}" for size in dice)
        if not self.throws:
            raise ValueError(f"roll {number} of {wanted}: no faces are left in the script")
        faces = self.throws.popleft()
        if not faces_fit(dice, faces):
            raise ValueError(f"roll {number} of {wanted}: the faces {' '.join(map(str, faces))} don't fit")
        return faces


def faces_fit(dice: Sequence[int], faces: Sequence[int]) -> bool:
    """Whether there is one face for each die, each between 1 and the die's size."""
    return len(faces) == len(dice) and all(1 <= face <= size for size, face in zip(dice, faces, strict=True))


def plain_dice(seed: int) -> KeyedDice:
    """Repeatable dice from a whole number, for tests and simulation."""
    return KeyedDice(seed.to_bytes(16, "big"))


def commitment(seed: bytes) -> str:
    """What is published before play: the seed's SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()


_LIMITS = (0, *(256 - 256 % bound for bound in range(1, 257)))
"""For each bound, where the bytes end that can be shared out evenly."""


class _Stream:
    """A stream of bytes keyed by a seed, read in numbers below a bound without bias."""

    def __init__(self, seed: bytes, label: bytes) -> None:
        self._seed = seed
        self._label = label
        self._block = 0
        self._bytes = b""
        self._at = 0

    def below(self, bounds: Sequence[int]) -> Iterator[int]:
        """For each bound a number from 0 up to, but not including, it."""
        for bound in bounds:
            width = 1 if bound <= 256 else 2
            limit = _LIMITS[bound] if width == 1 else 65536 - 65536 % bound
            value = limit
            while value >= limit:
                at = self._at
                if at + width > len(self._bytes):
                    self._next_block()
                    at = 0
                self._at = at + width
                value = self._bytes[at] if width == 1 else int.from_bytes(self._bytes[at : at + 2], "big")
            yield value % bound

    def _next_block(self) -> None:
        message = self._label + b"|" + str(self._block).encode()
        self._bytes = hmac.digest(self._seed, message, "sha256")
        self._block += 1
