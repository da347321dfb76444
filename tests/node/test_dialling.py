from __future__ import annotations

import asyncio
import socket

import pytest

from azi_p2p.node.addresses import Address
from azi_p2p.node.errors import (
    HandshakeError,
    Unreachable,
    WrongKey,
)
from tests.node.nodes import running


async def test_wrong_key() -> None:
    async with running("anna", "boris", "eve") as (anna, boris, eve):
        with pytest.raises(WrongKey, match=eve.fingerprint):
            await anna.links.dial(eve.at, boris.fingerprint)
        info = await anna.links.dial([*eve.at, *boris.at], boris.fingerprint)
        assert info.key == boris.key
        assert eve.events == []


async def test_nobody_there() -> None:
    async with running("anna", "boris") as (anna, boris):
        gone = boris.at
        await boris.links.stop()
        with pytest.raises(Unreachable, match=r"addresses answers|nothing listens"):
            await anna.links.dial(gone)
        with pytest.raises(Unreachable, match="no machine called"):
            await anna.links.dial([Address("no-such-host.invalid", 1)])
        with pytest.raises(Unreachable, match="no address"):
            await anna.links.dial([])


async def test_something_else_answers() -> None:
    async def web_page(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(web_page, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with running("anna") as (anna,), server:
        with pytest.raises(HandshakeError, match="not azi"):
            await anna.links.dial([Address("127.0.0.1", port)])


async def test_one_address_of_many_is_enough() -> None:
    deaf = socket.create_server(("127.0.0.1", 0), backlog=8)  # takes connections and says nothing
    async with running("anna", "boris") as (anna, boris):
        dead = Address("127.0.0.1", deaf.getsockname()[1])
        assert (await anna.links.dial([dead, Address("127.0.0.1", 1), *boris.at])).key == boris.key
    deaf.close()
