"""The tables that a home keeps, read while a node may be running on it; it writes nothing and takes no lock.

All that is asked for is read in one short transaction: a reader that stays would keep the node's secrets from being
wiped out of the write-ahead log.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.node.errors import StoreDamaged, StoreError, TableError
from azi_p2p.node.store import APPLICATION, FORMAT
from azi_p2p.table.bodies import Founding
from azi_p2p.table.session import Table
from protocol.entry import Entry
from protocol.errors import ProtocolError
from protocol.identity import Identity

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from azi_p2p.table.chain import Chain

SHOWN_ID: Final = 8
"""Hexadecimal digits of a table's id that people are shown: no two of a home's tables are alike by chance."""

BUSY_S: Final = 2.0
"""For the node to finish what it is writing."""


@dataclass(frozen=True, slots=True)
class KeptTable:
    """One kept table; `updated` is seconds since 1970."""

    table_id: bytes
    name: str
    role: str
    updated: float
    finished: bool
    founding: Founding

    @property
    def short_id(self) -> str:
        """As people are shown it."""
        return self.table_id.hex()[:SHOWN_ID]


class Archive:
    """What is kept in the store at `path`. Every method raises StoreError, and TableError where it says so."""

    def __init__(self, path: Path) -> None:
        """Opens nothing yet."""
        self.path = path

    def tables(self) -> list[KeptTable]:
        """Every table, the one last written to first."""
        if not self.path.exists():
            return []
        rows = self._read(
            "SELECT table_id, name, role, updated, finished, founding FROM tables ORDER BY updated DESC, number DESC")
        return [KeptTable(row[0], row[1], row[2], row[3], bool(row[4]), self._founding(row[5])) for row in rows]

    def find(self, wanted: str | None, *, among: Callable[[KeptTable], bool] = lambda _table: True) -> KeptTable:
        """The table of this name, or whose id begins so; None: the last one. Raises TableError: none, or several."""
        tables = [table for table in self.tables() if among(table)]
        if wanted is None:
            if not tables:
                raise TableError("no table is kept here", "play one first, or give its home with --home")
            return tables[0]
        named = [table for table in tables if table.name.casefold() == wanted.casefold()]
        if not named:
            named = [table for table in tables if table.table_id.hex().startswith(wanted.lower())]
        if not named:
            there = ", ".join(f"{table.name} ({table.short_id})" for table in tables[:6])
            raise TableError(f"no table {wanted!r} is kept here", f"there is: {there}" if there else "")
        if len({table.table_id for table in named}) > 1:
            several = ", ".join(f"{table.short_id} of {time.strftime('%d %b %H:%M', time.localtime(table.updated))}"
                                for table in named[:6])
            raise TableError(f"several tables are called {wanted}", f"give the id of one: {several}")
        return named[0]

    def chain(self, table: KeptTable) -> Chain:
        """The table's record, replayed from what is kept. Raises StoreError where that is damaged."""
        rows = self._read(
            "SELECT message FROM messages JOIN tables USING (number) WHERE table_id = ? ORDER BY position",
            (table.table_id,))
        # a stranger's identity: this reader holds no seat, so nothing is written at the table in its name
        nobody = Identity.from_seed(bytes(32))
        replayed = Table(nobody, table.founding, bytes, 0.0)
        try:
            replayed.restore([message for (message,) in rows], {}, 0.0)
        except ProtocolError as error:
            raise self._damaged(str(error)) from error
        return replayed.chain

    def _read(self, query: str, values: tuple[bytes, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            opened = sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True, timeout=BUSY_S)
            with contextlib.closing(opened) as database:
                application = database.execute("PRAGMA application_id").fetchone()[0]
                found = database.execute("PRAGMA user_version").fetchone()[0]
                if application != APPLICATION:
                    raise self._damaged("it is no database of azi")
                if found > FORMAT:
                    raise StoreError(f"{self.path} was written by a newer azi", "update azi")
                return database.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._damaged(str(error)) from error

    def _founding(self, data: bytes) -> Founding:
        try:
            return Founding.read(Entry.decode(data))
        except ProtocolError as error:
            raise self._damaged(str(error)) from error

    def _damaged(self, fault: str) -> StoreDamaged:
        return StoreDamaged(f"{self.path} cannot be read ({fault})", "restore it from a copy, or give another --home")
