"""A fight begins, somebody joins late, it ends; companions come along or retreat."""

from __future__ import annotations

from tablelight.kernel.flow import Flow, at_once, choose
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.flows import companions, death, initiative, turns
from tablelight.systems.forgelight.flows.common import ForgeGame, being, controller, own, refuse, who_field
from tablelight.systems.forgelight.state import ForgeState, Place

GROUP = "The fight"


def _free(game: ForgeGame) -> list[str]:
    """Those who could fight and have no place in the order."""
    there = {place.who for place in game.state.fight.order} if game.state.fight else set[str]()
    return [
        key
        for key, one in game.state.beings.items()
        if one.kind != "companion" and one.up and key not in there and (one.health > 0)
    ]


# ------------------------------------------------------------------ beginning


def _offer_begin(game: ForgeGame, seat: Seat) -> Offer | None:
    people = _free(game)
    if seat != GM or game.state.fight or not people:
        return None
    choices = tuple(Choice(key, being(game, key).name) for key in people)
    everyone = tuple(key for key in people)
    field = Field("who", "Everyone involved", "many", choices, least=1, most=len(choices), default=everyone)
    return Offer("fight", "Roll initiative!", (field,), "forgelight/combat-start", group=GROUP)


def _begin(game: ForgeGame, answer: Answer) -> Flow[None]:
    """Everyone rolls; companions act with their owners (forgelight/combat-start)."""
    people = answer.many("who")
    for who in people:
        yield from _bring_companion(game, who)
        if being(game, who).exchanging:
            game.record(e.ExchangeClosed(who=who, rule="forgelight/levelup-card-swap"))
    order = yield from initiative.roll_for(game, people)
    game.record(e.FightBegan(order=order, rule="forgelight/combat-start"))
    yield from turns.settled(game)


def _bring_companion(game: ForgeGame, who: str) -> Flow[None]:
    """The owner chooses whether the companion comes along (forgelight/companion-joins-combat)."""
    key = game.state.companion_of(who)
    if not key or not being(game, key).present:
        return
    one = being(game, key)
    rule = "forgelight/companion-joins-combat"
    tired = refuse("companion-retreat-automatic", "no-stamina", f"{one.name} has no Stamina and would leave at once.")
    yes = Choice("comes", f"{one.name} comes along", refused=tired if one.stamina == 0 else None)
    no = Choice("stays", f"{one.name} stays away")
    choice = yield from choose(controller(game.state, key), f"Does {one.name} come into the fight?", (yes, no), rule)
    game.record(e.CompanionStays(who=key, stays=choice == "stays", rule=rule))
    rider = game.state.rider_of(key)
    if choice == "stays" and rider:
        game.record(e.Dismounted(who=rider, at=one.at, flying=one.flying, rule="forgelight/mount-riding"))


def _offer_join(game: ForgeGame, seat: Seat) -> Offer | None:
    people = _free(game)
    if seat != GM or not game.state.fight or not people:
        return None
    return Offer(
        "join-fight", "Somebody joins the fight", (who_field(game, people),), "forgelight/combat-start", group=GROUP
    )


def _begin_join(game: ForgeGame, answer: Answer) -> Flow[None]:
    """Whoever comes late rolls then and takes a place in the order (forgelight/combat-start)."""
    who = answer.text("who")
    yield from _bring_companion(game, who)
    total = yield from initiative.roll_one(game, who)
    fight = game.state.fight
    assert fight
    at = next((at for at, place in enumerate(fight.order) if place.total < total), len(fight.order))
    order = (*fight.order[:at], Place(who, total), *fight.order[at:])
    game.record(e.OrderSet(order=order, at=fight.at + (at <= fight.at), rule="forgelight/combat-start"))
    yield from turns.settled(game)


# ------------------------------------------------------------------ ending


def _offer_end(game: ForgeGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.fight:
        return None
    return Offer("end-fight", "End the fight", rule="forgelight/combat-end", group=GROUP)


def _begin_end(game: ForgeGame, answer: Answer) -> Flow[None]:
    """Initiative, Action Points and Reaction marks are cleared; companions return (forgelight/combat-end)."""
    game.record(e.FightEnded(rule="forgelight/combat-end"))
    companions.come_back(game)
    for key, one in list(game.state.beings.items()):
        if one.stays:
            game.record(e.CompanionStays(who=key, stays=False, rule="forgelight/combat-end"))
    yield from turns.settled(game)


# ------------------------------------------------------------------ companions


def _offer_retreat(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    """At any moment, at no cost (forgelight/companion-retreat-command)."""
    return tuple(
        Offer(
            f"retreat:{who}",
            f"{being(game, who).name} retreats",
            rule="forgelight/companion-retreat-command",
            group=GROUP,
            warn="It can't come back in this fight.",
            refused=_gone(game, who),
        )
        for who in own(game.state, seat)
        if being(game, who).kind == "companion" and game.state.fight and not being(game, who).stays
    )


def _gone(game: ForgeGame, who: str) -> Refused | None:
    one = being(game, who)
    return refuse("companion-retreat-command", "gone", f"{one.name} has left this fight.") if one.fled else None


def _begin_retreat(game: ForgeGame, answer: Answer) -> Flow[None]:
    who = answer.key.partition(":")[2]
    companions.flee(game, who, "command", "forgelight/companion-retreat-command")
    yield from turns.settled(game)


def _offer_rejoin(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    """Shown so that it says why not: a retreat lasts for the fight."""
    return tuple(
        Offer(
            f"rejoin:{who}",
            f"Call {being(game, who).name} back",
            rule="forgelight/companion-retreat-command",
            group=GROUP,
            refused=refuse("companion-retreat-command", "gone", "It fled to safety and is out of this fight."),
        )
        for who in own(game.state, seat)
        if being(game, who).fled and game.state.fight
    )


def _offer_danger_over(game: ForgeGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.fight or not any(one.fled for one in game.state.beings.values()):
        return None
    return Offer("danger-over", "The danger is over", rule="forgelight/companion-returns-health-zero", group=GROUP)


@at_once
def _begin_danger_over(game: ForgeGame, answer: Answer) -> None:
    companions.come_back(game)


def _offer_let_die(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    """A companion dies only by its player's will (forgelight/companion-no-death)."""
    return tuple(
        Offer(
            f"let-die:{who}",
            f"{being(game, who).name} dies",
            rule="forgelight/companion-no-death",
            group="Companions",
            warn="A companion dies only if you decide so.",
        )
        for who in own(game.state, seat)
        if being(game, who).kind == "companion" and not being(game, who).dead and seat != GM
    )


def _begin_let_die(game: ForgeGame, answer: Answer) -> Flow[None]:
    who = answer.key.partition(":")[2]
    rider = game.state.rider_of(who)
    one = being(game, who)
    death.die(game, who, "the player's decision", "forgelight/companion-no-death")
    if rider:
        game.record(e.Dismounted(who=rider, at=one.at, flying=one.flying, rule="forgelight/mount-lost"))
    yield from turns.settled(game)


@at_once
def _nothing(game: ForgeGame, answer: Answer) -> None:
    """Never reached: it is offered only as refused, so that it says why not."""


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("fight", _offer_begin, _begin),
    Action("join-fight", _offer_join, _begin_join),
    Action("end-fight", _offer_end, _begin_end),
    Action("retreat", _offer_retreat, _begin_retreat),
    Action("rejoin", _offer_rejoin, _nothing),
    Action("danger-over", _offer_danger_over, _begin_danger_over),
    Action("let-die", _offer_let_die, _begin_let_die),
)
