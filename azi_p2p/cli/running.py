"""A node for as long as a command runs: started, ended by signals, with its goodbye said; what it plays is not here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, Final, TypeVar

from azi_p2p.cli.faults import DEBUG, Ended
from azi_p2p.game.errors import GameError
from azi_p2p.table.actions import Leave

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from azi_p2p.node.node import Node

LEAVE_LIMIT_S: Final = 1.0
"""For the others to hear that this player leaves: a message on a LAN, while the whole goodbye takes 2 s at most."""

T = TypeVar("T")


def run_node(work: Callable[[], Coroutine[Any, Any, T]], *, while_stdin: bool = False) -> T:
    """Run it in an event loop. Ctrl-C ends it as KeyboardInterrupt, SIGTERM and SIGHUP as Ended, after its goodbye.

    `while_stdin`: the end of standard input counts as SIGHUP, so that a child ends with the process that holds the
    other end, however that one ends.
    """
    if os.environ.get(DEBUG):
        logging.basicConfig(level=logging.INFO)
    else:
        # what the loop has to say of a task that failed in passing must not run across the screen
        logging.getLogger("asyncio").addHandler(logging.NullHandler())

    async def until_ended() -> T:
        ended: list[int] = []
        task = asyncio.current_task()
        assert task is not None

        def end(number: int) -> None:
            if not ended:      # once: the goodbye itself is not to be cut short
                ended.append(number)
                task.cancel()

        if while_stdin:
            _watch_stdin(lambda: end(signal.SIGHUP))
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:     # as under nohup
                asyncio.get_running_loop().add_signal_handler(number, end, number)
        try:
            return await work()
        except asyncio.CancelledError:
            if ended:
                raise Ended(ended[0]) from None
            raise

    return asyncio.run(until_ended())


@contextlib.asynccontextmanager
async def running(node: Node) -> AsyncIterator[Node]:
    """The node, started; it says goodbye at the end, however that comes."""
    await node.start()
    try:
        yield node
    finally:
        await node.stop()


async def leave(node: Node) -> None:
    """Tell the others that this player leaves. Harmless where there is no table.

    In a hand he is counted out as soon as his link is gone; between hands he gets a moment to leave in good order,
    since it may be his part to open the next one.
    """
    view = node.view
    if view is None or node.left:
        return
    with contextlib.suppress(GameError, TimeoutError):
        node.act(Leave())
        if view.stage != "open":
            return
        async with asyncio.timeout(LEAVE_LIMIT_S):
            async for _ in node.changes:
                if node.left:
                    return


def _watch_stdin(on_end: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    descriptor = sys.stdin.fileno()

    def readable() -> None:
        if not os.read(descriptor, 4096):
            loop.remove_reader(descriptor)
            on_end()

    loop.add_reader(descriptor, readable)
