"""What it cost a player that his time ran out, kept until he is back; the page has the words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azi_p2p.game.events import Bet, Folded
from azi_p2p.game.ran_out import done_for, paid_in

if TYPE_CHECKING:
    from azi_p2p.table.view import View


class RanOut:
    """One player's at one table at a time; `see` every view."""

    def __init__(self) -> None:
        self.told: dict[str, Any] | None = None
        """{"kind": the event's name, "chips": what it cost; 0 where nothing}; None while he is here."""
        self._table: bytes | None = None

    def see(self, view: View | None, *, unattended: bool) -> None:
        """`unattended`: his node acts for him, without his having asked for it."""
        if view is None or not unattended or view.table_id != self._table:
            self.told = None
            self._table = None if view is None else view.table_id
        if view is None or not unattended:
            return
        done = done_for(view.me, view.events)       # None in a later hand, which he sits out
        if done is not None:
            folded = paid_in(view.me, view.events) if isinstance(done, Folded) else 0
            self.told = {"kind": type(done).__name__, "chips": done.paid if isinstance(done, Bet) else folded}
