"""An action from its declaration to its narration, in the order of the book."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow, ask, choose
from tablelight.kernel.offers import GM, Answer, Choice, Offer, Refused, Seat
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows import calling, consequences, harm, rolling
from tablelight.systems.rogue_spire.flows.common import SpireGame, controller, drawn, text_field, ties_are_chosen
from tablelight.systems.rogue_spire.flows.consequences import Occasion
from tablelight.systems.rogue_spire.state import Attempt, Effect, Outcome, die_name

WINDOW = "rogue-spire/rolling-again-window"
SUCCESSES: tuple[Outcome, ...] = ("success", "success-and", "success-but")


def play(game: SpireGame, attempt: Attempt) -> Flow[None]:
    """Declare, call, roll, settle, narrate (rogue-spire/action-classified, rogue-spire/rolling-again)."""
    game.record(e.ActionDeclared(attempt=attempt, rule="rogue-spire/action-classified"))
    if not (yield from calling.call(game)):
        return
    if game.state.attempt.kind == "free":
        narrate(game, "", "success", free=True)
        return
    ended = yield from roll_dice(game)
    if not ended:
        return
    outcome, words = ended
    yield from settle(game, outcome)
    if not words:
        words = yield from ask_narration(game)
    narrate(game, words.text("text"), outcome)


# ------------------------------------------------------------------ rolling again


def roll_dice(game: SpireGame) -> Flow[tuple[Outcome, Answer | None] | None]:
    """Roll until the TD is beaten, the player stops or no die is left, and say what it came to.

    A failure ends with its narration, whose words are given too, as does a success whose actor was taken out while
    more dice might still have come; None if the action was withdrawn (rogue-spire/rolling-again-window).
    """
    while True:
        result = rolling.best(game.state.attempt)
        if m.beaten(result) and not _may_add(game):
            return _standing(result), None
        answer = yield from ask(
            lambda: _question(game), lambda: _menu(game), lambda answer: calling.check_td(game, answer)
        )
        match answer.key:
            case "roll" | "roll-list":
                yield from rolling.throw(game, rolling.named_dice(answer))
            case "td":
                yield from calling.settle_td(game, answer.text("td"))
            case "stop":
                game.record(e.DiceStopped(who=game.state.attempt.who, rule=WINDOW))
            case "withdraw":
                calling.withdraw(game)
                return None
            case "narrate":
                return _standing(rolling.best(game.state.attempt)), answer
            case _:
                return consequences.choice_of(answer), None


def _standing(result: m.Result) -> Outcome:
    """The outcome if it stays at this result and no tie is chosen (rogue-spire/tie-plain)."""
    match result:
        case "success-and" | "success":
            return result
        case _:
            return "failure"


def _may_add(game: SpireGame) -> bool:
    """Whether the player is still to be asked for another die."""
    attempt = game.state.attempt
    return not attempt.stopped and rolling.can_add(game, attempt)


def _question(game: SpireGame) -> str:
    attempt = game.state.attempt
    name = game.state.characters[attempt.who].name
    if not attempt.rolled:
        return f"{name} rolls a die"
    if _may_add(game):
        return f"{name}: another die, or stop?"
    if _must_choose(game):
        return f"{name}: success BUT or failure BUT?"
    return f"The Spire Master narrates the {_standing(rolling.best(attempt)).replace('-', ' ')}"


def _must_choose(game: SpireGame) -> bool:
    """Whether the action stands at a tie that is the player's choice (rogue-spire/tie-choice)."""
    return ties_are_chosen(game) and rolling.best(game.state.attempt) == "tie" and not _may_add(game)


def _menu(game: SpireGame) -> Iterator[tuple[Seat, Offer]]:
    attempt = game.state.attempt
    seat = controller(game.state, attempt.who)
    yield from rolling.roll_offers(game)
    if attempt.rolled:
        if _may_add(game):
            yield seat, Offer("stop", "Stop: no more dice", rule=WINDOW)
        if _must_choose(game):
            yield from consequences.tie_offers(game, attempt.who)
        yield GM, _offer_narrate(game)
    else:
        yield from calling.withdraw_offers(game)
    yield GM, calling.td_offer(game)


