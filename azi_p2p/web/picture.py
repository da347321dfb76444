"""The table drawn from a hand's events, one after the other, for the replay; it applies no rule and checks nothing.

Every event says the chips that it moves (game/events.py), so stacks and pot follow by adding up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azi_p2p.game.cards import is_shokha
from azi_p2p.game.events import (
    AntePaid,
    Azi,
    Bet,
    Called,
    Dealt,
    DealVoid,
    Declined,
    Discarded,
    EntryPaid,
    Folded,
    Forfeited,
    HandWon,
    Leads,
    Looked,
    OpenedShort,
    Played,
    TrickWon,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from azi_p2p.game.cards import Card
    from azi_p2p.game.events import Event
    from azi_p2p.game.options import Options


@dataclass(slots=True)
class SeatPicture:
    """One chair in the replay."""

    chair: int
    stack: int
    paid: int = 0
    stake: int = 0
    standing: str = "out"
    blind: bool = False
    short: bool = False
    was_short: bool = False        # when this deal began: what is void does not count
    cards: int = 0
    tricks: int = 0


@dataclass(slots=True)
class Picture:
    """The table after some events of a hand."""

    options: Options
    seats: dict[int, SeatPicture]
    pot: int = 0
    level: int = 0
    deal: int = 0
    trump: Card | None = None
    leader: int | None = None
    opener: int | None = None
    stage: str = "keys"            # as in a view
    trick: list[tuple[int, Card]] = field(default_factory=list)
    winner: int | None = None      # of the trick that lies there, or of the hand
    out: set[int] = field(default_factory=set)   # of this hand for good
    entered: set[int] = field(default_factory=set)

    @classmethod
    def begin(cls, options: Options, stacks: Mapping[int, int]) -> Picture:
        """Before the antes, with the stacks by chair."""
        return cls(options, {chair: SeatPicture(chair, stack) for chair, stack in sorted(stacks.items())})

    def take(self, event: Event) -> None:
        """Draw what has happened."""
        if self.winner is not None and not isinstance(event, TrickWon | HandWon):
            self.trick, self.winner = [], None
        match event:
            case Dealt(number, trump, opener):
                self._deal(number, trump, opener)
            case Looked(chair, last):
                self.seats[chair].blind = False
                if last:
                    self._end_bidding()
            case Discarded(chair):
                self.seats[chair].cards -= 1
            case Folded(chair, _):
                self._stand_out(chair, "folded")
            case Forfeited(chair):
                self._stand_out(chair, "gone")
                self.out.add(chair)
            case Leads(chair):
                self.leader, self.stage = chair, "play"
                self._end_bidding()
            case Played(chair, card, _):
                self.trick.append((chair, card))
                self.seats[chair].cards -= 1
            case TrickWon(chair, _, _):
                self.winner = self.leader = chair
                self.seats[chair].tricks += 1
            case Azi(_, _, free):
                self.entered, self.stage = set(free), "enter"
            case Declined(_):
                pass
            case _:
                self._move_chips(event)

    def _move_chips(self, event: Event) -> None:
        match event:
            case AntePaid(chair, chips) | EntryPaid(chair, chips):
                self._pay(chair, chips)
                self.entered.add(chair)
            case OpenedShort(chair, paid):
                self._pay(chair, paid)
                self.seats[chair].short = True
                self.seats[chair].stake += paid
            case Bet():
                self._pay(event.chair, event.paid)
                self.level = self.seats[event.chair].stake = event.level
            case Called(chair, paid, counted, _, short):
                self._pay(chair, paid)
                self.seats[chair].short |= short
                self.seats[chair].stake += counted
            case DealVoid(missing, refunds):
                for chair, chips in refunds:
                    self._pay(chair, -chips)
                self.out |= set(missing)
                for seat in self.seats.values():
                    seat.short = seat.was_short
                self.level, self.stage = 0, "keys"
            case HandWon(chair, _, payouts):
                for other, chips in payouts:
                    self.seats[other].stack += chips
                    self.pot -= chips
                self.winner, self.stage = chair, "open"
            case _:
                pass

    def _pay(self, chair: int, chips: int) -> None:
        self.seats[chair].stack -= chips
        self.seats[chair].paid += chips
        self.pot += chips

    def _deal(self, number: int, trump: Card, opener: int) -> None:
        self.deal, self.trump, self.level, self.leader = number, trump, 0, None
        self.opener, self.stage = opener, "bid"
        for chair, seat in self.seats.items():
            plays = chair in self.entered and chair not in self.out
            seat.standing = "playing" if plays else "gone" if chair in self.out else "out"
            seat.blind, seat.was_short, seat.tricks, seat.stake = plays and self.options.blind, seat.short, 0, 0
            seat.cards = self.options.cards if plays else 0

    def _end_bidding(self) -> None:
        """Whose chips ran out below the level, by another's raise above his bet, is short as well."""
        for seat in self.seats.values():
            seat.short |= seat.standing == "playing" and not seat.stack and seat.stake < self.level

    def _stand_out(self, chair: int, standing: str) -> None:
        seat = self.seats[chair]
        seat.standing, seat.blind, seat.cards = standing, False, 0

    def plain(self) -> dict[str, Any]:
        """The fields of a view (table/view.py) that a picture has; those of its seats, too."""
        lies = [[chair, str(card)] for chair, card in self.trick]
        return {
            "stage": self.stage, "deal_number": self.deal, "pot": self.pot, "level": self.level,
            "trump": None if self.trump is None else str(self.trump),
            "shokha": self.trump is not None and is_shokha(self.trump), "opener": self.opener, "leader": self.leader,
            "trick": lies, "last_trick": [], "last_trick_winner": self.winner if lies else None,
            "seats": [
                {"chair": seat.chair, "stack": seat.stack, "paid": seat.paid, "stake": seat.stake,
                 "standing": seat.standing, "blind": seat.blind, "short": seat.short, "cards": seat.cards,
                 "tricks": seat.tricks, "connected": True, "due": False, "seconds_left": None}
                for seat in self.seats.values()],
        }
