"""The addresses of this machine as they change, and its waking from sleep; one of it serves links and discovery.

Polled: there is no portable notice of either. A change counts once two looks agree, because an interface that comes
up shows its addresses one after the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Final

from azi_p2p.node.addresses import Address, Kind, LocalAddress, local_addresses
from azi_p2p.node.errors import AddressError

if TYPE_CHECKING:
    from collections.abc import Callable

POLL_S: Final = 2.0
SETTLE_S: Final = 0.5
"""Between the look that finds a change and the one that confirms it."""

JUMP_S: Final = 5.0
"""A look that comes so much too late means that the machine slept, or the process was stopped."""


class Network:
    """`addresses` are those of all interfaces, or of `interface` alone, best first. Callbacks must not raise."""

    def __init__(self, interface: str | None = None) -> None:
        """Raises AddressError if there is no such interface."""
        self.interface = interface
        self.addresses: tuple[LocalAddress, ...] = local_addresses(interface)
        self._on_change: list[Callable[[], None]] = []
        self._on_wake: list[Callable[[float], None]] = []
        self._watch: asyncio.Task[None] | None = None

    @property
    def is_offline(self) -> bool:
        """Is there nothing but loopback, and was loopback not asked for?"""
        return self.interface is None and all(local.kind is Kind.LOOPBACK for local in self.addresses)

    def reached_at(self, port: int) -> tuple[Address, ...]:
        """Where a node of this machine that listens on `port` is reached, best first, with scopes."""
        return tuple(local.address(port) for local in self.addresses)

    def admits(self, ip: str) -> bool:
        """May a connection to this address of ours be taken? Any, unless one interface was named."""
        return self.interface is None or self.holds(ip)

    def holds(self, ip: str) -> bool:
        """Is this one of `addresses`, or loopback?"""
        own = ip.partition("%")[0]
        return own in ("127.0.0.1", "::1") or any(local.ip == own for local in self.addresses)

    def on_change(self, callback: Callable[[], None]) -> None:
        """Called after `addresses` has changed."""
        self._on_change.append(callback)

    def on_wake(self, callback: Callable[[float], None]) -> None:
        """Called with the seconds that the machine, or the process, was not running."""
        self._on_wake.append(callback)

    async def start(self) -> None:
        """Begin to watch."""
        self._watch = asyncio.create_task(self._watched(), name="azi network watch")

    async def stop(self) -> None:
        """Stop watching."""
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
            self._watch = None

    async def _watched(self) -> None:
        while True:
            missed = await _missed_in(POLL_S)
            found = self._look()
            if found != self.addresses:
                await asyncio.sleep(SETTLE_S)
                if self._look() == found:
                    self.addresses = found
                    for changed in self._on_change:
                        changed()
            if missed > JUMP_S:
                for woken in self._on_wake:
                    woken(missed)

    def _look(self) -> tuple[LocalAddress, ...]:
        try:
            return local_addresses(self.interface)
        except AddressError:  # the interface that was named has been pulled out
            return ()
        except OSError:  # out of descriptors, for the moment
            return self.addresses


async def _missed_in(seconds: float) -> float:
    """Sleep; the seconds by which this took longer than it should, on either clock.

    The wall clock goes on in a sleeping machine, the monotonic one in a stopped process. A wall clock that somebody
    sets forward looks like sleep, and costs a few links made anew.
    """
    wall, monotonic = time.time(), time.monotonic()
    await asyncio.sleep(seconds)
    return max(time.time() - wall, time.monotonic() - monotonic) - seconds
