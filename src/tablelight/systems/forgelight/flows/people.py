"""Who is at the table: ready characters, sheets brought along, foes, packs of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from tablelight.kernel.flow import at_once
from tablelight.kernel.offers import GM, Answer, Field, Offer, Refused, Seat
from tablelight.kernel.packs import MOST_BYTES, PackError
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import sheet
from tablelight.systems.forgelight.beings import beast_being, foe_being, hero_being
from tablelight.systems.forgelight.content.model import Attribute, Foe, Pack
from tablelight.systems.forgelight.flows.common import (
    ForgeGame,
    being,
    lib,
    number_field,
    own,
    pick,
    refuse,
    text_field,
    who_field,
    yes_no,
)
from tablelight.systems.forgelight.packs import PACKS
from tablelight.systems.forgelight.state import CONCEPT, Being, ForgeState, Override, slug

GROUP = "People"
LONGEST_SHEET = 20_000


# ------------------------------------------------------------------ ready characters


def _offer_hero(game: ForgeGame, seat: Seat) -> Offer | None:
    heroes = [(key, f"{one.name}: {one.text}") for key, one in lib(game).heroes.items()]
    if not heroes:
        return None
    return Offer(
        "hero", "Take a ready character", (pick("hero", "Who", heroes),), "forgelight/being-model", group=GROUP
    )


@at_once
def _begin_hero(game: ForgeGame, answer: Answer) -> None:
    content, key = lib(game), answer.text("hero")
    who = slug(content.heroes[key].name, game.state.beings)
    seat = Seat("") if answer.seat == GM else answer.seat
    game.record(
        e.BeingJoined(who=who, being=replace(hero_being(content, key), seat=seat), rule="forgelight/being-model")
    )
    beast = content.heroes[key].companion
    if beast:
        one = beast_being(content, beast, who, being(game, who).level)
        joined = e.BeingJoined(who=slug(one.name, game.state.beings), being=one, rule="forgelight/companion-definition")
        game.record(joined)


# ------------------------------------------------------------------ sheets brought along


def _offer_import(game: ForgeGame, seat: Seat) -> Offer | None:
    fields: list[Field] = [text_field("sheet", "The sheet, as this table writes it", LONGEST_SHEET, least=2)]
    if seat == GM:
        fields.append(text_field("override", "If it breaks rules: why it may"))
    return Offer("import-sheet", "Bring a sheet along", tuple(fields), "forgelight/creation-steps", group=GROUP)


def _check_import(game: ForgeGame, answer: Answer) -> Refused | None:
    who = sheet.read_sheet(answer.text("sheet"))
    if isinstance(who, sheet.Fault):
        return who.refused()
    if who.kind != "pc":
        return refuse("companion-sheet", "not-a-character", "Only characters are brought along this way.")
    wrong = sheet.faults(lib(game), who)
    if not wrong or (answer.args.get("override") and not _senseless(wrong)):
        return None
    return wrong[0].refused()


def _senseless(wrong: tuple[sheet.Fault, ...]) -> bool:
    """Words that mean nothing here can't be allowed: no figure could be worked out."""
    return any(one.needed.startswith("one of ") for one in wrong)


@at_once
def _begin_import(game: ForgeGame, answer: Answer) -> None:
    """A sheet that the GM lets pass shows which rules were set aside, and why (forgelight/creation-steps)."""
    who = cast("Being", sheet.read_sheet(answer.text("sheet")))
    reason = str(answer.args.get("override", ""))
    overrides = tuple(
        Override(one.rule, one.field, one.present, one.needed, reason) for one in sheet.faults(lib(game), who)
    )
    who = replace(who, seat=Seat("") if answer.seat == GM else answer.seat, overrides=overrides)
    who = replace(who, at=None, owner="", mounted="", hidden=False, notes="")
    key = slug(who.name, game.state.beings)
    game.record(e.BeingJoined(who=key, being=who, rule="forgelight/creation-steps"))


# ------------------------------------------------------------------ foes


