"""Characters coming and going: sitting down, making one, opponents, the Spire Master's notes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from tablelight.kernel.flow import at_once
from tablelight.kernel.offers import GM, NOBODY, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.people import (
    CharacterLeft,
    CharacterMoved,
    NotesWritten,
    giving_back,
    offer_giving_back,
    offer_taking,
    taking,
)
from tablelight.kernel.system import Action
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire.content import Package, pack
from tablelight.systems.rogue_spire.flows.common import SpireGame, text_field, who_field
from tablelight.systems.rogue_spire.sheet import effects_words, pool, read_pool, read_talents, read_traits, td_words
from tablelight.systems.rogue_spire.state import ORIGINS, Character, SpireDie, SpireState, Talent, Trait, slug

SHEET = "Sheet"
GM_GROUP = "Spire Master"
MOST_CHARACTERS = 60
PARTS = "rogue-spire/character-parts"
ROLES = "rogue-spire/party-role"

# ------------------------------------------------------------------ sitting down


_offer_take = offer_taking(ROLES, SHEET)
_take = taking(ROLES)
_offer_give = offer_giving_back(ROLES, SHEET)
_give = giving_back(ROLES)

# ------------------------------------------------------------------ a new character


def _full(game: SpireGame) -> Refused | None:
    full = Refused(PARTS, "full", f"A game has at most {MOST_CHARACTERS} characters.")
    return full if len(game.state.characters) >= MOST_CHARACTERS else None


def join(game: SpireGame, character: Character) -> None:
    """Someone comes into the game."""
    key = slug(character.name, game.state.characters)
    seen = (GM,) if character.hidden else None
    game.record(e.CharacterJoined(who=key, character=character, rule=PARTS, seen_by=seen))


def _seat_of(answer: Answer) -> Seat:
    return NOBODY if answer.seat == GM else answer.seat


def _offer_ready(game: SpireGame, seat: Seat) -> Offer | None:
    there = {who.name for who in game.state.characters.values()}
    gone = Refused(PARTS, "there", "This character is here already.")
    choices = tuple(
        Choice(key, who.name, who.about, refused=gone if who.name in there else None)
        for key, who in pack().characters.items()
    )
    free = any(not choice.refused for choice in choices)
    return Offer(
        "ready-character",
        "Play a ready character",
        (Field("who", "Who", "choice", choices),),
        PARTS,
        group=SHEET,
        refused=_full(game) or (None if free else gone),
    )


@at_once
def _ready(game: SpireGame, answer: Answer) -> None:
    join(game, replace(pack().characters[answer.text("who")], seat=_seat_of(answer)))


def _offer_make(game: SpireGame, seat: Seat) -> Offer | None:
    """A character by the creation table, which is ours (rogue-spire/trait-kinds, rogue-spire/one-vitality-die)."""
    creation = pack().creation
    fields = (
        text_field("name", "Name", least=1),
        text_field("about", "About", 400),
        *(_traits_field(origin, creation.traits.get(origin, 0)) for origin in ORIGINS),
        _talents_field(creation.talents),
        Field("dice", "Dice", "choice", tuple(_packages())),
    )
    return Offer("make-character", "Make a character", fields, PARTS, group=SHEET, refused=_full(game))


@cache
def _traits_field(origin: str, count: int) -> Field:
    choices = tuple(Choice(k, t.name, t.about) for k, t in pack().traits.items() if t.origin == origin)
    return Field(origin, f"Trait: {origin}", "many", choices, least=count, most=count)


@cache
def _talents_field(count: int) -> Field:
    traits = pack().traits
    choices = tuple(
        Choice(key, f"{one.name} ({traits[one.trait].name})", talent_words(one)) for key, one in pack().talents.items()
    )
    return Field("talents", "Talent, on one of these traits", "many", choices, least=count, most=count)


def talent_words(talent: Talent) -> str:
    """What a talent is and does."""
    td = td_words(talent)
    return " ".join(filter(None, (talent.about, f"{td}." if td else "", effects_words(talent))))


def _packages() -> Iterator[Choice]:
    for key, package in pack().creation.package.items():
        yield Choice(key, package.name, f"{package.about} {package_words(package)}")


def package_words(package: Package) -> str:
    """The dice of a start package."""
    skill = " ".join(f"d{sides}" for sides in package.skill)
    return f"Vitality d{package.vitality}, skill {skill}."


def _check_make(game: SpireGame, answer: Answer) -> Refused | None:
    """Talents hang on chosen traits (rogue-spire/talent-needs-trait)."""
    chosen = [key for origin in ORIGINS for key in answer.many(origin)]
    for key in answer.many("talents"):
        talent = pack().talents[key]
        if talent.trait not in chosen:
            trait = pack().traits[talent.trait].name
            text = f"{talent.name} hangs on the trait {trait}, which is not chosen."
            return Refused("rogue-spire/talent-needs-trait", "no-trait", text)
    return None


@at_once
def _make(game: SpireGame, answer: Answer) -> None:
    package = pack().creation.package[answer.text("dice")]
    traits = {key: pack().traits[key] for origin in ORIGINS for key in answer.many(origin)}
    join(
        game,
        Character(
            name=answer.text("name"),
            seat=_seat_of(answer),
            about=answer.text("about"),
            traits=traits,
            talents={key: pack().talents[key] for key in answer.many("talents")},
            dice=pool(package.vitality, package.skill),
            limit=pack().creation.limit,
        ),
    )


# ------------------------------------------------------------------ typed in


def _sheet_fields() -> Iterator[Field]:
    yield text_field("name", "Name", least=1)
    yield text_field("about", "About", 400)
    yield text_field("vitality", "Vitality die, such as d6", 40)
    yield text_field("skill", "Skill dice, such as d8, d6, d4", 200)
    yield text_field("traits", "Traits, such as Dwarf (culture), Stealthy (innate)", 1600)
    yield text_field("talents", "Talents, such as Axe Sweep (Dwarf, TD 3)", 1600)


def _offer_new(game: SpireGame, seat: Seat) -> Offer | None:
    points = (
        Field("xp", "Experience", "number", least=0, most=9999, default=0),
        Field("limit", "Next XP limit", "number", least=0, most=9999, default=pack().creation.limit),
    )
    fields = (*_sheet_fields(), *points)
    return Offer("new-character", "Type a character in", fields, PARTS, group=SHEET, refused=_full(game))


def _read(answer: Answer) -> tuple[dict[str, SpireDie], dict[str, Trait], dict[str, Talent]] | Refused:
    """Dice, traits and talents as typed, or the first thing wrong."""
    dice = read_pool(answer.text("vitality"), answer.text("skill"))
    if isinstance(dice, Refused):
        return dice
    traits = read_traits(answer.text("traits"))
    if isinstance(traits, Refused):
        return traits
    talents = read_talents(answer.text("talents"), traits)
    return talents if isinstance(talents, Refused) else (dice, traits, talents)


def _check_typed(game: SpireGame, answer: Answer) -> Refused | None:
    read = _read(answer)
    return read if isinstance(read, Refused) else None


def _typed(answer: Answer) -> Character:
    read = _read(answer)
    if isinstance(read, Refused):
        raise ValueError(read.text)
    dice, traits, talents = read
    return Character(name=answer.text("name"), about=answer.text("about"), dice=dice, traits=traits, talents=talents)


@at_once
def _new(game: SpireGame, answer: Answer) -> None:
    """A character of the party (rogue-spire/character-parts)."""
    points = {"xp": answer.number("xp"), "limit": answer.number("limit")}
    join(game, replace(_typed(answer), seat=_seat_of(answer), **points))


# ------------------------------------------------------------------ opponents


def _hidden_field() -> Field:
    choices = (Choice("no", "open"), Choice("yes", "hidden from the players"))
    return Field("hidden", "Seen?", "choice", choices, default="no")


def _offer_opponent(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    choices = tuple(Choice(key, who.name, who.about) for key, who in pack().opponents.items())
    fields = (Field("who", "Who", "choice", choices), text_field("name", "Under another name"), _hidden_field())
    return Offer("opponent", "Bring in an opponent", fields, PARTS, group=GM_GROUP, refused=_full(game))


@at_once
def _opponent(game: SpireGame, answer: Answer) -> None:
    entry = pack().opponents[answer.text("who")]
    join(game, replace(entry, name=answer.text("name") or entry.name, hidden=answer.text("hidden") == "yes"))


def _offer_other(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    fields = (*_sheet_fields(), _hidden_field(), text_field("notes", "Your notes", 2000))
    return Offer("new-opponent", "Type an opponent in", fields, PARTS, group=GM_GROUP, refused=_full(game))


@at_once
def _other(game: SpireGame, answer: Answer) -> None:
    hidden = answer.text("hidden") == "yes"
    join(game, replace(_typed(answer), kind="npc", hidden=hidden, notes=answer.text("notes")))


def _offer_move(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.characters:
        return None
    ways = (
        Choice("reveal", "reveal: everyone sees them"),
        Choice("hide", "hide: only you see them"),
        Choice("leave", "leave the scene"),
        Choice("enter", "enter the scene"),
        Choice("remove", "leave the game for good"),
    )
    fields = (who_field(game.state.characters.items()), Field("how", "How", "choice", ways))
    return Offer("move", "Reveal, hide, enter, leave", fields, ROLES, group=GM_GROUP)


@at_once
def _move(game: SpireGame, answer: Answer) -> None:
    key, how = answer.text("who"), answer.text("how")
    who = game.state.characters[key]
    if how == "remove":
        game.record(CharacterLeft(who=key, rule=ROLES))
        return
    hidden = {"reveal": False, "hide": True}.get(how, who.hidden)
    present = {"leave": False, "enter": True}.get(how, who.present)
    unseen = (GM,) if hidden and who.hidden else None
    game.record(CharacterMoved(who=key, present=present, hidden=hidden, rule=ROLES, seen_by=unseen))


def _offer_notes(game: SpireGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.characters:
        return None
    fields = (who_field(game.state.characters.items()), text_field("notes", "Your notes", 2000))
    return Offer("notes", "Keep notes on a character", fields, group=GM_GROUP)


@at_once
def _notes(game: SpireGame, answer: Answer) -> None:
    game.record(NotesWritten(who=answer.text("who"), notes=answer.text("notes"), seen_by=(GM,)))


ACTIONS: tuple[Action[SpireState], ...] = (
    Action("take-character", _offer_take, _take),
    Action("give-up", _offer_give, _give),
    Action("ready-character", _offer_ready, _ready),
    Action("make-character", _offer_make, _make, _check_make),
    Action("new-character", _offer_new, _new, _check_typed),
    Action("opponent", _offer_opponent, _opponent),
    Action("new-opponent", _offer_other, _other, _check_typed),
    Action("move", _offer_move, _move),
    Action("notes", _offer_notes, _notes, anytime=True),
)
