"""What a person or bot may ask of a table besides the actions of the game itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SitDown:
    """Ask for a chair from the next hand on. `invitation` is a founder's signed one, where the table wants it."""

    name: str
    invitation: bytes | None = None


@dataclass(frozen=True, slots=True)
class StartHand:
    """Open the next hand now, if that is this seat's part (the first hand is the founder's to start)."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table after this hand (at once between hands)."""


@dataclass(frozen=True, slots=True)
class Rebuy:
    """Take a fresh stack with the next hand (only below the ante, and where the table allows it)."""


@dataclass(frozen=True, slots=True)
class SitOut:
    """Sit out (True) or play again (False) from the next hand on. The chair is kept."""

    out: bool


@dataclass(frozen=True, slots=True)
class VoteGone:
    """Vote that this chair, which is due and silent, is gone. Binds: its move is not accepted any more."""

    chair: int


@dataclass(frozen=True, slots=True)
class Chat:
    """Say a short line to everyone at the table. It is not in the record."""

    text: str


TableAction = SitDown | StartHand | Leave | Rebuy | SitOut | VoteGone | Chat
