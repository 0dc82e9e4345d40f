"""Recovery: a quick rest and a good night's rest, each shown before it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tablelight.kernel.flow import Flow, ask, choose, roll
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, RuleId, Seat
from tablelight.kernel.system import Action
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows import act, consequences, death, harm
from tablelight.systems.rogue_spire.flows.common import (
    SpireGame,
    controller,
    dead,
    drawn,
    earn_xp,
    known_dead,
    known_life,
    own,
    reading,
    seems_dying,
    text_field,
    ties_are_chosen,
)
from tablelight.systems.rogue_spire.state import Character, Rest, RestKind, SpireDie, SpireState, die_name

GROUP = "Rest"
NATURAL = "rogue-spire/natural-healing"
FREE = ("free d4",)
"""What the die is called where real dice are typed in."""

# ------------------------------------------------------------------ what a rest will do


class Change(NamedTuple):
    """What a rest does to a die: its marks before and after, and whether a free die is rolled for it afterwards."""

    who: str
    key: str
    before: m.Marks
    after: m.Marks
    rolls: bool = False


def preview(state: SpireState, rest: Rest, heals_strain: bool) -> Iterator[Change]:
    """Every die of everyone who rests, as it will be; `heals_strain` is the option quick-rest-strain."""
    for who in resting(state, rest):
        for key, die in state.characters[who].dice.items():
            if rest.kind == "quick":
                yield Change(who, key, die.marks, m.after_quick_rest(die.marks, heals_strain))
            else:
                after = m.after_night(die.marks, pick(state, rest, who) == key)
                yield Change(who, key, die.marks, after, rolls=die.harm == "wounded")


def resting(state: SpireState, rest: Rest) -> list[str]:
    """Those who rest, and are alive as far as everybody knows."""
    return [who for who in rest.who if who in state.characters and not known_dead(state.characters[who])]


def sleepers(state: SpireState, rest: Rest) -> list[str]:
    """Those who rest and are really alive."""
    return [who for who in resting(state, rest) if not state.characters[who].dead]


def strained_dice(who: Character) -> list[str]:
    """The dice that a night could free of strain."""
    return [key for key, die in who.dice.items() if die.harm == "strained"]


def pick(state: SpireState, rest: Rest, who: str) -> str:
    """The die that loses its strain: the only one, or the player's pick; empty while there is none
    (rogue-spire/night-rest-strain)."""
    strained = strained_dice(state.characters[who])
    if len(strained) == 1:
        return strained[0]
    return rest.picked.get(who, "") if rest.picked.get(who) in strained else ""


def heals_strain(game: SpireGame) -> bool:
    """Option quick-rest-strain."""
    return game.options["quick-rest-strain"] == "heal"


# ------------------------------------------------------------------ proposing


def _offer_rest(kind: RestKind, label: str, rule: str) -> Callable[[SpireGame, Seat], Offer | None]:
    def offer(game: SpireGame, seat: Seat) -> Offer | None:
        if seat != GM and not own(game.state, seat):
            return None
        choices = tuple(_choices(game.state, seat))
        able = tuple(choice.key for choice in choices if not choice.refused)
        default = tuple(key for key in able if game.state.characters[key].kind == "pc")
        field = Field("who", "Who rests", "many", choices, least=1, most=max(1, len(choices)), default=default or None)
        return Offer(
            f"{kind}-rest",
            label,
            (field,),
            rule,
            note=_length_words(game, kind),
            group=GROUP,
            refused=_no_rest(game, kind) or (None if able else _nobody(rule, choices)),
        )

    return offer


def _choices(state: SpireState, seat: Seat) -> Iterator[Choice]:
    for key, who in state.characters.items():
        if who.present and not who.hidden and (seat == GM or who.kind == "pc"):
            yield Choice(key, who.name, refused=dead(who) if known_life(who, seat) == "dead" else None)


def _nobody(rule: str, choices: tuple[Choice, ...]) -> Refused:
    return next((c.refused for c in choices if c.refused), Refused(rule, "nobody", "Nobody is here to rest."))


def _no_rest(game: SpireGame, kind: RestKind) -> Refused | None:
    """No rest inside an encounter (rogue-spire/quick-rest, rogue-spire/night-rest-ready)."""
    if not game.state.encounter:
        return None
    if kind == "quick":
        text = "A quick rest takes time and isn't possible in an encounter."
        return Refused("rogue-spire/quick-rest", "encounter", text)
    return Refused("rogue-spire/night-rest-ready", "encounter", "An encounter is running: nobody sleeps through it.")


def minutes_of(game: SpireGame, kind: RestKind) -> int:
    """How long a rest takes (options quick-rest-minutes and night-rest-minutes)."""
    return int(game.options[f"{kind}-rest-minutes"])


def _length_words(game: SpireGame, kind: RestKind) -> str:
    does = "Spent dice become ready." if kind == "quick" else "Spent dice become ready, one strain goes, the day ends."
    return f"{minutes_of(game, kind)} minutes. {does}"


# ------------------------------------------------------------------ a rest as a guided step


def _begin(kind: RestKind) -> Callable[[SpireGame, Answer], Flow[None]]:
    def begin(game: SpireGame, answer: Answer) -> Flow[None]:
        rule = "rogue-spire/quick-rest" if kind == "quick" else "rogue-spire/night-rest-ready"
        game.record(e.RestProposed(rest=Rest(kind, answer.many("who")), rule=rule))
        if not (yield from confirm(game, kind)):
            return
        if kind == "quick":
            yield from quick_rest(game)
        else:
            yield from night(game)

    return begin


def confirm(game: SpireGame, kind: RestKind) -> Flow[bool]:
    """Players pick, the Spire Master lets the rest happen or breaks it off; gives False if it was broken off."""
    while True:
        answer = yield from ask(lambda: _question(game, kind), lambda: _menu(game, kind))
        if answer.key == "interrupt":
            yield from _interrupt(game, kind, answer)
            return False
        if answer.key.startswith("pick:"):
            who = answer.key.removeprefix("pick:")
            game.record(e.StrainPicked(who=who, die=answer.text("die"), rule="rogue-spire/night-rest-strain"))
        elif kind == "quick" or (yield from _confirm_door(game)):
            return True


def _rest(game: SpireGame) -> Rest:
    return game.state.rest or Rest("quick", ())


def _question(game: SpireGame, kind: RestKind) -> str:
    waiting = ", ".join(game.state.characters[who].name for who in undecided(game)) if kind == "night" else ""
    if waiting:
        return f"A good night's rest: {waiting} picks the die that loses its strain"
    return "A quick rest: does it go undisturbed?" if kind == "quick" else "A good night's rest: undisturbed?"


def undecided(game: SpireGame) -> list[str]:
    """Those with several strained dice who have not picked one."""
    rest = _rest(game)
    people = game.state.characters
    return [
        who
        for who in resting(game.state, rest)
        if len(strained_dice(people[who])) > 1 and not pick(game.state, rest, who)
    ]


def _menu(game: SpireGame, kind: RestKind) -> Iterator[tuple[Seat, Offer]]:
    if kind == "night":
        for who in resting(game.state, _rest(game)):
            if len(strained_dice(game.state.characters[who])) > 1:
                yield controller(game.state, who), _offer_pick(game, who)
    yield GM, _offer_complete(game, kind)
    yield GM, _offer_interrupt(game, kind)


def _offer_pick(game: SpireGame, who: str) -> Offer:
    """One strained die loses its strain, by the player's pick (rogue-spire/night-rest-strain)."""
    character = game.state.characters[who]
    strained = " or ".join(die_name(character.dice[key]) for key in strained_dice(character))
    choices = tuple(
        Choice(key, die_name(die), die.state.replace("-", " "), drawn(die), _not_strained(die, strained))
        for key, die in character.dice.items()
    )
    return Offer(
        f"pick:{who}",
        f"{character.name}: which die loses its strain?",
        (Field("die", "Die", "choice", choices),),
        "rogue-spire/night-rest-strain",
        main=not pick(game.state, _rest(game), who),
    )


