"""The dice of what skills, things and hexes do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablelight.kernel.offers import GM
from tablelight.odds.at_table.told import Asked, Chances, mean, numbers
from tablelight.odds.distribution import total_of
from tablelight.systems.actlite.content.pack import dice_of
from tablelight.systems.actlite.flows import common, hexes, writing
from tablelight.systems.actlite.flows.checks import effect_words
from tablelight.systems.actlite.flows.common import is_on
from tablelight.systems.actlite.state import Effect

# ------------------------------------------------------------------ skills and things


def tell_skill(asked: Asked) -> Chances | None:
    """The dice of a skill that is used."""
    named = asked.one("skill") or asked.tail
    key, _, skill = named.partition("/")
    return _of_effects(asked.game.state.characters[key].skills[skill].effects) if skill else None


def tell_thing(asked: Asked) -> Chances | None:
    """The dice of a thing that is used, or that aid is given with."""
    key, _, item = (asked.one("item") or "").partition("/")
    effect = asked.game.state.characters[key].items[item].effect if item else None
    return _of_effects((effect,)) if effect else None


# ------------------------------------------------------------------ hexes


def tell_hex(asked: Asked) -> Chances | None:
    """The dice of a written hex that goes off."""
    key = asked.one("hex")
    return tell_parts(asked, key) if key and key in asked.game.state.written else None


def tell_confirmed(asked: Asked) -> Chances | None:
    """The dice of hexes, for the GM who confirms what they need."""
    parts = asked.one("parts")
    return _of_hexes(asked, parts.split(hexes.AND)) if parts else None


def tell_cast(asked: Asked) -> Chances | None:
    """The dice of hexes that are cast from a palette."""
    return _of_hexes(asked, [choice.split("/")[-1] for choice in asked.many("hexes")])


def tell_writing(asked: Asked) -> Chances | None:
    """The dice of older hexes that go off once a new one is complete (actlite/hex-maintain-capacity)."""
    state = asked.game.state
    begun = state.written.get(asked.one("hex") or "")
    who = begun.author if begun else asked.one("who")
    if who is None or not is_on(asked.game, "replaced-hex", "activates"):
        return None
    count = len(begun.parts) if begun else len(asked.many("hexes"))
    independent = begun.independent if begun else asked.one("independent") == "yes"
    gone = writing.displaced(asked.game, who, count, asked.one("hex") or "", independent=independent)
    told = [(hexes.title(state, state.written[key].parts), tell_parts(asked, key)) for key in gone]
    found = [(name, chances) for name, chances in told if chances]
    if not found:
        return None
    names = ", ".join(name for name, _ in found)
    return Chances(
        tuple(fact for _, chances in found for fact in chances.facts),
        tuple(table for _, chances in found for table in chances.tables),
        assumed=(f"Once it is complete, {names} can't be maintained any more and goes off.",),
        hint=next((chances.hint for _, chances in found if chances.hint), ""),
    )


def tell_parts(asked: Asked, key: str) -> Chances | None:
    """The dice of one written hex."""
    written = asked.game.state.written[key]
    return _of_hexes(asked, (*written.parts, *written.modifiers))


def _of_hexes(asked: Asked, parts: Sequence[str]) -> Chances | None:
    """What a group made is the GM's until it is known to the one who uses it."""
    state = asked.game.state
    mine = {one for who in state.characters.values() if who.seat == asked.seat for one in who.scrivening.lore}
    if asked.seat != GM and any(one in state.hexes and one not in mine for one in parts):
        return Chances(hint="What it does is not known to you.")
    lore = common.hexes(state)
    times = 1
    for one in parts:
        times *= lore[one].times
    return _of_effects([effect for one in parts for effect in lore[one].effects], times)


def _of_effects(effects: Iterable[Effect], times: int = 1) -> Chances | None:
    many = f" ×{times}" if times > 1 else ""
    found = [(effect_words(effect) + many, total_of(dice_of(effect.dice) * times)) for effect in effects if effect.dice]
    if not found:
        return None
    facts = tuple(mean(words, rolled) for words, rolled in found)
    return Chances(facts, tuple(numbers(words, rolled) for words, rolled in found))