def _offer_foe(game: ForgeGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    foes = [(key, f"{one.name}: {one.text}") for key, one in lib(game).foes.items()]
    fields = (
        pick("foe", "Which", foes),
        text_field("name", "Its own name"),
        number_field("count", "How many", 1, 12, 1),
        yes_no("hidden", "Hidden from the players"),
    )
    return Offer("foe", "Bring a foe in", fields, "forgelight/being-model", group=GROUP)


@at_once
def _begin_foe(game: ForgeGame, answer: Answer) -> None:
    hidden = answer.text("hidden") == "yes"
    one = foe_being(lib(game), lib(game).foes[answer.text("foe")], hidden=hidden)
    count = answer.number("count")
    for at in range(count):
        name = answer.text("name") or one.name
        _join_foe(game, replace(one, name=f"{name} {at + 1}"[:80] if count > 1 else name[:80]))


def _join_foe(game: ForgeGame, who: Being) -> None:
    key = slug(who.name, game.state.beings)
    seen = (GM,) if who.hidden else None
    game.record(e.BeingJoined(who=key, being=who, seen_by=seen, rule="forgelight/being-model"))


def _offer_new_foe(game: ForgeGame, seat: Seat) -> Offer | None:
    """Figures entered directly; the rest follows the formulas (forgelight/being-model)."""
    if seat != GM:
        return None
    weapons = [(key, gear.name) for key, gear in lib(game).gear.items() if gear.kind == "weapon"]
    fields = (
        text_field("name", "Name", 80, least=1),
        number_field("health", "Health", 1, 999, 20),
        number_field("stamina", "Stamina", 0, 99, 8),
        number_field("hit_score", "Hit Score", 0, 40, 12),
        number_field("speed", "Speed", 0, 200, 25),
        number_field("power", "Power Roll number", 2, 20, 16),
        number_field("strength", "Strength", -2, 10, 0),
        number_field("precision", "Precision", -2, 10, 0),
        number_field("agility", "Agility", -2, 10, 0),
        pick("weapon", "Weapon", weapons),
        yes_no("hidden", "Hidden from the players"),
        text_field("notes", "Your notes", 2000),
    )
    return Offer("new-foe", "Write a foe", fields, "forgelight/being-model", group=GROUP)


@at_once
def _begin_new_foe(game: ForgeGame, answer: Answer) -> None:
    figures_ = {key: answer.number(key) for key in ("health", "stamina", "hit_score", "speed", "power")}
    attributes: dict[Attribute, int] = {
        "strength": answer.number("strength"),
        "precision": answer.number("precision"),
        "agility": answer.number("agility"),
    }
    foe = Foe(
        name=answer.text("name"),
        attributes=attributes,
        figures=figures_,
        gear={"weapon": answer.text("weapon")},
        cards=("attack",),
        tactics=answer.text("notes"),
    )
    _join_foe(game, foe_being(lib(game), foe, hidden=answer.text("hidden") == "yes"))


# ------------------------------------------------------------------ seats, secrets, notes


def _offer_take(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    free = [key for key, one in game.state.beings.items() if one.kind == "pc" and not one.seat]
    mine = [key for key, one in game.state.beings.items() if one.kind == "pc" and one.seat == seat]
    offers = [Offer(f"take:{who}", f"Play {being(game, who).name}", group=GROUP) for who in free if seat != GM]
    return (*offers, *(Offer(f"give-back:{who}", f"Give {being(game, who).name} back", group=GROUP) for who in mine))


def _offer_take_only(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(offer for offer in _offer_take(game, seat) if offer.key.startswith("take"))


def _offer_give_back(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(offer for offer in _offer_take(game, seat) if offer.key.startswith("give-back"))


@at_once
def _begin_take(game: ForgeGame, answer: Answer) -> None:
    key, _, who = answer.key.partition(":")
    game.record(e.BeingTaken(who=who, seat=answer.seat if key == "take" else Seat("")))


def _offer_show(game: ForgeGame, seat: Seat) -> Offer | None:
    foes = [key for key, one in game.state.beings.items() if one.kind == "foe"]
    if seat != GM or not foes:
        return None
    fields = (who_field(game, foes), yes_no("hidden", "Hidden from the players"))
    return Offer("show", "Reveal or hide a foe", fields, "forgelight/hit-score-all-beings", group=GROUP)


@at_once
def _begin_show(game: ForgeGame, answer: Answer) -> None:
    hidden = answer.text("hidden") == "yes"
    seen = (GM,) if hidden else None
    game.record(e.BeingShown(who=answer.text("who"), hidden=hidden, seen_by=seen))


def _offer_notes(game: ForgeGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.beings:
        return None
    fields = (who_field(game, game.state.beings), text_field("notes", "Your notes", 2000))
    return Offer("notes", "Write notes about somebody", fields, group=GROUP)


@at_once
def _begin_notes(game: ForgeGame, answer: Answer) -> None:
    game.record(e.NotesWritten(who=answer.text("who"), notes=answer.text("notes"), seen_by=(GM,)))


def _offer_concept(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    """Free text without game effect, changed at any time (forgelight/concept-fields)."""
    return tuple(
        Offer(
            f"concept:{who}",
            f"{being(game, who).name}: background and goals",
            tuple(text_field(key, key.title(), 400, default=being(game, who).concept.get(key, "")) for key in CONCEPT),
            "forgelight/concept-fields",
            group=GROUP,
        )
        for who in own(game.state, seat)
        if being(game, who).kind == "pc"
    )


@at_once
def _begin_concept(game: ForgeGame, answer: Answer) -> None:
    words = {key: answer.text(key) for key in CONCEPT if answer.text(key)}
    who = answer.key.partition(":")[2]
    game.record(e.ConceptWritten(who=who, concept=words, rule="forgelight/concept-fields"))


def _offer_remove(game: ForgeGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.beings or game.state.fight:
        return None
    field = who_field(game, game.state.beings)
    return Offer("remove", "Take somebody out of the game", (field,), group=GROUP, warn="Their sheet is gone then.")


@at_once
def _begin_remove(game: ForgeGame, answer: Answer) -> None:
    who = answer.text("who")
    for key in [*_companions(game, who), who]:
        game.record(e.BeingLeft(who=key))


def _companions(game: ForgeGame, who: str) -> Iterator[str]:
    return (key for key, one in game.state.beings.items() if one.owner == who)


# ------------------------------------------------------------------ packs


def _offer_pack(game: ForgeGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.fight:
        return None
    field = text_field("pack", "The pack file's text", MOST_BYTES, least=2)
    return Offer("add-pack", "Add a pack of your own", (field,), "forgelight/card-kinds", group="Packs")


def _check_pack(game: ForgeGame, answer: Answer) -> Refused | None:
    try:
        pack = PACKS.read(answer.text("pack"))
    except PackError as error:
        return refuse("card-kinds", "bad-pack", str(error)[:500])
    old = next((one for one in game.state.packs if one.id == pack.id), None)
    gone = old and next(_gone(old, pack), "")
    if gone:
        text = f"This game has {gone} from an older {pack.title}; keep it in the pack, or give the pack another id."
        return refuse("card-kinds", "entry-gone", text)
    return None


def _gone(old: Pack, new: Pack) -> Iterator[str]:
    """What an older pack of the same id brought and a newer one lacks: somebody may hold it."""
    for part in PACKS.parts:
        kept = getattr(new, part.key)
        yield from (f"{part.key}.{key}" for key in getattr(old, part.key) if key not in kept)


@at_once
def _begin_pack(game: ForgeGame, answer: Answer) -> None:
    game.record(PACKS.added(PACKS.read(answer.text("pack"))))


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("hero", _offer_hero, _begin_hero),
    Action("import-sheet", _offer_import, _begin_import, _check_import),
    Action("foe", _offer_foe, _begin_foe),
    Action("new-foe", _offer_new_foe, _begin_new_foe),
    Action("take", _offer_take_only, _begin_take),
    Action("give-back", _offer_give_back, _begin_take),
    Action("show", _offer_show, _begin_show),
    Action("notes", _offer_notes, _begin_notes),
    Action("concept", _offer_concept, _begin_concept),
    Action("add-pack", _offer_pack, _begin_pack, _check_pack),
    Action("remove", _offer_remove, _begin_remove),
)
