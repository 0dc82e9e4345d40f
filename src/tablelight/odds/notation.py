"""Dice written in words: `4d6 keep highest 3`, `2d6+3`, `d10 d8 d8 drop lowest 1`, `6d10 count 8 or more`.

sum     = product { ("+" | "-") product }
product = factor { "*" factor }
factor  = "-" factor | number | "(" sum ")" | pool
pool    = dice { dice } { change }
dice    = [ number ] "d" number                       2d6, d20
change  = ("keep" | "drop") ("highest" | "lowest") [ number ]
        | "reroll" faces                              each such die once
        | "explode" [ faces ] "up" "to" number        its highest face, or these; so many further dice at most
        | "count" faces                               how many dice show such a face, instead of their sum
faces   = number { "," number } | number "or" ("more" | "less")
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import prod
from typing import NamedTuple, TypeAlias, TypeVar

from tablelight.odds.distribution import Distribution, Numbers, die, mixed, sure, unpack
from tablelight.odds.work import MOST_DICE, MOST_SIDES, OddsError, bound

Key = TypeVar("Key")

MOST_LENGTH = 400
MOST_NUMBER = 1_000_000
MOST_DEPTH = 40
MOST_EXPLOSIONS = 20

Thrower: TypeAlias = Callable[[int], int]
"""Throws a die of so many sides."""


class Thrown(NamedTuple):
    """One die that was thrown: its sides, what it came to, and whether it counts."""

    sides: int
    shows: tuple[int, ...]
    counts: bool


class Result(NamedTuple):
    """What a throw came to, and every die of it."""

    total: int
    dice: tuple[Thrown, ...]


# ------------------------------------------------------------------ what a text means


class Faces(NamedTuple):
    """Some faces: from `least` to `most`, or those listed."""

    least: int = 0
    most: int = MOST_SIDES
    listed: tuple[int, ...] = ()

    def has(self, face: int) -> bool:
        """Whether a face is one of them."""
        return face in self.listed if self.listed else self.least <= face <= self.most


class Keep(NamedTuple):
    """Only some of the dice count: so many, from the top or from the bottom."""

    many: int
    highest: bool


class Pool(NamedTuple):
    """Dice that are thrown together, and what happens to them, in this order."""

    dice: tuple[int, ...]
    reroll: Faces | None = None
    explode: Faces | None = None
    explosions: int = 0
    keep: Keep | None = None
    counted: Faces | None = None


class Number(NamedTuple):
    """A plain number."""

    value: int


class Term(NamedTuple):
    """Two parts joined by +, - or *."""

    sign: str
    left: Node
    right: Node


Node: TypeAlias = "Pool | Number | Term"

# ------------------------------------------------------------------ reading


class _Word(NamedTuple):
    text: str
    at: int


_WORD = re.compile(r"\s*(?:(\d+)|([dD](?=\d))|([a-zA-Z]+)|(.))", re.DOTALL)
_CHANGES = ("keep", "drop", "reroll", "explode", "count")


class _Reader:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[_Word] = []
        for match in _WORD.finditer(text):
            word = match[match.lastindex or 0]
            if word.strip():
                self.words.append(_Word(word.lower(), match.start(match.lastindex or 0)))
        self.at = 0
        self.depth = 0
        self.dice = 0

    def wrong(self, message: str, at: int | None = None) -> OddsError:
        """A mistake at the present word, or at a place."""
        return OddsError(message, self.text, self.place() if at is None else at)

    def place(self) -> int:
        """Where the present word stands."""
        return self.words[self.at].at if self.at < len(self.words) else len(self.text)

    def next(self) -> str:
        """The present word; empty at the end."""
        return self.words[self.at].text if self.at < len(self.words) else ""

    def take(self, *wanted: str) -> str:
        """Take the present word if it is one of these."""
        word = self.next()
        if word not in wanted:
            return ""
        self.at += 1
        return word

    def shown(self) -> str:
        """The present word as a message shows it."""
        word = self.next()
        return repr(word[:20]) if word else "the end"

    def number(self, what: str, most: int, least: int = 0) -> int:
        """A number within bounds."""
        word = self.next()
        if not word.isascii() or not word.isdigit():
            raise self.wrong(f"{what.capitalize()} should stand here, in digits, not {self.shown()}.")
        if len(word) > len(str(most)) or not least <= int(word) <= most:
            raise self.wrong(f"{what.capitalize()} must be from {least} to {most:,}, not {word[:20]}.")
        self.at += 1
        return int(word)


def parse(text: str) -> Node:
    """What a text means. An OddsError names the place of a mistake."""
    if len(text) > MOST_LENGTH:
        raise OddsError(f"The text is longer than {MOST_LENGTH} signs.", text[:60], 60)
    reader = _Reader(text)
    if not reader.words:
        raise OddsError("Write dice, such as 2d6+3.", text, 0)
    node = _sum(reader)
    if reader.next():
        raise reader.wrong(f"{reader.shown()} is not expected here{_hint(reader)}.")
    return node


def _hint(reader: _Reader) -> str:
    word = reader.next()
    if word == "e" and reader.at and reader.words[reader.at - 1].text.isdigit():
        return "; write numbers in digits"
    return f"; after dice may come {', '.join(_CHANGES)}" if word.isalpha() else ""


def _sum(reader: _Reader) -> Node:
    reader.depth += 1
    if reader.depth > MOST_DEPTH:
        raise reader.wrong(f"More than {MOST_DEPTH} brackets or signs lie in one another.")
    node = _product(reader)
    while sign := reader.take("+", "-"):
        node = Term(sign, node, _product(reader))
    reader.depth -= 1
    return node


def _product(reader: _Reader) -> Node:
    node = _factor(reader)
    while reader.take("*", "×"):
        node = Term("*", node, _factor(reader))
    return node


def _factor(reader: _Reader) -> Node:
    minus = False
    while reader.take("-"):
        minus = not minus
    node = _plain_factor(reader)
    return Term("*", Number(-1), node) if minus else node


def _plain_factor(reader: _Reader) -> Node:
    if reader.take("("):
        node = _sum(reader)
        if not reader.take(")"):
            raise reader.wrong("A closing bracket is missing here.")
        return node
    if _dice_here(reader):
        return _pool(reader)
    return Number(reader.number("dice or a number", MOST_NUMBER))


def _dice_here(reader: _Reader) -> bool:
    if reader.next() == "d":
        return True
    after = reader.words[reader.at + 1 : reader.at + 2]
    return reader.next().isdigit() and bool(after) and after[0].text == "d"


def _pool(reader: _Reader) -> Pool:
    dice: list[int] = []
    while _dice_here(reader):
        start = reader.place()
        count = 1 if reader.next() == "d" else reader.number("the number of dice", MOST_DICE)
        reader.take("d")
        sides = reader.number("the number of sides", MOST_SIDES, 1)
        reader.dice += count
        if reader.dice > MOST_DICE:
            raise reader.wrong(f"More than {MOST_DICE:,} dice in all.", start)
        dice += [sides] * count
    pool = Pool(tuple(dice))
    while (word := reader.next()) in _CHANGES:
        pool = _changed(reader, pool, word)
    return pool


def _changed(reader: _Reader, pool: Pool, word: str) -> Pool:
    start = reader.place()
    reader.at += 1
    before = {
        "keep": pool.keep,
        "drop": pool.keep,
        "reroll": pool.reroll,
        "explode": pool.explode,
        "count": pool.counted,
    }
    if before[word] is not None:
        raise reader.wrong(f"{word} can stand only once after the same dice.", start)
    if pool.counted or (pool.keep and word in ("reroll", "explode")):
        raise reader.wrong("The order is reroll, explode, keep or drop, count.", start)
    match word:
        case "keep" | "drop":
            return pool._replace(keep=_keep(reader, word, len(pool.dice)))
        case "reroll":
            if pool.explode:
                raise reader.wrong("The order is reroll, explode, keep or drop, count.", start)
            return pool._replace(reroll=_faces(reader))
        case "explode":
            return _exploding(reader, pool, start)
        case _:
            return pool._replace(counted=_faces(reader))


def _keep(reader: _Reader, word: str, dice: int) -> Keep:
    side = reader.take("highest", "lowest")
    if not side:
        raise reader.wrong(f"After {word} comes highest or lowest, not {reader.shown()}.")
    count = reader.number("how many", MOST_DICE) if reader.next().isdigit() else 1
    if count > dice:
        raise reader.wrong(f"There are only {dice} dice to {word} {count} of.", reader.words[reader.at - 1].at)
    return Keep(count, side == "highest") if word == "keep" else Keep(dice - count, side == "lowest")


def _faces(reader: _Reader) -> Faces:
    first = reader.number("a face", MOST_SIDES, 1)
    if reader.take("or"):
        word = reader.take("more", "less")
        if not word:
            raise reader.wrong(f"After 'or' comes more or less, not {reader.shown()}.")
        return Faces(first) if word == "more" else Faces(0, first)
    listed = [first]
    while reader.take(","):
        listed.append(reader.number("a face", MOST_SIDES, 1))
    return Faces(listed=tuple(listed))


def _exploding(reader: _Reader, pool: Pool, start: int) -> Pool:
    faces = _faces(reader) if reader.next().isdigit() else Faces(listed=(max(pool.dice, default=1),))
    if len(set(pool.dice)) > 1 and reader.words[reader.at - 1].text == "explode":
        raise reader.wrong("Dice of several sizes: say on which faces they explode.", start)
    if not (reader.take("up") and reader.take("to")):
        raise reader.wrong("Say how often a die may explode: explode up to 3.")
    return pool._replace(explode=faces, explosions=reader.number("how often", MOST_EXPLOSIONS, 1))


# ------------------------------------------------------------------ exact odds


def odds(text: str) -> Numbers:
    """The exact distribution of a text's total."""
    return distribution(parse(text))


