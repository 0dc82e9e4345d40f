"""At 0 Health: three ways to face death, and the clocks that run while somebody is unconscious."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.kernel.flow import Flow, roll, write
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.flows.common import ForgeGame, being, controller, gain_health, lib
from tablelight.systems.forgelight.state import Turn

WAYS = (
    (
        "drop-unconscious",
        "Drop Unconscious",
        "drop-unconscious",
        "Your turns are skipped; healed within 5 of them you wake without a scar.",
    ),
    (
        "risk-it-all",
        "Risk It All",
        "risk-it-all-roll",
        "One bare d20, without any help: 1-9 dead, 10-19 half your Health, 20 all of it and a free turn.",
    ),
    (
        "blaze-of-glory",
        "Blaze of Glory",
        "blaze-of-glory-action",
        "One last action, perhaps an automatic critical success; then you die.",
    ),
)
"""The three ways: key, name, rule, what it means."""


# ------------------------------------------------------------------ Drop Unconscious


def drop(game: ForgeGame, who: str) -> None:
    """forgelight/drop-unconscious"""
    fight = game.state.fight
    slot = fight.order[fight.at].who if fight and fight.order else ""
    game.record(
        e.DroppedUnconscious(who=who, since=game.state.now, slot=slot, rule="forgelight/drop-unconscious"),
    )


def count_turns(game: ForgeGame, who: str, turns: int) -> bool:
    """Whether the window closes and a scarred character dies (forgelight/scarred-death-after-window)."""
    if turns < m.WINDOW_TURNS or not being(game, who).scar:
        return False
    die(game, who, "not healed in time, and scarred before", "forgelight/scarred-death-after-window")
    return True


def heal(game: ForgeGame, who: str, amount: int, rule: str) -> Flow[None]:
    """Healing; it wakes the unconscious, late healing at the price of a scar (forgelight/unconscious-healed-late)."""
    one = being(game, who)
    if one.dead:
        return
    late = one.down is not None and one.down.turns >= m.WINDOW_TURNS
    gain_health(game, who, amount, rule)
    if one.down is None or being(game, who).health == 0:
        return
    woken = "forgelight/unconscious-healed-late" if late else "forgelight/unconscious-healed-in-time"
    game.record(e.Woke(who=who, health=being(game, who).health, rule=woken))
    if late:
        question = f"{one.name} keeps a scar for good: where is it, and how does it look?"
        scar = yield from write(controller(game.state, who), question, "The scar", most=200, rule="forgelight/scar")
        game.record(e.ScarTaken(who=who, scar=scar, rule="forgelight/scar"))


def pass_time(game: ForgeGame, seconds: int) -> None:
    """Game time outside a fight counts for the unconscious (forgelight/unconscious-window, unconscious-hour-death)."""
    game.record(e.TimePassed(seconds=seconds, rule="forgelight/unconscious-window"))
    for key, one in list(game.state.beings.items()):
        if one.down is None:
            continue
        turns = one.down.turns + seconds // m.TURN_SECONDS
        game.record(e.WindowCounted(who=key, turns=turns, rule="forgelight/unconscious-window"))
        if not count_turns(game, key, turns) and game.state.now - one.down.since > m.HOUR:
            die(game, key, "an hour without healing", "forgelight/unconscious-hour-death")


# ------------------------------------------------------------------ Risk It All


def risk(game: ForgeGame, who: str) -> Flow[None]:
    """One bare d20: nothing helps, nothing hinders (forgelight/risk-it-all-roll)."""
    seat = controller(game.state, who)
    (face,) = yield from roll((m.D20,), seat, "forgelight/risk-it-all-roll", ("Risk It All",))
    fate = m.fate(face)
    rules = {"dead": "risk-it-all-death", "half": "risk-it-all-half", "full": "risk-it-all-full"}
    rule = f"forgelight/{rules[fate]}"
    game.record(e.FateRolled(who=who, face=face, result=fate, rule=rule))
    if fate == "dead":
        die(game, who, "the dice", rule)
        return
    most = figures.max_health(lib(game), being(game, who)).value
    health = most if fate == "full" else m.half(most, game.options["half-rounding"])
    game.record(e.RoseAgain(who=who, health=health, rule=rule))
    if fate == "full" and game.state.fighting(who):
        free_turn(game, who)


def free_turn(game: ForgeGame, who: str) -> None:
    """A whole turn out of order, no new Reaction, no countdown (forgelight/risk-it-all-free-turn)."""
    rule = "forgelight/risk-it-all-free-turn"
    assert game.state.fight
    game.record(e.CountBegan(at=game.state.fight.at, waiting=(who,), free=True, rule=rule))
    points = figures.action_points(lib(game), being(game, who)).value
    game.record(e.TurnBegan(who=who, turn=Turn(who, points), rule=rule))


# ------------------------------------------------------------------ dead


def die(game: ForgeGame, who: str, why: str, rule: str) -> None:
    """forgelight/dead-is-final"""
    game.record(e.Died(who=who, why=why, rule=rule))
    leave_order(game, who)
    companion = game.state.companion_of(who)
    if companion:
        game.record(e.CompanionHandedOver(who=companion, rule="forgelight/dead-is-final"))


def leave_order(game: ForgeGame, who: str) -> None:
    """Whoever is out of it has no place in the order; a companion that fights on keeps its owner's."""
    fight = game.state.fight
    if not fight or all(place.who != who for place in fight.order):
        return
    companion = game.state.companion_of(who)
    if companion and game.state.fighting(companion):
        order = tuple(replace(place, who=companion) if place.who == who else place for place in fight.order)
        game.record(e.OrderSet(order=order, at=fight.at, rule="forgelight/dead-is-final"))
        return
    gone = next(at for at, place in enumerate(fight.order) if place.who == who)
    order = tuple(place for place in fight.order if place.who != who)
    game.record(e.OrderSet(order=order, at=fight.at - (gone <= fight.at), rule="forgelight/dead-is-final"))
