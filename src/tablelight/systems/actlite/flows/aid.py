"""Bandages, looking after a body, aid to the dying, and what the GM deals out or gives back."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow, roll
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import effects
from tablelight.systems.actlite.flows.common import (
    GM_GROUP,
    ActGame,
    choice_field,
    may_act,
    name,
    near,
    number_field,
    offer_for,
    own,
    put,
    refuse,
    rule,
    seen,
    shown,
    who_field,
)
from tablelight.systems.actlite.flows.conditions import ease
from tablelight.systems.actlite.flows.declaring import declare, end
from tablelight.systems.actlite.flows.dying import stabilize
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.flows.harm import hurt, restore, reveal
from tablelight.systems.actlite.state import SUBTYPES, ActState, Character, Item, reduction

NOTHING = "nothing"


# ------------------------------------------------------------------ bandages


def _bandage(who: Character) -> str:
    """A prepared bandage at hand or on the body, if there is one."""
    return next((key for key, item in who.items.items() if item.bandage and item.place != "pack"), "")


def _bandage_cost(who: Character) -> int:
    return m.PREPARED_BANDAGE_AP if _bandage(who) else m.BANDAGE_AP


def _offer_bandage(game: ActGame, seat: Seat) -> Offer | None:
    bleeding = [(key, who) for key, who in seen(game.state, seat) if who.conditions.bleed]
    if not bleeding or not own(game.state, seat):
        return None

    def gate(key: str) -> Refused | None:
        cost = _bandage_cost(game.state.characters[key])
        what = "applying a prepared bandage" if cost == m.PREPARED_BANDAGE_AP else "making and applying a bandage"
        return may_act(game, key, cost, what) or _none_near(game, key, bleeding)

    return offer_for(
        game,
        seat,
        "bandage",
        "Bandage",
        gate,
        lambda able: (who_field(bleeding, "Whom", "target"),),
        name="status-bleed",
        cost="1 or 3 AP",
        note="1 AP with a prepared bandage, else 3 AP.",
    )


def _none_near(game: ActGame, key: str, people: list[tuple[str, Character]]) -> Refused | None:
    """Why nobody of these can be tended to: they are all too far away."""
    if any(one == key or near(game.state, key, one) for one, _ in people):
        return None
    text = f"{people[0][1].name} is not next to {name(game.state, key)}."
    return refuse("status-bleed", "too-far", text)


def _check_near(game: ActGame, answer: Answer) -> Refused | None:
    key, target = answer.text("who"), answer.text("target")
    if key != target and not near(game.state, key, target):
        return refuse("status-bleed", "too-far", f"{name(game.state, target)} is not next to them.")
    return None


def _tend(game: ActGame, answer: Answer, what: str, cost: int, name: str) -> Flow[bool]:
    """Declare something that is done to somebody next to one; gives whether it goes on."""
    who, target = answer.text("who"), answer.text("target")
    on = "" if who == target else target
    return (yield from declare(game, who, what, cost, lambda: _check_near(game, answer), name=name, target=on))


def _do_bandage(game: ActGame, answer: Answer) -> Flow[None]:
    """Paid in one go; on somebody who is down it is aid, and so reveals (actlite/status-bleed)."""
    key, target = answer.text("who"), answer.text("target")
    who = game.state.characters[key]
    if not (yield from _tend(game, answer, "a bandage", _bandage_cost(who), "status-bleed")):
        return
    used = _bandage(who)
    if used:
        game.record(e.ItemUsed(who=key, key=used, left=who.items[used].count - 1, rule=rule("status-bleed")))
    if game.state.characters[target].down:
        yield from reveal(game, target)
    if not game.state.characters[target].dead:
        ease(game, target, "bleed", 1, "status-bleed")
    end(game, key)


# ------------------------------------------------------------------ somebody who is down


def _down(state: ActState, seat: Seat) -> list[tuple[str, Character]]:
    return [(key, who) for key, who in seen(state, seat) if who.down]


def _offer_body(game: ActGame, seat: Seat) -> Offer | None:
    down = _down(game.state, seat)
    if not down:
        return None
    return offer_for(
        game,
        seat,
        "check-body",
        "Check a body",
        lambda key: may_act(game, key, 1, "checking a body") or _none_near(game, key, down),
        lambda able: (who_field(down, "Whose", "target"),),
        name="consequence-reveal",
        cost="1 AP",
        note="Everything rolled so far becomes known.",
    )


def _body(game: ActGame, answer: Answer) -> Flow[None]:
    key, target = answer.text("who"), answer.text("target")
    if not (yield from _tend(game, answer, "checking a body", 1, "consequence-reveal")):
        return
    text = f"checks the body of {name(game.state, target)}"
    game.record(e.Did(who=key, text=text, rule=rule("consequence-reveal")))
    yield from reveal(game, target)
    end(game, key)


def _remedies(state: ActState, seat: Seat) -> Iterator[Choice]:
    yield Choice(NOTHING, "with bare hands")
    for key, who in own(state, seat):
        for item_key, item in who.items.items():
            if item.effect and item.place == "hand":
                yield Choice(f"{key}/{item_key}", item.name)


def _offer_aid(game: ActGame, seat: Seat) -> Offer | None:
    down = _down(game.state, seat)
    if not down:
        return None

    def fields(able: list[tuple[str, Character]]) -> Iterator[Field]:
        yield who_field(down, "Whom", "target")
        yield choice_field("item", "With", list(_remedies(game.state, seat)), NOTHING)

    return offer_for(
        game,
        seat,
        "aid",
        "Give aid",
        lambda key: may_act(game, key, 1, "aid") or _none_near(game, key, down),
        fields,
        name="consequence-reveal",
        cost="1 AP",
        note="Everything rolled so far becomes known, then the aid takes effect.",
    )


def _check_aid(game: ActGame, answer: Answer) -> Refused | None:
    carrier = answer.text("item").partition("/")[0]
    if answer.text("item") != NOTHING and carrier != answer.text("who"):
        return refuse("consequence-reveal", "not-theirs", "That is somebody else's.")
    return _check_near(game, answer)


def _aid(game: ActGame, answer: Answer) -> Flow[None]:
    """The attempt reveals first and only then takes effect; the dead can't be helped (actlite/consequence-reveal)."""
    key, target = answer.text("who"), answer.text("target")
    if not (yield from _tend(game, answer, "aid", 1, "consequence-reveal")):
        return
    text = f"gives aid to {name(game.state, target)}"
    game.record(e.Did(who=key, text=text, rule=rule("consequence-reveal")))
    item = _spend_remedy(game, answer)
    yield from reveal(game, target)
    if game.state.characters[target].dead:
        game.record(e.AidWasted(who=target, rule=rule("consequence-reveal")))
    elif item and item.effect:
        yield from effects.apply(game, item.effect, key, target, item.name)
    else:
        yield from _judge_aid(game, key, target)
    end(game, key)


