"""The jury: whom this node accuses and when, what it accepts when asked, and how heads-up goes on."""

from __future__ import annotations

import pytest

from azi_p2p.table.actions import Leave, StartHand, VoteGone
from azi_p2p.table.bodies import Verdict
from azi_p2p.table.kinds import Stage
from azi_p2p.table.limits import GRACE_SECONDS, STEP_SECONDS
from protocol.entry import Entry
from tests.table.chronicle import identity
from tests.table.room import Room


def verdicts(room: Room, by: int, about: int) -> list[Verdict]:
    """What this player's table holds of its own about another at any parent."""
    found = []
    for place in room.tables[by].chain.places.values():
        for of in (place.absent, place.acks):
            one = of.get(about, {}).get(by)
            if one is not None:
                found.append(one)
    return found


def all_but(room: Room, *gone: int) -> list[int]:
    return [number for number in range(len(room.tables)) if number not in gone]


@pytest.fixture(name="room")
def _room() -> Room:
    """Four seats, somebody's turn to bid; nobody acts by himself."""
    room = Room(4, turn_seconds=10, pause=20.0)
    room.reach(Stage.BID)
    return room.calm()


def due(room: Room) -> int:
    return room.tables[0].chain.state.due()[0]


def mute(room: Room, number: int) -> None:
    room.silent.add(number)
    for other in all_but(room, number):
        room.part(number, other)


def test_who_is_late_is_accused_by_all_and_the_hand_goes_on(room: Room) -> None:
    gone = due(room)
    mute(room, gone)
    room.rest(10 + GRACE_SECONDS - 0.5)
    assert not any(verdicts(room, voter, gone) for voter in all_but(room, gone)), "not before his time is up"
    room.rest(1.5)
    assert all(gone in room.tables[other].chain.state.hand.forfeited for other in all_but(room, gone))


def test_who_is_late_with_what_his_node_does_by_itself_has_fifteen_seconds() -> None:
    room = Room(3, turn_seconds=0, start_at=None)
    room.rest(0.5)
    mute(room, 2)
    room.tables[0].act(StartHand(), room.now)
    room.rest(STEP_SECONDS - 1)
    assert room.tables[0].chain.state.stage is Stage.KEYS
    assert not verdicts(room, 0, 2)
    room.reach(Stage.BID)
    assert room.tables[0].chain.state.deal.seats == (0, 1)


def test_where_nobody_is_timed_people_decide() -> None:
    room = Room(3, turn_seconds=0)
    room.reach(Stage.BID).calm()
    gone = due(room)
    mute(room, gone)
    room.rest(100)
    one, other = all_but(room, gone)
    assert not verdicts(room, one, gone)
    assert room.tables[one].jury.may_accuse(room.tables[one].chain) == (gone,)
    for voter in (one, other):
        room.tables[voter].act(VoteGone(gone), room.now)
    room.rest(0.5)
    assert gone in room.tables[one].chain.state.hand.forfeited


def test_who_is_cut_off_accuses_nobody(room: Room) -> None:
    alone = (due(room) + 1) % 4
    for other in all_but(room, alone):
        room.part(alone, other)
    room.play = True
    room.rest(60)
    assert not any(verdicts(room, alone, about) for about in range(4))


def test_half_of_the_seats_do_not_go_on_without_the_other_half(room: Room) -> None:
    gone = due(room)
    mute(room, gone)
    mute(room, (gone + 1) % 4)
    room.rest(60)
    here = all_but(room, gone, (gone + 1) % 4)
    assert not any(verdicts(room, voter, gone) for voter in here)
    assert room.tables[here[0]].chain.state.hand.forfeited == set()


def test_one_who_has_the_entry_accepts_it_when_it_is_asked_for(room: Room) -> None:
    """Everybody but one voter has the entry: the vote brings acks, and the voter takes the entry with them."""
    actor = due(room)
    voter, *others = all_but(room, actor)
    room.part(voter, actor)
    for other in others:
        room.part(voter, other)
    room.play = True
    room.run(lambda: room.tables[others[0]].chain.state.due() != (actor,), 20)
    room.calm()
    room.tables[voter].act(VoteGone(actor), room.now)
    place = room.tables[voter].chain.place(room.tables[voter].chain.state.parent)
    assert list(place.absent[actor]) == [voter]
    for other in others:
        room.join(voter, other)
    room.rest(2)
    settled = [one for one in verdicts(room, voter, actor) if one.kind == "ack"]
    assert len(settled) == 1
    assert settled[0].settled, "it carries the acks that freed it from its vote"
    assert {table.chain.state.parent for table in room.tables} == {room.tables[actor].chain.state.parent}
    assert not any(table.chain.cheats for table in room.tables)