def _not_strained(die: SpireDie, strained: str) -> Refused | None:
    if die.harm == "strained":
        return None
    is_what = "wounded" if die.harm == "wounded" else "unhurt"
    text = f"The {die_name(die)} is {is_what}, not strained: pick {strained}."
    return Refused("rogue-spire/night-rest-strain", "not-strained", text)


def _offer_complete(game: SpireGame, kind: RestKind) -> Offer:
    waiting = undecided(game) if kind == "night" else []
    names = ", ".join(game.state.characters[who].name for who in waiting)
    open_pick = Refused("rogue-spire/night-rest-strain", "pick-open", f"First {names} must pick a strained die.")
    return Offer(
        "complete",
        "The rest is completed",
        rule="rogue-spire/quick-rest" if kind == "quick" else "rogue-spire/night-order",
        note=_length_words(game, kind),
        main=True,
        refused=open_pick if waiting else None,
    )


def _offer_interrupt(game: SpireGame, kind: RestKind) -> Offer:
    most = minutes_of(game, kind)
    fields = (
        Field("minutes", "After how many minutes", "number", least=0, most=most, default=0),
        text_field("reason", "What disturbs it", 200),
    )
    return Offer("interrupt", "It is interrupted: it gives nothing", fields, "rogue-spire/quick-rest")


def _interrupt(game: SpireGame, kind: RestKind, answer: Answer) -> Flow[None]:
    """A rest that is broken off gives nothing and doesn't end the day (rogue-spire/night-rest-ready)."""
    minutes = answer.number("minutes")
    rule = "rogue-spire/quick-rest" if kind == "quick" else "rogue-spire/night-rest-ready"
    game.record(e.RestInterrupted(kind=kind, minutes=minutes, reason=answer.text("reason"), rule=rule))
    yield from death.pass_time(game, minutes * m.MINUTE, "an interrupted rest")


def _confirm_door(game: SpireGame) -> Flow[bool]:
    """A night on death's door is all but certain death; it must be confirmed (rogue-spire/deaths-door-end)."""
    names = ", ".join(who.name for _, who in game.state.here() if seems_dying(who))
    if not names:
        return True
    question = f"On death's door: {names}. To survive a whole night there is practically impossible. Rest all the same?"
    choices = (Choice("no", "No"), Choice("yes", "Yes, the night passes"))
    return (yield from choose(GM, question, choices, "rogue-spire/deaths-door-end")) == "yes"


