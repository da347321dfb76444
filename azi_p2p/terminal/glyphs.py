"""The signs that a terminal's encoding can show, and text from strangers made harmless; no layout.

What a peer named itself or said is printed as text: no escape sequence, no invisible or right-to-left
control, no pile of accents reaches the terminal, and nothing the encoding lacks.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size

if TYPE_CHECKING:
    from azi_p2p.game.cards import Card

MAX_MARKS: Final = 2
"""Combining marks kept after one character: Vietnamese needs two; a heap covers other lines."""

MAX_SHOWN: Final = 400
"""Characters looked at in a text from a peer: five lines of 80, and more is never shown."""

RED_SUITS: Final = "hd"


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs, every one a single cell wide, all encodable in `encoding`."""

    encoding: str
    suits: tuple[tuple[str, str], ...]   # letter -> sign
    box: str                             # top left, top right, bottom left, bottom right, across, down
    back: str                            # fills a card seen from behind
    turn: str                            # before the seat whose turn it is
    done: str                            # a part of the deal that is checked
    open: str                            # one that is still awaited
    dot: str                             # between facts on a line
    full: str                            # of a bar
    empty: str
    ellipsis: str
    dash: str

    def suit(self, letter: str) -> str:
        """The sign of a suit given by its letter."""
        return dict(self.suits)[letter]

    def card(self, card: Card) -> str:
        """A card in running text: its rank and its suit's sign, two or three cells."""
        text = str(card)
        return text[:-1] + self.suit(text[-1])

    def say(self, text: str) -> str:
        """Text from anywhere as one harmless line that the terminal can show."""
        return _encodable(_printable(text), self.encoding)

    def fit(self, text: str, width: int) -> str:
        """`say(text)` in exactly `width` cells: cut with an ellipsis, or filled with spaces."""
        said = self.say(text)
        if cell_len(said) > width:
            said = set_cell_size(said, max(0, width - 1)) + self.ellipsis
        return set_cell_size(said, width)

    def own(self, text: str) -> str:
        """One of our own sentences, whose typographic signs this terminal may lack."""
        return _encodable(text.replace("…", self.ellipsis).replace("·", self.dot), self.encoding)


UNICODE: Final = Glyphs(
    encoding="utf-8",
    suits=(("s", "♠"), ("h", "♥"), ("d", "♦"), ("c", "♣")),
    box="┌┐└┘─│", back="░", turn="▶", done="✓", open="·", dot="·",
    full="█", empty="░", ellipsis="…", dash="–",
)

ASCII: Final = Glyphs(
    encoding="ascii",
    suits=(("s", "s"), ("h", "h"), ("d", "d"), ("c", "c")),
    box="++++-|", back=":", turn=">", done="x", open=".", dot="-",
    full="#", empty=".", ellipsis="~", dash="-",
)


def glyphs_for(encoding: str | None) -> Glyphs:
    """The richest set that a stream of this encoding can carry; ASCII signs where it is unknown."""
    signs = "".join(sign for _, sign in UNICODE.suits) + UNICODE.box + "░▶✓·█…–"
    try:
        signs.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return _ascii_in(encoding)
    return UNICODE


def _ascii_in(encoding: str | None) -> Glyphs:
    """The ASCII signs, while names may still use what the encoding has (Cyrillic in KOI8-R, say)."""
    try:
        "a".encode(encoding or "ascii")
    except LookupError:
        return ASCII
    return replace(ASCII, encoding=encoding or "ascii")


def _printable(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text[:MAX_SHOWN]):
        category = unicodedata.category(sign)
        if category.startswith("M"):
            marks += 1
            if marks > MAX_MARKS or not kept:
                continue
        elif category in ("Cc", "Zl", "Zp", "Zs"):
            sign, marks = " ", 0  # noqa: PLW2901  a line break or tab still separates words
        elif category.startswith("C"):
            continue
        else:
            marks = 0
        kept.append(sign)
    return "".join(kept)


def _encodable(text: str, encoding: str) -> str:
    return text.encode(encoding, "replace").decode(encoding)
