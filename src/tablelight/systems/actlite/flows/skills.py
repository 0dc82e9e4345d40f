"""Skills that are used: in a window for AP, for free, or at the beginning of a round."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow
from tablelight.kernel.offers import Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows import effects
from tablelight.systems.actlite.flows.common import (
    ACT,
    ActGame,
    arrow_price,
    arrow_use,
    choice_field,
    may_act,
    name,
    near,
    own,
    refuse,
    rule,
    unable,
)
from tablelight.systems.actlite.flows.declaring import declare, end
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import ActState, Skill

NOBODY = "nobody"


def price(state: ActState, key: str, skill_key: str, skill: Skill) -> int:
    """What using a skill costs now (actlite/arrow-costs)."""
    return 0 if skill.timing == "free" else arrow_price(state, key, f"skill/{skill_key}", skill.cost)


def _usable(game: ActGame, seat: Seat) -> Iterator[Choice]:
    for key, who in own(game.state, seat):
        for skill_key, skill in who.skills.items():
            if skill.timing in ("window", "free"):
                cost = price(game.state, key, skill_key, skill)
                label = skill.name if len(own(game.state, seat)) == 1 else f"{skill.name} ({who.name})"
                yield Choice(
                    f"{key}/{skill_key}", label, f"{cost} AP. {skill.text}", refused=_stopped(game, key, skill, cost)
                )


def _stopped(game: ActGame, key: str, skill: Skill, cost: int) -> Refused | None:
    if skill.timing == "free":
        return unable(game.state.characters[key])
    return may_act(game, key, cost, skill.name)


def _targets(state: ActState) -> list[Choice]:
    return [Choice(NOBODY, "nobody else"), *(Choice(key, who.name) for key, who in state.here() if not who.hidden)]


def _offer_use(game: ActGame, seat: Seat) -> Offer | None:
    choices = list(_usable(game, seat))
    if not choices:
        return None
    stopped = None if any(not choice.refused for choice in choices) else choices[0].refused
    fields = (
        choice_field("skill", "Skill", choices),
        Field("target", "On", "choice", tuple(_targets(game.state)), default=NOBODY),
    )
    return Offer("skill", "Use a skill", fields, rule("arrow-costs"), group=ACT, refused=stopped)


def _check_use(game: ActGame, answer: Answer) -> Refused | None:
    key, _, skill_key = answer.text("skill").partition("/")
    skill = game.state.characters[key].skills[skill_key]
    target = answer.text("target")
    if target == NOBODY and any(effect.on == "target" for effect in skill.effects):
        return refuse("effects-vs-conditions", "no-target", f"{skill.name} needs somebody it works on.")
    if target != NOBODY and skill.reach and not near(game.state, key, target, skill.reach):
        return refuse("weapon-attacks", "too-far", f"{name(game.state, target)} is too far away for {skill.name}.")
    return None


def _use(game: ActGame, answer: Answer) -> Flow[None]:
    key, _, skill_key = answer.text("skill").partition("/")
    skill = game.state.characters[key].skills[skill_key]
    target = "" if answer.text("target") == NOBODY else answer.text("target")
    if skill.timing == "free":
        yield from carry_out(game, key, skill, target)
        return
    cost, use = price(game.state, key, skill_key, skill), arrow_use(key, f"skill/{skill_key}")
    going = yield from declare(
        game, key, skill.name, cost, lambda: _check_use(game, answer), name="arrow-costs", use=use, target=target
    )
    if going:
        yield from carry_out(game, key, skill, target)
        end(game, key)


def carry_out(game: ActGame, key: str, skill: Skill, target: str) -> Flow[None]:
    """What a skill does."""
    on = f" on {name(game.state, target)}" if target and target != key else ""
    game.record(e.Did(who=key, text=f"uses {skill.name}{on}", rule=rule("effects-vs-conditions")))
    for effect in skill.effects:
        yield from effects.apply(game, effect, key, target or key, skill.name)


# ------------------------------------------------------------------ at the beginning of a round


def round_begin_offers(game: ActGame, key: str, used: set[str]) -> list[Offer]:
    """The skills that a character may use now (actlite/round-begin-skills)."""
    who = game.state.characters[key]
    if not who.acts:
        return []
    offers: list[Offer] = []
    for skill_key, skill in who.skills.items():
        if skill.timing == "round-begin" and f"use:{key}/{skill_key}" not in used:
            field = Field("target", "On", "choice", tuple(_targets(game.state)), default=NOBODY)
            fields = (field,) if any(effect.on == "target" for effect in skill.effects) else ()
            label = f"{who.name}: {skill.name}"
            offers.append(Offer(f"use:{key}/{skill_key}", label, fields, rule("round-begin-skills"), note=skill.text))
    return offers


def use_at_round_begin(game: ActGame, answer: Answer) -> Flow[None]:
    """Use one of them."""
    key, _, skill_key = answer.key.removeprefix("use:").partition("/")
    target = answer.args.get("target", NOBODY)
    skill = game.state.characters[key].skills[skill_key]
    yield from carry_out(game, key, skill, "" if target == NOBODY else str(target))


ACTIONS: tuple[Action[ActState], ...] = (act("skill", _offer_use, _use, _check_use, anytime=True),)
