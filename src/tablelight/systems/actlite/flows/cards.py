"""Initiative: the deck, dealing, windows, holding, interrupts, losing and regaining AP, the end."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.kernel.flow import Flow, at_once, roll
from tablelight.kernel.offers import GM, NOBODY, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import effects, rounds
from tablelight.systems.actlite.flows.ap import give_temp, lose, regain
from tablelight.systems.actlite.flows.common import (
    CARDS,
    ActGame,
    choice_field,
    controller,
    is_on,
    name,
    number_field,
    open_window,
    own,
    pay,
    refuse,
    rule,
    specials,
    unable,
    who_field,
)
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import ActState, Character, Initiative, Pile, SpecialZone, Window, holders

TOP = "top"
SPECIAL = "special:"


# ------------------------------------------------------------------ the start


def _fighters(state: ActState) -> list[tuple[str, Character]]:
    return [(key, who) for key, who in state.characters.items() if who.present and not who.known_dead]


def _offer_begin(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.initiative:
        return None
    people = _fighters(game.state)
    fields = (
        Field(
            "who",
            "Who takes part",
            "many",
            tuple(Choice(key, who.name) for key, who in people),
            least=min(1, len(people)),
            most=len(people),
            default=tuple(key for key, who in people if not who.hidden) or tuple(key for key, _ in people),
        ),
        Field(
            "special",
            "Special cards",
            "many",
            tuple(Choice(key, card.name, card.text) for key, card in specials(game.state).items()),
            most=len(specials(game.state)),
            default=(),
        ),
    )
    nobody = refuse("initiative-setup", "nobody", "Nobody is here.") if not people else None
    return Offer("initiative", "Start initiative", fields, rule("initiative-when"), group=CARDS, refused=nobody)


def _begin(game: ActGame, answer: Answer) -> Flow[None]:
    """Everyone hands in their cards; with the special ones they make the deck (actlite/initiative-setup)."""
    piles = {key: Pile(discard=game.state.characters[key].cards) for key in answer.many("who")}
    special: dict[str, SpecialZone] = dict.fromkeys(answer.many("special"), "discard")
    game.record(e.InitiativeBegan(piles=piles, special=special, rule=rule("initiative-setup")))
    shuffle(game, "initiative-setup")
    yield from rounds.begin_round(game)


def shuffle(game: ActGame, name: str) -> None:
    """The discard becomes the deck. The deck has no order before its cards are drawn (actlite/next-round-deck)."""
    initiative = game.state.initiative
    assert initiative
    cards = sum(pile.discard for pile in initiative.piles.values())
    cards += sum(zone == "discard" for zone in initiative.special.values())
    game.record(e.DeckShuffled(cards=cards, rule=rule(name)))


# ------------------------------------------------------------------ dealing


def _offer_deal(game: ActGame, seat: Seat) -> Offer | None:
    initiative = game.state.initiative
    if seat != GM or not initiative:
        return None
    note = f"{initiative.deck} left in the deck"
    refused = _not_drawn(game, initiative)
    return Offer("deal", "Deal the next card", (), rule("deal-one-card"), note=note, group=CARDS, main=True,
                 refused=refused)  # fmt: skip


def _deal_next(game: ActGame, answer: Answer) -> Flow[None]:
    yield from _draw_top(game)


def _offer_draw(game: ActGame, seat: Seat) -> Offer | None:
    initiative = game.state.initiative
    if seat != GM or not initiative:
        return None
    choices = [Choice(TOP, "the top card")]
    choices += [Choice(key, f"{name(game.state, key)}'s card") for key, pile in initiative.piles.items() if pile.deck]
    choices += [
        Choice(f"{SPECIAL}{key}", specials(game.state)[key].name)
        for key, zone in initiative.special.items()
        if zone == "deck"
    ]
    return Offer(
        "draw",
        "Deal a card drawn for real",
        (Field("card", "Which one", "choice", tuple(choices), default=TOP),),
        rule("deal-one-card"),
        note="From a deck of cards on a real table.",
        group=CARDS,
        refused=_not_drawn(game, initiative),
    )


def _not_drawn(game: ActGame, initiative: Initiative) -> Refused | None:
    """The next card waits until windows and interrupts are done (actlite/deal-one-card)."""
    busy = _settle_first(game.state)
    if busy:
        return busy
    if not initiative.deck:
        return refuse("round-end", "deck-empty", "The deck is empty; the round ends once nobody acts any more.")
    return None


def _settle_first(state: ActState) -> Refused | None:
    window = state.initiative.open if state.initiative else None
    if state.doing:
        who = name(state, state.doing[-1].who)
        return refuse("deal-one-card", "busy", f"First {who} finishes: {state.doing[-1].what}.")
    if window:
        return refuse("deal-one-card", "window-open", f"First {name(state, window.who)} acts or holds.")
    return None


def _draw(game: ActGame, answer: Answer) -> Flow[None]:
    card = answer.text("card")
    if card == TOP:
        yield from _draw_top(game)
    elif card.startswith(SPECIAL):
        yield from _special(game, card.removeprefix(SPECIAL))
    else:
        deal(game, card, real=True)


def _draw_top(game: ActGame) -> Flow[None]:
    """Each card that is left is equally likely (actlite/ap-piles)."""
    initiative = game.state.initiative
    assert initiative
    face = 1
    if initiative.deck > 1:
        (face,) = yield from roll((initiative.deck,), NOBODY, rule("deal-one-card"))
    drawn, special = initiative.top(face)
    if special:
        yield from _special(game, drawn)
    else:
        deal(game, drawn)


def deal(game: ActGame, key: str, *, real: bool = False) -> None:
    """A card goes to its owner; a window opens unless stun eats the card or the owner can't act
    (actlite/act-when-dealt, actlite/status-stun, actlite/cards-of-fallen)."""
    game.record(e.CardDealt(who=key, real=real, rule=rule("deal-one-card")))
    who = game.state.characters[key]
    if who.conditions.stun:
        spent = is_on(game, "stun-spend", "counts")
        game.record(e.StunAte(who=key, card=True, spent=spent, rule=rule("status-stun")))
    elif who.acts:
        open_window(game, Window(key))


def _special(game: ActGame, key: str) -> Flow[None]:
    """What is written on a special card is carried out (actlite/special-cards)."""
    card = specials(game.state)[key]
    game.record(e.SpecialCardDrawn(key=key, to=card.goes, name=card.name, text=card.text, rule=rule("special-cards")))
    for effect in card.effects:
        yield from effects.apply(game, replace(effect, on="all"), "", "", card.name)


# ------------------------------------------------------------------ windows


def _offer_end(game: ActGame, seat: Seat) -> Offer | None:
    state = game.state
    window = state.initiative.open if state.initiative else None
    if not window or window.level != state.depth or (state.doing and state.doing[-1].going):
        return None
    if seat not in (controller(state, window.who), GM):
        return None
    cards = state.initiative.piles[window.who].hand if state.initiative else 0
    keeps = f"holds {cards} card{'s'[: cards != 1]}" if cards else "has no cards left"
    return Offer(
        "hold",
        f"{name(state, window.who)} {keeps} and is done",
        rule=rule("hold-cards"),
        warn=f"{window.temp} temp AP will be gone." if window.temp else "",
        group=CARDS,
        main=seat == controller(state, window.who),
    )


def _end(game: ActGame, answer: Answer) -> None:
    window = game.state.initiative.open if game.state.initiative else None
    assert window
    name = "temp-ap" if window.temp else "hold-cards"
    game.record(e.WindowClosed(who=window.who, temp_gone=window.temp, rule=rule(name)))


# ------------------------------------------------------------------ interrupts


def _offer_interrupt(game: ActGame, seat: Seat) -> Offer | None:
    state = game.state
    if not state.initiative:
        return None
    mine = [(key, who) for key, who in own(state, seat) if key in state.initiative.piles]
    stopped = {key: _no_interrupt(game, key) for key, _ in mine}
    able = [(key, who) for key, who in mine if not stopped[key]]
    if not mine:
        return None
    people = able or mine[:1]
    most = max(state.initiative.piles[key].hand for key, _ in people)
    only_free = is_on(game, "interrupt-cost", "extra") and most <= m.INTERRUPT_AP
    return Offer(
        "interrupt",
        "Interrupt",
        (who_field(people),),
        rule("interrupt"),
        f"{m.INTERRUPT_AP} AP",
        "Act at once, before what was going on.",
        CARDS,
        warn="No AP would be left: only free actions." if only_free and able else "",
        refused=None if able else stopped[mine[0][0]],
    )


def _no_interrupt(game: ActGame, key: str) -> Refused | None:
    """Why somebody can't interrupt now (actlite/interrupt)."""
    state = game.state
    who = state.characters[key]
    initiative = state.initiative
    assert initiative
    if unable(who):
        return unable(who)
    if state.doing and state.doing[-1].going:
        text = "The roll has been made; interrupting is possible again after this action."
        return refuse("interrupt", "rolled", text)
    if not initiative.begun:
        return refuse("round-begin-order", "beginning", "The beginning of the round comes before anything else.")
    if any(window.who == key for window in initiative.windows):
        return refuse("interrupt", "own-window", f"{who.name} has a window already and need not interrupt.")
    if not initiative.piles[key].hand:
        return refuse("pay-from-hand", "no-ap", f"An interrupt costs {m.INTERRUPT_AP} AP, none in hand of {who.name}.")
    return None


