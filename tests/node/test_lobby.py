from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from azi_p2p.node import lobby as module
from azi_p2p.node.addresses import Address
from azi_p2p.node.advertisement import Found, from_txt, to_txt
from azi_p2p.node.errors import Unreachable, VersionMismatch
from azi_p2p.node.handshake import PeerInfo
from azi_p2p.node.listing import Listing
from azi_p2p.node.lobby import Lobby
from azi_p2p.node.offer import Offer
from protocol.identity import fingerprint
from tests.node.nodes import identity, until

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

FRIDAY = Listing(b"F" * 32, "Friday", 2, 4, "open")
MONDAY = Listing(b"M" * 32, "Monday", 1, 4, "open")


def announced(name: str, listing: Listing) -> Found:
    txt = to_txt(listing, fingerprint(identity(name).public))
    found = from_txt({key.encode(): value.encode() for key, value in txt.items()})
    assert found
    return replace(found, addresses=(Address(name, 1),))


class Street:
    """Who answers, and how: what a node says itself may differ from its announcement."""

    def __init__(self) -> None:
        self.answers: dict[str, Listing | Exception] = {}
        self.changes = 0
        self.probes = 0
        self.lobby = Lobby(self.probe, self.changed)

    def changed(self) -> None:
        self.changes += 1

    async def probe(self, addresses: Sequence[Address], expected: str) -> PeerInfo:
        self.probes += 1
        name = addresses[0].host
        answer = self.answers.get(name, Unreachable("nobody"))
        if isinstance(answer, Exception):
            raise answer
        offer = Offer("test", name, b"s" * 8, listing=answer)
        return PeerInfo(identity(name).public, "probe", None, offer, dialled=True)

    def names(self) -> list[tuple[str, int, int]]:
        return [(table.listing.name, table.listing.seats_taken, len(table.nodes)) for table in self.lobby.tables()]


async def test_only_who_answers_is_shown_each_table_once() -> None:
    street = Street()
    street.answers = {"anna": FRIDAY, "boris": replace(FRIDAY, seats_taken=3), "clara": MONDAY}
    for name in ("anna", "boris", "clara", "ghost"):
        street.lobby.found(announced(name, FRIDAY))
    await until(lambda: street.probes == 4)
    assert street.names() == [("Friday", 3, 2), ("Monday", 1, 1)]
    street.lobby.lost(fingerprint(identity("clara").public))
    assert street.names() == [("Friday", 3, 2)]
    await street.lobby.stop()


async def test_a_ghost_fades_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHECK_S", 0.02)
    street = Street()
    street.answers = {"anna": FRIDAY}
    street.lobby.found(announced("anna", FRIDAY))
    await until(street.names)
    del street.answers["anna"]
    await until(lambda: not street.names())
    street.answers = {"anna": MONDAY}
    await until(street.names)
    assert street.changes == 3
    await street.lobby.stop()


async def test_a_change_is_looked_at_at_once() -> None:
    street = Street()
    street.answers = {"anna": FRIDAY}
    street.lobby.found(announced("anna", FRIDAY))
    await until(street.names)
    street.answers = {"anna": replace(FRIDAY, seats_taken=4)}
    street.lobby.found(announced("anna", street.answers["anna"]))  # type: ignore[arg-type]
    await until(lambda: street.names() == [("Friday", 4, 1)])
    await street.lobby.stop()


async def test_other_versions_are_told_apart() -> None:
    street = Street()
    street.answers = {"anna": VersionMismatch(1, 2)}
    street.lobby.found(announced("anna", FRIDAY))
    await until(street.lobby.outdated)
    ((found, fault),) = street.lobby.outdated()
    assert found.name == "Friday"
    assert "update" in fault.do
    assert street.names() == []
    await street.lobby.stop()


async def test_not_too_many_greetings_at_once() -> None:
    under_way, most = 0, 0

    async def slow(addresses: Sequence[Address], expected: str) -> PeerInfo:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.01)
        under_way -= 1
        raise Unreachable("nobody")

    lobby = Lobby(slow, lambda: None)
    for n in range(3 * module.MAX_AT_ONCE):
        lobby.found(announced(f"n{n}", FRIDAY))
    await asyncio.sleep(0.1)
    assert most == module.MAX_AT_ONCE
    await lobby.stop()


async def test_at_rest_it_lists_and_greets_nobody() -> None:
    street = Street()
    street.answers = {"anna": FRIDAY}
    street.lobby.found(announced("anna", FRIDAY))
    await until(street.names)
    tasks = street.lobby.rest()
    assert street.names() == []
    await asyncio.gather(*tasks, return_exceptions=True)
    assert [task.done() for task in tasks] == [True]
    street.lobby.found(announced("anna", FRIDAY))
    await until(street.names)
    await street.lobby.stop()
