"""Kept tables: listed with their results, their records for download, removed for good; also while one is played."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import pytest

from azi_p2p.node.home import Home
from azi_p2p.node.store import Store
from azi_p2p.table.bodies import Founding
from azi_p2p.table.wire import Entries, pack
from azi_p2p.verify import verify
from azi_p2p.web.archive_desk import ArchiveDesk
from azi_p2p.web.memory import OwnCards
from protocol.errors import LocalError
from protocol.record import read_record
from tests.records import came_to_azi, played
from tests.web.tables import served

if TYPE_CHECKING:
    from pathlib import Path


def keep(home: Home, data: bytes, *, finished: bool = True) -> str:
    """Put a record's table into the store, as a node that saw it would have."""
    record = read_record(data)
    founding = Founding.read(record.steps[0].entries[0])
    store = Store(home.store_path)
    store.begin_table(founding.table_id, founding.entry.encode(), founding.table_name)
    entries = [entry for step in record.steps[1:] for entry in (*step.votes, *step.entries)]
    store.keep(founding.table_id, [(entry.digest, pack(Entries((entry,)))) for entry in entries])
    if finished:
        store.mark_finished(founding.table_id)
    store.close()
    return founding.table_id.hex()


async def test_kept_tables_are_listed_and_their_results_follow(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.identity(os.urandom)
    first, second = keep(home, played(3, 3, 3)[0]), keep(home, came_to_azi())
    async with served(tmp_path) as one:
        changes: list[int] = []
        desk = ArchiveDesk(one.node, OwnCards(), lambda: changes.append(1))
        told = await desk.tables({})
        assert [row["table_id"] for row in told["tables"]] == [second, first]
        assert [row["summary"] for row in told["tables"]] == [None, None]
        assert not any(row["now"] for row in told["tables"])
        assert desk._summing is not None
        await desk._summing
        assert len(changes) == 2
        rows = desk.message["tables"]
        assert rows[1]["summary"]["hands"] >= 3
        assert sorted(rows[1]["summary"]["players"]) == ["p0", "p1", "p2"]
        assert rows[1]["summary"]["result"] is None      # this node's player did not sit there
        azi = await desk.table({"table": second})
        assert sum(hand["azi"] for hand in azi["hands"]) >= 1
        name, data = await desk.record(first)
        assert name == f"records-{first[:8]}.azi"
        assert verify(data, cores=1).ok
        assert data == played(3, 3, 3)[0]
        await desk.delete({"table": first})
        assert [row["table_id"] for row in desk.message["tables"]] == [second]
        for call in (desk.table, desk.delete):
            with pytest.raises(LocalError, match="not kept here"):
                await call({"table": first})
        await desk.stop()


@pytest.mark.parametrize("table", [None, "", 7, "ab", "A" * 64, "g" * 64, "0" * 64, "0" * 65, ["0" * 64]])
async def test_what_names_no_table(tmp_path: Path, table: object) -> None:
    async with served(tmp_path) as one:
        desk = ArchiveDesk(one.node, OwnCards(), lambda: None)
        for call in (desk.table, desk.delete, desk.replay):
            with pytest.raises(LocalError):
                await call({"table": table, "hand": 1})


async def test_stories_are_kept_but_not_all_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azi_p2p.web.archive_desk.MAX_STORIES", 1)
    home = Home(tmp_path)
    home.identity(os.urandom)
    tables = [keep(home, played(3, 3, 3)[0]), keep(home, came_to_azi())]
    async with served(tmp_path) as one:
        desk = ArchiveDesk(one.node, OwnCards(), lambda: None)
        for table in (*tables, *tables):
            await asyncio.gather(*(desk.replay({"table": table, "hand": 1}) for _ in range(2)))
            assert len(desk._stories) == 1
