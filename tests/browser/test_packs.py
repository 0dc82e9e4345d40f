"""A group writes its own pack in real browsers, and plays with it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from support.pages import DESKTOP, PHONE, Person
from support.served import Served, served

from tablelight.kernel.system import systems
from tablelight.systems.forgelight.packs import PACKS

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "data", systems()) as one:
        yield one


def said(page: Page, slot: str, words: str) -> None:
    """What is wrong at a field, once the check has come back; empty for nothing."""
    place = page.locator(f'[data-wrong="{slot}"]')
    if words:
        expect(place).to_contain_text(words)
    else:
        expect(place).to_be_hidden()


def pick(page: Page, **values: str) -> None:
    """Choose in lists, by the end of the field's name."""
    for name, value in values.items():
        page.select_option(f'[name="e.{name.replace("__", ".")}"]', value)


def type_in(page: Page, **values: str) -> None:
    for name, value in values.items():
        page.fill(f'[name="e.{name.replace("__", ".")}"]', value)


def save(page: Page) -> None:
    page.click(".editor-foot .go")
    page.wait_for_url("**?saved=*")


def add(page: Page, part: str) -> None:
    """Go to the form of a new entry, until its script is there, too: what is typed before is not checked at once."""
    with page.expect_navigation():
        page.click(f"#{part} .part-tools > .btn")


def begin(one: Person) -> Page:
    """A new pack from the home page."""
    one.open("/")
    one.page.click(".to-packs a")
    one.page.fill("[name=title]", "The Ashen Vale")
    one.page.fill("[name=author]", "Our group")
    one.page.click("text=Begin the pack")
    one.page.wait_for_url("**/packs/forgelight/the-ashen-vale")
    return one.page


def write_card(one: Person, pictures: Path) -> None:
    """A card, wrong at first."""
    page = one.page
    add(page, "cards")
    type_in(page, name="Cinder Lash", text="A whip of embers. Power Roll: Burning.", ap="lots")
    pick(page, kind="class")
    page.check('[name="e.attack"]')
    pick(page, attack__with_="card", attack__attribute="focus")
    type_in(page, attack__damage="2d6 heat")
    said(page, "ap", "a whole number from 0 to 10")
    said(page, "attack.damage", "such as 2d6+3 fire")
    said(page, "of", "the class that the card belongs to")
    expect(page.locator('[name="e.ap"]')).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#count")).to_have_text("5 to put right")
    expect(page.locator("#preview .card-title")).to_have_text("Cinder Lash")
    photograph(one, pictures, "pack-card-wrong")
    assert one.faults() == []
    type_in(page, ap="2", stamina="1", level="1", range="30", attack__damage="2d6 fire")
    pick(page, of="sage", target="enemy")
    page.select_option('[name="add.effects"]', "status")
    page.click('button[value="add:effects"]')
    expect(page.locator('[name="e.effects.0.when"]')).to_be_focused()
    said(page, "effects.0.status", "Nothing is chosen")
    pick(page, effects__0__status="burning", effects__0__when="power")
    for slot in ("ap", "attack.damage", "of", "target", "effects.0.status"):
        said(page, slot, "")
    expect(page.locator("#count")).to_have_text("All is right. Not saved yet.")
    expect(page.locator("#preview .gem").first).to_contain_text("2 AP")
    expect(page.locator("#preview")).to_contain_text("by Focus, 2d6 fire")
    expect(page.locator("#preview")).to_contain_text("Burning (each target)")
    photograph(one, pictures, "pack-card")
    assert one.faults() == []


def photograph(one: Person, folder: Path, name: str) -> None:
    """The whole page, wide and narrow; nothing may stick out."""
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in (DESKTOP, PHONE):
        one.page.set_viewport_size({"width": width, "height": height})
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width, name
        one.page.screenshot(path=str(folder / f"{name}-{width}.png"), full_page=True)
    one.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})


def write_trait(one: Person) -> None:
    page = one.page
    add(page, "traits")
    type_in(page, name="Ash Skin", text="Resistance to Fire.")
    said(page, "source", "Nothing is chosen")
    pick(page, source="general")
    page.click('[data-path="gives"] > summary')
    page.check('[name="e.gives.resistances"][value="fire"]')
    type_in(page, gives__health="five")
    said(page, "gives.health", "a whole number from -200 to 200")
    type_in(page, gives__health="5")
    said(page, "gives.health", "")
    expect(page.locator("#preview")).to_contain_text("Max Health +5; Resistance to Fire")
    save(page)


def write_foe(one: Person, pictures: Path) -> None:
    page = one.page
    add(page, "foes")
    type_in(page, name="Ash Wolf", text="Grey, and not from age.")
    page.click('[data-path="figures"] > summary')
    type_in(page, figures__health="18000", figures__hit_score="11")
    said(page, "figures.health", "a whole number from 0 to 999")
    type_in(page, figures__health="18")
    page.click('button[value="add:cards"]')
    page.click('button[value="add:cards"]')  # an empty row is enough
    expect(page.locator('[name="e.cards.0"]')).to_be_visible()
    pick(page, cards__0="claws")
    said(page, "figures.health", "")
    expect(page.locator("#preview .card-title").first).to_have_text("Claws")
    expect(page.locator("#preview")).to_contain_text("18 entered")
    photograph(one, pictures, "pack-foe")
    assert one.faults() == []
    save(page)


