"""How long deals take, seen from one node: from the first keys of a deal until its trump is turned; no clock here."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from azi_p2p.table.kinds import Stage

if TYPE_CHECKING:
    from azi_p2p.table.chain import Chain

MAX_KEPT: Final = 4096
"""Deals remembered: more than an evening has."""


class DealTimes:
    """`milliseconds` of each deal that this node saw from its first keys on, in order; void deals are not counted."""

    def __init__(self) -> None:
        self.milliseconds: deque[float] = deque(maxlen=MAX_KEPT)
        self._number = 0
        self._begun: float | None = None

    def see(self, chain: Chain, now: float) -> None:
        """The chain as it is at `now` (seconds); call after every change."""
        state = chain.state
        if state.deals != self._number:
            self._number, self._begun = state.deals, None
        if self._begun is None:
            place = chain.places.get(state.parent)
            if state.stage is Stage.KEYS and place is not None and place.entries:
                self._begun = now
        elif state.dealt():
            self.milliseconds.append((now - self._begun) * 1e3)
            self._begun = None
