"""Draws what a seat may see as HTML: pure functions from frozen values to text.

Everything here is a function of its arguments alone, so each part is kept by value and drawn once for all the seats
that see the same. Autoescape is always on; nothing in a template is marked safe except what was drawn here.

The parts that move (`party`, `scene`, `turn`, `bar`, `paused`, log lines) go to a page either inside `table_page` or,
wrapped by `oob`, over its socket. `templates/table.html` lists the element ids.
"""

from __future__ import annotations

from functools import lru_cache
from json import dumps
from typing import Literal, TypeAlias
from urllib.parse import quote

import msgspec
from markupsafe import Markup, escape
from msgspec import Struct

from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import GM, TEXT_LIMIT, Choice, Field, Offer, Refused, Suggestion
from tablelight.kernel.view import Card, Die, Group, Line, Panel, Person, Sheet, Zone
from tablelight.odds import at_table
from tablelight.web import board
from tablelight.web.drawing import TEMPLATES, asset, icon
from tablelight.web.drawing import draw as _draw
from tablelight.web.forms import NEW

LONG_TEXT = 120
"""A text field with more room than this is drawn as several lines."""

MANY_CHOICES = 8
"""A single choice among more than this, without dice or cards, is drawn as a list that folds."""

MANY_OFFERS = 6
"""With more offers than this each of their groups folds; the first one begins open when nothing is asked."""

SHORT_LABEL = 14
"""What a narrow button can show; of a longer label it shows the first word."""

PartId = Literal[
    "bar", "paused", "party", "scene", "seats", "asked", "goto", "also", "house", "whynot", "log-lines", "older",
    "sheet-body", "safety", "options", "invites", "notes", "packs-here", "toasts",
]  # fmt: skip
How = Literal["innerHTML", "outerHTML", "beforeend", "afterbegin"]


class HeldSeat(Struct, frozen=True):
    """One of several seats that this browser holds; `asked` when the table waits for it."""

    seat: str
    name: str
    asked: bool = False


class Fold(Struct, frozen=True):
    """A folded offer: what it is called. Its form is fetched when somebody unfolds it."""

    key: str
    label: str
    note: str = ""
    cost: str = ""
    group: str = ""
    main: bool = False


Shown: TypeAlias = Offer | Fold
"""An offer on the page: with its form, or folded."""


class Place(Struct, frozen=True):
    """Where a form comes from: the table, the seat, the open question that it answers, or 0 for none, the system."""

    table: str
    seat: str
    at: int = 0
    system: str = ""


class Asked(Struct, frozen=True):
    """The open question as one seat sees it; see `Turn`. `idle` when there is nothing at all to do."""

    place: Place
    seat_name: str
    question: str = ""
    about: str = ""
    offers: tuple[Shown, ...] = ()
    waiting: str = ""
    paused: bool = False
    dice: tuple[Die, ...] = ()
    idle: bool = False


class Also(Struct, frozen=True):
    """What else one seat may do. `busy` while something is asked of it."""

    place: Place
    offers: tuple[Shown, ...] = ()
    busy: bool = False


class Turn(Struct, frozen=True):
    """What one seat may do now.

    `asked` are the answers to the open prompt `at`, `also` what may be done at any time, `house` what
    concerns the table itself and stays folded away. `waiting` names who is asked
    when it is not this seat. `dice` are faces to type in from real dice. `seats` are all that this browser holds.
    """

    table: str
    seat: str
    seat_name: str
    question: str = ""
    about: str = ""
    at: int = 0
    asked: tuple[Offer, ...] = ()
    also: tuple[Offer, ...] = ()
    house: tuple[Offer, ...] = ()
    waiting: str = ""
    paused: bool = False
    dice: tuple[Die, ...] = ()
    seats: tuple[HeldSeat, ...] = ()
    system: str = ""

    @property
    def place(self) -> Place:
        """Where forms come from that answer the open question."""
        return Place(self.table, self.seat, self.at, self.system)

    @property
    def anytime(self) -> Place:
        """Where forms come from that begin something."""
        return Place(self.table, self.seat, system=self.system)


