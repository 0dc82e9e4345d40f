"""Learning hexes, keys, signatures and who wrote what."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows.checks import lacks, own_sources, roll_check, skill_sources
from tablelight.systems.actlite.flows.common import (
    HEX,
    ActGame,
    choice_field,
    hexes,
    number_field,
    own,
    put,
    refuse,
    rule,
    settled,
    shown,
    text_field,
    unable,
    who_field,
)
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.flows.hexes import AND, off, title
from tablelight.systems.actlite.flows.rest import pass_time
from tablelight.systems.actlite.state import ActState, Doing, Written, score, slug

WHOLE = "whole"

# ------------------------------------------------------------------ studying


def _in_reach(state: ActState, seat: Seat) -> list[tuple[str, Written]]:
    """The written hexes that a seat can look at: what its own characters bear."""
    mine = {key for key, _ in own(state, seat)}
    return [(key, written) for key, written in state.written.items() if written.bearer in mine]


def _offer_study(game: ActGame, seat: Seat) -> Offer | None:
    state = game.state
    there = _in_reach(state, seat)
    mine = own(state, seat)
    if off(game) or not there or not mine:
        return None
    choices = [Choice(key, title(state, written.parts), refused=_no_study(written)) for key, written in there]
    inside = dict.fromkeys(part for _, written in there for part in (*written.parts, *written.modifiers))
    parts = [Choice(WHOLE, "all of it"), *(Choice(key, hexes(state)[key].name) for key in inside)]
    stopped = None if any(not choice.refused for choice in choices) else choices[0].refused
    if state.initiative:
        stopped = refuse("hex-study-time", "initiative", "Study takes hours, not AP.")
    fields = (
        who_field(mine),
        choice_field("hex", "Which", choices),
        choice_field("part", "Of it", parts, WHOLE),
    )
    return Offer("study", "Study a hex", fields, rule("hex-learn-check"), group=HEX, refused=stopped)


def _no_study(written: Written) -> Refused | None:
    if written.independent:
        return refuse("hex-study-limits", "independent", "Independent hexes cannot be studied.")
    return None


def _lesson(state: ActState, answer: Answer) -> tuple[str, ...]:
    return lesson_of(state, answer.text("hex"), answer.text("part"))


def lesson_of(state: ActState, key: str, part: str) -> tuple[str, ...]:
    """What is studied: a whole combination with its modifiers, or one hex of it."""
    written = state.written[key]
    return (*written.parts, *written.modifiers) if part == WHOLE else (part,)


def _check_study(game: ActGame, answer: Answer) -> Refused | None:
    who = game.state.characters[answer.text("who")]
    written = game.state.written[answer.text("hex")]
    lesson = _lesson(game.state, answer)
    stopped = unable(who)
    if stopped:
        return stopped
    if not set(lesson) <= {*written.parts, *written.modifiers}:
        return refuse("hex-learn-check", "not-there", "That hex is not part of it.")
    if "WIL" not in who.scores:
        return lacks(who, "WIL")
    if who.scrivening.tried.get(tried_key(lesson)) == game.state.clock // m.DAY:
        return refuse("hex-study-limits", "once-a-day", "A hex can be tried only once a day.")
    if all(part in who.scrivening.known for part in lesson):
        return refuse("hex-learn-combined", "known", f"{who.name} knows all of it.")
    return None


def tried_key(lesson: tuple[str, ...]) -> str:
    """The name under which an attempt is kept: a combination is a hex of its own (actlite/hex-study-limits)."""
    return AND.join(sorted(lesson))


def _study(game: ActGame, answer: Answer) -> Flow[None]:
    """An hour for each hex, then a WIL check; success teaches all of it (actlite/hex-learn-combined)."""
    key, lesson = answer.text("who"), _lesson(game.state, answer)
    lore = hexes(game.state)
    given = base_of(game.state, lesson)
    base = given if given is not None else (yield from _base_dc(game, key, lesson))
    hours = sum(lore[one].hours for one in lesson)
    day = game.state.clock // m.DAY
    game.record(e.HexStudied(who=key, hexes=lesson, hours=hours, day=day, rule=rule("hex-study-time")))
    pass_time(game, hours * m.HOUR)
    who = game.state.characters[key]
    doing = learning(game.state, key, lesson, base)
    game.record(e.Declared(doing=doing, rule=rule("hex-learn-check")))
    rolled = yield from roll_check(game, doing)
    game.record(e.ActionEnded(who=key))
    new = tuple(one for one in lesson if one not in who.scrivening.known)
    if rolled.success and new:
        game.record(e.HexLearned(who=key, hexes=new, rule=rule("hex-learn-combined")))


def base_of(state: ActState, lesson: tuple[str, ...]) -> int | None:
    """The base DC of the hardest of these hexes; None where the lore has none."""
    lore = hexes(state)
    return max((base for one in lesson if (base := lore[one].base_dc) is not None), default=None)


def learning(state: ActState, key: str, lesson: tuple[str, ...], base: int) -> Doing:
    """The check by which somebody learns these hexes (actlite/hex-learn-check, actlite/hex-learn-combined)."""
    who = state.characters[key]
    sources = (*own_sources(who, ()), *skill_sources(who, "WIL"))
    dc = m.learn_dc(base, len(lesson))
    return Doing(key, f"learning {title(state, lesson)}", "", True, dc, score(who, "WIL") or 0, sources)


def _base_dc(game: ActGame, key: str, lesson: tuple[str, ...]) -> Flow[int]:
    fields = (
        settled("who", "Who", key, game.state.characters[key].name),
        settled("lesson", "Studies", tried_key(lesson), title(game.state, lesson)),
        number_field("dc", "Base DC", 0, 30),
    )
    offer = Offer("dc", "Name the base DC", fields, rule("hex-learn-check"), main=True)
    question = f"{shown(game.state, key)} studies a hex without a base DC: please name one"
    answer = yield from put(question, lambda: [(GM, offer)])
    return answer.number("dc")


def _offer_choose(game: ActGame, seat: Seat) -> Offer | None:
    """There is no list to choose from; the refusal says how hexes are learned (actlite/hex-learning-ways)."""
    if off(game) or not [who for _, who in own(game.state, seat) if who.kind == "pc"]:
        return None
    text = "Hexes are learned by studying one or by rolling on a hex archetype table."
    refused = refuse("hex-learning-ways", "no-list", text)
    return Offer("choose-hex", "Choose a hex from a list", rule=rule("hex-learning-ways"), group=HEX, refused=refused)


def _nothing(game: ActGame, answer: Answer) -> None:
    return


def _offer_teach(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people or off(game):
        return None
    lore = [Choice(key, one.name) for key, one in hexes(game.state).items()]
    fields = (
        who_field(people),
        choice_field("hex", "Hex", lore),
        choice_field("what", "Gets", (Choice("known", "the hex"), Choice("key", "a key for it"))),
    )
    return Offer("teach", "Grant a hex or a key", fields, rule("independent-key"), group=HEX)


def _teach(game: ActGame, answer: Answer) -> None:
    who, hex_key = answer.text("who"), answer.text("hex")
    if answer.text("what") == "key":
        game.record(e.KeyFound(who=who, hex=hex_key, rule=rule("independent-key")))
    else:
        game.record(e.HexLearned(who=who, hexes=(hex_key,), rule=rule("hex-learning-easiest")))


# ------------------------------------------------------------------ signatures


def _offer_sign(game: ActGame, seat: Seat) -> Offer | None:
    mine = [(key, who) for key, who in own(game.state, seat) if who.scrivening.known]
    if off(game) or not mine:
        return None
    free = [(key, who) for key, who in mine if not who.scrivening.signature]
    fixed = refuse("independent-signature", "fixed", "A signature can never be changed.")
    fields = (who_field(free or mine[:1]), text_field("signature", "Your hex signature", 40, least=1))
    return Offer(
        "signature",
        "Choose a signature",
        fields,
        rule("independent-signature"),
        group=HEX,
        refused=None if free else fixed,
    )


def _check_sign(game: ActGame, answer: Answer) -> Refused | None:
    wanted = answer.text("signature").casefold()
    taken = {who.scrivening.signature.casefold() for who in game.state.characters.values()}
    if wanted in taken:
        return refuse("independent-signature", "not-unique", "A signature is unique; this one is taken.")
    return None


def _sign(game: ActGame, answer: Answer) -> None:
    who, signature = answer.text("who"), answer.text("signature")
    game.record(e.SignatureChosen(who=who, signature=signature, rule=rule("independent-signature")))


def _offer_examine(game: ActGame, seat: Seat) -> Offer | None:
    there = _in_reach(game.state, seat)
    mine = own(game.state, seat)
    if off(game) or not there or not mine:
        return None

    def fields() -> Iterator[Field]:
        yield who_field(mine)
        yield choice_field("hex", "Which", [Choice(key, title(game.state, one.parts)) for key, one in there])

    return Offer("examine", "Ask who wrote a hex", tuple(fields()), rule("independent-signature"), group=HEX)


def _examine(game: ActGame, answer: Answer) -> None:
    """Only independent hexes carry a signature (actlite/non-independent-alike)."""
    who, written = answer.text("who"), game.state.written[answer.text("hex")]
    if not written.signature:
        text = "Nothing about the hex shows who wrote it."
        game.record(e.Told(who=who, text=text, rule=rule("non-independent-alike")))
        return
    game.record(e.SignatureSeen(who=who, signature=written.signature, rule=rule("independent-signature")))


def _offer_owner(game: ActGame, seat: Seat) -> Offer | None:
    seen = [(key, who) for key, who in game.state.here() if who.scrivening.seen]
    if seat != GM or not seen or off(game):
        return None
    signatures = dict.fromkeys(one for _, who in seen for one in who.scrivening.seen)
    fields = (
        who_field(seen),
        choice_field("signature", "Signature", [Choice(one, one) for one in signatures]),
        text_field("owner", "Whose it is", 80, least=1),
    )
    return Offer("whose", "Tell whose signature it is", fields, rule("independent-signature"), group=HEX)


def _owner(game: ActGame, answer: Answer) -> None:
    game.record(
        e.SignatureSeen(
            who=answer.text("who"),
            signature=answer.text("signature"),
            owner=answer.text("owner"),
            rule=rule("independent-signature"),
        )
    )


# ------------------------------------------------------------------ hexes that turn up


def _offer_find(game: ActGame, seat: Seat) -> Offer | None:
    people = list(game.state.here())
    if seat != GM or not people or off(game):
        return None
    lore = hexes(game.state)
    plain = tuple(Choice(key, one.name) for key, one in lore.items() if not one.modifier)
    mods = tuple(Choice(key, one.name) for key, one in lore.items() if one.modifier)
    fields = (
        who_field(people),
        Field("hexes", "Hexes", "many", plain, least=1, most=len(plain)),
        Field("modifiers", "Modifiers", "many", mods, most=len(mods), default=()),
        choice_field("author", "Written by", [Choice(key, who.name) for key, who in people]),
        text_field("signature", "Signature, which makes it independent", 40),
    )
    return Offer("find-hex", "Hand out a written hex", fields, rule("invocation"), group=HEX)


def _find(game: ActGame, answer: Answer) -> None:
    signature = answer.text("signature")
    written = Written(
        answer.many("hexes"),
        answer.text("author"),
        answer.text("who"),
        answer.many("modifiers"),
        "body",
        game.state.clock,
        bool(signature),
        signature,
        strip=True,
    )
    game.record(e.HexWritten(key=slug("hex", game.state.written), written=written, found=True, rule=rule("invocation")))


ACTIONS: tuple[Action[ActState], ...] = (
    act("study", _offer_study, _study, _check_study),
    act("choose-hex", _offer_choose, at_once(_nothing)),
    act("teach", _offer_teach, at_once(_teach)),
    act("signature", _offer_sign, at_once(_sign), _check_sign),
    act("examine", _offer_examine, at_once(_examine)),
    act("whose", _offer_owner, at_once(_owner)),
    act("find-hex", _offer_find, at_once(_find)),
)
