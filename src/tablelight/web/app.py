"""The web application: its routes, and what holds for all of them."""

from __future__ import annotations

from collections.abc import Callable

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

from tablelight.store.keeper import Keeper
from tablelight.web import answers, chances, invites, live, pages, play
from tablelight.web.access import AccessBook
from tablelight.web.assets import read_assets, static_route
from tablelight.web.house import House
from tablelight.web.hub import RESTARTING
from tablelight.web.limits import Limits
from tablelight.web.odds import page as odds
from tablelight.web.packs import at_table, entry, library
from tablelight.web.trust import add_headers, same_origin

MOST_BYTES = 64 * 1024
"""The largest body that may be posted."""

ROUTES = (
    pages.show_home,
    pages.create_table,
    pages.create_demo,
    pages.show_rules,
    pages.find_rules,
    pages.show_rule,
    pages.health,
    odds.show_kinds,
    odds.show_odds,
    odds.save_drawing,
    odds.save_figures,
    play.show_table,
    play.act,
    play.leave,
    play.show_log,
    play.show_sheet,
    play.show_offer,
    play.export,
    chances.show_chances,
    invites.show_invites,
    invites.change_invite,
    invites.show_qr,
    invites.show_join,
    invites.take_seat,
    live.follow,
    *library.ROUTES,
    *entry.ROUTES,
    *at_table.ROUTES,
)

# Packed answers can tell the length of a secret to whoever mixes their own text into them and watches the wire.
# Our secrets stand in the invitations alone, so those are sent as they are; what isn't text is packed already.
UNPACKED = ["/invite", "/join/", "/static/", "/export", "/live"]


class _App(Litestar):
    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        """Without those for pydantic, which no handler uses and which takes half a second to import."""
        return [*plugins, MsgspecDIPlugin()]


def create_app(
    keeper: Keeper,
    *,
    timer: Callable[[], float],
    new_secret: Callable[[], str],
    lan_address: str = "",
    anyone_may_create: bool = False,
    rate: float = 40.0,
    burst: float = 80.0,
) -> Litestar:
    """The application over a keeper's tables.

    `timer` gives seconds and never goes back; `new_secret` gives 32 random bytes in URL-safe letters; `rate` and
    `burst` limit what one browser may send a second and at once. See `House` for the others.
    """
    access = AccessBook(keeper.store, keeper.clock, new_secret)
    house = House(keeper, access, Limits(timer, rate, burst), lan_address, anyone_may_create)

    def close_pages() -> None:
        for hub in house.hubs.values():
            for page in hub.pages:
                page.close(RESTARTING)

    return _App(
        route_handlers=[*ROUTES, static_route(read_assets())],
        state=State({"house": house}),
        guards=[same_origin],
        before_send=[add_headers],
        exception_handlers={HTTPException: answers.to_http_error, Exception: answers.to_fault},
        compression_config=CompressionConfig("gzip", gzip_compress_level=5, exclude=UNPACKED),
        request_max_body_size=MOST_BYTES,
        openapi_config=None,
        on_shutdown=[close_pages],
        logging_config=None,
        debug=False,
    )
