"""Keys from a terminal's bytes, and the terminal in key-by-key mode; not what a key means."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import sys
import termios
import tty
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Callable

ESCAPE_SECONDS: Final = 0.05
"""A lone Escape is told from the start of an arrow key by this silence: a sequence comes in one packet."""

READ_BYTES: Final = 1024
"""What is read at once: a paste comes in several reads."""

MAX_SEQUENCE: Final = 16
"""Characters of an escape sequence; real ones are shorter, and a longer one is dropped as noise."""

_NAMED: Final = {
    "\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", "\t": "tab",
    "\x03": "ctrl-c", "\x04": "ctrl-d", "\x0c": "ctrl-l", "\x15": "ctrl-u", "\x1a": "ctrl-z",
}
_SEQUENCES: Final = {
    "[A": "up", "[B": "down", "[C": "right", "[D": "left", "OM": "enter",
    "OA": "up", "OB": "down", "OC": "right", "OD": "left",
}


class Decoder:
    """Bytes in pieces of any size to names of keys: a printable character, or enter, escape, up, ctrl-c..."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self._text = codecs.getincrementaldecoder(encoding)("ignore")
        self._sequence: str | None = None   # what came after Escape so far

    @property
    def pending(self) -> bool:
        """Whether an Escape stands open: call `flush` after ESCAPE_SECONDS of silence."""
        return self._sequence is not None

    def feed(self, data: bytes) -> list[str]:
        """The keys that these bytes complete. Unknown control characters and sequences are dropped."""
        keys: list[str] = []
        for sign in self._text.decode(data):
            keys += self._one(sign)
        return keys

    def flush(self) -> list[str]:
        """The lone Escape that stands open, if one does."""
        alone = self._sequence == ""
        self._sequence = None
        return ["escape"] if alone else []

    def _one(self, sign: str) -> list[str]:
        if self._sequence is None:
            if sign == "\x1b":
                self._sequence = ""
                return []
            if sign in _NAMED:
                return [_NAMED[sign]]
            return [sign] if sign.isprintable() else []
        if sign in ("\x1b", "\x03"):
            before = self.flush()
            return before + self._one(sign)
        self._sequence += sign
        return self._continued()

    def _continued(self) -> list[str]:
        sequence = self._sequence or ""
        if sequence[0] not in "[O":          # Alt and a key: the key alone is not what was meant
            self._sequence = None
            return []
        last = sequence[-1]
        if len(sequence) > 1 and "@" <= last <= "~":
            self._sequence = None
            return [_SEQUENCES[sequence]] if sequence in _SEQUENCES else []
        if len(sequence) > MAX_SEQUENCE:
            self._sequence = None
        return []


class Keyboard:
    """The controlling terminal, key by key and without echo, while the context is open; restored afterwards.

    Needs a running event loop. `on_key` is called with each key's name, in the loop; Ctrl-C comes as a key.
    `on_end` is called once if the terminal is hung up.
    """

    def __init__(
        self, on_key: Callable[[str], None], on_end: Callable[[], None], *, descriptor: int | None = None,
    ) -> None:
        self._on_key = on_key
        self._on_end = on_end
        self._descriptor = sys.stdin.fileno() if descriptor is None else descriptor
        self._decoder = Decoder(sys.stdin.encoding or "utf-8")
        self._timer: asyncio.TimerHandle | None = None
        self._before: list[object] | None = None

    def __enter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._before = list(termios.tcgetattr(self._descriptor))
        self.resume()
        self._loop.add_reader(self._descriptor, self._readable)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.remove_reader(self._descriptor)
        if self._timer is not None:
            self._timer.cancel()
        self.release()

    def resume(self) -> None:
        """Key-by-key mode, with Ctrl-C, Ctrl-Z and Ctrl-D as keys. Again after a stop (SIGCONT)."""
        with contextlib.suppress(termios.error):
            tty.setcbreak(self._descriptor, termios.TCSADRAIN)
            mode = termios.tcgetattr(self._descriptor)
            mode[3] &= ~termios.ISIG
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, mode)

    def release(self) -> None:
        """The terminal as it was before."""
        if self._before is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)  # type: ignore[arg-type]

    def _readable(self) -> None:
        try:
            data = os.read(self._descriptor, READ_BYTES)
        except BlockingIOError:
            return
        except OSError:          # the terminal is gone (EIO)
            data = b""
        if not data:
            self._loop.remove_reader(self._descriptor)
            self._on_end()
            return
        self._give(self._decoder.feed(data))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._decoder.pending:
            self._timer = self._loop.call_later(ESCAPE_SECONDS, lambda: self._give(self._decoder.flush()))

    def _give(self, keys: list[str]) -> None:
        for key in keys:
            self._on_key(key)
