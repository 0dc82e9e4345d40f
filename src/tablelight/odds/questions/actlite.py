"""What can be asked about Actlite's rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from tablelight.odds import actlite as a
from tablelight.odds.actlite import m
from tablelight.odds.answer import Answer, Figure, chance, mean, number_table
from tablelight.odds.asking import Given, Input, Question
from tablelight.odds.distribution import Distribution, Numbers

SCORE = Input("score", "number", "the score that is added", least=-20, most=50)
DC = Input("dc", "number", "the difficulty; meeting it is enough", needed=True, least=-20, most=100)
NET = Input("net", "number", "net advantage; below 0 for disadvantage", least=-a.MOST_ADVANTAGE, most=a.MOST_ADVANTAGE)
WANT = Input(
    "pick", "word", "what to pick for under advantage", words=("highest", "sixes", "matching"), default="highest"
)
SURE = Input("sure", "flag", "a sure hit: the dice are only for triggers")
TIMES = Input("times", "number", "how often it is tried", least=1, most=100, default="1")

PICKS = {
    "highest": "Under advantage the two highest dice are picked.",
    "sixes": "Under advantage a pair is picked that succeeds, then one with the most sixes, then the highest.",
    "matching": "Under advantage a pair is picked that succeeds, then one that matches, then the highest.",
}


def _want(given: Given) -> a.Want:
    return cast("a.Want", given.word("pick"))


def _tries(name: str, once: Fraction, times: int) -> tuple[Figure, ...]:
    return (chance(f"{name} in {times} tries", 1 - (1 - once) ** times),) if times > 1 else ()


# ------------------------------------------------------------------ checks and attacks


def check(given: Given) -> Answer:
    """A check and its triggers."""
    score, dc, net = given.number("score"), given.number("dc"), given.number("net")
    checked = a.check(score, dc, net, _want(given), given.flag("sure"))
    sixes, matching = a.triggers(checked, "on 6"), a.triggers(checked, "on matching")
    success, times = 1 - checked.exactly(None), given.number("times")
    points = given.number("poison")
    poison = (
        (mean("mean poison damage", sixes.expect(lambda count: m.poison_damage(count * points))),) if points else ()
    )
    total = Numbers.of(a.counted(net, score, dc, _want(given)).map(lambda two: sum(two) + score))
    return Answer(
        (
            chance("success", success),
            chance("failure", 1 - success),
            chance("on 6", sixes.at_least(1)),
            chance("on 6 twice", sixes.at_least(2)),
            mean("mean sixes", sixes.mean()),
            chance("matching", matching.at_least(1)),
            *_tries("success", success, times),
            *_tries("on 6", sixes.at_least(1), times),
            *poison,
        ),
        (number_table("total", total),),
        PICKS[_want(given)] if net > 0 else "",
        total,
        "total",
    )


CHECK = Question(
    "check",
    "A check or an attack roll, and what it triggers.",
    (
        DC,
        SCORE,
        NET,
        WANT,
        SURE,
        TIMES,
        Input("poison", "number", "each 'on 6' inflicts so much poison: the damage that it does", most=100),
    ),
    "check --score 1 --dc 8 --net 1 --pick sixes",
    check,
)


def damage(given: Given) -> Answer:
    """Damage of an attack that gets through armor."""
    bypass: m.When | None = "at least one 6" if given.flag("bypass") else None
    blow = a.Blow(given.number("score"), given.dice("damage"), given.number("flat"), bypass)
    points = a.damage(
        blow, given.number("dc"), given.number("net"), given.number("armor"), _want(given), given.flag("sure")
    )
    hit = a.success(blow.score, given.number("dc"), given.number("net"))
    return Answer(
        (
            chance("hit", Fraction(1) if given.flag("sure") else hit),
            mean("mean damage", points.mean()),
            mean("variance of damage", points.variance()),
            chance("any damage", points.at_least(1)),
        ),
        (number_table("damage", points),),
        PICKS[_want(given)] if given.number("net") > 0 else "",
        points,
        "damage",
    )


DAMAGE = Question(
    "damage",
    "Damage of one attack.",
    (
        Input("damage", "dice", "the damage dice", True, True),
        DC._replace(about="the passive score of the target"),
        SCORE._replace(about="the score to hit"),
        NET,
        Input("flat", "number", "flat damage", most=100),
        Input("armor", "number", "the armor's reduction", most=100),
        Input("bypass", "flag", "at least one 6 bypasses armor by the score to hit"),
        WANT,
        SURE,
    ),
    "damage d8 --score 2 --dc 7 --armor 3 --bypass",
    damage,
)


def pick(given: Given) -> Answer:
    """Which pair to pick."""
    faces = given.numbers("faces")
    if len(faces) < m.CHECK_DICE or any(not 1 <= face <= m.DIE for face in faces):
        raise given.wrong("faces", f"give two faces or more, each from 1 to {m.DIE}.")
    worth = _worth(given)
    found = a.best_pairs(faces, given.number("score"), given.number("dc"), worth)
    mean_worth = a.value_of_picking(given.number("score"), given.number("dc"), len(faces) - m.CHECK_DICE, worth)
    return Answer(
        (
            mean("best", found[0][1]),
            *(mean(f"{high} and {low}", value) for (high, low), value in found),
            mean("mean before the throw", mean_worth),
        ),
        objective=f"The highest worth: {worth.success} for a success, {worth.six} for each six, "
        f"{worth.matching} for a matching pair.",
    )


def _worth(given: Given) -> a.Worth:
    return a.Worth(
        given.fraction("worth"),
        given.fraction("six"),
        given.fraction("matching"),
    )


PICK = Question(
    "pick",
    "Which pair to pick under advantage.",
    (
        Input("faces", "numbers", "what the dice show", True, True, most=6),
        DC,
        SCORE,
        Input("worth", "fraction", "what a success is worth", default="1"),
        Input("six", "fraction", "what each six is worth", default="0"),
        Input("matching", "fraction", "what a matching pair is worth", default="0"),
    ),
    "pick '6 4 4' --dc 8 --six 1/2 --matching 2",
    pick,
)


# ------------------------------------------------------------------ contests


def contest(given: Given) -> Answer:
    """A contest of two scores."""
    ends = a.contest(given.number("score"), given.number("against"), given.number("net"), given.number("their-net"))
    return Answer(
        (
            chance("won", ends.won),
            chance("tie", ends.tie),
            chance("lost", ends.lost),
            chance("not won", 1 - ends.won),
            chance("won with ties rolled again", ends.won / (1 - ends.tie)),
        )
    )


AGAINST = Input("against", "number", "the other score", least=-20, most=50)
CONTEST = Question(
    "contest",
    "A contest of two scores.",
    (SCORE, AGAINST, NET, NET._replace(name="their-net", about="the other's net advantage")),
    "contest --score 2 --against 1",
    contest,
)


def push(given: Given) -> Answer:
    """Whether to pay for the contest against a push."""
    worth, price = given.fraction("worth"), given.fraction("price")
    score, other = given.number("score"), given.number("against")
    return Answer(
        (
            chance("pushed", 1 - a.contest(score, other).won),
            mean("gain of contesting", a.contest_push(score, other, worth, price)),
        ),
        objective=f"The highest mean of {worth} for staying where one is, less {price} for the {m.REACTION_AP} AP.",
    )


PUSH = Question(
    "push",
    "Whether to pay 1 AP to contest a push.",
    (
        SCORE._replace(about="the target's STR"),
        AGAINST._replace(about="the attacker's STR"),
        Input("worth", "fraction", "what it is worth not to be moved", default="1"),
        Input("price", "fraction", "what the AP is worth", default="0"),
    ),
    "push --score 2 --against 1 --worth 3 --price 1",
    push,
)


def grapple(given: Given) -> Answer:
    """A grapple and one attempt to break free."""
    strength, theirs = given.number("score"), given.number("against")
    held = a.grappled(strength, given.number("dc"), theirs)
    return Answer(
        (
            chance("grappled", a.success(strength, given.number("dc"))),
            chance("held after one escape", held),
            chance("an escape works", a.contest(theirs, strength).won),
        )
    )


GRAPPLE = Question(
    "grapple",
    "A grapple, and one attempt to break free.",
    (
        DC._replace(about="the target's passive AGI"),
        SCORE._replace(about="the grappler's STR"),
        AGAINST._replace(about="the target's STR"),
    ),
    "grapple --score 2 --dc 7 --against 1",
    grapple,
)


def sneak(given: Given) -> Answer:
    """One roll past several watchers."""
    watchers = given.numbers("watchers")
    return Answer((chance("nobody notices", a.sneaks(given.number("score"), watchers, given.number("net"))),))


SNEAK = Question(
    "sneak",
    "One stealth roll past several watchers.",
    (SCORE, Input("watchers", "numbers", "their PER scores", True, True, least=-20, most=50), NET),
    "sneak '-1 0 1' --score 1",
    sneak,
)


# ------------------------------------------------------------------ the deck


def deck(given: Given) -> Answer:
    """Whose cards come first."""
    hands = given.numbers("hands") or (m.CARDS,) * given.number("characters")
    ours = given.number("ours")
    if ours > len(hands):
        raise given.wrong("ours", f"only {len(hands)} characters have cards.")
    cards = a.Deck(hands, ours)
    figures = [
        chance("one of ours comes first", a.before_others(cards)),
        chance("all of ours before any other", a.all_before_others(cards)),
        mean("mean place of our first card", a.first_position(cards)),
    ]
    if given.has("first"):
        first = min(given.number("first"), cards.cards)
        mine = a.among_first(cards, first)
        figures += [
            chance("at least one of ours", mine.at_least(1)),
            chance("all cards of ours", mine.exactly(cards.mine)),
            chance("only ours", mine.exactly(first)),
            chance("each of ours", a.everybody_among_first(cards, first)),
        ]
    return Answer(tuple(figures))


DECK = Question(
    "deck",
    "Whose cards are dealt when.",
    (
        Input("hands", "numbers", "cards of each character in the deck", most=60),
        Input("characters", "number", "or how many characters, with three cards each", least=1, most=16, default="2"),
        Input("ours", "number", "how many of them, from the first, are 'ours'", least=1, most=16, default="1"),
        Input("first", "number", "also ask about the first so many cards", most=400),
    ),
    "deck --characters 6 --ours 1 --first 4",
    deck,
)


def hold(given: Given) -> Answer:
    """Act now, or hold the card."""
    awaited, spoilers = given.number("awaited"), given.number("spoilers")
    now, later = given.fraction("now"), given.fraction("later")
    in_time = a.before_others(a.Deck((awaited, spoilers))) if awaited else Fraction(0)
    return Answer(
        (
            chance("the awaited card comes in time", in_time),
            mean("gain of holding", a.hold(awaited, spoilers, now, later)),
        ),
        objective=f"The highest mean worth of the act: {now} at once, {later} after the awaited card, in time.",
    )


HOLD = Question(
    "hold",
    "Whether to act now or to hold a card until somebody else has had one.",
    (
        Input("awaited", "number", "cards in the deck of the one awaited", needed=True, most=60),
        Input("spoilers", "number", "cards in the deck of those who must not come first", most=60),
        Input("now", "fraction", "what the act is worth now", default="1"),
        Input("later", "fraction", "what it is worth after that card", default="1"),
    ),
    "hold --awaited 2 --spoilers 3 --now 2 --later 6",
    hold,
)


# ------------------------------------------------------------------ dying


def dying(given: Given) -> Answer:
    """Rolls on a consequence table."""
    name, rolls = given.listed("table"), given.number("rolls")
    after = a.dying(name, rolls, given.number("bleed"), given.number("max-crit"))
    ends = a.fate(name)
    in_time = after.map(lambda now: now.state)
    marks = [
        figure
        for mark, share in ends.marked.items()
        for figure in (
            chance(f"stabilized with {mark}", share),
            chance(f"stabilized without {mark}", ends.stabilized - share),
        )
    ]
    return Answer(
        (
            chance("stabilized in the end", ends.stabilized),
            mean("mean rolls", ends.rolls),
            chance("stabilized without any mark", ends.clean),
            *marks,
            chance(f"stabilized after {rolls}", in_time.exactly("stabilized")),
            chance(f"open after {rolls}", in_time.exactly("open")),
            chance(f"alive after {rolls}", 1 - in_time.exactly("dead")),
        )
    )


DYING = Question(
    "dying",
    "Rolls on a consequence table until stabilized or dead.",
    (
        Input("table", "text", "the table's id, such as generic-d6", True, True, listed=a.consequence_tables),
        Input("rolls", "number", "after how many rolls to look", least=1, most=60, default="1"),
        Input("bleed", "number", "damage at each round begin", most=20),
        Input("max-crit", "number", "maximum crit health", least=1, most=20, default=str(m.DEFAULT_CRIT)),
    ),
    "dying generic-d6 --rolls 3",
    dying,
)


def party(given: Given) -> Answer:
    """The party table."""
    lives = a.party_lives(given.number("members"))
    return Answer(
        (chance("somebody lives", lives.at_least(1)), mean("mean survivors", lives.mean())),
        (number_table("survivors", lives),),
        main=lives,
        counts="survivors",
    )


PARTY = Question(
    "party",
    "The party table, when everybody is down.",
    (Input("members", "number", "how many there are", least=1, most=20, default="4"),),
    "party --members 4",
    party,
)


def fall(given: Given) -> Answer:
    """Health after a fall."""
    crit = given.number("crit")
    after = a.fall(given.number("spaces"), m.Health(crit, given.number("standard")))
    dead = after.chance(lambda health: m.is_dead(health.crit, crit))
    down = after.chance(lambda health: health.crit <= 0)
    lost = Numbers.of(after.map(lambda health: crit - health.crit))
    return Answer(
        (chance("dead", dead), chance("down but alive", down - dead), chance("still up", 1 - down)),
        (number_table("crit health lost", lost),),
        main=lost,
        counts="crit health lost",
    )


FALL = Question(
    "fall",
    "A fall at full health.",
    (
        Input("spaces", "number", "how many spaces", True, True),
        Input("crit", "number", "crit health", least=1, most=20, default=str(m.DEFAULT_CRIT)),
        Input("standard", "number", "standard health", most=100, default=str(m.DEFAULT_STANDARD)),
    ),
    "fall 40 --crit 2 --standard 6",
    fall,
)


# ------------------------------------------------------------------ the rest


def buy(given: Given) -> Answer:
    """Several goods bought with CASH."""
    level, times = given.number("level"), given.number("times")
    after = a.purchases(level, (given.number("price"),) * times, given.number("score"), given.number("dc"))
    levels = Numbers.of(after.map(lambda now: now.level))
    return Answer(
        (
            chance("level kept", levels.exactly(level)),
            chance("all bought", after.chance(lambda now: now.bought == times)),
            mean("mean level", levels.mean()),
        ),
        (number_table("CASH level afterwards", levels),),
        main=levels,
        counts="level",
    )


BUY = Question(
    "buy",
    "Goods of one level bought one after another with CASH.",
    (
        Input("level", "number", "the CASH level", needed=True, least=m.LOWEST_CASH, most=m.HIGHEST_CASH),
        Input("price", "number", "the goods' level", needed=True, least=1, most=m.HIGHEST_CASH),
        SCORE._replace(about="SOC or BARTER"),
        DC._replace(needed=False, about="the seller's passive SOC", default=str(m.passive(0))),
        TIMES._replace(about="how many goods", most=20),
    ),
    "buy --level 9 --price 8 --score 1 --dc 6 --times 3",
    buy,
)


def injury(given: Given) -> Answer:
    """Injuries after rests."""
    left = a.injuries_left(given.number("injuries"), given.number("rests"))
    return Answer(
        (chance("all gone", left.exactly(0)), mean("mean injuries left", left.mean())),
        (number_table("injuries left", left),),
        main=left,
        counts="injuries left",
    )


INJURY = Question(
    "injury",
    "Injuries left after rests with full crit health.",
    (
        Input("injuries", "number", "how many injuries", least=1, most=20, default="1"),
        Input("rests", "number", "how many rests", least=1, most=20, default="1"),
    ),
    "injury --injuries 2 --rests 2",
    injury,
)


def learn(given: Given) -> Answer:
    """Learning a hex."""
    days = given.number("days")
    return Answer(
        (chance("learned", a.learned(given.number("base"), given.number("parts"), given.number("score"), days)),)
    )


LEARN = Question(
    "learn",
    "Learning a hex with one attempt a day.",
    (
        Input("base", "number", "the base DC", needed=True, most=100),
        Input("parts", "number", "how many hexes are combined in it", least=1, most=20, default="1"),
        SCORE._replace(about="WIL"),
        Input("days", "number", "how many days", least=1, most=100, default="1"),
    ),
    "learn --base 5 --parts 2 --score 2 --days 3",
    learn,
)


def archetype(given: Given) -> Answer:
    """Skills from an archetype table."""
    known = given.numbers("known")
    size, rolls = given.number("size"), given.number("rolls")
    bound_rolls: Distribution[frozenset[int]] = a.skills(known, rolls, size, given.flag("higher"))
    return Answer(
        tuple(
            chance(f"skill {entry}", bound_rolls.chance(lambda now, entry=entry: entry in now))
            for entry in range(1, size + 1)
            if entry not in known
        )
    )


ARCHETYPE = Question(
    "archetype",
    "Which skills rolls on an archetype table bring.",
    (
        Input("known", "numbers", "entries already known", least=1, most=12),
        Input("size", "number", "how many entries the table has", least=1, most=12, default=str(m.DIE)),
        Input("rolls", "number", "how many rolls", least=1, most=12, default="1"),
        Input("higher", "flag", "a known entry gives the next higher one (option duplicate-direction)"),
    ),
    "archetype --known '2 3'",
    archetype,
)

QUESTIONS = (
    CHECK, DAMAGE, PICK, CONTEST, PUSH, GRAPPLE, SNEAK, DECK, HOLD, DYING, PARTY, FALL, BUY, INJURY, LEARN, ARCHETYPE,
)  # fmt: skip
