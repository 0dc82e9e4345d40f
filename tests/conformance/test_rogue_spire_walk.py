"""Ten thousand random legal steps in the Rogue Spire: nothing breaks, nothing leaks, everything can be taken back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from support.tables import demo_table, do
from support.watching import Watch, walked

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Event
from tablelight.kernel.log import Did
from tablelight.kernel.offers import Seat
from tablelight.kernel.people import CharacterLeft, CharacterMoved
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.table import Table
from tablelight.systems.rogue_spire import SYSTEM
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire.mechanics import SIZES, DieState
from tablelight.systems.rogue_spire.state import Attempt, Character, SpireState
from tablelight.walk import walk

TABLES = 50
STEPS = 200

NAME, NOTES, OWN = "Zzname", "Zznotes", "Zzown"
"""Marker words: of a hidden opponent, of the notes on a character, of the Spire Master's notes for the table."""

SpireTable = Table[SpireState]

ALLOWED: dict[tuple[DieState, DieState], set[type[Event]]] = {
    ("ready", "exhausted"): {e.DieRolled},
    ("strained-ready", "strained-exhausted"): {e.DieRolled},
    ("exhausted", "ready"): {e.DiceReadied},
    ("strained-exhausted", "strained-ready"): {e.DiceReadied},
    ("ready", "strained-ready"): {e.DieStrained},
    ("exhausted", "strained-exhausted"): {e.DieStrained},
    ("strained-ready", "ready"): {e.StrainRemoved},
    ("strained-exhausted", "ready"): {e.StrainRemoved},
    ("ready", "wounded"): {e.DieWounded},
    ("exhausted", "wounded"): {e.DieWounded},
    ("strained-ready", "wounded"): {e.DieWounded},
    ("strained-exhausted", "wounded"): {e.DieWounded},
    ("wounded", "strained-exhausted"): {e.DieHealed},
}
"""Which event may take a die from one state to another (table die-state-transitions)."""


# ---------------------------------------------------------------------- tables to walk


def typed_table(seed: int) -> SpireTable:
    """Three players who typed their characters in, one of them with two, some of them hurt."""
    table: SpireTable = Table(SYSTEM, plain_dice(seed))
    for at, name in enumerate(("Ann", "Bo", "Cleo"), 1):
        table.record_aside(0.0, SeatPlaced(seat=Seat(f"p{at}"), name=name))
    for seat, name, skill in (
        ("p1", "Ash", "d8 d4"),
        ("p2", "Birk", "d4 d4 d6"),
        ("p3", "Cor", ""),
        ("p1", "Dun", "d20"),
    ):
        traits = "Ranger (background), Stubborn (innate)"
        talents = "Snare (Ranger, TD 2), Endure (Stubborn)"
        do(table, seat, "new-character", name=name, vitality="d6", skill=skill, traits=traits, talents=talents, limit=8)
    do(table, "gm", "opponent", who="quarry-brute")
    do(table, "gm", "new-opponent", name="Rat", vitality="d4", traits="Gnawing (innate)")
    do(table, "gm", "wound", dice=("birk/d4", "birk/d6", "ash/d4", "rat/vitality"))
    do(table, "gm", "strain", dice=("birk/d4-2", "ash/d8", "dun/vitality"), cause="tired")
    return table


def secrets(table: SpireTable) -> SpireTable:
    """Put a marker word into everything that only the Spire Master may know."""
    hidden = {"hidden": "yes", "traits": f"{NAME} trait (innate)", "talents": f"{NAME} talent ({NAME} trait)"}
    do(table, "gm", "new-opponent", name=NAME, vitality="d8", skill="d10 d6", notes=NOTES, **hidden)
    do(table, "gm", "opponent", who="marsh-hag", name=f"{NAME} two", hidden="yes")
    do(table, "gm", "wound", dice=("zzname/d10", "zzname-two/vitality"))
    do(table, "gm", "notes", who=next(iter(table.state.characters)), notes=NOTES)
    do(table, "gm", "note", text=OWN)
    return table


def with_options(table: SpireTable, chance: random.Random) -> SpireTable:
    for option in table.option_list.values():
        do(table, "gm", "option", option=option.id, value=chance.choice(option.values))
    return table


