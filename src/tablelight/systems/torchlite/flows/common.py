"""What every flow of TorchLite needs: who decides for whom, who pays, and what a die does to a character."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias, cast

from tablelight.kernel.flow import Game
from tablelight.kernel.offers import GM, Choice, Field, Refused, RuleId, Seat, Value
from tablelight.kernel.view import Die
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.state import (
    STRESS,
    Asset,
    Character,
    Complication,
    ComplicationSize,
    TorchState,
    slug,
    trouble_id,
)

TorchGame: TypeAlias = Game[TorchState]

SHEET = "Sheet"
GM_GROUP = "GM"


def controller(state: TorchState, who: str) -> Seat:
    """The seat that decides for a character: its player's, otherwise the GM's (torchlite/roles-at-the-table)."""
    character = state.characters.get(who)
    return character.seat if character and character.kind == "pc" and character.seat else GM


def own(state: TorchState, seat: Seat) -> list[tuple[str, Character]]:
    """The characters a seat decides for."""
    return [
        (key, who)
        for key, who in state.characters.items()
        if (who.seat if who.kind == "pc" and who.seat else GM) == seat
    ]


def known(state: TorchState, seat: Seat) -> list[tuple[str, Character]]:
    """Those of them who are known to be here: what hidden characters did would give them away."""
    return [(key, who) for key, who in own(state, seat) if who.present and not who.hidden]


def purse(state: TorchState, who: str) -> int:
    """The plot points that may be spent for a character: its own, for a GMC the GM's bank (torchlite/gm-bank)."""
    character = state.characters.get(who)
    return character.pp if character and character.kind == "pc" else state.bank


def pay(game: TorchGame, who: str, points: int, reason: str, rule: RuleId) -> None:
    """Spend plot points that are known to be there (torchlite/plot-points)."""
    if points:
        character = game.state.characters.get(who)
        payer = who if character and character.kind == "pc" else ""
        game.record(e.PointsSpent(who=payer, points=points, reason=reason, rule=rule))


def earn(game: TorchGame, who: str, points: int, reason: str, rule: RuleId) -> None:
    """Give plot points; a GMC's go into the GM's bank."""
    character = game.state.characters[who]
    game.record(e.PointsEarned(who=who if character.kind == "pc" else "", points=points, reason=reason, rule=rule))


def no_points(needed: int, there: int) -> Refused:
    """The refusal of a spend that can't be paid."""
    return Refused(
        "torchlite/plot-points",
        "no-plot-point",
        f"This costs {needed} plot point{'s'[: needed != 1]}; there are {there}.",
    )


# ------------------------------------------------------------------ complications


def take(game: TorchGame, who: str, key: str, name: str, die: int, rule: RuleId, hampers: str = "") -> str:
    """Let a character take a complication or stress; gives its id if that takes the character out, or nothing.

    `key` is the complication's id where it is known; otherwise the name finds or makes it
    (torchlite/complication-new-or-worse, torchlite/no-d4-complications).
    """
    character = game.state.characters[who]
    key = key or trouble_id(character, name)
    old = character.complications.get(key)
    worse = m.inflict(old.die if old else 0, die)
    trouble = Complication(
        name=old.name if old else STRESS.get(key, name),
        die=cast("ComplicationSize", worse.die),
        stress=key in STRESS,
        hampers=hampers or (old.hampers if old else ""),
        lasts=old.lasts if old else "scene",
    )
    game.record(e.ComplicationTaken(who=who, key=key, complication=trouble, was=old.die if old else 0, rule=rule))
    return key if worse.out or _extra_is_out(character, worse.die) else ""


def _extra_is_out(who: Character, die: int) -> bool:
    """An extra goes down under a complication larger than its trait (torchlite/extras)."""
    return who.kind == "extra" and die > max((trait.die for trait in who.specialties), default=m.LARGEST)


def take_out(game: TorchGame, who: str, by: str) -> None:
    """The character is out of the scene (torchlite/taken-out)."""
    character = game.state.characters[who]
    if not character.out:
        trouble = character.complications.get(by)
        name = trouble.name if trouble else ""
        game.record(e.TakenOut(who=who, by=by, name=name, rule="torchlite/taken-out"))


def step_trouble_down(game: TorchGame, who: str, key: str, rule: RuleId) -> None:
    """One step down of a complication or stress; below d6 it is gone."""
    old = game.state.characters[who].complications[key]
    game.record(e.ComplicationEased(who=who, key=key, name=old.name, die=m.ease(old.die), was=old.die, rule=rule))


# ------------------------------------------------------------------ assets


def gain_asset(
    game: TorchGame, who: str, name: str, die: int, rule: RuleId, *, lasts: str = "scene", by: str = ""
) -> None:
    """A new asset; one of the same name is only replaced by a larger one (torchlite/multiple-assets).

    A signature asset of that name has the larger rating until the scene ends.
    """
    character = game.state.characters[who]
    same = next((key for key, a in character.assets.items() if a.name.casefold() == name.casefold()), None)
    if same and character.assets[same].die >= die:
        return
    if same and character.assets[same].lasts == "signature":
        game.record(e.AssetStepped(who=who, key=same, name=name, die=die, lasting=False, rule=rule))
        return
    size = cast("m.DieSize", die)
    asset = Asset(name, size, size, lasts="session" if lasts == "session" else "scene")
    game.record(e.AssetCreated(who=who, key=same or slug(name, character.assets), asset=asset, by=by, rule=rule))


def step_asset_down(game: TorchGame, who: str, key: str, rule: RuleId) -> None:
    """An asset pays for an SFX; below d4 it is gone, a signature asset until the scene ends
    (torchlite/sfx-step-down-asset)."""
    asset = game.state.characters[who].assets[key]
    lower = m.step_down(asset.die)
    signature = asset.lasts == "signature"
    if lower:
        game.record(e.AssetStepped(who=who, key=key, name=asset.name, die=lower, lasting=not signature, rule=rule))
    elif signature:
        game.record(e.AssetShutDown(who=who, key=key, name=asset.name, rule=rule))
    else:
        game.record(e.AssetEnded(who=who, key=key, name=asset.name, reason="stepped down below d4", rule=rule))


# ------------------------------------------------------------------ fields


def die_choice(key: str, label: str, die: int, note: str = "", refused: Refused | None = None) -> Choice:
    """A choice that is drawn as a die."""
    return Choice(key, label, note, Die(die, label), refused)


def who_field(people: Iterable[tuple[str, Character]], label: str = "Who", name: str = "who") -> Field:
    """Choose one of these characters; a single one is chosen already."""
    choices = tuple(Choice(key, who.name) for key, who in people)
    return Field(name, label, "choice", choices, default=choices[0].key if len(choices) == 1 else None)


@lru_cache(maxsize=1024)
def text_field(
    name: str, label: str, most: int = 80, *, least: int = 0, default: Value | None = "", note: str = ""
) -> Field:
    """A short text; optional unless `least` says otherwise."""
    return Field(name, label, "text", least=least, most=most, default=None if least else default, note=note)


@lru_cache(maxsize=1024)
def size_field(
    label: str = "Die", sizes: tuple[int, ...] = m.SIZES, default: int | None = None, name: str = "die"
) -> Field:
    """Choose a die size."""
    choices = tuple(Choice(str(size), f"d{size}", die=Die(size)) for size in sizes)
    return Field(name, label, "choice", choices, default=str(default) if default else None)
