"""Makes the pictures in docs/img: plays the demo a little with fixed dice at a table in a temporary folder.

python tools/screenshots.py [OUT]
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from palette import shrink

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.pages import DESKTOP, PHONE, Person, chromium  # noqa: E402 - they lie beside the tests
from support.served import served  # noqa: E402

from tablelight.kernel.system import find_system  # noqa: E402

MOST_BYTES = 200_000
SPOKEN = ("He is looking at you, not at her hand.", "Now, Derra!")


def main() -> None:
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "img"
    out.mkdir(parents=True, exist_ok=True)
    games = {"torchlite": find_system("torchlite")}
    with TemporaryDirectory() as folder, served(Path(folder) / "data", games) as server, chromium() as browser:
        base = f"http://127.0.0.1:{server.port}"
        gm, bo = Person(browser, base), Person(browser, base)
        ann, phone = Person(browser, base, DESKTOP), Person(browser, base, PHONE, touch=True)
        play(gm, ann, bo)
        picture(ann, "dark", out / "table-dark.png")
        phone.sit_down(gm.invite("p1"), "Ann")
        phone.page.locator("#scene .roll").last.evaluate("roll => scrollBy(0, roll.getBoundingClientRect().top - 60)")
        picture(phone, "light", out / "table-phone.png")


def play(gm: Person, ann: Person, bo: Person) -> None:
    """The book's own example, up to the choice of a total."""
    gm.open_demo()
    ann.sit_down(gm.invite("p1"), "Ann")
    bo.sit_down(gm.invite("p2"), "Bo")
    gm.real_dice()
    ann.real_dice()
    say(gm, SPOKEN[0])
    ann.take(
        "act-stress", what="Derra feints, then strikes with the hidden knife", targets=["knight"], stress="damaged"
    )
    gm.sees("turn", "Gate Knight builds a pool and rolls")
    gm.take("roll:knight", traits=["soldier", "brawn", "shield-wall"])
    gm.type_faces(5, 2, 3)
    gm.take("take:knight", total=["d8", "d6"], effect=["d8.2"])
    say(bo, SPOKEN[1])
    ann.take("roll", traits=["brawn", "scoundrel", "cunning-rebel", "hidden-knife"])
    faces = {"Brawn": 6, "Scoundrel": 2, "Cunning Rebel": 2, "Hidden Knife": 5}
    boxes = ann.page.locator("#turn form.faces [name=face]")
    boxes.nth(3).wait_for()
    labels = [box.get_attribute("aria-label") or "" for box in boxes.all()]
    ann.type_faces(*(next(face for name, face in faces.items() if name in label) for label in labels))
    ann.sees("turn", "6 + 5 = 11, effect d8")


def say(person: Person, words: str) -> None:
    person.page.locator("#say-text").fill(words)
    person.page.locator("form.say [type=submit]").click()
    person.sees("log-lines", words)


def picture(person: Person, theme: str, path: Path) -> None:
    """Write what the page shows, small enough for a README."""
    person.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    person.page.evaluate("document.fonts.ready")
    person.page.mouse.move(0, 0)
    png = shrink(person.page.screenshot())
    path.write_bytes(png)
    print(f"{path.name}: {len(png) // 1000} kB")
    if len(png) > MOST_BYTES:
        raise SystemExit(f"{path.name} has more than {MOST_BYTES // 1000} kB")


if __name__ == "__main__":
    main()
