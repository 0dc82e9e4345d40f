"""Checks and contests: sources of advantage, the dice, the pick of two, what they trigger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.flow import Flow, at_once, roll
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, Suggestion
from tablelight.kernel.system import Action
from tablelight.kernel.view import Die
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows.common import (
    ACT,
    ActGame,
    choice_field,
    controller,
    is_on,
    may_act,
    number_field,
    offer_for,
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
from tablelight.systems.actlite.state import (
    DEFENSIVE,
    LIMBS,
    ActState,
    Character,
    Doing,
    Effect,
    Source,
    Trigger,
    score,
    vulnerable,
)

NO_LIMB = "none"
NOBODY = "nobody"


class Rolled(Struct, frozen=True):
    """What a check came to: its total and how often each of its triggers goes off."""

    success: bool
    total: int
    triggered: tuple[tuple[Trigger, int], ...] = ()


# ------------------------------------------------------------------ advantage


def own_sources(who: Character, limbs: Iterable[str]) -> Iterator[Source]:
    """What helps or hinders a character's own roll: grants, and injuries of limbs in use (actlite/status-injury)."""
    for grant in who.grants:
        yield Source(grant.reason, grant.count)
    for limb in limbs:
        hurt = sum(injury.limb == limb for injury in who.conditions.injuries)
        if hurt:
            yield Source(f"injured {limb}", -hurt)


def target_sources(state: ActState, target: str, *, attack: bool, prone_side: str) -> Iterator[Source]:
    """What a target's state does to checks against it (actlite/status-vulnerable, actlite/status-prone)."""
    causes = vulnerable(state, target, prone_counts=prone_side == "advantage")
    if causes:
        yield Source(f"vulnerable ({', '.join(causes)})", 1)
    if attack and prone_side == "disadvantage" and state.characters[target].conditions.prone:
        yield Source("prone target", -1)


def skill_sources(who: Character, attribute: str) -> Iterator[Source]:
    """Skills that give advantage on checks with an attribute."""
    for skill in who.skills.values():
        if attribute in skill.advantage:
            yield Source(skill.name, 1)


def net_advantage(sources: Iterable[Source]) -> int:
    """Advantages less disadvantages (actlite/advantage-stacks-cancels)."""
    return sum(source.count for source in sources)


# ------------------------------------------------------------------ the roll


def roll_check(game: ActGame, doing: Doing, triggers: Sequence[Trigger] = (), *, attack: bool = False) -> Flow[Rolled]:
    """Roll a check that is under way, let its roller pick, and record how it came out (actlite/check).

    `doing.dc` None is a sure success: the target lacks the attribute (actlite/absent-defence).
    """
    sure = doing.dc is None
    if sure and is_on(game, "auto-success-rolls", "no-roll"):
        game.record(_outcome(doing, 0, True, attack=attack))
        return Rolled(True, 0)
    seat = controller(game.state, doing.who)
    net = net_advantage(doing.sources)
    game.record(e.Weighed(doing=replace(doing, going=True), rule=rule("advantage-stacks-cancels")))
    name, dice = ("attack-check", m.dice_for(net)) if attack else ("check", m.dice_for(net))
    faces = yield from roll(dice, seat, rule(name), (name.removesuffix("-check"),) * len(dice))
    thrown = replace(doing, faces=faces, going=True)
    game.record(e.DiceRolled(doing=thrown, net=net, rule=rule("advantage-stacks-cancels" if net else "check")))
    if game.state.characters[doing.who].grants:
        game.record(e.GrantsUsed(who=doing.who))
    reader = _Reader(doing, faces, triggers, rolled=is_on(game, "trigger-dice", "rolled"))
    pair = yield from _pick(game, seat, net, reader)
    game.record(_outcome(doing, pair.total + doing.score, reader.success(pair), attack=attack))
    return Rolled(reader.success(pair), pair.total + doing.score, reader.triggered(pair))


