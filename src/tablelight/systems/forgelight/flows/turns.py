"""Turns and rounds: whose turn begins, what ends with it, who comes next (forgelight/initiative-kept)."""

from __future__ import annotations

from tablelight.kernel.flow import Flow, at_once, choose
from tablelight.kernel.offers import Answer, Choice, Offer, Refused, RuleId, Seat
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import ActiveSlot
from tablelight.systems.forgelight.content.packs import parts_of
from tablelight.systems.forgelight.flows import death, harm, initiative, play, statuses
from tablelight.systems.forgelight.flows.common import ForgeGame, being, cards_of, controller, lib, own, refuse
from tablelight.systems.forgelight.flows.speed import feet_left
from tablelight.systems.forgelight.state import Count, ForgeState, Turn


def settled(game: ForgeGame) -> Flow[None]:
    """After anything that happened outside a card: settle it, then let the order go on."""
    yield from play.settled(game)
    yield from go_on(game)


def go_on(game: ForgeGame) -> Flow[None]:
    """End the turns that are over and begin the next ones, until somebody can act."""
    while game.state.fight:
        over = _turn_over(game)
        if over:
            yield from end_turn(game, over)
            continue
        count = game.state.count
        if count and count.turns:
            return
        if count and (count.waiting or count.free):
            yield from _next_turn(game, count)
        elif not (yield from _next_count(game)):
            return


def _turn_over(game: ForgeGame) -> str:
    """A turn that ends by itself (forgelight/turn-end, option turn-end)."""
    for turn in game.state.count.turns if game.state.count else ():
        one = being(game, turn.who)
        if not one.up or not game.state.fighting(turn.who):
            return turn.who
        if turn.ap == 0 and not turn.follow_ups and game.options["turn-end"] == "ap-spent":
            return turn.who
        if turn.ap == 0 and feet_left(game.state, turn.who) < m.TILE and _used(game, turn):
            return turn.who
    return ""


def _used(game: ForgeGame, turn: Turn) -> bool:
    """Whether anything was done on this turn at all: whoever can do nothing still has a turn to end."""
    count = game.state.count
    moved = bool(count and count.moved.get(turn.who))
    return moved or turn.ap < figures.action_points(lib(game), being(game, turn.who)).value


# ------------------------------------------------------------------ a turn begins


def _next_turn(game: ForgeGame, count: Count) -> Flow[None]:
    """Begin the turn of whoever waits on this count, or leave a free turn behind."""
    able = [who for who in count.waiting if game.state.fighting(who)]
    if not able:
        if count.free:
            game.record(e.CountEnded(rule="forgelight/risk-it-all-free-turn"))
        else:
            for who in count.waiting:
                game.record(e.TurnEnded(who=who, rule="forgelight/turn-end"))
        return
    down = [who for who in able if not being(game, who).up]
    if down:
        skip_turn(game, down[0])
    elif len(able) > 1 and game.options["companion-order"] == "one-after-other":
        first = yield from _first(game, able)
        yield from begin_turn(game, first)
    else:
        for who in able:
            yield from begin_turn(game, who)


def _first(game: ForgeGame, able: list[str]) -> Flow[str]:
    """Owner or companion: the player says who goes first (forgelight/companion-turn-order)."""
    rule = "forgelight/companion-turn-order"
    choices = [Choice(who, being(game, who).name) for who in able]
    return (yield from choose(controller(game.state, able[0]), "Who goes first?", choices, rule))


def begin_turn(game: ForgeGame, who: str) -> Flow[None]:
    """4 Action Points, 2 for a companion (forgelight/turn-action-points, forgelight/action-points-not-kept)."""
    one = being(game, who)
    statuses.tick(game, who, "start")
    rule = "forgelight/companion-action-points" if one.kind == "companion" else "forgelight/turn-action-points"
    game.record(e.TurnBegan(who=who, turn=Turn(who, figures.action_points(lib(game), one).value), rule=rule))
    if game.options["reaction-refresh"] == "own-turn-start" and game.state.fight and who in game.state.fight.reacted:
        game.record(e.ReactionBack(who=who, rule="forgelight/reaction-refresh"))
    for status in list(being(game, who).statuses):
        kind = lib(game).statuses[status]
        if kind.hurts:
            totals = yield from harm.roll_damage(game, who, parts_of(kind.hurts), False)
            harm.hurt(game, who, totals, "forgelight/status-effect-model")
    yield from play.settled(game)


def skip_turn(game: ForgeGame, who: str) -> None:
    """An unconscious being's turn goes by and counts (forgelight/status-unconscious, forgelight/unconscious-window)."""
    one = being(game, who)
    own_turns = game.options["unconscious-clock"] == "own-turns"
    turns = one.down.turns + own_turns if one.down else 0
    game.record(e.TurnSkipped(who=who, turns=turns, rule="forgelight/unconscious-window"))
    statuses.tick(game, who, "turns")
    if one.down and own_turns:
        death.count_turns(game, who, turns)


# ------------------------------------------------------------------ a turn ends


def end_turn(game: ForgeGame, who: str) -> Flow[None]:
    """What is left is lost (forgelight/action-points-not-kept); durations of one's own turns count down."""
    turn, count = game.state.turn(who), game.state.count
    assert turn
    assert count
    game.record(e.TurnEnded(who=who, lost=turn.ap, rule="forgelight/turn-end"))
    if not count.free:
        statuses.tick(game, who, "turns")
    yield from play.settled(game)


