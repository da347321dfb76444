"""A person at a node's table in a terminal: the table, how others come to it, and what is said at the end."""

from __future__ import annotations

import asyncio
import shlex
import sys
import time
from typing import TYPE_CHECKING, Final

import click

from azi_p2p.cli.running import leave
from azi_p2p.node.invitation import SCHEME, Invitation
from azi_p2p.terminal.advice import NO_COMMANDS, Commands
from azi_p2p.terminal.attend import attend
from azi_p2p.terminal.glyphs import glyphs_for
from azi_p2p.terminal.menu import seat_of_mine
from azi_p2p.terminal.poster import Poster
from azi_p2p.terminal.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from azi_p2p.node.node import Node

ALONE_S: Final = 10.0
"""So long nobody was linked: a network that keeps its machines apart is likely."""

SHOWN_ADDRESSES: Final = 3
"""On a poster: one of each network."""


def in_terminal() -> bool:
    """Is there a person at both ends?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def need_terminal(instead: str) -> None:
    """Raises click.UsageError with what to use instead."""
    if not in_terminal():
        raise click.UsageError(f"this command needs a terminal to play in: {instead}")


async def sit(
    node: Node, poster: Callable[[], Poster | None] = lambda: None, commands: Commands = NO_COMMANDS,
) -> None:
    """Show the table until its player leaves or it is closed. Raises what has stopped the node's table."""
    person = asyncio.create_task(attend(node, poster=poster, commands=commands))
    gone = asyncio.create_task(_gone(node))
    try:
        done, _ = await asyncio.wait({person, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (person, gone):
            task.cancel()
        await asyncio.gather(person, gone, return_exceptions=True)
    for task in done:
        task.result()
    if node.is_leaving:
        await leave(node)


async def _gone(node: Node) -> None:
    """Until this player has left. A table that is closed stays to be looked at."""
    async for _ in node.changes:
        if node.left and (node.view is None or node.view.stage != "closed"):
            return


def commands_at(node: Node, program: str) -> Commands:
    """What to type where this node's table cannot go on; `program`: how azi is called for its home."""
    host = f"{program} host {shlex.quote(node.pump.table.founding.table_name)}"
    return Commands(f"{host} --go-on", f"{host} --new")


def farewell(node: Node, again: str) -> None:
    """Say how it ended. `again`: the command that goes on, where one does."""
    view = node.view
    if view is None:
        return
    mine = seat_of_mine(view)
    if mine is not None and mine.chair >= 0:
        chips = counted(mine.stack, "chip")
        click.echo(f"You have {chips} ({mine.result:+d}) after {counted(view.hands, 'hand')}.")
    if view.trouble:
        click.echo(glyphs_for(sys.stdout.encoding).say(view.trouble))
    if not node.left and mine is not None and again:
        click.echo(f"Your seat is kept: {again} goes on, unless the others have voted you gone.")


class Invitations:
    """Makes the poster of a node's table: its addresses may change while it hangs."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._since = time.monotonic()

    def poster(self) -> Poster:
        """As of now."""
        node = self._node
        name = node.pump.table.founding.table_name
        lines = [f"Others on this network: azi join {shlex.quote(name)}"]
        addresses = node.addresses()
        places = [str(address.without_scope()) for address in addresses[:SHOWN_ADDRESSES]]
        if places:
            lines += [f"By address: azi join {' or '.join(places)}", "By link: azi join and the link below"]
        if not node.status.is_heard and node.status.what:
            lines.append(f"{node.status.what}: {node.status.do}")
        elif not node.pump.table.peers and time.monotonic() - self._since > ALONE_S:
            lines.append("Nobody so far. Guest networks and phone hotspots often keep their machines apart: "
                         "then join by address, link or QR code, or see azi doctor.")
        return Poster(tuple(lines), _code(node.invitation()) if places else "",
                      node.invitation() if places else "")


def _code(link: str) -> str:
    """A link as short as it gets, in the letters that a QR code packs most tightly: one address, no table."""
    invitation = Invitation.parse(link)
    best = next((address for address in invitation.addresses if ":" not in address.host), invitation.addresses[0])
    return f"{SCHEME}{best}/{(invitation.fingerprint or '').replace('-', '')}".upper()
