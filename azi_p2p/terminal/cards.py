"""Cards drawn with characters, seven cells wide and five lines high; not which of them may be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azi_p2p.game.cards import Card
    from azi_p2p.terminal.glyphs import Glyphs

CARD_WIDTH: Final = 7
CARD_LINES: Final = 5
_INSIDE: Final = CARD_WIDTH - 2
_RED: Final = "hd"


def face(card: Card, glyphs: Glyphs, *, dim: bool = False) -> list[Text]:
    """A card from its front."""
    rank, sign = str(card)[:-1], glyphs.suit(str(card)[-1])
    inside = [f"{rank}{sign}".ljust(_INSIDE), sign.center(_INSIDE), f"{rank}{sign}".rjust(_INSIDE)]
    return _framed(inside, glyphs, style_of(card, dim=dim))


def back(glyphs: Glyphs) -> list[Text]:
    """A card from behind: its holder has not looked."""
    return _framed([glyphs.back * _INSIDE] * 3, glyphs, "blue")


def style_of(card: Card, *, dim: bool = False) -> str:
    """The colour of a card's suit; its sign says the same without colour."""
    style = "bold red" if str(card)[-1] in _RED else "bold"
    return f"{style} dim" if dim else style


def beside(blocks: Sequence[Sequence[Text]], gap: int = 1) -> list[Text]:
    """Blocks of equally many lines set side by side."""
    lines = []
    for parts in zip(*blocks, strict=True):
        line = Text()
        for index, part in enumerate(parts):
            line.append(" " * gap if index else "")
            line.append_text(part)
        lines.append(line)
    return lines


def under(label: str) -> Text:
    """A line of a card's width below it."""
    return Text(label.center(CARD_WIDTH)[:CARD_WIDTH])


def _framed(inside: Sequence[str], glyphs: Glyphs, style: str) -> list[Text]:
    top_left, top_right, low_left, low_right, across, down = list(glyphs.box)
    rows = [
        f"{top_left}{across * _INSIDE}{top_right}",
        *(f"{down}{row}{down}" for row in inside),
        f"{low_left}{across * _INSIDE}{low_right}",
    ]
    return [Text(row, style=style) for row in rows]
