"""Forged shuffle proofs: what the weight u_0, which joins the equations of the commitments, is there to catch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from protocol import shuffle_proof
from protocol.deck import Masked
from protocol.errors import NotProven
from protocol.generators import chain_generator, permutation_generators
from protocol.group import ONE, ORDER, ZERO, Scalar, combine, inner, times_base
from protocol.shuffle_proof import ShuffleProof, verify_shuffle
from tests.protocol.seats import Stream
from tests.protocol.test_shuffle_proof import HERE, Pass

if TYPE_CHECKING:
    from protocol.deck import Deck

CARDS = 3
SCALES = (7, 5, pow(35, ORDER - 2, ORDER))     # their product is one: the chain's end does not show them


def scaled(one: Pass) -> Deck:
    """Each card, permuted and remasked, but one seventh of one, one fifth of another: no cards any more."""
    return tuple(
        Masked(Scalar.of(pow(a, ORDER - 2, ORDER)) * one.inputs[i].mask,
               Scalar.of(pow(a, ORDER - 2, ORDER)) * one.inputs[i].body).remask(one.key, r)
        for a, i, r in zip(SCALES, one.permutation, one.factors, strict=True))


def forged(one: Pass, outputs: Deck, *, honest_sum: bool) -> ShuffleProof:
    """Committed to the permutation with its ones replaced by SCALES. `honest_sum`: responses that satisfy the joined
    equation of the commitments (and break the chain's), else those that satisfy the chain's."""
    generators, start, stream = permutation_generators(CARDS), chain_generator(), Stream("scaled")
    a = [Scalar.of(scale) for scale in SCALES]
    rho, links, (w1, w2, w3, *w) = (Scalar.some(count, stream) for count in (CARDS, CARDS, 3 + CARDS))
    commitments = list(generators)
    for j, i in enumerate(one.permutation):
        commitments[i] = times_base(rho[i]) + a[j] * generators[j]
    challenges = shuffle_proof._Challenges(HERE, one.key, one.inputs, outputs, commitments)
    u0, u = challenges.u0, challenges.u
    weights = [a[j] * u[i] for j, i in enumerate(one.permutation)]
    opening_g, opening_h = [ZERO, *links], [ONE]
    for weight in weights:
        opening_h.append(weight * opening_h[-1])
    chain = [times_base(r) + v * start for r, v in zip(opening_g[1:], opening_h[1:], strict=True)]
    z0, *z = challenges.links(chain)
    wz = [nonce * weight for nonce, weight in zip(w, z, strict=True)]
    x = challenges.last([
        combine(w, generators) + times_base(w1),
        combine(w, [card.mask for card in outputs]) - times_base(w2),
        combine(w, [card.body for card in outputs]) - w2 * one.key,
        times_base(w3 + inner(wz, opening_g[:CARDS])) + inner(wz, opening_h[:CARDS]) * start,
    ])
    if honest_sum:
        weights = [weight + u0 * (a[j] - ONE) for j, weight in enumerate(weights)]
    blinding = [opening_g[j + 1] - weights[j] * opening_g[j] for j in range(CARDS)]
    return ShuffleProof(
        tuple(commitments), tuple(chain), x,
        (w1 + x * inner(rho, [u0 + weight for weight in u]), w2 + x * inner(one.factors, weights),
         w3 + x * (z0 * opening_g[CARDS] + inner(z, blinding))),
        tuple(nonce + x * weight for nonce, weight in zip(w, weights, strict=True)))


class WithoutSum(shuffle_proof._Challenges):
    """As if the equation of the commitments' sum were not there."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.u0 = ZERO


def test_scaled_cards_pass_without_the_sum_of_the_commitments_and_not_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Pass(CARDS)
    outputs = scaled(one)
    assert one.opens_to(outputs) == [None] * CARDS
    with monkeypatch.context() as fault:
        fault.setattr(shuffle_proof, "_Challenges", WithoutSum)
        verify_shuffle(HERE, one.key, one.inputs, outputs, forged(one, outputs, honest_sum=False))
    for honest_sum in (False, True):
        with pytest.raises(NotProven):
            verify_shuffle(HERE, one.key, one.inputs, outputs, forged(one, outputs, honest_sum=honest_sum))
