"""Recomputing every roll of a table from the seeds that were revealed.

A log that was kept honestly shows three things: each revealed seed has the hash that was published before it was
used, the rolls are numbered without a gap, and each roll has the faces that its seed, its number and the players'
word give. Steps that were taken back count like all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from tablelight.kernel.dice import KeyedDice, commitment
from tablelight.kernel.log import Aside, Did, Entry, Throw
from tablelight.kernel.room import DiceCommitted, DiceRevealed, DiceWordSet


class Wrong(Struct, frozen=True):
    """Something that an honest log does not hold: where, and what."""

    entry: int
    text: str


class Verified(Struct, frozen=True):
    """What came of the check: rolls that agree, real dice typed in, rolls whose seed is still secret, and faults."""

    good: int
    real: int
    sealed: int
    wrong: tuple[Wrong, ...]


class _Thrown(Struct, frozen=True):
    """A throw with the entry it stands in, and the commitment and the word that were in force."""

    entry: int
    throw: Throw
    commitment: str
    word: str


def verify(entries: Sequence[Entry]) -> Verified:
    """Check all rolls of a log. The seed belongs to one table alone, so the table's name does not enter."""
    seeds: dict[str, str] = {}
    wrong = list(_find_seeds(entries, seeds))
    good = real = sealed = 0
    for expected, thrown in enumerate(_throws(entries)):
        if thrown.throw.number != expected:
            wrong.append(Wrong(thrown.entry, f"roll {thrown.throw.number} stands where roll {expected} belongs"))
        if thrown.throw.real:
            real += 1
        elif thrown.commitment not in seeds:
            sealed += 1
        elif _faces(seeds[thrown.commitment], thrown) == thrown.throw.faces:
            good += 1
        else:
            wrong.append(Wrong(thrown.entry, f"roll {thrown.throw.number} has other faces than its seed gives"))
    return Verified(good, real, sealed, tuple(wrong))


def _find_seeds(entries: Iterable[Entry], seeds: dict[str, str]) -> Iterator[Wrong]:
    """Put each revealed seed under its commitment; gives those that were never committed to."""
    committed = ""
    for number, entry in enumerate(entries):
        if not isinstance(entry, Aside):
            continue
        for event in entry.events:
            match event:
                case DiceCommitted(commitment=published):
                    committed = published
                case DiceRevealed(seed=seed):
                    if _hash(seed) == committed:
                        seeds[committed] = seed
                    else:
                        yield Wrong(number, "the seed revealed is not the one that was committed to")
                case _:
                    pass


def _throws(entries: Iterable[Entry]) -> Iterator[_Thrown]:
    committed = word = ""
    for number, entry in enumerate(entries):
        match entry:
            case Did(throws=throws):
                for throw in throws:
                    yield _Thrown(number, throw, committed, word)
            case Aside(events=events):
                for event in events:
                    if isinstance(event, DiceCommitted):
                        committed = event.commitment
                    elif isinstance(event, DiceWordSet):
                        word = event.word
            case _:
                pass


def _faces(seed: str, thrown: _Thrown) -> tuple[int, ...]:
    return KeyedDice(bytes.fromhex(seed), word=thrown.word).throw(thrown.throw.number, thrown.throw.dice)


def _hash(seed: str) -> str:
    try:
        return commitment(bytes.fromhex(seed))
    except ValueError:
        return "no seed at all"
