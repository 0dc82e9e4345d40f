"""Moving, getting up, handling weapons and things, grappling somebody about, and what is free."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tablelight.kernel import grid
from tablelight.kernel.flow import Flow
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import effects
from tablelight.systems.actlite.flows.cards import interruptible
from tablelight.systems.actlite.flows.checks import lacks, paid_contest
from tablelight.systems.actlite.flows.common import (
    MOVE,
    ActGame,
    bodies,
    choice_field,
    held,
    may_act,
    name,
    near,
    number_field,
    offer_for,
    own,
    pay,
    refuse,
    rule,
    shown,
    text_field,
    unable,
    who_field,
)
from tablelight.systems.actlite.flows.ending import act, at_once
from tablelight.systems.actlite.state import (
    HELD,
    ActState,
    Character,
    Doing,
    Item,
    Weapon,
    Where,
    speed,
)

# ------------------------------------------------------------------ moving


def _no_move(game: ActGame, key: str) -> Refused | None:
    stopped = may_act(game, key, 1, "a move")
    if not stopped and speed(game.state.characters[key]) == 0:
        return refuse("movement-speed", "no-speed", f"{name(game.state, key)} has a speed of 0 and can't move.")
    return stopped


def reach(state: ActState, key: str) -> dict[grid.Spot, int]:
    """Where a move can end, with the spaces it takes (actlite/movement-speed)."""
    who = state.characters[key]
    if not state.ground or not who.body:
        return {}
    return grid.reachable(state.ground.board, who.body, speed(who), bodies(state, key))


def _offer_move(game: ActGame, seat: Seat) -> Offer | None:
    def fields(able: list[tuple[str, Character]]) -> Iterator[Field]:
        spots = {spot: steps for key, _ in able for spot, steps in reach(game.state, key).items() if steps}
        if spots:
            choices = tuple(Choice(spot.key, spot.key, f"{steps} spaces") for spot, steps in spots.items())
            yield Field("to", "Where to", "cell", choices)
        else:
            most = max(speed(who) for _, who in able)
            yield number_field("spaces", "Spaces", min(1, most), most, most)
        yield text_field("text", "How", 120)

    return offer_for(
        game,
        seat,
        "move",
        "Move",
        lambda key: _no_move(game, key),
        fields,
        name="movement-speed",
        group=MOVE,
        cost="1 AP",
    )


def _check_move(game: ActGame, answer: Answer) -> Refused | None:
    key = answer.text("who")
    if "to" in answer.args:
        if grid.read_spot(answer.text("to")) not in reach(game.state, key):
            return refuse("movement-speed", "too-far", f"{name(game.state, key)} can't reach that space.")
    elif answer.number("spaces") > speed(game.state.characters[key]):
        return refuse("movement-speed", "too-far", f"The speed is {speed(game.state.characters[key])}.")
    return None


def _move(game: ActGame, answer: Answer) -> Flow[None]:
    """Up to the speed for 1 AP; unused spaces are gone (actlite/movement-speed)."""
    key = answer.text("who")
    yield from _declared(game, key, "a move", 1, lambda: _no_move_now(game, answer))
    if not game.state.doing or not game.state.doing[-1].going:
        return
    if "to" in answer.args:
        spot = grid.read_spot(answer.text("to"))
        spaces = reach(game.state, key)[spot]
        game.record(e.Moved(who=key, spaces=spaces, at=spot, text=answer.text("text"), rule=rule("movement-speed")))
    else:
        spaces = answer.number("spaces")
        game.record(e.Moved(who=key, spaces=spaces, text=answer.text("text"), rule=rule("movement-speed")))
    game.record(e.ActionEnded(who=key))


def _no_move_now(game: ActGame, answer: Answer) -> Refused | None:
    key = answer.text("who")
    if held(game.state, key):
        return refuse("grapple-restricts", "grappled", f"{name(game.state, key)} is grappled now.")
    if speed(game.state.characters[key]) == 0:
        return refuse("movement-speed", "no-speed", f"{name(game.state, key)} can't move any more.")
    return _check_move(game, answer)


def _declared(
    game: ActGame, key: str, what: str, cost: int, impossible: Callable[[], Refused | None], target: str = ""
) -> Flow[None]:
    """Declare an action, let others interrupt, pay; it is dropped if it can't be done any more (actlite/interrupt)."""
    game.record(e.Declared(doing=Doing(key, what, target), rule=rule("action-cost-default")))
    yield from interruptible(game, key, f"{shown(game.state, key)}: {what}")
    who = game.state.characters[key]
    stopped = unable(who) or impossible()
    if stopped:
        game.record(e.Dropped(who=key, why=stopped.text, rule=rule("interrupt")))
        return
    game.record(e.WentOn(who=key, rule=rule("action-cost-default")))
    pay(game, key, cost, what, name="action-cost-default" if cost == 1 else "pay-from-hand")