def _interrupt(game: ActGame, answer: Answer) -> None:
    """Pay 1 AP and act: at once, but after those who interrupted the same moment before (actlite/interrupt)."""
    key = answer.text("who")
    pay(game, key, m.INTERRUPT_AP, "interrupt", name="interrupt")
    game.record(e.Interrupted(who=key, rule=rule("interrupt")))
    credit = m.INTERRUPT_AP if is_on(game, "interrupt-cost", "included") else 0
    level = game.state.depth
    open_window(game, Window(key, "interrupt", credit=credit, level=level), _place(game.state, level))


def _place(state: ActState, level: int) -> int:
    """Among windows, behind the interrupts of the same moment: first received, first to act."""
    windows = state.initiative.windows if state.initiative else ()
    at = len(windows)
    while at and windows[at - 1].kind == "interrupt" and windows[at - 1].level == level:
        at -= 1
    return at


def _offer_order(game: ActGame, seat: Seat) -> Offer | None:
    state = game.state
    windows = state.initiative.windows if state.initiative else ()
    if not windows:
        return None
    level = state.depth
    waiting = [w.who for w in windows[:-1] if w.kind == "interrupt" and w.level == level]
    if seat != GM or not waiting or windows[-1].kind != "interrupt":
        return None
    field = choice_field("who", "Who goes first", [Choice(key, name(state, key)) for key in waiting])
    return Offer("order", "Order the interrupts", (field,), rule("interrupt"), group=CARDS)


