"""A real node with its page, as `azi page` runs it, for a browser to open; on loopback, or on a host of namespaces."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from tests.lan.hosts import Host


class Served:
    """One `azi page`. `address` opens it once; the home outlives the process."""

    def __init__(self, home: Path, *arguments: str, host: Host | None = None) -> None:
        self.home, self.host = home, host
        self.arguments = arguments
        self.start()

    def start(self) -> None:
        """Start it, or start it again: with the same home, cookie and port."""
        network = [] if self.host is not None else ["--interface", "lo", "--port", "0"]
        command = [sys.executable, "-m", "azi_p2p", "--home", str(self.home), "page", "--no-browser", *network,
                   *self.arguments]
        options: dict[str, Any] = {
            "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True,
            "env": os.environ | {"PYTHONUNBUFFERED": "1"}, "start_new_session": True}
        self.process = (subprocess.Popen(command, **options) if self.host is None
                        else self.host.start(*command, **options))
        self.address = self._next_address()

    def _next_address(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if "http://" not in line:
            assert self.process.stderr
            raise AssertionError(f"azi page ended: {line} {self.process.stderr.read()}")
        return str(line[line.index("http://"):]).strip()

    @property
    def root(self) -> str:
        """The address without its token."""
        return self.address.partition("?")[0]

    def kill(self) -> None:
        """As a crash would end it; its bots with it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._close()

    def freeze(self) -> None:
        """It does nothing any more, as on a laptop that sleeps."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """As Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
        self._close()

    def _close(self) -> None:
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
