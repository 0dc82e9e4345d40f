"""Writing packs in the browser: who may, what is checked, what is kept, and what a table takes along."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import Struct
from support.served import Browser, Served, served
from support.toy import TOY
from unit.web.test_doors import afar

from tablelight.kernel.flow import Event
from tablelight.kernel.packs import MOST_BYTES, Packs, Part, Preview
from tablelight.kernel.system import find_system
from tablelight.kernel.view import Card
from tablelight.store import DataFolder, Store, import_table
from tablelight.store.library import MOST_PACKS

HOSTILE = "<script>alert('1')</script> \u202e\"&amp; ../.."
LASH = {
    "e.name": "Cinder Lash",
    "e.kind": "class",
    "e.of": "sage",
    "e.level": "1",
    "e.ap": "2",
    "e.stamina": "1",
    "e.target": "enemy",
    "e.targets": "1",
    "e.range": "30",
    "e.attack": "yes",
    "e.attack.with_": "card",
    "e.attack.attribute": "focus",
    "e.attack.damage": "2d6 fire",
    "e.effects.0.do": "status",
    "e.effects.0.when": "power",
    "e.effects.0.status": "burning",
}
LASH_SAID = {
    "name": "Cinder Lash",
    "kind": "class",
    "of": "sage",
    "level": 1,
    "ap": 2,
    "stamina": 1,
    "target": "enemy",
    "range": 30,
    "attack": {"with_": "card", "attribute": "focus", "damage": "2d6 fire"},
    "effects": [{"do": "status", "when": "power", "status": "burning"}],
}
PATH = "/packs/forgelight/vale"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "data", {"forgelight": find_system("forgelight"), "toy": TOY}) as running:
        yield running


@pytest.fixture
def writer(server: Served) -> Browser:
    """A browser at this machine, and an empty pack."""
    one = server.browser()
    assert one.post("/packs/forgelight", {"title": "Vale", "author": "Us"}).headers["location"] == PATH
    return one


def save(browser: Browser, part: str, **fields: str) -> httpx.Response:
    return browser.post(f"{PATH}/edit/{part}", {"op": "save", **fields})


def add(browser: Browser, part: str, fields: dict[str, str]) -> None:
    answer = save(browser, part, **fields)
    assert answer.status_code == 303, answer.text
    assert f"saved={part}." in answer.headers["location"]


def check(browser: Browser, part: str, fields: dict[str, str]) -> dict[str, Any]:
    answer = browser.post(f"{PATH}/edit/{part}", {"op": "check", **fields}, accept="application/json")
    assert answer.status_code == 200, answer.text
    return answer.json()


def content(browser: Browser, path: str = PATH) -> dict[str, Any]:
    return msgspec.json.decode(browser.get(f"{path}/file").content)


def upload(browser: Browser, body: bytes, name: str = "a.json", **fields: str) -> httpx.Response:
    return browser.http.post("/packs/forgelight/upload", files={"file": (name, body)}, data=fields)


# ------------------------------------------------------------------ who may


def test_packs_are_written_by_whoever_sets_up_tables(server: Served, writer: Browser) -> None:
    stranger = afar(server.browser())
    for path in ("/packs", PATH, f"{PATH}/file", f"{PATH}/edit/cards"):
        assert stranger.get(path).status_code == 403
    for path in ("/packs/forgelight", f"{PATH}/delete", f"{PATH}/head", f"{PATH}/edit/cards"):
        assert stranger.post(path, {"title": "Mine", "op": "save", **LASH}).status_code == 403
    assert upload(stranger, b"{}").status_code == 403
    assert "Vale" not in stranger.get("/").text
    assert content(writer) == {"system": "forgelight", "id": "vale", "title": "Vale", "author": "Us"}


def test_a_page_of_somebody_else_can_change_nothing(writer: Browser) -> None:
    writer.http.headers["origin"] = "http://elsewhere.example"
    assert save(writer, "cards", **LASH).status_code == 403
    assert upload(writer, b"{}").status_code == 403


def test_a_player_at_a_table_reaches_no_pack(server: Served, writer: Browser) -> None:
    writer.create("forgelight")
    ann = server.browser()
    ann.join(writer.invite("p1"))
    assert afar(ann).get("/packs").status_code == 403


# ------------------------------------------------------------------ one entry


def test_an_entry_is_saved_changed_copied_and_deleted(writer: Browser) -> None:
    add(writer, "cards", LASH)
    assert content(writer)["cards"] == {"cinder-lash": LASH_SAID}
    page = writer.get(f"{PATH}/edit/cards?key=cinder-lash").text
    was = re.findall(r'name="was" value="(\w+)"', page)[0]
    add(writer, "cards", {**LASH, "key": "cinder-lash", "was": was, "e.ap": "3"})
    assert content(writer)["cards"]["cinder-lash"]["ap"] == 3
    assert 'value="Cinder Lash"' in writer.get(f"{PATH}/edit/cards?copy=cinder-lash").text
    add(writer, "cards", LASH)
    add(writer, "cards", {**LASH, "new_key": "lash"})
    assert list(content(writer)["cards"]) == ["cinder-lash", "cinder-lash-2", "lash"]
    answer = writer.post(f"{PATH}/edit/cards", {"op": "delete", "key": "cinder-lash"})
    assert answer.status_code == 303
    assert list(content(writer)["cards"]) == ["cinder-lash-2", "lash"]


def test_what_is_wrong_is_told_at_its_field_and_goes_when_it_is_right(writer: Browser) -> None:
    wrong = {**LASH, "e.ap": "lots", "e.of": "", "e.attack.damage": "2d6 heat", "e.effects.0.status": ""}
    found = {one["slot"]: one for one in check(writer, "cards", wrong)["problems"]}
    assert set(found) == {"ap", "attack.damage", "effects.0.status"}
    assert found["ap"]["text"] == "'lots' is there. Right would be: a whole number from 0 to 10."
    assert found["attack.damage"]["place"] == "An attack › Damage"
    assert "such as 2d6+3 fire" in found["attack.damage"]["text"]
    assert "Nothing is chosen" in found["effects.0.status"]["text"]
    assert [one["slot"] for one in check(writer, "cards", {**LASH, "e.of": ""})["problems"]] == ["of"]
    right = check(writer, "cards", LASH)
    assert right["problems"] == []
    assert "Cinder Lash" in right["preview"]
    assert "Burning" in right["preview"]


def test_the_preview_is_drawn_also_while_something_is_wrong(writer: Browser) -> None:
    shown = check(writer, "cards", {**LASH, "e.name": "", "e.ap": "lots"})["preview"]
    assert "Unnamed card" in shown
    assert "1 Stamina" in shown


def test_a_trait_and_a_foe_are_typed_in(writer: Browser) -> None:
    trait = {"e.name": "Ash Skin", "e.source": "general", "e.gives.resistances": "fire", "e.gives.health": "5"}
    add(writer, "traits", trait)
    foe = {
        "e.name": "Ash Wolf",
        "e.attributes.strength": "2",
        "e.figures.health": "18",
        "e.cards.0": "claws",
        "e.cards.1": "",
        "e.gives.skills.0.key": "stealth",
        "e.gives.skills.0.value": "4",
        "e.size": "1",
    }
    add(writer, "foes", foe)
    said = content(writer)
    assert said["traits"] == {
        "ash-skin": {"name": "Ash Skin", "source": "general", "gives": {"health": 5, "resistances": ["fire"]}}
    }
    assert said["foes"]["ash-wolf"] == {
        "name": "Ash Wolf",
        "attributes": {"strength": 2},
        "figures": {"health": 18},
        "cards": ["claws"],
        "gives": {"skills": {"stealth": 4}},
    }
    assert "18 entered" in check(writer, "foes", foe)["preview"]


@pytest.mark.parametrize("part", find_system("forgelight").packs.parts, ids=lambda part: part.key)  # type: ignore[union-attr]
def test_every_starter_entry_goes_through_its_form_unchanged(writer: Browser, part: Part) -> None:
    """What the form shows, sent back as a browser would send it, is what was there."""
    base = find_system("forgelight").packs.base_document  # type: ignore[union-attr]
    for key, entry in list(base[part.key].items())[:6]:
        page = writer.get(f"{PATH}/edit/{part.key}?base={key}").text
        body = [pair for pair in fields_of(page) if pair[0] != "op"]
        answer = writer.http.post(f"{PATH}/edit/{part.key}", data=_grouped([*body, ("op", "save")]))
        assert answer.status_code == 303, answer.text
        assert content(writer)[part.key][key] == entry, key


def _grouped(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


def fields_of(page: str) -> list[tuple[str, str]]:
    """What a browser would send of the form on the page."""
    form = page[page.index('id="entry"') : page.index("</form>")]
    pairs: list[tuple[str, str]] = []
    for tag, attributes, inner in re.findall(
        r"<(input|textarea|select)\b([^>]*)>(.*?)(?=<(?:input|textarea|select)\b|$)", form, re.S
    ):
        name = re.search(r'name="([^"]*)"', attributes)
        if not name or name[1].startswith("add."):
            continue
        if tag == "textarea":
            pairs.append((name[1], unescape(inner.split("</textarea>")[0])))
        elif tag == "select":
            options = re.findall(r'<option value="([^"]*)"( selected)?', inner.split("</select>")[0])
            pairs.append((name[1], next((unescape(value) for value, on in options if on), unescape(options[0][0]))))
        elif 'type="checkbox"' not in attributes or "checked" in attributes:
            value = re.search(r'value="([^"]*)"', attributes)
            pairs.append((name[1], unescape(value[1]) if value else ""))
    return pairs


def test_rows_come_and_go_with_and_without_scripts(writer: Browser) -> None:
    fields = {**LASH, "op": "add:effects", "add.effects": "heal"}
    page = writer.post(f"{PATH}/edit/cards", fields).text
    assert "e.effects.0.status" in page
    assert "e.effects.1.amount" in page
    drawn = writer.post(f"{PATH}/edit/cards", {**LASH, "op": "drop:effects.0"}, accept="application/json").json()[
        "fields"
    ]
    assert "e.effects.0" not in drawn
    assert 'value="2d6 fire"' in drawn
    skills = {"e.name": "X", "e.source": "story", "op": "add:gives.skills"}
    assert "e.gives.skills.0.key" in writer.post(f"{PATH}/edit/traits", skills).text
    for nonsense in ("add:nothing", "drop:effects.9", "drop:", "add:effects.0.status", "add:name", "x", "drop:gives.1"):
        assert writer.post(f"{PATH}/edit/cards", {**LASH, "op": nonsense}).status_code == 200


def test_whoever_was_slower_is_told_and_loses_nothing(writer: Browser) -> None:
    add(writer, "cards", LASH)
    was = re.findall(r'name="was" value="(\w+)"', writer.get(f"{PATH}/edit/cards?key=cinder-lash").text)[0]
    mine = {**LASH, "key": "cinder-lash", "was": was}
    add(writer, "cards", {**mine, "e.ap": "3"})
    answer = save(writer, "cards", **{**mine, "e.name": "My Lash"})
    assert answer.status_code == 409
    assert "Somebody changed this card meanwhile" in answer.text
    assert 'value="My Lash"' in answer.text
    assert content(writer)["cards"]["cinder-lash"]["ap"] == 3
    add(writer, "cards", dict(fields_of(answer.text)))
    assert content(writer)["cards"]["cinder-lash"]["name"] == "My Lash"


def test_keys_are_checked_before_anything_is_kept(writer: Browser) -> None:
    add(writer, "cards", LASH)
    for key in ("Lash!", "a:b", "../x", "__proto__", "x" * 41, "cinder-lash"):
        answer = save(writer, "cards", **{**LASH, "new_key": key})
        assert answer.status_code == 409, key
        assert "new_key" in {one["slot"] for one in check(writer, "cards", {**LASH, "new_key": key})["problems"]}
    assert save(writer, "cards", **{**LASH, "key": "a:b"}).status_code == 422
    assert list(content(writer)["cards"]) == ["cinder-lash"]


def test_hostile_names_are_text_everywhere(writer: Browser) -> None:
    add(writer, "cards", {**LASH, "e.name": HOSTILE, "e.text": HOSTILE, "e.of": HOSTILE, "e.effects.0.status": HOSTILE})
    key = next(iter(content(writer)["cards"]))
    writer.post(f"{PATH}/head", {"title": HOSTILE, "author": HOSTILE})
    answers = [writer.get(path).text for path in ("/", "/packs", PATH, f"{PATH}/edit/cards?key={key}")]
    answers.append(check(writer, "cards", {**LASH, "e.name": HOSTILE, "e.text": HOSTILE})["preview"])
    answers.append(upload(writer, b'{"id": "<script>", "title": "<script>alert(1)</script>"}', "<script>.json").text)
    for text in answers:
        assert "<script>alert" not in text
        assert "&lt;script&gt;" in text


def test_an_unfinished_entry_is_kept_and_the_pack_waits(writer: Browser) -> None:
    add(writer, "cards", {**LASH, "e.attack.damage": "2d6 heat"})
    page = writer.get(PATH).text
    assert "has to be put right before it can come to a table" in page
    assert f'href="{PATH}/edit/cards?key=cinder-lash"' in page
    assert "2d6 heat" in writer.get(f"{PATH}/edit/cards?key=cinder-lash").text
    answer = writer.post("/tables", {"name": "Ours", "system": "forgelight", "pack.forgelight": "vale"})
    assert answer.status_code == 409
    assert "This pack is not ready yet" in answer.text


# ------------------------------------------------------------------ files


def test_a_pack_goes_out_and_comes_in_elsewhere_the_same(writer: Browser, tmp_path: Path) -> None:
    add(writer, "cards", LASH)
    answer = writer.get(f"{PATH}/file")
    assert answer.headers["content-disposition"] == 'attachment; filename="vale.pack.json"'
    with served(tmp_path / "other", {"forgelight": find_system("forgelight")}) as other:
        friend = other.browser()
        assert upload(friend, answer.content).headers["location"] == PATH
        assert friend.get(f"{PATH}/file").content == answer.content


def test_a_pack_of_the_same_id_is_kept_beside_or_replaced_as_one_says(writer: Browser) -> None:
    add(writer, "cards", LASH)
    file = writer.get(f"{PATH}/file").content
    writer.post(f"{PATH}/edit/cards", {"op": "delete", "key": "cinder-lash"})
    assert upload(writer, file).headers["location"] == "/packs/forgelight/vale-2?as=vale-2"
    assert "gets an id of its own" not in writer.get("/packs/forgelight/vale-2?as=vale-2").text
    assert "this one got an id of its own" in writer.get("/packs/forgelight/vale-2?as=vale-2").text
    assert "cards" not in content(writer)
    assert upload(writer, file, in_place="yes").headers["location"] == PATH
    assert "cinder-lash" in content(writer)["cards"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "id: it is missing"),
        (b"{", "can&#39;t be read"),
        (b"\xff\xfe", "no UTF-8 text"),
        (b'{"id": "a", "title": "A", "system": "chess"}', "it is a pack for &#39;chess&#39;"),
        (b'{"id": "a", "title": "A", "cards": 3}', "it is no table of entries"),
        (b'{"id": "a", "title": "A", "spells": {}}', "there is no such part"),
        (b'{"id": "a", "title": "A", "cards": {"../b": {}}}', "the key is not written so"),
        (b'{"id": "a", "title": "' + b"x" * MOST_BYTES + b'"}', "the limit is"),
    ],
    ids=("empty", "cut", "binary", "system", "part", "parts", "key", "large"),
)
def test_a_file_that_is_no_pack_is_refused_with_the_reason(writer: Browser, body: bytes, said: str) -> None:
    answer = upload(writer, body)
    assert answer.status_code == 422
    assert said in answer.text
    assert len(writer.get("/packs").text.split('class="card" href=')) == 2


def test_a_file_with_wrong_entries_can_be_put_right_here(writer: Browser) -> None:
    odd = b'{"id": "odd", "title": "Odd", "cards": {"a": 5, "b": {"name": 7, "kind": [], "effects": [{"do": "x"}, 3]}}}'
    assert upload(writer, odd).headers["location"] == "/packs/forgelight/odd"
    page = writer.get("/packs/forgelight/odd").text
    assert "cards.a" in page
    assert "cards.b.effects[1]" in page
    for key in "ab":
        assert writer.get(f"/packs/forgelight/odd/edit/cards?key={key}").status_code == 200


def test_more_bytes_than_a_pack_may_have_are_not_even_read(writer: Browser) -> None:
    assert upload(writer, b"x" * (2 << 20)).status_code == 413
    assert writer.http.post("/packs/forgelight/upload", data={"x": "y"}).status_code == 422


def test_there_is_an_end_to_packs(server: Served, writer: Browser) -> None:
    library = server.keeper.library
    found = [record.id for record in library.records("forgelight")]
    assert found == ["vale"]
    for n in range(MOST_PACKS - 1):
        server.store.put_pack(replace_pack(server, f"p{n}")).result()
    answer = writer.post("/packs/forgelight", {"title": "One more"})
    assert answer.status_code == 422
    assert "delete one first" in answer.text


def replace_pack(server: Served, key: str) -> Any:
    record = server.keeper.library.find("forgelight", "vale")
    assert record
    return msgspec.structs.replace(record, id=key, revision=0)


def test_a_pack_begins_with_the_starter_entries_and_is_deleted(writer: Browser) -> None:
    path = writer.post("/packs/forgelight", {"title": "All of it", "with": "base"}).headers["location"]
    assert path == "/packs/forgelight/all-of-it"
    assert len(content(writer, path)["foes"]) == 16
    assert "ready for a table" in writer.get(path).text
    assert writer.post(f"{path}/delete", {}).headers["location"] == "/packs"
    assert writer.get(path).status_code == 404


def test_titles_are_needed_and_bounded(writer: Browser) -> None:
    for title in ("", "  ", "x" * 81, "a\x07b"):
        assert writer.post("/packs/forgelight", {"title": title}).status_code == 422
        assert writer.post(f"{PATH}/head", {"title": title}).status_code == 422
    assert writer.post(f"{PATH}/head", {"title": "New Vale", "author": ""}).status_code == 303
    assert content(writer) == {"system": "forgelight", "id": "vale", "title": "New Vale"}


def test_a_game_without_packs_has_none(writer: Browser) -> None:
    assert writer.post("/packs/toy", {"title": "Toys"}).status_code == 404
    assert writer.get("/packs/toy/vale").status_code == 404
    assert writer.get(f"{PATH}/edit/dragons").status_code == 404
    assert writer.get(f"{PATH}/edit/cards?key=none").status_code == 404


# ------------------------------------------------------------------ at the table


def test_a_table_takes_the_pack_as_it_is_then_and_takes_it_along(
    server: Served, writer: Browser, tmp_path: Path
) -> None:
    add(writer, "cards", LASH)
    add(writer, "foes", {"e.name": "Ash Wolf", "e.figures.health": "18", "e.cards.0": "claws"})
    writer.create("forgelight", **{"pack.forgelight": "vale"})
    assert "Ash Wolf" in writer.get(f"/table/{writer.table}/offer?seat=gm&key=foe&at=new").text
    writer.must("gm", "foe", foe="ash-wolf", count=1, hidden="no", name="")
    # What changes in the library later changes nothing here.
    writer.post(f"{PATH}/edit/foes", {"op": "delete", "key": "ash-wolf"})
    assert "Ash Wolf" in writer.page("gm").text
    exported = writer.get(f"/table/{writer.table}/export?seat=gm").content
    (tmp_path / "table").write_bytes(exported)
    with Store.open(DataFolder.at(tmp_path / "other"), now=1.0) as store:
        import_table(store, tmp_path / "table", "copy", 1.0)
    with served(tmp_path / "other", {"forgelight": find_system("forgelight")}) as other:
        table = other.keeper._load("copy").table  # type: ignore[reportPrivateUsage]
        assert [pack.id for pack in table.state.packs] == ["vale"]
        assert table.state.packs[0].foes["ash-wolf"].name == "Ash Wolf"
        assert "cinder-lash" in table.state.packs[0].cards
        assert table.state.beings["ash-wolf"].health == 18
        assert other.browser().get("/packs").text.count('class="card" href=') == 0


def test_a_pack_that_is_not_there_makes_no_table(writer: Browser) -> None:
    answer = writer.post("/tables", {"name": "Ours", "system": "forgelight", "pack.forgelight": "none"})
    assert answer.status_code == 409
    assert "Your tables" not in writer.get("/").text


# ------------------------------------------------------------------ any other game


class Piece(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    worth: int = 1


class Set(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    title: str
    author: str = ""
    pieces: dict[str, Piece] = {}


class SetAdded(Event, frozen=True):
    added: Set


CHESS = Packs(
    system="toy",
    pack=Set,
    parts=(Part("pieces", "Pieces", "piece", "What stands on the board.", Piece),),
    base=lambda: Set("base", "Base", pieces={"king": Piece("King", 9)}),
    rules=lambda pack: (),
    preview=lambda pack, part, key: Preview((Card(key, pack.pieces[key].name),)),
    added=lambda pack: SetAdded(added=pack),
    action="add-set",
    brought=lambda state: (),
)


def test_another_game_gets_its_pages_from_its_types_alone(tmp_path: Path) -> None:
    toy = replace(TOY, packs=CHESS, events=(*TOY.events, SetAdded), evolve=lambda state, event: state)
    with served(tmp_path, {"toy": toy}) as running:
        one = running.browser()
        path = one.post("/packs/toy", {"title": "Fairies"}).headers["location"]
        assert "King" in one.get(path).text
        assert 'name="e.worth"' in one.get(f"{path}/edit/pieces").text
        one.post(f"{path}/edit/pieces", {"op": "save", "e.name": "Nightrider", "e.worth": "5"})
        said = {"system": "toy", "id": "fairies", "title": "Fairies"}
        assert content(one, path) == said | {"pieces": {"nightrider": {"name": "Nightrider", "worth": 5}}}
        one.create("toy", **{"pack.toy": "fairies"})
        table = running.keeper._load(one.table).table  # type: ignore[reportPrivateUsage]
        assert any(isinstance(event, SetAdded) for entry in table.entries for event in getattr(entry, "events", ()))


# ------------------------------------------------------------------ at a table that is being played


def test_the_gm_brings_a_pack_to_a_running_table_and_a_newer_one_later(server: Served, writer: Browser) -> None:
    add(writer, "cards", LASH)
    writer.create("forgelight")
    fragment = f"/table/{writer.table}/packs"
    assert "Bring it to the table" in writer.get(fragment).text
    answer = writer.act("pack", pack="vale")
    assert answer.status_code == 200
    assert "at this table" in answer.text
    assert "Bring" not in writer.get(fragment).text
    assert msgspec.json.decode(writer.get(f"{fragment}/vale").content) == content(writer)
    assert writer.get(f"{fragment}/none").status_code == 404
    was = re.findall(r'name="was" value="(\w+)"', writer.get(f"{PATH}/edit/cards?key=cinder-lash").text)[0]
    add(writer, "cards", {**LASH, "key": "cinder-lash", "was": was, "e.ap": "1"})
    assert "Bring the changed one" in writer.get(fragment).text
    assert writer.act("pack", pack="vale").status_code == 200
    table = server.keeper._open[writer.table].table  # type: ignore[reportPrivateUsage]
    assert [pack.cards["cinder-lash"].ap for pack in table.state.packs] == [1]
    writer.post(f"{PATH}/edit/cards", {"op": "delete", "key": "cinder-lash"})
    refused = writer.act("pack", pack="vale")
    assert refused.status_code == 409
    assert "This game has cards.cinder-lash from an older Vale" in refused.text
    assert writer.act("pack", pack="none").status_code == 404


def test_a_large_pack_comes_to_a_table_that_is_being_played(server: Served, writer: Browser) -> None:
    text = '"quoted" äöü ' * 70
    foes = {f"foe-{n}": {"name": f"Foe {n}", "text": text[:900], "tactics": text} for n in range(95)}
    body = msgspec.json.encode({"id": "big", "title": "Big", "foes": foes})
    assert MOST_BYTES // 2 < len(body) < MOST_BYTES
    assert upload(writer, body).status_code == 303
    writer.create("forgelight")
    assert writer.act("pack", pack="big").status_code == 200
    assert len(server.keeper._open[writer.table].table.state.packs[0].foes) == 95  # type: ignore[reportPrivateUsage]


def test_players_and_a_gm_from_elsewhere_see_nothing_of_the_library(server: Served, writer: Browser) -> None:
    writer.create("forgelight")
    ann, gm = server.browser(), server.browser()
    ann.join(writer.invite("p1"))
    gm.join(writer.invite("gm"))
    for one in (ann, gm):
        afar(one)
    path = f"/table/{writer.table}"
    assert ann.get(f"{path}/packs").status_code == 403
    assert ann.post(f"{path}/pack", {"pack": "vale"}).status_code == 403
    assert "menu-packs" not in ann.get(f"{path}?seat=p1").text
    assert "Vale" not in gm.get(f"{path}/packs").text
    assert gm.post(f"{path}/pack", {"pack": "vale"}).status_code == 403
