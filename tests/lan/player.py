"""A whole node with a bot at its seat, in a process of its own: it says what happens in lines of JSON.

    python -m tests.lan.player NAME HOME (host SEATS | join TARGET) [--turn SECONDS] [--silent-after HANDS]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import sys
from pathlib import Path
from typing import Any

from azi_p2p.bots import choose
from azi_p2p.game.options import Options
from azi_p2p.node.errors import NodeError
from azi_p2p.node.home import Home
from azi_p2p.node.node import Node
from azi_p2p.table.actions import Leave


def emit(event: str, **more: Any) -> None:
    print(json.dumps({"event": event, **more}), flush=True)


class Player:
    """The bot's loop, and the commands from outside."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.node = Node(Home(Path(arguments.home)), nickname=arguments.name, port=4747, pause=0.1)
        self.rng = random.Random(arguments.name)
        self.said: tuple[Any, ...] = ()
        self.silent = False
        self.news = 0

    async def run(self) -> None:
        await self.node.start()
        emit("ready", port=4747, addresses=[str(address) for address in self.node.addresses()])
        try:
            await self.sit()
        except NodeError as error:
            emit("error", what=error.what, do=error.do)
            return
        emit("invitation", link=self.node.invitation())
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        stop = asyncio.Event()
        loop.add_signal_handler(signal.SIGTERM, stop.set)
        tasks = [asyncio.create_task(self.play()), asyncio.create_task(self.obey(reader, stop))]
        await stop.wait()
        for task in tasks:
            task.cancel()
        await self.node.stop()
        emit("stopped")

    async def sit(self) -> None:
        row = self.node.unfinished()
        if row is not None:
            await self.node.resume(row.table_id)
            emit("resumed", table=row.name)
        elif self.arguments.how == "host":
            options = Options.checked(turn_seconds=self.arguments.turn)
            await self.node.found("kitchen", options, start_at=int(self.arguments.target))
        else:
            await self.node.join(None if self.arguments.target == "-" else self.arguments.target, wait=20)

    async def play(self) -> None:
        async for _ in self.node.changes:
            self.tell()
            view = self.node.view
            if view is not None and not self.silent and (view.legal is not None or view.may_rebuy):
                action = choose(view, self.rng)
                if action is not None:
                    self.node.act(action)

    def tell(self) -> None:
        view = self.node.view
        if view is None:
            return
        told = (view.hands, view.stage, view.hand_number, view.deal_number, view.trouble, self.node.left)
        if told != self.said:
            self.said = told
            emit("state", hands=view.hands, stage=view.stage, hand=view.hand_number, deal=view.deal_number,
                 step=view.step, stacks={seat.name: seat.stack for seat in view.seats}, trouble=view.trouble,
                 standing={seat.name: seat.standing for seat in view.seats}, left=self.node.left,
                 code=view.short_code, pot=view.pot)
        for peer, reason, proof in self.node.pump.suspects[self.news:]:
            emit("suspect", of=peer.hex(), reason=reason, proof=proof)
        self.news = len(self.node.pump.suspects)

    async def obey(self, reader: asyncio.StreamReader, stop: asyncio.Event) -> None:
        while line := await reader.readline():
            command = json.loads(line)
            match command["do"]:
                case "silence":
                    self.silent = command["on"]
                    self.node.changes.note()
                case "digests":
                    chain = self.node.pump.table.chain
                    emit("digests", digests=[parent.hex() for parent in chain.parents[1:]])
                case "links":
                    emit("links", names=sorted(self.node.pump.table.peers.values()))
                case "leave":
                    self.node.act(Leave())
                case "stop":
                    stop.set()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("home")
    parser.add_argument("how", choices=("host", "join"))
    parser.add_argument("target")
    parser.add_argument("--turn", type=int, default=5)
    asyncio.run(Player(parser.parse_args()).run())


if __name__ == "__main__":
    main()
