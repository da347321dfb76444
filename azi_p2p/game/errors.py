"""The exceptions of the rules: what could not be read, does not fit, or is against the rules.

    GameError
    ├── CardError          this is not written like a card, or is no card of the deck
    ├── ActionError        this is not written like an action
    ├── OptionsError       these options make no table; all faults are named at once
    ├── IllegalAction      it can be read and is against the rules; nothing has changed
    └── MatchError         sitting, leaving, taking chips or starting a hand is not possible

Any other exception that leaves this package is a bug in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class GameError(Exception):
    """Base of every error of this package."""


class CardError(GameError):
    """Not a card."""


class ActionError(GameError):
    """Not an action."""


class OptionsError(GameError):
    """Options that make no table; `problems` has one sentence for each fault."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = list(problems)
        super().__init__("; ".join(self.problems))


class IllegalAction(GameError):
    """Against the rules; the text says why, and what is allowed. Nothing has changed."""


class MatchError(GameError):
    """Not possible at the table now; the text says why. Nothing has changed."""
