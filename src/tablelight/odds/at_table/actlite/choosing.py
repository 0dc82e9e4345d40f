"""Which two dice to take, and whether to hold a card."""

from __future__ import annotations

from fractions import Fraction

from tablelight.kernel.offers import GM
from tablelight.odds import actlite as a
from tablelight.odds.at_table.actlite.known import WORTHS
from tablelight.odds.at_table.told import (
    Alternative,
    Asked,
    Chances,
    Fact,
    chance,
    setting,
)
from tablelight.systems.actlite import mechanics as m


def tell_pick(asked: Asked) -> Chances | None:
    """Every pair of a roll under advantage (actlite/advantage-pick)."""
    doing = asked.game.state.doing[-1] if asked.game.state.doing else None
    if not doing or len(doing.faces) < m.CHECK_DICE:
        return None
    six = setting(asked, "six", "Each 6 is worth", WORTHS, "1/2")
    match = setting(asked, "match", "A matching pair is worth", WORTHS, "1/2")
    worth = a.Worth(six=Fraction(six.value), matching=Fraction(match.value))
    dc = doing.dc if doing.dc is not None else -doing.score
    found: list[tuple[str, a.Two, Fraction, tuple[str, ...]]] = []
    for suggestion in asked.offer.suggestions:
        keys = suggestion.args["dice"]
        assert isinstance(keys, tuple)
        two = doing.faces[int(keys[0])], doing.faces[int(keys[1])]
        label = f"{suggestion.label}: {suggestion.note}"
        found.append((label, two, a.pair_worth(two, doing.score, dc, worth), keys))
    best = max((each[2] for each in found), default=Fraction(0))
    alternatives = tuple(
        Alternative(label, (Fact("worth", value, "mean"),), value == best, {"dice": keys})
        for label, _, value, keys in found
    )
    picked = next((value for _, _, value, keys in found if set(keys) == set(asked.many("dice"))), None)
    facts = (Fact("worth", picked, "mean"),) if picked is not None else ()
    objective = f"Best: the most worth. A success counts 1, each 6 of it {six.value}, a matching pair {match.value}."
    return Chances(facts, (), alternatives, objective, settings=(six, match))


def tell_hold(asked: Asked) -> Chances | None:
    """Whether to act now, or to hold the card until somebody else has had one (actlite/hold-cards)."""
    state = asked.game.state
    window = state.initiative.open if state.initiative else None
    if not state.initiative or not window:
        return None
    decks = {
        key: pile.deck
        for key, pile in state.initiative.piles.items()
        if key != window.who and pile.deck and (asked.seat == GM or not state.characters[key].hidden)
    }
    if not decks:
        return Chances(hint="Nobody else has a card left in the deck to wait for.")
    mine = state.characters[window.who].kind
    people = {key: state.characters[key] for key in decks}
    friends = [key for key, who in people.items() if who.kind == mine]
    foes = [key for key, who in people.items() if who.kind != mine]
    choices = [(key, people[key].name) for key in (*friends, *foes)]
    awaited = setting(asked, "awaited", "Wait for a card of", choices, choices[0][0])
    later = setting(asked, "later", "Acting after it is worth", LATER, "3/2")
    spoilers = sum(decks[key] for key in foes if key != awaited.value)
    gain = a.hold(decks[awaited.value], spoilers, Fraction(1), Fraction(later.value))
    first = a.before_others(a.Deck((decks[awaited.value], spoilers)))
    alternatives = (
        Alternative("Act now", (Fact("worth", Fraction(1), "mean"),), gain <= 0),
        Alternative("Hold the card", (Fact("worth", 1 + gain, "mean"),), gain > 0),
    )
    name = people[awaited.value].name
    objective = (
        f"Best: the highest mean worth. Acting now counts 1, acting right after {name}'s next card {later.value}; "
        "if a card of another of their side comes first, the moment is gone."
    )
    facts = (chance(f"{name}'s card comes before another foe's", first),)
    return Chances(facts, (), alternatives, objective, settings=(awaited, later))


LATER = (("1", "as much as now"), ("3/2", "half as much again"), ("2", "twice as much"), ("3", "three times as much"))
