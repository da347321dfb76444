"""One seat's secrets of one deal, and everything that is made with them. It sends nothing and stores
nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.commitment import CONTRIBUTION_BYTES, commit
from protocol.errors import LocalError, Malformed
from protocol.group import SCALAR_BYTES, Element, Entropy, Scalar, times_base
from protocol.hashing import Uniform
from protocol.messages import Keys, Reveal, Shares, Shuffle, SuitProof
from protocol.one_of_many import prove_membership
from protocol.schnorr import prove_key
from protocol.shares import make_shares
from protocol.shuffle_proof import prove_shuffle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.context import Context
    from protocol.deal import Deal

SECRETS_BYTES: Final = SCALAR_BYTES + CONTRIBUTION_BYTES


class Secrets:
    """x_i, the seat's key, and e_i, its contribution to the seed. Neither shows in its repr."""

    __slots__ = ("_contribution", "_secret", "key")

    def __init__(self, secret: Scalar, contribution: bytes) -> None:
        if len(contribution) != CONTRIBUTION_BYTES:
            raise LocalError(f"a contribution is {CONTRIBUTION_BYTES} bytes")
        self._secret = secret
        self._contribution = contribution
        self.key: Element = times_base(secret)
        if self.key.is_identity:
            raise LocalError("the secret key is zero")

    @classmethod
    def generate(cls, entropy: Entropy) -> Secrets:
        """Fresh for every step of keys: used at two places, a key would link what is proven there."""
        return cls(Scalar.random(entropy), entropy(CONTRIBUTION_BYTES))

    def to_bytes(self) -> bytes:
        """64 bytes, secret: for the store, never for an entry."""
        return self._secret.data + self._contribution

    @classmethod
    def from_bytes(cls, data: bytes) -> Secrets:
        """What `to_bytes` gave. Raises LocalError."""
        try:
            return cls(Scalar.decode(data[:SCALAR_BYTES]), data[SCALAR_BYTES:])
        except Malformed as error:
            raise LocalError(f"the stored secrets are damaged: {error}") from error

    def __repr__(self) -> str:
        return "<Secrets>"

    def make_keys(self, context: Context, entropy: Entropy) -> Keys:
        """Step 1."""
        proof = prove_key(context, self._secret, self.key, entropy)
        return Keys(self.key, proof, commit(context, self._contribution))

    def make_shuffle(self, deal: Deal, context: Context, entropy: Entropy) -> Shuffle:
        """Step 2. Permutation, factors and nonces live in this call alone: made twice, it is another shuffle. Raises
        LocalError out of turn."""
        self._is_mine(deal, context.seat)
        if deal.next_shuffler != context.seat:
            raise LocalError(f"chair {deal.next_shuffler} shuffles now, not {context.seat}")
        permutation = Uniform(entropy).permutation(deal.cards)
        factors = Scalar.some(deal.cards, entropy)
        inputs, key = deal.deck, deal.key
        outputs = tuple(inputs[i].remask(key, r) for i, r in zip(permutation, factors, strict=True))
        return Shuffle(outputs, prove_shuffle(context, key, inputs, outputs, permutation, factors, entropy))

    def make_reveal(self) -> Reveal:
        """Step 3."""
        return Reveal(self._contribution)

    def make_shares(self, deal: Deal, context: Context, slots: Sequence[int], entropy: Entropy) -> Shares:
        """Step 5, and with one slot of one's own, step 6. Slots ascending, at least one."""
        self._is_mine(deal, context.seat)
        return make_shares(context, deal.due(context, slots), self._secret, entropy)

    def peek(self, deal: Deal, slot: int, seat: int) -> int:
        """The card in a slot, for the holder in chair `seat`, who alone can see it. Raises LocalError while another's
        share is missing, NotProven if it is no card of the deck."""
        self._is_mine(deal, seat)
        others = [other for other in deal.seats if other != seat]
        return deal.card_at(deal.opened(slot, others) - self._secret * deal.masked(slot).mask)

    def make_suit_proof(
        self, deal: Deal, context: Context, slots_left: Sequence[int], allowed: Sequence[int], entropy: Entropy
    ) -> SuitProof:
        """Step 7. Raises LocalError if a card left is not among the allowed: then there is nothing to prove."""
        statements = deal.memberships(context, slots_left, allowed)
        held = [self.peek(deal, slot, context.seat) for slot in slots_left]
        places = {number: place for place, number in enumerate(allowed)}
        if not places.keys() >= set(held):
            raise LocalError("a card left in the hand is not among the allowed")
        return SuitProof(
            tuple(
                prove_membership(context, statement, self._secret, places[number], entropy)
                for statement, number in zip(statements, held, strict=True)
            )
        )

    def _is_mine(self, deal: Deal, seat: int) -> None:
        # With the secrets of another deal, say from a store that was put back, every proof would be false: what a
        # seat signs then brands it a cheat. Better to stop here.
        if deal.key_of(seat) != self.key:
            raise LocalError(f"these are not the secrets of chair {seat} in this deal")
