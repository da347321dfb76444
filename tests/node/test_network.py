from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from azi_p2p.node import network as module
from azi_p2p.node.addresses import Address, Kind, LocalAddress
from azi_p2p.node.errors import AddressError
from azi_p2p.node.network import Network
from tests.node.nodes import until

if TYPE_CHECKING:
    from collections.abc import Callable

HOME = LocalAddress(Kind.LAN, 0, "eth0", 2, "10.0.0.2", 24)
AWAY = LocalAddress(Kind.LAN, 0, "eth0", 2, "10.9.0.2", 24)
LOOPBACK = LocalAddress(Kind.LOOPBACK, 0, "lo", 1, "127.0.0.1", 8)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What each look at the interfaces finds, the last one for ever."""
    found: list[Any] = [(HOME,)]

    def look(only: str | None) -> tuple[LocalAddress, ...]:
        next_one = found.pop(0) if len(found) > 1 else found[0]
        if isinstance(next_one, Exception):
            raise next_one
        return next_one  # type: ignore[no-any-return]

    monkeypatch.setattr(module, "local_addresses", look)
    monkeypatch.setattr(module, "POLL_S", 0.02)
    monkeypatch.setattr(module, "SETTLE_S", 0.01)
    return found


async def watched(condition: Callable[[Network, list[Any]], object]) -> list[Any]:
    network = Network()
    changes: list[Any] = []
    network.on_change(lambda: changes.append(network.addresses))
    network.on_wake(changes.append)
    await network.start()
    await until(lambda: condition(network, changes))
    await network.stop()
    return changes


async def test_a_change_is_told_once_it_is_stable(looks: list[Any]) -> None:
    looks[:] = [(HOME,), (HOME,), (), (HOME, AWAY), (AWAY,), (AWAY,)]
    assert await watched(lambda network, changes: changes) == [(AWAY,)]


async def test_an_interface_pulled_out_is_no_error(looks: list[Any]) -> None:
    looks[:] = [(HOME,), AddressError("gone"), AddressError("gone"), (AWAY,)]
    assert await watched(lambda network, changes: len(changes) == 2) == [(), (AWAY,)]


async def test_a_passing_fault_of_the_system_changes_nothing(looks: list[Any]) -> None:
    looks[:] = [(HOME,), OSError("too many open files"), (HOME,), (AWAY,)]
    assert await watched(lambda network, changes: changes) == [(AWAY,)]


async def test_waking_up_is_noticed(looks: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 100.1, 200.0, 290.0])
    monkeypatch.setattr(module.time, "time", lambda: next(clock, 290.0))
    (missed,) = await watched(lambda network, changes: changes)
    assert 85 < missed < 91


async def test_a_clock_set_back_is_not_sleep(looks: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([1000.0, 10.0])
    monkeypatch.setattr(module.time, "time", lambda: next(clock, 10.0))
    looks[:] = [(HOME,), (HOME,), (HOME,), (AWAY,)]
    assert await watched(lambda network, changes: changes) == [(AWAY,)]


def test_what_it_tells(looks: list[Any]) -> None:
    looks[:] = [(HOME, LOOPBACK)]
    network = Network()
    assert network.reached_at(5)[0] == Address("10.0.0.2", 5)
    assert network.holds("10.0.0.2")
    assert network.holds("127.0.0.1")
    assert not network.holds("10.0.0.3")
    assert network.admits("10.0.0.3"), "a lease that is newer than the last look"
    network.interface = "eth0"
    assert not network.admits("10.0.0.3")
    network.interface = None
    assert not network.is_offline
    looks[:] = [(LOOPBACK,)]
    assert Network().is_offline
    assert not Network("lo").is_offline
