"""How the GM takes content of the table's own away again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tablelight.kernel.flow import at_once
from tablelight.kernel.offers import GM, Answer, Choice, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.common import OWN, ActGame, archetypes, choice_field, refuse, rule
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.flows.hexes import title
from tablelight.systems.actlite.flows.own.making import AnyMaking
from tablelight.systems.actlite.state import ActState


def action(makings: Sequence[AnyMaking]) -> Action[ActState]:
    """The GM's action that takes away an entry of one of these kinds that nothing needs any more."""
    by_part = {making.part: making for making in makings}

    def offer(game: ActGame, seat: Seat) -> Offer | None:
        if seat != GM:
            return None
        choices = [
            Choice(f"{part}:{key}", entry.name, making.kind)
            for part, making in by_part.items()
            for key, entry in making.own(game.state).items()
        ]
        if not choices:
            return None
        fields = (choice_field("what", "What", choices),)
        note = "What took the place of something of the pack gives it back."
        return Offer("remove-own", "Remove content of your own", fields, note=note, group=OWN)

    def check(game: ActGame, answer: Answer) -> Refused | None:
        making, key = _chosen(answer)
        return _needed(game.state, making, key)

    def remove(game: ActGame, answer: Answer) -> None:
        making, key = _chosen(answer)
        name = making.own(game.state)[key].name
        game.record(e.OwnRemoved(part=making.part, key=key, name=name, rule=rule(making.rule), seen_by=(GM,)))

    def _chosen(answer: Answer) -> tuple[AnyMaking, str]:
        part, _, key = answer.text("what").partition(":")
        return by_part[part], key

    return act("remove-own", offer, at_once(remove), check)


def _needed(state: ActState, making: AnyMaking, key: str) -> Refused | None:
    """Why an entry has to stay, if so."""
    name = making.own(state)[key].name
    left = {one: entry for one, entry in making.own(state).items() if one != key}
    after = replace(state, **{making.part: left})
    if key not in making.there(after):
        user = next(_users(state, making.part, key), None)
        if user:
            return refuse(making.rule, "in-use", f"{name} is needed: {user}.")
    twice = _taught_twice(after)
    return refuse(making.rule, "in-use", f"Without this {name}, {twice} would be in two tables.") if twice else None


def _users(state: ActState, part: str, key: str) -> Iterator[str]:
    """What names an entry by its key, in words."""
    everybody = (*state.characters.values(), *state.people.values())
    match part:
        case "hexes":
            yield from (f"{who.name} knows it" for who in everybody if key in who.scrivening.lore)
            for written in state.written.values():
                if key in (*written.parts, *written.modifiers):
                    yield f"a written hex is {title(state, written.parts)}"
            yield from (f"{table.name} teaches it" for table in state.archetypes.values() if key in table.hexes)
            yield from (f"{one.name} combines with it" for one in state.hexes.values() if key in one.partners)
        case "weapons":
            yield from (f"{good.name} is on the price list" for good in state.goods.values() if good.weapon == key)
        case "armors":
            yield from (f"{good.name} is on the price list" for good in state.goods.values() if good.armor == key)
        case "tables":
            yield from (f"{who.name} rolls on it" for who in everybody if who.table == key)
        case "specials":
            if state.initiative and key in state.initiative.special:
                yield "it is in the deck of this initiative"
        case _:
            return


def _taught_twice(state: ActState) -> str:
    """A skill that stands in two archetype tables, or nothing (actlite/archetype-duplicate)."""
    seen: set[str] = set()
    for table in archetypes(state).values():
        for skill in table.skills:
            if skill.name.casefold() in seen:
                return skill.name
            seen.add(skill.name.casefold())
    return ""
