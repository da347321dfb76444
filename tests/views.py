"""Views for tests, built straight from the game's engine: an open table where the test deals the cards itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.game.actions import Discard, Play
from azi_p2p.game.cards import Card, deck
from azi_p2p.game.legal import NOTHING
from azi_p2p.game.match import Match
from azi_p2p.game.state import Phase
from azi_p2p.table.view import CardView, SeatView, View

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from azi_p2p.game.actions import Action
    from azi_p2p.game.hand import Hand
    from azi_p2p.game.options import Options

STAGES = {
    Phase.DEAL: "keys", Phase.DISCARD: "discard", Phase.BIDDING: "bid", Phase.TRICKS: "play",
    Phase.ENTRY: "enter", Phase.OVER: "open",
}
NAMES = ("Aru", "Bek", "Chi", "Dana", "Erlan", "Fatima")


def key_of(chair: int) -> bytes:
    return bytes([65 + chair]) * 32


class OpenTable:
    """A match whose cards the test holds in its hands: deals, applies actions, shows each seat its view."""

    def __init__(self, options: Options, seats: int, names: tuple[str, ...] = NAMES) -> None:
        self.options = options
        self.names = names
        self.match = Match(options)
        for chair in range(seats):
            self.match.sit(key_of(chair))
        self.hands: dict[int, list[Card]] = {}
        self.last_hand: Hand | None = None
        self.finished = 0

    @property
    def hand(self) -> Hand:
        hand = self.match.hand or self.last_hand
        assert hand is not None
        return hand

    def begin(self) -> Hand:
        self.last_hand = self.match.start_hand(self.match.payers())
        return self.last_hand

    def deal(
        self, rng: random.Random, hands: Mapping[int, str] | None = None, trump: str | None = None,
        opener: int | None = None,
    ) -> None:
        """A deal of random cards, or of those written; the opener is drawn where the rules draw him."""
        cards = list(deck(self.options.dropped))
        rng.shuffle(cards)
        turned = cards.pop() if trump is None else Card.parse(trump)
        size = self.options.cards
        seats = sorted(self.hand.live)
        self.hands = {chair: [cards.pop() for _ in range(size)] for chair in seats}
        if hands is not None:
            self.hands = {chair: [Card.parse(text) for text in line.split()] for chair, line in hands.items()}
        self.hand.begin_deal(turned, rng.choice(seats) if opener is None else opener)

    def apply(self, chair: int, action: Action) -> None:
        self.hand.apply(chair, action, self.hands[chair])
        if isinstance(action, Play | Discard) and action.card is not None:
            self.hands[chair].remove(action.card)
        if self.hand.phase is Phase.OVER:
            self.match.finish_hand()
            self.finished += 1

    def view(self, chair: int | None) -> View:
        """What this chair sees; None is a watcher."""
        hand = self.match.hand or self.last_hand
        due = hand.to_act() if hand is not None and hand.phase is not Phase.OVER else ()
        cards = self._cards(chair, hand)
        legal = hand.legal(chair, cards) if hand is not None and chair in due else NOTHING
        tricks = hand.tricks if hand is not None else None
        return View(
            table_id=b"t" * 32, table_name="Kitchen", founder=key_of(0), options=self.options, me=chair,
            my_key=b"w" * 32 if chair is None else key_of(chair),
            seats=tuple(self._seat(one, hand, due) for one in self.match.seated),
            hand_number=self.match.hand_number, deal_number=0 if hand is None else hand.deals,
            stage=STAGES[hand.phase] if hand is not None else "open",
            pot=0 if hand is None else hand.pot_size, level=0 if hand is None else hand.level,
            trump=None if hand is None else hand.trump, shokha=hand is not None and hand.shokha,
            opener=None if hand is None else hand.opener, leader=None if hand is None else hand.leader,
            trick=() if hand is None else hand.trick, last_trick=tricks.last if tricks else (),
            last_trick_winner=tricks.won[-1] if tricks and tricks.won else None,
            cards=tuple(
                CardView(card, card in (*legal.plays, *legal.discards), legal.why_not(card) or "") for card in cards
            ),
            legal=None if legal is NOTHING else legal, progress=None, short_code="",
            events=() if hand is None else tuple(hand.events), hands=self.finished,
            may_start=self.match.hand is None and chair == (self.match.proposers() or (None,))[0],
            may_rebuy=chair is not None and self.match.may_rebuy(key_of(chair)), sitting_out=False,
            waits_for=due, may_vote_gone=(), step=1, digest=b"d" * 32, unchecked=0, trouble="",
        )

    def _cards(self, chair: int | None, hand: Hand | None) -> list[Card]:
        if chair is None or hand is None or chair not in hand.live or chair not in hand.looked:
            return []
        return self.hands.get(chair, [])

    def _seat(self, chair: int, hand: Hand | None, due: tuple[int, ...]) -> SeatView:
        key = key_of(chair)
        inside = hand is not None and chair in hand.pot.stacks
        standing = "seated"
        if hand is not None and hand.phase is not Phase.OVER:
            standing = "out"
            for group, word in ((hand.live, "playing"), (hand.folded, "folded"), (hand.forfeited, "gone")):
                standing = word if chair in group else standing
        return SeatView(
            chair=chair, key=key, name=self.names[chair], badge=f"K{chair}XY", stack=self.match.stack(key),
            result=self.match.result(key), standing=standing,
            blind=standing == "playing" and hand is not None and hand.bidding is not None
            and chair not in hand.looked,
            short=inside and hand is not None and hand.is_short(chair),
            paid=hand.paid(chair) if inside and hand is not None else 0,
            stake=hand.counted(chair) if inside and hand is not None else 0,
            cards=hand.cards_held(chair) if hand is not None else 0,
            tricks=hand.tricks_won.get(chair, 0) if hand is not None else 0,
            connected=True, due=chair in due, seconds_left=24.0 if chair in due else None,
        )
