"""What each seat sees of a Forgelight game. Only what is named here ever leaves the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from tablelight.kernel.flow import Game
from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import GM, Seat
from tablelight.kernel.view import (
    Card,
    Cell,
    Count,
    Grid,
    Group,
    Panel,
    Person,
    Row,
    Section,
    Sheet,
    TableView,
    Tag,
    Token,
    Tone,
    Zone,
)
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import ATTRIBUTES, DAMAGE_TYPES, ActiveSlot
from tablelight.systems.forgelight.content.packs import Library, library
from tablelight.systems.forgelight.faces import card_face, cost_words, gear_face, gear_words
from tablelight.systems.forgelight.flows.builder import (
    LEFT,
    NAMES,
    NUMBERS,
    STEPS,
    assembled,
    chosen_words,
    done,
    next_step,
)
from tablelight.systems.forgelight.flows.checks import figures_name
from tablelight.systems.forgelight.flows.common import controller, figures_secret, lib, own, secret_figures
from tablelight.systems.forgelight.flows.harm import looks
from tablelight.systems.forgelight.flows.playing import refused_card
from tablelight.systems.forgelight.flows.speed import ANYWHERE, feet_left
from tablelight.systems.forgelight.sheet import write_sheet
from tablelight.systems.forgelight.state import Being, Check, Condition, Draft, ForgeState, Ground, Turn

ForgeGame = Game[ForgeState]
Options: TypeAlias = Mapping[str, str]


def view(game: ForgeGame, seat: Seat) -> TableView:
    """The table as this seat may see it: hidden foes and enemy figures are the GM's."""
    state = game.state
    return TableView(
        title=state.scene.title or "Forgelight",
        meta=_meta(state),
        groups=tuple(_groups(game, seat)),
        panels=tuple(_panels(game, seat)),
    )


def _meta(state: ForgeState) -> str:
    minutes = state.now // 60
    parts = [f"day {state.day}, {minutes // 60 % 24}:{minutes % 60:02}"]
    if state.scene.light != "normal":
        parts.append({"dim": "dim light", "darkness": "darkness"}[state.scene.light])
    if state.fight:
        parts.append(f"round {state.fight.round}")
    return " · ".join(parts)


def _seen(game: ForgeGame, seat: Seat, who: str) -> bool:
    return seat == GM or not game.state.beings[who].hidden


# ------------------------------------------------------------------ people


def _groups(game: ForgeGame, seat: Seat) -> Iterator[Group]:
    """Everybody, each side for itself; what is not one's own looks the same from every player's seat."""
    state, options = game.state, game.options
    mine = () if seat == GM else own(state, seat)
    yours = {key: _person(state, options, key, gm=False, yours=True) for key in mine}
    people = _people(state, options, seat == GM)
    for title, side in (("Party", "party"), ("Foes", "foes")):
        yield Group(title, tuple([yours.get(one.id, one) for one in people if state.beings[one.id].side == side]))


@remembered(16)
def _people(state: ForgeState, options: Options, gm: bool) -> tuple[Person, ...]:
    return tuple(
        [_person(state, options, key, gm=gm, yours=False) for key, one in state.beings.items() if gm or not one.hidden]
    )


def _person(state: ForgeState, options: Options, key: str, *, gm: bool, yours: bool) -> Person:
    one, turn = state.beings[key], state.turn(key)
    return _shown(
        library(state.packs),
        key,
        one,
        state.beings.get(one.owner),
        state.beings.get(one.mounted),
        turn,
        feet_left(state, key) if turn else 0,
        bool(state.fight and key in state.fight.reacted),
        yours,
        not gm and figures_secret(options, one),
    )


@remembered(4096)
def _shown(
    content: Library,
    key: str,
    one: Being,
    owner: Being | None,
    mount: Being | None,
    turn: Turn | None,
    feet: int,
    reacted: bool,
    yours: bool,
    secret: bool,
) -> Person:
    """Somebody as one seat sees them; the same for all who may know as much."""
    return Person(
        id=key,
        name=one.name,
        who=_who(content, one, owner),
        tags=tuple(_tags(content, one, mount, reacted, secret)),
        counts=() if secret else tuple(_counts(content, key, one, turn, feet)),
        now=turn is not None,
        yours=yours,
        out=_out(one),
        hidden=one.hidden,
        has_sheet=not secret,
    )


def _who(content: Library, one: Being, owner: Being | None) -> str:
    if one.kind == "companion":
        kind = content.companions.get(one.companion_kind)
        return f"{kind.name if kind else 'companion'} of {owner.name if owner else 'nobody'}"
    words = [content.races[one.race].name] if one.race in content.races else []
    words += [f"{content.classes[had.kind].name} {had.level}" for had in one.classes if had.kind in content.classes]
    return " · ".join(words) or one.about[:80]


