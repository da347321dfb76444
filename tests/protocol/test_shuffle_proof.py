from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from protocol import shuffle_proof
from protocol.deck import Deck, Masked, start_deck
from protocol.errors import LocalError, NotProven, Refused
from protocol.generators import card_numbers, chain_generator, permutation_generators
from protocol.group import IDENTITY, ONE, ORDER, ZERO, Element, Scalar, combine, inner, times_base, total
from protocol.hashing import Uniform
from protocol.messages import Shuffle
from protocol.shuffle_proof import ShuffleProof, prove_shuffle, verify_shuffle
from tests.protocol.mutations import mutations
from tests.protocol.seats import Stream, altered, context

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = context(1, 4)


def inverse(scalar: Scalar) -> Scalar:
    return Scalar.of(pow(int.from_bytes(scalar.data, "little"), ORDER - 2, ORDER))


@dataclass
class Pass:
    """One seat's pass over a deck that others have masked already."""

    cards: int
    seed: str = "pass"

    def __post_init__(self) -> None:
        self.entropy = Stream(f"{self.seed} {self.cards}")
        self.secret = Scalar.random(self.entropy)
        self.key = times_base(self.secret)
        before = Scalar.some(self.cards, self.entropy)
        self.inputs = tuple(card.remask(self.key, r) for card, r in zip(start_deck(self.cards), before, strict=True))
        self.permutation = Uniform(self.entropy).permutation(self.cards)
        self.factors = Scalar.some(self.cards, self.entropy)
        self.outputs = self.remasked(self.permutation)

    def remasked(self, places: Sequence[int]) -> Deck:
        return tuple(self.inputs[i].remask(self.key, r) for i, r in zip(places, self.factors, strict=True))

    def prove(self, **changes: Any) -> ShuffleProof:
        arguments = {
            "key": self.key, "inputs": self.inputs, "outputs": self.outputs, "permutation": self.permutation,
            "factors": self.factors, "entropy": Stream("nonces"),
        } | changes
        return prove_shuffle(HERE, **arguments)

    def opens_to(self, deck: Deck) -> list[int | None]:
        numbers = card_numbers(self.cards)
        return [numbers.get(card.body - self.secret * card.mask) for card in deck]


FOUR = Pass(4)
PROOF = FOUR.prove()
BODY = Shuffle(FOUR.outputs, PROOF).to_body()


@pytest.mark.parametrize("cards", [2, 3, 5, 27, 52])
def test_complete(cards: int) -> None:
    one = Pass(cards)
    shuffle = Shuffle.from_body(Shuffle(one.outputs, one.prove()).to_body(), cards)
    verify_shuffle(HERE, one.key, one.inputs, shuffle.deck, shuffle.proof)
    assert sorted(one.opens_to(shuffle.deck)) == list(range(cards))


@pytest.mark.parametrize("permutation", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 2, 3, 0), (1, 0, 3, 2)])
def test_complete_for_any_permutation_and_from_the_start_deck(permutation: tuple[int, ...]) -> None:
    inputs = start_deck(4)
    outputs = tuple(
        inputs[i].remask(FOUR.key, r) for i, r in zip(permutation, FOUR.factors, strict=True)
    )
    proof = FOUR.prove(inputs=inputs, outputs=outputs, permutation=permutation)
    verify_shuffle(HERE, FOUR.key, inputs, outputs, proof)


def test_every_altered_byte_of_the_message_is_refused() -> None:
    tried = 0
    for what, body in mutations(BODY):
        with pytest.raises(Refused):
            shuffle = Shuffle.from_body(body, 4)
            verify_shuffle(HERE, FOUR.key, FOUR.inputs, shuffle.deck, shuffle.proof)
            pytest.fail(what)
        tried += 1
    assert tried > 150


def test_bound_to_its_place() -> None:
    verify_shuffle(HERE, FOUR.key, FOUR.inputs, FOUR.outputs, PROOF)
    for place in altered(HERE):
        with pytest.raises(NotProven):
            verify_shuffle(place, FOUR.key, FOUR.inputs, FOUR.outputs, PROOF)


