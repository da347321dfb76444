"""Kept tables read beside a running node: found by name or id, replayed, never written to."""

from __future__ import annotations

import os
import sqlite3

import pytest

from azi_p2p.game.options import Options
from azi_p2p.node.archive import Archive
from azi_p2p.node.errors import StoreDamaged, StoreError, TableError
from azi_p2p.node.store import FORMAT, Store
from azi_p2p.table.bodies import NONCE_SIZE, Founding
from azi_p2p.table.effects import Keep
from azi_p2p.table.session import Table
from protocol.identity import Identity


@pytest.fixture
def store(tmp_path):
    """A store that is open, as a node has it."""
    times = iter(range(1000))
    opened = Store(tmp_path / "tables.sqlite3", clock=lambda: next(times))
    yield opened
    opened.close()


def founded(store: Store, name: str, role: str = "player") -> Founding:
    founding = Founding.make(
        Identity.generate(os.urandom), founder_name="Aru", table_name=name, options=Options(),
        nonce=os.urandom(NONCE_SIZE))
    store.begin_table(founding.table_id, founding.entry.encode(), name, role)
    return founding


def test_the_last_first_and_each_by_name_or_id(store) -> None:
    archive = Archive(store.path)
    assert archive.tables() == []
    first, second = founded(store, "Morning"), founded(store, "Evening", "offline")
    assert [table.name for table in archive.tables()] == ["Evening", "Morning"]
    assert archive.find(None).table_id == second.table_id
    assert archive.find("morning").founding.founder == first.founder
    assert archive.find(first.table_id.hex()[:8].upper()).name == "Morning"
    assert archive.find(None, among=lambda table: table.role == "player").name == "Morning"
    assert archive.find("Evening").short_id == second.table_id.hex()[:8]


def test_which_is_not_there_or_not_the_only_one(store) -> None:
    archive = Archive(store.path)
    with pytest.raises(TableError, match="no table is kept here"):
        archive.find(None)
    one, other = founded(store, "Evening"), founded(store, "Evening")
    with pytest.raises(TableError, match=r"no table 'x' is kept here.*Evening"):
        archive.find("x")
    with pytest.raises(TableError, match="several") as told:
        archive.find("evening")
    assert one.table_id.hex()[:8] in str(told.value)
    assert other.table_id.hex()[:8] in str(told.value)


def test_a_record_is_replayed_and_nothing_is_written(store) -> None:
    identity = Identity.generate(os.urandom)
    founding = Founding.make(identity, founder_name="Aru", table_name="Evening", options=Options(),
                             nonce=os.urandom(NONCE_SIZE))
    store.begin_table(founding.table_id, founding.entry.encode(), "Evening")
    table = Table(identity, founding, os.urandom, 0.0)
    table.begin(0.0)
    for effect in table.poll_effects():
        if isinstance(effect, Keep):
            store.keep(founding.table_id, effect.messages, effect.secrets)
    before = store.load(founding.table_id)
    chain = Archive(store.path).chain(Archive(store.path).find("Evening"))
    assert chain.state.parent == table.chain.state.parent
    assert store.load(founding.table_id) == before
    store.wipe_secrets(founding.table_id, [b"none"])     # no reader keeps the log from being truncated


def test_no_store_yet(tmp_path) -> None:
    assert Archive(tmp_path / "none.sqlite3").tables() == []
    assert not (tmp_path / "none.sqlite3").exists()


def test_files_that_are_no_store(tmp_path) -> None:
    path = tmp_path / "tables.sqlite3"
    path.write_bytes(b"x" * 5000)
    with pytest.raises(StoreDamaged, match="cannot be read"):
        Archive(path).tables()
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE other (a)")
    with pytest.raises(StoreDamaged, match="no database of azi"):
        Archive(path).tables()
    database.close()


def test_a_newer_store(store) -> None:
    store._database.execute(f"PRAGMA user_version={FORMAT + 1}")
    with pytest.raises(StoreError, match="newer azi"):
        Archive(store.path).tables()


def test_a_damaged_message(store) -> None:
    founding = founded(store, "Evening")
    store.keep(founding.table_id, [(b"d", b"not a message")])
    archive = Archive(store.path)
    with pytest.raises(StoreDamaged, match="damaged"):
        archive.chain(archive.find(None))