def _out(one: Being) -> str:
    if one.dead:
        return "dead"
    if one.fled:
        return "fled"
    return one.out or ("unconscious" if one.down else "on the verge of death" if one.verge else "")


def _counts(content: Library, key: str, one: Being, turn: Turn | None, feet: int) -> Iterator[Count]:
    path = f"beings.{key}"
    health, stamina = figures.max_health(content, one), figures.max_stamina(content, one)
    yield Count("Health", f"{one.health}/{health.value}", health.words, f"{path}.health")
    yield Count("Stamina", f"{one.stamina}/{stamina.value}", stamina.words, f"{path}.stamina")
    if turn:
        yield Count("AP", str(turn.ap), "Action Points left")
        yield Count("Feet", "any" if feet == ANYWHERE else str(feet), "movement left")


def _tags(content: Library, one: Being, mount: Being | None, reacted: bool, secret: bool) -> Iterator[Tag]:
    for status, condition in one.statuses.items():
        kind = content.statuses[status]
        yield Tag(f"{kind.name}{_left(condition)}", "good" if kind.good else "bad", kind.text)
    for card in one.active.values():
        yield Tag(f"{content.cards[card].name} (active)", "cool", content.cards[card].text)
    if one.height:
        yield Tag(f"{one.height} ft up", "plain", "flying" if one.flying else "above the ground")
    if mount:
        yield Tag(f"riding {mount.name}")
    if secret and one.present:
        yield Tag(looks(content, one))
    if reacted:
        yield Tag("Reaction used")
    if one.levels_due:
        yield Tag(f"{one.levels_due} {'level' if one.levels_due == 1 else 'levels'} to gain", "good")


def _left(condition: Condition) -> str:
    if condition.left is None or condition.unit == "start":
        return ""
    return f" {condition.left} {condition.unit if condition.left != 1 else condition.unit[:-1]}"


# ------------------------------------------------------------------ sheets


def sheet_of(game: ForgeGame, seat: Seat, person: str) -> Sheet | None:
    """Somebody's whole sheet, where this seat may read it."""
    there = person in game.state.beings and _seen(game, seat, person)
    reads = there and (seat == GM or not secret_figures(game, person))
    return _sheet(game, person, seat) if reads else None


def _sheet(game: ForgeGame, key: str, seat: Seat) -> Sheet:
    one, path = game.state.beings[key], f"beings.{key}"
    gm, own = seat == GM, seat != GM and controller(game.state, key) == seat
    sections = [
        Section("Figures", (Row("Level", value=str(one.level)), *_figures(lib(game), game.options, one))),
        Section("Set aside by the GM", tuple(_override_rows(one))),
        Section("Set by hand", tuple(_hand_rows(one))),
        Section("Attributes", tuple(_attribute_rows(game, one, path))),
        Section("Skills", tuple(_skill_rows(game, one))),
        Section("Traits", tuple(_trait_rows(game, one))),
        Section("Damage", tuple(_mark_rows(game, one))),
        Section("Gear", tuple(_gear_rows(game, one))),
        Section("Cards", tuple(_card_rows(game, one))),
        Section("The person", tuple(Row(name.title(), text=text) for name, text in one.concept.items())),
    ]
    if one.scar:
        sections.append(Section("Scar", (Row("", text=one.scar),)))
    if one.kind == "pc" and own:
        words = "Bring it along at any other table: People, Bring a sheet along."
        sections.append(Section("To take along", (Row("The sheet as text", text=words, copy=write_sheet(one)),)))
    if gm:
        sections.append(Section("Your notes", (Row("", text=one.notes, path=f"{path}.notes"),)))
    return Sheet(
        one.name,
        _who(lib(game), one, game.state.beings.get(one.owner)),
        tuple(section for section in sections if section.rows),
    )


def _figures(content: Library, options: Options, one: Being) -> Iterator[Row]:
    """Each derived value with its sum (forgelight/sheet-details)."""
    for name, figure in (
        ("Hit Score", figures.hit_score(content, options, one)),
        ("Speed", figures.speed(content, one)),
        ("Max Health", figures.max_health(content, one)),
        ("Max Stamina", figures.max_stamina(content, one)),
        ("Action Points", figures.action_points(content, one)),
    ):
        yield Row(name, value=str(figure.value), text=figure.words)
    power = figures.power(content, one)
    yield Row("Power Roll", value=f"{power.value}+", text=power.words)


