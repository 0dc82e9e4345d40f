"""What every flow of Actlite needs: who decides, who may act now, what it costs, and the fields of offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from tablelight.kernel import grid
from tablelight.kernel.flow import Flow, Game, Menu, ask
from tablelight.kernel.offers import GM, Answer, Check, Choice, Field, Offer, Refused, Seat
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.content.pack import starter_pack
from tablelight.systems.actlite.content.people import pack_people
from tablelight.systems.actlite.state import (
    ActState,
    Archetype,
    Armor,
    Character,
    ConsequenceTable,
    Good,
    Hex,
    Item,
    PartyTable,
    Skill,
    SpecialCard,
    Weapon,
    Window,
    ap,
    slug,
)

ActGame: TypeAlias = Game[ActState]

ACT = "Act"
MOVE = "Move and handle"
CARDS = "Initiative"
SHEET = "Sheet"
HEX = "Hexes"
GM_GROUP = "GM"
TIME = "Time"
OWN = "Content of your own"


def rule(name: str) -> str:
    """A rule's full name."""
    return f"actlite/{name}"


def refuse(name: str, code: str, text: str) -> Refused:
    """A refusal by one of the game's rules."""
    return Refused(rule(name), code, text)


def is_on(game: ActGame, option: str, value: str = "on") -> bool:
    """Whether a table option has this value."""
    return game.options[option] == value


# ------------------------------------------------------------------ who decides


def controller(state: ActState, key: str) -> Seat:
    """The seat that decides for a character: its player's, but the GM's while it can't (actlite/status-unconscious)."""
    who = state.characters.get(key)
    if not who or who.kind != "pc" or not who.seat or who.out:
        return GM
    return who.seat


def owner(state: ActState, key: str) -> Seat:
    """The seat that a character belongs to, conscious or not."""
    who = state.characters.get(key)
    return who.seat if who and who.kind == "pc" and who.seat else GM


def own(state: ActState, seat: Seat) -> list[tuple[str, Character]]:
    """The characters here that belong to a seat; the GM has everybody without a player."""
    return [(key, who) for key, who in state.here() if owner(state, key) == seat]


def name(state: ActState, key: str) -> str:
    """A character's name."""
    who = state.characters.get(key)
    return who.name if who else key


def shown(state: ActState, key: str) -> str:
    """A character's name in words that everybody reads: questions and refusals."""
    who = state.characters.get(key)
    return "Somebody" if who and who.hidden else name(state, key)


def seen(state: ActState, seat: Seat) -> list[tuple[str, Character]]:
    """Everybody here whom a seat may know of."""
    return [(key, who) for key, who in state.here() if seat == GM or not who.hidden]


def reads(seat: Seat, who: Character) -> bool:
    """Whether a seat may read somebody's sheet."""
    return seat == GM or (who.kind == "pc" and not who.hidden)


SECRET_QUESTION = "The GM settles something"
"""What everybody reads while the GM answers for somebody in secret."""


# ------------------------------------------------------------------ asking


def choose(seat: Seat, question: str, choices: Sequence[Choice], name: str) -> Flow[str]:
    """Let one seat take one of several choices while nothing else goes on; gives its key."""
    offers = [
        (seat, Offer(c.key, c.label, note=c.note, rule=rule(name), main=True, refused=c.refused)) for c in choices
    ]
    answer = yield from ask(question, lambda: offers, alone=True)
    return answer.key


def put(question: str, menu: Menu, check: Check | None = None) -> Flow[Answer]:
    """Put offers to seats while nothing else goes on."""
    return (yield from ask(question, menu, check, alone=True))


# ------------------------------------------------------------------ who may act now, and what it costs


def unable(who: Character) -> Refused | None:
    """Why somebody can't do anything at all (actlite/status-unconscious)."""
    if who.known_dead:
        return refuse("death-by-damage", "dead", f"{who.name} is dead.")
    if who.out:
        causes = [cause for cause in who.conditions.unconscious if cause != "crit health"]
        why = "down" if who.down else f"unconscious ({', '.join(causes) or 'for now'})"
        return refuse("status-unconscious", "unconscious", f"{who.name} is {why} and can't act.")
    return None


def held(state: ActState, key: str) -> str:
    """Who grapples this character, or nobody (actlite/grapple-restricts)."""
    return next((grappler for grappler, target in state.grapples.items() if target == key), "")


def may_act(game: ActGame, key: str, cost: int, what: str, *, while_held: bool = False) -> Refused | None:
    """Why a character can't do this now, if so: the gate before every action that needs AP or a window.

    Outside initiative there is no AP, and nothing is in the way but the character's own state
    (actlite/initiative-when, actlite/act-when-dealt, actlite/pay-from-hand).
    """
    state = game.state
    who = state.characters[key]
    stopped = unable(who)
    if stopped:
        return stopped
    if held(state, key) and not while_held:
        text = f"{who.name} is grappled and can only attack or try to break free, not: {what}."
        return refuse("grapple-restricts", "grappled", text)
    if not state.initiative:
        return _busy(state)
    return _rolled(state) or _no_cards(state, key) or _not_now(game, key, cost, what)


