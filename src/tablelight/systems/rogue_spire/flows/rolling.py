"""Rolling dice in an action: which ones may be rolled, what the chances are, one die after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tablelight.kernel.flow import Flow, roll
from tablelight.kernel.offers import Answer, Choice, Field, Offer, Refused, Seat, Suggestion
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows.common import (
    SpireGame,
    controller,
    drawn,
    earn_xp,
    out_of_action,
    reading,
)
from tablelight.systems.rogue_spire.state import Attempt, SpireDie, Thrown, die_name

ROLL = "rogue-spire/roll-exhausts"

# ------------------------------------------------------------------ how the action stands


def best(attempt: Attempt) -> m.Result:
    """The action's result so far (rogue-spire/rolling-again-combine)."""
    return m.best_of([thrown.result for thrown in attempt.rolled])


def total(game: SpireGame, attempt: Attempt) -> int:
    """What the next die is added to: the dice so far, or nothing where each is compared alone."""
    return sum(thrown.face for thrown in attempt.rolled) if reading(game).adds else 0


def td_of(game: SpireGame, attempt: Attempt, die: SpireDie) -> int:
    """What a die is compared with; with sums the first die's half stays the TD (rogue-spire/rolling-again-combine)."""
    if attempt.td is not None:
        return attempt.td
    first = attempt.rolled[0].td if attempt.rolled and reading(game).adds else None
    return first or m.own_td(die.sides)


def can_add(game: SpireGame, attempt: Attempt) -> bool:
    """Whether any die may be rolled now."""
    return any(not bar(game, attempt, key) for key in game.state.characters[attempt.who].dice)


def is_hopeless(game: SpireGame, td: int) -> bool:
    """Whether no die, or with sums all usable dice together, can beat a TD (rogue-spire/td-valid)."""
    attempt = game.state.attempt
    dice = game.state.characters[attempt.who].dice
    sides = [die.sides for key, die in dice.items() if not bar_die(game, attempt, key)]
    reach = sum(sides) if reading(game).adds else max(sides, default=0)
    return not m.beaten(m.compare(reach, td, reading=reading(game)))


# ------------------------------------------------------------------ which dice may be rolled


def bar(game: SpireGame, attempt: Attempt, key: str) -> Refused | None:
    """Why this die can't be rolled in this action now."""
    return bar_action(game, attempt) or bar_die(game, attempt, key)


def bar_action(game: SpireGame, attempt: Attempt) -> Refused | None:
    """Why no die at all can be rolled in this action now, in the order of the book."""
    who = game.state.characters[attempt.who]
    if out := out_of_action(who, controller(game.state, attempt.who)):
        return out
    if attempt.kind is None:
        return Refused(
            "rogue-spire/action-classified",
            "not-called",
            "The Spire Master must first call the action skilled, unskilled or free.",
        )
    if attempt.td_from is None:
        return Refused("rogue-spire/td-of-a-die", "no-td", "The Spire Master must first name a target difficulty.")
    if m.finished(best(attempt), reading(game)):
        return Refused("rogue-spire/rolling-again-after-success", "beaten", "The TD is already beaten.")
    if attempt.outcome:
        return Refused("rogue-spire/rolling-again-window", "settled", "The outcome is settled already.")
    if attempt.kind == "unskilled" and attempt.rolled:
        return Refused("rogue-spire/unskilled-one-die", "one-die", "Unskilled actions can't add dice.")
    return None


def bar_die(game: SpireGame, attempt: Attempt, key: str) -> Refused | None:
    """Why this die of the character is not usable for this action."""
    die = game.state.characters[attempt.who].dice[key]
    if attempt.kind == "unskilled" and die.kind == "skill":
        return Refused(
            "rogue-spire/unskilled-action", "vitality-only", "An unskilled action can use only the vitality die."
        )
    if any(thrown.die == key for thrown in attempt.rolled):
        return Refused("rogue-spire/vitality-every-round", "once", f"The {die_name(die)} was rolled in this action.")
    return bar_state(game, die)


def bar_state(game: SpireGame, die: SpireDie) -> Refused | None:
    """Why a die in this state can't be rolled (table die-state-transitions)."""
    name = f"The {die_name(die)}"
    match die.state:
        case "wounded":
            text = f"{name} is wounded: a wounded die needs healing."
            return Refused("rogue-spire/wounded-always-exhausted", "wounded", text)
        case "strained-exhausted" if game.state.encounter:
            text = f"{name} is exhausted, and a strained die doesn't refresh in an encounter."
            return Refused("rogue-spire/strained-no-encounter-refresh", "strained", text)
        case "strained-exhausted":
            return Refused("rogue-spire/exhausted-no-actions", "exhausted", f"{name} is exhausted until a rest.")
        case "exhausted":
            comes_back = _next_round_readies(game, die)
            until = "the next round" if comes_back else "a rest or an effect refreshes it"
            return Refused("rogue-spire/exhausted-no-actions", "exhausted", f"{name} is exhausted until {until}.")
        case _:
            return None


def _next_round_readies(game: SpireGame, die: SpireDie) -> bool:
    option = game.options["round-refresh"]
    return bool(game.state.encounter) and m.round_readies(die.marks, die.kind == "vitality", option)


