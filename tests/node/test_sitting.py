"""A sitting: what the LAN is told of the table, who belongs to it, where they are kept and looked for."""

from __future__ import annotations

import asyncio
import os
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from azi_p2p.node import sitting as module
from azi_p2p.node.addresses import Address
from azi_p2p.node.handshake import PeerInfo
from azi_p2p.node.offer import Offer
from azi_p2p.node.own_tables import OFFLINE, PLAYER, OwnTables
from azi_p2p.node.sitting import Sitting
from azi_p2p.table.actions import Leave, SitDown
from azi_p2p.table.effects import Send
from azi_p2p.table.session import Table
from protocol.identity import fingerprint
from tests.table.chronicle import founded, identity

if TYPE_CHECKING:
    from azi_p2p.node.listing import Listing

ANN, BOB, CID = (identity(number).public for number in range(3))
HOME, ROAD = Address("192.168.1.5", 4747), Address("10.0.0.7", 4748)


class Ground:
    """As much of a LAN as a sitting asks for, links and all, and a memory of it."""

    def __init__(self) -> None:
        self.links = self
        self.told: list[Listing | None] = []
        self.looks: bool | None = None
        self.linked: dict[bytes, PeerInfo] = {}
        self.learnt: list[tuple[bytes, list[Address]]] = []
        self.wanted: list[bytes] = []

    def look_for_tables(self, looks: bool) -> None:
        self.looks = looks

    def announce(self, listing: Listing | None) -> None:
        self.told.append(listing)

    def peers(self) -> dict[bytes, PeerInfo]:
        return self.linked

    def learn(self, key: bytes, addresses) -> None:
        self.learnt.append((key, list(addresses)))

    def want(self, key: bytes) -> None:
        self.wanted.append(key)

    def mesh(self) -> None:
        pass

    def broadcast(self, _data: bytes) -> None:
        pass

    def send(self, _peer: bytes, _data: bytes) -> None:
        pass


def info(key: bytes, name: str, *addresses: Address) -> PeerInfo:
    return PeerInfo(key, "table", None, Offer("test", name, b"s" * 8, addresses), dialled=True)


@pytest.fixture
def tables(tmp_path):
    opened = OwnTables(tmp_path / "tables.sqlite3", identity(0))
    yield opened
    opened.close()


@pytest.fixture
def ground() -> Ground:
    return Ground()


def sitting_at(tables: OwnTables, ground: Ground, role: str = PLAYER, who: int = 0) -> Sitting:
    founding = founded()
    tables.begin(founding, role)
    return Sitting(Table(identity(who), founding, os.urandom, 0.0), tables, ground, offline=role == OFFLINE,
                   on_change=lambda: None, on_fault=lambda fault: pytest.fail(str(fault)))


@pytest.fixture
async def with_bob(tables, ground):
    """Ann's table, at which Bob has asked to sit down."""
    sitting = sitting_at(tables, ground)
    sitting.begin()
    bob = Table(identity(1), founded(), os.urandom, 0.0)
    bob.begin(0.0)
    bob.act(SitDown("Bek"), 0.0)
    ground.linked[BOB] = info(BOB, "Bek", HOME)
    sitting.peer_up(BOB, ground.linked[BOB])
    for effect in bob.poll_effects():
        if isinstance(effect, Send):
            sitting.pump.receive(BOB, effect.data)
    yield sitting
    sitting.pump.stop()


async def test_the_lan_is_told_of_it_until_it_is_left(with_bob, ground) -> None:
    assert (ground.told[0].seats_taken, ground.told[-1].seats_taken) == (1, 2)
    assert with_bob.presence().listing == ground.told[-1]
    assert with_bob.presence().founding == founded().entry.encode()
    assert ground.looks is False
    with_bob.pump.stop()


async def test_who_has_left_tells_nothing_and_looks_for_others(tables, ground) -> None:
    sitting = sitting_at(tables, ground)
    sitting.begin()
    sitting.pump.act(Leave())
    assert sitting.pump.left
    assert ground.told[-1] is None
    assert sitting.presence().listing is sitting.presence().founding is None
    assert ground.looks is True
    sitting.pump.stop()


