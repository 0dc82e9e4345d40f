"""Consequences at the beginning of a round, and the party table: what only the GM is offered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablelight.kernel.flow import Ask, Game, Roll, run
from tablelight.kernel.offers import Answer
from tablelight.odds import actlite as a
from tablelight.odds.answer import Table
from tablelight.odds.at_table.told import Asked, Chances, Fact, chance, mean, numbers, table
from tablelight.odds.distribution import Distribution, Numbers
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import dying, rounds
from tablelight.systems.actlite.flows.common import party_tables
from tablelight.systems.actlite.state import ActState, Character, ConsequenceTable, TableRow

# ------------------------------------------------------------------ the beginning of a round


def tell_round(asked: Asked) -> Chances | None:
    """What the consequence rolls of the round that begins can bring (actlite/consequence-roll)."""
    everyone = asked.many("who") if asked.offer.key == "initiative" else rounds.taking_part(asked.game.state)
    after, due, asks = _before_the_dice(asked.game, everyone)
    rolls = [(key, after.characters[key]) for key in due if not after.characters[key].skip_roll]
    if not rolls:
        return None
    facts: list[Fact] = []
    tables: list[Table] = []
    for _, who in rolls:
        of = dying.table_of(after, who)
        rows = row_of(of)
        facts += [
            chance(f"{who.name} dies", rows.chance(_deadly(who))),
            chance(f"{who.name} [stabilized]", rows.chance(lambda row: row.outcome == "stabilized")),
        ]
        tables.append(table(who.name, rows.map(_words), [_words(row) for row in of.rows]))
    assumed = ("Whoever falls before the rolls is taken to be dying, not dead at once.",) if asks else ()
    return Chances(tuple(facts), tuple(tables), assumed=assumed)


def _before_the_dice(game: Game[ActState], everyone: Sequence[str]) -> tuple[ActState, list[str], int]:
    """The state once damage and health have come, for whom dice are thrown then, and how often somebody was asked."""
    trial = Game(game.state, game.options, SYSTEM.evolve, SYSTEM.hides)
    asks: list[Ask] = []

    def first(ask: Ask) -> Answer:
        asks.append(ask)
        seat, offer = next(iter(ask.menu()))
        return Answer(seat, offer.key)

    due = run(rounds.damage_and_health(trial, everyone), no_dice, first)
    return trial.state, due, len(asks)


def no_dice(wanted: Roll) -> Sequence[int]:
    """For a part of a flow that throws none."""
    raise AssertionError(f"{wanted.why} throws dice")


def row_of(of: ConsequenceTable) -> Distribution[TableRow]:
    """Which row comes."""
    return Distribution({row: row.most - row.least + 1 for row in of.rows})


def _deadly(who: Character) -> Callable[[TableRow], bool]:
    """Whether a row kills: death itself, or a lower maximum that the body can't bear."""
    lower = max(0, who.max_crit - 1)
    bears = not m.is_dead(min(who.crit, lower), lower)
    return lambda row: row.outcome == "death" or (row.outcome == "lower-crit" and not bears)


def _words(row: TableRow) -> str:
    return row.text or dying.OUTCOMES[row.outcome]


# ------------------------------------------------------------------ the party table


def tell_party(asked: Asked) -> Chances | None:
    """Who of a fallen party lives (actlite/party-table)."""
    key = asked.one("table")
    if key is None:
        return Chances(hint="Choose a table.")
    of = party_tables(asked.game.state)[key]
    fates = Distribution({row: row.most - row.least + 1 for row in of.rows})
    rows = table("What comes", fates.map(dying.fate_words), [dying.fate_words(row) for row in of.rows])
    judged = fates.chance(lambda row: row.fate == "judge")
    people = [who for _, who in asked.game.state.party()]
    fate_of_face = [row.fate for row in of.rows for _ in range(row.least, row.most + 1)]
    live = a.lives(fate_of_face, len(people), sum(not who.dead for who in people))
    facts = [
        chance("all live", live.exactly(len(people))),
        chance("nobody lives", live.exactly(0)),
        *([chance("the GM judges", judged)] if judged else []),
    ]
    if judged:
        return Chances(tuple(facts), (rows,))
    living = Numbers.of(live)
    return Chances((*facts, mean("how many live", living)), (rows, numbers("How many live", living)))
