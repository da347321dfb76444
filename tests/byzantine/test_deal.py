"""Cheats in the making of a deal: keys, shuffles, reveals and shares."""

from __future__ import annotations

import random
from typing import Any

import pytest

from azi_p2p.table.kinds import Stage
from protocol import dleq, shuffle_proof
from protocol.deal import Deal, Shares, Shuffle
from protocol.deck import Masked, start_deck
from protocol.group import GENERATOR, IDENTITY, ORDER, Element, Scalar, times_base
from protocol.hashing import Uniform
from protocol.shares import _context_string
from protocol.shuffle_proof import prove_shuffle
from tests.byzantine.ring import Ring, expose

RNG = random.Random("forger")


def deal_of(ring: Ring) -> Deal:
    deal = ring.state.deal
    assert deal is not None
    return deal


def secret_of(ring: Ring) -> Scalar:
    return ring.author()._of(ring.state)._secret


def forged_shuffle(ring: Ring, outputs: Any, permutation: Any = None, factors: Any = None) -> Any:
    deal = deal_of(ring)
    permutation = permutation or tuple(range(27))
    proof = prove_shuffle(ring.state.context(1), deal.key, deal.deck, outputs, permutation,
                          factors or Scalar.some(27, RNG.randbytes), RNG.randbytes)
    return Shuffle(tuple(outputs), proof).to_body()


def test_an_honest_ring_goes_on() -> None:
    ring = Ring(3, ()).begin()
    ring.go_on(2)


def test_stacked_deck() -> None:
    ring = Ring().begin()
    ring.hold_back("shuffle")
    factors = Scalar.some(27, RNG.randbytes)
    outputs = [card.remask(deal_of(ring).key, r) for card, r in zip(start_deck(27), factors, strict=True)]
    expose(ring, [ring.sign(ring.cheat, "shuffle", forged_shuffle(ring, outputs, None, factors))], reason="NotProven")


def test_doubled_card() -> None:
    ring = Ring().begin()
    ring.hold_back("shuffle")
    deal, factors = deal_of(ring), Scalar.some(27, RNG.randbytes)
    places = [0, 0, *range(2, 27)]
    outputs = [deal.deck[i].remask(deal.key, r) for i, r in zip(places, factors, strict=True)]
    expose(ring, [ring.sign(ring.cheat, "shuffle", forged_shuffle(ring, outputs, places, factors))], reason="NotProven")


def test_a_shuffle_not_of_the_input() -> None:
    ring = Ring().begin()
    ring.hold_back("shuffle")
    deal, factors = deal_of(ring), Scalar.some(27, RNG.randbytes)
    places = Uniform(RNG.randbytes).permutation(27)
    start = start_deck(27)
    outputs = tuple(start[i].remask(deal.key, r) for i, r in zip(places, factors, strict=True))
    proof = prove_shuffle(ring.state.context(1), deal.key, start, outputs, places, factors, RNG.randbytes)
    expose(ring, [ring.sign(ring.cheat, "shuffle", Shuffle(outputs, proof).to_body())], reason="NotProven")


def test_a_shuffle_proof_whose_weights_do_not_bind_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    class WithoutKey(shuffle_proof._Challenges):
        def __init__(self, place: Any, key: Element, inputs: Any, outputs: Any, commitments: Any) -> None:
            super().__init__(place, IDENTITY, inputs, outputs, commitments)
            self.key = key

        def last(self, t: Any) -> Scalar:
            self._state.element(self.key)
            return super().last(t)

    ring = Ring().begin()
    ring.hold_back("shuffle")
    with monkeypatch.context() as fault:
        fault.setattr(shuffle_proof, "_Challenges", WithoutKey)
        secrets = ring.author()._of(ring.state)
        body = secrets.make_shuffle(deal_of(ring), ring.state.context(1), RNG.randbytes).to_body()
    expose(ring, [ring.sign(ring.cheat, "shuffle", body)], reason="NotProven")


@pytest.mark.parametrize("part", range(6))
def test_a_shuffle_with_a_part_that_cannot_be_read(part: int) -> None:
    """A scalar that is not below q, an encoding that is not canonical, the identity as a mask, a part cut short."""
    ring = Ring(seed=f"part {part}").begin()
    body = list(ring.hold_back("shuffle").body)
    if part in (3, 4, 5):
        low = int.from_bytes(body[part][:32], "little")
        body[part] = (low + ORDER).to_bytes(32, "little") + body[part][32:]
    else:
        body[part] = (b"\xff" * 32, bytes(32), body[part][:31])[part] + body[part][32:]
    expose(ring, [ring.sign(ring.cheat, "shuffle", body)], reason="Malformed")


def test_an_unmasked_card() -> None:
    ring = Ring().begin()
    ring.hold_back("shuffle")
    outputs = [Masked(GENERATOR, GENERATOR)] * 26 + [Masked(GENERATOR, GENERATOR)]
    body = forged_shuffle(ring, outputs)
    body[0] = bytes(32) + body[0][32:]
    expose(ring, [ring.sign(ring.cheat, "shuffle", body)], reason="Malformed")


def test_keys_without_their_secret() -> None:
    ring = Ring().begin()
    body = list(ring.hold_back("keys").body)
    body[0] = times_base(Scalar.random(RNG.randbytes)).data
    expose(ring, [ring.sign(ring.cheat, "keys", body)], reason="NotProven")


def test_the_identity_for_a_key() -> None:
    ring = Ring().begin()
    body = list(ring.hold_back("keys").body)
    expose(ring, [ring.sign(ring.cheat, "keys", [bytes(32), *body[1:]])], reason="Malformed")


