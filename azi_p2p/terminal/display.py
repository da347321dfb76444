"""Lines of text onto a terminal: the other screen, no flicker, colours as the terminal has them; no layout."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, Self

from rich.console import Console
from rich.text import Text

from azi_p2p.terminal.glyphs import glyphs_for
from azi_p2p.terminal.outlet import Outlet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from azi_p2p.terminal.glyphs import Glyphs

_ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[2J"
"""The alternate screen, without a cursor, cleared."""

_LEAVE: Final = "\x1b[?25h\x1b[?1049l"
_HOME: Final = "\x1b[H"
_TO_LINE_END: Final = "\x1b[K"
_BELOW: Final = "\x1b[J"
_HOLD: Final = "\x1b[?2026h"
"""Synchronized update: terminals that know it show a frame at once; others ignore it."""

_RELEASE: Final = "\x1b[?2026l"


class Display:
    """The screen of one terminal while the context is open. On a terminal without cursor movement (TERM=dumb)
    frames follow one another.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdout if stream is None else stream
        self._console = Console(file=self._stream, highlight=False, markup=False, emoji=False, soft_wrap=False)
        self.glyphs: Glyphs = glyphs_for(self._stream.encoding)
        self._last = ""
        self._outlet: Outlet | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in cells, as the terminal is now."""
        return self._console.size.width, self._console.size.height

    def __enter__(self) -> Self:
        self.enter()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def enter(self) -> None:
        """Take the screen; again after a stop."""
        self._last = ""
        self._stream.flush()
        self._outlet = Outlet(self._stream)
        if not self._console.is_dumb_terminal:
            self._write(_ENTER)

    def leave(self) -> None:
        """Give the screen back as it was."""
        if not self._console.is_dumb_terminal:
            self._write(_LEAVE)
        if self._outlet is not None:
            self._outlet.close()
            self._outlet = None

    def forget(self) -> None:
        """Draw the next frame even if it is the same: the terminal was resized or written over."""
        self._last = ""

    def show(self, draw: Callable[[int, int, Glyphs], Sequence[Text]]) -> None:
        """Draw a frame for the size of this moment, if it differs from the last one.

        A terminal that has not taken the last one yet gets none: it is drawn with a later call.
        """
        if self._outlet is None or not self._outlet.is_free:
            return
        width, height = self.size
        frame = self._styled(draw(width, height, self.glyphs))
        if frame == self._last:
            return
        self._last = frame
        if self._console.is_dumb_terminal:
            self._write(frame + "\n")
            return
        body = frame.replace("\n", f"{_TO_LINE_END}\r\n")
        self._write(f"{_HOLD}{_HOME}{body}{_TO_LINE_END}{_BELOW}{_RELEASE}")

    def _styled(self, lines: Sequence[Text]) -> str:
        with self._console.capture() as capture:
            self._console.print(Text("\n").join(lines), end="", no_wrap=True, overflow="crop", crop=True)
        return capture.get()

    def _write(self, text: str) -> None:
        if self._outlet is not None:
            self._outlet.write(text)
