"""Counting: when a seat is absent, when its entry stands; never both, and a tie goes to the entry."""

from __future__ import annotations

import itertools

import pytest

from azi_p2p.table.bodies import Verdict
from azi_p2p.table.evidence import Cheat
from azi_p2p.table.history import Footing
from azi_p2p.table.pool import Place
from azi_p2p.table.state import Admitted
from azi_p2p.table.verdicts import (
    electors,
    is_absent,
    is_broken_promise,
    is_settled,
    needed_to_stand,
    read_verdict,
    stands,
)
from protocol.entry import Entry
from protocol.errors import Malformed, NotAllowed
from tests.table.chronicle import identity

WHO = [identity(number) for number in range(6)]
PARENT, STEP = b"p" * 32, 9


def signed(chair: int, kind: str, body: object, *, parent: bytes = PARENT) -> Entry:
    return Entry.sign(WHO[chair], table_id=bytes(32), step=STEP, parent=parent, kind=kind, body=body)


ENTRY = signed(0, "bid", ["call"])
OTHER = signed(0, "bid", ["look"])


def footing(n: int, *, accused_votes: bool = True) -> Footing:
    """Chair 0 is due; n chairs count."""
    voters = {chair: WHO[chair].public for chair in range(0 if accused_votes else 1, n if accused_votes else n + 1)}
    return Footing(STEP, PARENT, {0: WHO[0].public}, voters)


def place(votes: list[int], acks: list[int], *, entry: Entry | None = ENTRY) -> Place:
    made = Place()
    if entry is not None:
        made.entries[0] = Admitted(entry, 0, None)
    made.absent[0] = {chair: Verdict.read(signed(chair, "absent", [0, None])) for chair in votes}
    made.acks[0] = {chair: Verdict.read(signed(chair, "ack", [0, ENTRY.digest, [], []])) for chair in acks}
    return made


