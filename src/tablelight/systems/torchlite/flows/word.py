"""What the GM does by word alone, and dice thrown aside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tablelight.kernel.flow import Flow, at_once, roll
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows.common import (
    GM_GROUP,
    TorchGame,
    die_choice,
    gain_asset,
    size_field,
    step_asset_down,
    step_trouble_down,
    take,
    take_out,
    text_field,
    who_field,
)
from tablelight.systems.torchlite.state import (
    STRESS,
    STRESS_RULES,
    TorchState,
)

NEW = "new"


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


ACTIONS: tuple[Action[TorchState], ...] = (
    Action("inflict", _offer_inflict, _inflict, _check_name, anytime=True),
    Action("hand-out", _offer_hand_out, _hand_out, anytime=True),
    Action("end-trait", _offer_end, _end_trait, anytime=True),
    Action("rename", _offer_rename, _rename, anytime=True),
    Action("grant", _offer_grant, _grant, anytime=True),
    Action("bring-back", _offer_back, _bring_back, anytime=True),
    Action("throw", _offer_throw, _throw, _check_throw, anytime=True),
)
