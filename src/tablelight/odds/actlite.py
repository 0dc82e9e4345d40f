"""Actlite's rolls and choices, exactly. Scores and difficulties are plain numbers, health is (crit)standard.

Every number of the rules comes from `systems.actlite.mechanics`; here it is only counted how often it comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from math import comb
from tomllib import loads
from typing import Any, Literal, NamedTuple, TypeAlias

from tablelight.odds.distribution import Distribution, Numbers, die, sure, total_of
from tablelight.odds.light import numbers_only
from tablelight.odds.work import OddsError, bound

with numbers_only("tablelight.systems.actlite"):
    from tablelight.systems.actlite import mechanics as m

Two: TypeAlias = tuple[int, int]
"""The faces of the two dice that make the total."""

Want: TypeAlias = Literal["highest", "sixes", "matching"]
"""What a player with advantage picks for: the highest total; or first a success, then the most sixes, or a pair."""

MOST_ADVANTAGE = 18


# ------------------------------------------------------------------ checks


@lru_cache(maxsize=64)
def throws_of(net: int) -> Distribution[tuple[int, ...]]:
    """What the dice of a check show, in falling order (actlite/advantage-stacks-cancels).

    No face stands there more than twice: two dice are picked, so further like ones change nothing.
    """
    bound(abs(net), "advantages or disadvantages", MOST_ADVANTAGE)
    found: dict[tuple[tuple[int, ...], int], int] = {((), len(m.dice_for(net))): 1}  # faces so far, dice left
    for face in range(m.DIE, 0, -1):
        step: dict[tuple[tuple[int, ...], int], int] = {}
        for (shown, left), ways in found.items():
            for count in range(left + 1) if face > 1 else (left,):
                key = shown + (face,) * min(count, m.CHECK_DICE), left - count
                step[key] = step.get(key, 0) + ways * comb(left, count)
        found = step
    return Distribution({shown: ways for (shown, _), ways in found.items()})


def two_highest(count: int) -> Distribution[Two]:
    """The two highest of so many dice, counted without throwing them."""
    found: dict[Two, int] = {}
    for high in range(1, m.DIE + 1):
        alike = high**count - (high - 1) ** count - count * (high - 1) ** (count - 1)
        found[high, high] = alike
        for low in range(1, high):
            found[high, low] = count * (low ** (count - 1) - (low - 1) ** (count - 1))
    return Distribution(found)


def two_lowest(count: int) -> Distribution[Two]:
    """The two lowest of so many dice."""
    turned = two_highest(count).weights
    return Distribution({(m.DIE + 1 - high, m.DIE + 1 - low): ways for (high, low), ways in turned.items()})


def pick(faces: Sequence[int], score: int, dc: int, want: Want = "highest") -> Two:
    """The pair that a player with advantage picks (actlite/advantage-pick)."""

    def rank(pair: m.Pair) -> tuple[bool, int, int]:
        shown = (faces[pair.first], faces[pair.second])
        good = m.succeeds(pair.total, score, dc)
        wanted = {"highest": 0, "sixes": m.times("on 6", shown), "matching": m.times("on matching", shown)}[want]
        return good, wanted if good else 0, pair.total

    best = max(m.pairs(faces), key=rank)
    return faces[best.first], faces[best.second]


@lru_cache(maxsize=64)
def counted(net: int, score: int, dc: int, want: Want = "highest") -> Distribution[Two]:
    """The two dice that count (actlite/advantage, actlite/disadvantage)."""
    count = len(m.dice_for(net))
    if net < 0:
        return two_lowest(count)
    if want == "highest" or not net:
        return two_highest(count)
    return throws_of(net).map(lambda faces: pick(faces, score, dc, want))


def check(
    score: int, dc: int, net: int = 0, want: Want = "highest", sure_hit: bool = False
) -> Distribution[Two | None]:
    """The two dice of a check that succeeds, None if it fails; with `sure_hit` the dice are only for triggers
    (actlite/check, actlite/absent-defence)."""

    def result(two: Two) -> Two | None:
        return two if sure_hit or m.succeeds(sum(two), score, dc) else None

    return counted(net, score, dc, want).map(result)


def success(score: int, dc: int, net: int = 0) -> Fraction:
    """The chance of a check (actlite/check)."""
    return 1 - check(score, dc, net).exactly(None)


def triggers(checked: Distribution[Two | None], when: m.When) -> Numbers:
    """How often an effect triggers, 0 on a failure (actlite/trigger-needs-success)."""
    return Numbers.of(checked.map(lambda two: m.times(when, two) if two else 0))


class Worth(NamedTuple):
    """What a pair is worth: a success, each six of it, a matching pair."""

    success: Fraction = Fraction(1)
    six: Fraction = Fraction(0)
    matching: Fraction = Fraction(0)


def pair_worth(two: Two, score: int, dc: int, worth: Worth) -> Fraction:
    """What two dice are worth; nothing on a failure."""
    if not m.succeeds(sum(two), score, dc):
        return Fraction(0)
    return worth.success + worth.six * m.times("on 6", two) + worth.matching * m.times("on matching", two)


def best_pairs(faces: Sequence[int], score: int, dc: int, worth: Worth) -> list[tuple[Two, Fraction]]:
    """Every pair of a throw with what it is worth, the best first."""
    found = [(faces[pair.first], faces[pair.second]) for pair in m.pairs(faces)]
    return sorted(((two, pair_worth(two, score, dc, worth)) for two in found), key=lambda each: -each[1])


def value_of_picking(score: int, dc: int, net: int, worth: Worth) -> Fraction:
    """The mean worth of a check under advantage when the best pair is picked each time."""
    return throws_of(max(net, 0)).expect(lambda faces: best_pairs(faces, score, dc, worth)[0][1])


# ------------------------------------------------------------------ attacks


class Blow(NamedTuple):
    """An attack: the score to hit, damage dice and flat damage, and when it bypasses armor (actlite/effect-bypass)."""

    score: int
    dice: tuple[int, ...]
    flat: int = 0
    bypass: m.When | None = None


def damage(
    blow: Blow, dc: int, net: int = 0, armor: int = 0, want: Want = "highest", sure_hit: bool = False
) -> Numbers:
    """Damage that gets through, 0 on a miss (actlite/attack-check, actlite/armor-reduction)."""
    rolled = total_of(blow.dice).plus(blow.flat)

    def through(two: Two | None) -> Distribution[int]:
        if two is None:
            return sure(0)
        bypass = blow.score * m.times(blow.bypass, two) if blow.bypass else 0
        return rolled.map(lambda points: m.reduced(points, armor, bypass))

    return Numbers.of(check(blow.score, dc, net, want, sure_hit).then(through))


def fall(spaces: int, health: m.Health) -> Distribution[m.Health]:
    """Health after a fall (actlite/fall-damage)."""
    dice = [m.FALL_DIE] * m.fall_dice(spaces)
    return total_of(dice).map(lambda points: m.take_damage(health, points, down=False))


# ------------------------------------------------------------------ contests


class Contest(NamedTuple):
    """How a contest ends."""

    won: Fraction
    tie: Fraction
    lost: Fraction


def contest(score: int, other: int, net: int = 0, other_net: int = 0) -> Contest:
    """Two totals against each other (actlite/contest, actlite/contest-tie)."""
    mine = counted(net, score, 0).map(lambda two: sum(two) + score)
    theirs = counted(other_net, other, 0).map(lambda two: sum(two) + other)
    ahead = mine.combine(theirs, lambda one, two: (one > two) - (one < two))
    return Contest(ahead.exactly(1), ahead.exactly(0), ahead.exactly(-1))


def sneaks(score: int, watchers: Sequence[int], net: int = 0) -> Fraction:
    """The chance that one roll gets past every watcher's passive score (actlite/stealth)."""
    return success(score, max((m.passive(each) for each in watchers), default=0), net)


