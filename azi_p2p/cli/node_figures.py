"""What whole nodes cost on this machine: a six-seat deal, a table's listing, a node at rest; measured, not judged."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.cli.children import Bot, company
from azi_p2p.cli.demo import play_bots
from azi_p2p.cli.running import run_node
from azi_p2p.game.options import Options
from azi_p2p.node.addresses import loopback_interface
from azi_p2p.node.browser import Browser

if TYPE_CHECKING:
    from collections.abc import Sequence

SEATS: Final = 6
HANDS: Final = 4

LISTED_LIMIT_S: Final = 10.0
SETTLE_S: Final = 3.0
"""After which a new node has said what it has to say."""

REST_S: Final = 8.0
"""Of rest, measured: a hundredth of a core in it is eight ticks of the system's clock."""


@dataclass(frozen=True, slots=True)
class NodeFigures:
    """None where this system does not tell."""

    six_seat_deal_ms: float        # median, from the first keys until the trump is turned, one process a seat
    listed_ms: float | None        # from the founding of a table until another node lists it
    rest_core_percent: float | None
    rest_mb: float | None          # resident memory


def measure_nodes() -> NodeFigures:
    """Half a minute: a demo on the loopback interface, and a node that waits."""
    deals = run_node(lambda: play_bots(SEATS, HANDS, Options(), None, lambda _line: None))
    listed, rest, memory = run_node(_alone)
    return NodeFigures(sorted(deals)[len(deals) // 2], listed, rest, memory)


async def _alone() -> tuple[float | None, float | None, float | None]:
    """A bot that hosts a table and waits for others."""
    name = f"bench {token_hex(3)}"
    browser = Browser(loopback_interface())
    bot = Bot("--host", name, "--interface", loopback_interface(), "--port", "0")
    founded: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def hear(event: dict[str, Any]) -> None:
        if event["event"] == "ready" and not founded.done():
            founded.set_result(event["at"])

    await browser.start()
    try:
        async with company([bot]):
            following: asyncio.Future[Any] = asyncio.create_task(bot.follow(hear))
            seen = await _listed_at(browser, name)
            either: list[asyncio.Future[Any]] = [following, founded]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            listed = None if seen is None or not founded.done() else (seen - founded.result()) * 1e3
            await browser.stop()
            rest, memory = await _at_rest(bot.pid)
            following.cancel()
            return listed, rest, memory
    finally:
        await browser.stop()


async def _listed_at(browser: Browser, name: str) -> float | None:
    """When the table was listed, in seconds since 1970; None if it was not."""
    try:
        async with asyncio.timeout(LISTED_LIMIT_S):
            async for _ in browser.changes:
                if any(table.listing.name == name for table in browser.tables()):
                    return time.time()
    except TimeoutError:
        pass
    return None


async def _at_rest(pid: int) -> tuple[float | None, float | None]:
    """Per cent of a core, and megabytes of memory, of a process that waits."""
    if sys.platform != "linux":
        return None, None
    await asyncio.sleep(SETTLE_S)
    before = _ticks(_words(pid, "stat"))
    await asyncio.sleep(REST_S)
    used = (_ticks(_words(pid, "stat")) - before) / os.sysconf("SC_CLK_TCK")
    resident = int(_words(pid, "statm")[1]) * os.sysconf("SC_PAGE_SIZE")
    return 100 * used / REST_S, resident / 1e6


def _words(pid: int, file: str) -> list[str]:
    return Path(f"/proc/{pid}/{file}").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()


def _ticks(words: Sequence[str]) -> int:
    """utime and stime (proc(5), "stat", fields 14 and 15; the words begin at field 3)."""
    return int(words[11]) + int(words[12])
