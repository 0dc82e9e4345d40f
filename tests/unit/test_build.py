"""The build: the browser's files are there, and the files that pin versions agree."""

import ast
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
VENDOR = files("tablelight") / "web" / "static" / "vendor"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def icons_of_the_hook() -> set[str]:
    """The names in hatch_build.ICONS, read from its source: hatchling is not installed beside the tests."""
    tree = ast.parse((ROOT / "hatch_build.py").read_text(encoding="utf-8"))
    assignments = (node for node in tree.body if isinstance(node, ast.Assign))
    return next(set(ast.literal_eval(node.value)) for node in assignments if ast.unparse(node.targets[0]) == "ICONS")


@pytest.mark.parametrize("name", ["htmx.min.js", "htmx-ws.min.js", "icons.svg", "SOURCES.txt"])
def test_the_browsers_files_are_built_in(name: str):
    assert len((VENDOR / name).read_bytes()) > 1000


def test_htmx_is_version_2():
    assert re.search(r'version:"2\.\d+\.\d+"', (VENDOR / "htmx.min.js").read_text(encoding="utf-8"))


def test_the_sprite_holds_every_icon_with_its_shapes():
    sprite = ElementTree.fromstring((VENDOR / "icons.svg").read_text(encoding="utf-8"))
    shapes_of = {symbol.attrib["id"]: len(symbol) for symbol in sprite}
    assert shapes_of.keys() == icons_of_the_hook()
    assert all(shapes_of.values())


def test_the_build_group_pins_what_the_build_requires():
    assert set(PROJECT["build-system"]["requires"]) < set(PROJECT["dependency-groups"]["build"])


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "requirements-build.lock"])
def test_a_lock_file_names_no_registry(name: str):
    assert "://" not in (ROOT / name).read_text(encoding="utf-8")


def test_build_tools_are_not_needed_to_play():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert not re.search(r"^(django|lucide|hatchling)", lock, re.MULTILINE)