def _offer_stand(game: ActGame, seat: Seat) -> Offer | None:
    if not any(who.conditions.prone for _, who in own(game.state, seat)):
        return None

    def gate(key: str) -> Refused | None:
        if not game.state.characters[key].conditions.prone:
            return refuse("status-prone", "not-prone", f"{name(game.state, key)} is not prone.")
        return may_act(game, key, 1, "getting up")

    mine = [(key, who) for key, who in own(game.state, seat) if who.conditions.prone]
    able = [(key, who) for key, who in mine if not gate(key)]
    return Offer(
        "stand",
        "Get up",
        (who_field(able or mine[:1]),),
        rule("status-prone"),
        "1 AP",
        group=MOVE,
        refused=None if able else gate(mine[0][0]),
    )


def _stand(game: ActGame, answer: Answer) -> None:
    key = answer.text("who")
    pay(game, key, 1, "getting up", name="status-prone")
    game.record(e.GotUp(who=key, rule=rule("status-prone")))


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
        f"{cost} AP" if cost else "free",
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
        "1 AP on the body, 2 AP in a pack",
        group=MOVE,
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
        "1 AP",
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
    pay(game, key, 1, f"using the {item.name.lower()}", name="action-cost-default")
    game.record(e.ItemUsed(who=key, key=item_key, left=item.count - 1, rule=rule("action-cost-default")))
    if item.effect:
        yield from effects.apply(game, item.effect, key, answer.text("target"), item.name)


# ------------------------------------------------------------------ grappling


def _grapplers(game: ActGame, seat: Seat) -> list[tuple[str, Character]]:
    return [(key, who) for key, who in own(game.state, seat) if key in game.state.grapples]


def _grapple_offer(
    game: ActGame, seat: Seat, key: str, label: str, name: str, cost: int, fields: Iterable[Field] = ()
) -> Offer | None:
    mine = _grapplers(game, seat)
    if not mine:
        return None

    def gate(one: str) -> Refused | None:
        if not cost:
            return unable(game.state.characters[one])
        return may_act(game, one, cost, label.lower())

    able = [(one, who) for one, who in mine if not gate(one)]
    return Offer(
        key,
        label,
        (who_field(able or mine[:1]), *fields),
        rule(name),
        f"{cost} AP" if cost else "free",
        group=MOVE,
        refused=None if able else gate(mine[0][0]),
    )


def _offer_drag(game: ActGame, seat: Seat) -> Offer | None:
    ways = [Choice(effects.WAY_NAMES[way.x, way.y], effects.WAY_NAMES[way.x, way.y]) for way in grid.WAYS]
    field = choice_field("way", "Which way", ways, "north")
    return _grapple_offer(game, seat, "drag", "Move the held opponent one space", "grapple-actions", 1, (field,))


def _drag(game: ActGame, answer: Answer) -> None:
    """The held one moves a space; the grappler moves along if needed (actlite/grapple-actions)."""
    key = answer.text("who")
    target = game.state.grapples[key]
    pay(game, key, 1, "moving the held opponent", name="grapple-actions")
    state = game.state
    way = next(way for way in grid.WAYS if effects.WAY_NAMES[way.x, way.y] == answer.text("way"))
    mover, held_one = state.characters[key], state.characters[target]
    if not state.ground or not mover.body or not held_one.body:
        game.record(e.Shifted(who=target, how="drag", rule=rule("grapple-actions")))
        return
    board, others = state.ground.board, bodies(state, key, target)
    to = held_one.body.moved(held_one.body.at.stepped(way))
    follow = mover.body.moved(mover.body.at.stepped(way))
    together = grid.has_room(board, to, others) and (
        grid.distance(to, mover.body) == 1 or (grid.has_room(board, follow, others) and grid.distance(to, follow) == 1)
    )
    game.record(
        e.Shifted(
            who=target,
            how="drag",
            at=to.at if together else held_one.at,
            blocked=not together,
            rule=rule("grapple-actions"),
        )
    )
    if together and grid.distance(to, mover.body) != 1:
        game.record(e.Moved(who=key, spaces=1, at=follow.at, rule=rule("grapple-actions")))


