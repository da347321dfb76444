from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from azi_p2p.node import handshake, links
from azi_p2p.node.addresses import Address
from azi_p2p.node.errors import (
    OwnKey,
    TurnedAway,
    Unreachable,
    VersionMismatch,
)
from azi_p2p.node.links import Presence
from azi_p2p.node.listing import Listing
from tests.node.nodes import make, running, until

LISTING = Listing(b"T" * 32, "Friday", 2, 4, "open")


async def test_dial_and_talk() -> None:
    async with running("anna", "boris") as (anna, boris):
        boris.presence = Presence(LISTING, b"founding")
        info = await anna.links.dial(boris.at, boris.fingerprint, LISTING.table_id)
        assert (info.key, info.offer.nickname, info.offer.listing, info.offer.founding) == (
            boris.key, "boris", LISTING, b"founding")
        await until(lambda: boris.events)
        assert boris.infos["anna"].table == LISTING.table_id
        for n in range(50):
            anna.links.send(boris.key, b"%d" % n)
        boris.links.broadcast(b"hello all")
        await until(lambda: len(boris.messages) == 50 and anna.messages)
        assert boris.messages == [("anna", b"%d" % n) for n in range(50)]
        assert anna.messages == [("boris", b"hello all")]
    assert anna.events[0] == ("up", "boris")
    assert {event for event, _ in anna.events + boris.events} <= {"up", "left", "stopping", "closed"}


async def test_dial_again_returns_the_same_link() -> None:
    async with running("anna", "boris") as (anna, boris):
        first = await anna.links.dial(boris.at, boris.fingerprint)
        assert await anna.links.dial([], boris.fingerprint) is first


async def test_both_dial_at_once_and_keep_one_link() -> None:
    for _ in range(5):
        async with running("anna", "boris") as (anna, boris):
            infos = await asyncio.gather(
                anna.links.dial(boris.at, boris.fingerprint), boris.links.dial(anna.at, anna.fingerprint))
            assert [info.offer.nickname for info in infos] == ["boris", "anna"]
            lower = min(anna, boris, key=lambda node: node.key)
            higher = max(anna, boris, key=lambda node: node.key)
            await asyncio.sleep(0.1)
            if ("replaced", higher.name) in lower.events or ("replaced", lower.name) in higher.events:
                assert lower.links.peers()[higher.key].dialled
            assert lower.links.peers()[higher.key].dialled != higher.links.peers()[lower.key].dialled
            anna.links.send(boris.key, b"a")
            boris.links.send(anna.key, b"b")
            await until(lambda: anna.messages and boris.messages)


async def test_who_restarts_replaces_its_old_link_at_once() -> None:
    """The old process was stopped, not closed: its sockets are open, and nobody reads them."""
    async with running("boris") as (boris,):
        old = make("anna")
        await old.links.start()
        await old.links.dial(boris.at)
        await until(lambda: boris.linked() == {"anna"})
        async with running("anna") as (anna,):
            await anna.links.dial(boris.at)
            await until(lambda: [e for e, _ in boris.events][:3] == ["up", "replaced", "up"])
            await old.links._redialling.stop()
            anna.links.send(boris.key, b"new")
            await until(lambda: ("anna", b"new") in boris.messages)
        await old.links.stop()


async def test_three_become_a_mesh() -> None:
    async with running("anna", "boris", "clara") as (anna, boris, clara):
        await boris.links.dial(anna.at)
        await clara.links.dial(anna.at)
        for node in (anna, boris, clara):
            await until(lambda node=node: len(node.linked()) == 2)
        boris.links.send(clara.key, b"direct")
        await until(lambda: ("boris", b"direct") in clara.messages)


async def test_strangers_are_neither_told_of_nor_dialled() -> None:
    async with running("anna", "boris", "clara") as (anna, boris, clara):
        boris.strangers = {clara.key}
        clara.strangers = {boris.key}
        await boris.links.dial(anna.at)
        await clara.links.dial(anna.at)
        await asyncio.sleep(3 * links.TELL_DELAY_S)
        assert boris.linked() == clara.linked() == {"anna"}
        boris.strangers.clear()
        clara.strangers.clear()
        boris.links.mesh()
        await until(lambda: "clara" in boris.linked())


async def test_a_visitor_is_dialled_again_only_once_he_belongs() -> None:
    """Else anybody could have this node dial wherever he says, and leave no room for the players."""
    async with running("anna", "boris") as (anna, boris):
        anna.strangers = {boris.key}
        await boris.links.dial(anna.at)
        await until(anna.linked)
        anna.links.mesh()
        assert not anna.links._redialling.wants(boris.key)
        anna.strangers.clear()
        anna.links.mesh()
        assert anna.links._redialling.wants(boris.key)


async def test_a_lost_link_comes_back() -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        boris.links._links[anna.key].abort("closed")
        await until(lambda: [event for event, _ in anna.events].count("up") == 2)
        anna.links.renew()
        await until(lambda: [event for event, _ in anna.events].count("up") == 3)
        assert [event for event, _ in anna.events] == ["up", "closed", "up", "renewed", "up"]
        await until(lambda: boris.linked() == {"anna"})


async def test_who_left_is_not_dialled_again() -> None:
    async with running("anna") as (anna,):
        async with running("boris") as (boris,):
            await anna.links.dial(boris.at)
        await until(lambda: not anna.linked())
        assert anna.events[-1] == ("left", "boris")
        assert not anna.links._redialling.wants(boris.key)


