"""Whole matches between hosts in namespaces: found over mDNS, dealt, played, killed, restarted, voted out."""

from __future__ import annotations

import itertools
import queue
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Any

from tests.lan.agents import Agent
from tests.lan.hosts import lan

if TYPE_CHECKING:
    from pathlib import Path

    from tests.lan.hosts import Host

DEALING = ("keys", "shuffle", "reveal", "shares")


class Player(Agent):
    """A `player.py` on a host; its home outlives the process."""

    def __init__(self, host: Host, name: str, home: Path, *arguments: str) -> None:
        self.host, self.home, self.arguments = host, home / name, arguments
        self.name = name
        self.start()

    def start(self) -> None:
        """Start it, or start it again."""
        self.events = []
        self._arrivals: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self.process = self.host.start_python(
            "-m", "tests.lan.player", self.name, str(self.home), *self.arguments,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.reader = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self.reader.start()
        self.addresses = self.wait("ready")["addresses"]

    def hands(self, count: int, *, after: int = 0) -> dict[str, Any]:
        """Wait until so many hands are finished."""
        return self.wait("state", lambda said: said["hands"] >= count, after=after)

    def digests(self) -> list[str]:
        return self.ask("digests", "digests")["digests"]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.reader.join()      # its last word is not for the next process


def agree(*players: Player) -> None:
    """The records are prefixes of one another, and nobody suspects anybody."""
    records = sorted((player.digests() for player in players), key=len)
    for shorter, longer in itertools.pairwise(records):
        assert shorter == longer[:len(shorter)]
    for player in players:
        player.drain()
        assert [said for said in player.events if said["event"] == "suspect" or said.get("trouble")] == []


def test_three_find_each_other_and_play_ten_hands(tmp_path: Path) -> None:
    with lan(3) as hosts:
        anna = Player(hosts[0], "anna", tmp_path, "host", "3")
        boris = Player(hosts[1], "boris", tmp_path, "join", "kitchen")
        clara = Player(hosts[2], "clara", tmp_path, "join", "-")
        final = [player.hands(10) for player in (anna, boris, clara)]
        assert len({said["code"] for said in final}) == 1
        assert final[0]["code"]
        agree(anna, boris, clara)
        assert boris.ask("links", "links")["names"] == ["anna", "clara"]


def test_one_killed_in_mid_hand_goes_on_with_the_same_hand(tmp_path: Path) -> None:
    with lan(3) as hosts:
        anna = Player(hosts[0], "anna", tmp_path, "host", "3", "--turn", "60")
        link = anna.wait("invitation")["link"]
        boris = Player(hosts[1], "boris", tmp_path, "join", link)
        clara = Player(hosts[2], "clara", tmp_path, "join", link)
        for stage, hand in (("bid", 2), ("shuffle", 4), ("play", 6)):
            seen = boris.wait("state", lambda said, s=stage, h=hand: said["stage"] == s and said["hand"] >= h)
            boris.kill()
            boris.start()
            assert boris.wait("resumed")["table"] == "kitchen"
            back = boris.wait("state", lambda said, hand=seen["hand"]: said["hands"] >= hand)
            assert back["standing"]["boris"] not in ("gone", "away", "cheat")
        for player in (anna, clara):
            player.drain()
            assert all(said["standing"].get("boris") not in ("gone", "away")
                       for said in player.events if said["event"] == "state")
        agree(anna, boris, clara)


def test_one_that_stays_away_is_voted_out_and_the_others_finish(tmp_path: Path) -> None:
    with lan(3) as hosts:
        anna = Player(hosts[0], "anna", tmp_path, "host", "3", "--turn", "5")
        boris = Player(hosts[1], "boris", tmp_path, "join", "kitchen")
        clara = Player(hosts[2], "clara", tmp_path, "join", "kitchen")
        clara.wait("state", lambda said: said["hand"] == 2 and said["stage"] == "bid")
        clara.kill()
        for player in (anna, boris):
            done = player.hands(4)
            assert done["standing"]["clara"] == "away"
        agree(anna, boris)
        assert sum(done["stacks"].values()) == 3000
        clara.start()       # back at the table, she plays again
        clara.wait("resumed")
        clara.wait("state", lambda said: said["standing"].get("clara") == "playing")
        agree(anna, boris, clara)


def test_cut_off_for_a_while_and_back_at_another_address(tmp_path: Path) -> None:
    with lan(3) as hosts:
        anna = Player(hosts[0], "anna", tmp_path, "host", "3", "--turn", "60")
        boris = Player(hosts[1], "boris", tmp_path, "join", "kitchen")
        clara = Player(hosts[2], "clara", tmp_path, "join", "kitchen")
        boris.hands(1)
        hosts.cut(hosts[1])
        time.sleep(3)
        hosts[1].change_address("10.77.0.99")
        hosts.mend(hosts[1])
        for player in (anna, boris, clara):
            player.hands(4)
        agree(anna, boris, clara)
