from __future__ import annotations

import asyncio
import socket
from dataclasses import replace

import aiohttp
import pytest

from azi_p2p.node import door, handshake, link, links
from azi_p2p.node.addresses import Address
from azi_p2p.node.errors import (
    HandshakeError,
    OwnKey,
    PortInUse,
    TurnedAway,
    Unreachable,
    VersionMismatch,
    WrongKey,
)
from azi_p2p.node.links import Presence
from azi_p2p.node.listing import Listing
from tests.node.nodes import make, running, until

LISTING = Listing(b"T" * 32, "Friday", 2, 4, "open")


async def test_dial_and_talk() -> None:
    async with running("anna", "boris") as (anna, boris):
        boris.presence = Presence(LISTING, b"founding")
        info = await anna.links.dial(boris.at, boris.fingerprint, LISTING.table_id)
        assert (info.key, info.offer.nickname, info.offer.listing, info.offer.founding) == (
            boris.key, "boris", LISTING, b"founding")
        await until(lambda: boris.events)
        assert boris.infos["anna"].table == LISTING.table_id
        for n in range(50):
            anna.links.send(boris.key, b"%d" % n)
        boris.links.broadcast(b"hello all")
        await until(lambda: len(boris.messages) == 50 and anna.messages)
        assert boris.messages == [("anna", b"%d" % n) for n in range(50)]
        assert anna.messages == [("boris", b"hello all")]
    assert anna.events[0] == ("up", "boris")
    assert {event for event, _ in anna.events + boris.events} <= {"up", "left", "stopping", "closed"}


async def test_dial_again_returns_the_same_link() -> None:
    async with running("anna", "boris") as (anna, boris):
        first = await anna.links.dial(boris.at, boris.fingerprint)
        assert await anna.links.dial([], boris.fingerprint) is first


async def test_every_message_size_up_to_the_limit() -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        sizes = [0, 1, 125, 126, 65535, 65536, link.MAX_MESSAGE]
        for size in sizes:
            anna.links.send(boris.key, b"x" * size)
        await until(lambda: len(boris.messages) == len(sizes))
        assert [len(data) for _, data in boris.messages] == sizes


async def test_both_dial_at_once_and_keep_one_link() -> None:
    for _ in range(5):
        async with running("anna", "boris") as (anna, boris):
            infos = await asyncio.gather(
                anna.links.dial(boris.at, boris.fingerprint), boris.links.dial(anna.at, anna.fingerprint))
            assert [info.offer.nickname for info in infos] == ["boris", "anna"]
            lower = min(anna, boris, key=lambda node: node.key)
            higher = max(anna, boris, key=lambda node: node.key)
            await asyncio.sleep(0.1)
            if ("replaced", higher.name) in lower.events or ("replaced", lower.name) in higher.events:
                assert lower.links.peers()[higher.key].dialled
            assert lower.links.peers()[higher.key].dialled != higher.links.peers()[lower.key].dialled
            anna.links.send(boris.key, b"a")
            boris.links.send(anna.key, b"b")
            await until(lambda: anna.messages and boris.messages)


async def test_who_restarts_replaces_its_old_link_at_once() -> None:
    """The old process was stopped, not closed: its sockets are open, and nobody reads them."""
    async with running("boris") as (boris,):
        old = make("anna")
        await old.links.start()
        await old.links.dial(boris.at)
        await until(lambda: boris.linked() == {"anna"})
        async with running("anna") as (anna,):
            await anna.links.dial(boris.at)
            await until(lambda: [e for e, _ in boris.events][:3] == ["up", "replaced", "up"])
            await old.links._redialling.stop()
            anna.links.send(boris.key, b"new")
            await until(lambda: ("anna", b"new") in boris.messages)
        await old.links.stop()


async def test_three_become_a_mesh() -> None:
    async with running("anna", "boris", "clara") as (anna, boris, clara):
        await boris.links.dial(anna.at)
        await clara.links.dial(anna.at)
        for node in (anna, boris, clara):
            await until(lambda node=node: len(node.linked()) == 2)
        boris.links.send(clara.key, b"direct")
        await until(lambda: ("boris", b"direct") in clara.messages)


async def test_strangers_are_neither_told_of_nor_dialled() -> None:
    async with running("anna", "boris", "clara") as (anna, boris, clara):
        boris.strangers = {clara.key}
        clara.strangers = {boris.key}
        await boris.links.dial(anna.at)
        await clara.links.dial(anna.at)
        await asyncio.sleep(3 * links.TELL_DELAY_S)
        assert boris.linked() == clara.linked() == {"anna"}
        boris.strangers.clear()
        clara.strangers.clear()
        boris.links.mesh()
        await until(lambda: "clara" in boris.linked())


async def test_a_lost_link_comes_back() -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        boris.links._links[anna.key].abort("closed")
        await until(lambda: [event for event, _ in anna.events].count("up") == 2)
        anna.links.renew()
        await until(lambda: [event for event, _ in anna.events].count("up") == 3)
        assert [event for event, _ in anna.events] == ["up", "closed", "up", "renewed", "up"]
        await until(lambda: boris.linked() == {"anna"})