def test_a_card_a_trait_and_a_foe_are_typed_in_shared_and_played(
    person: Callable[..., Person], browser: Browser, pictures: Path, tmp_path: Path
) -> None:
    gm = person()
    page = begin(gm)
    photograph(gm, pictures, "pack-empty")
    write_card(gm, pictures)

    # A reload loses nothing, and neither does leaving the page.
    page.reload()
    expect(page.locator("#draft")).to_be_visible()
    expect(page.locator('[name="e.effects.0.status"]')).to_have_value("burning")
    expect(page.locator('[name="e.attack.damage"]')).to_have_value("2d6 fire")
    gm.open("/packs/forgelight/the-ashen-vale")
    expect(page.locator("#cards .part-tools")).to_contain_text("not saved yet")
    add(page, "cards")
    expect(page.locator('[name="e.name"]')).to_have_value("Cinder Lash")
    save(page)
    expect(page.locator("#cards .entry-name")).to_have_text("Cinder Lash")
    expect(page.locator("#cards")).not_to_contain_text("not saved yet")
    write_trait(gm)
    write_foe(gm, pictures)
    photograph(gm, pictures, "pack")
    assert gm.faults() == []

    # Saved as a file, opened elsewhere: the same.
    with page.expect_download() as waited:
        page.click("text=Save as a file")
    file = tmp_path / "vale.pack.json"
    waited.value.save_as(file)
    assert waited.value.suggested_filename == "the-ashen-vale.pack.json"
    pack = json.loads(file.read_text("utf-8"))
    assert pack["cards"]["cinder-lash"]["effects"] == [{"do": "status", "when": "power", "status": "burning"}]
    assert pack["traits"]["ash-skin"]["gives"] == {"health": 5, "resistances": ["fire"]}
    assert pack["foes"]["ash-wolf"]["cards"] == ["claws"]
    with served(tmp_path / "elsewhere", systems()) as other:
        friend = Person(browser, f"http://127.0.0.1:{other.port}")
        friend.open("/packs")
        friend.page.set_input_files('.shelf [name="file"]', file)
        friend.page.click("text=Open it")
        friend.page.wait_for_url("**/packs/forgelight/the-ashen-vale")
        assert friend.page.request.get(f"{friend.base}/packs/forgelight/the-ashen-vale/file").text() == file.read_text()
        friend.open("/packs")
        photograph(friend, pictures, "packs")
        assert friend.faults() == []
        assert friend.errors == []
        friend.context.close()

    # A table with it: the builder offers the card and the trait, the GM the foe, and the card is played.
    gm.open("/")
    page.fill("[name=name]", "The Vale")
    page.check('[type=radio][name="system"][value="forgelight"]')
    page.check('[name="pack.forgelight"][value="the-ashen-vale"]')
    photograph(gm, pictures, "pack-new-table")
    assert gm.faults() == []
    page.click("text=Set the table")
    gm.wait_live()
    gm.sees("log-lines", "The pack The Ashen Vale is at the table.")
    ann = person(size=PHONE, touch=True)
    ann.sit_down(gm.invite("p1"), "Ann")
    build_a_sage(ann)
    gm.take("foe", foe="ash-wolf", count="1", hidden="no")
    gm.sees("party", "Ash Wolf")
    gm.sees("party", "18/18")
    play_the_card(gm, ann)
    ann.page.screenshot(path=str(pictures / "pack-played.png"))
    gm.menu()
    page.click("#menu-packs > summary")
    gm.sees("packs-here", "at this table")
    page.screenshot(path=str(pictures / "pack-menu.png"))
    assert gm.faults() == []
    assert gm.errors == ann.errors == []


def build_a_sage(ann: Person) -> None:
    """The seven steps, with the group's own card and trait among the choices."""
    ann.take("build", level="1")
    ann.take("build-race", race="emberfolk")
    ann.sees("scene", "1 Race: Emberfolk")
    ann.take("build-class", kind="sage", subclass="ember")
    ann.sees("scene", "2 Class: Sage")
    ann.take("build-cards", cards=["cinder-lash", "mend"])
    ann.sees("scene", "2 Cards:")
    ann.take("build-attributes", focus="2", intellect="2", presence="1")
    ann.sees("scene", "3 Attributes:")
    ann.take("build-trait", trait="ash-skin")
    ann.sees("scene", "4 General Trait: Ash Skin")
    ann.take("build-skills", skills=["healing", "history", "crystal-lore"])
    ann.sees("scene", "5 Skills:")
    ann.take("build-gear")
    ann.sees("scene", "Step 7 is next")
    ann.take("build-details", name="Rill")
    ann.sees("log-lines", "Rill")


