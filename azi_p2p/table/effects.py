"""What a table asks its node to do, in order. The node keeps before it sends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Keep:
    """Store these, in one transaction and durably. What is `urgent` before any later effect is carried out; the rest
    may wait for the next urgent one, or for half a second: it can be had from others again.

    `messages` are (digest, wire bytes) pairs; `secrets` are (key, bytes), to be wiped by a later Wipe.
    """

    messages: tuple[tuple[bytes, bytes], ...]
    secrets: tuple[tuple[bytes, bytes], ...] = ()
    urgent: bool = True


@dataclass(frozen=True, slots=True)
class Wipe:
    """Destroy these stored secrets: their hand is final."""

    keys: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Send:
    """Send these bytes to one peer, or to everyone at the table (None)."""

    peer: bytes | None
    data: bytes


@dataclass(frozen=True, slots=True)
class Changed:
    """The view has changed: draw it again, let a bot think again."""


@dataclass(frozen=True, slots=True)
class Said:
    """A chat line from this key."""

    author: bytes
    text: str


@dataclass(frozen=True, slots=True)
class Suspect:
    """A peer sent something that is refused. `proof` tells whether signed evidence of a cheat is kept."""

    peer: bytes
    reason: str
    proof: bool


@dataclass(frozen=True, slots=True)
class Left:
    """This node has left the table, or the table is closed; `reason` in words."""

    reason: str


Effect = Keep | Wipe | Send | Changed | Said | Suspect | Left