class Bar(Struct, frozen=True):
    """The top of the page."""

    table: str
    title: str
    meta: str
    seat: str
    seat_name: str
    gm: bool = False
    can_undo: bool = False
    can_redo: bool = False
    paused: bool = False


class LogLine(Struct, frozen=True):
    """A line of the log in its place. `undone` lines stay readable, struck through."""

    number: int
    clock: str
    line: Line
    undone: bool = False


class RuleText(Struct, frozen=True):
    """One rule in our own words. `id` is "system/rule"."""

    id: str
    title: str
    text: str
    section: str = ""
    ruling: str = ""
    options: tuple[str, ...] = ()


class Invite(Struct, frozen=True):
    """A seat's invitation. `link` and `qr` (a picture's address) are there only while the link may be shown."""

    seat: str
    name: str
    taken_by: str = ""
    link: str = ""
    qr: str = ""


class TableOption(Struct, frozen=True):
    """One house rule with its values as (key, words); `numbers` says so if other whole numbers may be typed in."""

    id: str
    title: str
    about: str
    values: tuple[tuple[str, str], ...]
    value: str
    default: str
    numbers: str = ""


class Safety(Struct, frozen=True):
    """What this table leaves out (lines) and what it keeps off stage (veils)."""

    lines: tuple[str, ...] = ()
    veils: tuple[str, ...] = ()


class TablePage(Struct, frozen=True):
    """The whole table page for one seat. `version` lets the socket skip what the page already holds."""

    system: str
    system_title: str
    bar: Bar
    groups: tuple[Group, ...]
    panels: tuple[Panel, ...]
    turn: Turn
    lines: tuple[LogLine, ...] = ()
    older_than: int = 0  # the first line's number when older ones exist, else 0
    version: int = 0
    yours: str = ""  # the id of this seat's own character
    real_dice: bool = False
    safety: Safety = Safety()
    options: tuple[TableOption, ...] = ()
    notes: str = ""  # the GM's own; left empty for everybody else
    may_say: bool = True
    takes_packs: bool = False


class TableCard(Struct, frozen=True):
    """A table on the home page."""

    id: str
    title: str
    system_title: str
    meta: str = ""
    seat_name: str = ""


class Beginning(Struct, frozen=True):
    """A ready beginning that a new table may have, or a pack; `unready` is how much has to be put right before."""

    key: str
    title: str
    about: str = ""
    unready: int = 0


class SystemCard(Struct, frozen=True):
    """A system that a new table can be made for; the demo is the first of its `starts`."""

    id: str
    title: str
    summary: str
    starts: tuple[Beginning, ...] = ()
    options: tuple[TableOption, ...] = ()
    packs: tuple[Beginning, ...] = ()
    takes_packs: bool = False


class JoinSeat(Struct, frozen=True):
    """A character that an invited person may take."""

    id: str
    name: str
    who: str = ""
    taken_by: str = ""


class JoinPage(Struct, frozen=True):
    """What an invited person sees first."""

    token: str
    title: str
    system_title: str
    host: str = ""
    watching: bool = False
    seats: tuple[JoinSeat, ...] = ()


# -- dice and people ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def die(value: Die, bare: bool = False) -> Markup:
    """One die: its shape says its size, words say its state. `bare` leaves the caption to the surroundings."""
    return _draw("parts/die.html", die=value, bare=bare, spoken=_spoken(value))


def _spoken(value: Die) -> str:
    shows = f"d{value.size}" if value.face is None else f"d{value.size} showing {value.face}"
    return ", ".join(part for part in (shows, value.label, *value.marks, value.note) if part)


@lru_cache(maxsize=512)
def card(value: Card) -> Markup:
    """One card, face up or face down."""
    return _draw("parts/card.html", card=value)


@lru_cache(maxsize=256)
def zone(value: Zone) -> Markup:
    """A place where cards lie; those that are not shown lie there as one pile with its count."""
    hidden = max(0, value.count - len(value.cards))
    return _draw(
        "parts/zone.html",
        zone=value,
        hidden=hidden,
        count=hidden + len(value.cards),
        small=all(each.small for each in value.cards),
        readable=any(each.text and not each.back for each in value.cards),
    )


