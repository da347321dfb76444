"""What the proofs and the rules cost on this machine: measured, not judged; no node, no network.

Work of one core is timed by the thread's own processor time, so that other programs disturb it less.
"""

from __future__ import annotations

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Final

from azi_p2p.game.cards import DECK_SIZE, deck
from azi_p2p.game.match import Match
from azi_p2p.game.options import Options
from azi_p2p.game.state import Phase
from protocol.context import Context
from protocol.deal import Deal
from protocol.deck import slots_of, turned_slot
from protocol.group import Scalar, times_base
from protocol.seat_secrets import Secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from protocol.check import Check

SEATS: Final = 6
CARDS_EACH: Final = 3
REFERENCE_MULTIPLICATIONS: Final = 529
"""What remasking, proving and verifying one pass over 27 cards takes by a plain count of multiplications."""

ROUNDS: Final = 7
"""Measurements of each kind: the median of them is told."""

ALLOWED_CARDS: Final = 18
"""Branches of a suit proof: two of three suits are allowed to one who does not follow but trumps."""

ENGINE_ACTIONS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Figures:
    """Milliseconds of one core where the name says `_ms`."""

    multiplication_us: float      # one plain scalar multiplication
    shuffle_ms: float             # one seat's pass: remask, prove, verify
    limit_ratio: float            # that over 529 multiplications timed beside it
    suit_prove_ms: float          # two cards of 18 branches
    suit_verify_ms: float
    deal_verify_ms: float         # every proof of a six-seat deal
    two_cores_ratio: float        # its time on two threads over that on one, by the clock on the wall
    engine_actions: float         # moves of the rules alone in a second
    cores: int


def measure() -> Figures:
    """All of them; some ten seconds."""
    fixture = _SixSeats()
    pairs = [(_timed(fixture.shuffle_pass), _timed(_multiplications)) for _ in range(ROUNDS)]
    prove, verify = fixture.suit_proof()
    return Figures(
        multiplication_us=median(other for _, other in pairs) / REFERENCE_MULTIPLICATIONS * 1e6,
        shuffle_ms=median(own for own, _ in pairs) * 1e3,
        limit_ratio=median(own / other for own, other in pairs),
        suit_prove_ms=median(_timed(prove) for _ in range(ROUNDS)) * 1e3,
        suit_verify_ms=median(_timed(verify) for _ in range(ROUNDS)) * 1e3,
        deal_verify_ms=median(_timed(lambda: _run_all(fixture.checks)) for _ in range(ROUNDS)) * 1e3,
        two_cores_ratio=_two_cores_ratio(fixture.checks),
        engine_actions=_engine_actions(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
    )


class _SixSeats:
    """A six-seat deal with every proof, made once; what is measured is done on it again."""

    def __init__(self) -> None:
        self.table_id = os.urandom(32)
        self.checks: list[Check] = []
        self._secrets = [Secrets.generate(os.urandom) for _ in range(SEATS)]
        self._deal = Deal(DECK_SIZE, self.table_id, 1)
        self._keys()
        self._at_shuffle = self._deal.copy()
        self._shuffles()
        self._shares()

    def shuffle_pass(self) -> None:
        """The first seat's pass: made, and checked by another."""
        shuffle = self._secrets[0].make_shuffle(self._at_shuffle, self._context(0), os.urandom)
        _run_all(self._at_shuffle.checks_shuffle(self._context(0), shuffle))

    def suit_proof(self) -> tuple[Callable[[], None], Callable[[], None]]:
        """Making and checking a proof about two cards of the first seat."""
        seat, context = self._secrets[0], self._context(0)
        slots = slots_of(0, CARDS_EACH)[:2]
        held = [seat.peek(self._deal, slot, 0) for slot in slots]
        others = [number for number in range(DECK_SIZE) if number not in held]
        allowed = sorted(held + others[:ALLOWED_CARDS - len(held)])
        proof = seat.make_suit_proof(self._deal, context, slots, allowed, os.urandom)

        def prove() -> None:
            seat.make_suit_proof(self._deal, context, slots, allowed, os.urandom)

        def verify() -> None:
            _run_all(self._deal.checks_suit(context, slots, allowed, proof))

        return prove, verify

    def _context(self, seat: int) -> Context:
        return Context(self.table_id, 1, self.table_id, seat, bytes([seat]) * 32)

    def _keys(self) -> None:
        for seat, secrets in enumerate(self._secrets):
            keys = secrets.make_keys(self._context(seat), os.urandom)
            self.checks += self._deal.checks_keys(self._context(seat), keys)
            self._deal.add_keys(self._context(seat), keys)
        self._deal.close_keys()

    def _shuffles(self) -> None:
        for seat, secrets in enumerate(self._secrets):
            shuffle = secrets.make_shuffle(self._deal, self._context(seat), os.urandom)
            self.checks += self._deal.checks_shuffle(self._context(seat), shuffle)
            self._deal.add_shuffle(self._context(seat), shuffle)
        for seat, secrets in enumerate(self._secrets):
            self._deal.add_reveal(self._context(seat), secrets.make_reveal())
        self._deal.close_reveal(self.table_id)

    def _shares(self) -> None:
        every_slot = {slot for seat in range(SEATS) for slot in slots_of(seat, CARDS_EACH)}
        for seat, secrets in enumerate(self._secrets):
            slots = sorted((every_slot - set(slots_of(seat, CARDS_EACH))) | {turned_slot(SEATS, CARDS_EACH)})
            shares = secrets.make_shares(self._deal, self._context(seat), slots, os.urandom)
            self.checks += self._deal.checks_shares(self._context(seat), slots, shares)
            self._deal.add_shares(self._context(seat), slots, shares)


def _multiplications() -> None:
    scalar = Scalar.random(os.urandom)
    point = times_base(Scalar.random(os.urandom))
    for _ in range(REFERENCE_MULTIPLICATIONS):
        point = scalar * point


def _run_all(checks: Sequence[Check]) -> None:
    for check in checks:
        check.run()


def _two_cores_ratio(checks: Sequence[Check]) -> float:
    ratios = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(ROUNDS):
            start = time.perf_counter()
            _run_all(checks)
            alone = time.perf_counter() - start
            start = time.perf_counter()
            for done in [pool.submit(check.run) for check in checks]:
                done.result()
            ratios.append((time.perf_counter() - start) / alone)
    return median(ratios)


def _engine_actions() -> float:
    """Moves a second of random play at six seats, the legal moves of each asked for."""
    rng = random.Random(1)  # noqa: S311  a game to measure, not a game to play
    options = Options()
    actions = 0
    start = time.thread_time()
    while actions < ENGINE_ACTIONS:
        match = Match(options)
        for seat in range(SEATS):
            match.sit(bytes([seat]))
        hand = match.start_hand(match.payers())
        while hand.phase is not Phase.OVER:
            if hand.phase is Phase.DEAL:
                cards = rng.sample(deck(options.dropped), DECK_SIZE)
                seats = sorted(hand.live)
                hands = {seat: cards[3 * place:3 * place + 3] for place, seat in enumerate(seats)}
                hand.begin_deal(cards[-1], seats[0])
                continue
            chair = hand.to_act()[0]
            action = rng.choice(hand.legal(chair, hands[chair]).actions())
            hand.apply(chair, action, hands[chair])
            card = getattr(action, "card", None)
            if card is not None:
                hands[chair].remove(card)
            actions += 1
    return actions / (time.thread_time() - start)


def _timed(work: Callable[[], None]) -> float:
    """Seconds of this thread's processor time."""
    start = time.thread_time()
    work()
    return time.thread_time() - start
