from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.served import Served, served


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A server of its own for one test."""
    with served(tmp_path) as running:
        yield running
