"""AP given and taken: temp AP, losing and regaining cards."""

from __future__ import annotations

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.common import ActGame, has_window, is_on, open_window, rule
from tablelight.systems.actlite.state import Window


def give_temp(game: ActGame, key: str, amount: int) -> None:
    """Temp AP opens a window of its own, and stun eats of it (actlite/temp-ap, actlite/status-stun)."""
    initiative = game.state.initiative
    if not initiative or key not in initiative.piles or not game.state.characters[key].acts:
        return
    eaten = min(amount, game.state.characters[key].conditions.stun)
    for _ in range(eaten):
        spent = is_on(game, "stun-spend", "counts")
        game.record(e.StunAte(who=key, card=False, spent=spent, rule=rule("status-stun")))
    if amount == eaten:
        return
    if not has_window(game.state, key):
        open_window(game, Window(key, "temp", level=game.state.depth))
    game.record(e.TempApGained(who=key, ap=amount - eaten, rule=rule("temp-ap")))


def lose(game: ActGame, key: str, amount: int) -> None:
    """Cards are set aside: from the hand, else the discard, else out of the deck (actlite/ap-losing)."""
    pile = game.state.initiative.piles.get(key) if game.state.initiative else None
    if not pile:
        return
    hand = min(amount, pile.hand)
    discard = min(amount - hand, pile.discard)
    deck = min(amount - hand - discard, pile.deck)
    if hand + discard + deck:
        game.record(e.ApLost(who=key, hand=hand, discard=discard, deck=deck, rule=rule("ap-losing")))


def regain(game: ActGame, key: str, amount: int, *, idle: bool = False) -> None:
    """Lost cards come back to the discard (actlite/regain-idle)."""
    pile = game.state.initiative.piles.get(key) if game.state.initiative else None
    cards = min(amount, pile.lost) if pile else 0
    if cards:
        game.record(e.ApRegained(who=key, cards=cards, idle=idle, rule=rule("regain-idle" if idle else "ap-losing")))
