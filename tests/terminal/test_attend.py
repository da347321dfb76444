"""A person at a table in a real pseudo-terminal: plays, talks, asks, resizes, stops, leaves."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pyte
import pytest

ROOT = Path(__file__).resolve().parents[2]


class Terminal:
    """A child in a pseudo-terminal, and what a person would see on it."""

    def __init__(self, *, width: int = 80, height: int = 24, shell: bool = False, **env: str) -> None:
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        program, *words = ["bash", "--norc", "-i"] if shell else [sys.executable, "-m", "tests.terminal.seat_of_one"]
        self.child = pexpect.spawn(
            program, words, cwd=str(ROOT), dimensions=(height, width),
            env={"PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUTF8": "1", **env},
        )

    def shows(self, text: str) -> bool:
        """Reads until the screen shows `text`; False when the child has ended without it."""
        while text not in "\n".join(self.screen.display):
            try:
                data = self.child.read_nonblocking(65536, timeout=60)
            except pexpect.EOF:
                return text in "\n".join(self.screen.display)
            except pexpect.TIMEOUT:
                pytest.fail(f"no {text!r} on the screen:\n" + "\n".join(self.screen.display))
            self.raw += data
            self._stream.feed(data)
        return True

    def press(self, keys: str) -> None:
        self.child.send(keys)

    def starts_a_hand(self) -> None:
        self.press("s")
        assert self.shows("Your turn")

    def ends(self) -> int | None:
        self.shows("\0")
        self.child.close()
        return self.child.exitstatus


@pytest.fixture
def terminal():
    opened: list[Terminal] = []

    def open_terminal(*, shell: bool = False, **settings) -> Terminal:
        seat = Terminal(shell=shell, **settings)
        opened.append(seat)
        if shell:
            seat.press(f"{sys.executable} -m tests.terminal.seat_of_one\r")
        assert seat.shows("[s] start the hand")
        return seat

    yield open_terminal
    for one in opened:
        one.child.close(force=True)


def test_a_hand_is_played_and_won(terminal) -> None:
    seat = terminal()
    seat.starts_a_hand()
    assert seat.shows("│A♥   │")
    seat.press("r2")
    assert seat.shows("It must be at least 10.")
    seat.press("0\r")
    assert seat.shows("[1 2 3] play a card")
    seat.press("1")
    assert seat.shows("Aru wins trick 1")
    seat.press("1")
    assert seat.shows("Aru wins the pot of")
    seat.press("q")
    assert seat.shows("You are in no hand")
    seat.press("y")
    assert seat.ends() == 0
    assert b"left in good order" in seat.raw
    assert seat.raw.endswith(b"left in good order\r\n")
    assert b"\x1b[?1049l" in seat.raw


def test_interrupt_asks_and_leaves_the_second_time(terminal) -> None:
    seat = terminal()
    seat.starts_a_hand()
    seat.press("\x03")
    assert seat.shows("the 10 chips you have in it stay in the pot")
    seat.press("\x03")
    assert seat.ends() == 0
    assert b"Traceback" not in seat.raw


def test_what_the_table_refuses_is_said(terminal) -> None:
    seat = terminal()
    assert seat.shows("[o] sit out")
    seat.press("o")
    assert seat.shows("not at this table")


def test_talk_and_resize(terminal) -> None:
    seat = terminal()
    assert seat.shows("[t] talk")
    seat.press("thello\r")
    assert seat.shows("Aru: hello")
    seat.screen.resize(24, 60)
    seat.screen.reset()
    seat.child.setwinsize(24, 60)
    assert seat.shows("─" * 60)
    assert seat.shows("Aru: hello")


def test_letters_for_suits_and_no_colour(terminal) -> None:
    seat = terminal(PYTHONIOENCODING="ascii", NO_COLOR="1")
    seat.starts_a_hand()
    assert seat.shows("|Ah   |")
    assert seat.shows("trump 9h")
    assert max(seat.raw) < 128
    assert b"\x1b[31" not in seat.raw
    assert b"\x1b[1;31" not in seat.raw


def test_stop_and_continue_under_a_shell(terminal) -> None:
    seat = terminal(shell=True)
    seat.press("\x1a")
    assert seat.shows("Stopped")
    seat.press("echo ech''oed\r")
    assert seat.shows("echoed")
    seat.screen.reset()
    seat.press("fg\r")
    assert seat.shows("[s] start the hand")
    seat.starts_a_hand()


def test_hang_up_ends_it(terminal) -> None:
    seat = terminal()
    seat.child.close(force=False)
    assert not seat.child.isalive()
