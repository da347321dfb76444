"""A table as a node tells of it: id, name, seats taken, state; a summary to choose by, not part of its
record.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.node import names
from azi_p2p.table.kinds import Stage
from protocol.errors import Malformed

if TYPE_CHECKING:
    from azi_p2p.table.session import Table

TABLE_ID_SIZE: Final = 32
MAX_SEATS: Final = 6
"""RULES: two to six players."""

_STATE: Final = re.compile(r"[a-z]{1,12}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Listing:
    """`state` is one lower-case word of at most 12 letters; `name` is clean (see names.py)."""

    table_id: bytes
    name: str
    seats_taken: int
    seats_of: int
    state: str

    @classmethod
    def of(cls, table: Table) -> Listing | None:
        """Of a table that runs here; None where this node does not speak for it: it has not sat down, or looks on."""
        state = table.chain.state
        if table.me is None and state.founding.founder != table.identity.public:
            return None
        waiting = len(table.usher.sitters(state))
        taken = sum(1 for player in state.match.chairs if player is not None) + waiting
        word = "closed" if state.stage is Stage.CLOSED else "playing" if state.opened else "waiting"
        return cls(state.founding.table_id, state.founding.table_name, min(taken, MAX_SEATS), MAX_SEATS, word)

    def to_body(self) -> list[Any]:
        """[table_id, name, seats taken, seats of, state]."""
        return [self.table_id, self.name, self.seats_taken, self.seats_of, self.state]

    @classmethod
    def from_body(cls, body: Any) -> Listing:
        """Raises Malformed."""
        match body:
            case [bytes(table_id), str(name), int(taken), int(of), str(state)] if (
                len(table_id) == TABLE_ID_SIZE and is_seats(taken, of) and is_state(state)
            ):
                return cls(table_id, names.clean(name), taken, of, state)
        raise Malformed("not a table's listing")


def is_state(text: str) -> bool:
    """Is it a word that may name a table's state?"""
    return _STATE.fullmatch(text) is not None


def is_seats(taken: int, of: int) -> bool:
    """Can so many of so many seats be taken?"""
    return type(taken) is int and type(of) is int and 0 <= taken <= of <= MAX_SEATS
