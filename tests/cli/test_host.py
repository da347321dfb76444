"""`azi host` and `azi join` at two terminals: sit, start, play, die, come back, leave."""

from __future__ import annotations

import json
import signal
import time

import pytest

from tests.cli.program import FAST, LOCAL, azi, new_name, one_line, play_until


def two(person, name: str, *rules: str):
    host = person("host", name, "--name", "Aru", *LOCAL, *rules, home="aru")
    host.sees("Waiting for somebody")
    guest = person("join", name, "--name", "Bek", *LOCAL, "--wait", "60", home="bek")
    guest.sees("Bek (you)")
    return host, guest


def test_a_hand_between_two_and_a_goodbye(person, tmp_path) -> None:
    name = new_name()
    host = person("host", name, "--name", "Aru", *LOCAL, home="aru")
    host.sees("azi://127.0.0.1:")
    assert f"azi join {name}" in host.display
    assert "█▀▀▀▀▀█" in host.display       # a corner of the QR code
    guest = person("join", name, "--name", "Bek", *LOCAL, "--wait", "60", home="bek")
    host.sees("[s] start the hand")
    assert "Bek" in host.display
    host.presses("s")
    play_until("wins the pot of", host, guest)
    host.sees("wins the pot of")
    guest.sees("wins the pot of")
    guest.presses("q")
    guest.sees("[y] leave", "[n] now")
    guest.presses("y" if "[y] leave" in guest.display else "n")
    assert guest.ends() == 0
    assert "You have " in guest.tail
    host.sees("Bek is not linked any more", "leaves after this hand", "Waiting for somebody")
    record = tmp_path / "while-running.azi"
    assert azi(tmp_path / "aru", "record", "--out", str(record)).returncode == 0     # its node runs
    assert azi(tmp_path / "aru", "verify", str(record)).returncode == 0


def test_killed_in_a_hand_each_goes_on_with_it(person) -> None:
    name = new_name()
    host, guest = two(person, name)
    host.sees("[s] start")
    host.presses("s")
    guest.sees("bidding")
    code = guest.display.split("code ")[1][:7]
    host.dies()
    guest.sees("Aru is not linked any more")
    host = person("host", name, "--name", "Aru", *LOCAL, home="aru")
    host.sees("at the hand where it stood")
    assert f"code {code}" in host.display
    guest.sees("Aru is linked again")

    guest.dies()
    host.sees("Bek is not linked any more")
    guest = person("join", *LOCAL, "--wait", "60", "--name", "Bek", home="bek")
    guest.sees(f"code {code}")
    play_until("wins the pot of", host, guest)
    guest.sees("wins the pot of")


def test_the_guest_waits_where_the_host_is_away(person) -> None:
    host, guest = two(person, new_name())
    host.sees("[s] start")
    host.presses("s")
    guest.sees("bidding")
    code = guest.display.split("code ")[1][:7]
    host.dies()
    guest.dies()
    guest = person("join", *LOCAL, "--wait", "0", "--name", "Bek", home="bek")
    guest.sees("where you last sat")
    assert f"code {code}" in guest.display


def test_a_signal_gives_the_terminal_back(person) -> None:
    host = person("host", new_name(), *LOCAL)
    host.sees("Waiting for somebody")
    begun = time.monotonic()
    assert host.ends(signal.SIGTERM) == 128 + signal.SIGTERM
    assert time.monotonic() - begun < 10     # 2 s by itself; machines of tests are busy
    assert host.tail.strip() == "azi: stopped"


def test_start_at_starts_without_a_key(person, program) -> None:
    name = new_name()
    host = person("host", name, "--name", "Aru", "--start-at", "2", *LOCAL)
    host.sees("Waiting for somebody")
    program("bot", "--join", name, "--hands", "1", *FAST, home="bot")
    host.sees("hand 1")


