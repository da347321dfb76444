"""What must survive a crash: tables, their messages in order, the running hand's secrets; it reads none of
it.

SQLite with a write-ahead log. synchronous=FULL: what `keep` returned from is on the disk. secure_delete and a
truncated log: what `wipe_secrets` returned from is in no file of ours (what a drive or a copying filesystem
keeps
of old blocks is beyond a program; see README). Calls block for one or two writes to the disk; they may come
from any thread, one at a time.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.node.errors import StoreDamaged, StoreError, StoreFull
from azi_p2p.node.store_lock import StoreLock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

FORMAT: Final = 1
"""`user_version` of the file; raised with every change that an older program would misread."""

APPLICATION: Final = 0x417A6931
"""`application_id` of the file: "Azi1"."""

_MAGIC: Final = b"SQLite format 3\0"

_TABLES: Final = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (
    number INTEGER PRIMARY KEY, table_id BLOB NOT NULL UNIQUE, founding BLOB NOT NULL, name TEXT NOT NULL,
    role TEXT NOT NULL, updated REAL NOT NULL, finished INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE messages (
    position INTEGER PRIMARY KEY, number INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    digest BLOB NOT NULL, message BLOB NOT NULL, UNIQUE (number, digest)
);
CREATE TABLE secrets (
    number INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE, key BLOB NOT NULL, secret BLOB NOT NULL,
    PRIMARY KEY (number, key)
) WITHOUT ROWID;
"""

