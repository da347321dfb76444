"""What is said around a person's seat: posters and farewells. The seat itself is in test_host and test_play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from azi_p2p.cli import seat
from azi_p2p.cli.running import running
from azi_p2p.cli.seat import Invitations, farewell
from azi_p2p.game.options import Options
from azi_p2p.node.addresses import loopback_interface
from azi_p2p.node.home import Home
from azi_p2p.node.invitation import Invitation
from azi_p2p.node.node import Node
from azi_p2p.table.actions import Leave


@pytest.fixture
async def node(tmp_path):
    founder = Node(Home(tmp_path), port=0, interface=loopback_interface(), nickname="Aru", announce=False)
    async with running(founder) as one:
        await one.found("Saturday night", Options())
        yield one


async def test_everything_that_others_need_stands_on_the_poster(node) -> None:
    poster = Invitations(node).poster()
    told = "\n".join(poster.lines)
    assert "azi join 'Saturday night'" in told
    assert f"azi join 127.0.0.1:{node.addresses()[0].port}" in told
    assert poster.link == node.invitation()
    assert "Nobody so far" not in told


async def test_the_code_is_a_short_link_that_can_be_read_back(node) -> None:
    code = Invitations(node).poster().code
    read = Invitation.parse(code)
    assert code == code.upper()
    assert read.addresses == (node.addresses()[0],)
    assert read.fingerprint == Invitation.parse(node.invitation()).fingerprint


async def test_after_a_while_alone_it_says_why(node, monkeypatch) -> None:
    invitations = Invitations(node)
    monkeypatch.setattr(seat, "ALONE_S", -1.0)
    assert any("hotspots" in line for line in invitations.poster().lines)


async def test_one_chip_after_one_hand(node, capsys, monkeypatch) -> None:
    view = replace(node.view, hands=1, seats=(replace(node.view.seats[0], stack=1),))
    monkeypatch.setattr(Node, "view", view)
    farewell(node, again="")
    assert "You have 1 chip (+0) after 1 hand." in capsys.readouterr().out


async def test_farewell(node, capsys) -> None:
    farewell(node, again="azi host x")
    told = capsys.readouterr().out
    assert "You have 1000 chips (+0) after 0 hands." in told
    assert "azi host x goes on" in told
    node.act(Leave())
    farewell(node, again="azi host x")
    assert "goes on" not in capsys.readouterr().out
