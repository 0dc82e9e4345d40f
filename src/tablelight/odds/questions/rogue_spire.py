"""What can be asked about the Rogue Spire's rolls."""

from __future__ import annotations

from fractions import Fraction

from tablelight.odds import rogue_spire as r
from tablelight.odds.answer import Answer, chance, mean, number_table, word_table
from tablelight.odds.asking import Given, Input, Question
from tablelight.odds.distribution import Numbers
from tablelight.odds.rogue_spire import m

DICE = Input("dice", "dice", "the dice in the order in which they are rolled", True, True, sizes=m.SIZES)
TD = Input("td", "number", "the target difficulty; else half of each die's own sides", least=0, most=1_000)
OPTIONS = (
    Input("sum", "flag", "dice are added (option roll-again = sum)"),
    Input("go-on", "flag", "go on after a success until success AND (option roll-again-after-success)"),
    Input("at-maximum", "flag", "success AND also at the highest face (option and-at-maximum)"),
    Input("ties-win", "flag", "a tie counts as a success (option tie-counts-as)"),
)
STOP_AT_TIE = Input("stop-at-tie", "flag", "stop at a tie, too (option success-but)")


def _rules(given: Given) -> r.Rules:
    reading = m.Reading(
        ties_win=given.flag("ties-win"),
        at_maximum=given.flag("at-maximum"),
        adds=given.flag("sum"),
        goes_on=given.flag("go-on"),
    )
    return r.Rules(reading, given.flag("stop-at-tie"))


def action(given: Given) -> Answer:
    """What an action comes to."""
    ended = r.action(given.dice("dice"), given.maybe("td"), _rules(given))
    results = ended.map(lambda attempt: attempt.best)
    points = Numbers.of(ended.map(lambda attempt: attempt.xp))
    return Answer(
        (
            chance("success", ended.chance(r.succeeds)),
            chance("success AND", results.exactly("success-and")),
            chance("plain success", results.exactly("success")),
            chance("tie", results.exactly("tie")),
            chance("tie or better", ended.chance(r.tie_or_better)),
            chance("failure", results.exactly("failure")),
            chance("success with experience", ended.chance(lambda each: r.succeeds(each) and each.xp > 0)),
            mean("mean experience", points.mean()),
            mean("mean dice exhausted", ended.expect(lambda attempt: attempt.dice)),
            mean("mean sides exhausted", ended.expect(lambda attempt: attempt.sides)),
        ),
        (word_table("result", {str(word): share for word, share in results.chances().items()}, m.RANK),),
        main=points,
        counts="experience",
    )


ACTION = Question(
    "action",
    "What an action comes to that rolls its dice in order, each only if it is needed.",
    (DICE, TD, *OPTIONS, STOP_AT_TIE),
    'action "d6 d8" --td 5',
    action,
)


def plan(given: Given) -> Answer:
    """Which die to roll next."""
    cost: r.Cost = "sides" if given.word("least") == "sides" else "dice"
    dice, td, rules = given.dice("dice"), given.maybe("td"), _rules(given)
    best = r.best_plan(dice, td, rules, cost, given.maybe("budget"))
    spent = "the sum of the sides" if cost == "sides" else "the number of dice"
    return Answer(
        (
            chance("success", best.success),
            mean("mean dice exhausted", best.dice),
            mean("mean sides exhausted", best.sides),
            mean("first die", Fraction(best.next)),
        ),
        objective=f"First the highest chance of success, then the lowest mean of {spent} exhausted; "
        "each next die is chosen in view of the results so far.",
    )


PLAN = Question(
    "plan",
    "Which die to roll next: the best chance of success, then the least spent.",
    (
        DICE._replace(about="the ready dice"),
        TD,
        *OPTIONS[:1],
        *OPTIONS[3:],
        Input("least", "word", "what to spend least of", words=("dice", "sides"), default="dice"),
        Input("budget", "number", "the most dice that may be exhausted", most=12),
    ),
    'plan "d4 d6 d8" --td 3 --least sides',
    plan,
)


def push(given: Given) -> Answer:
    """Whether to push on."""
    worth, price = given.fraction("worth"), given.fraction("price")
    gain = r.push_on(given.dice("dice"), given.number("td"), given.number("total"), _rules(given), worth, price)
    return Answer(
        (mean("worth of going on", gain), mean("worth of stopping", Fraction(0))),
        objective=f"The highest mean of {worth} for a success, less {price} for each side of the dice exhausted.",
    )


PUSH = Question(
    "push",
    "Whether to roll on after a die that did not do it, for what a success is worth.",
    (
        DICE._replace(about="the dice still ready"),
        TD._replace(needed=True),
        Input("total", "number", "the total so far, where dice are added"),
        *OPTIONS[:1],
        Input("worth", "fraction", "what a success is worth", default="1"),
        Input("price", "fraction", "what each side of an exhausted die is worth", default="0"),
    ),
    'push "d6 d8" --td 5 --worth 10 --price 1/2',
    push,
)


def rounds(given: Given) -> Answer:
    """Actions in the rounds of an encounter."""
    count = given.number("rounds")
    won = r.rounds(given.dice("dice"), given.dice("strained"), given.number("td"), count, _rules(given))
    return Answer(
        (
            chance("at least one success", won.at_least(1)),
            chance("all succeed", won.exactly(count)),
            mean("mean successes", won.mean()),
        ),
        (number_table("successes", won),),
        main=won,
        counts="successes",
    )