def _rack(dice: tuple[Die, ...]) -> tuple[list[Die], list[Die]]:
    """A person's dice: the plain ones, and apart from them those with a name of their own."""
    named = [each for each in dice if each.label]
    return ([each for each in dice if not each.label], named) if len(named) < len(dice) else (named, [])


@lru_cache(maxsize=1024)
def person(value: Person, gm: bool) -> Markup:
    """One person's card."""
    return _draw("parts/person.html", person=value, gm=gm)


def party(groups: tuple[Group, ...], gm: bool) -> Markup:
    """Everybody at the table, in groups."""
    return _draw("parts/party.html", groups=groups, gm=gm)


def sheet(value: Person, pages: Sheet | None, gm: bool) -> Markup:
    """A whole character sheet, if this seat may read it."""
    return _draw("parts/sheet.html", person=value, sheet=pages, gm=gm)


@lru_cache(maxsize=256)
def panel(value: Panel) -> Markup:
    """One box of the scene."""
    return _draw("parts/panel.html", panel=value)


@lru_cache(maxsize=64)
def scene(panels: tuple[Panel, ...]) -> Markup:
    """The scene area."""
    return _draw("parts/scene.html", panels=panels)


# -- offers ------------------------------------------------------------------------------------------------------

# A drawn offer is kept for every seat, so what differs between seats is put in afterwards. No text from outside can
# hold these marks, as its "<" is always escaped.
_FORM = "<!--form-->"
_HIDDEN = "<!--hidden-->"
_WHERE = "<!--where-->"


def _where(place: Place) -> str:
    """The address of an offer's form, but for its key."""
    return f"/table/{quote(place.table)}/offer?seat={quote(place.seat)}&amp;at={place.at or NEW}&amp;key="


def shown(offer: Offer, asked: bool = False) -> Shown:
    """An offer as the page first shows it: folded, unless it is one button, a cell of the map, or the main answer.

    What asks for several cells is folded, too: the map takes one at a time.
    """
    if (asked and offer.main) or _all_given(offer) or sum(field.kind == "cell" for field in offer.fields) == 1:
        return offer
    return Fold(offer.key, offer.label, offer.note, offer.cost, offer.group, offer.main)


@lru_cache(maxsize=1024)
def _fold(value: Fold) -> str:
    return str(_draw("parts/fold.html", offer=value))


@lru_cache(maxsize=256)
def _offer(value: Offer, asked: bool, alone: bool, inside: bool, told: bool, listed: bool = False) -> str:
    """An offer, drawn; `told` leaves room for its chances, `listed` lists the cells of the map."""
    shapes = {"asked": asked, "alone": alone, "inside": inside, "told": told, "listed": listed}
    return str(_draw("parts/offer.html", offer=value, **shapes))


def _told(value: Offer, place: Place) -> bool:
    """Whether the chances of an offer can be told."""
    return not value.refused and bool(at_table.teller(place.system, value))


def _placed(html: str, key: str, place: Place) -> Markup:
    """A drawn form with what makes it one seat's."""
    table, seat = escape(place.table), escape(place.seat)
    to = f'method="post" action="/table/{table}/do" hx-post="/table/{table}/do" hx-swap="none"'
    named = (("seat", seat), ("key", escape(key)), ("at", place.at or NEW), ("command", ""))
    hidden = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in named)
    return Markup(html.replace(_FORM, to).replace(_HIDDEN, hidden).replace(_WHERE, _where(place)))


def offer(value: Shown, place: Place, asked: bool = False, alone: bool = False) -> Markup:
    """One offer: folded, or with its form. `asked` belongs to the open prompt; `alone` unfolds it."""
    if isinstance(value, Fold):
        return Markup(_fold(value).replace(_WHERE, _where(place)))
    return _placed(_offer(value, asked, alone, False, _told(value, place)), value.key, place)


def form(value: Offer, place: Place) -> Markup:
    """What a folded offer unfolds to: its quick picks and its form."""
    return _placed(_offer(value, False, True, True, _told(value, place)), value.key, place)


