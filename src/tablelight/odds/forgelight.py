"""Forgelight's rolls and choices, exactly. Modifiers, Hit Scores and damage are plain numbers, heights are in feet.

Every number of the rules comes from `systems.forgelight.mechanics`; here it is only counted how often it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple, TypeAlias

from tablelight.odds.distribution import Distribution, Numbers, die, sure, total_of, yes_or_no
from tablelight.odds.light import numbers_only
from tablelight.odds.work import OddsError, bound

with numbers_only("tablelight.systems.forgelight"):
    from tablelight.systems.forgelight import mechanics as m

UNMARKED = m.Marks()
MOST_HEALTH = 500

# ------------------------------------------------------------------ a d20 roll


@cache
def kept(way: m.Edge = "plain") -> Numbers:
    """The face that counts (forgelight/advantage-kept-face)."""
    faces: Distribution[tuple[int, ...]] = sure(())
    for sides in m.dice_of(way):
        faces = faces.combine(die(sides), lambda before, face: (*before, face))
    return Numbers.of(faces.map(lambda shown: m.kept(shown, way)))


def check(skill: int, threshold: int, way: m.Edge = "plain", compare: str = "beat") -> Distribution[m.Outcome]:
    """A Skill Check (forgelight/skill-check-threshold)."""

    def outcome(face: int) -> m.Outcome:
        return m.check_outcome(face, face + skill, threshold, compare)

    return kept(way).map(outcome)


def succeeds(outcome: m.Outcome) -> bool:
    """Whether a check's outcome is a success."""
    return outcome in ("success", "critical success")


def successes(
    skills: Sequence[int], threshold: int, way: m.Edge = "plain", compare: str = "beat"
) -> Distribution[tuple[int, int]]:
    """How many of several checks succeed, and how many are critical failures."""
    state: Distribution[tuple[int, int]] = sure((0, 0))
    for skill in skills:
        one = check(skill, threshold, way, compare).map(
            lambda outcome: (int(succeeds(outcome)), int(outcome == "critical failure"))
        )
        state = state.combine(one, lambda before, new: (before[0] + new[0], before[1] + new[1]))
    return state


# ------------------------------------------------------------------ attack rolls


class Aim(NamedTuple):
    """An Attack Roll: modifier, Hit Score, Advantage or not, Power Roll number."""

    modifier: int
    hit_score: int
    way: m.Edge = "plain"
    number: int = m.POWER_ROLL


class Landed(NamedTuple):
    """What an Attack Roll comes to: a hit, a critical hit, a Power Roll (hit or not)."""

    hit: bool
    critical: bool
    power: bool

    @property
    def effect(self) -> bool:
        """Whether the Power Roll line takes effect: it needs a hit (forgelight/power-roll-needs-hit)."""
        return self.hit and self.power


def attack(aim: Aim) -> Distribution[Landed]:
    """An Attack Roll (forgelight/attack-hit-comparison, forgelight/power-roll-threshold)."""

    def land(face: int) -> Landed:
        hit = m.hits(face, face + aim.modifier, aim.hit_score)
        return Landed(hit, hit and face == m.D20, m.is_power(face, aim.number))

    return kept(aim.way).map(land)


def count_of(aims: Sequence[Aim]) -> Distribution[tuple[int, int, int]]:
    """Hits, critical hits and Power Roll effects of several attacks."""
    state: Distribution[tuple[int, int, int]] = sure((0, 0, 0))
    for aim in aims:
        one = attack(aim).map(lambda landed: (int(landed.hit), int(landed.critical), int(landed.effect)))
        state = state.combine(one, lambda a, b: (a[0] + b[0], a[1] + b[1], a[2] + b[2]))
    return state


# ------------------------------------------------------------------ damage


class Blow(NamedTuple):
    """What a hit does: damage parts, extra damage dice on a Power Roll, feet that the target then falls."""

    parts: tuple[m.Part, ...]
    extra: int = 0
    fall: int = 0


