"""Serves the tables of one data folder: finds a port, says where the tables are, and runs until it is stopped."""

from __future__ import annotations

import argparse
import gc
import secrets
import socket
import sys
import time
import webbrowser
from pathlib import Path

import segno
import uvicorn

from tablelight.store import DataFolder, Store, StoreError
from tablelight.store.keeper import Keeper
from tablelight.web.app import create_app
from tablelight.web.drawing import load_templates

PORT = 8910
TRIES = 20
EVERYWHERE = ("0.0.0.0", "::", "")


def serve(host: str, port: int | None, folder: DataFolder, open_browser: bool) -> None:
    """Serve until stopped. `port` None takes the first free one from 8910 on, 0 any free one.

    Raises StoreError (the folder is in use, or can't be read) and OSError (the port is taken).
    """
    listening = _listen(host, port)
    with Store.open(folder, now=time.time()) as store:
        if store.repair:
            print(store.repair)
        keeper = Keeper(store, time.time, secrets.token_bytes)
        here, others = _addresses(host, listening.getsockname()[1])
        app = create_app(
            keeper, timer=time.monotonic, new_secret=secrets.token_urlsafe, lan_address=others.removeprefix("http://")
        )
        app.on_startup.append(lambda: get_ready(folder))
        _announce(here, others)
        if open_browser:
            webbrowser.open(here)
        uvicorn.Server(server_config(app)).run([listening])


def server_config(app: object) -> uvicorn.Config:
    """How the server runs. Packing each message to each page costs more than it saves."""
    return uvicorn.Config(
        app,  # pyright: ignore[reportArgumentType] - uvicorn's type for applications is narrower than it need be
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=4096,
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )


def get_ready(folder: DataFolder) -> None:
    """Be ready: templates are read, and what is there stays, so that the collector need not look at it again.

    It looks less often than it is used to, too. Nearly all that a table makes goes by itself when nobody refers to it
    any more, and a look at everything stops the server for a tenth of a second where many tables are open.
    """
    load_templates(folder.cache)
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 100)


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port, or on the first free one when none was asked for."""
    if port is not None:
        return _bind(host, port)
    for each in range(PORT, PORT + TRIES):
        try:
            return _bind(host, each)
        except OSError:
            continue
    return _bind(host, 0)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def _addresses(host: str, port: int) -> tuple[str, str]:
    """The address for this machine, and the one for others on the network, empty if they can't come."""
    if host not in EVERYWHERE:
        name = f"[{host}]" if ":" in host else host
        local = host in ("127.0.0.1", "::1", "localhost")
        return f"http://{name}:{port}", "" if local else f"http://{name}:{port}"
    address = _network_address()
    return f"http://127.0.0.1:{port}", f"http://{address}:{port}" if address else ""


def _network_address() -> str:
    """This machine's address on its network. Nothing is sent: the route alone tells it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


def _announce(here: str, others: str) -> None:
    print(f"\n  Your table:        {here}")
    if others:
        print(f"  On your network:   {others}\n")
        segno.make(others, micro=False).terminal(compact=True, border=1)
        print("  Players come in by the links that you give them at the table.")
    print("  Stop with Ctrl+C.\n", flush=True)


def main() -> None:
    """The plain way to start: python -m tablelight.web.serve"""
    parser = argparse.ArgumentParser(description="Serve the tables of one data folder.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--browser", action="store_true", help="open the page in a browser")
    asked = parser.parse_args()
    folder = DataFolder.at(asked.data) if asked.data else DataFolder.default()
    try:
        serve(asked.host, asked.port, folder, asked.browser)
    except (StoreError, OSError) as error:
        sys.exit(f"tablelight: {error}")


if __name__ == "__main__":
    main()
