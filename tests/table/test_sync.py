"""Catching up: when a node tells of its record, what it lacks, and what it sends to one who is behind."""

from __future__ import annotations

import pytest

from azi_p2p.table.chain import Chain
from azi_p2p.table.kinds import Stage
from azi_p2p.table.limits import ANSWER_APART_SECONDS, MAX_BATCH_ENTRIES, STATUS_APART_SECONDS, STATUS_SECONDS
from azi_p2p.table.state import TableState
from azi_p2p.table.sync import Sync
from azi_p2p.table.wire import HINT_SIZE, Status
from tests.table.chronicle import identity
from tests.table.room import Room


@pytest.fixture(scope="module", name="room")
def _room() -> Room:
    """Two hands have been played, and a third is bid for."""
    room = Room(3)
    room.reach(Stage.BID, hands=2)
    return room.calm()


def newcomer(room: Room) -> Chain:
    return Chain(TableState.begin(room.founding), identity(5).public)


def catch_up(behind: Chain, ahead: Chain) -> int:
    """Status and answer, until nothing comes any more; how many batches it took."""
    for batches in range(100):
        answer = Sync(0.0).answer(ahead, Sync(0.0).status(behind, ask=True))
        if not answer:
            return batches
        for entry in answer:
            behind.offer(entry)
    raise AssertionError("it never ends")


# --- when ---

def test_waits_grow_while_nothing_moves_and_begin_anew_when_something_does() -> None:
    sync, now = Sync(10.0), 10.0
    for wait in (*STATUS_SECONDS, STATUS_SECONDS[-1]):
        assert sync.deadline(stalled=True) == now + wait
        assert not sync.is_due(now + wait - 0.01)
        now += wait
        assert sync.is_due(now)
        sync.told(now)
    sync.moved(now)
    assert sync.deadline(stalled=True) == now + STATUS_SECONDS[0]
    assert sync.deadline(stalled=False) == now + STATUS_SECONDS[-1]


def test_a_peer_is_not_asked_too_often() -> None:
    sync = Sync(0.0)
    assert sync.may_ask(b"a", 5.0)
    assert not sync.may_ask(b"a", 5.0 + STATUS_APART_SECONDS / 2)
    assert sync.may_ask(b"b", 5.0)
    assert sync.may_ask(b"a", 5.0 + STATUS_APART_SECONDS)


def test_a_peer_is_not_answered_too_often() -> None:
    sync = Sync(0.0)
    assert sync.may_answer(b"a", 5.0)
    assert not sync.may_answer(b"a", 5.0 + ANSWER_APART_SECONDS / 2)
    assert sync.may_answer(b"b", 5.0)
    assert sync.may_answer(b"a", 5.0 + 2 * ANSWER_APART_SECONDS)


# --- what ---

def test_a_status_says_the_step_what_it_stands_on_and_what_is_there(room: Room) -> None:
    chain = room.tables[0].chain
    status = Sync(0.0).status(chain, ask=True)
    place = chain.place(chain.state.parent)
    known = [one.entry for one in place.admitted()] + [verdict.entry for verdict in place.verdicts()]
    assert status == Status(chain.tip, chain.state.parent, tuple(entry.digest[:HINT_SIZE] for entry in known), ask=True)


def test_equals_have_nothing_to_tell_each_other(room: Room) -> None:
    sync, one, other = Sync(0.0), room.tables[0].chain, room.tables[1].chain
    assert sync.answer(one, sync.status(other, ask=True)) == []
    assert not sync.lacks(one, sync.status(other, ask=True))


def test_a_newcomer_is_given_the_whole_record(room: Room) -> None:
    chain, late = room.tables[0].chain, newcomer(room)
    assert Sync(0.0).lacks(late, Sync(0.0).status(chain, ask=False))
    catch_up(late, chain)
    assert (late.state.parent, late.tip) == (chain.state.parent, chain.tip)
    assert late.cheats == {}


def test_whoever_is_ahead_is_not_lacking(room: Room) -> None:
    assert not Sync(0.0).lacks(room.tables[0].chain, Sync(0.0).status(newcomer(room), ask=False))


def test_one_at_the_same_step_of_another_branch_has_something_to_tell(room: Room) -> None:
    chain = room.tables[0].chain
    assert Sync(0.0).lacks(chain, Status(chain.tip, b"y" * 32, (), ask=False))
    assert Sync(0.0).lacks(chain, Status(chain.tip + 1, b"y" * 32, (), ask=False))
    assert not Sync(0.0).lacks(chain, Status(chain.tip - 1, b"y" * 32, (), ask=False))


def test_one_who_is_behind_is_given_what_follows_and_no_more(room: Room) -> None:
    chain = room.tables[0].chain
    step = chain.tip - 2
    answer = Sync(0.0).answer(chain, Status(step, chain.parents[step], (), ask=True))
    assert {entry.step for entry in answer if entry.kind not in ("ack", "absent")} == {chain.tip - 2, chain.tip - 1}


def test_one_on_another_branch_is_given_the_record_from_before_it(room: Room) -> None:
    chain = room.tables[0].chain
    step = chain.tip - 1
    answer = Sync(0.0).answer(chain, Status(step, b"x" * 32, (), ask=True))
    first = min(entry.step for entry in answer)
    assert first == chain.fork_start(step)
    assert first < step
    for elsewhere in (0, 1):
        assert Sync(0.0).answer(chain, Status(elsewhere, b"x" * 32, (), ask=True))[0].step == 1


def test_a_batch_is_bounded_and_the_next_one_goes_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    chain = room.tables[0].chain
    start = Sync(0.0).status(newcomer(room), ask=True)
    monkeypatch.setattr("azi_p2p.table.sync.MAX_BATCH_SIZE", 40_000)
    assert 0 < sum(len(entry.encode()) for entry in Sync(0.0).answer(chain, start)) <= 40_000
    late = newcomer(room)
    assert catch_up(late, chain) > 2
    assert late.state.parent == chain.state.parent
    monkeypatch.setattr("azi_p2p.table.sync.MAX_BATCH_SIZE", 1)
    assert len(Sync(0.0).answer(chain, start)) == 1, "one entry goes, whatever its size"
    assert len(Sync(0.0).answer(chain, start)) <= MAX_BATCH_ENTRIES


def test_what_is_at_the_tip_is_sent_to_one_who_lacks_it() -> None:
    room = Room(3)
    room.reach(Stage.BID).calm()
    one = room.tables[0].chain
    (due,) = one.state.due()
    (voter, other) = (number for number in range(3) if number != due)
    vote = room.tables[voter].jury.accuse(room.tables[voter].chain, room.tables[voter].author, due)
    room.tables[voter].chain.offer(vote)
    sync = Sync(0.0)
    status = sync.status(room.tables[other].chain, ask=True)
    assert sync.answer(room.tables[voter].chain, status) == [vote]
    assert sync.lacks(room.tables[other].chain, sync.status(room.tables[voter].chain, ask=True))
    assert not sync.lacks(room.tables[voter].chain, status)


def test_one_that_is_ahead_hears_the_verdicts_that_keep_this_node_behind(room: Room) -> None:
    ahead = Status(room.tables[0].chain.tip + 3, b"y" * 32, (), ask=True)
    assert Sync(0.0).answer(newcomer(room), ahead) == []
