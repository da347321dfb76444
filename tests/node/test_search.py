"""The search: what a target means, which table a name means, how long is waited, and the words where there is none."""

from __future__ import annotations

import asyncio

import pytest

from azi_p2p.node.addresses import Address
from azi_p2p.node.changes import Changes
from azi_p2p.node.discovery import Status
from azi_p2p.node.errors import AddressError, TableError
from azi_p2p.node.handshake import PeerInfo
from azi_p2p.node.invitation import Invitation
from azi_p2p.node.listing import Listing
from azi_p2p.node.lobby import OpenTable
from azi_p2p.node.offer import Offer
from azi_p2p.node.search import search
from tests.node.nodes import identity

LONG_S = 600


class Ground:
    """As much of a LAN as a search asks for."""

    def __init__(self, *names: str) -> None:
        self.changes = Changes()
        self.status = Status(True)
        self.names = list(names)

    def tables(self) -> list[OpenTable]:
        return [table(name) for name in self.names]


def table(name: str) -> OpenTable:
    listing = Listing(name.encode().ljust(32), name, 2, 6, "waiting")
    node = PeerInfo(identity(name).public, "probe", None, Offer("test", "Aru", b"s" * 8, listing=listing), dialled=True)
    return OpenTable(listing, (node,), ((Address(name, 1),),))


async def test_an_address_or_a_link_is_not_looked_for() -> None:
    link = Invitation((Address("192.168.1.5", 4747),), table("a").nodes[0].fingerprint, b"t" * 16)
    assert await search(Ground(), str(link), LONG_S) == link
    for text in ("192.168.1.5", "192.168.1.5:4747"):
        assert await search(Ground(), text, LONG_S) == Invitation((Address("192.168.1.5", 4747),))
    with pytest.raises(AddressError):
        await search(Ground(), "http://example.org", LONG_S)


async def test_a_name_means_its_table_in_upper_or_lower_case() -> None:
    place = await search(Ground("morning", "Evening"), "eveninG", LONG_S)
    assert place == Invitation((Address("Evening", 1),), table("Evening").nodes[0].fingerprint)


async def test_a_table_that_is_listed_later_is_found_then() -> None:
    ground = Ground("morning")
    looking = asyncio.create_task(search(ground, "evening", LONG_S))
    await asyncio.sleep(0)
    ground.names.append("evening")
    ground.changes.note()
    assert (await looking).addresses[0].host == "evening"


async def test_the_only_table_is_meant_where_none_is_named_once_others_could_have_been_heard(monkeypatch) -> None:
    monkeypatch.setattr("azi_p2p.node.search.SETTLE_S", 0.01)
    assert (await search(Ground("evening"), None, LONG_S)).addresses[0].host == "evening"
    ground = Ground("evening")
    looking = asyncio.create_task(search(ground, None, LONG_S))
    await asyncio.sleep(0)
    ground.names.append("morning")      # heard a moment after the first
    with pytest.raises(TableError, match="there are several: evening, morning: name one, or use its address"):
        await looking


async def test_several_of_one_name() -> None:
    with pytest.raises(TableError, match="there are several: Evening, evening: join by address or link"):
        await search(Ground("evening", "Evening"), "evening", LONG_S)


async def test_none_of_this_name() -> None:
    with pytest.raises(TableError, match="no table called evening was found: there is: dawn, morning"):
        await search(Ground("morning", "dawn"), "evening", 0)


async def test_none_at_all_and_why() -> None:
    ground = Ground()
    with pytest.raises(TableError, match="no table was found on this network: join by the address or link"):
        await search(ground, None, 0)
    ground.status = Status(False, "no network", "connect to one")
    with pytest.raises(TableError, match="no table was found on this network: no network: connect to one"):
        await search(ground, None, 0)


async def test_what_has_stopped_the_node_ends_the_search() -> None:
    ground = Ground()
    looking = asyncio.create_task(search(ground, "evening", LONG_S))
    await asyncio.sleep(0)
    ground.changes.fail(OSError("gone"))
    with pytest.raises(OSError, match="gone"):
        await looking
