"""The court: evidence that a record carries, held against that record. Who is proven a cheat, and from which step on.

It trusts no word of the table that kept the evidence: an accusation that proves nothing is itself a fault.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.table.bodies import Verdict
from azi_p2p.table.evidence import MAX_EVIDENCE, Cheat, how, proven, two_versions
from azi_p2p.table.kinds import STEP_KINDS, VERDICTS
from azi_p2p.table.verdicts import BROKEN_PROMISE, is_broken_promise, read_verdict
from protocol.errors import NotAllowed, NotProven, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from azi_p2p.table.history import Footing
    from azi_p2p.table.state import TableState
    from protocol.entry import Entry


ANY_STEP: Final = 0
"""The step of a cheat whose two versions stand on a parent that the record does not hold."""


class _Undecided(Exception):
    """It depends on a branch that the record does not hold."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is held against one key: one false entry, or two of one place."""

    accused: bytes
    entries: tuple[Entry, ...]
    aside: bool = False     # evidence within evidence: no fault of the record where it proves nothing

    @property
    def parent(self) -> bytes:
        """Where in the record it was written."""
        return self.entries[0].parent


class Court:
    """Hears each case at the parent that its entries name, as the record passes there."""

    def __init__(self, table_id: bytes, evidence: Sequence[Entry], places: Mapping[bytes, int]) -> None:
        """`places`: the parents in the record, and the steps that stand on them.

        Evidence of another table, unsigned, or too much of it convicts nobody: it is among the `refused`.
        """
        self.cheats: dict[bytes, Cheat] = {}
        self.refused: list[tuple[bytes, str]] = []    # whom it accuses, and why it does not count
        self._places = places
        self._open: list[Case] = []
        accused: dict[bytes, list[Entry]] = {}
        for entry in evidence:
            accused.setdefault(entry.author, []).append(entry)
        for number, (key, entries) in enumerate(accused.items()):
            try:
                if number >= MAX_EVIDENCE:
                    raise NotAllowed(f"evidence against more than {MAX_EVIDENCE} players: no table keeps as much")
                self._register(table_id, Case(key, tuple(entries)))
            except Refused as refusal:
                self.refused.append((key, str(refusal)))

    def _register(self, table_id: bytes, case: Case) -> None:
        if len(case.entries) > 2:
            raise NotAllowed("evidence against one player is one entry or two")
        for entry in case.entries:
            if entry.table_id != table_id:
                raise NotProven("evidence from another table")
            entry.verify()
        versions = two_versions(*case.entries) if len(case.entries) == 2 else None
        if versions is not None:
            # On a branch that is not here, it may have come up at any time.
            self._convict(case, self._places.get(case.parent, ANY_STEP), versions)
        else:
            self._open += [*_within(case), case]

    def hear(self, state: TableState, footing: Footing) -> None:
        """Decide the cases about entries that stand on the state's parent."""
        for case in [case for case in self._open if case.parent == state.parent]:
            try:
                reason = self._decide(case, state, footing)
            except Refused as refusal:
                reason = how(refusal)
            except _Undecided:
                continue
            self._open.remove(case)
            if reason is not None:
                self._convict(case, state.step, reason)
            elif not case.aside:
                self.refused.append((case.accused, "it proves nothing: what it holds is right"))

    def undecided(self) -> list[Case]:
        """Cases that cannot be told by this record, as they are about branches that it does not hold."""
        return [case for case in self._open if not case.aside and case.accused not in self.cheats]

    def _decide(self, case: Case, state: TableState, footing: Footing) -> str | None:
        """How the accused cheated, or None where he did not. A Refused that comes out is what is wrong with it."""
        if len(case.entries) == 2:
            return two_versions(*case.entries) or self._decide_verdicts(case, footing)
        entry = case.entries[0]
        if state.chair_of(case.accused) is None:
            return None
        if entry.kind in VERDICTS:
            if case.accused in footing.voters.values() and entry.step == footing.step:
                read_verdict(entry, footing)
        elif entry.kind in STEP_KINDS:
            proven(state, entry)
        return None

    def _decide_verdicts(self, case: Case, footing: Footing) -> str | None:
        one, other = case.entries
        if {one.kind, other.kind} != set(VERDICTS) or one.parent != other.parent or (
            case.accused not in footing.voters.values()
        ):
            return None
        verdicts = {entry.kind: Verdict.read(entry) for entry in case.entries}
        ack, vote = verdicts["ack"], verdicts["absent"]
        if not is_broken_promise(ack, vote, footing, self.cheats):
            return None
        waiting = {one.accused: Cheat(one.accused, footing.step, one.entries, "") for one in self._open}
        if not is_broken_promise(ack, vote, footing, {**waiting, **self.cheats}):
            raise _Undecided
        return BROKEN_PROMISE

    def _convict(self, case: Case, step: int, reason: str) -> None:
        known = self.cheats.get(case.accused)
        if known is None or step < known.step:
            self.cheats[case.accused] = Cheat(case.accused, step, case.entries, reason)


def _within(case: Case) -> list[Case]:
    """The evidence that an ack among these entries carries with it: it has to be heard before the ack is."""
    found = []
    for entry in case.entries:
        if entry.kind == "ack":
            with contextlib.suppress(Refused):     # one that cannot be read carries nothing
                found += [Case(proof[0].author, proof, aside=True) for proof in Verdict.read(entry).without
                          if all((one.table_id, one.author) == (entry.table_id, proof[0].author) for one in proof)]
    return found
