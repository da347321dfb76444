"""mDNS between hosts: what appears, changes, leaves, dies, and comes too late."""

from __future__ import annotations

import signal
import subprocess
import time

import pytest

from tests.lan.agents import Agent
from tests.lan.hosts import lan


def names(*wanted: str) -> object:
    return lambda said: said["names"] == sorted(wanted)


def test_a_table_appears_within_a_second_changes_and_says_goodbye() -> None:
    with lan(2) as hosts:
        anna, boris = Agent(hosts[0], "anna"), Agent(hosts[1], "boris")
        boris.wait("status", lambda said: said["is_heard"])
        anna.wait("status", lambda said: said["is_heard"])
        begun = time.monotonic()
        anna.do("announce", name="Friday", state="open")
        found = boris.wait("found", lambda said: said["name"] == "Friday")
        boris.wait("tables", names("Friday"))
        assert time.monotonic() - begun < 1.0
        assert found["id"] == anna.fingerprint
        assert f"{hosts[0].address}:4747" in found["at"]
        anna.do("announce", name="Friday", state="playing")
        boris.wait("found", lambda said: said["state"] == "playing")
        anna.signal(signal.SIGTERM)
        begun = time.monotonic()
        boris.wait("lost", lambda said: said["id"] == anna.fingerprint)
        boris.wait("tables", names(), after=boris.drain() - 3)
        anna.wait("stopped")
        assert time.monotonic() - begun < 3.0
        assert not [said for said in anna.events if said["event"] == "found"], "its own is passed over"


def test_who_comes_late_sees_what_is_there() -> None:
    with lan(1) as hosts:
        anna = Agent(hosts[0], "anna")
        anna.do("announce", name="Early", state="open")
        late = Agent(hosts.add_host(), "boris")
        late.wait("tables", names("Early"))


def test_a_ghost_fades() -> None:
    """SIGKILL, and the machine is off: nobody says goodbye, and the announcement stays in every cache."""
    with lan(2) as hosts:
        anna, boris = Agent(hosts[0], "anna"), Agent(hosts[1], "boris")
        anna.do("announce", name="Ghost", state="open")
        boris.wait("tables", names("Ghost"))
        anna.signal(signal.SIGKILL)
        hosts.cut(hosts[0])
        boris.wait("tables", names(), after=boris.drain())
        assert not [said for said in boris.events if said["event"] == "lost"], "its listing is still announced"


def test_a_new_address_is_announced_and_the_old_one_dropped() -> None:
    with lan(2) as hosts:
        anna, boris = Agent(hosts[0], "anna"), Agent(hosts[1], "boris")
        anna.do("announce", name="Mobile", state="open")
        boris.wait("found", lambda said: "10.77.0.1:4747" in said["at"])
        hosts[0].change_address("10.77.0.99")
        boris.wait("found", lambda said: "10.77.0.99:4747" in said["at"] and "10.77.0.1:4747" not in said["at"])
        anna.wait("addresses", lambda said: "10.77.0.99" in said["ips"])
        # and it hears, too, on what it has now
        boris.do("announce", name="Second", state="open")
        anna.wait("tables", names("Second"))


def test_it_starts_without_a_network_and_wakes_up_with_it() -> None:
    with lan(2) as hosts:
        hosts[0].down()
        anna, boris = Agent(hosts[0], "anna"), Agent(hosts[1], "boris")
        anna.wait("status", lambda said: said["what"] == "no network")
        anna.do("announce", name="Late", state="open")
        boris.do("announce", name="Waiting", state="open")
        hosts[0].up()
        anna.wait("status", lambda said: said["is_heard"])
        boris.wait("tables", names("Late"))
        anna.wait("tables", names("Waiting"))


def test_it_survives_the_cable_pulled_and_put_back() -> None:
    with lan(2) as hosts:
        anna, boris = Agent(hosts[0], "anna"), Agent(hosts[1], "boris")
        anna.wait("status", lambda said: said["is_heard"])
        hosts.unplug(hosts[0])
        anna.wait("status", lambda said: said["what"] == "no network")
        anna.do("announce", name="Back", state="open")
        hosts.plug(hosts[0])
        boris.wait("tables", names("Back"))


def test_isolated_clients_do_not_hear_each_other_and_neither_raises() -> None:
    with lan(3) as hosts:
        agents = [Agent(hosts[n], name) for n, name in enumerate(("anna", "boris", "router"))]
        anna, boris, router = agents
        hosts.isolate(hosts[0])
        hosts.isolate(hosts[1])
        for agent in agents:
            agent.do("announce", name=f"of {agent.name}", state="open")
        router.wait("tables", names("of anna", "of boris"))
        boris.wait("tables", names("of router"))
        error = boris.ask("dial", "error", at=[hosts[0].address])
        assert error["kind"] == "Unreachable"
        assert "doctor" in error["do"] or "same network" in error["do"]
        assert not [said for said in boris.events if said["event"] == "found" and said["name"] == "of anna"]
        assert anna.process.poll() is None


