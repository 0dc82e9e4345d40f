"""Attacks, in the order of the book: declare, interrupts, pay, roll and pick, maneuver or damage, effects."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tablelight.kernel.flow import Flow, at_once, roll
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.content.pack import dice_of
from tablelight.systems.actlite.flows import effects, hexes
from tablelight.systems.actlite.flows.checks import (
    Rolled,
    difficulty,
    effect_words,
    lacks,
    own_sources,
    roll_check,
    target_sources,
)
from tablelight.systems.actlite.flows.common import (
    ACT,
    ActGame,
    arrow_price,
    arrow_use,
    choice_field,
    controller,
    is_on,
    may_act,
    name,
    near,
    own,
    pay,
    price_tag,
    put,
    reads,
    refuse,
    rule,
    settled,
    shown,
    text_field,
)
from tablelight.systems.actlite.flows.conditions import unusable_arm
from tablelight.systems.actlite.flows.declaring import About, interruptible
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import (
    HELD,
    ActState,
    Character,
    Doing,
    Source,
    Strike,
    Trigger,
    Weapon,
    ap,
    score,
)

GRAPPLE = "grapple"
AND = "|"
"""Stands between the effects that an attacker declines."""
UNARMED_REACH = 1
ORDINALS = {0: "first", 1: "second", 2: "third"}


class Blow(Struct, frozen=True):
    """An attack as it is declared: who, with what, at whom. `cost` is its AP, `use` what counts it."""

    who: str
    target: str
    weapon: Weapon
    strike: Strike
    cost: int
    use: str
    declined: tuple[str, ...] = ()
    grapple: bool = False

    @property
    def close(self) -> bool:
        """Whether it is a [reach: close] attack."""
        return self.strike.reach <= UNARMED_REACH

    @property
    def what(self) -> str:
        """What it is called."""
        return "grapple check" if self.grapple else f"{self.weapon.name} attack"


# ------------------------------------------------------------------ numbers of an attack


def to_hit(game: ActGame, who: Character, weapon: Weapon) -> int | Refused:
    """What is added to the check; impossible with an attribute that is lacking (actlite/weapon-to-hit)."""
    attribute = weapon.to_hit
    if not attribute and not weapon.bonus and not weapon.listed:
        option = game.options["default-to-hit"]
        attribute = {"none": "", "other attribute": game.state.to_hit}.get(option, option)
    if not attribute:
        return weapon.bonus
    value = score(who, attribute)
    return lacks(who, attribute) if value is None else value + weapon.bonus


def guard(state: ActState, target: str) -> int | None:
    """What an attack has to meet: armor that replaces passive AGI, else passive AGI (actlite/armor-replaces-agi)."""
    replaced = state.characters[target].armor.guard
    return replaced if replaced is not None else difficulty(state, target, "AGI")


def unmet(who: Character, weapon: Weapon) -> bool:
    """Whether any requirement is not met, by current scores (actlite/weapon-requirements)."""
    for attribute, least in weapon.requires.items():
        value = score(who, attribute)
        if value is None or value < least:
            return True
    return False


def arms(weapon: Weapon) -> tuple[str, ...]:
    """The arms that hold a weapon."""
    match weapon.where:
        case "both":
            return ("right arm", "left arm")
        case "right" | "left":
            return (f"{weapon.where} arm",)
        case _:
            return ()


def sources(game: ActGame, blow: Blow) -> tuple[Source, ...]:
    """Everything that helps or hinders an attack (actlite/advantage-stacks-cancels)."""
    state = game.state
    who = state.characters[blow.who]
    found = list(own_sources(who, arms(blow.weapon)))
    if unmet(who, blow.weapon):
        found.append(Source("requirements not met", -1))
    found += target_sources(state, blow.target, attack=True, prone_side=game.options["prone-side"])
    if blow.close and state.grapples.get(blow.who) == blow.target:
        found.append(Source("grappling", 1))
    if state.grapples.get(blow.target) == blow.who:
        found.append(Source("grappled by the target", -1))
    found += [Source(skill.name, 1) for skill in who.skills.values() if skill.strike_advantage in blow.weapon.tags]
    return tuple(found)


def triggers(who: Character, blow: Blow) -> list[Trigger]:
    """The extra effects of the weapon, then of skills, less those declined (actlite/trigger-needs-success)."""
    found = list(blow.strike.triggers)
    for skill in who.skills.values():
        if skill.triggers and (not skill.tag or skill.tag in blow.weapon.tags):
            found += skill.triggers
    return [trigger for trigger in found if effect_words(trigger.effect) not in blow.declined]


# ------------------------------------------------------------------ the offer


def _weapons(game: ActGame, seat: Seat) -> Iterator[Choice]:
    """Every attack of every weapon in hand, with what it costs now."""
    state = game.state
    alone = len(own(state, seat)) == 1
    for key, who in own(state, seat):
        for weapon_key, weapon in who.weapons.items():
            if weapon.where not in HELD:
                continue
            cost = arrow_price(state, key, f"weapon/{weapon_key}", weapon.speed)
            stopped = _stopped(game, key, weapon_key, weapon, cost)
            for at, strike in enumerate(weapon.strikes):
                label = " ".join(filter(None, (weapon.name, strike.name))) + ("" if alone else f" ({who.name})")
                note = f"{cost} AP, {strike.damage or 'no damage'} {strike.type}"
                yield Choice(f"{key}/{weapon_key}/{at}", label, note, refused=stopped)


def _stopped(game: ActGame, key: str, weapon_key: str, weapon: Weapon, cost: int) -> Refused | None:
    who = game.state.characters[key]
    uses = game.state.initiative.uses if game.state.initiative else {}
    nth = uses.get(arrow_use(key, f"weapon/{weapon_key}"), 0)
    what = f"the {ORDINALS.get(nth, f'{nth + 1}th')} attack with this {weapon.name.lower()}" if nth else "attack"
    stopped = may_act(game, key, cost, what, while_held=True)
    if stopped:
        return stopped
    bonus = to_hit(game, who, weapon)
    if isinstance(bonus, Refused):
        return bonus
    if unusable_arm(game, who, arms(weapon)):
        return refuse("injury-named", "arm", f"The arm that holds the {weapon.name.lower()} can't be used.")
    return None


def _enemies(state: ActState, seat: Seat) -> list[Choice]:
    """Anybody may be attacked; the other side comes first."""
    mine = {key for key, _ in own(state, seat)}
    people = [(key, who) for key, who in state.here() if seat == GM or not who.hidden]
    kind = "npc" if seat == GM else "pc"
    people.sort(key=lambda one: (one[1].kind == kind, one[0] in mine))
    return [Choice(key, who.name) for key, who in people]


def _offer_attack(game: ActGame, seat: Seat) -> Offer | None:
    weapons = list(_weapons(game, seat))
    if not weapons:
        return None
    stopped = None if any(not choice.refused for choice in weapons) else weapons[0].refused
    effects_there = dict.fromkeys(
        effect_words(trigger.effect)
        for _, who in own(game.state, seat)
        for weapon in who.weapons.values()
        for strike in weapon.strikes
        for trigger in strike.triggers
    )
    declined = Field(
        "decline",
        "Extra effects not wanted",
        "many",
        tuple(Choice(words, words) for words in effects_there),
        most=len(effects_there),
        default=(),
    )
    return Offer(
        "attack",
        "Attack",
        (choice_field("weapon", "With", weapons), choice_field("target", "Whom", _enemies(game.state, seat)), declined),
        rule("attack-check"),
        group=ACT,
        main=not stopped,
        refused=stopped,
    )


def _blow(game: ActGame, answer: Answer) -> Blow:
    key, weapon_key, at = answer.text("weapon").split("/")
    weapon = game.state.characters[key].weapons[weapon_key]
    action = f"weapon/{weapon_key}"
    cost = arrow_price(game.state, key, action, weapon.speed)
    strike = weapon.strikes[int(at)]
    return Blow(key, answer.text("target"), weapon, strike, cost, arrow_use(key, action), answer.many("decline"))


def _check_attack(game: ActGame, answer: Answer) -> Refused | None:
    return _aimed(game, _blow(game, answer))


def _aimed(game: ActGame, blow: Blow) -> Refused | None:
    if blow.who == blow.target:
        return refuse("attack-check", "self", "An attack is made on somebody else.")
    if not near(game.state, blow.who, blow.target, blow.strike.reach):
        text = f"{name(game.state, blow.target)} is out of reach ({blow.strike.reach} spaces)."
        return refuse("weapon-attacks", "out-of-reach", text)
    return None


# ------------------------------------------------------------------ the attack


def _attack(game: ActGame, answer: Answer) -> Flow[None]:
    blow = _blow(game, answer)
    what = " ".join(filter(None, (blow.weapon.name, blow.strike.name)))
    declined = AND.join(blow.declined)
    with_what = (
        settled("weapon", "With", answer.text("weapon"), what),
        *((settled("declined", "Without", declined, ", ".join(blow.declined)),) if declined else ()),
    )
    yield from attack(game, blow, with_what)


def _about(game: ActGame, blow: Blow, with_what: tuple[Field, ...]) -> About:
    """What is told of an attack: all of it to whoever may read the attacker's sheet, to others only at whom it goes."""

    def about(seat: Seat) -> tuple[Field, ...]:
        who, target = game.state.characters.get(blow.who), game.state.characters.get(blow.target)
        if not who or not target or (target.hidden and seat != GM):
            return ()
        at = settled("target", "Whom", blow.target, target.name)
        return (*with_what, at) if reads(seat, who) else (at,)

    return about


