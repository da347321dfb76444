from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from azi_p2p.node import link
from tests.node.nodes import running, until


async def test_every_message_size_up_to_the_limit() -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        sizes = [0, 1, 125, 126, 65535, 65536, link.MAX_MESSAGE]
        for size in sizes:
            anna.links.send(boris.key, b"x" * size)
        await until(lambda: len(boris.messages) == len(sizes))
        assert [len(data) for _, data in boris.messages] == sizes


async def test_a_peer_that_does_not_read_loses_its_link_and_slows_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "RECEIVE_QUEUE_BYTES", 100_000)
    async with running("anna", "boris", "clara") as (anna, boris, clara):
        await anna.links.dial(boris.at)
        await anna.links.dial(clara.at)
        await until(lambda: boris.linked() and clara.linked())
        boris.gate.clear()
        piece = b"x" * 60_000
        for n in range(300):
            anna.links.broadcast(piece, [boris.key, clara.key])
            if n % 10 == 0:
                await asyncio.sleep(0.01)
            if ("too slow", "boris") in anna.events:
                break
        assert ("too slow", "boris") in anna.events
        assert ("too slow", "clara") not in anna.events
        await until(lambda: len(clara.messages) == n + 1)
        boris.gate.set()
        await until(lambda: "boris" in anna.linked())


async def test_too_many_small_messages_are_too_slow_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        for _ in range(link.SEND_QUEUE_COUNT + 1):
            anna.links.send(boris.key, b"")
        assert ("too slow", "boris") in anna.events or not anna.links._links[boris.key].is_open


async def test_an_oversize_message_ends_the_link(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        await until(boris.linked)
        boris.links._redialling.drop(anna.key)
        anna.links._redialling.drop(boris.key)
        anna.links._links[boris.key]._queue(b"\0" + b"x" * link.MAX_FRAME)
        await until(lambda: ("oversize", "anna") in boris.events)
        assert boris.messages == []


@pytest.mark.parametrize("frame", [b"", b"\2what", b"\1\xc1", b"\1\x92\xa5peers\x01"])
async def test_a_frame_that_cannot_be_read_ends_the_link(frame: bytes) -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        await until(boris.linked)
        anna.links._links[boris.key]._queue(frame)
        await until(lambda: ("malformed", "anna") in boris.events)


async def test_a_fault_of_ours_ends_the_link_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        await until(boris.linked)

        def broken(key: bytes, data: bytes) -> None:
            raise RuntimeError("our bug")

        boris.links._callbacks = replace(boris.links._callbacks, on_message=broken)
        anna.links.send(boris.key, b"x")
        await until(lambda: ("fault", "anna") in boris.events)
    assert "our bug" in caplog.text
