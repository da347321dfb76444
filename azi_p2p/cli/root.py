"""The root command: --home, --version, help with examples; the commands themselves are in modules of their own."""

from __future__ import annotations

import importlib
import os
import shlex
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import click

from azi_p2p.cli.typed import Whole
from azi_p2p.node.home import Home

EXAMPLES: Final = """\b
Examples:
  azi                               your table in the browser
  azi play                          you against three bots, in this terminal
  azi host evening                  a table for others on this network
  azi join                          sit down at the table that is here
  azi demo --seats 6                bots play, and their record is verified
  azi record --out evening.azi      the last table's record
  azi verify evening.azi            check it, trusting nobody who sat there
  azi show evening.azi --hand 3     a hand of it in words
  azi whoami --name Aru             choose the name that others see
  azi doctor                        when the others are not found
"""

COMMANDS: Final = (
    "page", "play", "host", "tables", "join", "watch", "invite", "bot", "demo", "record", "verify", "show", "whoami",
    "doctor", "bench")
"""In the order in which help tells them."""

_ELSEWHERE: Final = {"watch": "join"}
"""Commands that live in a module of another name."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What stands before the command's name."""

    home_given: str | None

    @property
    def program(self) -> str:
        """How this program is called again for the same home."""
        return "azi" if self.home_given is None else f"azi --home {shlex.quote(self.home_given)}"

    def home(self) -> Home:
        """The home directory; made if it is not there. Raises HomeError."""
        return Home.locate(self.home_given, os.environ)


def program_version() -> str:
    """The installed version of azi."""
    try:
        return version("azi-p2p")
    except PackageNotFoundError:
        return "0 (not installed)"


class _Commands(click.Group):
    """Loads the module of the one command that is run: most need neither a node nor a network."""

    def list_commands(self, _context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"azi_p2p.cli.{_ELSEWHERE.get(name, name)}")
        command: click.Command = getattr(module, name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            name = ctx.invoked_subcommand
            if error.ctx is None and name is not None:      # as of an option without its value: it is this command's
                error.ctx = click.Context(click.Command(name), parent=ctx, info_name=name)
            raise


@click.group(
    cls=_Commands, invoke_without_command=True, epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--home", metavar="DIR", default=None,
    help="Directory of this player's identity and tables (else AZI_HOME, else the system's place for such data).",
)
@click.option("--browser/--no-browser", default=True, help="Without a command: open the page in a browser, or do not.")
@click.option("--web-port", type=Whole(0, 65535), metavar="P", help="Without a command: port of the page.")
@click.version_option(program_version(), "--version", prog_name="azi", message="%(prog)s %(version)s")
@click.pass_context
def azi(context: click.Context, home: str | None, browser: bool, web_port: int | None) -> None:
    """The card game Azi for two to six on a LAN: no server, and a deal that anyone can check.

    Without a command, where there is somebody to see it: azi page.
    """
    context.obj = Settings(home)
    if context.invoked_subcommand is not None:
        return
    page = importlib.import_module("azi_p2p.cli.page")
    if page.in_company() or page.can_open():
        page.run_page(context.obj, browser=browser, web_port=web_port)
    else:
        click.echo(context.get_help())