def attack(game: ActGame, blow: Blow, with_what: tuple[Field, ...]) -> Flow[None]:
    """A whole attack (actlite/attack-check)."""
    game.record(e.Declared(doing=Doing(blow.who, blow.what, blow.target), rule=rule("attack-check")))
    question = f"{shown(game.state, blow.who)} attacks {shown(game.state, blow.target)} ({blow.what})"
    yield from interruptible(game, blow.who, question, _about(game, blow, with_what))
    impossible = _still_possible(game, blow)
    if impossible:
        game.record(e.Dropped(who=blow.who, why=impossible.text, rule=rule("interrupt")))
        return
    _pay(game, blow)
    yield from hexes.attack_hexes(game, blow.who, blow.target)
    rolled = yield from _roll(game, blow)
    if rolled.success and blow.grapple:
        _take_hold(game, blow)
    elif rolled.success:
        yield from _hit(game, blow, rolled)
    game.record(e.ActionEnded(who=blow.who))


def _still_possible(game: ActGame, blow: Blow) -> Refused | None:
    """Whether interrupts have left the attack possible; if not, its AP stays in hand (actlite/interrupt)."""
    state = game.state
    attacker, target = state.characters.get(blow.who), state.characters.get(blow.target)
    if not attacker or not target or not attacker.acts or target.known_dead:
        return refuse("interrupt", "gone", "One of the two can't take part any more.")
    held_weapon = blow.grapple or any(
        weapon.name == blow.weapon.name and weapon.where in HELD for weapon in attacker.weapons.values()
    )
    if not held_weapon:
        return refuse("interrupt", "disarmed", f"{attacker.name} no longer holds the {blow.weapon.name.lower()}.")
    if state.initiative and ap(state, blow.who) < blow.cost:
        return refuse("interrupt", "no-ap", f"{attacker.name} can't pay any more.")
    return _aimed(game, blow)


