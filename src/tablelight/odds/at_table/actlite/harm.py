"""Damage after a hit, falls, and coins for injuries."""

from __future__ import annotations

from tablelight.odds.at_table.actlite.known import Known
from tablelight.odds.at_table.told import Asked, Chances, Fact, chance, mean, numbers, setting
from tablelight.odds.distribution import Distribution, Numbers, die, sure, total_of
from tablelight.odds.work import bound
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.content.pack import dice_of
from tablelight.systems.actlite.flows import rest
from tablelight.systems.actlite.flows.common import is_on
from tablelight.systems.actlite.state import Character

DICE = tuple((dice, dice) for dice in ("1d4", "1d6", "1d8", "1d10", "2d4", "2d6"))
USUAL_DICE = "1d6"

# ------------------------------------------------------------------ damage after a hit


def tell_damage(asked: Asked) -> Chances | None:
    """What a hit does to the target after armor (actlite/armor-reduction)."""
    dice = asked.one("dice")
    doing = asked.game.state.doing[-1] if asked.game.state.doing else None
    if dice is None or not doing:
        return None
    rolled, kind, bypass = dice.split("/")
    known = Known(asked)
    return _of_damage(known, total_of(dice_of(rolled)), known.armor(doing.target, kind), int(bypass))


def tell_take(asked: Asked) -> Chances | None:
    """The same for the target, who could let a maneuver happen instead (actlite/maneuver)."""
    doing = asked.game.state.doing[-1] if asked.game.state.doing else None
    if not doing or not is_on(asked.game, "maneuver-timing", "before-damage"):
        return None
    if asked.one("dice") is not None:
        return tell_damage(asked)
    known = Known(asked)
    if known.sheet(asked.game.state.characters[doing.who]):
        return None  # an attack without damage
    known.assumed.append("The attacker's weapon is not known to you.")
    dice = setting(asked, "dice", "Damage assumed", DICE, USUAL_DICE)
    known.settings.append(dice)
    taken = known.value("armor", "Your armor takes off", tuple((str(n), str(n)) for n in range(9)), "0")
    return _of_damage(known, total_of(dice_of(dice.value)), taken, 0)


def _of_damage(known: Known, rolled: Numbers, armor: int, bypass: int) -> Chances:
    through = Numbers.of(rolled.map(lambda points: m.reduced(points, armor, bypass)))
    facts = [mean("damage", through), chance("no damage", through.exactly(0))]
    return known.chances(facts, tables=(numbers("Damage", through),))


# ------------------------------------------------------------------ falls


def tell_fall(asked: Asked) -> Chances | None:
    """The damage of a fall, and where it leaves somebody (actlite/fall-damage)."""
    who, spaces = asked.one("who"), asked.number("spaces")
    if who is None or spaces is None:
        return Chances(hint="Choose who falls, and how far.")
    dice = (m.FALL_DIE,) * m.fall_dice(spaces)
    if not dice:
        return None
    points = total_of(dice)
    character = asked.game.state.characters[who]
    facts = [mean("damage", points), *_ends(asked, character, points)]
    return Chances(tuple(facts), (numbers("Damage", points),))


def _ends(asked: Asked, who: Character, points: Distribution[int]) -> list[Fact]:
    """The chances to go down and to die of damage that nothing reduces."""
    if who.dead:
        return []
    stop = is_on(asked.game, "damage-spill", "stop")
    health = m.Health(who.crit, who.standard)
    left = points.map(lambda taken: m.take_damage(health, taken, down=who.down, stop=stop).crit)
    doomed = who.crit > 0 and who.conditions.doomed
    dies = left.chance(lambda crit: crit <= 0 if doomed else m.is_dead(crit, who.max_crit))
    facts = [chance("dies", dies)]
    return facts if who.down else [chance("goes down", left.chance(lambda crit: crit <= 0) - dies), *facts]


# ------------------------------------------------------------------ coins for injuries


def tell_rest(asked: Asked) -> Chances | None:
    """What coins do for the injuries of those who rest at full crit health (actlite/status-injury, -rest-eight)."""
    hours = asked.number("hours")
    if not hours:
        return None
    hourly = is_on(asked.game, "injury-flip", "per-hour")
    facts: list[Fact] = []
    for key in asked.many("who"):
        who = asked.game.state.characters[key]
        count = len(who.conditions.injuries)
        if not count or not rest.sound(who) or who.dead:
            continue
        left = injuries_left(count, hours, hourly=hourly)
        facts += [chance(f"{who.name}: no injury left", left.exactly(0)), mean(f"{who.name}: injuries left", left)]
    return Chances(tuple(facts)) if facts else None


def injuries_left(count: int, hours: int, *, hourly: bool) -> Numbers:
    """Injuries left after a Rest: every eighth hour heals one, a coin each hour or after the Rest may heal each."""
    bound(count * hours, "coins", 10_000)
    if not hourly:
        return _flipped(max(0, count - hours // rest.EIGHT))
    left: Distribution[int] = sure(count)
    for hour in range(1, hours + 1):
        healed = int(hour % rest.EIGHT == 0)
        left = left.then(lambda now, healed=healed: _flipped(max(0, now - healed)))
    return Numbers.of(left)


def _flipped(count: int) -> Numbers:
    """How many injuries stay of so many when a coin is flipped for each."""
    stays = Numbers.of(die(m.COIN).map(lambda side: int(side != m.HEADS)))
    return stays.times(count) if count else Numbers.of(sure(0))
