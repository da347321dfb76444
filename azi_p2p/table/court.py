"""The court: evidence that a record carries, held against that record. Who is proven a cheat, and from which step on.

It trusts no word of the table that kept the evidence: an accusation that proves nothing is itself a fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azi_p2p.table.admission import admit
from azi_p2p.table.bodies import Verdict
from azi_p2p.table.chain import MAX_EVIDENCE, Cheat
from azi_p2p.table.kinds import STEP_KINDS, VERDICTS
from azi_p2p.table.verdicts import is_settled
from protocol.errors import NotAllowed, NotProven, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azi_p2p.table.history import Footing
    from azi_p2p.table.state import TableState
    from protocol.entry import Entry


@dataclass(frozen=True, slots=True)
class Case:
    """What is held against one key: one false entry, or two of one place."""

    accused: bytes
    entries: tuple[Entry, ...]

    @property
    def parent(self) -> bytes:
        """Where in the record it was written."""
        return self.entries[0].parent


class Court:
    """Hears each case at the parent that its entries name, as the record passes there."""

    def __init__(self, table_id: bytes, evidence: Sequence[Entry]) -> None:
        """Evidence of another table, unsigned, or too much of it convicts nobody: it is among the `refused`."""
        self.cheats: dict[bytes, Cheat] = {}
        self.refused: list[tuple[bytes, str]] = []    # whom it accuses, and why it does not count
        self._open: dict[bytes, list[Case]] = {}
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
        if len(case.entries) == 2 and _is_equivocation(*case.entries):
            self._convict(case, case.entries[0].step, f"two versions of one {case.entries[0].kind} entry")
        else:
            self._open.setdefault(case.parent, []).append(case)

    def hear(self, state: TableState, footing: Footing) -> None:
        """Decide the cases about entries that stand on the state's parent."""
        for case in self._open.pop(state.parent, ()):
            try:
                how = self._decide(case, state, footing)
            except Refused as refusal:
                self._convict(case, state.step, f"{type(refusal).__name__}: {refusal}")
                continue
            if how is None:
                self.refused.append((case.accused, "it proves nothing: what it holds is right"))
            else:
                self._convict(case, state.step, how)

    def undecided(self) -> list[Case]:
        """Cases about entries on branches that are not in this record: nobody can tell by it."""
        return [case for cases in self._open.values() for case in cases]

    def _decide(self, case: Case, state: TableState, footing: Footing) -> str | None:
        """How the accused cheated, or None where he did not. A Refused that comes out is what is wrong with it."""
        if len(case.entries) == 2:
            return self._decide_verdicts(case, footing)
        entry = case.entries[0]
        if state.chair_of(case.accused) is None:
            return None
        if entry.kind in VERDICTS:
            if case.accused in footing.voters.values() and entry.step == footing.step:
                Verdict.read(entry)
            return None
        if entry.kind in STEP_KINDS:
            for check in admit(state, entry)[1]:
                check.run()
        return None

    def _decide_verdicts(self, case: Case, footing: Footing) -> str | None:
        one, other = case.entries
        if {one.kind, other.kind} != set(VERDICTS) or one.parent != other.parent or (
            case.accused not in footing.voters.values()
        ):
            return None
        verdicts = {entry.kind: Verdict.read(entry) for entry in case.entries}
        ack, vote = verdicts["ack"], verdicts["absent"]
        excused = vote.about is not None and any(
            version.author == footing.due.get(vote.about) for version in vote.pair)
        if ack.about != vote.about or excused or is_settled(ack, footing, self.cheats):
            return None
        return "voted a seat absent and accepted its entry too"

    def _convict(self, case: Case, step: int, how: str) -> None:
        self.cheats[case.accused] = Cheat(case.accused, step, case.entries, how)


def _is_equivocation(one: Entry, other: Entry) -> bool:
    """One author may write one entry on one parent: two contents prove him false on any record."""
    return (one.parent == other.parent and one.digest != other.digest
            and one.kind in STEP_KINDS and other.kind in STEP_KINDS)
