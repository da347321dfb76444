"""Bots at real tables, with every proof: hands come to their end, and every view can be drawn."""

from __future__ import annotations

import random

from azi_p2p.bots import choose
from azi_p2p.game.options import Options
from azi_p2p.table.actions import SitDown
from azi_p2p.table.bodies import Founding
from azi_p2p.table.effects import Send, Suspect
from azi_p2p.table.session import Table
from azi_p2p.terminal.frame import Scene, draw
from azi_p2p.terminal.glyphs import UNICODE
from azi_p2p.terminal.keys import Keys
from protocol.identity import Identity

SEATS = 3
HANDS = 2
MAX_ROUNDS = 3000


class Room:
    """Tables whose messages arrive at once, one clock for all."""

    def __init__(self, options: Options, seed: int) -> None:
        self.rng = random.Random(seed)
        identities = [Identity.generate(self.rng.randbytes) for _ in range(SEATS)]
        founding = Founding.make(
            identities[0], founder_name="Bot 1", table_name="Room", options=options, nonce=self.rng.randbytes(16),
        )
        self.now = 0.0
        self.tables = [
            Table(one, founding, self.rng.randbytes, self.now, pause=0.1, start_at=SEATS) for one in identities
        ]
        for table in self.tables:
            table.begin(self.now)
        for table in self.tables:
            for number, other in enumerate(self.tables, 1):
                if other is not table:
                    table.peer_up(other.identity.public, f"Bot {number}", self.now)
        for number, table in enumerate(self.tables[1:], 2):
            table.act(SitDown(f"Bot {number}"), self.now)

    def deliver(self) -> bool:
        """Carries every waiting message; whether there was one."""
        moved = False
        for table in self.tables:
            for effect in table.poll_effects():
                assert not isinstance(effect, Suspect), effect
                if isinstance(effect, Send):
                    moved = True
                    for other in self.tables:
                        if other is not table and effect.peer in (None, other.identity.public):
                            other.receive(table.identity.public, effect.data, self.now)
        return moved

    def think(self) -> bool:
        acted = False
        for table in self.tables:
            view = table.view(self.now)
            action = choose(view, self.rng)
            scene = Scene(view, Keys().prompt(view))
            assert len(draw(scene, 80, 24, UNICODE)) == 24
            if action is not None:
                table.act(action, self.now)
                acted = True
        return acted


def test_bots_play_hands_to_their_end() -> None:
    for cards in (3, 4):
        room = Room(Options(cards=cards, turn_seconds=0), cards)
        for _ in range(MAX_ROUNDS):
            if not room.deliver() and not room.think():
                room.now += 0.2
                for table in room.tables:
                    table.handle_timer(room.now)
            if all(table.view(room.now).hands >= HANDS for table in room.tables):
                break
        views = [table.view(room.now) for table in room.tables]
        assert [view.hands >= HANDS for view in views] == [True] * SEATS
        assert sum(seat.result for seat in views[0].seats) == -views[0].pot