def _offer_ground(game: ActGame, seat: Seat) -> Offer | None:
    return _grapple_offer(game, seat, "ground", "Go to the ground together", "grapple-actions", 1)


def _ground(game: ActGame, answer: Answer) -> None:
    key = answer.text("who")
    pay(game, key, 1, "going to the ground", name="grapple-actions")
    for one in (key, game.state.grapples[key]):
        if not game.state.characters[one].conditions.prone:
            game.record(e.ConditionGained(who=one, condition="prone", rule=rule("grapple-actions")))


def _offer_let_go(game: ActGame, seat: Seat) -> Offer | None:
    return _grapple_offer(game, seat, "let-go", "Let go", "grapple-ends", 0)


def _let_go(game: ActGame, answer: Answer) -> None:
    key = answer.text("who")
    target = game.state.grapples[key]
    game.record(e.GrappleEnded(who=key, target=target, why="let go", rule=rule("grapple-ends")))


def _offer_escape(game: ActGame, seat: Seat) -> Offer | None:
    mine = [(key, who) for key, who in own(game.state, seat) if held(game.state, key)]
    if not mine:
        return None

    def gate(key: str) -> Refused | None:
        who = game.state.characters[key]
        if "STR" not in who.scores:
            return lacks(who, "STR")
        return may_act(game, key, m.ESCAPE_AP, "breaking free", while_held=True)

    able = [(key, who) for key, who in mine if not gate(key)]
    return Offer(
        "escape",
        "Break free",
        (who_field(able or mine[:1]),),
        rule("grapple-escape"),
        f"{m.ESCAPE_AP} AP",
        "A STR contest; a tie holds.",
        MOVE,
        refused=None if able else gate(mine[0][0]),
    )


def _escape(game: ActGame, answer: Answer) -> Flow[None]:
    """A STR contest against the grappler; a win ends the grapple (actlite/grapple-escape)."""
    key = answer.text("who")
    yield from _declared(game, key, "breaking free", m.ESCAPE_AP, lambda: _free_already(game, key))
    if not game.state.doing or not game.state.doing[-1].going:
        return
    grappler = held(game.state, key)
    won = yield from paid_contest(game, key, grappler)
    if won:
        why = f"{name(game.state, key)} broke free"
        game.record(e.GrappleEnded(who=grappler, target=key, why=why, rule=rule("grapple-escape")))
    game.record(e.ActionEnded(who=key))


def _free_already(game: ActGame, key: str) -> Refused | None:
    if held(game.state, key):
        return None
    return refuse("grapple-escape", "free", f"{name(game.state, key)} is free already.")


# ------------------------------------------------------------------ anything else


def _offer_free(game: ActGame, seat: Seat) -> Offer | None:
    def gate(key: str) -> Refused | None:
        return unable(game.state.characters[key])

    return offer_for(
        game,
        seat,
        "free",
        "Do something simple",
        gate,
        lambda able: (text_field("text", "What, such as talking", 400, least=1),),
        name="free-actions",
        cost="free",
    )


def _free(game: ActGame, answer: Answer) -> None:
    game.record(e.Did(who=answer.text("who"), text=answer.text("text"), rule=rule("free-actions")))


def _offer_other(game: ActGame, seat: Seat) -> Offer | None:
    return offer_for(
        game,
        seat,
        "other",
        "Do something else",
        lambda key: may_act(game, key, 1, "an action"),
        lambda able: (text_field("text", "What", 400, least=1), number_field("ap", "AP", 1, 6, 1)),
        name="action-cost-default",
        cost="1 AP unless something says otherwise",
    )


def _check_other(game: ActGame, answer: Answer) -> Refused | None:
    return may_act(game, answer.text("who"), answer.number("ap"), "this action")


def _other(game: ActGame, answer: Answer) -> Flow[None]:
    key, cost = answer.text("who"), answer.number("ap")
    yield from _declared(game, key, answer.text("text"), cost, lambda: may_pay(game, key, cost))
    if game.state.doing and game.state.doing[-1].going:
        game.record(e.Did(who=key, text=answer.text("text"), rule=rule("action-cost-default")))
        game.record(e.ActionEnded(who=key))