def _pay(game: ActGame, blow: Blow) -> None:
    """AP is paid also if the attack misses; nobody can interrupt any more."""
    game.record(e.WentOn(who=blow.who, rule=rule("attack-check")))
    pay(game, blow.who, blow.cost, blow.what, blow.use, "grapple-start" if blow.grapple else "weapon-speed")


def _roll(game: ActGame, blow: Blow) -> Flow[Rolled]:
    who = game.state.characters[blow.who]
    bonus = to_hit(game, who, blow.weapon)
    assert isinstance(bonus, int)  # the offer refuses a lacking attribute
    dc = guard(game.state, blow.target)
    doing = Doing(blow.who, blow.what, blow.target, True, dc, bonus, sources(game, blow))
    return (yield from roll_check(game, doing, triggers(who, blow), attack=True))


# ------------------------------------------------------------------ a hit


def _hit(game: ActGame, blow: Blow, rolled: Rolled) -> Flow[None]:
    """Maneuver or damage, then what was triggered in the order of the weapon's entry (actlite/maneuver)."""
    bonus = to_hit(game, game.state.characters[blow.who], blow.weapon)
    to_hit_bonus = max(0, bonus) if isinstance(bonus, int) else 0
    bypass = to_hit_bonus * sum(n for trigger, n in rolled.triggered if trigger.effect.do == "bypass")
    early = is_on(game, "maneuver-timing", "before-damage")
    replaced = (yield from _maneuver(game, blow, bypass)) if early else False
    faces: tuple[int, ...] = ()
    if not replaced and blow.strike.damage:
        dice = dice_of(blow.strike.damage)
        seat = controller(game.state, blow.who)
        faces = yield from roll(dice, seat, rule("weapon-attacks"), ("damage",) * len(dice))
    if not early:
        replaced = yield from _maneuver(game, blow, bypass, sum(faces))
    reduced = False
    if not replaced and faces:
        reduced = yield from effects.strike(
            game,
            blow.target,
            faces,
            dice_of(blow.strike.damage)[0],
            blow.strike.type,
            blow.what,
            crit=blow.strike.crit,
            bypass=bypass,
        )
    if replaced and is_on(game, "maneuver-effects", "drop"):
        return
    for trigger, count in rolled.triggered:
        yield from _trigger(game, blow, trigger, count, to_hit_bonus if reduced else 0)


