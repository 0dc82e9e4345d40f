"""Characters coming and going, what they get, and the evening's end."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tablelight.kernel.flow import Event, at_once
from tablelight.kernel.offers import GM, NOBODY, Answer, Choice, Offer, Refused, Seat
from tablelight.kernel.people import (
    CharacterMoved,
    NotesWritten,
    giving_back,
    offer_giving_back,
    offer_taking,
    taking,
)
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.common import (
    GM_GROUP,
    SHEET,
    TIME,
    ActGame,
    armors,
    choice_field,
    number_field,
    opponents,
    ready_people,
    refuse,
    rule,
    text_field,
    things,
    weapons,
    who_field,
    yes_no,
)
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import ActState, Armor, Character, Item, Weapon, slug

MOST_CHARACTERS = 60
DEFAULT = "default"


# ------------------------------------------------------------------ sitting down


_offer_take = offer_taking(rule("character-block"), SHEET)
_take = taking(rule("character-block"))
_offer_give = offer_giving_back(rule("character-block"), SHEET)
_give = giving_back(rule("character-block"))

# ------------------------------------------------------------------ new characters


def _full(game: ActGame) -> Refused | None:
    if len(game.state.characters) < MOST_CHARACTERS:
        return None
    return refuse("character-block", "full", f"A game has at most {MOST_CHARACTERS} characters.")


def _offer_new(game: ActGame, seat: Seat) -> Offer | None:
    people = [Choice(key, one.name, one.about) for key, one in ready_people(game.state).items()]
    fields = (
        text_field("name", "Name", 80, least=1),
        text_field("about", "About", 400),
        choice_field("as", "As", [Choice(DEFAULT, "the default block"), *people], DEFAULT),
    )
    return Offer("new-character", "Make a character", fields, rule("character-block"), group=SHEET, refused=_full(game))


def _new(game: ActGame, answer: Answer) -> None:
    """The default block, or a ready character, which the GM may edit (actlite/character-block)."""
    made = Character(name=answer.text("name"))
    if answer.text("as") != DEFAULT:
        made = replace(ready_people(game.state)[answer.text("as")], name=answer.text("name"))
    seat = answer.seat if answer.seat != GM else NOBODY
    made = replace(made, about=answer.text("about") or made.about, seat=seat)
    key = slug(made.name, game.state.characters)
    game.record(e.CharacterJoined(who=key, character=made, rule=rule("character-block")))


def _offer_opponent(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    kinds = [Choice(key, one.name, one.about) for key, one in opponents(game.state).items()]
    fields = (
        choice_field("as", "What", [Choice(DEFAULT, "the default block"), *kinds]),
        text_field("name", "Name", 80),
        number_field("count", "How many", 1, 8, 1),
        yes_no("hidden", "Hidden"),
    )
    return Offer("opponent", "Bring in opponents", fields, rule("character-block"), group=GM_GROUP, refused=_full(game))


def _opponent(game: ActGame, answer: Answer) -> None:
    kind = answer.text("as")
    made = Character(name="Opponent", kind="npc") if kind == DEFAULT else opponents(game.state)[kind]
    hidden = answer.text("hidden") == "yes"
    count = answer.number("count")
    for number in range(1, count + 1):
        title = (answer.text("name") or made.name)[:76] + (f" {number}" if count > 1 else "")
        one = replace(made, name=title, hidden=hidden)
        game.record(
            e.CharacterJoined(
                who=slug(title, game.state.characters),
                character=one,
                rule=rule("character-block"),
                seen_by=(GM,) if hidden else None,
            )
        )


# ------------------------------------------------------------------ coming, going, notes


def _offer_presence(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.characters.items())
    if seat != GM or not people:
        return None
    ways = (Choice("here", "is here"), Choice("away", "is away"), Choice("hidden", "is hidden"))
    busy = refuse("late-arrival", "busy", "Finish the action under way first.") if game.state.doing else None
    fields = (who_field(people), choice_field("way", "Who", ways))
    return Offer("presence", "Let somebody come or go", fields, rule("character-block"), group=GM_GROUP, refused=busy)


def _presence(game: ActGame, answer: Answer) -> None:
    key, way = answer.text("who"), answer.text("way")
    hidden = way == "hidden"
    was_hidden = game.state.characters[key].hidden
    game.record(
        CharacterMoved(
            who=key,
            present=way != "away",
            hidden=hidden,
            rule=rule("character-block"),
            seen_by=(GM,) if hidden or (was_hidden and way == "away") else None,
        )
    )
    initiative = game.state.initiative
    if way == "away" and initiative and key in initiative.piles:
        game.record(e.CardsRemoved(who=key, rule=rule("late-arrival")))


def _offer_notes(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.characters.items())
    if seat != GM or not people:
        return None
    fields = (who_field(people), text_field("notes", "Your notes", 2000))
    return Offer("keep-notes", "Write notes about somebody", fields, rule("character-block"), group=GM_GROUP)


def _notes(game: ActGame, answer: Answer) -> None:
    game.record(
        NotesWritten(who=answer.text("who"), notes=answer.text("notes"), rule=rule("character-block"), seen_by=(GM,))
    )


def _offer_scene(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    fields = (text_field("text", "What is going on", 400, least=1),)
    return Offer("scene", "Set the scene", fields, rule("initiative-when"), group=TIME)


def _scene(game: ActGame, answer: Answer) -> None:
    game.record(e.SceneSet(text=answer.text("text"), rule=rule("initiative-when")))


def _offer_session(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.initiative or not game.state.characters:
        return None
    return Offer("end-session", "End the evening", rule=rule("initiative-when"), group=TIME)


def _session(game: ActGame, answer: Answer) -> None:
    game.record(e.SessionEnded(rule=rule("initiative-when")))


# ------------------------------------------------------------------ what the GM hands out

WEAPON, ARMOR, ITEM = "weapon:", "armor:", "item:"


def _things(state: ActState) -> Mapping[str, Weapon | Armor | Item]:
    """All that can be handed out, by the key of its choice."""
    return {
        **{f"{WEAPON}{key}": one for key, one in weapons(state).items()},
        **{f"{ARMOR}{key}": one for key, one in armors(state).items()},
        **{f"{ITEM}{key}": one for key, one in things(state).items()},
    }


def _offer_hand(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people:
        return None
    things = [Choice(key, one.name, key.partition(":")[0]) for key, one in _things(game.state).items()]
    fields = (
        who_field(people),
        choice_field("thing", "What", [Choice(DEFAULT, "a thing by name"), *things], DEFAULT),
        text_field("name", "Its name", 80),
    )
    return Offer("hand-out", "Hand something out", fields, rule("weapon-block"), group=GM_GROUP)


def _hand(game: ActGame, answer: Answer) -> None:
    key = answer.text("who")
    who = game.state.characters[key]
    thing = _things(game.state).get(answer.text("thing")) or Item(answer.text("name") or "thing")
    game.record(_gained(key, who, thing))


def _gained(key: str, who: Character, thing: Weapon | Armor | Item) -> Event:
    match thing:
        case Weapon():
            return e.WeaponGained(who=key, key=slug(thing.name, who.weapons), weapon=thing, rule=rule("weapon-block"))
        case Armor():
            return e.ArmorWorn(who=key, armor=thing, rule=rule("armor-reduction"))
        case Item():
            return e.ItemGained(who=key, key=slug(thing.name, who.items), item=thing, rule=rule("search-on-person"))


def _offer_repair(game: ActGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.here() if who.armor.new != who.armor.reduces and who.armor.new]
    if seat != GM or not people:
        return None
    return Offer("repair", "Repair armor", (who_field(people),), rule("effect-rend"), group=GM_GROUP)


def _repair(game: ActGame, answer: Answer) -> None:
    key = answer.text("who")
    armor = game.state.characters[key].armor
    for damage, left in armor.new.items():
        if armor.reduces.get(damage) != left:
            game.record(e.ArmorRent(who=key, damage=damage, left=left, rule=rule("effect-rend")))


ACTIONS: tuple[Action[ActState], ...] = (
    act("take-character", _offer_take, _take),
    act("give-up", _offer_give, _give),
    act("new-character", _offer_new, at_once(_new)),
    act("opponent", _offer_opponent, at_once(_opponent)),
    act("presence", _offer_presence, at_once(_presence)),
    act("keep-notes", _offer_notes, at_once(_notes)),
    act("hand-out", _offer_hand, at_once(_hand)),
    act("repair", _offer_repair, at_once(_repair)),
    act("scene", _offer_scene, at_once(_scene)),
    act("end-session", _offer_session, at_once(_session)),
)