def _order(game: ActGame, answer: Answer) -> None:
    game.record(e.WindowsOrdered(who=answer.text("who"), rule=rule("interrupt")))


# ------------------------------------------------------------------ AP given and taken


def _offer_ap(game: ActGame, seat: Seat) -> Offer | None:
    initiative = game.state.initiative
    if seat != GM or not initiative:
        return None
    people = [(key, game.state.characters[key]) for key in initiative.piles]
    ways = (Choice("temp", "gives temp AP"), Choice("lose", "takes AP away"), Choice("regain", "gives lost AP back"))
    fields = (who_field(people), choice_field("way", "What", ways), number_field("ap", "AP", 1, 20, 1))
    busy = None
    if game.state.doing and game.state.doing[-1].going:
        busy = refuse("interrupt", "rolled", "Finish the action under way first.")
    return Offer("ap", "Give or take AP", fields, rule("temp-ap"), group=CARDS, refused=busy)


def _ap(game: ActGame, answer: Answer) -> None:
    change = {"temp": give_temp, "lose": lose, "regain": regain}[answer.text("way")]
    change(game, answer.text("who"), answer.number("ap"))


# ------------------------------------------------------------------ the end of a round, and of it all


def _offer_pass(game: ActGame, seat: Seat) -> Offer | None:
    initiative = game.state.initiative
    if not initiative or initiative.deck or _settle_first(game.state) or not initiative.begun:
        return None
    waiting = [key for key in holders(game.state) if key not in initiative.passed]
    mine = [(key, game.state.characters[key]) for key in waiting if seat in (GM, controller(game.state, key))]
    if not mine:
        return None
    note = "The round ends when everybody who holds AP has passed."
    return Offer(
        "pass", "Pass: no interrupt", (who_field(mine),), rule("round-end"), note=note, group=CARDS, main=seat != GM
    )


