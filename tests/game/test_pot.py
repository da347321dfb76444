"""Rule 10, against a second implementation in fractions."""

from __future__ import annotations

import random
from fractions import Fraction
from math import floor

import pytest

from azi_p2p.game.pot import Layer, Pot, give_back, split


def by_the_rules(layer: Layer, winner: int, mode: str) -> dict[int, int]:
    """Rule 10 as its words say it, for a winner whose fraction is below 1."""
    fraction = Fraction(layer.stake(winner), layer.full) if layer.full else Fraction(1)
    pot, mine = sum(layer.paid.values()), layer.paid.get(winner, 0)
    others = {chair: paid for chair, paid in layer.paid.items() if chair != winner}
    if fraction == 1:
        return {winner: pot}
    if mode == "share":
        part = max(mine, floor(pot * fraction))
    else:
        part = mine
        for chair, paid in others.items():
            stake = layer.stake(chair)
            part += floor(paid * (min(Fraction(1), Fraction(layer.stake(winner), stake)) if stake else 1))
    rest = pot - part
    exact = {chair: Fraction(rest * paid, sum(others.values())) for chair, paid in others.items() if paid}
    shares = {chair: floor(share) for chair, share in exact.items()}
    clockwise = [(winner + step) % 6 for step in range(1, 6)]
    by_remainder = sorted(exact, key=lambda c: (-(exact[c] - shares[c]), clockwise.index(c)))
    for chair in by_remainder[: rest - sum(shares.values())]:
        shares[chair] += 1
    return {**shares, winner: part}


def random_layer(rng: random.Random) -> tuple[Layer, int]:
    ante = rng.choice([0, 1, 10])
    chairs = sorted(rng.sample(range(6), rng.randint(2, 6)))
    layer = Layer(ante=ante)
    for chair in chairs:
        paid = rng.randint(0, 60)
        layer.counted[chair] = 2 * paid - rng.randint(0, min(1, paid)) if rng.random() < 0.4 else paid
        layer.paid[chair] = paid + ante
        if ante:
            layer.antes.add(chair)
        if rng.random() < 0.2:
            layer.fees[chair] = rng.randint(1, 50)
            layer.paid[chair] += layer.fees[chair]
    winner = rng.choice([c for c in chairs if c not in layer.fees] or chairs)
    layer.fees.pop(winner, None)
    layer.paid[winner] = min(layer.paid[winner], layer.counted[winner] + ante)
    return layer, winner


@pytest.mark.parametrize("mode", ["share", "matched"])
def test_a_layer_is_split_by_the_rules(mode: str) -> None:
    rng = random.Random(10)
    partial = 0
    for _ in range(2000):
        layer, winner = random_layer(rng)
        found = split(layer, winner, mode, whole=False)
        wanted = by_the_rules(layer, winner, mode)
        assert {c: n for c, n in found.items() if n} == {c: n for c, n in wanted.items() if n}, layer
        assert sum(found.values()) == layer.size
        assert all(found[chair] <= layer.paid[chair] for chair in found if chair != winner)
        assert found[winner] >= layer.paid[winner]
        assert split(layer, winner, mode, whole=True) == {winner: layer.size}
        partial += found[winner] < layer.size
    assert partial > 500


def test_ties_of_the_rest_go_clockwise_from_the_winner() -> None:
    assert give_back(4, {0: 5, 3: 5, 5: 5}, winner=2) == {0: 1, 3: 2, 5: 1}
    assert give_back(5, {0: 5, 3: 5, 5: 5}, winner=4) == {0: 2, 3: 1, 5: 2}


def test_larger_remainders_come_first() -> None:
    assert give_back(10, {0: 10, 1: 20, 2: 5}, winner=5) == {0: 3, 1: 6, 2: 1}  # 2.86, 5.71, 1.43


def test_chips_move_between_stacks_and_pot() -> None:
    pot = Pot({0: 100, 2: 50}, ante=10)
    assert (pot.size, pot.stacks) == (20, {0: 90, 2: 40})
    pot.pay(0, 15, counts=30)
    assert (pot.size, pot.stacks[0], pot.counted(0), pot.layer.stake(0)) == (35, 75, 30, 40)
    assert pot.layer.full == 40
    pot.pay_fee(2, 20)
    assert (pot.layer.paid[2], pot.layer.stake(2), pot.layer.full) == (30, 30, 40)
    pot.check()
    with pytest.raises(AssertionError):
        pot.pay(2, 21, counts=21)


def test_a_refund_keeps_antes_and_what_the_missing_paid() -> None:
    pot = Pot({0: 100, 1: 100, 2: 100}, ante=10)
    for chair in (0, 1, 2):
        pot.pay(chair, 20, counts=20)
    assert pot.refund_deal(keep={1}) == ((0, 20), (2, 20))
    assert pot.stacks == {0: 90, 1: 70, 2: 90}
    assert (pot.size, pot.layer.full, pot.layer.stake(1), pot.layer.paid[1]) == (50, 10, 10, 30)
    pot.check()


def test_a_fee_makes_whole_up_to_its_layer() -> None:
    pot = Pot({0: 100, 1: 100}, ante=10)
    pot.pay(0, 50, counts=50)
    pot.mark_short({0}, level=50)
    pot.pay_fee(1, 90)
    pot.begin_layer()
    pot.pay(0, 20, counts=20)
    pot.mark_short({0, 1}, level=20)
    assert pot.settle(1, "share") == ((1, 160), (0, 20))
    assert (pot.size, pot.stacks) == (0, {0: 40, 1: 160})
    pot.check()


def test_snapshots_tell_states_apart() -> None:
    pots = []
    for payer in (0, 1):
        pot = Pot({0: 100, 1: 100}, ante=10)
        pot.pay(payer, 20, counts=20)
        pots.append(pot.snapshot())
    assert pots[0] != pots[1]
