"""Looking for tables without a home: a node that announces one is found, and seen to go."""

from __future__ import annotations

import asyncio
import time

import pytest

from azi_p2p.game.options import Options
from azi_p2p.node.addresses import loopback_interface
from azi_p2p.node.browser import Browser
from azi_p2p.node.errors import AddressError
from azi_p2p.node.home import Home
from azi_p2p.node.node import Node

LIMIT_S = 60


async def until(browser: Browser, condition) -> None:
    async for _ in browser.changes:
        if condition():
            return


async def test_a_table_comes_and_goes(tmp_path) -> None:
    browser = Browser(loopback_interface())
    host = Node(Home(tmp_path), port=0, interface=loopback_interface(), nickname="Aru")
    name = f"t{time.monotonic_ns()}"

    def listed() -> list:
        return [table for table in browser.tables() if table.listing.name == name]

    await browser.start()
    try:
        async with asyncio.timeout(LIMIT_S):
            await until(browser, lambda: browser.status.is_heard)
            await host.start()
            await host.found(name, Options())
            await until(browser, listed)
            (table,) = listed()
            assert table.listing.seats_taken == 1
            assert table.nodes[0].offer.nickname == "Aru"
            assert name in [found.name for found in browser.heard()]
            await host.stop()
            await until(browser, lambda: not listed())
        assert browser.outdated() == []
    finally:
        await host.stop()
        await browser.stop()


def test_no_such_interface() -> None:
    with pytest.raises(AddressError, match="nosuch0"):
        Browser("nosuch0")
