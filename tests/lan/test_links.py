"""Links between hosts: by every kind of address, through loss, sleep, death, walls, and with the wrong people."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import time
from typing import TYPE_CHECKING

from tests.lan.agents import Agent
from tests.lan.hosts import lan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.lan.hosts import Lan


def linked(first: Agent, second: Agent) -> None:
    first.do("dial", at=second.addresses, expect=second.fingerprint)
    first.wait("up", lambda said: said["of"] == second.name)
    second.wait("up", lambda said: said["of"] == first.name)


def both_up(first: Agent, second: Agent, marks: list[int]) -> None:
    """Both ends have a link again since the marks: the answerer has it a moment before the dialler."""
    for agent, mark in zip((first, second), marks, strict=True):
        agent.wait("up", after=mark)


@contextlib.contextmanager
def people(*names: str, **settings: bool) -> Iterator[tuple[Lan, list[Agent]]]:
    """Each on a host of one LAN, with no link yet."""
    with lan(len(names), **settings) as hosts:
        yield hosts, [Agent(host, name) for host, name in zip(hosts, names, strict=True)]


@contextlib.contextmanager
def linked_people(first: str, *others: str) -> Iterator[tuple[Lan, list[Agent]]]:
    """The first of them has dialled each of the others."""
    with people(first, *others) as (hosts, agents):
        for other in agents[1:]:
            linked(agents[0], other)
        yield hosts, agents


def test_three_mesh_by_one_address_and_talk() -> None:
    with people("anna", "boris", "clara") as (_, (anna, boris, clara)):
        linked(boris, anna)
        linked(clara, anna)
        boris.wait("up", lambda said: said["of"] == "clara")
        clara.wait("up", lambda said: said["of"] == "boris")
        boris.do("send", text="hello", more=100_000)
        for other in (anna, clara):
            assert other.wait("message", lambda said: said["of"] == "boris")["size"] == 100_005


def test_ipv6_link_local_with_and_without_scope() -> None:
    with people("anna", "boris", ipv4=False) as (hosts, (anna, boris)):
        error = anna.ask("dial", "error", at=["[fe80::dead%eth0]:4747"])
        assert error["kind"] == "Unreachable"
        anna.do("dial", at=[f"[{hosts[1].link_local}%eth0]:4747"], expect=boris.fingerprint)
        up = anna.wait("up")
        assert up["remote"].startswith("fe80:")
        clara = Agent(hosts.add_host(), "clara")
        clara.do("dial", at=[f"[{hosts[1].link_local}]:4747"])
        clara.wait("up", lambda said: said["of"] == "boris")
        clara.wait("up", lambda said: said["of"] == "anna")  # told by boris, dialled by link-local address


def test_the_wrong_key_answers() -> None:
    with people("anna", "boris") as (_, (anna, boris)):
        error = anna.ask("dial", "error", at=boris.addresses, expect=anna.fingerprint)
        assert (error["kind"], boris.fingerprint in error["what"]) == ("WrongKey", True)
        assert boris.ask("state", "state")["linked"] == []


def test_another_version() -> None:
    with lan(2) as hosts:
        anna, newer = Agent(hosts[0], "anna"), Agent(hosts[1], "boris", "--link-version", "2")
        error = anna.ask("dial", "error", at=newer.addresses)
        assert error["kind"] == "VersionMismatch"
        assert "update azi on this machine" in error["do"]
        assert "other player" in newer.wait("trouble")["do"]


def test_a_port_in_use() -> None:
    with lan(1) as hosts:
        anna = Agent(hosts[0], "anna")
        second = hosts[0].start_python(
            "-m", "tests.lan.agent", "boris", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        _, said = second.communicate()
        assert b"port 4747 is taken" in said
        assert anna.process.poll() is None


def test_a_silent_cut_is_noticed_and_mended() -> None:
    with linked_people("anna", "boris") as (hosts, (anna, boris)):
        hosts.cut(hosts[1])
        begun = time.monotonic()
        anna.wait("down", lambda said: said["reason"] == "silent")
        boris.wait("down", lambda said: said["reason"] == "silent")
        assert time.monotonic() - begun < 20
        marks = [agent.drain() for agent in (anna, boris)]
        hosts.mend(hosts[1])
        both_up(anna, boris, marks)
        boris.do("send", text="back")
        anna.wait("message", lambda said: said["start"] == "back")


def test_a_killed_node_that_returns_elsewhere() -> None:
    with linked_people("anna", "boris") as (hosts, (anna, boris)):
        boris.signal(signal.SIGKILL)
        anna.wait("down", lambda said: said["reason"] == "closed")
        hosts[1].change_address("10.77.0.50")
        again = Agent(hosts[1], "boris")
        linked(again, anna)
        up = anna.wait("up", lambda said: said["remote"] == "10.77.0.50")
        assert up["of"] == "boris"


def test_a_changed_address_renews_the_link() -> None:
    with people("anna", "boris") as (hosts, (anna, boris)):
        anna.do("dial", at=[hosts[1].address], expect=boris.fingerprint)
        anna.wait("up")
        boris.wait("up")
        marks = [agent.drain() for agent in (anna, boris)]
        hosts[0].change_address("10.77.0.60")
        anna.wait("down", lambda said: said["reason"] == "renewed")
        both_up(anna, boris, marks)
        boris.wait("up", lambda said: said["remote"] != "10.77.0.1")
        anna.do("send", text="moved")
        boris.wait("message", lambda said: said["start"] == "moved")


def test_a_stopped_process_wakes_and_links_again() -> None:
    """As a laptop that sleeps: its links look alive to it, and are dead at the other end."""
    with linked_people("anna", "boris") as (_, (anna, boris)):
        boris.signal(signal.SIGSTOP)
        anna.wait("down", lambda said: said["reason"] == "silent")
        marks = [agent.drain() for agent in (anna, boris)]
        boris.signal(signal.SIGCONT)
        assert boris.wait("woke")["missed"] > 5
        both_up(anna, boris, marks)
        boris.do("send", text="awake")
        anna.wait("message", lambda said: said["start"] == "awake")


def test_goodbye_is_not_an_accident() -> None:
    with linked_people("anna", "boris") as (_, (anna, boris)):
        begun = time.monotonic()
        boris.signal(signal.SIGTERM)
        anna.wait("down", lambda said: said["reason"] == "left")
        boris.wait("stopped")
        assert time.monotonic() - begun < 5


def test_a_slow_peer_slows_nobody() -> None:
    with linked_people("anna", "boris", "clara") as (_, (anna, boris, clara)):
        boris.signal(signal.SIGSTOP)
        for n in range(60):
            anna.do("send", text=f"{n}:", more=200_000)
            clara.wait("message", lambda said, n=n: said["start"].startswith(f"{n}:"), after=clara.drain() - 2)
        anna.wait("down", lambda said: (said["of"], said["reason"]) == ("boris", "too slow"))
        assert not [said for said in anna.events if said["event"] == "down" and said["of"] == "clara"]
        boris.signal(signal.SIGCONT)
        anna.wait("up", lambda said: said["of"] == "boris", after=anna.drain() - 1)


def test_a_thin_line_is_not_taken_for_a_dead_one() -> None:
    """Pings wait behind a clogged buffer for longer than their limit; what arrives meanwhile counts as life."""
    with linked_people("anna", "boris") as (hosts, (anna, boris)):
        hosts[0].slow("400kbit")
        for n in range(5):
            anna.do("send", text=f"{n}:", more=200_000)
        boris.wait("message", lambda said: said["start"].startswith("4:"))
        for agent in (anna, boris):
            agent.drain()
            assert not [said for said in agent.events if said["event"] == "down"]


def test_a_firewall_is_found_out_by_dialling_back() -> None:
    with people("anna", "boris") as (hosts, (anna, boris)):
        hosts[0].firewall()
        error = boris.ask("dial", "error", at=anna.addresses)
        assert error["kind"] == "Unreachable"
        linked(anna, boris)
        reached = anna.ask("dial back", "reached", of="boris")
        assert "does not answer" in reached["fault"]
        assert boris.ask("dial back", "reached", of="anna")["fault"] == ""


VISITS = """
import asyncio, json, sys, aiohttp
async def main(base):
    said = {}
    async with aiohttp.ClientSession() as session:
        try:
            await session.ws_connect(base, headers={"Origin": "http://evil.example"})
        except aiohttp.WSServerHandshakeError as error:
            said["origin"] = error.status
        ws = await session.ws_connect(base)
        try:
            await ws.send_bytes(b"x" * 300_000)
            said["oversize"] = (await ws.receive()).data
        except ConnectionError:  # thrown out before all of it was sent
            said["oversize"] = "reset"
        silent = await session.ws_connect(base)
        said["silent"] = (await silent.receive()).type.name
    print(json.dumps(said))
asyncio.run(main(sys.argv[1]))
"""


def test_pages_floods_and_silence_are_shown_out() -> None:
    with lan(2) as hosts:
        anna = Agent(hosts[0], "anna")
        begun = time.monotonic()
        visits = hosts[1].start_python("-c", VISITS, f"http://{hosts[0].address}:4747/azi/1", stdout=subprocess.PIPE)
        said = json.loads(visits.communicate()[0])
        assert time.monotonic() - begun < 10
        assert said["origin"] == 403
        assert said["oversize"] in (1009, "reset")
        assert said["silent"] in ("CLOSED", "ERROR", "CLOSE")
        boris = Agent(hosts[1], "boris")
        linked(boris, anna)
