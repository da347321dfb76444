from __future__ import annotations

import contextlib
import ipaddress
from typing import Any

import ifaddr
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azi_p2p.node import addresses
from azi_p2p.node.addresses import Address, Kind, LocalAddress, local_addresses, nearest_first, with_scopes
from azi_p2p.node.errors import AddressError


@pytest.mark.parametrize(("typed", "read"), [
    ("192.168.1.5:4800", Address("192.168.1.5", 4800)),
    ("192.168.1.5", Address("192.168.1.5", 4747)),
    ("[fe80::1%wlan0]:4747", Address("fe80::1", 4747, "wlan0")),
    ("fe80::1%eth0.5", Address("fe80::1", 4747, "eth0.5")),
    ("[FD00:0::2]:5", Address("fd00::2", 5)),
    ("fd00::2", Address("fd00::2", 4747)),
    ("[::1]", Address("::1", 4747)),
    ("Anna-Laptop.local:4747", Address("anna-laptop.local", 4747)),
    ("  host  ", Address("host", 4747)),
])
def test_read(typed: str, read: Address) -> None:
    assert Address.parse(typed) == read
    assert Address.parse(str(read)) == read


@pytest.mark.parametrize("typed", [
    "", "   ", "host:", "host:0", "host:65536", "host:-1", "host:४७", "host:http", "[fe80::1",
    "[fe80::1]4747",
    "[1.2.3.4]:5", "1.2.3", "1.2.3.999", "256.1.1.1:5", "12345", "a b", "host/path", "user@host", "-x", "..",
    "1.2.3.4%eth0", "fd00::2%eth0", "fe80::1%", "fe80::1%a b", "fe80::1%eth0%eth1", "x" * 300, "224.0.0.251",
    "0.0.0.0:1", "[::]:1", "ff02::fb", "host\n:1", "ho\x00st", "http://host:1",
])
def test_refused_with_what_to_do(typed: str) -> None:
    with pytest.raises(AddressError) as caught:
        Address.parse(typed)
    assert caught.value.do
    assert "\n" not in str(caught.value)


@given(st.text(max_size=60))
def test_only_address_errors(text: str) -> None:
    with contextlib.suppress(AddressError):
        assert Address.parse(str(Address.parse(text))) == Address.parse(text)


def adapter(name: str, *ips: tuple[str, int]) -> ifaddr.Adapter:
    found: list[Any] = []
    for index, (ip, prefix) in enumerate(ips):
        is_v4 = ipaddress.ip_address(ip).version == 4
        found.append(ifaddr.IP(ip if is_v4 else (ip, 0, index), prefix, name))
    return ifaddr.Adapter(name, name, found, index=len(name))


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> list[ifaddr.Adapter]:
    """A laptop as people have it; what this machine's own interfaces are is for tests/lan."""
    adapters = [
        adapter("lo", ("127.0.0.1", 8), ("::1", 128)),
        adapter("docker0", ("172.17.0.1", 16)),
        adapter("tun0", ("10.8.0.2", 24)),
        adapter("wlan0", ("fe80::2", 64), ("192.168.1.7", 24)),
        adapter("eth0", ("169.254.3.4", 16)),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda include_unconfigured=False: adapters)
    monkeypatch.setattr(addresses, "is_up", lambda name: True)
    return adapters


def test_real_lans_come_first(machine: list[ifaddr.Adapter]) -> None:
    assert [local.ip for local in local_addresses()] == [
        "192.168.1.7", "169.254.3.4", "fe80::2", "172.17.0.1", "10.8.0.2"]
    assert local_addresses()[2].address(5) == Address("fe80::2", 5, "wlan0")


def test_one_interface(machine: list[ifaddr.Adapter]) -> None:
    assert {local.ip for local in local_addresses("tun0")} == {"10.8.0.2"}
    assert {local.ip for local in local_addresses("lo")} == {"127.0.0.1", "::1"}
    with pytest.raises(AddressError, match="no interface 'wlan9': choose one of: docker0"):
        local_addresses("wlan9")


def test_loopback_is_the_last_resort(machine: list[ifaddr.Adapter], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "is_up", lambda name: name == "lo")
    assert {local.kind for local in local_addresses()} == {Kind.LOOPBACK}


def test_a_peers_link_local_address_is_tried_on_every_interface() -> None:
    local = [
        LocalAddress(Kind.LAN, 0, "eth0", 1, "10.0.0.2", 24),
        LocalAddress(Kind.LAN, 3, "eth0", 1, "fe80::a", 64),
        LocalAddress(Kind.LAN, 3, "wlan0", 2, "fe80::b", 64),
        LocalAddress(Kind.LAN, 0, "usb0", 3, "10.1.0.2", 24),
    ]
    told = [Address("fe80::9", 1), Address("10.0.0.9", 1), Address("10.0.0.9", 1)]
    assert [str(address) for address in with_scopes(told, local)] == [
        "[fe80::9%eth0]:1", "[fe80::9%wlan0]:1", "10.0.0.9:1"]


def test_the_nearest_is_dialled_first(machine: list[ifaddr.Adapter]) -> None:
    given = [Address("172.17.0.9", 1), Address("8.8.8.8", 1), Address("192.168.1.9", 1), Address("name", 1)]
    assert [a.host for a in nearest_first(given, local_addresses())] == [
        "192.168.1.9", "172.17.0.9", "8.8.8.8", "name"]
