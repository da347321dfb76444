"""The view of one seat: all that a bot or an interface reads of a table. It holds no card that its seat may not see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azi_p2p.game.cards import Card
    from azi_p2p.game.events import Event
    from azi_p2p.game.legal import Legal
    from azi_p2p.game.options import Options

STANDINGS = (
    "joining",    # has asked for a chair; sits down with the next hand
    "seated",     # between hands, plays the next one
    "playing",    # in this deal, live
    "folded",     # folded in this deal
    "gone",       # voted absent in this hand: his cards are dead
    "out",        # not in this hand, or not in this deal of it
    "away",       # voted absent earlier, not back yet
    "leaving",    # plays this hand, leaves after it
    "cheat",      # proven to have signed something false
)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One chair as everyone may see it. Chips are whole numbers, times are seconds."""

    chair: int                   # -1 while joining
    key: bytes                   # Ed25519 public key, 32 bytes
    name: str
    badge: str                   # the fingerprint's first group, shown beside the name
    stack: int
    result: int                  # chips less the stacks taken
    standing: str                # one of STANDINGS
    blind: bool                  # has cards and has not looked
    short: bool                  # all his chips are in, and they did not reach
    paid: int                    # chips put in in this hand
    stake: int                   # what counted in this deal's bidding
    cards: int                   # cards in hand
    tricks: int                  # tricks won in this deal
    connected: bool
    due: bool                    # the table waits for this seat
    seconds_left: float | None   # until others may vote it absent; None: untimed or not due


@dataclass(frozen=True, slots=True)
class CardView:
    """One of one's own cards: may it be played or put away now, and if not, why."""

    card: Card
    playable: bool
    why_not: str                 # empty where playable


@dataclass(frozen=True, slots=True)
class DealProgress:
    """How far the current deal's proofs have come: the chairs whose part this node has checked."""

    number: int                  # of the deal at this table, from 1
    seats: tuple[int, ...]
    keys: tuple[int, ...]        # key proofs and commitments
    shuffles: tuple[int, ...]    # shuffle proofs
    reveals: tuple[int, ...]     # opened commitments
    shares: tuple[int, ...]      # who gave the shares that the cards on the table need
    dealt: bool                  # the trump is turned


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat (or a watcher) may know of a table, at one moment."""

    table_id: bytes
    table_name: str
    founder: bytes
    options: Options
    me: int | None               # my chair; None for a watcher or while joining
    my_key: bytes
    seats: tuple[SeatView, ...]  # by chair, clockwise; those joining last
    hand_number: int             # from 1; 0 before the first
    deal_number: int             # within the hand, from 1
    stage: str                   # state.Stage: open keys shuffle reveal shares discard bid play enter closed
    pot: int
    level: int
    trump: Card | None
    shokha: bool
    opener: int | None
    leader: int | None
    trick: tuple[tuple[int, Card], ...]
    last_trick: tuple[tuple[int, Card], ...]
    last_trick_winner: int | None
    cards: tuple[CardView, ...]  # my own, empty while blind
    legal: Legal | None          # what I may do in the game now; None where it is not my turn
    progress: DealProgress | None
    short_code: str              # seven symbols to compare across the room; empty before the first deal
    events: tuple[Event, ...]    # of this hand, or of the last one until the next begins
    hands: int                   # hands finished at this table
    may_start: bool              # StartHand would open a hand now
    may_rebuy: bool
    sitting_out: bool
    waits_for: tuple[int, ...]   # chairs that are due
    may_vote_gone: tuple[int, ...]  # chairs about which VoteGone is open to me
    step: int                    # steps in the record
    digest: bytes                # of the record so far, 32 bytes
    unchecked: int               # proofs of past hands that are still being checked in the background
    trouble: str                 # empty, or in words what is wrong with this record

    def name_of(self, chair: int) -> str:
        """The name at a chair; «seat 3» where nobody sits any more."""
        for seat in self.seats:
            if seat.chair == chair:
                return seat.name
        return f"seat {chair + 1}"
