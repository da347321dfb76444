"""What happened at a table as lines to read: events in sentences, standings in words; no layout."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from azi_p2p.game.events import AntePaid, Looked, Played, TrickWon, describe

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from azi_p2p.game.events import Event
    from azi_p2p.terminal.glyphs import Glyphs

STANDING_WORDS: Final = {
    "joining": "sits down with the next hand",
    "folded": "folded",
    "gone": "gone, the cards are dead",
    "out": "not in this hand",
    "away": "away",
    "leaving": "leaves after this hand",
    "cheat": "expelled: signed something false",
}

STAGE_WORDS: Final = {
    "open": "between hands",
    "keys": "dealing: keys",
    "shuffle": "dealing: shuffle",
    "reveal": "dealing: joint seed",
    "shares": "opening cards",
    "discard": "putting a card away",
    "bid": "bidding",
    "play": "tricks",
    "enter": "Azi: who comes in?",
    "closed": "the table is closed",
}

_CARD: Final = re.compile(r"\b(10|[6-9JQKA])([shdc])\b")
_NAME_MARK: Final = 0xE000
"""Names stand as private-use characters until cards have their signs: a player may be called «As»."""


def story(events: Sequence[Event], names: Mapping[int, str], glyphs: Glyphs) -> list[str]:
    """The events as sentences, a line each; all antes share one, and so do the cards of a trick."""
    lines: list[str] = []
    same: list[AntePaid | Looked] = []
    trick: list[str] = []
    for event in events:
        if isinstance(event, AntePaid) or (isinstance(event, Looked) and event.last):
            if same and type(same[0]) is not type(event):
                lines.append(_together(same, names, glyphs))
                same = []
            same.append(event)
            continue
        if same:
            lines.append(_together(same, names, glyphs))
            same = []
        sentence = _sentence(event, names, glyphs)
        if isinstance(event, Played):
            trick.append(sentence.removesuffix("."))
        elif isinstance(event, TrickWon):
            lines.append("; ".join([*trick, sentence]))
            trick = []
        else:
            if trick:
                lines.append("; ".join(trick) + ".")
                trick = []
            lines.append(sentence)
    if same:
        lines.append(_together(same, names, glyphs))
    if trick:
        lines.append("; ".join(trick) + ".")
    return lines


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """`text` in lines of at most `width` cells, broken at spaces; continued lines begin with `indent`."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        candidate = f"{line} {word}" if line.strip() else line + word
        if cell_len(candidate) <= width:
            line = candidate
            continue
        if line.strip():
            lines.append(line)
        line = indent + word if lines else word
        while cell_len(line) > width:
            cut = _cut(line, width)
            lines.append(line[:cut])
            line = indent + line[cut:]
    return [*lines, line]


def listed(words: Iterable[str]) -> str:
    """«a», «a and b», «a, b and c»."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def counted(number: int, one: str, many: str = "") -> str:
    """«1 chip», «2 chips»; `many` where that is not `one` with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _cut(line: str, width: int) -> int:
    """How many characters of `line` fit: at least one beyond a space-only start, so that a loop ends."""
    least = len(line) - len(line.lstrip()) + 1
    fits = max((count for count in range(len(line)) if cell_len(line[:count]) <= width), default=0)
    return max(least, fits)


def _together(events: Sequence[AntePaid | Looked], names: Mapping[int, str], glyphs: Glyphs) -> str:
    """Several who paid the ante, or who looked at the end of the bidding."""
    first = events[0]
    if len(events) == 1:
        return _sentence(first, names, glyphs)
    who = listed(_name(event.chair, names, glyphs) for event in events)
    if isinstance(first, AntePaid):
        return f"{who} pay the ante of {first.chips}."
    return f"{who} look at their cards now that the bidding is over."


def _sentence(event: Event, names: Mapping[int, str], glyphs: Glyphs) -> str:
    marks = {chair: chr(_NAME_MARK + chair) for chair in names}
    text = _CARD.sub(lambda match: match[1] + glyphs.suit(match[2]), describe(event, marks))
    for chair, mark in marks.items():
        text = text.replace(mark, _name(chair, names, glyphs))
    return text


def _name(chair: int, names: Mapping[int, str], glyphs: Glyphs) -> str:
    return glyphs.say(names[chair]) if chair in names else f"seat {chair + 1}"
