"""Declaring: an action, a reaction to one, a healing check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast, get_args

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire.flows import attempt
from tablelight.systems.rogue_spire.flows.common import (
    SpireGame,
    controller,
    dead,
    dice_field,
    known_life,
    out_of_action,
    own,
    split,
    text_field,
    who_field,
    why_none,
)
from tablelight.systems.rogue_spire.state import Attempt, Character, Purpose, SpireDie, SpireState, die_name

GROUP = "Act"
NONE = "none"
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)

# ------------------------------------------------------------------ who may act


def _able(state: SpireState, seat: Seat) -> list[tuple[str, Character]]:
    """The characters that this seat may let act."""
    return [(key, who) for key, who in own(state, seat) if who.acts and not who.hidden]


def _mine(state: SpireState, seat: Seat) -> list[tuple[str, Character]]:
    return [(key, who) for key, who in own(state, seat) if who.present and not who.hidden]


def _why_not(state: SpireState, seat: Seat) -> Refused | None:
    """Why none of this seat's characters can act, if none can (rogue-spire/vitality-taken-out)."""
    if _able(state, seat):
        return None
    return next(filter(None, (out_of_action(who, seat) for _, who in _mine(state, seat))), None)


# ------------------------------------------------------------------ fields


def _trait_field(people: list[tuple[str, Character]]) -> Field:
    """The trait that the player claims (rogue-spire/trait-claim-limits)."""
    choices = [Choice(NONE, "none of my traits")]
    for key, who in people:
        choices += [Choice(f"{key}/{k}", _named(who, t.name, people), t.origin) for k, t in who.traits.items()]
    return Field("trait", "Which trait makes it skilled", "choice", tuple(choices), default=NONE)


def _talent_field(people: list[tuple[str, Character]]) -> Field:
    choices = [Choice(NONE, "no talent")]
    for key, who in people:
        choices += [Choice(f"{key}/{k}", _named(who, t.name, people), t.about) for k, t in who.talents.items()]
    return Field("talent", "Talent", "choice", tuple(choices), default=NONE)


def _named(who: Character, name: str, people: list[tuple[str, Character]]) -> str:
    return name if len(people) == 1 else f"{name} ({who.name})"


def _purpose_field(in_encounter: bool) -> Field:
    """What the dice are used for (rogue-spire/skill-dice)."""
    purposes = [purpose for purpose in PURPOSES if purpose != "reaction"]
    choices = tuple(Choice(purpose, purpose) for purpose in purposes)
    return Field("purpose", "Purpose", "choice", choices, default="offence" if in_encounter else "other")


def _target_field(state: SpireState, seat: Seat, people: list[tuple[str, Character]]) -> Field:
    """The die that an attack is aimed at, the other side first."""
    only = people[0][0] if len(people) == 1 else ""
    kind = people[0][1].kind if people else "pc"
    others = [(key, who) for key, who in state.here() if key != only and known_life(who, seat) != "dead"]
    others.sort(key=lambda one: one[1].kind == kind)
    field = dice_field(others, lambda key, die: None, "Aimed at a die", "target")
    return Field("target", field.label, "choice", (Choice(NONE, "nobody's dice"), *field.choices), default=NONE)


def _fields(state: SpireState, seat: Seat, people: list[tuple[str, Character]]) -> Iterator[Field]:
    yield who_field(people)
    yield text_field("what", "What you try", 200, least=1)
    yield _trait_field(people)
    yield _talent_field(people)
    yield _target_field(state, seat, people)


# ------------------------------------------------------------------ an action


def _offer_act(game: SpireGame, seat: Seat) -> Offer | None:
    if not _mine(game.state, seat):
        return None
    people = _able(game.state, seat) or _mine(game.state, seat)
    return Offer(
        "act",
        "Try something",
        (*_fields(game.state, seat, people), _purpose_field(bool(game.state.encounter))),
        "rogue-spire/action-classified",
        note="The Spire Master calls it skilled, unskilled or free.",
        group=GROUP,
        main=True,
        refused=_why_not(game.state, seat),
    )


def _check(game: SpireGame, answer: Answer) -> Refused | None:
    """Trait and talent must be the actor's own, and nobody aims at themselves."""
    who = answer.text("who")
    for name in ("trait", "talent"):
        owner = split(answer.text(name))[0]
        if owner not in (NONE, who):
            text = f"{game.state.characters[who].name} has no such {name}."
            return Refused("rogue-spire/talent-needs-trait", "not-theirs", text)
    if "target" in answer.args and split(answer.text("target"))[0] == who:
        return Refused("rogue-spire/dice-two-jobs", "own-die", "Aim at somebody else's die.")
    return None


def _declared(game: SpireGame, answer: Answer, purpose: Purpose) -> Attempt:
    """The action as it was declared; a talent claims the trait it hangs on."""
    who = answer.text("who")
    trait, talent = split(answer.text("trait"))[1], split(answer.text("talent"))[1]
    if talent and not trait:
        trait = game.state.characters[who].talents[talent].trait
    on, die = ("", "") if answer.text("target") == NONE else split(answer.text("target"))
    return Attempt(who, answer.text("what"), purpose, trait, talent, on, die)


