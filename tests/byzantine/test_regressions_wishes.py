"""What a cheat could do with wishes, foundings and encodings: stall openings, keep guests out, return, crash nodes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from azi_p2p.game.options import Options
from azi_p2p.table.bodies import Carried, Continued, Founding, Request, make_invitation
from azi_p2p.table.kinds import Stage
from azi_p2p.table.session import Table
from azi_p2p.table.wire import Entries, pack
from protocol.codec import decode
from protocol.entry import Entry
from protocol.errors import Malformed, Refused
from tests.byzantine.ring import Ring, expose, stranger

if TYPE_CHECKING:
    from protocol.identity import Identity


def wish(who: Identity, ring: Ring, kind: str = "sit", invitation: Entry | None = None) -> Entry:
    """For the next hand."""
    return Request.make(who, ring.founding.table_id, ring.state.opened + 1, kind, name="x" if kind == "sit" else "",
                        invitation=None if invitation is None else invitation.encode()).entry


def test_two_huge_wishes_made_an_opening_that_no_entry_could_hold() -> None:
    ring = Ring(3).begin()
    ring.until(lambda: ring.state.stage is Stage.PLAY)
    for n in range(2):
        who = stranger(f"huge {n}")
        padded = Entry.sign(who, table_id=ring.founding.table_id, step=0, parent=bytes(32), kind="invite",
                            body=bytes(40_000))
        ring.say(ring.cheat, [Entry.sign(who, table_id=ring.founding.table_id, step=ring.state.opened + 1,
                                         parent=bytes(32), kind="sit", body=["huge", padded.encode()])], ring.seats)
    ring.go_on(2)


def test_uninvited_wishes_kept_the_invited_out() -> None:
    ring = Ring(3, (1,), seating="invite")
    founder, guest = ring.seats[0], stranger("guest")
    ring.say(ring.cheat, [wish(stranger(f"uninvited {n}"), ring) for n in range(12)], [founder])
    for n in range(12):
        ring.say(ring.cheat, [wish(stranger(f"one by one {n}"), ring)], [founder])
    invitation = make_invitation(founder.identity, ring.founding.table_id, guest.public)
    ring.say(ring.cheat, [wish(guest, ring, invitation=invitation)], [founder])
    assert guest.public in founder.table.usher.wanting()


def test_an_uninvited_wish_opened_the_record_to_a_stranger() -> None:
    ring = Ring(2, (1,), seating="invite", watchers=False)
    founder, nosy = ring.seats[0], stranger("nosy")
    founder.table.receive(nosy.public, pack(Entries((wish(nosy, ring),))), ring.now)
    assert not founder.table._may_read(nosy.public)


def test_a_proven_cheat_signed_that_he_was_back_and_was_dealt_in() -> None:
    ring = Ring(3).begin()
    ring.hold_back("reveal")
    expose(ring, [ring.sign(ring.cheat, "reveal", [bytes(32)])])
    ring.say(ring.cheat, [wish(ring.cheat.identity, ring, "return")])
    ring.until(lambda: ring.state.stage is Stage.KEYS)
    assert 1 not in ring.state.due()


def test_a_founding_that_carried_one_player_twice_raised_in_every_node_that_read_it() -> None:
    founder = stranger("founder")
    twice = Carried(bytes(31) + b"\7", 10, 10)
    with pytest.raises(Refused):
        Table(founder, Founding.make(
            founder, founder_name="a", table_name="b", options=Options.checked(), nonce=bytes(16),
            continued=Continued(bytes(32), bytes(32), (twice, twice))), random.Random(2).randbytes, 0.0)


def test_an_extension_type_of_the_encoding_made_a_second_form_of_a_value() -> None:
    with pytest.raises(Malformed):
        decode(b"\xc7\x00\x05", 100)
