"""The server process that `test_server_kill.py` kills. Arguments: the data folder and the port."""

import secrets
import socket
import sys
import time
from pathlib import Path

import uvicorn

sys.path.append(str(Path(__file__).parent.parent))
from support.toy import TOY

from tablelight.store import DataFolder, Store
from tablelight.store.keeper import Keeper
from tablelight.web.app import create_app
from tablelight.web.serve import server_config

with Store.open(DataFolder.at(Path(sys.argv[1])), now=time.time()) as store:
    assert store.repair is None, store.repair.text()
    keeper = Keeper(store, time.time, secrets.token_bytes, {"toy": TOY})
    app = create_app(keeper, timer=time.monotonic, new_secret=secrets.token_urlsafe, rate=1e6, burst=1e6)
    uvicorn.Server(server_config(app)).run([socket.create_server(("127.0.0.1", int(sys.argv[2])))])