def grappled(strength: int, passive_agility: int, their_strength: int) -> Fraction:
    """A grapple, and one attempt to break free that a tie does not help
    (actlite/grapple-start, actlite/grapple-escape)."""
    return success(strength, passive_agility) * (1 - contest(their_strength, strength).won)


def contest_push(strength: int, pusher: int, worth: Fraction, price: Fraction) -> Fraction:
    """What it gains to pay for the contest against a push, above being pushed: the mean of `worth` for staying where
    one is, less `price` for the AP (actlite/effect-push). Above 0 it pays."""
    return contest(strength, pusher).won * worth - price


# ------------------------------------------------------------------ the deck


class Deck(NamedTuple):
    """A shuffled deck: how many cards each character has in it; the first `ours` of them are those asked about."""

    hands: tuple[int, ...]
    ours: int = 1

    @property
    def cards(self) -> int:
        """Cards in all."""
        return sum(self.hands)

    @property
    def mine(self) -> int:
        """Cards of those asked about."""
        return sum(self.hands[: self.ours])


def among_first(deck: Deck, count: int) -> Numbers:
    """How many of the cards asked about are among the first so many (actlite/deal-one-card)."""
    others = deck.cards - deck.mine
    return Numbers(
        {
            mine: comb(deck.mine, mine) * comb(others, count - mine)
            for mine in range(min(deck.mine, count) + 1)
            if count - mine <= others
        }
    )


