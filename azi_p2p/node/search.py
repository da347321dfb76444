"""The search for a table to join, by its name on the LAN, by an address or by a link; it dials nobody."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from azi_p2p.node.errors import TableError
from azi_p2p.node.invitation import Invitation

if TYPE_CHECKING:
    from azi_p2p.node.lan import Lan
    from azi_p2p.node.lobby import OpenTable

SETTLE_S: Final = 1.0
"""How long tables are listened for before the only one heard is taken for the only one there is."""

LOOK_S: Final = 4.0
"""How long a table is looked for on the LAN by name, before it is said not to be there."""


async def search(lan: Lan, target: str | None, wait: float) -> Invitation:
    """Where the table is: by its name on this LAN, by address or link; None: the only one there is.

    Listens for `wait` seconds at the most. Raises TableError: none, or several; AddressError.
    """
    if target is not None and (":" in target or "/" in target or _is_ipv4(target)):
        return Invitation.parse(target)
    table = await _listed(lan, target, wait)
    return Invitation(table.addresses[0], table.nodes[0].fingerprint)


async def _listed(lan: Lan, name: str | None, wait: float) -> OpenTable:
    settle = min(SETTLE_S, wait) if name is None else 0.0
    await asyncio.sleep(settle)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(wait - settle):
            async for _ in lan.changes:
                chosen = _called(name, lan.tables())
                if chosen is not None:
                    return chosen
    there = _names(lan.tables())
    what = "no table was found on this network" if name is None else f"no table called {name} was found"
    hint = f"there is: {there}" if there else (
        "join by the address or link that the host sees, or run azi doctor" if lan.status.is_heard
        else f"{lan.status.what}: {lan.status.do}")
    raise TableError(what, hint)


def _called(name: str | None, tables: list[OpenTable]) -> OpenTable | None:
    """The one table of this name, None: of any; None where there is none. Raises TableError where there are several."""
    chosen = [table for table in tables if name is None or table.listing.name.casefold() == name.casefold()]
    if len(chosen) > 1:
        raise TableError(
            f"there are several: {_names(chosen)}",
            "name one, or use its address" if name is None else "join by address or link")
    return chosen[0] if chosen else None


def _names(tables: list[OpenTable]) -> str:
    return ", ".join(sorted(table.listing.name for table in tables))


def _is_ipv4(text: str) -> bool:
    return len(text.split(".")) == 4 and all(part.isascii() and part.isdigit() for part in text.split("."))
