"""The lines that show the seats: who, how many chips, what counts, how far the deal's proofs are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

from azi_p2p.terminal.words import STANDING_WORDS, counted

if TYPE_CHECKING:
    from azi_p2p.table.view import DealProgress, SeatView, View
    from azi_p2p.terminal.glyphs import Glyphs

BADGE_WIDTH: Final = 4
LONGEST_NAME: Final = 18
SHORTEST_NAME: Final = 8
WIDE: Final = 72
"""Cells from which each seat's result is shown beside its stack."""

_PARTS: Final = (("key", "keys"), ("shuffle", "shuffles"), ("seed", "reveals"), ("cards", "shares"))
_PLAYING: Final = ("playing", "leaving")


def seat_lines(view: View, width: int, glyphs: Glyphs) -> list[Text]:
    """One line a seat, in clockwise order, those joining last."""
    chips = max((len(_chips(seat, width)) for seat in view.seats), default=0)
    name = max(SHORTEST_NAME, min(LONGEST_NAME, width // 4))
    return [_line(view, seat, width, name, chips, glyphs) for seat in view.seats]


def _line(view: View, seat: SeatView, width: int, name: int, chips: int, glyphs: Glyphs) -> Text:
    mark = glyphs.turn if seat.due else " "
    chair = str(seat.chair + 1) if seat.chair >= 0 else " "
    mine = seat.key == view.my_key
    shown = f"{glyphs.fit(seat.name, name - 6).rstrip()} (you)" if mine else seat.name
    left = f"{mark} {chair} {glyphs.fit(shown, name)} {glyphs.fit(seat.badge, BADGE_WIDTH)} "
    left += f"{_chips(seat, width):>{chips}}  "
    progress = view.progress
    if progress is not None and not progress.dealt and seat.chair in progress.seats:
        right = _ticks(progress, seat.chair, width - 40 >= len("key x  shuffle x  seed x  cards x"), glyphs)
    else:
        right = f" {glyphs.dot} ".join(_facts(view, seat))
    whole = left + right
    line = Text(whole if cell_len(whole) <= width else glyphs.fit(whole, width))
    if seat.due:
        line.stylize("bold")
    elif seat.standing not in (*_PLAYING, "seated"):
        line.stylize("dim")
    return line


def _chips(seat: SeatView, width: int) -> str:
    return f"{seat.stack} ({seat.result:+d})" if width >= WIDE else str(seat.stack)


def _facts(view: View, seat: SeatView) -> list[str]:
    """What is to be said of a seat, the most pressing first: a narrow screen cuts the end."""
    facts: list[str] = []
    if seat.due and seat.seconds_left is not None:
        facts.append(f"{-int(-max(0.0, seat.seconds_left) // 1)} s")
    if not seat.connected and seat.key != view.my_key and seat.standing != "cheat":
        facts.append("no link")
    if seat.standing in STANDING_WORDS:
        facts.append(STANDING_WORDS[seat.standing])
    if seat.standing in _PLAYING and str(view.stage) not in ("open", "closed"):
        if seat.blind:
            facts.append("blind")
        if seat.short:
            facts.append("short")
        if seat.tricks:
            facts.append(counted(seat.tricks, "trick"))
        if seat.chair == view.leader and str(view.stage) == "play":
            facts.append("leads")
    if seat.paid:
        facts.append(f"paid {seat.paid}")
    if seat.stake:
        facts.append(f"counts {seat.stake}")
    return facts


def _ticks(progress: DealProgress, chair: int, wide: bool, glyphs: Glyphs) -> str:
    """Which parts of this seat in the deal have been checked."""
    parts = []
    for label, field in _PARTS:
        done = chair in getattr(progress, field)
        sign = glyphs.done if done else glyphs.open
        parts.append(f"{label} {sign}" if wide else f"{label[:4]}{sign}")
    return ("  " if wide else " ").join(parts)
