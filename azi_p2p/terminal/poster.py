"""What a waiting table shows to those who are to come: addresses, link and QR code; a pure function of texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import segno
from rich.cells import cell_len
from rich.text import Text

from azi_p2p.terminal.words import wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azi_p2p.terminal.glyphs import Glyphs

QUIET_MODULES: Final = 2
"""Light around a QR code. ISO 18004 wants four; readers take two, and a terminal has few lines."""

_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_DARK_ON_LIGHT: Final = "black on white"
"""Said outright: a reader may not take a code of light modules, as a dark terminal's own colours would give."""


@dataclass(frozen=True, slots=True)
class Poster:
    """`lines` to be read, the text of the QR code (empty: none), and the link, which takes the whole width."""

    lines: tuple[str, ...]
    code: str = ""
    link: str = ""

    def below(self, width: int, glyphs: Glyphs) -> list[Text]:
        """The link, from the left edge on, so that it can be copied."""
        return [Text(part) for part in wrap(glyphs.say(self.link), width)] if self.link else []

    def text(self, width: int, glyphs: Glyphs) -> list[Text]:
        """The lines, wrapped."""
        return [Text(part) for line in self.lines for part in wrap(glyphs.say(line), width)]

    def qr_beside(self, width: int, height: int, least: int, glyphs: Glyphs) -> tuple[list[Text], int]:
        """The QR code where it leaves `least` cells beside it and the link below it, and the width that is left."""
        code = self.qr(glyphs)
        wide = code[0].cell_len + 2 if code else 0
        if len(code) + len(self.below(width, glyphs)) > height or width - wide < least:
            return [], width
        return code, width - wide

    def qr(self, glyphs: Glyphs) -> list[Text]:
        """The QR code, two modules a cell; empty where these signs cannot draw one."""
        return qr_lines(self.code) if self.code and glyphs.full == _HALVES[True, True] else []


def page(poster: Poster, table_code: str, width: int, height: int, least: int, glyphs: Glyphs) -> list[Text]:
    """The table's code, the addresses and the link as a page of their own, during a hand."""
    code, left = poster.qr_beside(width, height, least, glyphs)
    words = f"The table's code is {table_code}: the same on every screen, or somebody sits between you." if (
        table_code) else "The table's code comes with the first deal."
    lines = [*(Text(part) for part in wrap(words, left)), *poster.text(left, glyphs)]
    return [*next_to(lines, code, width), *poster.below(width, glyphs)]


def qr_lines(text: str) -> list[Text]:
    """A QR code of the lowest error correction, which is the smallest. Lines of equal width."""
    matrix = [[bool(module) for module in row] for row in
              segno.make_qr(text, error="l", boost_error=False).matrix_iter(border=QUIET_MODULES)]
    if len(matrix) % 2:
        matrix.append([False] * len(matrix[0]))
    return [
        Text("".join(_HALVES[pair] for pair in zip(upper, lower, strict=True)), style=_DARK_ON_LIGHT)
        for upper, lower in zip(matrix[::2], matrix[1::2], strict=True)
    ]


def next_to(left: Sequence[Text], right: Sequence[Text], width: int) -> list[Text]:
    """Two blocks next to each other, the right one at the right edge of `width` cells."""
    lines = []
    for at in range(max(len(left), len(right))):
        line = left[at].copy() if at < len(left) else Text()
        if at < len(right):
            line.append(" " * (width - cell_len(line.plain) - cell_len(right[at].plain)))
            line.append_text(right[at])
        lines.append(line)
    return lines