async def test_forget() -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        await until(boris.linked)
        anna.links.forget(boris.key, "enough")
        await until(lambda: not anna.linked() and not boris.linked())
        assert anna.events[-1] == ("forgotten", "boris")
        assert boris.events[-1] == ("left", "anna")


async def test_a_peer_that_returns_elsewhere_is_found_by_its_listing() -> None:
    async with running("anna") as (anna,):
        async with running("boris") as (boris,):
            await anna.links.dial(boris.at)
            boris.links._links[anna.key].abort("closed")
            await boris.links._door.close()
        async with running("boris") as (boris,):
            anna.links.want(boris.key)
            anna.links.learn(boris.key, boris.at)
            await until(lambda: boris.linked() == {"anna"})
            await until(lambda: {a.port for a in anna.links._book.of(boris.key)} == {boris.links.port})


async def test_probe_leaves_no_trace() -> None:
    async with running("anna", "boris") as (anna, boris):
        boris.presence = Presence(LISTING, b"founding")
        info = await anna.links.probe(boris.at, boris.fingerprint)
        assert info.offer.listing == LISTING
        assert info.purpose == "probe"
        await asyncio.sleep(0.1)
        assert (anna.events, boris.events) == ([], [])
        await until(lambda: not boris.links._door._visitors)


async def test_oneself() -> None:
    async with running("anna") as (anna,), running("anna") as (again,):
        with pytest.raises(OwnKey):
            await anna.links.dial(again.at)
        assert isinstance(again.troubles[0], OwnKey)


async def test_both_sides_hear_which_one_to_update(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running("anna", "boris") as (anna, boris):
        newer = handshake.refusal("version").replace(b"azi\x01", b"azi\x02")

        def first_message_of_a_newer_one(self: handshake.Dialler) -> bytes:
            return newer

        monkeypatch.setattr(handshake.Dialler, "hello", first_message_of_a_newer_one)
        with pytest.raises(TurnedAway, match="version"):
            await anna.links.dial(boris.at)
        assert isinstance(boris.troubles[0], VersionMismatch)
        assert "update azi on this machine" in boris.troubles[0].do


async def test_a_full_house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MAX_LINKS", 1)
    async with running("anna", "boris", "clara") as (anna, boris, clara):
        await boris.links.dial(anna.at)
        anna.strangers = {clara.key}
        with pytest.raises(TurnedAway, match="no room"):
            await clara.links.dial(anna.at)
        anna.strangers = {boris.key}
        boris.links._redialling.drop(anna.key)
        await clara.links.dial(anna.at)
        await until(lambda: anna.linked() == {"clara"})


async def test_dial_back() -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        reached = await anna.links.ask_dial_back(boris.key)
        assert reached.fault == ""
        assert reached.address.endswith(f":{anna.links.port}")
        boris.links._dialled_back.clear()
        anna.links.port = 1  # as if a firewall stood before it
        assert "nothing listens" in (await anna.links.ask_dial_back(boris.key)).fault
        with pytest.raises(Unreachable):
            await anna.links.ask_dial_back(b"?" * 32)


async def test_a_change_of_address_is_told_and_dead_links_are_dropped() -> None:
    async with running("anna", "boris") as (anna, boris):
        await anna.links.dial(boris.at)
        await until(boris.linked)
        before = boris.links._book.of(anna.key)
        anna.network.addresses = tuple(
            replace(local, ip="127.0.0.9") if local.ip == "127.0.0.1" else local for local in anna.network.addresses)
        anna.links._network_changed()
        await until(lambda: boris.links._book.of(anna.key) != before)
        assert Address("127.0.0.9", anna.links.port) in boris.links._book.of(anna.key)
        assert anna.linked() == {"boris"}


@pytest.mark.parametrize(("we_are_lower", "old_by_us", "new_by_us", "age_s", "same_run", "kept"), [
    (True, True, False, 1, True, "old"),    # crossed calls: the lower key's link stays
    (True, False, True, 1, True, "new"),
    (False, True, False, 1, True, "new"),
    (False, False, True, 1, True, "old"),
    (True, True, True, 1, True, "new"),     # called twice from one side: the first call was lost
    (False, False, False, 1, True, "new"),
    (True, True, False, 60, True, "new"),   # no crossing any more: the peer has lost the old one
    (True, True, False, 1, False, "new"),   # the peer was started anew
])
async def test_which_of_two_links_to_one_peer_is_kept(
    we_are_lower: bool, old_by_us: bool, new_by_us: bool, age_s: float, same_run: bool, kept: str,
) -> None:
    async with running("anna", "boris") as nodes:
        lower, higher = sorted(nodes, key=lambda node: node.key)
        us, peer = (lower, higher) if we_are_lower else (higher, lower)
        await (us.links.dial(peer.at) if old_by_us else peer.links.dial(us.at))
        await until(lambda: us.linked() and peer.linked())
        old = us.links._links[peer.key]
        old.since -= age_s
        new = replace(old.peer, dialled=new_by_us)
        if not same_run:
            new = replace(new, offer=replace(new.offer, session=b"another!"))
        assert us.links._prefers(new) == (kept == "new")
        old.reason = "closed"
        assert us.links._prefers(new), "any link is better than a dead one"
