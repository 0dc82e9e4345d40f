"""Writes pages full of sample data as static files, and serves them or takes their pictures. For looking at only.

python tools/gallery.py OUT            write the pages to OUT and serve them
python tools/gallery.py OUT --shots    write them, take pictures in both themes at two sizes, and check them
"""

# ruff: noqa: E501 - sample data reads best one thing a line
from __future__ import annotations

import os
import shutil
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from itertools import product
from pathlib import Path
from threading import Thread

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright
from samples import BIG, CARDS, DISCARD, EXPEDITION, MAP, MOVE, PLAY, THROW

from tablelight.kernel.offers import Choice, Field, Offer, Refused, Suggestion
from tablelight.kernel.view import Count, DiceRow, Die, Group, Line, Panel, Person, Row, Section, Sheet, Tag
from tablelight.web import render

LONG = "Archibald Featherstonehaugh-Cholmondeley of the Utterly Unpronounceable Marches beyond the River Wyre"
RTL = "נעמי מן ההרים"

DERRA_SHEET = Sheet(
    "Derra the Quick",
    "Human · Rebel · Cunning",
    (
        Section(
            "Distinctions",
            (
                Row(
                    "Human of the Free Ports", (Die(8),), text="Hinder: roll a d4 instead, take 1 PP.", path="derra/d1"
                ),
                Row("Cunning Rebel", (Die(8),), text="Slip away: spend 1 PP to shut an asset down.", path="derra/d2"),
            ),
        ),
        Section("Attributes", (Row("Brawn", (Die(10),), path="derra/a1"), Row("Wits", (Die(8),), path="derra/a2"))),
        Section("Roles", (Row("Scoundrel", (Die(8),), path="derra/r1"), Row("Fighter", (Die(6),), path="derra/r2"))),
        Section(
            "Signature asset", (Row("Hidden Knife", (Die(6),), tags=(Tag("SFX", "good", "Double it when unseen"),)),)
        ),
        Section(
            "Experience", (Row("XP", value="7", text="Next milestone: leave someone better off.", path="derra/xp"),)
        ),
    ),
)
PARTY = Group(
    "Party",
    (
        Person(
            "derra", "Derra the Quick", "Human · Rebel · Cunning", now=True, yours=True, has_sheet=True,
            tags=(Tag("Exhausted d6", "bad", "Stress: opposition may add it"), Tag("Hidden Knife d6", "good")),
            counts=(Count("PP", "2", "Plot points", "derra/pp"),),
        ),
        Person(
            "osk", "Osk", "Dwarf · Fighter · Comrade", tags=(Tag("Under Cover d8", "good"),),
            counts=(Count("PP", "1", "Plot points", "osk/pp"),), dice=(Die(8, "Iron arm"), Die(6, "Shield")),
        ),
        Person("arch", LONG, "Gnome · Scholar · " + RTL, out="taken out", counts=(Count("PP", "0", "", "arch/pp"),)),
    ),
)  # fmt: skip
FOES = Group(
    "Opposition",
    (
        Person(
            "knight",
            "Gate knight",
            "looks wary",
            tags=(Tag("Shield Up d8", "good"),),
            counts=(Count("boss dice", "3d8"),),
        ),
        Person("shade", "The shade behind the door", "Nobody has seen it yet", hidden=True, dice=(Die(10), Die(8))),
    ),
)
ROLL = Panel(
    "This roll",
    "Derra feints, then strikes with the hidden knife",
    "Two dice make the total, one other die the effect. She must beat the knight's 8.",
    (
        DiceRow(
            "Derra rolled",
            (
                Die(10, "Brawn", 6, ("total",)), Die(8, "Cunning Rebel", 2, ("effect",)),
                Die(8, "Scoundrel", 2), Die(6, "Hidden Knife", 5, ("total",), "added by Derra"),
            ),
            "6 + 5 = 11, effect d8",
        ),
        DiceRow(
            "The gate knight rolled first",
            (Die(8, "Soldier", 5, ("total",)), Die(6, "Mail", 3, ("total",)), Die(8, "Shield Up", 1, ("hitch",))),
            "5 + 3 = 8",
        ),
    ),
    (Tag("Opportunity: the knight shows a 1", "good", "Spend 1 PP to step an asset up"),),
)  # fmt: skip
ORDER = Panel(
    "Action order, round 1",
    "",
    "Derra acts. Then she says who goes next.",
    tags=(Tag("Derra", "cool"), Tag("Osk"), Tag("Gate knight")),
)
SECRET = Panel(
    "GM only", "The shade listens", "If anyone opens the door it strikes first.\nIt rolls d10 d8.", secret=True
)
POOL = (
    Choice("0", "Brawn", "d10", Die(10, "Brawn", 6, ("best",))), Choice("1", "Cunning Rebel", "", Die(8, "Cunning Rebel", 2)),
    Choice("2", "Scoundrel", "", Die(8, "Scoundrel", 2)), Choice("3", "Hidden Knife", "", Die(6, "Hidden Knife", 5)),
    Choice("4", "Exhausted", "", Die(6, "Exhausted", 1, ("hitch",)), Refused("torchlite/hitch", "hitch", "a 1 is a hitch and counts for nothing")),
)  # fmt: skip
TOTAL = Offer(
    "total",
    "Take these dice",
    (
        Field("total", "Total", "many", POOL, 2, 2),
        Field("effect", "Effect die", "choice", POOL[:4], note="Its size counts, not what it shows."),
    ),
    "torchlite/test",
    suggestions=(
        Suggestion(
            "6 + 5 = 11, effect d8",
            {"total": ("0", "3"), "effect": "1"},
            "Succeeds by 3. Your d8 lands on the knight.",
            True,
        ),
        Suggestion(
            "6 + 2 = 8, effect d8", {"total": ("0", "1"), "effect": "2"}, "A tie: the knight rolled first and holds."
        ),
        Suggestion(
            "5 + 2 = 7, effect d10", {"total": ("3", "1"), "effect": "0"}, "Fails; a d10 would soften their effect."
        ),
    ),
    main=True,
)
TRAITS = (
    Choice("brawn", "Brawn", "", Die(10)),
    Choice("wits", "Wits", "", Die(8)),
    Choice("grace", "Grace", "", Die(6)),
)
ASSETS = (
    Choice("knife", "Hidden Knife", "signature", Die(6)),
    Choice("cover", "Under Cover", "Osk's", Die(8)),
    Choice("rope", "Rope", "", Die(4), Refused("torchlite/assets", "far", "it lies across the yard")),
)
TEST = Offer(
    "test",
    "Make a test",
    (
        Field("what", "What do you do?", "text", least=1, most=200, note="In your own words."),
        Field("attribute", "Attribute", "choice", TRAITS),
        Field("assets", "Assets that fit", "many", ASSETS, 0, 3, default=()),
        Field("target", "Against", "choice", tuple(Choice(f"t{n}", f"Foe number {n}") for n in range(1, 12))),
    ),
    "torchlite/test",
    note="Build a pool, one trait of each set",
    group="Act",
)
ALSO = (
    TEST,
    Offer(
        "asset", "Create an asset", (Field("name", "Its name", "text", least=1, most=60), Field("size", "Steps up", "number", least=0, most=4, default=0)),
        cost="1 PP", group="Plot points", rule="torchlite/pp-asset", note="A d6, at once",
    ),
    Offer("next", "Osk goes next", group="Act", note="You choose who follows", rule="torchlite/action-order"),
    Offer("give-up", "Give in", group="Act", warn="Derra is out of this scene. She takes 1 PP for it.", note="You say how"),
    Offer(
        "stress", "Take stress instead",
        (Field("kind", "Which?", "choice", (Choice("damaged", "Damaged", "the body"), Choice("enthralled", "Enthralled", "the will", None, Refused("x", "y", "already a d12")))),),
        group="Plot points",
    ),
    Offer("parry", "Use Parry", refused=Refused("torchlite/sfx", "trigger", "Only when someone attacks you; it is your own turn.")),
    Offer("twice", "Add a second effect die", refused=Refused("torchlite/pp-effect", "pp", "That costs 1 PP for each die, and dice are left over only after the roll.")),
)  # fmt: skip
SAID = (
    Line("Scene 2: the postern gate.", "torchlite/scene", "A scene begins when the GM frames it.", "cool"),
    Line("The gate knight rolled d8 d6 d8: 5, 3, 1. Total 5 + 3 = 8.", "torchlite/test", "The side that acts second rolls against this total.", dice=(Die(8, "", 5, ("total",)), Die(6, "", 3, ("total",)), Die(8, "", 1, ("hitch",)))),
    Line("The shade listens behind the door.", secret=True),
    Line("Osk steps into the light.", "torchlite/hinder", "He rolled a d4 in place of Comrade d8 and took 1 PP."),
    Line(f"{LONG} took Damaged d8 and is taken out 🕯️ ﷽ z̸̢a̷l̶g̴o̵.", "torchlite/taken-out", "d10 and d8 would pass d12.", "bad"),
    Line(f"{RTL}: אני פותחת את הדלת, לאט."),
    Line("Derra rolled d10 d8 d8 d6: 6, 2, 2, 5.", "torchlite/dice-pool", "One trait of each set and every asset that fits: Brawn d10, Scoundrel d8, Cunning Rebel d8, Hidden Knife d6.", "good"),
)  # fmt: skip
LINES = tuple(render.LogLine(n, f"21:{n % 60:02}", line, undone=n == 4) for n, line in enumerate(SAID * 2, 1))
OPTIONS = (
    render.TableOption("hitch-price", "Price of hitches", "What one plot point buys.", (("per-hitch", "each hitch on its own"), ("per-roll", "all of a roll")), "per-roll", "per-hitch"),
    render.TableOption("botch", "Botch", "When every die shows 1.", (("as-hitches", "plain hitches"), ("free", "a free complication")), "as-hitches", "as-hitches"),
)  # fmt: skip
RULES = tuple(
    render.RuleText(f"torchlite/rule-{n}", name, "Two of the dice you rolled make the total; a third one lends its size as effect die.", "Rolling dice", "Reads so: a tie goes to whoever rolled first." if n % 2 else "")
    for n, name in enumerate(("Test", "Hitch", "Opportunity", "Heroic success", "Taken out"))
)  # fmt: skip
SYSTEM = render.SystemCard(
    "torchlite",
    "TorchLite",
    "Pulp fantasy on step dice: build a pool, keep two, let a third bite.",
    (render.Beginning("demo", "The Knight at the Postern", "Four adventurers, one door, one knight."),),
    OPTIONS,
)


