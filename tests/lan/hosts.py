"""Hosts on a LAN, in network namespaces of one machine: a bridge and veth pairs, real mDNS, real sockets, no root.

    with lan(3) as hosts:
        hosts[0].run("ip", "address")
        hosts.cut(hosts[1])

Everything lives in a user and network namespace of its own and goes with it: nothing outside is touched. A second
process in the same namespace would hide faults, so there is one host for each node.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NETWORK: Final = "10.77.0"
PREFIX: Final = 24
PROJECT: Final = Path(__file__).resolve().parents[2]
_COMMAND_LIMIT_S: Final = 30.0


class NamespacesMissing(Exception):
    """This kernel, or whoever set it up, does not allow what a LAN of namespaces takes; the text says what."""


class _Space:
    """A process that holds namespaces open: it ends when this one does, since it waits at a pipe."""

    def __init__(self, enter: Sequence[str], unshare: Sequence[str]) -> None:
        hold = [*enter, "unshare", *unshare, "sh", "-c", "echo ready; exec cat >/dev/null"]
        self.holder = subprocess.Popen(
            hold, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.holder.stdout
        if self.holder.stdout.readline() != "ready\n":
            _, said = self.holder.communicate()
            raise NamespacesMissing(said.strip() or "unshare failed")
        self.enter = [
            "nsenter", "--target", str(self.holder.pid), "--user", "--net", "--mount", "--preserve-credentials",
            f"--wdns={PROJECT}",
        ]

    def run(self, *command: str) -> str:
        """Run a command in it; what it printed. Raises CalledProcessError with its complaint."""
        done = subprocess.run(
            [*self.enter, *command], capture_output=True, text=True, timeout=_COMMAND_LIMIT_S, check=False)
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
        return done.stdout

    def close(self) -> None:
        self.holder.kill()
        self.holder.communicate()


class Host:
    """One machine on the LAN: `eth0` is its interface, `address` its first IPv4 address."""

    def __init__(self, world: _Space, number: int, *, ipv4: bool) -> None:
        self.number = number
        self.port = f"port{number}"
        self.address = f"{NETWORK}.{number + 1}"
        self.processes: list[subprocess.Popen[Any]] = []
        self._world = world
        self._space = _Space(world.enter, ["--net", "--mount"])
        self.enter = self._space.enter
        self.run("ip", "link", "set", "lo", "up")
        world.run(
            "ip", "link", "add", self.port, "type", "veth", "peer", "name", "eth0",
            "netns", str(self._space.holder.pid))
        world.run("ip", "link", "set", self.port, "master", "lan0", "up")
        # without duplicate address detection an IPv6 address works at once
        self.run("sh", "-c", "echo 0 >/proc/sys/net/ipv6/conf/eth0/accept_dad || true")
        if ipv4:
            self.run("ip", "address", "add", f"{self.address}/{PREFIX}", "dev", "eth0")
        self.run("ip", "link", "set", "eth0", "up")
        if ipv4:
            self.run("ip", "route", "replace", "224.0.0.0/4", "dev", "eth0")

    def run(self, *command: str) -> str:
        """Run a command on this host; what it printed."""
        return self._space.run(*command)

    def start(self, *command: str, **options: Any) -> subprocess.Popen[Any]:
        """Start a program on this host; it is killed with the LAN."""
        process = subprocess.Popen([*self.enter, *command], cwd=PROJECT, **options)
        self.processes.append(process)
        return process

    def start_python(self, *arguments: str, **options: Any) -> subprocess.Popen[Any]:
        """Start this project's Python on this host."""
        return self.start(sys.executable, *arguments, **options)

    @property
    def link_local(self) -> str:
        """Its fe80:: address, without scope."""
        for word in self.run("ip", "-6", "-o", "address", "show", "dev", "eth0").split():
            if word.startswith("fe80:"):
                return word.partition("/")[0]
        raise LookupError("no link-local address")

    def add_address(self, address: str, prefix: int = PREFIX) -> None:
        """One more address."""
        self.run("ip", "address", "add", f"{address}/{prefix}", "dev", "eth0")

    def remove_address(self, address: str, prefix: int = PREFIX) -> None:
        """One address less."""
        self.run("ip", "address", "del", f"{address}/{prefix}", "dev", "eth0")

    def change_address(self, address: str) -> None:
        """Another address instead of its first, as after a new lease."""
        self.remove_address(self.address)
        self.add_address(address)
        self.run("ip", "route", "replace", "224.0.0.0/4", "dev", "eth0")
        self.address = address

    def down(self) -> None:
        """Its interface is switched off: addresses of IPv4 stay, those of IPv6 go."""
        self.run("ip", "link", "set", "eth0", "down")

    def up(self) -> None:
        """On again."""
        self.run("ip", "link", "set", "eth0", "up")
        with contextlib.suppress(subprocess.CalledProcessError):
            self.run("ip", "route", "replace", "224.0.0.0/4", "dev", "eth0")

    def firewall(self) -> None:
        """Connections from outside are dropped without a word; those that it makes itself work.

        No packet filter has to be installed: a SYN without ACK is sent down a cable that ends nowhere.
        """
        self.run("ip", "link", "add", "hole", "type", "veth", "peer", "name", "nowhere")
        self.run("ip", "link", "set", "hole", "up")
        self.run("tc", "qdisc", "add", "dev", "eth0", "ingress")
        for protocol, match, flags_at in (("ip", "ip", 33), ("ipv6", "ip6", 53)):
            self.run(
                "tc", "filter", "add", "dev", "eth0", "ingress", "protocol", protocol, "u32",
                "match", match, "protocol", "6", "0xff", "match", "u8", "0x02", "0x12", "at", str(flags_at),
                "action", "mirred", "egress", "redirect", "dev", "hole")

    def slow(self, rate: str) -> None:
        """Everything it sends goes out at this rate, as `tc` writes it ("200kbit")."""
        self.run(
            "tc", "qdisc", "replace", "dev", "eth0", "root", "tbf", "rate", rate, "burst", "4kb", "latency", "500ms")

    def close(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
            process.wait()
        self._space.close()


class Lan:
    """The bridge and its hosts: `hosts[n]`."""

    def __init__(self, count: int, *, ipv4: bool = True) -> None:
        for tool in ("unshare", "nsenter", "ip", "bridge"):
            if shutil.which(tool) is None:
                raise NamespacesMissing(f"there is no `{tool}`")
        self._ipv4 = ipv4
        self._world = _Space([], ["--map-root-user", "--net", "--mount"])
        self.hosts: list[Host] = []
        try:
            self._world.run("ip", "link", "add", "lan0", "type", "bridge", "mcast_snooping", "0")
            self._world.run("ip", "link", "set", "lan0", "up")
            for _ in range(count):
                self.add_host()
        except subprocess.CalledProcessError as error:
            self.close()
            raise NamespacesMissing(f"{' '.join(error.cmd)}: {error.stderr.strip()}") from error

    def __getitem__(self, number: int) -> Host:
        return self.hosts[number]

    def add_host(self) -> Host:
        """One more, plugged in."""
        host = Host(self._world, len(self.hosts), ipv4=self._ipv4)
        self.hosts.append(host)
        return host

    def isolate(self, host: Host, *, on: bool = True) -> None:
        """Client isolation, as in guest networks: isolated hosts do not hear each other, but all others."""
        self._world.run("bridge", "link", "set", "dev", host.port, "isolated", "on" if on else "off")

    def cut(self, host: Host) -> None:
        """Silent loss: the host's interface stays up, and nothing passes."""
        self._world.run("ip", "link", "set", host.port, "nomaster")

    def mend(self, host: Host) -> None:
        """Undo `cut`."""
        self._world.run("ip", "link", "set", host.port, "master", "lan0")

    def unplug(self, host: Host) -> None:
        """The cable is out: the host sees that it has no carrier."""
        self._world.run("ip", "link", "set", host.port, "down")

    def plug(self, host: Host) -> None:
        """Undo `unplug`."""
        self._world.run("ip", "link", "set", host.port, "up")

    def close(self) -> None:
        for host in self.hosts:
            host.close()
        self._world.close()


@contextlib.contextmanager
def lan(count: int, *, ipv4: bool = True) -> Iterator[Lan]:
    """A LAN of so many hosts. Where the kernel forbids it the test is skipped with the reason; in CI it fails."""
    try:
        made = Lan(count, ipv4=ipv4)
    except NamespacesMissing as error:
        if os.environ.get("CI"):
            pytest.fail(f"network namespaces are needed in CI: {error}")
        pytest.skip(f"no network namespaces here: {error}")
    try:
        yield made
    finally:
        made.close()