def test_every_altered_part_of_the_statement_is_refused() -> None:
    a, b, c, d = FOUR.inputs
    w, x, y, z = FOUR.outputs
    wrong_mask, wrong_body = Masked(z.mask + FOUR.key, z.body), Masked(z.mask, z.body + FOUR.key)
    statements: list[tuple[Element, Deck, Deck]] = [
        (FOUR.key + FOUR.key, FOUR.inputs, FOUR.outputs), (IDENTITY, FOUR.inputs, FOUR.outputs),
        (FOUR.key, (b, a, c, d), FOUR.outputs), (FOUR.key, FOUR.inputs, (x, w, y, z)),
        (FOUR.key, (a, b, c, wrong_body), FOUR.outputs), (FOUR.key, FOUR.inputs, (w, x, y, wrong_body)),
        (FOUR.key, (a, b, c, wrong_mask), FOUR.outputs), (FOUR.key, FOUR.inputs, (w, x, y, wrong_mask)),
        (FOUR.key, FOUR.outputs, FOUR.inputs), (FOUR.key, FOUR.inputs, FOUR.inputs),
        (FOUR.key, FOUR.inputs, (w, x, y)), (FOUR.key, FOUR.inputs, (w, x, y, z, z)),
        (FOUR.key, (a, b, c), FOUR.outputs), (FOUR.key, FOUR.inputs, (w, x, y, z.remask(FOUR.key, ONE))),
    ]
    for key, inputs, outputs in statements:
        with pytest.raises(NotProven):
            verify_shuffle(HERE, key, inputs, outputs, PROOF)


def test_lists_of_another_length_are_refused() -> None:
    faults: list[dict[str, Any]] = [
        {name: value[:-1]} for name in
        ("commitments", "chain", "responses", "permutation_responses") if (value := getattr(PROOF, name))
    ] + [{"chain": (*PROOF.chain, PROOF.chain[0])}, {"responses": (*PROOF.responses, ONE)}]
    for fault in faults:
        with pytest.raises(NotProven):
            verify_shuffle(HERE, FOUR.key, FOUR.inputs, FOUR.outputs, replace(PROOF, **fault))
    with pytest.raises(LocalError):
        FOUR.prove(factors=FOUR.factors[:3])


def test_a_doubled_card_is_refused() -> None:
    places = (0, 1, 1, 3)
    outputs = FOUR.remasked(places)
    proof = FOUR.prove(outputs=outputs, permutation=places)
    assert FOUR.opens_to(outputs) == [0, 1, 1, 3]
    with pytest.raises(NotProven):
        verify_shuffle(HERE, FOUR.key, FOUR.inputs, outputs, proof)
    with pytest.raises(NotProven):
        # with commitments and weights of a true permutation
        verify_shuffle(HERE, FOUR.key, FOUR.inputs, outputs, FOUR.prove(outputs=outputs, permutation=(0, 1, 2, 3)))


def test_a_stacked_deck_is_refused() -> None:
    # Cards masked afresh in an order of the prover's choice, instead of those that came.
    outputs = tuple(card.remask(FOUR.key, r) for card, r in zip(start_deck(4), FOUR.factors, strict=True))
    for places in ((0, 1, 2, 3), FOUR.permutation):
        with pytest.raises(NotProven):
            verify_shuffle(HERE, FOUR.key, FOUR.inputs, outputs, FOUR.prove(outputs=outputs, permutation=places))


def test_a_shuffle_of_another_deck_is_refused() -> None:
    proof = FOUR.prove(inputs=start_deck(4), outputs=tuple(
        start_deck(4)[i].remask(FOUR.key, r) for i, r in zip(FOUR.permutation, FOUR.factors, strict=True)
    ))
    with pytest.raises(NotProven):
        verify_shuffle(HERE, FOUR.key, FOUR.inputs, FOUR.outputs, proof)


def test_remasking_errors_do_not_cancel() -> None:
    # What is added to one card's mask and body and taken from another's leaves every plain sum as it was.
    w, x, y, z = FOUR.outputs
    for outputs in (
        (Masked(w.mask + FOUR.key, w.body), Masked(x.mask - FOUR.key, x.body), y, z),
        (Masked(w.mask, w.body + FOUR.key), Masked(x.mask, x.body - FOUR.key), y, z),
        (Masked(w.mask + FOUR.key, w.body - FOUR.key), x, y, z),
    ):
        with pytest.raises(NotProven):
            verify_shuffle(HERE, FOUR.key, FOUR.inputs, outputs, FOUR.prove(outputs=outputs))


