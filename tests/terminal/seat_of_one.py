"""Run by test_attend in a pseudo-terminal: one person at an open table with two who always call; no node."""

from __future__ import annotations

import asyncio
import random
import sys

from azi_p2p.game.actions import Call
from azi_p2p.game.errors import IllegalAction
from azi_p2p.game.options import Options
from azi_p2p.game.state import Phase
from azi_p2p.node.changes import Changes
from azi_p2p.table.actions import Chat, StartHand
from azi_p2p.terminal.attend import attend
from tests.views import OpenTable


class LocalTable:
    """What `attend` asks of a node, over the engine alone."""

    def __init__(self) -> None:
        self.table = OpenTable(Options(blind=False), 3)
        self.rng = random.Random(11)
        self.said: list[tuple[str, str]] = []
        self.news = ["You are at the table."]
        self.changes = Changes()

    @property
    def view(self):
        return self.table.view(0)

    def act(self, action) -> None:
        if isinstance(action, StartHand):
            self.table.begin()
        elif isinstance(action, Chat):
            self.said.append(("Aru", action.text))
        elif type(action).__module__.startswith("azi_p2p.game"):
            self.table.apply(0, action)
        else:
            raise IllegalAction("not at this table")
        self._others()
        self.changes.note()

    def _others(self) -> None:
        """Deals and the others' moves until it is the person's turn, or the hand is over."""
        while self.table.match.hand is not None:
            hand = self.table.hand
            if hand.phase is Phase.DEAL:
                hands = {0: "Ah Kh As", 1: "6s 7s 8s", 2: "6d 7d 8d"}
                self.table.deal(self.rng, hands, "9h", opener=0)
                continue
            chair = hand.to_act()[0]
            if chair == 0:
                return
            legal = hand.legal(chair, self.table.hands[chair])
            self.table.apply(chair, legal.actions()[0] if legal.call is None else Call())


async def main() -> None:
    await attend(LocalTable())
    sys.stdout.write("left in good order\n")


if __name__ == "__main__":
    asyncio.run(main())
