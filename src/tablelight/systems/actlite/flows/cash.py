"""CASH: levels instead of coins, and the four ways a purchase can go."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.content.pack import starter_pack
from tablelight.systems.actlite.flows.checks import own_sources, roll_check, skill_sources
from tablelight.systems.actlite.flows.common import (
    SHEET,
    ActGame,
    armors,
    choice_field,
    goods,
    is_on,
    number_field,
    own,
    refuse,
    rule,
    text_field,
    weapons,
    who_field,
)
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import ActState, Character, Doing, Good, Item, score, slug

OTHER = "other"
NOBODY = "nobody"
SKILLS = ("SOC", "BARTER")
ORDER_ONLY = "Levels are only an order: they have no amount, can't be added up and are worth no coins."


def level_name(level: int) -> str:
    """A level with its name, such as `9 Moderation`."""
    return f"{level} {starter_pack().levels[level - 1].name}"


def _off(game: ActGame) -> Refused | None:
    if is_on(game, "cash"):
        return None
    return refuse("cash-module", "off", "CASH is not in use at this table.")


# ------------------------------------------------------------------ the GM sets levels


def _offer_set(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people or _off(game):
        return None
    levels = [Choice(str(one.level), level_name(one.level), one.goods) for one in starter_pack().levels]
    fields = (who_field(people), choice_field("level", "CASH level", levels), text_field("reason", "Why", 120))
    return Offer("cash", "Set a CASH level", fields, rule("cash-levels"), group=SHEET)


def _set(game: ActGame, answer: Answer) -> None:
    level = int(answer.text("level"))
    reason = answer.text("reason")
    game.record(e.CashSet(who=answer.text("who"), level=level, reason=reason, rule=rule("cash-levels")))


# ------------------------------------------------------------------ buying


def _offer_buy(game: ActGame, seat: Seat) -> Offer | None:
    mine = [(key, who) for key, who in own(game.state, seat) if who.kind == "pc"]
    if not mine:
        return None
    only = mine[0][1] if len(mine) == 1 else None
    offered = [
        Choice(key, good.name, _price_words(only, good.level), refused=_too_dear(only, good.level) if only else None)
        for key, good in goods(game.state).items()
    ]
    sellers = [Choice(key, who.name) for key, who in game.state.here() if who.kind == "npc" and not who.hidden]
    fields = (
        who_field(mine),
        choice_field("good", "What", [*offered, Choice(OTHER, "something else")], OTHER),
        text_field("name", "Name of something else", 80),
        number_field("level", "Its level, as the GM says", 0, m.HIGHEST_CASH, 0),
        choice_field("with", "If it comes to a check", [Choice(one, one) for one in SKILLS], "SOC"),
        choice_field("seller", "Seller", [Choice(NOBODY, "somebody without a sheet"), *sellers], NOBODY),
        number_field("dc", "Another DC, as the GM says; 0 for the seller's", 0, 30, 0),
    )
    return Offer("buy", "Buy something", fields, rule("cash-levels"), note=ORDER_ONLY, group=SHEET, refused=_off(game))


DEALS: dict[m.CashDeal, str] = {
    "above": "", "equal": "the level falls by 1", "one-below": "a check, or the level falls by 1", "free": "free",
}  # fmt: skip


def _price_words(who: Character | None, price: int) -> str:
    """A price, and what paying it means for somebody (actlite/cash-equal, -one-below, -two-below)."""
    means = DEALS[m.cash_deal(who.cash, price)] if who else ""
    return f"{level_name(price)}: {means}" if means else level_name(price)


def _too_dear(who: Character, price: int) -> Refused | None:
    if m.cash_deal(who.cash, price) != "above":
        return None
    text = f"That is valued above {who.name}'s level ({level_name(price)}, the level is {level_name(who.cash)})."
    return refuse("cash-above", "above", text)


def good_of(state: ActState, answer: Answer) -> Good:
    """What is bought: something on the price list, or something else at the level that the GM says."""
    if answer.text("good") != OTHER:
        return goods(state)[answer.text("good")]
    return Good(answer.text("name") or "something", answer.number("level"))


def _check_buy(game: ActGame, answer: Answer) -> Refused | None:
    good = good_of(game.state, answer)
    if not good.level:
        return refuse("cash-levels", "no-level", "The GM names a level for something that is not on the list.")
    return _too_dear(game.state.characters[answer.text("who")], good.level)


def _buy(game: ActGame, answer: Answer) -> Flow[None]:
    """The decision stands before any roll; the goods are bought either way (actlite/cash-one-below)."""
    key, good = answer.text("who"), good_of(game.state, answer)
    level = game.state.characters[key].cash
    deal = m.cash_deal(level, good.level)
    if deal == "equal" or (deal == "one-below" and not (yield from _bargain(game, answer))):
        level = m.cash_lowered(level)
    name = {"equal": "cash-equal", "one-below": "cash-one-below", "free": "cash-two-below"}[deal]
    game.record(e.Bought(who=key, what=good.name, price=good.level, level=level, rule=rule(name)))
    if level != game.state.characters[key].cash:
        game.record(e.CashSet(who=key, level=level, reason="a purchase", rule=rule(name)))
    for event in _goods(game.state, key, good):
        game.record(event)


def _bargain(game: ActGame, answer: Answer) -> Flow[bool]:
    """A check with SOC or BARTER against the seller's passive SOC; with neither it fails (actlite/cash-one-below)."""
    key = answer.text("who")
    doing = bargaining(game.state, key, answer.text("with"), _dc(game, answer))
    if not doing:
        return False
    game.record(e.Declared(doing=doing, rule=rule("cash-one-below")))
    rolled = yield from roll_check(game, doing)
    game.record(e.ActionEnded(who=key))
    return rolled.success


def bargaining(state: ActState, key: str, attribute: str, dc: int | None) -> Doing | None:
    """The check of a purchase one level below; None for somebody with neither attribute (actlite/cash-one-below)."""
    who = state.characters[key]
    if attribute not in who.scores:
        attribute = next((one for one in SKILLS if one in who.scores), "")
    if not attribute:
        return None
    sources = (*own_sources(who, ()), *skill_sources(who, attribute))
    return Doing(key, f"a {attribute} check to buy", "", True, dc, score(who, attribute) or 0, sources)


def _dc(game: ActGame, answer: Answer) -> int | None:
    if answer.number("dc"):
        return answer.number("dc")
    if answer.text("seller") == NOBODY:
        return m.PASSIVE_BASE
    value = score(game.state.characters[answer.text("seller")], "SOC")
    return None if value is None else m.passive(value)


def _goods(state: ActState, key: str, good: Good) -> Iterator[e.WeaponGained | e.ArmorWorn | e.ItemGained]:
    who = state.characters[key]
    if good.weapon:
        weapon = weapons(state)[good.weapon]
        yield e.WeaponGained(who=key, key=slug(weapon.name, who.weapons), weapon=weapon)
    elif good.armor:
        yield e.ArmorWorn(who=key, armor=armors(state)[good.armor])
    else:
        item = good.item or Item(good.name[:80])
        yield e.ItemGained(who=key, key=slug(item.name, who.items), item=item)


ACTIONS: tuple[Action[ActState], ...] = (
    act("buy", _offer_buy, _buy, _check_buy),
    act("cash", _offer_set, at_once(_set)),
)
