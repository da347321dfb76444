"""One's own cards of the hands played since the node started: in this process's memory, never on the disk.

The record holds a card only once it has been played. What else one held is nobody's business, so it goes with the
process, as the deal's secrets do.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.game.cards import TRICKS_OF_A_DEAL
from azi_p2p.game.events import Dealt

if TYPE_CHECKING:
    from azi_p2p.game.cards import Card
    from azi_p2p.table.view import View

MAX_DEALS: Final = 5000
"""Deals remembered: more than a few evenings have; the oldest goes."""

Place = tuple[bytes, int, int]
"""A deal: table id, hand from 1, and the how-manieth turned card of the hand it is, from 1."""


@dataclass(slots=True)
class Held:
    """The cards that were dealt, and those left after one was put away (the same where none was)."""

    dealt: tuple[Card, ...]
    kept: tuple[Card, ...]


class OwnCards:
    """Shown every view; asked by the replay."""

    def __init__(self) -> None:
        self._held: OrderedDict[Place, Held] = OrderedDict()

    def __repr__(self) -> str:
        return f"OwnCards({len(self._held)} deals)"

    def see(self, view: View) -> None:
        """The view of the moment."""
        cards = tuple(one.card for one in view.cards)
        if len(cards) < TRICKS_OF_A_DEAL:
            return      # some are on the table already: known from the record, or played before this node started
        deal = sum(isinstance(event, Dealt) for event in view.events)
        place = (view.table_id, view.hand_number, deal)
        held = self._held.get(place)
        if held is None:
            self._held[place] = Held(cards, cards)
            while len(self._held) > MAX_DEALS:
                self._held.popitem(last=False)
        elif len(cards) < len(held.kept):
            held.kept = cards

    def held(self, table_id: bytes, hand: int, deal: int) -> Held | None:
        """What was held in this deal; None where this process did not see it."""
        return self._held.get((table_id, hand, deal))

    def forget(self, table_id: bytes) -> None:
        """Everything of a table."""
        for place in [place for place in self._held if place[0] == table_id]:
            del self._held[place]
