"""The commands of azi: what is typed becomes calls of the node, and its answers text; no rules, no network."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_INTERRUPTED = 130
"""As in faults.py, which may not be loaded yet."""


def main(words: Sequence[str] | None = None) -> int:
    """The program: `words` are those after its name (default: of this process). The exit code."""
    try:
        # here, so that Ctrl-C while they are loaded is told as it is at any other time
        from azi_p2p.cli.faults import run  # noqa: PLC0415
        from azi_p2p.cli.root import azi  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.stderr.write("azi: stopped\n")
        return _INTERRUPTED
    return run(azi, words)
