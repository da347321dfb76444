"""What one seat may do now, and why it may not do something else; not the doing."""

from __future__ import annotations

from dataclasses import dataclass

from azi_p2p.game.actions import Action, Call, Decline, Discard, Enter, Fold, Look, Play, Raise
from azi_p2p.game.bidding import price
from azi_p2p.game.cards import Card, Suit, why_not


@dataclass(frozen=True, slots=True)
class Legal:
    """A seat's possibilities. Chips are whole numbers; None and () say that something is not possible.

    Where the seat's cards are not known, `may_discard` and `may_play` say that it must, and
    `discards` and `plays` are empty.
    """

    look: bool = False
    fold: bool = False
    call: int | None = None
    """The chips that a call puts in."""
    call_is_short: bool = False
    raise_least: int | None = None
    raise_most: int | None = None
    """Bounds of the amount that the level is lifted by, as it counts."""
    to_match: int = 0
    """What must count to match the level."""
    blind: bool = False
    may_discard: bool = False
    discards: tuple[Card, ...] = ()
    may_play: bool = False
    plays: tuple[Card, ...] = ()
    hand: tuple[Card, ...] | None = None
    led: Suit | None = None
    trump: Suit | None = None
    enter: int | None = None
    """The price of coming in."""
    decline: bool = False

    def cost_of_raise(self, amount: int) -> int:
        """The chips for lifting the level by `amount`."""
        return price(self.to_match + amount, self.blind)

    def why_not(self, card: Card) -> str | None:
        """Why this card may not be played or put away, in words; None if it may, or the cards are unknown."""
        if self.hand is None:
            return None
        if self.may_play and self.trump is not None:
            return why_not(self.hand, card, self.led, self.trump)
        return None if card in self.hand else f"you do not hold {card}"

    def words(self) -> str:
        """What is allowed, in words."""
        allowed = []
        if self.look:
            allowed.append("look")
        if self.fold:
            allowed.append("fold")
        if self.call is not None:
            allowed.append(f"call for {self.call}")
        if self.raise_least is not None:
            allowed.append(f"raise by {self.raise_least} to {self.raise_most}")
        if self.may_discard:
            allowed.append("put one card away")
        if self.may_play:
            allowed.append(f"play {' or '.join(map(str, self.plays)) or 'a card'}")
        if self.enter is not None:
            allowed.append(f"come in for {self.enter}")
        if self.decline:
            allowed.append("stay out")
        return " or ".join(allowed) or "nothing"

    def actions(self) -> list[Action]:
        """A few concrete actions, at least one of each kind that is possible."""
        actions: list[Action] = []
        if self.look:
            actions.append(Look())
        if self.fold:
            actions.append(Fold())
        if self.call is not None:
            actions.append(Call())
        if self.raise_least is not None and self.raise_most is not None:
            amounts = {self.raise_least, (self.raise_least + self.raise_most) // 2, self.raise_most}
            actions.extend(Raise(amount) for amount in sorted(amounts))
        if self.may_discard:
            actions.extend(Discard(card) for card in self.discards or (None,))
        actions.extend(Play(card) for card in self.plays)
        if self.enter is not None:
            actions.append(Enter())
        if self.decline:
            actions.append(Decline())
        return actions

    def refusal(self, action: Action) -> str | None:
        """Why `action` is against the rules now, in words; None if it is allowed as far as is known."""
        match action:
            case Look():
                allowed = self.look
            case Fold():
                allowed = self.fold
            case Call():
                allowed = self.call is not None
            case Raise(amount):
                return self._raise_refusal(amount)
            case Discard(card):
                allowed = self.may_discard
                if allowed and card is not None:
                    return self.why_not(card)
            case Play(card):
                allowed = self.may_play
                if allowed:
                    return self.why_not(card)
            case Enter():
                allowed = self.enter is not None
            case Decline():
                allowed = self.decline
        return None if allowed else f"you may not {action} now, but {self.words()}"

    def _raise_refusal(self, amount: int) -> str | None:
        if self.raise_least is None or self.raise_most is None:
            return f"you may not raise now, but {self.words()}"
        if type(amount) is not int or not self.raise_least <= amount <= self.raise_most:
            return f"a raise lifts the level by {self.raise_least} to {self.raise_most}"
        return None


NOTHING = Legal()
"""For a seat that has nothing to decide now."""