def _trigger(game: ActGame, blow: Blow, trigger: Trigger, count: int, rend: int) -> Flow[None]:
    words = effect_words(trigger.effect, count)
    name = trigger.when.replace(" ", "-")
    game.record(
        e.EffectTriggered(who=blow.who, target=blow.target, text=words, count=count, rule=rule(f"trigger-{name}"))
    )
    if trigger.effect.do == "rend":
        if rend:
            effects.rend(game, blow.target, blow.strike.type, rend * count)
        return
    yield from effects.apply(game, trigger.effect, blow.who, blow.target, blow.what, count)


def _still_rolled(blow: Blow, bypass: int) -> tuple[Field, ...]:
    """The dice that damage will be rolled with, if the attack deals any."""
    strike = blow.strike
    if not strike.damage:
        return ()
    past = f", {bypass} of the armor bypassed" if bypass else ""
    return (settled("dice", "Dice", f"{strike.damage}/{strike.type}/{bypass}", f"{strike.damage} {strike.type}{past}"),)


def _maneuver(game: ActGame, blow: Blow, bypass: int, damage: int | None = None) -> Flow[bool]:
    """The attacker may propose a maneuver instead of damage; gives whether the target let it happen."""
    seat = controller(game.state, blow.who)
    does = (
        Choice("words", "what I describe"),
        Choice("push", "pushes them back one space"),
        Choice("disarm", "disarms them"),
        Choice("trip", "knocks them down"),
    )
    fields = (text_field("text", "What happens", 200, least=1), choice_field("does", "It", does, "words"))
    amount = "" if damage is None else f"The damage is {damage}."
    dice = _still_rolled(blow, bypass) if damage is None else ()
    roll_it = Offer("damage", "Damage", dice, rule("weapon-attacks"), main=True, note=amount)
    instead = Offer("maneuver", "Propose a maneuver instead", fields, rule("maneuver"))
    question = f"{shown(game.state, blow.who)} hits {shown(game.state, blow.target)}"
    answer = yield from put(question, lambda: [(seat, roll_it), (seat, instead)])
    if answer.key == "damage":
        return False
    text = answer.text("text")
    game.record(e.ManeuverProposed(who=blow.who, target=blow.target, text=text, rule=rule("maneuver")))
    accepted = yield from _answer(game, blow, text, dice)
    game.record(e.ManeuverAnswered(who=blow.target, accepted=accepted, text=text, rule=rule("maneuver")))
    if accepted:
        _perform(game, blow, answer.text("does"))
    return accepted


def _answer(game: ActGame, blow: Blow, text: str, dice: tuple[Field, ...]) -> Flow[bool]:
    """The target's side chooses; the GM for whoever is unconscious (actlite/maneuver, actlite/status-unconscious).

    It knows the dice only if it may read the attacker's sheet.
    """
    seat = controller(game.state, blow.target)
    let = Offer("let", "Let it happen", rule=rule("maneuver"), note="No damage.")
    known = dice if reads(seat, game.state.characters[blow.who]) else ()
    take = Offer("take", "Take the damage", known, rule("maneuver"))
    question = f"{shown(game.state, blow.who)} wants: {text}"
    answer = yield from put(question, lambda: [(seat, let), (seat, take)])
    return answer.key == "let"


