"""A group's own opponents and ready characters, and the limits of a species or group."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from tablelight.kernel.flow import at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, Value
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.content.typed import lines_of, parts_of, read_scores, write_numbers
from tablelight.systems.actlite.flows.common import (
    OWN,
    ActGame,
    armors,
    choice_field,
    hexes,
    number_field,
    opponents,
    ready_people,
    refuse,
    rule,
    skills,
    text_field,
    things,
    weapons,
)
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.flows.own.making import Making, field, read_names
from tablelight.systems.actlite.state import (
    DEFENSIVE,
    ActState,
    Armor,
    Character,
    Item,
    Limit,
    Scrivening,
    Weapon,
    Where,
    slug,
)

NOTHING = "nothing"
_HEALTH = re.compile(r"\((\d{1,3})\)\s*(\d{1,3})")

# ------------------------------------------------------------------ people


def _there(state: ActState) -> Mapping[str, Character]:
    return {**opponents(state), **ready_people(state)}


def _fields(state: ActState) -> tuple[Field, ...]:
    kinds = (Choice("npc", "an opponent"), Choice("pc", "a ready character"))
    armor = [Choice(NOTHING, "none"), *(Choice(key, one.name) for key, one in armors(state).items())]
    return (
        text_field("name", "Name", 80, least=1),
        choice_field("kind", "This is", kinds, "npc"),
        text_field("about", "About", 400),
        text_field("health", "Health", 20, least=4, note="Crit health in brackets, then standard health: “(3)9”."),
        text_field(
            "scores", "Scores", 120, note="What is not 0, others, and what is lacking: “STR 1, AGI -1, DEX 2, no SOC”."
        ),
        number_field("speed", "Movement speed", 0, 99, m.DEFAULT_SPEED),
        number_field("size", "Size, 0 for a human", 0, 9, 0),
        number_field("cards", "AP cards", 1, 9, m.CARDS),
        text_field("weapons", "Weapons", 120, note="By name, the first one in hand: “Gate maul, Club”."),
        choice_field("armor", "Armor", armor, NOTHING),
        text_field("things", "Things", 120, note="By name; what is no thing of the table is just carried."),
        text_field("skills", "Skills", 120, note="By name, out of the archetype tables."),
        text_field("hexes", "Hexes", 120, note="By name."),
        number_field("cash", "CASH level", m.LOWEST_CASH, m.HIGHEST_CASH, 7),
        number_field("xp", "XP", 0, 99, 0),
    )


def _read(game: ActGame, answer: Answer) -> Character:
    state = game.state
    with field("Health"):
        crit, standard = _read_health(answer.text("health"))
    with field("Scores"):
        scores = _read_scores(answer.text("scores"))
    with field("Weapons"):
        armed = read_names(answer.text("weapons"), weapons(state), "weapon")
    with field("Skills"):
        able = read_names(answer.text("skills"), skills(state), "skill")
    with field("Hexes"):
        known = read_names(answer.text("hexes"), hexes(state), "hex")
    armor = answer.text("armor")
    return Character(
        name=answer.text("name"),
        kind="pc" if answer.text("kind") == "pc" else "npc",
        about=answer.text("about"),
        max_crit=crit,
        max_standard=standard,
        crit=crit,
        standard=standard,
        speed=answer.number("speed"),
        size=answer.number("size"),
        cards=answer.number("cards"),
        scores=scores,
        weapons=_in_hand({slug(weapons(state)[key].name, ()): weapons(state)[key] for key in armed}),
        armor=armors(state)[armor] if armor != NOTHING else Armor(),
        items=_things(state, answer.text("things")),
        skills={key: skills(state)[key] for key in able},
        scrivening=Scrivening(known=known),
        cash=answer.number("cash"),
        xp=answer.number("xp"),
    )


def _read_health(text: str) -> tuple[int, int]:
    """Crit and standard health (actlite/health-notation)."""
    match = _HEALTH.fullmatch(text.strip())
    if not match or not int(match[1]):
        raise ValueError(f"“{text}” should read like “(3)9”, with a crit health of at least 1")
    return int(match[1]), int(match[2])


def _read_scores(text: str) -> dict[str, int]:
    """Scores, 0 where nothing else is said; “no SOC” says that one is lacking (actlite/attribute-absent)."""
    pieces = parts_of(text)
    lacking = [piece[3:].strip().upper() for piece in pieces if piece.lower().startswith("no ")]
    for one in lacking:
        if one not in DEFENSIVE:
            raise ValueError(f"“no {one}” should be “no” with one of {', '.join(DEFENSIVE)}")
    scores = read_scores(", ".join(piece for piece in pieces if not piece.lower().startswith("no ")))
    both = [one for one in lacking if one in scores]
    if both:
        raise ValueError(f"{both[0]} has a score and is lacking; only one of the two can be right")
    return {**{one: 0 for one in DEFENSIVE if one not in lacking}, **scores}


def _write_scores(scores: Mapping[str, int]) -> str:
    said = write_numbers({one: score for one, score in scores.items() if score or one not in DEFENSIVE})
    return ", ".join(filter(None, (said, *(f"no {one}" for one in DEFENSIVE if one not in scores))))


def _in_hand(armed: dict[str, Weapon]) -> dict[str, Weapon]:
    """The first weapon in hand, the others at the belt."""
    found: dict[str, Weapon] = {}
    for at, (key, weapon) in enumerate(armed.items()):
        hand: Where = "both" if "two-handed" in weapon.tags else "right"
        found[key] = replace(weapon, where="belt" if at else hand)
    return found


def _things(state: ActState, text: str) -> dict[str, Item]:
    by_name = {one.name.casefold(): one for one in things(state).values()}
    found: dict[str, Item] = {}
    for name in parts_of(text):
        found[slug(name, found)] = by_name.get(name.casefold(), Item(name[:80], "pack"))
    return found


def _write(state: ActState, who: Character) -> dict[str, Value]:
    in_hand = sorted(who.weapons.values(), key=lambda one: one.where == "belt")
    armor = next((key for key, one in armors(state).items() if one.name == who.armor.name), NOTHING)
    return {
        "name": who.name,
        "kind": who.kind,
        "about": who.about,
        "health": f"({who.max_crit}){who.max_standard}",
        "scores": _write_scores(who.scores),
        "speed": who.speed,
        "size": who.size,
        "cards": who.cards,
        "weapons": ", ".join(weapon.name for weapon in in_hand),
        "armor": armor,
        "things": ", ".join(item.name for item in who.items.values()),
        "skills": ", ".join(skill.name for skill in who.skills.values()),
        "hexes": ", ".join(hexes(state)[key].name for key in who.scrivening.known if key in hexes(state)),
        "cash": who.cash,
        "xp": who.xp,
    }


PERSON = Making(
    "make-person",
    "Make an opponent or a ready character",
    "character-block",
    "people",
    _there,
    _fields,
    _read,
    _write,
    lambda key, who: e.PersonMade(key=key, character=who),
)

# ------------------------------------------------------------------ limits of a species or group

_MOST = re.compile(r"([A-Za-z]{2,20}) at most ([+-]?\d{1,2})", re.IGNORECASE)
_LEAST = re.compile(r"([A-Za-z]{2,20}) at least ([+-]?\d{1,2})", re.IGNORECASE)
_PRICE = re.compile(r"([A-Za-z]{2,20}) ([+-]?\d{1,2}) costs (\d{1,2})", re.IGNORECASE)
_NONE = re.compile(r"([A-Za-z]{2,20}) without limit", re.IGNORECASE)


def read_limits(text: str, source: str) -> dict[str, Limit | None]:
    """Limits by attribute, such as `STR at most 4, STR 4 costs 6` (actlite/attribute-limits)."""
    found: dict[str, Limit | None] = {}
    for piece in lines_of("\n".join(parts_of(text, ",;")), str):
        match = next((match for one in (_MOST, _LEAST, _PRICE, _NONE) if (match := one.fullmatch(piece))), None)
        if not match:
            raise ValueError(
                f"“{piece}” should read like “STR at most 4”, “AGI at least -1”, “STR 4 costs 6” or “STR without limit”"
            )
        attribute = match[1].upper()
        found[attribute] = _limited(found.get(attribute) or Limit(source=source), match)
    for attribute, limit in found.items():
        if limit and limit.least > limit.most:
            raise ValueError(f"{attribute} can't be at least {limit.least} and at most {limit.most}")
    return found


def _limited(limit: Limit, match: re.Match[str]) -> Limit | None:
    if match.re is _MOST:
        return replace(limit, most=int(match[2]))
    if match.re is _LEAST:
        return replace(limit, least=int(match[2]))
    if match.re is _PRICE:
        return replace(limit, prices={**limit.prices, int(match[2]): int(match[3])})
    return None


def _offer_limits(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people:
        return None
    fields = (
        Field("who", "Who", "many", tuple(Choice(key, who.name) for key, who in people), least=1, most=len(people)),
        text_field("source", "Species or group", 80, least=1),
        text_field(
            "limits",
            "Limits and prices",
            400,
            least=1,
            note="Such as “STR at most 4, STR 4 costs 6, AGI at least -1”; “STR without limit” takes them off.",
        ),
    )
    note = "Firm limits of scores, other prices for raising them."
    return Offer("limits", "Set limits of a species or group", fields, rule("attribute-limits"), note=note, group=OWN)


def _check_limits(game: ActGame, answer: Answer) -> Refused | None:
    try:
        with field("Limits and prices"):
            limits = read_limits(answer.text("limits"), answer.text("source"))
    except ValueError as error:
        return refuse("attribute-limits", "bad-content", f"{error}.")
    for key in answer.many("who"):
        who = game.state.characters[key]
        for attribute, limit in limits.items():
            score = who.scores.get(attribute)
            if limit and score is not None and not limit.least <= score <= limit.most:
                text = f"{who.name} has {attribute} {score:+d}, outside {limit.words(attribute)}; set the score first."
                return refuse("attribute-limits", "outside", text)
    return None


def _set_limits(game: ActGame, answer: Answer) -> None:
    limits = read_limits(answer.text("limits"), answer.text("source"))
    for key in answer.many("who"):
        for attribute, limit in limits.items():
            game.record(e.LimitSet(who=key, attribute=attribute, limit=limit, rule=rule("attribute-limits")))


LIMITS = act("limits", _offer_limits, at_once(_set_limits), _check_limits)
