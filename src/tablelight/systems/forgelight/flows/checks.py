"""Skill Checks: the GM asks, the player rolls, a threshold or the GM decides (forgelight/skill-check-roll)."""

from __future__ import annotations

from collections.abc import Iterable

from tablelight.kernel.flow import Flow, ask, at_once, choose
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, RuleId, Seat
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import ATTRIBUTES
from tablelight.systems.forgelight.flows import statuses
from tablelight.systems.forgelight.flows.common import (
    ForgeGame,
    being,
    called,
    controller,
    lib,
    light_at,
    number_field,
    own,
    pick,
    refuse,
    roll_d20,
    text_field,
    who_field,
    yes_no,
)
from tablelight.systems.forgelight.state import Check, ForgeState

PERCEPTION, STEALTH, HIDDEN = "perception", "stealth", "hidden"
JUDGED = -100
"""In place of a threshold: the GM judges the total."""


# ------------------------------------------------------------------ calling for a check


def _offer_check(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [key for key, one in game.state.beings.items() if one.up]
    if seat != GM or not people:
        return None
    return Offer(
        "check", "Ask for a check", tuple(_fields(game, people)), "forgelight/roll-when-uncertain", group="Checks"
    )


def _fields(game: ForgeGame, people: Iterable[str]) -> Iterable[Field]:
    yield who_field(game, people)
    yield _skill_field(game)
    yield number_field("threshold", "Threshold (-100: you judge)", JUDGED, 99, JUDGED)
    yield yes_no("sight", "Does it rely on sight?")
    yield number_field("advantages", "Sources of Advantage", 0, 9, 0)
    yield number_field("disadvantages", "Sources of Disadvantage", 0, 9, 0)
    yield number_field("ap", "It costs Action Points", 0, 4, 0)
    yield text_field("about", "What is tried")


def _skill_field(game: ForgeGame) -> Field:
    skills = [(key, skill.name) for key, skill in lib(game).skills.items()]
    return pick("skill", "Skill or Attribute", [*skills, *((key, key.title()) for key in ATTRIBUTES)])


def _check_check(game: ForgeGame, answer: Answer) -> Refused | None:
    turn = game.state.turn(answer.text("who"))
    ap = answer.number("ap")
    if ap and (turn is None or turn.ap < ap):
        return refuse(
            "turn-action-points", "action-points", f"It costs {ap} Action Points; {turn.ap if turn else 0} left."
        )
    return None


def _begin_check(game: ForgeGame, answer: Answer) -> Flow[None]:
    threshold = answer.number("threshold")
    check = Check(
        answer.text("who"),
        answer.text("skill"),
        None if threshold == JUDGED else threshold,
        answer.text("sight") == "yes",
        answer.number("advantages"),
        answer.number("disadvantages"),
        answer.text("skill") == STEALTH,
        answer.text("about"),
    )
    if answer.number("ap"):
        what = answer.text("about")
        spent = e.PointsSpent(
            who=check.who, ap=answer.number("ap"), stamina=0, what=what, rule="forgelight/combat-start"
        )
        game.record(spent)
    yield from make(game, check)


# ------------------------------------------------------------------ hiding


def _offer_hide(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [key for key in own(game.state, seat) if being(game, key).up and being(game, key).kind != "foe"]
    if seat == GM or not people:
        return None
    alone = refuse("light-not-hidden", "stealth-needed", "Bad light alone hides nobody; a Stealth Check is needed.")
    how = Field(
        "how",
        "How",
        "choice",
        (Choice("stealth", "By a Stealth Check"), Choice("light", "By the dark alone", refused=alone)),
        default="stealth",
    )
    return Offer("hide", "Hide", (who_field(game, people), how), "forgelight/status-hidden", group="Checks")


def _begin_hide(game: ForgeGame, answer: Answer) -> Flow[None]:
    who = answer.text("who")
    fields = (
        number_field("threshold", "Threshold (-100: you judge)", JUDGED, 99, JUDGED),
        number_field("advantages", "Sources of Advantage", 0, 9, 0),
        number_field("disadvantages", "Sources of Disadvantage", 0, 9, 0),
    )
    rule = "forgelight/status-hidden"
    offers = [
        (GM, Offer(f"allow:{who}", "Roll Stealth", fields, rule, main=True)),
        (GM, Offer("deny", "There is nowhere to hide")),
    ]
    reply = yield from ask(f"{being(game, who).name} wants to hide", lambda: offers)
    if reply.key == "deny":
        game.record(e.Judged(who=who, about="hiding", text="There is nowhere to hide.", rule=rule))
        return
    threshold = reply.number("threshold")
    yield from make(
        game,
        Check(
            who,
            STEALTH,
            None if threshold == JUDGED else threshold,
            False,
            reply.number("advantages"),
            reply.number("disadvantages"),
            hides=True,
        ),
    )


# ------------------------------------------------------------------ making it


def make(game: ForgeGame, check: Check) -> Flow[m.Outcome | None]:
    """A check from the GM's word to its outcome; None where it failed without a roll or the GM judged."""
    _call(game, check)
    if blind(game, check):
        rule = "forgelight/light-darkness-perception"
        game.record(e.CheckEnded(who=check.who, outcome="failure", words="It relies on sight, in darkness.", rule=rule))
        return None
    yield from _ready(game, check)
    face, total = yield from _roll(game, check)
    outcome = yield from _outcome(game, check, face, total)
    if check.hides and outcome in ("success", "critical success"):
        statuses.give(game, check.who, HIDDEN, rule="forgelight/status-hidden")
    return outcome


def _call(game: ForgeGame, check: Check) -> None:
    """The threshold is the GM's alone unless the table plays openly (forgelight/skill-check-threshold-secret)."""
    secret = check.threshold is not None and game.options["threshold-visibility"] == "hidden"
    public = Check(
        check.who,
        check.skill,
        None if secret else check.threshold,
        check.sight,
        check.advantages,
        check.disadvantages,
        check.hides,
        check.about,
    )
    game.record(e.CheckCalled(check=public, rule="forgelight/roll-when-uncertain"))
    if secret and check.threshold is not None:
        rule = "forgelight/skill-check-threshold-secret"
        game.record(e.ThresholdSet(threshold=check.threshold, seen_by=(GM,), rule=rule))


def _ready(game: ForgeGame, check: Check) -> Flow[None]:
    """The player throws when ready."""
    name = figures_name(game, check.skill)
    offer = Offer("roll", f"Roll {name}", rule="forgelight/skill-check-roll", main=True)
    question = f"{called(game, check.who)}: {name} Check"
    seats = dict.fromkeys((controller(game.state, check.who), GM))
    yield from ask(question, lambda: [(seat, offer) for seat in seats])


def figures_name(game: ForgeGame, key: str) -> str:
    """What a Skill or Attribute is called."""
    return key.title() if key in ATTRIBUTES else lib(game).skills[key].name


def light_on(game: ForgeGame, check: Check) -> str:
    """The light that hinders this check's sight, or `normal` (forgelight/light-ignored-by-sight)."""
    one = being(game, check.who)
    light = light_at(game.state, one.at)
    return "normal" if figures.sees(lib(game), one, light) else light


def blind(game: ForgeGame, check: Check) -> bool:
    """Sight in darkness fails without a roll (forgelight/light-darkness-perception)."""
    return check.sight and check.skill == PERCEPTION and light_on(game, check) == "darkness"


def edges(game: ForgeGame, check: Check) -> tuple[int, int]:
    """All sources of Advantage and Disadvantage (forgelight/advantage-sources-combine)."""
    one = being(game, check.who)
    up, down = figures.edges(lib(game), one, "checks")
    more_up, more_down = figures.edges(lib(game), one, check.skill)
    dim = check.sight and check.skill == PERCEPTION and light_on(game, check) == "dim"
    return check.advantages + up + more_up, check.disadvantages + down + more_down + dim


def _roll(game: ForgeGame, check: Check) -> Flow[tuple[int, int]]:
    """d20 plus the Skill (forgelight/skill-check-roll)."""
    way = m.edge(*edges(game, check), game.options["advantage-mixing"])
    faces, face = yield from roll_d20(game, check.who, way, "forgelight/skill-check-roll", "check")
    modifier = figures.modifier(lib(game), being(game, check.who), check.skill).value
    game.record(
        e.CheckRolled(
            who=check.who,
            skill=check.skill,
            faces=faces,
            face=face,
            modifier=modifier,
            total=face + modifier,
            rule="forgelight/skill-check-roll",
        )
    )
    return face, face + modifier


# ------------------------------------------------------------------ what it comes to


def _outcome(game: ForgeGame, check: Check, face: int, total: int) -> Flow[m.Outcome | None]:
    if check.threshold is None and face not in (1, m.D20):
        return (yield from _judged(game, check, total))
    threshold = check.threshold if check.threshold is not None else 0
    outcome = m.check_outcome(face, total, threshold, game.options["threshold-compare"])
    words = ""
    if outcome == "critical failure":
        words = yield from _said(game, check, "A natural 1: how does it go wrong?", "natural-one-consequence")
    if outcome == "critical success":
        words = yield from _said(game, check, "A natural 20: is there a limit to the success?", "natural-twenty-skill")
    game.record(e.CheckEnded(who=check.who, outcome=outcome, words=words, rule=_rule(outcome)))
    return outcome


def _rule(outcome: m.Outcome) -> RuleId:
    rules = {"critical failure": "natural-one-skill", "critical success": "natural-twenty-skill"}
    return f"forgelight/{rules.get(outcome, 'skill-check-threshold')}"


def _said(game: ForgeGame, check: Check, question: str, rule: str) -> Flow[str]:
    offer = Offer("write", "Say it", (text_field("text", "In your words", 400),), f"forgelight/{rule}", main=True)
    name = called(game, check.who)
    answer = yield from ask(f"{name}. {question}", lambda: [(GM, offer)])
    return answer.text("text")


def _judged(game: ForgeGame, check: Check, total: int) -> Flow[m.Outcome | None]:
    """Without a threshold the GM says how well it works (forgelight/skill-check-gm-judges)."""
    rule = "forgelight/skill-check-gm-judges"
    outcomes = (("success", "It works"), ("failure", "It fails"))
    fields = (pick("outcome", "Does it work?", outcomes, "success"), text_field("text", "How well or badly", 400))
    question = f"{called(game, check.who)} has {total}: how well does it work?"
    answer = yield from ask(question, lambda: [(GM, Offer("judge", "So it goes", fields, rule, main=True))])
    game.record(e.CheckEnded(who=check.who, outcome=answer.text("outcome"), words=answer.text("text"), rule=rule))
    return "success" if answer.text("outcome") == "success" else "failure"


def last_deed(game: ForgeGame, who: str, what: str) -> Flow[None]:
    """A described deed that is rolled for after all (forgelight/blaze-of-glory-success)."""
    rule = "forgelight/blaze-of-glory-success"
    skills = [Choice(key, skill.name) for key, skill in lib(game).skills.items()]
    skill = yield from choose(GM, f"Which Skill for {what}?", skills, rule)
    yield from make(game, Check(who, skill, about=what))


# ------------------------------------------------------------------ deeds without a card


def _offer_deed(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [key for key, one in game.state.beings.items() if one.up]
    if seat != GM or not people:
        return None
    fields = (
        who_field(game, people),
        text_field("text", "What is done", 400, least=1),
        number_field("ap", "Action Points", 0, 4, 0),
        number_field("stamina", "Stamina", 0, 20, 0),
    )
    return Offer("deed", "A deed without a card", fields, "forgelight/stamina-spending", group="Checks")


def _check_deed(game: ForgeGame, answer: Answer) -> Refused | None:
    one = being(game, answer.text("who"))
    if answer.number("stamina") > one.stamina:
        text = f"It costs {answer.number('stamina')} Stamina; {one.stamina} left."
        return refuse("stamina-spending", "stamina", text)
    return _check_check(game, answer)


@at_once
def _begin_deed(game: ForgeGame, answer: Answer) -> None:
    who, what = answer.text("who"), answer.text("text")
    rule = "forgelight/stamina-spending"
    game.record(e.PointsSpent(who=who, ap=answer.number("ap"), stamina=answer.number("stamina"), what=what, rule=rule))
    game.record(e.DeedDone(who=who, text=what, rule=rule))


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("check", _offer_check, _begin_check, _check_check),
    Action("hide", _offer_hide, _begin_hide),
    Action("deed", _offer_deed, _begin_deed, _check_deed),
)
