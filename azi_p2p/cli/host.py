"""`azi host`: found a table on this network, or go on with one, and play at it."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING, Final

import click

from azi_p2p.cli.reach import reach_options
from azi_p2p.cli.rules import rule_options
from azi_p2p.cli.running import run_node, running
from azi_p2p.cli.seat import Invitations, commands_at, farewell, need_terminal, sit
from azi_p2p.cli.typed import Name, Whole
from azi_p2p.game.options import Options
from azi_p2p.node.archive import Archive
from azi_p2p.node.node import Node
from azi_p2p.node.own_tables import PLAYER

if TYPE_CHECKING:
    from azi_p2p.cli.reach import Reach
    from azi_p2p.cli.root import Settings
    from azi_p2p.node.archive import KeptTable

EXAMPLES: Final = """\b
Examples:
  azi host evening                  others see it with azi tables, and join with azi join
  azi host evening --ante 5 --seating invite --start-at 4
  azi host evening                  again, after a crash: goes on with the same hand
"""


@click.command(epilog=EXAMPLES)
@click.argument("table", metavar="NAME", type=Name("table name"))
@click.option("--start-at", type=Whole(2, 6), metavar="N",
              help="Start the first hand once so many sit (else by your key).")
@click.option("--new", is_flag=True, help="A new table, even if one of yours of this name was not finished.")
@click.option("--go-on", is_flag=True,
              help="A new table out of the last one here, with the stacks of its last hand: when half of it is gone.")
@reach_options
@rule_options
@click.pass_obj
def host(
    settings: Settings, /, table: str, start_at: int | None, new: bool, go_on: bool, reach: Reach, options: Options,
) -> None:
    """Found a table for others, and play at it.

    They see it with azi tables, and sit down with azi join.
    """
    need_terminal("in a script, use azi bot --host NAME")
    home = settings.home()
    archive, mine = Archive(home.store_path), home.identity(os.urandom).public
    nickname = reach.name or (_name_before(archive, mine) if go_on else None)
    node = Node(home, port=reach.port, interface=reach.interface, nickname=nickname)

    def is_mine(kept: KeptTable) -> bool:
        return _is_open(kept) and kept.name == table and kept.founding.founder == mine

    async def played() -> None:
        async with running(node):
            kept = [] if new or go_on else [one for one in archive.tables() if is_mine(one)]
            if go_on:
                await node.go_on(table, start_at=start_at)
                if options != Options():
                    node.tell("Its rules are those of the table that it goes on from.")
            elif kept:
                await node.resume(kept[0].table_id, start_at=start_at)
                node.tell(f"You are back at {table}, at the hand where it stood (azi host NAME --new founds another).")
                if options not in (Options(), kept[0].founding.options):
                    node.tell("Its rules are those that it was founded with.")
            else:
                await node.found(table, options, start_at=start_at)
            await sit(node, Invitations(node).poster, commands_at(node, settings.program))

    run_node(played)
    farewell(node, again=f"{settings.program} host {shlex.quote(table)}")


def _is_open(kept: KeptTable) -> bool:
    return not kept.finished and kept.role == PLAYER


def _name_before(archive: Archive, mine: bytes) -> str | None:
    """The name under which this player sat at the table that is gone on from."""
    kept = next(filter(_is_open, archive.tables()), None)
    return None if kept is None else archive.chain(kept).state.names.get(mine)
