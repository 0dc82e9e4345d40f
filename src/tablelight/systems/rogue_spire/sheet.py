"""Characters typed in: reading dice, traits and talents from text, and checking what makes a character."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import cast

from tablelight.kernel.offers import Refused
from tablelight.systems.rogue_spire.mechanics import SIZES, Sides
from tablelight.systems.rogue_spire.state import ORIGINS, VITALITY, Origin, SpireDie, Talent, Trait, slug

MOST = 24
"""The most traits, talents or dice of one character."""

_DIE = re.compile(r"d?([0-9]{1,4})", re.IGNORECASE)
_WITH_WORD = re.compile(r"(?P<name>[^()]{1,80}?)\s*\((?P<word>[^()]+)\)")
_TD = re.compile(r"(?:td\s*(?P<td>[0-9]{1,3})|d(?P<die>[0-9]{1,2}))", re.IGNORECASE)
ORIGIN_WORDS = {"innate ability": "innate"}


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;\n](?![^()]*\))", text) if part.strip()]


# ------------------------------------------------------------------ dice


def read_dice(text: str) -> tuple[Sides, ...] | Refused:
    """Dice written as `d8, d6` (rogue-spire/die-sizes)."""
    sizes: list[Sides] = []
    for part in re.split(r"[,;\s]+", text.strip()):
        if not part:
            continue
        match = _DIE.fullmatch(part)
        if not match or int(match[1]) not in SIZES:
            return _wrong_die(part, match)
        sizes.append(cast("Sides", int(match[1])))
    if len(sizes) > MOST:
        return Refused("rogue-spire/die-sizes", "too-many", f"At most {MOST} dice.")
    return tuple(sizes)


def _wrong_die(part: str, match: re.Match[str] | None) -> Refused:
    allowed = ", ".join(str(size) for size in SIZES)
    what = f"{match[1]}-sided die" if match else repr(part)
    return Refused("rogue-spire/die-sizes", "bad-die", f"There is no {what}: dice have {allowed} sides.")


def read_pool(vitality: str, skill: str) -> dict[str, SpireDie] | Refused:
    """A whole set of dice: exactly one vitality die, and any number of skill dice
    (rogue-spire/one-vitality-die, rogue-spire/skill-dice)."""
    heart, skills = read_dice(vitality), read_dice(skill)
    if isinstance(heart, Refused):
        return heart
    if isinstance(skills, Refused):
        return skills
    if len(heart) != 1:
        text = f"Exactly one vitality die is needed; {len(heart)} were given."
        return Refused("rogue-spire/one-vitality-die", "one-vitality", text)
    return pool(heart[0], skills)


def pool(vitality: Sides, skills: Iterable[Sides]) -> dict[str, SpireDie]:
    """Ready dice by id."""
    dice = {VITALITY: SpireDie("vitality", vitality)}
    for sides in skills:
        dice[slug(f"d{sides}", dice)] = SpireDie("skill", sides)
    return dice


# ------------------------------------------------------------------ traits and talents


def read_traits(text: str) -> dict[str, Trait] | Refused:
    """Traits written as `Dwarf (culture), Stealthy (innate)` (rogue-spire/trait-kinds)."""
    traits: dict[str, Trait] = {}
    for part in _parts(text):
        match = _WITH_WORD.fullmatch(part)
        if not match:
            return _wrong_trait(f"{part!r} should read like 'Dwarf (culture)'")
        origin = read_origin(match["word"])
        if isinstance(origin, Refused):
            return origin
        if any(trait.name.casefold() == match["name"].casefold() for trait in traits.values()):
            return _wrong_trait(f"{match['name']!r} stands there twice")
        traits[slug(match["name"], traits)] = Trait(match["name"], origin)
    return traits if len(traits) <= MOST else _wrong_trait(f"at most {MOST} traits")


def read_origin(word: str) -> Origin | Refused:
    """Where a trait comes from (rogue-spire/trait-kinds)."""
    plain = " ".join(word.casefold().split())
    origin = ORIGIN_WORDS.get(plain, plain)
    if origin not in ORIGINS:
        return _wrong_trait(f"{word.strip()!r} is no origin: a trait comes from {', '.join(ORIGINS)}")
    return origin


def _wrong_trait(text: str) -> Refused:
    return Refused("rogue-spire/trait-kinds", "bad-trait", f"Traits: {text}.")


def read_talents(text: str, traits: dict[str, Trait]) -> dict[str, Talent] | Refused:
    """Talents written as `Axe Sweep (Dwarf)` or `Axe Sweep (Dwarf, TD 3)` (rogue-spire/talent-needs-trait)."""
    talents: dict[str, Talent] = {}
    for part in _parts(text):
        match = _WITH_WORD.fullmatch(part)
        if not match:
            return _wrong_talent(f"{part!r} should read like 'Axe Sweep (Dwarf)' or 'Axe Sweep (Dwarf, TD 3)'")
        trait, _, td = match["word"].partition(",")
        talent = read_talent(match["name"], trait.strip(), td.strip(), traits)
        if isinstance(talent, Refused):
            return talent
        talents[slug(talent.name, talents)] = talent
    return talents if len(talents) <= MOST else _wrong_talent(f"at most {MOST} talents")


def read_talent(name: str, trait: str, td: str, traits: dict[str, Trait]) -> Talent | Refused:
    """One talent on one of these traits; its TD is `TD 3`, a die such as `d8`, or nothing."""
    key = next((key for key, one in traits.items() if trait.casefold() in (key, one.name.casefold())), None)
    if key is None:
        return _wrong_talent(f"{name} hangs on the trait {trait}, which is missing", "no-trait")
    if not td:
        return Talent(name, key)
    match = _TD.fullmatch(td)
    if not match or (match["die"] and int(match["die"]) not in SIZES) or match["td"] == "0":
        return _wrong_talent(f"the target difficulty of {name} should be like 'TD 3' or 'd8'")
    if match["td"]:
        return Talent(name, key, td=int(match["td"]))
    return Talent(name, key, td_die=cast("Sides", int(match["die"])))


def _wrong_talent(text: str, code: str = "bad-talent") -> Refused:
    return Refused("rogue-spire/talent-needs-trait", code, f"Talents: {text}.")


# ------------------------------------------------------------------ in words


def td_words(talent: Talent) -> str:
    """A talent's own target difficulty."""
    if talent.td:
        return f"TD {talent.td}"
    return f"TD {talent.td_die // 2} (half of a d{talent.td_die})" if talent.td_die else ""


def effects_words(talent: Talent) -> str:
    """What a talent brings of itself, in words."""
    return "; ".join(f"{_WHEN[one.when]}: {_does(one.does, one.to, one.status)}" for one in talent.effects)


_WHEN = {"success": "on a success", "success-and": "on a success AND", "failure": "on a failure"}


def _does(does: str, to: str, status: str) -> str:
    mine = to == "self"
    match does:
        case "strain" | "wound":
            return f"{does} the die aimed at"
        case "refresh":
            return f"refresh an exhausted die of {'yours' if mine else 'the target'}"
        case "status":
            return f"{'you are' if mine else 'the target is'} {status}"
        case _:
            return f"{'you are' if mine else 'the target is'} no longer {status}"


def dice_words(dice: Sequence[SpireDie]) -> str:
    """A set of dice in words."""
    return ", ".join(f"{'vitality ' if die.kind == 'vitality' else ''}d{die.sides}" for die in dice)
