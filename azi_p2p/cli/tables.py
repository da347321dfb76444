"""`azi tables`: the tables on this LAN whose nodes answer; a node may run on this home meanwhile."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any, Final

import click

from azi_p2p.cli.running import run_node
from azi_p2p.cli.typed import Seconds
from azi_p2p.node.browser import Browser
from azi_p2p.node.errors import NodeError
from azi_p2p.terminal.glyphs import glyphs_for

if TYPE_CHECKING:
    from azi_p2p.node.lobby import OpenTable
    from azi_p2p.terminal.glyphs import Glyphs

WAIT_S: Final = 2.0
"""Who is there answers within a fraction of a second; a sleeping phone takes longer."""

EXAMPLES: Final = """\b
Examples:
  azi tables                        who plays here?
  azi tables --wait 10 --json
"""


@click.command(epilog=EXAMPLES)
@click.option("--wait", type=Seconds(0, 600), default=WAIT_S, show_default=True, metavar="S",
              help="Seconds to listen.")
@click.option("--interface", metavar="NAME", help="Use this network only (as azi doctor names them).")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def tables(wait: float, interface: str | None, as_json: bool) -> None:
    """List the tables on this network."""
    found, remarks = run_node(lambda: _listened(wait, interface))
    for remark in remarks:
        click.echo(remark, err=True)
    if as_json:
        click.echo(json.dumps([plain(table) for table in found]))
        return
    if not found:
        click.echo("no table is announced here: found one with azi host NAME, or join by address or link", err=True)
    for line in lines(found, glyphs_for(sys.stdout.encoding)):
        click.echo(line)


async def _listened(wait: float, interface: str | None) -> tuple[list[OpenTable], list[str]]:
    browser = Browser(interface)
    try:
        await browser.start()
        await asyncio.sleep(wait)
        if browser.network.is_offline:
            raise NodeError("no network", "connect to one, or open a hotspot and let the others join it")
        if not browser.status.is_heard and browser.status.what:
            raise NodeError(browser.status.what, browser.status.do)
        return browser.tables(), [f"{found.name}: {error}" for found, error in browser.outdated()]
    finally:
        await browser.stop()


def plain(table: OpenTable) -> dict[str, Any]:
    """A table for JSON."""
    listing = table.listing
    return {
        "name": listing.name, "id": listing.table_id.hex(), "seats_taken": listing.seats_taken,
        "seats_of": listing.seats_of, "state": listing.state,
        "nodes": [
            {"name": node.offer.nickname, "fingerprint": node.fingerprint, "addresses": [str(at) for at in addresses]}
            for node, addresses in zip(table.nodes, table.addresses, strict=True)],
    }


def lines(found: list[OpenTable], glyphs: Glyphs) -> list[str]:
    """A line a table, in columns."""
    rows = [
        (table.listing.name, f"{table.listing.seats_taken}/{table.listing.seats_of}", table.listing.state,
         table.nodes[0].offer.nickname, str(table.addresses[0][0]) if table.addresses[0] else "")
        for table in found]
    return [
        f"{glyphs.fit(name, 24)} {seats} {state:<8} {glyphs.fit(host, 18)} {address}".rstrip()
        for name, seats, state, host, address in rows]
