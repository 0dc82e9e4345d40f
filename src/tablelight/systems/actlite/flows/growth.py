"""XP: earning it, raising attributes, rolling on archetype tables."""

from __future__ import annotations

from tablelight.kernel.flow import Flow, at_once, roll
from tablelight.kernel.offers import GM, Answer, Choice, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows.common import (
    SHEET,
    ActGame,
    archetypes,
    choice_field,
    is_on,
    number_field,
    own,
    owner,
    put,
    refuse,
    rule,
    settled,
    shown,
    text_field,
    who_field,
)
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import DEFENSIVE, ActState, Archetype, Character, Limit, slug

LOWEST, HIGHEST = -9, 12
NEXT = "next"


# ------------------------------------------------------------------ earning


def _offer_xp(game: ActGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.here() if who.kind == "pc"]
    if seat != GM or not people:
        return None
    fields = (who_field(people), number_field("xp", "XP", 1, 99, 1), text_field("reason", "What for", 120))
    return Offer("xp", "Give XP", fields, rule("xp-gain"), group=SHEET)


def _xp(game: ActGame, answer: Answer) -> None:
    who, xp = answer.text("who"), answer.number("xp")
    game.record(e.XpEarned(who=who, xp=xp, reason=answer.text("reason"), rule=rule("xp-gain")))


def _calm(game: ActGame) -> Refused | None:
    if game.state.initiative:
        return refuse("xp-use", "initiative", "XP is spent outside initiative.")
    return None


# ------------------------------------------------------------------ attributes


def _mine(game: ActGame, seat: Seat) -> list[tuple[str, Character]]:
    return [(key, who) for key, who in own(game.state, seat) if who.kind == "pc"] or (
        [(key, who) for key, who in game.state.here() if who.kind == "pc"] if seat == GM else []
    )


def _offer_raise(game: ActGame, seat: Seat) -> Offer | None:
    mine = _mine(game, seat)
    if not mine:
        return None
    there = dict.fromkeys(attribute for _, who in mine for attribute in who.scores)
    only = mine[0][1] if len(mine) == 1 else None
    choices = [Choice(one, one, _next_words(only, one) if only else "") for one in there]
    scores = [Choice(str(score), signed(score)) for score in range(LOWEST + 1, HIGHEST + 1)]
    fields = (
        who_field(mine),
        choice_field("attribute", "Attribute", choices),
        choice_field("to", "New score", [Choice(NEXT, "one higher"), *scores], NEXT),
    )
    note = "Each point costs 1 XP below 0, else as much as the new score."
    return Offer(
        "raise", "Raise an attribute", fields, rule("raise-attribute"), note=note, group=SHEET, refused=_calm(game)
    )


def signed(score: int) -> str:
    """A score as people write it, such as `+1` or `0`."""
    return f"{score:+d}" if score else "0"


def _next_words(who: Character, attribute: str) -> str:
    """What an attribute is now, and what the next point costs."""
    new = who.scores[attribute] + 1
    limit = who.limits.get(attribute, Limit())
    if new > limit.most:
        return f"now {signed(new - 1)}, limited to that ({limit.source or 'limit'})"
    price = m.step_price(new, limit.prices)
    return f"now {signed(new - 1)}; {signed(new)} costs {price} XP of {who.xp}"


def _wanted(who: Character, answer: Answer) -> int:
    attribute, to = answer.text("attribute"), answer.text("to")
    return who.scores.get(attribute, 0) + 1 if to == NEXT else int(to)


def _check_raise(game: ActGame, answer: Answer) -> Refused | None:
    who, attribute = game.state.characters[answer.text("who")], answer.text("attribute")
    new = _wanted(who, answer)
    if attribute not in who.scores:
        text = f"{who.name} has no {attribute}; XP can't buy a lacking attribute, the GM may grant it."
        return refuse("raise-attribute", "lacking", text)
    old = who.scores[attribute]
    if new <= old:
        return refuse("raise-attribute", "not-higher", f"{attribute} is {old:+d} already.")
    limit = who.limits.get(attribute, Limit())
    if new > limit.most:
        text = f"{attribute} is limited to {limit.most:+d} ({limit.source or 'limit'})."
        return refuse("attribute-limits", "limit", text)
    return _too_dear(who, attribute, old, new, limit)


def _too_dear(who: Character, attribute: str, old: int, new: int, limit: Limit) -> Refused | None:
    price = m.raise_price(old, new, limit.prices)
    if price <= who.xp:
        return None
    steps = "+".join(str(m.step_price(step, limit.prices)) for step in range(old + 1, new + 1))
    first = m.step_price(old + 1, limit.prices)
    text = f"That costs {price} XP ({steps}), {who.xp} available; {old + 1:+d} would cost {first}."
    return refuse("xp-use", "no-xp", text)


def _raise(game: ActGame, answer: Answer) -> None:
    """Step by step, from the permanent score (actlite/raise-attribute)."""
    key, attribute = answer.text("who"), answer.text("attribute")
    who = game.state.characters[key]
    new = _wanted(who, answer)
    price = m.raise_price(who.scores[attribute], new, who.limits.get(attribute, Limit()).prices)
    game.record(e.AttributeRaised(who=key, attribute=attribute, score=new, xp=price, rule=rule("raise-attribute")))


