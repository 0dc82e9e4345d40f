"""The command line: what each command says, its exit codes, and its mistakes in plain words."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from unit.cli.conftest import Tablelight

from tablelight.cli import COMMANDS, main, play_command, say
from tablelight.script import parse
from tablelight.store import DataFolder, Store


def test_help_names_every_command_and_comes_at_once(tablelight: Tablelight) -> None:
    shown = tablelight("--help")
    assert shown.code == 0
    assert all(f"  {name} " in shown.out for name in COMMANDS)
    assert tablelight().out == tablelight("help").out == shown.out
    loaded = (
        "import sys; from tablelight.cli import main; main(['--help']); print([m for m in sys.modules if '.' not in m])"
    )
    words = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout
    assert not {"typer", "rich", "msgspec", "litestar"} & set(words.rpartition("[")[2].replace("'", "").split(", "))


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself(tablelight: Tablelight, name: str) -> None:
    shown = tablelight(name, "--help")
    assert shown.code == 0
    assert f"tablelight {name}" in shown.out


def test_an_unknown_command_or_option_is_told_with_code_2(tablelight: Tablelight) -> None:
    wrong = tablelight("tabels")
    assert (wrong.code, wrong.out) == (2, "")
    assert "Did you mean 'tables'?" in wrong.err
    assert tablelight("tables", "--colour").code == 2
    assert tablelight("walk").code == 2
    assert "0.1.0" in tablelight("--version").out


def test_tables_are_listed_plainly_in_a_pipe(tablelight: Tablelight, data: Path, table_id: str) -> None:
    shown = tablelight("tables", "--data", data)
    (line,) = shown.out.splitlines()
    assert line.split("\t")[:3] == [table_id, "The ␛[31mKeep", "pool"]
    assert shown.err == f"Tables lie in {data}\n"


def test_an_empty_folder_is_named_and_said_to_be_empty(
    tablelight: Tablelight, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = tablelight("tables", "--data", data)
    words = [f"Tables lie in {data}", "There are no tables yet. Make one on the page that tablelight play opens."]
    assert (shown.code, shown.out, shown.err.splitlines()) == (0, "", words)
    screen = io.StringIO()
    monkeypatch.setattr(say, "OUT", Console(file=screen, force_terminal=True, width=200, color_system=None))
    tablelight("tables", "--data", data)
    assert screen.getvalue().splitlines() == words
    assert not data.exists()


def test_a_terminal_gets_a_table_and_no_control_signs_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(say, "OUT", Console(file=screen, force_terminal=True, width=60, markup=False))
    say.say_table(("id", "name"), [("1", "a\x1b[2J[red]b")])
    assert "\x1b[2J" not in screen.getvalue()
    assert "a␛[2J[red]b" in screen.getvalue()


def test_a_table_goes_out_and_comes_in_again(tablelight: Tablelight, data: Path, table_id: str, tmp_path: Path) -> None:
    file = tmp_path / "keep.table"
    assert tablelight("export", table_id[:6], file, "--data", data).code == 0
    again = tablelight("export", table_id, file, "--data", data)
    assert (again.code, again.out) == (1, "")
    assert "exists already" in again.err
    assert tablelight("import", file, "--data", tmp_path / "other").code == 0
    assert len(tablelight("tables", "--data", tmp_path / "other").out.splitlines()) == 1
    file.write_bytes(file.read_bytes()[:-20])
    cut = tablelight("import", file, "--data", data)
    assert cut.code == 1
    assert "cut off" in cut.err
    assert tablelight("import", tmp_path / "none", "--data", data).code == 2


def test_backup_and_restore(tablelight: Tablelight, data: Path, table_id: str, tmp_path: Path) -> None:
    file = tmp_path / "all.sqlite3"
    assert tablelight("backup", file, "--data", data).code == 0
    assert tablelight("restore", file, "--data", tmp_path / "new").code == 0
    assert table_id in tablelight("tables", "--data", tmp_path / "new").out
    replaced = tablelight("restore", file, "--data", data)
    assert "before-restore" in replaced.out.replace("\n", "")
    assert tablelight("restore", "--add", file, "--data", data).code == 0
    assert "(restored" in tablelight("tables", "--data", data).out
    assert "by-hand" in tablelight("backup", "--data", data).out
    assert tablelight("restore", tmp_path / "none").code == 2
    assert tablelight("backup", tmp_path / "x", "--data", tmp_path / "nothing").code == 1


def test_reading_goes_on_while_a_server_holds_the_folder(tablelight: Tablelight, data: Path, table_id: str) -> None:
    with Store.open(DataFolder.at(data), now=1e9):
        assert table_id in tablelight("tables", "--data", data).out
        assert tablelight("verify", table_id, "--data", data).code == 0
        assert tablelight("backup", "--data", data).code == 0
        busy = tablelight("restore", "--add", next((data / "backups").iterdir()), "--data", data)
        assert busy.code == 1
        assert "in use" in busy.err


def test_verify_recomputes_the_rolls(tablelight: Tablelight, data: Path, table_id: str, tmp_path: Path) -> None:
    told = tablelight("verify", table_id, "--data", data)
    assert told.code == 0
    assert "1 rolls agree with their seed, 1 can be checked" in told.out
    file = tmp_path / "keep.table"
    tablelight("export", table_id, file, "--data", data)
    assert tablelight("verify", file).out == told.out
    assert tablelight("verify", "no-such-table", "--data", data).code == 1


def test_a_recorded_table_runs_as_a_script(tablelight: Tablelight, data: Path, table_id: str, tmp_path: Path) -> None:
    shown = tablelight("record", table_id, "--data", data)
    assert "start demo" in shown.out
    assert "my own secret" not in shown.out
    parse(shown.out)
    out = tmp_path / "keep.script"
    assert tablelight("record", table_id, "--data", data, "--out", out, "--sees").code == 0
    assert tablelight("record", table_id, "--data", data, "--out", out).code == 1
    ran = tablelight("script", out, "--save-load")
    assert ran.code == 0, ran.out
    assert "1 of 1 cases are as written." in ran.out


def test_a_script_that_differs_ends_with_1_and_names_the_line(tablelight: Tablelight, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    file = tmp_path / "deep" / "a.script"
    file.write_text("system pool\n== good\nend\n== bad\ngm: hide text=x\nthen secret = y\n", "utf-8")
    ran = tablelight("script", tmp_path)
    assert ran.code == 1
    assert f"{file}:6: then secret = y" in ran.out
    assert 'expected: "y"' in ran.out
    assert "1 of 2 cases" in ran.out
    assert tablelight("script", tmp_path / "none.script").code == 2
    (tmp_path / "empty").mkdir()
    assert tablelight("script", tmp_path / "empty").code == 2


def test_rules_are_listed_searched_and_shown(tablelight: Tablelight) -> None:
    assert len(tablelight("rules", "pool").out.splitlines()) == 2
    assert "As we read it: At least one." in tablelight("rules", "pool", "make", "TOTAL").out
    assert "Throw two d8" in tablelight("rules", "pool", "throw").out
    assert "Throw two d8" in tablelight("rules", "pool", "pool/throw").out
    assert "small, large (default small)" in tablelight("rules", "pool", "size").out
    assert tablelight("rules", "pool", "dragon").code == 1
    missing = tablelight("rules", "chess")
    assert missing.code == 2
    assert "installed: pool, toy" in missing.err


def test_systems_are_listed(tablelight: Tablelight) -> None:
    assert [line.split("\t")[0] for line in tablelight("systems").out.splitlines()] == ["pool", "toy"]


def test_a_walk_prints_its_log_or_a_script_of_it(tablelight: Tablelight, tmp_path: Path) -> None:
    assert "p1 makes Ledge with 3." in tablelight("walk", "pool").out
    assert tablelight("walk", "pool", "--seed", 2).out == tablelight("walk", "pool", "--seed", 2).out
    assert "Hidden" not in tablelight("walk", "pool", "--seat", "p1").out
    file = tmp_path / "walk.script"
    file.write_text(tablelight("walk", "pool", "--script", "--seed", 4, "--start", "none").out, "utf-8")
    ran = tablelight("script", file)
    assert ran.code == 0, ran.out
    assert tablelight("walk", "pool", "--start", "x").code == 2
    assert tablelight("walk", "pool", "--seat", "x").code == 2


def test_play_serves_the_folder(tablelight: Tablelight, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(play_command, "serve", lambda *words: asked.extend(words))
    assert tablelight("play", "--data", data, "--port", 9000, "--no-browser").code == 0
    assert asked == ["0.0.0.0", 9000, DataFolder.at(data), False]

    def taken(*words: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(play_command, "serve", taken)
    told = tablelight("play", "--port", 80)
    assert told.code == 1
    assert "Address already in use" in told.err


def test_a_reader_that_goes_away_is_no_mistake() -> None:
    code = "import sys; from tablelight.cli import main; sys.exit(main(['walk', '--help']))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode in (0, 1)


def test_the_entry_point_gives_an_exit_code() -> None:
    assert main(["--version"]) == 0
