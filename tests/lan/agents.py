"""The other end of `agent.py`: starts one on a host, gives it commands, waits for its events."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from protocol.identity import fingerprint
from tests.node.nodes import identity

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable

    from tests.lan.hosts import Host

WAIT_S: Final = 45.0
"""Keeps a failing test from hanging; what has to be fast is measured by the test itself."""


class Agent:
    """A node on a host. `events` is everything that it has said."""

    def __init__(self, host: Host, name: str, *arguments: str) -> None:
        self.name = name
        self.fingerprint = fingerprint(identity(name).public)
        self.events: list[dict[str, Any]] = []
        self._arrivals: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self.process = host.start_python(
            "-m", "tests.lan.agent", name, *arguments,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()
        ready = self.wait("ready")
        self.port: int = ready["port"]
        self.addresses: list[str] = ready["addresses"]

    def do(self, what: str, **more: Any) -> None:
        """Give a command."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"do": what, **more}) + "\n")
        self.process.stdin.flush()

    def ask(self, what: str, answer: str, **more: Any) -> dict[str, Any]:
        """Give a command and wait for the next event of this name (or for `error`)."""
        self.drain()
        mark = len(self.events)
        self.do(what, **more)
        return self.wait(answer, after=mark)

    def wait(
        self, event: str, fits: Callable[[dict[str, Any]], bool] = lambda _said: True, *, after: int = 0,
    ) -> dict[str, Any]:
        """The first event of this name that fits, from the `after`th on, past or to come."""
        deadline = time.monotonic() + WAIT_S
        at = max(0, after)
        while True:
            for said in self.events[at:]:
                if said["event"] == event and fits(said):
                    return said
            at = len(self.events)
            try:
                said = self._arrivals.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"{self.name}: no {event} in {WAIT_S} s; it said {self.events}") from None
            if said is None:
                raise AssertionError(f"{self.name} ended; it said {self.events}")
            self.events.append(said)

    def drain(self) -> int:
        """Take in what it has said so far; how many events that makes."""
        while True:
            try:
                said = self._arrivals.get_nowait()
            except queue.Empty:
                return len(self.events)
            if said is not None:
                self.events.append(said)

    def signal(self, number: signal.Signals) -> None:
        """SIGSTOP, SIGCONT, SIGTERM, SIGKILL."""
        self.process.send_signal(number)

    def _read(self, stream: Any) -> None:
        try:
            for line in stream:
                self._arrivals.put(json.loads(line))
        except ValueError:  # closed under us at the end of the test
            pass
        self._arrivals.put(None)
