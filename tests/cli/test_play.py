"""`azi play` as a person plays it, in a pseudo-terminal; without one it plays the demo."""

from __future__ import annotations

import re

from tests.cli.program import LOCAL, azi, homes_of_bots, play_until


def test_a_hand_against_a_bot(person, tmp_path) -> None:
    seat = person("play", "--bots", "1", "--name", "Aru")
    seat.sees("The bots are coming")
    play_until("wins the pot of", seat)
    assert "Aru (you)" in seat.display
    assert "Aida" in seat.display
    seat.presses("\x03")
    seat.sees("Ctrl-C again leaves now")
    seat.presses("\x03")
    assert seat.ends() == 0
    assert "You have " in seat.tail
    assert re.search(r"Among 2 nodes on this machine a deal took [1-9]\d* ms \(median\), \d+ ms at most\.", seat.tail)
    assert "Traceback" not in seat.raw.decode(errors="replace")
    assert not homes_of_bots(tmp_path)


def test_its_hands_are_kept_but_not_gone_on_with(person, tmp_path) -> None:
    seat = person("play", "--bots", "1")
    seat.sees("bidding")
    seat.presses("\x03")
    seat.sees("Ctrl-C again")
    seat.presses("\x03")
    assert seat.ends() == 0
    out = tmp_path / "practice.azi"
    assert azi(tmp_path / "home", "record", "--out", str(out)).returncode == 0
    assert azi(tmp_path / "home", "verify", str(out)).returncode == 0
    # its bots are gone: join looks for a table, and does not sit down at this one
    again = person("join", *LOCAL, "--wait", "0")
    assert again.ends() == 1


def test_its_address_page_says_that_it_is_on_this_machine_alone(person) -> None:
    seat = person("play", "--bots", "1")
    seat.sees("bidding")
    seat.presses("i")
    seat.sees("on this machine alone")
    assert "\nazi://127.0.0.1:" in seat.display


def test_leaving_before_the_first_hand(person) -> None:
    seat = person("play", "--bots", "1")
    seat.sees("The bots are coming")
    seat.presses("qy")
    assert seat.ends() == 0
    assert "You have 1000 chips (+0) after 0 hands." in seat.tail
    assert "a deal took" not in seat.tail


def test_without_a_terminal_it_says_so_and_plays_the_demo(tmp_path) -> None:
    done = azi(tmp_path / "home", "play", "--bots", "1")
    assert done.returncode == 0, done.stderr
    assert "no terminal" in done.stderr
    assert "3 hands" in done.stdout
    assert "every proof, rule and chip is right" in done.stdout
