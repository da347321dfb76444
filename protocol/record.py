"""The record: the steps of a table in order, and the file that carries them. Knows no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from protocol.codec import decode, encode
from protocol.digest import digest
from protocol.entry import MAX_ENTRY_SIZE, Entry
from protocol.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MAGIC: Final = b"fair-deal record 1\n"
MAX_FRAME_SIZE: Final = 4 * 1024 * 1024
"""Bytes of one frame of a record file: a step of many entries with their votes stays far below."""

MAX_STEP_ENTRIES: Final = 64
"""Entries, votes or items of evidence in one frame."""


@dataclass(frozen=True, slots=True)
class Step:
    """One place in the record: entries in seat order, who was absent, and the votes that say so.

    `absent` names the chairs that were due and are passed over, ascending. `votes` stand beside the
    record: they do not enter its digest.
    """

    entries: tuple[Entry, ...]
    absent: tuple[int, ...] = ()
    votes: tuple[Entry, ...] = ()


def step_digest(parent: bytes, entries: Iterable[Entry], absent: Sequence[int]) -> bytes:
    """32 bytes: H(parent, the entries' contents in seat order, who is absent), without signatures."""
    contents = encode([entry.content for entry in entries])
    return digest("step", parent, contents, encode(list(absent)))


def write_record(steps: Iterable[Step], evidence: Iterable[Entry]) -> Iterator[bytes]:
    """The pieces of a record file: the magic line, then a frame a step, then one of the evidence."""
    yield MAGIC
    for step in steps:
        yield _frame(["step", [entry.encode() for entry in step.entries], list(step.absent),
                      [vote.encode() for vote in step.votes]])
    false = [entry.encode() for entry in evidence]
    for at in range(0, len(false), MAX_STEP_ENTRIES):
        yield _frame(["evidence", false[at:at + MAX_STEP_ENTRIES]])
    yield _frame(["end"])


@dataclass(frozen=True, slots=True)
class RecordFile:
    """What a record file holds: the steps, and the signed entries kept as evidence of cheats."""

    steps: tuple[Step, ...]
    evidence: tuple[Entry, ...]


def read_record(data: bytes) -> RecordFile:
    """The contents of a whole record file. Signatures are not checked here. Raises Malformed."""
    if not data:
        raise Malformed("the file is empty")
    if not data.startswith(MAGIC):
        raise Malformed("this is not a record: it does not begin with the line that records begin with")
    steps: list[Step] = []
    evidence: list[Entry] = []
    at = len(MAGIC)
    while True:
        where = f"step {len(steps)}"
        if at + 4 > len(data):
            raise Malformed(f"the record is cut off at {where}: it has no end")
        size = int.from_bytes(data[at:at + 4], "big")
        if size > MAX_FRAME_SIZE:
            raise Malformed(f"the record is damaged at {where}: a frame of {size} bytes")
        if at + 4 + size > len(data):
            raise Malformed(f"the record is cut off in {where}")
        frame = data[at + 4:at + 4 + size]
        at += 4 + size
        try:
            match decode(frame, MAX_FRAME_SIZE):
                case ["step", list(entries), list(absent), list(votes)]:
                    steps.append(Step(_entries(entries), _chairs(absent), _entries(votes)))
                case ["evidence", list(entries)]:
                    evidence.extend(_entries(entries))
                case ["end"]:
                    break
                case _:
                    raise Malformed("an unknown frame")
        except Malformed as error:
            raise Malformed(f"the record is damaged at {where}: {error}") from error
    if at != len(data):
        raise Malformed(f"the record has {len(data) - at} bytes behind its end")
    return RecordFile(tuple(steps), tuple(evidence))


def _frame(value: list[object]) -> bytes:
    packed = encode(value)
    assert len(packed) <= MAX_FRAME_SIZE
    return len(packed).to_bytes(4, "big") + packed


def _entries(values: list[object]) -> tuple[Entry, ...]:
    if len(values) > MAX_STEP_ENTRIES:
        raise Malformed(f"{len(values)} entries in one frame")
    found = []
    for value in values:
        if not isinstance(value, bytes) or len(value) > MAX_ENTRY_SIZE:
            raise Malformed("an entry is a byte string")
        found.append(Entry.decode(value))
    return tuple(found)


def _chairs(values: list[object]) -> tuple[int, ...]:
    chairs = []
    for value in values:
        if type(value) is not int or not 0 <= value < MAX_STEP_ENTRIES:
            raise Malformed("a chair is a small number")
        chairs.append(value)
    if sorted(set(chairs)) != chairs:
        raise Malformed("absent chairs stand once each, ascending")
    return tuple(chairs)
