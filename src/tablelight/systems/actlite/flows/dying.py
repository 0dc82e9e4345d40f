"""Dying: consequence tables rolled in secret, sham rolls, the party table, tables of the GM's own."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.kernel.flow import Flow, at_once, roll
from tablelight.kernel.offers import GM, Answer, Choice, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows.common import (
    GM_GROUP,
    ActGame,
    choice_field,
    consequence_tables,
    is_on,
    party_tables,
    put,
    refuse,
    rule,
    who_field,
)
from tablelight.systems.actlite.flows.harm import die, restore
from tablelight.systems.actlite.state import (
    PERMANENT,
    ActState,
    Character,
    ConsequenceTable,
    Outcome,
    PartyFate,
    PartyRow,
    PartyTable,
    Result,
    TableRow,
)

OUTCOMES: dict[Outcome, str] = {
    "death": "death",
    "stabilized": "[stabilized]",
    "nothing": "nothing",
    "doomed": "dies if reduced to (0) before the next rest",
    "exhaustion": "1 [exhaustion]",
    "injured-arm": "[injury: an arm]",
    "lame-hour": "[lame] for an hour",
    "lose-eye": "an eye is lost: PER is at most 1",
    "lower-str": "STR is 1 lower",
    "lower-crit": "maximum crit health is 1 lower",
    "lose-arm": "an arm is lost",
    "back-at-1": "back at (1)",
    "text": "something else",
}
FATES: dict[PartyFate, str] = {
    "death": "Everyone dies.",
    "coins": "A coin for each: heads [stabilized], tails dead.",
    "robbed": "They wake up, all belongings gone.",
    "saved": "They wake up.",
    "judge": "What happens is the GM's word.",
}
BOOKS_PARTY_TABLE = "party-d6"


# ------------------------------------------------------------------ rolls at the beginning of a round


def due(game: ActGame, down_before: Sequence[str]) -> list[str]:
    """Who rolls in this beginning of a round (actlite/consequence-roll, actlite/consequence-until)."""
    state = game.state
    if state.party_fallen:
        return []
    same = is_on(game, "fresh-down-roll", "same-round")
    down = [key for key, who in state.here() if who.down and (same or key in down_before)]
    return [key for key in down if not state.characters[key].dead and not state.characters[key].conditions.stabilized]


def roll_for(game: ActGame, key: str) -> Flow[None]:
    """The GM's secret roll for one character (actlite/consequence-roll, actlite/consequence-secret)."""
    who = game.state.characters[key]
    if who.skip_roll:
        game.record(e.RollSkipped(who=key, rule=rule("consequence-skip-first"), seen_by=(GM,)))
        return
    table = table_of(game.state, who)
    (face,) = yield from roll((table.die,), GM, rule("consequence-roll"), (who.name,))
    row = next(row for row in table.rows if row.least <= face <= row.most)
    result = Result(face, row.outcome, row.text)
    game.record(
        e.ConsequenceRolled(who=key, rule=rule("consequence-roll")),
        e.ConsequenceCame(who=key, table=table.name, result=result, rule=rule("consequence-secret"), seen_by=(GM,)),
    )
    yield from _take_effect(game, key, result)


def table_of(state: ActState, who: Character) -> ConsequenceTable:
    """The consequence table that is rolled on for somebody."""
    there = consequence_tables(state)
    return there.get(who.table) or there["generic-d6"]


def _take_effect(game: ActGame, key: str, result: Result) -> Flow[None]:
    """What a result does at once, in secret; the rest waits until it is revealed."""
    who = game.state.characters[key]
    match result.outcome:
        case "death":
            die(game, key, "a consequence", "consequence-kinds", secret=True)
        case "stabilized":
            stabilize(game, key, secret=True)
        case "lower-crit":
            _lower_crit(game, key, who)
        case "back-at-1":
            yield from restore(game, key, "luck", crit=max(0, 1 - who.crit), name="consequence-positive")
        case _:
            return