@pytest.mark.parametrize(("n", "majority"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_a_strict_majority_of_all_makes_an_absence(n: int, majority: int) -> None:
    for votes in range(n):
        counted = place(list(range(1, 1 + votes)), [], entry=None)
        assert is_absent(counted, footing(n), 0, {}) is (votes >= majority)


def test_heads_up_no_vote_makes_one() -> None:
    assert not is_absent(place([1], [], entry=None), footing(2), 0, {})


@pytest.mark.parametrize(("n", "needed"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_tie_goes_to_the_entry(n: int, needed: int) -> None:
    assert needed_to_stand(n) == needed
    for acks in range(n):
        assert stands(place([], list(range(1, 1 + acks))), footing(n), 0, {}) is (acks + 1 >= needed)


def test_exactly_one_of_absent_and_standing_once_everybody_has_spoken() -> None:
    for n in range(2, 7):
        for side in itertools.product((False, True), repeat=n - 1):
            votes = [chair for chair, gone in enumerate(side, 1) if gone]
            acks = [chair for chair, gone in enumerate(side, 1) if not gone]
            counted = place(votes, acks)
            assert is_absent(counted, footing(n), 0, {}) != stands(counted, footing(n), 0, {})


def test_the_accused_has_no_vote() -> None:
    assert not is_absent(place([0, 1], [], entry=None), footing(3), 0, {})


def test_who_has_no_vote_does_not_count() -> None:
    without = Footing(STEP, PARENT, {0: WHO[0].public}, {chair: WHO[chair].public for chair in (0, 1, 2)})
    assert not is_absent(place([3, 4, 5], [], entry=None), without, 0, {})
    assert not stands(place([], [3, 4, 5]), without, 0, {})


def test_an_entry_that_is_not_shown_or_not_the_one_accepted_does_not_stand() -> None:
    assert not stands(place([], [1, 2], entry=None), footing(3), 0, {})
    assert not stands(place([], [1, 2], entry=OTHER), footing(3), 0, {})


def test_an_accused_without_a_vote_does_not_accept_himself() -> None:
    assert footing(3, accused_votes=False).voters.keys() == {1, 2, 3}
    assert not stands(place([], [1]), footing(3, accused_votes=False), 0, {})
    assert stands(place([], [1, 2]), footing(3, accused_votes=False), 0, {})


def test_cheats_leave_n_from_the_step_of_their_proof_on() -> None:
    for step, counts in ((STEP - 1, False), (STEP, False), (STEP + 1, True)):
        cheats = {WHO[3].public: Cheat(WHO[3].public, step, (), "")}
        assert (3 in electors(footing(4), cheats)) is counts
        assert is_absent(place([1, 2], [], entry=None), footing(4), 0, cheats) is not counts
    convicted = {WHO[2].public: Cheat(WHO[2].public, STEP, (), "")}
    assert not is_absent(place([1, 2], [], entry=None), footing(4), 0, convicted), "a cheat's vote does not count"


def ack_with(*acks: Entry, without: tuple[Entry, ...] = ()) -> Verdict:
    proofs = [[proof.encode()] for proof in without]
    return Verdict.read(signed(1, "ack", [0, ENTRY.digest, [ack.encode() for ack in acks], proofs]))


def test_an_ack_after_a_vote_carries_what_let_the_entry_stand() -> None:
    good = [signed(chair, "ack", [0, ENTRY.digest, [], []]) for chair in (2, 3, 4)]
    assert is_settled(ack_with(good[0]), footing(3), {})
    assert not is_settled(ack_with(), footing(3), {})
    assert not is_settled(ack_with(good[0]), footing(5), {})
    assert is_settled(ack_with(*good[:2]), footing(5), {})


def test_acks_that_settle_nothing() -> None:
    good = signed(2, "ack", [0, ENTRY.digest, [], []])
    unsigned = Entry(good.table_id, good.step, good.parent, good.author, good.kind, good.body, bytes(64), good.content,
        good.digest)
    for wrong in (
        signed(2, "ack", [0, OTHER.digest, [], []]), signed(2, "ack", [1, ENTRY.digest, [], []]),
        signed(2, "absent", [0, None]),
        signed(2, "ack", [0, ENTRY.digest, [], []], parent=b"q" * 32), signed(1, "ack", [0, ENTRY.digest, [], []]),
        signed(5, "ack", [0, ENTRY.digest, [], []]), signed(2, "ack", [None]), unsigned,
    ):
        assert not is_settled(ack_with(wrong), footing(3), {})
    assert not is_settled(ack_with(good, good), footing(5), {}), "one seat accepts once"
    assert not is_settled(Verdict.read(signed(1, "ack", [None])), footing(2), {})


def test_an_ack_carries_the_evidence_against_those_whom_it_does_not_count() -> None:
    good, false = signed(2, "ack", [0, ENTRY.digest, [], []]), signed(4, "bid", ["false"])
    cheats = {WHO[4].public: Cheat(WHO[4].public, STEP, (false,), "")}
    assert not is_settled(ack_with(good), footing(5), cheats), "of five, two do not settle it"
    assert is_settled(ack_with(good, without=(false,)), footing(5), cheats), "of four they do"
    assert not is_settled(ack_with(good, without=(false,)), footing(5), {}), "not where it convinces nobody"
    assert not is_settled(ack_with(good, without=(signed(5, "bid", ["x"]),)), footing(5),
        cheats), "nor about a stranger"


def test_a_vote_is_a_promise() -> None:
    vote = Verdict.read(signed(1, "absent", [0, None]))
    assert is_broken_promise(ack_with(), vote, footing(3), {})
    settled = ack_with(signed(2, "ack", [0, ENTRY.digest, [], []]))
    assert not is_broken_promise(settled, vote, footing(3), {}), "the others had let the entry stand"
    about_another = Verdict.read(signed(1, "absent", [2, None]))
    assert not is_broken_promise(ack_with(), about_another, footing(3), {}), "it binds about the seat that it names"


def test_who_shows_two_versions_may_vote_after_he_has_accepted_one() -> None:
    free = Verdict.read(signed(1, "absent", [0, [ENTRY.encode(), OTHER.encode()]]))
    assert not is_broken_promise(ack_with(), free, footing(3), {})
    third = [signed(2, "bid", [word]).encode() for word in ("call", "look")]
    assert is_broken_promise(ack_with(), Verdict.read(signed(1, "absent", [0, third])), footing(3), {}), "of another"


def test_an_ack_leaves_out_only_those_who_have_a_vote() -> None:
    out, stranger = (signed(1, "ack", [0, ENTRY.digest, [], [[signed(chair, "bid", ["x"]).encode()]]])
                     for chair in (2, 5))
    assert read_verdict(out, footing(3)).without[0][0].author == WHO[2].public
    with pytest.raises(NotAllowed, match="no vote here"):
        read_verdict(stranger, footing(3))
    with pytest.raises(Malformed):
        read_verdict(signed(1, "ack", ["nobody"]), footing(3))
