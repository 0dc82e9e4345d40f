"""A sheet that grows during play: SFX, traits and milestones."""

from __future__ import annotations

from typing import cast

from tablelight.kernel.flow import at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import sfx as sfx_flows
from tablelight.systems.torchlite.flows.common import (
    GM_GROUP,
    SHEET,
    TorchGame,
    own,
    size_field,
    text_field,
    who_field,
)
from tablelight.systems.torchlite.state import (
    STRESS,
    Character,
    Cost,
    Milestone,
    Sfx,
    TorchState,
    Trait,
    Trick,
    When,
    slug,
)


def _mine(game: TorchGame, seat: Seat) -> list[tuple[str, Character]]:
    if seat == GM:
        return [(key, who) for key, who in game.state.characters.items() if who.kind != "extra"]
    return own(game.state, seat)


def _offer_sfx(game: TorchGame, seat: Seat) -> Offer | None:
    people = _mine(game, seat)
    if not people:
        return None
    whens = (
        Choice("building", "while building a pool"),
        Choice("rolled", "right after the dice are rolled"),
        Choice("failed", "after a failure"),
        Choice("any", "at any time"),
        Choice("limit", "it is a Limit: the GM too may call for it"),
    )
    costs = (
        Choice("none", "nothing"),
        Choice("pp", "1 plot point"),
        Choice("stress", "take d6 stress"),
        Choice("asset", "step down an asset"),
    )
    tricks = tuple(Choice(trick, word) for trick, word in sfx_flows.TRICK_WORDS.items())
    kinds = tuple(Choice(key, kind) for key, kind in STRESS.items())
    fields = (
        who_field(people),
        text_field("name", "Name", least=1),
        text_field("trigger", "When does it apply?", 400),
        Field("when", "It is used", "choice", whens, default="building"),
        Field("cost", "It costs", "choice", costs, default="pp"),
        Field("stress", "Kinds of stress it takes", "many", kinds, most=4, default=()),
        Field("trick", "It lets you", "choice", tricks, default="double"),
        text_field("trait", "Only with this trait"),
        size_field("Size of an added die", default=6),
        Field("allies", "For allies too?", "choice", (Choice("no", "no"), Choice("yes", "yes")), default="no"),
        Field("shuts", "Once a scene?", "choice", (Choice("no", "no"), Choice("yes", "yes")), default="no"),
        Field(
            "fixes", "Stress for failing such a roll", "choice", (Choice("none", "as usual"), *kinds), default="none"
        ),
    )
    return Offer("add-sfx", "Write down an SFX or a Limit", fields, "torchlite/sfx", group=SHEET)


FITTING: dict[When, tuple[str, ...]] = {
    "building": sfx_flows.POOL_TRICKS,
    "rolled": sfx_flows.REROLLS,
    "failed": sfx_flows.REROLLS,
    "any": ("ease", "recover-own", "earn"),
    "limit": ("earn",),
}
"""The tricks that can be done at each moment."""


def _check_sfx(game: TorchGame, answer: Answer) -> Refused | None:
    when = cast("When", answer.text("when"))
    if answer.text("trick") not in FITTING[when]:
        fitting = ", ".join(sfx_flows.TRICK_WORDS[trick] for trick in FITTING[when])
        return Refused("torchlite/sfx", "trick-and-moment", f"At that moment an SFX can: {fitting}.")
    if when == "any" and answer.text("trick") == "earn" and answer.text("cost") not in ("stress", "asset"):
        return Refused(
            "torchlite/sfx", "no-disadvantage", "A plot point is earned by a disadvantage: stress or an asset."
        )
    same = slug(answer.text("name"), ())
    if any(sfx_flows.key_of(sfx) == same for sfx in game.state.characters[answer.text("who")].sfx):
        return Refused("torchlite/sfx", "same-name", "There is an SFX of this name already.")
    return None


@at_once
def _add_sfx(game: TorchGame, answer: Answer) -> None:
    when = cast("When", answer.text("when"))
    sfx = Sfx(
        name=answer.text("name"),
        when=when,
        trick=cast("Trick", answer.text("trick")),
        cost="none" if when == "limit" else cast("Cost", answer.text("cost")),
        trigger=answer.text("trigger"),
        stress=tuple(STRESS[key] for key in answer.many("stress")),
        trait=answer.text("trait"),
        die=cast("m.DieSize", int(answer.text("die"))),
        allies=answer.text("allies") == "yes",
        shuts=answer.text("shuts") == "yes",
        fixes=STRESS.get(answer.text("fixes"), ""),
    )
    rule = "torchlite/limit" if when == "limit" else "torchlite/sfx"
    game.record(e.SfxAdded(who=answer.text("who"), sfx=sfx, rule=rule))


def _offer_trait(game: TorchGame, seat: Seat) -> Offer | None:
    people = _mine(game, seat)
    if seat != GM or not people:
        return None
    sets = tuple(Choice(name, name) for name in ("distinctions", "attributes", "roles", "specialties"))
    fields = (
        who_field(people),
        Field("set", "Trait set", "choice", sets, default="specialties"),
        text_field("name", "Name", least=1),
        size_field(default=6),
    )
    return Offer("set-trait", "Gain or change a trait", fields, "torchlite/trait", group=GM_GROUP)


@at_once
def _set_trait(game: TorchGame, answer: Answer) -> None:
    trait = Trait(answer.text("name"), cast("m.DieSize", int(answer.text("die"))))
    game.record(e.TraitSet(who=answer.text("who"), set=answer.text("set"), trait=trait, rule="torchlite/trait"))


def _offer_milestone(game: TorchGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in _mine(game, seat) if who.kind == "pc"]
    if not people:
        return None
    fields = (
        who_field(people),
        text_field("name", "Name", least=1),
        text_field("one", "1 XP when", 400),
        text_field("three", "3 XP when", 400),
        text_field("ten", "10 XP when", 400),
    )
    return Offer("add-milestone", "Write down a milestone", fields, "torchlite/milestones", group=SHEET)


@at_once
def _add_milestone(game: TorchGame, answer: Answer) -> None:
    milestone = Milestone(answer.text("name"), answer.text("one"), answer.text("three"), answer.text("ten"))
    game.record(e.MilestoneAdded(who=answer.text("who"), milestone=milestone, rule="torchlite/milestones"))


ACTIONS: tuple[Action[TorchState], ...] = (
    Action("add-sfx", _offer_sfx, _add_sfx, _check_sfx, anytime=True),
    Action("set-trait", _offer_trait, _set_trait, anytime=True),
    Action("add-milestone", _offer_milestone, _add_milestone, anytime=True),
)
