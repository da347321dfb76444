"""A bot at a node's table: two nodes of one process, hands counted, leaving said in time."""

from __future__ import annotations

import asyncio

import pytest

from azi_p2p.cli.bot_player import BotPlayer
from azi_p2p.cli.running import running
from azi_p2p.game.options import Options
from azi_p2p.node.addresses import loopback_interface
from azi_p2p.node.home import Home
from azi_p2p.node.node import Node


def node_in(home, name: str) -> Node:
    return Node(Home(home), port=0, interface=loopback_interface(), nickname=name, pause=0.05, announce=False)


@pytest.mark.parametrize("hands", [1, 2])
async def test_so_many_hands_and_no_more(tmp_path, hands: int) -> None:
    async with running(node_in(tmp_path / "a", "Aru")) as host, running(node_in(tmp_path / "b", "Bek")) as guest:
        await host.found("evening", Options(), start_at=2)
        await guest.join(host.invitation())
        seen = []
        async with asyncio.timeout(120):
            await asyncio.gather(
                BotPlayer(host, hands=hands, on_view=seen.append).run(), BotPlayer(guest, hands=hands).run())
        assert host.left == guest.left == "you have left the table"
        assert host.pump.table.chain.state.finished == hands
        assert seen[-1].hands == hands      # it is shown how the last hand ended
        assert len(host.deal_ms) == host.pump.table.chain.state.deals


async def test_one_stays_when_the_other_has_had_his_hands(tmp_path) -> None:
    async with running(node_in(tmp_path / "a", "Aru")) as host, running(node_in(tmp_path / "b", "Bek")) as guest:
        await host.found("evening", Options(), start_at=2)
        await guest.join(host.invitation())
        staying = asyncio.create_task(BotPlayer(host, think_s=0.01).run())
        async with asyncio.timeout(120):
            await BotPlayer(guest, hands=1).run()
        assert guest.left
        if staying.done():
            staying.result()      # tells why
        assert not staying.done()
        assert not host.left
        staying.cancel()


async def test_what_stops_the_node_stops_the_bot(tmp_path) -> None:
    async with running(node_in(tmp_path / "a", "Aru")) as host:
        await host.found("evening", Options())
        playing = asyncio.create_task(BotPlayer(host).run())
        await asyncio.sleep(0)
        host.changes.fail(OSError("the disk is gone"))
        with pytest.raises(OSError, match="the disk is gone"):
            async with asyncio.timeout(60):
                await playing
