"""The pump: drives one sans-IO table by the clock, the store and the links. It decides nothing."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from azi_p2p.node.deal_times import DealTimes
from azi_p2p.node.errors import NodeError
from azi_p2p.table.effects import Changed, Keep, Left, Said, Send, Suspect, Wipe

if TYPE_CHECKING:
    from collections.abc import Callable

    from azi_p2p.game.actions import Action
    from azi_p2p.node.links import Links
    from azi_p2p.node.store import Store
    from azi_p2p.table.actions import TableAction
    from azi_p2p.table.session import Table
    from azi_p2p.table.view import View

KEEP_DELAY_S: Final = 0.5
"""What others can be asked for again is written to the disk together, at the latest after so long."""

MAX_SAID: Final = 200
"""Chat lines remembered; they are not stored."""


class Pump:
    """One table of a node, running."""

    def __init__(
        self, table: Table, store: Store, links: Links, on_change: Callable[[], None],
        on_fault: Callable[[Exception], None],
    ) -> None:
        """`on_fault` is told once why this pump has stopped by itself: the store failed, or there is a bug."""
        self.table = table
        self.deal_times = DealTimes()
        self.said: list[tuple[bytes, str]] = []
        self.suspects: list[tuple[bytes, str, bool]] = []
        self.left = ""
        self._store = store
        self._links = links
        self._on_change = on_change
        self._on_fault = on_fault
        self._is_stopped = False
        self._unkept: list[tuple[bytes, bytes]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._keeping: asyncio.TimerHandle | None = None

    @property
    def table_id(self) -> bytes:
        """32 bytes."""
        return self.table.founding.table_id

    def begin(self) -> None:
        """A table that was not here before."""
        self.table.begin(time.monotonic())
        self.turn()

    def restore(self) -> None:
        """A table that the store knows: go on where it stood. Raises LocalError where the store is damaged."""
        stored = self._store.load(self.table_id)
        self.table.restore(stored.messages, stored.secrets, time.monotonic())
        self.turn()

    def receive(self, peer: bytes, data: bytes) -> None:
        """A message from a linked peer."""
        if self._is_stopped:
            return
        self.table.receive(peer, data, time.monotonic())
        self.turn()

    def peer_up(self, peer: bytes, name: str) -> None:
        """A link stands."""
        if self._is_stopped:
            return
        self.table.peer_up(peer, name, time.monotonic())
        self.turn()

    def peer_down(self, peer: bytes) -> None:
        """A link is gone."""
        if self._is_stopped:
            return
        self.table.peer_down(peer, time.monotonic())
        self.turn()

    def act(self, action: Action | TableAction) -> None:
        """What the player asks. Raises IllegalAction or LocalError in words."""
        self.table.act(action, time.monotonic())
        self.turn()

    def view(self) -> View:
        """What this seat may see, as of now."""
        return self.table.view(time.monotonic())

    def turn(self) -> None:
        """Carry out what the table asks for, in its order, and set its timer. Where the store fails, all stops."""
        if self._is_stopped:
            return
        try:
            changed = self._carry_out()
        except NodeError as error:
            self._fail(error)
            return
        self.deal_times.see(self.table.chain, time.monotonic())
        self._set_timer()
        if changed:
            self._on_change()

    def _carry_out(self) -> bool:
        changed = False
        for effect in self.table.poll_effects():
            match effect:
                case Keep():
                    self._keep(effect)
                case Wipe(keys):
                    self.flush()
                    self._store.wipe_secrets(self.table_id, keys)
                case Send(peer, data):
                    if peer is None:
                        self._links.broadcast(data)
                    else:
                        self._links.send(peer, data)
                case Said(author, text):
                    self.said = [*self.said[-MAX_SAID + 1:], (author, text)]
                    changed = True
                case Suspect(peer, reason, proof):
                    self.suspects = [*self.suspects[-MAX_SAID + 1:], (peer, reason, proof)]
                    changed = True
                case Left(reason):
                    self.left = reason
                    self.flush()
                    self._store.mark_finished(self.table_id)
                    changed = True
                case Changed():
                    changed = True
        return changed

    def flush(self) -> None:
        """Write to the disk what still waits for it."""
        if self._keeping is not None:
            self._keeping.cancel()
            self._keeping = None
        if self._unkept:
            unkept, self._unkept = self._unkept, []
            self._store.keep(self.table_id, unkept)

    def stop(self) -> None:
        """No more timers, no more messages; everything is on the disk."""
        if self._is_stopped:
            return
        self._is_stopped = True
        if self._timer is not None:
            self._timer.cancel()
        self.flush()

    def _keep(self, effect: Keep) -> None:
        self._unkept += effect.messages
        if effect.urgent:
            unkept, self._unkept = self._unkept, []
            self._store.keep(self.table_id, unkept, effect.secrets)
        elif self._keeping is None:
            self._keeping = asyncio.get_running_loop().call_later(KEEP_DELAY_S, self._flush_late)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.table.next_deadline()
        if deadline is not None:
            wait = max(0.0, deadline - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _flush_late(self) -> None:
        try:
            self.flush()
        except NodeError as error:
            self._fail(error)

    def _ring(self) -> None:
        self._timer = None
        try:
            self.table.handle_timer(time.monotonic())
        except Exception as error:  # noqa: BLE001  a bug: a timer has no caller to raise to, and nothing would go on
            self._fail(error)
            return
        self.turn()

    def _fail(self, error: Exception) -> None:
        """Nothing is sent any more that could not be kept."""
        self._is_stopped = True
        for timer in (self._timer, self._keeping):
            if timer is not None:
                timer.cancel()
        self._on_fault(error)
