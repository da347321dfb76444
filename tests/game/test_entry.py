from __future__ import annotations

from azi_p2p.game.entry import Entry
from azi_p2p.game.pot import Pot


def pot_of(stacks: dict[int, int]) -> Pot:
    """A pot of 7 antes of 3: 21 chips, half of it 10."""
    return Pot({chair: chips + 3 for chair, chips in stacks.items()}, ante=3)


STACKS = {0: 100, 1: 100, 2: 10, 3: 9, 4: 20, 5: 21, 6: 100}


def test_full_asks_clockwise_and_skips_who_cannot_pay() -> None:
    entry = Entry("full", pot_of(STACKS), seats=(1, 2, 3, 4, 5), trickless={2, 3}, third_winner=3)
    assert list(entry.prices.items()) == [(5, 21), (1, 21), (2, 10)]
    assert entry.turn == 5
    entry.next()
    assert entry.turn == 1
    entry.remove(2)
    entry.next()
    assert entry.turn is None


def test_half_is_the_same_for_both() -> None:
    entry = Entry("half", pot_of(STACKS), seats=(1, 2, 3, 4), trickless={2}, third_winner=0)
    assert list(entry.prices.items()) == [(1, 10), (2, 10), (4, 10)]


def test_closed_asks_nobody() -> None:
    entry = Entry("closed", pot_of(STACKS), seats=(1, 2, 3), trickless={2}, third_winner=0)
    assert entry.prices == {}
    assert entry.turn is None


def test_snapshot_changes_with_an_answer() -> None:
    entry = Entry("half", pot_of(STACKS), seats=(1, 2), trickless={2}, third_winner=0)
    before = entry.snapshot()
    entry.next()
    assert entry.snapshot() != before
