"""The page is drawn safely: whatever people type stays text, and nothing inline asks the browser to run or style."""

import gzip
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest

from tablelight.kernel.offers import Choice, Field, Offer, Refused, Suggestion
from tablelight.kernel.view import (
    Card,
    Cell,
    Count,
    DiceRow,
    Die,
    Grid,
    Group,
    Line,
    Panel,
    Person,
    Row,
    Section,
    Sheet,
    Tag,
    Token,
    Zone,
)
from tablelight.web import board, render

HOSTILE = """<script>alert(1)</script>"'><img src=x onerror=alert(1)> style="x" <!--form--><!--hidden--> {{ 7*7 }}"""


class Seen(HTMLParser):
    """Every element and attribute of a piece of HTML, as a browser would read them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words = ""
        self.feed(str(html))  # plain text: Markup would escape what is added to it
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words += data

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attrs for name, attrs in self.tags if name == tag]


REFUSED = Refused("torchlite/test", HOSTILE, HOSTILE)
CARD = Card(HOSTILE, HOSTILE, HOSTILE, HOSTILE, (Tag(HOSTILE, about=HOSTILE),), (HOSTILE,))
ZONES = (Zone(HOSTILE, (CARD, Card("b", HOSTILE, back=True), Card("c", HOSTILE, small=True)), 5), Zone(HOSTILE))
GRID = Grid(
    4,
    3,
    HOSTILE,
    (Token(HOSTILE, HOSTILE, 1, 1, 2, "bad", True, HOSTILE),),
    (Cell(0, 0, HOSTILE, HOSTILE), Cell(1, 0, "wall")),
)
DIE = Die(8, HOSTILE, 2, ("effect",), HOSTILE)
CHOICES = (
    Choice(HOSTILE, HOSTILE, HOSTILE),
    Choice("b", "B", die=DIE),
    Choice("c", "C", refused=REFUSED),
    Choice("d", HOSTILE, card=CARD),
)
OFFER = Offer(
    HOSTILE,
    HOSTILE,
    (
        Field("one", HOSTILE, "choice", CHOICES, note=HOSTILE),
        Field("list", HOSTILE, "choice", tuple(Choice(f"{n}{HOSTILE}", HOSTILE, HOSTILE) for n in range(9))),
        Field("some", HOSTILE, "many", CHOICES, 1, 2),
        Field("words", HOSTILE, "text", default=HOSTILE),
        Field("title", HOSTILE, "text", most=60, default=HOSTILE),
        Field("size", HOSTILE, "number", default=3),
        Field("to", HOSTILE, "cell", (Choice("1,2", HOSTILE, HOSTILE), Choice("2,2", HOSTILE))),
    ),
    HOSTILE,
    HOSTILE,
    HOSTILE,
    HOSTILE,
    warn=HOSTILE,
    suggestions=(Suggestion(HOSTILE, {"one": "b", "some": ("b", HOSTILE), "words": HOSTILE}, HOSTILE, True),),
)
TAGS = (Tag(HOSTILE, "bad", HOSTILE),)
SHEET = Sheet(HOSTILE, HOSTILE, (Section(HOSTILE, (Row(HOSTILE, (DIE,), HOSTILE, HOSTILE, TAGS, HOSTILE),)),))
PERSON = Person(
    "p", HOSTILE, HOSTILE, TAGS, (Count(HOSTILE, HOSTILE, HOSTILE, HOSTILE),), (DIE,), has_sheet=True, out=HOSTILE
)
GROUPS = (Group(HOSTILE, (PERSON,)),)
PANELS = (Panel(HOSTILE, HOSTILE, HOSTILE, (DiceRow(HOSTILE, (DIE,), HOSTILE),), TAGS, True, ZONES, GRID),)
LINE = Line(HOSTILE, HOSTILE, HOSTILE, secret=True, dice=(DIE,))
RULE = render.RuleText(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, (HOSTILE,))
SAFETY = render.Safety((HOSTILE,), (HOSTILE,))
OPTIONS = (render.TableOption(HOSTILE, HOSTILE, HOSTILE, ((HOSTILE, HOSTILE),), HOSTILE, "x"),)
BAR = render.Bar(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, True, True, True)
TURN = render.Turn(
    HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, 3, (OFFER, Offer("plain", HOSTILE, warn=HOSTILE)),
    (OFFER, Offer("no", HOSTILE, refused=REFUSED)),
    house=(OFFER,), seats=(render.HeldSeat(HOSTILE, HOSTILE, True), render.HeldSeat("b", "B")),
)  # fmt: skip
PAGE = render.TablePage(
    HOSTILE, HOSTILE, BAR, GROUPS, PANELS, TURN, (render.LogLine(1, HOSTILE, LINE),), 1, 2, HOSTILE,
    safety=SAFETY, options=OPTIONS, notes=HOSTILE,
)  # fmt: skip
SYSTEM = render.SystemCard(HOSTILE, HOSTILE, HOSTILE, (render.Beginning(HOSTILE, HOSTILE, HOSTILE),), OPTIONS)

SEATS = (render.JoinSeat(HOSTILE, HOSTILE, HOSTILE, HOSTILE),)
JOIN = render.JoinPage(HOSTILE, HOSTILE, HOSTILE, HOSTILE, seats=SEATS)
PARTS: dict[str, Callable[[], str]] = {
    "die": lambda: render.die(DIE),
    "party": lambda: render.party(GROUPS, True) + render.party(GROUPS, False),
    "sheet": lambda: render.sheet(PERSON, SHEET, True) + render.sheet(PERSON, SHEET, False),
    "scene": lambda: render.scene(PANELS),
    "turn": lambda: render.turn(TURN),
    "waiting": lambda: render.turn(render.Turn("t", "p1", HOSTILE, HOSTILE, waiting=HOSTILE)),
    "real dice": lambda: render.turn(render.Turn(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, dice=(DIE,))),
    "bar": lambda: render.bar(BAR),
    "paused": lambda: render.paused(True, HOSTILE, "gm"),
    "line": lambda: render.line(1, HOSTILE, LINE, True),
    "older": lambda: render.older_lines((render.LogLine(1, HOSTILE, LINE, True),), True, HOSTILE, HOSTILE, 9),
    "rule": lambda: render.rule(RULE, HOSTILE) + render.rules_found((RULE,), HOSTILE),
    "safety": lambda: render.safety(SAFETY, HOSTILE, HOSTILE),
    "options": lambda: render.options(OPTIONS, HOSTILE, HOSTILE, True),
    "invites": lambda: render.invites((render.Invite(HOSTILE, HOSTILE, HOSTILE, HOSTILE),), HOSTILE),
    "notes": lambda: render.notes(HOSTILE, HOSTILE),
    "refusal": lambda: render.refusal(REFUSED),
    "oob": lambda: render.oob("party", render.party(GROUPS, False)),
}
PAGES: dict[str, Callable[[], str]] = {
    "table": lambda: render.table_page(PAGE),
    "home": lambda: render.home((render.TableCard(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE),), (SYSTEM,)),
    "join": lambda: render.join(JOIN, HOSTILE),
    "rules": lambda: render.rules_page(HOSTILE, HOSTILE, (RULE,), HOSTILE),
    "message": lambda: render.message(HOSTILE, HOSTILE, "/", HOSTILE),
}  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_what_people_type_stays_text(part: str) -> None:
    seen = Seen(PARTS[part]())
    assert not {"script", "img", "style", "iframe", "link"} & {tag for tag, _ in seen.tags}
    assert HOSTILE in seen.words or any(HOSTILE in value for _, attrs in seen.tags for value in attrs.values())
    assert "49" not in seen.words


@pytest.mark.parametrize("draw", [*PARTS.values(), *PAGES.values()], ids=[*PARTS, *PAGES])
def test_nothing_inline_runs_or_styles(draw: Callable[[], str]) -> None:
    seen = Seen(draw())
    for tag, attrs in seen.tags:
        assert tag != "style"
        assert tag != "script" or attrs["src"].startswith("/static/")
        assert not {name for name in attrs if name == "style" or name.startswith(("on", "hx-on"))}, (tag, attrs)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_only_this_server(page: str) -> None:
    for tag, attrs in Seen(PAGES[page]()).tags:
        for name in ("src", "href", "action", "hx-get", "hx-post", "ws-connect"):
            assert attrs.get(name, "/").startswith(("/", "#")), (tag, attrs)
            assert not attrs.get(name, "/").startswith("//"), (tag, attrs)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_keeps_its_frame_whatever_people_type(page: str) -> None:
    seen = Seen(PAGES[page]())
    assert all(attrs["src"].startswith("/static/") for attrs in [*seen.all("script"), *seen.all("img")])
    assert len(seen.all("main")) == 1
    assert any(attrs.get("class") == "skip" for attrs in seen.all("a"))


# -- forms -------------------------------------------------------------------------------------------------------


def inputs(*fields: Field, **more: Any) -> Seen:
    place = render.Place("t1", "p1", 41)
    return Seen(render.offer(Offer("act", "Act", fields, **more), place, asked=True, alone=True))


def named(seen: Seen, name: str) -> list[tuple[str, str]]:
    return [
        (attrs.get("type", tag), attrs.get("value", ""))
        for tag, attrs in seen.tags
        if tag in ("input", "select", "textarea") and attrs.get("name") == name
    ]


TWO = (Choice("a", "A"), Choice("b", "B", refused=Refused("torchlite/test", "no", "not now")))


def test_every_form_says_who_does_what_at_which_prompt() -> None:
    seen = inputs()
    form = seen.all("form")[0]
    assert (form["action"], form["method"], form["hx-post"], form["hx-swap"]) == (
        "/table/t1/do",
        "post",
        "/table/t1/do",
        "none",
    )
    hidden = {attrs["name"]: attrs["value"] for attrs in seen.all("input")}
    assert hidden == {"seat": "p1", "key": "act", "at": "41", "command": ""}


def test_a_choice_is_one_of_several_radio_cards() -> None:
    seen = inputs(Field("kind", "Kind", "choice", TWO))
    assert named(seen, "f.kind") == [("radio", "a"), ("radio", "b")]
    assert all("required" in attrs for attrs in seen.all("input") if attrs["type"] == "radio")


ONLY = Field("who", "Who", "choice", (Choice("derra", "Derra"),), default="derra")


def test_what_leaves_no_choice_is_said_and_not_asked() -> None:
    seen = inputs(ONLY, Field("kind", "Kind", "choice", TWO))
    assert named(seen, "f.who") == [("hidden", "derra")]
    assert "Derra" in seen.words


def test_an_offer_that_leaves_no_choice_is_one_button() -> None:
    seen = inputs(ONLY)
    assert named(seen, "f.who") == [("hidden", "derra")]
    assert [attrs["type"] for attrs in seen.all("button")] == ["submit"]
    assert "Who: Derra" in seen.words


def test_a_single_choice_that_is_no_default_is_asked() -> None:
    assert named(inputs(Field("who", "Who", "choice", ONLY.choices)), "f.who") == [("radio", "derra")]


def test_a_choice_among_many_folds_into_a_list() -> None:
    seen = inputs(Field("kind", "Kind", "choice", tuple(Choice(str(n), str(n)) for n in range(9))))
    assert named(seen, "f.kind") == [("select", "")]
    assert [attrs["value"] for attrs in seen.all("option")] == ["", *map(str, range(9))]


def test_many_dice_never_fold_into_a_list() -> None:
    seen = inputs(Field("die", "Die", "choice", tuple(Choice(str(n), str(n), die=Die(6)) for n in range(9))))
    assert len(named(seen, "f.die")) == 9


def test_several_choices_are_boxes_that_know_how_many() -> None:
    seen = inputs(Field("total", "Total", "many", (*TWO, Choice("c", "C")), 2, 2))
    assert named(seen, "f.total") == [("checkbox", "a"), ("checkbox", "b"), ("checkbox", "c")]
    assert seen.all("fieldset")[0]["data-least"] == seen.all("fieldset")[0]["data-most"] == "2"


def test_a_short_text_is_a_line_and_a_long_one_several() -> None:
    short, long = inputs(Field("name", "Name", "text", most=60)), inputs(Field("name", "Name", "text", least=1))
    assert named(short, "f.name") == [("text", "")]
    assert named(long, "f.name") == [("textarea", "")]
    assert long.all("textarea")[0]["maxlength"] == "200"
    assert "required" in long.all("textarea")[0]


def test_a_number_has_its_bounds() -> None:
    field = next(
        attrs for attrs in inputs(Field("n", "N", "number", least=1, most=4, default=2)).all("input") if "min" in attrs
    )
    assert (field["name"], field["min"], field["max"], field["value"]) == ("f.n", "1", "4", "2")


def test_defaults_are_picked_before_anyone_touches_the_form() -> None:
    seen = inputs(Field("one", "One", "choice", TWO, default="a"), Field("some", "Some", "many", TWO, 0, 2, ("a",)))
    assert [attrs["name"] for attrs in seen.all("input") if "checked" in attrs] == ["f.one", "f.some"]


def test_a_refused_choice_cannot_be_taken_and_says_why() -> None:
    seen = inputs(Field("kind", "Kind", "choice", TWO))
    assert [attrs["value"] for attrs in seen.all("input") if "disabled" in attrs] == ["b"]
    assert "not now" in seen.words


def test_a_quick_pick_carries_the_whole_answer() -> None:
    pick = Suggestion("6 + 5", {"total": ("0", "3"), "effect": "1"}, best=True)
    seen = inputs(
        Field("total", "Total", "many", TWO, 0, 2),
        Field("effect", "Effect", "choice", TWO),
        suggestions=(pick, Suggestion("nothing", {})),
    )
    assert [value for kind, value in named(seen, "f.total") if kind == "hidden"] == ["0", "3"]
    assert [value for kind, value in named(seen, "f.effect") if kind == "hidden"] == ["1"]
    assert "best" in seen.words


def test_a_single_quick_pick_is_the_big_button_and_says_what_it_does() -> None:
    field = Field("total", "Total", "many", TWO, 0, 2)
    one = inputs(field, suggestions=(Suggestion("d10 d8", {"total": ("a",)}),))
    assert "Act: d10 d8" in one.words
    two = inputs(field, suggestions=(Suggestion("d10 d8", {"total": ("a",)}), Suggestion("d8", {"total": ()})))
    assert [attrs["aria-label"] for attrs in two.all("button") if "aria-label" in attrs] == ["Act: d10 d8", "Act: d8"]


def offers_in_groups(count: int, **more: Any) -> Seen:
    also = tuple(Offer(f"o{n}", f"Offer {n}", group="Act" if n < 3 else "GM") for n in range(count))
    return Seen(render.turn(render.Turn("t", "p1", "Derra", also=also, **more)))


def test_many_offers_fold_by_their_groups_and_the_first_begins_open() -> None:
    folds = [attrs for attrs in offers_in_groups(9).all("details") if "data-fold" in attrs]
    assert [("open" in attrs, attrs["data-fold"]) for attrs in folds] == [(True, "Act"), (False, "GM")]
    asked = offers_in_groups(9, asked=(OFFER,), question="Which?")
    assert not [attrs for attrs in asked.all("details") if "data-fold" in attrs and "open" in attrs]


def test_a_few_offers_lie_open() -> None:
    assert not offers_in_groups(4).all("details")


def test_who_waits_for_a_seat_of_the_same_browser_is_led_there() -> None:
    seats = (render.HeldSeat("p1", "Derra"), render.HeldSeat("gm", "GM", True), render.HeldSeat("p2", "Osk"))
    seen = Seen(render.turn(render.Turn("t", "p1", "Derra", waiting="GM", seats=seats)))
    assert [attrs["href"] for attrs in seen.all("a") if attrs.get("class") == "btn go"] == ["/table/t?seat=gm"]


def test_a_refused_offer_has_no_form_but_a_reason() -> None:
    html = render.turn(
        render.Turn(
            "t1",
            "p1",
            "Derra",
            also=(Offer("parry", "Parry", refused=Refused("torchlite/sfx", "x", "Nobody attacks")),),
        )
    )
    assert not Seen(html).all("form")
    assert "Nobody attacks" in html
    assert 'data-rule="torchlite/sfx"' in html


def test_real_dice_are_typed_one_face_for_each_die() -> None:
    seen = Seen(render.turn(render.Turn("t1", "p1", "Derra", at=4, dice=(Die(10), Die(6)))))
    assert [(a["name"], a["max"]) for a in seen.all("input") if a["type"] == "number"] == [
        ("face", "10"),
        ("face", "6"),
    ]
    assert {attrs["action"] for attrs in seen.all("form")} == {"/table/t1/roll"}


# -- cards and dice with states ----------------------------------------------------------------------------------


def test_a_card_shows_its_costs_words_and_marks() -> None:
    cost = Tag("2", about="action points")
    seen = Seen(render.card(Card("sweep", "Wide Sweep", "Hits all.", "Attack", (cost,), ("return",))))
    places = [seen.words.index(part) for part in ("2 action points", "Attack", "Wide Sweep", "Hits all.", "return")]
    assert places == sorted(places)


def test_the_back_of_a_card_shows_nothing_else() -> None:
    seen = Seen(render.card(Card("sweep", text="Hits all.", kind="Attack", costs=(Tag("2"),), marks=("x",), back=True)))
    assert not seen.words.strip()
    assert seen.all("div")[0]["aria-label"] == "A card, face down"


def test_cards_that_are_not_shown_lie_in_one_pile_with_their_number() -> None:
    seen = Seen(render.zone(Zone("Deck", (Card("top", "Osk"),), 14)))
    assert [attrs["aria-label"] for attrs in seen.all("div") if "aria-label" in attrs] == ["13 cards face down"]
    assert "14 cards" in " ".join(seen.words.split())
    assert "No cards" in render.zone(Zone("Lost"))


def test_a_choice_may_be_a_card() -> None:
    cards = tuple(Choice(f"c{n}", f"Card {n}", card=Card(f"c{n}", f"Card {n}", "Words.")) for n in range(9))
    seen = inputs(Field("card", "Card", "choice", cards))
    assert named(seen, "f.card") == [("radio", f"c{n}") for n in range(9)]
    assert seen.words.count("Words.") == 9


def test_a_die_rack_says_states_in_words_and_sets_named_dice_apart() -> None:
    dice = (Die(6, marks=("exhausted", "strained")), Die(8, "Vitality", marks=("wounded",)), Die(4))
    html = str(render.person(Person("mira", "Mira", dice=dice), False))
    labels = [attrs["aria-label"] for attrs in Seen(html).all("span") if attrs.get("role") == "img"]
    assert labels == ["d6, exhausted, strained", "d4", "d8, Vitality, wounded"]
    assert "Vitality" in html.partition('class="apart"')[2]


# -- maps --------------------------------------------------------------------------------------------------------


def test_cells_are_named_by_column_and_row() -> None:
    assert [board.cell_name(*at) for at in ((0, 0), (2, 3), (25, 9), (26, 0), (52, 0))] == [
        "A1",
        "C4",
        "Z10",
        "AA1",
        "BA1",
    ]


def test_a_token_says_who_stands_where() -> None:
    seen = Seen(board.token(Token("warden", "Gate warden", 6, 3, 2, "bad", out="down")))
    group = seen.all("g")[0]
    assert (group["aria-label"], group["data-size"]) == ("Gate warden, foe, down, G4", "2")
    assert "GW" in seen.words


@pytest.mark.parametrize(
    ("name", "initials"),
    [("Wren", "Wr"), ("Raider 12", "R12"), ("Gate warden", "GW"), ("X", "X"), ("", ""), ("é", "é")],
)
def test_a_token_has_letters_that_tell_it_apart(name: str, initials: str) -> None:
    assert (
        Seen(board.token(Token("t", name, 0, 0))).words.replace(f"{name}, A1", "").strip(", A1\n") == initials.strip()
    )


def test_a_map_says_in_words_what_its_patterns_mean() -> None:
    cells = (Cell(0, 0, "wall"), Cell(1, 0, "wall"), Cell(2, 0, "fire", "burns for 2"))
    seen = Seen(board.grid(Grid(4, 3, "5 ft", (), cells)))
    figure = seen.all("figure")[0]
    assert json.loads(figure["data-ground"]) == {"wall": "0,0 1,0", "fire, burns for 2": "2,0"}
    assert "fire: burns for 2" in seen.words


FAR = Refused("t/far", "far", "It is too far.")
TO = Field(
    "to",
    "Where to",
    "cell",
    (Choice("1,2", "B3", "2 AP"), Choice("2,2", "C3", "2 AP"), Choice("9,2", "J3", refused=FAR)),
)


def test_a_field_for_a_cell_names_its_cells_in_few_words_for_the_map() -> None:
    seen = inputs(TO)
    cells = json.loads(seen.all("select")[0]["data-cells"])
    assert cells == {"may": {"2 AP": "1,2 2,2"}, "no": {"It is too far.": "9,2"}}
    assert [each.get("value") for each in seen.all("option")] == [""]


def test_without_a_script_the_cells_are_listed_on_a_page_of_their_own() -> None:
    offer, place = Offer("walk", "Walk", (TO,)), render.Place("t", "p1")
    assert "/table/t/offer?seat=p1&amp;at=new&amp;key=walk" in render.offer(offer, place)
    seen = Seen(render.form_page(offer, place))
    assert [each.get("value") for each in seen.all("option")] == ["", "1,2", "2,2", "9,2"]
    assert "disabled" in seen.all("option")[3]
    assert not seen.all("noscript")


def test_a_map_of_sixty_tokens_is_light() -> None:
    def field(step: int) -> Grid:
        tokens = tuple(Token(f"t{n}", f"Raider {n}", n % 40, n // 40 + (step if n == 0 else 0)) for n in range(60))
        return Grid(40, 30, "5 ft", tokens, tuple(Cell(n, 9, "wall") for n in range(30)))

    assert len(board.grid(field(1))) < 40_000


# -- what may be seen --------------------------------------------------------------------------------------------


def test_only_the_gm_gets_the_means_to_adjust() -> None:
    assert "data-adjust" in render.party(GROUPS, True)
    assert "data-adjust" not in render.party(GROUPS, False) + render.sheet(PERSON, SHEET, False)


def test_only_the_gm_is_asked_to_go_on_after_a_pause() -> None:
    assert Seen(render.paused(True, "t", "gm")).all("form")
    assert not Seen(render.paused(True, "t", "p1")).all("form")
    assert "paused" in render.paused(True, "t", "p1")


def test_a_player_gets_no_gm_tools() -> None:
    bar = render.Bar("t", "T", "", "p1", "Derra")
    html = render.table_page(render.TablePage("s", "S", bar, (), (), render.Turn("t", "p1", "Derra"), notes="marker"))
    assert "marker" not in html
    assert 'id="adjust"' not in html
    assert 'id="invites"' not in html


def test_a_die_says_in_words_what_its_shape_and_colour_show() -> None:
    html = render.die(Die(8, "Shield Up", 1, ("hitch",), "added by Osk"))
    assert Seen(html).all("span")[0]["aria-label"] == "d8 showing 1, Shield Up, hitch, added by Osk"
    assert ">hitch<" in html


def test_a_log_line_says_when_it_was_taken_back() -> None:
    assert "taken back" in render.line(1, "21:00", Line("Osk rolled."), False, undone=True)


# -- speed and weight --------------------------------------------------------------------------------------------


def test_a_part_from_the_cache_equals_one_drawn_anew() -> None:
    first = [render.turn(TURN), render.party(GROUPS, True), render.scene(PANELS), render.line(1, "x", LINE, False)]
    for cached in (
        render.scene,
        render.whynot,
        render.line,
        render.person,
        render.panel,
        render.die,
        board.grid,
        board.token,
    ):
        cached.cache_clear()
    again = [render.turn(TURN), render.party(GROUPS, True), render.scene(PANELS), render.line(1, "x", LINE, False)]
    assert first == again


def test_equal_offers_of_two_seats_differ_only_in_the_seat() -> None:
    one, two = (render.offer(OFFER, render.Place("t", seat, 1)) for seat in ("p1", "p2"))
    assert str(one).replace('value="p1"', 'value="p2"').replace("seat=p1&", "seat=p2&") == str(two)


def test_the_table_page_is_light() -> None:
    static = files("tablelight.web") / "static"
    names = [
        "theme.js",
        "forms.js",
        "map.js",
        "table.js",
        "icon.svg",
        "vendor/htmx.min.js",
        "vendor/htmx-ws.min.js",
        "vendor/icons.svg",
    ]
    texts = [(static / name).read_bytes() for name in names]
    page = render.table_page(PAGE)
    texts += [(static / sheet).read_bytes() for sheet in re.findall(r"/static/(css/\w+\.css)", page)] + [page.encode()]
    fonts = sum(len(font.read_bytes()) for font in (static / "fonts").iterdir() if font.name.endswith(".woff2"))
    assert sum(len(gzip.compress(text)) for text in texts) + fonts < 110_000


def test_a_house_rule_that_takes_other_numbers_can_be_typed() -> None:
    rule = render.TableOption(
        "round-seconds", "Round seconds", "How long.", (("6", "6"),), "6", "6", "or a whole number from 1"
    )
    html = render.options((rule,), "t", "gm", True)
    assert '<input type="text" name="value" list="values-round-seconds" value="6"' in html
    assert "or a whole number from 1" in html
    plain = render.options((render.TableOption("o", "O", "", (("a", "A"), ("b", "B")), "b", "a"),), "t", "gm", True)
    assert '<option value="b" selected>' in plain
