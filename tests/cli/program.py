"""azi as a person or a script runs it: processes of their own, homes of their own, on the loopback interface only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Final

import pexpect
import pyte
import pytest

from azi_p2p.node.addresses import loopback_interface

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).resolve().parents[2]
AZI: Final = (sys.executable, "-m", "azi_p2p")
LOCAL: Final = ("--interface", loopback_interface(), "--port", "0")
FAST: Final = (*LOCAL, "--think", "0", "--pause", "0.1", "--wait", "60")
HANG_S: Final = 60
"""Only keeps a failing test from hanging."""


def new_name() -> str:
    """Of a table that no other test has."""
    return f"t{token_hex(4)}"


def environment(home: Path, **more: str) -> dict[str, str]:
    """Of a process with this home; temporary files go beside it, so that a test sees what is left of them."""
    temporary = home.parent / "tmp"
    temporary.mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return kept | {"AZI_HOME": str(home), "TMPDIR": str(temporary), "LANG": "C.UTF-8", "PYTHONUTF8": "1",
                   "TERM": "xterm-256color", **more}


def azi(home: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run it to its end, without a terminal."""
    return subprocess.run(
        [*AZI, *words], env=environment(home, **more), cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False, timeout=HANG_S)


def start(home: Path, *words: str, **options) -> subprocess.Popen[str]:
    """Begin it, without a terminal."""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.Popen([*AZI, *words], env=environment(home), cwd=ROOT, text=True, **pipes)


def one_line(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    """It failed as it should: this exit code, one line on standard error, with these words in it."""
    assert done.returncode == code, done.stderr
    assert done.stderr.startswith("azi: ")
    assert done.stderr.count("\n") == 1
    assert "bug" not in done.stderr
    for word in words:
        assert word in done.stderr


def until(condition: Callable[[], object]) -> None:
    """Wait for it."""
    deadline = time.monotonic() + HANG_S
    while not condition():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.05)


def runs(pid: int) -> bool:
    """Is there such a process (not a dead one that nobody has asked after)?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


def homes_of_bots(beside: Path) -> list[Path]:
    """Temporary homes of the bots that were started with homes in `beside`."""
    return list((beside / "tmp").glob("azi-bot-*"))


class Person:
    """azi in a pseudo-terminal, and what a person would see on it.

    A thread reads all the time, as a terminal does: a program that writes to one that is full waits.
    """

    def __init__(self, home: Path, *words: str, width: int = 80, height: int = 24, **env: str) -> None:
        self.raw = b""
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self._turn = threading.Lock()
        self._ended = threading.Event()
        program, *rest = AZI
        self.child = pexpect.spawn(
            program, [*rest, *words], cwd=str(ROOT), dimensions=(height, width), env=environment(home, **env))
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def display(self) -> str:
        """The lines that are shown now."""
        with self._turn:
            return "\n".join(self._screen.display)

    @property
    def sentences(self) -> str:
        """The same on one line: sentences are broken where the screen ends."""
        return " ".join(self.display.split())

    def sees(self, *texts: str) -> str:
        """Waits until the screen shows one of `texts`; which."""
        deadline = time.monotonic() + HANG_S
        while True:
            ended = self._ended.is_set()
            shown = self.display
            for text in texts:
                if text in shown:
                    return text
            if ended or time.monotonic() > deadline:
                pytest.fail(f"{'it ended' if ended else 'it waits'} without {texts}:\n{shown}")
            time.sleep(0.02)

    def presses(self, keys: str) -> None:
        self.child.send(keys)

    def moves(self) -> bool:
        """Presses what keeps a person in the hand cheaply, if it is his turn, and waits for what comes of it."""
        before = self.display
        for words, keys in _CHEAPLY:
            if "Your turn" in before and words in before:
                self.presses(keys)
                until(lambda: self.display != before)
                return True
        return False

    def ends(self, number: int | None = None) -> int:
        """Its exit code, or minus the signal that ended it; `number` is sent first."""
        if number is not None:
            self.child.kill(number)
        assert self._ended.wait(HANG_S), self.display
        self.child.wait()
        return self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus

    def dies(self) -> None:
        """At once, as when the power goes."""
        assert self.ends(signal.SIGKILL) == -signal.SIGKILL

    def ends_at_last(self) -> None:
        """Gone, with its test."""
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            self.child.wait()      # however long a busy machine takes: pexpect itself gives up after a moment
        self.child.close()

    @property
    def tail(self) -> str:
        """What stood on the terminal at the end, below the screen that it gave back."""
        return self.raw.decode(errors="replace").rpartition("\x1b[?1049l")[2]

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self.child.child_fd, 65536)
            except OSError:      # the other end is closed
                data = b""
            if not data:
                self._ended.set()
                return
            with self._turn:
                self.raw += data
                self._stream.feed(data)


_CHEAPLY: Final = (
    ("[l] look", "l"), ("play a card", "123"), ("[c] call", "c"), ("[r] bet", "r\r"), ("[r] raise", "r\r"),
    ("[d] stay out", "d"))


def play_until(text: str, *persons: Person) -> None:
    """Everybody moves when it is his turn, until the first one sees `text`."""
    def done() -> bool:
        for person in persons:
            person.moves()
        return text in persons[0].display

    until(done)
