"""The place that a proof is bound to: table, deal, step, seat and author. It knows nothing of what is proven
there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protocol.errors import LocalError

DIGEST_BYTES: Final = 32
"""Table ids, digests of the record and Ed25519 keys are all of this length."""

MAX_CHAIRS: Final = 256
"""Chair numbers are below this: one byte holds them, and no table of cards is longer."""

MAX_DEALS: Final = 2**32
"""Deals at one table: one a second for a century is fewer."""


@dataclass(frozen=True, slots=True)
class Context:
    """Every proof and every derived challenge takes this in, in full, so that nothing proven here holds
    elsewhere.

    `table_id`, `parent` (digest of the record before the step) and `author` (Ed25519 key) are 32 bytes,
    `deal` is the number of the deal at this table, void ones counted, `seat` the author's chair. Raises
    LocalError.
    """

    table_id: bytes
    deal: int
    parent: bytes
    seat: int
    author: bytes

    def __post_init__(self) -> None:
        for name in ("table_id", "parent", "author"):
            value = getattr(self, name)
            if type(value) is not bytes or len(value) != DIGEST_BYTES:
                raise LocalError(f"{name} is {DIGEST_BYTES} bytes")
        if type(self.seat) is not int or not 0 <= self.seat < MAX_CHAIRS:
            raise LocalError(f"a chair is a number from 0 to {MAX_CHAIRS - 1}")
        if type(self.deal) is not int or not 0 <= self.deal < MAX_DEALS:
            raise LocalError("the number of a deal is 0 or more")
