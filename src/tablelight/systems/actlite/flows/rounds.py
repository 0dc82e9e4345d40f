"""The beginning of a round in its three steps, in initiative or stepped by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablelight.kernel.flow import Flow
from tablelight.kernel.offers import GM, Answer, Offer, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import dying, skills
from tablelight.systems.actlite.flows.common import TIME, ActGame, controller, is_on, put, rule
from tablelight.systems.actlite.flows.conditions import ease
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.flows.harm import hurt, restore
from tablelight.systems.actlite.state import ActState


def begin_round(game: ActGame) -> Flow[None]:
    """Effects, then statuses, then skills, each for everybody before the next (actlite/round-begin-order)."""
    game.record(e.RoundBegan(round=game.state.round + 1, rule=rule("round-begin-order")))
    everyone = taking_part(game.state)
    yield from _effects(game, everyone)
    _statuses(game, everyone)
    yield from _skills(game, everyone)
    game.record(e.RoundOpened(rule=rule("round-begin-order")))


def taking_part(state: ActState) -> list[str]:
    """Whom the beginning of a round concerns."""
    if state.initiative:
        return [key for key in state.initiative.piles if key in state.characters]
    return [key for key, _ in state.here()]


# ------------------------------------------------------------------ step 1: effects


def _effects(game: ActGame, everyone: list[str]) -> Flow[None]:
    """Damage, health, then the GM's consequence rolls (actlite/round-begin-effects)."""
    for key in (yield from damage_and_health(game, everyone)):
        yield from dying.roll_for(game, key)


def damage_and_health(game: ActGame, everyone: Sequence[str]) -> Flow[list[str]]:
    """What comes before any dice; gives for whom a consequence is rolled then."""
    down_before = [key for key in everyone if game.state.characters[key].down]
    steps = (_damage, _healing)
    for step in steps if is_on(game, "effects-order", "damage-first") else reversed(steps):
        for key in everyone:
            yield from step(game, key)
    return dying.due(game, down_before)


def _damage(game: ActGame, key: str) -> Flow[None]:
    """Poison, then bleed, then what else lasts (actlite/status-poison, actlite/status-bleed)."""
    now = game.state.characters[key].conditions
    yield from hurt(game, key, now.poison, "poison")
    yield from hurt(game, key, now.bleed, "bleed")
    for lasting in now.lasting:
        yield from hurt(game, key, lasting.damage, lasting.name)


def _healing(game: ActGame, key: str) -> Flow[None]:
    """Health from heal, by the option heal-target (actlite/status-heal)."""
    who = game.state.characters[key]
    points = who.conditions.heal + sum(lasting.heal for lasting in who.conditions.lasting)
    if not points:
        return
    crit = min(points, max(0, who.max_crit - who.crit)) if is_on(game, "heal-target", "crit-first") else 0
    yield from restore(game, key, "heal", crit=crit, standard=points - crit, name="status-heal")


# ------------------------------------------------------------------ step 2: statuses


def _statuses(game: ActGame, everyone: list[str]) -> None:
    """One poison and one heal go, and what ends now ends (actlite/round-begin-statuses)."""
    for key in everyone:
        ease(game, key, "poison", m.WANES, "round-begin-statuses")
        ease(game, key, "heal", m.WANES, "round-begin-statuses")
        for lasting in game.state.characters[key].conditions.lasting:
            if lasting.ends is not None and lasting.ends <= game.state.round:
                game.record(e.LastingEnded(who=key, name=lasting.name, rule=rule("round-begin-statuses")))


# ------------------------------------------------------------------ step 3: skills


def _skills(game: ActGame, everyone: list[str]) -> Flow[None]:
    """Skills with this timing may be used now, each once (actlite/round-begin-skills)."""
    used: set[str] = set()

    def menu() -> Iterator[tuple[Seat, Offer]]:
        for key in everyone:
            for offer in skills.round_begin_offers(game, key, used):
                yield controller(game.state, key), offer
        yield GM, Offer("no-more", "No more skills: go on", rule=rule("round-begin-skills"), main=True)

    while any(skills.round_begin_offers(game, key, used) for key in everyone):
        answer = yield from put("Skills at the beginning of the round", menu)
        if answer.key == "no-more":
            return
        used.add(answer.key)
        yield from skills.use_at_round_begin(game, answer)


# ------------------------------------------------------------------ rounds by hand


def _offer_step(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.initiative:
        return None
    note = "For conditions and dying outside initiative; no cards."
    return Offer("step-round", "Let a round begin", rule=rule("round-begin-order"), note=note, group=TIME)


def _step(game: ActGame, answer: Answer) -> Flow[None]:
    yield from begin_round(game)


ACTIONS: tuple[Action[ActState], ...] = (act("step-round", _offer_step, _step),)
