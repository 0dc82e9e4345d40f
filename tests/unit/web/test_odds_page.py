"""The odds page asks what the command line asks, and answers the same."""

from __future__ import annotations

import csv
import re
import shlex
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from io import StringIO
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit
from xml.etree import ElementTree

import pytest
from support.served import Browser, Served, served

from tablelight.cli.odds_command import answered
from tablelight.odds.answer import shown
from tablelight.odds.asking import read_given, texts_of
from tablelight.odds.questions import DICE, SYSTEMS, questions
from tablelight.web.odds.ask import Ask, example, outcomes, read_ask

KINDS = [(system, name) for system in (*SYSTEMS, DICE) for name in questions(system)]


def asked(address: str) -> Ask:
    parts = urlsplit(address)
    _, _, system, kind = parts.path.split("/")
    return read_ask(system, questions(system)[kind], parse_qsl(parts.query))


def told(page: str) -> dict[str, list[str]]:
    """The figures that a page shows, by name, one for each variant."""
    table = page[page.index('class="scrolls figures"') :].split("</table>")[0]
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table)
    return {unescape(name): [unescape(cell) for cell in re.findall(r"<td>(.*?)</td>", cells)] for name, cells in rows}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests here: nothing that they ask changes anything."""
    with served(tmp_path_factory.mktemp("odds")) as running:
        yield running


@pytest.fixture
def visitor(server: Served) -> Browser:
    return server.browser()


# ------------------------------------------------------------------ forms and words


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_a_form_and_the_words_of_a_command_say_the_same(system: str, kind: str) -> None:
    question = questions(system)[kind]
    ask = read_ask(system, question, [])
    words = shlex.split(ask.words(0))
    assert words[:2] == ["tablelight", "odds"]
    assert answered(words[2:]) == answered(
        shlex.split(question.example) if system == DICE else [system, *shlex.split(question.example)]
    )


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_an_address_brings_back_all_that_was_asked(system: str, kind: str) -> None:
    question = questions(system)[kind]
    everything: dict[str, str] = {}
    for at, each in enumerate(question.inputs):
        everything[each.name] = "yes" if each.sort == "flag" else f"{at} &+#=%ä"
    ask = Ask(
        system, question, (everything, {}, example(question)[0]), {"at-least": "7"}, "at-least", "lines", "a&b", True
    )
    assert asked(ask.address()) == ask
    texts = {name: text for name, text in everything.items()}
    assert texts_of(question, shlex.split(ask.words(0))[4 if system != DICE else 2 :][:-2]) == texts


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_the_worked_example_opens_with_the_figures_of_the_command_line(
    system: str, kind: str, visitor: Browser
) -> None:
    page = visitor.get(f"/odds/{system}/{kind}")
    assert page.status_code == 200
    words = shlex.split(questions(system)[kind].example)
    answer = answered(words if system == DICE else [system, *words])
    figures = told(page.text)
    for figure in answer.figures:
        assert figures[figure.name] == [shown(figure)]


def test_every_kind_is_in_the_list(visitor: Browser) -> None:
    page = visitor.get("/odds").text
    for system, kind in KINDS:
        assert f'"/odds/{system}/{kind}' in page


def test_every_input_has_a_field_with_its_name_and_what_it_is(visitor: Browser) -> None:
    for system, kind in KINDS:
        page = unescape(visitor.get(f"/odds/{system}/{kind}").text)
        for each in questions(system)[kind].inputs:
            assert f'name="a.{each.name}"' in page
            assert each.about in page


# ------------------------------------------------------------------ comparing


def test_variants_stand_side_by_side_under_names_that_tell_them_apart(visitor: Browser) -> None:
    query = {"a.pool": "d10 d8 d8 d6", "a.against": "d8 d8", "b.pool": "d12 d8", "b.against": "d8 d8", "b.first": "yes"}
    page = visitor.get(f"/odds/torchlite/test?{urlencode(query)}").text
    one = answered(["torchlite", "test", "d10 d8 d8 d6", "--against", "d8 d8"]).figures[0]
    two = answered(["torchlite", "test", "d12 d8", "--against", "d8 d8", "--first"]).figures[0]
    assert told(page)["success"] == [shown(one), shown(two)]
    assert re.findall(r'class="rest">: (.*?)</span>', page) == ["d10 d8 d8 d6", "d12 d8, first"]


def test_one_more_is_a_copy_and_one_less_closes_the_gap(visitor: Browser) -> None:
    more = visitor.get("/odds/dice/notation?a.dice=2d6&b.dice=d12&a=yes&add=yes")
    assert more.status_code == 303
    assert [dict(each) for each in asked(more.headers["location"]).variants] == [
        {"dice": "2d6"},
        {"dice": "d12"},
        {"dice": "d12"},
    ]
    less = visitor.get("/odds/dice/notation?a.dice=2d6&b.dice=d12&c.dice=d4&drop=b")
    assert [dict(each) for each in asked(less.headers["location"]).variants] == [{"dice": "2d6"}, {"dice": "d4"}]


def test_there_are_never_more_than_four_and_never_none(visitor: Browser) -> None:
    four = "/odds/dice/notation?a.dice=d4&b.dice=d6&c.dice=d8&d.dice=d10"
    assert visitor.get(f"{four}&add=yes&e.dice=d12").status_code == 200
    assert visitor.get("/odds/dice/notation?a.dice=d4&drop=a").status_code == 200
    assert list(told(visitor.get(four).text)["mean"]) == ["2.5", "3.5", "4.5", "5.5"]


def test_fields_left_empty_leave_the_address(visitor: Browser) -> None:
    sent = visitor.get("/odds/torchlite/test?a=yes&a.pool=d8+d8&a.against=d6&a.bar=&a.extra=+&at-least=")
    assert sent.status_code == 303
    assert sent.headers["location"] == "/odds/torchlite/test?a.pool=d8+d8&a.against=d6#chances"


def test_a_question_without_anything_given_is_no_example(visitor: Browser) -> None:
    page = visitor.get("/odds/forgelight/attack?a=yes").text
    assert told(page)["hit"] == [shown(answered(["forgelight", "attack"]).figures[0])]


def test_limits_and_exact_fractions_come_when_asked_for(visitor: Browser) -> None:
    page = visitor.get("/odds/dice/notation?a.dice=2d6&at-least=10&exactly=7&exact=yes").text
    figures = told(page)
    assert figures["total at least 10"] == ['16.7 %<small class="exact">1/6</small>']
    assert figures["spread of total"] == ['2.415<small class="exact">√(35/6)</small>']
    assert "1/6" not in visitor.get("/odds/dice/notation?a.dice=2d6&at-least=10").text.split('class="turns"')[0]


# ------------------------------------------------------------------ mistakes


@pytest.mark.parametrize(
    ("address", "field", "says", "place"),
    [
        ("torchlite/test?a.pool=d8+d7&a.against=d8", "a.pool", "There is no d7 here; there are d4", "d7"),
        ("torchlite/test?a.against=d8", "a.pool", "pool is missing", ""),
        ("torchlite/test?a.pool=d8", "a.against", "one of them", ""),
        ("torchlite/test?a.pool=4d8+d6+9d8&a.against=d8", "a.pool", "14 dice; the bound is 12 dice", "9d8"),
        ("torchlite/choose?a.pool=d8&a.faces=9&a.bar=3", "a.faces", "one face for each die", "9"),
        ("torchlite/spend?a.pool=d8&a.bar=3&a.price=a+lot", "a.price", "such as 3, 1/4 or 0.5", "a"),
        ("actlite/check?a.dc=9&b.dc=9&b.net=99", "b.net", "99 is not from -18 to 18", "99"),
        ("actlite/dying?a.table=nowhere", "a.table", "there is no 'nowhere'; there are generic-d6", "nowhere"),
        ("forgelight/damage?a.damage=2d8+Sharp,+x", "a.damage", "write dice and a type, such as 2d8 Sharp", "x"),
        ("dice/notation?a.dice=4d6+keep+best", "a.dice", "highest or lowest, not 'best'", "best"),
        ("dice/notation?a.dice=1e9d6", "a.dice", "write numbers in digits", "e9d6"),
        ("dice/notation?a.dice=1000d1000000", "a.dice", "the bound is 16,000,000", ""),
        ("dice/notation?a.dice=d100000", "a.dice", "100,000 different values to list; the bound is 20,000", ""),
        ("dice/notation?a.dice=2d6&at-least=ten", "at-least", "whole number in digits", "ten"),
        ("actlite/contest?at-least=3", "at-least", "no one number", ""),
    ],
)
def test_a_mistake_stands_at_its_field_with_its_place(
    address: str, field: str, says: str, place: str, visitor: Browser
) -> None:
    page = unescape(visitor.get(f"/odds/{address}").text)
    assert says.lower() in page.lower()
    if field:
        box = page[page.index(f'id="f-{field.replace(".", "-")}"') :].split("</div>\n")[0]
        wrong = page[page.index(f'id="f-{field.replace(".", "-")}-wrong"') :].split("</p>")[0]
        assert 'aria-invalid="true"' in box
        assert says.lower() in wrong.lower()
        if place:
            assert f"<mark>{place}</mark>" in wrong


def test_one_variant_with_a_mistake_does_not_hide_the_others(visitor: Browser) -> None:
    page = visitor.get("/odds/dice/notation?a.dice=2d&b.dice=2d6").text
    assert told(page)["mean"] == ["", "7"]


def test_files_of_a_mistake_say_what_is_wrong(visitor: Browser) -> None:
    for file in ("odds.csv", "chart.svg"):
        answer = visitor.get(f"/odds/dice/notation/{file}?a.dice=2d")
        assert answer.status_code == 422
        assert "should stand here" in answer.text


@pytest.mark.parametrize("address", ["nothing/test", "torchlite/nothing", "dice/nothing"])
def test_what_is_not_there_is_said(address: str, visitor: Browser) -> None:
    assert visitor.get(f"/odds/{address}").status_code == 404


def test_what_people_type_stays_text(visitor: Browser) -> None:
    hostile = '"><script>alert(1)</script>'
    page = visitor.get(
        "/odds/torchlite/table?"
        + urlencode({"a.name": hostile, "b.name": "random-people", "b.result": hostile, "of": hostile})
    )
    assert "<script>alert" not in page.text
    long = visitor.get("/odds/dice/notation?" + urlencode({"a.dice": "d6+" * 5000}))
    assert long.status_code == 200


# ------------------------------------------------------------------ drawings and files


def test_the_view_and_what_is_drawn_stand_in_the_address(visitor: Browser) -> None:
    page = visitor.get("/odds/torchlite/test?a.pool=d8+d8&a.against=d8&view=at-least&shape=lines&of=heroic+steps").text
    assert '<th scope="row">1 or more</th>' in page
    assert re.search(r'aria-current="true">At least<', page)
    assert re.search(r'aria-current="true">Lines<', page)
    assert re.search(r'aria-current="true">Heroic steps<', page)


def test_words_have_no_at_least(visitor: Browser) -> None:
    page = visitor.get("/odds/rogue-spire/action?a.dice=d6+d8&a.td=5&of=result").text
    assert ">At least</a>" not in page
    assert re.findall(r'<text x="2"[^>]*>([\w-]+)<', page) == ["failure", "tie", "success"]


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_the_csv_has_every_figure_and_every_row_exactly(system: str, kind: str, visitor: Browser) -> None:
    ask = read_ask(system, questions(system)[kind], [])
    file = visitor.get(ask.address("odds.csv"))
    assert file.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.reader(StringIO(file.content.decode("utf-8-sig"))))
    values = {(row[0], row[1]): row[2:] for row in rows[1:]}
    answer = outcomes(ask)[0].answer
    assert answer
    for figure in answer.figures:
        found = values["figure", figure.name]
        assert Fraction(found[0]) == figure.value
        assert float(found[1]) == float(figure.value)
    for table in answer.tables:
        for row in table.rows:
            assert Fraction(values[table.title, row.label][0]) == row.chance


def test_no_spreadsheet_takes_a_word_for_a_formula(visitor: Browser) -> None:
    query = urlencode({"a.name": "random-people", "a.result": "=1+1"})
    rows = list(
        csv.reader(StringIO(visitor.get(f"/odds/torchlite/table/odds.csv?{query}").content.decode("utf-8-sig")))
    )
    assert not any(cell.startswith("=") for row in rows for cell in row)


def test_the_drawing_is_a_file_of_its_own(visitor: Browser) -> None:
    file = visitor.get("/odds/dice/notation/chart.svg?a.dice=2d6&b.dice=2d8")
    assert file.headers["content-type"] == "image/svg+xml"
    drawn = ElementTree.fromstring(file.content)
    said = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert "A: 2d6: 7, 16.7 %" in said
    assert not any("style" in each.attrib for each in drawn.iter())


# ------------------------------------------------------------------ too much at once


def test_so_much_can_wait_and_no_more(server: Served, visitor: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.house.sums, "_here", 8)
    refused: Any = visitor.get("/odds/dice/notation")
    assert refused.status_code == 503
    assert "Wait a moment" in refused.text
    monkeypatch.setattr(server.house.sums, "_here", 0)
    assert visitor.get("/odds/dice/notation").status_code == 200
    assert server.house.sums._here == 0


def test_examples_are_read_whole() -> None:
    for system, kind in KINDS:
        question = questions(system)[kind]
        given = (
            read_given(question, shlex.split(question.example)[0 if system == DICE else 1 :])
            if "--at-least" not in question.example
            else None
        )
        assert given is None or dict(given.texts) == example(question)[0]
