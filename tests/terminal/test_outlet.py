"""A terminal that takes nothing keeps nobody waiting; what it is owed comes once it does."""

from __future__ import annotations

import io
import os
import pty
import termios
import threading
import time

import pytest

from azi_p2p.terminal.outlet import LAST_WORDS_S, Outlet


@pytest.fixture
def terminal():
    """(the end that shows, a stream on the end that a program has)."""
    outer, inner = pty.openpty()
    stream = os.fdopen(inner, "w", encoding="utf-8")
    mode = termios.tcgetattr(inner)
    mode[1] &= ~termios.OPOST
    termios.tcsetattr(inner, termios.TCSANOW, mode)
    yield outer, stream
    stream.close()
    os.close(outer)


def test_written_as_it_is(terminal) -> None:
    outer, stream = terminal
    outlet = Outlet(stream)
    outlet.write("♠ one")
    assert os.read(outer, 100).decode() == "♠ one"
    assert outlet.is_free
    outlet.close()


def test_a_terminal_that_is_not_read_keeps_nobody_waiting(terminal) -> None:
    outer, stream = terminal
    outlet = Outlet(stream)
    text = "".join(f"{number:7}\n" for number in range(40_000))
    outlet.write(text)
    assert not outlet.is_free
    taken: list[bytes] = []
    done = threading.Event()

    def read() -> None:
        while sum(map(len, taken)) < len(text):
            taken.append(os.read(outer, 65536))
        done.set()

    threading.Thread(target=read, daemon=True).start()
    deadline = time.monotonic() + 60
    while not outlet.is_free:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    assert done.wait(60)
    assert b"".join(taken).decode() == text
    outlet.close()


def test_closing_waits_a_moment_only(terminal) -> None:
    _, stream = terminal
    outlet = Outlet(stream)
    outlet.write("x" * 400_000)
    begun = time.monotonic()
    outlet.close()
    assert LAST_WORDS_S <= time.monotonic() - begun < 30
    outlet.close()


def test_the_stream_itself_still_waits(terminal) -> None:
    outlet = Outlet(terminal[1])
    assert os.get_blocking(terminal[1].fileno())
    outlet.close()


def test_a_stream_that_is_no_terminal() -> None:
    stream = io.StringIO()
    outlet = Outlet(stream)
    outlet.write("x")
    assert outlet.is_free
    outlet.close()
    assert stream.getvalue() == "x"
