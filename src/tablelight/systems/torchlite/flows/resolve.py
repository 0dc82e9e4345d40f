"""Who wins a contest and what comes of it: heroic steps, resistance, effects, the price of failing."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow, ask, choose
from tablelight.kernel.offers import Choice, Offer, Seat
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import effects, reading, rolling, sfx
from tablelight.systems.torchlite.flows.common import TorchGame, controller, earn, take
from tablelight.systems.torchlite.flows.pool import contest_of
from tablelight.systems.torchlite.flows.rolling import Downed, is_test
from tablelight.systems.torchlite.state import DIFFICULTY, STRESS, Contest, Side, Use


def resolve(game: TorchGame, downed: Downed) -> Flow[None]:
    """Compare the totals, one opposing roll at a time, and let the effect dice do their work."""
    uses = yield from aim_dice(game, downed)
    those = beaten(contest_of(game.state))
    while not those and (yield from retry(game, downed)):
        uses = yield from aim_dice(game, downed)
        those = beaten(contest_of(game.state))
    contest = contest_of(game.state)
    for other in _against(contest):
        if other in those:
            from_sfx = sfx.free_dice(contest.sides[contest.actor], "step-effect") if other == those[0] else 0
            yield from succeed(game, other, uses, from_sfx, downed)
        else:
            yield from fail(game, other, downed)
    if contest.use.kind == "recover":
        yield from settle_recovery_hitches(game, bool(those), downed)


def beaten(contest: Contest) -> list[str]:
    """The sides whose totals the actor's beats."""
    return [other for other in _against(contest) if wins(contest, contest.actor, other)]


def _against(contest: Contest) -> list[str]:
    return [other for other in contest.order if other != contest.actor]


def wins(contest: Contest, one: str, other: str) -> bool:
    """Whether one side's total beats the other's; the first roller wins ties
    (torchlite/higher-total-wins, torchlite/first-roller-wins-ties)."""
    first = contest.order.index(one) < contest.order.index(other)
    return m.beats(_total(contest, one), _total(contest, other), first)


def _total(contest: Contest, key: str) -> int:
    total = contest.sides[key].total
    if total is None:
        raise ValueError(f"{key} has named no total")
    return total


def effect_dice(side: Side) -> list[int]:
    """The sizes of a side's effect dice, whatever they show; every roll has at least a d4
    (torchlite/effect-die-size-counts, torchlite/always-an-effect)."""
    return [side.pool[at].die for at in side.kept] or [m.SMALLEST]


def aim_dice(game: TorchGame, downed: Downed) -> Flow[list[Use]]:
    """Say which effect die does what. A single die against a single target does what was declared."""
    contest = contest_of(game.state)
    side = contest.sides[contest.actor]
    dice = effect_dice(side)
    if len(dice) == 1 and len(contest.targets) <= 1:
        return [contest.use]
    uses: list[Use] = []
    for at, die in enumerate(dice):
        targets = contest.targets
        declared = Use(
            contest.use.kind,
            targets[min(at, len(targets) - 1)] if targets else contest.use.on,
            contest.use.key,
            contest.use.name,
        )
        points = reading.effect_price(side, at + 1) - reading.effect_price(side, at)
        use = yield from effects.aim(game, contest.actor, die, uses, contest.use if not targets else declared, points)
        if effects.same_thing(use, contest.use):
            use = contest.use  # as declared, with the asset that it keeps from use
        uses.append(use)
        yield from _let_roll(game, use, downed)
    return uses


def _let_roll(game: TorchGame, use: Use, downed: Downed) -> Flow[None]:
    """A target opened only after the dice were thrown rolls now (torchlite/multi-target-opposition)."""
    contest = contest_of(game.state)
    target = game.state.characters.get(use.on)
    harmful = use.kind in ("stress", "complication", "shut")
    if not target or not harmful or use.on in contest.sides or target.kind == "extra":
        return
    side = Side(controller(game.state, use.on), use.on)
    game.record(e.TargetJoined(side=use.on, content=side, rule="torchlite/multi-target-opposition"))
    if not (yield from rolling.roll_sides(game, (use.on,), downed)):
        game.record(e.TotalDeclared(side=use.on, counted=(), kept=(), total=0, rule="torchlite/build-pool"))