async def test_who_left_is_not_dialled_again() -> None:
    async with running("anna") as (anna,):
        async with running("boris") as (boris,):
            await anna.links.dial(boris.at)
        await until(lambda: not anna.linked())
        assert anna.events[-1] == ("left", "boris")
        assert not anna.links._redialling.wants(boris.key)


async def test_forget() -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        await until(boris.linked)
        anna.links.forget(boris.key, "enough")
        await until(lambda: not anna.linked() and not boris.linked())
        assert anna.events[-1] == ("forgotten", "boris")
        assert boris.events[-1] == ("left", "anna")


async def test_a_peer_that_returns_elsewhere_is_found_by_its_listing() -> None:
    async with running("anna") as (anna,):
        async with running("boris") as (boris,):
            await anna.links.dial(boris.at)
            boris.links._links[anna.key].abort("closed")
            await boris.links._door.close()
        async with running("boris") as (boris,):
            anna.links.want(boris.key)
            anna.links.learn(boris.key, boris.at)
            await until(lambda: boris.linked() == {"anna"})
            assert {a.port for a in anna.links._book.of(boris.key)} == {boris.links.port}


async def test_probe_leaves_no_trace() -> None:
    async with running("anna", "boris") as (anna, boris):
        boris.presence = Presence(LISTING, b"founding")
        info = await anna.links.probe(boris.at, boris.fingerprint)
        assert info.offer.listing == LISTING
        assert info.purpose == "probe"
        await asyncio.sleep(0.1)
        assert (anna.events, boris.events) == ([], [])
        await until(lambda: not boris.links._door._visitors)


async def test_wrong_key() -> None:
    async with running("anna", "boris", "eve") as (anna, boris, eve):
        with pytest.raises(WrongKey, match=eve.fingerprint):
            await anna.links.dial(eve.at, boris.fingerprint)
        info = await anna.links.dial([*eve.at, *boris.at], boris.fingerprint)
        assert info.key == boris.key
        assert eve.events == []


async def test_oneself() -> None:
    async with running("anna") as (anna,), running("anna") as (again,):
        with pytest.raises(OwnKey):
            await anna.links.dial(again.at)
        assert isinstance(again.troubles[0], OwnKey)


async def test_both_sides_hear_which_one_to_update(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running("anna", "boris") as (anna, boris):
        newer = handshake.refusal("version").replace(b"azi\x01", b"azi\x02")

        def first_message_of_a_newer_one(self: handshake.Dialler) -> bytes:
            return newer

        monkeypatch.setattr(handshake.Dialler, "hello", first_message_of_a_newer_one)
        with pytest.raises(TurnedAway, match="version"):
            await anna.links.dial(boris.at)
        assert isinstance(boris.troubles[0], VersionMismatch)
        assert "update azi on this machine" in boris.troubles[0].do


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


async def test_port_in_use() -> None:
    async with running("anna") as (anna,):
        with pytest.raises(PortInUse) as caught:
            await make("boris", port=anna.links.port).links.start()
        assert "--port" in caught.value.do


async def test_a_full_house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MAX_LINKS", 1)
    async with running("anna", "boris", "clara") as (anna, boris, clara):
        await boris.links.dial(anna.at)
        anna.strangers = {clara.key}
        with pytest.raises(TurnedAway, match="no room"):
            await clara.links.dial(anna.at)
        anna.strangers = {boris.key}
        boris.links._redialling.drop(anna.key)
        await clara.links.dial(anna.at)
        await until(lambda: anna.linked() == {"clara"})


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


async def test_visitors_without_a_hello_are_shown_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "HELLO_LIMIT_S", 0.3)
    async with running("anna") as (anna,):
        silent = await asyncio.open_connection("127.0.0.1", anna.links.port)
        half = await raw(anna)
        assert await silent[0].read() == b""
        assert (await half.receive()).type is not aiohttp.WSMsgType.BINARY
        assert not anna.links._door._visitors
        silent[1].close()


async def test_the_oldest_of_too_many_silent_visitors_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MAX_UNGREETED", 3)
    async with running("anna", "boris") as (anna, boris):
        silent = [await asyncio.open_connection("127.0.0.1", anna.links.port) for _ in range(6)]
        await boris.links.dial(anna.at)
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
            assert await reader.read() == b""
            raise ConnectionResetError  # an orderly end is as good
        for _, each in (*first, (reader, writer)):
            each.close()


async def test_dial_back() -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        reached = await anna.links.ask_dial_back(boris.key)
        assert reached.fault == ""
        assert reached.address.endswith(f":{anna.links.port}")
        boris.links._dialled_back.clear()
        anna.links.port = 1  # as if a firewall stood before it
        assert "nothing listens" in (await anna.links.ask_dial_back(boris.key)).fault
        with pytest.raises(Unreachable):
            await anna.links.ask_dial_back(b"?" * 32)


async def test_a_change_of_address_is_told_and_dead_links_are_dropped() -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        await until(boris.linked)
        before = boris.links._book.of(anna.key)
        anna.network.addresses = tuple(
            replace(local, ip="127.0.0.9") if local.ip == "127.0.0.1" else local for local in anna.network.addresses)
        anna.links._network_changed()
        await until(lambda: boris.links._book.of(anna.key) != before)
        assert Address("127.0.0.9", anna.links.port) in boris.links._book.of(anna.key)
        assert anna.linked() == {"boris"}
