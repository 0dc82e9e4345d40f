"""What attacks, consequences, rest and healing do to a single die, and what that means for its owner's life."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from tablelight.kernel.flow import Flow
from tablelight.kernel.offers import Refused, RuleId
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows import death
from tablelight.systems.rogue_spire.flows.common import SpireGame, dead, known_dead
from tablelight.systems.rogue_spire.state import Life, SpireDie, die_name

Cause: TypeAlias = Literal["tired", "wounded", "poisoned", "sick", "attack", "consequence"]
CAUSES: tuple[Cause, ...] = get_args(Cause)
"""What dice are strained by (rogue-spire/strained-causes)."""


def strain(game: SpireGame, who: str, key: str, cause: str) -> Flow[None]:
    """Strain a die (rogue-spire/strained-causes, rogue-spire/strain-twice, rogue-spire/wounded-again)."""
    die = game.state.characters[who].dice[key]
    after = m.strained(die.marks, game.options["strain-again"] == "wound")
    if after == die.marks:
        _nothing(game, who, key, "strained")
    elif after == m.WOUNDED:
        yield from _wounded(game, who, key, cause, "rogue-spire/strain-twice")
    else:
        before = game.state.characters[who].life
        game.record(e.DieStrained(who=who, die=key, cause=cause, rule="rogue-spire/strained-causes"))
        yield from settle_life(game, who, before)


def wound(game: SpireGame, who: str, key: str, cause: str) -> Flow[None]:
    """Wound a die, whatever its state (rogue-spire/wounded-cause, rogue-spire/wounded-again)."""
    if game.state.characters[who].dice[key].harm == "wounded":
        _nothing(game, who, key, "wounded")
    else:
        yield from _wounded(game, who, key, cause, "rogue-spire/wounded-cause")


def _wounded(game: SpireGame, who: str, key: str, cause: str, rule: RuleId) -> Flow[None]:
    before = game.state.characters[who].life
    game.record(e.DieWounded(who=who, die=key, cause=cause, rule=rule))
    yield from settle_life(game, who, before)


def _nothing(game: SpireGame, who: str, key: str, harm: m.Harm) -> None:
    already = game.state.characters[who].dice[key].harm
    rule = "rogue-spire/wounded-again" if already == "wounded" else "rogue-spire/strain-twice"
    game.record(e.HarmChangedNothing(who=who, die=key, harm=harm, already=already, rule=rule))


def remove_strain(game: SpireGame, who: str, key: str, rule: RuleId) -> Flow[None]:
    """A die loses its strain and is ready; the vitality die wakes its owner (rogue-spire/revive)."""
    before = game.state.characters[who].life
    game.record(e.StrainRemoved(who=who, die=key, rule=rule))
    yield from settle_life(game, who, before)


def heal(game: SpireGame, who: str, key: str, rule: RuleId) -> Flow[None]:
    """A wounded die becomes strained, and stays spent (rogue-spire/healing-result, rogue-spire/deaths-door-end)."""
    before = game.state.characters[who].life
    game.record(e.DieHealed(who=who, die=key, rule=rule))
    yield from settle_life(game, who, before)


def settle_life(game: SpireGame, who: str, before: Life) -> Flow[None]:
    """Say what a change to the vitality die means (table life-state); a first roll may fall due at once."""
    after = game.state.characters[who].life
    if after == before:
        return
    match after:
        case "on death's door":
            game.record(e.CameToDeathsDoor(who=who, rule="rogue-spire/vitality-wounded"))
            if game.options["first-death-roll"] == "at-once":
                yield from death.roll_death(game, who, 0)
        case "unconscious" if before == "on death's door":
            game.record(e.LeftDeathsDoor(who=who, rule="rogue-spire/deaths-door-end"))
        case "unconscious":
            game.record(e.FellUnconscious(who=who, rule="rogue-spire/vitality-strained"))
        case "conscious":
            game.record(e.WokeUp(who=who, rule="rogue-spire/revive"))
        case "dead":
            pass


# ------------------------------------------------------------------ refreshing by an effect


def no_refresh(game: SpireGame, who: str, die: SpireDie) -> Refused | None:
    """Why an effect can't refresh a die (rogue-spire/success-and-consequences,
    rogue-spire/strained-no-encounter-refresh, rogue-spire/wounded-always-exhausted)."""
    character = game.state.characters[who]
    name = f"{die_name(die)} of {character.name}"
    if known_dead(character):
        return dead(character)
    match die.state:
        case "wounded":
            text = f"The {name} is wounded: it needs healing."
            return Refused("rogue-spire/wounded-always-exhausted", "wounded", text)
        case "strained-exhausted" if game.state.encounter:
            return Refused(
                "rogue-spire/strained-no-encounter-refresh",
                "strained",
                f"The {name} is strained: it doesn't refresh in an encounter.",
            )
        case "ready" | "strained-ready":
            return Refused("rogue-spire/success-and-consequences", "not-exhausted", f"The {name} is not exhausted.")
        case _:
            return None


def refresh(game: SpireGame, who: str, key: str, rule: RuleId) -> None:
    """An effect refreshes a die, if that is possible."""
    die = game.state.characters[who].dice[key]
    if not no_refresh(game, who, die):
        game.record(e.DiceReadied(who=who, dice=(key,), rule=rule))
