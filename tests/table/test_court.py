"""Evidence held against a record: what convicts, and what does not."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from azi_p2p.table.bodies import Verdict
from azi_p2p.table.court import Court
from azi_p2p.table.evidence import MAX_EVIDENCE
from azi_p2p.table.replay import Replay, footing_of
from protocol.identity import Identity
from protocol.record import RecordFile, read_record
from tests.records import played, signed

if TYPE_CHECKING:
    from azi_p2p.table.state import TableState
    from protocol.entry import Entry


@dataclasses.dataclass(frozen=True)
class Place:
    """A table that waits for one entry, the entry that it got, and everybody's keys."""

    state: TableState
    entry: Entry
    keys: dict[bytes, Identity]

    @property
    def author(self) -> Identity:
        return self.keys[self.entry.author]

    @property
    def other(self) -> Identity:
        return next(identity for key, identity in self.keys.items() if key != self.entry.author)

    @property
    def chair(self) -> int:
        return self.state.chair_of(self.entry.author)

    def verdict(self, by: Identity, kind: str, body: object) -> Entry:
        return signed(by, self.entry, kind=kind, body=body)

    def heard(self, *evidence: Entry) -> Court:
        court = Court(self.state.founding.table_id, evidence, {self.state.parent: self.state.step})
        court.hear(self.state, footing_of(self.state))
        return court


@pytest.fixture(scope="module")
def place() -> Place:
    data, keys = played()
    record = read_record(data)
    number = next(number for number, step in enumerate(record.steps) if step.entries[0].kind == "bid")
    replay = Replay(RecordFile(record.steps[:number], ()))
    for _ in replay.walk():
        pass
    return Place(replay.state, record.steps[number].entries[0], keys)


def test_an_illegal_entry(place: Place) -> None:
    court = place.heard(signed(place.author, place.entry, body=["raise", 10**6]))
    cheat = court.cheats[place.entry.author]
    assert cheat.step == place.entry.step
    assert "raise" in cheat.reason
    assert court.refused == []


def test_an_entry_with_a_false_proof() -> None:
    data, keys = played()
    record = read_record(data)
    number = next(number for number, step in enumerate(record.steps) if step.entries[0].kind == "shuffle")
    replay = Replay(RecordFile(record.steps[:number], ()))
    assert all(True for _ in replay.walk())
    entry = record.steps[number].entries[0]
    place = Place(replay.state, entry, keys)
    other = record.steps[number + 1].entries[0].body
    assert entry.author in place.heard(signed(place.author, entry, body=[*entry.body[:3], *other[3:]])).cheats
    assert place.heard(entry).cheats == {}


def test_an_entry_out_of_turn(place: Place) -> None:
    assert place.other.public in place.heard(signed(place.other, place.entry)).cheats


def test_a_right_entry_is_a_false_accusation(place: Place) -> None:
    court = place.heard(place.entry)
    assert court.cheats == {}
    assert [accused for accused, _ in court.refused] == [place.entry.author]


def test_two_versions_need_no_record(place: Place) -> None:
    second = signed(place.author, place.entry, body=["look"])
    for entries in ((place.entry, second), (second, place.entry)):
        court = Court(place.state.founding.table_id, entries, {})
        assert court.cheats[place.entry.author].entries == entries
    again = dataclasses.replace(place.entry, signature=second.signature)
    assert Court(place.state.founding.table_id, (place.entry, again), {}).cheats == {}


def test_two_entries_on_two_parents_are_no_two_versions(place: Place) -> None:
    elsewhere = signed(place.author, place.entry, parent=bytes(32))
    court = place.heard(place.entry, elsewhere)
    assert court.cheats == {}
    assert court.refused


def test_a_stranger_has_nothing_to_cheat_with(place: Place) -> None:
    court = place.heard(signed(Identity(bytes(32)), place.entry))
    assert court.cheats == {}


def test_a_verdict_that_cannot_be_read(place: Place) -> None:
    assert place.other.public in place.heard(place.verdict(place.other, "absent", ["nobody", None])).cheats
    right = place.verdict(place.other, "absent", [place.chair, None])
    assert place.heard(right).cheats == {}
    assert Verdict.read(right).about == place.chair


def test_accepting_and_voting_absent(place: Place) -> None:
    vote = place.verdict(place.other, "absent", [place.chair, None])
    ack = place.verdict(place.other, "ack", [place.chair, place.entry.digest, [], []])
    assert place.other.public in place.heard(vote, ack).cheats
    elsewhere = place.verdict(place.other, "ack", [(place.chair + 1) % 3, place.entry.digest, [], []])
    assert place.heard(vote, elsewhere).cheats == {}


def test_an_ack_that_carries_what_settled_it_is_free(place: Place) -> None:
    third = next(one for key, one in place.keys.items() if key not in (place.entry.author, place.other.public))
    settling = place.verdict(third, "ack", [place.chair, place.entry.digest, [], []])
    vote = place.verdict(place.other, "absent", [place.chair, None])
    ack = place.verdict(place.other, "ack", [place.chair, place.entry.digest, [settling.encode()], []])
    assert place.heard(vote, ack).cheats == {}


def test_an_ack_may_leave_out_cheats_but_needs_the_rest(place: Place) -> None:
    vote = place.verdict(place.other, "absent", [place.chair, None])
    third = next(key for key in place.keys if key not in (place.entry.author, place.other.public))
    two = [signed(place.keys[third], place.entry, body=["raise", amount]) for amount in (1, 2)]
    proof = [version.encode() for version in two]
    nothing = [place.entry.encode()]      # which is right
    for left_out, evidence, explained in (
        ([], [], False), ([proof], two, True), ([proof], [], True), ([nothing], [], False),
    ):
        ack = place.verdict(place.other, "ack", [place.chair, place.entry.digest, [], left_out])
        assert (place.other.public not in place.heard(vote, ack, *evidence).cheats) == explained


def test_an_ack_that_leaves_out_whom_this_record_cannot_judge(place: Place) -> None:
    vote = place.verdict(place.other, "absent", [place.chair, None])
    third = next(key for key in place.keys if key not in (place.entry.author, place.other.public))
    elsewhere = signed(place.keys[third], place.entry, parent=bytes(32))
    ack = place.verdict(place.other, "ack", [place.chair, place.entry.digest, [], [[elsewhere.encode()]]])
    court = place.heard(vote, ack)
    assert court.cheats == {}
    assert court.refused == []
    assert [case.accused for case in court.undecided()] == [place.other.public]


def test_a_case_on_a_branch_that_never_comes_stays_undecided(place: Place) -> None:
    court = place.heard(signed(place.author, place.entry, parent=bytes(32), body=["raise", 10**6]))
    assert court.cheats == {}
    assert [case.accused for case in court.undecided()] == [place.entry.author]


def test_too_much_evidence(place: Place) -> None:
    many = [signed(Identity(bytes([number]) * 32), place.entry) for number in range(MAX_EVIDENCE + 1)]
    court = Court(place.state.founding.table_id, many, {})
    assert len(court.refused) == 1
    assert "more than" in court.refused[0][1]
