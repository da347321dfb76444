"""Two versions of one move, in every order and to whichever half; and what was said elsewhere, said again."""

from __future__ import annotations

import pytest

from azi_p2p.table.kinds import Stage
from protocol.entry import Entry
from tests.byzantine.ring import Ring, expose, restart_keeps


def two_versions(ring: Ring, kind: str) -> tuple[Entry, Entry]:
    """What the cheat's node wrote, held back, and another that is as true."""
    one = ring.hold_back(kind)
    author, state = ring.author(), ring.state
    other = author.dealing(state, 1) if kind in ("shuffle", "shares") else ring.sign(ring.cheat, kind, ["fold", None])
    assert one.digest != other.digest
    ring.cheat.down = True
    return one, other


def all_convict(ring: Ring) -> None:
    ring.pass_time(1)
    for one in ring.honest:
        assert ring.cheat.key in one.table.chain.cheats
        assert any(suspect.proof and suspect.peer == ring.cheat.key for suspect in one.suspects)
        restart_keeps(ring, one, ring.cheat)
    ring.go_on()
    assert ring.honest[0].table.chain.cheats[ring.cheat.key].entries


@pytest.mark.parametrize("kind", ["shuffle", "shares"])
@pytest.mark.parametrize("swapped", [False, True])
def test_two_versions_to_everybody(kind: str, *, swapped: bool) -> None:
    ring = Ring().begin()
    versions = two_versions(ring, kind)
    ring.say(ring.cheat, versions[::-1] if swapped else versions)
    all_convict(ring)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("kind", ["shuffle", "shares"])
def test_halves_see_different_versions(seats: int, kind: str) -> None:
    ring = Ring(seats, seed=f"halves {seats}").begin()
    one, other = two_versions(ring, kind)
    half = ring.honest[:len(ring.honest) // 2]
    ring.say(ring.cheat, [one], half)
    ring.say(ring.cheat, [other], [seat for seat in ring.honest if seat not in half])
    all_convict(ring)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_orders_of_arrival_end_alike(order: tuple[int, int]) -> None:
    ring = Ring(4, seed="orders").begin()
    versions = two_versions(ring, "shuffle")
    a, b, c = ring.honest
    ring.say(ring.cheat, [versions[order[0]], versions[order[1]]], [a])
    ring.say(ring.cheat, [versions[order[1]], versions[order[0]]], [b])
    ring.say(ring.cheat, [versions[order[0]]], [c])
    all_convict(ring)


@pytest.mark.parametrize("later_seconds", [0.03, 0.05, 0.09, 0.3, 1.0])
def test_a_second_version_after_the_others_have_moved_on(later_seconds: float) -> None:
    ring = Ring(4, seed="later").begin()
    one, other = two_versions(ring, "shuffle")
    ring.say(ring.cheat, [one])
    ring.pass_time(later_seconds)
    ring.say(ring.cheat, [other], ring.honest[:1])
    all_convict(ring)


def test_versions_both_built_upon_with_the_link_between_the_halves_cut() -> None:
    ring = Ring(5, seed="cut").begin()
    one, other = two_versions(ring, "shuffle")
    a, b, c, d = ring.honest
    before = ring.filter
    ring.filter = lambda sender, receiver, data: before(sender, receiver, data) and (
        (sender in (a, b)) == (receiver in (a, b)))
    ring.say(ring.cheat, [one], [a, b])
    ring.say(ring.cheat, [other], [c, d])
    ring.pass_time(3)
    assert a.table.chain.state.parent != c.table.chain.state.parent
    ring.filter = before
    ring.pass_time(10)
    all_convict(ring)


def test_a_false_second_version() -> None:
    ring = Ring().begin()
    one, _ = two_versions(ring, "shuffle")
    ring.say(ring.cheat, [one])
    ring.say(ring.cheat, [ring.sign(ring.cheat, "shuffle", None, at=ring.honest[0].table.chain.state_at(one.step))])
    all_convict(ring)


def test_a_bid_and_a_fold() -> None:
    ring = Ring().begin()
    ring.say(ring.cheat, two_versions(ring, "bid"))
    ring.pass_time(1)
    assert all(ring.cheat.key in one.table.chain.cheats for one in ring.honest)
    ring.go_on()


# --- replays ---


def test_a_replay_from_another_hand_is_passed_over() -> None:
    """An old entry, word for word, names an old parent: it is late, and nobody is to blame."""
    ring = Ring().begin()
    ring.go_on()
    old = [entry for step in ring.honest[0].table.chain.steps for entry in step.entries
           if entry.author == ring.cheat.key]
    assert old
    before = [len(one.suspects) for one in ring.honest]
    ring.say(ring.cheat, old)
    assert before == [len(one.suspects) for one in ring.honest]
    ring.go_on()


@pytest.mark.parametrize("kind", ["keys", "shuffle", "reveal", "shares"])
def test_a_proof_from_another_hand_signed_anew(kind: str) -> None:
    ring = Ring(seed="replay").begin()
    ring.go_on()
    old = next(entry for step in ring.honest[0].table.chain.steps for entry in step.entries
               if entry.author == ring.cheat.key and entry.kind == kind)
    ring.hold_back(kind)
    expose(ring, [ring.sign(ring.cheat, kind, old.body)], reason="NotProven")


def test_anothers_message_signed_as_ones_own() -> None:
    ring = Ring(seed="theirs").begin()
    ring.hold_back("shares")
    theirs = ring.honest[1].table.chain.place(ring.state.parent).entries[2].entry.body
    expose(ring, [ring.sign(ring.cheat, "shares", theirs)], reason="NotProven")


def test_a_replay_from_another_table_is_passed_over() -> None:
    elsewhere = Ring(seed="ring").begin()
    elsewhere.go_on()
    ring = Ring(seed="ring", ante=11).begin()
    assert ring.cheat.key == elsewhere.cheat.key
    ring.until(lambda: ring.state.stage is Stage.PLAY)
    theirs = [entry for step in elsewhere.honest[0].table.chain.steps for entry in step.entries]
    ring.say(ring.cheat, theirs)
    ring.accuse(ring.cheat, theirs[-1:])
    ring.accuse(ring.cheat, theirs[-2:])
    ring.nobody_honest_is_blamed()
    assert not ring.honest[0].table.chain.cheats
    ring.go_on()


def test_a_proof_from_another_table_signed_anew() -> None:
    elsewhere = Ring(seed="ring").begin()
    theirs = elsewhere.hold_back("shuffle")
    ring = Ring(seed="ring", ante=11).begin()
    ring.hold_back("shuffle")
    expose(ring, [ring.sign(ring.cheat, "shuffle", theirs.body)], reason="NotProven")


def test_a_true_entry_under_a_wrong_step() -> None:
    ring = Ring().begin()
    own = ring.hold_back("shuffle")
    false = Entry.sign(ring.cheat.identity, table_id=own.table_id, step=own.step + 1, parent=own.parent, kind=own.kind,
                       body=own.body)
    expose(ring, [false], reason="does not stand on this parent")
