"""What a player may decide, as records and in the words of the scenarios, not whether he may."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from azi_p2p.game.cards import Card
from azi_p2p.game.errors import ActionError, CardError
from azi_p2p.game.options import MAX_CHIPS


@dataclass(frozen=True, slots=True)
class Look:
    """Look at one's cards: a turn's first move, and not a bid."""

    def __str__(self) -> str:
        return "look"


@dataclass(frozen=True, slots=True)
class Fold:
    """Leave the deal."""

    def __str__(self) -> str:
        return "fold"


@dataclass(frozen=True, slots=True)
class Call:
    """Match the level, or pay all one has."""

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True, slots=True)
class Raise:
    """Match the level and lift it by `amount`, as it counts; the opener's bet too."""

    amount: int

    def __str__(self) -> str:
        return f"raise {self.amount}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Put one of four cards away; None where the card is not known, which is for everyone but the player."""

    card: Card | None = None

    def __str__(self) -> str:
        return "discard" if self.card is None else f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card to the trick."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Enter:
    """Buy in after Azi."""

    def __str__(self) -> str:
        return "enter"


@dataclass(frozen=True, slots=True)
class Decline:
    """Stay out after Azi."""

    def __str__(self) -> str:
        return "decline"


Action = Look | Fold | Call | Raise | Discard | Play | Enter | Decline

_ALONE: Final[dict[str, Action]] = {
    "look": Look(),
    "fold": Fold(),
    "call": Call(),
    "discard": Discard(),
    "enter": Enter(),
    "decline": Decline(),
}
_RAISE_DIGITS: Final = len(str(MAX_CHIPS)) + 2
"""Longest amount that is read: above every raise that options allow."""


def parse_action(text: str) -> Action:
    """The action that str() writes as `text`. Raises ActionError."""
    match text.split():
        case [word] if word in _ALONE:
            return _ALONE[word]
        case ["raise", amount] if amount.isascii() and amount.isdigit() and len(amount) <= _RAISE_DIGITS:
            return Raise(int(amount))
        case ["discard" | "play" as word, name]:
            try:
                card = Card.parse(name)
            except CardError as error:
                raise ActionError(str(error)) from error
            return Play(card) if word == "play" else Discard(card)
    raise ActionError(f"{text[:40]!r} is no action")
