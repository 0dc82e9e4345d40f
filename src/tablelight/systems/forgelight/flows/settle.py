"""What a hit or event brings at once, one kind of it at a time: falls, defeats, pools above their maximum."""

from __future__ import annotations

from tablelight.kernel.flow import Flow, choose
from tablelight.kernel.offers import GM, Choice
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight.flows import death
from tablelight.systems.forgelight.flows.common import ForgeGame, being, called, in_order, lib
from tablelight.systems.forgelight.flows.harm import fall


def cut_pools(game: ForgeGame) -> None:
    """If a maximum fell, what is above it is lost (forgelight/levelup-recompute)."""
    for key, one in list(game.state.beings.items()):
        health = min(one.health, figures.max_health(lib(game), one).value)
        stamina = min(one.stamina, figures.max_stamina(lib(game), one).value)
        if (health, stamina) != (one.health, one.stamina):
            game.record(e.PoolsCut(who=key, health=health, stamina=stamina, rule="forgelight/levelup-recompute"))


def falls(game: ForgeGame) -> Flow[None]:
    """Who can no longer fly falls (forgelight/flying-fall); a mount takes its rider along (forgelight/mount-lost)."""
    for key in list(game.state.beings):
        one = being(game, key)
        if not one.flying or one.mounted or not _drops(game, key):
            continue
        rider = game.state.rider_of(key)
        yield from fall(game, key, one.height, "forgelight/flying-fall")
        if rider:
            yield from fall(game, rider, one.height, "forgelight/mount-lost")


def _drops(game: ForgeGame, who: str) -> bool:
    one = being(game, who)
    return one.down is not None or one.dead or bool(one.out) or figures.flight(lib(game), one) is not None


def defeats(game: ForgeGame) -> Flow[None]:
    """Foes at 0 Health are defeated; the GM says how (forgelight/enemy-at-zero)."""
    for key in in_order(game.state, list(game.state.beings)):
        one = being(game, key)
        if one.kind != "foe" or one.health or not one.up:
            continue
        choices = [Choice("out of action", "Out of action"), Choice("dead", "Dead")]
        if game.options["enemy-at-zero"] == "death-options":
            choices.append(Choice("death-options", "Chooses as a character does"))
        how = yield from choose(
            GM, f"{called(game, key)} is at 0 Health. What becomes of it?", choices, "forgelight/enemy-at-zero"
        )
        if how == "death-options":
            game.record(e.VergeReached(who=key, rule="forgelight/enemy-at-zero"))
        else:
            game.record(e.Defeated(who=key, how=how, rule="forgelight/enemy-at-zero"))
            death.leave_order(game, key)