class WithoutKey(shuffle_proof._Challenges):
    """Weights u that do not depend on the key, only the last challenge does: the fault that the forger below needs."""

    seen: Sequence[Scalar] = ()

    def __init__(self, place: Any, key: Element, inputs: Deck, outputs: Deck, commitments: Sequence[Element]) -> None:
        super().__init__(place, IDENTITY, inputs, outputs, commitments)
        self.key = key
        WithoutKey.seen = self.u

    def last(self, t: Sequence[Element]) -> Scalar:
        self._state.element(self.key)
        return super().last(t)


def test_weights_that_do_not_bind_the_key_let_a_deck_of_no_cards_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """The forger adds what he likes to the bodies, learns u, and only then chooses the key that makes it add up."""
    errors = Scalar.some(4, Stream("errors"))
    outputs = tuple(
        Masked(FOUR.inputs[i].mask + times_base(r), FOUR.inputs[i].body + times_base(e))
        for i, r, e in zip(FOUR.permutation, FOUR.factors, errors, strict=True)
    )
    with monkeypatch.context() as fault:
        fault.setattr(shuffle_proof, "_Challenges", WithoutKey)
        FOUR.prove(outputs=outputs)  # the same entropy below: the same commitments, so the same u
        permuted = [WithoutKey.seen[i] for i in FOUR.permutation]
        secret = inner(errors, permuted) * inverse(inner(FOUR.factors, permuted))
        key = times_base(secret)
        forged = FOUR.prove(outputs=outputs, key=key)
        verify_shuffle(HERE, key, FOUR.inputs, outputs, forged)
        # It verifies, and what each card had added to it is not r times the key:
        assert all(e != secret * r for e, r in zip(errors, FOUR.factors, strict=True))
    with pytest.raises(NotProven):
        verify_shuffle(HERE, key, FOUR.inputs, outputs, forged)
    with pytest.raises(NotProven):
        verify_shuffle(HERE, key, FOUR.inputs, outputs, FOUR.prove(outputs=outputs, key=key))


class LinksBeforeTheChain(shuffle_proof._Challenges):
    """Weights z that are known before the chain is made: the fault that the forger below needs."""

    def links(self, chain: Sequence[Element]) -> tuple[Scalar, ...]:
        weights = self._state.challenges("shuffle-link", len(chain) + 1)
        self._state.elements(chain)
        return weights


def forged_from_mixed_cards(one: Pass, mixed: Deck) -> ShuffleProof:
    """The forger commits to the matrix ((2, -1), (-1, 2)), whose columns add up to one as a permutation's do. Its
    product of weights is not theirs; he makes the chain's equations fail in ways that cancel under the z he foresees.
    """
    m = ((Scalar.of(2), -ONE), (-ONE, Scalar.of(2)))
    generators, start = permutation_generators(2), chain_generator()
    rho, opening_g, (w1, w2, w3, *w) = (Scalar.some(n, Stream(f"forger {n}")) for n in (2, 3, 5))
    commitments = [times_base(rho[i]) + combine(m[i], generators) for i in range(2)]
    foreseen = shuffle_proof._Challenges(HERE, one.key, one.inputs, mixed, commitments)
    (z0, z1, z2) = foreseen.links([start, start])
    challenges = shuffle_proof._Challenges(HERE, one.key, one.inputs, mixed, commitments)
    u = challenges.u
    mixed_u = [m[0][j] * u[0] + m[1][j] * u[1] for j in range(2)]
    opening_g[0] = ZERO
    v1 = ONE + ONE
    v2 = (z0 * u[0] * u[1] + z2 * mixed_u[1] * v1 - z1 * (v1 - mixed_u[0])) * inverse(z2 + z0)
    opening_h = [ONE, v1, v2]
    chain = [times_base(opening_g[j]) + opening_h[j] * start for j in (1, 2)]
    z0, *z = challenges.links(chain)
    wz = [a * b for a, b in zip(w, z, strict=True)]
    x = challenges.last([
        combine(w, generators) + times_base(w1),
        combine(w, [card.mask for card in mixed]) - times_base(w2),
        combine(w, [card.body for card in mixed]) - w2 * one.key,
        times_base(w3 + inner(wz, opening_g[:2])) + inner(wz, opening_h[:2]) * start,
    ])
    blinding = [opening_g[j + 1] - mixed_u[j] * opening_g[j] for j in range(2)]
    return ShuffleProof(
        tuple(commitments), tuple(chain), x,
        (
            w1 + x * inner(rho, [challenges.u0 + weight for weight in u]),
            w2 + x * inner(one.factors, mixed_u),
            w3 + x * (z0 * opening_g[2] + inner(z, blinding)),
        ),
        tuple(nonce + x * weight for nonce, weight in zip(w, mixed_u, strict=True)),
    )


