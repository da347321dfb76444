"""The state of a hand and what can be read from it, not what changes it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from azi_p2p.game.cards import TRICKS_OF_A_DEAL, Card, Suit, is_shokha
from azi_p2p.game.chairs import CHAIRS
from azi_p2p.game.events import AntePaid, Event
from azi_p2p.game.pot import Layer, Pot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from azi_p2p.game.bidding import Bidding
    from azi_p2p.game.entry import Entry
    from azi_p2p.game.options import Options
    from azi_p2p.game.tricks import Tricks


class Phase(StrEnum):
    """What a hand waits for."""

    DEAL = "deal"
    """A deal: `begin_deal`, or `void_deal` where it cannot be finished."""
    DISCARD = "discard"
    """Four cards: whoever is in `to_act` puts one away."""
    BIDDING = "bidding"
    TRICKS = "tricks"
    ENTRY = "entry"
    """After Azi: a seat is asked whether it buys in."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended: `payouts` by chair in chips, the winner's part and what went back to others."""

    winner: int
    payouts: dict[int, int]


class HandState:
    """Everything public about a hand.

    Seats are chairs from 0, clockwise; amounts are whole chips. All is for reading: `Hand` changes it.
    """

    __slots__ = (
        "_left_of", "_standing_opener", "azi", "bidding", "deals", "discarding", "entry", "events", "folded",
        "forfeited", "live", "options", "pot", "result", "seats", "tricks", "trump",
    )  # fmt: skip

    def __init__(
        self, options: Options, stacks: Mapping[int, int], previous_winner: int | None = None
    ) -> None:
        """Everyone in `stacks` (chips before the ante, by chair) pays the ante now.

        `previous_winner` is the chair that won the last hand, taken or not; None if there was none.
        """
        assert len(stacks) >= 2, "fewer than two payers: no hand"
        assert all(0 <= chair < CHAIRS for chair in stacks), "no such chair"
        self.options = options
        self.pot = Pot(stacks, options.ante)
        self.live: set[int] = set(stacks)
        """Seats still in: neither folded nor forfeited, nor left out after Azi."""
        self.seats: tuple[int, ...] = tuple(sorted(stacks))
        """Seats of the current deal, or of the next one while it is awaited."""
        self.folded: set[int] = set()
        self.forfeited: set[int] = set()
        self.deals = 0
        """Deals begun, void ones included."""
        self.azi = 0
        self.trump: Card | None = None
        """The turned card of the current deal."""
        self.bidding: Bidding | None = None
        self.tricks: Tricks | None = None
        self.discarding: set[int] = set()
        """Seats that have to put a card away now."""
        self.entry: Entry | None = None
        self.result: Result | None = None
        self._left_of = previous_winner
        self._standing_opener: int | None = None
        """The opener of a void deal, who opens the next one too."""
        self.events: list[Event] = [AntePaid(chair, options.ante) for chair in self.seats]
        """All that has happened so far."""


    @property
    def phase(self) -> Phase:
        if self.result is not None:
            return Phase.OVER
        if self.discarding:
            return Phase.DISCARD
        if self.entry is not None and self.entry.turn is not None:
            return Phase.ENTRY
        if self.tricks is not None:
            return Phase.TRICKS
        return Phase.DEAL if self.bidding is None else Phase.BIDDING

    @property
    def stacks(self) -> dict[int, int]:
        """Chips before each seat, without the pot."""
        return self.pot.stacks

    @property
    def pot_size(self) -> int:
        return self.pot.size

    @property
    def layers(self) -> list[Layer]:
        """The pot's parts, one a deal; a void deal has none of its own."""
        return self.pot.layers

    @property
    def level(self) -> int:
        return self.bidding.level if self.bidding else 0

    @property
    def opener(self) -> int | None:
        """Who opens the current deal; None while one is awaited."""
        return self.bidding.opener if self.bidding else None

    @property
    def looked(self) -> set[int]:
        """Seats that have seen their cards."""
        return self.bidding.looked if self.bidding else set()

    @property
    def bids(self) -> dict[int, int]:
        """Bets and raises that each seat has made in this deal."""
        return self.bidding.bids if self.bidding else {}

    @property
    def shokha(self) -> bool:
        return self.trump is not None and is_shokha(self.trump)

    @property
    def leader(self) -> int | None:
        """Who leads this trick, or would lead the first; None before a bet and before the tricks."""
        if self.tricks is not None:
            return self.tricks.leader
        return None if self.bidding is None or self.bidding.opening else self.bidding.leader

    @property
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """(chair, card) on the table, in the order of play."""
        return tuple(self.tricks.trick) if self.tricks else ()

    @property
    def tricks_won(self) -> dict[int, int]:
        won = self.tricks.won if self.tricks else []
        return {chair: won.count(chair) for chair in self.seats}

    @property
    def played(self) -> dict[int, list[Card]]:
        """Cards that each seat has played in this deal."""
        return self.tricks.played if self.tricks else {chair: [] for chair in self.seats}

    @property
    def entry_prices(self) -> dict[int, int]:
        """By chair, the fee asked after the last Azi, of those who are or were asked."""
        return self.entry.prices if self.entry else {}

    def stake(self, chair: int) -> int:
        """What counts for this seat in this deal, the ante and fee included."""
        return self.pot.layer.stake(chair)

    def counted(self, chair: int) -> int:
        """What this seat has counted in this deal's bidding."""
        return self.pot.counted(chair)

    def paid_in_deal(self, chair: int) -> int:
        """Chips of this seat in the current layer, the ante included."""
        return self.pot.layer.paid.get(chair, 0)

    def paid(self, chair: int) -> int:
        """Chips of this seat in the whole pot."""
        return sum(layer.paid.get(chair, 0) for layer in self.pot.layers)

    def is_short(self, chair: int) -> bool:
        return any(chair in layer.short for layer in self.pot.layers)

    def cards_held(self, chair: int) -> int:
        """How many cards this seat still holds; 0 for one who is out of the deal."""
        if self.bidding is None or chair not in self.live or (self.entry and self.entry.turn is not None):
            return 0
        waits = self.options.cards > TRICKS_OF_A_DEAL and (
            chair in self.discarding or chair not in self.looked
        )
        return TRICKS_OF_A_DEAL + waits - len(self.played.get(chair, ()))

    def allowed_claim(self, chair: int, card: Card) -> frozenset[Suit] | None:
        """The suits that `chair`, laying `card` now, must prove it does not keep; None if no proof is needed.

        The led suit, and trumps too if the card is none. Nothing is to be proven about an empty hand.
        """
        if self.tricks is None or self.cards_held(chair) <= 1:
            return None
        return self.tricks.claim(card)

    def to_act(self) -> tuple[int, ...]:
        """Who has to act now, clockwise; several only where they discard at the same time."""
        match self.phase:
            case Phase.DISCARD:
                return tuple(sorted(self.discarding))
            case Phase.BIDDING:
                chair = self.bidding.turn if self.bidding else None
            case Phase.TRICKS:
                chair = self.tricks.turn if self.tricks else None
            case Phase.ENTRY:
                chair = self.entry.turn if self.entry else None
            case _:
                return ()
        assert chair is not None, "somebody must act"
        return (chair,)

    def snapshot(self) -> list[Any]:
        """The state, not its history, as nested lists of int, str, bool and None: equal if the states are."""
        result = self.result
        return [
            self.phase.value, self.pot.snapshot(), list(self.seats), sorted(self.live), sorted(self.folded),
            sorted(self.forfeited), self.deals, self.azi, None if self.trump is None else str(self.trump),
            self._left_of, self._standing_opener, sorted(self.discarding),
            None if self.bidding is None else self.bidding.snapshot(),
            None if self.tricks is None else self.tricks.snapshot(),
            None if self.entry is None else self.entry.snapshot(),
            None if result is None else [result.winner, [[c, n] for c, n in sorted(result.payouts.items())]],
        ]  # fmt: skip
