"""Forgelight's rolls and choices, exactly. Modifiers, Hit Scores and damage are plain numbers, heights are in feet.

Every number of the rules comes from `systems.forgelight.mechanics`; here it is only counted how often it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from typing import NamedTuple, TypeAlias

from tablelight.odds.distribution import Distribution, Numbers, die, mixed, sure, total_of, yes_or_no
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
    state = {False: Numbers({0: 1})}  # damage so far, by whether there is Advantage on the next attack
    share = {False: Fraction(1)}
    for swing in swings:
        parts: dict[bool, list[tuple[Fraction, Numbers]]] = {}
        for ahead, so_far in state.items():
            aim = swing.aim._replace(way="advantage") if ahead else swing.aim
            for landed, chance in attack(aim).chances().items():
                dealt = landed_damage(landed, swing.blow, target).add(so_far)
                parts.setdefault(swing.sets_up and landed.effect, []).append((share[ahead] * chance, dealt))
        state = {ahead: _mixed(listed) for ahead, listed in parts.items()}
        share = {ahead: sum((chance for chance, _ in listed), Fraction(0)) for ahead, listed in parts.items()}
    return _mixed([(share[ahead], so_far) for ahead, so_far in state.items()])


def _mixed(parts: Sequence[tuple[Fraction, Numbers]]) -> Numbers:
    """One of several numbers, each with a share."""
    common = lcm(*(chance.denominator for chance, _ in parts))
    return Numbers.of(mixed([(int(chance * common), part) for chance, part in parts]))


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


def _blows(swing: Swing, target: Target, active: bool, ends_active: bool) -> Distribution[tuple[int, bool]]:
    """Damage of one attack, and whether the card still lasts. With `ends_active` a critical hit ends the card that
    gives the marks before its damage (forgelight/active-end-critical, option active-end-timing)."""

    def after(landed: Landed) -> Distribution[tuple[int, bool]]:
        lasts = active and not (ends_active and landed.critical)
        dealt = landed_damage(landed, swing.blow, target._replace(marks=target.marks if lasts else UNMARKED))
        return dealt.map(lambda points: (points, lasts))

    return attack(swing.aim).then(after)


def standing(
    health: int, swing: Swing, target: Target, attacks: int, ends_active: bool = False
) -> list[Distribution[Stand]]:
    """How a target stands after 0, 1, … attacks."""
    bound(health, "points of Health", MOST_HEALTH)
    bound(health * attacks, "points of Health times attacks", 4_000)
    blows = {
        active: _blows(swing, target, active, ends_active) for active in ((True, False) if ends_active else (True,))
    }
    steps = health * attacks * sum(min(len(each), health) for each in blows.values())
    bound(steps, "steps of attacks", MOST_STEPS)
    common = lcm(*(each.total for each in blows.values()))
    weights = {
        active: [(points, lasts, weight * (common // each.total)) for (points, lasts), weight in each.weights.items()]
        for active, each in blows.items()
    }
    state = {(health, True): 1}
    found: list[Distribution[Stand]] = [sure(Stand(health))]
    for _ in range(attacks):
        step: dict[tuple[int, bool], int] = {}
        for (left, active), ways in state.items():
            for points, lasts, weight in weights[active] if left else ((0, active, common),):
                key = (left - points if left > points else 0), lasts
                step[key] = step.get(key, 0) + ways * weight
        state = step
        found.append(Distribution({Stand(*key): ways for key, ways in state.items()}))
    return found


MOST_STEPS = 600_000
"""Steps of one question about several attacks, so that an answer comes at once."""


def down(stand: Distribution[Stand]) -> Fraction:
    """The chance of 0 Health."""
    return stand.chance(lambda now: not now.health)


def attacks_needed(health: int, dealt: Numbers) -> Fraction:
    """The mean number of like attacks until 0 Health. An OddsError if they never do damage."""
    bound(health, "points of Health", MOST_HEALTH)
    hits = [(points, weight) for points, weight in dealt.weights.items() if points > 0]
    if not hits:
        raise OddsError("These attacks never do any damage.")
    whole, least = sum(weight for _, weight in hits), min(points for points, _ in hits)
    bound(health * min(len(hits), health), "steps of attacks", MOST_STEPS)
    # How likely it is that hits come to just so much at some time, over powers of the weight of all hits.
    powers = [whole**power for power in range(health // least + 2)]
    passed = [1]
    for sum_of in range(1, health):
        spare = sum_of // least - 1
        passed.append(
            sum(
                [
                    weight * passed[sum_of - points] * powers[spare - (sum_of - points) // least]
                    for points, weight in hits
                    if points <= sum_of
                ]
            )
        )
    most = (health - 1) // least
    needed = sum([ways * powers[most - sum_of // least] for sum_of, ways in enumerate(passed)])
    return Fraction(needed * dealt.total, powers[most] * whole)


class Fighter(NamedTuple):
    """One side of a duel: Health, and the damage of its attack on the other."""

    health: int
    dealt: Numbers


def duel(one: Fighter, other: Fighter, first: Fraction) -> Fraction:
    """The chance that `one` is left standing when both strike in turn; `first` is its chance to begin."""
    bound(one.health * other.health * (len(one.dealt) + len(other.dealt)), "steps of a duel", 300_000)
    if one.dealt.exactly(0) == 1 and other.dealt.exactly(0) == 1:
        raise OddsError("Neither of them ever does any damage.")

    mine, theirs = _hits(one.dealt), _hits(other.dealt)
    miss, spared = one.dealt.weights.get(0, 0), other.dealt.weights.get(0, 0)
    whole = one.dealt.total * other.dealt.total - miss * spared
    my_least, their_least = min([each[0] for each in mine], default=1), min([each[0] for each in theirs], default=1)

    def turns(me: int, it: int) -> int:
        """How many turns with a hit there may still be: the chances are over that power of `whole`."""
        return (me - 1) // their_least + (it - 1) // my_least + 1

    powers = [whole**power for power in range(turns(one.health, other.health) + 1)]
    begin: dict[tuple[int, int], int] = {}
    answer: dict[tuple[int, int], int] = {}
    for me in range(1, one.health + 1):
        for it in range(1, other.health + 1):
            power = turns(me, it) - 1
            hit = hurt = 0
            for points, weight in mine:
                left = it - points
                after = answer[me, left] * powers[power - turns(me, left)] if left > 0 else powers[power]
                hit += weight * after
            for points, weight in theirs:
                left = me - points
                if left > 0:
                    hurt += weight * begin[left, it] * powers[power - turns(left, it)]
            begin[me, it] = other.dealt.total * hit + miss * hurt
            answer[me, it] = one.dealt.total * hurt + spared * hit
    at, of = (one.health, other.health), powers[turns(one.health, other.health)]
    return first * Fraction(begin[at], of) + (1 - first) * Fraction(answer[at], of)


def _hits(dealt: Numbers) -> list[tuple[int, int]]:
    return [(points, weight) for points, weight in dealt.weights.items() if points > 0]


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
    marks = [each.target.marks for each in targets]
    marked = {kind for each in marks for kind in (*each.resistances, *each.weaknesses, *each.immunities)}
    plain = [part for part in parts if part.type not in marked]  # nobody minds what of these it is
    groups = [[part] for part in parts if part.type in marked] + ([plain] if plain else [])
    totals: Distribution[tuple[int, ...]] = sure(())
    for group in groups:
        dice = total_of(part.size for part in group for _ in range(part.dice))
        bound(len(totals) * len(dice), "ways the damage can fall", MOST_WAYS)
        one = dice.plus(sum(part.flat for part in group))
        totals = totals.combine(one, lambda before, new: (*before, new))

    def drops(amounts: tuple[int, ...]) -> bool:
        dealt = [(group[0].type, amount) for group, amount in zip(groups, amounts, strict=True)]
        return all(
            sum(points for _, points in m.damage_taken(dealt, each.target.marks, each.target.grouping)) >= each.health
            for each in targets
        )

    return totals.chance(drops)


MOST_WAYS = 20_000


def at_least_once(chance: Fraction, times: int) -> Fraction:
    """The chance that something happens at least once."""
    return 1 - yes_or_no(chance).exactly(False) ** times
