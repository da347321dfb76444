"""The node's own part: what it tells of its table, what it goes on with. Whole matches: tests/lan."""

from __future__ import annotations

import asyncio
import time

import pytest

from azi_p2p.game.actions import Fold, Raise
from azi_p2p.game.errors import IllegalAction
from azi_p2p.game.options import Options
from azi_p2p.node.addresses import loopback_interface
from azi_p2p.node.errors import AddressError, NicknameError, StoreFull, StoreInUse, TableError
from azi_p2p.node.home import Home
from azi_p2p.node.invitation import Invitation
from azi_p2p.node.node import Node
from azi_p2p.node.own_tables import OFFLINE
from azi_p2p.table.actions import Chat, Leave, StartHand
from azi_p2p.verify import verify
from protocol.errors import LocalError

LIMIT_S = 60


def node_in(home, name: str = "Aru", **more) -> Node:
    settings = {"port": 0, "interface": loopback_interface(), "nickname": name, "announce": False} | more
    return Node(Home(home), **settings)


async def until(node: Node, condition) -> None:
    async with asyncio.timeout(LIMIT_S):
        async for _ in node.changes:
            if condition():
                return


async def fold_until(node: Node, condition) -> None:
    """Fold, or bet the least where one may not, whenever it is this node's turn."""
    async with asyncio.timeout(LIMIT_S):
        async for _ in node.changes:
            if condition():
                return
            legal = node.view.legal
            if legal is not None:
                node.act(Fold() if legal.fold else Raise(legal.raise_least))


@pytest.fixture
async def two(tmp_path):
    """A host and a guest who has asked to sit down."""
    host, guest = node_in(tmp_path / "host"), node_in(tmp_path / "guest", "Bek")
    await host.start()
    await guest.start()
    await host.found("Evening", Options())
    await guest.join(host.invitation())
    await until(host, lambda: host.view.may_start)
    yield host, guest
    await asyncio.gather(host.stop(), guest.stop())


async def test_the_invitation_names_the_node_and_its_table(tmp_path) -> None:
    node = node_in(tmp_path)
    await node.start()
    await node.found("Evening", Options())
    invitation = Invitation.parse(node.invitation())
    assert invitation.table_tag == node.view.table_id[:16]
    assert {address.port for address in invitation.addresses} == {node.addresses()[0].port}
    await node.stop()


async def test_a_hand_begins_and_is_talked_about(two) -> None:
    host, guest = two
    guest_key = guest.identity.public
    assert [(seat.name, seat.standing) for seat in host.view.seats] == [("Aru", "seated"), ("Bek", "joining")]
    host.act(StartHand())
    await until(guest, lambda: guest.view.stage == "bid")
    guest.act(Chat("hello"))
    await until(host, lambda: host.said)
    assert list(host.said) == list(guest.said) == [("Bek", "hello")]
    assert guest_key in host.pump.table.peers
    assert verify(host.record(), cores=1).ok


async def test_killed_and_back_in_the_same_hand(two, tmp_path) -> None:
    host, guest = two
    host.act(StartHand())
    await until(guest, lambda: guest.view.stage == "bid")
    digest, table_id = guest.view.digest, guest.view.table_id
    await guest.stop()
    again = node_in(tmp_path / "guest", "Bek")
    await again.start()
    assert again.unfinished().table_id == table_id
    await again.resume(table_id)
    assert again.view.digest == digest
    await until(again, lambda: again.view.seats[0].connected)
    await until(host, lambda: "Bek is linked again" in host.news)
    await again.stop()


async def test_who_is_linked_before_the_table_is_gone_on_with_is_at_it(two, tmp_path) -> None:
    """A node that has just started is dialled by the others while its player still looks at the lobby."""
    host, guest = two
    host.act(StartHand())
    await until(guest, lambda: guest.view.stage == "bid")
    table_id = guest.view.table_id
    await guest.stop()
    again = node_in(tmp_path / "guest", "Bek")
    await again.start()
    await again._lan.links.dial(host.addresses(), None)
    await until(host, lambda: "Bek is linked again" in host.news)
    await again.resume(table_id)
    await until(again, lambda: again.view.seats[0].connected)
    await again.stop()


async def test_the_others_go_along_to_a_table_founded_out_of_this_one(two) -> None:
    host, guest = two
    host.act(StartHand())
    async with asyncio.TaskGroup() as tasks:
        for node in two:
            tasks.create_task(fold_until(node, lambda node=node: node.view.hands))
    await host.go_on("Later")
    await until(guest, lambda: guest.onward)
    assert (guest.onward.table_name, guest.onward.by) == ("Later", "Aru")
    assert "Aru has founded Later out of this table, with its stacks" in guest.news
    old = guest.view.table_id
    await guest.go_along()
    assert guest.view.table_name == "Later"
    await until(host, lambda: host.view.may_start)
    assert guest.unfinished().table_id == guest.view.table_id != old
    with pytest.raises(TableError):
        await guest.go_along()


