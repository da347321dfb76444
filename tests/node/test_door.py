from __future__ import annotations

import asyncio

import aiohttp
import pytest

from azi_p2p.node import door, handshake, link
from azi_p2p.node.errors import (
    PortInUse,
)
from tests.node.nodes import make, running, until


async def test_port_in_use() -> None:
    async with running("anna") as (anna,):
        with pytest.raises(PortInUse) as caught:
            await make("boris", port=anna.links.port).links.start()
        assert "--port" in caught.value.do


async def raw(node: object, **headers: str) -> aiohttp.ClientWebSocketResponse:
    session = aiohttp.ClientSession()
    port = node.links.port  # type: ignore[attr-defined]
    try:
        return await session.ws_connect(f"http://127.0.0.1:{port}/azi/1", headers=headers)
    finally:
        _raw_sessions.append(session)


_raw_sessions: list[aiohttp.ClientSession] = []


@pytest.fixture(autouse=True)
async def _close_raw_sessions() -> object:
    yield
    while _raw_sessions:
        await _raw_sessions.pop().close()


async def test_no_page_gets_a_link() -> None:
    async with running("anna") as (anna,):
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await raw(anna, Origin="http://127.0.0.1")
        assert caught.value.status == 403


async def test_other_paths_and_plain_requests() -> None:
    async with running("anna") as (anna,), aiohttp.ClientSession() as session:
        for path, status in (("/", 404), ("/azi/1", 400), ("/azi/2", 404)):
            async with session.get(f"http://127.0.0.1:{anna.links.port}{path}") as answer:
                assert answer.status == status
                assert "azi node" in await answer.text()


@pytest.mark.parametrize("first", [b"", b"\xc1", b"\x93\xa3azi\x01\xa5hello", b"x" * (handshake.MAX_HANDSHAKE + 1)])
async def test_a_bad_hello_is_refused_with_a_word(first: bytes) -> None:
    async with running("anna") as (anna,):
        visitor = await raw(anna)
        await visitor.send_bytes(first)
        assert (await visitor.receive()).data == handshake.refusal("malformed")
        assert (await visitor.receive()).type is aiohttp.WSMsgType.CLOSE
        assert anna.events == []


async def test_an_oversize_frame_ends_the_visit() -> None:
    async with running("anna") as (anna,):
        visitor = await raw(anna)
        await visitor.send_bytes(b"x" * (link.MAX_FRAME + 1))
        end = await visitor.receive()
        assert end.type is aiohttp.WSMsgType.CLOSE
        assert end.data == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def test_visitors_without_a_hello_are_shown_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "HELLO_LIMIT_S", 0.3)
    async with running("anna") as (anna,):
        silent = await asyncio.open_connection("127.0.0.1", anna.links.port)
        half = await raw(anna)
        async with asyncio.timeout(20):  # keeps a failing test from hanging
            assert await silent[0].read() == b""
            assert (await half.receive()).type is not aiohttp.WSMsgType.BINARY
        assert not anna.links._door._visitors
        silent[1].close()


async def test_the_oldest_of_too_many_silent_visitors_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MAX_UNGREETED", 3)
    async with running("anna", "boris") as (anna, boris):
        silent = [await asyncio.open_connection("127.0.0.1", anna.links.port) for _ in range(6)]
        await boris.links.dial(anna.at)
        async with asyncio.timeout(20):
            assert await silent[0][0].read() == b""
        assert len(anna.links._door._visitors) <= 4
        for _, writer in silent:
            writer.close()


async def test_connections_from_one_address_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MAX_PER_ADDRESS", 2)
    async with running("anna") as (anna,):
        first = [await asyncio.open_connection("127.0.0.1", anna.links.port) for _ in range(2)]
        await until(lambda: len(anna.links._door._visitors) == 2)
        reader, writer = await asyncio.open_connection("127.0.0.1", anna.links.port)
        with pytest.raises(ConnectionError):
            async with asyncio.timeout(20):
                assert await reader.read() == b""
            raise ConnectionResetError  # an orderly end is as good
        for _, each in (*first, (reader, writer)):
            each.close()
