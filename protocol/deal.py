"""The public state of one deal, from keys to opened cards, for any number of cards and seats; it knows no
game.

    keys (all at once) -> shuffle (seat after seat) -> reveal (all at once) -> dealt: shares, open, suit
    proofs

`checks_x` is pure: it refuses at once what is cheap to see, and returns the expensive verifications as
`Check`s. `add_x` verifies nothing: it is called once the checks have run. Both take the context that the
message's proofs are bound to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from protocol.check import Check
from protocol.commitment import verify_opening
from protocol.context import DIGEST_BYTES, Context
from protocol.deck import Deck, Masked, check_slots, cut, deck_digest, start_deck
from protocol.errors import LocalError, Malformed, NotAllowed, NotProven
from protocol.generators import card_numbers, card_points, check_cards
from protocol.group import Element, total
from protocol.hashing import shake_stream
from protocol.messages import Keys, Reveal, Shares, Shuffle, SuitProof
from protocol.one_of_many import Membership, MembershipProof, verify_membership
from protocol.schnorr import verify_key
from protocol.seat_secrets import Secrets
from protocol.shares import Due, verify_shares
from protocol.shuffle_proof import verify_shuffle
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Check", "Context", "Deal", "Keys", "Reveal", "Secrets", "Shares", "Shuffle", "SuitProof"]

MIN_SEATS: Final = 2
"""Alone, a seat would know every card."""

Phase = Literal["keys", "shuffle", "reveal", "dealt"]


class Deal:
    """All that everyone knows of one deal. Copies are cheap: cards and shares never change, only which are
    known."""

    def __init__(self, cards: int, table_id: bytes, number: int) -> None:
        check_cards(cards)
        self.cards: Final = cards
        self.table_id: Final = table_id
        self.number: Final = number
        self.phase: Phase = "keys"
        self._keys: dict[int, tuple[Context, Keys]] = {}
        self._seats: tuple[int, ...] = ()
        self._key: Element | None = None
        self._deck: Deck = start_deck(cards)
        self._shuffled = 0
        self._contributions: dict[int, bytes] = {}
        self._seed: bytes | None = None
        self._shares: dict[int, dict[int, Element]] = {}

    # Step 1: keys, all at once

    def checks_keys(self, context: Context, keys: Keys) -> tuple[Check, ...]:
        """Raises NotAllowed for a seat's second keys, LocalError at the wrong time."""
        self._at("keys", context)
        if context.seat in self._keys:
            raise NotAllowed(f"chair {context.seat} has sent its keys")
        return (Check("key", verify_key, (context, keys.key, keys.proof)),)

    def add_keys(self, context: Context, keys: Keys) -> None:
        self.checks_keys(context, keys)
        self._keys[context.seat] = (context, keys)

    def close_keys(self) -> None:
        """The seats whose keys were added are the deal's, ascending. Raises NotAllowed for fewer than two,
        and where the joint key is the identity."""
        if self.phase != "keys":
            raise LocalError(f"the deal is past its keys: {self.phase}")
        if len(self._keys) < MIN_SEATS:
            raise NotAllowed(f"a deal takes {MIN_SEATS} seats")
        joint = total(keys.key for _, keys in self._keys.values())
        if joint.is_identity:
            raise NotAllowed("the keys add up to the identity")
        self._seats = tuple(sorted(self._keys))
        self._key = joint
        self.phase = "shuffle"

    @property
    def seats(self) -> tuple[int, ...]:
        """The chairs of the deal, ascending; empty until the keys are closed."""
        return self._seats

    @property
    def key(self) -> Element:
        """P, the sum of the seats' keys."""
        if self._key is None:
            raise LocalError("the keys are not closed")
        return self._key

    def key_of(self, seat: int) -> Element:
        """P_i."""
        return self._keys_at(seat)[1].key

    def keys_of(self, seat: int) -> Keys:
        """What this chair gave: its key, the proof, its commitment."""
        return self._keys_at(seat)[1]

    def contribution_of(self, seat: int) -> bytes | None:
        """The opened commitment of this chair, 32 bytes; None until it is opened."""
        return self._contributions.get(seat)

    # Step 2: shuffles, seat after seat

    @property
    def next_shuffler(self) -> int | None:
        """The chair that shuffles next; None before the keys are closed and after the last shuffle."""
        return self._seats[self._shuffled] if self.phase == "shuffle" else None

    @property
    def deck(self) -> Deck:
        """As the last shuffle left it; after the reveal, as it was cut, slot by slot."""
        return self._deck

    def checks_shuffle(self, context: Context, shuffle: Shuffle) -> tuple[Check, ...]:
        """Raises NotAllowed out of turn, Malformed for a deck of another size."""
        self._at("shuffle", context)
        if context.seat != self.next_shuffler:
            raise NotAllowed(f"chair {self.next_shuffler} shuffles now, not {context.seat}")
        self._is_seat(context)
        if len(shuffle.deck) != self.cards:
            raise Malformed(f"a deck of {self.cards} cards expected")
        if any(card.mask.is_identity for card in shuffle.deck):
            raise Malformed("a card is not masked")
        arguments = (context, self.key, self._deck, shuffle.deck, shuffle.proof)
        return (Check("shuffle", verify_shuffle, arguments),)

    def add_shuffle(self, context: Context, shuffle: Shuffle) -> None:
        self.checks_shuffle(context, shuffle)
        self._deck = shuffle.deck
        self._shuffled += 1
        if self._shuffled == len(self._seats):
            self.phase = "reveal"

    # Step 3: reveals, all at once, and the cut

    def checks_reveal(self, context: Context, reveal: Reveal) -> tuple[Check, ...]:
        """Cheap, so done at once: raises NotProven if it does not open the commitment, NotAllowed for a
        second."""
        self._at("reveal", context)
        self._is_seat(context)
        if context.seat in self._contributions:
            raise NotAllowed(f"chair {context.seat} has revealed its contribution")
        keys_context, keys = self._keys_at(context.seat)
        verify_opening(keys_context, keys.commitment, reveal.contribution)
        return ()

    def add_reveal(self, context: Context, reveal: Reveal) -> None:
        self.checks_reveal(context, reveal)
        self._contributions[context.seat] = reveal.contribution

    def close_reveal(self, parent: bytes) -> None:
        """Draws the seed, bound to `parent` (32 bytes, digest of the record before the reveals), and cuts the
        deck."""
        if self.phase != "reveal" or len(self._contributions) != len(self._seats):
            raise LocalError("not every seat has revealed its contribution")
        if len(parent) != DIGEST_BYTES:
            raise LocalError(f"the digest of the record is {DIGEST_BYTES} bytes")
        state = Transcript("seed").octets(self.table_id).number(self.number).octets(parent)
        state.octets(deck_digest(self._deck)).begin_list(len(self._seats))
        for seat in self._seats:
            state.octets(self._contributions[seat])
        self._seed = state.short_digest()
        self._deck = cut(self._deck, self._seed)
        self.phase = "dealt"

    @property
    def seed(self) -> bytes:
        """32 bytes that every seat's entropy went into. Public once the reveals are closed; LocalError
        before."""
        if self._seed is None:
            raise LocalError("the seed is not drawn yet")
        return self._seed

    def draw(self, label: str, n: int) -> int:
        """A uniform number in 0..n-1 from the seed, the same for everyone; another label, an independent
        number."""
        if label == "cut":
            raise LocalError("the label «cut» is the deck's")
        return shake_stream(self.seed, label).below(n)

    # Step 5: shares, any number of times

    def checks_shares(self, context: Context, slots: Sequence[int], shares: Shares) -> tuple[Check, ...]:
        """`slots` are those due, ascending: the caller's affair. A share that is known already may come
        again: it is proven to be the same. Raises NotAllowed for a chair that is not in the deal, Malformed
        for another count."""
        due = self.due(context, slots)
        if len(shares.elements) != len(due.slots):
            raise Malformed(f"{len(due.slots)} shares expected")
        return (Check("share", verify_shares, (context, due, shares)),)

    def add_shares(self, context: Context, slots: Sequence[int], shares: Shares) -> None:
        self.checks_shares(context, slots, shares)
        for slot, share in zip(slots, shares.elements, strict=True):
            self._shares.setdefault(slot, {})[context.seat] = share

    def due(self, context: Context, slots: Sequence[int]) -> Due:
        """What the author owes for these slots. Raises LocalError for no slot, NotAllowed for a chair not in
        the deal."""
        chosen = self._slots(context, slots)
        if not chosen:
            raise LocalError("shares are due for at least one slot")
        return Due(self.key_of(context.seat), chosen, tuple(self._deck[slot].mask for slot in chosen))

    def share_givers(self, slot: int) -> frozenset[int]:
        """The chairs whose share for the slot is known."""
        return frozenset(self._shares.get(slot, ()))

    # Step 6: open

    def open(self, slot: int) -> int:
        """The number of the card. Raises LocalError if shares are missing, NotProven if it is no card of the
        deck."""
        return self.card_at(self.opened(slot, self._seats))

    def opened(self, slot: int, givers: Sequence[int]) -> Element:
        """B less the shares of `givers`: the card's point if they are all seats. Raises LocalError if one is
        missing."""
        (slot,) = check_slots((slot,), self.cards)
        known = self._shares.get(slot, {})
        missing = [seat for seat in givers if seat not in known]
        if self.phase != "dealt" or missing:
            raise LocalError(f"slot {slot} lacks the shares of chairs {missing}")
        return self._deck[slot].body - total(known[seat] for seat in givers)

    def card_at(self, point: Element) -> int:
        """The number of the card whose point this is. Raises NotProven if there is none."""
        number = card_numbers(self.cards).get(point)
        if number is None:
            raise NotProven("it opens to no card of the deck")
        return number

    def masked(self, slot: int) -> Masked:
        """The masked card in a slot of the dealt deck."""
        (slot,) = check_slots((slot,), self.cards)
        return self._deck[slot]

    # Step 7: what is left in the hand

    def checks_suit(
        self, context: Context, slots_left: Sequence[int], allowed: Sequence[int], proof: SuitProof
    ) -> tuple[Check, ...]:
        """That each slot in `slots_left` holds one of the `allowed` cards (numbers, ascending). Nothing left,
        nothing to check. Raises Malformed for another count of proofs."""
        statements = self.memberships(context, slots_left, allowed)
        if len(proof.proofs) != len(statements):
            raise Malformed(f"{len(statements)} suit proofs expected")
        return (Check("suit", verify_suit, (context, statements, proof.proofs)),) if statements else ()

    def memberships(
        self, context: Context, slots_left: Sequence[int], allowed: Sequence[int]
    ) -> tuple[Membership, ...]:
        """The statements that a suit proof proves, slot by slot."""
        slots = self._slots(context, slots_left)
        numbers = check_slots(allowed, self.cards)
        points = tuple(card_points(self.cards)[number] for number in numbers)
        others = [seat for seat in self._seats if seat != context.seat]
        key = self.key_of(context.seat)
        return tuple(
            Membership(key, slot, self._deck[slot].mask, self.opened(slot, others), numbers, points)
            for slot in slots
        )

    def copy(self) -> Deal:
        """An independent copy."""
        twin = Deal(self.cards, self.table_id, self.number)
        twin.phase = self.phase
        twin._keys = dict(self._keys)
        twin._seats, twin._key, twin._deck = self._seats, self._key, self._deck
        twin._shuffled, twin._seed = self._shuffled, self._seed
        twin._contributions = dict(self._contributions)
        twin._shares = {slot: dict(shares) for slot, shares in self._shares.items()}
        return twin

    def __deepcopy__(self, memo: object) -> Deal:
        return self.copy()

    def _at(self, phase: Phase, context: Context) -> None:
        if self.phase != phase:
            raise LocalError(f"not the time for this: the deal is at {self.phase}, not {phase}")
        if context.table_id != self.table_id or context.deal != self.number:
            raise LocalError("the context is of another deal")

    def _slots(self, context: Context, slots: Sequence[int]) -> tuple[int, ...]:
        self._at("dealt", context)
        self._is_seat(context)
        return check_slots(slots, self.cards)

    def _is_seat(self, context: Context) -> None:
        if context.seat not in self._seats:
            raise NotAllowed(f"chair {context.seat} is not in this deal")
        if context.author != self._keys[context.seat][0].author:
            raise NotAllowed(f"chair {context.seat} belongs to another key in this deal")

    def _keys_at(self, seat: int) -> tuple[Context, Keys]:
        if seat not in self._keys:
            raise LocalError(f"chair {seat} is not in this deal")
        return self._keys[seat]


def verify_suit(
    context: Context, statements: tuple[Membership, ...], proofs: tuple[MembershipProof, ...]
) -> None:
    """Every statement by its proof. Raises NotProven."""
    for statement, proof in zip(statements, proofs, strict=True):
        verify_membership(context, statement, proof)
