"""Companions in and after a fight: staying away, retreating, coming back."""

from __future__ import annotations

from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.flows.common import ForgeGame, being


def flee_at_zero(game: ForgeGame) -> None:
    """A companion at 0 Health, or in a fight at 0 Stamina, retreats (forgelight/companion-retreat-automatic)."""
    for key, one in list(game.state.beings.items()):
        if one.kind != "companion" or not one.present:
            continue
        fighting = game.state.fighting(key)
        if one.health == 0 or (fighting and one.stamina == 0):
            flee(game, key, "Health" if one.health == 0 else "Stamina", "forgelight/companion-retreat-automatic")


def flee(game: ForgeGame, who: str, why: str, rule: str) -> None:
    """It flees to safety and is out of that fight; its rider is set down, or falls (forgelight/mount-lost)."""
    rider = game.state.rider_of(who)
    mount = being(game, who)
    game.record(e.CompanionFled(who=who, why=why, rule=rule))
    if rider:
        game.record(e.Dismounted(who=rider, at=mount.at, flying=mount.flying, rule="forgelight/mount-lost"))


def come_back(game: ForgeGame) -> None:
    """After the danger, companions return.

    forgelight/companion-returns-health-zero, forgelight/companion-returns-stamina-zero
    """
    for key, one in list(game.state.beings.items()):
        if one.kind == "companion" and one.fled:
            rule = "companion-returns-health-zero" if one.health == 0 else "companion-returns-stamina-zero"
            back = e.CompanionBack(who=key, health=max(one.health, 1), stamina=one.stamina, rule=f"forgelight/{rule}")
            game.record(back)


def gives_no_commands(game: ForgeGame, who: str) -> bool:
    """Whether a companion's owner is down, so that it plays no cards (forgelight/companion-owner-down)."""
    owner = game.state.beings.get(being(game, who).owner)
    return (owner is None or not owner.up) and game.options["companion-acts-alone"] == "no"
