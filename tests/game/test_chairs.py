from __future__ import annotations

from azi_p2p.game.chairs import CHAIRS, clockwise_after, clockwise_from, seat_from, seat_left_of


def test_order_from_and_after_a_chair_that_is_taken() -> None:
    assert clockwise_from((0, 2, 5), 2) == (2, 5, 0)
    assert clockwise_after((0, 2, 5), 2) == (5, 0, 2)


def test_order_from_and_after_an_empty_chair() -> None:
    assert clockwise_from((0, 2, 5), 3) == (5, 0, 2)
    assert clockwise_after((0, 2, 5), 3) == (5, 0, 2)


def test_single_seats_are_the_first_of_the_order() -> None:
    for chairs in ((0,), (1, 4), (0, 2, 5), tuple(range(CHAIRS))):
        for chair in range(CHAIRS):
            assert seat_from(chairs, chair) == clockwise_from(chairs, chair)[0]
            assert seat_left_of(chairs, chair) == clockwise_after(chairs, chair)[0]
