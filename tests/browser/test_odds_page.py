"""The odds page as a person uses it: build, compare, look at it this way and that, share, keep."""

from __future__ import annotations

import csv
import struct
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect
from support.pages import Person

from tablelight.cli.odds_command import answered
from tablelight.odds.answer import shown

pytestmark = pytest.mark.browser

ONE = ("torchlite", "test", "d10 d8 d8 d6", "--against", "d8 d8")
TWO = ("torchlite", "test", "d12 d10 d6", "--against", "d8 d8")
COMPARED = "/odds/torchlite/test?a.pool=d10+d8+d8+d6&a.against=d8+d8&b.pool=d12+d10+d6&b.against=d8+d8"


def figures(page: Page, name: str) -> Locator:
    """The figures of this name, one for each variant."""
    return page.locator(".figures tr", has=page.get_by_role("rowheader", name=name, exact=True)).locator("td")


def both(name: str) -> list[str]:
    return [shown(figure) for words in (ONE, TWO) for figure in answered(words).figures if figure.name == name]


def press(page: Page, name: str) -> None:
    """Follow a link, until all of the page that it leads to is there."""
    with page.expect_navigation():
        page.get_by_role("link", name=name, exact=True).click()


def test_two_pools_are_built_and_compared_by_taps_on_dice(person: Callable[..., Person]) -> None:
    one = person()
    one.open("/")
    one.page.locator(".page-bar").get_by_role("link", name="Odds").click()
    one.page.locator("#torchlite").get_by_role("link", name="Test").click()
    expect(figures(one.page, "success")).to_have_text(both("success")[:1])
    with one.page.expect_navigation():  # until its script is there, too
        one.page.get_by_role("button", name="Compare with another").click()
    two = one.page.get_by_role("group", name="B", exact=True)
    for _ in range(4):
        two.get_by_role("button", name="Take the last die away").first.click()
    for size in (12, 10, 6):
        two.get_by_role("button", name=f"Add a d{size}").first.click()
    one.page.get_by_role("button", name="Work it out").last.click()
    one.page.wait_for_url("**/test?a.pool=d10+d8+d8+d6&a.against=d8+d8&b.pool=d12+d10+d6&b.against=d8+d8**")
    expect(figures(one.page, "success")).to_have_text(both("success"))
    expect(figures(one.page, "mean total")).to_have_text(both("mean total"))
    legend = one.page.locator(".chart-svg > text").all_text_contents()[:2]
    assert legend == ["A: d10 d8 d8 d6", "B: d12 d10 d6"]
    assert one.errors == []


def test_views_change_and_the_shared_link_opens_the_same(person: Callable[..., Person]) -> None:
    one = person()
    one.open(COMPARED)
    bars = one.page.locator(".chart-svg rect:has(title)").count()
    assert bars > 30
    press(one.page, "Lines")
    assert one.page.locator(".chart-svg rect:has(title)").count() == 0
    assert one.page.locator(".chart-svg path[stroke-linejoin]").count() == 2
    press(one.page, "At least")
    press(one.page, "Heroic steps")
    press(one.page, "Exact fractions")
    expect(figures(one.page, "success").first).to_contain_text("183443/245760")
    link = one.page.get_by_label("Share it").input_value()
    other = person()
    other.page.goto(link)
    for part in (".figures", ".chart", ".turns", "#variants"):
        parts = [each.page.locator(part).first.inner_html() for each in (one, other)]
        assert parts[0] == parts[1]
    assert "view=at-least" in link
    assert "1 or more" in other.page.locator(".chart table").inner_html()


