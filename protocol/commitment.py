"""Commitment to the 32 bytes that a seat adds to the joint seed: hiding by their entropy, bound to its
place."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Final

from protocol.errors import LocalError, NotProven
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from protocol.context import Context

CONTRIBUTION_BYTES: Final = 32
"""Entropy of one seat for the seed: nobody guesses it from its commitment."""

COMMITMENT_BYTES: Final = 32


def commit(context: Context, contribution: bytes) -> bytes:
    """c_i, 32 bytes; `context` is that of the author's keys. It binds the seat, so a copied one cannot be
    opened."""
    if len(contribution) != CONTRIBUTION_BYTES:
        raise LocalError(f"a contribution is {CONTRIBUTION_BYTES} bytes")
    return Transcript.at("commitment", context).octets(contribution).short_digest()


def verify_opening(context: Context, commitment: bytes, contribution: bytes) -> None:
    """`context` is that of the author's keys. Raises NotProven."""
    if not hmac.compare_digest(commitment, commit(context, contribution)):
        raise NotProven("what is revealed is not what was committed to")
