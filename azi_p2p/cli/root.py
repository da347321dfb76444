"""The root command: --home, --version, help with examples; the commands themselves are in modules of their own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import click

from azi_p2p.node.home import Home

EXAMPLES: Final = """\b
Examples:
  azi whoami --name Aru             choose the name that others see
  azi verify evening.azi            check a table's record, trusting nobody who sat there
  azi show evening.azi --hand 3     a hand of it in words
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """What stands before the command's name."""

    home_given: str | None

    def home(self) -> Home:
        """The home directory; made if it is not there. Raises HomeError."""
        return Home.locate(self.home_given, os.environ)


def program_version() -> str:
    """The installed version of azi."""
    try:
        return version("azi-p2p")
    except PackageNotFoundError:
        return "0 (not installed)"


@click.group(
    invoke_without_command=True, epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--home", metavar="DIR", default=None,
    help="Directory of this player's identity and tables (else AZI_HOME, else the system's place for such data).",
)
@click.version_option(program_version(), "--version", prog_name="azi", message="%(prog)s %(version)s")
@click.pass_context
def azi(context: click.Context, home: str | None) -> None:
    """The card game Azi for two to six on a LAN: no server, and a deal that anyone can check."""
    context.obj = Settings(home)
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
