"""What every flow of Forgelight needs: who decides for whom, who stands where, fields and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from tablelight.kernel.flow import Flow, Game, roll
from tablelight.kernel.grid import Body, Spot, distance
from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import GM, Choice, Field, Refused, RuleId, Seat, Value
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import Gear
from tablelight.systems.forgelight.content.packs import Library, library
from tablelight.systems.forgelight.state import Being, ForgeState

ForgeGame: TypeAlias = Game[ForgeState]


def lib(game: ForgeGame) -> Library:
    """The content of this table."""
    return library(game.state.packs)


def being(game: ForgeGame, who: str) -> Being:
    """Somebody as they are now."""
    return game.state.beings[who]


def called(game: ForgeGame, who: str) -> str:
    """A being's name for a question that everybody reads: the hidden stay nameless."""
    one = being(game, who)
    return "Somebody" if one.hidden else one.name


def cards_of(game: ForgeGame, who: str) -> str:
    """The heading over a being's cards, and over whatever else is done with them on its turn."""
    return f"Cards of {being(game, who).name}"


# ------------------------------------------------------------------ who decides


def controller(state: ForgeState, who: str) -> Seat:
    """The seat that decides for a being: its player's, a companion's owner's, otherwise the GM's."""
    return _controller(state.beings, who)


def _controller(beings: dict[str, Being], who: str) -> Seat:
    one = beings[who]
    if one.kind == "companion":
        owner = beings.get(one.owner)
        return owner.seat or GM if owner and not owner.dead else GM
    return one.seat or GM if one.kind == "pc" else GM


def own(state: ForgeState, seat: Seat) -> tuple[str, ...]:
    """The beings that a seat decides for."""
    return _own(state.beings).get(seat, ())


@remembered(64)
def _own(beings: dict[str, Being]) -> dict[Seat, tuple[str, ...]]:
    found: dict[Seat, list[str]] = {}
    for key in beings:
        found.setdefault(_controller(beings, key), []).append(key)
    return {seat: tuple(keys) for seat, keys in found.items()}


def secret_figures(game: ForgeGame, who: str) -> bool:
    """Whether players may not know a being's numbers (forgelight/hit-score-all-beings, option enemy-figures)."""
    return figures_secret(game.options, being(game, who))


def figures_secret(options: Mapping[str, str], one: Being) -> bool:
    """The same, for whoever has no game at hand."""
    return one.kind == "foe" and options["enemy-figures"] == "hidden"


def foes_of(state: ForgeState, who: str) -> list[str]:
    """The other side, as far as it is present."""
    side = state.beings[who].side
    return [key for key, one in state.beings.items() if one.side != side and one.present]


def in_order(state: ForgeState, people: Iterable[str]) -> list[str]:
    """People in initiative order, outside a fight as they come (forgelight/death-choice-timing)."""
    if not state.fight:
        return list(people)
    places = {place.who: at for at, place in enumerate(state.fight.order)}

    def place(key: str) -> int:
        one = state.beings[key]
        return places.get(key, places.get(one.owner, len(places)))

    return sorted(people, key=place)


# ------------------------------------------------------------------ where


def body(one: Being) -> Body | None:
    """What a being covers on the map; None off the map."""
    return Body(one.at, one.size) if one.at is not None else None


def apart(one: Being, other: Being) -> int:
    """Feet between two beings; 0 where there is no map to measure on."""
    here, there = body(one), body(other)
    if here is None or there is None:
        return 0
    return max(distance(here, there) * m.TILE, abs(one.height - other.height))


def light_at(state: ForgeState, spot: Spot | None) -> str:
    """How light it is at a place (forgelight/light-levels)."""
    ground = state.scene.ground
    if ground and spot is not None and spot in ground.dark:
        return "darkness"
    if ground and spot is not None and spot in ground.dim:
        return "dim"
    return state.scene.light


# ------------------------------------------------------------------ weapons


def weapon(library: Library, who: Being, *, off_hand: bool = False) -> Gear | None:
    """The weapon in the main place, or the off-hand one (forgelight/dual-wield-off-hand)."""
    found = [
        library.gear[who.gear[slot]]
        for slot in ("weapon", "wildcard")
        if slot in who.gear and library.gear[who.gear[slot]].kind == "weapon"
    ]
    if off_hand:
        held = who.gear.get("wildcard")
        return library.gear[held] if held and library.gear[held].kind == "weapon" else None
    return found[0] if found else None


# ------------------------------------------------------------------ pools


def gain_health(game: ForgeGame, who: str, amount: int, rule: RuleId) -> None:
    """Healing, never above the maximum (forgelight/health-bounds)."""
    one = being(game, who)
    most = figures.max_health(lib(game), one).value
    health = max(min(one.health + amount, most), one.health)
    game.record(e.Healed(who=who, health=health, amount=health - one.health, rule=rule))


def gain_stamina(game: ForgeGame, who: str, amount: int, rule: RuleId) -> None:
    """forgelight/stamina-recovery"""
    one = being(game, who)
    most = figures.max_stamina(lib(game), one).value
    stamina = max(min(one.stamina + amount, most), one.stamina)
    game.record(e.StaminaGained(who=who, stamina=stamina, amount=stamina - one.stamina, rule=rule))


def roll_d20(game: ForgeGame, who: str, way: m.Edge, rule: RuleId, label: str) -> Flow[tuple[tuple[int, ...], int]]:
    """The faces of one or two d20 and the one that is kept (forgelight/d20-base-die)."""
    dice = m.dice_of(way)
    faces = yield from roll(dice, controller(game.state, who), rule, (label,) * len(dice))
    return faces, m.kept(faces, way)


# ------------------------------------------------------------------ fields


def who_field(game: ForgeGame, people: Iterable[str], label: str = "Who", name: str = "who") -> Field:
    """Choose one of these beings; a single one is chosen already."""
    choices = tuple(Choice(key, being(game, key).name) for key in people)
    return Field(name, label, "choice", choices, default=choices[0].key if len(choices) == 1 else None)


def text_field(name: str, label: str, most: int = 200, *, least: int = 0, default: Value | None = "") -> Field:
    """A text; optional unless `least` says otherwise."""
    return Field(name, label, "text", least=least, most=most, default=None if least else default)


def number_field(name: str, label: str, least: int, most: int, default: int | None = None) -> Field:
    """A whole number."""
    return Field(name, label, "number", least=least, most=most, default=default)


def pick(name: str, label: str, choices: Iterable[tuple[str, str]], default: str | None = None) -> Field:
    """Choose one of these keys."""
    return Field(name, label, "choice", tuple(Choice(key, words) for key, words in choices), default=default)


def yes_no(name: str, label: str, default: str = "no") -> Field:
    """A question with two answers."""
    return pick(name, label, (("no", "no"), ("yes", "yes")), default)


def refuse(rule: str, code: str, text: str) -> Refused:
    """A refusal by one of the game's own rules."""
    return Refused(f"forgelight/{rule}", code, text)
