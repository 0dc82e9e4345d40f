"""Chances beside the offers: there without a click, and others as soon as a die is changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from support.pages import DESKTOP, PHONE, Person
from support.served import Served, served

from tablelight.kernel.system import systems

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "data", systems()) as one:
        yield one


@pytest.fixture(params=["desk", "phone"])
def anyone(request: pytest.FixtureRequest, person: Callable[..., Person]) -> Person:
    """Somebody who holds every seat, at a desk or with a phone."""
    return person() if request.param == "desk" else person(size=PHONE, touch=True)


def figure(form: Locator) -> str:
    """The first figure that a form shows, exactly, once it is there."""
    shown = form.locator(".chances .fact.first dd span").first
    shown.wait_for()
    assert shown.inner_text()
    return shown.get_attribute("title") or ""


def changes(form: Locator, before: str) -> str:
    """The first figure once it is another one."""
    shown = form.locator(".chances .fact.first dd span").first
    expect(shown).not_to_have_attribute("title", before)
    return shown.get_attribute("title") or ""


def keep(one: Person, pictures: Path, name: str) -> None:
    """Take pictures, and look for faults."""
    size = one.page.viewport_size
    one.picture(pictures, f"chances-{name}")
    assert size
    one.page.set_viewport_size(size)
    assert one.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert one.faults() == []
    assert one.errors == []


def test_torchlite_shows_the_chances_of_a_pool(anyone: Person, pictures: Path) -> None:
    anyone.open_demo("p1")
    table = anyone.table
    anyone.take("act-change", what="cross the ledge")
    anyone.open(f"{table}?seat=gm")
    pick = anyone.page.locator("#turn .pick").first
    expect(pick.locator(".fact.first dt")).to_have_text("holds")
    anyone.press(pick.locator(".take"))
    anyone.sees("log-lines", "The GM rolled")
    if anyone.page.locator('form[data-key="take:difficulty"]').count():
        anyone.press(anyone.page.locator("#turn .pick .take").first)
    anyone.open(f"{table}?seat=p1")
    anyone.press(anyone.page.locator("#turn .pick .fill").first)
    form = anyone.form("roll")
    all_in = figure(form)
    assert re.fullmatch(r"\d+/\d+", all_in)
    anyone.press(form.locator(".choice:has(:checked)").first)
    fewer = changes(form, all_in)
    anyone.press(form.locator(".choice:has(:checked)").first)
    changes(form, fewer)
    more = form.locator("[data-more] > summary")
    anyone.press(more)
    expect(form.locator(".chart svg").first).to_be_visible()
    anyone.press(form.locator(".chart-table summary").first)
    expect(form.locator(".chart-table table").first).to_be_visible()
    keep(anyone, pictures, "torchlite")


def test_the_rogue_spire_shows_the_chances_of_each_die(anyone: Person, pictures: Path) -> None:
    anyone.open_demo("p1", "rogue-spire")
    table = anyone.table
    form = anyone.form("act")
    aimed = figure(form)
    form.locator('[name="f.what"]').fill("cut at its knee")
    anyone.press(form.locator('[name="f.target"][value="ash-hound/d6"]').locator("xpath=.."))
    changes(form, aimed)
    anyone.press(form.locator("button[type=submit]").last)
    anyone.open(f"{table}?seat=gm")
    form = anyone.form("call-skilled")
    before = figure(form)
    form.locator('[name="f.td"]').fill("6")
    changes(form, before)
    anyone.take("call-skilled", trait="stealthy", td="4")
    anyone.open(f"{table}?seat=p1")
    best = anyone.page.locator("#turn .pick:has(.picked-best)")
    expect(best).to_have_count(1)
    expect(best.locator(".chances")).to_contain_text("success in the end")
    keep(anyone, pictures, "spire-picks")
    anyone.press(anyone.page.locator("#turn .own > summary").first)
    form = anyone.form("roll")
    anyone.press(form.locator(".choice:has(:enabled)").first)
    one = figure(form)
    anyone.press(form.locator(".way").last)
    changes(form, one)
    keep(anyone, pictures, "spire")


def test_actlite_shows_the_chances_of_an_attack(anyone: Person, pictures: Path) -> None:
    anyone.open_demo("gm", "actlite")
    table = anyone.table
    anyone.open(f"{table}?seat=p1")
    form = anyone.form("attack")
    expect(form.locator(".chances-hint")).to_contain_text("Choose a weapon")
    choose(anyone, form, "weapon", "wren-hollow/marsh-saber/0")
    choose(anyone, form, "target", "footpad")
    guessed = figure(form)
    expect(form.locator(".assumed").first).to_contain_text("not known to you")
    form.locator('[name="assume.score"]').select_option("4")
    changes(form, guessed)
    anyone.press(form.locator("[data-more] > summary"))
    expect(form.locator(".chart svg").first).to_be_visible()
    keep(anyone, pictures, "actlite")
    anyone.open(f"{table}?seat=gm")
    anyone.take("grant", who="wren-hollow", count="2", reason="from behind")
    anyone.open(f"{table}?seat=p1")
    form = anyone.form("check")
    choose(anyone, form, "attribute", "AGI")
    before = figure(form)
    choose(anyone, form, "attribute", "WIL")
    changes(form, before)
    expect(form).to_contain_text("advantage")


INSIDE = """box => box.scrollWidth <= box.clientWidth && box.getBoundingClientRect().right <= innerWidth
    && box.closest('form').getBoundingClientRect().right <= innerWidth"""
"""Whether what is told stays within its form, however long the words of a group's own tables are."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_actlite_shows_the_chances_of_a_card_and_of_tables(
    person: Callable[..., Person], pictures: Path, size: tuple[int, int]
) -> None:
    gm = person()
    gm.open_demo("gm", "actlite")
    words = "They wake up in the salt cellar of the toll house, and nothing of what they own is left but the clothes."
    rows = f"1 death\n2 coins\n3 robbed {words}\n4 judge {'x' * 120}"
    gm.take("make-party-table", name="River party", die="4", rows=rows)
    gm.sees("log-lines", "River party")
    gm.page.set_viewport_size({"width": size[0], "height": size[1]})
    gm.take("initiative", who=["osk-of-the-gate", "toll-guard"])
    assert figure(in_sight(gm, "deal")) == "1/2"
    keep(gm, pictures, "actlite-card")
    gm.take("end-initiative")
    gm.sees("log-lines", "Initiative is over")
    for who in ("Wren Hollow", "Osk of the Gate", "Mirel Ash"):
        gm.take("damage", who=who.lower().replace(" ", "-"), points="3", track="crit")
        gm.sees("scene", f"{who} is down")
    form = in_sight(gm, "step-round")
    assert figure(form) == "1/3"
    expect(form.locator(".chances")).to_contain_text("Mirel Ash dies")
    assert form.locator(".chances").evaluate(INSIDE)
    keep(gm, pictures, "actlite-round")
    gm.take("damage", who="tamsin-quill", points="3", track="crit")
    form = in_sight(gm, "party-table")
    before = figure(form)
    choose(gm, form, "table", "river-party")
    changes(form, before)
    expect(form.locator(".chances")).to_contain_text("the GM judges")
    gm.press(form.locator("[data-more] > summary"))
    expect(form.locator(".chart svg").first).to_be_visible()
    keep(gm, pictures, "actlite-party")
    assert form.locator(".chances").evaluate(INSIDE)


