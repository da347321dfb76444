"""The way out to a terminal that may take nothing for now (Ctrl-S, a line that hangs); it decides not what is written.

Nobody waits for such a terminal: a node that did would fall silent at its table.
"""

from __future__ import annotations

import contextlib
import io
import os
import select
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import TextIO

LAST_WORDS_S: Final = 0.5
"""For what is still to be written at the end: the sequence that gives the screen back is worth a moment."""


class Outlet:
    """Writes to the stream's terminal through a descriptor of its own, which does not block; to any other stream as it
    is.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._rest = b""
        self._descriptor = _own_descriptor(stream)

    @property
    def is_free(self) -> bool:
        """Has the terminal taken all that was written?"""
        self._push()
        return not self._rest

    def write(self, text: str) -> None:
        """Write it, or what of it the terminal takes now; the rest with the next call."""
        if self._descriptor is None:
            self._stream.write(text)
            self._stream.flush()
            return
        self._rest += text.encode(self._stream.encoding, "replace")
        self._push()

    def close(self) -> None:
        """Let the rest go out, for a moment."""
        if self._descriptor is None:
            return
        deadline = time.monotonic() + LAST_WORDS_S
        while not self.is_free and time.monotonic() < deadline:
            select.select([], [self._descriptor], [], LAST_WORDS_S / 10)
        os.close(self._descriptor)
        self._descriptor = None
        self._rest = b""

    def _push(self) -> None:
        while self._rest and self._descriptor is not None:
            try:
                taken = os.write(self._descriptor, self._rest)
            except BlockingIOError:
                return
            except OSError:      # the terminal is gone: the keyboard tells
                self._rest = b""
                return
            self._rest = self._rest[taken:]


def _own_descriptor(stream: TextIO) -> int | None:
    """The terminal opened anew: to make the one it shares with the shell non-blocking would outlast this program."""
    with contextlib.suppress(OSError, io.UnsupportedOperation, AttributeError):
        return os.open(os.ttyname(stream.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    return None