def test_by_invitation(person, program, tmp_path) -> None:
    name = new_name()
    host = person("host", name, "--seating", "invite", "--name", "Aru", *LOCAL, home="aru")
    host.sees("Waiting for somebody")
    one_line(azi(tmp_path / "bek", "bot", "--join", name, *FAST), 1, "by invitation")
    key = json.loads(azi(tmp_path / "bek", "whoami", "--json").stdout)["key"]
    invited = azi(tmp_path / "aru", "invite", key)
    assert invited.returncode == 0, invited.stderr
    program("bot", "--join", name, "--invitation", invited.stdout.strip(), "--name", "Bek", *FAST, home="bek")
    host.sees("[s] start the hand")
    other = json.loads(azi(tmp_path / "cem", "whoami", "--json").stdout)["key"]
    assert other != key
    # another's invitation seats nobody
    program("bot", "--join", name, "--invitation", invited.stdout.strip(), "--name", "Cem", *FAST, home="cem")
    host.presses("s")
    host.sees("hand 1")
    assert "Bek" in host.display
    assert "Cem" not in "".join(line for line in host.display.splitlines() if " 990 " in line)


def test_half_of_it_gone_a_new_table_carries_the_stacks_on(person, program) -> None:
    name = new_name()
    host = person("host", name, "--name", "Aru", "--start-at", "2", *LOCAL, home="aru")
    host.sees("Waiting for somebody")
    program("bot", "--join", name, "--hands", "1", "--name", "Bek", *FAST, home="bek")
    play_until("wins the pot of", host)
    host.presses("\x03\x03")
    assert host.ends() == 0
    chips = host.tail.split("You have ")[1].split()[0]
    host = person("host", name, "--go-on", "--ante", "50", *LOCAL, home="aru")
    host.sees("no hand yet")
    assert chips != "1000"
    assert chips in host.display
    assert "Aru (you)" in host.display       # as before, without being told again
    host.sees("Its rules are those of the table that it goes on from.")


def test_heads_up_and_the_other_gone_the_screen_says_what_to_type(person) -> None:
    name = new_name()
    host, guest = two(person, name, "--turn-seconds", "0")
    host.sees("[s] start")
    host.presses("s")
    play_until("wins the pot of", host, guest)
    play_until("bidding", host, guest)
    guest.dies()
    waits = "Bek is not linked, and between two no vote helps"
    play_until(waits, host)
    assert f"press Ctrl-C twice and type azi host {name} --go-on: a new table, with the stacks" in host.sentences
    host.presses("\x03\x03")
    assert host.ends() == 0
    host = person("host", name, "--go-on", *LOCAL, home="aru")
    host.sees("no hand yet")
    assert waits not in host.display


def test_address_link_and_code_during_a_hand(person) -> None:
    host, guest = two(person, new_name())
    host.sees("[s] start")
    host.presses("s")
    guest.sees("bidding")
    code = guest.display.split("code ")[1][:7]
    guest.presses("i")
    guest.sees(f"The table's code is {code}")
    guest.sees("azi join 127.0.0.1:")
    assert "\nazi://127.0.0.1:" in guest.display
    assert "[any key] back to the table" in guest.display
    guest.presses("x")
    guest.sees("bidding")


def test_who_lets_his_time_run_out_reads_what_it_cost_and_how_to_come_back(person, program) -> None:
    name = new_name()
    host = person("host", name, "--name", "Aru", "--start-at", "2", "--turn-seconds", "5", *LOCAL, home="aru")
    host.sees("Waiting for somebody")
    program("bot", "--join", name, "--name", "Bek", *FAST, home="bek")
    host.sees("Your time ran out: ")
    assert "You sit out from the next hand on, until you press o." in host.sentences
    assert "[o] play again" in host.display
    host.presses("o")
    host.sees("[o] sit out")
    assert "Your time ran out" not in host.display


def test_without_a_terminal(tmp_path) -> None:
    one_line(azi(tmp_path, "host", "x", *LOCAL), 2, "azi bot --host")


@pytest.mark.parametrize(("words", "told"), [
    (["\u200b"], "the table name is empty"),
    (["x" * 64], "the table name is too long: at most 63 bytes fit"),
    (["x", "--name", "ж" * 32], "the nickname is too long: at most 63 bytes fit"),
    (["x", "--name", ""], "the nickname is empty"),
])
def test_a_name_that_is_none(words: list[str], told: str, person) -> None:
    seat = person("host", *words, *LOCAL)
    assert seat.ends() == 1
    assert told in seat.sentences
