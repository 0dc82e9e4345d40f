"""A group's own weapons, armor, things and price list."""

from __future__ import annotations

from tablelight.kernel.offers import Answer, Choice, Field, Value
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.content.typed import (
    EFFECTS,
    lines_of,
    parts_of,
    read_arrows,
    read_damage_type,
    read_effect,
    read_numbers,
    read_scores,
    read_strike,
    write_arrows,
    write_effect,
    write_numbers,
    write_strike,
)
from tablelight.systems.actlite.flows.cash import level_name
from tablelight.systems.actlite.flows.common import (
    ActGame,
    armors,
    choice_field,
    goods,
    number_field,
    text_field,
    things,
    weapons,
    yes_no,
)
from tablelight.systems.actlite.flows.own.making import Making, field
from tablelight.systems.actlite.state import ActState, Armor, Good, Item, Weapon

NO_GUARD = -1
MOST_AP = 9
PLAIN = "plain"

# ------------------------------------------------------------------ weapons


def _weapon_fields(state: ActState) -> tuple[Field, ...]:
    return (
        text_field("name", "Name", 80, least=1),
        text_field(
            "strikes",
            "Attacks, one to a line",
            2000,
            least=1,
            note="Such as “1d6 S” or “cut: 1d6 Slicing, reach 2; on 6: [bleed]; on matching: push”.",
        ),
        text_field("speed", "Speed", 40, least=1, note="AP for the first, second … attack of a round: “1->2”."),
        text_field("to_hit", "To hit", 20, note="An attribute, a number, or both: “STR”, “+1”, “AGI +1”."),
        text_field("requires", "Requirements", 120, note="Such as “STR 1, AGI 0”."),
        text_field("tags", "Tags", 120, note="Such as “blade, one-handed”; “two-handed” takes both hands."),
        number_field("cash", "CASH level, 0 for none", 0, m.HIGHEST_CASH, 0),
        text_field("note", "Anything else", 400),
    )


def _read_weapon(game: ActGame, answer: Answer) -> Weapon:
    with field("Attacks"):
        strikes = lines_of(answer.text("strikes"), read_strike)
    with field("Speed"):
        speed = read_arrows(answer.text("speed"), MOST_AP)
    with field("Requirements"):
        requires = read_scores(answer.text("requires"))
    with field("To hit"):
        attribute, bonus = _read_to_hit(answer.text("to_hit"))
    return Weapon(
        answer.text("name"),
        tuple(dict.fromkeys(tag.lower() for tag in parts_of(answer.text("tags")))),
        requires,
        speed,
        attribute,
        bonus,
        bool(answer.text("to_hit")),
        strikes,
        answer.number("cash"),
        note=answer.text("note"),
    )


def _read_to_hit(text: str) -> tuple[str, int]:
    """An attribute, a number or both, such as `AGI +1` (actlite/weapon-to-hit)."""
    attribute, bonus = "", 0
    for word in text.replace("+", " +").replace("-", " -").split():
        if word.lstrip("+-").isdigit() and len(word) <= 3:
            bonus += int(word)
        elif word.isalpha() and not attribute:
            attribute = word.upper()
        else:
            raise ValueError(f"“{text}” should read like “STR”, “+1” or “AGI +1”")
    return attribute, bonus


def _write_weapon(state: ActState, weapon: Weapon) -> dict[str, Value]:
    to_hit = " ".join(filter(None, (weapon.to_hit, f"{weapon.bonus:+d}" if weapon.bonus else "")))
    return {
        "name": weapon.name,
        "strikes": "\n".join(write_strike(strike) for strike in weapon.strikes),
        "speed": write_arrows(weapon.speed),
        "to_hit": to_hit or ("+0" if weapon.listed else ""),
        "requires": write_numbers(weapon.requires),
        "tags": ", ".join(weapon.tags),
        "cash": weapon.cash,
        "note": weapon.note,
    }


WEAPON = Making(
    "make-weapon",
    "Make a weapon",
    "weapon-block",
    "weapons",
    weapons,
    _weapon_fields,
    _read_weapon,
    _write_weapon,
    lambda key, weapon: e.WeaponMade(key=key, weapon=weapon),
)

# ------------------------------------------------------------------ armor


def _armor_fields(state: ActState) -> tuple[Field, ...]:
    return (
        text_field("name", "Name", 80, least=1),
        text_field("reduces", "Takes off damage", 120, note="By type or sub-type: “B 1, S 2, Slicing 1”."),
        number_field("guard", "What attacks meet instead of passive AGI; -1 for AGI", NO_GUARD, 30, NO_GUARD),
        text_field("requires", "Requirements", 120, note="Such as “STR 1”."),
        number_field("cash", "CASH level, 0 for none", 0, m.HIGHEST_CASH, 0),
        text_field("note", "Anything else", 400),
    )


