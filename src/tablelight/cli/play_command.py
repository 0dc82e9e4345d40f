"""`tablelight play`"""

from __future__ import annotations

from typing import Annotated

import typer

from tablelight.cli.data import Data, folder_at
from tablelight.cli.say import fail
from tablelight.web.serve import serve


def command(
    data: Data = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; the first free one if left out.", show_default=False)
    ] = None,
    host: Annotated[
        str, typer.Option(help="Who may reach it: 0.0.0.0 is everyone on your network, 127.0.0.1 this machine alone.")
    ] = "0.0.0.0",
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Open the game table in the browser, and keep it open until Ctrl+C."""
    try:
        serve(host, port, folder_at(data), browser)
    except OSError as error:
        fail(f"The table can't be opened on {host}{f', port {port}' if port else ''}: {error.strerror or error}.")
