from pathlib import Path

import pytest

from tablelight.store import DataFolder, Store
from tests.unit.store.helpers import NOW, record


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder.at(tmp_path / "data")


@pytest.fixture
def store(folder: DataFolder):
    with Store.open(folder, now=NOW) as opened:
        opened.create_table(record()).result()
        yield opened
