"""Actlite at the table: attacks, checks, contests, the two dice to take, a card to play or to hold.

Whose sheet a seat may not read has numbers that it may not know: for them it assumes what can be set, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tablelight.kernel.offers import GM
from tablelight.odds import actlite as a
from tablelight.odds.at_table.told import (
    Alternative,
    Asked,
    Chances,
    Fact,
    Setting,
    Teller,
    chance,
    mean,
    numbers,
    setting,
)
from tablelight.odds.distribution import Distribution, Numbers, sure, total_of
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.content.pack import dice_of
from tablelight.systems.actlite.flows import attack, checks
from tablelight.systems.actlite.flows.common import controller, is_on
from tablelight.systems.actlite.state import Character, Trigger, reduction, score
from tablelight.systems.actlite.view import reads

AVERAGE = "0"
SCORES = tuple((str(value), f"{value:+d}" if value else "0") for value in range(-2, 7))
ARMOR = tuple((str(value), f"takes {value} off" if value else "none") for value in range(9))
DCS = tuple((str(value), str(value)) for value in range(3, 16))
USUAL_DC = "8"
WORTHS = (
    ("0", "nothing"),
    ("1/4", "a quarter of a success"),
    ("1/2", "half of one"),
    ("1", "one"),
    ("2", "two"),
)


class Known:
    """What one seat knows of others, with what it assumes instead and the settings for that."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.assumed: list[str] = []
        self.settings: list[Setting] = []

    def sheet(self, who: Character) -> bool:
        """Whether the seat may read these numbers."""
        return reads(self.asked.seat, who)

    def value(self, name: str, label: str, choices: Sequence[tuple[str, str]], default: str) -> int:
        """A number that is assumed."""
        wanted = setting(self.asked, name, label, choices, default)
        if wanted not in self.settings:
            self.settings.append(wanted)
        return int(wanted.value)

    def score(self, key: str, attribute: str) -> int | None:
        """Somebody's score; None where they lack it and the seat knows that."""
        who = self.asked.game.state.characters[key]
        if self.sheet(who):
            return score(who, attribute)
        self.assumed.append(f"{who.name}'s {attribute} is not known to you.")
        return self.value("score", f"{attribute} assumed", SCORES, AVERAGE)

    def passive(self, key: str, attribute: str) -> int | None:
        """What a check against somebody has to meet; None for a sure success."""
        value = self.score(key, attribute)
        return None if value is None else m.passive(value)

    def guard(self, key: str) -> int | None:
        """What an attack on somebody has to meet (actlite/armor-replaces-agi)."""
        if self.sheet(self.asked.game.state.characters[key]):
            return attack.guard(self.asked.game.state, key)
        return self.passive(key, "AGI")

    def armor(self, key: str, kind: str) -> int:
        """What somebody's armor takes off."""
        who = self.asked.game.state.characters[key]
        if self.sheet(who):
            return reduction(who, kind)
        self.assumed.append(f"{who.name}'s armor is not known to you.")
        return self.value("armor", "Armor assumed", ARMOR, "0")

    def chances(self, facts: Sequence[Fact], **more: object) -> Chances:
        """Chances with what they rest on."""
        told = Chances(tuple(facts), **more)  # pyright: ignore[reportArgumentType]
        return told._replace(
            assumed=(*dict.fromkeys(self.assumed), *told.assumed), settings=(*self.settings, *told.settings)
        )


# ------------------------------------------------------------------ the dice of a check


class Roll(NamedTuple):
    """A check: what is added, what it has to meet (None: a sure success), advantages less disadvantages, and whether
    triggers look at every die (actlite/trigger-dice)."""

    score: int
    dc: int | None
    net: int
    rolled: bool

    @property
    def success(self) -> Fraction:
        """The chance that it succeeds."""
        return Fraction(1) if self.dc is None else a.success(self.score, self.dc, self.net)

    def good(self, total: int) -> bool:
        """Whether two dice with this total succeed."""
        return self.dc is None or m.succeeds(total, self.score, self.dc)

    def totals(self) -> Numbers:
        """The total with the highest two dice, or with disadvantage the lowest."""
        return Numbers.of(a.counted(self.net, self.score, self.dc or 0).map(sum)).plus(self.score)

    def shown(self, when: m.When | None) -> Distribution[tuple[int, ...] | None]:
        """The faces that triggers look at, None on a failure. Under advantage the two dice are picked for a success
        first, then for the most triggers of this kind, then for the highest total."""

        def read(faces: tuple[int, ...]) -> tuple[int, ...] | None:
            pair = m.lowest_pair(faces) if self.net < 0 else max(m.pairs(faces), key=lambda one: rank(faces, one))
            return m.counted(faces, pair, rolled=self.rolled) if self.good(pair.total) else None

        def rank(faces: tuple[int, ...], pair: m.Pair) -> tuple[bool, int, int]:
            good = self.good(pair.total)
            wanted = m.times(when, m.counted(faces, pair, rolled=self.rolled)) if when and good else 0
            return good, wanted, pair.total

        return _throws(self.net).map(read)

    def times(self, when: m.When) -> Numbers:
        """How often a trigger goes off (actlite/trigger-needs-success)."""
        return Numbers.of(self.shown(when).map(lambda faces: m.times(when, faces) if faces else 0))