def everybody_among_first(deck: Deck, count: int) -> Fraction:
    """The chance that each character asked about has at least one of the first so many cards."""
    left_out = {0: 1}  # cards of those left out: sets of an even number of characters less those of an odd one
    for hand in deck.hands[: deck.ours]:
        step = dict(left_out)
        for gone, sets in left_out.items():
            step[gone + hand] = step.get(gone + hand, 0) - sets
        left_out = step
    found = sum(sets * comb(deck.cards - gone, count) for gone, sets in left_out.items())
    return Fraction(found, comb(deck.cards, count))


def first_position(deck: Deck) -> Fraction:
    """The mean place, from 1, of the first card of those asked about."""
    if not deck.mine:
        raise OddsError("Those asked about have no card in the deck.")
    return Fraction(deck.cards + 1, deck.mine + 1)


def all_before_others(deck: Deck) -> Fraction:
    """The chance that all their cards come before any other."""
    return Fraction(1, comb(deck.cards, deck.mine))


def before_others(deck: Deck) -> Fraction:
    """The chance that one of theirs comes before any other."""
    return Fraction(deck.mine, deck.cards)


def hold(awaited: int, spoilers: int, now: Fraction, later: Fraction) -> Fraction:
    """What it gains to hold a card until after the next card of somebody awaited, rather than to act now.

    The objective: the highest mean of what the act is worth: `now` at once, `later` right after the awaited card, and
    nothing if the card of a spoiler comes first or the awaited has none left. Both have so many cards in the deck.
    Above 0 it pays to hold (actlite/deal-one-card).
    """
    if not awaited:
        return -now
    return later * before_others(Deck((awaited, spoilers))) - now


# ------------------------------------------------------------------ dying


class Dying(NamedTuple):
    """Where a dying character stands: open, stabilized or dead, and what was rolled on the way."""

    state: Literal["open", "stabilized", "dead"] = "open"
    marks: frozenset[str] = frozenset()
    crit: int = 0


QUIET = frozenset({"nothing"})


@cache
def _pack(part: str) -> dict[str, Any]:
    """A part of the starter pack as it is written, read without the game."""
    path = files("tablelight.systems") / "actlite" / "content" / "pack" / f"{part}.toml"
    return loads(path.read_text("utf-8"))


def consequence_tables() -> tuple[str, ...]:
    """The names of the consequence tables."""
    return tuple(_pack("consequences"))


@cache
def table_rows(name: str) -> Distribution[str]:
    """The outcomes of a consequence table (actlite/consequence-kinds)."""
    tables = _pack("consequences")
    if name not in tables:
        raise OddsError(f"There is no consequence table {name!r}; there are: {', '.join(tables)}.")
    found: dict[str, int] = {}
    for row in tables[name]["rows"]:
        found[row["outcome"]] = found.get(row["outcome"], 0) + row["most"] - row["least"] + 1
    return Distribution(found)


def after_row(now: Dying, outcome: str) -> Dying:
    """A dying character after one row (actlite/consequence-roll, actlite/consequence-until)."""
    if outcome == "death":
        return now._replace(state="dead")
    if outcome == "stabilized":
        return now._replace(state="stabilized")
    return now if outcome in QUIET else now._replace(marks=now.marks | {outcome})


def dying(name: str, rolls: int, bleeding: int = 0, max_crit: int = m.DEFAULT_CRIT) -> Distribution[Dying]:
    """A character down at (0) after so many round begins, each with `bleeding` points of damage first, which ends
    being stabilized, then a roll (actlite/status-bleed, actlite/status-stabilized, actlite/death-by-damage)."""
    rows = table_rows(name)
    state: Distribution[Dying] = sure(Dying())

    def begin(now: Dying) -> Distribution[Dying]:
        if now.state == "dead":
            return sure(now)
        now = bled(now) if bleeding else now
        if now.state != "open":
            return sure(now)
        return rows.map(lambda outcome: after_row(now, outcome))

    def bled(now: Dying) -> Dying:
        crit = m.take_damage(m.Health(now.crit, 0), bleeding, down=True).crit
        return now._replace(crit=crit, state="dead" if m.is_dead(crit, max_crit) else "open")

    for _ in range(rolls):
        state = state.then(begin)
    return state