def _offer_narrate(game: SpireGame) -> Offer:
    """Telling how it went; it waits for the player (rogue-spire/rolling-again-window, rogue-spire/tie-choice)."""
    refused = None
    if _must_choose(game):
        text = "The player must first choose success BUT or failure BUT."
        refused = Refused("rogue-spire/tie-choice", "tie-open", text)
    elif _may_add(game):
        refused = Refused(WINDOW, "may-add", "The player may still add a die and must stop first.")
    return _narrate_offer(refused)


def _narrate_offer(refused: Refused | None = None) -> Offer:
    field = text_field("text", "What happens", 400)
    return Offer("narrate", "Narrate the outcome", (field,), WINDOW, main=True, refused=refused)


# ------------------------------------------------------------------ what it brings


def settle(game: SpireGame, outcome: Outcome) -> Flow[None]:
    """The outcome and all that comes of it: healing, the talent, the consequence, the blow of an attack."""
    attempt = game.state.attempt
    result = rolling.best(attempt)
    game.record(e.OutcomeSettled(who=attempt.who, outcome=outcome, best=result, rule=_outcome_rule(outcome, result)))
    if attempt.heals and outcome in SUCCESSES:
        yield from _heal(game)
    harmed = yield from _use_talent(game, outcome)
    if outcome in consequences.WANTED:
        idea = yield from consequences.settle(game, _occasion(attempt, outcome), lambda: _later_offers(game))
        harmed = harmed or idea.kind == "injury"
    if attempt.aims and outcome in SUCCESSES and not harmed:
        yield from _strike(game)


def _occasion(attempt: Attempt, outcome: Outcome) -> Occasion:
    aimed = (attempt.on, attempt.die) if attempt.aims else ("", "")
    return Occasion(attempt.who, outcome, *aimed)


def _outcome_rule(outcome: Outcome, result: m.Result) -> str:
    match outcome:
        case "success-and":
            return "rogue-spire/success-and"
        case "success-but" | "failure-but":
            return "rogue-spire/tie-choice"
        case "failure" if result == "tie":
            return "rogue-spire/tie-plain"
        case "failure":
            return "rogue-spire/result-failure"
        case _:
            return "rogue-spire/result-success"


def _heal(game: SpireGame) -> Flow[None]:
    """A successful healing check (rogue-spire/healing-result)."""
    attempt = game.state.attempt
    patient = game.state.characters[attempt.on]
    if patient.dice[attempt.die].harm == "wounded" and not patient.dead:
        yield from harm.heal(game, attempt.on, attempt.die, "rogue-spire/healing-result")


def _use_talent(game: SpireGame, outcome: Outcome) -> Flow[bool]:
    """What the talent brings of itself; says whether it harmed the die aimed at."""
    attempt = game.state.attempt
    talent = game.state.characters[attempt.who].talents.get(attempt.talent)
    harmed = False
    for effect in talent.effects if talent else ():
        if _comes(effect, outcome):
            harmed = (yield from _take_effect(game, attempt, effect)) or harmed
    return harmed


def _comes(effect: Effect, outcome: Outcome) -> bool:
    match effect.when:
        case "success":
            return outcome in SUCCESSES
        case "success-and":
            return outcome == "success-and"
        case "failure":
            return outcome not in SUCCESSES


