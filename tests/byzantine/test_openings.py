"""Cheats in opening a hand and in asking for chairs, and in messages that are no messages."""

from __future__ import annotations

import copy
import random
from functools import partial
from typing import Any

import pytest

from azi_p2p.table.bodies import Opening, Request, make_invitation
from azi_p2p.table.kinds import Stage
from azi_p2p.table.pool import MAX_ORPHANS_PER_AUTHOR
from azi_p2p.table.state import game_digest, opening_result
from azi_p2p.table.wire import ChatLine, Entries, Status, pack
from protocol.codec import encode
from protocol.entry import Entry
from protocol.errors import Refused
from tests.byzantine.ring import Ring, expose, stranger


def _has_finished(ring: Ring, hands: int) -> bool:
    return ring.state.finished >= hands


def cheat_opens(seed: str, **options: Any) -> Ring:
    """A ring at the point where the cheat is the one to open the next hand."""
    for n in range(20):
        ring = Ring(seed=f"{seed} {n}", **options).begin()
        ring.go_on()
        for _ in range(4):
            ring.until(partial(_has_finished, ring, ring.state.finished + 1))
            if ring.state.stage is Stage.OPEN and ring.state.due() == (1,):
                ring.hold_back("open")
                return ring
    raise AssertionError("it never came to that")


def opening(ring: Ring, *requests: Request, hand: int | None = None, digest: bytes | None = None) -> Entry:
    state = ring.state
    number = state.opened + 1 if hand is None else hand
    if digest is None:
        try:
            after = opening_result(state, Opening(number, requests, bytes(32)))[0]
        except Refused:
            after = copy.deepcopy(state.match)
        digest = game_digest(after)
    return ring.sign(ring.cheat, "open", Opening(number, requests, digest).to_body())


def test_wrong_openings() -> None:
    for what in ("digest", "hand", "short"):
        ring = cheat_opens("wrong")
        hand = ring.state.opened + 1
        bodies = {
            "digest": [hand, [], bytes(32)],
            "hand": [hand + 1, [], game_digest(ring.state.match)],
            "short": [hand, []],
        }
        expose(ring, [ring.sign(ring.cheat, "open", bodies[what])])


def test_requests_that_are_not_theirs_or_not_for_now() -> None:
    table, now = None, None
    guest = stranger("guest")
    for what in ("forged", "stale", "elsewhere", "rebuy", "leave of nobody", "sit twice"):
        ring = cheat_opens("requests")
        table, now = ring.founding.table_id, ring.state.opened + 1
        good = Request.make(guest, table, now, "sit", name="guest")
        match what:
            case "forged":
                victim = ring.honest[0].key
                entry = Request.make(ring.cheat.identity, table, now, "leave").entry
                content = entry.content.replace(ring.cheat.key, victim)
                request = Request(Entry(table, now, entry.parent, victim, "leave", None, entry.signature, content,
                                        entry.digest), "leave", victim, now, "", None)
                requests = [request]
            case "stale":
                requests = [Request.make(guest, table, now - 1, "sit", name="guest")]
            case "elsewhere":
                requests = [Request.make(guest, bytes(32), now, "sit", name="guest")]
            case "rebuy":
                requests = [Request.make(ring.cheat.identity, table, now, "rebuy")]
            case "leave of nobody":
                requests = [Request.make(guest, table, now, "leave")]
            case _:
                requests = [good, good]
        expose(ring, [opening(ring, *requests)])


def test_closing_a_table_where_others_can_play() -> None:
    ring = cheat_opens("close")
    expose(ring, [ring.sign(ring.cheat, "close", None)], reason="NotAllowed")


def test_opening_out_of_turn() -> None:
    ring = Ring(seed="before", ante=10).begin()
    ring.until(lambda: ring.state.finished > 0 and ring.state.stage is Stage.OPEN and ring.state.due() != (1,))
    ring.pass_time(0.1)
    expose(ring, [opening(ring)], reason="not asked")


@pytest.mark.parametrize("invitation", ["none", "own", "another's"])
def test_the_uninvited_at_a_table_by_invitation(invitation: str) -> None:
    ring = Ring(2, (1,), seating="invite", seed="invited")
    founder, guest = ring.seats[0], stranger("guest")
    signed = {
        "none": None,
        "own": make_invitation(guest, ring.founding.table_id, guest.public).encode(),
        "another's": make_invitation(founder.identity, ring.founding.table_id, stranger("other").public).encode(),
    }[invitation]
    ring.seats[0].table.begin(ring.now)
    wish = Request.make(guest, ring.founding.table_id, 1, "sit", name="guest", invitation=signed)
    ring.say(ring.cheat, [wish.entry], [founder])
    founder.table.usher.start_now = True
    founder.table.handle_timer(ring.now)
    assert founder.table.chain.state.chair_of(guest.public) is None
    assert founder.table.chain.state.stage is Stage.OPEN


