"""Charts say the same in their drawing, their words and their table."""

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from tablelight.odds.answer import Row, number_table
from tablelight.odds.notation import odds
from tablelight.web.charts import MOST_COLUMNS, chart, picture
from tablelight.web.columns import Series, columns

SVG = "{http://www.w3.org/2000/svg}"


def series(dice: str) -> Series:
    return Series(dice, number_table("total", odds(dice)).rows)


def bars(text: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(text).iter(f"{SVG}rect") if each.find(f"{SVG}title") is not None]


def test_two_dice_have_a_bar_for_each_total_as_high_as_its_chance() -> None:
    drawn = bars(picture("Two dice", "total", [series("2d6")]))
    heights = [float(each.attrib["height"]) for each in drawn]
    assert [each.findtext(f"{SVG}title") for each in drawn][5] == "2d6: 7, 16.7 %"
    assert [round(height / heights[0], 1) for height in heights] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_at_least_counts_from_the_top() -> None:
    told = columns([series("2d6")], "at-least", 60)
    assert [(each.label, each.chances) for each in told[::5]] == [
        ("2 or more", (Fraction(1),)),
        ("7 or more", (Fraction(21, 36),)),
        ("12 or more", (Fraction(1, 36),)),
    ]


def test_series_of_different_reach_share_one_axis() -> None:
    told = columns([series("d4"), series("d6")], "exactly", 60)
    assert [each.label for each in told] == ["1", "2", "3", "4", "5", "6"]
    assert told[5].chances == (Fraction(0), Fraction(1, 6))


@pytest.mark.parametrize("dice", ["50d20", "d1000", "300d6", "2d6*100", "d4 - 500*d3"])
def test_many_values_share_columns_and_no_chance_is_lost(dice: str) -> None:
    told = columns([series(dice)], "exactly", 24)
    assert 8 < len(told) <= 26
    assert sum(each.chances[0] for each in told) == 1
    least = columns([series(dice)], "at-least", 24)
    assert least[0].chances == (1,)
    assert [each.chances for each in least] == sorted((each.chances for each in least), reverse=True)


def test_rare_ends_share_a_column_that_says_so() -> None:
    told = columns([series("50d20")], "exactly", 60)
    assert told[0].tick.startswith("≤")
    assert told[-1].tick.startswith("≥")
    assert max(told[0].chances[0], told[-1].chances[0]) < Fraction(1, 100)


def test_words_are_bars_that_lie_in_their_own_order() -> None:
    rows = (Row("failure", Fraction(1, 2)), Row("tie", Fraction(0)), Row("success", Fraction(1, 2)))
    text = chart("c", "Result", "result", [Series("d6", rows)], shape="lines", view="at-least")
    assert re.findall(r'<text x="2"[^>]*>(\w+)<', text) == ["failure", "tie", "success"]
    assert "or more" not in text


def test_four_series_differ_by_pattern_by_dash_and_by_mark() -> None:
    four = [series(dice) for dice in ("2d4", "2d6", "2d8", "2d10")]
    drawn = bars(picture("Four", "total", four))
    assert {each.attrib["fill"] for each in drawn} == {"#a04a08", "url(#file-p1)", "url(#file-p2)", "url(#file-p3)"}
    lines = [each for each in ElementTree.fromstring(picture("Four", "total", four, shape="lines"))]
    dashes = [each.attrib["stroke-dasharray"] for each in lines if each.attrib.get("stroke-linejoin")]
    assert len(set(dashes)) == 4


@pytest.mark.parametrize("count", [0, 5])
def test_no_more_and_no_fewer_series_than_can_be_told_apart(count: int) -> None:
    with pytest.raises(ValueError, match="1 to 4 series"):
        picture("None", "total", [series("d6")] * count)


def test_the_table_holds_what_is_drawn_and_the_ids_are_its_own() -> None:
    text = chart("odds-1", "Two dice", "total", [series("2d6"), series("2d8")])
    assert text.count('<th scope="row">') == 15
    assert '<th scope="row">7</th><td>16.7 %</td><td>9.4 %</td>' in text
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert all(each.startswith("odds-1-") for each in ids)
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)
    assert "style" not in text


def test_names_are_only_words() -> None:
    text = chart("c", "<b>", "<i>", [Series("<script>", (Row('"><u>', Fraction(1)),))] * 2)
    assert not re.search(r"<(b|i|u|script)>", text)


def test_small_charts_have_fewer_columns() -> None:
    text = chart("c", "Totals", "total", [series("40d6")], small=True)
    assert text.count('<th scope="row">') <= 26 < MOST_COLUMNS[0]


def test_long_words_are_cut_in_the_drawing_and_whole_in_the_table() -> None:
    words = "They wake up in the salt cellar, and nothing of what they own is left."
    drawn = chart("c1", "What comes", "", (Series("party", (Row(words, Fraction(1)),)),), small=True)
    svg, _, table = str(drawn).partition("</svg>")
    assert f"{words}</text>" not in svg
    assert f"{words[:47]}…</text>" in svg
    assert words in table
