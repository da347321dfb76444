"""The pump: what the table asks for is carried out in order, and what cannot be kept is not sent."""

from __future__ import annotations

import asyncio
import os

import pytest

from azi_p2p.game.options import Options
from azi_p2p.node.errors import StoreError, StoreFull
from azi_p2p.node.pump import KEEP_DELAY_S, Pump
from azi_p2p.node.store import Store
from azi_p2p.table.actions import Leave, SitDown
from azi_p2p.table.bodies import NONCE_SIZE, Founding
from azi_p2p.table.session import Table
from protocol.identity import Identity
from tests.node.nodes import until


class Wire:
    """Takes what is sent, as links do."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def broadcast(self, data: bytes) -> None:
        self.sent.append(data)

    def send(self, _peer: bytes, data: bytes) -> None:
        self.sent.append(data)


class FullStore(Store):
    """A store on a disk that is full from some moment on."""

    full = False

    def keep(self, *items, **more) -> None:
        if self.full:
            raise StoreFull("the disk is full", "free some space")
        super().keep(*items, **more)


@pytest.fixture
def store(tmp_path):
    opened = FullStore(tmp_path / "tables.sqlite3")
    yield opened
    opened.full = False
    opened.close()


@pytest.fixture
def faults() -> list[Exception]:
    return []


def pump_of(store: Store, wire: Wire, faults: list[Exception], identity: Identity | None = None) -> Pump:
    founder = Identity.generate(os.urandom)
    founding = Founding.make(
        founder, founder_name="Aru", table_name="Evening", options=Options(), nonce=os.urandom(NONCE_SIZE))
    store.begin_table(founding.table_id, founding.entry.encode(), "Evening")
    table = Table(identity or founder, founding, os.urandom, 0.0)
    return Pump(table, store, wire, lambda: None, faults.append)


async def test_what_is_begun_is_kept_at_once(store, faults) -> None:
    pump = pump_of(store, Wire(), faults)
    pump.begin()
    assert len(store.load(pump.table_id).messages) == 1
    pump.stop()
    assert faults == []


async def test_a_request_is_sent_and_kept_a_little_later(store, faults) -> None:
    wire = Wire()
    pump = pump_of(store, wire, faults, Identity.generate(os.urandom))
    pump.begin()
    pump.act(SitDown("Bek"))
    assert wire.sent
    assert len(store.load(pump.table_id).messages) == 1
    await asyncio.sleep(KEEP_DELAY_S * 1.5)
    assert len(store.load(pump.table_id).messages) == 2
    pump.stop()


async def test_stopping_keeps_what_still_waited(store, faults) -> None:
    pump = pump_of(store, Wire(), faults, Identity.generate(os.urandom))
    pump.begin()
    pump.act(SitDown("Bek"))
    pump.stop()
    pump.stop()
    assert len(store.load(pump.table_id).messages) == 2


async def test_a_full_disk_stops_it_and_is_told_once(store, faults) -> None:
    wire = Wire()
    pump = pump_of(store, wire, faults)
    store.full = True
    pump.begin()
    assert [type(fault) for fault in faults] == [StoreFull]
    assert wire.sent == []
    pump.receive(b"k" * 32, b"anything")
    pump.peer_up(b"k" * 32, "Bek")
    assert wire.sent == []
    assert len(faults) == 1
    pump.stop()


async def test_a_disk_that_is_full_later_is_told_too(store, faults) -> None:
    pump = pump_of(store, Wire(), faults, Identity.generate(os.urandom))
    pump.begin()
    pump.act(SitDown("Bek"))
    store.full = True
    await asyncio.sleep(KEEP_DELAY_S * 1.5)
    assert [type(fault) for fault in faults] == [StoreFull]


async def test_a_bug_behind_a_timer_is_told(store, faults) -> None:
    pump = pump_of(store, Wire(), faults)
    pump.begin()
    pump.table.handle_timer = None
    await until(lambda: faults)
    assert isinstance(faults[0], TypeError)


async def test_leaving_marks_the_table_finished(store, faults) -> None:
    pump = pump_of(store, Wire(), faults)
    pump.begin()
    pump.act(Leave())
    assert pump.left == "you have left the table"
    assert store.tables()[0].finished
    pump.stop()


async def test_an_unknown_table_cannot_be_restored(store, faults) -> None:
    pump = pump_of(store, Wire(), faults)
    store.delete_table(pump.table_id)
    with pytest.raises(StoreError):
        pump.restore()
