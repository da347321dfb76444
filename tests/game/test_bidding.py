from __future__ import annotations

from azi_p2p.game.bidding import Bidding, price
from azi_p2p.game.events import OpenedShort
from azi_p2p.game.options import Options
from azi_p2p.game.pot import Pot


def bidding_of(stacks: dict[int, int], opener: int, options: Options | None = None) -> tuple[Bidding, Pot, set[int]]:
    """A bidding after the ante: `stacks` are what is left."""
    options = options or Options(blind=False)
    pot = Pot({chair: chips + options.ante for chair, chips in stacks.items()}, options.ante)
    live = set(stacks)
    return Bidding(options, pot, live, sorted(stacks), opener), pot, live


def test_half_is_rounded_up() -> None:
    assert [price(counts, blind=True) for counts in (1, 2, 3, 40)] == [1, 1, 2, 20]
    assert price(7, blind=False) == 7


def test_all_openers_short() -> None:
    bidding, pot, _ = bidding_of({0: 3, 2: 0, 4: 9}, opener=2)
    assert bidding.begin() == [OpenedShort(2, 0), OpenedShort(4, 9), OpenedShort(0, 3)]
    assert bidding.turn is None
    assert bidding.opening
    assert bidding.leader == 2
    assert pot.layer.short == {0, 2, 4}


def test_the_turn_passes_those_without_chips() -> None:
    bidding, _, _ = bidding_of({0: 100, 1: 0, 2: 100}, opener=0)
    bidding.begin()
    bidding.lift(0, 10)
    assert bidding.turn == 2
    bidding.call(2)
    assert bidding.turn is None
    assert bidding.leader == 0


def test_a_raise_gives_everyone_else_a_turn() -> None:
    bidding, _, live = bidding_of({0: 100, 1: 100, 2: 100}, opener=1)
    bidding.begin()
    bidding.lift(1, 10)
    bidding.lift(2, 10)
    assert bidding.turn == 0
    live.remove(0)
    bidding.passed(0)
    assert bidding.turn == 1
    bidding.call(1)
    assert (bidding.turn, bidding.leader, bidding.level) == (None, 2, 20)


def test_bounds_of_a_raise() -> None:
    bidding, _, _ = bidding_of({0: 150, 1: 25, 2: 9}, opener=0, options=Options(blind=True))
    bidding.begin()
    assert bidding.raise_bounds(0) == (10, 100)
    bidding.lift(0, 20)
    assert bidding.raise_bounds(1) == (10, 30)  # blind: twice 25, less 20 to match
    bidding.look(1)
    assert bidding.raise_bounds(1) is None
    assert bidding.call_price(1) == (20, False)
    assert bidding.call_price(2) == (9, True)


def test_the_leader_who_is_gone_is_replaced() -> None:
    bidding, _, live = bidding_of({0: 100, 1: 100, 3: 100}, opener=1)
    bidding.begin()
    bidding.lift(1, 10)
    live.remove(1)
    assert bidding.leader == 3


def test_snapshot_changes_with_a_look() -> None:
    bidding, _, _ = bidding_of({0: 100, 1: 100}, opener=0, options=Options())
    bidding.begin()
    before = bidding.snapshot()
    bidding.look(0)
    assert bidding.snapshot() != before
