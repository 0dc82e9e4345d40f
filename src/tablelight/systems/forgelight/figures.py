"""Derived values: each figure of a being as a sum of named sources, so that every number says where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from msgspec import Struct

from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import Refused
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import ATTRIBUTES, NOTHING_GIVEN, Attribute, Gear, Gives
from tablelight.systems.forgelight.content.packs import Library
from tablelight.systems.forgelight.state import Being, Taken

Options = Mapping[str, str]


class Source(Struct, frozen=True):
    """One summand of a figure and what it comes from."""

    name: str
    value: int


class Figure(Struct, frozen=True):
    """A figure with its sources. `value` may differ from their sum where a limit cuts it off."""

    value: int
    sources: tuple[Source, ...]

    @property
    def words(self) -> str:
        """The sum in words: `10 base + 2 Agility = 12`."""
        first, *others = self.sources
        text = f"{first.value} {first.name}"
        for one in others:
            text += f" {'-' if one.value < 0 else '+'} {abs(one.value)} {one.name}"
        return f"{text} = {self.value}"


# ------------------------------------------------------------------ what a being has that gives something


@remembered(2000)
def given(lib: Library, who: Being) -> tuple[tuple[str, Gives], ...]:
    """Everything at work on a being, with its name: traits, gear, Active cards, statuses, what was entered."""
    return tuple(_given(lib, who))


def _given(lib: Library, who: Being) -> Iterator[tuple[str, Gives]]:
    for taken in who.traits:
        trait = lib.traits[taken.trait]
        yield trait.name, trait.gives
        if taken.chosen and trait.asks in ("attribute", "skill"):
            yield trait.name, chosen_gives(lib, taken)
    for key in who.gear.values():
        yield lib.gear[key].name, lib.gear[key].gives
    for key in who.active.values():
        yield lib.cards[key].name, lib.cards[key].gives
    for key in who.statuses:
        yield lib.statuses[key].name, lib.statuses[key].gives
    if who.gives != NOTHING_GIVEN:
        yield "own nature", who.gives


def chosen_gives(lib: Library, taken: Taken) -> Gives:
    """What a trait's choice gives: an Attribute up by 1, a Skill by 2 (forgelight/general-trait-effects)."""
    if lib.traits[taken.trait].asks == "attribute":
        return Gives(attributes={cast("Attribute", taken.chosen): 1})
    return Gives(skills={taken.chosen: 2})


_BONUS: dict[str, Callable[[Gives], int]] = {
    "hit_score": lambda gives: gives.hit_score,
    "speed": lambda gives: gives.speed,
    "health": lambda gives: gives.health,
    "stamina": lambda gives: gives.stamina,
    "power": lambda gives: gives.power,
    "action_points": lambda gives: gives.action_points,
    "extra_dice": lambda gives: gives.extra_dice,
}


def _bonuses(lib: Library, who: Being, name: str) -> Iterator[Source]:
    read = _BONUS[name]
    for source, gives in given(lib, who):
        value = read(gives)
        if value:
            yield Source(source, value)


def _sum(sources: list[Source]) -> int:
    return sum(source.value for source in sources)


# ------------------------------------------------------------------ attributes and skills


def attribute(lib: Library, who: Being, name: Attribute) -> Figure:
    """forgelight/attribute-range, forgelight/attribute-racial-bonus"""
    sources = [Source("assigned", who.assigned.get(name, 0))]
    if who.raised.get(name):
        sources.append(Source("levels", who.raised[name]))
    for source, gives in given(lib, who):
        if gives.attributes.get(name):
            sources.append(Source(source, gives.attributes[name]))
    return Figure(m.attribute(_sum(sources)), tuple(sources))


def value(lib: Library, who: Being, name: Attribute) -> int:
    """An Attribute's value alone."""
    return attribute(lib, who, name).value


def skill(lib: Library, who: Being, key: str) -> Figure:
    """forgelight/skill-base-value, forgelight/skill-no-limits"""
    kind = lib.skills[key]
    sources = [Source(kind.attribute.title(), value(lib, who, kind.attribute))]
    if key in who.skills:
        sources.append(Source("chosen", m.SKILL_BONUS))
    for source, gives in given(lib, who):
        if gives.skills.get(key):
            sources.append(Source(source, gives.skills[key]))
    return Figure(_sum(sources), tuple(sources))


def modifier(lib: Library, who: Being, name: str) -> Figure:
    """What a check adds: a Skill, or a bare Attribute, never both (forgelight/modifier-skill-or-attribute)."""
    return attribute(lib, who, name) if name in ATTRIBUTES else skill(lib, who, name)


# ------------------------------------------------------------------ the figures of the sheet


@remembered(2000)
def max_health(lib: Library, who: Being) -> Figure:
    """forgelight/health-formula"""
    entered = _entered(lib, who, "health")
    if entered:
        return entered
    fortitude = value(lib, who, "fortitude")
    bonuses = list(_bonuses(lib, who, "health"))
    sources = (Source("base", 37), Source("levels", 3 * who.level), Source("Fortitude", 5 * fortitude), *bonuses)
    return Figure(m.max_health(who.level, fortitude, _sum(bonuses)), sources)


@remembered(2000)
def max_stamina(lib: Library, who: Being) -> Figure:
    """forgelight/stamina-formula"""
    entered = _entered(lib, who, "stamina")
    if entered:
        return entered
    fortitude = value(lib, who, "fortitude")
    bonuses = list(_bonuses(lib, who, "stamina"))
    return Figure(
        m.max_stamina(fortitude, _sum(bonuses)), (Source("base", 8), Source("Fortitude", fortitude), *bonuses)
    )