def distribution(node: Node) -> Numbers:
    """The exact distribution of what a text means."""
    match node:
        case Number(value):
            return Numbers.of(sure(value))
        case Term("+", left, right):
            return distribution(left).add(distribution(right))
        case Term("-", left, right):
            return distribution(left).add(_times(distribution(right), -1))
        case Term(_, left, right):
            return Numbers.of(distribution(left).combine(distribution(right), lambda one, other: one * other))
        case Pool():
            return _pool_odds(node)


def _times(numbers: Numbers, factor: int) -> Numbers:
    return Numbers.of(numbers.map(lambda value: value * factor))


def _pool_odds(pool: Pool) -> Numbers:
    counts: dict[int, int] = {}
    for sides in pool.dice:
        counts[sides] = counts.get(sides, 0) + 1
    groups = [(_one_die(pool, sides), count) for sides, count in counts.items()]
    if pool.keep and pool.keep.many < len(pool.dice):
        return _kept(groups, pool.keep, pool.counted)
    if pool.counted:
        groups = [(_counted(numbers, pool.counted), count) for numbers, count in groups]
    found = Numbers({0: 1})
    for numbers, count in groups:
        found = found.add(numbers.times(count))
    return found


def _counted(numbers: Numbers, faces: Faces) -> Numbers:
    return Numbers.of(numbers.map(lambda value: int(faces.has(value))))


