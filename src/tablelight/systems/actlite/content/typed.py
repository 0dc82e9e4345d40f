"""Content as people type it in: scores, arrow costs, effects, triggers, attacks; read, and written the same way.

What can't be read is a ValueError that says what it is and what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar, get_args

from msgspec.structs import replace

from tablelight.systems.actlite.content.pack import dice_of
from tablelight.systems.actlite.mechanics import When
from tablelight.systems.actlite.state import ConditionName, Deed, Effect, Strike, Trigger

T = TypeVar("T")

MOST_LINES = 40
CONDITIONS: dict[str, ConditionName] = {one: one for one in get_args(ConditionName)}
DEEDS: dict[str, Deed] = {one: one for one in get_args(Deed)}
WHENS: dict[str, When] = {one: one for one in get_args(When)}
NO_DAMAGE = "no damage"

EFFECTS = (
    "“1d6 damage”, “(1) damage”, “2 health”, “(1) health”, “2 [poison]”, “remove [stun]”, “push”, “pull”, “bypass”, "
    "“rend”, “1 temp AP”, “lose 1 AP”, “regain 1 AP”, “get up” or “judge: what people must judge”"
)
"""How effects may read; `to self` or `to all` may follow."""

_AMOUNT = r"(?:(?P<amount>\d{1,2})|(?P<dice>\d{1,2}d\d{1,2}))?"
_BODIES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), deed)
    for pattern, deed in (
        (rf"\({_AMOUNT}\) damage", "crit"),
        (rf"{_AMOUNT} damage", "damage"),
        (rf"\({_AMOUNT}\) health", "heal-crit"),
        (rf"{_AMOUNT} health", "heal"),
        (rf"(?:{_AMOUNT} )?temp ap", "temp-ap"),
        (rf"lose (?:{_AMOUNT} )?ap", "lose-ap"),
        (rf"regain (?:{_AMOUNT} )?ap", "regain-ap"),
        (r"get up", "stand"),
        (r"[\"“]?(?P<deed>push|pull|bypass|rend)[\"”]?", ""),
        (rf"remove (?:{_AMOUNT} )?\[?(?P<condition>[a-z]+)\]?", "remove"),
        (rf"(?:{_AMOUNT} )?\[?(?P<condition>[a-z]+)\]?", "inflict"),
    )
)
_ON = re.compile(r"(.*\S)\s+to (?:the )?(self|all|author|target)", re.IGNORECASE)
_STRIKE = re.compile(
    r"(?:(?P<name>[^:;,]{1,40}):\s*)?(?P<dice>no damage|[1-9]\d?d[1-9]\d?)(?:\s+(?P<type>[A-Za-z]+))?"
    r"(?P<more>(?:\s*,[^,]*)*)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"([A-Za-z][A-Za-z ]{0,18}?)\s*([+-]?\d{1,2})")

# ------------------------------------------------------------------ small things


def parts_of(text: str, separators: str = ",") -> list[str]:
    """The pieces between separators or line ends, without the empty ones."""
    return [piece for piece in (one.strip() for one in re.split(rf"[{separators}\n]", text)) if piece]


def lines_of(text: str, read: Callable[[str], T]) -> tuple[T, ...]:
    """Each line read; a ValueError names the line."""
    found: list[T] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(read(line.strip()))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    if len(found) > MOST_LINES:
        raise ValueError(f"{len(found)} lines are more than {MOST_LINES}")
    return tuple(found)


def read_numbers(text: str, right: str) -> dict[str, int]:
    """Names with a number each, such as `STR 1, AGI -1`; `right` is an example for the error."""
    found: dict[str, int] = {}
    for piece in parts_of(text):
        match = _PAIR.fullmatch(piece)
        if not match:
            raise ValueError(f"“{piece}” should read like “{right}”")
        name = match[1]
        if name in found:
            raise ValueError(f"{name} is there twice")
        found[name] = int(match[2])
    return found


def write_numbers(numbers: Mapping[str, int], *, signed: bool = False) -> str:
    """The same as text."""
    return ", ".join(f"{name} {value:+d}" if signed else f"{name} {value}" for name, value in numbers.items())


def read_scores(text: str) -> dict[str, int]:
    """Attributes with a number each; their names are written large."""
    found = {name.upper(): value for name, value in read_numbers(text, "STR 1, AGI 0").items()}
    for name in found:
        if len(name) < 2 or " " in name:
            raise ValueError(f"“{name}” should be an attribute such as STR or BARTER")
    return found


def read_arrows(text: str, most: int) -> tuple[int, ...]:
    """Arrow costs such as `1->2->3`, each up to `most`."""
    pieces = [piece.strip() for piece in re.split(r"->|→|➝|>", text)]
    if not all(re.fullmatch(r"\d{1,2}", piece) and int(piece) <= most for piece in pieces) or len(pieces) > 9:
        raise ValueError(f"“{text}” should read like “1” or “1->2->3”, each from 0 to {most}")
    return tuple(int(piece) for piece in pieces)


def write_arrows(costs: Iterable[int]) -> str:
    """The same as text."""
    return "->".join(str(cost) for cost in costs)


def read_damage_type(text: str) -> str:
    """B, P, S or a sub-type, which begins with the letter of its type (actlite/damage-subtypes)."""
    if not text or text[0].upper() not in "BPS" or not text.isalpha():
        raise ValueError(f"type “{text}” should be B, P, S or a sub-type that begins with one of these letters")
    return text.capitalize()


# ------------------------------------------------------------------ effects


def read_effect(text: str) -> Effect:
    """One effect of the checked vocabulary (actlite/effects-vs-conditions)."""
    judged = re.fullmatch(r"judge:\s*(.+)", text.strip(), re.IGNORECASE | re.DOTALL)
    if judged:
        return _said(judged[1])
    aimed = _ON.fullmatch(text.strip())
    effect = _bare(aimed[1] if aimed else text.strip())
    match aimed[2].lower() if aimed else "":
        case "self":
            return replace(effect, on="self")
        case "all":
            return replace(effect, on="all")
        case "author":
            return replace(effect, on="author")
        case _:
            return effect


def _said(text: str) -> Effect:
    aimed = re.fullmatch(r"(.*\S)\s+\(to self\)", text)
    return Effect("say", text=aimed[1], on="self") if aimed else Effect("say", text=text)


def _bare(text: str) -> Effect:
    words = " ".join(text.split())
    for pattern, deed in _BODIES:
        match = pattern.fullmatch(words)
        if not match:
            continue
        found = match.groupdict()
        condition = CONDITIONS.get((found.get("condition") or "").lower())
        if found.get("condition") and not condition:
            continue
        return _built(text, found.get("deed") or deed, found, condition)
    raise ValueError(f"“{text}” is no effect; right would be {EFFECTS}")


def _built(text: str, deed: str, found: Mapping[str, str | None], condition: ConditionName | None) -> Effect:
    if found.get("dice") and not dice_of(found["dice"] or ""):
        raise ValueError(f"“{text}”: “{found['dice']}” should be dice such as 1d6")
    return Effect(DEEDS[deed.lower()], int(found.get("amount") or 1), found.get("dice") or "", condition)


def write_effect(effect: Effect) -> str:
    """An effect as `read_effect` reads it."""
    if effect.do == "say":
        return f"judge: {effect.text}" + (" (to self)" if effect.on == "self" else "")
    amount = effect.dice or str(effect.amount)
    words = {
        "damage": f"{amount} damage",
        "crit": f"({amount}) damage",
        "heal": f"{amount} health",
        "heal-crit": f"({amount}) health",
        "temp-ap": f"{amount} temp AP",
        "lose-ap": f"lose {amount} AP",
        "regain-ap": f"regain {amount} AP",
        "stand": "get up",
        "inflict": f"{amount} [{effect.condition}]",
        "remove": f"remove {amount} [{effect.condition}]",
    }.get(effect.do, effect.do)
    return words + ("" if effect.on == "target" else f" to {effect.on}")


def read_effects(text: str) -> tuple[Effect, ...]:
    """Several effects, one to a line or with semicolons between."""
    return tuple(read_effect(piece) for piece in parts_of(text, ";"))


def write_effects(effects: Iterable[Effect]) -> str:
    """The same as text."""
    return "; ".join(write_effect(effect) for effect in effects)


# ------------------------------------------------------------------ triggers and attacks


def read_trigger(text: str) -> Trigger:
    """An effect with the dice that set it off, such as `on 6: [stun]` (actlite/trigger-needs-success)."""
    when, colon, effect = text.partition(":")
    found = WHENS.get(" ".join(when.lower().split()))
    if not colon or not found:
        raise ValueError(f"“{text}” should read like “on 6: [stun]”, with one of {', '.join(WHENS)}")
    return Trigger(found, read_effect(effect))


def write_trigger(trigger: Trigger) -> str:
    """A trigger as `read_trigger` reads it."""
    return f"{trigger.when}: {write_effect(trigger.effect)}"


def read_strike(text: str) -> Strike:
    """One attack of a weapon, such as `cut: 1d6 Slicing, reach 2; on 6: [bleed]` (actlite/weapon-attacks)."""
    head, *rest = [piece.strip() for piece in text.split(";")]
    match = _STRIKE.fullmatch(head)
    if not match:
        raise ValueError(f"“{head}” should read like “1d6 S”, “cut: 1d6 Slicing, reach 2” or “hook: {NO_DAMAGE}”")
    damage = "" if match["dice"].lower() == NO_DAMAGE else match["dice"].lower()
    if damage and not match["type"]:
        raise ValueError(f"“{head}” has no damage type; right would be “{damage} B”, P, S or a sub-type")
    kind = read_damage_type(match["type"]) if match["type"] else "B"
    reach, crit = _more(head, match["more"] or "")
    triggers = tuple(read_trigger(piece) for piece in rest if piece)
    return Strike(damage, kind, (match["name"] or "").strip(), crit, reach, triggers)


def _more(head: str, more: str) -> tuple[int, bool]:
    reach, crit = 1, False
    for piece in parts_of(more):
        match = re.fullmatch(r"reach\s+(\d{1,2})", piece, re.IGNORECASE)
        if match:
            reach = int(match[1])
        elif piece.lower() == "crit":
            crit = True
        else:
            raise ValueError(f"“{head}”: “{piece}” should be “reach 2” or “crit”")
    return reach, crit


def write_strike(strike: Strike) -> str:
    """An attack as `read_strike` reads it."""
    name = f"{strike.name}: " if strike.name else ""
    head = f"{name}{strike.damage} {strike.type}" if strike.damage else f"{name}{NO_DAMAGE}"
    head += f", reach {strike.reach}" if strike.reach != 1 else ""
    head += ", crit" if strike.crit else ""
    return "; ".join((head, *(write_trigger(trigger) for trigger in strike.triggers)))
