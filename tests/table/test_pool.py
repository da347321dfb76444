"""The pool: places with their versions, and orphans that are bounded and found again."""

from __future__ import annotations

from azi_p2p.table.bodies import Verdict
from azi_p2p.table.pool import MAX_ORPHANS_PER_AUTHOR, Orphans, Place
from azi_p2p.table.state import Admitted
from protocol.entry import Entry
from tests.table.chronicle import identity

ANN, BEN = identity(0), identity(1)


def entry(step: int, *, who: object = ANN, parent: bytes = b"p" * 32, body: object = None) -> Entry:
    return Entry.sign(who, table_id=bytes(32), step=step, parent=parent, kind="bid", body=body)


def test_a_chair_with_versions_shows_these_in_place_of_its_entry() -> None:
    place = Place()
    first, second, other = (Admitted(entry(1, body=n), chair, None) for n, chair in ((1, 0), (2, 0), (3, 1)))
    place.entries = {0: first, 1: other}
    assert list(place.admitted()) == [first, other]
    place.versions[0] = [first, second]
    assert list(place.admitted()) == [other, first, second]
    place.versions[0] = []
    assert list(place.admitted()) == [other]


def test_acks_come_before_votes() -> None:
    place = Place()
    vote, ack = (Verdict(entry(1, body=kind), kind, 1, None) for kind in ("absent", "ack"))
    place.absent[1] = {0: vote}
    place.acks[1] = {2: ack}
    assert list(place.verdicts()) == [ack, vote]


def test_an_orphan_is_kept_once_until_it_is_taken() -> None:
    orphans, one = Orphans(), entry(5)
    assert orphans.add(one)
    assert not orphans.add(one)
    assert orphans.waiting_for(b"p" * 32) == [one]
    assert len(orphans) == 1
    assert orphans.take(b"q" * 32) == []
    assert orphans.take(b"p" * 32) == [one]
    assert len(orphans) == 0


def test_the_furthest_ahead_make_room() -> None:
    orphans = Orphans()
    for step in range(100, 100 + MAX_ORPHANS_PER_AUTHOR):
        assert orphans.add(entry(step))
    assert not orphans.add(entry(500))
    assert orphans.add(entry(7, parent=b"q" * 32))
    assert len(orphans) == MAX_ORPHANS_PER_AUTHOR
    assert orphans.waiting_for(b"q" * 32)
    assert max(one.step for one in orphans.waiting_for(b"p" * 32)) == 100 + MAX_ORPHANS_PER_AUTHOR - 2
    assert orphans.add(entry(900, who=BEN)), "one author takes no room from another"


def test_what_is_too_old_or_of_strangers_is_let_go() -> None:
    orphans = Orphans()
    for one in (entry(3), entry(8), entry(8, who=BEN)):
        orphans.add(one)
    orphans.keep_only([ANN.public], 8)
    assert orphans.waiting_for(b"p" * 32) == [entry(8)]
