"""Copies htmx, its WebSocket extension and our Lucide icons out of PyPI wheels into the package.

Runs at every build of a wheel, an editable one too. Nothing of it is committed (see .gitignore),
no Node.js is needed, and the finished wheel depends neither on Django nor on the icon package.
"""

import io
import zipfile
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDOR = "src/tablelight/web/static/vendor"
SCRIPTS = {"htmx-2.min.js": "htmx.min.js", "ext/hx-ws-2.min.js": "htmx-ws.min.js"}
# fmt: off
ICONS = (
    "book-open", "check", "chevron-down", "chevron-right", "copy", "crown", "dices", "download", "eye",
    "eye-off", "flag", "flame", "hand", "heart", "hourglass", "info", "layers", "link", "log-out", "map",
    "message-circle", "moon", "pause", "pencil", "play", "plus", "qr-code", "redo-2", "refresh-cw",
    "scroll-text", "search", "settings", "shield", "skull", "sparkles", "sun", "swords", "triangle-alert",
    "undo-2", "upload", "user-plus", "users", "x",
)
# fmt: on


class Assets(BuildHookInterface):
    """Fills the vendor folder: the scripts, one sprite of icons (`icons.svg#name`), and their origin."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        out = Path(self.root) / VENDOR
        out.mkdir(parents=True, exist_ok=True)
        scripts = files("django_htmx") / "static" / "django_htmx"
        for source, name in SCRIPTS.items():
            (out / name).write_bytes((scripts / source).read_bytes())
        (out / "icons.svg").write_text(sprite(), encoding="utf-8")
        (out / "SOURCES.txt").write_text(sources(), encoding="utf-8")


def sprite() -> str:
    with zipfile.ZipFile(io.BytesIO((files("lucide") / "lucide.zip").read_bytes())) as icons:
        path_of = {Path(path).stem: path for path in icons.namelist()}
        symbols = [symbol(icon, icons.read(path_of[icon]).decode()) for icon in ICONS]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>\n'


def symbol(name: str, svg: str) -> str:
    shapes = svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")].strip()
    return (
        f'<symbol id="{name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" '
        f'stroke-linecap="round" stroke-linejoin="round">{shapes}</symbol>'
    )


def sources() -> str:
    """Where the files came from, with the icons' licence, which must travel with them."""
    htmx, lucide = distribution("django-htmx"), distribution("lucide")
    licence = lucide.read_text("licenses/LICENSE") or ""
    return (
        f"htmx and its WebSocket extension (0BSD licence): out of django-htmx {htmx.version}\n"
        f"Lucide icons: out of lucide {lucide.version}, under this licence:\n\n{licence}"
    )
