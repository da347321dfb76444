"""The parts that a node has on its LAN, together: real sockets and mDNS on loopback."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import pytest

from azi_p2p.node.addresses import loopback_interface
from azi_p2p.node.changes import Changes
from azi_p2p.node.errors import AddressError, PortInUse
from azi_p2p.node.lan import Lan
from azi_p2p.node.links import Callbacks, Presence
from azi_p2p.node.listing import Listing
from tests.node.nodes import identity, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Player:
    """A node on the LAN that has nothing but its LAN: it shows what it announces, and notes what it is told."""

    def __init__(self, name: str, port: int | None = 0) -> None:
        self.key = identity(name).public
        self.shown: Listing | None = None
        self.up: list[bytes] = []
        self.found: list[str] = []
        self.heard: list[bool] = []
        callbacks = Callbacks(
            on_message=lambda _peer, _data: None, on_up=lambda peer, _info: self.up.append(peer),
            on_down=lambda peer, _reason: self.up.remove(peer), describe=lambda: Presence(self.shown))
        self.lan = Lan(
            identity(name), name, callbacks, Changes(), interface=loopback_interface(), port=port,
            on_found=lambda found: self.found.append(found.name),
            on_status=lambda status: self.heard.append(status.is_heard))

    def show(self, listing: Listing | None) -> None:
        self.shown = listing
        self.lan.announce(listing)

    def listed(self) -> list[str]:
        return [table.listing.name for table in self.lan.tables()]

    async def sees(self, condition) -> None:
        """Wait for it, woken by the changes alone."""
        async for _ in self.lan.changes:
            if condition():
                return


@contextlib.asynccontextmanager
async def players(*given: Player) -> AsyncIterator[None]:
    async with contextlib.AsyncExitStack() as ends:
        for player in given:
            ends.push_async_callback(player.lan.stop)
            await player.lan.start()
        yield


async def test_where_azis_own_port_is_taken_any_other_does() -> None:
    first, second = Player("anna", None), Player("boris", None)
    async with players(first, second):
        assert first.lan.links.port != second.lan.links.port
        peer = await first.lan.links.dial(second.lan.links.addresses())
        assert peer.key == second.key


async def test_a_port_that_was_asked_for_is_that_or_none() -> None:
    first = Player("anna")
    async with players(first):
        second = Player("boris", first.lan.links.port)
        with pytest.raises(PortInUse):
            await second.lan.start()
        await second.lan.stop()


def test_no_such_interface() -> None:
    with pytest.raises(AddressError, match="nosuch0"):
        Lan(identity("anna"), "anna", Callbacks(lambda *_: None, lambda *_: None, lambda *_: None), Changes(),
            interface="nosuch0")


async def test_tables_are_listed_for_who_looks_for_them_and_nodes_are_heard_by_all() -> None:
    host, guest = Player("anna"), Player("boris")
    name = f"t{time.monotonic_ns()}"
    async with players(host, guest):
        guest.lan.look_for_tables(False)
        await guest.sees(lambda: guest.heard == [True])
        host.show(Listing(b"T" * 32, name, 1, 6, "waiting"))
        await guest.sees(lambda: name in guest.found)
        assert name in [found.name for found in guest.lan.heard()]
        assert name not in guest.listed()
        guest.lan.look_for_tables(True)
        await guest.sees(lambda: name in guest.listed())
        guest.lan.look_for_tables(False)
        assert guest.listed() == []
        assert guest.lan.outdated() == []


async def test_who_withdraws_is_linked_to_nobody_and_listed_nowhere() -> None:
    host, guest = Player("anna"), Player("boris")
    name = f"t{time.monotonic_ns()}"
    async with players(host, guest):
        host.lan.look_for_tables(False)
        host.show(Listing(b"T" * 32, name, 1, 6, "waiting"))
        await guest.sees(lambda: name in guest.listed())
        await guest.lan.links.dial(host.lan.links.addresses())
        await until(lambda: (host.up, guest.up) == ([guest.key], [host.key]))
        host.shown = None
        host.lan.withdraw()
        await until(lambda: (host.up, guest.up) == ([], []))
        await guest.sees(lambda: name not in guest.listed())
        guest.show(Listing(b"G" * 32, f"{name} too", 1, 6, "waiting"))
        await host.sees(lambda: f"{name} too" in host.listed())