def _busy(state: ActState) -> Refused | None:
    if not state.doing:
        return None
    text = f"First {shown(state, state.doing[-1].who)} finishes: {state.doing[-1].what}."
    return Refused("table/one-flow", "flow-open", text)


def _rolled(state: ActState) -> Refused | None:
    """Nothing comes between a roll and its results (actlite/interrupt)."""
    if state.doing and state.doing[-1].going:
        text = "The roll has been made; interrupting is possible again after this action."
        return refuse("interrupt", "rolled", text)
    return None


def _no_cards(state: ActState, key: str) -> Refused | None:
    if state.initiative and key not in state.initiative.piles:
        return refuse("late-arrival", "not-in", f"{name(state, key)} is not in this initiative; join it first.")
    return None


def _not_now(game: ActGame, key: str, cost: int, what: str) -> Refused | None:
    state = game.state
    there = ap(state, key)
    who = state.characters[key].name
    in_hand = f"{there or 'none'} in hand"
    if not has_window(state, key):
        return _outside_window(game, key, cost, what, there)
    if there < cost:
        return refuse("pay-from-hand", "no-ap", f"{_big(what)} costs {cost} AP, {in_hand} of {who}.")
    return None


def _outside_window(game: ActGame, key: str, cost: int, what: str, there: int) -> Refused:
    who = name(game.state, key)
    if there < cost or not there:
        text = f"{_big(what)} costs {cost} AP, {there or 'none'} in hand of {who}."
        return refuse("pay-from-hand", "no-ap", text)
    needed = interrupt_total(game, cost)
    if there < needed:
        text = f"Interrupt {m.INTERRUPT_AP} AP + {what} {cost} AP = {needed}, {there} in hand of {who}; "
        return refuse("interrupt", "no-ap", text + "an interrupt for 1 AP would leave only free actions.")
    text = f"It is not {who}'s window; to act now, interrupt for 1 AP plus the action's cost."
    return refuse("act-when-dealt", "no-window", text)


def interrupt_total(game: ActGame, cost: int) -> int:
    """What an interrupt and an action cost together (actlite/interrupt)."""
    return m.INTERRUPT_AP + cost if is_on(game, "interrupt-cost", "extra") else max(m.INTERRUPT_AP, cost)


def _big(what: str) -> str:
    return what[:1].upper() + what[1:]


def has_window(state: ActState, key: str) -> bool:
    """Whether it is this character who may act now (actlite/act-when-dealt)."""
    window = state.initiative.open if state.initiative else None
    return bool(window and window.who == key and window.level == state.depth)


def pay(game: ActGame, key: str, cost: int, what: str, use: str = "", name: str = "pay-from-hand") -> None:
    """Pay AP that is known to be there: an interrupt's credit first, temp AP next, then cards from hand.

    `use` counts this use of an action with arrow costs. Outside initiative nothing is paid.
    """
    initiative = game.state.initiative
    if not initiative or key not in initiative.piles:
        return
    window = initiative.open if initiative.open and initiative.open.who == key else None
    credit = min(cost, window.credit) if window else 0
    temp = min(cost - credit, window.temp) if window else 0
    unused = window.credit - credit if window else 0
    game.record(
        e.ApSpent(
            who=key,
            cards=cost - credit - temp,
            temp=temp,
            credit=credit + unused,  # the interrupt's AP counts toward its first action only
            what=what,
            use=use,
            rule=rule(name),
        )
    )


def price_tag(game: ActGame, words: str) -> str:
    """What an offer says that it costs: nothing outside initiative, where there is no AP (actlite/initiative-when)."""
    return words if game.state.initiative else ""


def arrow_use(key: str, action: str) -> str:
    """The name under which uses of an action are counted (actlite/arrow-costs)."""
    return f"{key}/{action}"


def arrow_price(state: ActState, key: str, action: str, costs: Sequence[int]) -> int:
    """What the next use of an action with arrow costs is (actlite/arrow-costs)."""
    uses = state.initiative.uses.get(arrow_use(key, action), 0) if state.initiative else 0
    return m.arrow_cost(costs, uses)


def open_window(game: ActGame, window: Window, at: int | None = None) -> None:
    """Let somebody act now, or at a place further down among the windows."""
    windows = game.state.initiative.windows if game.state.initiative else ()
    place = len(windows) if at is None else at
    game.record(e.WindowOpened(window=window, at=place, rule=rule("act-when-dealt")))


# ------------------------------------------------------------------ the map


def near(state: ActState, one: str, other: str, spaces: int = 1) -> bool:
    """Whether two characters are at most so many spaces apart; without a map nobody is too far
    (actlite/grapple-start)."""
    here, there = state.characters[one].body, state.characters[other].body
    if not state.ground or not here or not there:
        return True
    return grid.distance(here, there) <= max(1, spaces)


def bodies(state: ActState, *without: str) -> list[grid.Body]:
    """Everybody on the map who is in the way."""
    return [who.body for key, who in state.characters.items() if who.body and who.present and key not in without]


# ------------------------------------------------------------------ content