def test_anothers_keys_copied() -> None:
    ring = Ring().begin()
    ring.hold_back("keys")
    copied = ring.honest[0].table.chain.place(ring.state.parent).entries[0].entry.body
    expose(ring, [ring.sign(ring.cheat, "keys", copied)], reason="NotProven")


def test_anothers_commitment_copied() -> None:
    """It may stand in the keys; but the contribution that opens it for another does not open it for the copier."""
    ring = Ring().begin()
    own = ring.hold_back("keys")
    copied = ring.honest[0].table.chain.place(ring.state.parent).entries[0].entry.body[2]
    keys = ring.sign(ring.cheat, "keys", [*own.body[:2], copied])
    ring.say(ring.cheat, [keys], ring.honest)
    assert ring.cheat.key not in ring.honest[0].table.chain.cheats
    secrets = ring.author()
    ring.until(lambda: ring.state.stage is Stage.SHUFFLE and ring.state.due() == (1,))
    ring.pass_time(0.1)
    ring.say(ring.cheat, [secrets.dealing(ring.state, 1)], ring.honest)
    ring.until(lambda: ring.state.stage is Stage.REVEAL)
    ring.pass_time(0.1)
    shown = ring.honest[0].table.chain.place(ring.state.parent).entries[0].entry.body
    expose(ring, [ring.sign(ring.cheat, "reveal", shown)], reason="NotProven")


@pytest.mark.parametrize("seats", [3, 5])
def test_a_reveal_that_does_not_open(seats: int) -> None:
    ring = Ring(seats, seed=f"{seats}").begin()
    ring.hold_back("reveal")
    expose(ring, [ring.sign(ring.cheat, "reveal", [bytes(32)])], reason="NotProven")


def shares_body(ring: Ring, elements: Any, secret: Scalar | None = None) -> Any:
    """Shares with these elements, and the best proof of them that the cheat can make."""
    deal, context = deal_of(ring), ring.state.context(1)
    due = deal.due(context, ring.state.shares_due()[1])
    string = _context_string(context, due, tuple(elements))
    proof = dleq.prove_equality(
        string, secret or secret_of(ring), GENERATOR, due.key, due.masks, tuple(elements), RNG.randbytes)
    return Shares(tuple(elements), proof).to_body()


def true_shares(ring: Ring) -> list[Element]:
    due = deal_of(ring).due(ring.state.context(1), ring.state.shares_due()[1])
    return [secret_of(ring) * mask for mask in due.masks]


def test_wrong_share() -> None:
    ring = Ring().begin()
    ring.hold_back("shares")
    first, *rest = true_shares(ring)
    expose(ring, [ring.sign(ring.cheat, "shares", shares_body(ring, [first + GENERATOR, *rest]))], reason="NotProven")


def test_shares_with_another_secret() -> None:
    ring = Ring().begin()
    ring.hold_back("shares")
    other = Scalar.random(RNG.randbytes)
    due = deal_of(ring).due(ring.state.context(1), ring.state.shares_due()[1])
    body = shares_body(ring, [other * mask for mask in due.masks], other)
    expose(ring, [ring.sign(ring.cheat, "shares", body)], reason="NotProven")


def test_share_for_the_wrong_slot() -> None:
    ring = Ring().begin()
    ring.hold_back("shares")
    first, second, *rest = true_shares(ring)
    expose(ring, [ring.sign(ring.cheat, "shares", shares_body(ring, [second, first, *rest]))], reason="NotProven")


def test_a_batch_of_shares_with_errors_made_to_cancel() -> None:
    ring = Ring().begin()
    ring.hold_back("shares")
    true = true_shares(ring)
    context = ring.state.context(1)
    due = deal_of(ring).due(context, ring.state.shares_due()[1])
    weights = dleq._weights(_context_string(context, due, tuple(true)), due.key, due.masks, tuple(true))
    w1, w2 = (int.from_bytes(weight.data, "little") for weight in weights[:2])
    error = Scalar.of(-w1 * pow(w2, ORDER - 2, ORDER))
    false = [true[0] + GENERATOR, true[1] + error * GENERATOR, *true[2:]]
    expose(ring, [ring.sign(ring.cheat, "shares", shares_body(ring, false))], reason="NotProven")


def test_shares_for_fewer_slots_than_are_due() -> None:
    ring = Ring().begin()
    elements, proof = ring.hold_back("shares").body
    expose(ring, [ring.sign(ring.cheat, "shares", [elements[:-32], proof])], reason="Malformed")


def test_a_share_that_is_the_identity() -> None:
    ring = Ring().begin()
    elements, proof = ring.hold_back("shares").body
    expose(ring, [ring.sign(ring.cheat, "shares", [bytes(32) + elements[32:], proof])], reason="Malformed")


def test_shares_withheld_cost_the_hand() -> None:
    """It is an absence and no cheat: the deal is void, the others get theirs back and are dealt again."""
    ring = Ring().begin()
    ring.hold_back("shares")
    ring.cheat.down = True
    stack = ring.state.match.stack(ring.cheat.key)
    ring.go_on()
    assert ring.state.match.stack(ring.cheat.key) == stack
    assert not ring.honest[0].table.chain.cheats


def test_declining_a_deal_after_the_ante() -> None:
    """Keys may be declined before the ante only; here the deal is dealt again for want of the absent."""
    ring = Ring(4, (1, 3)).begin()
    gone = ring.seats[3]
    ring.hold_back("shares", gone)
    gone.down = True
    ring.hold_back("keys")
    gone.cheats = True
    expose(ring, [ring.sign(ring.cheat, "keys", None)], reason="NotAllowed")