def _outcome(doing: Doing, total: int, success: bool, *, attack: bool) -> e.CheckMade:
    name = "absent-defence" if doing.dc is None else "attack-check" if attack else "check"
    return e.CheckMade(
        who=doing.who,
        target=doing.target,
        total=total,
        dc=doing.dc or 0,
        success=success,
        sure=doing.dc is None,
        attack=attack,
        rule=rule(name),
    )


class _Reader:
    """Reads the dice of one check: what a pair comes to and what it sets off."""

    def __init__(self, doing: Doing, faces: tuple[int, ...], triggers: Sequence[Trigger], *, rolled: bool) -> None:
        self.doing = doing
        self.faces = faces
        self._triggers = triggers
        self._rolled = rolled

    def success(self, pair: m.Pair) -> bool:
        """Whether this pair meets the difficulty."""
        return self.doing.dc is None or m.succeeds(pair.total, self.doing.score, self.doing.dc)

    def triggered(self, pair: m.Pair) -> tuple[tuple[Trigger, int], ...]:
        """The triggers that go off, with how often; none on a failure (actlite/trigger-needs-success)."""
        if not self.success(pair):
            return ()
        counted = m.counted(self.faces, pair, rolled=self._rolled)
        found = ((trigger, m.times(trigger.when, counted)) for trigger in self._triggers)
        return tuple((trigger, count) for trigger, count in found if count)

    def label(self, pair: m.Pair) -> str:
        """The pair and its total, such as `6+4+1 = 11`."""
        score = f"{self.doing.score:+d}" if self.doing.score else ""
        high, low = sorted((self.faces[pair.first], self.faces[pair.second]), reverse=True)
        return f"{high}+{low}{score} = {pair.total + self.doing.score}"

    def note(self, pair: m.Pair) -> str:
        """What taking the pair would bring."""
        effects = [effect_words(trigger.effect, count) for trigger, count in self.triggered(pair)]
        return ", ".join(("success" if self.success(pair) else "failure", *effects))


def _pick(game: ActGame, seat: Seat, net: int, reader: _Reader) -> Flow[m.Pair]:
    """The two dice that count: the lowest with disadvantage, else the roller's choice (actlite/advantage-pick)."""
    faces = reader.faces
    if net < 0:
        pair = m.lowest_pair(faces)
        game.record(_taken(reader, pair, "disadvantage"))
        return pair
    found = m.pairs(faces)
    if len({(reader.success(pair), reader.triggered(pair)) for pair in found}) == 1:
        if net > 0:
            game.record(_taken(reader, found[0], "advantage-pick"))
        return found[0]
    offer = _pick_offer(reader, found)
    answer = yield from put(f"{shown(game.state, reader.doing.who)}: pick two dice", lambda: [(seat, offer)])
    first, second = sorted(int(key) for key in answer.many("dice"))
    pair = m.Pair(first, second, faces[first] + faces[second])
    game.record(_taken(reader, pair, "advantage-pick"))
    return pair


def _taken(reader: _Reader, pair: m.Pair, name: str) -> e.PairTaken:
    return e.PairTaken(who=reader.doing.who, picked=(pair.first, pair.second), rule=rule(name))


def _pick_offer(reader: _Reader, found: Sequence[m.Pair]) -> Offer:
    dice = tuple(Choice(str(at), f"d6: {face}", die=Die(m.DIE, face=face)) for at, face in enumerate(reader.faces))
    shown = ", ".join(str(face) for face in reader.faces)
    suggestions = tuple(
        Suggestion(
            reader.label(pair),
            {"dice": (str(pair.first), str(pair.second))},
            reader.note(pair),
            best=reader.success(pair) and len(reader.triggered(pair)) == max(len(reader.triggered(p)) for p in found),
        )
        for pair in found
    )
    failing = [reader.label(pair) for pair in found if not reader.success(pair)]
    return Offer(
        "pick",
        "Take these two",
        (Field("dice", f"Two different dice out of {shown}", "many", dice, least=2, most=2),),
        rule("advantage"),
        note=f"These fail: {'; '.join(failing)}." if failing else "",
        main=True,
        suggestions=suggestions,
    )


