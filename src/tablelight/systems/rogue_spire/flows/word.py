"""What the Spire Master does by word alone: scenes, harm, refreshing, statuses, the circumstances of a treatment."""

from __future__ import annotations

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire.flows import consequences, harm
from tablelight.systems.rogue_spire.flows.common import (
    SpireGame,
    dead,
    dice_field,
    split,
    text_field,
    who_field,
    why_none,
)
from tablelight.systems.rogue_spire.state import SpireDie, SpireState

GROUP = "Spire Master"
SCENE = "Scene"
OPENING = "rogue-spire/campaign-opening"
SUMMONS = (
    "The Summons",
    "A boy with ink on his fingers brings you up the last stair of the tower. The Master sits with his back to the "
    "window, and does not turn round. There is a task, he says, and there is pay.",
)
"""The first scene that is offered, in our own words (rogue-spire/campaign-opening)."""

# ------------------------------------------------------------------ scenes and sessions


def _offer_opening(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.scene.number:
        return None
    note = "The party is called to the Master's tower and gets its first task."
    label = "Begin with the summons to the Master's tower"
    return Offer("opening", label, rule=OPENING, note=note, group=SCENE, main=True)


@at_once
def _opening(game: SpireGame, answer: Answer) -> None:
    title, text = SUMMONS
    game.record(e.SceneBegan(number=1, title=title, text=text, rule=OPENING))


def _offer_skip(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.scene.number:
        return None
    return Offer("skip-opening", "Skip the summons", rule=OPENING, group=SCENE)


@at_once
def _skip(game: SpireGame, answer: Answer) -> None:
    game.record(e.OpeningSkipped(rule=OPENING))


def _offer_scene(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    fields = (text_field("title", "Where and what", least=1), text_field("text", "What everyone sees", 2000))
    return Offer("scene", "Begin a scene", fields, "rogue-spire/spire-master-role", group=SCENE)


@at_once
def _scene(game: SpireGame, answer: Answer) -> None:
    """The Spire Master reveals the world (rogue-spire/spire-master-role, rogue-spire/party-role)."""
    number = game.state.scene.number + 1
    title, text = answer.text("title"), answer.text("text")
    game.record(e.SceneBegan(number=number, title=title, text=text, rule="rogue-spire/spire-master-role"))


def _offer_session_end(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    note = "Dice and marks stay as they are; the dice seed of this session may be revealed."
    return Offer("end-session", "End the session", note=note, group=SCENE)


@at_once
def _session_end(game: SpireGame, answer: Answer) -> None:
    game.record(e.SessionEnded())


# ------------------------------------------------------------------ harm


def _bar_dead(game: SpireGame, key: str, die: SpireDie) -> Refused | None:
    who = game.state.characters[key]
    return dead(who) if who.dead else None


def _offer_strain(game: SpireGame, seat: Seat) -> Offer | None:
    people = list(game.state.characters.items())
    if seat != GM or not people:
        return None
    field = dice_field(people, lambda key, die: _bar_dead(game, key, die), "Which dice", "dice")
    causes = tuple(Choice(cause, cause) for cause in harm.CAUSES)
    fields = (
        Field("dice", "Which dice", "many", field.choices, least=1, most=len(field.choices)),
        Field("cause", "Cause", "choice", causes),
    )
    return Offer("strain", "Strain dice", fields, "rogue-spire/strained-causes", group=GROUP)


def _strain(game: SpireGame, answer: Answer) -> Flow[None]:
    """The Spire Master names cause and dice (rogue-spire/strained-causes)."""
    for choice in answer.many("dice"):
        yield from harm.strain(game, *split(choice), answer.text("cause"))


def _offer_wound(game: SpireGame, seat: Seat) -> Offer | None:
    people = list(game.state.characters.items())
    if seat != GM or not people:
        return None
    field = dice_field(people, lambda key, die: _bar_dead(game, key, die), "Which dice")
    dice = Field("dice", "Which dice", "many", field.choices, least=1, most=len(field.choices))
    return Offer("wound", "Wound dice", (dice,), "rogue-spire/wounded-cause", group=GROUP)


def _wound(game: SpireGame, answer: Answer) -> Flow[None]:
    """The Spire Master names the dice that take the damage (rogue-spire/wounded-cause)."""
    for choice in answer.many("dice"):
        yield from harm.wound(game, *split(choice), "damage")


# ------------------------------------------------------------------ effects


def _offer_refresh(game: SpireGame, seat: Seat) -> Offer | None:
    people = list(game.state.characters.items())
    if seat != GM or not people:
        return None
    field = dice_field(people, lambda key, die: harm.no_refresh(game, key, die), "Which die")
    nothing = Refused("rogue-spire/exhausted-no-actions", "not-exhausted", "No die can be refreshed.")
    return Offer(
        "refresh",
        "Refresh a die by an effect",
        (field,),
        "rogue-spire/exhausted-no-actions",
        group=GROUP,
        refused=why_none(field.choices, nothing),
    )


@at_once
def _refresh(game: SpireGame, answer: Answer) -> None:
    harm.refresh(game, *split(answer.text("die")), "rogue-spire/exhausted-no-actions")


def _offer_status(game: SpireGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.characters.items() if not who.dead]
    if seat != GM or not people:
        return None
    fields = (who_field(people), text_field("status", "The status", least=1))
    return Offer("status", "Put a status on someone", fields, "rogue-spire/success-and-consequences", group=GROUP)


@at_once
def _status(game: SpireGame, answer: Answer) -> None:
    rule = "rogue-spire/success-and-consequences"
    consequences.put_status(game, answer.text("who"), answer.text("status"), rule)


def _offer_end_status(game: SpireGame, seat: Seat) -> Offer | None:
    choices = consequences.status_choices(game)
    if seat != GM or not choices:
        return None
    field = Field("status", "Which", "choice", choices)
    return Offer("end-status", "End a status", (field,), "rogue-spire/success-and-consequences", group=GROUP)


@at_once
def _end_status(game: SpireGame, answer: Answer) -> None:
    who, key = split(answer.text("status"))
    status = game.state.characters[who].statuses[key]
    game.record(e.StatusEnded(who=who, key=key, status=status, rule="rogue-spire/success-and-consequences"))


# ------------------------------------------------------------------ healing and death


def _offer_circumstances(game: SpireGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.characters.items() if not who.dead]
    if seat != GM or not any(die.harm == "wounded" for _, who in people for die in who.dice.values()):
        return None
    rule = "rogue-spire/healing-new-circumstances"
    unhurt = Refused(rule, "not-wounded", "Only a wounded die is treated.")
    field = dice_field(people, lambda key, die: None if die.harm == "wounded" else unhurt, "Which die")
    fields = (field, text_field("reason", "What has changed", 200, least=1))
    return Offer("circumstances", "The circumstances of a treatment changed", fields, rule, group=GROUP)


@at_once
def _circumstances(game: SpireGame, answer: Answer) -> None:
    """Each declaration permits one more check of this die today (rogue-spire/healing-new-circumstances)."""
    who, die = split(answer.text("die"))
    rule = "rogue-spire/healing-new-circumstances"
    game.record(e.CircumstancesChanged(who=who, die=die, reason=answer.text("reason"), rule=rule))


def _offer_tell_death(game: SpireGame, seat: Seat) -> Offer | None:
    unknown = [(key, who) for key, who in game.state.characters.items() if who.dead and not who.death_known]
    if seat != GM or not unknown:
        return None
    return Offer("tell-death", "Tell of a death", (who_field(unknown),), "rogue-spire/death", group=GROUP, main=True)


@at_once
def _tell_death(game: SpireGame, answer: Answer) -> None:
    game.record(e.DeathTold(who=answer.text("who"), rule="rogue-spire/death"))


ACTIONS: tuple[Action[SpireState], ...] = (
    Action("opening", _offer_opening, _opening),
    Action("skip-opening", _offer_skip, _skip),
    Action("scene", _offer_scene, _scene),
    Action("end-session", _offer_session_end, _session_end),
    Action("strain", _offer_strain, _strain, anytime=True),
    Action("wound", _offer_wound, _wound, anytime=True),
    Action("refresh", _offer_refresh, _refresh, anytime=True),
    Action("status", _offer_status, _status, anytime=True),
    Action("end-status", _offer_end_status, _end_status, anytime=True),
    Action("circumstances", _offer_circumstances, _circumstances),
    Action("tell-death", _offer_tell_death, _tell_death),
)
