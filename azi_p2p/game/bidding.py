"""The bidding of one deal: whose turn it is and what a bid costs; not what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azi_p2p.game.chairs import clockwise_after, clockwise_from, seat_from
from azi_p2p.game.events import Bet, Called, Event, OpenedShort

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azi_p2p.game.options import Options
    from azi_p2p.game.pot import Pot


def price(counts: int, blind: bool) -> int:
    """Chips for a bid that counts `counts`: half, rounded up, for one who has not looked."""
    return (counts + 1) // 2 if blind else counts


class Bidding:
    """Who bids, from the opener until all are equal, short or without chips (rules 4 and 5).

    `live` is the hand's own set of seats still in; this object reads it and never changes it.
    """

    __slots__ = (
        "_live", "_options", "_pot", "bids", "last_bidder", "level", "looked", "opener", "seats", "short",
        "turn",
    )  # fmt: skip

    def __init__(self, options: Options, pot: Pot, live: set[int], seats: Sequence[int], opener: int) -> None:
        self._options = options
        self._pot = pot
        self._live = live
        self.seats = tuple(seats)
        self.opener = opener
        self.level = 0
        self.bids = dict.fromkeys(seats, 0)
        self.looked: set[int] = set() if options.blind else set(seats)
        self.short: set[int] = set()
        self.last_bidder: int | None = None
        self.turn: int | None = None
        """Whose turn it is; None before `begin`, and when the bidding has ended."""

    @property
    def leader(self) -> int:
        """Who leads: the last to bet or raise, else the opener; the next live seat if that one is gone."""
        first = self.opener if self.last_bidder is None else self.last_bidder
        return seat_from(self._live, first)

    @property
    def opening(self) -> bool:
        """Nobody has made a full bet yet: whose turn it is must bet."""
        return self.last_bidder is None

    def is_blind(self, chair: int) -> bool:
        return chair not in self.looked

    def begin(self) -> list[Event]:
        """The opener's turn."""
        return self._seek(clockwise_from(self.seats, self.opener))

    def to_match(self, chair: int) -> int:
        """What this seat must still count to match the level."""
        return self.level - self._pot.counted(chair)

    def call_price(self, chair: int) -> tuple[int, bool]:
        """What a call puts in, and whether it is short of the level."""
        cost, stack = price(self.to_match(chair), self.is_blind(chair)), self._pot.stacks[chair]
        return (stack, True) if cost > stack else (cost, False)

    def raise_bounds(self, chair: int) -> tuple[int, int] | None:
        """The least and most that this seat may lift the level by now; None if it may not or cannot pay."""
        options = self._options
        if options.max_bids is not None and self.bids[chair] >= options.max_bids:
            return None
        stack = self._pot.stacks[chair]
        most = (2 * stack if self.is_blind(chair) else stack) - self.to_match(chair)
        if options.max_raise is not None:
            most = min(most, options.max_raise)
        return (options.ante, most) if most >= options.ante else None

    def look(self, chair: int) -> None:
        self.looked.add(chair)

    def after_look(self) -> list[Event]:
        """An opener who could have paid half may not be able to pay the whole: then he is short."""
        chair = self.turn
        assert chair is not None
        return self._seek(clockwise_from(self.seats, chair)) if self.opening else []

    def call(self, chair: int) -> list[Event]:
        paid, short = self.call_price(chair)
        blind = self.is_blind(chair)
        counts = (2 * paid if blind else paid) if short else self.to_match(chair)
        self._pot.pay(chair, paid, counts)
        if short:
            self._mark_short(chair)
        called: Event = Called(chair, paid, counts, blind, short)
        return [called, *self._pass_on()]

    def lift(self, chair: int, amount: int) -> list[Event]:
        """A bet or a raise by `amount`, which is within `raise_bounds`."""
        counts = self.to_match(chair) + amount
        blind, opening = self.is_blind(chair), self.opening
        paid = price(counts, blind)
        self._pot.pay(chair, paid, counts)
        self.level += amount
        self.bids[chair] += 1
        self.last_bidder = chair
        bet: Event = Bet(chair, amount, self.level, paid, blind, opening)
        return [bet, *self._pass_on()]

    def passed(self, chair: int) -> list[Event]:
        """`chair` has left the live seats, by a fold or for good."""
        return self._pass_on() if self.turn == chair else []

    def _pass_on(self) -> list[Event]:
        assert self.turn is not None
        return self._seek(clockwise_after(self.seats, self.turn))

    def _seek(self, order: Sequence[int]) -> list[Event]:
        """The turn goes to the first in `order` who has one; openers who cannot pay go in short."""
        events: list[Event] = []
        stacks = self._pot.stacks
        for chair in order:
            if chair not in self._live or chair in self.short:
                continue
            if self.opening:
                if price(self._options.ante, self.is_blind(chair)) <= stacks[chair]:
                    self.turn = chair
                    return events
                events.append(OpenedShort(chair, stacks[chair]))
                self._pot.pay(chair, stacks[chair], stacks[chair])
                self._mark_short(chair)
            elif stacks[chair] and self._pot.counted(chair) < self.level:
                self.turn = chair
                return events
        self.turn = None
        return events

    def _mark_short(self, chair: int) -> None:
        self.short.add(chair)
        self._pot.layer.short.add(chair)

    def snapshot(self) -> list[Any]:
        return [
            self.opener, self.level, [[chair, self.bids[chair]] for chair in self.seats], sorted(self.looked),
            sorted(self.short), self.last_bidder, self.turn,
        ]
