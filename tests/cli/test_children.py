"""Bots as child processes: heard, ended, and nothing left of them."""

from __future__ import annotations

from azi_p2p.cli.children import NAMES, Bot, company
from azi_p2p.table.bodies import MAX_CHAIRS
from tests.cli.program import LOCAL, new_name, runs


async def test_what_it_says_is_heard_and_its_home_goes_with_it() -> None:
    bot = Bot("--host", new_name(), "--name", "Aru", *LOCAL)
    said = []
    async with company([bot]):
        pid = bot.pid

        def hear(event) -> None:
            said.append(event)
            bot._running.terminate()

        assert await bot.follow(hear) == 128 + 15
        assert bot.home.exists() is False
    assert said[0]["event"] == "ready"
    assert said[0]["name"] == "Aru"
    assert said[0]["link"].startswith("azi://127.0.0.1:")
    assert not runs(pid)


async def test_its_last_complaint_is_kept() -> None:
    bot = Bot("--join", "127.0.0.1:1", *LOCAL)
    async with company([bot]):
        assert await bot.follow(lambda _event: None) == 1
    assert "nothing listens" in bot.complaint


async def test_it_is_ended_with_the_company() -> None:
    bot = Bot("--host", new_name(), *LOCAL)
    async with company([bot]):
        pid = bot.pid
        assert runs(pid)
    assert not runs(pid)
    assert not bot.home.exists()


def test_a_name_for_every_chair() -> None:
    assert len(set(NAMES)) == MAX_CHAIRS
