"""A character's whole sheet, as far as a seat may read it."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Game
from tablelight.kernel.offers import GM, Seat
from tablelight.kernel.view import Row, Section, Sheet, Tag
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows.cash import level_name
from tablelight.systems.actlite.flows.checks import effect_words
from tablelight.systems.actlite.flows.common import hexes, reads
from tablelight.systems.actlite.flows.hexes import title
from tablelight.systems.actlite.flows.writing import capacity
from tablelight.systems.actlite.state import ActState, Character, Weapon, score, speed


def health_words(who: Character, *, gm: bool) -> str:
    """Health as (crit)standard, as far as a seat may know it."""
    crit = who.crit if gm or who.shown_crit is None else who.shown_crit
    return f"({crit}){who.standard}"


def most_words(who: Character, *, gm: bool) -> str:
    """The most health that somebody can have, as far as a seat may know it."""
    most = who.max_crit if gm or who.shown_max is None else who.shown_max
    return f"({most}){who.max_standard}"


def sheet_of(game: Game[ActState], seat: Seat, person: str) -> Sheet | None:
    """Somebody's whole sheet, where this seat may read it."""
    who = game.state.characters.get(person)
    return _sheet(game, person, who, gm=seat == GM) if who and reads(seat, who) else None


def _sheet(game: Game[ActState], key: str, who: Character, *, gm: bool) -> Sheet:
    path = f"characters.{key}"
    sections = [
        Section("Numbers", tuple(_numbers(who, path, gm=gm))),
        Section("Attributes", tuple(_attributes(who, path))),
        Section("Weapons", tuple(_weapon_row(weapon_key, weapon, path) for weapon_key, weapon in who.weapons.items())),
        Section("Armor", tuple(_armor_rows(who, path))),
        Section("Things", tuple(Row(item.name, value=f"{item.count}", text=item.place) for item in who.items.values())),
        Section("Skills", tuple(_skill_rows(who))),
    ]
    if game.options["hexes"] == "on":
        sections.append(Section("Hexes", tuple(_hex_rows(game.state, key, who))))
    if gm:
        sections.append(Section("Your notes", (Row("", text=who.notes, path=f"{path}.notes"),)))
    if game.options["cash"] == "on":
        sections.insert(1, Section("Money", (Row("CASH level", value=level_name(who.cash), path=f"{path}.cash"),)))
    return Sheet(who.name, who.about, tuple(section for section in sections if section.rows))


def _numbers(who: Character, path: str, *, gm: bool) -> Iterator[Row]:
    yield Row("Health", value=health_words(who, gm=gm), text=f"of {most_words(who, gm=gm)}", path=f"{path}.standard")
    yield Row("Crit health", value=health_words(who, gm=gm).partition(")")[0][1:], path=f"{path}.crit")
    yield Row("Movement speed", value=str(speed(who)), text=f"of {who.speed}" if speed(who) != who.speed else "",
              path=f"{path}.speed")  # fmt: skip
    yield Row("AP cards", value=str(who.cards), path=f"{path}.cards")
    yield Row("Size", value=str(who.size), path=f"{path}.size")
    if who.kind == "pc":
        yield Row("XP", value=str(who.xp), path=f"{path}.xp")


def _attributes(who: Character, path: str) -> Iterator[Row]:
    for attribute, base in who.scores.items():
        now = score(who, attribute) or 0
        text = f"passive {m.passive(now)}" + (f", {base:+d} by itself" if now != base else "")
        yield Row(attribute, value=f"{now:+d}" if now else "0", text=text, path=f"{path}.scores.{attribute}")


def _weapon_row(key: str, weapon: Weapon, path: str) -> Row:
    attacks = "; ".join(
        " ".join(filter(None, (one.name, one.damage, one.type)))
        + "".join(f", {trigger.when}: {effect_words(trigger.effect)}" for trigger in one.triggers)
        for one in weapon.strikes
    )
    speed_words = "->".join(str(cost) for cost in weapon.speed)
    to_hit = " ".join(filter(None, (weapon.to_hit, f"{weapon.bonus:+d}" if weapon.bonus else "")))
    text = f"speed {speed_words}, to hit {to_hit or '+0'}; {attacks}"
    return Row(weapon.name, value=weapon.where, text=text, path=f"{path}.weapons.{key}.where")


def _armor_rows(who: Character, path: str) -> Iterator[Row]:
    armor = who.armor
    if armor.name or armor.reduces:
        takes = ", ".join(f"{kind} {less}" for kind, less in armor.reduces.items())
        guard = f"; attacks meet {armor.guard} instead of passive AGI" if armor.guard is not None else ""
        yield Row(armor.name or "Armor", text=f"takes off {takes or 'nothing'}{guard}", path=f"{path}.armor.reduces")


def _skill_rows(who: Character) -> Iterator[Row]:
    for skill in who.skills.values():
        tags = (Tag("a person judges this", "cool"),) if skill.judged else ()
        cost = "->".join(str(one) for one in skill.cost) + " AP" if skill.timing == "window" else ""
        yield Row(skill.name, value=cost, text=skill.text, tags=tags)


def _hex_rows(state: ActState, key: str, who: Character) -> Iterator[Row]:
    known = hexes(state)
    names = ", ".join(known[one].name for one in who.scrivening.known if one in known)
    if names:
        yield Row("Known", text=names)
        yield Row("Written since the last rest", value=f"{who.scrivening.written} of {capacity(who)}")
    for written in state.written.values():
        if written.bearer == key:
            yield Row(title(state, written.parts), value=written.where, text=_hex_words(who, written.signature,
                      written.unpaid, usable=written.usable))  # fmt: skip
    for name, held in who.scrivening.palettes.items():
        yield Row(f"Palette {name}", text=title(state, held))
    for signature, whose in who.scrivening.seen.items():
        yield Row(f"Signature {signature}", text=whose or "unknown")


def _hex_words(who: Character, signature: str, unpaid: int, *, usable: bool) -> str:
    if unpaid:
        return f"unfinished, {unpaid} AP left"
    if not usable:
        return "can't be used any more"
    if not signature:
        return "bound to its author"
    return f"independent, by {who.scrivening.seen.get(signature) or 'an unknown hand'}"
