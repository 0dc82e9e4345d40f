"""Traits and talents gained, and levels."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow, ask, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.content import Level, pack
from tablelight.systems.rogue_spire.flows.common import SpireGame, controller, drawn, own, text_field, who_field
from tablelight.systems.rogue_spire.flows.people import SHEET, talent_words
from tablelight.systems.rogue_spire.sheet import MOST, read_origin, read_talent
from tablelight.systems.rogue_spire.state import (
    ORIGINS,
    Character,
    SpireDie,
    SpireState,
    Talent,
    Trait,
    die_name,
    slug,
)

TRAITS = "rogue-spire/trait-kinds"
TALENTS = "rogue-spire/talent-needs-trait"
LEVEL = "rogue-spire/talents-by-level"

# ------------------------------------------------------------------ by hand


def _people(state: SpireState, seat: Seat) -> list[tuple[str, Character]]:
    """Whose sheet a seat may write on."""
    return list(state.characters.items()) if seat == GM else own(state, seat)


def _offer_trait(game: SpireGame, seat: Seat) -> Offer | None:
    people = _people(game.state, seat)
    if not people:
        return None
    label = f"Where it comes from: {', '.join(ORIGINS)}"
    fields = (
        who_field(people),
        text_field("name", "Name of the trait", least=1),
        text_field("origin", label, 40, least=1),
        text_field("about", "About", 400),
    )
    return Offer("add-trait", "Add a trait", fields, TRAITS, group=SHEET)


def _check_trait(game: SpireGame, answer: Answer) -> Refused | None:
    origin = read_origin(answer.text("origin"))
    if isinstance(origin, Refused):
        return origin
    traits = game.state.characters[answer.text("who")].traits
    if len(traits) >= MOST:
        return Refused(TRAITS, "too-many", f"At most {MOST} traits.")
    name = answer.text("name").casefold()
    there = any(trait.name.casefold() == name for trait in traits.values())
    return Refused(TRAITS, "there", "This trait is there already.") if there else None


@at_once
def _trait(game: SpireGame, answer: Answer) -> None:
    """A trait with one of three origins (rogue-spire/trait-kinds)."""
    origin = read_origin(answer.text("origin"))
    if isinstance(origin, Refused):
        raise ValueError(origin.text)
    who = answer.text("who")
    key = slug(answer.text("name"), game.state.characters[who].traits)
    trait = Trait(answer.text("name"), origin, answer.text("about"))
    game.record(e.TraitGained(who=who, key=key, trait=trait, rule=TRAITS))


def _offer_talent(game: SpireGame, seat: Seat) -> Offer | None:
    people = _people(game.state, seat)
    if not people:
        return None
    fields = (
        who_field(people),
        text_field("name", "Name of the talent", least=1),
        text_field("trait", "On which trait", least=1),
        text_field("td", "Its own target difficulty, such as TD 3 or d8", 8),
    )
    return Offer("add-talent", "Add a talent", fields, TALENTS, group=SHEET)


def _read_talent(game: SpireGame, answer: Answer) -> Talent | Refused:
    traits = game.state.characters[answer.text("who")].traits
    return read_talent(answer.text("name"), answer.text("trait"), answer.text("td"), traits)


def _check_talent(game: SpireGame, answer: Answer) -> Refused | None:
    if len(game.state.characters[answer.text("who")].talents) >= MOST:
        return Refused(TALENTS, "too-many", f"At most {MOST} talents.")
    talent = _read_talent(game, answer)
    return talent if isinstance(talent, Refused) else None


@at_once
def _talent(game: SpireGame, answer: Answer) -> None:
    """A talent on a trait that the character has (rogue-spire/talent-needs-trait)."""
    talent = _read_talent(game, answer)
    if isinstance(talent, Refused):
        raise ValueError(talent.text)
    gain_talent(game, answer.text("who"), talent)


def gain_talent(game: SpireGame, who: str, talent: Talent) -> None:
    """Write a talent on the sheet."""
    key = slug(talent.name, game.state.characters[who].talents)
    game.record(e.TalentGained(who=who, key=key, talent=talent, rule=TALENTS))


# ------------------------------------------------------------------ levels


def next_level(who: Character) -> Level | None:
    """What the level table says about the next level, if it goes so far."""
    return pack().levels.get(who.level + 1)


def _offer_level(game: SpireGame, seat: Seat) -> Offer | None:
    pcs = [(key, who) for key, who in game.state.characters.items() if who.kind == "pc"]
    if seat != GM or not pcs:
        return None
    choices = tuple(Choice(key, who.name, _level_note(who), refused=_not_ready(who)) for key, who in pcs)
    ready = [choice.key for choice in choices if not choice.refused]
    limit = Field("limit", "New Next XP limit; 0 takes the level table's", "number", least=0, most=9999, default=0)
    return Offer(
        "level-up",
        "Confirm a level",
        (Field("who", "Who", "choice", choices, default=ready[0] if len(ready) == 1 else None), limit),
        LEVEL,
        group=SHEET,
        main=bool(ready),
        refused=None if ready else choices[0].refused if len(choices) == 1 else _nobody_ready(),
    )


def _level_note(who: Character) -> str:
    level = next_level(who)
    return f"level {who.level + 1}: limit {level.limit}" if level else f"level {who.level + 1}: name a limit"


def _nobody_ready() -> Refused:
    return Refused(LEVEL, "not-ready", "Nobody has reached their Next XP limit.")


def _not_ready(who: Character) -> Refused | None:
    if who.ready_to_level:
        return None
    text = f"{who.name} has {who.xp} of {who.limit} XP; a level needs the limit."
    return Refused(LEVEL, "not-ready", text)


def _check_level(game: SpireGame, answer: Answer) -> Refused | None:
    who = game.state.characters[answer.text("who")]
    wanted = new_limit(who, answer.number("limit"))
    if wanted > who.limit:
        return None
    return Refused("rogue-spire/xp-limit", "low-limit", f"The new limit must be over {who.limit}.")


def new_limit(who: Character, named: int) -> int:
    """The limit that the Spire Master names, or the level table's."""
    level = next_level(who)
    return named or (level.limit if level else 0)


