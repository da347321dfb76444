"""Exporting a chain."""

from __future__ import annotations

from azi_p2p.table.export import record_of, record_pieces
from protocol.record import read_record
from tests.records import cheated_chain


def test_nothing_is_left_out() -> None:
    chain = cheated_chain("two")
    record = read_record(record_of(chain))
    assert record.steps == tuple(chain.steps)
    assert any(step.votes for step in record.steps)
    (cheat,) = chain.cheats.values()
    assert record.evidence == cheat.entries
    assert len(record.evidence) == 2


def test_pieces_are_the_whole() -> None:
    chain = cheated_chain("false")
    pieces = list(record_pieces(chain))
    assert b"".join(pieces) == record_of(chain)
    assert len(pieces) == len(chain.steps) + 3      # the first line, the steps, the evidence, the end