def _attribute_rows(game: ForgeGame, one: Being, path: str) -> Iterator[Row]:
    for name in ATTRIBUTES:
        figure = figures.attribute(lib(game), one, name)
        yield Row(name.title(), value=f"{figure.value:+}", text=figure.words, path=f"{path}.assigned.{name}")


def _skill_rows(game: ForgeGame, one: Being) -> Iterator[Row]:
    for key, skill in lib(game).skills.items():
        figure = figures.skill(lib(game), one, key)
        word = m.skill_word(figure.value)
        yield Row(skill.name, value=f"{figure.value:+}", text=f"{figure.words}: {word}")


def _trait_rows(game: ForgeGame, one: Being) -> Iterator[Row]:
    for taken in one.traits:
        trait = lib(game).traits[taken.trait]
        chosen = f" ({taken.chosen.title()})" if taken.chosen else ""
        text = f"{trait.text} {trait.gives.judge}".strip()
        yield Row(trait.name + chosen, value=taken.source.partition(":")[0], text=text)


def _mark_rows(game: ForgeGame, one: Being) -> Iterator[Row]:
    marks = figures.marks(lib(game), one)
    for kind in DAMAGE_TYPES:
        words = [
            word
            for word, kinds in (
                ("Resistance", marks.resistances),
                ("Weakness", marks.weaknesses),
                ("Immunity", marks.immunities),
            )
            if kind in kinds
        ]
        if words:
            yield Row(kind.title(), value=" and ".join(words))


def _gear_rows(game: ForgeGame, one: Being) -> Iterator[Row]:
    for slot, key in one.gear.items():
        yield Row(f"{slot.title()} slot", value=lib(game).gear[key].name, text=gear_words(lib(game).gear[key]))
    if one.pack:
        yield Row("Pack", value=", ".join(lib(game).gear[key].name for key in one.pack), text="without effect")


def _card_rows(game: ForgeGame, one: Being) -> Iterator[Row]:
    for key, place in one.places():
        card = lib(game).cards[key]
        yield Row(card.name, value=place, text=f"{cost_words(card)}. {card.text}")


def _hand_rows(one: Being) -> Iterator[Row]:
    for field, reason in one.by_hand.items():
        yield Row(
            field.replace(".", ", ").replace("_", " ").capitalize(), text=f"The GM: {reason or 'no reason given'}"
        )


def _override_rows(one: Being) -> Iterator[Row]:
    for row in one.overrides:
        yield Row(row.field, value=row.present, text=f"needed: {row.needed}. The GM: {row.reason}")


# ------------------------------------------------------------------ the scene


def _panels(game: ForgeGame, seat: Seat) -> Iterator[Panel]:
    state = game.state
    draft = state.drafts.get(seat)
    if draft:
        yield _draft_panel(lib(game), game.options, draft)
    if state.check and _seen(game, seat, state.check.who):
        yield _check_panel(game, state.check, seat)
    if state.fight:
        yield _order_panel(game, seat)
    elif state.scene.ground:
        yield Panel("The map", state.scene.title, grid=_grid(game, seat))
    if state.scene.text:
        yield Panel("The scene", state.scene.title, state.scene.text)
    for key, one in state.beings.items():
        if (one.kind != "foe" and controller(state, key) == seat and not one.dead) or (seat == GM and state.turn(key)):
            yield _cards_panel(game, key)


def _draft_panel(content: Library, options: Options, draft: Draft) -> Panel:
    """The steps with what was chosen, what comes next, and each figure as it stands (forgelight/creation-steps)."""
    step = next_step(draft)
    tags = [_step_tag(content, draft, one, now=one == step) for one in STEPS]
    title = " · ".join(filter(None, (chosen_words(content, draft, one) for one in ("race", "class"))))
    later = f" Level 1 first; then {draft.level - 1} more, one at a time." if draft.level > 1 else ""
    text = f"Step {NUMBERS[step]} is next: {LEFT[step][0].lower()}{LEFT[step][1:]}{later}"
    rows = tuple(_figures(content, options, assembled(content, draft, "A new character")))
    return Panel("A character in the making", title or "A new character", text, tags=tuple(tags), rows=rows)


def _step_tag(content: Library, draft: Draft, step: str, *, now: bool) -> Tag:
    words, name = chosen_words(content, draft, step), f"{NUMBERS[step]} {NAMES[step]}"
    if done(draft, step):
        return Tag(f"{name}: {words}" if words else name, "good", "done")
    return Tag(f"{name}: next", "cool", LEFT[step]) if now else Tag(f"{name}: to do", about=LEFT[step])


