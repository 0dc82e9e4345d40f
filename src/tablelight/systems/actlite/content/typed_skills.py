"""Skills as people type them in, one to a line: a name, how it is used, what it does, its words.

`Hard head: advantage on STR -- Harder than doors.`
`Shove aside (1 AP, reach 1): push`
`Pole drill: with pole, at least one 6: push`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tablelight.systems.actlite.content.typed import (
    parts_of,
    read_arrows,
    read_damage_type,
    read_effect,
    read_numbers,
    read_scores,
    read_trigger,
    write_arrows,
    write_effect,
    write_numbers,
    write_trigger,
)
from tablelight.systems.actlite.state import Effect, Skill, Trigger

MOST_AP = 9
JUDGED = "judge"
RIGHT = (
    "“advantage on STR”, “advantage with blade”, “speed +1”, “DEX +1”, “armor B 1, S 1”, “on 6: [stun]”, "
    "“with pole, on 6: push”, “checks, on 6: [vulnerable]” or “judge”; with “(1 AP)”, “(free)” or “(round begin)” "
    "behind the name it does effects such as “push” or “1d4 health”"
)
"""What a skill may do, in examples."""

_LINE = re.compile(r"(?P<name>[^:(]{1,80}?)\s*(?:\((?P<use>[^)]*)\))?\s*:\s*(?P<does>.*?)(?:\s+--\s+(?P<text>.*))?")
_USE = re.compile(r"(?P<cost>[\d>→\-\s]+)AP", re.IGNORECASE)
_REACH = re.compile(r"reach\s+(\d{1,2})", re.IGNORECASE)


def read_skill(line: str) -> Skill:
    """One skill; a ValueError says what is wrong with it (actlite/archetype-table)."""
    match = _LINE.fullmatch(line)
    if not match:
        raise ValueError(f"“{line}” should read like “Hard head: advantage on STR” or “Shove (1 AP, reach 1): push”")
    does, text = match["does"].strip(), (match["text"] or "").strip()
    skill = Skill(match["name"].strip(), text or does)
    try:
        if match["use"] is not None:
            return _checked(_used(skill, match["use"], does))
        for piece in parts_of(does, ";"):
            skill = _always(skill, piece)
        return _checked(skill)
    except ValueError as error:
        raise ValueError(f"{skill.name}: {error}") from error


def _checked(skill: Skill) -> Skill:
    """Marks what a person must judge, and refuses a skill that does nothing."""
    effects = [*skill.effects, *(trigger.effect for trigger in (*skill.triggers, *skill.check_triggers))]
    judged = skill.judged or any(effect.do == "say" for effect in effects)
    if skill == Skill(skill.name, skill.text):
        raise ValueError(f"it does nothing; right would be {RIGHT}")
    return replace(skill, judged=judged)


# ------------------------------------------------------------------ skills that are used


def _used(skill: Skill, use: str, does: str) -> Skill:
    for piece in parts_of(use):
        skill = _how(skill, piece)
    if skill.timing == "always":
        raise ValueError(f"({use}) should say “1 AP”, “1->2 AP”, “free” or “round begin”")
    found = _effects(does)
    effects = tuple(one for one in found if one)
    if not effects and None not in found:
        raise ValueError("it does nothing; an effect such as “push” or “1d4 health” should stand after the colon")
    return replace(skill, effects=effects, judged=None in found)


def _effects(does: str) -> list[Effect | None]:
    """Each effect; None is what people judge without further words."""
    return [None if piece.lower() == JUDGED else read_effect(piece) for piece in parts_of(does, ";")]


def _how(skill: Skill, piece: str) -> Skill:
    """When it can be used, what it costs, how far it reaches (actlite/round-begin-skills)."""
    cost, reach = _USE.fullmatch(piece), _REACH.fullmatch(piece)
    if cost:
        return replace(skill, timing="window", cost=read_arrows(cost["cost"].strip(), MOST_AP))
    if reach:
        return replace(skill, reach=int(reach[1]))
    match " ".join(piece.lower().split()):
        case "free":
            return replace(skill, timing="free")
        case "round begin":
            return replace(skill, timing="round-begin")
        case _:
            raise ValueError(f"“{piece}” should be “1 AP”, “1->2 AP”, “free”, “round begin” or “reach 1”")


# ------------------------------------------------------------------ skills that always count


def _always(skill: Skill, piece: str) -> Skill:
    for pattern, change in _PIECES:
        match = re.fullmatch(pattern, piece, re.IGNORECASE)
        if match:
            return change(skill, match)
    raise ValueError(f"“{piece}” is nothing that a skill does; right would be {RIGHT}")


def _advantage(skill: Skill, match: re.Match[str]) -> Skill:
    return replace(skill, advantage=tuple(one.upper() for one in parts_of(match[1])))


def _strike_advantage(skill: Skill, match: re.Match[str]) -> Skill:
    return replace(skill, strike_advantage=match[1].strip().lower())


def _speed(skill: Skill, match: re.Match[str]) -> Skill:
    return replace(skill, speed=int(match[1]))


def _armor(skill: Skill, match: re.Match[str]) -> Skill:
    reduces = read_numbers(match[1], "armor B 1, S 1")
    for kind in reduces:
        if len(kind) > 1:
            raise ValueError(f"armor of a skill is for B, P or S, not {kind!r}")
    return replace(skill, reduces={read_damage_type(kind): less for kind, less in reduces.items()})


def _check_trigger(skill: Skill, match: re.Match[str]) -> Skill:
    return replace(skill, check_triggers=(*skill.check_triggers, read_trigger(match[1])))


def _tagged(skill: Skill, match: re.Match[str]) -> Skill:
    tag = match[1].strip().lower()
    if skill.triggers and skill.tag != tag:
        raise ValueError("all its triggers should be with weapons of the same tag")
    return _trigger(replace(skill, tag=tag), read_trigger(match[2]))


def _untagged(skill: Skill, match: re.Match[str]) -> Skill:
    if skill.tag:
        raise ValueError("all its triggers should be with weapons of the same tag")
    return _trigger(skill, read_trigger(match[0]))


def _trigger(skill: Skill, trigger: Trigger) -> Skill:
    return replace(skill, triggers=(*skill.triggers, trigger))


def _judge(skill: Skill, match: re.Match[str]) -> Skill:
    return replace(skill, judged=True)


def _scores(skill: Skill, match: re.Match[str]) -> Skill:
    return replace(skill, scores={**skill.scores, **read_scores(match[0])})


_PIECES: tuple[tuple[str, Callable[[Skill, re.Match[str]], Skill]], ...] = (
    (r"advantage on (.+)", _advantage),
    (r"advantage with (.+)", _strike_advantage),
    (r"speed ([+-]\d)", _speed),
    (r"armor (.+)", _armor),
    (r"checks, (.+)", _check_trigger),
    (r"with ([^,]+), (.+)", _tagged),
    (r"(?:on|at|always)\b.*:.*", _untagged),
    (r"judge", _judge),
    (r"[A-Za-z]{2,20} [+-]\d(?:, .*)?", _scores),
)

# ------------------------------------------------------------------ writing


def write_skill(skill: Skill) -> str:
    """A skill as `read_skill` reads it."""
    use = _use(skill)
    does = "; ".join(_does(skill)) or JUDGED
    return f"{skill.name}{f' ({use})' if use else ''}: {does}" + (f" -- {skill.text}" if skill.text != does else "")


def _use(skill: Skill) -> str:
    reach = f", reach {skill.reach}" if skill.reach else ""
    match skill.timing:
        case "window":
            return f"{write_arrows(skill.cost)} AP{reach}"
        case "free":
            return f"free{reach}"
        case "round-begin":
            return f"round begin{reach}"
        case "always":
            return ""


def _does(skill: Skill) -> Iterator[str]:
    yield from (write_effect(effect) for effect in skill.effects)
    if skill.advantage:
        yield f"advantage on {', '.join(skill.advantage)}"
    if skill.strike_advantage:
        yield f"advantage with {skill.strike_advantage}"
    if skill.speed:
        yield f"speed {skill.speed:+d}"
    if skill.scores:
        yield write_numbers(skill.scores, signed=True)
    if skill.reduces:
        yield f"armor {write_numbers(skill.reduces)}"
    tagged = f"with {skill.tag}, " if skill.tag else ""
    yield from (f"{tagged}{write_trigger(trigger)}" for trigger in skill.triggers)
    yield from (f"checks, {write_trigger(trigger)}" for trigger in skill.check_triggers)
