"""What each seat sees of a TorchLite game. Only what is named here ever leaves the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablelight.kernel.flow import Game
from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import GM, Seat
from tablelight.kernel.view import (
    Count,
    DiceRow,
    Die,
    Group,
    Mark,
    Panel,
    Person,
    Row,
    Section,
    Sheet,
    TableView,
    Tag,
)
from tablelight.systems.torchlite.flows.sfx import words
from tablelight.systems.torchlite.state import (
    DIFFICULTY,
    STRESS,
    Asset,
    Character,
    Complication,
    Contest,
    Side,
    TorchState,
    Trait,
    available,
)

SIDE_WORDS = {DIFFICULTY: "Difficulty"}


def view(game: Game[TorchState], seat: Seat) -> TableView:
    """The table as this seat may see it: hidden characters and notes are the GM's, sheets their player's."""
    state = game.state
    return TableView(
        title=state.scene.title or "TorchLite",
        meta=_meta(state),
        groups=tuple(_groups(state, seat)),
        panels=tuple(_panels(state, seat)),
    )


def _meta(state: TorchState) -> str:
    parts = [f"session {state.session.number}"] if state.session.number else []
    if state.scene.number:
        parts.append(f"scene {state.scene.number}" + ("" if state.scene.open else " (over)"))
    if state.order:
        parts.append(f"action order, round {state.order.round}")
    return " · ".join(parts)


# ------------------------------------------------------------------ people


def _groups(state: TorchState, seat: Seat) -> Iterator[Group]:
    party = [(key, who) for key, who in state.characters.items() if who.kind == "pc"]
    others = [(key, who) for key, who in state.characters.items() if who.kind != "pc"]
    shown = [(key, who) for key, who in others if seat == GM or (who.present and not who.hidden)]
    yield Group("Party", tuple(_person(state, seat, key, who) for key, who in party if seat == GM or not who.hidden))
    yield Group("Opposition", tuple(_person(state, seat, key, who) for key, who in shown))


def _person(state: TorchState, seat: Seat, key: str, who: Character) -> Person:
    now = bool(state.order and state.order.current == key)
    return _shown(key, who, now, who.seat == seat and bool(who.seat), seat == GM)


@remembered(2048)
def _shown(key: str, who: Character, now: bool, yours: bool, gm: bool) -> Person:
    return Person(
        id=key,
        name=who.name,
        who=" · ".join(trait.name for trait in who.distinctions) or who.about[:80],
        tags=tuple(_tags(who)),
        counts=_counts(key, who),
        now=now,
        yours=yours,
        out="taken out" if who.out else "" if who.present else "away",
        hidden=who.hidden,
        has_sheet=_reads(who, yours, gm),
    )


def _reads(who: Character, yours: bool, gm: bool) -> bool:
    """Whether a seat may read somebody's sheet: the party's are open, the others are the GM's."""
    return gm or (not who.hidden and (who.kind == "pc" or yours))


def _counts(key: str, who: Character) -> tuple[Count, ...]:
    if who.kind != "pc":
        return ()
    return (Count("PP", str(who.pp), "plot points", f"characters.{key}.pp"),)


def _tags(who: Character) -> Iterator[Tag]:
    for trouble in who.complications.values():
        yield Tag(f"{trouble.name} d{trouble.die}", "bad", "stress" if trouble.stress else "complication")
    for asset_key, asset in who.assets.items():
        yield _asset_tag(who, asset_key, asset)


def _asset_tag(who: Character, key: str, asset: Asset) -> Tag:
    notes = [{"scene": "for the scene", "session": "for the session", "signature": "signature asset"}[asset.lasts]]
    if asset.shared:
        notes.append("for the whole group")
    if asset.stored:
        notes.append("put away")
    elif not available(who, key):
        notes.append("unavailable")
    usable = available(who, key)
    text = f"{asset.name} d{asset.die}" if usable else f"{asset.name} (d{asset.die}, unavailable)"
    return Tag(text, "good" if usable else "plain", ", ".join(notes))


def sheet_of(game: Game[TorchState], seat: Seat, person: str) -> Sheet | None:
    """Somebody's whole sheet, where this seat may read it."""
    who = game.state.characters.get(person)
    reads = who and _reads(who, who.seat == seat and bool(who.seat), seat == GM)
    return _sheet(person, who, gm=seat == GM) if who and reads else None


def _sheet(key: str, who: Character, *, gm: bool) -> Sheet:
    path = f"characters.{key}"
    sections = [
        _traits("Distinctions", who.distinctions, f"{path}.distinctions"),
        _traits("Attributes", who.attributes, f"{path}.attributes"),
        _traits("Roles", who.roles, f"{path}.roles"),
        _traits("Specialties", who.specialties, f"{path}.specialties"),
        Section("Assets", tuple(_asset_row(who, k, a, path) for k, a in who.assets.items())),
        Section("Stress and complications", tuple(_trouble_row(k, c, path) for k, c in _troubles(who))),
        Section("SFX and Limits", tuple(_sfx_rows(who))),
        Section(
            "Milestones", tuple(Row(one.name, text=_milestone(one.one, one.three, one.ten)) for one in who.milestones)
        ),
        Section("Points", _points(who, path)),
    ]
    if gm:
        sections.append(Section("Your notes", (Row("", text=who.notes, path=f"{path}.notes"),)))
    return Sheet(who.name, who.about, tuple(section for section in sections if section.rows))


def _traits(title: str, traits: tuple[Trait, ...], path: str) -> Section:
    rows = (Row(t.name, (Die(t.die, t.name),), path=f"{path}.{at}.die") for at, t in enumerate(traits))
    return Section(title, tuple(rows))