def _check_panel(game: ForgeGame, check: Check, seat: Seat) -> Panel:
    who = game.state.beings[check.who]
    name = figures_name(game, check.skill)
    figure = figures.modifier(lib(game), who, check.skill)
    tags = [Tag(f"{name} {figure.value:+}", about=figure.words)]
    tags += [Tag("by sight")] if check.sight else []
    open_threshold = seat == GM or game.options["threshold-visibility"] == "open"
    if open_threshold and check.threshold is not None:
        tags.append(Tag(f"threshold {check.threshold}", "cool"))
    return Panel("A check", f"{who.name}: {name}", check.about, tags=tuple(tags))


def _order_panel(game: ForgeGame, seat: Seat) -> Panel:
    """Whose turn it is, the order, and the map if the fight is on one."""
    fight = game.state.fight
    assert fight
    tags: list[Tag] = []
    for at, place in enumerate(fight.order):
        if _seen(game, seat, place.who):
            one = game.state.beings[place.who]
            tone: Tone = "good" if at == fight.at else "plain"
            tags.append(Tag(f"{one.name} {place.total}{': now' if at == fight.at else ''}", tone))
    count = game.state.count
    now = [game.state.beings[turn.who] for turn in count.turns] if count else []
    names = " and ".join(one.name for one in now if seat == GM or not one.hidden)
    title = f"{names}'s turn" if names else "Nobody's turn"
    grid = _grid(game, seat) if game.state.scene.ground else None
    return Panel(f"Initiative, round {fight.round}", title, tags=tuple(tags), grid=grid)


def _grid(game: ForgeGame, seat: Seat) -> Grid:
    ground = game.state.scene.ground
    assert ground
    mine = () if seat == GM else own(game.state, seat)
    yours = {key: _token(key, game.state.beings[key], True) for key in mine if game.state.beings[key].at is not None}
    tokens = tuple([yours.get(one.id, one) for one in _tokens(game.state.beings, seat == GM)])
    return Grid(ground.width, ground.height, "5 ft", tokens, _terrain(ground))


@remembered(16)
def _tokens(beings: dict[str, Being], gm: bool) -> tuple[Token, ...]:
    return tuple(
        [
            _token(key, one, False)
            for key, one in beings.items()
            if one.at is not None and (gm or not one.hidden) and not one.fled
        ]
    )


@remembered(4096)
def _token(key: str, one: Being, yours: bool) -> Token:
    assert one.at is not None
    tone: Tone = "good" if one.side == "party" else "bad"
    return Token(key, one.name, one.at.x, one.at.y, one.size, tone, yours, _out(one))


@remembered(64)
def _terrain(ground: Ground) -> tuple[Cell, ...]:
    kinds = (
        ("wall", "a wall", ground.walls),
        ("rough", "to climb or swim", ground.slow),
        ("dim", "dim light", ground.dim),
        ("dark", "darkness", ground.dark),
    )
    return tuple(Cell(spot.x, spot.y, kind, note) for kind, note, spots in kinds for spot in spots)


# ------------------------------------------------------------------ cards


def _cards_panel(game: ForgeGame, key: str) -> Panel:
    """A being's cards where they lie: in hand, in the slots, on the discard pile (forgelight/card-zones)."""
    one, content = game.state.beings[key], lib(game)
    hand = tuple(_in_hand(game, key, card) for card in one.hand)
    zones = [Zone("Hand", hand, len(hand))]
    slots: tuple[ActiveSlot, ...] = ("active",) if one.kind == "companion" else ("active", "wildcard")
    zones += [_slot(content, one, slot) for slot in slots]
    gear = tuple(gear_face(slot, content.gear[held]) for slot, held in one.gear.items() if slot != "wildcard")
    if gear:
        zones.append(Zone("Gear", gear, len(gear)))
    discard = tuple(card_face(card, content.cards[card], small=True) for card in one.discard)
    zones.append(Zone("Discard pile", discard, len(discard)))
    return Panel("Cards", one.name, zones=tuple(zones))


def _in_hand(game: ForgeGame, who: str, key: str) -> Card:
    refused = refused_card(game, who, key)
    offer = "" if refused else f"play:{who}:{key}"
    return card_face(key, lib(game).cards[key], offer=offer, refused=refused.text if refused else "")


def _slot(content: Library, one: Being, slot: ActiveSlot) -> Zone:
    """The active or the wildcard slot, with the card or the gear in it (forgelight/wildcard-slot-shared)."""
    held = [card_face(one.active[slot], content.cards[one.active[slot]])] if slot in one.active else []
    held += [gear_face(slot, content.gear[one.gear[slot]])] if slot in one.gear else []
    return Zone(f"{slot.title()} slot", tuple(held), len(held))