def test_weights_known_before_the_chain_let_mixed_cards_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    two = Pass(2)
    third = inverse(Scalar.of(3))

    def mix(a: Element, b: Element) -> Element:
        return third * (a + a + b)

    a, b = two.inputs
    mixed = tuple(
        Masked(mix(x.mask, y.mask), mix(x.body, y.body)).remask(two.key, r)
        for x, y, r in zip((a, b), (b, a), two.factors, strict=True)
    )
    assert two.opens_to(mixed) == [None, None]
    with monkeypatch.context() as fault:
        fault.setattr(shuffle_proof, "_Challenges", LinksBeforeTheChain)
        forged = forged_from_mixed_cards(two, mixed)
        verify_shuffle(HERE, two.key, two.inputs, mixed, forged)
    for proof in (forged, forged_from_mixed_cards(two, mixed)):
        with pytest.raises(NotProven):
            verify_shuffle(HERE, two.key, two.inputs, mixed, proof)


def test_weights_depend_on_everything_before_them() -> None:
    def challenges(**changes: Any) -> shuffle_proof._Challenges:
        parts = {"context": HERE, "key": FOUR.key, "inputs": FOUR.inputs, "outputs": FOUR.outputs,
                 "commitments": PROOF.commitments} | changes
        return shuffle_proof._Challenges(*parts.values())

    changed: list[dict[str, Any]] = [
        {}, {"key": FOUR.key + FOUR.key}, {"inputs": FOUR.outputs}, {"outputs": FOUR.inputs},
        {"commitments": PROOF.commitments[::-1]}, *({"context": place} for place in altered(HERE)),
    ]
    made = [challenges(**change) for change in changed]
    assert len({one.u0 for one in made} | {u for one in made for u in one.u}) == len(changed) * 5
    chains = [PROOF.chain, PROOF.chain[::-1], PROOF.commitments]
    linked = [challenges().links(chain) for chain in chains]
    assert len({z for zs in linked for z in zs}) == len(chains) * 5
    lasts = set()
    for t in ([ONE * FOUR.key], [FOUR.key + FOUR.key]):
        one = challenges()
        one.links(PROOF.chain)
        lasts.add(one.last(t))
    assert len(lasts) == 2


def test_the_permutation_does_not_stand_in_the_proof() -> None:
    # What a proof without its blinding would show: generators in the commitments, bare products in the chain.
    generators = set(permutation_generators(4))
    assert not generators & set(PROOF.commitments)
    u = shuffle_proof._Challenges(HERE, FOUR.key, FOUR.inputs, FOUR.outputs, PROOF.commitments).u
    product = ONE
    for i in FOUR.permutation:
        product = product * u[i]
        assert product * chain_generator() not in PROOF.chain
    assert not set(u) & set(PROOF.permutation_responses)
    assert total(PROOF.commitments) != total(permutation_generators(4))
    # and two proofs of one shuffle share nothing
    other = FOUR.prove(entropy=Stream("other nonces"))
    assert not set(other.commitments + other.chain) & set(PROOF.commitments + PROOF.chain)
    assert not set(other.permutation_responses) & set(PROOF.permutation_responses)