_NOT_WRITABLE: Final = frozenset({
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH,
})
_BROKEN: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table as the store lists it; `updated` is seconds since 1970."""

    table_id: bytes
    name: str
    role: str
    updated: float
    finished: bool


@dataclass(frozen=True, slots=True)
class Stored:
    """All that is kept of one table: messages in the order in which they were kept."""

    founding: bytes
    messages: list[bytes]
    secrets: dict[bytes, bytes]

    def __repr__(self) -> str:
        return f"Stored({len(self.messages)} messages, {len(self.secrets)} secrets)"


class Store:
    """The database of one home, open in this process alone. Every method raises StoreError, and nothing
    else.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        """Opens or makes the file; `clock` gives the seconds since 1970 that `tables` tells."""
        self.path = path
        self._clock = clock
        self._turn = threading.RLock()
        self._lock = StoreLock(path.with_name(path.name + ".lock"))
        try:
            with self._spoken():
                self._database = self._opened()
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Close the file and let the next process in."""
        with self._turn:
            self._database.close()
            self._lock.release()

    def tables(self) -> list[TableRow]:
        """Every table, the one last written to first."""
        with self._spoken():
            rows = self._database.execute(
                "SELECT table_id, name, role, updated, finished FROM tables"
                " ORDER BY updated DESC, number DESC",
            ).fetchall()
        return [TableRow(t, name, role, updated, bool(finished)) for t, name, role, updated, finished in rows]

    def begin_table(self, table_id: bytes, founding: bytes, name: str, role: str = "player") -> None:
        """Make room for a table. To begin it again with the same entry sets name and role, and has it go on."""
        with self._spoken(), self._database as database:
            database.execute(
                "INSERT INTO tables (table_id, founding, name, role, updated) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (table_id) DO UPDATE SET name = excluded.name, role = excluded.role, finished = 0",
                (table_id, founding, name, role, self._clock()),
            )
            if self._founding(table_id) != founding:
                raise StoreError(f"table {table_id.hex()[:8]} has another founding entry", "report this")

    def keep(
        self, table_id: bytes, items: Sequence[tuple[bytes, bytes]],
        secrets: Sequence[tuple[bytes, bytes]] = (),
    ) -> None:
        """Add messages (digest, message) and secrets (key, secret): all or none, on the disk on return.

        A digest that is kept already is passed over. A secret is never replaced by another one: StoreError.
        """
        with self._spoken(), self._database as database:
            number = self._number(table_id)
            database.executemany(
                "INSERT INTO messages (number, digest, message) VALUES (?, ?, ?)"
                " ON CONFLICT (number, digest) DO NOTHING",
                [(number, digest, message) for digest, message in items],
            )
            for key, secret in secrets:
                database.execute(
                    "INSERT INTO secrets (number, key, secret) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    (number, key, secret),
                )
                kept = database.execute(
                    "SELECT secret FROM secrets WHERE number = ? AND key = ?", (number, key)).fetchone()
                if kept != (secret,):
                    raise StoreError("a kept secret would be replaced", "report this")
            database.execute("UPDATE tables SET updated = ? WHERE number = ?", (self._clock(), number))

    def wipe_secrets(self, table_id: bytes, keys: Sequence[bytes]) -> None:
        """Destroy secrets, in the file and in the write-ahead log. Unknown keys are passed over."""
        with self._spoken():
            with self._database as database:
                number = self._number(table_id)
                database.executemany(
                    "DELETE FROM secrets WHERE number = ? AND key = ?", [(number, key) for key in keys])
            self._truncate_log()

    def load(self, table_id: bytes) -> Stored:
        """All that is kept of the table."""
        with self._spoken():
            number = self._number(table_id)
            messages = self._database.execute(
                "SELECT message FROM messages WHERE number = ? ORDER BY position", (number,)).fetchall()
            secrets = self._database.execute(
                "SELECT key, secret FROM secrets WHERE number = ?", (number,)).fetchall()
            return Stored(self._founding(table_id), [message for (message,) in messages], dict(secrets))

    def mark_finished(self, table_id: bytes) -> None:
        """Nothing more is to come at this table."""
        with self._spoken(), self._database as database:
            database.execute("UPDATE tables SET finished = 1 WHERE number = ?", (self._number(table_id),))

    def delete_table(self, table_id: bytes) -> None:
        """Remove a table with all that is kept of it."""
        with self._spoken():
            with self._database as database:
                database.execute("DELETE FROM tables WHERE number = ?", (self._number(table_id),))
            self._truncate_log()

    def get_setting(self, name: str) -> str | None:
        """What `set_setting` kept under this name."""
        with self._spoken():
            row = self._database.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_setting(self, name: str, value: str | None) -> None:
        """Keep a value under a name; None removes it."""
        with self._spoken(), self._database as database:
            if value is None:
                database.execute("DELETE FROM settings WHERE name = ?", (name,))
            else:
                database.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def _opened(self) -> sqlite3.Connection:
        # Made with its mode before SQLite sees it: the log and its index inherit the mode of the file.
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            self.path.chmod(0o600)
            with self.path.open("rb") as file:
                start = file.read(len(_MAGIC))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise StoreFull(f"{self.path} cannot be written: {reason}", "make it writable for you") from error
        if start not in (b"", _MAGIC):  # SQLite takes a file shorter than a page for an empty one
            raise self._damaged("it is no database")
        # No waiting for locks: the lock file has kept every other azi out, and a foreign reader must not
        # stall a hand.
        database = sqlite3.connect(self.path, timeout=1.0, check_same_thread=False)
        try:
            # Our format is told first, so that a foreign file is refused before a byte of it changes.
            self._check_format(database)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", "foreign_keys=ON"):
                database.execute(f"PRAGMA {pragma}")
            if database.execute("PRAGMA user_version").fetchone()[0] == 0:
                database.executescript(
                    f"BEGIN; {_TABLES} PRAGMA application_id={APPLICATION};"
                    f" PRAGMA user_version={FORMAT}; COMMIT;")
            faults = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            if faults != "ok":
                raise self._damaged(faults)
            if database.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                raise StoreError(f"{self.path} cannot be kept on this disk", "use a home on a local disk")
        except BaseException:
            database.close()
            raise
        return database

    def _check_format(self, database: sqlite3.Connection) -> None:
        application = database.execute("PRAGMA application_id").fetchone()[0]
        found = database.execute("PRAGMA user_version").fetchone()[0]
        things = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if (application, found, things) == (0, 0, 0):
            return
        if application != APPLICATION:
            raise self._damaged("it is the database of another program")
        if found > FORMAT:
            raise StoreError(f"{self.path} was written by a newer azi", "update azi, or use another --home")

    def _number(self, table_id: bytes) -> int:
        row = self._database.execute("SELECT number FROM tables WHERE table_id = ?", (table_id,)).fetchone()
        if row is None:
            raise StoreError(f"table {table_id.hex()[:8]} is not kept here", "see `azi tables`")
        return int(row[0])

    def _founding(self, table_id: bytes) -> bytes:
        row = self._database.execute("SELECT founding FROM tables WHERE table_id = ?", (table_id,)).fetchone()
        return bytes(row[0])

    def _truncate_log(self) -> None:
        busy, _, _ = self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreError(f"{self.path} is being read by another program", "close that program")

    def _damaged(self, fault: str) -> StoreDamaged:
        return StoreDamaged(
            f"{self.path} is damaged ({fault})",
            "restore it from a copy, or move it away to begin without old tables")

    @contextlib.contextmanager
    def _spoken(self) -> Iterator[None]:
        """One caller at a time, and SQLite's errors turned into ours."""
        with self._turn:
            try:
                yield
            except sqlite3.Error as error:
                raise self._explained(error) from error

    def _explained(self, error: sqlite3.Error) -> StoreError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in _BROKEN:
            return self._damaged(str(error))
        if code == sqlite3.SQLITE_FULL:
            return StoreFull(f"{self.path} cannot be written: the disk is full", "free some space")
        if code == sqlite3.SQLITE_IOERR:
            return StoreFull(f"{self.path} cannot be written: {error}", "check the disk and its free space")
        if code in _NOT_WRITABLE:
            return StoreFull(f"{self.path} cannot be written: {error}", "make it writable for you")
        if code == sqlite3.SQLITE_BUSY:
            return StoreError(f"{self.path} is locked by another program", "close that program")
        return StoreError(f"{self.path}: {error}", "report this")
