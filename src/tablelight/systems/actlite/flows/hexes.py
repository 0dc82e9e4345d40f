"""Hexes: activating and destroying them, writing, maintaining, modifying, palettes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from tablelight.kernel.flow import Flow
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import effects
from tablelight.systems.actlite.flows.common import (
    HEX,
    ActGame,
    choice_field,
    choose,
    controller,
    hexes,
    is_on,
    may_act,
    name,
    number_field,
    offer_for,
    own,
    pay,
    refuse,
    rule,
    shown,
    unable,
    who_field,
    yes_no,
)
from tablelight.systems.actlite.flows.ending import act, at_once
from tablelight.systems.actlite.state import ActState, Character, Hex, Written, ap, score, slug

NOBODY = "nobody"
READY = ("hand", "wrapped")

Place: TypeAlias = Literal["hand", "body", "pack", "wrapped"]
PLACES: tuple[Place, ...] = ("hand", "body", "pack", "wrapped")


def off(game: ActGame) -> Refused | None:
    """The refusal where hexes are not played (actlite/hex-module)."""
    if is_on(game, "hexes"):
        return None
    return refuse("hex-module", "off", "The hex rules are not in use at this table.")


def title(state: ActState, parts: Sequence[str]) -> str:
    """The names of hexes in a row."""
    known = hexes(state)
    return " + ".join(known[part].name if part in known else part for part in parts)


def ready(written: Written) -> bool:
    """Whether a written hex can be used."""
    return written.usable and not written.unpaid


# ------------------------------------------------------------------ going off


def go_off(game: ActGame, key: str, by: str, target: str, why: str) -> Flow[None]:
    """Activation destroys, destruction activates; without what it needs it is lost without effect
    (actlite/hex-destroyed-activates, actlite/hex-requirement-unmet)."""
    written = game.state.written[key]
    if not ready(written):
        game.record(e.HexGone(key=key, why="it had no power any more", rule=rule("hex-lifetime")))
        return
    met = yield from _needs_met(game, (*written.parts, *written.modifiers))
    name = "hex-destroyed-activates" if met else "hex-requirement-unmet"
    game.record(e.HexActivated(key=key, who=by, effect=met, why=why, rule=rule(name)))
    if met:
        yield from carry_out(game, written.parts, written.modifiers, by, target, _author(written))


def _author(written: Written) -> str:
    """Whom effects on the author reach: nobody through an independent hex (actlite/independent-basics)."""
    return "" if written.independent else written.author


def _needs_met(game: ActGame, keys: Sequence[str]) -> Flow[bool]:
    known = hexes(game.state)
    for key in keys:
        if known[key].needs:
            choices = (Choice("yes", "It is met"), Choice("no", "It is not met"))
            question = f"{known[key].name} needs: {known[key].needs}"
            met = yield from choose(GM, question, choices, "hex-requirement-unmet")
            if met == "no":
                return False
    return True


def carry_out(
    game: ActGame, parts: Sequence[str], modifiers: Sequence[str], by: str, target: str, author: str
) -> Flow[None]:
    """All hexes of a combination happen, each with every modifier (actlite/modifier-combining, -whole)."""
    known = hexes(game.state)
    times = 1
    for key in modifiers:
        times *= known[key].times
    changed = f" (with {', '.join(known[key].name for key in modifiers)})" if modifiers else ""
    for key in (*parts, *modifiers):
        one = known[key]
        name = "modifier-whole" if one.modifier else "modifier-combining"
        if one.text and not one.modifier:
            game.record(e.Told(who=by, text=f"{one.name}: {one.text}{changed}", rule=rule(name)))
        for effect in one.effects:
            on = author if effect.on == "author" else target or by
            if on:
                yield from effects.apply(game, effect, by, on, one.name, times)


def attack_hexes(game: ActGame, who: str, target: str) -> Flow[None]:
    """Hexes that an attack activates cost nothing beyond it (actlite/hex-activation-condition)."""
    if not game.state.written:
        return
    known = hexes(game.state)
    for key, written in list(game.state.written.items()):
        fits = written.bearer == who and written.where in READY and ready(written)
        if not fits or not any(known[part].on_attack for part in written.parts):
            continue
        choices = (Choice("yes", "Activate it"), Choice("no", "Not now"))
        question = f"{shown(game.state, who)} attacks: activate {title(game.state, written.parts)}?"
        if (yield from choose(controller(game.state, who), question, choices, "hex-activation-condition")) == "yes":
            yield from go_off(game, key, who, target, "an attack")


# ------------------------------------------------------------------ activating


def _borne(game: ActGame, seat: Seat) -> Iterator[tuple[str, Written]]:
    mine = {key for key, _ in own(game.state, seat)}
    return ((key, written) for key, written in game.state.written.items() if written.bearer in mine)


def _activation_cost(game: ActGame, written: Written) -> int:
    if written.where in READY:
        return int(is_on(game, "hex-in-hand", "one-ap"))
    return 1


def _offer_activate(game: ActGame, seat: Seat) -> Offer | None:
    choices: list[Choice] = []
    for key, written in _borne(game, seat):
        cost = _activation_cost(game, written)
        words = "in hand" if written.where in READY else f"{cost} AP to find it"
        stopped = may_act(game, written.bearer, cost, "activating a hex")
        choices.append(Choice(key, title(game.state, written.parts), words, refused=stopped))
    if not choices:
        return None
    stopped = None if any(not choice.refused for choice in choices) else choices[0].refused
    people = [Choice(key, who.name) for key, who in game.state.here() if not who.hidden]
    fields = (
        choice_field("hex", "Which", choices),
        choice_field("target", "On", [Choice(NOBODY, "nobody"), *people], NOBODY),
    )
    return Offer(
        "activate", "Activate a hex", fields, rule("hex-search-activate"), group=HEX, refused=off(game) or stopped
    )


def _activate(game: ActGame, answer: Answer) -> Flow[None]:
    """In hand it is free; searching for one and activating it costs 1 AP in all (actlite/hex-search-activate)."""
    key = answer.text("hex")
    written = game.state.written[key]
    cost = _activation_cost(game, written)
    if cost:
        pay(game, written.bearer, cost, "activating a hex", name="hex-search-activate")
    target = "" if answer.text("target") == NOBODY else answer.text("target")
    why = "torn" if written.strip else "activated"
    yield from go_off(game, key, written.bearer, target, why)


def _offer_tear(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.written or off(game):
        return None
    people = [Choice(key, who.name) for key, who in game.state.here()]
    fields = (
        choice_field("hex", "Which", [Choice(k, _owned(game.state, w)) for k, w in game.state.written.items()]),
        choice_field("who", "Who does it", people),
        choice_field("target", "On", [Choice(NOBODY, "nobody"), *people], NOBODY),
    )
    note = "Torn, smudged, burned: whoever causes it, it activates."
    return Offer("destroy", "Destroy a written hex", fields, rule("hex-destroyed-activates"), note=note, group=HEX)


def _owned(state: ActState, written: Written) -> str:
    return f"{title(state, written.parts)} ({name(state, written.bearer)})"


def _tear(game: ActGame, answer: Answer) -> Flow[None]:
    target = "" if answer.text("target") == NOBODY else answer.text("target")
    yield from go_off(game, answer.text("hex"), answer.text("who"), target, "destroyed")


def _offer_hand(game: ActGame, seat: Seat) -> Offer | None:
    found = [
        Choice(key, title(game.state, written.parts), refused=unable(game.state.characters[written.bearer]))
        for key, written in _borne(game, seat)
    ]
    if not found or off(game):
        return None
    people = [Choice(key, who.name) for key, who in game.state.here() if not who.hidden or seat == GM]
    places = (Choice("hand", "in hand"), Choice("body", "on the body"), Choice("pack", "in a pack"),
              Choice("wrapped", "wrapped around a grip or hand"))  # fmt: skip
    busy = (
        refuse("initiative-when", "initiative", "Not in the middle of initiative.") if game.state.initiative else None
    )
    fields = (
        choice_field("hex", "Which", found),
        choice_field("to", "To", people),
        choice_field("where", "Where", places),
    )
    return Offer("hand-over", "Put or hand over a hex", fields, rule("invocation-activation"), group=HEX, refused=busy)


def _hand(game: ActGame, answer: Answer) -> None:
    key = answer.text("hex")
    written = game.state.written[key]
    moved = replace(written, bearer=answer.text("to"), where=_place(answer))
    game.record(e.HexChanged(key=key, written=moved, rule=rule("invocation-activation")))


def _place(answer: Answer) -> Place:
    return next(one for one in PLACES if one == answer.text("where"))


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
        yield number_field("ap", "AP to pay now, in initiative; 0 for all", 0, 30, 0)

    return offer_for(
        game,
        seat,
        "write-hex",
        "Write a hex",
        lambda key: off(game) or _no_writing(game, key),
        fields,
        name="hex-write-capacity",
        group=HEX,
        cost="3 AP and 1 for each modifier in initiative",
    )


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
        or _unknown(who, (*parts, *modifiers))
        or _partners(game.state, parts)
        or (_no_independence(game, key, parts) if independent else None)
        or _too_many(who, modifiers, _independence_places(game.state, parts) if independent else 0)
        or _no_ap(game, key, ap_cost(game.state, parts, modifiers, independent=independent), answer.number("ap"))
    )


def _enough_parts(game: ActGame, who: Character, parts: Sequence[str]) -> Refused | None:
    if not parts:
        return refuse("hex-write-capacity", "nothing", f"{who.name} knows no hex to write.")
    if who.scrivening.written + len(parts) > capacity(who):
        text = f"{who.scrivening.written} of {capacity(who)} written since the last rest."
        return refuse("hex-write-capacity", "capacity", text)
    return None


def _unknown(who: Character, keys: Sequence[str]) -> Refused | None:
    lacking = [key for key in keys if key not in who.scrivening.known]
    return refuse("hex-learning-ways", "unknown", f"{who.name} does not know {lacking[0]}.") if lacking else None


def _partners(state: ActState, parts: Sequence[str]) -> Refused | None:
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
        _place(answer),
        game.state.clock,
        independent,
        game.state.characters[who].scrivening.signature if independent else "",
        answer.text("strip") == "yes",
        unpaid=cost,
    )
    game.record(e.HexWritten(key=key, written=written, rule=rule("hex-write-capacity")))
    yield from _pay_on(game, key, answer.number("ap") or cost)


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
    counts = not written.independent or is_on(game, "independent-maintain", "yes")
    while counts and (maintained := _maintained(game, written.author, key)):
        total = sum(len(game.state.written[one].parts) for one in maintained) + count
        if total <= capacity(game.state.characters[written.author]):
            break
        yield from _replace(game, maintained[0], written.author)
    game.record(e.HexFinished(key=key, who=written.author, count=count, rule=rule("hex-write-capacity")))


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
            choice_field("hex", "To", [Choice(k, _owned(game.state, w)) for k, w in reachable]),
            choice_field("modifier", "Modifier", [Choice(k, lore[k].name, lore[k].text) for k in mods]),
        ),
        name="modifier-combining",
        group=HEX,
        cost="1 AP in initiative",
    )


def _hidden(state: ActState, written: Written, seat: Seat) -> bool:
    bearer = state.characters.get(written.bearer)
    return bool(seat != GM and bearer and bearer.hidden)


def _check_modify(game: ActGame, answer: Answer) -> Refused | None:
    who, key, modifier = answer.text("who"), answer.text("hex"), answer.text("modifier")
    written, one = game.state.written[key], hexes(game.state)[modifier]
    unknown = _unknown(game.state.characters[who], (modifier,))
    if unknown:
        return unknown
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


# ------------------------------------------------------------------ palettes


def _offer_palette(game: ActGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.here() if who.scrivening.known]
    if seat != GM or not people or off(game):
        return None
    lore = hexes(game.state)
    known = dict.fromkeys(
        k for _, who in people for k in who.scrivening.known if lore[k].durable or lore[k].durable_only
    )
    if not known:
        return None
    fields = (
        who_field(people),
        Field("name", "Its name", "text", least=1, most=40),
        Field("hexes", "Hexes", "many", tuple(Choice(k, lore[k].name) for k in known), least=1, most=len(known)),
    )
    return Offer("palette", "Make a palette", fields, rule("durable-palette"), group=HEX)


def _check_palette(game: ActGame, answer: Answer) -> Refused | None:
    if "/" in answer.text("name"):
        return refuse("durable-palette", "bad-name", "A palette's name has no slash in it.")
    return _unknown(game.state.characters[answer.text("who")], answer.many("hexes"))


def _palette(game: ActGame, answer: Answer) -> None:
    who, title = answer.text("who"), answer.text("name")
    game.record(e.PaletteMade(who=who, name=title, hexes=answer.many("hexes"), rule=rule("durable-palette")))


def _offer_cast(game: ActGame, seat: Seat) -> Offer | None:
    mine = [(key, who) for key, who in own(game.state, seat) if who.scrivening.palettes]
    if not mine or off(game):
        return None
    lore = hexes(game.state)
    choices = tuple(
        Choice(f"{key}/{palette}/{one}", f"{lore[one].name} ({palette})", lore[one].text)
        for key, who in mine
        for palette, held in who.scrivening.palettes.items()
        for one in held
    )
    people = [Choice(key, who.name) for key, who in game.state.here() if not who.hidden]
    stopped = [may_act(game, key, 0, "casting") for key, _ in mine]
    fields = (
        Field("hexes", "Hexes", "many", choices, least=1, most=len(choices)),
        choice_field("target", "On", [Choice(NOBODY, "nobody"), *people], NOBODY),
    )
    return Offer("cast", "Cast from a palette", fields, rule("durable-palette"), "1 AP", group=HEX,
                 refused=None if None in stopped else stopped[0])  # fmt: skip


def _cast_of(answer: Answer) -> tuple[set[str], tuple[str, ...]]:
    named = [choice.split("/") for choice in answer.many("hexes")]
    return {f"{who}/{palette}" for who, palette, _ in named}, tuple(one for _, _, one in named)


def _cast_cost(state: ActState, parts: Sequence[str]) -> int:
    own_costs = [cost for part in parts if (cost := hexes(state)[part].cast_ap) is not None]
    return max(own_costs) if own_costs else 1


def _check_cast(game: ActGame, answer: Answer) -> Refused | None:
    palettes, parts = _cast_of(answer)
    if len(palettes) > 1:
        return refuse("durable-palette", "two-palettes", "Only hexes of the same palette can be combined.")
    who = palettes.copy().pop().partition("/")[0]
    if all(hexes(game.state)[part].modifier for part in parts):
        return refuse("modifier-combining", "only-modifiers", "A modifier needs a hex to change.")
    return may_act(game, who, _cast_cost(game.state, parts), "casting") or _partners(game.state, parts)


def _cast(game: ActGame, answer: Answer) -> Flow[None]:
    """Cast at once, nothing written; the palette stays (actlite/durable-palette)."""
    palettes, parts = _cast_of(answer)
    who, _, palette = palettes.pop().partition("/")
    pay(game, who, _cast_cost(game.state, parts), "casting", name="durable-palette")
    game.record(e.PaletteCast(who=who, palette=palette, hexes=parts, rule=rule("durable-palette")))
    if not (yield from _needs_met(game, parts)):
        return
    lore = hexes(game.state)
    plain = [part for part in parts if not lore[part].modifier]
    mods = [part for part in parts if lore[part].modifier]
    target = "" if answer.text("target") == NOBODY else answer.text("target")
    yield from carry_out(game, plain, mods, who, target, who)


ACTIONS: tuple[Action[ActState], ...] = (
    act("activate", _offer_activate, _activate, anytime=True),
    act("write-hex", _offer_write, _write, _check_write, anytime=True),
    act("write-on", _offer_on, _write_on, anytime=True),
    act("modify", _offer_modify, at_once(_modify), _check_modify, anytime=True),
    act("cast", _offer_cast, _cast, _check_cast, anytime=True),
    act("hand-over", _offer_hand, at_once(_hand)),
    act("palette", _offer_palette, at_once(_palette), _check_palette),
    act("destroy", _offer_tear, _tear),
)
