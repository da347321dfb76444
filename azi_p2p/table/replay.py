"""A record walked from its founding entry on, as if by a newcomer: who wrote, what stands on what, rules, votes, chips.

Signatures and proofs are not checked here: each comes out as a job, to be run by the caller wherever it likes.
It needs no store and trusts nobody who sat at the table.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from azi_p2p.game.errors import GameError
from azi_p2p.table.admission import admit
from azi_p2p.table.bodies import Founding, Opening, Verdict
from azi_p2p.table.court import Court
from azi_p2p.table.history import footing_of
from azi_p2p.table.kinds import Stage
from azi_p2p.table.pool import Place
from azi_p2p.table.state import TableState
from azi_p2p.table.verdicts import electors, is_absent
from protocol.entry import ENTRY_LABEL
from protocol.errors import NotProven, Refused
from protocol.identity import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from azi_p2p.game.events import Event
    from azi_p2p.table.evidence import Cheat
    from azi_p2p.table.history import Footing
    from azi_p2p.table.state import Admitted
    from protocol.check import Check
    from protocol.entry import Entry
    from protocol.record import RecordFile, Step

JobKind = Literal["signature", "key", "shuffle", "share", "suit"]


@dataclass(frozen=True, slots=True, order=True)
class At:
    """A point of a record: the step, and which entry of it; votes count behind the entries, evidence behind all."""

    step: int
    index: int


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong in a record, and whose it is."""

    at: At
    kind: str              # of the entry; "absence", "record" or "evidence" where it is no single entry
    author: bytes | None
    why: str


