"""The next card of the deck."""

from __future__ import annotations

from fractions import Fraction

from tablelight.odds.at_table.told import Asked, Chances, chance, table
from tablelight.odds.distribution import Distribution
from tablelight.systems.actlite.flows.cards import TOP
from tablelight.systems.actlite.flows.common import specials


def tell_deal(asked: Asked) -> Chances | None:
    """Whose card comes next: each that is left is equally likely (actlite/deal-one-card, actlite/ap-piles)."""
    state = asked.game.state
    initiative = state.initiative
    if not initiative or not initiative.deck or asked.args.get("card", TOP) != TOP:
        return None
    people = [state.characters[key] for key in initiative.piles]
    names = [who.name for who in people]
    cards: dict[str, int] = {}
    sides = {"pc": 0, "npc": 0}
    for key, pile in initiative.piles.items():
        who = state.characters[key]
        label = who.name if names.count(who.name) == 1 else f"{who.name} ({key})"
        sides[who.kind] += pile.deck
        if pile.deck:
            cards[label] = cards.get(label, 0) + pile.deck
    special = [specials(state)[key].name for key, zone in initiative.special.items() if zone == "deck"]
    cards |= dict.fromkeys(special, 1)
    drawn = Distribution(cards)
    groups = {"one of the party": sides["pc"], "one of the others": sides["npc"], "a special card": len(special)}
    facts = [chance(name, Fraction(count, initiative.deck)) for name, count in groups.items() if count]
    return Chances(tuple(facts), (table("Next card", drawn),))
