"""What was done for a player whose time ran out, read from a hand's events; not the doing of it, nor words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.game.events import (
    AntePaid,
    Bet,
    Called,
    DealVoid,
    Declined,
    Discarded,
    EntryPaid,
    Folded,
    Looked,
    OpenedShort,
    Played,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azi_p2p.game.events import Event

Done = Folded | Bet | Looked | Discarded | Played | Declined
"""What a node does for its player: a fold where he may, else the least that the rules let him do."""


def done_for(chair: int | None, events: Iterable[Event]) -> Done | None:
    """The last thing done for this player in the hand so far, if his time ran out; None: nothing."""
    done = None
    for event in events:
        match event:
            case Looked(last=True):
                pass        # when the bidding ends, everybody looks
            case Folded() | Bet() | Looked() | Discarded() | Played() | Declined() if event.chair == chair:
                done = event
            case _:
                pass
    return done


def paid_in(chair: int | None, events: Iterable[Event]) -> int:
    """What this player has put into the pot in the hand so far."""
    paid = 0
    for event in events:
        match event:
            case AntePaid(chips=chips) | EntryPaid(chips=chips) | OpenedShort(paid=chips) if event.chair == chair:
                paid += chips
            case (Bet() | Called()) if event.chair == chair:
                paid += event.paid
            case DealVoid(_, refunds):
                paid -= sum(chips for other, chips in refunds if other == chair)
    return paid
