"""A bot at a node's table, from its seat to its leaving: it reads the view, and acts as a person would."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from typing import TYPE_CHECKING

from azi_p2p.bots import choose
from azi_p2p.game.errors import GameError
from azi_p2p.table.actions import Leave
from protocol.errors import LocalError

if TYPE_CHECKING:
    from collections.abc import Callable

    from azi_p2p.node.node import Node
    from azi_p2p.table.view import View

HERE = frozenset({"playing", "folded", "gone", "leaving"})
"""Standings of one who is in the hand under way, or was in it."""


class BotPlayer:
    """Plays until it has left, or the table is closed. `on_view` is shown every view that it looks at."""

    def __init__(
        self, node: Node, *, hands: int | None = None, think_s: float = 0.0,
        on_view: Callable[[View], None] = lambda _view: None,
    ) -> None:
        """`hands`: leave after so many; None: never. `think_s`: seconds before each move of the game."""
        self._node = node
        self._hands = hands
        self._think_s = think_s
        self._on_view = on_view
        self._rng = random.Random(os.urandom(16))  # noqa: S311  a player's whims; the deal's entropy is the node's
        self._played: set[int] = set()
        self._is_leaving = False

    async def run(self) -> None:
        """Raises StoreError where the node's store fails."""
        async for _ in self._node.changes:
            view = self._node.view
            if view is not None and self._node.left:
                self._on_view(view)      # how the last hand ended
                return
            if view is not None:
                await self._look(view)
            await asyncio.sleep(0)      # however much a bot has to do, its node goes on

    async def _look(self, view: View) -> None:
        """Do what is due. Whatever it does changes the table, and brings it here again."""
        self._on_view(view)
        self._count(view)
        if self._hands is not None and len(self._played) >= self._hands and not self._is_leaving:
            # said while the last hand is played: once it has ended, the next one may be open already
            self._is_leaving = True
            self._node.act(Leave())
            return
        if view.legal is not None and self._think_s:
            await asyncio.sleep(self._think_s)
            now = self._node.view
            if now is None or now.step != view.step:
                return
        action = choose(view, self._rng)
        if action is None or (self._is_leaving and view.legal is None):
            return
        with contextlib.suppress(GameError, LocalError):     # the table went on in the meantime
            self._node.act(action)

    def _count(self, view: View) -> None:
        mine = next((seat for seat in view.seats if seat.key == view.my_key), None)
        if mine is not None and view.hand_number and view.stage != "open" and mine.standing in HERE:
            self._played.add(view.hand_number)
