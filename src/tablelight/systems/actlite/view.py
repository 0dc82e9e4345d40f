"""What each seat sees of an Actlite game. Only what is named here ever leaves the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablelight.kernel.flow import Game
from tablelight.kernel.offers import GM, Seat
from tablelight.kernel.view import (
    Card,
    Cell,
    Count,
    DiceRow,
    Die,
    Grid,
    Group,
    Panel,
    Person,
    TableView,
    Tag,
    Token,
    Zone,
)
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows.common import archetypes, consequence_tables, hexes, owner, specials
from tablelight.systems.actlite.flows.dying import mix
from tablelight.systems.actlite.flows.rest import clock_words
from tablelight.systems.actlite.sheet import health_words, most_words, reads
from tablelight.systems.actlite.state import (
    ActState,
    Archetype,
    Character,
    Doing,
    Ground,
    Initiative,
    Source,
    TableRoll,
    vulnerable,
)
from tablelight.systems.actlite.tell.words import drawn, result_words


def view(game: Game[ActState], seat: Seat) -> TableView:
    """The table as this seat may see it: hidden characters, notes and secret results are the GM's."""
    state = game.state
    return TableView(
        title=state.scene or "Actlite",
        meta=_meta(game),
        groups=tuple(_groups(game, seat)),
        panels=tuple(_panels(game, seat)),
    )


def _meta(game: Game[ActState]) -> str:
    state = game.state
    parts = [clock_words(state)]
    if state.initiative:
        parts.append(f"round {state.initiative.round}")
    return " · ".join(parts)


# ------------------------------------------------------------------ people


def _groups(game: Game[ActState], seat: Seat) -> Iterator[Group]:
    people = game.state.characters.items()
    for kind, heading in (("pc", "Party"), ("npc", "Others")):
        shown = [
            (key, who)
            for key, who in people
            if who.kind == kind and (seat == GM or (not who.hidden and (who.present or kind == "pc")))
        ]
        yield Group(heading, tuple(_person(game, seat, key, who) for key, who in shown))


def _person(game: Game[ActState], seat: Seat, key: str, who: Character) -> Person:
    state = game.state
    gm = seat == GM
    window = state.initiative.open if state.initiative else None
    return Person(
        id=key,
        name=who.name,
        who=who.about[:80],
        tags=tuple(_tags(state, seat, key, who)),
        counts=tuple(_counts(state, gm, key, who)),
        now=bool(window and window.who == key),
        yours=who.seat == seat and bool(who.seat),
        out=_out(who, gm=gm),
        hidden=who.hidden,
        has_sheet=reads(seat, who),
    )


def _out(who: Character, *, gm: bool) -> str:
    """Secretly dead, stabilized or neither: players see the same word (actlite/consequence-secret)."""
    if who.dead and (gm or who.known_dead):
        return "dead"
    if who.down:
        return "down"
    if who.conditions.unconscious:
        return "unconscious"
    return "" if who.present else "away"


def _counts(state: ActState, gm: bool, key: str, who: Character) -> Iterator[Count]:
    if gm or who.kind == "pc":
        most = most_words(who, gm=gm)
        yield Count(
            "Health", health_words(who, gm=gm), f"crit and standard health, of {most}", f"characters.{key}.standard"
        )
    pile = state.initiative.piles.get(key) if state.initiative else None
    if pile:
        about = f"cards in hand; {pile.deck} in the deck, {pile.discard} discarded, {pile.lost} lost"
        yield Count("AP", str(pile.hand), about)


def _tags(state: ActState, seat: Seat, key: str, who: Character) -> Iterator[Tag]:
    now = who.conditions
    gm = seat == GM
    if who.kind == "npc" and not gm and not who.out:
        yield Tag(_looks(who), "plain", "how they look")
    for word, count in (("poison", now.poison), ("heal", now.heal), ("exhaustion", now.exhaustion), ("stun", now.stun)):
        if count:
            yield Tag(f"{count} [{word}]", "good" if word == "heal" else "bad")
    if now.bleed:
        yield Tag("[bleed]" if now.bleed == 1 else f"{now.bleed} [bleed]", "bad")
    if now.lame:
        yield Tag("[lame]" if len(now.lame) == 1 else f"{len(now.lame)} [lame]", "bad")
    yield from (Tag(f"[injury] {injury.limb}", "bad") for injury in now.injuries)
    if now.prone:
        yield Tag("[prone]", "bad")
    causes = vulnerable(state, key, prone_counts=False)
    if causes:
        yield Tag("[vulnerable]", "bad", ", ".join(causes))
    if now.stabilized and (gm or "stabilized" not in who.secrets):
        yield Tag("[stabilized]", "cool")
    if now.doomed and (gm or "doomed" not in who.secrets):
        yield Tag("doomed", "bad", "dies if crit health hits 0 before the next rest")
    yield from (Tag(lasting.name, "bad") for lasting in now.lasting)
    yield from _grapple_tags(state, seat, key)


