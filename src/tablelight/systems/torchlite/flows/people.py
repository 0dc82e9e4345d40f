"""Characters coming, going and growing, and what the GM does by word alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import cast

from msgspec.structs import replace

from tablelight.kernel.flow import Flow, at_once, roll
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
from tablelight.systems.torchlite.flows import sfx as sfx_flows
from tablelight.systems.torchlite.flows.common import (
    TorchGame,
    die_choice,
    gain_asset,
    own,
    size_field,
    step_asset_down,
    step_trouble_down,
    take,
    take_out,
    text_field,
    who_field,
)
from tablelight.systems.torchlite.sheet import read_traits, signature_assets
from tablelight.systems.torchlite.state import (
    ATTRIBUTES,
    DISTINCTIONS,
    ROLES,
    STRESS,
    STRESS_RULES,
    Character,
    Cost,
    Milestone,
    Sfx,
    TorchState,
    Trait,
    Trick,
    When,
    slug,
)

SHEET = "Sheet"
GM_GROUP = "GM"
MOST_CHARACTERS = 60
NEW = "new"

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


# ------------------------------------------------------------------ by the GM's word


def _offer_inflict(game: TorchGame, seat: Seat) -> Offer | None:
    people = list(game.state.characters.items())
    if seat != GM or not people:
        return None
    kinds = (*(Choice(key, kind) for key, kind in STRESS.items()), Choice(NEW, "a complication, by name"))
    lasts = (Choice("scene", "the scene"), Choice("story", "as long as the story says"))
    fields = (
        who_field(people),
        Field("trouble", "What", "choice", kinds),
        text_field("name", "Name of the complication"),
        size_field(default=6),
        Field("lasts", "It lasts", "choice", lasts, default="scene"),
    )
    return Offer(
        "inflict", "Inflict stress or a complication", fields, "torchlite/free-form-complication", group=GM_GROUP
    )


def _check_name(game: TorchGame, answer: Answer) -> Refused | None:
    if answer.text("trouble") == NEW and not answer.text("name"):
        return Refused("torchlite/effect-naming", "no-name", "Give the complication a name.")
    return None


@at_once
def _inflict(game: TorchGame, answer: Answer) -> None:
    who, trouble = answer.text("who"), answer.text("trouble")
    key, name = ("", answer.text("name")) if trouble == NEW else (trouble, STRESS[trouble])
    rule = "torchlite/free-form-complication" if trouble == NEW else STRESS_RULES[trouble]
    out = take(game, who, key, name, int(answer.text("die")), rule)
    if answer.text("lasts") == "story" and trouble == NEW:
        lasting = next(
            k for k, c in game.state.characters[who].complications.items() if c.name.casefold() == name.casefold()
        )
        game.record(e.ComplicationMadeLasting(who=who, key=lasting, rule="torchlite/complications-expire"))
    if out:
        take_out(game, who, out)


def _offer_hand_out(game: TorchGame, seat: Seat) -> Offer | None:
    people = list(game.state.characters.items())
    if seat != GM or not people:
        return None
    lasts = (Choice("session", "treasure, for the session"), Choice("scene", "an asset, for the scene"))
    fields = (
        who_field(people, "To whom"),
        text_field("name", "What", least=1),
        size_field(default=6),
        Field("lasts", "It lasts", "choice", lasts, default="session"),
    )
    return Offer("hand-out", "Hand out treasure or an asset", fields, "torchlite/treasure-assets", group=GM_GROUP)


@at_once
def _hand_out(game: TorchGame, answer: Answer) -> None:
    gain_asset(
        game,
        answer.text("who"),
        answer.text("name"),
        int(answer.text("die")),
        "torchlite/treasure-assets",
        lasts=answer.text("lasts"),
    )


def _things(game: TorchGame) -> Iterator[Choice]:
    for key, who in game.state.characters.items():
        for asset_key, asset in who.assets.items():
            yield die_choice(f"asset:{key}/{asset_key}", f"{asset.name} ({who.name})", asset.die)
        for trouble_key, trouble in who.complications.items():
            yield die_choice(f"trouble:{key}/{trouble_key}", f"{trouble.name} ({who.name})", trouble.die)


def _offer_end(game: TorchGame, seat: Seat) -> Offer | None:
    choices = tuple(_things(game)) if seat == GM else ()
    if not choices:
        return None
    ways = (Choice("end", "it ends"), Choice("down", "it steps down once"))
    fields = (
        Field("thing", "Which", "choice", choices),
        Field("how", "How", "choice", ways, default="end"),
        text_field("reason", "Why"),
    )
    note = "When it no longer fits the story, or after shopping"
    return Offer("end-trait", "End or lessen a trait", fields, "torchlite/irrelevant-ends", note=note, group=GM_GROUP)


@at_once
def _end_trait(game: TorchGame, answer: Answer) -> None:
    """What no longer applies ends; treasure that was spent steps down
    (torchlite/irrelevant-ends, torchlite/shopping)."""
    kind, who, key = _thing(answer)
    reason = answer.text("reason") or "it no longer applies"
    match kind, answer.text("how"):
        case "asset", "end":
            name = game.state.characters[who].assets[key].name
            game.record(e.AssetEnded(who=who, key=key, name=name, reason=reason, rule="torchlite/irrelevant-ends"))
        case "asset", _:
            step_asset_down(game, who, key, "torchlite/shopping")
        case _, "end":
            name = game.state.characters[who].complications[key].name
            game.record(
                e.ComplicationEnded(who=who, key=key, name=name, reason=reason, rule="torchlite/irrelevant-ends")
            )
        case _:
            step_trouble_down(game, who, key, "torchlite/recovery")


def _thing(answer: Answer) -> tuple[str, str, str]:
    kind, _, rest = answer.text("thing").partition(":")
    who, _, key = rest.partition("/")
    return kind, who, key


def _offer_rename(game: TorchGame, seat: Seat) -> Offer | None:
    choices = tuple(_things(game)) if seat == GM else ()
    if not choices:
        return None
    fields = (Field("thing", "Which", "choice", choices), text_field("name", "New name", least=1))
    return Offer("rename", "Rename an asset or complication", fields, "torchlite/complication-rename", group=GM_GROUP)


@at_once
def _rename(game: TorchGame, answer: Answer) -> None:
    kind, who, key = _thing(answer)
    name = answer.text("name")
    if kind == "asset":
        game.record(e.AssetRenamed(who=who, key=key, name=name, rule="torchlite/shopping"))
    else:
        game.record(e.ComplicationRenamed(who=who, key=key, name=name, rule="torchlite/complication-rename"))


def _offer_grant(game: TorchGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.characters.items() if who.kind == "pc"]
    if seat != GM or not people:
        return None
    what = (Choice("pp", "plot points"), Choice("xp", "experience"))
    fields = (
        who_field(people, "To whom"),
        Field("what", "What", "choice", what, default="pp"),
        Field("points", "How many", "number", least=1, most=20, default=1),
        text_field("reason", "Why"),
    )
    return Offer("grant", "Grant plot points or experience", fields, "torchlite/plot-points", group=GM_GROUP)


@at_once
def _grant(game: TorchGame, answer: Answer) -> None:
    who, points, reason = answer.text("who"), answer.number("points"), answer.text("reason")
    if answer.text("what") == "pp":
        game.record(e.PointsEarned(who=who, points=points, reason=reason, rule="torchlite/plot-points"))
    else:
        game.record(e.XpEarned(who=who, xp=points, reason=reason, rule="torchlite/milestones"))


def _offer_back(game: TorchGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.characters.items() if who.out]
    if seat != GM or not people:
        return None
    return Offer(
        "bring-back",
        "Bring someone back into play",
        (who_field(people),),
        "torchlite/taken-out-duration",
        group=GM_GROUP,
    )


@at_once
def _bring_back(game: TorchGame, answer: Answer) -> None:
    game.record(e.BackInPlay(who=answer.text("who"), rule="torchlite/taken-out-duration"))


# ------------------------------------------------------------------ dice aside


def _offer_throw(game: TorchGame, seat: Seat) -> Offer | None:
    return _throw_offer(seat == GM)


@cache
def _throw_offer(gm: bool) -> Offer:
    counts = tuple(Field(f"d{size}", f"d{size}", "number", least=0, most=9, default=0) for size in m.SIZES)
    fields = [*counts, text_field("reason", "What for")]
    if gm:
        open_or_not = (Choice("no", "openly"), Choice("yes", "behind the screen"))
        fields.insert(0, Field("hidden", "How", "choice", open_or_not, default="yes"))
    return Offer("throw", "Throw dice aside", tuple(fields), "torchlite/roll-pool", group="Dice")


def _check_throw(game: TorchGame, answer: Answer) -> Refused | None:
    if not any(answer.number(f"d{size}") for size in m.SIZES):
        return Refused("torchlite/build-pool", "empty-pool", "A pool needs at least one die.")
    return None


def _throw(game: TorchGame, answer: Answer) -> Flow[None]:
    dice = tuple(size for size in m.SIZES for _ in range(answer.number(f"d{size}")))
    hidden = answer.args.get("hidden") == "yes"
    faces = yield from roll(dice, answer.seat, "torchlite/roll-pool")
    game.record(
        e.DiceThrownAside(
            by=answer.seat,
            dice=dice,
            faces=faces,
            reason=answer.text("reason"),
            rule="torchlite/roll-pool",
            seen_by=(GM,) if hidden else None,
        )
    )


# ------------------------------------------------------------------ growing a sheet


def _mine(game: TorchGame, seat: Seat) -> list[tuple[str, Character]]:
    if seat == GM:
        return [(key, who) for key, who in game.state.characters.items() if who.kind != "extra"]
    return own(game.state, seat)


def _offer_sfx(game: TorchGame, seat: Seat) -> Offer | None:
    people = _mine(game, seat)
    if not people:
        return None
    whens = (
        Choice("building", "while building a pool"),
        Choice("rolled", "right after the dice are rolled"),
        Choice("failed", "after a failure"),
        Choice("any", "at any time"),
        Choice("limit", "it is a Limit: the GM too may call for it"),
    )
    costs = (
        Choice("none", "nothing"),
        Choice("pp", "1 plot point"),
        Choice("stress", "take d6 stress"),
        Choice("asset", "step down an asset"),
    )
    tricks = tuple(Choice(trick, word) for trick, word in sfx_flows.TRICK_WORDS.items())
    kinds = tuple(Choice(key, kind) for key, kind in STRESS.items())
    fields = (
        who_field(people),
        text_field("name", "Name", least=1),
        text_field("trigger", "When does it apply?", 400),
        Field("when", "It is used", "choice", whens, default="building"),
        Field("cost", "It costs", "choice", costs, default="pp"),
        Field("stress", "Kinds of stress it takes", "many", kinds, most=4, default=()),
        Field("trick", "It lets you", "choice", tricks, default="double"),
        text_field("trait", "Only with this trait"),
        size_field("Size of an added die", default=6),
        Field("allies", "For allies too?", "choice", (Choice("no", "no"), Choice("yes", "yes")), default="no"),
        Field("shuts", "Once a scene?", "choice", (Choice("no", "no"), Choice("yes", "yes")), default="no"),
        Field(
            "fixes", "Stress for failing such a roll", "choice", (Choice("none", "as usual"), *kinds), default="none"
        ),
    )
    return Offer("add-sfx", "Write down an SFX or a Limit", fields, "torchlite/sfx", group=SHEET)


FITTING: dict[When, tuple[str, ...]] = {
    "building": sfx_flows.POOL_TRICKS,
    "rolled": sfx_flows.REROLLS,
    "failed": sfx_flows.REROLLS,
    "any": ("ease", "recover-own", "earn"),
    "limit": ("earn",),
}
"""The tricks that can be done at each moment."""


def _check_sfx(game: TorchGame, answer: Answer) -> Refused | None:
    when = cast("When", answer.text("when"))
    if answer.text("trick") not in FITTING[when]:
        fitting = ", ".join(sfx_flows.TRICK_WORDS[trick] for trick in FITTING[when])
        return Refused("torchlite/sfx", "trick-and-moment", f"At that moment an SFX can: {fitting}.")
    if when == "any" and answer.text("trick") == "earn" and answer.text("cost") not in ("stress", "asset"):
        return Refused(
            "torchlite/sfx", "no-disadvantage", "A plot point is earned by a disadvantage: stress or an asset."
        )
    same = slug(answer.text("name"), ())
    if any(sfx_flows.key_of(sfx) == same for sfx in game.state.characters[answer.text("who")].sfx):
        return Refused("torchlite/sfx", "same-name", "There is an SFX of this name already.")
    return None


@at_once
def _add_sfx(game: TorchGame, answer: Answer) -> None:
    when = cast("When", answer.text("when"))
    sfx = Sfx(
        name=answer.text("name"),
        when=when,
        trick=cast("Trick", answer.text("trick")),
        cost="none" if when == "limit" else cast("Cost", answer.text("cost")),
        trigger=answer.text("trigger"),
        stress=tuple(STRESS[key] for key in answer.many("stress")),
        trait=answer.text("trait"),
        die=cast("m.DieSize", int(answer.text("die"))),
        allies=answer.text("allies") == "yes",
        shuts=answer.text("shuts") == "yes",
        fixes=STRESS.get(answer.text("fixes"), ""),
    )
    rule = "torchlite/limit" if when == "limit" else "torchlite/sfx"
    game.record(e.SfxAdded(who=answer.text("who"), sfx=sfx, rule=rule))


def _offer_trait(game: TorchGame, seat: Seat) -> Offer | None:
    people = _mine(game, seat)
    if seat != GM or not people:
        return None
    sets = tuple(Choice(name, name) for name in ("distinctions", "attributes", "roles", "specialties"))
    fields = (
        who_field(people),
        Field("set", "Trait set", "choice", sets, default="specialties"),
        text_field("name", "Name", least=1),
        size_field(default=6),
    )
    return Offer("set-trait", "Gain or change a trait", fields, "torchlite/trait", group=GM_GROUP)


@at_once
def _set_trait(game: TorchGame, answer: Answer) -> None:
    trait = Trait(answer.text("name"), cast("m.DieSize", int(answer.text("die"))))
    game.record(e.TraitSet(who=answer.text("who"), set=answer.text("set"), trait=trait, rule="torchlite/trait"))


def _offer_milestone(game: TorchGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in _mine(game, seat) if who.kind == "pc"]
    if not people:
        return None
    fields = (
        who_field(people),
        text_field("name", "Name", least=1),
        text_field("one", "1 XP when", 400),
        text_field("three", "3 XP when", 400),
        text_field("ten", "10 XP when", 400),
    )
    return Offer("add-milestone", "Write down a milestone", fields, "torchlite/milestones", group=SHEET)


@at_once
def _add_milestone(game: TorchGame, answer: Answer) -> None:
    milestone = Milestone(answer.text("name"), answer.text("one"), answer.text("three"), answer.text("ten"))
    game.record(e.MilestoneAdded(who=answer.text("who"), milestone=milestone, rule="torchlite/milestones"))


ACTIONS: tuple[Action[TorchState], ...] = (
    Action("take-character", _offer_take, _take, anytime=True),
    Action("new-character", _offer_new, _new_character, _check_traits, anytime=True),
    Action("add-sfx", _offer_sfx, _add_sfx, _check_sfx, anytime=True),
    Action("add-milestone", _offer_milestone, _add_milestone, anytime=True),
    Action("give-up", _offer_give, _give),
    Action("opponent", _offer_opponent, _opponent, _check_opponent, anytime=True),
    Action("move", _offer_move, _move, _check_move, anytime=True),
    Action("dismiss", _offer_dismiss, _dismiss),
    Action("inflict", _offer_inflict, _inflict, _check_name, anytime=True),
    Action("hand-out", _offer_hand_out, _hand_out, anytime=True),
    Action("end-trait", _offer_end, _end_trait, anytime=True),
    Action("rename", _offer_rename, _rename, anytime=True),
    Action("grant", _offer_grant, _grant, anytime=True),
    Action("bring-back", _offer_back, _bring_back, anytime=True),
    Action("notes", _offer_notes, _notes, anytime=True),
    Action("set-trait", _offer_trait, _set_trait, anytime=True),
    Action("throw", _offer_throw, _throw, _check_throw, anytime=True),
)
