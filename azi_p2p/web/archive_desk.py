"""The looking-back part of the desk: kept tables, their stories, replays, records and removal; it plays nothing.

Records are read and followed in a thread: an evening takes a second or so, and the table must not wait for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.game.errors import GameError
from azi_p2p.node.archive import Archive
from azi_p2p.node.errors import NodeError
from azi_p2p.table.export import record_of
from azi_p2p.web import history
from azi_p2p.web.plain import plain
from protocol.errors import LocalError
from protocol.record import read_record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from azi_p2p.node.archive import KeptTable
    from azi_p2p.node.node import Node
    from azi_p2p.web.memory import OwnCards

MAX_STORIES: Final = 4
"""Tables that have been followed and are kept, so that a replay is shown at once."""

MAX_LISTED: Final = 500

MAX_SUMMED: Final = 60
"""Tables, the last ones, whose results are shown in the list: following them all would take minutes."""


class ArchiveDesk:
    """Of one node."""

    def __init__(self, node: Node, memory: OwnCards, on_change: Callable[[], None]) -> None:
        """`on_change` is called when `message` differs."""
        self._node = node
        self._memory = memory
        self._on_change = on_change
        self._archive = Archive(node.home.store_path)
        self._stories: dict[bytes, tuple[float, history.TableStory]] = {}
        self._summaries: dict[bytes, tuple[float, dict[str, Any]]] = {}
        self._summing: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self.message: dict[str, Any] | None = None
        """The list of tables, once the page has asked for it: results come one after the other."""

    async def tables(self, _command: dict[str, Any]) -> dict[str, Any]:
        """Every kept table, the last first."""
        kept = await asyncio.to_thread(self._archive.tables)
        self.message = self._listed(kept)
        if self._summing is None or self._summing.done():
            self._summing = asyncio.create_task(self._sum(kept), name="azi history")
        return self.message

    async def stop(self) -> None:
        """No more results."""
        if self._summing is not None:
            self._summing.cancel()
            await asyncio.gather(self._summing, return_exceptions=True)

    def _listed(self, kept: Sequence[KeptTable]) -> dict[str, Any]:
        return {"tables": [
            {"table_id": one.table_id.hex(), "name": one.name, "role": one.role, "updated": one.updated,
             "finished": one.finished, "founder": one.founding.founder_name, "options": plain(one.founding.options),
             "now": self._is_here(one.table_id), "summary": self._summaries.get(one.table_id, (0.0, None))[1]}
            for one in kept[:MAX_LISTED]]}

    async def _sum(self, kept: Sequence[KeptTable]) -> None:
        """Hands, players and one's own result of each table, the last first."""
        for one in kept[:MAX_SUMMED]:
            if self._summaries.get(one.table_id, (None, None))[0] == one.updated:
                continue
            with contextlib.suppress(NodeError, LocalError):
                story = await self._story(one.table_id)
                self._summaries[one.table_id] = (one.updated, history.summary(story, self._node.identity.public))
                self.message = self._listed(kept)
                self._on_change()

    async def table(self, command: dict[str, Any]) -> dict[str, Any]:
        """One table's hands, results and figures."""
        return history.plain_table(await self._story(_table_id(command)))

    async def replay(self, command: dict[str, Any]) -> dict[str, Any]:
        """One hand step by step."""
        number = command.get("hand")
        if type(number) is not int:
            raise LocalError("there is no such hand")
        story = await self._story(_table_id(command))
        return history.plain_replay(story, number, self._node.identity.public, self._memory)

    async def delete(self, command: dict[str, Any]) -> dict[str, Any]:
        """Remove a table for good."""
        table_id = _table_id(command)
        await self._find(table_id)
        self._node.delete_table(table_id)
        self._stories.pop(table_id, None)
        self._summaries.pop(table_id, None)
        self._memory.forget(table_id)
        if self.message is not None:
            self.message = self._listed(await asyncio.to_thread(self._archive.tables))
        return {}

    async def record(self, text: str) -> tuple[str, bytes]:
        """A record file: its name, in ASCII for a header, and its bytes. Raises LocalError, StoreError."""
        kept = await self._find(_table_id({"table": text}))
        slug = re.sub(r"[^A-Za-z0-9]+", "-", kept.name).strip("-")[:24] or "table"
        return f"{slug}-{kept.short_id}.azi", await self._bytes(kept)

    async def _bytes(self, kept: KeptTable) -> bytes:
        if self._is_here(kept.table_id):
            return self._node.record()      # what waits to be written to the disk is in it already
        return await asyncio.to_thread(lambda: record_of(self._archive.chain(kept)))

    async def _story(self, table_id: bytes) -> history.TableStory:
        async with self._turn:
            kept = await self._find(table_id)
            known = self._stories.get(table_id)
            if known is not None and known[0] == kept.updated and not self._is_here(table_id):
                return known[1]
            data = await self._bytes(kept)
            try:
                story = await asyncio.to_thread(lambda: history.read(read_record(data)))
            except GameError as error:
                raise LocalError(f"this table's record cannot be followed: {error}") from error
            while len(self._stories) >= MAX_STORIES:
                self._stories.pop(next(iter(self._stories)))
            self._stories[table_id] = (kept.updated, story)
            return story

    async def _find(self, table_id: bytes) -> KeptTable:
        kept = await asyncio.to_thread(self._archive.tables)
        for one in kept:
            if one.table_id == table_id:
                return one
        raise LocalError("that table is not kept here")

    def _is_here(self, table_id: bytes) -> bool:
        view = self._node.view
        return view is not None and view.table_id == table_id


def _table_id(command: dict[str, Any]) -> bytes:
    """Of {"table": hex}. `id` is the command's own number."""
    text = command.get("table")
    if not isinstance(text, str) or not re.fullmatch(r"[0-9a-f]{64}", text):
        raise LocalError("that table is not kept here")
    return bytes.fromhex(text)
