"""`azi play`: one person against bots on this machine, each of them a node; nothing leaves it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import click

from azi_p2p.cli.children import NAMES, Bot, company
from azi_p2p.cli.demo import play_demo
from azi_p2p.cli.report import deal_line
from azi_p2p.cli.rules import rule_options
from azi_p2p.cli.running import run_node, running
from azi_p2p.cli.seat import farewell, in_terminal, sit
from azi_p2p.cli.typed import Name, Whole
from azi_p2p.node.addresses import loopback_interface
from azi_p2p.node.node import Node
from azi_p2p.terminal.advice import Commands
from azi_p2p.terminal.poster import Poster
from azi_p2p.terminal.words import counted

if TYPE_CHECKING:
    from azi_p2p.cli.root import Settings
    from azi_p2p.game.options import Options

TABLE: Final = "practice"
DEMO_HANDS: Final = 3

WELCOME: Final = Poster((
    "The bots are coming to the table…",
    "azi --help tells what else there is: tables for others on this network, records, checks.",
))

ALONE: Final = "This table is for you and the bots: it is on this machine alone, and nobody is told of it."

EXAMPLES: Final = """\b
Examples:
  azi play                          you against three bots
  azi play --bots 5 --cards 4 --turn-seconds 0
"""


@click.command(epilog=EXAMPLES)
@click.option("--bots", type=Whole(1, 5), default=3, show_default=True, metavar="N", help="Opponents.")
@click.option("--name", type=Name("nickname"), metavar="NICK", help="The name that you see this time.")
@rule_options
@click.pass_obj
def play(settings: Settings, /, bots: int, name: str | None, options: Options) -> int:
    """Play against bots, offline, in this terminal."""
    if not in_terminal():
        click.echo("azi: there is no terminal to play in, so bots play a demo instead", err=True)
        return play_demo(bots + 1, DEMO_HANDS, None, options)
    node = Node(settings.home(), port=0, interface=loopback_interface(), nickname=name, announce=False)
    run_node(lambda: _played(node, bots, options, Commands(anew=f"{settings.program} play")))
    farewell(node, again="")
    if node.deal_ms:
        click.echo(f"Among {counted(bots + 1, 'node')} on this machine {deal_line(node.deal_ms)}.")
    click.echo(f"The record of every hand: {settings.program} record")
    return 0


async def _played(node: Node, bots: int, options: Options, commands: Commands) -> None:
    async with running(node):
        await node.found(TABLE, options, start_at=bots + 1)
        way = ("--join", node.invitation(), "--interface", loopback_interface(), "--port", "0", "--unannounced")
        names = [name for name in NAMES if name != node.nickname][:bots]
        opponents = [Bot(*way, "--name", name) for name in names]
        async with company(opponents):
            watching = [asyncio.create_task(_watched(node, bot, name))
                        for bot, name in zip(opponents, names, strict=True)]
            try:
                await sit(node, lambda: _poster(node), commands)
            finally:
                for task in watching:
                    task.cancel()


def _poster(node: Node) -> Poster:
    """Until the first hand, and to be read from then on."""
    return Poster((ALONE,), link=node.invitation()) if node.pump.table.chain.state.opened else WELCOME


async def _watched(node: Node, bot: Bot, name: str) -> None:
    code = await bot.follow(_nothing)
    if code:
        node.tell(f"{name} has ended: {bot.complaint or f'code {code}'}")


def _nothing(_event: dict[str, Any]) -> None:
    """What a bot says of the table is seen at the table."""
