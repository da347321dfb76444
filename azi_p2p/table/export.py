"""A chain as the bytes of a record file: all that a stranger needs to check it; it checks nothing itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.record import write_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from azi_p2p.table.chain import Chain


def record_of(chain: Chain) -> bytes:
    """The record file of a chain: its steps, the votes for every absence, the evidence against every cheat."""
    return b"".join(record_pieces(chain))


def record_pieces(chain: Chain) -> Iterator[bytes]:
    """The same piece by piece, for writing a long record."""
    evidence = [entry for cheat in chain.cheats.values() for entry in cheat.entries]
    return write_record(chain.steps, evidence)