class Target(NamedTuple):
    """Who is hit: marks, and the options resistance-grouping and crit-flat-bonus of the table."""

    marks: m.Marks = UNMARKED
    grouping: str = "per-type"
    flat_counts: str = "dice-only"


ANYBODY = Target()


def hit_damage(parts: Sequence[m.Part], critical: bool, target: Target = ANYBODY) -> Numbers:
    """Damage of a hit after marks (forgelight/damage-order, forgelight/damage-same-type-total)."""
    found = Numbers({0: 1})
    kinds = list(dict.fromkeys(part.type for part in parts))
    together = [[part for part in parts if part.type == kind] for kind in kinds]
    for group in together if target.grouping == "per-type" else [[part] for part in parts]:
        bonus = sum(m.critical_bonus(part, target.flat_counts) for part in group) if critical else 0
        rolled = total_of(part.size for part in group for _ in range(part.dice))
        raw = rolled.plus(sum(part.flat for part in group) + bonus)
        kind = group[0].type
        found = found.add(raw.map(lambda amount, kind=kind: m.marked(amount, kind, target.marks)))
    return found


def landed_damage(landed: Landed, blow: Blow, target: Target = ANYBODY) -> Numbers:
    """Damage of an attack that came to this, 0 on a miss (forgelight/extra-damage-dice)."""
    if not landed.hit:
        return Numbers({0: 1})
    parts = blow.parts
    if landed.effect and blow.extra:
        parts = m.with_extra(parts, blow.extra, m.largest_parts(parts)[0])
    found = hit_damage(parts, landed.critical, target)
    return found.add(fall(blow.fall, target)) if landed.effect and blow.fall else found


def damage(aim: Aim, blow: Blow, target: Target = ANYBODY) -> Numbers:
    """Damage of one attack, 0 on a miss."""
    return Numbers.of(attack(aim).then(lambda landed: landed_damage(landed, blow, target)))


def damage_if(aim: Aim, blow: Blow, target: Target, given: str) -> Numbers:
    """Damage of an attack given a `hit`, a `critical` hit, a `plain` hit that is none, or anything (empty)."""

    def holds(landed: Landed) -> bool:
        match given:
            case "hit":
                return landed.hit
            case "critical":
                return landed.critical
            case "plain":
                return landed.hit and not landed.critical
            case _:
                return True

    return Numbers.of(attack(aim).given(holds).then(lambda landed: landed_damage(landed, blow, target)))


def fall(feet: int, target: Target = ANYBODY, rounding: str = "full-tens") -> Numbers:
    """Damage of a fall (forgelight/falling-damage)."""
    dice = m.falling_dice(feet, rounding)
    return hit_damage([m.Part(dice, m.FALL_DIE, m.FALL_TYPE)], critical=False, target=target)


# ------------------------------------------------------------------ a turn of attacks


class Swing(NamedTuple):
    """One attack of a turn. `sets_up` says that its Power Roll line gives Advantage on the next one."""

    aim: Aim
    blow: Blow
    sets_up: bool = False


def turn(swings: Sequence[Swing], target: Target = ANYBODY) -> Numbers:
    """Damage of a whole turn."""
    state: Distribution[tuple[int, bool]] = sure((0, False))  # damage so far, Advantage on the next attack
    for swing in swings:

        def strike(now: tuple[int, bool], swing: Swing = swing) -> Distribution[tuple[int, bool]]:
            aim = swing.aim._replace(way="advantage") if now[1] else swing.aim

            def after(landed: Landed) -> Distribution[tuple[int, bool]]:
                dealt = landed_damage(landed, swing.blow, target)
                return dealt.map(lambda points: (now[0] + points, swing.sets_up and landed.effect))

            return attack(aim).then(after)

        state = state.then(strike)
    return Numbers.of(state.map(lambda now: now[0]))


class Card(NamedTuple):
    """A card that may be played: its cost in Action Points and Stamina, the mean damage of it, and how often."""

    name: str
    points: int
    stamina: int
    mean: Fraction
    times: int = 1