def _take_effect(game: SpireGame, attempt: Attempt, effect: Effect) -> Flow[bool]:
    """One effect of a talent; says whether it harmed the die aimed at."""
    rule = "rogue-spire/talent-needs-trait"
    whom = attempt.who if effect.to == "self" else attempt.on
    match effect.does:
        case "strain" | "wound" if attempt.aims:
            act = harm.strain if effect.does == "strain" else harm.wound
            yield from act(game, attempt.on, attempt.die, "attack")
            return True
        case "refresh" if whom:
            yield from _choose_refresh(game, attempt.who, whom)
        case "status" if whom:
            consequences.put_status(game, whom, effect.status, rule)
        case "end-status" if whom:
            consequences.end_status(game, whom, effect.status, rule)
        case _:
            pass
    return False


def _choose_refresh(game: SpireGame, who: str, whom: str) -> Flow[None]:
    """The player picks which exhausted die a talent refreshes; a single one needs no question."""
    dice = game.state.characters[whom].dice
    able = {key: die for key, die in dice.items() if not harm.no_refresh(game, whom, die)}
    if not able:
        return
    key = next(iter(able))
    if len(able) > 1:
        choices = tuple(Choice(key, die_name(die), die=drawn(die)) for key, die in able.items())
        key = yield from choose(controller(game.state, who), "Which die is refreshed?", choices)
    harm.refresh(game, whom, key, "rogue-spire/talent-needs-trait")


def _strike(game: SpireGame) -> Flow[None]:
    """A success strains the die aimed at, unless the Spire Master decides otherwise
    (rogue-spire/success-and-consequences, rogue-spire/dice-two-jobs)."""
    attempt = game.state.attempt
    target = game.state.characters[attempt.on]
    die = f"the {die_name(target.dice[attempt.die])} of {target.name}"
    offers = (
        Offer("blow-strain", f"A glancing blow: strain {die}", rule="rogue-spire/dice-two-jobs", main=True),
        Offer("blow-wound", f"An injury: wound {die}", rule="rogue-spire/wounded-cause"),
        Offer("blow-none", "Neither", note="The success brings something else; say so when you narrate."),
    )

    def menu() -> Iterator[tuple[Seat, Offer]]:
        yield from ((GM, offer) for offer in offers)
        yield from _waiting(game)

    answer = yield from ask("How does the attack land?", menu)
    blows: dict[str, m.Harm] = {"blow-strain": "strained", "blow-wound": "wounded"}
    harmed = blows.get(answer.key, "none")
    game.record(e.BlowStruck(who=attempt.who, on=attempt.on, harm=harmed, rule="rogue-spire/dice-two-jobs"))
    if harmed == "strained":
        yield from harm.strain(game, attempt.on, attempt.die, "attack")
    elif harmed == "wounded":
        yield from harm.wound(game, attempt.on, attempt.die, "attack")


# ------------------------------------------------------------------ narration


def _waiting(game: SpireGame) -> Iterator[tuple[Seat, Offer]]:
    """What may no longer be done, with the reason, while the Spire Master finishes the action."""
    attempt = game.state.attempt
    yield from rolling.roll_offers(game)
    if attempt.settled:
        occasion = _occasion(attempt, attempt.outcome)
        yield from consequences.suggestion_offers(game, occasion, consequences.only_one(occasion))


def _later_offers(game: SpireGame) -> Iterator[tuple[Seat, Offer]]:
    """Narration waits for the consequence."""
    rule = consequences.Occasion("", game.state.attempt.outcome).rule
    yield from rolling.roll_offers(game)
    yield GM, _narrate_offer(Refused(rule, "consequence-open", "First choose the consequence."))


def ask_narration(game: SpireGame) -> Flow[Answer]:
    """The Spire Master tells how it went."""

    def menu() -> Iterator[tuple[Seat, Offer]]:
        yield GM, _narrate_offer()
        yield from _waiting(game)

    return (yield from ask("The Spire Master narrates", menu))


def narrate(game: SpireGame, text: str, outcome: Outcome, *, free: bool = False) -> None:
    """The action is over."""
    attempt = game.state.attempt
    rule = "rogue-spire/free-action" if free else WINDOW
    game.record(e.ActionNarrated(who=attempt.who, what=attempt.what, outcome=outcome, text=text, free=free, rule=rule))
