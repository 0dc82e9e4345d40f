"""What effect dice do: choosing a use for each, and carrying it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tablelight.kernel.flow import Flow, ask, choose, write
from tablelight.kernel.offers import Answer, Choice, Field, Offer, Refused
from tablelight.kernel.view import Die
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows.common import (
    TorchGame,
    gain_asset,
    no_points,
    pay,
    purse,
    step_trouble_down,
    take,
    text_field,
)
from tablelight.systems.torchlite.flows.pool import contest_of
from tablelight.systems.torchlite.state import STRESS, Character, Contest, TorchState, Use, slug

NEW = "new"


def same_thing(one: Use, other: Use) -> bool:
    """Whether two effect dice of one roll would do the same (torchlite/extra-effect-different)."""
    if (one.kind in ("stress", "complication")) and (other.kind in ("stress", "complication")):
        return one.on == other.on and _trouble(one) == _trouble(other)
    if one.kind == "situation" and other.kind == "situation":
        return True
    return one.kind == other.kind and (one.on, one.key, one.name.casefold()) == (
        other.on,
        other.key,
        other.name.casefold(),
    )


def _trouble(use: Use) -> str:
    return use.key or slug(use.name, ())


# ------------------------------------------------------------------ choosing


def aim(game: TorchGame, key: str, die: int, taken: Sequence[Use], declared: Use | None, points: int = 0) -> Flow[Use]:
    """Ask the roller what one effect die is for, and take the points for a further one; each die of a roll
    must do something different (torchlite/extra-effect-dice, torchlite/magic-extra-effect)."""
    contest = contest_of(game.state)
    side = contest.sides[key]

    def menu() -> Iterator[tuple[str, Offer]]:
        choices = tuple(use_choices(game.state, contest, side.who))
        default = _key(declared) if declared and any(c.key == _key(declared) for c in choices) else None
        fields = (
            Field("use", "It becomes", "choice", choices, default=default),
            text_field("name", "Name of what is new", default=declared.name if declared else ""),
        )
        there = purse(game.state, side.who)
        yield (
            side.seat,
            Offer(
                "aim",
                f"Use the d{die}",
                fields,
                "torchlite/effect-becomes",
                cost=f"{points} PP" if points else "",
                main=True,
                refused=no_points(points, there) if points > there else None,
            ),
        )
        yield side.seat, Offer("let-go", "Let it go", rule="torchlite/effect-d12-overflow")

    def check(answer: Answer) -> Refused | None:
        return _wrong_aim(contest, answer, taken)

    question = f"What does the d{die} effect die do?"
    answer = yield from ask(question, menu, check)  # pyright: ignore[reportArgumentType]
    if answer.key == "let-go":
        return Use("lost")
    pay(game, side.who, points, "a further effect die", "torchlite/extra-effect-dice")
    return use_of(contest, answer.text("use"), answer.text("name"))


def _wrong_aim(contest: Contest, answer: Answer, taken: Sequence[Use]) -> Refused | None:
    if answer.key == "let-go":
        return None
    use = use_of(contest, answer.text("use"), answer.text("name"))
    if use.kind in ("complication", "asset") and not (use.key or use.name):
        return Refused("torchlite/effect-naming", "no-name", "Give it a name.")
    if any(same_thing(use, other) for other in taken):
        return Refused(
            "torchlite/extra-effect-different", "same-effect", "Each effect die of a roll must do something different."
        )
    return None


def use_choices(state: TorchState, contest: Contest, actor: str) -> Iterator[Choice]:
    """Everything an effect die can become here."""
    acting = state.characters[actor]
    for key, who in state.here():
        if key == actor:
            continue
        foe = who.kind != acting.kind or key in (*contest.targets, contest.actor)
        if foe and not who.out:
            yield from _harm_choices(key, who)
        if not foe:
            for trouble_key, trouble in who.complications.items():
                name = f"{trouble.name} of {who.name}"
                yield Choice(f"recover:{key}/{trouble_key}", f"recover {name}", die=Die(trouble.die, trouble.name))
    for key, who in state.here():
        if who.kind == acting.kind:
            yield Choice(f"asset:{key}", f"a new asset for {who.name}")
    yield Choice("situation", "the situation changes")


def _harm_choices(key: str, who: Character) -> Iterator[Choice]:
    for stress_key, kind in STRESS.items():
        there = who.complications.get(stress_key)
        yield Choice(f"{key}/{stress_key}", f"{kind} on {who.name}", die=Die(there.die, kind) if there else None)
    for trouble_key, trouble in who.complications.items():
        if trouble_key not in STRESS:
            yield Choice(f"{key}/{trouble_key}", f"{trouble.name} on {who.name}", die=Die(trouble.die, trouble.name))
    yield Choice(f"{key}/{NEW}", f"a new complication on {who.name}")
    for asset_key, asset in who.assets.items():
        if not asset.shut:
            yield Choice(
                f"shut:{key}/{asset_key}", f"against {asset.name} of {who.name}", die=Die(asset.die, asset.name)
            )


def use_of(contest: Contest, key: str, name: str) -> Use:
    """The use that a choice names."""
    head, _, rest = key.rpartition(":")
    on, _, thing = rest.partition("/")
    if key == "situation":
        return Use("situation", name=name or contest.what)
    if head == "recover":
        return Use("recover", on, thing)
    if head == "asset":
        return Use("asset", on, "", name)
    if head == "shut":
        return Use("shut", on, thing)
    if thing in STRESS:
        return Use("stress", on, thing)
    return Use("complication", on, "" if thing == NEW else thing, name if thing == NEW else "")


def _key(use: Use) -> str:
    match use.kind:
        case "recover" | "shut":
            return f"{use.kind}:{use.on}/{use.key}"
        case "asset":
            return f"asset:{use.on}"
        case "situation" | "lost":
            return use.kind
        case "stress" | "complication":
            return f"{use.on}/{use.key or NEW}"


def in_words(state: TorchState, use: Use) -> str:
    """What an effect die is for, in a few words."""
    who = state.characters.get(use.on)
    what = STRESS.get(use.key, use.name)
    if who and use.key in who.complications:
        what = who.complications[use.key].name
    if who and use.kind == "shut":
        what = f"against {who.assets[use.key].name}" if use.key in who.assets else what
    return f"{what or use.kind}, {who.name}" if who else what or use.kind


def pick_die(game: TorchGame, key: str, dice: Sequence[int], uses: Sequence[Use], steps: int) -> Flow[int]:
    """With several effect dice against one roll, all heroic steps go to one of them (torchlite/heroic-several-dice)."""
    if len(dice) == 1 or not steps:
        return 0
    seat = contest_of(game.state).sides[key].seat
    plural = "steps" if steps > 1 else "step"
    choices = [
        Choice(f"die-{at + 1}", f"the d{die}", in_words(game.state, use), Die(die))
        for at, (die, use) in enumerate(zip(dice, uses, strict=True))
    ]
    picked = yield from choose(
        seat, f"Which effect die takes {steps} {plural} up?", choices, "torchlite/heroic-several-dice"
    )
    return int(picked.removeprefix("die-")) - 1


# ------------------------------------------------------------------ carrying out


def carry_out(game: TorchGame, key: str, use: Use, die: int) -> Flow[str]:
    """Let an effect die do its work, as far as its size goes (torchlite/effect-measures-success); gives the
    complication that takes its bearer out by this, or nothing."""
    side = contest_of(game.state).sides[key]
    if use.kind in ("asset", "complication") and not (use.name or use.key):
        what = "asset" if use.kind == "asset" else "complication"
        named = yield from write(
            side.seat, f"Name the new {what} d{max(die, 4)}", "Name", rule="torchlite/effect-naming"
        )
        use = replace(use, name=named)
    match use.kind:
        case "stress":
            return take(game, use.on, use.key, STRESS[use.key], die, "torchlite/complication-new-or-worse")
        case "complication":
            return take(game, use.on, use.key, use.name, die, "torchlite/complication-new-or-worse", use.hampers)
        case "asset":
            rule = "torchlite/treasure-assets" if use.lasts == "session" else "torchlite/create-asset-by-test"
            gain_asset(game, use.on, use.name, die, rule, lasts=use.lasts, by=side.who)
        case "recover":
            _recover(game, use, die)
        case "shut":
            _shut(game, use, die)
        case "situation":
            game.record(e.SituationChanged(who=side.who, what=use.name, die=die, rule="torchlite/effect-as-degree"))
        case "lost":
            game.record(e.EffectLost(side=key, die=die, rule="torchlite/effect-d12-overflow"))
    return ""


def _recover(game: TorchGame, use: Use, die: int) -> None:
    trouble = game.state.characters[use.on].complications.get(use.key)
    if not trouble:
        return
    after = m.recover(trouble.die, die)
    rule = "torchlite/recovery-success"
    if after:
        step_trouble_down(game, use.on, use.key, rule)
    else:
        game.record(e.ComplicationEased(who=use.on, key=use.key, name=trouble.name, die=0, was=trouble.die, rule=rule))
    if game.options["recovery-revives"] == "on" and game.state.characters[use.on].out_by == use.key:
        game.record(e.BackInPlay(who=use.on, rule="torchlite/taken-out-duration"))


def _shut(game: TorchGame, use: Use, die: int) -> None:
    asset = game.state.characters[use.on].assets.get(use.key)
    if not asset:
        return
    after = m.shut_down(asset.die, die)
    rule = "torchlite/shut-down-result"
    if after:
        game.record(e.AssetStepped(who=use.on, key=use.key, name=asset.name, die=after, lasting=False, rule=rule))
    else:
        game.record(e.AssetShutDown(who=use.on, key=use.key, name=asset.name, rule=rule))
