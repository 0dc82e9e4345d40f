"""Ten thousand random legal steps at TorchLite tables: nothing breaks, nothing leaks, everything can be taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec
import pytest

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.log import Did
from tablelight.kernel.offers import GM, WATCH, Seat
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.table import Applied, Command, Table
from tablelight.script.again import checked_reload
from tablelight.systems.torchlite import SYSTEM
from tablelight.systems.torchlite.events import CharacterMoved
from tablelight.systems.torchlite.mechanics import SIZES
from tablelight.systems.torchlite.state import Character, Side, TorchState
from tablelight.walk import take_all_back, walk

TABLES = 50
STEPS = 200
UNDO_EVERY = 2
RELOAD_EVERY = 5

NAME, NOTES, THROWN, OWN = "Zzname", "Zznotes", "Zzthrown", "Zzown"
"""Marker words: of a hidden opponent, of the GM's notes, of a hidden throw, of the GM's notes for the table."""

TorchTable = Table[TorchState]


# ---------------------------------------------------------------------- tables to walk


def do(table: TorchTable, seat: str, key: str, **args: object) -> None:
    done = table.do(Command(Seat(seat), key, args), 0.0)
    assert isinstance(done, Applied), done


def demo_table(seed: int) -> TorchTable:
    table: TorchTable = Table(SYSTEM, plain_dice(seed))
    (start,) = (start for start in SYSTEM.starts() if start.key == "demo")
    for place in start.places:
        table.record_aside(0.0, SeatPlaced(seat=place.seat, name=place.name, kind=place.kind))
    table.record_start(0.0, *start.events)
    return table


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
    table = secrets(demo_table(seed) if seed % 2 else typed_table(seed))
    if seed % 3:
        table = with_sfx(table, chance)
    if seed % 5:
        table = with_options(table, chance)
    return table


# ---------------------------------------------------------------------- what must hold


@dataclass
class Watch:
    """Looks at a table after each step."""

    table: TorchTable
    revealed: set[str] = field(default_factory=set[str])
    seen: int = 0
    steps: int = 0

    def __post_init__(self) -> None:
        self.before = (self.table.state, self.table.pending)
        self.whole()

    def __call__(self, table: TorchTable, command: Command) -> None:
        self.steps += 1
        legal(table.state)
        self.secret()
        self.kept()
        if command.key in ("undo", "redo", "pause", "resume"):
            pass
        elif isinstance(table.entries[-1], Did) and self.steps % UNDO_EVERY == 0:
            self.back_and_forth()
        if self.steps % RELOAD_EVERY == 0:
            checked_reload(table)
        self.before = (table.state, table.pending)

    def back_and_forth(self) -> None:
        """Undo gives the very state that was before, redo the one that is now."""
        table, now = self.table, (self.table.state, self.table.pending)
        do(table, "gm", "undo")
        assert (table.state, table.pending) == self.before
        do(table, "gm", "redo")
        assert (table.state, table.pending) == now

    def secret(self) -> None:
        """No player, and no spectator, is shown a marker word in the view, the menu or the new lines of the log."""
        table = self.table
        for entry in table.entries[self.seen :]:
            if isinstance(entry, Did):
                self.revealed |= {e.who for e in entry.events if isinstance(e, CharacterMoved) and not e.hidden}
        hidden = [word.encode() for word in self.markers()]
        for seat in (*(place.seat for place in table.room.places if place.seat != GM), WATCH):
            menu = table.menu(seat)
            news = list(table.lines(seat, self.seen))
            seen = (SYSTEM.view(table.game, seat), SYSTEM.sheets(table.game, seat))
            shown = msgspec.json.encode((seen, menu, table.house_menu(seat), news))
            for word in hidden:
                assert word not in shown, f"{seat} is shown {word}"
        self.seen = len(table.entries)

    def kept(self) -> None:
        """Offers that were kept because nothing changed on which they depend are what they would be anew."""
        table = self.table
        seat = table.room.places[self.steps % len(table.room.places)].seat
        for offer in table.menu(seat).also:
            action = SYSTEM.action(offer.key)
            assert action
            assert offer in action.offers(table.game, seat)
        anew = {offer.key for action in SYSTEM.actions for offer in action.offers(table.game, seat)}
        assert table.pending or table.room.paused or {offer.key for offer in table.menu(seat).also} == anew

    def whole(self) -> None:
        """The same for the whole log."""
        self.seen = 0
        self.secret()

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
    steps = 0
    for seed in range(part, TABLES, 5):
        table = table_of(seed)
        watch = Watch(table)
        done = walk(table, random.Random(seed), STEPS, watch)
        assert done.tried > 0
        watch.whole()
        checked_reload(table)
        take_all_back(table)
        assert (table.state, table.pending) == (TorchState(), None), f"seed {seed}"
        steps += done.steps
    assert steps == TABLES * STEPS // 5