def stabilize(game: ActGame, key: str, *, secret: bool) -> None:
    """No more consequence rolls, and rest begins (actlite/stabilized-stop, actlite/status-stabilized)."""
    game.record(
        e.ConditionGained(
            who=key,
            condition="stabilized",
            secret=secret,
            rule=rule("stabilized-stop"),
            seen_by=(GM,) if secret else None,
        )
    )


def _lower_crit(game: ActGame, key: str, who: Character) -> None:
    lower = max(0, who.max_crit - 1)
    game.record(
        e.MaxCritLowered(
            who=key,
            max_crit=lower,
            crit=min(who.crit, lower),
            secret=True,
            rule=rule("bad-things-permanent"),
            seen_by=(GM,),
        )
    )
    if m.is_dead(game.state.characters[key].crit, lower):
        die(game, key, "a lower maximum", "death-by-damage", secret=True)


# ------------------------------------------------------------------ sham rolls


def _down(state: ActState) -> list[tuple[str, Character]]:
    return [(key, who) for key, who in state.here() if who.down]


def _offer_sham(game: ActGame, seat: Seat) -> Offer | None:
    people = _down(game.state)
    if seat != GM or not people:
        return None
    note = "Players see it like a real roll; it changes nothing."
    return Offer("sham", "Make a sham roll", (who_field(people),), rule("gm-stops-rolling"), note=note, group=GM_GROUP)


def _sham(game: ActGame, answer: Answer) -> Flow[None]:
    key = answer.text("who")
    who = game.state.characters[key]
    table = consequence_tables(game.state).get(who.table)
    yield from roll((table.die if table else m.DIE,), GM, rule("consequence-roll"), (who.name,))
    game.record(
        e.ConsequenceRolled(who=key, rule=rule("consequence-roll")),
        e.ShamRolled(who=key, rule=rule("gm-stops-rolling"), seen_by=(GM,)),
    )


# ------------------------------------------------------------------ the party


def look_at_party(game: ActGame) -> Flow[None]:
    """Once all of the party are down, the GM rolls on the party table (actlite/party-down)."""
    state = game.state
    party = state.party()
    fallen = bool(party) and all(who.down for _, who in party)
    if not fallen:
        if state.party_fallen:
            game.record(e.PartyFell(fallen=False, rule=rule("party-down")))
        return
    alone = len([who for who in state.characters.values() if who.kind == "pc"]) == 1
    if state.party_fallen or (alone and is_on(game, "party-of-one", "individual")):
        return
    game.record(e.PartyFell(rule=rule("party-down")))
    yield from _roll_party(game)


def _roll_party(game: ActGame) -> Flow[None]:
    tables = [Choice(key, table.name, rows_words(table)) for key, table in party_tables(game.state).items()]
    fields = (choice_field("table", "Table", tables, BOOKS_PARTY_TABLE),)
    offer = Offer("party-table", "Roll on the party table", fields, rule("party-table"), main=True)
    left = Offer("decide", "Decide it without a roll", rule=rule("party-table"))
    answer = yield from put("The whole party is down", lambda: [(GM, offer), (GM, left)])
    if answer.key == "decide":
        return
    table = party_tables(game.state)[answer.text("table")]
    (face,) = yield from roll((table.die,), GM, rule("party-table"))
    row = next(row for row in table.rows if row.least <= face <= row.most)
    game.record(e.PartyRolled(face=face, text=fate_words(row), die=table.die, rule=rule("party-table")))
    fallen = [key for key, _ in game.state.party()]
    match row.fate:
        case "death":
            for key in fallen:
                die(game, key, "the party's fate", "party-table")
        case "coins":
            yield from _flip_for(game, fallen)
        case "robbed" | "saved":
            _spare(game, fallen, robbed=row.fate == "robbed")
        case "judge":
            return


def _flip_for(game: ActGame, fallen: Sequence[str]) -> Flow[None]:
    for key in fallen:
        (coin,) = yield from roll((m.COIN,), GM, rule("party-table"), ("1 is heads",))
        heads = coin == m.HEADS
        game.record(e.CoinFlipped(who=key, heads=heads, rule=rule("party-table")))
        if not heads:
            die(game, key, "the party's fate", "party-table")
        elif not game.state.characters[key].conditions.stabilized:
            stabilize(game, key, secret=False)