def _act(game: SpireGame, answer: Answer) -> Flow[None]:
    purpose = cast("Purpose", answer.text("purpose"))
    yield from attempt.play(game, _declared(game, answer, purpose))


# ------------------------------------------------------------------ a reaction


def _offer_react(game: SpireGame, seat: Seat) -> Offer | None:
    """Somebody else steps in while an action is open; a reaction draws no reaction (rogue-spire/skill-dice)."""
    if len(game.state.attempts) != 1:
        return None
    acting = game.state.attempt.who
    people = [(key, who) for key, who in _able(game.state, seat) if key != acting]
    if not people:
        return None
    return Offer(
        "react",
        "React",
        tuple(_fields(game.state, seat, people)),
        "rogue-spire/skill-dice",
        note="An action of its own, settled before the one under way goes on.",
        group=GROUP,
    )


def _react(game: SpireGame, answer: Answer) -> Flow[None]:
    yield from attempt.play(game, _declared(game, answer, "reaction"))


# ------------------------------------------------------------------ a healing check


def _offer_treat(game: SpireGame, seat: Seat) -> Offer | None:
    people = _able(game.state, seat) or _mine(game.state, seat)
    if not people:
        return None
    field = dice_field(game.state.here(), lambda key, die: no_treatment(game, seat, key, die), "Which die")
    none = Refused("rogue-spire/healing-check", "not-wounded", "Nobody has a wounded die that can be treated now.")
    return Offer(
        "treat",
        "Treat a wounded die",
        (who_field(people), field, text_field("what", "How", 200, default="treat a wound"), _trait_field(people)),
        "rogue-spire/healing-check",
        note="A healing check against half of the die's sides.",
        group=GROUP,
        refused=_why_not(game.state, seat) or why_none(field.choices, none),
    )


def no_treatment(game: SpireGame, seat: Seat, key: str, die: SpireDie) -> Refused | None:
    """Why a die can't be treated now (rogue-spire/healing-check, rogue-spire/healing-once-a-day)."""
    who = game.state.characters[key]
    if known_life(who, seat) == "dead":
        return dead(who)
    if die.harm != "wounded":
        text = "Only wounded dice are treated; a good night's rest removes strain."
        return Refused("rogue-spire/healing-check", "not-wounded", text)
    if die.checks > die.chances:
        return Refused(
            "rogue-spire/healing-once-a-day",
            "once-a-day",
            f"The {die_name(die)} of {who.name} has had its check today; only a significant change of circumstances "
            "allows another.",
        )
    return None


def _check_treat(game: SpireGame, answer: Answer) -> Refused | None:
    owner = split(answer.text("trait"))[0]
    if owner not in (NONE, answer.text("who")):
        return Refused("rogue-spire/trait-claim-limits", "not-theirs", "That is not the healer's trait.")
    return None


def _treat(game: SpireGame, answer: Answer) -> Flow[None]:
    """A healing check is an action; a death that nobody knew of comes to light (rogue-spire/healing-check)."""
    on, die = split(answer.text("die"))
    if game.state.characters[on].dead:
        game.record(e.DeathTold(who=on, rule="rogue-spire/death"))
        return
    trait = split(answer.text("trait"))[1]
    yield from attempt.play(
        game, Attempt(answer.text("who"), answer.text("what"), trait=trait, on=on, die=die, heals=True)
    )


# ------------------------------------------------------------------ why a die can't be added any more


def _offer_roll(game: SpireGame, seat: Seat) -> Offer | None:
    """Right after a roll that is over, the page says why no die can be added."""
    refused = _why_no_die(game.state, seat)
    if not refused or game.state.attempts:
        return None
    field = Field("die", "Die", "text", most=80, default="")
    return Offer("roll", "Roll another die", (field,), refused.rule, refused=refused)


def _why_no_die(state: SpireState, seat: Seat) -> Refused | None:
    for _, who in _mine(state, seat):
        if known_life(who, seat) == "dead":
            return dead(who)
    closed = state.closed
    if not closed or controller(state, closed.who) != seat:
        return None
    match closed.how:
        case "narrated":
            text = f"The outcome of “{closed.what}” has been narrated."
            return Refused("rogue-spire/rolling-again-window", "narrated", text)
        case "free":
            return Refused("rogue-spire/free-action", "not-rolled", "Free actions aren't rolled.")
        case "free-die":
            return no_own_dice()


def no_own_dice() -> Refused:
    """A free die is not the character's own roll (rogue-spire/free-die)."""
    return Refused("rogue-spire/free-die", "free-die", "No own die can be added to a free die.")


@at_once
def _never(game: SpireGame, answer: Answer) -> None:
    raise ValueError("this offer is always refused")


ACTIONS: tuple[Action[SpireState], ...] = (
    Action("act", _offer_act, _act, _check),
    Action("react", _offer_react, _react, _check, anytime=True),
    Action("treat", _offer_treat, _treat, _check_treat),
    Action("roll", _offer_roll, _never),
)
