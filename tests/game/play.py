"""Random play of whole matches with faults, checked at every step; a seed gives the same play again. No test itself."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import TYPE_CHECKING

from azi_p2p.game import (
    Action,
    Call,
    Card,
    Decline,
    Discard,
    Enter,
    Fold,
    Hand,
    IllegalAction,
    Look,
    Match,
    Options,
    Phase,
    Play,
    Raise,
    deck,
    describe,
)

if TYPE_CHECKING:
    from collections.abc import Collection

MOST_STEPS = 3000
"""Far above any hand: six seats, three bids each, and a few Azis."""


def random_options(rng: random.Random) -> Options:
    ante = rng.choice([1, 7, 10])
    return Options.checked(
        dropped_suit=rng.choice("shdc"),
        cards=rng.choice([3, 4]),
        blind=rng.random() < 0.5,
        max_bids=rng.choice([3, None]),
        ante=ante,
        stack=ante * rng.choice([1, 3, 15, 100]),
        max_raise=rng.choice([None, ante, 10 * ante]),
        short_stack=rng.choice(["share", "matched"]),
        azi_entry=rng.choice(["full", "half", "closed"]),
        rebuy=rng.random() < 0.5,
    )


class RandomMatch:
    """A match of random players; `faults` lets seats vanish and deals be void at any moment."""

    def __init__(
        self, seed: int, options: Options | None = None, *, faults: bool = False, probing: float = 0.0
    ) -> None:
        self.rng = random.Random(seed)
        self.options = options or random_options(self.rng)
        self.faults = faults
        self.probing = probing
        """The share of steps at which everything offered, and much that is not, is tried."""
        self.match = Match(self.options)
        self.cards: dict[int, list[Card]] = {}
        self.seen: Counter[str] = Counter()
        for number in range(self.rng.randint(2, 6)):
            stack = self.rng.choice([None, self.rng.randint(0, 6 * self.options.ante)])
            self.match.sit(bytes([number]), stack)

    def play(self, hands: int) -> None:
        for _ in range(hands):
            self.between_hands()
            payers = self.match.payers()
            if len(payers) < 2:
                return
            self.play_hand(self.match.start_hand(payers))
            self.match.finish_hand()

    def between_hands(self) -> None:
        match, rng = self.match, self.rng
        for player in match.players():
            match.set_away(player, away=rng.random() < 0.05)
            if player not in match.chairs and rng.random() < 0.5:
                match.sit(player)
            elif player in match.chairs and match.may_rebuy(player):
                match.rebuy(player)
            elif player in match.chairs and rng.random() < 0.1:
                match.leave(player)
            assert match.result(player) == match.stack(player) - match.taken(player)
        match.check()

    def play_hand(self, hand: Hand) -> None:
        before = {chair: chips + self.options.ante for chair, chips in hand.stacks.items()}
        public = Hand(self.options, before, self.match.previous_winner)
        for _ in range(MOST_STEPS):
            if hand.phase is Phase.OVER:
                break
            self.step(hand, public)
            self.match.check()
            assert hand.snapshot() == public.snapshot(), "without cards the hand is another"
            assert sum(hand.stacks.values()) + hand.pot_size == sum(before.values())
        self.check_result(hand)
        assert hand.events == public.events
        self.seen.update(type(event).__name__ for event in hand.events)
        assert all(describe(event, {}) for event in hand.events)

    def step(self, hand: Hand, public: Hand) -> None:
        rng = self.rng
        if hand.phase is Phase.DEAL:
            assert hand.to_act() == ()
            if self.faults and rng.random() < 0.1:
                missing = [rng.choice(sorted(hand.live))]
                assert hand.void_deal(missing) == public.void_deal(missing)
            else:
                self.deal(hand, public)
            return
        if self.faults and rng.random() < 0.08 and self.fault(hand, public):
            return
        assert not set(hand.to_act()) & (hand.forfeited | (hand.folded if hand.phase is not Phase.ENTRY else set()))
        chair = rng.choice(hand.to_act())
        held = self.cards.get(chair)
        offered = hand.legal(chair, held).actions()
        assert offered, "somebody has to act and can do nothing"
        if rng.random() < self.probing:
            self.probe(hand, chair, offered)
        action = rng.choice(offered)
        told = Discard() if isinstance(action, Discard) else action
        assert hand.apply(chair, action, held) == public.apply(chair, told)
        if isinstance(action, Play | Discard) and action.card is not None:
            self.cards[chair].remove(action.card)
        if hand.phase not in (Phase.DEAL, Phase.ENTRY, Phase.OVER):
            assert {c: hand.cards_held(c) for c in hand.live} == {c: len(self.cards[c]) for c in hand.live}

    def deal(self, hand: Hand, public: Hand) -> None:
        pack, each = list(deck(self.options.dropped)), self.options.cards
        self.rng.shuffle(pack)
        chairs = sorted(hand.live)
        self.cards = {chair: [pack.pop() for _ in range(each)] for chair in chairs}
        trump, draw = pack.pop(), self.rng.choice(chairs)
        assert hand.begin_deal(trump, draw) == public.begin_deal(trump, draw)

    def fault(self, hand: Hand, public: Hand) -> bool:
        chair = self.rng.choice(hand.seats)
        if self.rng.random() < 0.5:
            assert hand.forfeit(chair) == public.forfeit(chair)
            return True
        before = hand.snapshot()
        try:
            events = hand.void_deal([chair])
        except IllegalAction:
            assert hand.snapshot() == before
            return False
        assert events == public.void_deal([chair])
        return True

    def probe(self, hand: Hand, chair: int, offered: list[Action]) -> None:
        """All that is offered is accepted; all else is refused and changes nothing."""
        legal, held = hand.legal(chair, self.cards.get(chair)), self.cards.get(chair)
        for action in offered:
            assert hand.why_not(chair, action, held) is None
            copy.deepcopy(hand).apply(chair, action, held)
        before = hand.snapshot()
        least, most = legal.raise_least, legal.raise_most
        for action in every_action(self.options, (least, most)):
            for other in hand.seats:
                is_offered = other in hand.to_act() and (
                    action in hand.legal(other, self.cards.get(other)).actions()
                    or (action == Discard() and hand.legal(other).may_discard)
                )
                within = isinstance(action, Raise) and other == chair and least is not None and most is not None
                if not is_offered and not (within and least <= action.amount <= most):
                    refused(hand, other, action, self.cards.get(other))
        assert hand.snapshot() == before

    def check_result(self, hand: Hand) -> None:
        result = hand.result
        assert result is not None, "the hand does not end"
        assert hand.pot_size == 0
        assert hand.to_act() == ()
        assert result.winner not in hand.forfeited
        paid = {chair: hand.paid(chair) for chair in hand.stacks}
        assert sum(result.payouts.values()) == sum(paid.values())
        for chair, chips in result.payouts.items():
            assert chips >= 0
            assert chair == result.winner or chips <= paid[chair]
        if not hand.is_short(result.winner):
            assert set(result.payouts) == {result.winner}


def every_action(options: Options, amounts: tuple[int | None, int | None]) -> list[Action]:
    cards = deck(options.dropped)
    around = {0, -1, options.ante - 1} | {a + d for a in amounts if a is not None for d in (-1, 0, 1)}
    plain: list[Action] = [Look(), Fold(), Call(), Enter(), Decline(), Discard()]
    return [*plain, *map(Raise, sorted(around)), *map(Play, cards), *map(Discard, cards)]


def refused(hand: Hand, chair: int, action: Action, held: Collection[Card] | None) -> None:
    try:
        hand.apply(chair, action, held)
    except IllegalAction:
        return
    raise AssertionError(f"seat {chair} was allowed to {action}")


def play(seed: int, options: Options | None = None, hands: int = 6, **how: float) -> Counter[str]:
    """Plays a match; a failure says how to play it again. Returns how often each event was seen."""
    match = RandomMatch(seed, options, faults=bool(how.get("faults")), probing=how.get("probing", 0.0))
    try:
        match.play(hands)
    except Exception as error:
        given = "" if options is None else f", {match.options}"
        more = "".join(f", {key}={value}" for key, value in how.items())
        raise AssertionError(f"again by: play({seed}{given}, hands={hands}{more})") from error
    return match.seen
