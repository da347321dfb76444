"""Proof that one deck is another, permuted and remasked, without saying how. It deals nothing and opens nothing.

Terelius and Wikstrom (Africacrypt 2010), in the form of Haenni, Locher, Koenig and Dubuis (Voting 2017). Their
equations that differ in nothing but their place are joined into one by random weights, as RFC 9497 joins the
pairs of a batch; protocol/README.md, "Shuffle proof", has the equations and why joining them is sound. Names
follow the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from protocol.deck import Deck, flat
from protocol.errors import LocalError, NotProven
from protocol.generators import chain_generator, permutation_generators
from protocol.group import (
    ONE,
    ZERO,
    Element,
    Entropy,
    Scalar,
    combine,
    decode_elements,
    decode_scalars,
    inner,
    join,
    times_base,
)
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.context import Context

RESPONSES: Final = 3
"""One for the blinding of each joined equation: the commitments', the decks' and the chain's."""


@dataclass(frozen=True, slots=True)
class ShuffleProof:
    """For N cards: `commitments` c and `chain` of N elements, `challenge`, RESPONSES `responses`, and N
    `permutation_responses`. 96 N + 128 bytes."""

    commitments: tuple[Element, ...]
    chain: tuple[Element, ...]
    challenge: Scalar
    responses: tuple[Scalar, ...]
    permutation_responses: tuple[Scalar, ...]

    def to_body(self) -> list[bytes]:
        return [
            join(self.commitments), join(self.chain), self.challenge.data,
            join(self.responses), join(self.permutation_responses),
        ]

    @classmethod
    def from_parts(cls, parts: Sequence[object], cards: int) -> ShuffleProof:
        """From the five strings of `to_body`. Raises Malformed."""
        commitments, chain, challenge, responses, permutation_responses = parts
        return cls(
            decode_elements(commitments, cards), decode_elements(chain, cards), Scalar.decode(challenge),
            decode_scalars(responses, RESPONSES), decode_scalars(permutation_responses, cards),
        )


class _Challenges:
    """The challenges of one proof, each drawn from all that stands before it."""

    def __init__(
        self, context: Context, key: Element, inputs: Deck, outputs: Deck, commitments: Sequence[Element]
    ) -> None:
        # The key stands here although it masks both decks: weights that did not depend on it let a prover choose
        # outputs after them, and a deck that opens to no card would verify.
        self._state = Transcript.at("shuffle", context).element(key)
        self._state.elements(flat(inputs)).elements(flat(outputs)).elements(commitments)
        first, *u = self._state.challenges("shuffle-weight", len(inputs) + 1)
        self.u0, self.u = first, u

    def links(self, chain: Sequence[Element]) -> tuple[Scalar, ...]:
        """z_0 .. z_N, which join the chain's equations. Called once, before `last`."""
        return self._state.elements(chain).challenges("shuffle-link", len(chain) + 1)

    def last(self, t: Sequence[Element]) -> Scalar:
        """x."""
        return self._state.elements(t).challenge("shuffle")


def prove_shuffle(
    context: Context, key: Element, inputs: Deck, outputs: Deck,
    permutation: Sequence[int], factors: Sequence[Scalar], entropy: Entropy,
) -> ShuffleProof:
    """That outputs[j] = inputs[permutation[j]] remasked under `key` with factors[j], for every j."""
    n = len(inputs)
    if not n == len(outputs) == len(permutation) == len(factors):
        raise LocalError("decks, permutation and factors are of one length")
    generators, start = permutation_generators(n), chain_generator()

    rho = Scalar.some(n, entropy)
    commitments = list(generators)
    for j, i in enumerate(permutation):
        commitments[i] = times_base(rho[i]) + generators[j]
    challenges = _Challenges(context, key, inputs, outputs, commitments)
    u0, u = challenges.u0, challenges.u
    u_permuted = [u[i] for i in permutation]

    # Each link is opened as R_j G + U_j H, which spares its prover the way through the links before it.
    opening_g, opening_h = [ZERO, *Scalar.some(n, entropy)], [ONE]
    for weight in u_permuted:
        opening_h.append(weight * opening_h[-1])
    chain = [times_base(r) + v * start for r, v in zip(opening_g[1:], opening_h[1:], strict=True)]
    z0, *z = challenges.links(chain)
    rho_chain = [opening_g[j + 1] - u_permuted[j] * opening_g[j] for j in range(n)]

    w1, w2, w3, *w = Scalar.some(RESPONSES + n, entropy)
    wz = [a * b for a, b in zip(w, z, strict=True)]
    x = challenges.last([
        combine(w, generators) + times_base(w1),
        combine(w, [card.mask for card in outputs]) - times_base(w2),
        combine(w, [card.body for card in outputs]) - w2 * key,
        times_base(w3 + inner(wz, opening_g[:n])) + inner(wz, opening_h[:n]) * start,
    ])
    return ShuffleProof(
        tuple(commitments), tuple(chain), x,
        (
            w1 + x * inner(rho, [u0 + weight for weight in u]),
            w2 + x * inner(factors, u_permuted),
            w3 + x * (z0 * opening_g[n] + inner(z, rho_chain)),
        ),
        tuple(nonce + x * weight for nonce, weight in zip(w, u_permuted, strict=True)),
    )


def verify_shuffle(context: Context, key: Element, inputs: Deck, outputs: Deck, proof: ShuffleProof) -> None:
    """Raises NotProven."""
    n = len(inputs)
    c, chain, s = proof.commitments, proof.chain, proof.permutation_responses
    if any(len(some) != n for some in (outputs, c, chain, s)) or len(proof.responses) != RESPONSES:
        raise NotProven("a list of the proof is not as long as the deck")
    challenges = _Challenges(context, key, inputs, outputs, c)
    u0, u = challenges.u0, challenges.u
    z0, *z = challenges.links(chain)
    s1, s2, s3 = proof.responses
    minus_x = -proof.challenge
    xu0 = minus_x * u0
    xu = [minus_x * weight for weight in u]
    product = ONE
    for weight in u:
        product = product * weight
    # A link stands twice in the chain's equation: as ch_j with z_j, and as the one before ch_{j+1} with z_{j+1}.
    sz = [a * b for a, b in zip(s, z, strict=True)]
    link_scalars = [after + minus_x * z_j for after, z_j in zip([*sz[1:], z0 * minus_x], z, strict=True)]
    t = [
        combine(
            [*(weight + xu0 for weight in xu), *(response - xu0 for response in s)],
            [*c, *permutation_generators(n)],
        ) + times_base(s1),
        combine([*xu, *s], [card.mask for card in (*inputs, *outputs)]) - times_base(s2),
        combine([*xu, *s, -s2], [*(card.body for card in (*inputs, *outputs)), key]),
        combine(
            [sz[0] - minus_x * z0 * product, *link_scalars], [chain_generator(), *chain]
        ) + times_base(s3),
    ]
    if proof.challenge != challenges.last(t):
        raise NotProven("the deck is not proven to be the one before, permuted and remasked")