def _spare(game: ActGame, fallen: Sequence[str], *, robbed: bool) -> None:
    """Everyone who was down lives, secret deaths included, and wakes (actlite/party-table)."""
    for key in fallen:
        crit = max(1, game.state.characters[key].crit)
        game.record(e.PartySpared(who=key, crit=crit, rule=rule("party-table")))
    if robbed:
        game.record(e.PartyRobbed(who=tuple(fallen), rule=rule("party-table")))


def fate_words(row: PartyRow) -> str:
    """What a row of a party table does to the party, in the GM's words if there are any."""
    return row.text or FATES[row.fate]


def rows_words(table: PartyTable) -> str:
    """A party table in one line."""
    return " ".join(f"{span(row.least, row.most)}: {fate_words(row)}" for row in table.rows)


def span(least: int, most: int) -> str:
    """The faces of a row, such as `1-2`."""
    return str(least) if least == most else f"{least}-{most}"


# ------------------------------------------------------------------ the GM's tables


def _offer_table(game: ActGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.here() if not who.dead or "dead" in who.secrets]
    if seat != GM or not people:
        return None
    tables = [
        Choice(key, table.name, mix(table), refused=switched_off(game, table.rows))
        for key, table in consequence_tables(game.state).items()
    ]
    fields = (who_field(people), choice_field("table", "Table", tables))
    return Offer("choose-table", "Choose a consequence table", fields, rule("consequence-roll"), group=GM_GROUP)


def _choose_table(game: ActGame, answer: Answer) -> None:
    game.record(
        e.TableChosen(who=answer.text("who"), table=answer.text("table"), rule=rule("consequence-roll"), seen_by=(GM,))
    )


def switched_off(game: ActGame, rows: Sequence[TableRow]) -> Refused | None:
    """Rows that the group has to choose first (actlite/bad-things-permanent, actlite/consequence-positive)."""
    if any(row.outcome in PERMANENT for row in rows) and not is_on(game, "permanent-debuffs"):
        text = "Permanent debuffs need the table option permanent-debuffs."
        return refuse("bad-things-permanent", "option-off", text)
    if any(row.kind == "good" for row in rows) and not is_on(game, "consequence-custom-rows"):
        text = "Other rows, even good ones, need the table option consequence-custom-rows."
        return refuse("consequence-positive", "option-off", text)
    return None


def shares(table: ConsequenceTable) -> tuple[int, int, int]:
    """How many faces bring [stabilized], death and bad things."""
    faces = {"stabilized": 0, "death": 0, "bad": 0}
    for row in table.rows:
        if row.kind in faces:
            faces[row.kind] += row.most - row.least + 1
    return faces["stabilized"], faces["death"], faces["bad"]


def mix(table: ConsequenceTable) -> str:
    """The mix of a table's rows, such as `[stabilized] : death : bad = 1 : 2 : 3, as suggested`
    (actlite/consequence-ratio)."""
    stable, death, bad = shares(table)
    return f"[stabilized] : death : bad = {stable} : {death} : {bad}, {_weighed(stable, death, bad)}"


def _weighed(stable: int, death: int, bad: int) -> str:
    """The mix beside the suggested one."""
    if not stable:
        return "so that nobody is ever [stabilized]"
    if (death, bad) == (2 * stable, 3 * stable):
        return "as suggested"
    if not death:
        return "so that nobody dies of it"
    if death == 2 * stable:
        return "suggested is 1 : 2 : 3"
    return f"{'harsher' if death > 2 * stable else 'milder'} than the suggested 1 : 2 : 3"


ACTIONS: tuple[Action[ActState], ...] = (
    Action("sham", _offer_sham, _sham),
    Action("choose-table", _offer_table, at_once(_choose_table)),
)
"""The GM's actions about dying; they need nothing looked at afterwards."""
