"""This node's own clock at one table: since when the current step has been waited for. No part of the record."""

from __future__ import annotations

from azi_p2p.table.limits import FREEZE_SECONDS


class Clocks:
    """Times are seconds of the caller's monotonic clock."""

    def __init__(self, now: float) -> None:
        self.now = now
        self.since = now          # the step that is waited for began
        self.awake_since = now    # this node last woke from a sleep (or was started)

    def tick(self, now: float) -> None:
        """Time is `now`. After a long silence this node slept: everybody gets his full time again."""
        if now - self.now > FREEZE_SECONDS:
            self.since = self.awake_since = now
        self.now = max(self.now, now)

    def begin(self, now: float) -> None:
        """A new step is waited for."""
        self.since = now
