"""Bots as child processes, each with an identity of its own: they end with their parent, and leave nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sys
import tempfile
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

NAMES: Final = ("Aida", "Bolot", "Chynara", "Daniyar", "Elmira", "Farhat")
"""Of bots that play together: as many as a table has chairs."""

END_LIMIT_S: Final = 2.0
"""For a child to say its goodbye, before it is killed."""

MOST_SAID: Final = 20
"""Lines of a child's complaints that are kept: the last one tells what was wrong."""

LINE_LIMIT: Final = 64 * 1024
"""Bytes of one line that a child says."""


class Bot:
    """One `azi bot` in a process of its own, with a temporary home. Its standard input holds it: when this process
    ends, however it ends, the pipe closes and the child goes, removing its home."""

    def __init__(self, *words: str) -> None:
        """`words`: what follows `azi bot` (but for its home)."""
        self.home = Path(tempfile.gettempdir()) / f"azi-bot-{token_hex(8)}"
        self._words = ("bot", "--json", "--while-stdin", "--temporary", str(self.home), *words)
        self._process: asyncio.subprocess.Process | None = None
        self._complaints: list[str] = []

    async def start(self) -> None:
        """Begin."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "azi_p2p", *self._words, limit=LINE_LIMIT,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)

    async def follow(self, on_event: Callable[[dict[str, Any]], None]) -> int:
        """Hand on each thing that it says, until it ends; its exit code."""
        process = self._running
        assert process.stdout is not None
        assert process.stderr is not None

        async def complaints(stream: asyncio.StreamReader) -> None:
            async for line in stream:
                self._complaints = [*self._complaints[-MOST_SAID:], line.decode(errors="replace").strip()]

        reading = asyncio.create_task(complaints(process.stderr))
        async for line in process.stdout:
            with contextlib.suppress(ValueError):
                on_event(json.loads(line))
        await reading
        return await process.wait()

    @property
    def pid(self) -> int:
        """Of its process."""
        return self._running.pid

    @property
    def complaint(self) -> str:
        """The last line that it wrote on its standard error; empty if none."""
        return self._complaints[-1].removeprefix("azi: ") if self._complaints else ""

    async def stop(self) -> None:
        """Let it go, and see that it does."""
        process = self._process
        if process is not None and process.returncode is None:
            assert process.stdin is not None
            process.stdin.close()
            try:
                async with asyncio.timeout(END_LIMIT_S):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    @property
    def _running(self) -> asyncio.subprocess.Process:
        assert self._process is not None
        return self._process


@contextlib.asynccontextmanager
async def company(bots: Sequence[Bot]) -> AsyncIterator[Sequence[Bot]]:
    """All of them, started; gone at the end, however that comes."""
    try:
        for bot in bots:
            await bot.start()
        yield bots
    finally:
        await asyncio.gather(*(bot.stop() for bot in bots))
