"""What may keep this machine from playing, each with what to do: checks that return findings, and print nothing."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import struct
import sys
import time
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from azi_p2p.node.addresses import Kind
from azi_p2p.node.door import Door
from azi_p2p.node.errors import LinkError

if TYPE_CHECKING:
    from collections.abc import Callable

    from azi_p2p.node.addresses import LocalAddress
    from azi_p2p.node.links import Links
    from azi_p2p.node.network import Network

MDNS_PORT: Final = 5353
_GROUP_V4: Final = "224.0.0.251"
_GROUP_V6: Final = "ff02::fb"

MULTICAST_LIMIT_S: Final = 1.0
"""For a packet to come back from one's own interface: it takes less than a millisecond."""

CLOCK_ROUNDS: Final = 50
CLOCK_STEP_S: Final = 0.01
CLOCK_LATE_S: Final = 0.1
"""A loop that is late by this much makes everybody wait: a deal has some twenty steps."""

ALONE_S: Final = 10.0
"""After so long without hearing anybody, say so: announcements arrive within two seconds."""


class Level(IntEnum):
    """How bad it is."""

    FINE = 0
    NOTE = 1
    WARNING = 2
    FAULT = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of what was found, and one of what to do about it, empty where nothing is."""

    level: Level
    what: str
    do: str = ""


async def examine(network: Network, port: int) -> list[Finding]:
    """All checks that need nobody else; `port` is the one that links are to use. About two seconds."""
    findings = interfaces(network)
    for local in network.addresses:
        if local.kind is not Kind.VIRTUAL:
            findings.append(await multicast(local))
    findings.append(mdns_port())
    findings.append(await link_port(port))
    findings.append(await loop_clock())
    return findings + surroundings(port)


def interfaces(network: Network) -> list[Finding]:
    """Which addresses there are, and whether any of them is on a LAN."""
    if network.is_offline:
        return [Finding(
            Level.FAULT, "no network: this machine has no address but its own loopback",
            "connect to a Wi-Fi or cable, or open a hotspot and let the others join it")]
    findings = [
        Finding(Level.FINE, f"{local.interface}: {local.ip}/{local.prefix}") for local in network.addresses
    ]
    if all(local.kind is not Kind.LAN for local in network.addresses) and network.interface is None:
        findings.append(Finding(
            Level.WARNING, "all networks here look virtual (VPN, containers)",
            "connect to the LAN, or name its interface with --interface if this is it"))
    elif any(local.kind is Kind.VIRTUAL for local in network.addresses):
        findings.append(Finding(
            Level.NOTE, "there is a VPN or a virtual network as well",
            "if others see the wrong address, name the right interface with --interface, or stop the VPN"))
    return findings


async def multicast(local: LocalAddress) -> Finding:
    """Does a multicast packet that goes out on this interface come back to another socket of this machine?"""
    where = f"multicast on {local.interface} ({local.ip})"
    fault = f"allow multicast ({_GROUP_V4}, {_GROUP_V6}) in the firewall; else join by address or link"
    try:
        if await _echoed(local):
            return Finding(Level.FINE, f"{where} works on this machine")
    except OSError as error:
        return Finding(Level.WARNING, f"{where}: {error.strerror or error}", fault)
    return Finding(Level.WARNING, f"{where} does not come back", fault)


def mdns_port() -> Finding:
    """Can port 5353 be had, beside others that share it?"""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            tried.bind(("", MDNS_PORT))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return Finding(
                Level.FAULT, "port 5353 (mDNS) is held by another program, which does not share it",
                "stop that program (`ss -ulpn sport = 5353` names it), or join by address or link")
        return Finding(Level.FAULT, f"port 5353 (mDNS): {error.strerror}", "join by address or link")
    return Finding(Level.FINE, "port 5353 (mDNS) can be shared")


async def link_port(port: int) -> Finding:
    """Can the port for links be listened on?"""
    async def nobody(*_visit: object) -> None:
        pass

    door = Door(nobody, lambda _local: False)
    try:
        opened = await door.open(port)
    except LinkError as error:
        return Finding(Level.WARNING, error.what, error.do)
    await door.close()
    return Finding(Level.FINE, f"port {opened} (TCP) is free for links")


async def loop_clock() -> Finding:
    """How late does the event loop wake up? Half a second of small sleeps."""
    worst = 0.0
    for _ in range(CLOCK_ROUNDS):
        begun = time.monotonic()
        await asyncio.sleep(CLOCK_STEP_S)
        worst = max(worst, time.monotonic() - begun - CLOCK_STEP_S)
    said = f"the event loop wakes at most {worst * 1000:.0f} ms late"
    if worst > CLOCK_LATE_S:
        return Finding(Level.WARNING, said, "this machine is busy or saves power: close other programs")
    return Finding(Level.FINE, said)


def surroundings(port: int, read: Callable[[str], str] | None = None, platform: str = sys.platform) -> list[Finding]:
    """What the system is known for: firewalls, WSL, containers. `read` gives a file's text, or ""."""
    read = read or _text_of
    ports = f"TCP {port or 4747} and UDP {MDNS_PORT}"
    match platform:
        case "darwin":
            return [Finding(
                Level.NOTE, "macOS asks once whether a terminal may use the local network",
                "allow it under System Settings, Privacy & Security, Local Network; and incoming connections"
                " for Python under Network, Firewall")]
        case "win32":
            return [Finding(
                Level.NOTE, "Windows lets programs be reached in private networks only",
                f"set the network to Private, and allow Python in the firewall ({ports})")]
    findings = []
    if "microsoft" in read("/proc/version").lower():
        findings.append(Finding(
            Level.WARNING, "this is WSL: its network is hidden behind Windows and hears no multicast",
            "set networkingMode=mirrored in .wslconfig, or run azi in Windows"))
    if read("/.dockerenv") or "container=" in read("/proc/1/environ"):
        findings.append(Finding(
            Level.NOTE, "this is a container: its network may be hidden behind its host's",
            "give it the host's network"))
    if "ENABLED=yes" in read("/etc/ufw/ufw.conf"):
        findings.append(Finding(
            Level.WARNING, "the firewall ufw is on",
            f"sudo ufw allow {port or 4747}/tcp; sudo ufw allow {MDNS_PORT}/udp"))
    if read("/run/firewalld.pid") or read("/run/firewalld/firewalld.pid"):
        findings.append(Finding(
            Level.WARNING, "the firewall firewalld is on",
            f"sudo firewall-cmd --add-port={port or 4747}/tcp --add-service=mdns"))
    if not findings:
        findings.append(Finding(Level.FINE, "no firewall of the usual kind is on", f"if others fail: allow {ports}"))
    return findings


