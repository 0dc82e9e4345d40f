"""What can be asked about Forgelight's rolls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import cast

from tablelight.odds import forgelight as f
from tablelight.odds.answer import Answer, Figure, chance, mean, number_table, word_table
from tablelight.odds.asking import Given, Input, Question
from tablelight.odds.distribution import Numbers
from tablelight.odds.forgelight import m
from tablelight.odds.work import MOST_DICE, MOST_SIDES, OddsError

MODIFIER = Input("modifier", "number", "what is added to the d20", least=-20, most=100)
HIT_SCORE = Input("hit-score", "number", "the Hit Score, which must be beaten", least=-20, most=200)
WAYS = (
    Input("advantage", "number", "sources of Advantage", most=20),
    Input("disadvantage", "number", "sources of Disadvantage", most=20),
    Input(
        "mixing",
        "word",
        "how both together count (option advantage-mixing)",
        words=("cancel", "majority"),
        default="cancel",
    ),
)
NUMBER = Input("number", "number", "the Power Roll number", least=2, most=m.D20, default=str(m.POWER_ROLL))
TIMES = Input("times", "number", "how many such attacks", least=1, most=40, default="1")
MARKS = (
    Input("resist", "text", "damage types that the target resists"),
    Input("weak", "text", "damage types that it is weak to"),
    Input("immune", "text", "damage types that it is immune to"),
    Input("per-part", "flag", "each part is halved by itself (option resistance-grouping)"),
    Input("flat-crit", "flag", "flat damage counts for a critical hit (option crit-flat-bonus)"),
)
PARTS = Input("damage", "text", "damage such as '2d8 Sharp, 1d4+1 Ice'", True, True)
EXTRA = Input("extra", "number", "extra damage dice on a Power Roll", most=20)
ORDER = Input(
    "ties",
    "word",
    "who acts first on a tie (option initiative-ties)",
    words=("agility-then-rolloff", "players-first", "rolloff"),
    default="agility-then-rolloff",
)


# ------------------------------------------------------------------ reading


def _way(given: Given) -> m.Edge:
    return m.edge(given.number("advantage"), given.number("disadvantage"), given.word("mixing"))


def _aim(given: Given) -> f.Aim:
    return f.Aim(given.number("modifier"), given.number("hit-score"), _way(given), given.number("number"))


def _types(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in re.findall(r"[A-Za-z]+", text))


def _target(given: Given) -> f.Target:
    marks = m.Marks(_types(given.text("resist")), _types(given.text("weak")), _types(given.text("immune")))
    return f.Target(
        marks,
        "per-part" if given.flag("per-part") else "per-type",
        "include" if given.flag("flat-crit") else "dice-only",
    )


_PART = re.compile(r"\s*(\d{0,6}d\d{1,6}(?:\+\d{1,6})?|\d{1,6})\s+([A-Za-z]+)\s*(?:[,+]|$)")


def parts_of(text: str, name: str = "damage") -> tuple[m.Part, ...]:
    """Damage parts such as `2d8 Sharp, 1d4+1 Ice`; a mistake is told with its place."""
    found: list[m.Part] = []
    at = 0
    while at < len(text):
        match = _PART.match(text, at)
        if not match:
            raise OddsError(f"{name}: write dice and a type, such as 2d8 Sharp.", text, at, name)
        try:
            dice, size, flat = m.parse_dice(match[1])
        except ValueError as error:
            raise OddsError(f"{name}: {error}.", text, match.start(1), name) from error
        if dice > MOST_DICE or size > MOST_SIDES:
            message = f"{name}: at most {MOST_DICE:,} dice of {MOST_SIDES:,} sides."
            raise OddsError(message, text, match.start(1), name)
        found.append(m.Part(dice, size, match[2].lower(), flat))
        at = match.end()
    if not found:
        raise OddsError(f"{name}: write dice and a type, such as 2d8 Sharp.", text, 0, name)
    return tuple(found)


def _blow(given: Given) -> f.Blow:
    return f.Blow(parts_of(given.text("damage")), given.number("extra"), given.number("fall"))


# ------------------------------------------------------------------ attacks


def attack(given: Given) -> Answer:
    """Attack Rolls: hits, critical hits, Power Rolls."""
    aim = _aim(given)
    aims = _aims(given, aim)
    one, all_of_them = f.attack(aim), f.count_of(aims)
    hit, effect = one.chance(lambda landed: landed.hit), one.chance(lambda landed: landed.effect)
    hits = Numbers.of(all_of_them.map(lambda each: each[0]))
    return Answer(
        (
            chance("hit", hit),
            chance("critical", one.chance(lambda landed: landed.critical)),
            chance("Power Roll", one.chance(lambda landed: landed.power)),
            chance("Power Roll takes effect", effect),
            *((chance("Power Roll if it hits", effect / hit),) if hit else ()),
            chance("any critical", all_of_them.chance(lambda each: each[1] > 0)),
            chance("no critical", all_of_them.chance(lambda each: not each[1])),
            chance("any Power Roll effect", all_of_them.chance(lambda each: each[2] > 0)),
            mean("mean hits", hits.mean()),
        ),
        (number_table("hits", hits),),
        main=hits,
        counts="hits",
    )


def _aims(given: Given, aim: f.Aim) -> list[f.Aim]:
    ways = given.text("ways").split()
    for way in ways:
        if way not in ("plain", "advantage", "disadvantage"):
            raise given.wrong("ways", f"{way[:20]!r} is none of plain, advantage, disadvantage.")
    aims = [aim._replace(way=cast("m.Edge", way)) for way in ways] or [aim] * given.number("times")
    also = given.maybe("also")
    return [each for one in aims for each in ([one] if also is None else [one, one._replace(modifier=also)])]


ATTACK = Question(
    "attack",
    "Attack Rolls: hits, critical hits, Power Rolls.",
    (
        MODIFIER,
        HIT_SCORE,
        *WAYS,
        NUMBER,
        TIMES,
        Input("ways", "text", "or several attacks, each plain, advantage or disadvantage"),
        Input(
            "also", "number", "after each one an attack with this modifier, as with two weapons", least=-20, most=100
        ),
    ),
    "attack --modifier 3 --hit-score 14 --advantage 1",
    attack,
)


def damage(given: Given) -> Answer:
    """Damage of one or several attacks."""
    aim, blow, target = _aim(given), _blow(given), _target(given)
    one = f.damage_if(aim, blow, target, given.word("given"))
    dealt = one.times(given.number("times"))
    figures = [
        mean("mean damage", dealt.mean()),
        mean("variance of damage", dealt.variance()),
        chance("any damage", dealt.at_least(1)),
    ]
    if given.has("versus"):
        other = f.damage_if(aim, f.Blow(parts_of(given.text("versus"), "versus")), target, given.word("given"))
        figures.append(mean("mean damage above the other", one.mean() - other.mean()))
    return Answer(tuple(figures), (number_table("damage", dealt),), main=dealt, counts="damage")


DAMAGE = Question(
    "damage",
    "Damage of one or several like attacks, or of a hit.",
    (
        PARTS,
        MODIFIER,
        HIT_SCORE,
        *WAYS,
        NUMBER,
        EXTRA,
        Input("fall", "number", "feet that the target falls on a Power Roll", most=2_000),
        *MARKS,
        Input("given", "word", "only hits, critical hits, or plain hits", words=("hit", "critical", "plain")),
        TIMES,
        Input("versus", "text", "other damage to compare the mean with"),
    ),
    'damage "2d8 Sharp" --modifier 3 --hit-score 14',
    damage,
)


def turn(given: Given) -> Answer:
    """Two kinds of attacks in one turn."""
    first = f.Swing(_aim(given), _blow(given), given.flag("sets-up"))
    modifier = given.number("then-modifier" if given.has("then-modifier") else "modifier")
    blow = f.Blow(parts_of(given.text("then"), "then")) if given.has("then") else first.blow
    second = f.Swing(first.aim._replace(modifier=modifier), blow)
    dealt = f.turn((first, second), _target(given))
    return Answer(
        (mean("mean damage", dealt.mean()), mean("variance of damage", dealt.variance())),
        (number_table("damage", dealt),),
        main=dealt,
        counts="damage",
    )


TURN = Question(
    "turn",
    "Damage of a turn of two attacks that differ.",
    (
        PARTS,
        MODIFIER,
        HIT_SCORE,
        *WAYS,
        NUMBER,
        EXTRA,
        Input("then", "text", "damage of the second attack; else the same"),
        MODIFIER._replace(name="then-modifier", about="the second attack's modifier; else the same"),
        Input("sets-up", "flag", "the first one's Power Roll gives Advantage on the second"),
        *MARKS,
    ),
    'turn "2d8 Sharp" --modifier 4 --hit-score 15 --then "1d6 Sharp" --then-modifier 2',
    turn,
)


def kill(given: Given) -> Answer:
    """How many attacks bring a target to 0 Health."""
    swing, target = f.Swing(_aim(given), _blow(given)), _target(given)
    health, attacks = given.number("health"), given.number("attacks")
    stands = f.standing(health, swing, target, attacks, given.flag("active"))
    down = [f.down(stand) for stand in stands]
    figures = [chance("down in time", down[-1]), chance("down at the last attack", down[-1] - down[-2])]
    if not given.flag("active"):
        figures.append(mean("mean attacks", f.attacks_needed(health, f.damage(swing.aim, swing.blow, target))))
    rows = {str(at): share for at, share in enumerate(down) if at}
    return Answer(tuple(figures), (word_table("down after so many attacks", rows),))


KILL = Question(
    "kill",
    "How many like attacks bring a target to 0 Health.",
    (
        PARTS,
        Input("health", "number", "its Health", needed=True, least=1, most=f.MOST_HEALTH),
        MODIFIER,
        HIT_SCORE,
        *WAYS,
        NUMBER,
        EXTRA,
        Input("attacks", "number", "how many attacks", least=1, most=100, default="1"),
        Input("active", "flag", "an Active card gives its marks; a critical hit ends it before its damage"),
        *MARKS,
    ),
    'kill "2d8 Sharp" --health 20 --modifier 3 --hit-score 14 --attacks 3',
    kill,
)


def duel(given: Given) -> Answer:
    """Two beings that strike in turn."""
    mine = f.damage(f.Aim(given.number("modifier"), given.number("their-hit-score")), _blow(given))
    their_aim = f.Aim(given.number("their-modifier"), given.number("hit-score"))
    theirs = f.damage(their_aim, f.Blow(parts_of(given.text("their-damage"), "their-damage")))
    ours, enemy = f.Being(given.number("agility")), f.Being(given.number("their-agility"), "foes")
    first = f.all_before([ours], [enemy], given.word("ties"))
    one, other = f.Fighter(given.number("health"), mine), f.Fighter(given.number("their-health"), theirs)
    return Answer(
        (
            chance("won", f.duel(one, other, first)),
            chance("first to act", first),
            chance("won if first", f.duel(one, other, Fraction(1))),
            chance("won if second", f.duel(one, other, Fraction(0))),
        )
    )


def _theirs(wanted: Input) -> Input:
    return wanted._replace(name=f"their-{wanted.name}", about=f"the other's: {wanted.about}", place=False)


HEALTH = Input("health", "number", "Health", needed=True, least=1, most=f.MOST_HEALTH)
AGILITY = Input("agility", "number", "Agility, for initiative", least=-20, most=50)
OWN = (PARTS, HEALTH, HIT_SCORE, MODIFIER, AGILITY)
DUEL = Question(
    "duel",
    "Two beings roll initiative and strike in turn, once each turn, until one is at 0 Health.",
    (*OWN, *(_theirs(wanted) for wanted in OWN), ORDER),
    'duel "1d6 Sharp" --health 8 --hit-score 12 --modifier 3 --agility 1 --their-damage "1d8 Force" '
    "--their-health 7 --their-hit-score 13 --their-modifier 2 --their-agility 2",
    duel,
)


# ------------------------------------------------------------------ decisions


_CARD = re.compile(
    r"\s*([^:;]+):\s*(\d)\s*AP(?:,\s*(\d{1,3})\s*stamina)?(?:,\s*x(\d))?,\s*([+-]\d{1,3})\s+([^;]+)(?:;|$)"
)


def best(given: Given) -> Answer:
    """Which cards to play this turn."""
    cards = _cards(given)
    points, stamina = given.number("points"), given.number("stamina")
    play = f.best_turn(cards, points, stamina)
    listed: Sequence[Figure] = [mean(f"{card.name}, mean damage", card.mean) for card in cards]
    return Answer(
        (mean(f"best: {' + '.join(play.cards) or 'none'}", play.mean), *listed),
        objective=f"The highest mean damage this turn with {points} Action Points and {stamina} Stamina.",
    )


def _cards(given: Given) -> list[f.Card]:
    text, target = given.text("cards"), _target(given)
    found: list[f.Card] = []
    at = 0
    while at < len(text):
        match = _CARD.match(text, at)
        if not match:
            raise given.wrong("cards", "write each as 'Name: 2 AP, 3 stamina, +4 2d8 Sharp;'.", at)
        aim = f.Aim(int(match[5]), given.number("hit-score"), _way(given), given.number("number"))
        dealt = f.damage(aim, f.Blow(parts_of(match[6].strip(), "cards")), target)
        found.append(f.Card(match[1].strip(), int(match[2]), int(match[3] or 0), dealt.mean(), int(match[4] or 1)))
        at = match.end()
    return found


BEST = Question(
    "best",
    "Which cards to play for the most damage this turn.",
    (
        Input("cards", "text", "each as 'Name: 2 AP, 3 stamina, x2, +4 2d8 Sharp', with ; between", True, True),
        HIT_SCORE,
        Input("points", "number", "Action Points", most=20, default=str(m.ACTION_POINTS)),
        Input("stamina", "number", "Stamina", most=200),
        *WAYS,
        NUMBER,
        *MARKS,
    ),
    'best "Slash: 1 AP, x4, +3 1d8 Sharp; Burst: 2 AP, 3 stamina, +4 3d6 Fire" --hit-score 14 --stamina 5',
    best,
)


def risk(given: Given) -> Answer:
    """Risk It All, or staying down."""
    times, lives = given.number("times"), f.survives_risk(given.number("times"))
    named = {str(fate): share for fate, share in f.fates().chances().items()}
    figures = [chance("survived", lives)]
    if given.has("damage"):
        dealt = f.damage(_aim(given), f.Blow(parts_of(given.text("damage"))), _target(given))
        figures.append(chance("above 0 Health after an attack", f.risk_then_hit(given.number("max-health"), dealt)))
    if given.has("threshold"):
        healed = f.healed_in_time(given.number("skill"), given.number("threshold"))
        figures += [
            chance("staying down, healed in time", healed),
            mean("gain of Risk It All", lives - healed),
        ]
    objective = "The highest chance to live and be awake within the window." if given.has("threshold") else ""
    said = f"{objective} Risk It All {times} times." if objective and times > 1 else objective
    return Answer(tuple(figures), (word_table("fate", named, ("dead", "half", "full")),), said)


RISK = Question(
    "risk",
    "Risk It All, and whether to stay down for a friend's help instead.",
    (
        Input("times", "number", "how often in one fight", least=1, most=20, default="1"),
        PARTS._replace(place=False, needed=False, about="an attack that follows"),
        Input("max-health", "number", "Max Health", least=1, most=f.MOST_HEALTH, default="1"),
        MODIFIER,
        HIT_SCORE,
        *WAYS,
        NUMBER,
        *MARKS,
        Input("skill", "number", "a friend's skill to heal, tried each turn", least=-20, most=50),
        Input("threshold", "number", "the threshold of that check", least=-20, most=200),
    ),
    "risk --skill 2 --threshold 13",
    risk,
)


# ------------------------------------------------------------------ checks, initiative, falls


def check(given: Given) -> Answer:
    """Skill Checks."""
    skills = given.numbers("skill") * given.number("times")
    if not skills:
        raise given.wrong("skill", "give at least one number.")
    compare = "meet" if given.flag("meet") else "beat"
    threshold, way = given.number("threshold"), _way(given)
    one, counted = f.check(skills[0], threshold, way, compare), f.successes(skills, threshold, way, compare)
    won = Numbers.of(counted.map(lambda each: each[0]))
    return Answer(
        (
            chance("success", one.chance(f.succeeds)),
            chance("critical success", one.exactly("critical success")),
            chance("critical failure", one.exactly("critical failure")),
            chance("all succeed", won.exactly(len(skills))),
            chance("any success", won.at_least(1)),
            chance("no critical failure", counted.chance(lambda each: not each[1])),
            mean("mean successes", won.mean()),
        ),
        (number_table("successes", won),),
        main=won,
        counts="successes",
    )


CHECK = Question(
    "check",
    "One or several Skill Checks.",
    (
        Input("skill", "numbers", "the skills that are added, one for each who tries", True, True, least=-20, most=50),
        Input("threshold", "number", "the threshold, which must be beaten", needed=True, least=-20, most=200),
        *WAYS,
        Input("meet", "flag", "meeting it is enough (option threshold-compare)"),
        Input("times", "number", "how often they all try", least=1, most=100, default="1"),
    ),
    "check 4 --threshold 12",
    check,
)


def initiative(given: Given) -> Answer:
    """Who acts first."""
    ties = given.word("ties")
    ours = [f.Being(agility) for agility in given.numbers("ours")]
    theirs = [f.Being(agility, "foes") for agility in given.numbers("theirs")]
    return Answer(
        (
            chance("all of ours first", f.all_before(ours, theirs, ties)),
            chance("exactly this order", f.in_order([*ours, *theirs], ties)),
        )
    )


INITIATIVE = Question(
    "initiative",
    "Who acts before whom, by Agility.",
    (
        Input("ours", "numbers", "Agility of each of ours", True, True, least=-20, most=50),
        Input("theirs", "numbers", "Agility of each of theirs", True, least=-20, most=50),
        ORDER,
    ),
    "initiative '2 1 0' '1'",
    initiative,
)


def fall(given: Given) -> Answer:
    """Damage of a fall."""
    rounding = "started-tens" if given.flag("started-tens") else "full-tens"
    dealt = f.fall(given.number("feet"), _target(given), rounding)
    return Answer(
        (mean("mean damage", dealt.mean()), mean("variance of damage", dealt.variance())),
        (number_table("damage", dealt),),
        main=dealt,
        counts="damage",
    )


FALL = Question(
    "fall",
    "Damage of a fall.",
    (
        Input("feet", "number", "the height in feet", True, True, most=10_000),
        Input("started-tens", "flag", "started tens count (option fall-rounding)"),
        *MARKS,
    ),
    "fall 50 --at-least 20",
    fall,
)


def area(given: Given) -> Answer:
    """An area effect on several targets."""
    parts = parts_of(given.text("damage"))
    targets = [_bystander(text.strip(), given) for text in given.text("targets").split(",")]
    return Answer(
        (
            chance("all drop", f.area_drops(parts, targets, shared=not given.flag("separate"))),
            *(chance(f"target {at} drops", f.area_drops(parts, [each])) for at, each in enumerate(targets, start=1)),
        )
    )


def _bystander(text: str, given: Given) -> f.Bystander:
    match = re.fullmatch(r"(\d{1,4})((?:\s+(?:resists|weak|immune)\s+[A-Za-z]+)*)", text)
    if not match:
        raise given.wrong("targets", "write Health and marks, such as '10, 6 resists Fire'.")
    marks: dict[str, set[str]] = {"resists": set(), "weak": set(), "immune": set()}
    words = match[2].split()
    for word, kind in zip(words[::2], words[1::2], strict=True):
        marks[word].add(kind.lower())
    found = m.Marks(*(frozenset(marks[word]) for word in ("resists", "weak", "immune")))
    return f.Bystander(int(match[1]), f.Target(found))


AREA = Question(
    "area",
    "An area effect on several targets: do they all drop?",
    (
        PARTS,
        Input("targets", "text", "Health and marks of each, such as '10, 6 resists Fire, 18 weak Fire'", needed=True),
        Input("separate", "flag", "each target has a roll of its own (option aoe-damage-roll)"),
    ),
    'area "3d6 Fire" --targets "10, 6 resists Fire, 18 weak Fire"',
    area,
)


def spread(given: Given) -> Answer:
    """Attributes at random."""
    return Answer((chance("legal", f.legal_spread(given.number("attributes"))),))


SPREAD = Question(
    "spread",
    "The chance that Attributes set at random are a legal spread.",
    (Input("attributes", "number", "how many Attributes", least=1, most=40, default="8"),),
    "spread",
    spread,
)


QUESTIONS = (ATTACK, DAMAGE, TURN, KILL, DUEL, BEST, RISK, CHECK, INITIATIVE, FALL, AREA, SPREAD)