# ------------------------------------------------------------------ a quick rest


def quick_rest(game: SpireGame) -> Flow[None]:
    """The minutes pass, then spent dice are ready; harm stays (rogue-spire/quick-rest)."""
    yield from death.pass_time(game, minutes_of(game, "quick") * m.MINUTE, "a quick rest")
    rest = _rest(game)
    yield from apply(game, rest, "rogue-spire/quick-rest")
    end(game, rest, "rogue-spire/quick-rest")


def apply(game: SpireGame, rest: Rest, rule: RuleId) -> Flow[None]:
    """Let a rest do what its preview shows: first all spent dice, then strain."""
    changes = list(preview(game.state, rest, heals_strain(game)))
    for who in sleepers(game.state, rest):
        mine = [change for change in changes if change.who == who]
        ready = tuple(c.key for c in mine if c.before.spent and not c.after.spent)
        if ready:
            game.record(e.DiceReadied(who=who, dice=ready, rule=rule))
        for change in mine:
            if change.before.harm == "strained" and change.after.harm == "none":
                strain_rule = "rogue-spire/night-rest-strain" if rule == NIGHT else rule
                yield from harm.remove_strain(game, who, change.key, strain_rule)


def end(game: SpireGame, rest: Rest, rule: RuleId) -> None:
    """The rest is over; who died unnoticed meanwhile is found."""
    game.record(e.RestEnded(kind=rest.kind, who=tuple(sleepers(game.state, rest)), rule=rule))
    for who in resting(game.state, rest):
        if game.state.characters[who].dead:
            game.record(e.DeathTold(who=who, rule="rogue-spire/death"))


# ------------------------------------------------------------------ a good night's rest

NIGHT = "rogue-spire/night-rest-ready"


def night(game: SpireGame) -> Flow[None]:
    """Minutes, spent dice, one strain, natural healing, a new day (rogue-spire/night-order)."""
    yield from death.pass_time(game, minutes_of(game, "night") * m.MINUTE, "a night")
    rest = _rest(game)
    yield from apply(game, rest, NIGHT)
    for who in sleepers(game.state, rest):
        for key, die in game.state.characters[who].dice.items():
            if die.harm == "wounded":
                yield from heal_naturally(game, who, key)
    end(game, rest, NIGHT)
    game.record(e.DayBegan(day=game.state.day + 1, rule="rogue-spire/night-order"))


def heal_naturally(game: SpireGame, who: str, key: str) -> Flow[None]:
    """A free die for a wounded die; own dice can't help (rogue-spire/natural-healing, rogue-spire/free-die)."""
    die = game.state.characters[who].dice[key]
    td = m.natural_td(die.sides, game.options["natural-healing-td"])
    (face,) = yield from roll((m.FREE_DIE,), controller(game.state, who), NATURAL, FREE)
    result = m.judge(face, m.FREE_DIE, td, reading=reading(game))
    game.record(
        e.NaturalHealingRolled(
            who=who, die=key, sides=die.sides, face=face, td=td, result=result, rule=_natural_rule(die, td, result)
        )
    )
    if game.options["free-die-xp"] == "yes":
        earn_xp(game, who, face, m.FREE_DIE)
    outcome = "failure"
    if m.beaten(result):
        outcome = "success"
    elif result == "tie" and ties_are_chosen(game):
        outcome = yield from _choose_tie(game, who)
    if outcome in ("success", "success-but") and game.state.characters[who].dice[key].harm == "wounded":
        yield from harm.heal(game, who, key, NATURAL)
    if outcome in ("success-but", "failure-but"):
        yield from consequences.settle(game, consequences.Occasion(who, outcome))


def _natural_rule(die: SpireDie, td: int, result: m.Result) -> str:
    out_of_reach = td >= m.FREE_DIE and not m.beaten(result)
    return "rogue-spire/natural-healing-limits" if out_of_reach else NATURAL


def _choose_tie(game: SpireGame, who: str) -> Flow[consequences.Outcome]:
    """The tie of a free die is the player's choice too, but no own die can be added (rogue-spire/tie-choice)."""

    def menu() -> Iterator[tuple[Seat, Offer]]:
        yield from consequences.tie_offers(game, who)
        field = Field("die", "Die", "text", most=80, default="")
        yield (
            controller(game.state, who),
            Offer("roll", "Roll another die", (field,), "rogue-spire/free-die", refused=act.no_own_dice()),
        )

    name = game.state.characters[who].name
    answer = yield from ask(f"{name}: success BUT or failure BUT?", menu)
    return consequences.choice_of(answer)


ACTIONS: tuple[Action[SpireState], ...] = (
    Action("quick-rest", _offer_rest("quick", "Take a quick rest", "rogue-spire/quick-rest"), _begin("quick")),
    Action("night-rest", _offer_rest("night", "Sleep a good night", "rogue-spire/night-rest-ready"), _begin("night")),
)