def _asset_row(who: Character, key: str, asset: Asset, path: str) -> Row:
    return Row(
        asset.name, (Die(asset.die, asset.name),), tags=(_asset_tag(who, key, asset),), path=f"{path}.assets.{key}.die"
    )


def _troubles(who: Character) -> Iterator[tuple[str, Complication]]:
    for key in STRESS:
        if key in who.complications:
            yield key, who.complications[key]
    yield from ((key, one) for key, one in who.complications.items() if key not in STRESS)


def _trouble_row(key: str, trouble: Complication, path: str) -> Row:
    kind = "stress" if trouble.stress else "until the scene ends" if trouble.lasts == "scene" else "lasting"
    return Row(trouble.name, (Die(trouble.die, trouble.name),), text=kind, path=f"{path}.complications.{key}.die")


def _sfx_rows(who: Character) -> Iterator[Row]:
    for sfx in who.sfx:
        tags = (Tag("Limit", "cool"),) if sfx.when == "limit" else ()
        tags += (Tag("shut down", "bad"),) if sfx.shut else ()
        does = (
            f"take d{sfx.die} {' or '.join(sfx.stress) or 'stress'}, earn 1 PP" if sfx.when == "limit" else words(sfx)
        )
        yield Row(sfx.name, text=f"{sfx.trigger}: {does}" if sfx.trigger else does, tags=tags)


def _milestone(one: str, three: str, ten: str) -> str:
    steps = ((1, one), (3, three), (10, ten))
    return " · ".join(f"{xp} XP: {text}" for xp, text in steps if text)


def _points(who: Character, path: str) -> tuple[Row, ...]:
    if who.kind != "pc":
        return ()
    return (
        Row("Plot points", value=str(who.pp), path=f"{path}.pp"),
        Row("Experience", value=str(who.xp), path=f"{path}.xp"),
    )


# ------------------------------------------------------------------ the scene


def _panels(state: TorchState, seat: Seat) -> Iterator[Panel]:
    if state.contest:
        yield _contest_panel(state.characters, state.contest, "This roll")
    elif state.last_contest and any(side.faces for side in state.last_contest.sides.values()):
        yield _contest_panel(state.characters, state.last_contest, "The last roll")
    open_ones = [one for one in state.opportunities if not one.used]
    if open_ones:
        plural = f"{len(open_ones)} opportunities" if len(open_ones) > 1 else "An opportunity"
        yield Panel("The GM rolled a 1", plural, "1 PP steps an asset up or a complication down.")
    if state.scene.text and not state.contest:
        yield Panel("The scene", state.scene.title, state.scene.text, tags=_scene_tags(state))
    if state.order:
        yield _order_panel(state)
    if seat == GM:
        yield Panel("GM's bank", f"{state.bank} PP", "For your characters' dice and effects.", secret=True)


def _scene_tags(state: TorchState) -> tuple[Tag, ...]:
    return (Tag("restful", "cool", "characters may rest here"),) if state.scene.restful else ()


@remembered(128)
def _contest_panel(people: Mapping[str, Character], contest: Contest, eyebrow: str) -> Panel:
    actor = _name(people, contest.actor)
    rows = tuple(_dice_row(people, contest, key) for key in contest.order)
    return Panel(eyebrow, contest.what or f"{actor} acts", _intent(people, contest), rows)


def _name(people: Mapping[str, Character], key: str) -> str:
    """A character's name; whoever left the game since keeps the id."""
    who = people.get(key)
    return who.name if who else key


def _intent(people: Mapping[str, Character], contest: Contest) -> str:
    use = contest.use
    actor = _name(people, contest.actor)
    targets = " and ".join(_name(people, key) for key in contest.targets)
    on = _name(people, use.on)
    match use.kind:
        case "stress":
            return f"{actor} wants to leave {targets or on} {STRESS[use.key]}."
        case "complication":
            return f"{actor} wants to give {targets or on} {use.name or 'a complication'}."
        case "asset":
            return f"{actor} wants to create {use.name or 'an asset'}" + (
                f" for {on}." if use.on != contest.actor else "."
            )
        case "recover":
            return f"{actor} helps {on} recover." if use.on != contest.actor else f"{actor} wants to recover."
        case "shut":
            return f"{actor} wants to shut down what {on} relies on."
        case _:
            return f"{actor} wants to change the situation."


def _dice_row(people: Mapping[str, Character], contest: Contest, key: str) -> DiceRow:
    side = contest.sides[key]
    name = "Difficulty" if key == DIFFICULTY else _name(people, side.who)
    if not side.pool:
        return DiceRow(name, (), "still choosing dice")
    dice = tuple(
        Die(
            die.die,
            die.label,
            side.faces[at] if side.faces else None,
            _marks(side, at),
            f"by {die.by}" if die.by else "",
        )
        for at, die in enumerate(side.pool)
    )
    if side.total is None:
        return DiceRow(name, dice, "" if side.faces else "not rolled yet")
    effects = " ".join(f"d{side.dice[at]}" for at in side.kept) or "d4"
    return DiceRow(name, dice, f"total {side.total}, effect {effects}")


def _marks(side: Side, at: int) -> tuple[Mark, ...]:
    if at in side.counted:
        return ("total",)
    if at in side.kept:
        return ("effect",)
    return ("hitch",) if side.faces and side.faces[at] == 1 else ()


def _order_panel(state: TorchState) -> Panel:
    order = state.order
    assert order
    current = state.characters.get(order.current)
    everyone = [(key, who) for key, who in state.here() if who.kind != "extra"]
    tags = tuple(
        Tag(
            f"{who.name}: {'now' if key == order.current else 'done' if key in order.acted else 'to go'}",
            "good" if key == order.current else "plain",
        )
        for key, who in everyone
        if who.plays
    )
    return Panel("Action order", f"Round {order.round}", f"{current.name}'s turn" if current else "", tags=tags)