class Play(NamedTuple):
    """What to play, and the mean damage of it."""

    mean: Fraction
    cards: tuple[str, ...]


def best_turn(cards: Sequence[Card], points: int = m.ACTION_POINTS, stamina: int = 0) -> Play:
    """The cards with the highest mean damage this turn for so many Action Points and so much Stamina; of equal ones
    the first found, which plays fewer."""
    bound((points + 1) * (stamina + 1) * sum(card.times for card in cards), "states of a turn", 1_000_000)
    best: dict[tuple[int, int], Play] = {(0, 0): Play(Fraction(0), ())}
    for card in [each for each in cards for _ in range(each.times)]:
        step = dict(best)
        for (used, spent), play in best.items():
            now = used + card.points, spent + card.stamina
            more = Play(play.mean + card.mean, (*play.cards, card.name))
            if now[0] <= points and now[1] <= stamina and (now not in step or more.mean > step[now].mean):
                step[now] = more
        best = step
    return max(best.values(), key=lambda play: (play.mean, -len(play.cards)))


def best_turn_by_search(cards: Sequence[Card], points: int, stamina: int) -> Fraction:
    """The same mean by trying every set of cards: slow, to check `best_turn`."""
    every = [card for card in cards for _ in range(card.times)]
    fits = [
        sum((card.mean for card in chosen), Fraction(0))
        for count in range(len(every) + 1)
        for chosen in combinations(every, count)
        if sum(card.points for card in chosen) <= points and sum(card.stamina for card in chosen) <= stamina
    ]
    return max(fits)


# ------------------------------------------------------------------ how long a target stands


class Stand(NamedTuple):
    """A target's Health left, and whether the Active card that gives its marks still lasts."""

    health: int
    active: bool = True


def struck(now: Stand, swing: Swing, target: Target, ends_active: bool) -> Distribution[Stand]:
    """After one attack. With `ends_active` a critical hit ends the card that gives the marks before its damage
    (forgelight/active-end-critical, option active-end-timing)."""

    def after(landed: Landed) -> Distribution[Stand]:
        active = now.active and not (ends_active and landed.critical)
        marks = target.marks if active else UNMARKED
        dealt = landed_damage(landed, swing.blow, target._replace(marks=marks))
        return dealt.map(lambda points: Stand(max(now.health - points, 0), active))

    return sure(now) if not now.health else attack(swing.aim).then(after)


def standing(
    health: int, swing: Swing, target: Target, attacks: int, ends_active: bool = False
) -> list[Distribution[Stand]]:
    """How a target stands after 0, 1, … attacks."""
    bound(health, "points of Health", MOST_HEALTH)
    bound(health * attacks, "points of Health times attacks", 4_000)
    found: list[Distribution[Stand]] = [sure(Stand(health))]
    for _ in range(attacks):
        found.append(found[-1].then(lambda now: struck(now, swing, target, ends_active)))
    return found


def down(stand: Distribution[Stand]) -> Fraction:
    """The chance of 0 Health."""
    return stand.chance(lambda now: not now.health)


def attacks_needed(health: int, dealt: Numbers) -> Fraction:
    """The mean number of like attacks until 0 Health. An OddsError if they never do damage."""
    bound(health, "points of Health", MOST_HEALTH)
    idle = dealt.exactly(0)
    if idle == 1:
        raise OddsError("These attacks never do any damage.")
    mean = [Fraction(0)]
    chances = [(points, share) for points, share in dealt.chances().items() if points]
    for left in range(1, health + 1):
        rest = sum((share * mean[left - points] for points, share in chances if points < left), Fraction(0))
        mean.append((1 + rest) / (1 - idle))
    return mean[health]


class Fighter(NamedTuple):
    """One side of a duel: Health, and the damage of its attack on the other."""

    health: int
    dealt: Numbers


