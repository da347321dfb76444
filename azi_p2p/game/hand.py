"""One hand, from the ante to a winner, over one deal or more; it knows cards only once they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from azi_p2p.game.actions import Action, Call, Decline, Discard, Enter, Fold, Look, Play, Raise
from azi_p2p.game.bidding import Bidding
from azi_p2p.game.cards import TRICKS_OF_A_DEAL, Card, legal_cards, numbers
from azi_p2p.game.chairs import seat_from, seat_left_of
from azi_p2p.game.entry import Entry
from azi_p2p.game.errors import IllegalAction
from azi_p2p.game.events import (
    Azi,
    Dealt,
    DealVoid,
    Declined,
    Discarded,
    EntryPaid,
    Event,
    Folded,
    Forfeited,
    HandWon,
    Leads,
    Looked,
)
from azi_p2p.game.legal import NOTHING, Legal
from azi_p2p.game.state import HandState, Phase, Result
from azi_p2p.game.tricks import Tricks

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

TRICKS_TO_WIN: Final = 2


class Hand(HandState):
    """The rules from the ante to a winner, on public information.

    Without `cards` the methods check what everyone can see; with a seat's cards, also that it holds what it
    plays and follows suit.
    """

    __slots__ = ()

    # What may happen

    def legal(self, chair: int, cards: Collection[Card] | None = None) -> Legal:
        """What this seat may do now; with its cards, the plays or discards too."""
        if chair not in self.to_act():
            return NOTHING
        hand = None if cards is None else tuple(cards)
        match self.phase:
            case Phase.DISCARD:
                return Legal(may_discard=True, discards=hand or (), hand=hand)
            case Phase.BIDDING:
                return self._legal_bids(chair)
            case Phase.ENTRY:
                assert self.entry is not None
                return Legal(enter=self.entry.prices[chair], decline=True)
            case _:
                assert self.tricks is not None
                led, trump = self.tricks.led, self.tricks.trump
                plays = legal_cards(hand, led, trump) if hand else ()
                return Legal(may_play=True, plays=plays, hand=hand, led=led, trump=trump)

    def _legal_bids(self, chair: int) -> Legal:
        bidding = self.bidding
        assert bidding is not None
        cost, short = bidding.call_price(chair)
        least, most = bidding.raise_bounds(chair) or (None, None)
        blind = bidding.is_blind(chair)
        return Legal(
            look=blind,
            fold=not bidding.opening,
            call=None if bidding.opening else cost,
            call_is_short=short and not bidding.opening,
            raise_least=least,
            raise_most=most,
            to_match=bidding.to_match(chair),
            blind=blind,
        )

    def why_not(self, chair: int, action: Action, cards: Collection[Card] | None = None) -> str | None:
        """Why this seat may not do this now, in words; None if it may."""
        if self.result is not None:
            return "the hand is over"
        waiting = self.to_act()
        if chair not in waiting:
            turns = " and ".join(f"seat {other + 1}" for other in waiting) or "nobody, but for the deal"
            return f"it is not your turn: the hand waits for {turns}"
        refusal = self.legal(chair, cards).refusal(action)
        if refusal is None and isinstance(action, Play | Discard) and action.card is not None:
            return self._why_not_card(chair, action.card, playing=isinstance(action, Play))
        return refusal

    def _why_not_card(self, chair: int, card: Card, *, playing: bool) -> str | None:
        """What everyone can see to be wrong about a card."""
        if card not in numbers(self.options.dropped):
            return "there is no such card in the deck"
        if card == self.trump:
            return f"{card} lies on the table as the trump"
        if any(card in cards for cards in self.played.values()):
            return f"{card} has been played"
        if playing and self.tricks is not None and card.suit in self.tricks.ruled_out[chair]:
            return f"you have shown that you hold no {card.suit.word}"
        return None

    # What happens

    def begin_deal(self, trump: Card, opener_draw: int | None = None) -> tuple[Event, ...]:
        """The cards of a deal are out, and `trump` is turned.

        `opener_draw` is the chair drawn from the seed: it opens where there was no hand before and no earlier
        draw stands. Raises IllegalAction if no deal is awaited or the card or the draw cannot be.
        """
        if self.phase is not Phase.DEAL:
            raise IllegalAction("no deal is awaited now")
        if trump not in numbers(self.options.dropped):
            raise IllegalAction("the turned card is not in the deck")
        if self._standing_opener is not None:
            opener = seat_from(self.live, self._standing_opener)
        elif self._left_of is not None:
            opener = seat_left_of(self.live, self._left_of)
        elif opener_draw in self.live:
            opener = opener_draw
        else:
            raise IllegalAction("an opener must be drawn among those in the deal")
        self.seats = tuple(sorted(self.live))
        self.folded.clear()
        self.deals += 1
        self.trump = trump
        self.entry = None
        self._standing_opener = opener
        self.bidding = Bidding(self.options, self.pot, self.live, self.seats, opener)
        events: list[Event] = [Dealt(self.deals, trump, opener)]
        if self.options.cards > TRICKS_OF_A_DEAL and not self.options.blind:
            self.discarding = set(self.seats)
        else:
            events += self.bidding.begin()
            self._go_on(events)
        return self._happened(events)

    def apply(self, chair: int, action: Action, cards: Collection[Card] | None = None) -> tuple[Event, ...]:
        """Do `action` for `chair`; what happened by it. Raises IllegalAction and changes nothing."""
        refusal = self.why_not(chair, action, cards)
        if refusal is not None:
            raise IllegalAction(refusal)
        events: list[Event] = []
        match action:
            case Enter() | Decline():
                self._answer(chair, events, enters=isinstance(action, Enter))
            case Play(card):
                assert self.tricks is not None
                events += self.tricks.play(chair, card)
            case Discard():
                events.append(Discarded(chair))
                self._discarded(chair, events)
            case _:
                self._bid(chair, action, events)
        self._go_on(events)
        return self._happened(events)

    def _bid(self, chair: int, action: Look | Fold | Call | Raise, events: list[Event]) -> None:
        bidding = self.bidding
        assert bidding is not None
        match action:
            case Look():
                bidding.look(chair)
                events.append(Looked(chair, last=False))
                if self.options.cards > TRICKS_OF_A_DEAL:
                    self.discarding.add(chair)
                else:
                    events += bidding.after_look()
            case Fold():
                events.append(Folded(chair, bidding.is_blind(chair)))
                self.folded.add(chair)
                self.live.remove(chair)
                if len(self.live) > 1:
                    events += bidding.passed(chair)
            case Call():
                events += bidding.call(chair)
            case Raise(amount):
                events += bidding.lift(chair, amount)

    def _discarded(self, chair: int, events: list[Event]) -> None:
        """`chair` has put its card away, or is gone."""
        self.discarding.discard(chair)
        bidding = self.bidding
        assert bidding is not None
        if self.discarding:
            return
        if bidding.turn is not None:
            events += bidding.after_look()
        elif not self.options.blind:
            events += bidding.begin()

    def _answer(self, chair: int, events: list[Event], *, enters: bool) -> None:
        entry = self.entry
        assert entry is not None
        entry.next()
        if enters:
            self.pot.pay_fee(chair, entry.prices[chair])
            self.live.add(chair)
            self.folded.discard(chair)
            events.append(EntryPaid(chair, entry.prices[chair]))
        else:
            self.live.discard(chair)
            events.append(Declined(chair))

    def forfeit(self, chair: int) -> tuple[Event, ...]:
        """This seat is absent, or a proven cheat: folded, its cards dead, and out of the hand.

        Nothing happens if it has forfeited already, was never in the hand, or the hand is over.
        """
        if self.result is not None or chair in self.forfeited or chair not in self.stacks:
            return ()
        events: list[Event] = [Forfeited(chair)]
        asked = self.phase is Phase.ENTRY
        self.forfeited.add(chair)
        if self.entry is not None:
            self.entry.remove(chair)
        if chair in self.live:
            self.live.remove(chair)
            self.folded.add(chair)
            if len(self.live) > 1 and not asked:
                self._close_gap(chair, events)
        self._go_on(events)
        return self._happened(events)

    def _close_gap(self, chair: int, events: list[Event]) -> None:
        """A live seat has gone in the middle of a deal, which goes on without it."""
        if self.tricks is not None:
            events += self.tricks.gone()
        elif self.bidding is not None and self.bidding.turn == chair:
            self.discarding.discard(chair)
            events += self.bidding.passed(chair)
        elif chair in self.discarding:
            self._discarded(chair, events)

    def void_deal(self, missing: Sequence[int]) -> tuple[Event, ...]:
        """The deal cannot be finished or opened without the seats `missing`: it alone is void.

        They forfeit, and what they paid stays in the pot. The others, folded ones too, get back what they bid
        in this deal and are dealt again with the same opener, or the next; the phase is "deal" again, or "over"
        with one left. Raises IllegalAction outside a deal, and once a card has been played.
        """
        gone = sorted({chair for chair in missing if chair in self.seats and chair not in self.forfeited})
        if self.result is not None or (self.entry is not None and self.entry.turn is not None):
            raise IllegalAction("no deal is under way that could be void")
        if any(self.played.values()):
            raise IllegalAction("cards have been played: the deal has been opened")
        if not gone or len(gone) == len(set(self.seats) - self.forfeited):
            raise IllegalAction("a deal is void for want of some of its seats, not of none or all")
        self.forfeited.update(gone)
        refunds: tuple[tuple[int, int], ...] = ()
        if self.bidding is not None:
            refunds = self.pot.refund_deal(keep=self.forfeited)
        self.live.clear()
        self.live.update(chair for chair in self.seats if chair not in self.forfeited)
        self.folded = set(gone)
        self.discarding.clear()
        self.bidding = self.tricks = self.trump = None
        events: list[Event] = [*(Forfeited(chair) for chair in gone), DealVoid(tuple(gone), refunds)]
        self._go_on(events)
        return self._happened(events)

    def _go_on(self, events: list[Event]) -> None:
        """What follows of itself: a sole survivor, the end of the bidding, of the tricks, of the entries."""
        if len(self.live) == 1:
            self._win(min(self.live), events)
        elif self.tricks is not None:
            self._end_tricks(events)
        elif self.bidding is not None and self.bidding.turn is None and not self.discarding:
            self._end_bidding(self.bidding, events)
        entry = self.entry
        if entry is not None and entry.turn is None and self.result is None and self.tricks is not None:
            self._await_deal()

    def _end_bidding(self, bidding: Bidding, events: list[Event]) -> None:
        """Whoever is still blind looks, and puts his card away; then the tricks begin."""
        self.pot.mark_short(self.live, bidding.level)
        blind = sorted(self.live - bidding.looked)
        for chair in blind:
            bidding.look(chair)
            events.append(Looked(chair, last=True))
        if blind and self.options.cards > TRICKS_OF_A_DEAL:
            self.discarding.update(blind)
            return
        assert self.trump is not None
        self.tricks = Tricks(self.live, self.seats, bidding.leader, self.trump)
        events.append(Leads(self.tricks.leader))

    def _end_tricks(self, events: list[Event]) -> None:
        assert self.tricks is not None
        if self.entry is not None:
            return
        won = self.tricks.won
        if won and won[-1] in self.live and won.count(won[-1]) == TRICKS_TO_WIN:
            self._win(won[-1], events)
        elif len(won) == TRICKS_OF_A_DEAL:
            self._begin_entry(events)

    def _begin_entry(self, events: list[Event]) -> None:
        """Azi: the live winners of a trick are in, others of this deal may be asked.

        Where every trick went to a seat that is gone, all who are live are in: somebody has to win the pot.
        """
        assert self.tricks is not None
        self.azi += 1
        free = (self.live & set(self.tricks.won)) or set(self.live)
        self._left_of = self.tricks.won[-1]
        self._standing_opener = None
        trickless = self.live - free
        asked = [chair for chair in self.seats if chair not in free and chair not in self.forfeited]
        self.entry = Entry(self.options.azi_entry, self.pot, asked, trickless, self._left_of)
        self.live.intersection_update(free | set(self.entry.prices))
        events.append(Azi(self.azi, self.pot.size, tuple(sorted(free))))
        if len(self.live) == 1:
            self._win(min(self.live), events)

    def _await_deal(self) -> None:
        self.seats = tuple(sorted(self.live))
        self.pot.begin_layer()
        self.bidding = self.tricks = self.trump = None

    def _win(self, winner: int, events: list[Event]) -> None:
        if self.bidding is not None and self.bidding.turn is not None:
            self.pot.mark_short(self.live, self.bidding.level)
        size = self.pot.size
        payouts = self.pot.settle(winner, self.options.short_stack)
        self.result = Result(winner, dict(payouts))
        self.discarding.clear()
        events.append(HandWon(winner, size, payouts))

    def _happened(self, events: list[Event]) -> tuple[Event, ...]:
        self.pot.check()
        self.events += events
        return tuple(events)
