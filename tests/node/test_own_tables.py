"""Kept tables: which can be gone on with, what becomes of the others, and where their players were."""

from __future__ import annotations

import pytest

from azi_p2p.node.addresses import Address
from azi_p2p.node.errors import StoreError, TableError
from azi_p2p.node.own_tables import OFFLINE, PLAYER, WATCHER, OwnTables, read_founding
from azi_p2p.table.bodies import Continued
from azi_p2p.table.continuing import continued_from
from azi_p2p.table.effects import Keep
from azi_p2p.table.kinds import Stage
from tests.table.chronicle import founded, identity
from tests.table.room import Room

ANN, BOB, CID = (identity(number).public for number in range(3))
HOME, ROAD = Address("192.168.1.5", 4747), Address("10.0.0.7", 4748)


@pytest.fixture
def tables(tmp_path):
    opened = OwnTables(tmp_path / "tables.sqlite3", identity(0))
    yield opened
    opened.close()


@pytest.fixture(scope="module", name="room")
def _room() -> Room:
    """One hand is finished."""
    room = Room(2, pause=0.1)
    room.reach(Stage.OPEN, hands=1)
    return room


def kept(tables: OwnTables, room: Room) -> bytes:
    """The table of player 0, as his store has it."""
    tables.begin(room.founding, PLAYER)
    for effect in room.effects[0]:
        if isinstance(effect, Keep):
            tables.store.keep(room.founding.table_id, effect.messages, effect.secrets)
    return room.founding.table_id


def test_only_a_table_that_was_played_at_and_not_left_is_gone_on_with(tables) -> None:
    assert tables.unfinished() is None
    played, watched, offline = (founded(ante=ante) for ante in (1, 2, 3))
    for founding, role in ((played, PLAYER), (watched, WATCHER), (offline, OFFLINE)):
        tables.begin(founding, role)
        assert tables.is_unfinished(founding.table_id)
    assert tables.unfinished().table_id == played.table_id
    tables.end(played.table_id)
    assert tables.unfinished() is None
    assert not tables.is_unfinished(played.table_id)
    assert not tables.is_unfinished(b"?" * 32)
    tables.begin(played, PLAYER)
    assert tables.unfinished().table_id == played.table_id


def test_a_table_that_ends_leaves_no_secrets(tables) -> None:
    room = Room(2)
    room.reach(Stage.BID)
    table_id = kept(tables, room)
    assert tables.store.load(table_id).secrets
    tables.end(table_id)
    assert not tables.store.load(table_id).secrets
    assert tables.store.load(table_id).messages


def test_a_kept_table_is_as_it_was(tables, room) -> None:
    table_id = kept(tables, room)
    assert tables.founding(table_id) == room.founding
    assert tables.replayed(table_id).chain.state.parent == room.tables[0].chain.state.parent


def test_a_new_table_may_not_change_the_stacks_of_ours(tables, room) -> None:
    right = continued_from(room.tables[0].chain)
    first, *others = right.players
    wrong = Continued(right.table_id, right.digest, (type(first)(first.key, first.stack + 1, first.taken), *others))
    tables.check_continued(founded())
    tables.check_continued(founded(continued=wrong))     # of a table that is not kept here nothing is known
    kept(tables, room)
    tables.check_continued(founded(continued=right))
    with pytest.raises(TableError, match="do not join it"):
        tables.check_continued(founded(continued=wrong))


def test_where_the_others_were_is_kept_for_as_long_as_they_belong(tables) -> None:
    founding = founded()
    tables.begin(founding, PLAYER)
    assert tables.addresses(founding.table_id) == {}
    tables.keep_addresses(founding.table_id, {ANN: [HOME], BOB: [HOME, ROAD], CID: [ROAD]}, {ANN, BOB}.__contains__)
    assert tables.addresses(founding.table_id) == {ANN: [HOME], BOB: [HOME, ROAD]}
    tables.keep_addresses(founding.table_id, {ANN: [ROAD]}, {ANN, BOB}.__contains__)      # Bob is not linked now
    assert tables.addresses(founding.table_id) == {ANN: [ROAD], BOB: [HOME, ROAD]}
    tables.keep_addresses(founding.table_id, {}, {BOB}.__contains__)
    assert tables.addresses(founding.table_id) == {BOB: [HOME, ROAD]}


def test_nothing_of_a_deleted_table_is_kept(tables) -> None:
    founding = founded()
    tables.begin(founding, PLAYER)
    tables.keep_addresses(founding.table_id, {BOB: [HOME]}, lambda _key: True)
    tables.delete(founding.table_id)
    assert tables.store.tables() == []
    assert tables.addresses(founding.table_id) == {}
    with pytest.raises(StoreError):
        tables.founding(founding.table_id)


def test_a_founding_entry_that_is_not_sound() -> None:
    data = founded().entry.encode()
    assert read_founding(data) == founded()
    with pytest.raises(TableError, match="is not sound: "):
        read_founding(data[:-1] + bytes([data[-1] ^ 1]))
