"""`azi page`: the node with its page on loopback, for a browser on this machine; the table itself is in azi_p2p.web."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
import webbrowser
from typing import TYPE_CHECKING, Any, Final

import click

from azi_p2p.cli.children import NAMES, Bot
from azi_p2p.cli.demo import play_demo
from azi_p2p.cli.reach import Reach, reach_options
from azi_p2p.cli.running import run_node, running
from azi_p2p.cli.typed import Whole
from azi_p2p.game.options import Options
from azi_p2p.node.addresses import loopback_interface
from azi_p2p.node.errors import StoreError
from azi_p2p.node.node import Node
from azi_p2p.web.catalogues import Catalogues
from azi_p2p.web.desk import Desk
from azi_p2p.web.entrance import Entrance
from azi_p2p.web.kept import Kept
from azi_p2p.web.server import PageServer

if TYPE_CHECKING:
    from azi_p2p.cli.root import Settings

PAGE_FILE: Final = "page.json"

FRESH_S: Final = 15 * 60.0
"""A table that was played so recently is gone on with by itself; an older one is offered in the lobby."""

DEMO_HANDS: Final = 3

NOWHERE: Final = Reach(None, None, None)
"""Name, port and interface as they are without being said."""

EXAMPLES: Final = """\b
Examples:
  azi page                          your table in the browser
  azi page --bots 3                 at once against three bots
  azi page --no-browser --web-port 8047
"""


@click.command(epilog=EXAMPLES)
@click.option("--bots", type=Whole(1, 5), metavar="N", help="Go straight to a table with so many bots.")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the page in a browser.")
@click.option("--web-port", type=Whole(0, 65535), metavar="P",
              help="Port of the page on this machine (else the one of the last time, if it is free; 0: any).")
@reach_options
@click.pass_obj
def page(settings: Settings, /, bots: int | None, browser: bool, web_port: int | None, reach: Reach) -> int:
    """Your table in a browser on this machine. Prints an address that opens it; Ctrl-C ends it."""
    if bots is not None and browser and not (can_open() or in_company()):
        click.echo("azi: there is neither a browser nor a terminal here, so bots play a demo instead", err=True)
        return play_demo(bots + 1, DEMO_HANDS, None, Options())
    run_page(settings, bots=bots, browser=browser, web_port=web_port, reach=reach)
    return 0


def in_company() -> bool:
    """Is there a person at this terminal, to read the address?"""
    return sys.stdin.isatty() or sys.stdout.isatty()


def run_page(
    settings: Settings, *, bots: int | None = None, browser: bool = True, web_port: int | None = None,
    reach: Reach = NOWHERE,
) -> None:
    """Serve the page until it is interrupted."""
    home = settings.home()
    node = Node(home, port=reach.port, interface=reach.interface, nickname=reach.name)
    kept = Kept(home.directory / PAGE_FILE)
    run_node(lambda: _served(node, kept, bots, browser, web_port))


async def _served(node: Node, kept: Kept, bots: int | None, browser: bool, web_port: int | None) -> None:
    company = BotCompany(node)
    async with running(node):
        desk = Desk(node, kept, company, Catalogues())
        server = PageServer(desk, Entrance(node.identity.public, kept.session), wanted_port=web_port,
                            kept_port=kept.port)
        await server.start()
        try:
            kept.set_port(server.port)
            if bots is not None:
                await desk.do({"do": "bots", "count": bots})
            else:
                await _go_on(node)
            _open(server, browser=browser)
            with _fresh_address_on_enter(server):
                await desk.watch()
        finally:
            await server.stop()
            await company.go()
            await desk.stop()


async def _go_on(node: Node) -> None:
    """After a restart the player sits where he sat: the others wait for him, and not for long."""
    row = node.unfinished()
    if row is not None and time.time() - row.updated < FRESH_S:
        with contextlib.suppress(StoreError):     # the lobby offers the table, and says what is wrong with it
            await node.resume(row.table_id)


def _open(server: PageServer, *, browser: bool) -> None:
    click.echo(server.new_address())
    click.echo("azi: the page is open at this address, once, and on this machine only. Ctrl-C ends it.", err=True)
    # with a token of its own: the printed address stays good for another browser
    if browser and not (can_open() and webbrowser.open(server.new_address())):
        click.echo("azi: no browser was opened from here; azi play plays in this terminal", err=True)


def can_open() -> bool:
    """Is there a graphical browser to open? A text browser would take the terminal."""
    if sys.platform in ("darwin", "win32") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("TERMUX_VERSION"))


@contextlib.contextmanager
def _fresh_address_on_enter(server: PageServer) -> Any:
    if not sys.stdin.isatty():
        yield
        return
    loop = asyncio.get_running_loop()
    descriptor = sys.stdin.fileno()

    def pressed() -> None:
        if os.read(descriptor, 4096):
            click.echo(server.new_address())
        else:
            loop.remove_reader(descriptor)

    loop.add_reader(descriptor, pressed)
    try:
        yield
    finally:
        loop.remove_reader(descriptor)


class BotCompany:
    """Bots of one node's own table, as child processes that reach it over loopback."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._bots: list[Bot] = []
        self._following: list[asyncio.Task[None]] = []

    async def sit_down(self, link: str, count: int) -> None:
        """So many more come to the table of this link."""
        await self.go()
        names = [name for name in NAMES if name != self._node.nickname][:count]
        way = ("--join", link, "--interface", loopback_interface(), "--port", "0", "--unannounced")
        for name in names:
            bot = Bot(*way, "--name", name)
            self._bots.append(bot)
            await bot.start()
            self._following.append(asyncio.create_task(self._follow(bot, name)))

    async def go(self) -> None:
        """They go."""
        bots, self._bots = self._bots, []
        following, self._following = self._following, []
        for task in following:
            task.cancel()
        await asyncio.gather(*(bot.stop() for bot in bots), *following, return_exceptions=True)

    async def _follow(self, bot: Bot, name: str) -> None:
        code = await bot.follow(_nothing)
        if code:
            self._node.tell(f"{name} has ended: {bot.complaint or f'code {code}'}")


def _nothing(_event: dict[str, Any]) -> None:
    """What a bot says of the table is seen at the table."""
