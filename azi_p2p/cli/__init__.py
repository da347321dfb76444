"""The commands of azi: what is typed becomes calls of the node, and its answers text; no rules, no network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from azi_p2p.cli.bench import bench
from azi_p2p.cli.bot import bot
from azi_p2p.cli.faults import run
from azi_p2p.cli.invite import invite
from azi_p2p.cli.root import azi
from azi_p2p.cli.show import show
from azi_p2p.cli.verify import verify
from azi_p2p.cli.whoami import whoami

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

COMMANDS: Final = (bot, invite, verify, show, whoami, bench)

for _command in COMMANDS:
    azi.add_command(_command)


def main(words: Sequence[str] | None = None) -> int:
    """The program: `words` are those after its name (default: of this process). The exit code."""
    return run(azi, words)
