"""The record file: what is written is read; cut anywhere, altered anywhere or padded, it is refused."""

from __future__ import annotations

import contextlib

import pytest

from protocol.codec import encode
from protocol.entry import founding_table_id
from protocol.errors import Malformed, NotProven, Refused
from protocol.record import (
    MAGIC,
    MAX_FRAME_SIZE,
    MAX_STEP_ENTRIES,
    RecordFile,
    Step,
    read_record,
    step_digest,
    write_record,
)
from tests.protocol.record_vectors import refused_files, steps

STEPS, EVIDENCE = steps()
PIECES = list(write_record(STEPS, EVIDENCE))
FILE = b"".join(PIECES)
TIP = step_digest(step_digest(step_digest(founding_table_id(STEPS[0].entries[0]), STEPS[0].entries, []),
                              STEPS[1].entries, []), STEPS[2].entries, STEPS[2].absent)


def verified(data: bytes) -> bytes:
    """Read a file and check all that can be checked without a game: signatures and parents. The digest at the end."""
    record = read_record(data)
    at = founding_table_id(record.steps[0].entries[0]) if record.steps and record.steps[0].entries else b""
    for number, step in enumerate(record.steps):
        for entry in (*step.entries, *step.votes):
            entry.verify()
            if number and entry.parent != at:
                raise NotProven("another parent")
        at = step_digest(at, step.entries, step.absent)
    for entry in record.evidence:
        entry.verify()
    return at


def test_what_is_written_is_read() -> None:
    assert read_record(FILE) == RecordFile(tuple(STEPS), EVIDENCE)
    assert verified(FILE) == TIP


def test_a_record_without_evidence_or_steps() -> None:
    assert read_record(b"".join(write_record([], []))) == RecordFile((), ())
    assert PIECES[-1] == b"\0\0\0\5" + encode(["end"])


def test_cut_at_every_byte() -> None:
    for at in range(len(FILE)):
        with pytest.raises(Malformed):
            read_record(FILE[:at])


def test_a_cut_says_where() -> None:
    until = 0
    for number, piece in enumerate(PIECES[:-1]):
        until += len(piece)
        with pytest.raises(Malformed, match=f"cut off at step {min(number, 3)}"):
            read_record(FILE[:until])
        with pytest.raises(Malformed, match=f"cut off in step {min(number, 3)}"):
            read_record(FILE[:until + 6])


def test_every_altered_byte_is_refused_or_gives_another_digest() -> None:
    unnoticed = []
    for at in range(len(FILE)):
        altered = FILE[:at] + bytes([FILE[at] ^ 1]) + FILE[at + 1:]
        try:
            if verified(altered) == TIP:
                unnoticed.append(at)
        except Refused:
            pass
    assert unnoticed == []


@pytest.mark.parametrize("order", [(0, 2, 1), (0, 1, 1, 2), (0, 2), (1, 2), (0, 1)])
def test_frames_that_are_missing_doubled_or_in_another_order(order: tuple[int, ...]) -> None:
    moved = b"".join(write_record([STEPS[number] for number in order], EVIDENCE))
    with contextlib.suppress(NotProven):
        assert verified(moved) != TIP


@pytest.mark.parametrize("why", refused_files())
def test_refused(why: str) -> None:
    with pytest.raises(Malformed):
        read_record(bytes.fromhex(refused_files()[why]))


def test_every_chair_may_be_absent() -> None:
    chairs = tuple(range(MAX_STEP_ENTRIES))
    assert read_record(b"".join(write_record([Step((), chairs)], []))).steps == (Step((), chairs),)


def test_too_many_votes() -> None:
    vote = STEPS[2].votes[0]
    full = Step((), (), (vote,) * MAX_STEP_ENTRIES)
    assert len(read_record(b"".join(write_record([full], []))).steps[0].votes) == MAX_STEP_ENTRIES
    with pytest.raises(Malformed):
        read_record(b"".join(write_record([Step((), (), (vote,) * (MAX_STEP_ENTRIES + 1))], [])))


def test_evidence_takes_as_many_frames_as_it_needs() -> None:
    many = EVIDENCE * MAX_STEP_ENTRIES
    pieces = list(write_record(STEPS, many))
    assert len(pieces) == len(PIECES) + 1
    assert read_record(b"".join(pieces)).evidence == many


def test_a_frame_that_is_too_large_is_refused_unread() -> None:
    with pytest.raises(Malformed, match="damaged"):
        read_record(MAGIC + (MAX_FRAME_SIZE + 1).to_bytes(4, "big"))
    with pytest.raises(Malformed, match="cut off"):
        read_record(MAGIC + MAX_FRAME_SIZE.to_bytes(4, "big"))


def test_the_digest_takes_entries_absences_and_their_order_and_no_signatures() -> None:
    one, two = STEPS[1].entries
    parent = one.parent
    digests = [
        step_digest(parent, entries, absent)
        for entries in ([one, two], [two, one], [one], [two], []) for absent in ([], [0], [1], [0, 1])]
    assert len(set(digests)) == len(digests)
    assert step_digest(bytes(32), [one, two], []) not in digests
    object.__setattr__(again := type(one).decode(one.encode()), "signature", bytes(64))
    assert step_digest(parent, [again, two], []) == digests[0]
