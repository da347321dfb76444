"""The kinds of entry as data: who writes them, when, and whether a person has to decide."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Stage(StrEnum):
    """What the record waits for: one of these holds between any two steps."""

    OPEN = "open"          # one proposer opens the next hand, or closes the table
    KEYS = "keys"          # all who are asked, at once
    SHUFFLE = "shuffle"    # one seat after the other
    REVEAL = "reveal"      # all seats of the deal, at once
    SHARES = "shares"      # all who owe shares, at once
    DISCARD = "discard"    # at once, or one who has just looked
    BID = "bid"            # one seat
    PLAY = "play"          # one seat
    ENTER = "enter"        # one seat: buy into an Azi, or not
    CLOSED = "closed"      # nobody writes any more


@dataclass(frozen=True, slots=True)
class Part:
    """What a seat's part in a stage is like."""

    kinds: tuple[str, ...]   # kinds of entry that fill it
    choice: bool             # does a person choose (else the node does it by itself)?


PARTS: Final[dict[Stage, Part]] = {
    Stage.OPEN: Part(("open", "close"), choice=False),
    Stage.KEYS: Part(("keys",), choice=False),
    Stage.SHUFFLE: Part(("shuffle",), choice=False),
    Stage.REVEAL: Part(("reveal",), choice=False),
    Stage.SHARES: Part(("shares",), choice=False),
    Stage.DISCARD: Part(("discard",), choice=True),
    Stage.BID: Part(("bid",), choice=True),
    Stage.PLAY: Part(("play",), choice=True),
    Stage.ENTER: Part(("enter",), choice=True),
    Stage.CLOSED: Part((), choice=False),
}

FOUND: Final = "found"
VERDICTS: Final = ("absent", "ack")
"""What one seat says of another at one parent: it is gone, or its entry is accepted.
An `ack` about nobody accepts the record up to that parent as a whole."""

REQUESTS: Final = ("sit", "leave", "return", "rebuy")
"""Signed wishes for a hand, carried into the record by the entry that opens it."""

INVITE: Final = "invite"
"""The founder's word that a key may sit down."""

STEP_KINDS: Final = frozenset(kind for part in PARTS.values() for kind in part.kinds)