def _read_armor(game: ActGame, answer: Answer) -> Armor:
    with field("Takes off damage"):
        reduces = _read_reductions(answer.text("reduces"))
    with field("Requirements"):
        requires = read_scores(answer.text("requires"))
    guard = answer.number("guard")
    return Armor(
        answer.text("name"),
        reduces,
        reduces,
        None if guard == NO_GUARD else guard,
        requires,
        answer.number("cash"),
        answer.text("note"),
    )


def _read_reductions(text: str) -> dict[str, int]:
    """Reductions by type (actlite/armor-reduction)."""
    found: dict[str, int] = {}
    for name, less in read_numbers(text, "B 1, S 2").items():
        kind = read_damage_type(name)
        if less < 0 or kind in found:
            raise ValueError(f"{name} {less} should be each type once, with 0 or more")
        found[kind] = less
    return found


def _write_armor(state: ActState, armor: Armor) -> dict[str, Value]:
    return {
        "name": armor.name,
        "reduces": write_numbers(armor.new),
        "guard": NO_GUARD if armor.guard is None else armor.guard,
        "requires": write_numbers(armor.requires),
        "cash": armor.cash,
        "note": armor.note,
    }


ARMOR = Making(
    "make-armor",
    "Make armor or a shield",
    "armor-reduction",
    "armors",
    armors,
    _armor_fields,
    _read_armor,
    _write_armor,
    lambda key, armor: e.ArmorMade(key=key, armor=armor),
)

# ------------------------------------------------------------------ things


def _thing_fields(state: ActState) -> tuple[Field, ...]:
    places = (Choice("hand", "at hand"), Choice("body", "on the body"), Choice("pack", "in a pack"))
    return (
        text_field("name", "Name", 80, least=1),
        text_field("effect", "What using it does", 200, note=f"One effect: {EFFECTS}."),
        choice_field("place", "Carried", places, "body"),
        yes_no("bandage", "Is it a prepared bandage?"),
    )


def _read_thing(game: ActGame, answer: Answer) -> Item:
    with field("What using it does"):
        effect = read_effect(answer.text("effect")) if answer.text("effect") else None
    item = Item(answer.text("name"), bandage=answer.text("bandage") == "yes", effect=effect)
    match answer.text("place"):
        case "hand":
            return Item(item.name, "hand", 1, item.bandage, item.effect)
        case "pack":
            return Item(item.name, "pack", 1, item.bandage, item.effect)
        case _:
            return item


def _write_thing(state: ActState, item: Item) -> dict[str, Value]:
    return {
        "name": item.name,
        "effect": write_effect(item.effect) if item.effect else "",
        "place": item.place,
        "bandage": "yes" if item.bandage else "no",
    }


THING = Making(
    "make-thing",
    "Make a thing",
    "search-on-person",
    "things",
    things,
    _thing_fields,
    _read_thing,
    _write_thing,
    lambda key, item: e.ThingMade(key=key, item=item),
)

# ------------------------------------------------------------------ the price list


def _good_fields(state: ActState) -> tuple[Field, ...]:
    kinds = [
        Choice(PLAIN, "only what its name says"),
        *(Choice(f"weapon:{key}", one.name, "weapon") for key, one in weapons(state).items()),
        *(Choice(f"armor:{key}", one.name, "armor") for key, one in armors(state).items()),
        *(Choice(f"thing:{key}", one.name, "thing") for key, one in things(state).items()),
    ]
    levels = [Choice(str(level), level_name(level)) for level in range(m.LOWEST_CASH, m.HIGHEST_CASH + 1)]
    return (
        text_field("name", "Name", 80, least=1),
        choice_field("level", "CASH level", levels),
        choice_field("is", "What one gets", kinds, PLAIN),
    )


def _read_good(game: ActGame, answer: Answer) -> Good:
    kind, _, key = answer.text("is").partition(":")
    item = things(game.state)[key] if kind == "thing" else None
    weapon, armor = (key if kind == one else "" for one in ("weapon", "armor"))
    return Good(answer.text("name"), int(answer.text("level")), weapon, armor, item)


def _write_good(state: ActState, good: Good) -> dict[str, Value]:
    thing = next((key for key, one in things(state).items() if one == good.item), "")
    kind = f"weapon:{good.weapon}" if good.weapon else f"armor:{good.armor}" if good.armor else f"thing:{thing}"
    return {"name": good.name, "level": str(good.level), "is": PLAIN if kind == "thing:" else kind}


GOOD = Making(
    "make-good",
    "Put something on the price list",
    "cash-levels",
    "goods",
    goods,
    _good_fields,
    _read_good,
    _write_good,
    lambda key, good: e.GoodMade(key=key, good=good),
    option="cash",
)