def duel(one: Fighter, other: Fighter, first: Fraction) -> Fraction:
    """The chance that `one` is left standing when both strike in turn; `first` is its chance to begin."""
    bound(one.health * other.health * (len(one.dealt) + len(other.dealt)), "steps of a duel", 300_000)
    if one.dealt.exactly(0) == 1 and other.dealt.exactly(0) == 1:
        raise OddsError("Neither of them ever does any damage.")

    mine, theirs = one.dealt.chances(), other.dealt.chances()
    begin: dict[tuple[int, int], Fraction] = {}
    answer: dict[tuple[int, int], Fraction] = {}
    for me in range(1, one.health + 1):
        for it in range(1, other.health + 1):
            hit = sum(
                (share * (1 if points >= it else answer[me, it - points]) for points, share in mine.items() if points),
                Fraction(0),
            )
            hurt = sum(
                (share * begin[me - points, it] for points, share in theirs.items() if 0 < points < me), Fraction(0)
            )
            miss, spared = mine.get(0, Fraction(0)), theirs.get(0, Fraction(0))
            begin[me, it] = (hit + miss * hurt) / (1 - miss * spared)
            answer[me, it] = hurt + spared * begin[me, it]
    at = one.health, other.health
    return first * begin[at] + (1 - first) * answer[at]


# ------------------------------------------------------------------ initiative


class Being(NamedTuple):
    """Who rolls initiative: Agility, and the side where that breaks ties."""

    agility: int
    side: str = "party"


Key: TypeAlias = tuple[int, ...]
"""What beings are ordered by."""


def _key(being: Being, ties: str) -> Distribution[Key]:
    return die(m.D20).map(lambda face: m.initiative_key(face + being.agility, being.agility, being.side, ties))


def all_before(ours: Sequence[Being], theirs: Sequence[Being], ties: str = "agility-then-rolloff") -> Fraction:
    """The chance that all of ours act before any of theirs; who is still equal rolls off
    (forgelight/initiative-order, forgelight/initiative-ties)."""
    our_keys, their_keys = [_key(being, ties) for being in ours], [_key(being, ties) for being in theirs]
    found = Fraction(0)
    for lowest in sorted({key for keys in our_keys for key in keys}):
        above = _ties(our_keys, lowest, lambda key, at=lowest: key > at)
        below = _ties(their_keys, lowest, lambda key, at=lowest: key < at)
        for equal, share in above.items():
            for tied, chance in below.items():
                found += share * chance / comb(equal + tied, tied) if equal else 0
    return found


def _ties(keys: Sequence[Distribution[Key]], at: Key, fits: Callable[[Key], bool]) -> dict[int, Fraction]:
    """How likely it is that so many are at a key and all others fit."""
    found: dict[int, Fraction] = {0: Fraction(1)}
    for key in keys:
        equal, other = key.exactly(at), key.chance(fits)
        step: dict[int, Fraction] = {}
        for count, share in found.items():
            step[count] = step.get(count, Fraction(0)) + share * other
            step[count + 1] = step.get(count + 1, Fraction(0)) + share * equal
        found = step
    return found


def acts_first(beings: Sequence[Being], ties: str = "agility-then-rolloff") -> dict[Being, Fraction]:
    """The chance of each to act before all others; who rolls alike has the same. Quick also for thirty beings."""
    rolls = {one: [_at(face, one, ties) for face in range(1, m.D20 + 1)] for one in set(beings)}
    found: dict[Being, Fraction] = {}
    for one in rolls:
        others = list(beings)
        others.remove(one)
        won = sum((_leading(at, [rolls[other] for other in others]) for at in rolls[one]), Fraction(0))
        found[one] = won / m.D20 ** len(beings)
    return found


def _at(face: int, being: Being, ties: str) -> Key:
    return m.initiative_key(face + being.agility, being.agility, being.side, ties)


