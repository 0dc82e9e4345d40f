"""Declaring an action: who tries what, against whom, and what it is meant to bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from tablelight.kernel.flow import Flow
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import contest, order, sfx
from tablelight.systems.torchlite.flows.common import (
    TorchGame,
    controller,
    die_choice,
    known,
    take_out,
    text_field,
    who_field,
)
from tablelight.systems.torchlite.state import (
    DIFFICULTY,
    STRESS,
    Character,
    Contest,
    PoolDie,
    Side,
    TorchState,
    Use,
    available,
)

NEW = "new"
GROUP = "Act"
GETS_WORSE = "A name for something unfinished: it may get worse."
"""What a good name is like (torchlite/complication-naming)."""

Declare: TypeAlias = Callable[[TorchGame, Answer], Use]


def actors(game: TorchGame, seat: Seat) -> list[tuple[str, Character]]:
    """The characters that this seat may let act: in play, and in action order those whose turn it is."""
    able = [(key, who) for key, who in known(game.state, seat) if who.plays and who.kind != "extra"]
    return [(key, who) for key, who in able if not order.not_their_turn(game.state, key)]


def _offer(
    game: TorchGame, seat: Seat, key: str, label: str, note: str, fields: Callable[[list[str]], Iterable[Field]]
) -> Offer | None:
    mine = [(k, who) for k, who in known(game.state, seat) if who.kind != "extra"]
    if not mine:
        return None
    able = actors(game, seat)
    refused = None if able else _why_not(game, [k for k, _ in mine])
    people = able or mine
    asked = tuple(fields([k for k, _ in people]))
    return Offer(
        key,
        label,
        (who_field(people), text_field("what", "What happens in the story", 400), *asked, _magic_field()),
        "torchlite/effect-becomes",
        note=note,
        group=GROUP,
        refused=refused
        or next((_lacking(field) for field in asked if field.kind == "choice" and not field.choices), None),
    )


def _why_not(game: TorchGame, mine: list[str]) -> Refused:
    for key in mine:
        why = order.not_their_turn(game.state, key)
        if why:
            return why
    name = game.state.characters[mine[0]].name
    return Refused("torchlite/taken-out-meaning", "taken-out", f"{name} is taken out until the scene ends.")


def _lacking(field: Field) -> Refused:
    return Refused("torchlite/effect-becomes", "nothing-there", f"{field.label}: there is nothing to choose from.")


def _magic_field() -> Field:
    choices = (Choice("no", "no"), Choice("yes", "yes, it is magic"))
    return Field("magic", "Is it magic?", "choice", choices, default="no")


def _target_field(game: TorchGame, actors: list[str], least: int, label: str = "Against whom") -> Field:
    """Anyone here who might oppose the action."""
    only = actors[0] if len(actors) == 1 else ""
    kind = game.state.characters[actors[0]].kind
    people = [(key, who) for key, who in game.state.here() if key != only and not who.out]
    people.sort(key=lambda one: one[1].kind == kind)  # the other side first
    choices = tuple(Choice(key, who.name) for key, who in people)
    return Field("targets", label, "many", choices, least=least, most=len(choices), default=() if not least else None)


# ------------------------------------------------------------------ the kinds of action


def _offer_asset(game: TorchGame, seat: Seat) -> Offer | None:
    def fields(mine: list[str]) -> Iterable[Field]:
        yield text_field("name", "Name of the asset")
        people = tuple(Choice(k, who.name) for k, who in game.state.here() if not who.out)
        yield Field("for", "Whose it is", "choice", people, default=mine[0])
        lasts = (
            Choice("scene", "an advantage, for the scene"),
            Choice("session", "loot or a purchase, for the session"),
        )
        yield Field("lasts", "It lasts", "choice", lasts, default="scene")
        yield _target_field(game, mine, 0)

    return _offer(game, seat, "act-asset", "Create an asset", "Gain an advantage that can be rolled later.", fields)


def _offer_stress(game: TorchGame, seat: Seat) -> Offer | None:
    """Blows, threats, charms, curses, fire: all leave one of the four kinds
    (torchlite/morale, torchlite/magic-stress)."""

    def fields(mine: list[str]) -> Iterable[Field]:
        yield _target_field(game, mine, 1)
        kinds = tuple(Choice(key, kind) for key, kind in STRESS.items())
        yield Field("stress", "Which stress", "choice", kinds, default="damaged")

    return _offer(game, seat, "act-stress", "Attack or pressure", "Inflict stress on somebody.", fields)


def _offer_trouble(game: TorchGame, seat: Seat) -> Offer | None:
    """A tactical place, a feint, a spell that is not done yet
    (torchlite/tactical-tests, torchlite/feint, torchlite/magic-transformation)."""

    def fields(mine: list[str]) -> Iterable[Field]:
        yield _target_field(game, mine, 1)
        there = {
            trouble.name.casefold(): die_choice(f"{key}/{trouble_key}", f"{trouble.name} ({who.name})", trouble.die)
            for key, who in game.state.here()
            if key not in mine
            for trouble_key, trouble in who.complications.items()
            if trouble_key not in STRESS
        }
        yield Field("trouble", "Which complication", "choice", (Choice(NEW, "a new one"), *there.values()), default=NEW)
        yield text_field("name", "Name of a new one", note=GETS_WORSE)
        hampers = tuple(
            Choice(f"{key}/{asset_key}", f"{asset.name} ({who.name})")
            for key, who in game.state.here()
            if key not in mine
            for asset_key, asset in who.assets.items()
        )
        yield Field("hampers", "It keeps from use", "choice", (Choice("none", "nothing"), *hampers), default="none")

    return _offer(game, seat, "act-trouble", "Cause a complication", "Make things harder for somebody.", fields)


def _offer_recover(game: TorchGame, seat: Seat) -> Offer | None:
    def fields(mine: list[str]) -> Iterable[Field]:
        choices = tuple(
            die_choice(f"{key}/{trouble_key}", f"{trouble.name} of {who.name}", trouble.die)
            for key, who in game.state.here()
            for trouble_key, trouble in who.complications.items()
        )
        yield Field("trouble", "Which trouble", "choice", choices)

    return _offer(game, seat, "act-recover", "Help recover", "Ease or end a complication or stress.", fields)


def _offer_shut(game: TorchGame, seat: Seat) -> Offer | None:
    def fields(mine: list[str]) -> Iterable[Field]:
        choices = tuple(
            die_choice(f"{key}/{asset_key}", f"{asset.name} of {who.name}", asset.die)
            for key, who in game.state.here()
            if key not in mine and not who.out
            for asset_key, asset in who.assets.items()
            if available(who, asset_key)
        )
        yield Field("asset", "Which asset", "choice", choices)

    return _offer(
        game, seat, "act-shut", "Shut an asset down", "Disarm, expose, quell: the asset is rolled against you.", fields
    )


def _offer_change(game: TorchGame, seat: Seat) -> Offer | None:
    def fields(mine: list[str]) -> Iterable[Field]:
        yield _target_field(game, mine, 0)

    return _offer(
        game, seat, "act-change", "Change the situation", "Open the door, cross the ledge, win the race.", fields
    )


def _use_asset(game: TorchGame, answer: Answer) -> Use:
    """An asset; loot found or bought is treasure (torchlite/treasure-assets, torchlite/shopping)."""
    lasts = "session" if answer.text("lasts") == "session" else "scene"
    return Use("asset", answer.text("for"), "", answer.text("name"), lasts=lasts)


def _use_stress(game: TorchGame, answer: Answer) -> Use:
    return Use("stress", answer.many("targets")[0], answer.text("stress"))


def _use_trouble(game: TorchGame, answer: Answer) -> Use:
    on = answer.many("targets")[0]
    bearer, _, key = answer.text("trouble").rpartition("/")
    hampers = answer.text("hampers").rpartition("/")[2]
    name = game.state.characters[bearer].complications[key].name if bearer else answer.text("name")
    there = key in game.state.characters[on].complications
    return Use("complication", on, key if there else "", "" if there else name, "" if hampers == "none" else hampers)


def _use_recover(game: TorchGame, answer: Answer) -> Use:
    on, _, key = answer.text("trouble").partition("/")
    return Use("recover", on, key)


def _use_shut(game: TorchGame, answer: Answer) -> Use:
    on, _, key = answer.text("asset").partition("/")
    return Use("shut", on, key)


def _use_change(game: TorchGame, answer: Answer) -> Use:
    return Use("situation", "", "", answer.text("what"))


# ------------------------------------------------------------------ checks


def check(game: TorchGame, answer: Answer, use: Use) -> Refused | None:
    """Whether this action may be tried at all."""
    who = answer.text("who")
    targets = _targets(answer, use)
    if who in targets:
        return Refused("torchlite/opposition-rolls", "against-oneself", "Nobody rolls against themselves.")
    kinds = {game.state.characters[target].kind for target in targets}
    if game.state.characters[who].kind == "gmc" and kinds != {"pc"}:
        return Refused(
            "torchlite/gm-never-rolls-against-gm",
            "gm-against-gm",
            "The GM never rolls against the GM: a PC's roll decides it, or you say what happens.",
        )
    if use.hampers and use.hampers not in game.state.characters[use.on].assets:
        name = game.state.characters[use.on].name
        text = f"A complication keeps its bearer's own asset from use; this one is not {name}'s."
        return Refused("torchlite/shut-down-by-complication", "not-theirs", text)
    return check_recovery(game, who, use) if use.kind == "recover" else None


def check_recovery(game: TorchGame, who: str, use: Use) -> Refused | None:
    """Own stress needs others or an SFX; Demoralized and free-form complications don't
    (torchlite/recovery-roll-who, torchlite/morale-recovery)."""
    if not _needs_sfx(who, use):
        return None
    helping = sfx.helps_alone(game.state.characters[who])
    if not helping:
        return Refused(
            "torchlite/recovery-roll-who",
            "own-stress",
            "Others have to help with this stress, or an SFX must allow it.",
        )
    refusals = [sfx.cannot(game, who, one) for one in helping]
    return None if None in refusals else refusals[0]


def _needs_sfx(who: str, use: Use) -> bool:
    return use.kind == "recover" and who == use.on and use.key in STRESS and STRESS[use.key] != "Demoralized"


def _targets(answer: Answer, use: Use) -> tuple[str, ...]:
    if use.kind == "shut":
        return (use.on,)
    return answer.many("targets") if "targets" in answer.args else ()


# ------------------------------------------------------------------ from a declaration to a contest


def declare(game: TorchGame, answer: Answer, use: Use) -> Contest:
    """The contest that a declared action opens: its sides and the order in which they roll."""
    who = answer.text("who")
    targets = _targets(answer, use)
    rolling = [t for t in targets if game.state.characters[t].kind != "extra"]
    extras = [t for t in targets if t not in rolling]
    sides = {who: Side(controller(game.state, who), who)}
    if extras or not rolling:
        sides[DIFFICULTY] = Side(GM)
    sides |= {target: Side(controller(game.state, target), target) for target in rolling}
    return Contest(
        actor=who,
        what=answer.text("what"),
        use=use,
        targets=targets,
        order=roll_order(game, who, sides),
        sides=sides,
        magic=answer.text("magic") == "yes",
        fixed=tuple(_fixed(game.state, use, extras)),
    )


def _fixed(state: TorchState, use: Use, extras: list[str]) -> Iterable[PoolDie]:
    """Dice that the opposition has because of what is tried
    (torchlite/recovery-difficulty, torchlite/shut-down-roll, torchlite/extras)."""
    if use.kind == "recover":
        trouble = state.characters[use.on].complications[use.key]
        for size in m.RECOVERY_DICE:
            yield PoolDie(size, DIFFICULTY, "difficulty")
        yield PoolDie(trouble.die, f"{use.on}/{use.key}", trouble.name)
    if use.kind == "shut":
        asset = state.characters[use.on].assets[use.key]
        yield PoolDie(asset.die, use.key, asset.name)
    for extra in extras:
        for trait in state.characters[extra].specialties:
            yield PoolDie(trait.die, extra, trait.name)


def roll_order(game: TorchGame, who: str, sides: dict[str, Side]) -> tuple[str, ...]:
    """Who rolls first and so wins ties; in a test the difficulty does
    (torchlite/roll-order, torchlite/test-order, option opposed-roll-order)."""
    others = tuple(key for key in sides if key != who)
    if others == (DIFFICULTY,):
        return (DIFFICULTY, who)
    setting = game.options["opposed-roll-order"]
    gm_acts = game.state.characters[who].kind == "gmc"
    if setting == "actor-first" or (setting == "gm-first" and gm_acts):
        return (who, *others)
    return (*others, who)


def _begin(declared: Declare) -> Callable[[TorchGame, Answer], Flow[None]]:
    def begin(game: TorchGame, answer: Answer) -> Flow[None]:
        use = declared(game, answer)
        who = answer.text("who")
        out = (yield from sfx.use_alone(game, who)) if _needs_sfx(who, use) else ""
        if out is None:
            return
        yield from contest.play(game, declare(game, answer, use))
        if out:
            take_out(game, who, out)
        yield from order.after_turn(game, who)

    return begin


def _check(declared: Declare) -> Callable[[TorchGame, Answer], Refused | None]:
    return lambda game, answer: check(game, answer, declared(game, answer))


KINDS: tuple[tuple[str, Callable[[TorchGame, Seat], Offer | None], Declare], ...] = (
    ("act-stress", _offer_stress, _use_stress),
    ("act-asset", _offer_asset, _use_asset),
    ("act-trouble", _offer_trouble, _use_trouble),
    ("act-recover", _offer_recover, _use_recover),
    ("act-shut", _offer_shut, _use_shut),
    ("act-change", _offer_change, _use_change),
)

ACTIONS: tuple[Action[TorchState], ...] = tuple(
    Action(key, offer, _begin(declared), _check(declared)) for key, offer, declared in KINDS
)
