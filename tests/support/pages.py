"""Driving the page like a person: open an offer, fill it, take it; real Chromium, one context for each person."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

CHROMIUM_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 20_000
"""Milliseconds that anything may take on a busy machine."""
DESKTOP = (1280, 800)
PHONE = (360, 740)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium without a screen."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert path, "Chromium is missing: install the package chromium, or set CHROMIUM to its path"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, base: str, size: tuple[int, int] = DESKTOP, *, touch: bool = False) -> None:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch, is_mobile=touch, reduced_motion="reduce"
        )
        self._begin(context, base, touch)

    def _begin(self, context: BrowserContext, base: str, touch: bool = False) -> None:
        self.context = context
        self.touch = touch
        self.base = base
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda note: self.errors.append(note.text) if note.type == "error" else None)
        self.page.on("request", lambda request: self._watch(request.url))
        self.page.set_default_timeout(PATIENCE)

    def beside(self) -> Person:
        """The same browser with one more page."""
        other = Person.__new__(Person)
        other._begin(self.context, self.base, self.touch)
        other.outside = self.outside
        return other

    def _watch(self, url: str) -> None:
        if not url.startswith((self.base, self.base.replace("http", "ws", 1), "data:")):
            self.outside.append(url)

    def open(self, path: str) -> None:
        self.page.goto(self.base + path)
        if "/table/" in self.page.url:
            self.wait_live()

    def wait_live(self) -> None:
        """Wait until the page of a table is there and follows it."""
        self.page.locator("#link[data-state=live]").wait_for(state="attached")

    def reload(self) -> None:
        self.page.reload()
        self.wait_live()

    # ------------------------------------------------------------------ sitting down

    def open_demo(self, seat: str = "gm", system: str = "torchlite") -> None:
        """Begin a system's demo, and look at it from one of its seats; this browser holds them all."""
        self.open("/")
        self.page.locator(f'.hero form:has([name=system][value="{system}"]) button').click()
        self.wait_live()
        self.open(f"{self.table}?seat={seat}")

    @property
    def table(self) -> str:
        """The path of the table that the page shows."""
        return re.sub(r"\?.*", "", self.page.url.removeprefix(self.base))

    def invite(self, seat: str) -> str:
        """As the GM: make a link for a seat; gives its path."""
        self.menu()
        if self.page.locator("#menu-invites").get_attribute("open") is None:
            self.page.locator("#menu-invites > summary").click()
        row = self.page.locator("#invites .invite", has=self.page.locator(f'input[name="for"][value="{seat}"]'))
        copy = row.locator("[data-copy]")
        row.wait_for()  # the list comes once it is unfolded
        before = copy.get_attribute("data-copy") if copy.count() else ""
        row.locator("button[value=issue]").click()
        copy.and_(self.page.locator(f':not([data-copy="{before}"])')).wait_for(state="attached")
        link = copy.get_attribute("data-copy")
        assert link
        self.close()
        return re.sub(r"^https?://[^/]+", "", link)

    def sit_down(self, path: str, name: str) -> None:
        """Follow an invitation."""
        self.page.goto(self.base + path)
        self.page.locator("input[name=name]").fill(name)
        self.page.locator("button[type=submit].go").click()
        self.wait_live()

    def real_dice(self) -> None:
        """Throw real dice from now on, or no more."""
        self.menu()
        self.page.locator("#menu form[action$=real-dice] label.switch").click()
        self.close()

    # ------------------------------------------------------------------ what the seat may do

    def form(self, key: str) -> Locator:
        """The form of an offer, unfolded; a folded offer fetches its form when it is opened."""
        form = self.page.locator(f'#turn form[data-key="{key}"]')
        fold = self.page.locator(f'#turn details.fold[data-open="{key}"]')
        form.or_(fold).first.wait_for(state="attached")
        inner = form if form.count() else fold
        if not form.count() or not form.first.is_visible():
            for each in inner.first.locator("xpath=ancestor-or-self::details").all():
                if each.get_attribute("open") is None:
                    self.press(each.locator("> summary"))
        form.first.wait_for()
        return form.first

    def press(self, what: Locator) -> None:
        """A tap where there is only touch, a click elsewhere; both scroll, and try again if it is drawn anew."""
        if self.touch:
            what.tap()
        else:
            what.click()

    def take(self, key: str, /, **fields: str | list[str]) -> None:
        """Fill an offer's form and take it."""
        form = self.form(key)
        for name, value in fields.items():
            self._fill(form, name, value)
        self.press(form.locator("button[type=submit]").first)
        confirm = self.page.locator("#confirm[open] [data-yes]")
        if confirm.count():
            confirm.click()

    def _fill(self, form: Locator, name: str, value: str | list[str]) -> None:
        inputs = form.locator(f'[name="f.{name}"]')
        kind = inputs.first.get_attribute("type")
        if kind == "hidden":  # there was nothing to choose
            assert inputs.first.get_attribute("value") == value
            return
        if kind in ("radio", "checkbox"):
            wanted = value if isinstance(value, list) else [value]
            for box in inputs.all():
                want = box.get_attribute("value") in wanted
                if box.is_checked() != want and (want or kind == "checkbox"):
                    self.press(box.locator("xpath=.."))
        elif inputs.first.evaluate("one => one.tagName") == "SELECT":
            inputs.first.focus()  # a list of cells is made now
            inputs.first.select_option(str(value))
        else:
            inputs.first.fill(str(value))

    def type_faces(self, *faces: int) -> None:
        """Real dice: type in what they show."""
        form = self.page.locator("#turn form.faces").first
        form.locator("[name=face]").nth(len(faces) - 1).wait_for()
        for box, face in zip(form.locator("[name=face]").all(), faces, strict=True):
            box.fill(str(face))
        self.press(form.locator("button[type=submit]"))

    def menu(self) -> None:
        """Open the table's drawer."""
        self.page.locator("[data-open-dialog=menu]").click()

    def close(self) -> None:
        """Close the open dialog."""
        self.page.keyboard.press("Escape")

    # ------------------------------------------------------------------ looking

    def sees(self, part: str, words: str) -> None:
        """Wait until a part of the page holds these words."""
        self.page.locator(f"#{part}", has_text=words).first.wait_for(state="attached")

    def text(self, part: str) -> str:
        return self.page.locator(f"#{part}").inner_text()

    def picture(self, folder: Path, name: str) -> None:
        """Take screenshots, wide and narrow."""
        folder.mkdir(parents=True, exist_ok=True)
        for width, height in (DESKTOP, PHONE):
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.screenshot(path=str(folder / f"{name}-{width}.png"))
        self.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})

    def faults(self) -> list[str]:
        """What axe finds serious or critical, in both themes, and what sticks out of the window."""
        found = self._sticks_out()
        for theme in ("dark", "light"):
            self.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            for fault in Axe().run(self.page).response["violations"]:
                if fault["impact"] in ("serious", "critical"):
                    where = fault["nodes"][0]["html"][:200]
                    found.append(f"{theme}: {fault['id']}: {fault['help']}: {where}")
        return found

    def _sticks_out(self) -> list[str]:
        wide, width, high, height, alone = self.page.evaluate(
            """(root => [root.scrollWidth, innerWidth, root.scrollHeight, innerHeight,
                getComputedStyle(document.body).overflowY === 'hidden'])(document.documentElement)"""
        )
        found = ["the page is wider than its window"] if wide > width else []
        if alone and high > height:  # at a desk the table stands still, and its panes scroll
            found.append("the page is longer than its window")
        return found