async def test_of_an_offline_table_the_lan_hears_nothing(tables, ground) -> None:
    sitting = sitting_at(tables, ground, OFFLINE)
    sitting.begin()
    assert set(ground.told) == {None}
    assert sitting.presence().listing is not None      # but who has its link may ask
    sitting.pump.stop()


@pytest.mark.parametrize(("role", "finished"), [(PLAYER, False), (OFFLINE, True)])
async def test_what_is_broken_off_can_be_gone_on_with_where_others_can_be_found(tables, ground, role, finished) -> None:
    sitting = sitting_at(tables, ground, role)
    sitting.begin()
    sitting.break_off()
    assert [row.finished for row in tables.store.tables()] == [finished]


async def test_without_a_chair_there_is_nothing_to_go_on_with(tables, ground) -> None:
    guest = sitting_at(tables, ground, who=1)
    guest.begin()
    guest.break_off()
    assert [row.finished for row in tables.store.tables()] == [True]


async def test_who_belongs_and_by_what_name(with_bob) -> None:
    assert [with_bob.belongs(key) for key in (ANN, BOB, CID)] == [True, True, False]
    assert with_bob.players() == []      # he is not seated yet
    assert with_bob.name_of(BOB) == "Bek"
    assert with_bob.name_of(CID) == fingerprint(CID)[:4]


async def test_a_guest_takes_the_founder_for_a_player(tables, ground) -> None:
    guest = sitting_at(tables, ground, who=1)
    guest.begin()
    assert guest.players() == [ANN]
    assert guest.belongs(ANN)
    found = SimpleNamespace(fingerprint=fingerprint(ANN), addresses=(ROAD,))
    guest.found(SimpleNamespace(fingerprint=fingerprint(CID), addresses=(HOME,)))
    assert ground.learnt == []
    guest.found(found)
    assert ground.learnt == [(ANN, [ROAD])]
    ground.linked[ANN] = info(ANN, "Aru", HOME)
    guest.found(found)      # there is a link: its address is known better
    assert len(ground.learnt) == 1
    guest.pump.stop()


async def test_where_the_others_are_is_kept_and_they_are_looked_for_there_after_a_restart(tables, ground) -> None:
    guest = sitting_at(tables, ground, who=1)
    guest.begin()
    assert tables.addresses(founded().table_id) == {}
    ground.linked = {ANN: info(ANN, "Aru", HOME), CID: info(CID, "Chi", ROAD)}
    guest.peer_up(ANN, ground.linked[ANN])
    assert tables.addresses(founded().table_id) == {ANN: [HOME]}
    guest.pump.stop()
    later = Ground()
    again = sitting_at(tables, later, who=1)
    again.go_on()
    again.seek()
    assert (later.learnt, later.wanted) == ([(ANN, [HOME])], [ANN])
    again.pump.stop()


async def test_a_player_whose_link_came_before_his_chair_is_kept_too(tables, ground) -> None:
    ground.linked = {ANN: info(ANN, "Aru", HOME)}
    guest = sitting_at(tables, ground, who=1)
    guest.begin()
    assert tables.addresses(founded().table_id) == {ANN: [HOME]}
    guest.pump.stop()


async def test_people_without_a_chair_wait_for_each_other_and_players_for_nobody(with_bob, monkeypatch) -> None:
    heard: list[bytes] = []
    monkeypatch.setattr(with_bob.pump, "receive", lambda peer, _data: heard.append(peer))
    monkeypatch.setattr(module, "PAUSE_AFTER_STRANGERS", 1e12)
    waiting = [asyncio.create_task(with_bob.receive(key, b"flood")) for key in (CID, BOB)]
    for _ in range(5):
        await asyncio.sleep(0)
    assert with_bob.receive(ANN, b"a move") is None
    assert heard == [CID, ANN]
    waiting[0].cancel()      # as when his link ends
    await asyncio.wait(waiting[:1])
    for _ in range(5):
        await asyncio.sleep(0)
    assert heard == [CID, ANN, BOB]
    waiting[1].cancel()
    await asyncio.wait(waiting)
