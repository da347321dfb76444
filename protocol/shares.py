"""Decryption shares of one seat for several masked cards, proven in one batch. Which cards are due is not
decided here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.dleq import prove_equality, verify_equality
from protocol.group import GENERATOR, Element, Entropy, Scalar
from protocol.hashing import tag_of
from protocol.messages import Shares
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.context import Context


@dataclass(frozen=True, slots=True)
class Due:
    """What shares are due of: the giver's `key` P_i, the slots, ascending, and the mask A in each."""

    key: Element
    slots: tuple[int, ...]
    masks: tuple[Element, ...]


def make_shares(context: Context, due: Due, secret: Scalar, entropy: Entropy) -> Shares:
    """D = secret * A for every slot, and the proof; P_i = secret * G."""
    elements = tuple(secret * mask for mask in due.masks)
    string = _context_string(context, due, elements)
    return Shares(elements, prove_equality(string, secret, GENERATOR, due.key, due.masks, elements, entropy))


def verify_shares(context: Context, due: Due, shares: Shares) -> None:
    """Raises NotProven."""
    string = _context_string(context, due, shares.elements)
    verify_equality(string, GENERATOR, due.key, due.masks, shares.elements, shares.proof)


def _context_string(context: Context, due: Due, elements: Sequence[Element]) -> bytes:
    """The contextString of RFC 9497. It hashes every mask and share, so that no weight of the batch is known
    before all of them are fixed: else errors in several shares could be chosen to cancel."""
    state = Transcript.at("shares", context).element(due.key).numbers(due.slots)
    return tag_of("shares", "") + state.elements(due.masks).elements(elements).digest()
