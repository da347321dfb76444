"""`azi join` and `azi watch`: what can be wrong with a table, and looking on. Sitting down is in test_host."""

from __future__ import annotations

import json

import pytest

from tests.cli.program import FAST, LOCAL, azi, new_name, one_line


def test_watching(person, program) -> None:
    name = new_name()
    program("bot", "--host", name, "--name", "Aru", *FAST, home="aru")
    program("bot", "--join", name, "--name", "Bek", *FAST, home="bek")
    watcher = person("watch", name, *LOCAL, "--wait", "60", home="watcher")
    watcher.sees("wins the pot of")
    watcher.presses("q")
    watcher.sees("leaving costs nothing")
    watcher.presses("y")
    assert watcher.ends() == 0


def test_a_table_without_watchers(person, program) -> None:
    host = program("bot", "--host", new_name(), "--watchers", "false", "--json", *FAST, home="aru")
    link = json.loads(host.stdout.readline())["link"]
    watcher = person("watch", link, *LOCAL, home="watcher")
    assert watcher.ends() == 1
    assert "takes no watchers" in watcher.raw.decode()


def test_the_table_of_a_link_is_gone(program, tmp_path) -> None:
    host = program("bot", "--host", new_name(), "--json", *FAST, home="aru")
    link = json.loads(host.stdout.readline())["link"]
    other = link[:-32] + "0" * 32
    one_line(azi(tmp_path / "bek", "bot", "--join", other, *LOCAL), 1, "is gone", "new link")
    someone_else = link.replace(link.split("/")[3], "AAAA-AAAA-AAAA-AAAA-AAAA")
    one_line(azi(tmp_path / "bek", "bot", "--join", someone_else, *LOCAL), 1, "fresh link")


@pytest.mark.parametrize(("target", "told"), [
    ("256.1.1.1:99", "is not an address"), ("10.0.0.1:abc", "is no port"), ("127.0.0.1:70000", "is no port"),
    ("azi://", "an address is missing"), ("/", "is not an address"), ("127.0.0.1:1", "nothing listens"),
    ("http://example.org/x", "is not a link of azi"), ("\u200b", "no table called"),
])
def test_nonsense_to_join(target: str, told: str, person) -> None:
    seat = person("join", target, *LOCAL, "--wait", "0")
    assert seat.ends() == 1
    assert told in seat.sentences
    assert "Traceback" not in seat.sentences
    assert seat.sentences.startswith("looking for the table… azi: ")


def test_nothing_to_join(person) -> None:
    seat = person("join", *LOCAL, "--wait", "0", "no-such-table")
    assert seat.ends() == 1
    assert "no table called no-such-table" in seat.raw.decode()


@pytest.mark.parametrize("words", [["join"], ["watch"]])
def test_without_a_terminal(words: list[str], tmp_path) -> None:
    one_line(azi(tmp_path, *words, *LOCAL), 2, "needs a terminal")
