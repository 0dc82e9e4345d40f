"""An action from its beginning to its end: one beat."""

from __future__ import annotations

from tablelight.kernel.flow import Flow
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite.flows.common import TorchGame, take_out
from tablelight.systems.torchlite.flows.resolve import resolve
from tablelight.systems.torchlite.flows.rolling import Downed, is_test, raise_totals, roll_in_order
from tablelight.systems.torchlite.state import Contest


def play(game: TorchGame, contest: Contest) -> Flow[None]:
    """One beat: declare, roll on both sides, resolve (torchlite/beat, torchlite/test, torchlite/opposition-rolls)."""
    game.record(
        e.ContestBegan(contest=contest, rule="torchlite/test" if is_test(contest) else "torchlite/opposition-rolls")
    )
    downed = Downed()
    rolled = yield from roll_in_order(game, downed)
    if rolled:
        if game.options["late-total-boost"] == "on":
            yield from raise_totals(game)
        yield from resolve(game, downed)
    for who, trouble in downed.by.items():
        take_out(game, who, trouble)
    game.record(e.ContestEnded())
