"""The chips of a hand: the players' stacks, and the pot in layers, one a deal; not who may pay what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azi_p2p.game.chairs import CHAIRS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


@dataclass(slots=True)
class Layer:
    """What one deal brought into the pot. All mappings are by chair, in chips.

    `paid` is what was put in: ante, bids and entry fees. `counted` is what counted in the bidding, which is
    more where it was paid blind. `short` are the seats that could not match the level.
    """

    ante: int = 0
    paid: dict[int, int] = field(default_factory=dict)
    counted: dict[int, int] = field(default_factory=dict)
    antes: set[int] = field(default_factory=set)
    fees: dict[int, int] = field(default_factory=dict)
    short: set[int] = field(default_factory=set)

    @property
    def size(self) -> int:
        return sum(self.paid.values())

    @property
    def full(self) -> int:
        """What a seat that matched everything has counted, with the ante."""
        return self.ante + max(self.counted.values(), default=0)

    def stake(self, chair: int) -> int:
        """What counted for this seat, with its ante and its entry fee."""
        ante = self.ante if chair in self.antes else 0
        return ante + self.counted.get(chair, 0) + self.fees.get(chair, 0)

    def snapshot(self) -> list[Any]:
        return [
            self.ante, _pairs(self.paid), _pairs(self.counted), sorted(self.antes), _pairs(self.fees),
            sorted(self.short),
        ]


class Pot:
    """Stacks and layers; every movement of chips in a hand is a method here, none makes or loses a chip."""

    __slots__ = ("_chips", "layers", "size", "stacks")

    def __init__(self, stacks: Mapping[int, int], ante: int) -> None:
        """Takes the ante from every stack; each holds at least that."""
        self.stacks = {chair: stacks[chair] - ante for chair in sorted(stacks)}
        assert min(self.stacks.values()) >= 0, "a seat without the ante sits out"
        chairs = set(self.stacks)
        self.layers = [Layer(ante, dict.fromkeys(sorted(chairs), ante), antes=chairs)]
        self.size = ante * len(chairs)
        self._chips = sum(stacks.values())

    @property
    def layer(self) -> Layer:
        """That of the current deal."""
        return self.layers[-1]

    def counted(self, chair: int) -> int:
        return self.layers[-1].counted.get(chair, 0)

    def pay(self, chair: int, chips: int, counts: int) -> None:
        """A bet, raise or call: `chips` go into the pot and count as `counts`."""
        layer = self.layers[-1]
        self._move(layer, chair, chips)
        layer.counted[chair] = layer.counted.get(chair, 0) + counts

    def pay_fee(self, chair: int, chips: int) -> None:
        """An entry after Azi: into the ended deal's layer."""
        layer = self.layers[-1]
        self._move(layer, chair, chips)
        layer.fees[chair] = layer.fees.get(chair, 0) + chips

    def _move(self, layer: Layer, chair: int, chips: int) -> None:
        assert 0 <= chips <= self.stacks[chair], "more than the stack holds"
        self.stacks[chair] -= chips
        self.size += chips
        layer.paid[chair] = layer.paid.get(chair, 0) + chips

    def begin_layer(self) -> None:
        """After Azi: the next deal has no ante."""
        self.layers.append(Layer())

    def mark_short(self, live: Collection[int], level: int) -> None:
        """Seats whose chips ran out below the level, by a call or by another's raise above their bet."""
        layer = self.layers[-1]
        layer.short.update(
            chair for chair in live if self.stacks[chair] == 0 and layer.counted.get(chair, 0) < level
        )

    def refund_deal(self, keep: Collection[int]) -> tuple[tuple[int, int], ...]:
        """A void deal: bids go back but those of the seats `keep`, and nothing of it counts; the antes stay.

        What stays of a missing seat's bids is paid and does not count: whoever wins, wins it.
        """
        layer = self.layers[-1]
        refunds = []
        for chair in sorted(layer.paid):
            back = layer.paid[chair] - (layer.ante if chair in layer.antes else 0)
            if chair not in keep and back:
                layer.paid[chair] -= back
                self.stacks[chair] += back
                self.size -= back
                refunds.append((chair, back))
        layer.counted.clear()
        layer.short.clear()
        return tuple(refunds)

    def settle(self, winner: int, mode: str) -> tuple[tuple[int, int], ...]:
        """Empties the pot by rule 10: (chair, chips) clockwise from the winner, named even with 0."""
        payouts = {winner: 0}
        for layer in self.layers:
            # Not short is whole: he matched, or he folded and has bought back in. Who is short has no chips for a fee.
            for chair, chips in split(layer, winner, mode, whole=winner not in layer.short).items():
                payouts[chair] = payouts.get(chair, 0) + chips
        for chair, chips in payouts.items():
            self.stacks[chair] += chips
            self.size -= chips
        assert self.size == 0, "a pot was not shared out to the last chip"
        return tuple(
            (chair, payouts[chair])
            for chair in sorted(payouts, key=lambda c: (c - winner) % CHAIRS)
            if payouts[chair] or chair == winner
        )

    def check(self) -> None:
        """Chips are conserved."""
        assert self.size == sum(layer.size for layer in self.layers) or self.size == 0
        assert self.size + sum(self.stacks.values()) == self._chips, "chips were made or lost"

    def snapshot(self) -> list[Any]:
        layers = [layer.snapshot() for layer in self.layers]
        return [_pairs(self.stacks), self.size, layers]


def split(layer: Layer, winner: int, mode: str, *, whole: bool) -> dict[int, int]:
    """One layer's chips by chair: all to a winner who is `whole`, else by stake / full (rule 10)."""
    stake, full = layer.stake(winner), layer.full
    if whole or stake >= full:
        return {winner: layer.size}
    paid = layer.paid.get(winner, 0)
    others = {chair: chips for chair, chips in layer.paid.items() if chair != winner and chips}
    if mode == "share":
        part = max(paid, layer.size * stake // full)
    else:
        part = paid + sum(_matched(chips, stake, layer.stake(chair)) for chair, chips in others.items())
    shares = give_back(layer.size - part, others, winner)
    shares[winner] = part
    return shares


def _matched(paid: int, stake: int, against: int) -> int:
    """What a stake wins of another's payment: in proportion, at most all of it, rounded down."""
    return paid if stake >= against else paid * stake // against


def give_back(rest: int, paid: Mapping[int, int], winner: int) -> dict[int, int]:
    """`rest` in proportion to what each paid: largest remainders, ties clockwise from the winner."""
    total = sum(paid.values())
    assert 0 <= rest <= total, "more would go back than was paid"
    if not rest:
        return {}
    shares = {chair: rest * chips // total for chair, chips in paid.items()}
    order = sorted(paid, key=lambda c: (-(rest * paid[c] % total), (c - winner) % CHAIRS))
    for chair in order[: rest - sum(shares.values())]:
        shares[chair] += 1
    return shares


def _pairs(chips: Mapping[int, int]) -> list[list[int]]:
    return [[chair, chips[chair]] for chair in sorted(chips)]
