"""A node's network, links, discovery and lobby in a process of its own, told by lines of JSON what to do.

Every event goes out as a line of JSON with `event`; every line that comes in is a command with `do`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sys
from typing import Any

from azi_p2p.node import handshake
from azi_p2p.node.addresses import Address
from azi_p2p.node.discovery import Discovery
from azi_p2p.node.errors import NodeError
from azi_p2p.node.links import Callbacks, Links, Presence
from azi_p2p.node.listing import Listing
from azi_p2p.node.lobby import Lobby
from azi_p2p.node.network import Network
from protocol.identity import fingerprint
from tests.node.nodes import identity


def emit(event: str, **more: Any) -> None:
    print(json.dumps({"event": event, **more}), flush=True)


class Agent:
    def __init__(self, name: str, interface: str | None, port: int) -> None:
        self.names: dict[bytes, str] = {}
        self.listing: Listing | None = None
        self.network = Network(interface)
        self.network.on_change(lambda: emit("addresses", ips=[local.ip for local in self.network.addresses]))
        self.network.on_wake(lambda missed: emit("woke", missed=missed))
        callbacks = Callbacks(
            on_message=lambda key, data: emit("message", of=self.names[key], size=len(data), start=data[:40].decode()),
            on_up=self.up, on_down=lambda key, reason: emit("down", of=self.names[key], reason=reason),
            on_trouble=lambda error: emit("trouble", kind=type(error).__name__, what=error.what, do=error.do),
            describe=lambda: Presence(self.listing, b"founding" if self.listing else None))
        self.links = Links(identity(name), name, self.network, callbacks, version="test", port=port)
        self.lobby = Lobby(self.links.probe, self.tables)
        self.discovery = Discovery(
            identity(name).public, name, self.network, on_found=self.found, on_lost=self.lost,
            on_status=lambda status: emit("status", is_heard=status.is_heard, what=status.what))

    def up(self, key: bytes, info: Any) -> None:
        self.names[key] = info.offer.nickname
        emit("up", of=info.offer.nickname, remote=info.remote, dialled=info.dialled)

    def found(self, found: Any) -> None:
        emit("found", id=found.fingerprint, name=found.name, state=found.state, at=[str(a) for a in found.addresses])
        self.lobby.found(found)
        for key, name in self.names.items():
            if fingerprint(key) == found.fingerprint and name not in self.linked():
                self.links.learn(key, found.addresses)

    def lost(self, who: str) -> None:
        emit("lost", id=who)
        self.lobby.lost(who)

    def linked(self) -> list[str]:
        return [peer.offer.nickname for peer in self.links.peers().values()]

    def tables(self) -> None:
        emit("tables", names=[table.listing.name for table in self.lobby.tables()])

    async def run(self) -> None:
        await self.network.start()
        await self.links.start()
        await self.discovery.start(self.links.port)
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, ended.set)
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        emit("ready", port=self.links.port, addresses=[str(a) for a in self.links.addresses()])
        commands = asyncio.create_task(self.obey(reader))
        await asyncio.wait({commands, asyncio.create_task(ended.wait())}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.gather(self.lobby.stop(), self.discovery.stop(), self.links.stop(), self.network.stop())
        emit("stopped")

    async def obey(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            command = json.loads(line)
            try:
                await self.do(**command)
            except NodeError as error:
                emit("error", kind=type(error).__name__, what=error.what, do=error.do)

    async def do(self, do: str, **more: Any) -> None:
        match do:
            case "announce":
                self.listing = Listing(more["name"].encode().ljust(32), more["name"], 1, 4, more["state"])
                self.discovery.announce(self.listing)
            case "withdraw":
                self.listing = None
                self.discovery.withdraw()
            case "dial":
                info = await self.links.dial([Address.parse(at) for at in more["at"]], more.get("expect"))
                emit("dialled", of=info.offer.nickname)
            case "send":
                self.links.broadcast(more["text"].encode() + b"." * more.get("more", 0))
            case "dial back":
                (key,) = [key for key, name in self.names.items() if name == more["of"]]
                reached = await self.links.ask_dial_back(key)
                emit("reached", address=reached.address, fault=reached.fault)
            case "state":
                emit("state", linked=sorted(self.linked()), status=self.discovery.status.what,
                     tables=[table.listing.name for table in self.lobby.tables()],
                     addresses=[str(a) for a in self.links.addresses()])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--interface")
    parser.add_argument("--port", type=int, default=4747)
    parser.add_argument("--link-version", type=int)
    given = parser.parse_args()
    if given.link_version is not None:
        handshake.LINK_VERSION = given.link_version  # type: ignore[misc]
    asyncio.run(Agent(given.name, given.interface, given.port).run())
