"""Evidence: what convicts a key, one false entry or two versions of one; said once for the live chain and the court."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.table.admission import admit
from azi_p2p.table.kinds import STEP_KINDS

if TYPE_CHECKING:
    from azi_p2p.table.state import Admitted, TableState
    from protocol.entry import Entry
    from protocol.errors import Refused

MAX_EVIDENCE: Final = 12
"""Cheats that are remembered, one or two entries each: twice the chairs, since chairs change hands."""


@dataclass(frozen=True, slots=True)
class Cheat:
    """A key that has signed something false: one entry, or two for one place, at `step`."""

    key: bytes
    step: int
    entries: tuple[Entry, ...]
    reason: str


def two_versions(one: Entry, other: Entry) -> str | None:
    """How one author has written twice on one parent, which is false on any record; None where he has not."""
    if one.parent == other.parent and one.digest != other.digest and {one.kind, other.kind} <= STEP_KINDS:
        return f"two versions of one {one.kind} entry"
    return None


def proven(state: TableState, entry: Entry) -> Admitted:
    """An entry that is right as a function of the record up to its parent. Raises Refused, which says how it is not."""
    admitted, checks = admit(state, entry)
    for check in checks:
        check.run()
    return admitted


def how(refusal: Refused) -> str:
    """What is wrong with an entry, and in which of the three ways."""
    return f"{type(refusal).__name__}: {refusal}"
