from __future__ import annotations

import pytest

from azi_p2p.node import redialling
from azi_p2p.node.errors import Unreachable
from azi_p2p.node.redialling import Redialling, delay_after
from tests.node.nodes import until

KEY, OTHER = b"k" * 32, b"o" * 32


def test_delays_double_to_a_limit_and_vary() -> None:
    longest = [delay_after(n, lambda size: b"\0" * size) for n in range(1, 40)]
    assert longest[:6] == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0]
    assert set(longest[6:]) == {redialling.LONGEST_DELAY_S}
    shortest = [delay_after(n, lambda size: b"\xff" * size) for n in range(1, 40)]
    assert all(short == pytest.approx(long / 2, rel=1e-3) for short, long in zip(shortest, longest, strict=True))


class Peer:
    """A peer that answers the nth call."""

    def __init__(self, answers: int = 1) -> None:
        self.calls = 0
        self.answers = answers
        self.linked = False

    async def dial(self, key: bytes) -> None:
        assert not self.linked
        self.calls += 1
        if self.calls < self.answers:
            raise Unreachable("not yet")
        self.linked = True

    def redialling(self, *, is_first: bool = True) -> Redialling:
        return Redialling(self.dial, lambda key: self.linked, lambda key: is_first, lambda size: b"\0" * size)


async def test_dials_until_it_answers_and_again_when_it_is_lost() -> None:
    peer = Peer(answers=3)
    tries = peer.redialling()
    tries.want(KEY)
    await until(lambda: peer.linked)
    assert peer.calls == 3
    peer.linked = False
    tries.nudge(KEY)
    await until(lambda: peer.calls == 4)
    await tries.stop()


async def test_news_cut_the_waiting_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redialling, "FIRST_DELAY_S", 1000.0)
    monkeypatch.setattr(redialling, "LONGEST_DELAY_S", 1000.0)
    peer = Peer(answers=2)
    tries = peer.redialling()
    tries.want(KEY)
    await until(lambda: peer.calls == 1)
    tries.nudge()
    await until(lambda: peer.linked)
    await tries.stop()


async def test_the_second_of_two_waits_for_the_call_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redialling, "HEAD_START_S", 1000.0)
    peer = Peer()
    tries = peer.redialling(is_first=False)
    tries.want(KEY)
    await until(lambda: tries._wanted)
    peer.linked = True
    tries.nudge(KEY)
    monkeypatch.setattr(redialling, "HEAD_START_S", 0.01)
    await until(lambda: not tries._wanted[KEY].news.is_set())
    peer.linked = False
    tries.nudge(KEY)
    await until(lambda: peer.linked)
    assert peer.calls == 1
    await tries.stop()


async def test_it_gives_up_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redialling, "GIVE_UP_S", 0.05)
    monkeypatch.setattr(redialling, "FIRST_DELAY_S", 0.01)
    tries = Peer(answers=10**9).redialling()
    tries.want(KEY)
    assert tries.wants(KEY)
    await until(lambda: not tries.wants(KEY))


async def test_dropped_and_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redialling, "MAX_WANTED", 1)
    peer = Peer(answers=10**9)
    tries = peer.redialling()
    tries.want(KEY)
    tries.want(OTHER)
    assert (tries.wants(KEY), tries.wants(OTHER)) == (True, False)
    tries.drop(KEY)
    tries.drop(OTHER)
    assert not tries.wants(KEY)
    await tries.stop()


async def test_a_player_takes_the_place_of_one_who_does_not_belong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redialling, "MAX_WANTED", 2)
    peer = Peer()
    peer.linked = True
    tries = Redialling(peer.dial, lambda key: peer.linked, lambda key: True, lambda size: b"\0" * size,
                       lambda key: key in (KEY, OTHER, b"p" * 32))
    for key in (b"s" * 32, KEY, b"t" * 32):
        tries.want(key)
    assert set(tries._wanted) == {b"s" * 32, KEY}, "a stranger takes nobody's place"
    for key in (OTHER, b"p" * 32):
        tries.want(key)
    assert set(tries._wanted) == {KEY, OTHER}, "nor does a player take a player's"
    await tries.stop()
