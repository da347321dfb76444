"""Proof that one deck is a permuted and remasked other, without saying how. It deals nothing and opens
nothing.

Terelius and Wikstrom (Africacrypt 2010), in the form of Haenni, Locher, Koenig and Dubuis (Voting 2017),
algorithms 8.44 to 8.48 of the CHVote specification. Names follow the paper; places count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.deck import Deck, flat
from protocol.errors import LocalError, NotProven
from protocol.generators import chain_generator, permutation_generators, permutation_generators_total
from protocol.group import (
    ONE,
    Element,
    Entropy,
    Scalar,
    combine,
    decode_elements,
    decode_scalars,
    inner,
    join,
    times_base,
    total,
    total_scalar,
)
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.context import Context


@dataclass(frozen=True, slots=True)
class ShuffleProof:
    """For N cards: `commitments` c and `chain` of N elements, `responses` s1..s4, `chain_responses` and
    `permutation_responses` of N scalars each. 128 N + 160 bytes."""

    commitments: tuple[Element, ...]
    chain: tuple[Element, ...]
    challenge: Scalar
    responses: tuple[Scalar, ...]
    chain_responses: tuple[Scalar, ...]
    permutation_responses: tuple[Scalar, ...]

    def to_body(self) -> list[bytes]:
        return [
            join(self.commitments), join(self.chain), self.challenge.data,
            join(self.responses), join(self.chain_responses), join(self.permutation_responses),
        ]

    @classmethod
    def from_parts(cls, parts: Sequence[object], cards: int) -> ShuffleProof:
        """From the six strings of `to_body`. Raises Malformed."""
        commitments, chain, challenge, responses, chain_responses, permutation_responses = parts
        return cls(
            decode_elements(commitments, cards), decode_elements(chain, cards), Scalar.decode(challenge),
            decode_scalars(responses, 4), decode_scalars(chain_responses, cards),
            decode_scalars(permutation_responses, cards),
        )


@dataclass(frozen=True, slots=True)
class _Statement:
    """What is proven, taken into the transcript once, and the weights u that follow from it."""

    state: Transcript
    weights: tuple[Scalar, ...]

    @classmethod
    def of(
        cls, context: Context, key: Element, inputs: Deck, outputs: Deck, commitments: Sequence[Element]
    ) -> _Statement:
        # The key stands here as well as in the decks: weights that did not depend on it let a prover choose
        # the key's part of the outputs after them, and a deck that opens to no card would verify.
        state = Transcript.at("shuffle", context).element(key)
        state.elements(flat(inputs)).elements(flat(outputs)).elements(commitments)
        return cls(state, state.challenges("shuffle-weight", len(inputs)))

    def challenge(self, chain: Sequence[Element], t: Sequence[Element]) -> Scalar:
        return self.state.elements(chain).elements(t).challenge("shuffle")


def prove_shuffle(
    context: Context, key: Element, inputs: Deck, outputs: Deck,
    permutation: Sequence[int], factors: Sequence[Scalar], entropy: Entropy,
) -> ShuffleProof:
    """That outputs[j] = inputs[permutation[j]] remasked under `key` with factors[j], for every j."""
    n = len(inputs)
    if not n == len(outputs) == len(permutation) == len(factors):
        raise LocalError("decks, permutation and factors are of one length")
    generators = permutation_generators(n)

    rho_permuted = [Scalar.random(entropy) for _ in range(n)]
    commitments, rho = list(generators), list(rho_permuted)
    for j, i in enumerate(permutation):
        rho[i] = rho_permuted[j]
        commitments[i] = times_base(rho_permuted[j]) + generators[j]

    statement = _Statement.of(context, key, inputs, outputs, commitments)
    u = statement.weights
    u_permuted = [u[i] for i in permutation]

    rho_chain = [Scalar.random(entropy) for _ in range(n)]
    links = [chain_generator()]
    for r, weight in zip(rho_chain, u_permuted, strict=True):
        links.append(times_base(r) + weight * links[-1])

    w1, w2, w3, w4 = (Scalar.random(entropy) for _ in range(4))
    w_chain = [Scalar.random(entropy) for _ in range(n)]
    w_permutation = [Scalar.random(entropy) for _ in range(n)]
    t = [
        times_base(w1),
        times_base(w2),
        times_base(w3) + combine(w_permutation, generators),
        combine(w_permutation, [card.mask for card in outputs]) - times_base(w4),
        combine(w_permutation, [card.body for card in outputs]) - w4 * key,
        *(times_base(w_chain[j]) + w_permutation[j] * links[j] for j in range(n)),
    ]
    x = statement.challenge(links[1:], t)

    after = [ONE] * n  # v: the product of the weights behind each place
    for j in range(n - 1, 0, -1):
        after[j - 1] = u_permuted[j] * after[j]
    return ShuffleProof(
        tuple(commitments), tuple(links[1:]), x,
        (
            w1 + x * total_scalar(rho),
            w2 + x * inner(rho_chain, after),
            w3 + x * inner(rho, u),
            w4 + x * inner(factors, u_permuted),
        ),
        tuple(w + x * r for w, r in zip(w_chain, rho_chain, strict=True)),
        tuple(w + x * weight for w, weight in zip(w_permutation, u_permuted, strict=True)),
    )


def verify_shuffle(context: Context, key: Element, inputs: Deck, outputs: Deck, proof: ShuffleProof) -> None:
    """Raises NotProven."""
    n = len(inputs)
    lists = (outputs, proof.commitments, proof.chain, proof.chain_responses, proof.permutation_responses)
    if any(len(some) != n for some in lists) or len(proof.responses) != 4:
        raise NotProven("a list of the proof is not as long as the deck")
    statement = _Statement.of(context, key, inputs, outputs, proof.commitments)
    u, x, s = statement.weights, proof.challenge, proof.permutation_responses
    s1, s2, s3, s4 = proof.responses
    minus_x = -x
    product = ONE
    for weight in u:
        product = product * weight
    links = (chain_generator(), *proof.chain)
    t = [
        minus_x * (total(proof.commitments) - permutation_generators_total(n)) + times_base(s1),
        minus_x * (links[n] - product * links[0]) + times_base(s2),
        minus_x * combine(u, proof.commitments) + combine(s, permutation_generators(n)) + times_base(s3),
        minus_x * combine(u, [card.mask for card in inputs])
        + combine(s, [card.mask for card in outputs]) - times_base(s4),
        minus_x * combine(u, [card.body for card in inputs])
        + combine(s, [card.body for card in outputs]) - s4 * key,
        *(
            minus_x * links[j + 1] + times_base(proof.chain_responses[j]) + s[j] * links[j]
            for j in range(n)
        ),
    ]
    if x != statement.challenge(proof.chain, t):
        raise NotProven("the deck is not proven to be the one before, permuted and remasked")
