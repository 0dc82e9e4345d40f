"""What a card does beside its attacks, line by line from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.kernel.flow import Flow, ask, roll, write
from tablelight.kernel.grid import away, shifted
from tablelight.kernel.offers import GM, Choice, Field, Offer
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content import model as c
from tablelight.systems.forgelight.flows import death, statuses
from tablelight.systems.forgelight.flows.common import ForgeGame, being, body, called, controller, gain_stamina, lib
from tablelight.systems.forgelight.flows.ground import board, others_on_map

RULE = "forgelight/card-play-order"


def carry_out(game: ForgeGame, who: str, targets: Sequence[str], card: str, whens: frozenset[c.When]) -> Flow[None]:
    """The lines of a card that hold now, for each of whom they befall (forgelight/power-roll-effect)."""
    for effect in lib(game).cards[card].effects:
        if effect.when not in whens:
            continue
        for target in (who,) if effect.on == "self" else targets:
            if being(game, target).present:
                yield from _do(game, who, target, effect)


def _do(game: ForgeGame, who: str, target: str, effect: c.AnyEffect) -> Flow[None]:
    match effect:
        case c.GiveStatus(status=status, lasts=lasts):
            statuses.give(game, target, status, lasts)
        case c.EndStatus(status=status):
            statuses.end(game, target, status, RULE)
        case c.Heal(amount=amount):
            yield from _heal(game, who, target, amount)
        case c.Refresh(amount=amount):
            gain_stamina(game, target, amount, "forgelight/stamina-recovery")
        case c.Push(feet=feet):
            push(game, who, target, feet)
        case c.Draw(cards=cards):
            yield from draw(game, target, cards, RULE)
        case c.EndActive():
            statuses.end_active(game, target, RULE, "a card")
        case c.Judge(text=text):
            yield from judge(game, target, text)
        case c.ExtraDice() | c.AddDamage():
            pass  # they belong to the damage of an attack


def _heal(game: ForgeGame, who: str, target: str, amount: str) -> Flow[None]:
    """forgelight/health-sources-of-recovery"""
    count, size, flat = m.parse_dice(amount)
    seat = controller(game.state, who)
    faces = (yield from roll((size,) * count, seat, "forgelight/health-bounds", ("healing",) * count)) if count else ()
    yield from death.heal(game, target, sum(faces) + flat, "forgelight/health-bounds")


def push(game: ForgeGame, who: str, target: str, feet: int) -> None:
    """Moved by force, straight away from the user or towards it; nobody walks away by it
    (forgelight/reaction-attack-card)."""
    here, there = body(being(game, who)), body(being(game, target))
    ground = board(game.state)
    if here is None or there is None or ground is None:
        game.record(e.Pushed(who=target, at=None, feet=feet, rule=RULE))
        return
    way = away(here, there) if feet > 0 else away(there, here)
    to = shifted(ground, there, way, abs(feet) // m.TILE, others_on_map(game.state, target))
    game.record(e.Pushed(who=target, at=to.at, feet=feet, rule=RULE))


def draw(game: ForgeGame, who: str, count: int, rule: str) -> Flow[None]:
    """Chosen cards come back from the discard pile (forgelight/short-rest-draw)."""
    one = being(game, who)
    many = min(count, len(one.discard))
    if not many:
        return
    choices = tuple(Choice(card, lib(game).cards[card].name) for card in one.discard)
    field = Field("cards", "From your discard pile", "many", choices, least=many, most=many)
    offer = Offer("draw", "Take into hand", (field,), rule, main=True)
    question = f"Which discarded card does {called(game, who)} take back?"
    answer = yield from ask(question, lambda: [(controller(game.state, who), offer)])
    for card in answer.many("cards"):
        game.record(e.CardDrawn(who=who, card=card, rule=rule))


def judge(game: ForgeGame, who: str, text: str) -> Flow[None]:
    """What the rules leave to a person: the GM reads it and says what comes of it."""
    said = yield from write(GM, f"{called(game, who)}: {text}", "What comes of it", most=400, rule=RULE)
    game.record(e.Judged(who=who, about=text, text=said, rule=RULE))
