"""The Spire Master's part before the dice: what kind of action it is, and its target difficulty."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tablelight.kernel.flow import Flow, ask, choose
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows import rolling
from tablelight.systems.rogue_spire.flows.common import SpireGame, controller
from tablelight.systems.rogue_spire.state import Attempt, Call, CallKind, SpireDie, SpireState, TdSource, same_action

CLASSIFIED = "rogue-spire/action-classified"
LARGEST_TD = 999
_TD = re.compile(r"(d?)([0-9]{1,6})", re.IGNORECASE)

# ------------------------------------------------------------------ the kind of action


def call(game: SpireGame) -> Flow[bool]:
    """Have the action classified and its TD settled; gives False if it was withdrawn
    (rogue-spire/action-classified, rogue-spire/td-source)."""
    while game.state.attempt.kind is None:
        answer = yield from ask(_question(game), lambda: _menu(game), lambda answer: check_td(game, answer))
        if answer.key == "withdraw":
            withdraw(game)
            return False
        yield from _classify(game, answer)
    if game.state.attempt.kind != "free":
        while game.state.attempt.td_from is None:
            answer = yield from ask("Target difficulty", lambda: _td_menu(game), lambda answer: check_td(game, answer))
            if answer.key == "withdraw":
                withdraw(game)
                return False
            yield from settle_td(game, answer.text("td"))
    return True


def _question(game: SpireGame) -> str:
    attempt = game.state.attempt
    return f"{game.state.characters[attempt.who].name}: {attempt.what}. Skilled, unskilled or free?"


def withdraw(game: SpireGame) -> None:
    """The action is dropped before any die was rolled, at no cost (rogue-spire/trait-claim-limits)."""
    game.record(e.ActionWithdrawn(who=game.state.attempt.who, rule="rogue-spire/trait-claim-limits"))


def withdraw_offers(game: SpireGame) -> Iterator[tuple[Seat, Offer]]:
    """Withdrawing is open to the player and the Spire Master."""
    offer = Offer("withdraw", "Withdraw the action", rule="rogue-spire/trait-claim-limits", note="It costs nothing.")
    for seat in dict.fromkeys((controller(game.state, game.state.attempt.who), GM)):
        yield seat, offer


def _menu(game: SpireGame) -> Iterator[tuple[Seat, Offer]]:
    yield GM, _offer_skilled(game)
    yield GM, _offer_unskilled(game)
    yield GM, _offer_free(game)
    yield from rolling.roll_offers(game)
    yield from withdraw_offers(game)


def precedent(state: SpireState, attempt: Attempt) -> Call | None:
    """How this very action was called before, for this character (rogue-spire/classification-consistent)."""
    return state.characters[attempt.who].calls.get(same_action(attempt.what))


def _skilled_before(state: SpireState, attempt: Attempt) -> Call | None:
    earlier = precedent(state, attempt)
    return earlier if earlier and earlier.kind == "skilled" else None


def _proposed_trait(state: SpireState, attempt: Attempt) -> str:
    """The trait that is claimed, or that made the same action skilled before."""
    earlier = _skilled_before(state, attempt)
    known = state.characters[attempt.who].traits
    return attempt.trait or (earlier.trait if earlier and earlier.trait in known else "")


def _offer_skilled(game: SpireGame) -> Offer:
    attempt = game.state.attempt
    traits = game.state.characters[attempt.who].traits
    proposed = _proposed_trait(game.state, attempt)
    earlier = _skilled_before(game.state, attempt)
    choices = tuple(Choice(key, trait.name, trait.origin) for key, trait in traits.items())
    none = Refused("rogue-spire/skilled-action", "no-trait", "Without traits no action is skilled.")
    return Offer(
        "call-skilled",
        "Call it skilled",
        (Field("trait", "Through which trait", "choice", choices, default=proposed or None), td_field(game)),
        "rogue-spire/skilled-action",
        note=_precedent_note(game.state, earlier) if earlier else "Any usable die may be rolled.",
        main=bool(proposed),
        refused=None if traits else none,
    )


def _precedent_note(state: SpireState, earlier: Call) -> str:
    trait = state.characters[state.attempt.who].traits.get(earlier.trait)
    return f"Proposed: it was skilled before, through {trait.name if trait else earlier.trait}."


def _offer_unskilled(game: SpireGame) -> Offer:
    claimed = bool(game.state.attempt.trait)
    return Offer(
        "call-unskilled",
        "Call it unskilled",
        (td_field(game),),
        "rogue-spire/trait-claim-limits" if claimed else "rogue-spire/unskilled-action",
        note="This denies the trait. Only the vitality die may be rolled." if claimed else "The vitality die only.",
        main=not _proposed_trait(game.state, game.state.attempt),
    )


def _offer_free(game: SpireGame) -> Offer:
    treats = Refused("rogue-spire/healing-check", "not-free", "A healing check is rolled: skilled or unskilled.")
    return Offer(
        "call-free",
        "Call it free",
        rule="rogue-spire/free-action",
        note="It happens at once: no die, no TD.",
        refused=treats if game.state.attempt.heals else None,
    )


def _classify(game: SpireGame, answer: Answer) -> Flow[None]:
    """Record the call; going back on a skilled one must be confirmed (rogue-spire/classification-consistent)."""
    attempt = game.state.attempt
    earlier = _skilled_before(game.state, attempt)
    if answer.key == "call-unskilled" and earlier and not (yield from _confirm_unskilled(game, earlier)):
        return
    kind: CallKind = "skilled"
    if answer.key != "call-skilled":
        kind = "free" if answer.key == "call-free" else "unskilled"
    trait = answer.text("trait") if kind == "skilled" else ""
    denied = attempt.trait if kind == "unskilled" else ""
    game.record(
        e.ActionCalled(
            who=attempt.who, what=attempt.what, kind=kind, trait=trait, denied=denied, rule=_call_rule(kind, denied)
        )
    )
    if kind != "free":
        yield from settle_td(game, answer.text("td"))


def _call_rule(kind: CallKind, denied: str) -> str:
    if denied:
        return "rogue-spire/trait-claim-limits"
    return f"rogue-spire/{kind}-action"


def _confirm_unskilled(game: SpireGame, earlier: Call) -> Flow[bool]:
    trait = game.state.characters[game.state.attempt.who].traits.get(earlier.trait)
    through = f" through {trait.name}" if trait else ""
    question = f"“{earlier.what}” was skilled before{through}. Call it unskilled all the same?"
    choices = (Choice("no", "No, ask again", "What was skilled once should stay skilled."), Choice("yes", "Yes"))
    return (yield from choose(GM, question, choices, "rogue-spire/classification-consistent")) == "yes"


# ------------------------------------------------------------------ target difficulty


def td_field(game: SpireGame) -> Field:
    """The TD as a number or a die size; left empty, what the rules say (rogue-spire/td-of-a-die)."""
    label = "Target difficulty: a number, or a die such as d8"
    return Field("td", label, "text", most=8, default="", note=_td_note(game))


def _td_note(game: SpireGame) -> str:
    """What an empty field means."""
    attempt = game.state.attempt
    own = fixed_td(game.state, attempt)
    if own:
        return f"It is {own[0]} whatever is named: {_SOURCES[own[1]]}."
    aimed = aimed_die(game.state, attempt)
    if aimed and aimed.spent:
        ceiling = m.own_td(aimed.sides)
        return f"The d{aimed.sides} is exhausted, so easier than its {ceiling}: name {_range(ceiling)}."
    if aimed:
        return f"Empty: {m.own_td(aimed.sides)}, half of the d{aimed.sides} aimed at."
    if game.options["td-fallback"] == "ask":
        return "It must be named."
    return "Empty: half the sides of the die that is rolled."


_SOURCES: dict[TdSource, str] = {
    "talent": "the talent's own",
    "healing": "half of the wounded die",
    "spire-master": "named by the Spire Master",
    "target": "half of the die aimed at",
    "rolled-die": "half of each rolled die",
}


def source_words(source: TdSource) -> str:
    """Where a TD comes from, in words."""
    return _SOURCES[source]


def _range(ceiling: int) -> str:
    return "1" if ceiling <= 2 else f"1 to {ceiling - 1}"


def read_td(text: str) -> int | None:
    """The TD that a text means: a whole number, or half of a die's sides; None if it means none."""
    match = _TD.fullmatch(text.strip())
    if not match:
        return None
    number = int(match.group(2))
    if match.group(1):
        return m.own_td(number) if number in m.SIZES else None
    return number if 1 <= number <= LARGEST_TD else None


