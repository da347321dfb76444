"""What may be asked of a table: each is done when it may be, and refused in words, changing nothing, when not."""

from __future__ import annotations

import typing

import pytest

from azi_p2p.game.actions import Fold
from azi_p2p.game.errors import IllegalAction
from azi_p2p.table.actions import Chat, Leave, Rebuy, SitDown, SitOut, StartHand, TableAction, VoteGone
from azi_p2p.table.effects import Send
from azi_p2p.table.kinds import Stage
from azi_p2p.table.wire import ChatLine, pack
from protocol.errors import LocalError
from tests.table.chronicle import identity
from tests.table.room import Room


def refused(room: Room, number: int, action: TableAction, error: type[Exception] = IllegalAction) -> None:
    """It is refused, and nothing is sent."""
    table = room.tables[number]
    while room.deliver():
        pass
    before = (table.chain.state.parent, table.usher.to_repeat())
    with pytest.raises(error):
        table.act(action, room.now)
    assert (table.chain.state.parent, table.usher.to_repeat()) == before
    assert not any(isinstance(effect, Send) for effect in table.poll_effects())


def test_actions_are_values() -> None:
    for action in typing.get_args(TableAction):
        assert action.__dataclass_params__.frozen


def test_sitting_down() -> None:
    room = Room(2, onlookers=1, start_at=None)
    refused(room, 0, SitDown("Again"))
    for name in ("", "a\nb", " a"):
        refused(room, 2, SitDown(name), LocalError)
    room.tables[2].act(SitDown("Chi"), room.now)
    room.rest(1)
    assert [seat.name for seat in room.tables[0].view(room.now).seats] == ["Aru", "Bek", "Chi"]


def test_sitting_down_by_invitation_needs_one() -> None:
    refused(Room(1, onlookers=1, seating="invite", start_at=None), 1, SitDown("Bek"))


def test_starting_the_first_hand_is_the_founders_and_needs_two() -> None:
    room = Room(2, start_at=None)
    refused(Room(1, start_at=None), 0, StartHand())
    room.rest(1)
    refused(room, 1, StartHand())
    assert room.tables[0].chain.state.stage is Stage.OPEN, "nobody starts it unasked"
    room.tables[0].act(StartHand(), room.now)
    room.reach(Stage.BID)


def test_leaving_in_a_hand_is_for_after_it_and_the_others_go_on() -> None:
    room = Room(3, pause=0.1)
    room.reach(Stage.BID)
    room.tables[1].act(Leave(), room.now)
    assert not room.tables[1].has_left
    room.run(lambda: room.tables[1].has_left, 60)
    room.silent.add(1)
    room.reach(Stage.OPEN, hands=2)
    assert identity(1).public not in room.tables[0].chain.state.match.chairs
    assert room.tables[1].next_deadline() is None


def test_a_watcher_leaves_at_once() -> None:
    room = Room(2, onlookers=1)
    room.tables[2].act(Leave(), room.now)
    assert room.tables[2].has_left


def test_a_fresh_stack_is_for_who_has_none() -> None:
    room = Room(2, ante=10, stack=10, rebuy=True, pause=0.1)
    refused(room, 0, Rebuy())
    room.reach(Stage.OPEN, hands=1)
    match = room.tables[0].chain.state.match
    (loser,) = [number for number in range(2) if match.stack(identity(number).public) == 0]
    refused(room, 1 - loser, Rebuy())
    room.tables[loser].act(Rebuy(), room.now)
    room.run(lambda: room.tables[0].chain.state.opened == 2, 60)
    assert room.tables[1 - loser].chain.state.match.taken(identity(loser).public) == 20


def test_sitting_out_and_coming_back() -> None:
    room = Room(3, pause=0.5)
    room.reach(Stage.OPEN, hands=1)
    room.tables[2].act(SitOut(out=True), room.now)
    assert room.tables[2].view(room.now).sitting_out
    room.reach(Stage.BID, hands=1)
    assert room.tables[0].chain.state.deal.seats == (0, 1)
    room.tables[2].act(SitOut(out=False), room.now)
    room.reach(Stage.OPEN, hands=2)
    room.reach(Stage.BID, hands=2)
    assert room.tables[0].chain.state.deal.seats == (0, 1, 2)


def test_a_vote_is_about_one_who_is_due_and_silent() -> None:
    room = Room(3)
    room.reach(Stage.BID).calm()
    (due,) = room.tables[0].chain.state.due()
    voter, third = [number for number in range(3) if number != due]
    refused(room, voter, VoteGone(third))
    refused(room, due, VoteGone(due))
    refused(room, voter, VoteGone(5))
    room.tables[voter].act(VoteGone(due), room.now)
    room.deliver()
    refused(room, voter, VoteGone(due))
    room.tables[third].act(VoteGone(due), room.now)
    room.run(lambda: all(due in table.chain.state.hand.forfeited for table in room.tables), 5)


def test_chat_is_one_line_from_a_seat() -> None:
    room = Room(2, onlookers=1)
    room.reach(Stage.BID)
    refused(room, 2, Chat("hello"))
    room.tables[0].act(Chat("one\ntwo\x1b[2J"), room.now)
    sent = [effect.data for effect in room.tables[0].poll_effects() if isinstance(effect, Send)]
    assert sent == [pack(ChatLine("one two [2J"))]
    room.tables[0].act(Chat(" \n "), room.now)
    assert not any(isinstance(effect, Send) for effect in room.tables[0].poll_effects())


def test_moves_of_the_game_out_of_turn() -> None:
    room = Room(2, onlookers=1, start_at=None)
    refused(room, 0, Fold())
    refused(room, 2, Fold())
    room.start_at = None
    room.tables[0].act(StartHand(), room.now)
    room.reach(Stage.BID).calm()
    (due,) = room.tables[0].chain.state.due()
    refused(room, 1 - due, Fold())
