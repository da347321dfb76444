"""What a cheat could do with votes and acks: brand honest seats, excuse himself, take a hand back heads-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.table.actions import VoteGone
from azi_p2p.table.kinds import Stage
from azi_p2p.table.wire import Evidence, unpack
from tests.byzantine.ring import Ring, stranger, two_contents

if TYPE_CHECKING:
    from tests.byzantine.ring import Seat


def test_a_false_second_version_branded_those_who_had_accepted_the_first() -> None:
    ring = Ring(4, (1, 3)).begin()
    x, y = ring.seats[1], ring.seats[3]
    held = ring.hold_back_all("reveal", x, y)
    ring.pass_time(0.3)
    there = ring.state
    ring.say(x, [held[1]])
    ring.say(y, [ring.sign(y, "absent", [1, None], at=there)])     # whereupon the others accept it
    ring.pass_time(0.2)
    ring.say(x, [ring.sign(x, "reveal", None, at=there)])
    ring.pass_time(0.5)
    ring.nobody_honest_is_blamed()


def test_an_ack_without_an_unheard_of_cheat_branded_its_author() -> None:
    """B votes A absent in good faith, then takes it as so many accept, one cheat left out; C has not heard of him."""
    ring = Ring(5, (4,)).begin()
    a, b, c, d = ring.honest
    x = ring.cheat
    held = ring.hold_back_all("reveal", a, x)
    ring.pass_time(1)
    holding = ring.filter

    def slow(sender: Seat, receiver: Seat, data: bytes) -> bool:
        if receiver is a or (receiver is c and isinstance(unpack(data), Evidence)):
            return False
        return holding(sender, receiver, data)

    ring.filter = slow
    ring.say(x, [ring.sign(x, "reveal", [bytes(32)])], [b, d])
    b.table.act(VoteGone(0), ring.now)
    ring.settle(b)
    ring.pass_time(0.05)
    ring.say(a, [held[0]], [b, c, d])
    ring.pass_time(1)
    ring.nobody_honest_is_blamed()


def test_a_pair_of_a_strangers_entries_excused_a_vote_after_an_ack() -> None:
    ring = Ring(4, (1, 3)).begin()
    x, y = ring.seats[1], ring.seats[3]
    shown = ring.hold_back("reveal", y)
    ring.hush(x)
    ring.say(y, [shown])
    pair = two_contents(stranger("pair"), ring, step=0, parent=ring.state.parent)
    ring.say(x, [ring.sign(x, "ack", [3, shown.digest, [], []])])
    ring.say(x, [ring.sign(x, "absent", [3, [one.encode() for one in pair]])])
    assert x.key in ring.honest[0].table.chain.cheats


def test_leaving_out_who_is_no_cheat_excused_an_ack_after_a_vote() -> None:
    ring = Ring(4).begin()
    ring.hold_back("reveal")
    ring.cheat.down = True
    entries = ring.honest[2].table.chain.place(ring.state.parent).entries
    without = [[entries[chair].entry.encode()] for chair in (0, 2)]
    ring.say(ring.cheat, [ring.sign(ring.cheat, "absent", [3, None]),
                          ring.sign(ring.cheat, "ack", [3, entries[3].entry.digest, [], without])])
    assert ring.cheat.key in ring.honest[0].table.chain.cheats
    ring.nobody_honest_is_blamed()


def test_heads_up_who_had_built_on_a_move_voted_it_away() -> None:
    """He saw the card, played on, lost, and closed the table on a vote about the play he had answered."""
    ring = Ring(2, (1,)).begin()
    a, x = ring.seats

    def answered_play() -> int | None:
        """The step of the honest seat's first play, once the cheat has signed beyond it."""
        authors = [(step, done.entries[0]) for step, done in enumerate(a.table.chain.steps) if done.entries]
        plays = [step for step, entry in authors if entry.kind == "play" and entry.author == a.key]
        if not plays or not any(step > plays[0] and entry.author == x.key for step, entry in authors):
            return None
        return plays[0]

    ring.until(lambda: answered_play() is not None, seconds=900)
    ring.hush(x)
    x.down = True
    step = answered_play()
    assert step is not None
    before = a.table.chain.state_at(step)
    without = before.copy()
    without.take([], [0])
    ring.say(x, [ring.sign(x, "close", None, at=without), ring.sign(x, "absent", [0, None], at=before)])
    assert a.table.chain.state.stage is not Stage.CLOSED
