"""The table between hands: who has which chair and how many chips; not the hands themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.game.chairs import CHAIRS, clockwise_after, clockwise_from, seat_left_of
from azi_p2p.game.errors import MatchError
from azi_p2p.game.hand import Hand
from azi_p2p.game.options import MAX_CHIPS, Options
from azi_p2p.game.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_PAYERS: Final = 2
EXPELLED: Final = False
"""Stands behind each account in a snapshot: so it is of everybody in this version (docs/record.md)."""

MOST_CARRIED_CHIPS: Final = 10**6 * MAX_CHIPS
"""Largest stack brought from an old table: what a million rebuys hand out; fits a signed 64-bit integer."""


@dataclass(slots=True)
class Account:
    """A player's chips. `taken` are the chips of the stacks he took; they stay known when he has left."""

    chips: int
    taken: int
    away: bool = False
    """Absent: he neither pays an ante nor is dealt in until he is back."""


class Match:
    """Chairs and chips from hand to hand. Players are known by their keys (bytes); chairs are 0 to 5."""

    __slots__ = ("_accounts", "chairs", "hand", "hand_number", "handed_out", "options", "previous_winner")

    def __init__(self, options: Options) -> None:
        self.options = options
        self.chairs: list[bytes | None] = [None] * CHAIRS
        self._accounts: dict[bytes, Account] = {}
        self.handed_out = 0
        """Chips of all stacks ever taken; those of players who have left are among them."""
        self.hand: Hand | None = None
        self.hand_number = 0
        """Hands begun."""
        self.previous_winner: int | None = None
        """The chair that won the last hand; it counts even if it has been left."""

    # Who sits where

    def sit(self, player: bytes, stack: int | None = None, taken: int | None = None) -> int:
        """The lowest free chair for `player`, with a fresh stack; who comes back has the chips he left with.

        `stack` and `taken` carry the chips, and the stacks taken, over from an old table; without `taken` the
        result counts from here. Raises MatchError.
        """
        self._between_hands("sit down")
        if player in self.chairs:
            raise MatchError("this player has a chair already")
        if None not in self.chairs:
            raise MatchError("the table is full")
        account = self._accounts.get(player)
        if account is not None and (stack is not None or taken is not None):
            raise MatchError("this player has chips here already")
        if account is None:
            chips = self.options.stack if stack is None else stack
            if not 0 <= chips <= MOST_CARRIED_CHIPS or not 0 <= (taken or 0) <= MOST_CARRIED_CHIPS:
                raise MatchError("no such stack")
            self._accounts[player] = Account(chips, chips if taken is None else taken)
            self.handed_out += chips
        else:
            account.away = False
        chair = self.chairs.index(None)
        self.chairs[chair] = player
        return chair

    def leave(self, player: bytes) -> None:
        """The chair becomes free; the chips are kept. Between hands only. Raises MatchError."""
        self._between_hands("leave")
        self.chairs[self.chair_of(player)] = None

    def chair_of(self, player: bytes) -> int:
        """The chair of a player. Raises MatchError if he has none."""
        if player not in self.chairs:
            raise MatchError("this player has no chair here")
        return self.chairs.index(player)

    @property
    def seated(self) -> tuple[int, ...]:
        """The chairs that are taken."""
        return tuple(chair for chair, player in enumerate(self.chairs) if player is not None)

    def set_away(self, player: bytes, away: bool) -> None:
        """Absent, or back. A running hand is not touched by it."""
        self._account(player).away = away

    def is_away(self, player: bytes) -> bool:
        return self._account(player).away

    # Chips

    def stack(self, player: bytes) -> int:
        """The chips before a player, now: in a hand, without what he has put in."""
        account = self._account(player)
        if self.hand is not None and player in self.chairs:
            return self.hand.stacks.get(self.chairs.index(player), account.chips)
        return account.chips

    def taken(self, player: bytes) -> int:
        """The chips of the stacks that a player took."""
        return self._account(player).taken

    def result(self, player: bytes) -> int:
        """A player's chips less the stacks he took."""
        return self.stack(player) - self._account(player).taken

    def players(self) -> tuple[bytes, ...]:
        """All who have chips of this table, the ones who left too, by key."""
        return tuple(sorted(self._accounts))

    def may_rebuy(self, player: bytes) -> bool:
        """Whether he may take a fresh stack now."""
        return (
            self.options.rebuy and self.hand is None and player in self.chairs
            and self.stack(player) < self.options.ante
        )

    def rebuy(self, player: bytes) -> None:
        """A fresh stack on top, for one with less than the ante, between hands. Raises MatchError."""
        self._between_hands("take a stack")
        self.chair_of(player)
        if not self.options.rebuy:
            raise MatchError("this table gives no second stack")
        if not self.may_rebuy(player):
            raise MatchError(f"a fresh stack is for those with less than the ante of {self.options.ante}")
        account = self._account(player)
        account.chips += self.options.stack
        account.taken += self.options.stack
        self.handed_out += self.options.stack
        self.check()

    # Hands

    def payers(self) -> tuple[int, ...]:
        """The chairs that would pay the ante of the next hand: taken, not away, with at least the ante."""
        return tuple(
            chair for chair, player in enumerate(self.chairs)
            if player is not None and not self._accounts[player].away
            and self._accounts[player].chips >= self.options.ante
        )

    def is_over(self) -> bool:
        """Fewer than two would pay, and nobody who is here may take a fresh stack."""
        here = [player for player in self.chairs if player is not None and not self._accounts[player].away]
        asked = any(map(self.may_rebuy, here))
        return self.hand is None and len(self.payers()) < LEAST_PAYERS and not asked

    def proposers(self) -> tuple[int, ...]:
        """The chairs in the order in which they are asked to open the next hand: those taken and not away.

        From the left of the last hand's winner, or from the founder's chair, which is the first.
        """
        here = [
            chair for chair, player in enumerate(self.chairs)
            if player is not None and not self._accounts[player].away
        ]
        if self.previous_winner is None:
            return clockwise_from(here, 0)
        return clockwise_after(here, self.previous_winner)

    def next_opener(self) -> int | None:
        """Who opens the next hand's bidding, if those who can pay play it; None where that is drawn."""
        payers = self.payers()
        if self.previous_winner is None:
            return None
        chairs = payers if len(payers) >= LEAST_PAYERS else self.seated
        return seat_left_of(chairs, self.previous_winner) if chairs else None

    def start_hand(self, chairs: Sequence[int]) -> Hand:
        """The next hand, among `chairs`, who pay the ante now. Raises MatchError."""
        self._between_hands("start a hand")
        payers = self.payers()
        if len(set(chairs)) != len(chairs) or not set(chairs) <= set(payers):
            raise MatchError("a hand is for chairs that can pay the ante, each once")
        if len(chairs) < LEAST_PAYERS:
            raise MatchError("a hand needs two who pay the ante")
        stacks = {chair: self._accounts[self._player(chair)].chips for chair in sorted(chairs)}
        self.hand = Hand(self.options, stacks, self.previous_winner)
        self.hand_number += 1
        self.check()
        return self.hand

    def finish_hand(self) -> None:
        """Moves the stacks of a hand that is over back; who forfeited it is away. Raises MatchError."""
        hand = self.hand
        if hand is None or hand.phase is not Phase.OVER or hand.result is None:
            raise MatchError("no hand is over")
        for chair, chips in hand.stacks.items():
            account = self._accounts[self._player(chair)]
            account.chips = chips
            account.away = account.away or chair in hand.forfeited
        self.previous_winner = hand.result.winner
        self.hand = None
        self.check()

    def check(self) -> None:
        """Chips are conserved: stacks and pot are what was handed out."""
        pot = 0 if self.hand is None else self.hand.pot_size
        assert pot + sum(map(self.stack, self._accounts)) == self.handed_out, "chips were made or lost"

    def snapshot(self) -> list[Any]:
        """The whole state as nested lists of int, str, bytes, bool and None: equal if the states are."""
        return [
            self.options.to_plain(), list(self.chairs), self.hand_number, self.previous_winner,
            self.handed_out,
            [[player, a.chips, a.taken, a.away, EXPELLED] for player, a in sorted(self._accounts.items())],
            None if self.hand is None else self.hand.snapshot(),
        ]  # fmt: skip

    def _between_hands(self, what: str) -> None:
        if self.hand is not None:
            raise MatchError(f"nobody can {what} while a hand is played")

    def _account(self, player: bytes) -> Account:
        account = self._accounts.get(player)
        if account is None:
            raise MatchError("this player has never sat here")
        return account

    def _player(self, chair: int) -> bytes:
        player = self.chairs[chair]
        assert player is not None, "an empty chair"
        return player
