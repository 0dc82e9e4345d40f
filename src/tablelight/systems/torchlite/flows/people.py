"""Characters coming and going: sitting down, making one, opponents, who is in the scene, the GM's notes."""

from __future__ import annotations

from typing import cast

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
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows.common import (
    GM_GROUP,
    SHEET,
    TorchGame,
    size_field,
    text_field,
    who_field,
)
from tablelight.systems.torchlite.sheet import read_traits, signature_assets
from tablelight.systems.torchlite.state import (
    ATTRIBUTES,
    DISTINCTIONS,
    ROLES,
    Character,
    TorchState,
    Trait,
    slug,
)

MOST_CHARACTERS = 60

# ------------------------------------------------------------------ sitting down


_offer_take = offer_taking("torchlite/roles-at-the-table", SHEET)
_take = taking("torchlite/roles-at-the-table")
_offer_give = offer_giving_back("torchlite/roles-at-the-table", SHEET)
_give = giving_back("torchlite/roles-at-the-table")

# ------------------------------------------------------------------ a new character


def _offer_new(game: TorchGame, seat: Seat) -> Offer | None:
    return _FULL if len(game.state.characters) >= MOST_CHARACTERS else _NEW


_NEW = Offer(
    "new-character",
    "Make a character",
    (
        text_field("name", "Name", least=1),
        text_field("about", "About", 400),
        *(text_field(one, one.capitalize(), least=1) for one in DISTINCTIONS),
        *(size_field(one, default=6, name=one.lower()) for one in ATTRIBUTES),
        *(size_field(one, default=6, name=one.lower()) for one in ROLES),
        text_field("specialties", "Specialties, such as 'Stealth d6, Archery d6'", 800),
        text_field("assets", "Signature assets, such as 'Hidden Knife d6'", 800),
    ),
    "torchlite/trait-sets",
    group=SHEET,
)
_FULL = replace(
    _NEW,
    refused=Refused("torchlite/roles-at-the-table", "full", f"A game has at most {MOST_CHARACTERS} characters."),
)

TRAIT_FIELDS = ("distinctions", "attributes", "roles", "specialties", "assets")


def _check_traits(game: TorchGame, answer: Answer) -> Refused | None:
    for name in TRAIT_FIELDS:
        if name in answer.args:
            read = read_traits(answer.text(name), name)
            if isinstance(read, Refused):
                return read
    return None


def _traits(answer: Answer, name: str) -> tuple[Trait, ...]:
    read = read_traits(answer.text(name), name)
    if isinstance(read, Refused):
        raise ValueError(read.text)
    return read


def _rated(answer: Answer, names: tuple[str, ...]) -> tuple[Trait, ...]:
    return tuple(Trait(name, cast("m.DieSize", int(answer.text(name.lower())))) for name in names)


@at_once
def _new_character(game: TorchGame, answer: Answer) -> None:
    """All trait sets of a player's character (torchlite/attribute-names, torchlite/role-names)."""
    character = Character(
        name=answer.text("name"),
        seat=NOBODY if answer.seat == GM else answer.seat,
        about=answer.text("about"),
        distinctions=tuple(Trait(answer.text(one), 8) for one in DISTINCTIONS),
        attributes=_rated(answer, ATTRIBUTES),
        roles=_rated(answer, ROLES),
        specialties=_traits(answer, "specialties"),
        assets=signature_assets(_traits(answer, "assets")),
        pp=m.SESSION_START_PP if game.state.session.open else 0,
    )
    _join(game, character, "torchlite/trait-sets")


def _join(game: TorchGame, character: Character, rule: str) -> None:
    key = slug(character.name, game.state.characters)
    game.record(e.CharacterJoined(who=key, character=character, rule=rule, seen_by=(GM,) if character.hidden else None))


