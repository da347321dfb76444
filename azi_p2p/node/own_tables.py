"""The tables of one identity as its node keeps them: which to go on with, and what that takes; none runs here."""

from __future__ import annotations

import contextlib
import json
import os
import time
from typing import TYPE_CHECKING, Final

from azi_p2p.node.addresses import Address
from azi_p2p.node.errors import AddressError, TableError
from azi_p2p.node.store import Store
from azi_p2p.table.bodies import Founding
from azi_p2p.table.continuing import check_continued
from azi_p2p.table.session import Table
from protocol.entry import Entry
from protocol.errors import NotAllowed, ProtocolError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from azi_p2p.node.store import TableRow
    from protocol.identity import Identity

PLAYER: Final = "player"
WATCHER: Final = "watcher"
OFFLINE: Final = "offline"
"""Roles at a kept table. An offline one, of a node that does not announce it, cannot be gone on with: its others are
gone."""


class OwnTables:
    """Of one home, open in this process alone until `close`. Every method raises StoreError."""

    def __init__(self, path: Path, identity: Identity) -> None:
        """Opens or makes the store at `path`."""
        self.store = Store(path)
        self._identity = identity

    def close(self) -> None:
        """Let the next process in."""
        self.store.close()

    def unfinished(self) -> TableRow | None:
        """The table that this identity last sat at and did not leave, or None."""
        return next((row for row in self.store.tables() if not row.finished and row.role == PLAYER), None)

    def is_unfinished(self, table_id: bytes) -> bool:
        """Is this table kept, in whatever role, and not left?"""
        return any(row.table_id == table_id and not row.finished for row in self.store.tables())

    def begin(self, founding: Founding, role: str) -> None:
        """Make room for a table; one that is kept already goes on, in this role."""
        self.store.begin_table(founding.table_id, founding.entry.encode(), founding.table_name, role)

    def founding(self, table_id: bytes) -> Founding:
        """The founding entry of a kept table. Raises TableError."""
        return read_founding(self.store.load(table_id).founding)

    def replayed(self, table_id: bytes) -> Table:
        """A kept table as its record stands, not running. Raises TableError, LocalError where it is damaged."""
        stored = self.store.load(table_id)
        now = time.monotonic()
        table = Table(self._identity, read_founding(stored.founding), os.urandom, now)
        table.restore(stored.messages, {}, now)
        return table

    def check_continued(self, founding: Founding) -> None:
        """Does a table that continues one of these carry on what its record says? Raises TableError."""
        continued = founding.continued
        if continued is None or all(row.table_id != continued.table_id for row in self.store.tables()):
            return
        try:
            check_continued(founding, self.replayed(continued.table_id).chain)
        except NotAllowed as error:
            raise TableError(str(error), "do not join it") from error

    def end(self, table_id: bytes) -> None:
        """It will not be gone on with: the secrets of its running hand are destroyed."""
        self.store.wipe_secrets(table_id, tuple(self.store.load(table_id).secrets))
        self.store.mark_finished(table_id)

    def delete(self, table_id: bytes) -> None:
        """Remove a table with all that is kept of it."""
        self.store.delete_table(table_id)
        self.store.set_setting(_peers_setting(table_id), None)

    def addresses(self, table_id: bytes) -> dict[bytes, list[Address]]:
        """Where the others of a table were, by their keys."""
        found: dict[bytes, list[Address]] = {}
        for key, places in self._places(table_id).items():
            of_one = found[bytes.fromhex(key)] = []
            for place in places:
                with contextlib.suppress(AddressError):
                    of_one.append(Address.parse(place))
        return found

    def keep_addresses(
        self, table_id: bytes, linked: Mapping[bytes, Sequence[Address]], belongs: Callable[[bytes], bool],
    ) -> None:
        """Keep where those who belong to a table are, for a restart; of those who are not linked now, where they were.
        """
        known = {key: places for key, places in self._places(table_id).items() if belongs(bytes.fromhex(key))}
        known |= {key.hex(): [str(address) for address in addresses]
                  for key, addresses in linked.items() if belongs(key)}
        self.store.set_setting(_peers_setting(table_id), json.dumps(known))

    def _places(self, table_id: bytes) -> dict[str, list[str]]:
        kept: dict[str, list[str]] = json.loads(self.store.get_setting(_peers_setting(table_id)) or "{}")
        return kept


def read_founding(data: bytes) -> Founding:
    """The founding entry of a table, as it was told or kept. Raises TableError."""
    try:
        return Founding.read(Entry.decode(data))
    except ProtocolError as error:
        raise TableError(f"the table's founding entry is not sound: {error}", "join another table") from error


def _peers_setting(table_id: bytes) -> str:
    return f"peers {table_id.hex()}"