def _one_die(pool: Pool, sides: int) -> Numbers:
    """One die after its reroll and its explosions."""
    plain = die(sides)
    first = plain
    if pool.reroll:
        faces = pool.reroll
        first = Numbers.of(plain.then(lambda face: plain if faces.has(face) else sure(face)))
    if not pool.explode:
        return first
    return _exploded(first, plain, pool.explode, pool.explosions)


def _exploded(first: Numbers, again: Numbers, faces: Faces, left: int) -> Numbers:
    if not left:
        return first
    more = _exploded(again, again, faces, left - 1)
    bound(len(first) * len(more), "values of an exploding die")
    parts: list[tuple[int, Distribution[int]]] = [
        (weight, more.plus(face) if faces.has(face) else sure(face)) for face, weight in first.weights.items()
    ]
    return Numbers.of(mixed(parts))


def _kept(groups: Sequence[tuple[Numbers, int]], keep: Keep, count: Faces | None) -> Numbers:
    """The sum of the highest or lowest dice: for each value, the outcomes in which the last die kept shows it."""
    if not keep.many:
        return Numbers({0: 1})
    values = sorted({value for numbers, _ in groups for value in numbers}, reverse=keep.highest)
    dice = sum(number for _, number in groups)
    slot = prod(numbers.total**number for numbers, number in groups).bit_length() + 1
    span = keep.many * max([_worth(value, count) for value in values]) + 1
    steps = len(values) * dice * keep.many**2 * (1 + slot * span // _BITS_AT_ONCE)
    bound(steps, "steps to count the dice that are kept", MOST_TO_KEEP)
    return Numbers(dict(unpack(sum([_last_kept(groups, keep, bar, count, slot) for bar in values]), slot)))


MOST_TO_KEEP = 300_000
_BITS_AT_ONCE = 5_000
"""Numbers of so many bits are added in about the time that a step takes."""


def _worth(value: int, count: Faces | None) -> int:
    return int(count.has(value)) if count else value


def _last_kept(groups: Sequence[tuple[Numbers, int]], keep: Keep, bar: int, count: Faces | None, slot: int) -> int:
    """The sums of outcomes in which the last die kept shows the bar, their weights side by side in one number.

    States are: dice beyond the bar, dice at or beyond it; with the sums of those beyond."""
    states: dict[tuple[int, int], int] = {(0, 0): 1}
    for numbers, dice in groups:
        beyond = {v: w for v, w in numbers.weights.items() if (v > bar if keep.highest else v < bar)}
        sums = sum([weight << slot * _worth(value, count) for value, weight in beyond.items()])
        at = numbers.weights.get(bar, 0)
        rest = numbers.total - at - sum(beyond.values())
        for _ in range(dice):
            step: dict[tuple[int, int], int] = {}
            for (above, upto), packed in states.items():
                if rest:
                    _put(step, (above, upto), packed * rest)
                if at:
                    _put(step, (above, min(upto + 1, keep.many)), packed * at)
                if sums and above + 1 < keep.many:
                    _put(step, (above + 1, min(upto + 1, keep.many)), packed * sums)
            states = step
    last = slot * _worth(bar, count)
    return sum([packed << last * (keep.many - above) for (above, upto), packed in states.items() if upto >= keep.many])


def _put(counts: dict[Key, int], key: Key, ways: int) -> None:
    counts[key] = counts.get(key, 0) + ways


# ------------------------------------------------------------------ throwing


def throw(node: Node, thrower: Thrower) -> Result:
    """Throw what a text means, each die by `thrower`."""
    match node:
        case Number(value):
            return Result(value, ())
        case Term(sign, left, right):
            one, other = throw(left, thrower), throw(right, thrower)
            totals = {"+": one.total + other.total, "-": one.total - other.total, "*": one.total * other.total}
            return Result(totals[sign], one.dice + other.dice)
        case Pool():
            return _throw_pool(node, thrower)


def _throw_pool(pool: Pool, thrower: Thrower) -> Result:
    shown = [_throw_die(pool, sides, thrower) for sides in pool.dice]
    order = sorted(range(len(shown)), key=lambda at: sum(shown[at]), reverse=bool(pool.keep and pool.keep.highest))
    kept = set(order[: pool.keep.many] if pool.keep else order)
    total = sum(_worth(sum(shown[at]), pool.counted) for at in kept)
    return Result(total, tuple(Thrown(sides, shown[at], at in kept) for at, sides in enumerate(pool.dice)))


def _throw_die(pool: Pool, sides: int, thrower: Thrower) -> tuple[int, ...]:
    face = thrower(sides)
    if pool.reroll and pool.reroll.has(face):
        face = thrower(sides)
    shows = [face]
    while pool.explode and pool.explode.has(shows[-1]) and len(shows) <= pool.explosions:
        shows.append(thrower(sides))
    return tuple(shows)