def _leading(at: Key, others: Sequence[Sequence[Key]]) -> Fraction:
    """In how many ways others stay behind a key; of those at the same key each wins the roll-off as often."""
    ways = [1]  # by how many are at this key
    for keys in others:
        below, equal = sum(key < at for key in keys), keys.count(at)
        more = [below * way for way in ways]
        ways = [a + b for a, b in zip([*more, 0], [0, *(equal * way for way in ways)], strict=True)] if equal else more
    return sum((Fraction(way, tied + 1) for tied, way in enumerate(ways)), Fraction(0))


def in_order(beings: Sequence[Being], ties: str = "agility-then-rolloff") -> Fraction:
    """The chance of exactly this order of turns."""
    state: dict[tuple[Key, int], Fraction] = {((1_000,), 0): Fraction(1)}
    for being in beings:
        step: dict[tuple[Key, int], Fraction] = {}
        for key, share in _key(being, ties).chances().items():
            for (before, tied), chance in state.items():
                if key <= before:
                    now = (key, tied + 1 if key == before else 1)
                    step[now] = step.get(now, Fraction(0)) + share * chance / now[1]  # those tied come in any order
        state = step
    return sum(state.values(), Fraction(0))


# ------------------------------------------------------------------ at 0 Health


def fates() -> Distribution[m.Fate]:
    """Risk It All (forgelight/risk-it-all-death, forgelight/risk-it-all-half, forgelight/risk-it-all-full)."""

    def fate(face: int) -> m.Fate:
        return m.fate(face)

    return die(m.D20).map(fate)


def survives_risk(times: int = 1) -> Fraction:
    """The chance to live through Risk It All so many times."""
    return (1 - fates().exactly("dead")) ** times


def risk_then_hit(max_health: int, dealt: Numbers, rounding: str = "down") -> Fraction:
    """The chance to be above 0 Health after Risk It All and one more attack."""
    health = {"dead": 0, "half": m.half(max_health, rounding), "full": max_health}
    return fates().expect(lambda fate: 1 - dealt.at_least(health[fate]) if health[fate] else Fraction(0))


def healed_in_time(skill: int, threshold: int, way: m.Edge = "plain") -> Fraction:
    """The chance that a friend's check, tried once in each turn of the window, wakes the character
    (forgelight/unconscious-window)."""
    once = check(skill, threshold, way).chance(succeeds)
    return 1 - (1 - once) ** m.WINDOW_TURNS


# ------------------------------------------------------------------ the rest


def legal_spread(attributes: int) -> Fraction:
    """The chance that Attributes set at random come to the sum that is asked for (forgelight/attribute-sum-five)."""
    one = Numbers(dict.fromkeys(range(m.LEAST_ASSIGNED, m.MOST_ASSIGNED + 1), 1))
    return one.times(attributes).exactly(m.ASSIGNED_SUM)


class Bystander(NamedTuple):
    """Somebody in an area: Health and marks."""

    health: int
    target: Target = ANYBODY


def area_drops(parts: Sequence[m.Part], targets: Sequence[Bystander], shared: bool = True) -> Fraction:
    """The chance that an area effect brings everybody in it to 0 Health (option aoe-damage-roll)."""
    if not shared:
        found = Fraction(1)
        for each in targets:
            found *= hit_damage(parts, critical=False, target=each.target).at_least(each.health)
        return found
    totals: Distribution[tuple[int, ...]] = sure(())
    for part in parts:
        one = total_of([part.size] * part.dice).plus(part.flat)
        totals = totals.combine(one, lambda before, new: (*before, new))

    def drops(amounts: tuple[int, ...]) -> bool:
        dealt = [(part.type, amount) for part, amount in zip(parts, amounts, strict=True)]
        return all(
            sum(points for _, points in m.damage_taken(dealt, each.target.marks, each.target.grouping)) >= each.health
            for each in targets
        )

    return totals.chance(drops)


def at_least_once(chance: Fraction, times: int) -> Fraction:
    """The chance that something happens at least once."""
    return 1 - yes_or_no(chance).exactly(False) ** times