class Fate(NamedTuple):
    """How dying ends without further damage."""

    stabilized: Fraction
    rolls: Fraction
    clean: Fraction
    marked: Mapping[str, Fraction]


def fate(name: str) -> Fate:
    """Rolls until stabilized or dead: the chance to be stabilized, the mean number of rolls, the chance to come away
    without any mark, and with each of them."""
    rows = table_rows(name)
    save, end = rows.exactly("stabilized"), rows.exactly("stabilized") + rows.exactly("death")
    if not end:
        raise OddsError("Nothing on this table ends it.")
    quiet = sum((rows.exactly(outcome) for outcome in QUIET), Fraction(0))
    marks = [outcome for outcome in rows if outcome not in ("stabilized", "death", *QUIET)]
    whole = save / end
    return Fate(whole, 1 / end, save / (1 - quiet), {mark: whole - save / (end + rows.exactly(mark)) for mark in marks})


# ------------------------------------------------------------------ the rest


class Purchases(NamedTuple):
    """Where somebody stands after buying: the CASH level, and goods bought."""

    level: int
    bought: int = 0


def purchases(level: int, prices: Sequence[int], score: int, dc: int) -> Distribution[Purchases]:
    """Goods bought one after another (actlite/cash-above, -equal, -one-below, -two-below)."""
    haggles = success(score, dc)
    state: Distribution[Purchases] = sure(Purchases(level))
    for price in prices:

        def buy(now: Purchases, price: int = price) -> Distribution[Purchases]:
            have, lower = Purchases(now.level, now.bought + 1), Purchases(m.cash_lowered(now.level), now.bought + 1)
            match m.cash_deal(now.level, price):
                case "above":
                    return sure(now)
                case "equal":
                    return sure(lower)
                case "one-below":
                    return Distribution({have: haggles.numerator, lower: haggles.denominator - haggles.numerator})
                case "free":
                    return sure(have)

        state = state.then(buy)
    return state


def injuries_left(injuries: int, rests: int) -> Numbers:
    """Injuries left after rests with full crit health, one coin for each and rest (actlite/status-injury)."""
    coin = die(m.COIN)
    stays = coin.chance(lambda side: side != m.HEADS) ** rests
    return Numbers({1: stays.numerator, 0: stays.denominator - stays.numerator}).times(injuries)


def learned(base: int, parts: int, score: int, attempts: int) -> Fraction:
    """The chance to have learned a hex of so many parts after so many attempts (actlite/hex-learn-combined)."""
    return 1 - (1 - success(score, m.learn_dc(base, parts))) ** attempts


def skills(known: Sequence[int], rolls: int, size: int = m.DIE, higher: bool = False) -> Distribution[frozenset[int]]:
    """Entries known after rolls on an archetype table (actlite/archetype-duplicate)."""
    state: Distribution[frozenset[int]] = sure(frozenset(known))
    for _ in range(rolls):

        def learn(now: frozenset[int]) -> Distribution[frozenset[int]]:
            return die(size).map(lambda face: now | {m.gained(face, now, size, higher=higher)} - {0})

        state = state.then(learn)
    return state


JUDGED = -1
"""Stands for how many live where the GM says."""


def party_lives(members: int) -> Numbers:
    """How many of a fallen party live by the book's table (actlite/party-table)."""
    rows = _pack("parties")["party-d6"]["rows"]
    fates = [row["fate"] for row in rows for _ in range(row["least"], row["most"] + 1)]
    return Numbers.of(lives(fates, members, members))


def lives(fates: Sequence[str], people: int, alive: int) -> Distribution[int]:
    """How many of so many fallen people live, `alive` of whom are not secretly dead, where each of these fates is as
    likely as another; JUDGED where the GM says (actlite/party-table)."""
    coin = Numbers.of(die(m.COIN).map(lambda side: int(side == m.HEADS)))

    def after(fate: str) -> Distribution[int]:
        match fate:
            case "death":
                return sure(0)
            case "coins":
                return coin.times(alive)
            case "judge":
                return sure(JUDGED)
            case _:
                return sure(people)

    return Distribution(Counter(fates)).then(after)