def _spend_remedy(game: ActGame, answer: Answer) -> Item | None:
    if answer.text("item") == NOTHING:
        return None
    key, _, item_key = answer.text("item").partition("/")
    item = game.state.characters[key].items[item_key]
    game.record(e.ItemUsed(who=key, key=item_key, left=item.count - 1, rule=rule("consequence-reveal")))
    return item


def _judge_aid(game: ActGame, key: str, target: str) -> Flow[None]:
    """What aid without a remedy does is the GM's word."""
    offers = (
        Offer("none", "It does nothing", rule=rule("consequence-reveal")),
        Offer("crit", "It gives crit health", (number_field("crit", "Crit health", 1, 9, 1),), rule("wake-up")),
        Offer("stabilize", "It stabilizes", rule=rule("status-stabilized")),
    )
    question = f"{shown(game.state, key)} gives aid to {shown(game.state, target)}: what does it do?"
    answer = yield from put(question, lambda: [(GM, offer) for offer in offers])
    if answer.key == "crit":
        yield from restore(game, target, "aid", crit=answer.number("crit"), name="wake-up")
    elif answer.key == "stabilize" and not game.state.characters[target].conditions.stabilized:
        stabilize(game, target, secret=False)


# ------------------------------------------------------------------ the GM deals out and gives back


def _offer_damage(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people:
        return None
    kinds = [Choice(NOTHING, "no type: armor takes nothing off"), *(Choice(one, one) for one in (*"BPS", *SUBTYPES))]
    track = (Choice("normal", "ordinary damage"), Choice("crit", "crit damage"))
    fields = (
        who_field(people),
        number_field("points", "Points", 1, 999, 1),
        choice_field("track", "As", track, "normal"),
        choice_field("type", "Type", kinds, NOTHING),
    )
    return Offer("damage", "Deal damage", fields, rule("damage-order"), group=GM_GROUP)


def _damage(game: ActGame, answer: Answer) -> Flow[None]:
    key, points = answer.text("who"), answer.number("points")
    if answer.text("type") != NOTHING:
        points = m.reduced(points, reduction(game.state.characters[key], answer.text("type")))
    yield from hurt(game, key, points, "", crit=answer.text("track") == "crit")


def _offer_restore(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people:
        return None
    fields = (
        who_field(people),
        number_field("crit", "Crit health", 0, 99, 0),
        number_field("standard", "Standard health", 0, 999, 0),
    )
    return Offer("restore", "Give health back", fields, rule("health-notation"), group=GM_GROUP)


def _restore(game: ActGame, answer: Answer) -> Flow[None]:
    crit, standard = answer.number("crit"), answer.number("standard")
    yield from restore(game, answer.text("who"), "GM's word", crit=crit, standard=standard, name="health-notation")


def _offer_fall(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people:
        return None
    note = "1d4 for every 6 full spaces, at most 25d4; no armor helps."
    fields = (who_field(people), number_field("spaces", "Spaces fallen", 1, 9999, 6))
    return Offer("fall", "Let somebody fall", fields, rule("fall-damage"), note=note, group=GM_GROUP)


def _fall(game: ActGame, answer: Answer) -> Flow[None]:
    key, spaces = answer.text("who"), answer.number("spaces")
    dice = (m.FALL_DIE,) * m.fall_dice(spaces)
    faces = (yield from roll(dice, GM, rule("fall-damage"), ("fall",) * len(dice))) if dice else ()
    game.record(e.Did(who=key, text=f"falls {spaces} spaces ({len(dice)}d4 = {sum(faces)})", rule=rule("fall-damage")))
    yield from hurt(game, key, sum(faces), "the fall")


ACTIONS: tuple[Action[ActState], ...] = (
    act("bandage", _offer_bandage, _do_bandage, _check_near, anytime=True),
    act("check-body", _offer_body, _body, _check_near, anytime=True),
    act("aid", _offer_aid, _aid, _check_aid, anytime=True),
    act("damage", _offer_damage, _damage),
    act("restore", _offer_restore, _restore),
    act("fall", _offer_fall, _fall),
)
