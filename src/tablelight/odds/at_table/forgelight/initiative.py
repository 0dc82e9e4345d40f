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
    first = {
        who: f.all_before([rolling[who]], [rolling[other] for other in people if other != who], ties) for who in people
    }
    rows = tuple(Row(being(asked.game, who).name, share) for who, share in first.items())
    ours = [who for who in people if rolling[who].side == "party"]
    theirs = [who for who in people if who not in ours]
    facts: list[Fact] = []
    if ours and theirs:
        friends, foes = ([rolling[who] for who in side] for side in (ours, theirs))
        facts = [
            chance("a friend first", sum((first[who] for who in ours), Fraction(0))),
            chance("all friends first", f.all_before(friends, foes, ties)),
            chance("all foes first", f.all_before(foes, friends, ties)),
        ]
    return Chances(tuple(facts), (Table("Acts first", rows),))


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