def _groups(offers: tuple[Shown, ...]) -> list[tuple[str, list[Shown]]]:
    """Offers under their headings, in the order in which each heading first comes; main ones first."""
    found: dict[str, list[Shown]] = {}
    for value in sorted(offers, key=lambda each: not each.main):
        found.setdefault(value.group, []).append(value)
    return list(found.items())


def asked_of(value: Turn) -> Asked:
    """The question part of a turn."""
    offers = [each for each in sorted(value.asked, key=lambda each: not each.main) if not each.refused]
    return Asked(
        place=value.place,
        seat_name=value.seat_name,
        question=value.question,
        about=value.about,
        offers=tuple(each if at == 0 else shown(each, asked=True) for at, each in enumerate(offers)),
        waiting=value.waiting,
        paused=value.paused,
        dice=value.dice,
        idle=not value.paused and all(each.refused for each in value.also),
    )


def goto_of(value: Turn) -> tuple[HeldSeat, ...]:
    """The other seats of this browser that are asked, while this one waits for them."""
    if value.paused or value.dice or any(not each.refused for each in value.asked):
        return ()
    return tuple(each for each in value.seats if each.asked and each.seat != value.seat)


@remembered(512)
def _all_shown(offers: tuple[Offer, ...]) -> tuple[Shown, ...]:
    return tuple([shown(each) for each in offers if not each.refused])


@remembered(512)
def _all_refused(offers: tuple[Offer, ...]) -> tuple[tuple[str, Refused], ...]:
    return tuple([(each.label, each.refused) for each in offers if each.refused])


def also_of(value: Turn) -> Also:
    """What else may be done in a turn."""
    return Also(
        value.anytime, _all_shown(value.also), busy=bool(value.dice) or any(not each.refused for each in value.asked)
    )


def house_of(value: Turn) -> tuple[Shown, ...]:
    """What may be done about the table itself."""
    return tuple(shown(each) for each in value.house if not each.refused)


def refused_of(value: Turn) -> tuple[tuple[str, Refused], ...]:
    """What may not be done, each with its name and the reason."""
    asked, house = (
        tuple((each.label, each.refused) for each in part if each.refused) for part in (value.asked, value.house)
    )
    return (*asked, *_all_refused(value.also), *house)


def seats(table: str, seat: str, held: tuple[HeldSeat, ...]) -> Markup:
    """The seats that this browser can switch to."""
    return _draw("parts/seats.html", table=table, seat=seat, seats=held)


def goto(table: str, held: tuple[HeldSeat, ...]) -> Markup:
    """The way to those of one's own seats that are asked."""
    return _draw("parts/goto.html", table=table, seats=held)


def asked(value: Asked) -> Markup:
    """The open question with its answers, or what is waited for."""
    return _draw("parts/asked.html", turn=value, place=value.place, asked=value.offers)


def also(value: Also) -> Markup:
    """What else may be done, in groups."""
    folded = len(value.offers) > MANY_OFFERS
    return _draw("parts/also.html", place=value.place, also=_groups(value.offers), busy=value.busy, folded=folded)


def house(value: tuple[Shown, ...], place: Place) -> Markup:
    """What concerns the table itself."""
    return _draw("parts/house.html", house=value, place=place)


@lru_cache(maxsize=256)
def whynot(value: tuple[tuple[str, Refused], ...]) -> Markup:
    """What may not be done, and why."""
    return _draw("parts/whynot.html", refused=value)


def turn(value: Turn) -> Markup:
    """All that a seat may do: the open prompt first, then anything else, then why not."""
    return _draw(
        "parts/turn.html",
        seats=seats(value.table, value.seat, value.seats),
        asked=asked(asked_of(value)),
        goto=goto(value.table, goto_of(value)),
        also=also(also_of(value)),
        house=house(house_of(value), value.anytime),
        whynot=whynot(refused_of(value)),
    )


@lru_cache(maxsize=512)
def _field_box(value: Field, listed: bool = False) -> Markup:
    """A field to fill in. Most come again, from question to question and for several seats.

    The cells of a map come in few words, out of which the page's script makes a list, unless they are to be `listed`.
    """
    return _draw("parts/field.html", f=value, cells="" if listed or value.kind != "cell" else _cells(value.choices))


