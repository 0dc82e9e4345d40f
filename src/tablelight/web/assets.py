"""The browser's files: read once, packed once, and kept by browsers for ever, as their address holds their content."""

from __future__ import annotations

import gzip
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import Struct

from tablelight.web.errors import TurnedDownError

_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
}
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


class Asset(Struct, frozen=True):
    """One file: its type, its bytes, and its bytes packed if that makes them fewer."""

    type: str
    plain: bytes
    packed: bytes | None


def read_assets() -> dict[str, Asset]:
    """All files of the package's static folder by their path in it."""
    found: dict[str, Asset] = {}
    _read(files("tablelight.web") / "static", "", found)
    return found


def _read(folder: Traversable, path: str, found: dict[str, Asset]) -> None:
    for each in folder.iterdir():
        if each.is_dir():
            _read(each, f"{path}{each.name}/", found)
            continue
        kind = _TYPES.get(each.name.rpartition(".")[2])
        if kind:
            plain = each.read_bytes()
            packed = gzip.compress(plain, 9, mtime=0)
            found[path + each.name] = Asset(kind, plain, packed if len(packed) < 0.9 * len(plain) else None)


def static_route(assets: dict[str, Asset]) -> Any:
    """The handler that serves them."""

    @get("/static/{path:path}", sync_to_thread=False)
    def static(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
        asset = assets.get(path.lstrip("/"))
        if not asset:
            raise TurnedDownError(404, "There is no such file.")
        headers = {"cache-control": _FOR_EVER if "v" in request.query_params else _ASK_AGAIN, "vary": "accept-encoding"}
        packed = asset.packed if "gzip" in request.headers.get("accept-encoding", "") else None
        if packed:
            headers["content-encoding"] = "gzip"
        return Response(packed or asset.plain, media_type=asset.type, headers=headers)

    return static