def _level(game: SpireGame, answer: Answer) -> Flow[None]:
    """The Spire Master confirms a level; the player chooses what the table grants (rogue-spire/talents-by-level)."""
    key = answer.text("who")
    who = game.state.characters[key]
    level = next_level(who) or Level(who.level + 1, 0)
    limit = new_limit(who, answer.number("limit"))
    game.record(e.LevelGained(who=key, level=who.level + 1, limit=limit, resets=level.resets, rule=LEVEL))
    if level.new_die:
        gain_die(game, key, level.new_die)
    for _ in range(level.traits):
        yield from _choose_trait(game, key)
    for _ in range(level.talents):
        yield from _choose_talent(game, key)
    for _ in range(level.larger_dice):
        yield from _choose_die(game, key)


def gain_die(game: SpireGame, who: str, sides: m.Sides) -> None:
    """A new skill die, ready."""
    key = slug(f"d{sides}", game.state.characters[who].dice)
    game.record(e.DieGained(who=who, key=key, die=SpireDie("skill", sides), rule=LEVEL))


def _choose(game: SpireGame, who: str, question: str, label: str, choices: tuple[Choice, ...]) -> Flow[str]:
    """Let the player take one of these, or nothing for now; gives an empty text for nothing."""
    seat = controller(game.state, who)
    take = Offer("take", label, (Field("what", "Which", "choice", choices),), LEVEL, main=True)
    skip = Offer("skip", "Nothing from this list", rule=LEVEL)
    name = game.state.characters[who].name
    offers = [(seat, offer) for offer in ((take, skip) if choices else (skip,))]
    answer = yield from ask(f"{name}: {question}", lambda: offers)
    return answer.text("what") if answer.key == "take" else ""


def _choose_trait(game: SpireGame, who: str) -> Flow[None]:
    there = game.state.characters[who].traits
    choices = tuple(Choice(k, t.name, f"{t.origin}: {t.about}") for k, t in pack().traits.items() if k not in there)
    key = yield from _choose(game, who, "which trait?", "Learn a trait", choices)
    if key:
        game.record(e.TraitGained(who=who, key=key, trait=pack().traits[key], rule=LEVEL))


def open_talents(who: Character) -> Iterator[tuple[str, Talent]]:
    """The talents of the list that hang on a trait the character has, and that it lacks."""
    names = {trait.name.casefold(): key for key, trait in who.traits.items()}
    for key, talent in pack().talents.items():
        hangs_on = names.get(pack().traits[talent.trait].name.casefold())
        if hangs_on and all(talent.name != one.name for one in who.talents.values()):
            yield key, Talent(talent.name, hangs_on, talent.about, talent.td, talent.td_die, talent.effects)


def _choose_talent(game: SpireGame, who: str) -> Flow[None]:
    talents = dict(open_talents(game.state.characters[who]))
    choices = tuple(Choice(key, talent.name, talent_words(talent)) for key, talent in talents.items())
    key = yield from _choose(game, who, "which talent?", "Learn a talent", choices)
    if key:
        gain_talent(game, who, talents[key])


def larger(sides: int) -> m.Sides | None:
    """The next size up, if there is one."""
    return next((size for size in m.SIZES if size > sides), None)


def _choose_die(game: SpireGame, who: str) -> Flow[None]:
    dice = game.state.characters[who].dice
    choices = tuple(
        Choice(key, die_name(die), f"becomes a d{larger(die.sides)}", drawn(die))
        for key, die in dice.items()
        if larger(die.sides)
    )
    key = yield from _choose(game, who, "which die grows?", "Make a die larger", choices)
    size = larger(dice[key].sides) if key else None
    if key and size:
        game.record(e.DieGrown(who=who, die=key, sides=size, was=dice[key].sides, rule=LEVEL))


ACTIONS: tuple[Action[SpireState], ...] = (
    Action("add-trait", _offer_trait, _trait, _check_trait),
    Action("add-talent", _offer_talent, _talent, _check_talent),
    Action("level-up", _offer_level, _level, _check_level),
)
