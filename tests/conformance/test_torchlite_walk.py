"""Ten thousand random legal steps at TorchLite tables: nothing breaks, nothing leaks, everything can be taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from support.tables import demo_table, do
from support.watching import Watch, walked

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Event
from tablelight.kernel.offers import Seat
from tablelight.kernel.people import CharacterMoved
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.table import Table
from tablelight.systems.torchlite import SYSTEM
from tablelight.systems.torchlite.mechanics import SIZES
from tablelight.systems.torchlite.state import Character, Side, TorchState

TABLES = 50
STEPS = 200

NAME, NOTES, THROWN, OWN = "Zzname", "Zznotes", "Zzthrown", "Zzown"
"""Marker words: of a hidden opponent, of the GM's notes, of a hidden throw, of the GM's notes for the table."""

TorchTable = Table[TorchState]


# ---------------------------------------------------------------------- tables to walk


def typed_table(seed: int) -> TorchTable:
    """Three players who typed their characters in, one of them with two."""
    table: TorchTable = Table(SYSTEM, plain_dice(seed))
    for at, name in enumerate(("Ann", "Bo", "Cleo"), 1):
        table.record_aside(0.0, SeatPlaced(seat=Seat(f"p{at}"), name=name))
    for seat, name in (("p1", "Ash"), ("p2", "Birk"), ("p3", "Cor"), ("p1", "Dun")):
        traits = {"people": "Human", "profession": "Ranger", "persona": "Stubborn"}
        do(table, seat, "new-character", name=name, assets="Rope d4, Lantern d12", specialties="Traps d6", **traits)
    do(table, "gm", "opponent", name="Ogre", attributes="Brawn d12", roles="Soldier d8", assets="Club d10")
    do(table, "gm", "opponent", name="Bored Guard", kind="extra", specialties="Bored d6")
    do(table, "gm", "session")
    do(table, "gm", "scene", title="The ford")
    return table


def secrets(table: TorchTable) -> TorchTable:
    """Put a marker word into everything that only the GM may know."""
    do(table, "gm", "opponent", name=NAME, hidden="yes", attributes=f"{NAME} d8", assets=f"{NAME} bow d8", notes=NOTES)
    do(table, "gm", "opponent", name=f"{NAME} two", kind="extra", hidden="yes", specialties=f"{NAME} lamp d6")
    do(table, "gm", "notes", who=next(iter(table.state.characters)), notes=NOTES)
    do(table, "gm", "note", text=OWN)
    do(table, "gm", "throw", d8=2, reason=THROWN)
    return table


SFX = (
    {"name": "Twice", "when": "building", "trick": "double", "cost": "none"},
    {"name": "Up", "when": "building", "trick": "step-up", "cost": "stress"},
    {"name": "Down", "when": "building", "trick": "step-down", "cost": "asset"},
    {"name": "More", "when": "building", "trick": "add-die", "cost": "pp", "die": "8"},
    {"name": "Rage", "when": "building", "trick": "own-complication", "cost": "none"},
    {"name": "Sum", "when": "building", "trick": "extra-total", "cost": "pp"},
    {"name": "Wide", "when": "building", "trick": "extra-effect", "cost": "stress", "stress": ("exhausted",)},
    {"name": "Hard", "when": "building", "trick": "step-effect", "cost": "pp", "shuts": "yes"},
    {"name": "Again", "when": "rolled", "trick": "reroll-hitch", "cost": "none", "allies": "yes"},
    {"name": "One more", "when": "rolled", "trick": "reroll-one", "cost": "asset"},
    {"name": "All of it", "when": "failed", "trick": "reroll-all", "cost": "pp", "allies": "yes"},
    {"name": "Shrug", "when": "any", "trick": "ease", "cost": "asset"},
    {"name": "Bandage", "when": "any", "trick": "recover-own", "cost": "stress"},
    {"name": "Martyr", "when": "any", "trick": "earn", "cost": "stress"},
    {"name": "Moody", "when": "limit", "trick": "earn"},
)


def with_sfx(table: TorchTable, chance: random.Random) -> TorchTable:
    """A few SFX of every kind for everyone, and points to spend."""
    for who, character in list(table.state.characters.items()):
        if character.kind == "extra":
            continue
        for sfx in chance.sample(SFX, 5):
            do(table, "gm", "add-sfx", who=who, **sfx)
        if character.kind == "pc":
            do(table, "gm", "grant", who=who, points=3)
            do(table, "gm", "grant", who=who, what="xp", points=6)
    return table


def with_options(table: TorchTable, chance: random.Random) -> TorchTable:
    for option in table.option_list.values():
        do(table, "gm", "option", option=option.id, value=chance.choice(option.values))
    return table


def table_of(seed: int) -> TorchTable:
    chance = random.Random(seed)
    table = secrets(demo_table(SYSTEM, plain_dice(seed)) if seed % 2 else typed_table(seed))
    if seed % 3:
        table = with_sfx(table, chance)
    if seed % 5:
        table = with_options(table, chance)
    return table


# ---------------------------------------------------------------------- what must hold


class TorchWatch(Watch[TorchState]):
    def __init__(self, table: TorchTable) -> None:
        self.revealed: set[str] = set()
        super().__init__(table)

    def legal(self) -> None:
        legal(self.table.state)

    def learn(self, event: Event) -> None:
        if isinstance(event, CharacterMoved) and not event.hidden:
            self.revealed.add(event.who)

    def markers(self) -> Iterator[str]:
        yield from (NOTES, THROWN, OWN)
        if not self.revealed & {"zzname", "zzname-two"}:
            yield NAME


def legal(state: TorchState) -> None:
    """Sizes, points and totals as the book allows them."""
    assert state.bank >= 0
    for who in state.characters.values():
        legal_character(who)
    if state.contest:
        for side in state.contest.sides.values():
            legal_side(side)


def legal_character(who: Character) -> None:
    assert who.pp >= 0
    assert who.xp >= 0
    for traits in who.sets().values():
        assert all(trait.die in SIZES for trait in traits)
    for asset in who.assets.values():
        assert asset.die in SIZES
        assert asset.full in SIZES
        assert asset.name
    for trouble in who.complications.values():
        assert trouble.die in SIZES[1:], "there is no d4 complication"
        assert trouble.name


def legal_side(side: Side) -> None:
    assert all(die in SIZES for die in side.dice)
    assert all(1 <= face <= size for face, size in zip(side.faces, side.dice, strict=bool(side.faces)))
    if side.total is not None:
        assert side.total == sum(side.faces[at] for at in side.counted)
        assert not set(side.counted) & set(side.kept)
        assert all(side.faces[at] != 1 for at in (*side.counted, *side.kept))


# ---------------------------------------------------------------------- the walks


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_ten_thousand_steps(part: int) -> None:
    seeds = range(part, TABLES, 5)
    assert sum(walked(TorchWatch(table_of(seed)), seed, STEPS) for seed in seeds) == TABLES * STEPS // 5
