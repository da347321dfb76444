"""The lobby as the page is told of it: tables that answer, where this node is reached, and why nobody is found."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any, Final

import segno

from azi_p2p.node import doctor
from azi_p2p.node.addresses import Kind
from azi_p2p.node.invitation import Invitation, table_tag
from azi_p2p.table.bodies import Founding
from azi_p2p.web.plain import plain
from azi_p2p.web.words import words_of
from protocol.entry import Entry
from protocol.errors import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Callable

    from azi_p2p.node.lobby import OpenTable
    from azi_p2p.node.node import Node

TICK_S: Final = 5.0
"""Between two looks at what nobody announces: how long nobody has been heard."""


class LobbyStory:
    """Of one node."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._findings: list[dict[str, Any]] = []
        self._alone_since = time.monotonic()
        self._examined = False
        self._qr: tuple[str, str] = ("", "")

    async def watch(self, on_change: Callable[[], None]) -> None:
        """Notice that nobody is heard, and look for the reason once."""
        while True:
            await asyncio.sleep(TICK_S)
            if self._node.heard():
                self._alone_since, self._examined, self._findings = time.monotonic(), False, []
            elif not self._examined and self._alone_s() >= doctor.ALONE_S:
                self._examined = True
                await self.examine()
                on_change()

    async def examine(self) -> list[dict[str, Any]]:
        """The doctor's findings now; some two seconds."""
        network = self._node.network
        findings = doctor.interfaces(network)
        for local in network.addresses:
            if local.kind is not Kind.VIRTUAL:
                findings.append(await doctor.multicast(local))
        findings.append(doctor.mdns_port())
        findings += doctor.surroundings(self._node.port)
        findings.append(doctor.alone(network, self._node.heard(), self._alone_s()))
        self._findings = [
            {"level": finding.level.name.lower(), "what": words_of(finding.what),
             "do": words_of(finding.do) if finding.do else None}
            for finding in sorted(findings, key=lambda one: -one.level)]
        return self._findings

    def told(self, *, at_table: bool) -> dict[str, Any]:
        """The message; `at_table`: who sits at a table is offered no other to go on with."""
        status, link = self._node.status, self._node.invitation()
        unfinished = None if at_table else self._node.unfinished()
        if link != self._qr[0]:
            self._qr = (link, _qr(link))
        return {
            "tables": [_table(table) for table in self._node.tables()],
            "addresses": [str(address) for address in self._node.addresses()], "link": link, "qr": self._qr[1],
            "status": {"heard": status.is_heard, "what": words_of(status.what) if status.what else None,
                       "do": words_of(status.do) if status.do else None},
            "findings": self._findings,
            "unfinished": None if unfinished is None else {
                "id": unfinished.table_id.hex(), "name": unfinished.name},
            "alone_seconds": int(self._alone_s() // TICK_S * TICK_S),
        }

    def _alone_s(self) -> float:
        return 0.0 if self._node.heard() else time.monotonic() - self._alone_since


def _table(table: OpenTable) -> dict[str, Any]:
    listing, node = table.listing, table.nodes[0]
    options = None
    if node.offer.founding is not None:
        with contextlib.suppress(ProtocolError):
            options = plain(Founding.read(Entry.decode(node.offer.founding)).options)
    return {
        "id": listing.table_id.hex(), "name": listing.name, "taken": listing.seats_taken, "of": listing.seats_of,
        "state": listing.state, "options": options, "nodes": [one.offer.nickname for one in table.nodes],
        "fingerprint": node.fingerprint,
        "target": str(Invitation(table.addresses[0], node.fingerprint, table_tag(listing.table_id))),
    }


def _qr(link: str) -> str:
    """A picture of the link, as a data: address."""
    return str(segno.make(link, error="m").svg_data_uri(scale=4, border=3, dark="#000", light="#fff"))
