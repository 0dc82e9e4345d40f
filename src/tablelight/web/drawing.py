"""The templates' environment, and what every drawn part may need: a file's address, an icon."""

from __future__ import annotations

from collections.abc import MutableMapping
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined
from markupsafe import Markup


class _Templates(Environment):
    def make_globals(self, d: MutableMapping[str, Any] | None) -> dict[str, Any]:
        """What every template knows, as one plain dict: it is copied for each drawing, and nothing else is as quick.

        So all of it has to be there before the first template is asked for.
        """
        return {**cast("dict[str, Any]", self.globals), **(d or {})}  # pyright: ignore[reportUnknownMemberType]


TEMPLATES = _Templates(
    loader=PackageLoader("tablelight.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


def draw(template: str, **values: object) -> Markup:
    """A template filled in; everything from outside is escaped."""
    return Markup(_template(template).render(values))


_template = cache(TEMPLATES.get_template)


def load_templates(compiled: Path) -> None:
    """Read every template now, so that nobody waits for it later; what they compile to is kept in a folder."""
    TEMPLATES.bytecode_cache = FileSystemBytecodeCache(str(compiled))
    for name in TEMPLATES.list_templates():
        _template(name)


@lru_cache(maxsize=256)
def asset(path: str) -> str:
    """A static file's address with a mark of its content, so that browsers may keep it for ever."""
    file = files("tablelight.web") / "static" / path
    if not file.is_file():
        return f"/static/{path}"
    return f"/static/{path}?v={blake2b(file.read_bytes(), digest_size=4).hexdigest()}"


@lru_cache(maxsize=256)
def icon(name: str) -> Markup:
    """A Lucide icon out of the sprite; decoration only, the words stand beside it."""
    return Markup('<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>').format(
        asset("vendor/icons.svg"), name
    )
