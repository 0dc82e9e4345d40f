"""Short and Long Rests: declared by the players, confirmed by the GM, worth something once completed."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.kernel.flow import Flow, ask
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.flows import death, effects, turns
from tablelight.systems.forgelight.flows.common import ForgeGame, being, lib, number_field, own, pick, refuse
from tablelight.systems.forgelight.state import ForgeState

GROUP = "Rest"
SHORT, LONG = "short", "long"
ACTIVITIES = (
    ("camp", "around the campfire"),
    ("nap", "a nap or a quiet talk"),
    ("carried", "carried along on a journey"),
    ("walking", "walking"),
    ("navigating", "navigating"),
)


def _offer_rest(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [key for key, one in game.state.beings.items() if one.kind == "pc" and not one.dead]
    mine = people if seat == GM else [key for key in people if key in own(game.state, seat)]
    if not mine:
        return None
    fields = (
        Field("who", "Who rests", "many", _resters(game, people), least=1, most=len(people), default=tuple(people)),
        pick("rest", "Which rest", ((SHORT, "Short Rest, an hour"), (LONG, "Long Rest, a night's sleep")), SHORT),
        Field("activity", "Doing what", "choice", _activities(), default="camp"),
    )
    in_fight = refuse("rest-two-kinds", "in-combat", "No rest can be started in combat.") if game.state.fight else None
    return Offer("rest", "Rest", fields, "forgelight/rest-two-kinds", group=GROUP, refused=in_fight)


def _resters(game: ForgeGame, people: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(Choice(key, being(game, key).name) for key in people)


def _activities() -> tuple[Choice, ...]:
    """Nothing demanding: no walking, no navigating (forgelight/short-rest-conditions)."""
    busy = refuse("short-rest-conditions", "demanding", "Nobody rests while walking or navigating.")
    return tuple(
        Choice(key, words, refused=busy if key in ("walking", "navigating") else None) for key, words in ACTIVITIES
    )


def _check_rest(game: ForgeGame, answer: Answer) -> Refused | None:
    """One Short Rest a day (forgelight/short-rest-limit)."""
    if answer.text("rest") != SHORT:
        return None
    spent = [being(game, who).name for who in answer.many("who") if being(game, who).rested_on >= game.state.day]
    text = f"{' and '.join(spent)}: one Short Rest per day, and today's is taken."
    return refuse("short-rest-limit", "once-a-day", text) if spent else None


def _begin_rest(game: ForgeGame, answer: Answer) -> Flow[None]:
    who, rest = answer.many("who"), answer.text("rest")
    activity = dict(ACTIVITIES)[answer.text("activity")]
    game.record(e.RestDeclared(rest=rest, activity=activity, rule="forgelight/rest-two-kinds"))
    reply = yield from _confirmed(game, rest, activity)
    if reply.key == "complete":
        yield from complete(game, who, rest)
    elif reply.key == "broken":
        yield from broken(game, who, rest, reply.number("minutes"))
    yield from turns.settled(game)


def _confirmed(game: ForgeGame, rest: str, activity: str) -> Flow[Answer]:
    """The GM says whether time and place allow it, and whether it is completed (forgelight/rest-interrupted)."""
    rule = "forgelight/short-rest-conditions" if rest == SHORT else "forgelight/long-rest-conditions"
    most = 59 if rest == SHORT else 359
    offers = [
        (GM, Offer("complete", "It is completed", rule=rule, main=True)),
        (GM, Offer("broken", "It is broken off", (number_field("minutes", "After minutes", 1, most),), rule)),
        (GM, Offer("no", "Not here, not now", rule=rule)),
    ]
    question = f"A {rest.title()} Rest, {activity}: is it completed?"
    return (yield from ask(question, lambda: offers))


def broken(game: ForgeGame, who: Sequence[str], rest: str, minutes: int) -> Flow[None]:
    """Nothing gained, nothing counted; a long one of an hour may become the day's Short Rest
    (forgelight/rest-interrupted)."""
    rule = "forgelight/rest-interrupted"
    game.record(e.RestBroken(rest=rest, minutes=minutes, rule=rule))
    death.pass_time(game, minutes * 60)
    fresh = [key for key in who if being(game, key).rested_on < game.state.day]
    if rest != LONG or minutes < 60 or not fresh:
        return
    offers = [
        (GM, Offer("short", "It counts as a Short Rest", rule=rule)),
        (GM, Offer("nothing", "It counts for nothing")),
    ]
    answer = yield from ask("At least an hour of it was rest", lambda: offers)
    if answer.key == "short":
        yield from recover(game, fresh, SHORT)


def complete(game: ForgeGame, who: Sequence[str], rest: str) -> Flow[None]:
    """Time passes, then everyone who rested recovers."""
    death.pass_time(game, m.SHORT_REST if rest == SHORT else m.LONG_REST)
    yield from recover(game, who, rest)


def recover(game: ForgeGame, who: Sequence[str], rest: str) -> Flow[None]:
    """forgelight/short-rest-benefit, forgelight/long-rest-benefit; companions too (forgelight/companion-rest)."""
    for key in who:
        yield from _recover(game, key, rest)
        companion = game.state.companion_of(key)
        if companion and being(game, companion).present:
            yield from _recover(game, companion, rest)


def _recover(game: ForgeGame, who: str, rest: str) -> Flow[None]:
    one = being(game, who)
    asleep = one.down is not None and game.options["rest-wakes-unconscious"] == "no"
    if one.dead or asleep:
        return  # forgelight/unconscious-no-rest
    most = figures.max_health(lib(game), one).value
    stamina = figures.max_stamina(lib(game), one).value
    rounding = game.options["half-rounding"]
    health_back = most if rest == LONG else m.half(most, rounding)
    stamina_back = stamina if rest == LONG else m.half(stamina, rounding)
    if one.down is not None:
        yield from death.heal(game, who, health_back, "forgelight/unconscious-no-rest")
        one, health_back = being(game, who), 0
    game.record(
        e.Rested(
            who=who,
            rest=rest,
            health=min(one.health + health_back, most),
            stamina=min(one.stamina + stamina_back, stamina),
            day=_rested_on(game, who, rest),
            rule=_rule(one.kind, rest),
        )
    )
    yield from _draw(game, who, rest)


def _rule(kind: str, rest: str) -> str:
    return "forgelight/companion-rest" if kind == "companion" else f"forgelight/{rest}-rest-benefit"


def _rested_on(game: ForgeGame, who: str, rest: str) -> int:
    """The day whose Short Rest is taken (forgelight/short-rest-limit, option short-rest-reset)."""
    if rest == SHORT:
        return game.state.day if game.options["short-rest-reset"] == "calendar-day" else 10**6
    return 0 if game.options["short-rest-reset"] == "long-rest" else being(game, who).rested_on


def _draw(game: ForgeGame, who: str, rest: str) -> Flow[None]:
    """One card of choice, or all of them (forgelight/short-rest-draw, forgelight/companion-rest-cards)."""
    one = being(game, who)
    if one.kind == "companion" and game.options["companion-rest-cards"] == "none":
        return
    if rest == SHORT:
        yield from effects.draw(game, who, 1, "forgelight/short-rest-draw")
        return
    rule = "forgelight/companion-rest-cards" if one.kind == "companion" else "forgelight/long-rest-benefit"
    for card in one.discard:
        game.record(e.CardDrawn(who=who, card=card, rule=rule))


ACTIONS: tuple[Action[ForgeState], ...] = (Action("rest", _offer_rest, _begin_rest, _check_rest),)
