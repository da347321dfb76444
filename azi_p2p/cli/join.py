"""`azi join` and `azi watch`: sit down at a table of this network, or look on; go on where one has been."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import click

from azi_p2p.cli.invite import token_bytes
from azi_p2p.cli.reach import reach_options
from azi_p2p.cli.running import run_node, running
from azi_p2p.cli.seat import Invitations, commands_at, farewell, need_terminal, sit
from azi_p2p.cli.typed import Seconds
from azi_p2p.node.errors import TableError
from azi_p2p.node.node import Node
from azi_p2p.node.search import LOOK_S

if TYPE_CHECKING:
    from azi_p2p.cli.reach import Reach
    from azi_p2p.cli.root import Settings

LATELY_S: Final = 3600.0
"""Since something was last written at a table: its hand may still wait for this player."""

JOIN_EXAMPLES: Final = """\b
Examples:
  azi join                          where you sat a moment ago, or the only table here
  azi join evening --name Aru
  azi join 192.168.1.5:4747         where names do not pass: as the host sees it
"""

WATCH_EXAMPLES: Final = """\b
Examples:
  azi watch evening
"""


def wait_option(command: click.decorators.FC) -> click.decorators.FC:
    """--wait, as `wait: float`."""
    return click.option("--wait", type=Seconds(0, 600), default=LOOK_S, show_default=True, metavar="S",
                        help="Seconds to look for it.")(command)


@click.command(epilog=JOIN_EXAMPLES)
@click.argument("table", metavar="[TABLE | HOST:PORT | LINK]", required=False)
@click.option("--invitation", metavar="TOKEN", help="For a table by invitation: what its founder's azi invite printed.")
@wait_option
@reach_options
@click.pass_obj
def join(settings: Settings, /, table: str | None, invitation: str | None, wait: float, reach: Reach) -> None:
    """Sit down at a table, or go on where you sat."""
    need_terminal("in a script, use azi bot --join")
    signed = token_bytes(invitation)
    node = Node(settings.home(), port=reach.port, interface=reach.interface, nickname=reach.name)

    async def played() -> None:
        async with running(node):
            click.echo("looking for the table…" if table else "looking for tables…", err=True)
            await _seated(node, table, wait, signed)
            await sit(node, Invitations(node).poster, commands_at(node, settings.program))

    run_node(played)
    farewell(node, again=f"{settings.program} join")


async def _seated(node: Node, table: str | None, wait: float, invitation: bytes | None) -> None:
    """Without a table's name, one that was left by accident comes first, and one of long ago last."""
    kept = node.unfinished()
    if table is None and kept is not None and time.time() - kept.updated < LATELY_S:
        await node.resume(kept.table_id)
        node.tell(f"You are back at {kept.name}, where you last sat (azi join NAME goes elsewhere).")
        return
    try:
        await node.join(table, wait=wait, invitation=invitation)
    except TableError:
        if table is not None or kept is None or node.tables():
            raise
        await node.resume(kept.table_id)
        node.tell(f"No table is announced here, so this is {kept.name}, where you last sat. Its others are dialled.")


@click.command(epilog=WATCH_EXAMPLES)
@click.argument("table", metavar="[TABLE | HOST:PORT | LINK]", required=False)
@wait_option
@reach_options
@click.pass_obj
def watch(settings: Settings, /, table: str | None, wait: float, reach: Reach) -> None:
    """Look on at a table, seeing what is public."""
    need_terminal("azi record and azi show tell what was played")
    node = Node(settings.home(), port=reach.port, interface=reach.interface, nickname=reach.name)

    async def watched() -> None:
        async with running(node):
            click.echo("looking for the table…", err=True)
            await node.join(table, watch=True, wait=wait)
            await sit(node)

    run_node(watched)
    farewell(node, again="")
