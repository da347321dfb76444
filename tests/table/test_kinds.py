"""The kinds of entry: every stage has its part, every kind one meaning, and fits an entry."""

from __future__ import annotations

from azi_p2p.table.kinds import FOUND, INVITE, PARTS, REQUESTS, STEP_KINDS, VERDICTS, Stage
from protocol.digest import ZERO_DIGEST
from protocol.entry import Entry
from tests.table.chronicle import identity

ALL = [FOUND, INVITE, *REQUESTS, *VERDICTS, *STEP_KINDS]


def test_every_stage_has_a_part() -> None:
    assert set(PARTS) == set(Stage)
    assert [stage for stage in Stage if not PARTS[stage].kinds] == [Stage.CLOSED]


def test_a_kind_means_one_thing() -> None:
    assert len(set(ALL)) == len(ALL)
    of_stages = [kind for part in PARTS.values() for kind in part.kinds]
    assert len(set(of_stages)) == len(of_stages)
    assert frozenset(of_stages) == STEP_KINDS


def test_every_kind_fits_an_entry() -> None:
    for kind in ALL:
        entry = Entry.sign(identity(0), table_id=ZERO_DIGEST, step=1, parent=ZERO_DIGEST, kind=kind, body=None)
        assert Entry.decode(entry.encode()).kind == kind


def test_a_person_chooses_in_the_game_alone() -> None:
    chosen = {stage for stage in Stage if PARTS[stage].choice}
    assert chosen == {Stage.DISCARD, Stage.BID, Stage.PLAY, Stage.ENTER}
