"""What every flow needs: who decides for whom, who is out of action, how dice are offered, how a table reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from tablelight.kernel.flow import Game
from tablelight.kernel.offers import GM, WATCH, Choice, Field, Refused, Seat, Value
from tablelight.kernel.view import Die, Mark
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.state import Character, Life, SpireDie, SpireState, die_name

SpireGame: TypeAlias = Game[SpireState]

# ------------------------------------------------------------------ who decides


def controller(state: SpireState, who: str) -> Seat:
    """The seat that decides for a character: its player's, otherwise the Spire Master's (rogue-spire/party-role)."""
    character = state.characters.get(who)
    return character.seat if character and character.kind == "pc" and character.seat else GM


def own(state: SpireState, seat: Seat) -> list[tuple[str, Character]]:
    """The characters a seat decides for."""
    return [(key, who) for key, who in state.characters.items() if controller(state, key) == seat]


def known_life(who: Character, seat: Seat) -> Life:
    """How a character fares as far as a seat knows (option death-rolls)."""
    return "on death's door" if who.dead and not who.death_known and seat != GM else who.life


def known_dead(who: Character) -> bool:
    """Dead, and everybody may know it."""
    return who.dead and who.death_known


def seems_dying(who: Character) -> bool:
    """On death's door as far as everybody knows."""
    return known_life(who, WATCH) == "on death's door"


def out_of_action(who: Character, seat: Seat = GM) -> Refused | None:
    """Why a character can do nothing at all (rogue-spire/vitality-taken-out, rogue-spire/death)."""
    match known_life(who, seat):
        case "dead":
            return dead(who)
        case "on death's door":
            return Refused(
                "rogue-spire/vitality-taken-out", "deaths-door", f"{who.name} is on death's door and out of action."
            )
        case "unconscious":
            return Refused("rogue-spire/vitality-taken-out", "unconscious", f"{who.name} is unconscious.")
        case "conscious":
            return None


def dead(who: Character) -> Refused:
    """The refusal of everything for a dead character."""
    return Refused("rogue-spire/death", "dead", f"{who.name} is dead.")


# ------------------------------------------------------------------ how the table reads dice


def reading(game: SpireGame) -> m.Reading:
    """The table's options that bear on comparisons."""
    options = game.options
    return m.Reading(
        ties_win=options["success-but"] == "off" and options["tie-counts-as"] == "success",
        at_maximum=options["and-at-maximum"] == "on",
        adds=options["roll-again"] == "sum",
        goes_on=options["roll-again-after-success"] == "yes",
    )


def ties_are_chosen(game: SpireGame) -> bool:
    """Whether an exact tie is the player's choice (rogue-spire/tie-choice)."""
    return game.options["success-but"] == "on"


def earn_xp(game: SpireGame, who: str, face: int, sides: m.Sides) -> None:
    """A rolled 1 is worth the die's sides, up to the Next XP limit; only player characters earn
    (rogue-spire/xp-on-one, rogue-spire/xp-limit)."""
    character = game.state.characters[who]
    points = m.xp_of(face, sides)
    if not points or character.kind != "pc" or character.dead:
        return
    gained = m.xp_gained(points, character.xp, character.limit, game.options["xp-over-limit"] == "overflow")
    rule = "rogue-spire/xp-on-one" if gained == points else "rogue-spire/xp-limit"
    total = character.xp + gained
    game.record(e.XpEarned(who=who, points=gained, sides=sides, total=total, limit=character.limit, rule=rule))


# ------------------------------------------------------------------ fields


@lru_cache(1024)
def drawn(die: SpireDie, face: int | None = None) -> Die:
    """A die as it lies on the sheet: its marks say its state, so does its note (rogue-spire/exhaustion-token)."""
    label = "vitality" if die.kind == "vitality" else ""
    return Die(die.sides, label, face, marks(die), die.state.replace("-", " "))


def marks(die: SpireDie) -> tuple[Mark, ...]:
    """The marks of a die; a wounded one needs no second mark."""
    if die.harm == "wounded":
        return ("wounded",)
    strain: tuple[Mark, ...] = ("strained",) if die.harm == "strained" else ()
    return (*strain, "exhausted") if die.spent else strain


BarDie: TypeAlias = Callable[[str, SpireDie], Refused | None]
"""Why a die, given with its owner's id, may not be chosen."""


def dice_choices(people: Iterable[tuple[str, Character]], bar: BarDie) -> Iterator[Choice]:
    """Every die of these people as a choice `who/die`, each refused as `bar` says."""
    for key, who in people:
        for die_key, die in who.dice.items():
            label = f"{who.name}: {die_name(die)}"
            yield Choice(f"{key}/{die_key}", label, die.state.replace("-", " "), drawn(die), bar(key, die))


def dice_field(people: Iterable[tuple[str, Character]], bar: BarDie, label: str = "Die", name: str = "die") -> Field:
    """Choose a die of these people."""
    return Field(name, label, "choice", tuple(dice_choices(people, bar)))


def why_none(choices: Iterable[Choice], plain: Refused) -> Refused | None:
    """Why none of these may be chosen, if none may: the one reason beside the plain one, or the plain one itself."""
    reasons = [choice.refused for choice in choices]
    if not all(reasons):
        return None
    special = {reason for reason in reasons if reason and reason.code != plain.code}
    return special.pop() if len(special) == 1 else plain


def split(choice: str) -> tuple[str, str]:
    """Owner and die of a `who/die` choice."""
    who, _, die = choice.partition("/")
    return who, die


def who_field(people: Iterable[tuple[str, Character]], label: str = "Who", name: str = "who") -> Field:
    """Choose one of these characters; a single one is chosen already."""
    choices = tuple(Choice(key, who.name) for key, who in people)
    return Field(name, label, "choice", choices, default=choices[0].key if len(choices) == 1 else None)


def text_field(name: str, label: str, most: int = 80, *, least: int = 0, default: Value | None = "") -> Field:
    """A short text; optional unless `least` says otherwise."""
    return Field(name, label, "text", least=least, most=most, default=None if least else default)
