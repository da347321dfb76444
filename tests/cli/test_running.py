"""A node for as long as a command runs: signals end it, and its goodbye is said first."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from azi_p2p.cli.faults import Ended
from azi_p2p.cli.running import leave, run_node, running
from azi_p2p.game.options import Options
from azi_p2p.node.addresses import loopback_interface
from azi_p2p.node.home import Home
from azi_p2p.node.node import Node
from azi_p2p.node.store import Store


@pytest.fixture(autouse=True)
def _signals_as_before():
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def node_in(home) -> Node:
    return Node(Home(home), port=0, interface=loopback_interface(), nickname="Aru", announce=False)


def test_what_the_work_gives() -> None:
    async def work() -> int:
        return 7

    assert run_node(work) == 7


@pytest.mark.parametrize(("number", "raised"), [
    (signal.SIGTERM, Ended), (signal.SIGHUP, Ended), (signal.SIGINT, KeyboardInterrupt)])
def test_a_signal_ends_it_after_the_goodbye_and_only_once(number, raised) -> None:
    said = []

    async def work() -> None:
        try:
            os.kill(os.getpid(), number)
            await asyncio.sleep(60)
        finally:
            if number != signal.SIGINT:      # a second Ctrl-C is meant to cut the goodbye short
                os.kill(os.getpid(), number)
            await asyncio.sleep(0.05)
            said.append("goodbye")

    with pytest.raises(raised) as ended:
        run_node(work)
    assert said == ["goodbye"]
    if raised is Ended:
        assert ended.value.number == number


def test_a_hang_up_that_is_ignored_stays_so() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)

    async def work() -> str:
        os.kill(os.getpid(), signal.SIGHUP)
        await asyncio.sleep(0.05)
        return "still here"

    assert run_node(work) == "still here"


async def test_the_store_is_closed_whatever_happens(tmp_path) -> None:
    node = node_in(tmp_path)
    with pytest.raises(ZeroDivisionError):
        async with running(node):
            raise ZeroDivisionError
    Store(node.home.store_path).close()


async def test_leaving(tmp_path) -> None:
    async with running(node_in(tmp_path)) as node:
        await leave(node)      # no table: nothing to leave
        await node.found("evening", Options())
        await leave(node)
        assert node.is_leaving
        assert node.left == "you have left the table"
        assert node.unfinished() is None
        await leave(node)