def effect_words(effect: Effect, count: int = 1) -> str:
    """An effect in a few words, such as `2 [poison]` or `"Push"`."""
    amount = effect.dice or str(effect.amount * count)
    times = f" ×{count}" if count > 1 else ""
    match effect.do:
        case "inflict":
            return f"{amount} [{effect.condition}]"
        case "remove":
            return f"remove {amount} [{effect.condition}]"
        case "push" | "pull" | "bypass" | "rend":
            return f"“{effect.do.capitalize()}”{times}"
        case "damage" | "crit":
            return f"{amount} damage" if effect.do == "damage" else f"({amount}) damage"
        case "heal" | "heal-crit":
            return f"{amount} health" if effect.do == "heal" else f"({amount}) health"
        case "temp-ap" | "lose-ap" | "regain-ap":
            return {"temp-ap": "{} temp AP", "lose-ap": "lose {} AP", "regain-ap": "regain {} AP"}[effect.do].format(
                amount
            )
        case "stand":
            return "get up"
        case "say":
            return effect.text


# ------------------------------------------------------------------ against whom


Target: TypeAlias = Callable[[list[tuple[str, Character]]], list[Choice]]


def lacks(who: Character, attribute: str) -> Refused:
    """The refusal of a roll with an attribute that is not there (actlite/attribute-absent)."""
    text = f"{who.name} has no {attribute}, which is not the same as 0. The GM may name another attribute."
    return refuse("attribute-absent", "no-attribute", text)


def not_defensive(attribute: str) -> Refused:
    """The refusal of a check against an attribute that nobody may target (actlite/defensive-attributes)."""
    text = f"{attribute} is not a defensive attribute; possible are {', '.join(DEFENSIVE)}."
    return refuse("defensive-attributes", "not-defensive", text)


def difficulty(state: ActState, target: str, attribute: str) -> int | None:
    """What a check against somebody has to meet; None where they lack the attribute (actlite/passive-score)."""
    value = score(state.characters[target], attribute)
    return None if value is None else m.passive(value)


def check_triggers(who: Character) -> list[Trigger]:
    """What a character's skills add to any check that succeeds."""
    return [trigger for skill in who.skills.values() for trigger in skill.check_triggers]


# ------------------------------------------------------------------ a check


def _offer_check(game: ActGame, seat: Seat) -> Offer | None:
    state = game.state

    def fields(able: list[tuple[str, Character]]) -> Iterator[Field]:
        yield choice_field("attribute", "With", _attributes(state, able))
        others = [Choice(key, who.name) for key, who in state.here() if not who.hidden or seat == GM]
        yield choice_field("target", "Against", [Choice(NOBODY, "nobody: the GM names a DC"), *others], NOBODY)
        yield choice_field("resist", "Their", _resisting(state), "PER")
        yield choice_field("limb", "Using", [Choice(limb, limb) for limb in (NO_LIMB, *LIMBS)], NO_LIMB)
        yield text_field("what", "What for")

    return offer_for(
        game,
        seat,
        "check",
        "Make a check",
        lambda key: unable(state.characters[key]) or may_check(game, key),
        fields,
        name="check",
    )


def may_check(game: ActGame, key: str) -> Refused | None:
    """A check by itself costs nothing, but nothing else may be under way."""
    return may_act(game, key, 0, "a check", while_held=True) if not game.state.initiative else _while_playing(game)


def _while_playing(game: ActGame) -> Refused | None:
    if not game.state.doing:
        return None
    return refuse("interrupt", "rolled", "Something else is being done; a check comes before or after it.")


def _attributes(state: ActState, able: list[tuple[str, Character]]) -> list[Choice]:
    """Every attribute that anybody has; one that a single character lacks is refused (actlite/attribute-absent)."""
    known = [who for who in state.characters.values() if not who.hidden] + [who for _, who in able]
    all_names = dict.fromkeys((*DEFENSIVE, *(attribute for who in known for attribute in who.scores)))
    only = able[0][1] if len(able) == 1 else None
    return [
        Choice(one, one, _shown(only, one), refused=lacks(only, one) if only and one not in only.scores else None)
        for one in all_names
    ]


