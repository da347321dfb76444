"""A page's server over a real node on loopback, a browser's side of it, and bots that are nodes of this process."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

import aiohttp

from azi_p2p.cli.bot_player import BotPlayer
from azi_p2p.node.home import Home
from azi_p2p.node.node import Node
from azi_p2p.web.catalogues import Catalogues
from azi_p2p.web.desk import Desk
from azi_p2p.web.entrance import Entrance
from azi_p2p.web.kept import Kept
from azi_p2p.web.server import PageServer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

WAIT_S = 40.0
"""Keeps a failing test from hanging."""


class InProcess:
    """Bots as further nodes of this process."""

    def __init__(self, homes: Path) -> None:
        self.homes = homes
        self.nodes: list[Node] = []
        self.playing: list[asyncio.Task[None]] = []

    async def sit_down(self, link: str, count: int) -> None:
        for number in range(count):
            node = Node(Home(self.homes / f"bot{len(self.nodes)}"), port=0, interface="lo", nickname=f"bot {number}",
                        announce=False)
            await node.start()
            self.nodes.append(node)
            await node.join(link)
            self.playing.append(asyncio.create_task(BotPlayer(node).run()))

    async def go(self) -> None:
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)
        self.playing.clear()
        # all at once: one that stops while another dials it loses a connection to a race in asyncio's Server.close
        nodes, self.nodes = self.nodes, []
        await asyncio.gather(*(node.stop() for node in nodes))


class Served:
    """One player's node with its page."""

    def __init__(self, home: Path, *, nickname: str = "Aru", web_port: int | None = None) -> None:
        self.home = Home(home)
        self.node = Node(self.home, port=0, interface="lo", nickname=nickname, pause=0.4)
        self.kept = Kept(home / "page.json")
        self.company = InProcess(home)
        self.desk = Desk(self.node, self.kept, self.company, Catalogues())
        self.server = PageServer(self.desk, Entrance(self.node.identity.public, self.kept.session),
                                 wanted_port=web_port, kept_port=self.kept.port)
        self._watching: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.node.start()
        await self.server.start()
        self.kept.set_port(self.server.port)
        self._watching = asyncio.create_task(self.desk.watch())

    async def stop(self) -> None:
        await self.server.stop()
        await self.desk.stop()
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        await asyncio.gather(self.company.go(), self.node.stop())

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def cookies(self) -> dict[str, str]:
        return {f"azi-{self.node.identity.public.hex()[:8]}": self.kept.session}


@contextlib.asynccontextmanager
async def served(home: Path, **given: Any) -> AsyncIterator[Served]:
    one = Served(home, **given)
    await one.start()
    try:
        yield one
    finally:
        await one.stop()


class Client:
    """The page's side of the socket: the last message of each type, and answers by number."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.seen: dict[str, Any] = {}
        self.all: list[dict[str, Any]] = []
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._sending: set[asyncio.Future[None]] = set()
        self._number = 0
        self._arrived = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.socket:
            told = json.loads(message.data)
            self.all.append(told)
            if told["type"] in ("done", "refused"):
                answered = self._answers.pop(told["id"])
                if not answered.cancelled():
                    answered.set_result(told)
            else:
                self.seen[told["type"]] = told
            self._arrived.set()
        self._arrived.set()

    def send(self, word: str, **more: Any) -> asyncio.Future[dict[str, Any]]:
        self._number += 1
        future = self._answers[self._number] = asyncio.get_running_loop().create_future()
        sending = asyncio.ensure_future(self.socket.send_json({"id": self._number, "do": word, **more}))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)
        return future

    async def ask(self, word: str, **more: Any) -> dict[str, Any]:
        """What is answered to a command, be it done or refused."""
        async with asyncio.timeout(WAIT_S):
            return await self.send(word, **more)

    async def until(self, condition: Callable[[], Any]) -> Any:
        async with asyncio.timeout(WAIT_S):
            while True:
                found = condition()
                if found:
                    return found
                self._arrived.clear()
                await self._arrived.wait()

    @property
    def view(self) -> dict[str, Any] | None:
        told = self.seen.get("view")
        return None if told is None else told["view"]

    async def my_turn(self) -> dict[str, Any]:
        return await self.until(lambda: self.view if self.view and self.view["legal"] else None)

    async def play(self, until: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Play on, looking, calling and laying the first card that may be, until the view is so."""
        while True:
            view = await self.until(
                lambda: self.view if self.view and (self.view["legal"] or until(self.view)) else None)
            if until(view):
                return view
            await self.ask("act", action=plain_choice(view))


def plain_choice(view: dict[str, Any]) -> dict[str, Any]:
    legal = view["legal"]
    if legal["look"]:
        return {"kind": "look"}
    if legal["call"] is not None:
        return {"kind": "call"}
    if legal["raise_least"] is not None:
        return {"kind": "raise", "amount": legal["raise_least"]}
    if legal["may_play"] or legal["may_discard"]:
        card = next(one["card"] for one in view["cards"] if one["playable"])
        return {"kind": "play" if legal["may_play"] else "discard", "card": card}
    return {"kind": "enter"} if legal["enter"] is not None else {"kind": "decline"}


@contextlib.asynccontextmanager
async def page(one: Served) -> AsyncIterator[Client]:
    """A page that has the cookie."""
    async with aiohttp.ClientSession(cookies=one.cookies) as session, session.ws_connect(
            f"{one.origin}/socket", headers={"Origin": one.origin}, max_msg_size=0) as socket:
        client = Client(socket)
        try:
            yield client
        finally:
            client.reading.cancel()
            await asyncio.gather(client.reading, return_exceptions=True)
