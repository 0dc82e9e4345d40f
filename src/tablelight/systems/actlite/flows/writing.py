"""Writing hexes, maintaining them, adding modifiers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows.common import (
    HEX,
    ActGame,
    choice_field,
    hexes,
    is_on,
    may_act,
    number_field,
    offer_for,
    own,
    pay,
    refuse,
    rule,
    yes_no,
)
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.flows.hexes import (
    go_off,
    off,
    owned,
    place_of,
    ready,
    title,
)
from tablelight.systems.actlite.state import ActState, Character, Hex, Written, ap, score, slug

# ------------------------------------------------------------------ writing


def _offer_write(game: ActGame, seat: Seat) -> Offer | None:
    mine = own(game.state, seat)
    if not mine or (not off(game) and not any(who.scrivening.known for _, who in mine)):
        return None

    def fields(able: list[tuple[str, Character]]) -> Iterator[Field]:
        known = dict.fromkeys(key for _, who in able for key in who.scrivening.known)
        lore = hexes(game.state)
        plain = tuple(
            Choice(k, lore[k].name, lore[k].text, refused=_unwritable(lore[k])) for k in known if not lore[k].modifier
        )
        mods = tuple(Choice(k, lore[k].name, lore[k].text) for k in known if lore[k].modifier)
        yield Field("hexes", "Hexes", "many", plain, least=min(1, len(plain)), most=max(1, len(plain)))
        yield Field("modifiers", "Modifiers", "many", mods, most=len(mods), default=())
        yield yes_no("independent", "Made independent")
        places = (Choice("hand", "in hand"), Choice("body", "on the body"), Choice("wrapped", "wrapped around a grip"))
        yield choice_field("where", "Kept", places, "hand")
        yield yes_no("strip", "On a strip (an invocation)")
        if game.state.initiative:
            yield number_field("ap", "AP to pay now; 0 for all", 0, 30, 0)

    return offer_for(
        game,
        seat,
        "write-hex",
        "Write a hex",
        lambda key: off(game) or _no_writing(game, key),
        fields,
        name="hex-write-capacity",
        group=HEX,
        cost="3 AP +",
        note=_written_words(game, mine),
    )


def _written_words(game: ActGame, people: list[tuple[str, Character]]) -> str:
    """How much each writer has written and maintains, and in initiative what it costs."""
    cost = "3 AP for each hex, 1 AP for each modifier. " if game.state.initiative else ""
    return cost + " ".join(
        f"{who.name}: {who.scrivening.written} of {capacity(who)} written since the last rest, "
        f"{_maintaining(game, key)} of {capacity(who)} maintained."
        for key, who in people
        if who.scrivening.known
    )


def _maintaining(game: ActGame, key: str) -> int:
    return sum(len(game.state.written[one].parts) for one in _maintained(game, key, ""))


def _unwritable(one: Hex) -> Refused | None:
    if one.durable_only:
        return refuse("durable-requirements", "durable-only", f"{one.name}: only as a [durable] hex in a palette.")
    return None


def capacity(who: Character) -> int:
    """How many hexes a character can write or maintain; 0 without WIL (actlite/hex-write-capacity)."""
    wil = score(who, "WIL")
    return 0 if wil is None else m.hex_capacity(wil)


def _no_writing(game: ActGame, key: str) -> Refused | None:
    who = game.state.characters[key]
    if "WIL" not in who.scores:
        return refuse("attribute-absent", "no-attribute", f"{who.name} has no WIL at all and can't write hexes.")
    if not who.scrivening.known:
        return refuse("hex-learning-ways", "unknown", f"{who.name} knows no hex.")
    if who.scrivening.written >= capacity(who):
        text = f"{who.scrivening.written} of {capacity(who)} written since the last rest."
        return refuse("hex-write-capacity", "capacity", text)
    return may_act(game, key, 1, "writing a hex")


def _check_write(game: ActGame, answer: Answer) -> Refused | None:
    key, parts, modifiers = answer.text("who"), answer.many("hexes"), answer.many("modifiers")
    who = game.state.characters[key]
    independent = answer.text("independent") == "yes"
    return (
        _enough_parts(game, who, parts)
        or unknown(who, (*parts, *modifiers))
        or partners(game.state, parts)
        or (_no_independence(game, key, parts) if independent else None)
        or _too_many(who, modifiers, _independence_places(game.state, parts) if independent else 0)
        or _no_ap(game, key, ap_cost(game.state, parts, modifiers, independent=independent), _paid_now(answer))
    )


def _paid_now(answer: Answer) -> int:
    """The AP to be paid at once; 0 for all of it, and outside initiative."""
    return answer.number("ap") if "ap" in answer.args else 0


def _enough_parts(game: ActGame, who: Character, parts: Sequence[str]) -> Refused | None:
    if not parts:
        return refuse("hex-write-capacity", "nothing", f"{who.name} knows no hex to write.")
    if who.scrivening.written + len(parts) > capacity(who):
        text = f"{who.scrivening.written} of {capacity(who)} written since the last rest."
        return refuse("hex-write-capacity", "capacity", text)
    return None


def unknown(who: Character, keys: Sequence[str]) -> Refused | None:
    lacking = [key for key in keys if key not in who.scrivening.known]
    return refuse("hex-learning-ways", "unknown", f"{who.name} does not know {lacking[0]}.") if lacking else None


def partners(state: ActState, parts: Sequence[str]) -> Refused | None:
    lore = hexes(state)
    for part in parts:
        wrong = [other for other in parts if other != part and lore[part].partners and other not in lore[part].partners]
        if wrong:
            text = f"{lore[part].name} can't be combined with {lore[wrong[0]].name}."
            return refuse("hex-overrides", "partners", text)
    return None


def _too_many(who: Character, modifiers: Sequence[str], more: int) -> Refused | None:
    most = capacity(who)
    if len(modifiers) + more > most:
        return refuse("hex-modifier-limit", "modifiers", f"At most {most} modifiers.")
    return None


def _independence_places(state: ActState, parts: Sequence[str]) -> int:
    """The key and the signature are one modifier; hard hexes need more (actlite/independent-making)."""
    lore = hexes(state)
    return 1 + sum(lore[part].hard for part in parts if lore[part].independence == "hard")


def _no_independence(game: ActGame, key: str, parts: Sequence[str]) -> Refused | None:
    lore = hexes(game.state)
    scrivening = game.state.characters[key].scrivening
    for part in parts:
        if lore[part].independence == "impossible":
            text = f"There are no known means to make {lore[part].name} independent."
            return refuse("independent-availability", "impossible", text)
        if part not in scrivening.keys:
            return refuse("independent-key", "no-key", f"A key of your own for {lore[part].name} is needed.")
    if not scrivening.signature:
        return refuse("independent-signature", "no-signature", "A hex signature of your own is needed.")
    return None


def ap_cost(state: ActState, parts: Sequence[str], modifiers: Sequence[str], *, independent: bool) -> int:
    """What writing costs in initiative, with what single hexes override (actlite/hex-ap-cost)."""
    lore = hexes(state)
    overridden = [part for part in parts if lore[part].ap is not None]
    more = _independence_places(state, parts) if independent else 0
    plain = m.hex_ap(len(parts) - len(overridden), len(modifiers) + more)
    return plain + sum(lore[part].ap or 0 for part in overridden)


def _no_ap(game: ActGame, key: str, cost: int, now: int) -> Refused | None:
    if not game.state.initiative:
        return None
    there = ap(game.state, key)
    if is_on(game, "hex-writing", "at-once") and there < cost:
        return refuse("hex-ap-cost", "no-ap", f"{cost} AP at once, {there} in hand.")
    if now > there:
        return refuse("pay-from-hand", "no-ap", f"{now} AP, {there} in hand.")
    return None


def _write(game: ActGame, answer: Answer) -> Flow[None]:
    """Paid bit by bit if need be; the hex exists when the last AP is paid (actlite/hex-ap-cost)."""
    who, parts, modifiers = answer.text("who"), answer.many("hexes"), answer.many("modifiers")
    independent = answer.text("independent") == "yes"
    cost = ap_cost(game.state, parts, modifiers, independent=independent) if game.state.initiative else 0
    key = slug("hex", game.state.written)
    written = Written(
        parts,
        who,
        who,
        modifiers,
        place_of(answer),
        game.state.clock,
        independent,
        game.state.characters[who].scrivening.signature if independent else "",
        answer.text("strip") == "yes",
        unpaid=cost,
    )
    game.record(e.HexWritten(key=key, written=written, rule=rule("hex-write-capacity")))
    yield from _pay_on(game, key, _paid_now(answer) or cost)


def _pay_on(game: ActGame, key: str, now: int) -> Flow[None]:
    written = game.state.written[key]
    paid = min(now, written.unpaid, ap(game.state, written.author)) if written.unpaid else 0
    if paid:
        pay(game, written.author, paid, "writing a hex", name="hex-ap-cost")
        unpaid = written.unpaid - paid
        game.record(e.HexPaid(key=key, who=written.author, unpaid=unpaid, rule=rule("hex-ap-cost")))
    if not game.state.written[key].unpaid:
        yield from _finish(game, key)


def _finish(game: ActGame, key: str) -> Flow[None]:
    """Just before it is complete, the oldest go as needed (actlite/hex-maintain-capacity)."""
    written = game.state.written[key]
    count = len(written.parts)
    while gone := displaced(game, written.author, count, key, independent=written.independent):
        yield from _replace(game, gone[0], written.author)
    game.record(e.HexFinished(key=key, who=written.author, count=count, rule=rule("hex-write-capacity")))


def displaced(game: ActGame, author: str, count: int, new: str = "", *, independent: bool = False) -> list[str]:
    """The hexes, oldest first, that can't be maintained beside a new one of so many parts
    (actlite/hex-maintain-capacity)."""
    if independent and not is_on(game, "independent-maintain", "yes"):
        return []
    maintained = _maintained(game, author, new)
    most = capacity(game.state.characters[author])
    total = count + sum(len(game.state.written[one].parts) for one in maintained)
    gone: list[str] = []
    for one in maintained:
        if total <= most:
            break
        total -= len(game.state.written[one].parts)
        gone.append(one)
    return gone


def _maintained(game: ActGame, author: str, new: str) -> list[str]:
    """The usable hexes that an author maintains, oldest first."""
    also = is_on(game, "independent-maintain", "yes")
    found = [
        (written.since, key)
        for key, written in game.state.written.items()
        if key != new and written.author == author and ready(written) and (also or not written.independent)
    ]
    return [key for _, key in sorted(found, key=lambda one: one[0])]


def _replace(game: ActGame, key: str, author: str) -> Flow[None]:
    if is_on(game, "replaced-hex", "activates"):
        yield from go_off(game, key, author, "", "replaced by a newer one")
    else:
        game.record(e.HexGone(key=key, why="replaced by a newer one", rule=rule("hex-maintain-capacity")))


def _offer_on(game: ActGame, seat: Seat) -> Offer | None:
    mine = {key for key, _ in own(game.state, seat)}
    open_ones = [(key, one) for key, one in game.state.written.items() if one.unpaid and one.author in mine]
    if not open_ones:
        return None
    choices = [
        Choice(
            key,
            title(game.state, one.parts),
            f"{one.unpaid} AP left",
            refused=may_act(game, one.author, 1, "writing on"),
        )
        for key, one in open_ones
    ]
    stopped = None if any(not choice.refused for choice in choices) else choices[0].refused
    fields = (choice_field("hex", "Which", choices), number_field("ap", "AP to pay now; 0 for all", 0, 30, 0))
    return Offer("write-on", "Go on writing", fields, rule("hex-ap-cost"), group=HEX, refused=stopped)


def _write_on(game: ActGame, answer: Answer) -> Flow[None]:
    key = answer.text("hex")
    yield from _pay_on(game, key, answer.number("ap") or game.state.written[key].unpaid)


# ------------------------------------------------------------------ modifiers on written hexes


def _offer_modify(game: ActGame, seat: Seat) -> Offer | None:
    mine = own(game.state, seat)
    lore = hexes(game.state)
    mods = dict.fromkeys(key for _, who in mine for key in who.scrivening.known if lore[key].modifier)
    reachable = [(k, w) for k, w in game.state.written.items() if ready(w) and not _hidden(game.state, w, seat)]
    if not mods or not reachable or off(game):
        return None
    return offer_for(
        game,
        seat,
        "modify",
        "Add a modifier to a written hex",
        lambda key: may_act(game, key, m.MODIFIER_AP, "adding a modifier"),
        lambda able: (
            choice_field("hex", "To", [Choice(k, owned(game.state, w)) for k, w in reachable]),
            choice_field("modifier", "Modifier", [Choice(k, lore[k].name, lore[k].text) for k in mods]),
        ),
        name="modifier-combining",
        group=HEX,
        cost="1 AP",
    )


def _hidden(state: ActState, written: Written, seat: Seat) -> bool:
    bearer = state.characters.get(written.bearer)
    return bool(seat != GM and bearer and bearer.hidden)


def _check_modify(game: ActGame, answer: Answer) -> Refused | None:
    who, key, modifier = answer.text("who"), answer.text("hex"), answer.text("modifier")
    written, one = game.state.written[key], hexes(game.state)[modifier]
    stopped = unknown(game.state.characters[who], (modifier,))
    if stopped:
        return stopped
    if written.author != who and not one.foreign:
        text = f"{one.name} can't be added to hexes that somebody else wrote."
        return refuse("hex-overrides", "foreign", text)
    places = _independence_places(game.state, written.parts) if written.independent else 0
    return _too_many(game.state.characters[who], (*written.modifiers, modifier), places)


def _modify(game: ActGame, answer: Answer) -> None:
    who, key, modifier = answer.text("who"), answer.text("hex"), answer.text("modifier")
    pay(game, who, m.MODIFIER_AP, "adding a modifier", name="hex-ap-cost")
    old = game.state.written[key]
    changed = replace(old, modifiers=(*old.modifiers, modifier))
    game.record(e.HexChanged(key=key, written=changed, rule=rule("modifier-combining")))


ACTIONS: tuple[Action[ActState], ...] = (
    act("write-hex", _offer_write, _write, _check_write, anytime=True),
    act("write-on", _offer_on, _write_on, anytime=True),
    act("modify", _offer_modify, at_once(_modify), _check_modify, anytime=True),
)