def _shown(who: Character | None, attribute: str) -> str:
    value = score(who, attribute) if who else None
    return f"{value:+d}" if value is not None else ""


def _resisting(state: ActState) -> list[Choice]:
    """The five that may be rolled against, and the others with the reason why not (actlite/dex-separate)."""
    known = [who for who in state.characters.values() if not who.hidden]
    others = dict.fromkeys(one for who in known for one in who.scores if one not in DEFENSIVE)
    refused = [Choice(one, one, refused=not_defensive(one)) for one in others]
    return [*(Choice(one, one) for one in DEFENSIVE), *refused]


def _check_check(game: ActGame, answer: Answer) -> Refused | None:
    who = game.state.characters[answer.text("who")]
    attribute = answer.text("attribute")
    if attribute not in who.scores:
        return lacks(who, attribute)
    if answer.text("target") == answer.text("who"):
        return refuse("dc-source", "self", "A check is made against somebody else, or against a DC.")
    return None


def _check(game: ActGame, answer: Answer) -> Flow[None]:
    key, attribute = answer.text("who"), answer.text("attribute")
    target = "" if answer.text("target") == NOBODY else answer.text("target")
    what = answer.text("what") or f"a {attribute} check"
    yield from make_check(game, key, attribute, what, target, answer.text("resist"), answer.text("limb"))


def make_check(
    game: ActGame, key: str, attribute: str, what: str, target: str = "", resist: str = "", limb: str = NO_LIMB
) -> Flow[Rolled]:
    """A whole check; without a target the GM is asked for the DC, which has no default (actlite/dc-source)."""
    state = game.state
    who = state.characters[key]
    sources = check_sources(game, key, attribute, target, limb)
    declared = Doing(key, what, target, True, None, score(who, attribute) or 0, sources)
    game.record(e.Declared(doing=declared, rule=rule("check")))
    dc = difficulty(state, target, resist) if target else (yield from _name_dc(game, key, attribute))
    rolled = yield from roll_check(game, replace(declared, dc=dc), check_triggers(who))
    for trigger, count in rolled.triggered:
        words = effect_words(trigger.effect, count)
        game.record(e.EffectTriggered(who=key, target=target, text=words, count=count, rule=rule("trigger-dice")))
    game.record(e.ActionEnded(who=key))
    return rolled


def check_sources(game: ActGame, key: str, attribute: str, target: str, limb: str) -> tuple[Source, ...]:
    """Everything that helps or hinders a check (actlite/advantage-stacks-cancels)."""
    who = game.state.characters[key]
    sources = [*own_sources(who, (limb,)), *skill_sources(who, attribute)]
    if target:
        sources += target_sources(game.state, target, attack=False, prone_side=game.options["prone-side"])
    return tuple(sources)


def _name_dc(game: ActGame, key: str, attribute: str) -> Flow[int]:
    field = number_field("dc", "DC (6 is the passive score of an average person)", 0, 30)
    offer = Offer("dc", "Name the DC", (field,), rule("dc-source"), main=True)
    question = f"{shown(game.state, key)} makes a {attribute} check with no target: please name a DC (no default)"
    answer = yield from put(question, lambda: [(GM, offer)])
    game.record(e.DifficultyNamed(who=key, dc=answer.number("dc"), rule=rule("dc-source")))
    return answer.number("dc")


# ------------------------------------------------------------------ stealth


def _offer_stealth(game: ActGame, seat: Seat) -> Offer | None:
    state = game.state

    def fields(able: list[tuple[str, Character]]) -> Iterator[Field]:
        mine = able[0][0] if len(able) == 1 else ""
        watchers = tuple(
            Choice(key, who.name)
            for key, who in state.here()
            if key != mine and not who.out and (not who.hidden or seat == GM)
        )
        yield Field("watchers", "Past whom", "many", watchers, least=min(1, len(watchers)), most=len(watchers))

    def gate(key: str) -> Refused | None:
        return unable(state.characters[key]) or may_check(game, key) or _no_score(state, key, "AGI")

    return offer_for(game, seat, "stealth", "Sneak", gate, fields, name="stealth")