def test_a_wish_in_anothers_name_is_not_heard() -> None:
    ring = Ring().begin()
    ring.until(lambda: ring.state.stage is Stage.PLAY)
    victim = ring.honest[1]
    entry = Request.make(ring.cheat.identity, ring.founding.table_id, ring.state.opened + 1, "leave").entry
    forged = Entry(entry.table_id, entry.step, entry.parent, victim.key, "leave", None, entry.signature,
                   entry.content.replace(ring.cheat.key, victim.key), entry.digest)
    ring.say(ring.cheat, [forged])
    assert not ring.honest[0].table.usher.is_leaving(victim.key)
    ring.nobody_honest_is_blamed()


# --- messages ---


def test_garbage_never_raises_and_costs_the_record_nothing() -> None:
    rng = random.Random("garbage")
    ring = Ring(seed="garbage").begin()
    ring.until(lambda: ring.state.stage is Stage.PLAY)
    ring.pass_time(0.05)
    sent = ring.cheat.sent + ring.honest[0].sent[-20:]
    for n in range(600):
        data = bytearray(rng.choice(sent)) if n % 3 else bytearray(rng.randbytes(rng.randrange(200)))
        for _ in range(rng.randrange(4)):
            if data:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        if n % 7 == 0:
            del data[rng.randrange(len(data) + 1):]
        ring.deliver(ring.cheat, ring.honest[n % 2], bytes(data))
    ring.nobody_honest_is_blamed()
    ring.go_on()


@pytest.mark.parametrize("value", [
    None, [], ["entries"], ["entries", [b""]], ["entries", [None]], ["entries", [b"x"] * 513], ["evidence", []],
    ["evidence", [b"", b"", b""]], ["status", -1, bytes(32), [], True], ["status", 2**32, bytes(32), [], True],
    ["status", 1, bytes(31), [], True], ["status", 1, bytes(32), [bytes(8)] * 65, True],
    ["status", 1, bytes(32), [], 1],
    ["chat", ""], ["chat", "x" * 401], ["chat", 1], "entries", 7, [[[[[[[[[[[[[]]]]]]]]]]]]],
])
def test_messages_that_are_none(value: Any) -> None:
    ring = Ring(2, ())
    table = ring.seats[0].table
    for data in (encode(value), encode(value) + b"\0", encode(value)[:-1]):
        table.receive(stranger("peer").public, data, ring.now)
    assert table.chain.tip == 1


def test_huge_messages_are_refused_by_their_size() -> None:
    ring = Ring(2, ())
    table = ring.seats[0].table
    for data in (bytes(600_000), b"\xdd\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\x91" * 100_000):
        table.receive(stranger("peer").public, data, ring.now)
    assert all(not suspect.proof for suspect in table.poll_effects() if hasattr(suspect, "proof"))


def test_entries_that_wait_for_a_parent_are_bounded() -> None:
    ring = Ring().begin()
    ring.hold_back("shuffle")
    table = ring.honest[0].table
    for author in (ring.cheat.identity, stranger("nobody")):
        for n in range(300):
            parent = n.to_bytes(32, "big")
            entry = Entry.sign(author, table_id=ring.founding.table_id, step=50 + n, parent=parent, kind="bid",
                               body=[bytes(100)])
            table.receive(ring.cheat.key, pack(Entries((entry,))), ring.now)
    assert len(table.chain.orphans) <= MAX_ORPHANS_PER_AUTHOR
    assert len(table.chain.places) <= table.chain.tip + 1
    ring.cheat.down = True
    ring.go_on()


def test_statuses_of_any_place_are_answered_or_not_but_never_raise() -> None:
    ring = Ring().begin()
    ring.until(lambda: ring.state.stage is Stage.PLAY)
    chain = ring.honest[0].table.chain
    for step in (0, 1, chain.tip - 1, chain.tip, chain.tip + 1, 2**32 - 1):
        for parent in (bytes(32), chain.state.parent, chain.parents[1]):
            ring.deliver(ring.cheat, ring.honest[0], pack(Status(step, parent, (bytes(8),) * 64, ask=True)))
    ring.deliver(ring.cheat, ring.honest[0], pack(ChatLine("a\nb\u202e\x1b[2J")))
    ring.go_on()