def test_a_vote_binds_its_voter(room: Room) -> None:
    actor, table = due(room), room.tables[(due(room) + 1) % 4]
    entry = room.tables[actor].author.move(
        room.tables[actor].chain.state, actor,
        room.tables[actor].chain.state.hand.legal(actor).actions()[0])
    table.act(VoteGone(actor), room.now)
    parent = table.chain.state.parent
    table.chain.offer(entry)
    assert table.chain.state.parent == parent, "one against one of four: it waits"
    assert table.jury.may_accuse(table.chain) == ()


def test_every_seat_accepts_the_record_at_the_end_of_a_hand() -> None:
    room = Room(3, pause=30.0)
    room.reach(Stage.OPEN, hands=1)
    room.rest(0.5)
    for table in room.tables:
        assert sorted(table.chain.place(table.chain.state.parent).acks[None]) == [0, 1, 2]


# --- heads-up ---

def test_heads_up_nobody_is_accused_by_a_clock() -> None:
    room = Room(2, turn_seconds=5)
    room.reach(Stage.BID).calm()
    gone = due(room)
    mute(room, gone)
    room.rest(60)
    assert not verdicts(room, 1 - gone, gone)


def test_heads_up_who_leaves_ends_the_wait_and_the_pot_is_his() -> None:
    room = Room(2, turn_seconds=5)
    room.reach(Stage.BID).calm()
    gone = due(room)
    mute(room, gone)
    room.rest(20)
    stays = room.tables[1 - gone]
    stays.act(Leave(), room.now)
    room.rest(5)
    assert stays.chain.state.stage is Stage.CLOSED
    assert stays.chain.state.match.result(identity(1 - gone).public) > 0
    assert stays.has_left


def test_heads_up_the_due_entry_cancels_the_vote_when_it_comes() -> None:
    room = Room(2, turn_seconds=0)
    room.reach(Stage.BID).calm()
    actor = due(room)
    room.part(0, 1)
    room.tables[1 - actor].act(VoteGone(actor), room.now)
    room.rest(30)
    assert room.tables[1 - actor].chain.state.hand.forfeited == set()
    room.play = True
    room.join(0, 1)
    room.reach(Stage.OPEN, hands=1)
    assert not any(table.chain.cheats for table in room.tables)


# --- cheats ---

def two_versions(room: Room, cheat: int) -> list[Entry]:
    state = room.tables[cheat].chain.state
    return [
        Entry.sign(identity(cheat), table_id=room.founding.table_id, step=state.step, parent=state.parent,
                   kind="bid", body=["raise", amount])
        for amount in (10, 20)]


def test_a_proven_cheat_is_voted_out_without_waiting(room: Room) -> None:
    cheat = due(room)
    room.silent.add(cheat)
    for other in all_but(room, cheat):
        for entry in two_versions(room, cheat):
            room.tables[other].chain.offer(entry)
        room.tables[other].handle_timer(room.now)
    room.rest(1)
    for other in all_but(room, cheat):
        chain = room.tables[other].chain
        assert chain.cheats.keys() == {identity(cheat).public}
        assert cheat in chain.state.hand.forfeited


def test_who_had_accepted_one_version_may_vote_with_both_in_hand(room: Room) -> None:
    cheat = due(room)
    table = room.tables[(cheat + 1) % 4]
    first, second = two_versions(room, cheat)
    chain = table.chain
    parent, ack = chain.state.parent, table.author.sign(chain.state, "ack", [cheat, first.digest, [], []])
    for entry in (first, ack, second):
        chain.offer(entry)
    assert chain.state.parent == parent, "nobody has built on either version"
    vote = Verdict.read(table.jury.accuse(chain, table.author, cheat))
    assert {entry.digest for entry in vote.pair} == {first.digest, second.digest}