def test_ipv6_alone() -> None:
    with lan(2, ipv4=False) as hosts:
        anna, boris = Agent(hosts[0], "anna"), Agent(hosts[1], "boris")
        anna.do("announce", name="Six", state="open")
        boris.wait("tables", names("Six"))


HOLD_5353 = """
import socket, sys
held = [socket.socket(f, socket.SOCK_DGRAM) for f in (socket.AF_INET, socket.AF_INET6)]
held[1].setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
for s in held: s.bind(("", 5353))
print("held", flush=True); sys.stdin.read()
"""


def test_port_5353_held_by_another_program_is_named_and_links_still_work() -> None:
    with lan(2) as hosts:
        holder = hosts[0].start_python("-c", HOLD_5353, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        anna, boris = Agent(hosts[0], "anna"), Agent(hosts[1], "boris")
        anna.wait("status", lambda said: "5353" in said["what"])
        anna.do("dial", at=boris.addresses, expect=boris.fingerprint)
        anna.wait("up", lambda said: said["of"] == "boris")
        holder.kill()
        anna.wait("status", lambda said: said["is_heard"])
        anna.do("announce", name="Freed", state="open")
        boris.wait("tables", names("Freed"))


def test_it_hears_on_every_interface_and_names_one_if_told() -> None:
    """A hotspot's own host: its first network is elsewhere, its clients on the second."""
    with lan(2) as hosts:
        hosts[0].run("ip", "link", "add", "wlan9", "type", "veth", "peer", "name", "far")
        hosts[0].run("ip", "link", "set", "far", "up")
        hosts[0].run("ip", "address", "add", "10.1.1.1/24", "dev", "wlan9")
        hosts[0].run("ip", "link", "set", "wlan9", "up")
        hosts[0].run("ip", "route", "add", "default", "dev", "wlan9")
        anna, boris = Agent(hosts[0], "anna"), Agent(hosts[1], "boris")
        anna.do("announce", name="Hotspot", state="open")
        boris.do("announce", name="Client", state="open")
        boris.wait("tables", names("Hotspot"))
        anna.wait("tables", names("Client"))
        only = Agent(hosts[0], "clara", "--interface", "eth0", "--port", "4800")
        assert all("10.1.1.1" not in address for address in only.addresses)
        assert any(hosts[0].address in address for address in only.addresses)


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize("text", [FAMILY * 9, "a.b\nc", "Ивановна" * 12], ids=["emoji", "newline", "long"])
def test_names_that_others_choke_on(text: str) -> None:
    with lan(2) as hosts:
        anna, boris = Agent(hosts[0], text), Agent(hosts[1], "boris")
        anna.do("announce", name=text, state="open")
        found = boris.wait("found")
        assert found["name"]
        assert "\n" not in found["name"]
        assert len(found["name"].encode()) <= 63


def test_noise_on_the_port_of_mdns_harms_nobody() -> None:
    with lan(2) as hosts:
        anna, boris = Agent(hosts[0], "anna"), Agent(hosts[1], "boris")
        noise = (
            "import os, socket\n"
            "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
            "for n in range(400): s.sendto(os.urandom(n), ('224.0.0.251', 5353))\n")
        hosts[1].run("/usr/bin/env", "python3", "-c", noise)
        anna.do("announce", name="Still here", state="open")
        boris.wait("tables", names("Still here"))


def test_nodes_on_one_machine_find_each_other_with_and_without_a_network() -> None:
    with lan(1) as hosts:
        first, second = (Agent(hosts[0], name, "--port", "0") for name in ("anna", "boris"))
        first.do("announce", name="Here", state="open")
        second.wait("tables", names("Here"))
        hosts[0].down()
        third, fourth = (Agent(hosts[0], name, "--port", "0") for name in ("clara", "dora"))
        third.do("announce", name="Alone", state="open")
        fourth.wait("tables", lambda said: "Alone" in said["names"])
        fifth = Agent(hosts[0], "eva", "--port", "0", "--interface", "lo")
        fifth.wait("status", lambda said: said["is_heard"])
        fifth.wait("tables", lambda said: "Alone" in said["names"])
        fifth.do("dial", at=third.addresses)
        fifth.wait("up", lambda said: said["of"] == "clara")