def may_pay(game: ActGame, key: str, cost: int) -> Refused | None:
    """Whether the AP of a declared action is still in hand."""
    pile = game.state.initiative.piles.get(key) if game.state.initiative else None
    if game.state.initiative and (not pile or pile.hand < cost):
        return refuse("pay-from-hand", "no-ap", f"{name(game.state, key)} can't pay any more.")
    return None


# ------------------------------------------------------------------ the map


def _offer_place(game: ActGame, seat: Seat) -> Offer | None:
    state = game.state
    people = list(state.here())
    if seat != GM or not state.ground or not people:
        return None
    board = state.ground.board
    spots = tuple(
        Choice(grid.Spot(x, y).key, grid.Spot(x, y).key)
        for y in range(board.height)
        for x in range(board.width)
        if grid.Spot(x, y) not in board.blocked
    )
    fields = (who_field(people), Field("to", "Where", "cell", spots))
    return Offer("place-token", "Put somebody on the map", fields, rule("movement-speed"), group=MOVE)


def _check_place(game: ActGame, answer: Answer) -> Refused | None:
    state = game.state
    key, spot = answer.text("who"), grid.read_spot(answer.text("to"))
    assert state.ground
    body = grid.Body(spot, max(1, state.characters[key].size + 1))
    if not grid.has_room(state.ground.board, body, bodies(state, key)):
        return refuse("movement-speed", "no-room", "There is no room.")
    return None


def _place(game: ActGame, answer: Answer) -> None:
    spot = grid.read_spot(answer.text("to"))
    game.record(e.Placed(who=answer.text("who"), at=spot, rule=rule("movement-speed")))


def _offer_map(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    fields = (
        number_field("width", "Spaces wide; 0 for no map", 0, 60, 12),
        number_field("height", "Spaces high", 1, 60, 8),
        text_field("blocked", "Blocked spaces, such as `3,4 3,5`", 2000),
        text_field("rough", "Rough spaces, which cost 2", 2000),
    )
    return Offer("map", "Lay a map", fields, rule("movement-speed"), group=MOVE)


def _check_map(game: ActGame, answer: Answer) -> Refused | None:
    for field in ("blocked", "rough"):
        for word in answer.text(field).split():
            try:
                grid.read_spot(word)
            except ValueError as error:
                return refuse("movement-speed", "bad-space", str(error))
    return None


def _map(game: ActGame, answer: Answer) -> None:
    width, height = answer.number("width"), answer.number("height")
    for key, who in game.state.characters.items():
        if who.at and (who.at.x + who.size >= width or who.at.y + who.size >= height):
            game.record(e.Placed(who=key, at=None, rule=rule("movement-speed")))
    blocked, rough = (tuple(grid.read_spot(word) for word in answer.text(one).split()) for one in ("blocked", "rough"))
    ground = e.Ground(width, height, blocked, rough) if width else None
    game.record(e.MapLaid(ground=ground, rule=rule("movement-speed")))


ACTIONS: tuple[Action[ActState], ...] = (
    act("move", _offer_move, _move, _check_move, anytime=True),
    act("stand", _offer_stand, at_once(_stand), anytime=True),
    act("draw-weapon", _offer_draw, at_once(_draw), _check_draw, anytime=True),
    act("switch", _offer_switch, at_once(_switch), _check_switch, anytime=True),
    act("stow", _offer_stow, at_once(_stow), anytime=True),
    act("drop", _offer_drop, at_once(_drop), anytime=True),
    act("search", _offer_search, at_once(_search), anytime=True),
    act("use-item", _offer_use, _use, _check_use, anytime=True),
    act("drag", _offer_drag, at_once(_drag), anytime=True),
    act("ground", _offer_ground, at_once(_ground), anytime=True),
    act("escape", _offer_escape, _escape, anytime=True),
    act("let-go", _offer_let_go, at_once(_let_go), anytime=True),
    act("free", _offer_free, at_once(_free), anytime=True),
    act("other", _offer_other, _other, _check_other, anytime=True),
    act("map", _offer_map, at_once(_map), _check_map),
    act("place-token", _offer_place, at_once(_place), _check_place, anytime=True),
)
