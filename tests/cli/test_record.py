"""`azi record`: out of a home whose node has ended, or runs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.program import AZI, FAST, azi, environment, new_name, one_line


@pytest.fixture
def played(program, tmp_path):
    """A home in which a hand was played; the table's name."""
    name = new_name()
    host = program("bot", "--host", name, "--hands", "1", *FAST, home="aru")
    program("bot", "--join", name, "--hands", "1", *FAST, home="bek")
    host.communicate()
    assert host.returncode == 0
    return name


def test_written_listed_and_right(played, tmp_path) -> None:
    listed = azi(tmp_path / "aru", "record", "--list").stdout.split()
    assert listed[-1] == played
    out = tmp_path / "r.azi"
    for table in (played, listed[0], played.upper()):
        done = azi(tmp_path / "aru", "record", "--table", table, "--out", str(out), "--force")
        assert done.returncode == 0, done.stderr
        assert f"{out}: {played}, 1 hand, {out.stat().st_size} bytes" in done.stdout
    one_line(azi(tmp_path / "aru", "record", "--out", str(out)), 1, "exists")
    checked = azi(tmp_path / "aru", "verify", str(out))
    assert checked.returncode == 0
    assert "Right:" in checked.stdout

    through = subprocess.run([*AZI, "record", "--out", "-"], env=environment(tmp_path / "aru"), capture_output=True,
                             check=True)
    assert through.stdout == out.read_bytes()


def test_a_name_of_its_own(played, tmp_path) -> None:
    done = subprocess.run([*AZI, "record"], env=environment(tmp_path / "bek") | {"PYTHONPATH": ":".join(sys.path)},
                          cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (path,) = tmp_path.glob("*.azi")
    assert path.name.startswith(f"{played}-")


def test_a_file_without_a_name(tmp_path) -> None:
    one_line(azi(tmp_path / "home", "record", "--out", ""), 2, "--out needs the name of a file")


def test_nothing_kept(tmp_path) -> None:
    one_line(azi(tmp_path / "home", "record"), 1, "no table is kept here")
    assert azi(tmp_path / "home", "record", "--list").stdout == ""


def test_no_such_table(played, tmp_path) -> None:
    one_line(azi(tmp_path / "aru", "record", "--table", "nosuch"), 1, "nosuch", played)


def test_a_store_that_is_none(tmp_path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "tables.sqlite3").write_bytes(b"not a database" * 100)
    one_line(azi(tmp_path / "home", "record"), 1, "tables.sqlite3", "cannot be read")
