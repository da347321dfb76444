"""Record files from the disk."""

from __future__ import annotations

import io
import os
import sys

import pytest

from azi_p2p.cli import record_file
from azi_p2p.cli.faults import Unreadable
from azi_p2p.cli.record_file import load
from protocol.record import read_record
from tests.records import played


def test_a_record(tmp_path) -> None:
    data, _ = played()
    (tmp_path / "r").write_bytes(data)
    assert load(str(tmp_path / "r")) == read_record(data)


def test_what_is_none(tmp_path, monkeypatch) -> None:
    data, _ = played()
    for name, content in (("empty", b""), ("text", b"no record\n"), ("cut", data[:-9]), ("more", data + b"x")):
        (tmp_path / name).write_bytes(content)
    os.mkfifo(tmp_path / "pipe")
    for name in ("empty", "text", "cut", "more", "missing", "pipe", ".", "a\0b", "x" * 5000):
        with pytest.raises(Unreadable) as told:
            load(str(tmp_path / name))
        assert "\n" not in told.value.format_message()
        assert record_file.HINT in told.value.format_message()
    (tmp_path / "r").write_bytes(data)
    monkeypatch.setattr(record_file, "MAX_RECORD_SIZE", len(data) - 1)
    with pytest.raises(Unreadable, match="larger"):
        load(str(tmp_path / "r"))


class Endless(io.RawIOBase):
    """A standard input that never ends, and counts what is taken of it."""

    def __init__(self) -> None:
        self.taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        self.taken += len(buffer)
        return len(buffer)


def piped(monkeypatch, stream) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))


def test_from_standard_input(monkeypatch) -> None:
    data, _ = played()
    piped(monkeypatch, io.BytesIO(data))
    assert load("-") == read_record(data)
    for content in (b"", b"no record\n", data[:-9], data + b"x"):
        piped(monkeypatch, io.BytesIO(content))
        with pytest.raises(Unreadable, match=r"^standard input: "):
            load("-")
    piped(monkeypatch, io.BytesIO())
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    with pytest.raises(Unreadable, match="nothing is piped"):
        load("-")


def test_standard_input_is_bounded(monkeypatch) -> None:
    monkeypatch.setattr(record_file, "MAX_RECORD_SIZE", 100_000)
    endless = Endless()
    piped(monkeypatch, io.BufferedReader(endless))
    with pytest.raises(Unreadable, match="standard input: larger"):
        load("-")
    assert endless.taken < 200_000