def retry(game: TorchGame, downed: Downed) -> Flow[bool]:
    """After a failure an SFX may throw the dice again; gives True if it did (torchlite/reroll-limit)."""
    contest = contest_of(game.state)
    key = contest.actor
    offers = list(sfx.reroll_offers(game, key, "failed"))
    if not any(not offer.refused for _, offer in offers):
        return False
    seat = contest.sides[key].seat

    def menu() -> Iterator[tuple[Seat, Offer]]:
        yield from sfx.reroll_offers(game, key, "failed")
        yield seat, Offer("accept", "Accept the failure", main=True)

    answer = yield from ask("The roll fails. Use an SFX?", menu)
    if answer.key == "accept":
        return False
    downed.add(contest.sides[key].who, (yield from sfx.reroll(game, key, answer)))
    yield from rolling.roll_sides(game, (key,), downed)
    return True


def succeed(game: TorchGame, other: str, uses: list[Use], from_sfx: int, downed: Downed) -> Flow[None]:
    """The actor beat an opposing roll: the effect dice aimed there step up and do their work.

    The extra dice gained past d12 join `uses`, as each die of the roll must do something different.
    """
    contest = contest_of(game.state)
    actor = contest.actor
    all_dice = effect_dice(contest.sides[actor])
    mine = [at for at, use in enumerate(uses[: len(all_dice)]) if target_side(contest, use) == other]
    steps = record_success(game, actor, other) + from_sfx
    if not mine:
        return
    dice = [all_dice[at] for at in mine]
    extras = list((yield from work(game, actor, other, dice, [uses[at] for at in mine], steps, downed)))
    while extras:
        die = extras.pop(0)
        uses.append((yield from effects.aim(game, actor, die, uses, None)))
        extras += yield from land(game, other, die, uses[-1], downed)


def land(game: TorchGame, other: str, die: int, use: Use, downed: Downed) -> Flow[tuple[int, ...]]:
    """An extra die, gained against `other`, does its work unless the roll of whom it is aimed at holds
    (torchlite/multi-target-opposition). Gives the extra dice that come of it in turn."""
    known = contest_of(game.state).sides
    yield from _let_roll(game, use, downed)
    contest = contest_of(game.state)
    actor = contest.actor
    side = use.on if use.on in contest.sides and use.on != actor else other
    if not wins(contest, actor, side):
        if side not in known:
            record_failure(game, side)
        game.record(e.EffectLost(side=actor, die=die, rule="torchlite/multi-target-opposition"))
        return ()
    if side in known:
        downed.add(use.on, (yield from effects.carry_out(game, actor, use, die)))
        return ()
    return (yield from work(game, actor, side, [die], [use], record_success(game, actor, side), downed))


def record_success(game: TorchGame, winner: str, loser: str) -> int:
    """Record that a side beat another; gives the heroic steps up for its effect die
    (torchlite/heroic-success, torchlite/heroic-success-gm)."""
    contest = contest_of(game.state)
    total, bar = _total(contest, winner), _total(contest, loser)
    heroic = m.heroic_steps(total - bar)
    if game.options["gm-heroic"] == "off" and not _is_pc(game, winner):
        heroic = 0
    rule = "torchlite/heroic-success" if heroic else "torchlite/higher-total-wins"
    game.record(e.Succeeded(side=winner, against=loser, total=total, bar=bar, steps=heroic, rule=rule))
    return heroic


def work(
    game: TorchGame, winner: str, loser: str, dice: list[int], uses: list[Use], steps: int, downed: Downed
) -> Flow[tuple[int, ...]]:
    """Step the effect dice and let each do its work, in the order of the book: up, then down, then the floor
    (torchlite/effect-step-order). Gives the extra dice gained past d12."""
    chosen = yield from effects.pick_die(game, winner, dice, uses, steps)
    raised, extras = m.raise_effect(dice[chosen], steps, game.options["overflow-steps"] == "grow-the-extra")
    if steps:
        game.record(
            e.EffectRaised(side=winner, was=dice[chosen], die=raised, extras=extras, rule="torchlite/effect-step-order")
        )
    dice = [*dice[:chosen], raised, *dice[chosen + 1 :]]
    dice[chosen] = resisted(game, winner, loser, dice[chosen])
    for die, use in zip(dice, uses, strict=True):
        downed.add(use.on, (yield from effects.carry_out(game, winner, use, die)))
    return extras


def resisted(game: TorchGame, winner: str, loser: str, die: int) -> int:
    """A loser's larger effect die steps the winner's down (torchlite/compare-effect-on-failure).

    It takes a character that failed a roll; difficulty dice fail nobody.
    """
    if loser == DIFFICULTY:
        return die
    larger = max(effect_dice(contest_of(game.state).sides[loser]))
    after = m.resist(die, larger)
    if after != die:
        game.record(
            e.EffectResisted(
                side=winner,
                against=loser,
                was=die,
                die=after,
                larger=larger,
                rule="torchlite/compare-effect-on-failure",
            )
        )
    return after