def turn(**changes: object) -> render.Turn:
    """A player's turn with the changes that a page shows."""
    plain: dict[str, object] = dict(table="t1", seat="p1", seat_name="Derra's seat", at=41)
    return render.Turn(**{**plain, **changes})  # pyright: ignore[reportArgumentType]


def page(
    value: render.Turn,
    gm: bool = False,
    paused: bool = False,
    panels: tuple[Panel, ...] = (ROLL, ORDER),
    groups: tuple[Group, ...] = (PARTY, Group("Opposition", FOES.people[:1])),
) -> str:
    bar = render.Bar(
        "t1",
        "The Knight at the Postern",
        "TorchLite · scene 2 · round 1",
        "gm" if gm else "p1",
        "GM" if gm else "Derra's seat",
        gm,
        gm,
        gm,
        paused,
    )
    if gm:
        panels, groups = (*panels, SECRET), (PARTY, FOES)
    return render.table_page(
        render.TablePage(
            "torchlite", "TorchLite", bar, groups, panels, value, LINES, older_than=1, version=7, yours="" if gm else "derra",
            options=OPTIONS, notes="The shade wakes at midnight." if gm else "", safety=render.Safety(("Harm to animals",), ("Torture",)),
        )
    )  # fmt: skip


def pages() -> dict[str, str]:
    """Every page by its file's name."""
    held = (render.HeldSeat("p1", "Derra", True), render.HeldSeat("p2", "Osk"), render.HeldSeat("p3", LONG))
    stress = Offer(
        "stress",
        "Choose",
        (
            Field(
                "kind",
                "Which stress?",
                "choice",
                tuple(Choice(w.lower(), w) for w in ("Damaged", "Demoralized", "Enthralled", "Exhausted")),
            ),
        ),
    )
    buttons = tuple(
        Offer(key, label, note=note, cost=cost, main=key == "no")
        for key, label, note, cost in (
            ("buy", "Buy the hitch", "A d6 complication for Derra", "1 PP"),
            ("no", "Let it go", "", ""),
        )
    )
    real = turn(
        question="Roll for the test",
        dice=(
            Die(10, "Brawn"),
            Die(8, "Cunning Rebel"),
            Die(8, "Scoundrel"),
            Die(6, "Hidden Knife"),
            Die(4, "Rope"),
            Die(12, "Wrath"),
            Die(20, "Luck"),
        ),
        also=ALSO,
    )
    return {
        "table": page(turn(question="Choose your total and effect die", about="You must beat 8.", asked=(TOTAL,), also=ALSO, seats=held)),
        "pool": page(turn(question="What do you do?", about="It is your beat.", asked=(TEST,), also=ALSO[1:], house=ALSO[1:3])),
        "wait": page(turn(waiting="the GM", question="Which stress?", also=ALSO)),
        "gm": page(turn(seat="gm", seat_name="GM", question="Derra's knife shows a 1", asked=buttons), gm=True),
        "stress": page(turn(seat="gm", seat_name="GM", question="Which stress does Osk take?", about=LONG, asked=(stress,)), gm=True),
        "real": page(real),
        "rack": page(turn(question="Which die do you throw?", about="It is 5 or more.", asked=(THROW,)), groups=EXPEDITION),
        "cards": page(turn(question="Which card do you play?", asked=(PLAY,), also=(DISCARD,)), panels=CARDS),
        "map": page(turn(also=(MOVE, *ALSO[2:4])), panels=(Panel("The yard", grid=MAP), ORDER)),
        "big": page(turn(waiting="the GM"), panels=(Panel("The valley", grid=BIG),)),
        "paused": page(turn(paused=True, also=ALSO[:2]), paused=True),
        "home": render.home((render.TableCard("t1", "The Knight at the Postern", "TorchLite", "Played yesterday", "Derra"), render.TableCard("t2", LONG, "TorchLite")), (SYSTEM,)),
        "join": render.join(render.JoinPage("tok", "The Knight at the Postern", "TorchLite", "Mara", seats=(render.JoinSeat("derra", "Derra the Quick", "Human · Rebel"), render.JoinSeat("osk", "Osk", "Dwarf", "Jo")))),
        "rules": render.rules_page("torchlite", "TorchLite", RULES),
        "message": render.message("This link is no longer good", "The GM has made a new one. Ask for it and try again."),
    }  # fmt: skip


