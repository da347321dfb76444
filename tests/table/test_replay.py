"""Walking a record: what comes out of each step, and that signatures and proofs are left to the caller."""

from __future__ import annotations

import dataclasses
import pickle
from collections import Counter

import pytest

from azi_p2p.game.events import AntePaid, HandWon
from azi_p2p.table.kinds import Stage
from azi_p2p.table.replay import At, RecordFault, Replay, footing_of, verify_signature
from protocol.errors import NotProven
from protocol.record import RecordFile, Step, read_record
from tests.records import played, signed


@pytest.fixture(scope="module")
def record() -> RecordFile:
    return read_record(played()[0])


def test_every_signature_and_proof_comes_out_as_a_job(record: RecordFile) -> None:
    replay = Replay(record)
    jobs = [job for walked in replay.walk() for job in walked.jobs]
    kinds = Counter(job.kind for job in jobs)
    assert kinds["signature"] == sum(len(step.entries) for step in record.steps[1:])
    assert kinds["key"] == kinds["shuffle"] == 3 * replay.counts["cut"]
    assert kinds["share"] >= kinds["key"]
    assert all(job.run() is None for job in jobs[:40])
    assert [job.at for job in jobs] == sorted(job.at for job in jobs)


def test_jobs_travel_to_other_processes(record: RecordFile) -> None:
    walked = list(Replay(record).walk())
    jobs = next(one.jobs for one in walked if any(job.kind == "shuffle" for job in one.jobs))
    again = pickle.loads(pickle.dumps(jobs))
    assert [job.run() for job in again] == [None] * len(jobs)


def test_a_false_signature_is_walked_over_and_its_job_says_so(record: RecordFile) -> None:
    entry = record.steps[1].entries[0]
    steps = [record.steps[0], Step((dataclasses.replace(entry, signature=bytes(64)),))]
    (walked,) = Replay(RecordFile(tuple(steps), ())).walk()
    assert [job.run() is not None for job in walked.jobs] == [True]
    with pytest.raises(NotProven):
        verify_signature(entry.author, entry.content, bytes(64), entry.kind)
    verify_signature(entry.author, entry.content, entry.signature, entry.kind)


def test_hands_begin_and_end(record: RecordFile) -> None:
    replay = Replay(record)
    walked = list(replay.walk())
    opens = [one.number for one in walked if one.opens]
    ends = [one.number for one in walked if one.ends]
    assert len(opens) == len(ends) == 2
    assert opens[0] < ends[0] < opens[1] < ends[1]
    assert any(isinstance(event, AntePaid) for event in walked[opens[0]].events)
    assert all(isinstance(walked[number - 1].events[-1], HandWon) for number in ends)


def test_who_is_due_and_who_votes(record: RecordFile) -> None:
    replay = Replay(record)
    first = footing_of(replay.state)
    assert (first.step, first.due, first.voters) == (1, {0: replay.founding.founder}, {})
    for _ in replay.walk():
        if replay.state.stage is Stage.KEYS:
            break
    keys = footing_of(replay.state)
    assert keys.due == keys.voters
    assert len(keys.due) == 3


def fault_of(record: RecordFile) -> RecordFault:
    with pytest.raises(RecordFault) as wrong:
        list(Replay(record).walk())
    return wrong.value


def test_a_founding_entry_alone_and_sound(record: RecordFile) -> None:
    founding = record.steps[0].entries[0]
    _, keys = played()
    founder = keys[founding.author]
    options, *rest = founding.body
    for steps in (
        (), (Step(()),), (Step((founding, founding)),), (Step((founding,), (0,)),), record.steps[1:],
        (Step((dataclasses.replace(founding, signature=bytes(64)),)),),
        (Step((signed(founder, founding, body=[options[:-1], *rest]),)),),
        (Step((signed(founder, founding, body=None),)),),
        (Step((signed(founder, founding, step=1),)),),
    ):
        assert fault_of(RecordFile(tuple(steps), ())).fault.at == At(0, 0)


def test_stacks_brought_along_that_cannot_be(record: RecordFile) -> None:
    founding = record.steps[0].entries[0]
    _, keys = played()
    twice = [bytes(32), bytes(32), [[b"p" * 32, 5, 5], [b"p" * 32, 5, 5]]]
    entry = signed(keys[founding.author], founding, body=[*founding.body[:4], twice])
    fault = fault_of(RecordFile((Step((entry,)),), ())).fault
    assert (fault.at, fault.kind) == (At(0, 0), "found")


def test_an_altered_entry_is_told_by_its_signature_before_all_else(record: RecordFile) -> None:
    entry = record.steps[1].entries[0]
    altered = dataclasses.replace(entry, kind="keys", signature=bytes(64))
    fault = fault_of(RecordFile((record.steps[0], Step((altered,))), ())).fault
    assert (fault.at, fault.kind, fault.author) == (At(1, 0), "keys", entry.author)
    assert "signature" in fault.why
