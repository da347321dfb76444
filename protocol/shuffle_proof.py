"""Proof that one deck is a permuted and remasked other, without saying how. It deals nothing and opens
nothing.

Terelius and Wikstrom (Africacrypt 2010), in the form of Haenni, Locher, Koenig and Dubuis (Voting 2017),
algorithms 8.44 to 8.48 of the CHVote specification. Names follow the paper; places count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from protocol.deck import Deck, flat
from protocol.errors import LocalError, NotProven
from protocol.generators import chain_generator, permutation_generators, permutation_generators_total
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
    total,
    total_scalar,
)
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.context import Context


RESPONSES: Final = 5
"""s1 to s5, one for each equation that is not a list."""


@dataclass(frozen=True, slots=True)
class ShuffleProof:
    """For N cards: `commitments` c and `chain` of N elements, `challenge`, `responses` s1..s5, and N
    `permutation_responses`. 96 N + 192 bytes."""

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
    """The three challenges of one proof, each drawn from all that stands before it."""

    def __init__(
        self, context: Context, key: Element, inputs: Deck, outputs: Deck, commitments: Sequence[Element]
    ) -> None:
        # The key stands here although both decks do: weights that did not depend on it let a prover choose
        # the key after them, and a deck that opens to no card would verify.
        self._state = Transcript.at("shuffle", context).element(key)
        self._state.elements(flat(inputs)).elements(flat(outputs)).elements(commitments)
        self.weights = self._state.challenges("shuffle-weight", len(inputs))

    def link_weights(self, chain: Sequence[Element]) -> tuple[Scalar, ...]:
        """z, which joins the N equations of the chain into one. Called once, before `last`."""
        return self._state.elements(chain).challenges("shuffle-link", len(chain))

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
    u = challenges.weights
    u_permuted = [u[i] for i in permutation]

    # Each link is opened as ch_j = R_j G + U_j H, which spares its prover the way through the links before
    # it.
    opening_g, opening_h = [ZERO, *Scalar.some(n, entropy)], [ONE]
    for weight in u_permuted:
        opening_h.append(weight * opening_h[-1])
    chain = [times_base(r) + v * start for r, v in zip(opening_g[1:], opening_h[1:], strict=True)]
    z = challenges.link_weights(chain)
    rho_chain = [opening_g[j + 1] - u_permuted[j] * opening_g[j] for j in range(n)]

    w1, w2, w3, w4, w5, *w = Scalar.some(RESPONSES + n, entropy)
    w_linked = [a * b for a, b in zip(w, z, strict=True)]
    x = challenges.last([
        times_base(w1),
        times_base(w2),
        times_base(w3) + combine(w, generators),
        combine(w, [card.mask for card in outputs]) - times_base(w4),
        combine(w, [card.body for card in outputs]) - w4 * key,
        times_base(w5 + inner(w_linked, opening_g[:n])) + inner(w_linked, opening_h[:n]) * start,
    ])
    return ShuffleProof(
        tuple(commitments), tuple(chain), x,
        (
            w1 + x * total_scalar(rho),
            w2 + x * opening_g[n],
            w3 + x * inner(rho, u),
            w4 + x * inner(factors, u_permuted),
            w5 + x * inner(z, rho_chain),
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
    u = challenges.weights
    z = challenges.link_weights(chain)
    s1, s2, s3, s4, s5 = proof.responses
    x = -proof.challenge
    xu = [x * weight for weight in u]
    product = ONE
    for weight in u:
        product = product * weight
    # Each link stands on both sides of the chain's equation: as ch_j with -x z_j, as ch_{j-1} of the next
    # with s z.
    sz = [a * b for a, b in zip(s, z, strict=True)]
    link_scalars = [after + x * before for after, before in zip([*sz[1:], ZERO], z, strict=True)]
    t = [
        x * (total(c) - permutation_generators_total(n)) + times_base(s1),
        x * (chain[-1] - product * chain_generator()) + times_base(s2),
        combine([*xu, *s], [*c, *permutation_generators(n)]) + times_base(s3),
        combine([*xu, *s], [card.mask for card in (*inputs, *outputs)]) - times_base(s4),
        combine([*xu, *s, -s4], [*(card.body for card in (*inputs, *outputs)), key]),
        combine([sz[0], *link_scalars], [chain_generator(), *chain]) + times_base(s5),
    ]
    if proof.challenge != challenges.last(t):
        raise NotProven("the deck is not proven to be the one before, permuted and remasked")