def test_what_is_saved_holds_the_right_numbers(person: Callable[..., Person], tmp_path: Path) -> None:
    one = person()
    one.open(COMPARED)

    def save(name: str, role: str = "link") -> bytes:
        with one.page.expect_download() as coming:
            one.page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]
        assert coming.value.suggested_filename == f"odds-torchlite-test.{name.lower()}"
        coming.value.save_as(tmp_path / name)
        return (tmp_path / name).read_bytes()

    rows = {tuple(row[:2]): row[2:] for row in csv.reader(save("CSV").decode("utf-8-sig").splitlines())}
    for at, words in enumerate((ONE, TWO)):
        for figure in answered(words).figures:
            assert Fraction(rows["figure", figure.name][2 * at]) == figure.value
    drawn = ElementTree.fromstring(save("SVG"))
    total = answered(ONE).main
    assert total
    said = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert f"A: d10 d8 d8 d6: 13, {float(total.exactly(13)) * 100:.1f} %" in said
    png = save("PNG", "button")
    width, height = struct.unpack(">II", png[16:24])
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert (width, height) == (int(drawn.attrib["width"]), int(drawn.attrib["height"]))
    assert len(png) > 5_000  # something is drawn in it
    assert one.errors == []


def test_without_a_script_everything_but_the_png_works(person: Callable[..., Person], browser: object) -> None:
    one = person()
    context = one.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    page = context.new_page()
    page.goto(one.base + "/odds/torchlite/test")
    page.get_by_role("textbox", name="Pool").fill("d12 d10 d6")
    page.get_by_role("button", name="Work it out").last.click()
    expect(figures(page, "success")).to_have_text(both("success")[1:])
    expect(page.locator("[data-png]")).to_be_hidden()
    page.get_by_role("button", name="Compare with another").click()
    second = page.get_by_role("group", name="B", exact=True)
    expect(second.get_by_role("textbox", name="Pool")).to_have_value("d12 d10 d6")
    context.close()


def test_the_keyboard_alone_is_enough(person: Callable[..., Person]) -> None:
    one = person()
    one.open("/odds/dice/notation")
    keys = one.page.keyboard

    def go_to(name: str) -> None:
        for _ in range(60):
            keys.press("Tab")
            now = one.page.evaluate("(now => now.ariaLabel || now.textContent || now.id)(document.activeElement)")
            if now.strip() == name:
                return
        raise AssertionError(f"{name} can't be reached")

    go_to("f-a-dice")
    keys.press("Control+A")
    keys.type("2d6")
    keys.press("Enter")
    one.page.wait_for_url("**a.dice=2d6**")
    expect(figures(one.page, "mean")).to_have_text(["7"])
    go_to("At least")
    keys.press("Enter")
    one.page.wait_for_url("**view=at-least**")
    go_to("As a table")
    keys.press("Enter")
    expect(one.page.get_by_role("rowheader", name="7 or more")).to_be_visible()
    one.open("/odds/dice/notation?a.dice=2d6")
    go_to("Compare with another")
    keys.press("Enter")
    one.page.wait_for_url("**b.dice=2d6**")
    expect(figures(one.page, "mean")).to_have_text(["7", "7"])


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("odds-list", "/odds"),
        ("odds-two", f"{COMPARED}&exact=yes"),
        ("odds-wrong", "/odds/torchlite/test?a.pool=d10+d7&a.against=d8&b.pool=d8"),
        (
            "odds-words",
            "/odds/forgelight/check?a.skill=4&a.threshold=12&b.skill=4&b.threshold=12&b.advantage=1&of=chances",
        ),
        (
            "odds-four",
            "/odds/dice/notation?a.dice=3d6&b.dice=4d6+keep+highest+3&c.dice=2d10&d.dice=d20&shape=lines&view=at-least",
        ),
    ],
)
def test_it_reads_well_for_everybody(name: str, address: str, person: Callable[..., Person], pictures: Path) -> None:
    one = person()
    one.open(address)
    assert one.faults() == []
    for details in one.page.locator("details").all():
        details.evaluate("each => each.open = true")
    assert one.faults() == []
    one.picture(pictures, name)
    for width in (1280, 360):
        one.page.set_viewport_size({"width": width, "height": 800})
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    assert one.errors == []


def test_the_tables_menu_leads_to_the_odds_of_its_game(person: Callable[..., Person]) -> None:
    one = person()
    one.open_demo()
    one.menu()
    with one.context.expect_page() as coming:
        one.page.locator("#menu").get_by_role("link", name="Odds").click()
    coming.value.wait_for_url(f"{one.base}/odds#torchlite")  # a page begins as an empty one