@remembered(2000)
def speed(lib: Library, who: Being) -> Figure:
    """forgelight/speed-formula"""
    entered = _entered(lib, who, "speed")
    if entered:
        return entered
    agility = value(lib, who, "agility")
    bonuses = list(_bonuses(lib, who, "speed"))
    return Figure(m.speed(agility, _sum(bonuses)), (Source("base", 25), Source("Agility", 5 * agility), *bonuses))


@remembered(2000)
def hit_score(lib: Library, options: Options, who: Being) -> Figure:
    """forgelight/hit-score-formula, forgelight/hit-score-shield"""
    entered = _entered(lib, who, "hit_score")
    if entered:
        return entered
    agility = value(lib, who, "agility")
    armor = worn(lib, who, "armor")
    shield = worn(lib, who, "shield")
    guard = m.guard_bonus(
        m.Guard(agility, armor.bonus if armor else None, bool(armor and armor.agility_too)),
        options["armor-or-agility"],
        options["unarmored-negative-agility"],
    )
    sources = [Source("base", 10), *_guard(armor, agility, guard)]
    sources += [Source(shield.name, shield.bonus)] if shield else []
    sources += list(_bonuses(lib, who, "hit_score"))
    return Figure(_sum(sources), tuple(sources))


def _guard(armor: Gear | None, agility: int, guard: int) -> Iterator[Source]:
    """What the guard is made of: armor, Agility, or both together."""
    if armor and guard == armor.bonus + agility and agility:
        yield from (Source("Agility", agility), Source(armor.name, armor.bonus))
    else:
        yield Source(armor.name if armor and guard != agility else "Agility", guard)


@remembered(2000)
def power(lib: Library, who: Being) -> Figure:
    """The Power Roll number (forgelight/power-roll-number-start, forgelight/power-roll-bounds)."""
    entered = who.figures.get("power")
    bonuses = list(_bonuses(lib, who, "power"))
    start = entered if entered is not None else m.POWER_ROLL
    return Figure(m.power_number(start - m.POWER_ROLL + _sum(bonuses)), (Source("base", start), *bonuses))


@remembered(2000)
def action_points(lib: Library, who: Being) -> Figure:
    """forgelight/turn-action-points, forgelight/companion-action-points, forgelight/enemy-turn-economy"""
    usual = m.COMPANION_POINTS if who.kind == "companion" else m.ACTION_POINTS
    bonuses = list(_bonuses(lib, who, "action_points"))
    start = who.figures.get("action_points", usual)
    return Figure(max(start + _sum(bonuses), 0), (Source("a turn", start), *bonuses))


def extra_dice(lib: Library, who: Being) -> int:
    """Extra damage dice on weapon attacks (forgelight/extra-damage-dice)."""
    return _sum(list(_bonuses(lib, who, "extra_dice")))


def _entered(lib: Library, who: Being, name: str) -> Figure | None:
    """A figure that the GM entered, with what works on it besides (forgelight/being-model)."""
    if name not in who.figures:
        return None
    bonuses = list(_bonuses(lib, who, name))
    sources = (Source("entered", who.figures[name]), *bonuses)
    return Figure(max(who.figures[name] + _sum(bonuses), 0), sources)


def worn(lib: Library, who: Being, kind: str) -> Gear | None:
    """The armor or shield that a being has equipped."""
    return next((lib.gear[key] for key in who.gear.values() if lib.gear[key].kind == kind), None)


# ------------------------------------------------------------------ marks, sight, flight, states


def marks(lib: Library, who: Being) -> m.Marks:
    """forgelight/damage-marks"""
    gives = [one for _, one in given(lib, who)]
    return m.Marks(
        frozenset(kind for one in gives for kind in one.resistances),
        frozenset(kind for one in gives for kind in one.weaknesses),
        frozenset(kind for one in gives for kind in one.immunities),
    )


def sees(lib: Library, who: Being, light: str) -> bool:
    """Whether bad light of this level is no hindrance to a being (forgelight/light-ignored-by-sight)."""
    eyes = {one.sees for _, one in given(lib, who)}
    return light == "normal" or "darkness" in eyes or (light == "dim" and "dim" in eyes)


def flight(lib: Library, who: Being) -> Refused | None:
    """None if a being can fly, else why not (forgelight/flying-movement, forgelight/flying-gear-block)."""
    heavy = next((name for name, one in given(lib, who) if one.grounded), "")
    if heavy:
        return Refused("forgelight/flying-gear-block", "grounded", f"{heavy} forbids flying.")
    if not any(one.flies for _, one in given(lib, who)):
        return Refused("forgelight/speed-vertical", "no-wings", f"{who.name} can't fly.")
    stuck = next((lib.statuses[key].name for key in who.statuses if lib.statuses[key].drops_flyers), "")
    return Refused("forgelight/flying-fall", "falls", f"{who.name} is {stuck}.") if stuck else None


def edges(lib: Library, who: Being, roll: str) -> tuple[int, int]:
    """Sources of Advantage and Disadvantage that a being has for `attacks`, `checks` or a skill."""
    gives = [one for _, one in given(lib, who)]
    return sum(roll in one.advantage for one in gives), sum(roll in one.disadvantage for one in gives)


def attacked_with(lib: Library, who: Being) -> tuple[int, int]:
    """Sources of Advantage and Disadvantage that attacks on a being have."""
    words = [one.attacked_with for _, one in given(lib, who)]
    return words.count("advantage"), words.count("disadvantage")


def held_by(lib: Library, who: Being, what: str) -> str:
    """The status that keeps a being from moving, playing cards or reacting, or nothing."""
    for key in who.statuses:
        kind = lib.statuses[key]
        if {"move": kind.no_moving, "play": kind.no_cards, "react": kind.no_reactions}[what]:
            return kind.name
    return ""
