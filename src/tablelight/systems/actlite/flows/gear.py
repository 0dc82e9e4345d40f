"""Weapons drawn, stowed, switched, dropped; things searched for and used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import effects
from tablelight.systems.actlite.flows.common import (
    MOVE,
    ActGame,
    choice_field,
    may_act,
    name,
    near,
    own,
    pay,
    price_tag,
    refuse,
    rule,
    unable,
)
from tablelight.systems.actlite.flows.declaring import declare, end
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import (
    HELD,
    ActState,
    Character,
    Item,
    Weapon,
    Where,
)

# ------------------------------------------------------------------ weapons


def _weapons(
    state: ActState, seat: Seat, fits: Callable[[Weapon], bool]
) -> Iterator[tuple[str, str, Character, Weapon]]:
    for key, who in own(state, seat):
        for weapon_key, weapon in who.weapons.items():
            if fits(weapon):
                yield key, weapon_key, who, weapon


def _weapon_offer(
    game: ActGame,
    seat: Seat,
    key: str,
    label: str,
    fits: Callable[[Weapon], bool],
    cost: int,
    more: Iterable[Field] = (),
) -> Offer | None:
    found = list(_weapons(game.state, seat, fits))
    if not found:
        return None
    alone = len(own(game.state, seat)) == 1
    what = f"{label.lower()}"
    choices = [
        Choice(
            f"{who_key}/{weapon_key}",
            weapon.name if alone else f"{weapon.name} ({who.name})",
            refused=may_act(game, who_key, cost, what) if cost else unable(who),
        )
        for who_key, weapon_key, who, weapon in found
    ]
    stopped = None if any(not choice.refused for choice in choices) else choices[0].refused
    return Offer(
        key,
        label,
        (choice_field("weapon", "Weapon", choices), *more),
        rule("weapon-handling"),
        price_tag(game, f"{cost} AP" if cost else "free"),
        group=MOVE,
        refused=stopped,
    )


def _hand_field() -> Field:
    hands = (Choice("right", "in the right hand"), Choice("left", "in the left hand"), Choice("both", "in both hands"))
    return choice_field("hand", "How", hands, "right")


def _carried(weapon: Weapon) -> bool:
    return weapon.where in ("belt", "ground")


def _offer_draw(game: ActGame, seat: Seat) -> Offer | None:
    return _weapon_offer(game, seat, "draw-weapon", "Draw or pick up a weapon", _carried, 1, (_hand_field(),))


def _in_hands(who: Character, hand: str) -> list[str]:
    """The weapons that are in the way of taking one in this hand."""
    return [
        key
        for key, weapon in who.weapons.items()
        if weapon.where in HELD and (hand == "both" or weapon.where in ("both", hand))
    ]


def _check_draw(game: ActGame, answer: Answer) -> Refused | None:
    key, _, weapon = answer.text("weapon").partition("/")
    who = game.state.characters[key]
    taken = _in_hands(who, answer.text("hand"))
    if taken:
        text = f"That hand holds the {who.weapons[taken[0]].name.lower()}; switch, or drop it first."
        return refuse("weapon-handling", "hand-full", text)
    return _needs_two(who.weapons[weapon], answer.text("hand"))


def _needs_two(weapon: Weapon, hand: str) -> Refused | None:
    if "two-handed" in weapon.tags and hand != "both":
        return refuse("weapon-handling", "two-handed", f"The {weapon.name.lower()} takes both hands.")
    return None


def _draw(game: ActGame, answer: Answer) -> None:
    key, _, weapon = answer.text("weapon").partition("/")
    old = game.state.characters[key].weapons[weapon]
    pay(game, key, 1, "taking a weapon", name="weapon-handling")
    how = "picks up" if old.where == "ground" else "draws"
    game.record(e.WeaponMoved(who=key, key=weapon, where=_where(answer), how=how, rule=rule("weapon-handling")))


def _where(answer: Answer) -> Where:
    return next(one for one in HELD if one == answer.text("hand"))


def _offer_stow(game: ActGame, seat: Seat) -> Offer | None:
    return _weapon_offer(game, seat, "stow", "Put a weapon away", lambda weapon: weapon.where in HELD, 1)


def _stow(game: ActGame, answer: Answer) -> None:
    key, _, weapon = answer.text("weapon").partition("/")
    pay(game, key, 1, "putting a weapon away", name="weapon-handling")
    game.record(e.WeaponMoved(who=key, key=weapon, where="belt", how="puts away", rule=rule("weapon-handling")))


def _offer_switch(game: ActGame, seat: Seat) -> Offer | None:
    if not any(weapon.where in HELD for _, who in own(game.state, seat) for weapon in who.weapons.values()):
        return None
    return _weapon_offer(
        game, seat, "switch", "Switch weapons", lambda weapon: weapon.where == "belt", 1, (_hand_field(),)
    )


def _check_switch(game: ActGame, answer: Answer) -> Refused | None:
    key, _, weapon = answer.text("weapon").partition("/")
    return _needs_two(game.state.characters[key].weapons[weapon], answer.text("hand"))


def _switch(game: ActGame, answer: Answer) -> None:
    """One weapon away and another in hand is a single action (actlite/weapon-handling)."""
    key, _, weapon = answer.text("weapon").partition("/")
    pay(game, key, 1, "switching weapons", name="weapon-handling")
    for old in _in_hands(game.state.characters[key], answer.text("hand")):
        game.record(e.WeaponMoved(who=key, key=old, where="belt", how="puts away", rule=rule("weapon-handling")))
    game.record(e.WeaponMoved(who=key, key=weapon, where=_where(answer), how="draws", rule=rule("weapon-handling")))


def _offer_drop(game: ActGame, seat: Seat) -> Offer | None:
    return _weapon_offer(game, seat, "drop", "Drop a weapon", lambda weapon: weapon.where in HELD, 0)


def _drop(game: ActGame, answer: Answer) -> None:
    key, _, weapon = answer.text("weapon").partition("/")
    game.record(e.WeaponMoved(who=key, key=weapon, where="ground", how="drops", rule=rule("weapon-handling")))


# ------------------------------------------------------------------ searching


def _offer_search(game: ActGame, seat: Seat) -> Offer | None:
    alone = len(own(game.state, seat)) == 1
    choices: list[Choice] = []
    for key, who in own(game.state, seat):
        for item_key, item in who.items.items():
            if item.place != "hand":
                cost = _search_cost(item)
                stopped = may_act(game, key, cost, f"getting the {item.name.lower()}")
                label = item.name if alone else f"{item.name} ({who.name})"
                choices.append(Choice(f"{key}/{item_key}", label, f"{cost} AP", refused=stopped))
    if not choices:
        return None
    stopped = None if any(not choice.refused for choice in choices) else choices[0].refused
    if stopped and choices[0].note.startswith("2") and stopped.code == "no-ap":
        stopped = refuse("search-pack", "no-ap", stopped.text + " Both are paid at once.")
    return Offer(
        "search",
        "Search for something you carry",
        (choice_field("item", "What", choices),),
        rule("search-on-person"),
        price_tag(game, "1 or 2 AP"),
        "1 AP on the body, 2 AP in a pack.",
        MOVE,
        refused=stopped,
    )


def _search_cost(item: Item) -> int:
    return m.PACK_AP if item.place == "pack" else 1


def _search(game: ActGame, answer: Answer) -> None:
    key, _, item_key = answer.text("item").partition("/")
    item = game.state.characters[key].items[item_key]
    name = "search-pack" if item.place == "pack" else "search-on-person"
    pay(game, key, _search_cost(item), f"getting the {item.name.lower()}", name=name)
    game.record(e.ItemFound(who=key, key=item_key, rule=rule(name)))


def _offer_use(game: ActGame, seat: Seat) -> Offer | None:
    alone = len(own(game.state, seat)) == 1
    choices = [
        Choice(
            f"{key}/{item_key}",
            item.name if alone else f"{item.name} ({who.name})",
            refused=may_act(game, key, 1, f"using the {item.name.lower()}"),
        )
        for key, who in own(game.state, seat)
        for item_key, item in who.items.items()
        if item.effect and item.place == "hand"
    ]
    if not choices:
        return None
    people = [Choice(key, who.name) for key, who in game.state.here() if not who.hidden]
    stopped = None if any(not choice.refused for choice in choices) else choices[0].refused
    return Offer(
        "use-item",
        "Use something at hand",
        (choice_field("item", "What", choices), choice_field("target", "On", people)),
        rule("action-cost-default"),
        price_tag(game, "1 AP"),
        group=MOVE,
        refused=stopped,
    )


def _check_use(game: ActGame, answer: Answer) -> Refused | None:
    key = answer.text("item").partition("/")[0]
    target = answer.text("target")
    if key != target and not near(game.state, key, target):
        return refuse("action-cost-default", "too-far", f"{name(game.state, target)} is not next to them.")
    if game.state.characters[target].down:
        return refuse("consequence-reveal", "aid", "To help somebody who is down, give aid.")
    return None


def _use(game: ActGame, answer: Answer) -> Flow[None]:
    key, _, item_key = answer.text("item").partition("/")
    item = game.state.characters[key].items[item_key]
    target = answer.text("target")
    what = f"using the {item.name.lower()}"
    if not (yield from declare(game, key, what, 1, lambda: _check_use(game, answer), target=target)):
        return
    game.record(e.ItemUsed(who=key, key=item_key, left=item.count - 1, rule=rule("action-cost-default")))
    if item.effect:
        yield from effects.apply(game, item.effect, key, target, item.name)
    end(game, key)


ACTIONS: tuple[Action[ActState], ...] = (
    act("draw-weapon", _offer_draw, at_once(_draw), _check_draw, anytime=True),
    act("switch", _offer_switch, at_once(_switch), _check_switch, anytime=True),
    act("stow", _offer_stow, at_once(_stow), anytime=True),
    act("drop", _offer_drop, at_once(_drop), anytime=True),
    act("search", _offer_search, at_once(_search), anytime=True),
    act("use-item", _offer_use, _use, _check_use, anytime=True),
)
