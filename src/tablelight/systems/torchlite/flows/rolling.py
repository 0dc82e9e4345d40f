"""The rolls of a contest: building pools, throwing them, hitches, totals, one side after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablelight.kernel.flow import Flow, ask, roll
from tablelight.kernel.offers import GM, Answer, Offer, Refused, Seat
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import pool, reading, sfx
from tablelight.systems.torchlite.flows.common import TorchGame
from tablelight.systems.torchlite.flows.pool import contest_of, side_of, suffix
from tablelight.systems.torchlite.state import DIFFICULTY, Contest, PoolDie, Side


class Downed:
    """Who will be taken out once the roll is resolved, and by what (torchlite/hitch-timing)."""

    def __init__(self) -> None:
        self.by: dict[str, str] = {}

    def add(self, who: str, trouble: str) -> None:
        """Remember it if there is a trouble to remember."""
        if trouble:
            self.by.setdefault(who, trouble)


def is_test(contest: Contest) -> bool:
    """A roll that no character opposes directly (torchlite/test)."""
    return DIFFICULTY in contest.order


def roll_in_order(game: TorchGame, downed: Downed) -> Flow[bool]:
    """Let the sides roll, first those before the actor, then the actor, then the rest (torchlite/roll-order).

    Gives False if nothing stood against the action, or somebody has no dice, so that there is nothing to compare.
    """
    contest = contest_of(game.state)
    at = contest.order.index(contest.actor)
    for turn in (contest.order[:at], (contest.actor,), contest.order[at + 1 :]):
        if turn and not (yield from roll_sides(game, turn, downed)):
            return False
    return True


def roll_sides(game: TorchGame, turn: Sequence[str], downed: Downed) -> Flow[bool]:
    """Let these sides build, roll and name their totals; the others may prepare their pools meanwhile."""
    for key in turn:
        side = contest_of(game.state).sides[key]
        if side.ready:
            yield from throw_pool(game, key, side.pool)
            reading.read_ready(game, key)
    while _unread(contest_of(game.state), turn):
        answer = yield from ask(
            lambda: question(game, turn), lambda: rolling_menu(game, turn), lambda answer: check_rolling(game, answer)
        )
        if answer.key == "no-roll":
            contest = contest_of(game.state)
            game.record(
                e.JustHappened(who=contest.actor, what=contest.what, rule="torchlite/roll-only-against-opposition")
            )
            return False
        if answer.key == "call-off":
            game.record(e.RollCalledOff(who=contest_of(game.state).actor, rule="torchlite/build-pool"))
            return False
        yield from handle_rolling(game, answer, downed)
    return True


def _unread(contest: Contest, turn: Sequence[str]) -> bool:
    return None in [contest.sides[key].total for key in turn]


def question(game: TorchGame, turn: Sequence[str]) -> str:
    """What the table waits for, in words."""
    contest = contest_of(game.state)
    building = [_name(game, contest, key) for key in turn if not contest.sides[key].faces]
    if len(building) > 1:
        return f"{', '.join(building[:-1])} and {building[-1]} build a pool each and roll"
    for key in turn:
        side = contest.sides[key]
        name = _name(game, contest, key)
        if not side.faces:
            what = "sets and rolls the difficulty" if key == DIFFICULTY else "builds a pool and rolls"
            return f"{name} {what}"
        if side.open_hitches and not side.kept_as_is and _may_reroll(game, key):
            return f"{name} rolled: does anyone reroll?"
        if side.open_hitches:
            many = "hitches" if len(side.open_hitches) > 1 else "a hitch"
            return f"{name} rolled {many}: the GM decides"
        if side.total is None:
            return f"{name} names a total and an effect die"
    return ""


def _name(game: TorchGame, contest: Contest, key: str) -> str:
    return "The GM" if key == DIFFICULTY else game.state.characters[contest.sides[key].who].name


def _may_reroll(game: TorchGame, key: str) -> bool:
    return any(not offer.refused for _, offer in sfx.reroll_offers(game, key, "rolled"))


def rolling_menu(game: TorchGame, turn: Sequence[str]) -> Iterator[tuple[Seat, Offer]]:
    """What everyone may do while the pools are built, rolled and read."""
    contest = contest_of(game.state)
    for key, side in contest.sides.items():
        if not side.faces:
            if not side.ready:
                yield from pool.building_offers(game, key, key in turn)
        elif side.total is None and key in turn:
            yield from reading_menu(game, key, side)
    if is_test(contest) and not any(side.faces for side in contest.sides.values()):
        yield (
            GM,
            Offer(
                "no-roll", "Nothing stands against it: it just happens", rule="torchlite/roll-only-against-opposition"
            ),
        )


def reading_menu(game: TorchGame, key: str, side: Side) -> Iterator[tuple[Seat, Offer]]:
    """A roll that has landed: first rerolls, then the GM settles hitches, then the total (torchlite/hitch-timing)."""
    rerolls = [] if side.kept_as_is else list(sfx.reroll_offers(game, key, "rolled"))
    undecided = bool(side.open_hitches) and any(not offer.refused for _, offer in rerolls)
    yield from rerolls
    if undecided:
        label = "Keep the dice as they are"
        yield (
            side.seat,
            Offer(f"keep{suffix(contest_of(game.state), key)}", label, rule="torchlite/hitch-timing", main=True),
        )
    yield from reading.hitch_offers(game, key, undecided)
    yield from reading.take_offers(game, key)


def check_rolling(game: TorchGame, answer: Answer) -> Refused | None:
    """The last look at an answer while rolling."""
    match answer.key.partition(":")[0]:
        case "roll" | "pool":
            return pool.check_pool(game, answer)
        case "take":
            return reading.check_take(game, answer)
        case "hitch" | "botch":
            return reading.check_hitch(game, answer)
        case key if key.startswith("sfx-"):
            return sfx.check_on_pool(game, side_of(contest_of(game.state), answer), answer)
        case _:
            return None


def handle_rolling(game: TorchGame, answer: Answer, downed: Downed) -> Flow[None]:
    """Carry out one answer given while pools are built, rolled and read."""
    key = side_of(contest_of(game.state), answer)
    who = contest_of(game.state).sides[key].who
    match answer.key.partition(":")[0]:
        case "roll":
            yield from throw_pool(game, key, pool.answered_pool(game, answer))
        case "pool":
            yield from pool.propose(game, answer)
        case "hinder":
            yield from pool.hinder(game, answer)
        case "bar":
            yield from pool.bar(game, answer)
        case "hitch":
            downed.add(who, reading.buy_hitch(game, answer))
        case "botch":
            downed.add(who, reading.botch(game, answer))
        case "no-hitch":
            reading.leave_hitches(game, answer)
        case "keep":
            game.record(e.DiceKept(side=key, rule="torchlite/hitch-timing"))
        case "take":
            reading.declare_total(game, answer)
        case other if other.startswith("reroll-"):
            downed.add(who, (yield from sfx.reroll(game, key, answer)))
        case _:
            downed.add(who, sfx.use_on_pool(game, key, answer))


def throw_pool(game: TorchGame, key: str, dice: tuple[PoolDie, ...]) -> Flow[None]:
    """Throw a pool; ones of a player's roll are hitches, ones of the GM's are opportunities
    (torchlite/roll-pool, torchlite/hitch-unusable, torchlite/opportunity)."""
    contest = contest_of(game.state)
    side = contest.sides[key]
    faces = yield from roll([die.die for die in dice], side.seat, "torchlite/roll-pool", [die.label for die in dice])
    ones = m.ones(faces)
    players = bool(side.who) and game.state.characters[side.who].kind == "pc"
    buyable = ones if players and contest.use.kind != "recover" else ()
    game.record(e.PoolRolled(side=key, pool=dice, faces=faces, hitches=buyable, rule="torchlite/roll-pool"))
    if ones and not players:
        game.record(e.OpportunitiesOpened(dice=tuple([dice[at].die for at in ones]), rule="torchlite/opportunity"))
    if ones and players and m.is_botch(faces):
        game.record(e.Botched(side=key, rule="torchlite/botch"))


def raise_totals(game: TorchGame) -> Flow[None]:
    """Option late-total-boost: both sides may answer each other with further dice until all leave it."""
    staying: set[str] = set()
    order = contest_of(game.state).order
    while len(staying) < len(order):
        open_sides = [key for key in order if key not in staying]
        answer = yield from ask(
            "Does anyone add a die to a total?",
            lambda keys=open_sides: (offer for key in keys for offer in reading.boost_offers(game, key)),
        )
        if answer.key.startswith("boost"):
            reading.boost(game, answer)
            staying.clear()
        else:
            staying.add(side_of(contest_of(game.state), answer))