def fragments() -> dict[str, str]:
    """What the pages fetch, by address."""
    derra = PARTY.people[0]
    return {
        "table/t1/sheet/derra": render.sheet(derra, DERRA_SHEET, True),
        "table/t1/invites": render.invites((render.Invite("p1", "Derra", "Jo", "http://192.0.2.7:8000/join/abc", "/static/icon.svg"), render.Invite("watch", "Spectators")), "t1"),
        "rules/torchlite/find": render.rules_found(RULES),
        "rules/torchlite/test": render.rule(RULES[0]),
    }  # fmt: skip


def write(out: Path) -> None:
    """Write all pages, fragments and static files under `out`."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(str(files("tablelight.web") / "static"), out / "static")
    for name, html in {**{f"{name}.html": html for name, html in pages().items()}, **fragments()}.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(html, encoding="utf-8")


class Quiet(SimpleHTTPRequestHandler):
    """Serves the files with the policy that the real server sends."""

    def end_headers(self) -> None:
        self.send_header(
            "Content-Security-Policy", "default-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self' ws:"
        )
        super().end_headers()

    def guess_type(self, path: str) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        return super().guess_type(path) if "." in Path(path).name else "text/html; charset=utf-8"

    def log_message(self, format: str, *args: object) -> None:
        pass


def serve(out: Path, port: int = 0) -> ThreadingHTTPServer:
    """Serve `out` on this machine in the background."""
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(Quiet, directory=str(out)))
    Thread(target=server.serve_forever, daemon=True).start()
    return server


SIZES = {"wide": (1280, 800), "phone": (360, 740)}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def shoot(address: str, out: Path) -> None:
    """Take every page's picture in both themes at both sizes; say what axe and the console find."""
    with sync_playwright() as play:
        program = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = play.chromium.launch(executable_path=program, args=FLAGS)
        for theme, (size, (width, height)) in product(("dark", "light"), SIZES.items()):
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme, has_touch=size == "phone"
            )
            for name in pages():
                view = context.new_page()
                view.on("console", lambda said, at=f"{name} {theme} {size}": complain(at, said.text))
                view.on("pageerror", lambda error, at=f"{name} {theme} {size}": complain(at, str(error)))
                view.goto(f"{address}/{name}.html")
                view.evaluate("document.fonts.ready")
                view.screenshot(path=out / f"{name}-{size}-{theme}.png")
                wide = view.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    complain(f"{name} {theme} {size}", f"is {wide} px wide")
                for fault in Axe().run(view).response["violations"]:
                    nodes = "; ".join(node["html"][:110] for node in fault["nodes"][:3])
                    complain(f"{name} {theme} {size}", f"{fault['impact']} {fault['id']}: {nodes}")
                view.close()
            context.close()
        browser.close()


def complain(where: str, what: str) -> None:
    if "WebSocket" not in what and what != "[object Event]":  # there is no table behind these pages
        print(f"{where}: {what}")


def main() -> None:
    out = Path(sys.argv[1])
    write(out / "site")
    shots = "--shots" in sys.argv
    server = serve(out / "site", 0 if shots else 8099)
    address = f"http://127.0.0.1:{server.server_address[1]}"
    if shots:
        shoot(address, out)
    else:
        input(f"{address}/table.html - Enter stops it. ")
    server.shutdown()


if __name__ == "__main__":
    main()
