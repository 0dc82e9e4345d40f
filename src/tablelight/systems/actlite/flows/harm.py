"""Damage, falling down, dying, waking up, and what becomes known then."""

from __future__ import annotations

from tablelight.kernel.flow import Flow
from tablelight.kernel.offers import GM, Choice
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows.common import ActGame, choose, is_on, owner, rule, shown
from tablelight.systems.actlite.state import Character, Result

# ------------------------------------------------------------------ damage


def hurt(game: ActGame, key: str, points: int, cause: str, *, crit: bool = False) -> Flow[None]:
    """Let a character take damage that nothing reduces any more, with all that follows
    (actlite/damage-order, actlite/crit-damage, actlite/damage-while-down)."""
    who = game.state.characters[key]
    if points <= 0 or who.known_dead:
        return
    if who.conditions.stabilized:
        _destabilize(game, key, who)
    stop = is_on(game, "damage-spill", "stop")
    left = m.take_damage(m.Health(who.crit, who.standard), points, down=who.down, crit=crit, stop=stop)
    name = "damage-while-down" if who.down else "crit-damage" if crit else "damage-order"
    game.record(
        e.DamageTaken(
            who=key,
            points=points,
            crit=left.crit,
            standard=left.standard,
            cause=cause,
            crit_damage=crit or who.down,
            rule=rule(name),
        )
    )
    yield from _suffer(game, key, who)


def _destabilize(game: ActGame, key: str, who: Character) -> None:
    seen = (GM,) if "stabilized" in who.secrets else None
    game.record(e.ConditionEased(who=key, condition="stabilized", rule=rule("stabilized-damage"), seen_by=seen))


def _suffer(game: ActGame, key: str, before: Character) -> Flow[None]:
    """What a fall of crit health to 0 or below brings (actlite/crit-zero-down, actlite/death-by-damage)."""
    now = game.state.characters[key]
    if now.crit > 0 or (now.dead and before.crit == now.crit):
        return
    if before.crit > 0 and before.conditions.doomed:
        die(game, key, "reduced to 0 before the next rest", "doomed-marker")
    elif m.is_dead(now.crit, now.max_crit):
        die(game, key, "more crit damage than the body can bear", "death-by-damage")
    elif not before.down:
        yield from fall(game, key)


def fall(game: ActGame, key: str) -> Flow[None]:
    """Unconscious, down, dying; for characters run by the GM the GM says whether they are dead at once
    (actlite/crit-zero-down, actlite/fall-unconscious)."""
    who = game.state.characters[key]
    if who.kind == "npc":
        choices = (Choice("dying", "Dying like anyone"), Choice("dead", "Dead now"))
        fate = yield from choose(GM, f"{shown(game.state, key)} is at 0 crit health", choices, "crit-zero-down")
        if fate == "dead":
            die(game, key, "the wound", "crit-zero-down")
            return
    skip = is_on(game, "consequence-skip-first")
    game.record(e.FellDown(who=key, skip=skip, rule=rule("crit-zero-down")))


def die(game: ActGame, key: str, cause: str, rule_name: str, *, secret: bool = False) -> None:
    """Death; an open one takes the AP cards out of the game (actlite/cards-of-fallen)."""
    seen = (GM,) if secret else None
    game.record(e.Died(who=key, cause=cause, secret=secret, rule=rule(rule_name), seen_by=seen))
    initiative = game.state.initiative
    if not secret and initiative and key in initiative.piles:
        game.record(e.CardsRemoved(who=key, rule=rule("cards-of-fallen")))


# ------------------------------------------------------------------ health comes back


def restore(
    game: ActGame, key: str, cause: str, *, crit: int = 0, standard: int = 0, name: str, secret: bool = False
) -> Flow[None]:
    """Give health back, never above the maximum; crit health above 0 wakes (actlite/health-notation)."""
    who = game.state.characters[key]
    if who.dead:
        if not who.known_dead:
            _tell_gm(game, key, f"{who.name} is secretly dead; the {cause} does nothing.")
        return
    new_crit = max(who.crit, min(who.max_crit, who.crit + crit))
    new_standard = max(who.standard, min(who.max_standard, who.standard + standard))
    if (new_crit, new_standard) == (who.crit, who.standard):
        return
    wakes = who.down and new_crit > 0
    hide = secret and not wakes
    seen = (GM,) if hide else None
    game.record(
        e.HealthRegained(
            who=key, crit=new_crit, standard=new_standard, cause=cause, secret=hide, rule=rule(name), seen_by=seen
        )
    )
    if wakes:
        yield from wake(game, key)


def wake(game: ActGame, key: str) -> Flow[None]:
    """Conscious again, still prone; what was secret becomes known (actlite/wake-up, actlite/consequence-reveal)."""
    game.record(e.CameTo(who=key, cause="crit health", rule=rule("wake-up")))
    yield from reveal(game, key)


def _tell_gm(game: ActGame, key: str, text: str) -> None:
    game.record(e.Told(who=key, text=text, rule=rule("consequence-reveal"), seen_by=(GM,)))


# ------------------------------------------------------------------ what was secret


def reveal(game: ActGame, key: str) -> Flow[None]:
    """Show all results rolled so far, and let what they bring take effect (actlite/consequence-reveal)."""
    who = game.state.characters[key]
    if not who.results and not who.secrets:
        return
    dead = "dead" in who.secrets
    game.record(e.ResultsRevealed(who=key, results=who.results, dead=dead, rule=rule("consequence-reveal")))
    if dead:
        die(game, key, "a consequence", "consequence-reveal")
        return
    for result in who.results:
        yield from bring(game, key, result)


def bring(game: ActGame, key: str, result: Result) -> Flow[None]:
    """What waited for its result to be known (actlite/bad-things-temporary, actlite/bad-things-permanent)."""
    who = game.state.characters[key]
    permanent = rule("bad-things-permanent")
    match result.outcome:
        case "exhaustion":
            game.record(e.ConditionGained(who=key, condition="exhaustion", rule=rule("bad-things-temporary")))
        case "injured-arm":
            yield from _injured_arm(game, key)
        case "lame-hour":
            until = game.state.clock + m.HOUR
            game.record(e.ConditionGained(who=key, condition="lame", until=until, rule=rule("bad-things-temporary")))
        case "lose-eye":
            if "PER" in who.scores:
                per = min(1, who.scores["PER"])
                game.record(
                    e.ScoreChanged(who=key, attribute="PER", score=per, most=1, source="a lost eye", rule=permanent)
                )
        case "lower-str":
            if "STR" in who.scores:
                least = who.limits["STR"].least if "STR" in who.limits else who.scores["STR"] - 1
                lower = min(who.scores["STR"], max(least, who.scores["STR"] - 1))
                game.record(e.ScoreChanged(who=key, attribute="STR", score=lower, rule=permanent))
        case "lose-arm":
            game.record(e.ArmLost(who=key, rule=permanent))
        case _:
            return


def _injured_arm(game: ActGame, key: str) -> Flow[None]:
    """Its owner picks which arm (actlite/injury-named)."""
    arms = (Choice("right arm", "The right arm"), Choice("left arm", "The left arm"))
    seat = owner(game.state, key)
    limb = yield from choose(seat, f"{shown(game.state, key)}: which arm is disabled?", arms, "injury-named")
    game.record(e.InjuryTaken(who=key, injury=e.Injury(limb, disabled=True), rule=rule("injury-named")))