def _offer_grant(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people:
        return None
    fields = (
        who_field(people),
        text_field("attribute", "Attribute, such as DEX or BARTER", 20, least=2),
        number_field("score", "Score", LOWEST, HIGHEST, 0),
    )
    note = f"Others may roll against {', '.join(DEFENSIVE)} only."
    return Offer("grant-attribute", "Grant an attribute", fields, rule("attribute-custom"), note=note, group=SHEET)


def _grant(game: ActGame, answer: Answer) -> None:
    attribute = answer.text("attribute").upper()
    name = "raise-attribute" if attribute in DEFENSIVE else "attribute-custom"
    who, score = answer.text("who"), answer.number("score")
    game.record(e.AttributeGranted(who=who, attribute=attribute, score=score, rule=rule(name)))


# ------------------------------------------------------------------ archetype tables


def _offer_table(game: ActGame, seat: Seat) -> Offer | None:
    mine = _mine(game, seat)
    tables = _tables(game)
    if not mine or not tables:
        return None
    only = mine[0][1] if len(mine) == 1 else None
    choices = [
        Choice(
            key,
            one.name,
            f"{_cost(only, key, one)} XP, {len(known_entries(only, one))} of {one.size} known" if only else "",
            refused=_no_roll(only, key, one) if only else None,
        )
        for key, one in tables.items()
    ]
    fields = (who_field(mine), choice_field("table", "Table", choices))
    return Offer(
        "roll-table", "Roll on an archetype table", fields, rule("archetype-roll"), group=SHEET, refused=_calm(game)
    )


def _tables(game: ActGame) -> dict[str, Archetype]:
    hexed = is_on(game, "hexes")
    return {key: one for key, one in archetypes(game.state).items() if one.skills or hexed}


def _cost(who: Character, key: str, table: Archetype) -> int:
    """The count of rolls never starts over (actlite/archetype-cost)."""
    return m.arrow_cost(table.cost, who.rolls.get(key, 0))


def known_entries(who: Character, table: Archetype) -> list[int]:
    """The numbers of the entries that a character has."""
    names = {skill.name for skill in who.skills.values()} | set(who.scrivening.known)
    return [number for number in range(1, table.size + 1) if table.entry(number) in names]


def _no_roll(who: Character, key: str, table: Archetype) -> Refused | None:
    for attribute, least in table.requires.items():
        if who.scores.get(attribute, -99) < least:
            text = f"{table.name} requires {attribute} {least:+d}."
            return refuse("archetype-requirements", "requirement", text)
    if len(known_entries(who, table)) == table.size:
        return refuse("archetype-full", "full", f"Every skill of {table.name} is known.")
    cost = _cost(who, key, table)
    if cost > who.xp:
        return refuse("xp-use", "no-xp", f"A roll on {table.name} costs {cost} XP, {who.xp} available.")
    return None


def _check_table(game: ActGame, answer: Answer) -> Refused | None:
    key = answer.text("table")
    return _no_roll(game.state.characters[answer.text("who")], key, archetypes(game.state)[key])


def _roll_table(game: ActGame, answer: Answer) -> Flow[None]:
    """Pay, roll, and take the entry or the next one that is lacking (actlite/archetype-duplicate)."""
    key, table_key = answer.text("who"), answer.text("table")
    table = archetypes(game.state)[table_key]
    if table.setting and not (yield from _confirmed(game, key, table_key, table)):
        return
    cost = _cost(game.state.characters[key], table_key, table)
    face = 1
    if table.size > 1:
        (face,) = yield from roll((table.size,), owner(game.state, key), rule("archetype-roll"))
    known = known_entries(game.state.characters[key], table)
    entry = m.gained(face, known, table.size, higher=is_on(game, "duplicate-direction", "higher"))
    name = "archetype-roll" if entry == face else "archetype-duplicate"
    game.record(
        e.ArchetypeRolled(
            who=key, table=table_key, face=face, entry=entry, xp=cost, known=tuple(known), rule=rule(name)
        )
    )
    _learn(game, key, table, entry)


def _confirmed(game: ActGame, key: str, table_key: str, table: Archetype) -> Flow[bool]:
    fields = (
        settled("who", "Who", key, game.state.characters[key].name),
        settled("table", "Table", table_key, table.name),
    )
    met = Offer("yes", "It is met", fields, rule("archetype-requirements"), main=True)
    unmet = Offer("no", "It is not met", rule=rule("archetype-requirements"), main=True)
    question = f"{shown(game.state, key)} wants to roll on {table.name}, which requires: {table.setting}"
    answer = yield from put(question, lambda: [(GM, met), (GM, unmet)])
    return answer.key == "yes"


def _learn(game: ActGame, key: str, table: Archetype, entry: int) -> None:
    if table.skills:
        skill = table.skills[entry - 1]
        at = slug(skill.name, game.state.characters[key].skills)
        game.record(e.SkillGained(who=key, key=at, skill=skill, rule=rule("archetype-roll")))
    else:
        game.record(e.HexLearned(who=key, hexes=(table.hexes[entry - 1],), rule=rule("hex-learning-ways")))


ACTIONS: tuple[Action[ActState], ...] = (
    act("xp", _offer_xp, at_once(_xp)),
    act("raise", _offer_raise, at_once(_raise), _check_raise),
    act("grant-attribute", _offer_grant, at_once(_grant)),
    act("roll-table", _offer_table, _roll_table, _check_table),
)