def target_side(contest: Contest, use: Use) -> str:
    """The opposing roll that an effect die depends on."""
    if use.on in contest.sides and use.on != contest.actor:
        return use.on
    return DIFFICULTY if is_test(contest) else _against(contest)[0]


def _is_pc(game: TorchGame, key: str) -> bool:
    who = game.state.characters.get(contest_of(game.state).sides[key].who)
    return bool(who and who.kind == "pc")


def fail(game: TorchGame, other: str, downed: Downed) -> Flow[None]:
    """The actor did not beat this roll: a test costs stress, a defence only stops the action, a recovery is in vain
    (torchlite/failed-test-stress, torchlite/defence-only-stops, torchlite/recovery-failure)."""
    contest = contest_of(game.state)
    key = contest.actor
    record_failure(game, other)
    if contest.use.kind == "recover":
        return
    if costs_stress(game, other):
        yield from suffer(game, contest.sides[key], contest.sides[other].seat, downed)
    if other != DIFFICULTY and game.options["counter-effect"] == "on":
        yield from strike_back(game, other, downed)


def record_failure(game: TorchGame, other: str) -> None:
    """Record that the actor did not beat an opposing roll."""
    contest = contest_of(game.state)
    key = contest.actor
    rule = "torchlite/test-success" if other == DIFFICULTY else "torchlite/defence-only-stops"
    game.record(e.Failed(side=key, against=other, total=_total(contest, key), bar=_total(contest, other), rule=rule))


def costs_stress(game: TorchGame, other: str) -> bool:
    """Whether failing against this roll costs a player's character d6 stress (option opposed-failure-stress)."""
    contest = contest_of(game.state)
    if not _is_pc(game, contest.actor):
        return False
    opposed = game.options["opposed-failure-stress"] == "all-pc-actions"
    return other == DIFFICULTY or (opposed and not _is_pc(game, other))


def suffer(game: TorchGame, side: Side, opposition: Seat, downed: Downed) -> Flow[None]:
    """A failed test costs d6 stress; the opposition says which kind, unless an SFX does
    (torchlite/failed-test-type)."""
    kind = sfx.fixed_stress(game, side)
    if not kind:
        name = game.state.characters[side.who].name
        usual = "Exhausted" if contest_of(game.state).magic else ""
        choices = [
            Choice(key, kind, "the usual for a failed spell" if kind == usual else "") for key, kind in STRESS.items()
        ]
        key = yield from choose(opposition, f"{name} failed: which stress?", choices, "torchlite/failed-test-type")
        kind = STRESS[key]
    downed.add(side.who, take(game, side.who, "", kind, m.FAILURE_STRESS, "torchlite/failed-test-stress"))


def strike_back(game: TorchGame, winner: str, downed: Downed) -> Flow[None]:
    """Option counter-effect: whoever held may use the effect die on the actor."""
    contest = contest_of(game.state)
    dice = effect_dice(contest.sides[winner])[:1]
    steps = record_success(game, winner, contest.actor)
    use = yield from effects.aim(game, winner, dice[0], (), None)
    extras = yield from work(game, winner, contest.actor, dice, [use], steps, downed)
    done = [use]
    for extra in extras:
        done.append((yield from effects.aim(game, winner, extra, done, None)))
        downed.add(done[-1].on, (yield from effects.carry_out(game, winner, done[-1], extra)))


def settle_recovery_hitches(game: TorchGame, success: bool, downed: Downed) -> Flow[None]:
    """Hitches of a recovery roll: on a failure the trouble steps up once and both earn a point; on a success the GM
    may buy them as usual (torchlite/recovery-failure-hitch)."""
    contest = contest_of(game.state)
    key, use = contest.actor, contest.use
    side = contest.sides[key]
    if not side.hitched or not _is_pc(game, key):
        return
    if not success:
        rule = "torchlite/recovery-failure-hitch"
        if use.key in game.state.characters[use.on].complications:
            downed.add(use.on, take(game, use.on, use.key, "", m.SMALLEST, rule))
        for who in dict.fromkeys((side.who, use.on)):
            earn(game, who, 1, "a recovery gone wrong", rule)
        return
    game.record(e.HitchesFound(side=key, at=m.ones(side.faces), rule="torchlite/hitch-activation"))
    while contest_of(game.state).sides[key].open_hitches:
        answer = yield from ask(
            "The GM decides about the hitches",
            lambda: reading.hitch_offers(game, key),
            lambda answer: rolling.check_rolling(game, answer),
        )
        yield from rolling.handle_rolling(game, answer, downed)