def table_of(seed: int) -> SpireTable:
    chance = random.Random(seed)
    table = secrets(demo_table(SYSTEM, plain_dice(seed)) if seed % 2 else typed_table(seed))
    return with_options(table, chance) if seed % 4 else table


# ---------------------------------------------------------------------- what must hold


class SpireWatch(Watch[SpireState]):
    saved_every = 3

    def __init__(self, table: SpireTable) -> None:
        self.revealed: set[str] = set()
        super().__init__(table)

    def legal(self) -> None:
        legal(self.table.state)
        entry = self.table.entries[-1]
        if isinstance(entry, Did):
            only_allowed_transitions(self.before[0], entry.events)

    def learn(self, event: Event) -> None:
        if isinstance(event, CharacterMoved) and not event.hidden:
            self.revealed.add(event.who)

    def markers(self) -> Iterator[str]:
        yield from (NOTES, OWN)
        if not self.revealed & {"zzname", "zzname-two"}:
            yield NAME
        names = Counter(who.name for who in self.joined())
        for who in self.table.state.characters.values():
            if who.dead and not who.death_known and names[who.name] == 1:
                yield f"{who.name} dies"
                yield f"{who.name} is dead"

    def joined(self) -> Iterator[Character]:
        """Everyone who ever came into the game; several may have the same name."""
        for entry in self.table.entries:
            if isinstance(entry, Did):
                yield from (event.character for event in entry.events if isinstance(event, e.CharacterJoined))


def only_allowed_transitions(state: SpireState, events: tuple[Event, ...]) -> None:
    """No die is lost, and each change of a die's state is one that the book knows."""
    for event in events:
        after = SYSTEM.evolve(state, event)
        for key, who in state.characters.items():
            if key not in after.characters:
                assert isinstance(event, CharacterLeft)
                continue
            dice = after.characters[key].dice
            assert set(who.dice) <= set(dice), f"a die of {who.name} is lost"
            assert len(dice) - len(who.dice) == int(isinstance(event, e.DieGained) and event.who == key)
            for die_key, die in who.dice.items():
                step = (die.state, dice[die_key].state)
                assert step[0] == step[1] or type(event) in ALLOWED[step], (step, event)
                assert die.sides == dice[die_key].sides or isinstance(event, e.DieGrown)
        state = after


def legal(state: SpireState) -> None:
    """Dice, points and actions as the book allows them."""
    for who in state.characters.values():
        legal_character(who)
    assert len(state.attempts) <= 2
    for attempt in state.attempts:
        legal_attempt(state, attempt)
    assert not (state.rest and state.encounter)


def legal_character(who: Character) -> None:
    assert Counter(die.kind for die in who.dice.values())["vitality"] == 1
    for die in who.dice.values():
        assert die.sides in SIZES
        assert die.spent or die.harm != "wounded"
    assert who.xp <= max(who.limit + max(SIZES), who.limit)
    assert all(talent.trait in who.traits for talent in who.talents.values())
    assert who.kind == "pc" or who.xp == 0
    assert not who.dead or who.vitality.harm == "wounded"


def legal_attempt(state: SpireState, attempt: Attempt) -> None:
    who = state.characters[attempt.who]
    if attempt.rolled:
        assert attempt.kind in ("skilled", "unskilled")
    if attempt.kind == "unskilled":
        assert all(who.dice[thrown.die].kind == "vitality" for thrown in attempt.rolled)
        assert len(attempt.rolled) <= 1
    assert len({thrown.die for thrown in attempt.rolled}) == len(attempt.rolled) or who.dice
    assert all(1 <= thrown.face <= thrown.sides for thrown in attempt.rolled)


# ---------------------------------------------------------------------- the walks


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_ten_thousand_steps(part: int) -> None:
    seeds = range(part, TABLES, 5)
    assert sum(walked(SpireWatch(table_of(seed)), seed, STEPS) for seed in seeds) == TABLES * STEPS // 5


def test_every_way_of_acting_comes_up_on_a_walk() -> None:
    keys: Counter[str] = Counter()
    for seed in range(8):
        keys.update(walk(table_of(seed), random.Random(seed), 300, talk=0, wrong=0).keys)
    assert set(keys) >= {"act", "treat", "call-skilled", "call-unskilled", "call-free", "td", "roll", "narrate"}
    assert set(keys) >= {"quick-rest", "night-rest", "complete", "interrupt", "strain", "wound", "time", "react"}