@remembered(256)
def _cells(choices: tuple[Choice, ...]) -> str:
    """The cells that may be chosen by their note, and the others by what is against them."""
    found: dict[str, dict[str, list[str]]] = {"may": {}, "no": {}}
    for choice in choices:
        refused = choice.refused
        part, words = ("no", refused.text) if refused else ("may", choice.note)
        found[part].setdefault(words, []).append(choice.key)
    return dumps({part: {words: " ".join(keys) for words, keys in each.items()} for part, each in found.items()})


@lru_cache(maxsize=1024)
def _choice_box(value: Choice, name: str, many: bool, picked: bool, required: bool) -> Markup:
    """One choice of a field, as a card to tick."""
    return _draw("parts/choice.html", c=value, name=name, many=many, picked=picked, required=required)


def _values(suggestion: Suggestion) -> list[tuple[str, str]]:
    """A suggestion as the name and value of each input that it fills."""
    pairs: list[tuple[str, str]] = []
    for name, value in suggestion.args.items():
        each = value if isinstance(value, tuple) else (value,)
        pairs.extend((name, str(one)) for one in each)
    return pairs


def _verb(label: str) -> str:
    """What a narrow button says: the label if it is short, else the word it begins with."""
    return label if len(label) <= SHORT_LABEL else label.split(maxsplit=1)[0]


def _only_choice(field: Field) -> Choice | None:
    """The one choice of a field that leaves none: it is said, not asked."""
    if field.kind not in ("choice", "cell") or len(field.choices) != 1 or field.choices[0].refused:
        return None
    return field.choices[0] if field.default == field.choices[0].key else None


def _all_given(offer: Offer) -> bool:
    """Whether there is nothing to fill in."""
    return all(_only_choice(field) for field in offer.fields)


def _begun(suggestion: Suggestion) -> str:
    """What a form is filled in with, for the page's script."""
    return msgspec.json.encode(suggestion.args).decode()


def _chosen(field: Field) -> tuple[str, ...]:
    """The keys that a field has picked before anyone touched it."""
    if field.default is None:
        return ()
    return field.default if isinstance(field.default, tuple) else (str(field.default),)


def _kind(field: Field) -> str:
    """How a field is drawn, which depends on its choices as well as on its kind."""
    drawn = any(choice.die or choice.card for choice in field.choices)
    if field.kind == "cell" or (field.kind == "choice" and len(field.choices) > MANY_CHOICES and not drawn):
        return "select"
    if field.kind == "text":
        return "lines" if field.most > LONG_TEXT else "text"
    return field.kind


# -- bar, log, panels --------------------------------------------------------------------------------------------


def bar(value: Bar) -> Markup:
    """The part of the top bar that changes with the game."""
    return _draw("parts/bar.html", bar=value)


@lru_cache(maxsize=256)
def paused(value: bool, table: str, seat: str) -> Markup:
    """The banner that everybody sees while play is stopped; it never says who asked. The GM goes on."""
    return _draw("parts/paused.html", paused=value, table=table, seat=seat, gm=seat == GM)


@lru_cache(maxsize=2048)
def line(number: int, clock: str, value: Line, gm: bool, undone: bool = False) -> Markup:
    """One line of the log."""
    return _draw("parts/line.html", number=number, clock=clock, line=value, gm=gm, undone=undone)


def lines(values: tuple[LogLine, ...], gm: bool) -> Markup:
    """Several lines of the log."""
    return Markup("".join([line(each.number, each.clock, each.line, gm, each.undone) for each in values]))


def older(table: str, seat: str, before: int) -> Markup:
    """The button that fetches lines before this number; nothing when there are none (0)."""
    return _draw("parts/older.html", table=table, seat=seat, before=before)


def older_lines(values: tuple[LogLine, ...], gm: bool, table: str, seat: str, before: int) -> Markup:
    """The answer to that button: the lines, and the button renewed."""
    return lines(values, gm) + oob("older", older(table, seat, before))


