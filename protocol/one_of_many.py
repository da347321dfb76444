"""Proof that a masked card is one of several, without saying which: Cramer, Damgard, Schoenmakers (1994) over
DLEQs.

Statement: for some card c of the list, Y - M_c = x * A and P = x * G. Which c holds, and x, stay hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.errors import LocalError, NotProven
from protocol.group import Element, Entropy, Scalar, decode_scalars, join, times_base, total_scalar
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.context import Context


@dataclass(frozen=True, slots=True)
class MembershipProof:
    """A challenge and a response for each card of the list: all challenges, then all responses, 64 bytes a
    card."""

    challenges: tuple[Scalar, ...]
    responses: tuple[Scalar, ...]

    def encode(self) -> bytes:
        return join((*self.challenges, *self.responses))

    @classmethod
    def decode(cls, data: object, branches: int) -> MembershipProof:
        """Raises Malformed."""
        scalars = decode_scalars(data, 2 * branches)
        return cls(scalars[:branches], scalars[branches:])


@dataclass(frozen=True, slots=True)
class Membership:
    """What is proven: `key` P, `mask` A, `opened` Y (B less the others' shares), `slot`, and the list of
    cards.

    `cards` are numbers, ascending; `points` their M_c, in the same order.
    """

    key: Element
    slot: int
    mask: Element
    opened: Element
    cards: tuple[int, ...]
    points: tuple[Element, ...]

    def __post_init__(self) -> None:
        if not 0 < len(self.cards) == len(self.points):
            raise LocalError("a list of at least one card, and a point for each")


def prove_membership(
    context: Context, statement: Membership, secret: Scalar, true: int, entropy: Entropy
) -> MembershipProof:
    """`true` is the place in the list of the card that it is."""
    branches = range(len(statement.points))
    if true not in branches:
        raise LocalError("the true card is not in the list")
    nonce, *simulated = Scalar.some(1 + 2 * len(branches), entropy)
    challenges, responses = simulated[: len(branches)], simulated[len(branches) :]
    commitments = [_rebuild(statement, k, challenges[k], responses[k]) for k in branches]
    commitments[true] = (times_base(nonce), nonce * statement.mask)
    whole = _challenge(context, statement, commitments)
    challenges[true] = whole - total_scalar(challenges[k] for k in branches if k != true)
    responses[true] = nonce - challenges[true] * secret
    return MembershipProof(tuple(challenges), tuple(responses))


def verify_membership(context: Context, statement: Membership, proof: MembershipProof) -> None:
    """Raises NotProven."""
    branches = len(statement.points)
    if not len(proof.challenges) == len(proof.responses) == branches:
        raise NotProven("not one challenge and one response for each card of the list")
    commitments = [_rebuild(statement, k, proof.challenges[k], proof.responses[k]) for k in range(branches)]
    if total_scalar(proof.challenges) != _challenge(context, statement, commitments):
        raise NotProven("the card is not proven to be one of the list")


def _rebuild(statement: Membership, k: int, challenge: Scalar, response: Scalar) -> tuple[Element, Element]:
    """The two commitments of branch k that answer to this challenge and response."""
    share = statement.opened - statement.points[k]
    return (
        times_base(response) + challenge * statement.key,
        response * statement.mask + challenge * share,
    )


def _challenge(
    context: Context, statement: Membership, commitments: Sequence[tuple[Element, Element]]
) -> Scalar:
    state = Transcript.at("suit", context)
    state.element(statement.key).number(statement.slot).element(statement.mask).element(statement.opened)
    state.numbers(statement.cards).elements(statement.points)
    state.elements([element for pair in commitments for element in pair])
    return state.challenge("suit")
