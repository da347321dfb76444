"""`azi tables`: what is announced and answers."""

from __future__ import annotations

import json

from tests.cli.program import FAST, LOCAL, azi, new_name, one_line

INTERFACE = LOCAL[:2]


def test_a_table_is_listed_with_its_node(program, tmp_path) -> None:
    name = new_name()
    host = program("bot", "--host", name, "--name", "Aru", "--json", *FAST, home="aru")
    link = json.loads(host.stdout.readline())["link"]
    done = azi(tmp_path / "aru", "tables", "--wait", "3", "--json", *INTERFACE)     # in a home whose node runs
    assert done.returncode == 0, done.stderr
    (listed,) = [table for table in json.loads(done.stdout) if table["name"] == name]
    assert (listed["seats_taken"], listed["seats_of"], listed["state"]) == (1, 6, "waiting")
    assert link.endswith(f"{listed['nodes'][0]['fingerprint']}/{listed['id'][:32]}")
    assert listed["nodes"][0]["name"] == "Aru"
    assert listed["nodes"][0]["addresses"][0] in link

    told = azi(tmp_path / "aru", "tables", "--wait", "3", *INTERFACE)
    (line,) = [line for line in told.stdout.splitlines() if name in line]
    assert line.split() == [name, "1/6", "waiting", "Aru", listed["nodes"][0]["addresses"][0]]


def test_none_is_an_answer(tmp_path) -> None:
    done = azi(tmp_path / "home", "tables", "--wait", "0", "--json", *INTERFACE)
    assert done.returncode == 0
    assert json.loads(done.stdout) == []
    told = azi(tmp_path / "home", "tables", "--wait", "0", *INTERFACE)
    assert told.stdout == ""
    assert "azi host NAME" in told.stderr


def test_no_such_interface(tmp_path) -> None:
    one_line(azi(tmp_path, "tables", "--interface", "nosuch0"), 1, "nosuch0", "choose one of")
