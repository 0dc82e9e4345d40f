"""Initiative: who acts first, and where somebody who joins late comes in (forgelight/initiative-order)."""

from __future__ import annotations

from fractions import Fraction

from tablelight.odds import forgelight as f
from tablelight.odds.answer import Row, Table
from tablelight.odds.at_table.told import Asked, Chances, Fact, chance, table
from tablelight.odds.distribution import die
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.flows.common import being, lib


def tell_fight(asked: Asked) -> Chances | None:
    """Everyone involved rolls (forgelight/combat-start)."""
    people = asked.many("who")
    if len(people) < 2:
        return Chances(hint="Choose two or more, and the chances stand here.")
    ties = asked.game.options["initiative-ties"]
    rolling = {who: _roller(asked, who) for who in people}
    shares = f.acts_first(tuple(rolling.values()), ties)
    rows = tuple(Row(being(asked.game, who).name, shares[one]) for who, one in rolling.items())
    facts: tuple[Fact, ...] = ()
    if len({one.side for one in rolling.values()}) > 1:
        friends = sum((shares[one] for one in rolling.values() if one.side == "party"), Fraction(0))
        facts = (chance("a friend first", friends), chance("a foe first", 1 - friends))
    return Chances(facts, (Table("Acts first", rows),))


def _roller(asked: Asked, who: str) -> f.Being:
    one = being(asked.game, who)
    return f.Being(figures.value(lib(asked.game), one, "agility"), one.side)


def tell_join(asked: Asked) -> Chances | None:
    """Whoever comes late acts before all with a lower total (forgelight/combat-start)."""
    who, fight = asked.one("who"), asked.game.state.fight
    if who is None or not fight:
        return Chances(hint="Choose who joins, and the chances stand here.")
    agility = _roller(asked, who).agility

    def place(face: int) -> str:
        later = next((one.who for one in fight.order if one.total < face + agility), "")
        return f"before {being(asked.game, later).name}" if later else "last"

    places = die(m.D20).map(place)
    words = [f"before {being(asked.game, one.who).name}" for one in fight.order]
    first = places.exactly(words[0]) if words else places.exactly("last")
    return Chances((chance("first", first),), (table("Place in the order", places, (*words, "last")),))