def _pass(game: ActGame, answer: Answer) -> None:
    game.record(e.Passed(who=answer.text("who"), rule=rule("round-end")))


def _offer_next(game: ActGame, seat: Seat) -> Offer | None:
    initiative = game.state.initiative
    if seat != GM or not initiative:
        return None
    return Offer(
        "next-round",
        f"End round {initiative.round}",
        rule=rule("round-end"),
        group=CARDS,
        main=not initiative.deck,
        refused=_round_goes_on(game, initiative),
    )


def _round_goes_on(game: ActGame, initiative: Initiative) -> Refused | None:
    busy = _settle_first(game.state)
    if busy:
        return busy
    if initiative.deck:
        return refuse("round-end", "deck-left", f"{initiative.deck} cards are left in the deck.")
    waiting = [name(game.state, key) for key in holders(game.state) if key not in initiative.passed]
    if waiting:
        return refuse("round-end", "not-asked", f"Still to pass or interrupt: {', '.join(waiting)}.")
    return None


def _next(game: ActGame, answer: Answer) -> Flow[None]:
    """Idle characters regain, the discard is shuffled into the next deck, a round begins
    (actlite/regain-idle, actlite/next-round-deck, actlite/held-cards-at-round-end)."""
    initiative = game.state.initiative
    assert initiative
    for key in initiative.piles:
        if key not in initiative.spent and key not in initiative.joined:
            regain(game, key, 1, idle=True)
    if is_on(game, "held-cards", "return"):
        for key, pile in initiative.piles.items():
            if pile.hand:
                name = "held-cards-at-round-end"
                game.record(e.CardsReturned(who=key, cards=pile.hand, rule=rule(name)))
    game.record(e.RoundEnded(round=initiative.round, rule=rule("round-end")))
    shuffle(game, "next-round-deck")
    yield from rounds.begin_round(game)


def _offer_stop(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.initiative:
        return None
    busy = refuse("initiative-end", "busy", "Finish the action under way first.") if game.state.doing else None
    return Offer("end-initiative", "End initiative", rule=rule("initiative-end"), group=CARDS, refused=busy)


def _stop(game: ActGame, answer: Answer) -> None:
    """Lost AP is regained, everyone takes all cards back; unfinished hexes are dropped (actlite/initiative-end)."""
    for key, written in list(game.state.written.items()):
        if written.unpaid:
            game.record(e.HexGone(key=key, why="it was not finished", rule=rule("hex-ap-cost")))
    for key, pile in game.state.initiative.piles.items() if game.state.initiative else ():
        regain(game, key, pile.lost)
    game.record(e.InitiativeEnded(rule=rule("initiative-end")))


def _offer_join(game: ActGame, seat: Seat) -> Offer | None:
    initiative = game.state.initiative
    if seat != GM or not initiative:
        return None
    people = [(key, who) for key, who in _fighters(game.state) if key not in initiative.piles]
    if not people:
        return None
    return Offer("join", "Let somebody join", (who_field(people),), rule("late-arrival"), group=CARDS)


def _join(game: ActGame, answer: Answer) -> None:
    key = answer.text("who")
    cards = game.state.characters[key].cards
    game.record(e.CardsJoined(who=key, cards=cards, rule=rule("late-arrival")))


ACTIONS: tuple[Action[ActState], ...] = (
    act("initiative", _offer_begin, _begin),
    act("deal", _offer_deal, _deal_next),
    act("draw", _offer_draw, _draw),
    act("hold", _offer_end, at_once(_end), anytime=True),
    act("interrupt", _offer_interrupt, at_once(_interrupt), anytime=True),
    act("order", _offer_order, at_once(_order), anytime=True),
    act("ap", _offer_ap, at_once(_ap), anytime=True),
    act("pass", _offer_pass, at_once(_pass)),
    act("next-round", _offer_next, _next),
    act("join", _offer_join, at_once(_join)),
    act("end-initiative", _offer_stop, at_once(_stop)),
)