async def test_players_are_missed_and_not_everybody_who_looked_in(two, tmp_path) -> None:
    host, guest = two
    watcher = node_in(tmp_path / "watcher", "Zed")
    key = watcher.identity.public
    await watcher.start()
    await watcher.join(host.invitation(), watch=True)
    await until(host, lambda: key in host.pump.table.peers)
    await watcher.stop()
    await until(host, lambda: key not in host.pump.table.peers)
    await guest.stop()
    await until(host, lambda: host.news)
    assert host.news == ["Bek is not linked any more (left)"]


async def test_who_has_left_does_not_go_on(tmp_path) -> None:
    node = node_in(tmp_path, announce=True)
    await node.start()
    await node.found("Evening", Options())
    assert node.unfinished() is not None
    node.act(Leave())
    assert node.left
    assert node.unfinished() is None
    await node.stop()


async def test_an_offline_table_is_kept_and_not_gone_on_with(tmp_path) -> None:
    node = node_in(tmp_path)
    await node.start()
    await node.found("Evening", Options())
    assert node._tables.store.tables()[0].role == OFFLINE
    assert node.unfinished() is None
    await node.stop()


async def test_what_has_stopped_its_table_is_raised_to_who_follows(two, monkeypatch) -> None:
    host, _ = two

    def full(*_given) -> None:
        raise StoreFull("the disk is full", "free some space")

    monkeypatch.setattr(host.pump._store, "keep", full)
    host.act(StartHand())
    with pytest.raises(StoreFull, match="free some space"):
        await until(host, lambda: False)


async def test_what_cannot_be(tmp_path) -> None:
    with pytest.raises(AddressError):
        await node_in(tmp_path, interface="nosuch0").start()
    with pytest.raises(NicknameError):
        node_in(tmp_path, "a\nb")
    node = node_in(tmp_path)
    with pytest.raises(TableError, match="no table here"):
        node.act(Leave())
    await node.start()
    with pytest.raises(StoreInUse):
        await node_in(tmp_path).start()
    with pytest.raises(TableError, match="no table called x"):
        await node.join("x", wait=0)
    with pytest.raises(TableError, match="no table here to go on from"):
        await node.go_on()
    assert node.view is None
    await node.found("Evening", Options())
    with pytest.raises(TableError, match="sits at a table already"):
        await node.found("Another", Options())
    with pytest.raises(LocalError, match="no hand has been finished"):
        await node.go_on()
    node.act(Leave())
    assert node.left, "the table is as alive as before what was refused"
    await node.stop()


async def test_the_lobby_rests_while_it_sits_at_a_table(tmp_path) -> None:
    host, guest = node_in(tmp_path / "host", announce=True), node_in(tmp_path / "guest", "Bek")
    name = f"t{time.monotonic_ns()}"
    await host.start()
    await guest.start()

    def listed() -> bool:
        return any(table.listing.name == name for table in guest.tables())

    await host.found(name, Options())
    await until(guest, listed)
    await guest.found("Another", Options())
    assert guest.tables() == []
    guest.act(Leave())
    await until(guest, listed)
    await guest.found("A third", Options())
    assert guest.tables() == []
    guest.step_away()
    await until(guest, listed)
    await asyncio.gather(host.stop(), guest.stop())


async def test_who_is_refused_a_seat_is_at_no_table_and_keeps_none(tmp_path) -> None:
    host, guest = node_in(tmp_path / "host"), node_in(tmp_path / "guest", "Bek")
    await host.start()
    await guest.start()
    await host.found("Evening", Options(seating="invite"))
    with pytest.raises(IllegalAction, match="this table is by invitation"):
        await guest.join(host.invitation())
    assert guest.view is None
    assert guest.unfinished() is None
    assert guest._tables.store.tables() == []
    await guest.join(host.invitation(), watch=True)
    assert guest.view.table_id == host.view.table_id
    await asyncio.gather(host.stop(), guest.stop())


async def test_a_table_that_is_full(tmp_path) -> None:
    host, *guests = nodes = [node_in(tmp_path / str(number), f"P{number}") for number in range(7)]
    for node in nodes:
        await node.start()
    await host.found("Evening", Options())
    *five, late = guests
    for guest in five:
        await guest.join(host.invitation())
    await until(host, lambda: len(host.view.seats) == 6)
    with pytest.raises(TableError, match="the table Evening is full"):
        await late.join(host.invitation())
    await asyncio.gather(*(node.stop() for node in nodes))