def _no_score(state: ActState, key: str, attribute: str) -> Refused | None:
    who = state.characters[key]
    return None if attribute in who.scores else lacks(who, attribute)


def _stealth(game: ActGame, answer: Answer) -> Flow[None]:
    """One roll, compared with each watcher's passive PER; whoever lacks PER never notices (actlite/stealth)."""
    key = answer.text("who")
    state = game.state
    who = state.characters[key]
    watchers = [one for one in answer.many("watchers") if one != key]
    targets = {one: difficulty(state, one, "PER") for one in watchers}
    sources = stealth_sources(game, key, [one for one in watchers if targets[one] is not None])
    highest = max((dc for dc in targets.values() if dc is not None), default=None)
    game.record(e.Declared(doing=Doing(key, "sneaking", going=True), rule=rule("stealth")))
    doing = Doing(key, "sneaking", "", True, highest, score(who, "AGI") or 0, tuple(sources))
    rolled = yield from roll_check(game, doing)
    for one, dc in targets.items():
        noticed = dc is not None and rolled.total < dc
        game.record(e.NoticedBy(who=key, watcher=one, noticed=noticed, dc=dc or 0, rule=rule("stealth")))
    game.record(e.ActionEnded(who=key))


def stealth_sources(game: ActGame, key: str, watchers: Sequence[str]) -> list[Source]:
    """What helps or hinders sneaking past watchers who could notice (actlite/stealth)."""
    who = game.state.characters[key]
    sources = [*own_sources(who, ()), *skill_sources(who, "AGI")]
    if watchers and all(_is_vulnerable(game, one) for one in watchers):
        sources += target_sources(game.state, watchers[0], attack=False, prone_side=game.options["prone-side"])
    return sources


def _is_vulnerable(game: ActGame, key: str) -> bool:
    return bool(vulnerable(game.state, key, prone_counts=is_on(game, "prone-side", "advantage")))


# ------------------------------------------------------------------ contests


def contest(game: ActGame, one: str, other: str, attribute: str, other_attribute: str = "") -> Flow[str]:
    """Both roll; gives the winner, or nothing in a tie. Whoever lacks the attribute has lost (actlite/contest)."""
    attributes = {one: attribute, other: other_attribute or attribute}
    able = [key for key in (one, other) if attributes[key] in game.state.characters[key].scores]
    if len(able) < 2:
        return able[0] if able else ""
    totals: dict[str, int] = {}
    for key in (one, other):
        totals[key] = yield from _contest_roll(game, key, attributes[key])
    if totals[one] == totals[other]:
        return ""
    return max(totals, key=lambda key: totals[key])


def _contest_roll(game: ActGame, key: str, attribute: str) -> Flow[int]:
    """One side's roll: extra dice for what concerns its own roll; no triggers (actlite/contest)."""
    who = game.state.characters[key]
    net = net_advantage(own_sources(who, ()))
    seat = controller(game.state, key)
    dice = m.dice_for(net)
    faces = yield from roll(dice, seat, rule("contest"), (attribute,) * len(dice))
    pair = m.lowest_pair(faces) if net < 0 else m.pairs(faces)[0]
    total = pair.total + (score(who, attribute) or 0)
    if who.grants:
        game.record(e.GrantsUsed(who=key))
    game.record(e.ContestRolled(who=key, attribute=attribute, faces=faces, total=total, rule=rule("contest")))
    return total


def paid_contest(game: ActGame, payer: str, other: str) -> Flow[bool]:
    """A STR contest that somebody paid for: whether they won outright; ties by the option (actlite/contest-tie)."""
    while True:
        winner = yield from contest(game, payer, other, "STR")
        again = not winner and is_on(game, "contest-ties", "redo")
        loser = other if winner == payer else payer if winner else ""
        game.record(e.ContestEnded(winner=winner, loser=loser, again=again, rule=rule("contest-tie")))
        if not again:
            return winner == payer