def _offer_opponent(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    kinds = (
        Choice("gmc", "a character with several traits", "rolls for itself and has turns"),
        Choice("extra", "an extra", "one trait, lends its die to the GM's dice"),
    )
    hidden = (Choice("no", "open"), Choice("yes", "hidden from the players"))
    fields = (
        text_field("name", "Name", least=1),
        Field("kind", "What", "choice", kinds, default="gmc"),
        text_field("distinctions", "Distinctions, such as 'Sworn to the Gate d8'", 400),
        text_field("attributes", "Attributes, such as 'Brawn d8, Alertness d6'", 400),
        text_field("roles", "Roles, such as 'Soldier d8'", 400),
        text_field("specialties", "Specialties, or an extra's one trait, such as 'Bored Guard d8'", 400),
        text_field("assets", "Assets, such as 'Mail d6'", 800),
        Field("hidden", "Seen?", "choice", hidden, default="no"),
        text_field("notes", "Your notes", 2000),
    )
    return Offer("opponent", "Bring in opposition", fields, "torchlite/roles-at-the-table", group=GM_GROUP)


def _check_opponent(game: TorchGame, answer: Answer) -> Refused | None:
    """An extra has exactly one trait (torchlite/extras)."""
    wrong = _check_traits(game, answer)
    if wrong or answer.text("kind") == "gmc":
        return wrong
    if len(_traits(answer, "specialties")) != 1:
        return Refused("torchlite/extras", "one-trait", "An extra has one trait: write it under specialties.")
    return None


@at_once
def _opponent(game: TorchGame, answer: Answer) -> None:
    character = Character(
        name=answer.text("name"),
        kind="extra" if answer.text("kind") == "extra" else "gmc",
        distinctions=_traits(answer, "distinctions"),
        attributes=_traits(answer, "attributes"),
        roles=_traits(answer, "roles"),
        specialties=_traits(answer, "specialties"),
        assets=signature_assets(_traits(answer, "assets")),
        hidden=answer.text("hidden") == "yes",
        notes=answer.text("notes"),
    )
    _join(game, character, "torchlite/roles-at-the-table")


def _offer_move(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.characters:
        return None
    ways = (
        Choice("reveal", "reveal: everyone sees them"),
        Choice("hide", "hide: only you see them"),
        Choice("leave", "leave the scene"),
        Choice("enter", "enter the scene"),
    )
    fields = (who_field(game.state.characters.items()), Field("how", "How", "choice", ways))
    busy = Refused("torchlite/beat", "contest", "First finish the roll under way.") if game.state.contest else None
    return Offer(
        "move", "Reveal, hide, enter, leave", fields, "torchlite/roles-at-the-table", group=GM_GROUP, refused=busy
    )


def _check_move(game: TorchGame, answer: Answer) -> Refused | None:
    if answer.text("how") == "hide" and game.state.characters[answer.text("who")].kind == "pc":
        return Refused("torchlite/roles-at-the-table", "not-hidden", "Players' characters are not hidden.")
    return None


@at_once
def _move(game: TorchGame, answer: Answer) -> None:
    key, how = answer.text("who"), answer.text("how")
    who = game.state.characters[key]
    rule = "torchlite/roles-at-the-table"
    hidden = {"reveal": False, "hide": True}.get(how, who.hidden)
    present = {"leave": False, "enter": True}.get(how, who.present)
    unseen = (GM,) if hidden and who.hidden else None
    game.record(CharacterMoved(who=key, present=present, hidden=hidden, rule=rule, seen_by=unseen))


def _offer_dismiss(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.characters:
        return None
    fields = (who_field(game.state.characters.items()),)
    return Offer("dismiss", "Out of the game for good", fields, "torchlite/roles-at-the-table", group=GM_GROUP)


@at_once
def _dismiss(game: TorchGame, answer: Answer) -> None:
    game.record(CharacterLeft(who=answer.text("who"), rule="torchlite/roles-at-the-table"))


def _offer_notes(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.characters:
        return None
    fields = (who_field(game.state.characters.items()), text_field("notes", "Your notes", 2000))
    return Offer("notes", "Keep notes on a character", fields, group=GM_GROUP)


@at_once
def _notes(game: TorchGame, answer: Answer) -> None:
    game.record(NotesWritten(who=answer.text("who"), notes=answer.text("notes"), seen_by=(GM,)))


ACTIONS: tuple[Action[TorchState], ...] = (
    Action("take-character", _offer_take, _take, anytime=True),
    Action("new-character", _offer_new, _new_character, _check_traits, anytime=True),
    Action("give-up", _offer_give, _give),
    Action("opponent", _offer_opponent, _opponent, _check_opponent, anytime=True),
    Action("move", _offer_move, _move, _check_move, anytime=True),
    Action("dismiss", _offer_dismiss, _dismiss),
    Action("notes", _offer_notes, _notes, anytime=True),
)
