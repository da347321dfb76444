from __future__ import annotations

import asyncio
import socket
import time
from typing import TYPE_CHECKING

import pytest

from azi_p2p.node import doctor
from azi_p2p.node.addresses import Kind, LocalAddress
from azi_p2p.node.doctor import Finding, Level
from azi_p2p.node.network import Network
from tests.node.nodes import running

if TYPE_CHECKING:
    from collections.abc import Sequence


def network(*locals_: LocalAddress, interface: str | None = None) -> Network:
    made = Network()
    made.interface = interface
    made.addresses = locals_
    return made


WIFI = LocalAddress(Kind.LAN, 0, "wlan0", 2, "192.168.1.7", 24)
VPN = LocalAddress(Kind.VIRTUAL, 0, "tun0", 3, "10.8.0.2", 24)
LOOPBACK = LocalAddress(Kind.LOOPBACK, 0, "lo", 1, "127.0.0.1", 8)


@pytest.mark.parametrize(("addresses", "level", "says"), [
    ([], Level.FAULT, "no network"),
    ([LOOPBACK], Level.FAULT, "no network"),
    ([VPN], Level.WARNING, "virtual"),
    ([WIFI, VPN], Level.NOTE, "as well"),
    ([WIFI], Level.FINE, "192.168.1.7"),
])
def test_interfaces(addresses: Sequence[LocalAddress], level: Level, says: str) -> None:
    worst = max(doctor.interfaces(network(*addresses)), key=lambda finding: finding.level)
    assert worst.level == level
    assert says in worst.what
    assert bool(worst.do) == (level > Level.FINE)


async def test_multicast_comes_back_or_not() -> None:
    assert (await doctor.multicast(LOOPBACK)).level == Level.FINE
    nowhere = await doctor.multicast(LocalAddress(Kind.LAN, 0, "gone0", 99, "203.0.113.9", 24))
    assert nowhere.level == Level.WARNING
    assert nowhere.do


async def test_ports() -> None:
    with socket.socket() as held:
        held.bind(("0.0.0.0", 0))
        held.listen()
        taken = await doctor.link_port(held.getsockname()[1])
        assert taken.level == Level.WARNING
        assert "is taken" in taken.what
    assert (await doctor.link_port(0)).level == Level.FINE


def test_a_held_mdns_port(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as held:
        held.bind(("", 0))
        monkeypatch.setattr(doctor, "MDNS_PORT", held.getsockname()[1])
        found = doctor.mdns_port()
    assert found.level == Level.FAULT
    assert doctor.mdns_port().level == Level.FINE


async def test_a_loop_that_is_late() -> None:
    async def busy() -> None:
        await asyncio.sleep(0.05)
        time.sleep(0.2)  # noqa: ASYNC251 - the fault that is looked for

    found, _ = await asyncio.gather(doctor.loop_clock(), busy())
    assert found.level == Level.WARNING


@pytest.mark.parametrize(("files", "platform", "says"), [
    ({"/proc/version": "Linux 5.15 microsoft-standard-WSL2"}, "linux", "mirrored"),
    ({"/etc/ufw/ufw.conf": "ENABLED=yes\n"}, "linux", "ufw allow 4800/tcp"),
    ({"/run/firewalld/firewalld.pid": "1"}, "linux", "firewall-cmd --add-port=4800/tcp"),
    ({"/.dockerenv": " "}, "linux", "host's network"),
    ({}, "linux", "TCP 4800"),
    ({}, "darwin", "Local Network"),
    ({}, "win32", "Private"),
])
def test_what_the_system_is_known_for(files: dict[str, str], platform: str, says: str) -> None:
    (found,) = doctor.surroundings(4800, lambda path: files.get(path, ""), platform)
    assert says in found.do


async def test_everything_at_once() -> None:
    found = await doctor.examine(Network("lo"), 0)
    assert all(isinstance(finding, Finding) and finding.what for finding in found)
    assert len(found) > 5


async def test_dial_back() -> None:
    async with running("anna", "boris") as (anna, boris):
        assert (await doctor.reached_by(anna.links, boris.key)).level == Level.WARNING
        await anna.links.dial(boris.at)
        assert (await doctor.reached_by(anna.links, boris.key)).level == Level.FINE
        boris.links._dialled_back.clear()
        anna.links.port = 1
        assert (await doctor.reached_by(anna.links, boris.key)).level == Level.FAULT


def test_alone() -> None:
    assert doctor.alone(network(WIFI), 2, 3).level == Level.FINE
    assert doctor.alone(network(WIFI), 0, 3).level == Level.NOTE
    assert "hotspot" in doctor.alone(network(WIFI), 0, 12).do
