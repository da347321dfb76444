"""Keys out of bytes in any pieces; the terminal is restored."""

from __future__ import annotations

import asyncio
import os
import pty
import termios

import pytest

from azi_p2p.terminal.keyboard import MAX_SEQUENCE, Decoder, Keyboard


@pytest.mark.parametrize(("data", "keys"), [
    (b"aZ1", ["a", "Z", "1"]),
    (b"\r\n\x7f\x08", ["enter", "enter", "backspace", "backspace"]),
    (b"\x03\x04\x0c\x1a\x15", ["ctrl-c", "ctrl-d", "ctrl-l", "ctrl-z", "ctrl-u"]),
    ("жі".encode(), ["ж", "і"]),
    (b"\x1b[A\x1bOBx", ["up", "down", "x"]),
    (b"\x1b[1;5Cx", ["x"]),
    (b"\x1b[200~x", ["x"]),
    (b"\x1bfx", ["x"]),
    (b"\x1b\x1b[A", ["escape", "up"]),
    (b"\x1b[\x03", ["ctrl-c"]),
    (b"\x00\x01\xff\xfe", []),
])
def test_decoder(data: bytes, keys: list[str]) -> None:
    assert Decoder().feed(data) == keys
    decoder = Decoder()
    assert [key for byte in data for key in decoder.feed(bytes([byte]))] == keys


def test_lone_escape_waits_for_silence() -> None:
    decoder = Decoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.pending
    assert decoder.flush() == ["escape"]
    assert not decoder.pending
    assert decoder.feed(b"a") == ["a"]


def test_endless_sequence_is_dropped() -> None:
    decoder = Decoder()
    assert decoder.feed(b"\x1b[" + b"1" * MAX_SEQUENCE + b"q") == ["q"]


async def test_keyboard_reads_and_restores() -> None:
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    keys: list[str] = []
    came = asyncio.Event()
    ended = asyncio.Event()

    def on_key(key: str) -> None:
        keys.append(key)
        if key == "escape":
            came.set()

    with Keyboard(on_key, ended.set, descriptor=slave):
        during = termios.tcgetattr(slave)
        assert not during[3] & (termios.ICANON | termios.ECHO | termios.ISIG)
        os.write(master, b"r2\x03\x1b")
        await came.wait()
    assert keys == ["r", "2", "ctrl-c", "escape"]
    assert termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)


async def test_keyboard_tells_of_a_hang_up() -> None:
    master, slave = pty.openpty()
    ended = asyncio.Event()
    with Keyboard(lambda _: None, ended.set, descriptor=slave):
        os.close(master)
        await ended.wait()
    os.close(slave)