# ------------------------------------------------------------------ the next in the order


def _next_count(game: ForgeGame) -> Flow[bool]:
    """The next place in the order, or a new round; False if nobody is left who could act."""
    fight = game.state.fight
    assert fight
    if not any(_acts(game, place.who) for place in fight.order):
        return False
    at = fight.at + 1
    if at >= len(fight.order):
        yield from _new_round(game)
        at = 0
    fight = game.state.fight
    assert fight
    _begin_count(game, at)
    return True


def _acts(game: ForgeGame, who: str) -> bool:
    """Whether somebody acts on this place: with nobody conscious the order stands still until the GM steps in."""
    companion = game.state.companion_of(who)
    return being(game, who).up or bool(companion and game.state.fighting(companion))


def _begin_count(game: ForgeGame, at: int) -> None:
    fight = game.state.fight
    assert fight
    who = fight.order[at].who
    companion = game.state.companion_of(who)
    waiting = [who, companion] if companion and game.state.fighting(companion) else [who]
    game.record(e.CountBegan(at=at, waiting=tuple(waiting), rule="forgelight/initiative-order"))
    if game.options["unconscious-clock"] == "full-rounds":
        _count_rounds(game, who)


def _count_rounds(game: ForgeGame, slot: str) -> None:
    """Full rounds from the moment of falling (option unconscious-clock = full-rounds)."""
    for key, one in list(game.state.beings.items()):
        if one.down and one.down.slot == slot:
            turns = one.down.turns + 1
            game.record(e.WindowTicked(who=key, turns=turns, rule="forgelight/unconscious-window"))
            death.count_turns(game, key, turns)


def _new_round(game: ForgeGame) -> Flow[None]:
    """A round is over: 6 seconds, durations in rounds, Reactions (forgelight/reaction-refresh)."""
    fight = game.state.fight
    assert fight
    for who, one in list(game.state.beings.items()):
        statuses.tick(game, who, "rounds")
        for card, left in list(one.active_rounds.items()):
            _tick_active(game, who, card, left)
    game.record(e.TimePassed(seconds=m.TURN_SECONDS, rule="forgelight/status-duration-unit"))
    game.record(e.RoundBegan(round=fight.round + 1, rule="forgelight/initiative-kept"))
    if game.options["reaction-refresh"] == "round-start":
        game.record(e.ReactionBack(rule="forgelight/reaction-refresh"))
    if game.options["initiative-reroll"] == "each-round":
        order = yield from initiative.roll_for(game, [place.who for place in fight.order])
        game.record(e.OrderSet(order=order, at=0, rule="forgelight/initiative-kept"))
    yield from play.settled(game)


def _tick_active(game: ForgeGame, who: str, card: str, left: int) -> None:
    """An Active card whose own text sets a duration (forgelight/active-persists)."""
    if left > 1:
        game.record(e.ActiveTicked(who=who, card=card, rounds=left - 1, rule="forgelight/active-persists"))
        return
    for slot, key in list(being(game, who).active.items()):
        if key == card:
            end_one_active(game, who, slot, "forgelight/active-persists")


def end_one_active(game: ForgeGame, who: str, slot: ActiveSlot, rule: RuleId) -> None:
    """One Active card ends and is discarded (forgelight/active-end-discard)."""
    game.record(e.ActiveEnded(who=who, slot=slot, card=being(game, who).active[slot], rule=rule))


# ------------------------------------------------------------------ offers


def _offer_end(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    offers: list[Offer] = []
    for who in own(game.state, seat):
        turn = game.state.turn(who)
        if turn:
            left = f"{turn.ap} Action Points would be lost." if turn.ap else ""
            offers.append(
                Offer(
                    f"end-turn:{who}",
                    f"End {being(game, who).name}'s turn",
                    rule="forgelight/turn-end",
                    group=cards_of(game, who),
                    main=True,
                    note=left,
                )
            )
    return tuple(offers)


def _begin_end(game: ForgeGame, answer: Answer) -> Flow[None]:
    yield from end_turn(game, answer.key.partition(":")[2])
    yield from go_on(game)


def _offer_switch(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    """Owner and companion finish one turn before the other begins (forgelight/companion-turn-order)."""
    count = game.state.count
    if not count or not count.turns:
        return ()
    return tuple(
        Offer(
            f"switch:{who}",
            f"Let {being(game, who).name} act now",
            rule="forgelight/companion-turn-order",
            group="Turn",
            refused=_must_end(game, count),
        )
        for who in count.waiting
        if controller(game.state, who) == seat and being(game, who).up
    )


def _must_end(game: ForgeGame, count: Count) -> Refused:
    turn = count.turns[0]
    name = being(game, turn.who).name
    text = f"{name} ends the turn first; {turn.ap} Action Points would be lost."
    return refuse("companion-turn-order", "turn-open", text)


@at_once
def _nothing(game: ForgeGame, answer: Answer) -> None:
    """Never reached: it is offered only as refused, so that it says why not."""


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("end-turn", _offer_end, _begin_end),
    Action("switch", _offer_switch, _nothing),
)
