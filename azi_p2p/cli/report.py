"""What a demo says of the table that it played: a line a hand, and the figures at the end; it measures nothing."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from azi_p2p.game.events import Azi, HandWon
from azi_p2p.terminal.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from azi_p2p.game.events import Event
    from azi_p2p.terminal.glyphs import Glyphs


@dataclass(frozen=True, slots=True)
class DemoReport:
    """The figures of a demo. Times are milliseconds; `record` is the file's path."""

    ok: bool
    seats: int
    hands: int
    deal_ms: tuple[float, ...]    # each deal, from the first key to the turned trump
    record: str
    entries: int
    bytes: int
    verify_ms: float
    error: str = ""

    def plain(self) -> dict[str, Any]:
        """One JSON object: ok, seats, hands, deals, deal_ms {median, max}, record, entries, bytes, verify_ms, error."""
        times = self.deal_ms
        return {
            "ok": self.ok, "seats": self.seats, "hands": self.hands, "deals": len(times),
            "deal_ms": {
                "median": round(median(times), 1) if times else None, "max": round(max(times), 1) if times else None,
            },
            "record": self.record, "entries": self.entries, "bytes": self.bytes,
            "verify_ms": round(self.verify_ms, 1), "error": self.error or None,
        }

    def lines(self) -> list[str]:
        """The same to read."""
        deals, nodes = counted(len(self.deal_ms), "deal"), counted(self.seats, "node")
        lines = [f"{counted(self.hands, 'hand')}, {deals} among {nodes}"]
        if self.deal_ms:
            lines.append(deal_line(self.deal_ms))
        entries = counted(self.entries, "entry", "entries")
        lines.append(f"record: {self.record}, {entries}, {counted(self.bytes, 'byte')}")
        if self.ok:
            lines.append(f"verified from nothing in {self.verify_ms:.0f} ms: every proof, rule and chip is right")
        else:
            lines.append(f"NOT right: {self.error}")
        return lines


def deal_line(deal_ms: Sequence[float]) -> str:
    """What deals took; there is at least one."""
    return f"a deal took {median(deal_ms):.0f} ms (median), {max(deal_ms):.0f} ms at most"


def hand_line(number: int, events: Sequence[Event], names: Mapping[int, str], glyphs: Glyphs) -> str:
    """A finished hand in one line: who won how much, and how often it was Azi."""
    azi = sum(isinstance(event, Azi) for event in events)
    won = next((event for event in reversed(events) if isinstance(event, HandWon)), None)
    if won is None:
        return f"hand {number}: not finished"
    part = dict(won.payouts)[won.chair]
    of_pot = f"the pot of {won.pot}" if part == won.pot else f"{part} of the pot of {won.pot}"
    name = glyphs.say(names.get(won.chair, f"seat {won.chair + 1}"))
    return f"hand {number}: {name} wins {of_pot}" + (f" after {counted(azi, 'Azi', 'Azi')}" if azi else "")
