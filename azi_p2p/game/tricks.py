"""The tricks of one deal: whose card is due, what was laid and who took it; not what a trick is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azi_p2p.game.cards import Card, Suit, is_shokha, trick_winner
from azi_p2p.game.chairs import clockwise_from, seat_from
from azi_p2p.game.events import Event, Leads, Played, TrickWon

if TYPE_CHECKING:
    from collections.abc import Sequence


class Tricks:
    """Rule 7, with seats that vanish: a card on the table can still win, those in hand are dead.

    `live` is the hand's own set of seats still in; this object reads it and never changes it.
    """

    __slots__ = ("_live", "last", "leader", "played", "ruled_out", "seats", "shokha", "trick", "trump", "won")

    def __init__(self, live: set[int], seats: Sequence[int], leader: int, turned: Card) -> None:
        self._live = live
        self.seats = tuple(seats)
        self.leader = leader
        self.trump = turned.suit
        self.shokha = is_shokha(turned)
        self.trick: list[tuple[int, Card]] = []
        self.last: tuple[tuple[int, Card], ...] = ()
        """The trick before this one, in the order of play."""
        self.won: list[int] = []
        """The winner of each trick so far."""
        self.played: dict[int, list[Card]] = {chair: [] for chair in seats}
        self.ruled_out: dict[int, set[Suit]] = {chair: set() for chair in seats}
        """Suits that each seat has shown, by not following, that it no longer holds."""

    @property
    def led(self) -> Suit | None:
        return self.trick[0][1].suit if self.trick else None

    @property
    def turn(self) -> int | None:
        """Whose card is due; None when everyone still in has laid one."""
        laid = {chair for chair, _ in self.trick}
        for chair in clockwise_from(self.seats, self.leader):
            if chair in self._live and chair not in laid:
                return chair
        return None

    def claim(self, card: Card) -> frozenset[Suit] | None:
        """The suits that laying `card` now says are gone from the hand; None if it is led or follows suit."""
        led = self.led
        if led is None or card.suit == led:
            return None
        return frozenset((led,)) if card.suit == self.trump else frozenset((led, self.trump))

    def play(self, chair: int, card: Card) -> list[Event]:
        claim = self.claim(card)
        if claim:
            self.ruled_out[chair] |= claim
        events: list[Event] = [Played(chair, card, led=not self.trick)]
        self.trick.append((chair, card))
        self.played[chair].append(card)
        return events + self._finish()

    def gone(self) -> list[Event]:
        """A seat has left the live ones: the lead passes on, or the trick is complete without it."""
        if self.trick:
            return self._finish()
        leader = seat_from(self._live, self.leader)
        if leader == self.leader:
            return []
        self.leader = leader
        return [Leads(leader)]

    def _finish(self) -> list[Event]:
        if self.turn is not None:
            return []
        winner = trick_winner(self.trick, self.trump, self.shokha)
        self.won.append(winner)
        self.last = tuple(self.trick)
        self.trick = []
        self.leader = seat_from(self._live, winner)
        return [TrickWon(winner, len(self.won), gone=winner not in self._live)]

    def snapshot(self) -> list[Any]:
        return [
            self.leader,
            [[chair, str(card)] for chair, card in self.trick],
            [[chair, str(card)] for chair, card in self.last],
            list(self.won),
            [[chair, [str(card) for card in self.played[chair]]] for chair in self.seats],
            [[chair, sorted(self.ruled_out[chair])] for chair in self.seats],
        ]