@lru_cache(maxsize=128)
def rule(value: RuleText, why: str = "") -> Markup:
    """A rule in our words, as it unfolds in a log line or stands in the reference."""
    return _draw("parts/rule.html", rule=value, why=why)


def rules_found(values: tuple[RuleText, ...], query: str = "") -> Markup:
    """The rules that a search found."""
    return _draw("parts/rules_found.html", rules=values, query=query)


def safety(value: Safety, table: str, seat: str) -> Markup:
    """The table's lines and veils, with a form to add one."""
    return _draw("parts/safety.html", safety=value, table=table, seat=seat)


def options(values: tuple[TableOption, ...], table: str, seat: str, gm: bool) -> Markup:
    """The house rules; the GM may change them."""
    return _draw("parts/options.html", options=values, table=table, seat=seat, gm=gm)


def invites(values: tuple[Invite, ...], table: str) -> Markup:
    """Each seat's invitation, for the GM."""
    return _draw("parts/invites.html", invites=values, table=table)


def notes(text: str, table: str) -> Markup:
    """The GM's notes."""
    return _draw("parts/notes.html", notes=text, table=table, most=TEXT_LIMIT)


def toast(text: str, rule_id: str = "", tone: Literal["bad", "good", "plain"] = "bad") -> Markup:
    """A short message in the corner."""
    return _draw("parts/toast.html", text=text, rule=rule_id, tone=tone)


def refusal(value: Refused) -> Markup:
    """What a refused command answers with: a message, put in the page's corner whatever was asked for."""
    return oob("toasts", toast(value.text, value.rule), "beforeend")


def oob(part: PartId, html: str, how: How = "innerHTML") -> Markup:
    """A part on its way to a page: the element it goes to, and how."""
    tag = "ol" if part == "log-lines" else "div"
    return Markup(f'<{tag} id="{part}" hx-swap-oob="{how}">{html}</{tag}>')


# -- pages -------------------------------------------------------------------------------------------------------


def table_page(value: TablePage) -> str:
    """The whole table for one seat."""
    return _draw("table.html", page=value, table=value.bar.table, seat=value.bar.seat, gm=value.bar.gm)


def home(tables: tuple[TableCard, ...], systems: tuple[SystemCard, ...]) -> str:
    """The tables one sits at, the demo, and a form for a new table."""
    return _draw("home.html", tables=tables, systems=systems)


def form_page(value: Offer, place: Place) -> str:
    """An offer's form as a page of its own, for browsers that run no script."""
    drawn = _placed(_offer(value, False, True, True, _told(value, place), True), value.key, place)
    return _draw("form.html", offer=value, place=place, form=drawn)


def join(value: JoinPage, error: str = "") -> str:
    """An invited person takes a seat."""
    return _draw("join.html", page=value, error=error)


def rules_page(system: str, system_title: str, values: tuple[RuleText, ...], query: str = "") -> str:
    """The searchable reference."""
    return _draw("rules.html", system=system, system_title=system_title, rules=values, query=query)


def message(title: str, text: str, link: str = "/", link_text: str = "Back to your tables") -> str:
    """A page that says one thing in plain words, such as what went wrong and what to do."""
    return _draw("message.html", title=title, text=text, link=link, link_text=link_text)


TEMPLATES.globals.update(  # pyright: ignore[reportUnknownMemberType] - Jinja2 leaves it untyped
    asset=asset, icon=icon, die=die, map_board=board.grid, card=card, card_zone=zone, rack_of=_rack,
    person_card=person, panel_box=panel, field_box=_field_box, choice_box=_choice_box, offer_form=offer,
    log_lines=lines,
    part_party=party, part_scene=scene, part_turn=turn, part_bar=bar, part_paused=paused, part_older=older,
    part_safety=safety, part_options=options, part_notes=notes, part_rules=rules_found,
    values_of=_values, begun=_begun, chosen=_chosen, kind_of=_kind, verb=_verb, only_choice=_only_choice,
    all_given=_all_given, TEXT_LIMIT=TEXT_LIMIT, FORM=Markup(_FORM), HIDDEN=Markup(_HIDDEN), WHERE=Markup(_WHERE),
)  # fmt: skip
