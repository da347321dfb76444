"""A new table out of an old one: the stacks of the last finished hand, and nobody can invent others."""

from __future__ import annotations

import dataclasses

import pytest

from azi_p2p.game.actions import Raise
from azi_p2p.table.continuing import check_continued, continued_from
from azi_p2p.table.kinds import Stage
from protocol.errors import LocalError, NotAllowed
from tests.table.chronicle import Chronicle, founded, identity
from tests.table.room import Room


@pytest.fixture(scope="module", name="room")
def _room() -> Room:
    """One hand is finished, the next one under way, with chips in its pot."""
    room = Room(3, pause=0.1)
    room.reach(Stage.OPEN, hands=1)
    room.reach(Stage.BID).calm()
    (due,) = room.tables[0].chain.state.due()
    room.tables[due].act(Raise(50), room.now)
    room.rest(0.3)
    return room


def test_the_stacks_are_those_after_the_last_finished_hand(room: Room) -> None:
    chain = room.tables[0].chain
    continued = continued_from(chain)
    match = chain.last_finished().match
    assert continued.table_id == room.founding.table_id
    assert continued.digest == chain.parents[chain.openings[-1]]
    assert {player.key: (player.stack, player.taken) for player in continued.players} == {
        identity(number).public: (match.stack(identity(number).public), 1000) for number in range(3)}
    assert sum(player.stack for player in continued.players) == 3000, "the unfinished hand's pot is not lost"


def test_all_who_sat_there_come_to_the_same(room: Room) -> None:
    assert len({continued_from(table.chain) for table in room.tables}) == 1


def test_without_a_finished_hand_there_is_nothing_to_continue() -> None:
    room = Room(2)
    room.reach(Stage.BID)
    with pytest.raises(LocalError):
        continued_from(room.tables[0].chain)


def test_the_new_table_plays_with_the_old_stacks(room: Room) -> None:
    continued = continued_from(room.tables[0].chain)
    table = Chronicle(2, founding=founded(continued=continued, founder=1), salt=5)
    assert table.founding.founder == identity(1).public
    table.take([table.open(table.request("sit", 0))])
    for player in continued.players:
        assert table.state.match.stack(player.key) == player.stack
        assert table.state.match.result(player.key) == player.stack - 1000


def test_what_is_carried_is_checked_by_those_who_know_the_old_record(room: Room) -> None:
    chain = room.tables[1].chain
    good = continued_from(chain)
    check_continued(founded(continued=good), chain)
    check_continued(founded(), chain)
    check_continued(founded(continued=dataclasses.replace(good, table_id=bytes(32))), chain)
    first, *others = good.players
    stranger = dataclasses.replace(first, key=identity(5).public)
    for wrong in (
        dataclasses.replace(good, digest=bytes(32)),
        dataclasses.replace(good, digest=chain.parents[chain.openings[-1] + 1]),
        dataclasses.replace(good, players=(dataclasses.replace(first, stack=first.stack + 1), *others)),
        dataclasses.replace(good, players=(dataclasses.replace(first, taken=first.taken - 1), *others)),
        dataclasses.replace(good, players=(stranger, *others)),
    ):
        with pytest.raises(NotAllowed):
            check_continued(founded(continued=wrong), chain)
