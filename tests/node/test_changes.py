"""Changes and their followers: each sees that something has changed, whatever it awaits meanwhile, and once."""

from __future__ import annotations

import asyncio

import pytest

from azi_p2p.node.changes import Changes

LIMIT_S = 60


@pytest.fixture
async def followed():
    """Changes, and three followers of them who wait: a queue each, that gets an item for every round from now on."""
    changes = Changes()
    followers: list[asyncio.Queue[None]] = [asyncio.Queue() for _ in range(3)]

    async def follow(rounds: asyncio.Queue[None]) -> None:
        async for _ in changes:
            rounds.put_nowait(None)

    tasks = [asyncio.create_task(follow(rounds)) for rounds in followers]
    for rounds in followers:
        await rounds.get()
    yield changes, followers
    for task in tasks:
        task.cancel()


async def test_what_changes_while_a_follower_awaits_something_else_is_not_lost() -> None:
    changes, value, seen = Changes(), 0, []
    async with asyncio.timeout(LIMIT_S):
        async for _ in changes:
            seen.append(value)
            if value == 1:
                break
            value = 1
            changes.note()
            await asyncio.sleep(0)
    assert seen == [0, 1]


async def test_one_follower_takes_nothing_from_another() -> None:
    changes = Changes()
    quick, slow = aiter(changes), aiter(changes)
    async with asyncio.timeout(LIMIT_S):
        await anext(quick)
        await anext(slow)
        changes.note()
        await anext(quick)      # has looked, and waits again, before the other comes back
        waiting = asyncio.create_task(anext(quick))
        await asyncio.sleep(0)
        await anext(slow)
        changes.note()
        await waiting
        await anext(slow)


@pytest.mark.parametrize("at_once", [1, 5])
async def test_all_who_wait_are_woken_once_however_many_changes_came_and_wait_again(followed, at_once: int) -> None:
    changes, followers = followed
    for _ in range(2):
        for _ in range(at_once):
            changes.note()
        async with asyncio.timeout(LIMIT_S):
            for rounds in followers:
                await rounds.get()
        await asyncio.sleep(0)
        assert all(rounds.empty() for rounds in followers)


async def test_a_fault_is_raised_to_who_waits_and_to_who_comes_later() -> None:
    changes = Changes()
    follower = aiter(changes)
    await anext(follower)
    waiting = asyncio.create_task(anext(follower))
    await asyncio.sleep(0)
    changes.note()
    changes.fail(OSError("gone"))
    for each in (waiting, anext(follower), anext(aiter(changes))):
        with pytest.raises(OSError, match="gone"):
            await each