@lru_cache(maxsize=32)
def _throws(net: int) -> Distribution[tuple[int, ...]]:
    """What the dice of a check show, of each face at most two: a third changes neither pairs nor triggers."""

    def few(faces: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(face for at, face in enumerate(faces) if faces[:at].count(face) < m.CHECK_DICE)

    return a.throws_of(net).map(few)


def _picked_for(roll: Roll, triggers: Sequence[Trigger]) -> tuple[str, ...]:
    if roll.net <= 0 or roll.rolled or not triggers:
        return ()
    return ("With advantage, each effect's chance is that of picking dice for a success first, then for that effect.",)


def _trigger_facts(roll: Roll, triggers: Sequence[Trigger]) -> list[Fact]:
    """The chance of each extra effect."""
    return [
        chance(f"{checks.effect_words(one.effect)}, {one.when}", roll.times(one.when).at_least(1)) for one in triggers
    ]


def _advantage_words(net: int) -> tuple[str, ...]:
    if not net:
        return ()
    many = abs(net)
    return (f"{many} {'advantage' if net > 0 else 'disadvantage'}{'s'[: many != 1]} counted.",)


# ------------------------------------------------------------------ attacks


def tell_attack(asked: Asked) -> Chances | None:
    """To hit, the extra effects, and the damage after armor."""
    weapon, target = asked.one("weapon"), asked.one("target")
    if weapon is None or target is None:
        return Chances(hint="Choose a weapon and whom to attack, and the chances stand here.")
    who, key, at = weapon.split("/")
    arm = asked.game.state.characters[who].weapons[key]
    blow = attack.Blow(who, target, arm, arm.strikes[int(at)], 0, "", asked.many("decline"))
    return _of_blow(asked, blow)


def tell_grapple(asked: Asked) -> Chances | None:
    """A grapple is an attack with STR that deals no damage."""
    who, target = asked.one("who"), asked.one("target")
    if who is None or target is None:
        return Chances(hint="Choose whom to grapple, and the chances stand here.")
    return _of_blow(asked, attack.grapple_blow(who, target))


def _of_blow(asked: Asked, blow: attack.Blow) -> Chances | None:
    if blow.who == blow.target:
        return Chances(hint="An attack is made on somebody else.")
    game, known = asked.game, Known(asked)
    who = game.state.characters[blow.who]
    bonus = attack.to_hit(game, who, blow.weapon)
    if not isinstance(bonus, int):
        return Chances(hint=bonus.text)
    net = checks.net_advantage(attack.sources(game, blow))
    roll = Roll(bonus, known.guard(blow.target), net, is_on(game, "trigger-dice", "rolled"))
    triggers = attack.triggers(who, blow)
    facts = [chance("hits", roll.success)]
    tables = ()
    if blow.strike.damage:
        hurt = damage(roll, blow, triggers, known.armor(blow.target, blow.strike.type))
        facts += [mean("damage", hurt), chance("no damage", hurt.exactly(0))]
        tables = (numbers("Damage", hurt),)
    facts += _trigger_facts(roll, triggers)
    assumed = (*_advantage_words(net), *_picked_for(roll, triggers))
    return known.chances(facts, tables=tables, assumed=assumed)


def damage(roll: Roll, blow: attack.Blow, triggers: Sequence[Trigger], armor: int) -> Numbers:
    """Damage after armor, 0 on a miss (actlite/armor-reduction, actlite/effect-bypass)."""
    rolled = total_of(dice_of(blow.strike.damage))
    pierces = [trigger for trigger in triggers if trigger.effect.do == "bypass"]

    def through(faces: tuple[int, ...] | None) -> Distribution[int]:
        if faces is None:
            return sure(0)
        bypass = max(0, roll.score) * sum(m.times(one.when, faces) for one in pierces)
        return rolled.map(lambda points: m.reduced(points, armor, bypass))

    return Numbers.of(roll.shown(pierces[0].when if pierces else None).then(through))


# ------------------------------------------------------------------ checks and contests


def tell_check(asked: Asked) -> Chances | None:
    """A check against somebody, or against a DC that the GM will name."""
    who, attribute, target = asked.one("who"), asked.one("attribute"), asked.one("target")
    if who is None or attribute is None:
        return Chances(hint="Choose who makes the check and with what.")
    character = asked.game.state.characters[who]
    if attribute not in character.scores:
        return Chances(hint=checks.lacks(character, attribute).text)
    if target == who:
        return Chances(hint="A check is made against somebody else, or against a DC.")
    known = Known(asked)
    on = "" if target in (None, checks.NOBODY) else target
    if on:
        dc = known.passive(on, asked.one("resist") or "PER")
    else:
        dc = known.value("dc", "DC assumed", DCS, USUAL_DC)
        known.assumed.append("The GM names the DC.")
    limb = asked.one("limb") or checks.NO_LIMB
    net = checks.net_advantage(checks.check_sources(asked.game, who, attribute, on, limb))
    return _of_check(asked, known, Roll(score(character, attribute) or 0, dc, net, _rolled(asked)), character)


def tell_dc(asked: Asked) -> Chances | None:
    """What a DC makes of the check that was declared, for whoever names it."""
    dc = asked.number("dc")
    doing = asked.game.state.doing[-1] if asked.game.state.doing else None
    if dc is None or not doing:
        return None
    roll = Roll(doing.score, dc, checks.net_advantage(doing.sources), _rolled(asked))
    return _of_check(asked, Known(asked), roll, asked.game.state.characters[doing.who])


def _rolled(asked: Asked) -> bool:
    return is_on(asked.game, "trigger-dice", "rolled")


def _of_check(asked: Asked, known: Known, roll: Roll, who: Character) -> Chances:
    triggers = checks.check_triggers(who)
    facts = [chance("success", roll.success), *_trigger_facts(roll, triggers)]
    if roll.dc is not None:
        facts.append(mean("total", roll.totals()))
    assumed = (*_advantage_words(roll.net), *_picked_for(roll, triggers))
    return known.chances(facts, tables=(numbers("Total", roll.totals()),), assumed=assumed)


def tell_stealth(asked: Asked) -> Chances | None:
    """One roll past several watchers."""
    who = asked.one("who")
    watchers = [one for one in asked.many("watchers") if one != who]
    if who is None or not watchers:
        return Chances(hint="Choose past whom.")
    game, known = asked.game, Known(asked)
    character = game.state.characters[who]
    dcs = [dc for one in watchers if (dc := known.passive(one, "PER")) is not None]
    sources = [*checks.own_sources(character, ()), *checks.skill_sources(character, "AGI")]
    roll = Roll(score(character, "AGI") or 0, max(dcs, default=None), checks.net_advantage(sources), _rolled(asked))
    return known.chances([chance("nobody notices", roll.success)], assumed=_advantage_words(roll.net))


def tell_contest(asked: Asked) -> Chances | None:
    """Two totals against each other; or, when somebody is pushed, whether to pay for that."""
    if not asked.offer.fields:
        return tell_push(asked)
    one, other = asked.one("who"), asked.one("against")
    mine, theirs = asked.one("attribute"), asked.one("their")
    if one is None or other is None or mine is None or theirs is None or one == other:
        return Chances(hint="Choose both sides and what they use.")
    known = Known(asked)
    ended = _contest(known, one, other, mine, theirs)
    if not ended:
        return Chances(hint="Whoever lacks the attribute has lost.")
    return known.chances(_contest_facts(ended))


def tell_escape(asked: Asked) -> Chances | None:
    """Breaking free is a STR contest that a tie does not help."""
    who = asked.one("who")
    grappler = next((key for key, on in asked.game.state.grapples.items() if on == who), None)
    if who is None or grappler is None:
        return None
    known = Known(asked)
    ended = _contest(known, who, grappler, "STR", "STR")
    return known.chances([chance("breaks free", _outright(asked, ended))]) if ended else None


def _contest(known: Known, one: str, other: str, mine: str, theirs: str) -> a.Contest | None:
    first, second = known.score(one, mine), known.score(other, theirs)
    if first is None or second is None:
        return None
    people = known.asked.game.state.characters
    nets = [checks.net_advantage(checks.own_sources(people[key], ())) for key in (one, other)]
    return a.contest(first, second, *nets)


def _contest_facts(ended: a.Contest) -> list[Fact]:
    return [chance("wins", ended.won), chance("tie", ended.tie), chance("loses", ended.lost)]


def _outright(asked: Asked, ended: a.Contest) -> Fraction:
    """The chance to win a contest that was paid for; where ties are rolled again, that comes to an end at last
    (actlite/contest-tie)."""
    return ended.won / (1 - ended.tie) if is_on(asked.game, "contest-ties", "redo") else ended.won


def tell_push(asked: Asked) -> Chances | None:
    """Whether to pay 1 AP to contest a push (actlite/effect-push)."""
    doing = asked.game.state.doing[-1] if asked.game.state.doing else None
    if not doing or not doing.target or controller(asked.game.state, doing.target) != asked.seat:
        return None
    known = Known(asked)
    ended = _contest(known, doing.target, doing.who, "STR", "STR")
    if not ended:
        return None
    stays = _outright(asked, ended)
    price = setting(asked, "ap", "1 AP is worth", WORTHS[:4], "1/4")
    pays = stays - Fraction(price.value)
    alternatives = (
        Alternative("Spend 1 AP", (chance("stays", stays), Fact("worth", pays, "mean")), pays > 0),
        Alternative("Be moved", (chance("stays", Fraction(0)), Fact("worth", Fraction(0), "mean")), pays <= 0),
    )
    objective = f"Best: the highest mean worth. Staying where one is counts 1, the AP costs {price.value}."
    told = known.chances([chance("stays", stays)], alternatives=alternatives, objective=objective)
    return told._replace(settings=(*told.settings, price))


# ------------------------------------------------------------------ the two dice to take


def tell_pick(asked: Asked) -> Chances | None:
    """Every pair of a roll under advantage (actlite/advantage-pick)."""
    doing = asked.game.state.doing[-1] if asked.game.state.doing else None
    if not doing or len(doing.faces) < m.CHECK_DICE:
        return None
    six = setting(asked, "six", "Each 6 is worth", WORTHS, "1/2")
    match = setting(asked, "match", "A matching pair is worth", WORTHS, "1/2")
    worth = a.Worth(six=Fraction(six.value), matching=Fraction(match.value))
    dc = doing.dc if doing.dc is not None else -doing.score
    found: list[tuple[str, a.Two, Fraction, tuple[str, ...]]] = []
    for suggestion in asked.offer.suggestions:
        keys = suggestion.args["dice"]
        assert isinstance(keys, tuple)
        two = doing.faces[int(keys[0])], doing.faces[int(keys[1])]
        label = f"{suggestion.label}: {suggestion.note}"
        found.append((label, two, a.pair_worth(two, doing.score, dc, worth), keys))
    best = max((each[2] for each in found), default=Fraction(0))
    alternatives = tuple(
        Alternative(label, (Fact("worth", value, "mean"),), value == best, {"dice": keys})
        for label, _, value, keys in found
    )
    picked = next((value for _, _, value, keys in found if set(keys) == set(asked.many("dice"))), None)
    facts = (Fact("worth", picked, "mean"),) if picked is not None else ()
    objective = f"Best: the most worth. A success counts 1, each 6 of it {six.value}, a matching pair {match.value}."
    return Chances(facts, (), alternatives, objective, settings=(six, match))


# ------------------------------------------------------------------ cards


def tell_hold(asked: Asked) -> Chances | None:
    """Whether to act now, or to hold the card until somebody else has had one (actlite/hold-cards)."""
    state = asked.game.state
    window = state.initiative.open if state.initiative else None
    if not state.initiative or not window:
        return None
    decks = {
        key: pile.deck
        for key, pile in state.initiative.piles.items()
        if key != window.who and pile.deck and (asked.seat == GM or not state.characters[key].hidden)
    }
    if not decks:
        return Chances(hint="Nobody else has a card left in the deck to wait for.")
    mine = state.characters[window.who].kind
    people = {key: state.characters[key] for key in decks}
    friends = [key for key, who in people.items() if who.kind == mine]
    foes = [key for key, who in people.items() if who.kind != mine]
    choices = [(key, people[key].name) for key in (*friends, *foes)]
    awaited = setting(asked, "awaited", "Wait for a card of", choices, choices[0][0])
    later = setting(asked, "later", "Acting after it is worth", LATER, "3/2")
    spoilers = sum(decks[key] for key in foes if key != awaited.value)
    gain = a.hold(decks[awaited.value], spoilers, Fraction(1), Fraction(later.value))
    first = a.before_others(a.Deck((decks[awaited.value], spoilers)))
    alternatives = (
        Alternative("Act now", (Fact("worth", Fraction(1), "mean"),), gain <= 0),
        Alternative("Hold the card", (Fact("worth", 1 + gain, "mean"),), gain > 0),
    )
    name = people[awaited.value].name
    objective = (
        f"Best: the highest mean worth. Acting now counts 1, acting right after {name}'s next card {later.value}; "
        "if a card of another of their side comes first, the moment is gone."
    )
    facts = (chance(f"{name}'s card comes before another foe's", first),)
    return Chances(facts, (), alternatives, objective, settings=(awaited, later))


LATER = (("1", "as much as now"), ("3/2", "half as much again"), ("2", "twice as much"), ("3", "three times as much"))


TELLERS: Mapping[str, Teller] = {
    "attack": tell_attack,
    "grapple": tell_grapple,
    "check": tell_check,
    "dc": tell_dc,
    "stealth": tell_stealth,
    "contest": tell_contest,
    "escape": tell_escape,
    "pick": tell_pick,
    "hold": tell_hold,
}