def _offer_contest(game: ActGame, seat: Seat) -> Offer | None:
    state = game.state

    def fields(able: list[tuple[str, Character]]) -> Iterator[Field]:
        yield choice_field("attribute", "With", _attributes(state, able))
        only = able[0][0] if len(able) == 1 else ""
        others = [Choice(key, who.name) for key, who in state.here() if key != only and (not who.hidden or seat == GM)]
        yield choice_field("against", "Against", others)
        yield choice_field("their", "Their attribute", _attributes(state, []), "STR")
        yield text_field("what", "What about")

    return offer_for(
        game,
        seat,
        "contest",
        "Start a contest",
        lambda key: unable(state.characters[key]) or may_check(game, key),
        fields,
        name="contest",
    )


def _check_contest(game: ActGame, answer: Answer) -> Refused | None:
    one, other = answer.text("who"), answer.text("against")
    if one == other:
        return refuse("contest", "self", "A contest needs two characters.")
    first, second = game.state.characters[one], game.state.characters[other]
    if answer.text("attribute") not in first.scores:
        return lacks(first, answer.text("attribute"))
    if answer.text("their") not in second.scores:
        return lacks(second, answer.text("their"))
    return None


def _contest(game: ActGame, answer: Answer) -> Flow[None]:
    """A free contest; in a tie the GM says whether it stands or is rolled again (actlite/contest-tie)."""
    one, other = answer.text("who"), answer.text("against")
    what = answer.text("what") or "a contest"
    game.record(e.Declared(doing=Doing(one, what, other, going=True), rule=rule("contest")))
    while True:
        winner = yield from contest(game, one, other, answer.text("attribute"), answer.text("their"))
        again = False
        if not winner:
            again = yield from _rolled_again(game, answer)
        loser = other if winner == one else one if winner else ""
        name = "contest" if winner else "contest-tie"
        game.record(e.ContestEnded(winner=winner, loser=loser, again=again, rule=rule(name)))
        if not again:
            break
    game.record(e.ActionEnded(who=one))


def _rolled_again(game: ActGame, answer: Answer) -> Flow[bool]:
    """Whether the GM lets both roll again (actlite/contest-tie)."""
    sides = ("who", "attribute"), ("against", "their")
    fields = [
        field
        for side, attribute in sides
        for field in (
            settled(side, "Who", answer.text(side), game.state.characters[answer.text(side)].name),
            settled(attribute, "With", answer.text(attribute), answer.text(attribute)),
        )
    ]
    tie = Offer("tie", "It is a tie", rule=rule("contest-tie"), main=True)
    redo = Offer("redo", "Both roll again", tuple(fields), rule("contest-tie"), main=True)
    answer = yield from put("Both totals are equal", lambda: [(GM, tie), (GM, redo)])
    return answer.key == "redo"


# ------------------------------------------------------------------ advantage by word of the GM


def _offer_grant(game: ActGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in game.state.here() if not who.out]
    if seat != GM or not people:
        return None
    fields = (
        who_field(people),
        number_field("count", "Advantages (below 0: disadvantages)", -4, 4, 1),
        text_field("reason", "Why", 80, least=1),
    )
    note = "It counts for the next roll."
    return Offer("grant", "Give advantage or disadvantage", fields, rule("advantage"), note=note, group=ACT)


def _grant(game: ActGame, answer: Answer) -> None:
    count = answer.number("count")
    grant = e.Grant(answer.text("reason"), count)
    name = "advantage" if count > 0 else "disadvantage"
    game.record(e.GrantGiven(who=answer.text("who"), grant=grant, rule=rule(name)))


ACTIONS: tuple[Action[ActState], ...] = (
    act("check", _offer_check, _check, _check_check),
    act("stealth", _offer_stealth, _stealth),
    act("contest", _offer_contest, _contest, _check_contest),
    act("grant", _offer_grant, at_once(_grant)),
)