def in_sight(one: Person, key: str) -> Locator:
    """The form of an offer, with the place of its chances in sight."""
    form = one.form(key)
    form.scroll_into_view_if_needed()
    return form


def choose(one: Person, form: Locator, name: str, value: str) -> None:
    """Take one choice of a field, however it is drawn."""
    field = form.locator(f'[name="f.{name}"]')
    if field.first.evaluate("one => one.tagName") == "SELECT":
        field.first.select_option(value)
    else:
        one.press(form.locator(f'[name="f.{name}"][value="{value}"]').locator("xpath=.."))


def test_forgelight_shows_the_chances_of_a_card(anyone: Person, pictures: Path) -> None:
    anyone.open_demo("gm", "forgelight")
    table = anyone.table
    anyone.take("put", who="bandit", cell="4,5")
    anyone.open(f"{table}?seat=p2")
    form = anyone.form("play:osk:attack")
    choose(anyone, form, "on", "bandit")
    guessed = figure(form)
    expect(form.locator(".chances")).to_contain_text("damage")
    form.locator('[name="assume.score"]').select_option("18")
    changes(form, guessed)
    keep(anyone, pictures, "forgelight")
    anyone.open(f"{table}?seat=gm")
    form = anyone.form("check")
    choose(anyone, form, "who", "osk")
    choose(anyone, form, "skill", "strength")
    before = figure(form)
    form.locator('[name="f.threshold"]').fill("18")
    hard = changes(form, before)
    anyone.press(form.locator(".way", has_text="Threshold 10"))
    expect(form.locator('[name="f.threshold"]')).to_have_value("10")
    changes(form, hard)
    keep(anyone, pictures, "forgelight-thresholds")
    form = anyone.form("fight")
    everybody = figure(form)
    anyone.press(form.locator('[name="f.who"][value="captain"]').locator("xpath=.."))
    changes(form, everybody)


def test_torchlite_weighs_an_action_hinder_and_an_sfx(anyone: Person, pictures: Path) -> None:
    anyone.open_demo("p3")
    table = anyone.table
    form = anyone.form("act-stress")
    anyone.press(form.locator('[name="f.targets"][value="knight"]').locator("xpath=.."))
    figure(form)
    expect(form.locator(".assumed").first).to_contain_text("largest pool")
    keep(anyone, pictures, "torchlite-declared")
    anyone.take("act-stress", what="lightning", targets=["knight"])
    anyone.open(f"{table}?seat=gm")
    anyone.press(anyone.page.locator("#turn .pick .fill").first)
    anyone.press(anyone.form("roll:knight").locator("button[type=submit]").last)
    anyone.sees("log-lines", "Gate Knight rolled")
    if anyone.page.locator('form[data-key="take:knight"]').count():
        anyone.press(anyone.page.locator("#turn .pick .take").first)
    anyone.open(f"{table}?seat=p3")
    for key, choice in (("hinder", "Hedge Mage as d4, +1 PP"), ("sfx-call-the-storm", "With Call the Storm")):
        ways = anyone.form(key).locator(".ways")
        expect(ways).to_contain_text(choice)
        expect(ways.locator("tr.best")).not_to_have_count(0)
        ways.scroll_into_view_if_needed()
        keep(anyone, pictures, f"torchlite-{key}")
