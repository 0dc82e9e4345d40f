"""Consequences: the player may suggest one, the Spire Master settles it, and it carries itself out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tablelight.kernel.flow import Flow, Menu, ask
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, RuleId, Seat
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire.flows import harm
from tablelight.systems.rogue_spire.flows.common import (
    SpireGame,
    controller,
    dead,
    dice_field,
    known_dead,
    split,
    text_field,
    who_field,
)
from tablelight.systems.rogue_spire.state import Idea, Outcome, die_name, slug

KINDS = ("injury", "refresh", "strain", "wound", "status", "note")
"""What a consequence may be; each carries itself out (rogue-spire/success-and-consequences)."""

LABELS = {
    "injury": "An injury: wound the die aimed at",
    "refresh": "Refresh an exhausted die",
    "strain": "Strain a die",
    "wound": "Wound a die",
    "status": "Put a status on someone",
    "note": "Something else, in words",
}


class Occasion(NamedTuple):
    """What brings a consequence: whose roll, how it went, and the die that an attack was aimed at."""

    who: str
    outcome: Outcome
    on: str = ""
    die: str = ""

    @property
    def good(self) -> bool:
        """Negative after a success BUT, otherwise beneficial (rogue-spire/but-consequence)."""
        return self.outcome != "success-but"

    @property
    def rule(self) -> RuleId:
        """The rule that asks for it."""
        and_rule = self.outcome == "success-and"
        return "rogue-spire/success-and-consequences" if and_rule else "rogue-spire/but-consequence"


WANTED: dict[Outcome, str] = {
    "success-and": "Success AND: a beneficial consequence",
    "success-but": "Success BUT: a negative consequence",
    "failure-but": "Failure BUT: a beneficial consequence",
}


def settle(game: SpireGame, occasion: Occasion, also: Menu = tuple) -> Flow[Idea]:
    """Exactly one consequence: suggested by the player, decided by the Spire Master. `also` are further offers."""
    idea: Idea | None = None

    def menu() -> Iterator[tuple[Seat, Offer]]:
        if idea:
            yield GM, _offer_agree(game, occasion, idea)
        for kind in _kinds(occasion):
            yield GM, _offer(game, occasion, kind, GM)
        yield from suggestion_offers(game, occasion)
        yield from also()

    while True:
        answer = yield from ask(WANTED[occasion.outcome], menu)
        if answer.key == "agree" and idea:
            break
        if answer.key.startswith("suggest-"):
            idea = read_idea(answer, occasion)
            game.record(e.ConsequenceSuggested(who=occasion.who, idea=idea, rule=occasion.rule))
        else:
            idea = read_idea(answer, occasion)
            break
    game.record(e.ConsequenceChosen(who=occasion.who, outcome=occasion.outcome, idea=idea, rule=occasion.rule))
    yield from carry_out(game, occasion, idea)
    return idea


def _kinds(occasion: Occasion) -> Iterator[str]:
    return (kind for kind in KINDS if kind != "injury" or (occasion.die and occasion.good))


def _offer_agree(game: SpireGame, occasion: Occasion, idea: Idea) -> Offer:
    refused = None
    if idea.kind == "refresh":
        refused = harm.no_refresh(game, idea.on, game.state.characters[idea.on].dice[idea.die])
    label = f"Agree: {idea_words(game, idea)}"
    return Offer("agree", label, rule=occasion.rule, main=True, refused=refused)


def suggestion_offers(
    game: SpireGame, occasion: Occasion, refused: Refused | None = None
) -> Iterator[tuple[Seat, Offer]]:
    """What the player may suggest; `refused` once the consequence is settled."""
    seat = controller(game.state, occasion.who)
    if seat == GM:
        return
    for kind in _kinds(occasion):
        yield seat, _offer(game, occasion, kind, seat, refused)


def only_one(occasion: Occasion) -> Refused:
    """The refusal of a second consequence."""
    what = "success AND" if occasion.outcome == "success-and" else "tie"
    return Refused(occasion.rule, "only-one", f"One consequence belongs to one {what}.")


def _offer(game: SpireGame, occasion: Occasion, kind: str, seat: Seat, refused: Refused | None = None) -> Offer:
    mine = seat == GM
    fields = tuple(_fields(game, occasion, kind))
    nobody = any(field.kind == "choice" and not field.choices for field in fields)
    nothing = Refused(occasion.rule, "nothing-there", "There is nobody to choose from.") if nobody else None
    return Offer(
        f"choose-{kind}" if mine else f"suggest-{kind}",
        LABELS[kind] if mine else f"Suggest: {LABELS[kind][0].lower()}{LABELS[kind][1:]}",
        fields,
        occasion.rule,
        group="Consequence",
        main=mine and kind == ("injury" if occasion.die and occasion.good else "note"),
        refused=refused or nothing,
    )


def _fields(game: SpireGame, occasion: Occasion, kind: str) -> Iterator[Field]:
    people = list(game.state.here())
    match kind:
        case "refresh":
            allies = [(key, who) for key, who in people if who.kind == game.state.characters[occasion.who].kind]
            yield dice_field(allies, lambda key, die: harm.no_refresh(game, key, die), "Which die")
        case "strain" | "wound":
            yield dice_field(people, lambda key, die: _bar_dead(game, key), "Which die")
        case "status":
            yield who_field([(key, who) for key, who in people if not known_dead(who)], "Who")
            yield text_field("status", "The status", least=1)
        case "note":
            yield text_field("text", "What happens", 400, least=1)
        case _:
            pass


def _bar_dead(game: SpireGame, key: str) -> Refused | None:
    who = game.state.characters[key]
    return dead(who) if known_dead(who) else None


def read_idea(answer: Answer, occasion: Occasion) -> Idea:
    """The consequence that an answer means."""
    kind = answer.key.partition("-")[2]
    match kind:
        case "refresh" | "strain" | "wound":
            on, die = split(answer.text("die"))
            return Idea(kind, on, die)
        case "injury":
            return Idea(kind, occasion.on, occasion.die)
        case "status":
            return Idea(kind, answer.text("who"), text=answer.text("status"))
        case _:
            return Idea(kind, text=answer.text("text"))


def idea_words(game: SpireGame, idea: Idea) -> str:
    """A consequence in words."""
    name = game.state.characters[idea.on].name if idea.on else ""
    die = die_name(game.state.characters[idea.on].dice[idea.die]) if idea.die else ""
    match idea.kind:
        case "refresh":
            return f"refresh the {die} of {name}"
        case "strain":
            return f"strain the {die} of {name}"
        case "wound" | "injury":
            return f"wound the {die} of {name}"
        case "status":
            return f"{name} is {idea.text}"
        case _:
            return idea.text


def carry_out(game: SpireGame, occasion: Occasion, idea: Idea) -> Flow[None]:
    """Let a consequence do what it says."""
    cause = "attack" if idea.kind == "injury" else "consequence"
    match idea.kind:
        case "refresh":
            harm.refresh(game, idea.on, idea.die, occasion.rule)
        case "strain":
            yield from harm.strain(game, idea.on, idea.die, cause)
        case "wound" | "injury":
            yield from harm.wound(game, idea.on, idea.die, cause)
        case "status":
            put_status(game, idea.on, idea.text, occasion.rule)
        case _:
            pass


def put_status(game: SpireGame, who: str, status: str, rule: RuleId) -> None:
    """A status on someone; the same one twice is still one."""
    statuses = game.state.characters[who].statuses
    if status.casefold() not in (there.casefold() for there in statuses.values()):
        game.record(e.StatusGained(who=who, key=slug(status, statuses), status=status, rule=rule))


def end_status(game: SpireGame, who: str, status: str, rule: RuleId) -> None:
    """A status is over."""
    for key, there in game.state.characters[who].statuses.items():
        if there.casefold() == status.casefold():
            game.record(e.StatusEnded(who=who, key=key, status=there, rule=rule))


# ------------------------------------------------------------------ the tie


def tie_offers(game: SpireGame, who: str) -> Iterator[tuple[Seat, Offer]]:
    """Success with a negative consequence, or failure with a beneficial one (rogue-spire/tie-choice)."""
    seat = controller(game.state, who)
    yield seat, _tie_offer("success-but", "Success BUT …", "The Spire Master adds something bad.")
    yield seat, _tie_offer("failure-but", "Failure BUT …", "The Spire Master adds something good.")


def _tie_offer(key: str, label: str, note: str) -> Offer:
    return Offer(key, label, rule="rogue-spire/tie-choice", note=note, main=True)


def choice_of(answer: Answer) -> Outcome:
    """What the player made of a tie."""
    return "success-but" if answer.key == "success-but" else "failure-but"


def status_choices(game: SpireGame) -> tuple[Choice, ...]:
    """Every status that someone has, as `who/key`."""
    return tuple(
        Choice(f"{key}/{status_key}", f"{status} ({who.name})")
        for key, who in game.state.characters.items()
        for status_key, status in who.statuses.items()
    )