def _grapple_tags(state: ActState, seat: Seat, key: str) -> Iterator[Tag]:
    for grappler, target in state.grapples.items():
        if not (_sees(state, seat, grappler) and _sees(state, seat, target)):
            continue
        if key == grappler:
            yield Tag(f"holds {state.characters[target].name}", "cool")
        elif key == target:
            yield Tag(f"held by {state.characters[grappler].name}", "bad")


def _looks(who: Character) -> str:
    if who.crit < who.max_crit:
        return "badly hurt"
    if who.standard < who.max_standard:
        return "hurt"
    return "unhurt"


# ------------------------------------------------------------------ panels


def _panels(game: Game[ActState], seat: Seat) -> Iterator[Panel]:
    state = game.state
    doing = state.doing[-1] if state.doing else None
    if doing and all(_sees(state, seat, key) for key in (doing.who, doing.target) if key):
        yield _doing_panel(state, doing)
    if state.rolled and _sees(state, seat, state.rolled.who):
        yield _rolled_panel(state, state.rolled)
    if state.initiative:
        yield _cards_panel(state, state.initiative, seat)
        yield _hands_panel(state, state.initiative, seat)
    if seat == GM:
        yield from _secret_panels(state)
    if state.ground:
        yield Panel("Map", grid=_grid(state, state.ground, seat))


def _doing_panel(state: ActState, doing: Doing) -> Panel:
    who = state.characters[doing.who].name if doing.who in state.characters else doing.who
    target = state.characters.get(doing.target)
    on = f" on {target.name}" if target else ""
    dice = (DiceRow(who, drawn(doing), _against(doing)),) if doing.faces else ()
    tags = tuple(Tag(f"{one.name} {one.count:+d}", "good" if one.count > 0 else "bad") for one in doing.sources)
    return Panel("Now", f"{who}: {doing.what}{on}", net_words(doing.sources), dice, tags)


def _rolled_panel(state: ActState, rolled: TableRoll) -> Panel:
    """The archetype table that was rolled on, with what was known, rolled and gained (actlite/archetype-duplicate)."""
    table = archetypes(state).get(rolled.table)
    if not table:
        return Panel("Archetype table", rolled.table)
    who = state.characters[rolled.who].name
    cards = tuple(
        Card(f"entry-{number}", f"{number} {_entry_name(state, table, number)}", small=True,
             marks=tuple(_entry_marks(rolled, number)), tone="good" if number == rolled.entry else "plain")
        for number in range(1, table.size + 1)
    )  # fmt: skip
    instead = "" if rolled.entry == rolled.face else f": known already, so {_entry_name(state, table, rolled.entry)}"
    dice = (DiceRow(who, (Die(table.size, face=rolled.face),), f"{rolled.face}{instead}"),) if table.size > 1 else ()
    return Panel("Archetype table", table.name, dice=dice, zones=(Zone("Entries", cards, len(cards)),))


def _entry_name(state: ActState, table: Archetype, number: int) -> str:
    name = table.entry(number)
    return name if table.skills or name not in hexes(state) else hexes(state)[name].name


def _entry_marks(rolled: TableRoll, number: int) -> Iterator[str]:
    if number in rolled.known:
        yield "known"
    if number == rolled.face:
        yield "rolled"
    if number == rolled.entry:
        yield "gained"


def net_words(sources: Sequence[Source]) -> str:
    """What advantages and disadvantages come to once they cancel (actlite/advantage-stacks-cancels)."""
    plus = sum(one.count for one in sources if one.count > 0)
    minus = -sum(one.count for one in sources if one.count < 0)
    if not plus and not minus:
        return ""
    both = f"{plus} for, {minus} against: " if plus and minus else ""
    if plus == minus:
        return f"{both}they cancel, two dice."
    if plus > minus:
        return f"{both}advantage {plus - minus}, {m.CHECK_DICE + plus - minus} dice, pick two."
    return f"{both}disadvantage {minus - plus}, {m.CHECK_DICE + minus - plus} dice, the two lowest count."


def _against(doing: Doing) -> str:
    against = "nothing to roll against" if doing.dc is None else f"against {doing.dc}"
    return f"{doing.score:+d}, {against}" if doing.score else against


