"""Buying in after Azi: who is asked, in which order and for how much; not what becomes of the fee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azi_p2p.game.chairs import clockwise_after

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from azi_p2p.game.pot import Pot


class Entry:
    """The questions of rule 9, one seat after the other, at prices that do not change."""

    __slots__ = ("_waiting", "prices")

    def __init__(
        self, mode: str, pot: Pot, seats: Sequence[int], trickless: Collection[int], third_winner: int
    ) -> None:
        """`seats` (ascending) are those of the ended deal that are not in free and still here.

        `trickless` are those of them that played on; the others folded. Who cannot pay in full is not asked.
        """
        self.prices: dict[int, int] = {}
        """By chair, in the order in which they are asked."""
        for chair in clockwise_after(seats, third_winner) if mode != "closed" else ():
            fee = pot.size // 2 if chair in trickless or mode == "half" else pot.size
            if fee <= pot.stacks[chair]:
                self.prices[chair] = fee
        self._waiting = list(self.prices)

    @property
    def turn(self) -> int | None:
        """Who is asked now."""
        return self._waiting[0] if self._waiting else None

    def next(self) -> None:
        """The seat that was asked has answered."""
        self._waiting.pop(0)

    def remove(self, chair: int) -> None:
        """`chair` is gone, and will not be asked."""
        if chair in self._waiting:
            self._waiting.remove(chair)

    def snapshot(self) -> list[Any]:
        return [[[chair, fee] for chair, fee in self.prices.items()], list(self._waiting)]
