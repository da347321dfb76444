"""`azi bot`: a plain player of the computer's, with a node of its own."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from azi_p2p.cli import record_out
from azi_p2p.cli.bot_player import BotPlayer
from azi_p2p.cli.invite import token_bytes
from azi_p2p.cli.reach import reach_options
from azi_p2p.cli.report import hand_line
from azi_p2p.cli.rules import rule_options
from azi_p2p.cli.running import leave, run_node, running
from azi_p2p.cli.typed import Name, Seconds, Whole
from azi_p2p.game.options import Options
from azi_p2p.node.home import Home
from azi_p2p.node.node import Node
from azi_p2p.node.search import LOOK_S
from azi_p2p.table.limits import PAUSE_SECONDS
from azi_p2p.terminal.glyphs import glyphs_for

if TYPE_CHECKING:
    from azi_p2p.cli.reach import Reach
    from azi_p2p.cli.root import Settings
    from azi_p2p.table.view import View

THINK_S = 0.7
"""So that people can follow what a bot does."""

ONLY = ""
"""`--join` without a word: the only table there is."""

EXAMPLES = """\b
Examples:
  azi bot --join                    one more player at the table on this LAN
  azi bot --host practice --start-at 2
"""


@click.command(epilog=EXAMPLES)
@click.option("--host", type=Name("table name"), metavar="NAME", help="Found a table of this name.")
@click.option("--join", is_flag=False, flag_value=ONLY, metavar="[TABLE]",
              help="Sit down at this table: its name, HOST:PORT or link (else the only one there is).")
@click.option("--hands", type=Whole(1), metavar="N", help="Leave after so many hands.")
@click.option("--start-at", type=Whole(2, 6), metavar="N",
              help="As the host: start the first hand once so many sit (else 2).")
@click.option("--think", type=Seconds(0, 60), default=THINK_S, show_default=True, metavar="S",
              help="Seconds before each move.")
@click.option("--pause", type=Seconds(0, 60), default=PAUSE_SECONDS, show_default=True, metavar="S",
              help="Seconds between hands that this seat opens.")
@click.option("--wait", type=Seconds(0, 600), default=LOOK_S, show_default=True, metavar="S",
              help="Seconds to look for the table.")
@click.option("--invitation", metavar="TOKEN", help="For a table by invitation.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Write the table's record at the end.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each thing that happens.")
@click.option("--while-stdin", is_flag=True, hidden=True, help="End when standard input does.")
@click.option("--unannounced", is_flag=True, hidden=True, help="Tell nobody of the table: it is another's own.")
@click.option("--temporary", type=click.Path(path_type=Path), hidden=True,
              help="Make this directory, live in it, and remove it at the end.")
@reach_options
@rule_options
@click.pass_obj
def bot(
    settings: Settings, /, host: str | None, join: str | None, temporary: Path | None, options: Options,
    while_stdin: bool, **given: Any,
) -> None:
    """One more player, who is a bot.

    It founds a table of its own, or sits down at another's.
    """
    if (host is None) == (join is None):
        raise click.UsageError("say either --host NAME or --join [TABLE]")
    if join is not None and (options != Options() or given["start_at"] is not None):
        raise click.UsageError("the host of a table chooses its rules and when to start: leave them out with --join")
    if given["record"] is not None:
        record_out.check_free(given["record"], force=False)
    home = settings.home() if temporary is None else _new_home(temporary)
    try:
        run_node(_Bot(home, host, join, options, **given).run, while_stdin=while_stdin)
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)


def _new_home(directory: Path) -> Home:
    try:
        directory.mkdir(mode=0o700)      # one that is there is somebody's: it would be removed at the end
    except OSError as error:
        raise click.ClickException(f"{directory} cannot be made: {error.strerror}") from error
    return Home(directory)


class _Bot:
    def __init__(
        self, home: Home, host: str | None, join: str | None, options: Options, *, hands: int | None,
        start_at: int | None, think: float, pause: float, wait: float, invitation: str | None, record: Path | None,
        as_json: bool, unannounced: bool, reach: Reach,
    ) -> None:
        self._node = Node(home, port=reach.port, interface=reach.interface, nickname=reach.name, pause=pause,
                          announce=not unannounced)
        self._host = host
        self._join = join
        self._options = options
        self._start_at = start_at or 2
        self._record = record
        self._wait = wait
        self._as_json = as_json
        self._invitation = invitation
        self._told = 0
        self._glyphs = glyphs_for(sys.stdout.encoding)
        self._player = BotPlayer(self._node, hands=hands, think_s=think, on_view=self._see)

    async def run(self) -> None:
        async with running(self._node) as node:
            begun = time.time()
            if self._host is not None:
                await node.found(self._host, self._options, start_at=self._start_at)
            else:
                await node.join(self._join or None, wait=self._wait, invitation=token_bytes(self._invitation))
            self._say("ready", f"{node.nickname} sits at {node.pump.table.founding.table_name}",
                      name=node.nickname, link=node.invitation(), pid=os.getpid(), at=begun)
            try:
                await self._player.run()
            finally:
                await leave(node)
                if self._record is not None:
                    record_out.write(self._record, node.record(), force=False)
            self._say("left", node.left, deal_ms=[round(took, 2) for took in node.deal_ms])

    def _see(self, view: View) -> None:
        if view.hands > self._told and view.stage in ("open", "closed"):
            self._told = view.hands
            names = {seat.chair: seat.name for seat in view.seats if seat.chair >= 0}
            self._say("hand", hand_line(view.hand_number, view.events, names, self._glyphs), number=view.hand_number)

    def _say(self, event: str, line: str, **facts: Any) -> None:
        click.echo(json.dumps({"event": event, "line": line, **facts}) if self._as_json else self._glyphs.say(line))