ROUNDS = Question(
    "rounds",
    "Successes in an encounter with one action each round.",
    (
        DICE._replace(about="the dice that are ready in every round, in order"),
        TD._replace(needed=True),
        Input("strained", "dice", "strained dice, rolled after the others and only once", sizes=m.SIZES),
        Input("rounds", "number", "how many rounds", least=1, most=20, default="3"),
        *OPTIONS,
    ),
    'rounds "d6" --strained d8 --td 4 --rounds 3',
    rounds,
)


def experience(given: Given) -> Answer:
    """Experience from dice that are rolled once each, or several times."""
    dice = given.dice("dice") * given.number("times")
    total, limit = given.number("xp"), given.number("limit") if given.has("limit") else 1_000_000
    points = r.experience(dice, total, limit, given.flag("overflow"))
    figures = [
        chance("any experience", points.at_least(1)),
        chance("no experience", points.exactly(0)),
        mean("mean experience", points.mean()),
    ]
    if given.has("limit"):
        figures.append(chance("limit reached", points.at_least(limit - total)))
        if len(given.dice("dice")) == 1:
            figures.append(mean("mean rolls to the limit", r.rolls_to_limit(dice[0], limit, total)))
    return Answer(tuple(figures), (number_table("experience", points),), main=points, counts="experience")


EXPERIENCE = Question(
    "experience",
    "Experience from rolled ones, up to the Next XP limit.",
    (
        DICE._replace(about="the dice, all rolled"),
        Input("times", "number", "how often they are all rolled", least=1, most=200, default="1"),
        Input("xp", "number", "experience before"),
        Input("limit", "number", "the Next XP limit", least=1, most=1_000),
        Input("overflow", "flag", "a gain may go over the limit (option xp-over-limit)"),
    ),
    'experience "d4 d6 d8" --xp 15 --limit 20',
    experience,
)


def death(given: Given) -> Answer:
    """Death's door without help."""
    minutes, people = given.number("minutes"), given.number("people")
    dead = r.dead_within(minutes + (1 if given.flag("at-once") else 0))
    return Answer(
        (
            chance("dead", dead),
            chance("all alive", (1 - dead) ** people),
            chance("somebody dead", 1 - (1 - dead) ** people),
            mean("mean minute of death", r.minutes_to_death(given.flag("at-once"))),
        )
    )


DEATH = Question(
    "death",
    "Death's door without help.",
    (
        Input("minutes", "number", "how many minutes", least=0, most=1_000, default="1"),
        Input("people", "number", "how many people", least=1, most=20, default="1"),
        Input("at-once", "flag", "the first roll comes at once (option first-death-roll)"),
    ),
    "death --minutes 3",
    death,
)


def save(given: Given) -> Answer:
    """A healer for somebody on death's door."""
    lives = 1 - r.dead_within(given.number("after"))
    saved = r.saved(given.dice("dice"), given.dice("wounded")[0], given.number("after"), _rules(given))
    return Answer((chance("saved", saved), chance("still alive when the healer comes", lives)))


SAVE = Question(
    "save",
    "One healing check, by dice in order, for somebody on death's door.",
    (
        DICE._replace(about="the healer's dice in order"),
        Input("wounded", "dice", "the wounded die", needed=True, sizes=m.SIZES),
        Input("after", "number", "after how many death's-door rolls the healer comes", most=1_000),
        *OPTIONS,
    ),
    'save "d8 d6" --wounded d6 --after 1',
    save,
)


def nights(given: Given) -> Answer:
    """Healing by rest, with or without a healer."""
    hurt = r.Hurt(given.dice("wounded"), given.number("strained"))
    way = r.Nights(
        given.dice("healer"),
        given.flag("tie-heals"),
        "free-die" if given.flag("free-die") else "wounded-die",
        _rules(given),
    )
    healed = [chance(f"a wounded d{sides} heals by itself", r.natural(sides, way)) for sides in sorted(set(hurt[0]))]
    figures = [*healed]
    if given.has("within"):
        figures.append(chance("all well in time", r.well_within(hurt, given.number("within"), way)))
    if not given.flag("one"):
        figures.append(mean("mean nights", r.nights_needed(hurt, way)))
    return Answer(tuple(figures))


NIGHTS = Question(
    "nights",
    "How many nights until no die is wounded or strained.",
    (
        Input("wounded", "dice", "the wounded dice", sizes=m.SIZES),
        Input("strained", "number", "how many dice are strained", most=20),
        Input("healer", "dice", "a healer's dice for one check each evening", sizes=m.SIZES),
        Input("within", "number", "also the chance to be well after so many nights", most=200),
        Input("one", "flag", "only what one night does"),
        Input("tie-heals", "flag", "a tie is taken as success BUT (option success-but)"),
        Input("free-die", "flag", "half the free die is the difficulty (option natural-healing-td)"),
        *OPTIONS[3:],
    ),
    'nights --wounded "d4 d6" --within 5',
    nights,
)

QUESTIONS = (ACTION, PLAN, PUSH, ROUNDS, EXPERIENCE, DEATH, SAVE, NIGHTS)