def play_the_card(gm: Person, ann: Person) -> None:
    """Ann rolls real dice: a hit with a Power Roll, seven points of Fire, and the wolf burns."""
    ann.menu()
    ann.press(ann.page.locator("#menu form[action$=real-dice] label.switch"))
    ann.press(ann.page.locator("#menu [data-close]").first)
    gm.take("fight", who=["rill", "ash-wolf"])
    ann.type_faces(20)
    ann.sees("turn", "Cinder Lash")
    ann.take("play:rill:cinder-lash", on="ash-wolf")
    ann.type_faces(18)
    ann.type_faces(4, 3)
    gm.sees("log-lines", "Damage: 7 Fire.")
    gm.sees("log-lines", "Ash Wolf is Burning.")
    gm.sees("party", "11/18")


def test_the_gm_brings_a_pack_to_a_running_table(person: Callable[..., Person], pictures: Path) -> None:
    gm = person()
    page = begin(gm)
    add(page, "foes")
    type_in(page, name="Ash Wolf")
    save(page)
    gm.open_demo(system="forgelight")
    gm.menu()
    page.click("#menu-packs > summary")
    page.click("text=Bring it to the table")
    gm.sees("packs-here", "at this table")
    gm.sees("log-lines", "The pack The Ashen Vale is at the table.")
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=str(pictures / "pack-menu-dark.png"))
    gm.close()
    gm.take("foe", foe="ash-wolf", count="2", hidden="no")
    gm.sees("party", "Ash Wolf 2")
    gm.open("/packs/forgelight/the-ashen-vale/edit/foes?key=ash-wolf")
    page.click("text=Delete this foe")
    page.click("text=Delete it")
    page.wait_for_url("**/the-ashen-vale#foes")
    gm.open(gm_table(gm))
    gm.menu()
    page.click("#menu-packs > summary")
    page.click("text=Bring the changed one")
    gm.sees("toasts", "This game has foes.ash-wolf from an older The Ashen Vale")
    gm.sees("party", "Ash Wolf 2")


def test_a_row_is_added_while_a_check_of_what_was_typed_is_due(person: Callable[..., Person]) -> None:
    one = person()
    page = begin(one)
    add(page, "cards")

    def slowly(route: Route) -> None:
        if "op=add" in (route.request.post_data or ""):
            time.sleep(1)  # a check is due after a quarter of a second
        route.continue_()

    page.route("**/edit/**", slowly)
    type_in(page, name="Cinder Lash")
    page.select_option('[name="add.effects"]', "status")
    page.click('button[value="add:effects"]')
    expect(page.locator('[name="e.effects.0.when"]')).to_be_focused()
    said(page, "effects.0.status", "Nothing is chosen")
    assert one.errors == []


def test_every_kind_of_entry_has_a_form_that_all_can_use(person: Callable[..., Person], pictures: Path) -> None:
    gm = person()
    begin(gm)
    for part in PACKS.parts:
        key = list(PACKS.base_document[part.key])[-1]
        gm.open(f"/packs/forgelight/the-ashen-vale/edit/{part.key}?base={key}")
        photograph(gm, pictures, f"pack-form-{part.key}")
        assert gm.faults() == [], part.key
        assert gm.page.locator("#count").inner_text() == "", part.key
    assert gm.errors == []


def gm_table(gm: Person) -> str:
    """The path of the only table here."""
    gm.open("/")
    return gm.page.locator(".home-tables a").first.get_attribute("href") + "?seat=gm"  # type: ignore[operator]


def test_what_a_friend_changes_meanwhile_is_not_overwritten_unseen(person: Callable[..., Person]) -> None:
    one = person()
    page = begin(one)
    add(page, "gear")
    type_in(page, name="Rod", damage="1d6 fire")
    pick(page, kind="weapon", attribute="focus")
    save(page)
    other = one.beside()
    for each in (one, other):
        each.open("/packs/forgelight/the-ashen-vale/edit/gear?key=rod")
        type_in(each.page, name="Rod of ash" if each is one else "Rod of embers")
    save(page)
    other.page.click(".editor-foot .go")
    expect(other.page.locator(".note-bad")).to_contain_text("Somebody changed this piece of gear meanwhile")
    expect(other.page.locator('[name="e.name"]')).to_have_value("Rod of embers")
    save(other.page)
    expect(other.page.locator("#gear .entry-name")).to_have_text("Rod of embers")
    assert one.errors == []


def test_a_pack_is_written_by_keyboard_and_without_scripts(
    browser: Browser, server: Served, person: Callable[..., Person]
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/packs")
    page.fill("[name=title]", "Plain")
    page.keyboard.press("Enter")
    add(page, "cards")
    type_in(page, name="Cold Snap", ap="2")
    pick(page, kind="foe", target="enemy")
    page.select_option('[name="add.effects"]', "push")
    page.click('button[value="add:effects"]')
    expect(page.locator('[data-wrong="effects.0.feet"]')).to_contain_text("It is 0")
    type_in(page, effects__0__feet="10")
    page.locator('[name="e.name"]').press("Enter")  # saves; no row comes or goes by it
    page.wait_for_url("**?saved=cards.cold-snap*")
    expect(page.locator("#cards")).to_contain_text("Cold Snap")
    context.close()
