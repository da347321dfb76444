"""What convicts: two versions of one entry, or one that is not right as the record stands up to its parent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from azi_p2p.table.evidence import MAX_EVIDENCE, how, proven, two_versions
from azi_p2p.table.replay import Replay
from protocol.errors import NotAllowed, NotProven, Refused
from protocol.record import RecordFile, read_record
from tests.records import played, signed

if TYPE_CHECKING:
    from azi_p2p.table.state import TableState
    from protocol.entry import Entry


def waiting_for(kind: str) -> tuple[TableState, Entry]:
    """A table that waits for an entry of this kind, and the one that it got."""
    record = read_record(played()[0])
    number = next(number for number, step in enumerate(record.steps) if step.entries[0].kind == kind)
    replay = Replay(RecordFile(record.steps[:number], ()))
    assert all(True for _ in replay.walk())
    return replay.state, record.steps[number].entries[0]


def altered(entry: Entry, **changes: Any) -> Entry:
    return signed(played()[1][entry.author], entry, **changes)


def test_two_contents_on_one_parent_are_two_versions() -> None:
    _, entry = waiting_for("bid")
    assert two_versions(entry, altered(entry, body=["look"])) == "two versions of one bid entry"
    assert two_versions(altered(entry, kind="play"), entry) == "two versions of one play entry"


def test_what_is_no_second_version() -> None:
    _, entry = waiting_for("bid")
    assert two_versions(entry, entry) is None
    assert two_versions(entry, altered(entry, parent=bytes(32), body=["look"])) is None, "on another parent"
    assert two_versions(entry, altered(entry, kind="absent", body=[0, None])) is None, "who plays may vote too"
    assert two_versions(entry, altered(entry, kind="sit", body=["Aru", None])) is None, "a request has no place"


def test_a_right_entry_is_admitted() -> None:
    for kind in ("shuffle", "bid"):
        state, entry = waiting_for(kind)
        admitted = proven(state, entry)
        assert (admitted.entry, admitted.chair) == (entry, state.chair_of(entry.author))


def test_an_entry_against_the_rules_or_with_a_false_proof_is_not() -> None:
    state, entry = waiting_for("bid")
    with pytest.raises(NotAllowed):
        proven(state, altered(entry, body=["raise", 10**6]))
    state, entry = waiting_for("shuffle")
    record = read_record(played()[0])
    another = next(step.entries[0] for step in record.steps
                   if step.entries[0].kind == "shuffle" and step.entries[0].author != entry.author)
    with pytest.raises(NotProven):
        proven(state, altered(entry, body=[*entry.body[:3], *another.body[3:]]))


def test_the_three_kinds_of_refusal_are_told_apart() -> None:
    state, entry = waiting_for("bid")
    with pytest.raises(Refused) as refused:
        proven(state, altered(entry, body="nonsense"))
    assert how(refused.value) == f"Malformed: {refused.value}"
    assert how(NotProven("it is not")) == "NotProven: it is not"


def test_every_chair_can_change_hands_once() -> None:
    assert MAX_EVIDENCE == 2 * 6
