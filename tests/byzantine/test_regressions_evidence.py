"""What a cheat could do with evidence: fill its place, time it so that some never heard of it, hide behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azi_p2p.table.wire import Entries, Evidence, pack, unpack
from tests.byzantine.ring import Ring, expose, stranger, third_node_is_convinced, two_contents, watcher

if TYPE_CHECKING:
    from protocol.entry import Entry
    from tests.byzantine.ring import Seat


def at_the_reveal(seats: int = 4) -> tuple[Ring, Entry]:
    """All but the cheat have revealed; what his node wrote, and nobody has got."""
    ring = Ring(seats).begin()
    own = ring.hold_back("reveal")
    ring.hush(ring.cheat)
    return ring, own


def shares_of(seat: Seat) -> Entry:
    """The true shares that this seat's node has written since."""
    return next(one for data in reversed(seat.sent) if isinstance(message := unpack(data), Entries)
                for one in message.entries if one.kind == "shares")


def test_strangers_pairs_filled_the_place_of_evidence() -> None:
    """Twelve pairs by twelve new keys: the thirteenth cheat, who sits here, was held for none."""
    ring, own = at_the_reveal(3)
    for n in range(12):
        ring.accuse(ring.cheat, two_contents(stranger(f"filler {n}"), ring))
    assert not any(one.table.chain.cheats for one in ring.honest)
    false = ring.sign(ring.cheat, "reveal", [bytes(32)])
    a, b = ring.honest
    ring.say(ring.cheat, [own, false], [a])
    ring.say(ring.cheat, [false], [b])
    ring.go_on()


def test_a_malformed_verdict_convinced_only_who_got_it_from_the_cheat() -> None:
    """Two of three then did without him, the third waited for them, and was voted absent."""
    ring, own = at_the_reveal()
    a, b, c = ring.honest
    false = ring.sign(ring.cheat, "absent", ["nonsense"])
    ring.say(ring.cheat, [false], [a, b])
    ring.pass_time(0.1)
    assert ring.cheat.key in a.table.chain.cheats
    assert ring.cheat.key in c.table.chain.cheats
    ring.say(ring.cheat, [own], [c])
    ring.pass_time(8)
    assert not ring.state.match.is_away(c.key)
    ring.agree()


def test_evidence_that_came_before_the_history_it_is_about_was_forgotten() -> None:
    ring, own = at_the_reveal()
    a, b, c = ring.honest
    before = ring.filter
    ring.filter = lambda sender, receiver, data: before(sender, receiver, data) and not (
        receiver is c and not isinstance(unpack(data), Evidence))
    ring.say(ring.cheat, [own], [a, b])     # c lacks the last reveal: its link is slow
    ring.say(ring.cheat, [ring.sign(ring.cheat, "shares", None)], [a, b])
    ring.pass_time(0.1)
    assert ring.cheat.key in a.table.chain.cheats
    assert ring.cheat.key not in c.table.chain.cheats
    ring.filter = before
    ring.pass_time(5)
    assert ring.cheat.key in c.table.chain.cheats


def test_evidence_that_came_early_parted_the_honest() -> None:
    """Who had forgotten it took the cheat's true entry, and was alone with it."""
    ring, own = at_the_reveal()
    a, b, c = ring.honest
    ring.say(ring.cheat, [own], [ring.cheat])
    true = shares_of(ring.cheat)
    ring.say(ring.cheat, [own], [a])
    ring.say(ring.cheat, [own, ring.sign(ring.cheat, "shares", None)], [a, b])
    ring.pass_time(0.021)
    ring.say(ring.cheat, [own, true], [c])
    ring.pass_time(8)
    assert not ring.state.match.is_away(c.key)
    ring.agree()


def test_a_pair_far_ahead_shielded_a_cheat_heads_up() -> None:
    """Convicted "at step 2^32 - 1", he was no cheat at the step where he cheated, and the hand waited for him."""
    ring, _ = at_the_reveal(2)
    ring.cheat.down = True
    ring.accuse(ring.cheat, two_contents(ring.cheat.identity, ring, step=2**32 - 1))
    ring.say(ring.cheat, [ring.sign(ring.cheat, "reveal", [bytes(32)])])
    ring.until(lambda: ring.state.finished > 0, seconds=200)


def test_a_false_entry_shown_to_a_newcomer_alone_made_him_distrust_the_table() -> None:
    ring = Ring(3).begin()
    ring.hold_back("shuffle")
    third = watcher(ring, ring.honest[0])
    for _ in range(200):
        third.handle_timer(ring.now)
    body = ring.author().dealing(ring.state, 1).body
    body[4] = body[4][32:] + body[4][:32]
    third.receive(ring.cheat.key, pack(Entries((ring.sign(ring.cheat, "shuffle", body),))), ring.now)
    for _ in range(5):
        third.handle_timer(ring.now)
    assert not third.trouble


def test_evidence_of_a_past_hand_was_lost_on_who_heard_of_it_late() -> None:
    ring, _ = at_the_reveal(3)
    expose(ring, [ring.sign(ring.cheat, "reveal", [bytes(32)])])
    a = ring.honest[0]
    third = watcher(ring, a)
    third.receive(a.key, pack(Evidence(a.table.chain.cheats[ring.cheat.key].entries)), ring.now)
    assert ring.cheat.key in third.chain.cheats


def test_heads_up_evidence_convinced_nobody_who_had_the_record_first() -> None:
    ring, _ = at_the_reveal(2)
    expose(ring, [ring.sign(ring.cheat, "reveal", [bytes(32)])], hands=0)


def test_two_versions_by_a_seat_that_was_not_due_convicted_nobody() -> None:
    ring, _ = at_the_reveal(3)
    a = ring.honest[0]
    earlier = a.table.chain.state_at(a.table.chain.tip - 3)     # where chair 0 shuffled
    assert earlier.due() == (0,)
    ring.accuse(ring.cheat, [ring.sign(ring.cheat, "shuffle", body, at=earlier) for body in (None, [])])
    assert ring.cheat.key in a.table.chain.cheats


def test_a_pair_convinced_nobody_who_had_its_author_absent_there() -> None:
    ring = Ring(4, seed="orders").begin()
    one = ring.hold_back("shuffle")
    other = ring.author().dealing(ring.state, 1)
    ring.cheat.down = True
    ring.say(ring.cheat, [one, other])
    ring.pass_time(1)
    third_node_is_convinced(ring, ring.cheat)