def check_td(game: SpireGame, answer: Answer) -> Refused | None:
    """A TD is a whole number of at least 1, fixed once the first die is rolled (rogue-spire/td-valid)."""
    if "td" not in answer.args or not answer.text("td"):
        return None
    if read_td(answer.text("td")) is None:
        return Refused(
            "rogue-spire/td-valid",
            "bad-td",
            f"A target difficulty is a whole number of at least 1 (at most {LARGEST_TD}), or a die from d4 to d20.",
        )
    return None


def aimed_die(state: SpireState, attempt: Attempt) -> SpireDie | None:
    """The die that an attack is aimed at."""
    return state.characters[attempt.on].dice[attempt.die] if attempt.aims else None


def fixed_td(state: SpireState, attempt: Attempt) -> tuple[int, TdSource] | None:
    """A TD that nobody can replace: a talent's, or that of a healing check
    (rogue-spire/td-source, rogue-spire/healing-check)."""
    talent = state.characters[attempt.who].talents.get(attempt.talent)
    if talent and (talent.td or talent.td_die):
        return talent.td or m.own_td(talent.td_die), "talent"
    if attempt.heals:
        return m.own_td(state.characters[attempt.on].dice[attempt.die].sides), "healing"
    return None


def settle_td(game: SpireGame, text: str) -> Flow[None]:
    """Fix the TD in the order of the ruling; leaves it open if it must still be named (rogue-spire/td-of-a-die)."""
    named = read_td(text)
    own = fixed_td(game.state, game.state.attempt)
    aimed = aimed_die(game.state, game.state.attempt)
    if own:
        _set_td(game, own[0], own[1], named=named or 0)
    elif named is not None:
        eased_from = m.own_td(aimed.sides) if aimed and aimed.spent else 0
        if named < eased_from or not eased_from or (yield from _confirm_ceiling(aimed, named)):
            _set_td(game, named, "spire-master", eased_from=eased_from)
    elif aimed and not aimed.spent:
        _set_td(game, m.own_td(aimed.sides), "target")
    elif not aimed and game.options["td-fallback"] == "rolled-die":
        _set_td(game, None, "rolled-die")