def _cards_panel(state: ActState, initiative: Initiative, seat: Seat) -> Panel:
    """The deck shows its size only; its order exists nowhere (actlite/ap-piles)."""
    shown = {key: pile for key, pile in initiative.piles.items() if _sees(state, seat, key)}
    discard = [card for key, pile in shown.items() for card in _ap_cards(state, key, pile.discard, "discard")]
    lost = [card for key, pile in shown.items() for card in _ap_cards(state, key, pile.lost, "lost")]
    special = {key: Card(key, specials(state)[key].name, specials(state)[key].text, "special", tone="cool")
               for key in initiative.special}  # fmt: skip
    discard += [special[key] for key, zone in initiative.special.items() if zone == "discard"]
    out = [special[key] for key, zone in initiative.special.items() if zone == "out"]
    zones = [
        *_own_hands(state, initiative, seat),
        Zone("Deck", (), initiative.deck),
        Zone("Discard", tuple(discard), len(discard)),
        Zone("Lost", tuple(lost), len(lost)),
    ]
    if out:
        zones.append(Zone("Out of play", tuple(out), len(out)))
    return Panel("AP cards", f"Round {initiative.round}", _window_words(state, initiative, seat), zones=tuple(zones))


def _own_hands(state: ActState, initiative: Initiative, seat: Seat) -> Iterator[Zone]:
    """A player's own cards come first."""
    for key, pile in initiative.piles.items():
        if owner(state, key) == seat != GM:
            name = state.characters[key].name
            yield Zone(f"Hand of {name}", tuple(_ap_cards(state, key, pile.hand, "own")), pile.hand)


def _sees(state: ActState, seat: Seat, key: str) -> bool:
    who = state.characters.get(key)
    return bool(who and (seat == GM or not who.hidden))


def _window_words(state: ActState, initiative: Initiative, seat: Seat) -> str:
    window = initiative.open
    if not window or not _sees(state, seat, window.who):
        return ""
    kind = {"dealt": "may act", "interrupt": "interrupts", "temp": "may act"}[window.kind]
    kind += f" with {window.temp} temp AP" if window.temp else ""
    waiting = [state.characters[one.who].name for one in initiative.windows[-2::-1] if _sees(state, seat, one.who)]
    then = f"; then {', '.join(waiting)}" if waiting else ""
    return f"{state.characters[window.who].name} {kind}{then}."


def _ap_cards(state: ActState, key: str, count: int, zone: str) -> Iterator[Card]:
    who = state.characters[key]
    tone = "good" if who.kind == "pc" else "bad"
    for at in range(count):
        yield Card(f"{zone}-{key}-{at}", who.name, "1 AP", tone=tone, small=True)


def _hands_panel(state: ActState, initiative: Initiative, seat: Seat) -> Panel:
    """The cards that the others hold."""
    others = [key for key in initiative.piles if _sees(state, seat, key) and (seat == GM or owner(state, key) != seat)]
    zones = tuple(
        Zone(state.characters[key].name, tuple(_ap_cards(state, key, initiative.piles[key].hand, "hand")),
             initiative.piles[key].hand)
        for key in others
        if initiative.piles[key].hand
    )  # fmt: skip
    none = ", ".join(state.characters[key].name for key in others if not initiative.piles[key].hand)
    return Panel("Hands", text=f"No cards: {none}." if none else "", zones=zones)


def _grid(state: ActState, ground: Ground, seat: Seat) -> Grid:
    tokens = tuple(
        Token(key, who.name, who.at.x, who.at.y, max(1, who.size + 1), "good" if who.kind == "pc" else "bad",
              who.seat == seat and bool(who.seat), _out(who, gm=seat == GM))
        for key, who in state.characters.items()
        if who.at and who.present and (seat == GM or not who.hidden)
    )  # fmt: skip
    cells = (
        *(Cell(spot.x, spot.y, "wall") for spot in ground.blocked),
        *(Cell(s.x, s.y, "rough") for s in ground.rough),
    )
    return Grid(ground.width, ground.height, "1 space", tokens, cells)


def _secret_panels(state: ActState) -> Iterator[Panel]:
    """What only the GM may know: results, tables with their mix, the stash."""
    for who in state.characters.values():
        if who.down and (who.results or who.secrets or not who.dead):
            rolled = "; ".join(result_words(result) for result in who.results) or "nothing rolled yet"
            tags = tuple(Tag(f"secretly {secret}", "bad") for secret in who.secrets)
            table = consequence_tables(state).get(who.table)
            text = f"{rolled}. Table: {table.name if table else who.table}. {health_words(who, gm=True)}"
            yield Panel("Secret", f"{who.name} is down", text, tags=tags, secret=True)
    if any(who.down for who in state.characters.values()):
        tables = "; ".join(f"{table.name} (d{table.die}): {mix(table)}" for table in consequence_tables(state).values())
        yield Panel("Secret", "Consequence tables", tables, secret=True)
    if state.stash:
        yield Panel("Secret", "Your stash", ", ".join(state.stash), secret=True)