def _perform(game: ActGame, blow: Blow, does: str) -> None:
    """What of a maneuver the table itself can do; the rest is up to people (actlite/maneuver-scope)."""
    state = game.state
    target = state.characters[blow.target]
    if does == "push":
        effects.move_one(game, blow.target, "push", effects.straight_away(state, blow.who, blow.target))
    elif does == "trip" and not target.conditions.prone:
        game.record(e.ConditionGained(who=blow.target, condition="prone", rule=rule("maneuver")))
    elif does == "disarm":
        weapon = next((key for key, one in target.weapons.items() if one.where in HELD), None)
        if weapon:
            game.record(e.WeaponMoved(who=blow.target, key=weapon, where="ground", how="loses", rule=rule("maneuver")))


def _offer_maneuver(game: ActGame, seat: Seat) -> Offer | None:
    """Shown so that it can be asked for; it comes by itself after a hit."""
    if not any(weapon.where in HELD for _, who in own(game.state, seat) for weapon in who.weapons.values()):
        return None
    missed = refuse("maneuver", "no-hit", "Maneuvers need a successful attack; after a hit you are asked.")
    return Offer("maneuver", "Propose a maneuver", rule=rule("maneuver"), group=ACT, refused=missed)


def _never(game: ActGame, answer: Answer) -> None:
    return


# ------------------------------------------------------------------ grappling


def _offer_grapple(game: ActGame, seat: Seat) -> Offer | None:
    state = game.state
    mine = own(state, seat)
    if not mine:
        return None
    stopped = {key: _no_grapple(game, key) for key, _ in mine}
    able = [(key, who) for key, who in mine if not stopped[key]]
    people = able or mine[:1]
    only = people[0][1] if len(people) == 1 else None
    targets = [
        Choice(choice.key, choice.label, refused=_larger(only, state.characters[choice.key]) if only else None)
        for choice in _enemies(state, seat)
        if not (only and choice.key == people[0][0])
    ]
    if not targets:
        return None
    return Offer(
        "grapple",
        "Grapple",
        (
            choice_field("who", "Who", [Choice(key, who.name) for key, who in people]),
            choice_field("target", "Whom", targets),
        ),
        rule("grapple-start"),
        price_tag(game, f"{m.GRAPPLE_AP} AP"),
        group=ACT,
        refused=None if able else stopped[mine[0][0]],
    )


def _no_grapple(game: ActGame, key: str) -> Refused | None:
    who = game.state.characters[key]
    if key in game.state.grapples:
        return refuse("grapple-start", "grappling", f"{who.name} is grappling already.")
    if "STR" not in who.scores:
        return lacks(who, "STR")
    return may_act(game, key, m.GRAPPLE_AP, "a grapple check")


def _larger(who: Character, target: Character) -> Refused | None:
    if target.size <= who.size:
        return None
    return refuse("grapple-size", "larger", f"{target.name} is larger than {who.name}.")


def grapple_blow(who: str, target: str) -> Blow:
    """The attack that a grapple is (actlite/grapple-start)."""
    hands = Weapon("grapple", to_hit="STR", strikes=(Strike("", reach=1),), where="belt")
    return Blow(who, target, hands, hands.strikes[0], m.GRAPPLE_AP, "", grapple=True)


def _grapple_blow(answer: Answer) -> Blow:
    return grapple_blow(answer.text("who"), answer.text("target"))


def _check_grapple(game: ActGame, answer: Answer) -> Refused | None:
    blow = _grapple_blow(answer)
    state = game.state
    return _aimed(game, blow) or _larger(state.characters[blow.who], state.characters[blow.target])


def _grapple(game: ActGame, answer: Answer) -> Flow[None]:
    """A [reach: close] attack with +STR to hit that deals no damage (actlite/grapple-start)."""
    blow = _grapple_blow(answer)
    yield from attack(game, blow, (settled("who", "Who", blow.who, game.state.characters[blow.who].name),))


def _take_hold(game: ActGame, blow: Blow) -> None:
    if not game.state.characters[blow.target].out:
        game.record(e.GrappleBegan(who=blow.who, target=blow.target, rule=rule("grapple-start")))


ACTIONS: tuple[Action[ActState], ...] = (
    act("attack", _offer_attack, _attack, _check_attack, anytime=True),
    act("maneuver", _offer_maneuver, at_once(_never)),
    act("grapple", _offer_grapple, _grapple, _check_grapple, anytime=True),
)
