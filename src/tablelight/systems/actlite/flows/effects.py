"""Carrying out effects: the vocabulary that weapons, skills, cards and hexes are written in."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tablelight.kernel import grid
from tablelight.kernel.flow import Flow, roll
from tablelight.kernel.offers import GM, Choice, Offer, Refused
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.content.pack import dice_of
from tablelight.systems.actlite.flows.ap import give_temp, lose, regain
from tablelight.systems.actlite.flows.checks import lacks, paid_contest
from tablelight.systems.actlite.flows.common import (
    ActGame,
    bodies,
    choose,
    controller,
    held,
    put,
    refuse,
    rule,
    shown,
)
from tablelight.systems.actlite.flows.conditions import ease, inflict
from tablelight.systems.actlite.flows.harm import hurt, restore
from tablelight.systems.actlite.state import ActState, Effect, general_type, reduction

WAY_NAMES = {
    (0, -1): "north", (1, -1): "north-east", (1, 0): "east", (1, 1): "south-east",
    (0, 1): "south", (-1, 1): "south-west", (-1, 0): "west", (-1, -1): "north-west",
}  # fmt: skip


def apply(game: ActGame, effect: Effect, who: str, target: str, cause: str, count: int = 1) -> Flow[None]:
    """Let an effect happen, as often as it triggered. `who` does it, to `target`, to themselves or to everybody."""
    if effect.on == "all":
        for key in everybody(game.state):
            if key == who and effect.do in ("push", "pull"):
                continue  # nobody moves themselves that way
            yield from apply(game, replace(effect, on="target"), who, key, cause, count)
        return
    on = who if effect.on == "self" and who else target
    if on not in game.state.characters:
        return
    amount = yield from _amount(game, effect, who, count)
    match effect.do:
        case "damage" | "crit":
            yield from hurt(game, on, amount, cause, crit=effect.do == "crit")
        case "heal":
            yield from restore(game, on, cause, standard=amount, name="rest-hour")
        case "heal-crit":
            yield from restore(game, on, cause, crit=amount, name="wake-up")
        case "inflict":
            assert effect.condition
            yield from inflict(game, on, effect.condition, amount, cause)
        case "remove":
            assert effect.condition
            ease(game, on, effect.condition, amount, f"status-{effect.condition}", cause)
        case "push" | "pull":
            for _ in range(count):
                yield from shift(game, who, on, effect.do)
        case "temp-ap" | "lose-ap" | "regain-ap":
            AP_CHANGES[effect.do](game, on, amount)
        case "stand":
            if game.state.characters[on].conditions.prone:
                game.record(e.GotUp(who=on, rule=rule("status-prone")))
        case "say":
            game.record(e.Told(who=on, text=effect.text, rule=rule("effects-vs-conditions")))
        case "bypass" | "rend":
            return  # these change how an attack's damage is counted


def everybody(state: ActState) -> list[str]:
    """Whom an effect on all befalls: who takes part in initiative, or else who is here."""
    return list(state.initiative.piles) if state.initiative else [key for key, _ in state.here()]


def _amount(game: ActGame, effect: Effect, who: str, count: int) -> Flow[int]:
    dice = dice_of(effect.dice) * count
    if not dice:
        return effect.amount * count
    faces = yield from roll(
        dice, controller(game.state, who) if who else GM, rule("weapon-attacks"), (effect.do,) * len(dice)
    )
    return sum(faces)


AP_CHANGES = {"temp-ap": give_temp, "lose-ap": lose, "regain-ap": regain}


# ------------------------------------------------------------------ damage through armor


def strike(
    game: ActGame, target: str, faces: Sequence[int], die: int, kind: str, cause: str, *, crit: bool, bypass: int
) -> Flow[bool]:
    """Damage of an attack after armor; gives whether the armor took something off
    (actlite/armor-reduction, actlite/effect-bypass)."""
    damage = sum(faces)
    armor = reduction(game.state.characters[target], kind)
    through = m.reduced(damage, armor, bypass)
    game.record(
        e.ArmorMet(
            who=target,
            faces=tuple(faces),
            die=die,
            damage=damage,
            kind=kind,
            reduction=max(0, armor - bypass),
            through=through,
            rule=rule("armor-reduction" if armor else "weapon-attacks"),
        )
    )
    yield from hurt(game, target, through, cause, crit=crit)
    return through < damage


def rend(game: ActGame, target: str, kind: str, by: int) -> None:
    """The armor takes less off this type from now on (actlite/effect-rend)."""
    general = general_type(kind)
    old = game.state.characters[target].armor.reduces.get(general, 0)
    left = m.rent(old, by)
    if left != old:
        game.record(e.ArmorRent(who=target, damage=general, left=left, rule=rule("effect-rend")))


# ------------------------------------------------------------------ push and pull


def shift(game: ActGame, who: str, target: str, how: str) -> Flow[None]:
    """Move the target one space unless it pays for a STR contest and wins (actlite/effect-push, -pull)."""
    resisted = yield from _contested(game, who, target, how)
    if resisted:
        game.record(e.Resisted(who=target, how=how, rule=rule(f"effect-{how}")))
        return
    way = yield from _direction(game, who, target, how)
    move_one(game, target, how, way)


def _contested(game: ActGame, who: str, target: str, how: str) -> Flow[bool]:
    """The target may spend 1 AP, which is no interrupt (actlite/effect-push)."""
    initiative = game.state.initiative
    pile = initiative.piles.get(target) if initiative else None
    if (initiative and (not pile or not pile.hand)) or who not in game.state.characters:
        return False
    if not initiative or game.state.characters[target].out:
        return False
    question = f"{shown(game.state, who)} uses “{how.capitalize()}” on {shown(game.state, target)}"
    pays = Offer(
        "contest",
        "Spend 1 AP for a STR contest",
        rule=rule(f"effect-{how}"),
        cost="1 AP",
        note="A tie does not stop it.",
        refused=_no_contest(game.state, target),
    )
    yields = Offer("yield", f"Be {how}ed", rule=rule(f"effect-{how}"), main=True)
    seat = controller(game.state, target)
    answer = yield from put(question, lambda: [(seat, pays), (seat, yields)])
    if answer.key == "yield":
        return False
    game.record(e.ApSpent(who=target, cards=m.REACTION_AP, what="a STR contest", rule=rule(f"effect-{how}")))
    return (yield from paid_contest(game, target, who))


def _no_contest(state: ActState, target: str) -> Refused | None:
    who = state.characters[target]
    if "STR" not in who.scores:
        return lacks(who, "STR")
    if held(state, target):
        text = f"{who.name} is grappled and can only attack or try to break free."
        return refuse("grapple-restricts", "grappled", text)
    return None


def _direction(game: ActGame, who: str, target: str, how: str) -> Flow[grid.Way | None]:
    """Straight away for a push; for a pull the attacker chooses any other (actlite/effect-pull)."""
    back = straight_away(game.state, who, target)
    if not back or how == "push":
        return back
    wrong = refuse("effect-pull", "backwards", "Any direction but straight away from you.")
    choices = [
        Choice(WAY_NAMES[way.x, way.y], WAY_NAMES[way.x, way.y], refused=wrong if way == back else None)
        for way in grid.WAYS
    ]
    seat = controller(game.state, who)
    question = f"Where is {shown(game.state, target)} pulled?"
    picked = yield from choose(seat, question, choices, "effect-pull")
    return next(way for way in grid.WAYS if WAY_NAMES[way.x, way.y] == picked)


def straight_away(state: ActState, who: str, target: str) -> grid.Way | None:
    """The direction from somebody straight away, on a map (actlite/effect-push)."""
    source, body = state.characters[who].body, state.characters[target].body
    return grid.away(source, body) if state.ground and source and body else None


def move_one(game: ActGame, target: str, how: str, way: grid.Way | None) -> None:
    """One space that way, if nothing is in the way; without a map the GM moves them."""
    state = game.state
    body = state.characters[target].body
    if not way or not state.ground or not body:
        game.record(e.Shifted(who=target, how=how, rule=rule(f"effect-{how}")))
        return
    moved = grid.shifted(state.ground.board, body, way, 1, bodies(state, target))
    blocked = moved.at == body.at
    game.record(e.Shifted(who=target, how=how, at=moved.at, blocked=blocked, rule=rule(f"effect-{how}")))