def archetypes(state: ActState) -> Mapping[str, Archetype]:
    """The archetype tables of the pack and of this table."""
    return {**starter_pack().archetypes, **state.archetypes}


def hexes(state: ActState) -> Mapping[str, Hex]:
    """The hexes of the pack and of this table."""
    return {**starter_pack().hexes, **state.hexes}


def consequence_tables(state: ActState) -> Mapping[str, ConsequenceTable]:
    """The consequence tables of the pack and of this table."""
    return {**starter_pack().tables, **state.tables}


def party_tables(state: ActState) -> Mapping[str, PartyTable]:
    """The party tables of the pack and of this table."""
    return {**starter_pack().parties, **state.parties}


def specials(state: ActState) -> Mapping[str, SpecialCard]:
    """The special cards of the pack and of this table."""
    return {**starter_pack().specials, **state.specials}


def weapons(state: ActState) -> Mapping[str, Weapon]:
    """The weapons of the pack and of this table."""
    return {**starter_pack().weapons, **state.weapons}


def armors(state: ActState) -> Mapping[str, Armor]:
    """The armor of the pack and of this table."""
    return {**starter_pack().armors, **state.armors}


def goods(state: ActState) -> Mapping[str, Good]:
    """The price list of the pack and of this table."""
    return {**starter_pack().goods, **state.goods}


def things(state: ActState) -> Mapping[str, Item]:
    """The things of the pack and of this table."""
    sold = [good.item for good in goods(state).values() if good.item]
    return {**{slug(one.name, ()): one for one in sold}, **state.things}


def skills(state: ActState) -> Mapping[str, Skill]:
    """Every skill of an archetype table."""
    return {slug(one.name, ()): one for table in archetypes(state).values() for one in table.skills}


def opponents(state: ActState) -> Mapping[str, Character]:
    """Whom the GM can bring in, of the pack and of this table."""
    return {**pack_people("npc"), **{key: who for key, who in state.people.items() if who.kind == "npc"}}


def ready_people(state: ActState) -> Mapping[str, Character]:
    """Characters ready to be played, of the pack and of this table."""
    return {**pack_people("pc"), **{key: who for key, who in state.people.items() if who.kind == "pc"}}


# ------------------------------------------------------------------ fields


def who_field(people: Iterable[tuple[str, Character]], label: str = "Who", name: str = "who") -> Field:
    """Choose one of these characters; a single one is chosen already."""
    choices = tuple(Choice(key, who.name) for key, who in people)
    return Field(name, label, "choice", choices, default=choices[0].key if len(choices) == 1 else None)


def choice_field(name: str, label: str, choices: Sequence[Choice], default: str | None = None) -> Field:
    """Choose one; a single one that may be taken is chosen already."""
    free = [choice.key for choice in choices if not choice.refused]
    if default is None and len(choices) == 1 and free:
        default = free[0]
    return Field(name, label, "choice", tuple(choices), default=default)


def settled(name: str, label: str, key: str, words: str) -> Field:
    """What an offer is about, which nobody chooses any more."""
    return choice_field(name, label, (Choice(key, words),))


def text_field(name: str, label: str, most: int = 200, *, least: int = 0, note: str = "") -> Field:
    """A short text; optional unless `least` says otherwise."""
    return Field(name, label, "text", least=least, most=most, default=None if least else "", note=note)


def number_field(name: str, label: str, least: int, most: int, default: int | None = None) -> Field:
    """A whole number."""
    return Field(name, label, "number", least=least, most=most, default=default)


def yes_no(name: str, label: str, default: str = "no") -> Field:
    """A yes or a no."""
    return Field(name, label, "choice", (Choice("no", "no"), Choice("yes", "yes")), default=default)


Fields: TypeAlias = Callable[[list[tuple[str, Character]]], Iterable[Field]]


def offer_for(
    game: ActGame,
    seat: Seat,
    key: str,
    label: str,
    gate: Callable[[str], Refused | None],
    fields: Fields = lambda able: (),
    *,
    name: str,
    group: str = ACT,
    cost: str = "",
    note: str = "",
    main: bool = False,
    warn: str = "",
) -> Offer | None:
    """An action offered to a seat for those of its characters that may take it now.

    If none of them may, the offer says why for the first one.
    """
    mine = own(game.state, seat)
    if not mine:
        return None
    stopped = {key: gate(key) for key, _ in mine}
    able = [(key, who) for key, who in mine if not stopped[key]]
    refused = None if able else stopped[mine[0][0]]
    people = able or mine[:1]
    asked = tuple(fields(people))
    return Offer(
        key,
        label,
        (who_field(people), *asked),
        rule(name),
        price_tag(game, cost),
        note,
        group,
        main and not refused,
        warn,
        refused=refused or next((_lacking(one, name) for one in asked if _empty(one)), None),
    )


def _empty(field: Field) -> bool:
    return field.kind in ("choice", "cell") and not field.choices


def _lacking(field: Field, name: str) -> Refused:
    return refuse(name, "nothing-there", f"{field.label}: there is nothing to choose from.")


def only_gm(seat: Seat) -> bool:
    """Whether a seat is the GM's."""
    return seat == GM