def nothing_usable(game: SpireGame, attempt: Attempt) -> Refused | None:
    """The refusal that lists every die with its reason, if none can be rolled (rogue-spire/roll-exhausts)."""
    dice = game.state.characters[attempt.who].dice
    reasons = {key: bar_die(game, attempt, key) for key in dice}
    texts = [reason.text for reason in reasons.values() if reason]
    if len(texts) < len(reasons):
        return None
    return Refused(ROLL, "no-die", " ".join(dict.fromkeys(texts)))


# ------------------------------------------------------------------ offers


def roll_offers(game: SpireGame) -> Iterator[tuple[Seat, Offer]]:
    """Roll one die, or several named in advance (rogue-spire/rolling-again)."""
    attempt = game.state.attempt
    seat = controller(game.state, attempt.who)
    barred = bar_action(game, attempt) or nothing_usable(game, attempt)
    choices = tuple(_choice(game, attempt, key) for key in game.state.characters[attempt.who].dice)
    yield seat, _roll_offer(game, attempt, choices, barred)
    usable = [choice for choice in choices if not choice.refused]
    if attempt.kind == "skilled" and not barred and len(usable) > 1:
        field = Field("dice", "In this order", "many", choices, least=2, most=len(choices))
        note = "Each is rolled only if it is still needed."
        yield seat, Offer("roll-list", "Roll several dice in order", (field,), "rogue-spire/rolling-again", note=note)


def _roll_offer(game: SpireGame, attempt: Attempt, choices: tuple[Choice, ...], barred: Refused | None) -> Offer:
    return Offer(
        "roll",
        "Roll another die" if attempt.rolled else "Roll a die",
        (Field("die", "Die", "choice", choices),),
        "rogue-spire/rolling-again" if attempt.rolled else ROLL,
        main=True,
        suggestions=() if barred else tuple(_suggestions(game, attempt)),
        refused=barred,
    )


def _choice(game: SpireGame, attempt: Attempt, key: str) -> Choice:
    die = game.state.characters[attempt.who].dice[key]
    barred = bar(game, attempt, key)
    note = "" if barred else odds_words(_odds(game, attempt, die), td_of(game, attempt, die))
    return Choice(key, die_name(die), note, drawn(die), barred)


def _odds(game: SpireGame, attempt: Attempt, die: SpireDie) -> m.Odds:
    return m.odds(die.sides, td_of(game, attempt, die), total(game, attempt), reading(game))


def odds_words(odds: m.Odds, td: int) -> str:
    """The exact chances of a die before it is thrown (rogue-spire/success-and-own-half)."""
    parts = (("success", odds.success), ("success AND", odds.success_and), ("tie", odds.tie))
    chances = ", ".join(f"{word} {fraction_words(Fraction(count, odds.sides))}" for word, count in parts)
    return f"against {td}: {chances}"


def fraction_words(chance: Fraction) -> str:
    """A chance as a fraction and as per cent: `3/8 (37.5 %)`."""
    if chance in (0, 1):
        return f"{chance} ({int(chance) * 100} %)"
    return f"{chance} ({float(chance * 100):.3g} %)"


def _suggestions(game: SpireGame, attempt: Attempt) -> Iterator[Suggestion]:
    """Each usable die; the best are those with the highest chance of a success."""
    dice = game.state.characters[attempt.who].dice
    odds = {key: _odds(game, attempt, die) for key, die in dice.items() if not bar(game, attempt, key)}
    top = max((one.chance for one in odds.values()), default=Fraction(0))
    for key, one in odds.items():
        note = f"against {td_of(game, attempt, dice[key])}"
        yield Suggestion(die_name(dice[key]), {"die": key}, note, best=one.chance == top)


# ------------------------------------------------------------------ throwing


def named_dice(answer: Answer) -> Sequence[str]:
    """The dice that a roll names, in order."""
    return answer.many("dice") if answer.key == "roll-list" else (answer.text("die"),)


def throw(game: SpireGame, keys: Sequence[str]) -> Flow[None]:
    """Roll these dice one after the other, as long as the TD isn't beaten (rogue-spire/rolling-again)."""
    for key in keys:
        if bar(game, game.state.attempt, key):
            return
        yield from throw_one(game, key)
        if m.beaten(best(game.state.attempt)):
            return


def throw_one(game: SpireGame, key: str) -> Flow[None]:
    """Roll one die: it is exhausted at once, and a 1 earns experience (rogue-spire/roll-exhausts)."""
    attempt = game.state.attempt
    die = game.state.characters[attempt.who].dice[key]
    td, before = td_of(game, attempt, die), total(game, attempt)
    (face,) = yield from roll((die.sides,), controller(game.state, attempt.who), ROLL, (die_name(die),))
    if attempt.heals and not attempt.rolled:
        game.record(e.CheckSpent(who=attempt.on, die=attempt.die, rule="rogue-spire/healing-once-a-day"))
    result = m.judge(face, die.sides, td, before, reading(game))
    game.record(
        e.DieRolled(
            who=attempt.who,
            thrown=Thrown(key, die.sides, face, td, before + face, result),
            spends=not (die.kind == "vitality" and game.options["vitality-exhausts"] == "no"),
            totalled=before > 0,
            rule=_result_rule(result, tie=before + face == td),
        )
    )
    earn_xp(game, attempt.who, face, die.sides)


def _result_rule(result: m.Result, *, tie: bool) -> str:
    if tie:
        return "rogue-spire/tie-plain"
    match result:
        case "success-and":
            return "rogue-spire/success-and"
        case "success":
            return "rogue-spire/result-success"
        case _:
            return "rogue-spire/result-failure"
