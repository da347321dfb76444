"""What a node did to its own player: keep secrets for a thief of the disk, lose them, be blamed for a long line."""

from __future__ import annotations

import pytest

from azi_p2p.game.errors import IllegalAction
from azi_p2p.table.actions import Chat, SitOut
from azi_p2p.table.kinds import Stage
from azi_p2p.table.limits import MAX_CHAT_SIZE
from azi_p2p.table.session import Table
from protocol.errors import LocalError
from tests.byzantine.ring import Ring


def test_secrets_of_finished_hands_stayed_on_the_disk() -> None:
    ring = Ring(3, ()).begin()
    ring.go_on(2)
    hands = ring.state.finished + 1
    ring.until(lambda: ring.state.finished == hands and ring.state.stage is Stage.BID)
    ring.pass_time(0.05)
    assert [list(seat.secrets) for seat in ring.seats] == [[ring.state.keys_parent]] * 3


def test_a_restart_in_mid_deal_wiped_the_secrets_of_this_deal() -> None:
    """The last hand became final while the stored entries were read, before its own keys were among them."""
    ring = Ring(3, ()).begin()
    ring.go_on()
    ring.until(lambda: ring.state.stage is Stage.PLAY)
    seat = ring.seats[0]
    again = Table(seat.identity, ring.founding, seat.rng.randbytes, ring.now)
    again.restore(seat.kept, dict(seat.secrets), ring.now)
    assert again.author.hand(again.chain.state, 0)


def test_a_chat_line_too_long_for_the_others_was_sent() -> None:
    ring = Ring(2, ()).begin()
    with pytest.raises((LocalError, IllegalAction)):
        ring.seats[0].table.act(Chat("x" * (MAX_CHAT_SIZE + 1)), ring.now)


def test_sitting_out_was_undone_by_the_next_move_of_this_hand() -> None:
    ring = Ring(3, ()).begin()
    ring.until(lambda: ring.state.stage is Stage.BID)
    ring.seats[2].table.act(SitOut(out=True), ring.now)
    ring.until(lambda: ring.state.finished == 1)
    ring.until(lambda: ring.state.stage is Stage.SHUFFLE)
    assert ring.state.deal is not None
    assert ring.state.deal.seats == (0, 1)
