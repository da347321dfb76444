"""The commands of azi: what is typed becomes calls of the node, and its answers text; no rules, no network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.cli.faults import run
from azi_p2p.cli.root import COMMANDS, azi

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["COMMANDS", "main"]


def main(words: Sequence[str] | None = None) -> int:
    """The program: `words` are those after its name (default: of this process). The exit code."""
    return run(azi, words)
