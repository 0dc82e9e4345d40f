"""Learning a hex, rolls on an archetype table, buying."""

from __future__ import annotations

from tablelight.kernel.offers import GM, Answer
from tablelight.odds.at_table.actlite.dice import Roll, advantage_words
from tablelight.odds.at_table.actlite.known import DCS, USUAL_DC, Known
from tablelight.odds.at_table.told import Asked, Chances, chance
from tablelight.odds.distribution import die
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import cash, checks, growth, lore
from tablelight.systems.actlite.flows.common import archetypes, hexes, is_on
from tablelight.systems.actlite.flows.hexes import AND
from tablelight.systems.actlite.state import Archetype, Doing

# ------------------------------------------------------------------ hexes


def tell_study(asked: Asked) -> Chances | None:
    """Whether a hex or a combination is learned (actlite/hex-learn-combined)."""
    who, written, part = asked.one("who"), asked.one("hex"), asked.one("part")
    if who is None or written is None or part is None:
        return Chances(hint="Choose who studies and what.")
    state = asked.game.state
    if "WIL" not in state.characters[who].scores:
        return Chances(hint=checks.lacks(state.characters[who], "WIL").text)
    lesson = lore.lesson_of(state, written, part)
    known = Known(asked)
    return _of_study(known, who, lesson, _base(known, lesson))


def _base(known: Known, lesson: tuple[str, ...]) -> int:
    """The base DC: of the lore, where the seat knows it. What a group made is the GM's."""
    state = known.asked.game.state
    secret = known.asked.seat != GM and any(one in state.hexes for one in lesson)
    base = None if secret else lore.base_of(state, lesson)
    if base is not None:
        return base
    known.assumed.append("The base DC is not known to you." if secret else "The GM names the base DC.")
    return known.value("dc", "Base DC assumed", DCS, USUAL_DC)


def tell_base_dc(asked: Asked) -> Chances | None:
    """What a base DC makes of the check, for whoever names it."""
    who, lesson, base = asked.one("who"), asked.one("lesson"), asked.number("dc")
    if who is None or lesson is None or base is None:
        return None
    return _of_study(Known(asked), who, tuple(lesson.split(AND)), base)


def _of_study(known: Known, who: str, lesson: tuple[str, ...], base: int) -> Chances:
    doing = lore.learning(known.asked.game.state, who, lesson, base)
    roll = _roll(doing)
    many = len(lesson) > 1
    return known.chances([chance("learns all of it" if many else "learns it", roll.success)],
                         assumed=advantage_words(roll.net))  # fmt: skip


def _roll(doing: Doing) -> Roll:
    """The dice of a check that sets nothing off."""
    return Roll(doing.score, doing.dc, checks.net_advantage(doing.sources), rolled=False)


# ------------------------------------------------------------------ archetype tables


def tell_table(asked: Asked) -> Chances | None:
    """What a roll on an archetype table brings (actlite/archetype-roll, actlite/archetype-duplicate)."""
    who, key = asked.one("who"), asked.one("table")
    if who is None or key is None:
        return Chances(hint="Choose a table.")
    state = asked.game.state
    one = archetypes(state)[key]
    known = growth.known_entries(state.characters[who], one)
    if len(known) == one.size:
        return None
    higher = is_on(asked.game, "duplicate-direction", "higher")
    entry = die(one.size).map(lambda face: m.gained(face, known, one.size, higher=higher))
    named = _may_read(asked, key)
    facts = [
        chance(_entry(asked, one, number) if named else f"entry {number}", entry.exactly(number))
        for number in range(1, one.size + 1)
        if number not in known
    ]
    assumed = () if named else ("What stands in the table shows when somebody rolls on it.",)
    return Chances(tuple(facts), assumed=assumed)


def _may_read(asked: Asked, key: str) -> bool:
    """Whether a seat knows a table's entries: the pack's, or one that everybody has seen rolled on."""
    state = asked.game.state
    return asked.seat == GM or key not in state.archetypes or bool(state.rolled and state.rolled.table == key)


def _entry(asked: Asked, one: Archetype, number: int) -> str:
    name = one.entry(number)
    known = hexes(asked.game.state)
    return name if one.skills or name not in known else known[name].name


def tell_met(asked: Asked) -> Chances | None:
    """The same for the GM, who confirms what the table requires."""
    return tell_table(asked) if asked.offer.key == "yes" else None


# ------------------------------------------------------------------ buying


def tell_buy(asked: Asked) -> Chances | None:
    """Whether the CASH level falls (actlite/cash-one-below)."""
    if asked.offer.refused or any(field.name not in asked.args for field in asked.offer.fields):
        return Chances(hint="Choose what to buy.")
    answer = Answer(asked.seat, asked.offer.key, dict(asked.args))
    game, known = asked.game, Known(asked)
    key, good = answer.text("who"), cash.good_of(game.state, answer)
    if not good.level:
        return Chances(hint="Choose what to buy; the GM names a level for something that is not on the list.")
    level = game.state.characters[key].cash
    match m.cash_deal(level, good.level):
        case "one-below" if m.cash_lowered(level) < level:
            pass
        case _:
            return None  # nothing is rolled that could change anything
    doing = cash.bargaining(game.state, key, answer.text("with"), _seller(known, answer))
    if not doing:
        return Chances(hint=f"With neither {' nor '.join(cash.SKILLS)} the check fails, and the level falls by 1.")
    roll = _roll(doing)
    facts = [
        chance(f"the level stays {cash.level_name(level)}", roll.success),
        chance("it falls by 1", 1 - roll.success),
    ]
    return known.chances(facts, assumed=advantage_words(roll.net))


def _seller(known: Known, answer: Answer) -> int | None:
    if answer.number("dc"):
        return answer.number("dc")
    seller = answer.text("seller")
    return m.PASSIVE_BASE if seller == cash.NOBODY else known.passive(seller, "SOC")