class RecordFault(Exception):
    """The record is wrong here."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.why)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Job:
    """A signature or proof to be checked: `verify(*arguments)` raises NotProven. Picklable, like a protocol Check."""

    at: At
    kind: JobKind
    verify: Callable[..., None]
    arguments: tuple[Any, ...]
    entry_kind: str
    author: bytes

    def run(self) -> str | None:
        """Why it does not verify; None where it does."""
        try:
            self.verify(*self.arguments)
        except Refused as refusal:
            return str(refusal)
        return None


@dataclass(frozen=True, slots=True)
class Walked:
    """One step that has been taken in, and what of it is still to be verified."""

    number: int
    entries: int
    jobs: tuple[Job, ...]
    events: tuple[Event, ...]
    opens: bool            # a new hand begins with it
    ends: bool             # a hand has ended with it


class Replay:
    """The state of a table, rebuilt from a record file."""

    def __init__(self, record: RecordFile) -> None:
        """Takes in the founding entry. Raises RecordFault."""
        self.record = record
        self.counts: Counter[str] = Counter()
        self.founding = self._found()
        try:
            self.state = TableState.begin(self.founding)
        except GameError as error:
            raise RecordFault(self._fault(0, 0, self.founding.entry, str(error))) from error
        self._count_chips()
        self.behind = At(len(record.steps), 0)
        self.court = Court(self.founding.table_id, record.evidence, {
            entry.parent: number for number, step in enumerate(record.steps) for entry in (*step.entries, *step.votes)})
        self.counts["signature"] += len(record.evidence)
        self._awaited: list[tuple[Fault, frozenset[bytes]]] = []

    def _found(self) -> Founding:
        if not self.record.steps:
            raise RecordFault(Fault(At(0, 0), "record", None, "the record has no founding entry"))
        first = self.record.steps[0]
        if len(first.entries) != 1 or first.absent or first.votes:
            raise RecordFault(Fault(At(0, 0), "record", None, "a record begins with one founding entry alone"))
        try:
            founding = Founding.read(first.entries[0])
        except Refused as refusal:
            raise RecordFault(self._fault(0, 0, first.entries[0], str(refusal))) from refusal
        self.counts["signature"] += 1
        return founding

    @property
    def cheats(self) -> dict[bytes, Cheat]:
        """Who has been proven a cheat so far."""
        return self.court.cheats

    def walk(self) -> Iterator[Walked]:
        """Take in step after step. Raises RecordFault at the first that is wrong."""
        for number, step in enumerate(self.record.steps[1:], 1):
            footing = footing_of(self.state)
            self.court.hear(self.state, footing)
            yield self._step(number, step, footing)
        self.court.hear(self.state, footing_of(self.state))
        for fault, _ in self._awaited:
            raise RecordFault(fault)
        for accused, why in self.court.refused:
            raise RecordFault(Fault(self.behind, "evidence", accused, why))

    # --- one step ---

    def _step(self, number: int, step: Step, footing: Footing) -> Walked:
        before = self.state.stage
        jobs: list[Job] = []
        admitted: list[Admitted] = []
        for index, entry in enumerate(step.entries):
            one, checks = self._admit(number, index, entry)
            self._in_order(number, index, one, admitted, step)
            admitted.append(one)
            jobs.append(_signature(At(number, index), entry))
            jobs += [_proof(At(number, index), entry, check) for check in checks]
        jobs += self._absences(number, step, footing)
        written = {one.chair for one in admitted}
        for chair, key in footing.due.items():
            if chair not in written and chair not in step.absent:
                raise RecordFault(Fault(At(number, len(step.entries)), "record", key,
                                        "its entry is missing here, and nobody says that it was absent"))
        if not footing.due:
            raise RecordFault(Fault(At(number, 0), "record", None, "nobody may write here any more"))
        events = self._take(number, step, admitted)
        self._count(before, admitted, step)
        self._stood_on(step)
        opens = before is Stage.OPEN and self.state.stage is Stage.KEYS
        ends = self.state.stage is Stage.OPEN and before is not Stage.OPEN
        return Walked(number, len(step.entries), tuple(jobs), tuple(events), opens, ends)

    def _admit(self, number: int, index: int, entry: Entry) -> tuple[Admitted, tuple[Check, ...]]:
        try:
            if entry.table_id != self.founding.table_id:
                raise NotProven("it was written for another table")
            if entry.parent != self.state.parent:
                raise NotProven("it stands on another history than the steps before it in this record")
            return admit(self.state, entry)
        except (Refused, GameError) as refusal:
            why = str(refusal)
            try:
                entry.verify()     # one that was altered is wrong in many ways: this one says the most
            except NotProven as unsigned:
                why = str(unsigned)
            raise RecordFault(self._fault(number, index, entry, why)) from refusal

    def _in_order(self, number: int, index: int, one: Admitted, before: Sequence[Admitted], step: Step) -> None:
        why = ""
        if any(one.chair == other.chair for other in before):
            why = "it is the second of its author in this step"
        elif before and before[-1].chair > one.chair:
            why = "the entries of a step stand in the order of the seats"
        elif one.chair in step.absent:
            why = "its author is called absent in the same step"
        if why:
            raise RecordFault(self._fault(number, index, one.entry, why))

    def _take(self, number: int, step: Step, admitted: Sequence[Admitted]) -> list[Event]:
        try:
            events = self.state.take(admitted, step.absent)
        except (Refused, GameError) as error:
            entry = step.entries[-1] if step.entries else None
            raise RecordFault(Fault(At(number, max(0, len(step.entries) - 1)), entry.kind if entry else "record",
                                    entry.author if entry else None, str(error))) from error
        if not self._count_chips():
            raise RecordFault(Fault(At(number, 0), "record", None, "chips were made or lost"))
        return events

    # --- absences ---

    def _absences(self, number: int, step: Step, footing: Footing) -> list[Job]:
        """Check that everyone who is called absent was due, and voted out as docs/record.md, has it."""
        place, jobs = Place(), []
        for index, vote in enumerate(step.votes, len(step.entries)):
            self._read_vote(number, index, vote, place, footing, step)
            jobs.append(_signature(At(number, index), vote))
        at = At(number, len(step.entries))
        alone: list[int] = []
        for chair in step.absent:
            if chair not in footing.due:
                raise RecordFault(Fault(at, "absence", None, f"nothing was due from chair {chair}"))
            counted = self._counted(place, footing, chair)
            if counted is None:
                raise RecordFault(Fault(at, "absence", footing.due[chair],
                                        "no strict majority of the seats has voted for it"))
            if counted == "alone":
                alone.append(chair)
        if alone:
            voters = frozenset(footing.voters[voter] for chair in alone for voter in place.absent[chair])
            self._awaited.append((Fault(at, "absence", footing.due[alone[0]],
                                        "heads-up, and who voted for it has signed nothing that stands on it"), voters))
        return jobs

    def _read_vote(
        self, number: int, index: int, entry: Entry, place: Place, footing: Footing, step: Step,
    ) -> None:
        try:
            if (entry.table_id, entry.parent, entry.step) != (self.founding.table_id, footing.parent, footing.step):
                raise NotProven("this vote is of another place of the record")
            voter = next((chair for chair, key in footing.voters.items() if key == entry.author), None)
            if voter is None:
                raise NotProven("its author has no vote here")
            verdict = Verdict.read(entry)
            if verdict.kind != "absent" or verdict.about is None or verdict.about not in step.absent:
                raise NotProven("it is no vote about a seat that is called absent")
            if verdict.about == voter:
                raise NotProven("the accused has no vote")
            if place.absent.setdefault(verdict.about, {}).setdefault(voter, verdict) is not verdict:
                raise NotProven("a vote counts once")
        except Refused as refusal:
            raise RecordFault(self._fault(number, index, entry, str(refusal))) from refusal
        self.counts["vote"] += 1

    def _counted(self, place: Place, footing: Footing, chair: int) -> Literal["majority", "alone"] | None:
        """By what the chair counts as absent: a strict majority, or the one other seat of two.

        Proven cheats leave n, but only from where the evidence came up, of which a record holds no time: so those
        proven at this step or before may count or not. (`electors` counts those proven later.)
        """
        voting = frozenset(footing.voters.values())
        proven = [cheat for cheat in self.cheats.values() if cheat.key in voting]
        alone = False
        for size in range(len(proven) + 1):
            for some in itertools.combinations(proven, size):
                gone = {cheat.key: cheat for cheat in some}
                if is_absent(place, footing, chair, gone):
                    return "majority"
                voters = electors(footing, gone)
                alone = alone or (len(voters) == 2 and chair in voters and any(
                    voter in voters for voter in place.absent.get(chair, {})))
        return "alone" if alone else None

    def _stood_on(self, step: Step) -> None:
        """A vote heads-up takes effect once its author has signed something that stands on it."""
        authors = {entry.author for entry in (*step.entries, *step.votes)}
        number = self.state.step - 1
        self._awaited = [(fault, voters) for fault, voters in self._awaited
                         if fault.at.step == number or not voters & authors]

    # --- counts ---

    def _count_chips(self) -> bool:
        """Are stacks and pot what was handed out?"""
        self.counts["chips"] += 1
        match = self.state.match
        pot = 0 if match.hand is None else match.hand.pot_size
        return pot + sum(map(match.stack, match.players())) == match.handed_out

    def _count(self, stage: Stage, admitted: Sequence[Admitted], step: Step) -> None:
        self.counts["step"] += 1
        self.counts["signature"] += len(step.votes) + len(admitted)
        if stage is Stage.REVEAL:
            self.counts["commitment"] += len(admitted)
            self.counts["cut"] += not step.absent
        elif stage in (Stage.DISCARD, Stage.BID, Stage.PLAY, Stage.ENTER):
            self.counts["move"] += len(admitted)
        for one in admitted:
            if isinstance(one.body, Opening):
                self.counts["opening"] += 1
                self.counts["signature"] += sum(
                    2 if request.invitation is not None else 1 for request in one.body.requests)

    def _fault(self, number: int, index: int, entry: Entry, why: str) -> Fault:
        return Fault(At(number, index), entry.kind, entry.author, why)


def verify_signature(author: bytes, content: bytes, signature: bytes, kind: str) -> None:
    """Raises NotProven where the signature over an entry's content is not the author's."""
    if not verify(author, ENTRY_LABEL, content, signature):
        raise NotProven(f"the signature of this {kind} entry is not its author's")


def _signature(at: At, entry: Entry) -> Job:
    return Job(at, "signature", verify_signature, (entry.author, entry.content, entry.signature, entry.kind),
               entry.kind, entry.author)


def _proof(at: At, entry: Entry, check: Check) -> Job:
    return Job(at, check.kind, check.verify, check.arguments, entry.kind, entry.author)
