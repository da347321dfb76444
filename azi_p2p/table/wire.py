"""The messages between tables, inside an authenticated link: their layout and their limits, not what they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from azi_p2p.table.limits import MAX_BATCH_ENTRIES, MAX_CHAT_SIZE, MAX_HAVE, MAX_MESSAGE_SIZE
from protocol.codec import decode, encode
from protocol.digest import DIGEST_SIZE
from protocol.entry import MAX_STEP, Entry
from protocol.errors import Malformed

HINT_SIZE: Final = 8
"""Bytes of a digest that tell a peer what one has: a chance hit costs a repeated message, no more."""


@dataclass(frozen=True, slots=True)
class Entries:
    """Signed entries, verdicts and requests, in an order in which they can be taken in."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One false entry, or two of one place."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """How far a node is: the step that it waits for, what that stands on, and what it has there (hints).

    `ask` says that it wants to hear what it lacks.
    """

    step: int
    parent: bytes
    have: tuple[bytes, ...]
    ask: bool


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line to everyone at the table; the link vouches for who says it."""

    text: str


Message = Entries | Evidence | Status | ChatLine


def pack(message: Message) -> bytes:
    """The bytes of a message."""
    match message:
        case Entries(entries):
            return encode(["entries", [entry.encode() for entry in entries]])
        case Evidence(entries):
            return encode(["evidence", [entry.encode() for entry in entries]])
        case Status(step, parent, have, ask):
            return encode(["status", step, parent, list(have), ask])
        case ChatLine(text):
            return encode(["chat", text])


def unpack(data: bytes) -> Message:
    """The message in these bytes. Raises Malformed, and nothing else."""
    match decode(data, MAX_MESSAGE_SIZE):
        case ["entries", list(packed)] if len(packed) <= MAX_BATCH_ENTRIES:
            return Entries(_entries(packed))
        case ["evidence", list(packed)] if len(packed) in (1, 2):
            return Evidence(_entries(packed))
        case ["status", int(step), bytes(parent), list(have), bool(ask)] if (
            type(step) is int and 0 <= step <= MAX_STEP and len(parent) == DIGEST_SIZE and len(have) <= MAX_HAVE
            and all(isinstance(hint, bytes) and len(hint) == HINT_SIZE for hint in have)
        ):
            return Status(step, parent, tuple(have), ask)
        case ["chat", str(text)] if 0 < len(text.encode()) <= MAX_CHAT_SIZE:
            return ChatLine(text)
        case _:
            raise Malformed("no message that a table knows")


def _entries(packed: list[object]) -> tuple[Entry, ...]:
    if not all(isinstance(one, bytes) for one in packed):
        raise Malformed("entries are byte strings")
    return tuple(Entry.decode(one) for one in packed if isinstance(one, bytes))