async def reached_by(links: Links, key: bytes) -> Finding:
    """Can the linked peer `key` dial this machine? It tries, and reports."""
    try:
        reached = await links.ask_dial_back(key)
    except LinkError as error:
        return Finding(Level.WARNING, error.what, error.do)
    if reached.fault:
        return Finding(
            Level.FAULT, f"the other machine cannot dial this one ({reached.fault})",
            f"a firewall here drops what comes in: allow TCP {links.port}")
    return Finding(Level.FINE, f"the other machine reaches this one at {reached.address}")


def alone(network: Network, heard: int, waited_s: float) -> Finding:
    """What to say when so many nodes have been heard after so long."""
    if heard:
        return Finding(Level.FINE, f"{heard} other node{'s' if heard > 1 else ''} heard")
    if waited_s < ALONE_S or network.is_offline:
        return Finding(Level.NOTE, "nobody heard yet", "wait a little")
    return Finding(
        Level.WARNING, f"nobody heard for {waited_s:.0f} s",
        "guest networks and phone hotspots often keep their machines apart: join by address, link or QR code,"
        " and if that fails as well, let one of the players' machines open the hotspot")


async def _echoed(local: LocalAddress) -> bool:
    is_v6 = ":" in local.ip
    family = socket.AF_INET6 if is_v6 else socket.AF_INET
    token = os.urandom(16)
    with socket.socket(family, socket.SOCK_DGRAM) as hears, socket.socket(family, socket.SOCK_DGRAM) as says:
        for each in (hears, says):
            each.setblocking(False)
        target: tuple[str, int] | tuple[str, int, int, int]
        if is_v6:
            index = struct.pack("@I", local.index)
            hears.bind(("::", 0))
            hears.setsockopt(
                socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, socket.inet_pton(family, _GROUP_V6) + index)
            says.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
            target = (_GROUP_V6, hears.getsockname()[1], 0, local.index)
        else:
            own = socket.inet_aton(local.ip)
            hears.bind(("", 0))
            hears.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(_GROUP_V4) + own)
            says.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
            target = (_GROUP_V4, hears.getsockname()[1])
        loop = asyncio.get_running_loop()
        await loop.sock_sendto(says, token, target)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MULTICAST_LIMIT_S):
                while await loop.sock_recv(hears, 64) != token:
                    pass
                return True
    return False


def _text_of(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            return file.read(65536).decode(errors="replace") or " "
    except OSError:
        return ""
