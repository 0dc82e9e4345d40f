"""The dice port: the only place where chance enters.

Live rolls come from a keyed, counter-based generator. The server publishes the hash of its secret seed before play
and the seed afterwards, so that anyone can recompute every roll. Faces come by rejection and are exactly uniform.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Iterable, Sequence
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
        return _keyed_faces(self._seed, f"{self._table}|{number}|{self.word}".encode(), dice)


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


def _keyed_faces(seed: bytes, label: bytes, dice: Sequence[int]) -> tuple[int, ...]:
    """A face for each die, from the bytes that the seed gives for a label: block after block.

    A byte is one of 256 values, which a d6 can't share evenly: those left over are passed by. A die of more
    than 256 sides takes two bytes.
    """
    faces: list[int] = []
    block, stream, at = 0, b"", 0
    for size in dice:
        width = 1 if size <= 256 else 2
        even = 256**width // size * size
        value = even
        while value >= even:
            if at + width > len(stream):
                stream, at = hmac.digest(seed, b"%b|%d" % (label, block), "sha256"), 0
                block += 1
            value = stream[at] if width == 1 else int.from_bytes(stream[at : at + 2], "big")
            at += width
        faces.append(value % size + 1)
    return tuple(faces)
