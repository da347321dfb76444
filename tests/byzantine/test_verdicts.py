"""Cheats with votes and evidence: absence stuffed, both ways voted, honest seats accused."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from azi_p2p.table.kinds import Stage
from azi_p2p.table.wire import Entries, Evidence, pack
from protocol.entry import Entry
from tests.byzantine.ring import Ring, expose, stranger


def test_a_vote_and_an_ack_about_one_seat() -> None:
    ring = Ring(4).begin()
    ring.hold_back("reveal")
    shown = ring.honest[2].table.chain.place(ring.state.parent).entries[3].entry
    both = [ring.sign(ring.cheat, "absent", [3, None]), ring.sign(ring.cheat, "ack", [3, shown.digest, [], []])]
    expose(ring, both, reason="accepted")


def test_one_vote_is_no_majority() -> None:
    """The cheat votes everybody absent, at once and again: those who have written accept each other, and go on."""
    ring = Ring(4, seed="one vote").begin()
    ring.hold_back("reveal")
    votes = [ring.sign(ring.cheat, "absent", [chair, None]) for chair in (0, 2, 3)]
    for _ in range(3):
        ring.say(ring.cheat, votes)
    ring.cheat.down = True
    ring.go_on()
    assert not any(ring.state.match.is_away(one.key) for one in ring.honest)


def test_votes_of_who_does_not_sit_here_count_nothing() -> None:
    ring = Ring(3).begin()
    ring.hold_back("reveal")
    state = ring.state
    for n in range(20):
        who = stranger(f"voter {n}")
        votes = [Entry.sign(who, table_id=state.founding.table_id, step=state.step, parent=state.parent,
                            kind="absent", body=[chair, None]) for chair in range(3)]
        ring.say(ring.cheat, votes)
    for one in ring.honest:
        place = one.table.chain.place(state.parent)
        assert not any(place.absent.values())
        assert not one.table.chain.cheats
    ring.cheat.down = True
    ring.go_on()


def test_votes_about_who_is_not_due_count_nothing() -> None:
    ring = Ring(4).begin()
    ring.hold_back("shuffle")
    ring.say(ring.cheat, [ring.sign(ring.cheat, "absent", [chair, None]) for chair in (0, 1, 2, 3)])
    for one in ring.honest:
        assert not any(one.table.chain.place(ring.state.parent).absent.values())
    ring.cheat.down = True
    ring.go_on()


def test_a_vote_about_oneself_counts_nothing() -> None:
    ring = Ring(3).begin()
    own = ring.hold_back("shuffle")
    ring.say(ring.cheat, [ring.sign(ring.cheat, "absent", [1, None])])
    ring.say(ring.cheat, [own])
    ring.cheat.down = True
    ring.until(lambda: ring.state.stage is not Stage.SHUFFLE)
    assert not ring.honest[0].table.chain.cheats


def test_a_vote_for_another_step_counts_nothing() -> None:
    ring = Ring(4).begin()
    ring.hold_back("reveal")
    state = ring.state
    for step in (0, state.step - 1, state.step + 1, 2**32 - 1):
        vote = Entry.sign(ring.cheat.identity, table_id=state.founding.table_id, step=step, parent=state.parent,
                          kind="absent", body=[0, None])
        ring.say(ring.cheat, [vote])
    for one in ring.honest:
        assert not any(one.table.chain.place(state.parent).absent.values())
    ring.cheat.down = True
    ring.go_on()


@pytest.mark.parametrize("body", [
    None, [], [0], [None, None], [True, None], [9, None], [-1, None], [0, []], [0, [b"", b""]], [0, [b"x"]], "0",
])
def test_a_vote_that_cannot_be_read(body: Any) -> None:
    ring = Ring(3, seed=f"vote {body}").begin()
    ring.hold_back("reveal")
    vote = ring.sign(ring.cheat, "absent", body)
    for one in ring.honest:
        ring.say(ring.cheat, [vote], [one])
        assert ring.cheat.key in one.table.chain.cheats
    ring.cheat.down = True
    ring.go_on()


def test_a_majority_of_votes_against_what_has_been_accepted_is_too_late() -> None:
    """Two of five vote away an entry that three have accepted: a tie or more goes to the entry."""
    ring = Ring(5, (1, 3), seed="late votes").begin()
    ring.hold_back("reveal", ring.seats[1])
    ring.hold_back("reveal", ring.seats[3])
    for cheat in (ring.seats[1], ring.seats[3]):
        ring.say(cheat, [ring.sign(cheat, "absent", [0, None])])
    ring.pass_time(1)
    for cheat in (ring.seats[1], ring.seats[3]):
        cheat.down = True
    ring.go_on()
    assert not ring.state.match.is_away(ring.seats[0].key)


# --- evidence that is none ---


def honest_entries(ring: Ring) -> list[Entry]:
    honest = {one.key for one in ring.honest}
    return [entry for step in ring.honest[0].table.chain.steps for entry in step.entries if entry.author in honest]


def test_honest_entries_offered_as_false_convict_nobody() -> None:
    ring = Ring(seed="spoof").begin()
    ring.until(lambda: ring.state.stage is Stage.PLAY)
    for entry in honest_entries(ring):
        ring.accuse(ring.cheat, [entry])
    assert not any(one.table.chain.cheats for one in ring.honest)
    ring.go_on()


def test_pairs_of_honest_entries_convict_nobody() -> None:
    ring = Ring(seed="pairs").begin()
    ring.until(lambda: ring.state.stage is Stage.PLAY)
    entries = honest_entries(ring)
    for one, other in itertools.pairwise(entries):
        ring.accuse(ring.cheat, [one, other])
        ring.accuse(ring.cheat, [one, one])
    acks = [verdict.entry for place in ring.honest[0].table.chain.places.values() for verdict in place.verdicts()]
    for ack in acks:
        ring.accuse(ring.cheat, [ack])
        ring.accuse(ring.cheat, [entries[-1], ack])
    assert not any(one.table.chain.cheats for one in ring.honest)
    ring.go_on()


def test_a_verdict_and_an_entry_are_no_pair() -> None:
    ring = Ring(4, seed="mixed").begin()
    ring.hold_back("reveal")
    ring.say(ring.cheat, [ring.sign(ring.cheat, "absent", [3, None])])
    ring.pass_time(0.1)
    place = ring.honest[0].table.chain.places[ring.state.parent]
    acks = [verdict.entry for verdict in place.verdicts() if verdict.kind == "ack"]
    assert acks
    for ack in acks:
        theirs = next(one.entry for one in place.entries.values() if one.entry.author == ack.author)
        ring.accuse(ring.cheat, [theirs, ack])
        ring.accuse(ring.cheat, [ack, theirs])
    assert not any(one.table.chain.cheats for one in ring.honest)


def test_entries_that_a_seat_did_not_sign_convict_it_of_nothing() -> None:
    """Its own content with another signature, and false content with the cheat's signature under its name."""
    ring = Ring(seed="forged").begin()
    ring.until(lambda: ring.state.stage is Stage.PLAY)
    theirs = honest_entries(ring)[-1]
    mine = ring.sign(ring.cheat, "play", None)
    content = mine.content.replace(ring.cheat.key, theirs.author)
    forged = [
        Entry(theirs.table_id, theirs.step, theirs.parent, theirs.author, theirs.kind, theirs.body, mine.signature,
              theirs.content, theirs.digest),
        Entry(mine.table_id, mine.step, mine.parent, theirs.author, "play", None, mine.signature, content, mine.digest),
    ]
    for entry in forged:
        for data in (pack(Entries((entry,))), pack(Evidence((entry,))), pack(Evidence((entry, theirs)))):
            for one in ring.honest:
                ring.deliver(ring.cheat, one, data)
    assert not any(one.table.chain.cheats for one in ring.honest)
    ring.go_on()


def test_an_honest_entry_of_a_branch_that_lost_is_no_evidence() -> None:
    """It stands on a move of the cheat that has been undone: its author built on what he knew."""
    ring = Ring(4, seed="lost").begin()
    one = ring.hold_back("shuffle")
    other = ring.author().dealing(ring.state, 1)
    ring.cheat.down = True
    ring.say(ring.cheat, [one], ring.honest[1:2])     # who shuffles next, and builds on it
    lost = [entry for data in ring.honest[1].sent[-3:] for entry in _entries(data) if entry.kind == "shuffle"]
    assert lost
    assert lost[0].parent != ring.state.parent
    ring.say(ring.cheat, [other])
    ring.pass_time(2)
    for entry in lost:
        ring.accuse(ring.cheat, [entry])
        ring.accuse(ring.cheat, [entry, one])
        ring.accuse(ring.cheat, [entry, lost[-1]])
    ring.nobody_honest_is_blamed()
    ring.go_on()


def _entries(data: bytes) -> tuple[Entry, ...]:
    from azi_p2p.table.wire import unpack

    message = unpack(data)
    return message.entries if isinstance(message, Entries) else ()
