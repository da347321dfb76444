"""The lobby's story: what it says of an empty network, of the doctor's findings, and of a table's link."""

from __future__ import annotations

import asyncio
import urllib.parse
from typing import TYPE_CHECKING

import pytest_asyncio

from azi_p2p.game.options import Options
from azi_p2p.node import doctor
from azi_p2p.node.home import Home
from azi_p2p.node.invitation import Invitation
from azi_p2p.node.node import Node
from azi_p2p.web import lobby
from azi_p2p.web.lobby import LobbyStory
from tests.node.nodes import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import pytest


@pytest_asyncio.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    one = Node(Home(tmp_path), port=0, interface="lo", nickname="Aru")
    await one.start()
    yield one
    await one.stop()


async def test_ones_own_address_link_and_picture(node: Node) -> None:
    story = LobbyStory(node)
    told = story.told(at_table=False)
    assert told["addresses"] == [str(address) for address in node.addresses()]
    assert Invitation.parse(told["link"]).fingerprint is not None
    picture = told["qr"]
    assert picture.startswith("data:image/svg+xml")
    assert "<svg" in urllib.parse.unquote(picture)
    assert story.told(at_table=False)["qr"] is picture
    await node.found("evening", Options())
    after = story.told(at_table=True)
    assert after["link"] != told["link"]
    assert after["qr"] != picture
    assert after["unfinished"] is None


async def test_findings_are_words_the_worst_first(node: Node) -> None:
    story = LobbyStory(node)
    findings = await story.examine()
    assert story.told(at_table=False)["findings"] == findings
    levels = [finding["level"] for finding in findings]
    assert levels == sorted(levels, key=("fault", "warning", "note", "fine").index)
    for finding in findings:
        assert finding["what"]["text"]
        assert finding["do"] is None or finding["do"]["text"]


async def test_nobody_is_heard_and_the_reason_is_looked_for_once(
        node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "TICK_S", 0.02)
    monkeypatch.setattr(doctor, "ALONE_S", 0.1)
    monkeypatch.setattr(node, "heard", lambda: heard)
    heard, changes = 0, []
    story = LobbyStory(node)
    watching = asyncio.create_task(story.watch(lambda: changes.append(1)))
    await until(lambda: changes)
    assert story.told(at_table=False)["findings"]
    assert story.told(at_table=False)["alone_seconds"] >= 0
    await asyncio.sleep(0.1)
    assert len(changes) == 1
    heard = 1
    await until(lambda: not story.told(at_table=False)["findings"])
    assert story.told(at_table=False)["alone_seconds"] == 0
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)


def test_a_picture_of_the_longest_link_can_be_made() -> None:
    link = "azi://" + ",".join(f"[fd00:1234:5678:9abc:def0:1234:5678:{at:04x}]:47470" for at in range(8)) + (
        "/AAAA-BBBB-CCCC-DDDD-EEEE/" + "0" * 32)
    assert len(lobby._qr(link)) < 60_000