def _confirm_ceiling(aimed: SpireDie | None, named: int) -> Flow[bool]:
    """An exhausted die is easier to harm; its usual TD needs a confirmation (rogue-spire/exhausted-easier-target)."""
    assert aimed
    question = f"The d{aimed.sides} is exhausted: it should be easier than {m.own_td(aimed.sides)}. Keep {named}?"
    choices = (Choice("no", "No, name another"), Choice("yes", f"Keep {named}"))
    return (yield from choose(GM, question, choices, "rogue-spire/exhausted-easier-target")) == "yes"


def _set_td(game: SpireGame, td: int | None, source: TdSource, *, named: int = 0, eased_from: int = 0) -> None:
    rule = "rogue-spire/td-source" if source in ("talent", "spire-master") else "rogue-spire/td-of-a-die"
    if eased_from:
        rule = "rogue-spire/exhausted-easier-target"
    who = game.state.attempt.who
    hopeless = td is not None and rolling.is_hopeless(game, td)
    game.record(
        e.TdSet(who=who, td=td, source=source, named=named, hopeless=hopeless, eased_from=eased_from, rule=rule)
    )


def td_offer(game: SpireGame) -> Offer:
    """Naming the TD, or naming it anew before the first die (rogue-spire/td-source)."""
    fixed = Refused("rogue-spire/td-source", "td-fixed", "The TD is fixed once the first die is rolled.")
    return Offer(
        "td",
        "Name the target difficulty",
        (td_field(game),),
        "rogue-spire/td-source",
        main=game.state.attempt.td_from is None,
        refused=fixed if game.state.attempt.rolled else None,
    )


def _td_menu(game: SpireGame) -> Iterator[tuple[Seat, Offer]]:
    yield GM, td_offer(game)
    yield from rolling.roll_offers(game)
    yield from withdraw_offers(game)
