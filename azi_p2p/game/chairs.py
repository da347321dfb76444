"""Chairs around the table and the clockwise order among them, not who sits there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

CHAIRS: Final = 6
"""Six hands of four cards and the trump are 25 of 27 cards; a seventh could not be dealt."""


def clockwise_from(chairs: Sequence[int], first: int) -> tuple[int, ...]:
    """`chairs` (ascending) clockwise, beginning with `first`, or the next after it if that is missing."""
    return tuple(c for c in chairs if c >= first) + tuple(c for c in chairs if c < first)


def clockwise_after(chairs: Sequence[int], chair: int) -> tuple[int, ...]:
    """`chairs` (ascending) clockwise, beginning to the left of `chair` and ending with it if among them."""
    return tuple(c for c in chairs if c > chair) + tuple(c for c in chairs if c <= chair)


def seat_from(chairs: Collection[int], first: int) -> int:
    """`first` itself if it is one of `chairs`, else the next one clockwise."""
    return min(chairs, key=lambda c: (c - first) % CHAIRS)


def seat_left_of(chairs: Collection[int], chair: int) -> int:
    """The first of `chairs` clockwise from `chair`, which itself comes last."""
    return min(chairs, key=lambda c: (c - chair - 1) % CHAIRS)
