"""The chain: the record that follows from the pool of signed entries, verdicts and evidence, with its forks decided.

Two nodes that hold the same pool have the same chain, in whatever order it came to them (but for the places
where this node itself has voted a seat absent, and waits to be outvoted). DESIGN.md, section 5.
"""

from __future__ import annotations

import copy
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.table.admission import admit
from azi_p2p.table.bodies import Verdict
from azi_p2p.table.kinds import STEP_KINDS, VERDICTS, Stage
from azi_p2p.table.pool import Orphans, Place
from azi_p2p.table.verdicts import electors, is_absent, is_settled, needed_to_stand, stands
from protocol.errors import Refused
from protocol.record import Step, step_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from azi_p2p.game.events import Event
    from azi_p2p.table.state import Admitted, TableState
    from protocol.check import Check
    from protocol.entry import Entry

MAX_EVIDENCE: Final = 12
"""Items of evidence kept: one or two entries of each of six chairs, newcomers' included."""


@dataclass(frozen=True, slots=True)
class Footing:
    """Who was due at one parent, and who had a vote there."""

    step: int
    parent: bytes
    due: dict[int, bytes]        # chair -> key
    voters: dict[int, bytes]


@dataclass(frozen=True, slots=True)
class Cheat:
    """A key that has signed something false: one entry, or two for one place, at `step`."""

    key: bytes
    step: int
    entries: tuple[Entry, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Advanced:
    """A step was added to the record; `events` is what happened in the game."""

    step: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class DroppedBack:
    """The record was cut back to `step`: what was built there has lost to a majority, or to evidence."""

    step: int


News = Advanced | DroppedBack | Cheat


class Chain:
    """The record of a table as one node knows it, and the state at its tip."""

    def __init__(self, state: TableState, me: bytes, stopwatch: Callable[[], float] | None = None) -> None:
        """`stopwatch`: seconds of a clock by which the checks are timed, for people to read; no part of anything."""
        self.state = state
        self.me = me
        self.timings: dict[bytes, float] = {}     # milliseconds that the checks of an entry took, by its digest
        self._stopwatch = stopwatch
        self.steps: list[Step] = [Step((state.founding.entry,))]
        self.parents: list[bytes] = [b"", state.parent]     # parents[k] is what step k stands on
        self.index: dict[bytes, int] = {state.parent: 1}
        self.footings: dict[int, Footing] = {1: _footing(state)}
        self.places: dict[bytes, Place] = {}
        self.cheats: dict[bytes, Cheat] = {}
        self.orphans = Orphans()
        self.deferred: deque[tuple[Entry, Check]] = deque()
        self.news: list[News] = []
        self.floor = 1               # the record does not change below this step any more
        self._checkpoints: list[tuple[int, TableState]] = [(1, copy.deepcopy(state))]
        self.openings: list[int] = [1]      # the steps at which a hand could be opened
        self._preferred: dict[tuple[bytes, int], bytes] = {}
        self._outvoted: set[tuple[bytes, int]] = set()   # places where this node's vote has lost

    @property
    def tip(self) -> int:
        """The number of the step that is waited for."""
        return len(self.steps)

    def place(self, parent: bytes) -> Place:
        """What is known of this parent."""
        return self.places.setdefault(parent, Place())

    # --- taking in what was signed ---

    def offer(self, entry: Entry, *, trust: bool = False, defer: bool = False) -> bool:
        """Take in an entry or verdict with a checked signature. True where it was new and counts or waits.

        `trust` skips the proofs (they were checked before it was stored), `defer` queues them. Never raises
        on what a peer chose.
        """
        if entry.kind not in STEP_KINDS and entry.kind not in VERDICTS:
            return False
        step = self.index.get(entry.parent)
        if step is None:
            return self._orphan(entry)
        if step < self.floor:
            return False
        if entry.kind in VERDICTS:
            return self._offer_verdict(entry, step)
        if step < self.tip:
            return self._offer_late(entry, step)
        if not self._admit(entry, trust=trust, defer=defer):
            return False
        self.extend()
        return True

    def _orphan(self, entry: Entry) -> bool:
        if entry.step < self.floor or self.state.chair_of(entry.author) is None:
            return False
        if not self.orphans.add(entry):
            return False
        self.extend()     # with two at the table, what stands on an absence makes it take effect
        self._resolve_tip()
        return True

    def _admit(self, entry: Entry, *, trust: bool, defer: bool) -> bool:
        """Check an entry on the tip and put it in its place."""
        chair = self.state.chair_of(entry.author)
        if chair is None:
            return False
        place = self.place(entry.parent)
        if chair in place.entries or chair in place.versions:
            return self._second(entry, chair, self.tip)
        try:
            began = self._stopwatch() if self._stopwatch is not None else 0.0
            admitted, checks = admit(self.state, entry)
            if defer:
                self.deferred.extend((entry, check) for check in checks)
            elif not trust:
                for check in checks:
                    check.run()
                if self._stopwatch is not None:
                    self.timings[entry.digest] = 1000 * (self._stopwatch() - began)
        except Refused as refusal:
            self._false(entry, chair, self.tip, refusal)
            return False
        place.entries[chair] = admitted
        return True

    def _offer_late(self, entry: Entry, step: int) -> bool:
        """An entry for a step that is done: known, a second version, or late (no blame)."""
        chair = _chair_in(self.footings[step].due, entry.author)
        place = self.place(entry.parent)
        if chair is None or (chair not in place.entries and chair not in place.versions):
            return False
        return self._second(entry, chair, step)

    def _false(self, entry: Entry, chair: int, step: int, refusal: Refused) -> None:
        """Blame a seat for an entry that does not stand up; nothing of his fills this place unless it was built on."""
        self.place(entry.parent).versions.setdefault(chair, [])
        self._convict(Cheat(entry.author, step, (entry,), f"{type(refusal).__name__}: {refusal}"))

    def _second(self, entry: Entry, chair: int, step: int) -> bool:
        """Another content for a place that has one: false or true, it is evidence of two versions."""
        place = self.place(entry.parent)
        held = place.entries.get(chair)
        versions = place.versions.get(chair, [held] if held is not None else [])
        if any(entry.digest == one.entry.digest for one in versions) or len(versions) > 1:
            return False
        try:
            admitted, checks = admit(self.state_at(step), entry)
            for check in checks:
                check.run()
            versions = [*versions, admitted]
        except Refused:
            pass     # a false second version fills no place, and is a second version all the same
        place.versions[chair] = versions
        if held is not None:
            first, second = sorted((held.entry, entry), key=lambda one: one.digest)
            self._convict(Cheat(entry.author, step, (first, second), f"two versions of one {entry.kind} entry"))
        self._resolve(step, chair)
        return True

    def _offer_verdict(self, entry: Entry, step: int) -> bool:
        footing = self.footings[step]
        voter = _chair_in(footing.voters, entry.author)
        if voter is None or entry.step != step:
            return False
        try:
            verdict = Verdict.read(entry)
        except Refused as refusal:
            self._convict(Cheat(entry.author, step, (entry,), f"{type(refusal).__name__}: {refusal}"))
            return False
        place = self.place(entry.parent)
        if verdict.about is None:
            return place.acks.setdefault(None, {}).setdefault(voter, verdict) is verdict
        if verdict.about == voter or verdict.about not in footing.due:
            return False
        side, other = (place.absent, place.acks) if verdict.kind == "absent" else (place.acks, place.absent)
        if side.setdefault(verdict.about, {}).setdefault(voter, verdict) is not verdict:
            return False
        opposite = other.get(verdict.about, {}).get(voter)
        if opposite is not None and not self._explained(footing, verdict, opposite):
            pair = tuple(sorted((entry, opposite.entry), key=lambda one: one.digest))
            self._convict(Cheat(entry.author, step, pair, "voted a seat absent and accepted its entry too"))
        self.reconsider(step)
        return True

    def _explained(self, footing: Footing, one: Verdict, other: Verdict) -> bool:
        """May one seat have signed both: an ack that carries what settled it, or a vote that carries a pair?"""
        ack, vote = (one, other) if one.kind == "ack" else (other, one)
        return bool(vote.pair) or is_settled(ack, footing, self.cheats)

    # --- deciding ---

    def extend(self) -> None:
        """Add steps for as long as the pool completes them."""
        while True:
            footing = self.footings[self.tip]
            chosen = self._choose(footing)
            if chosen is None:
                return
            entries, absent = chosen
            self._push(entries, absent)
            for entry in self.orphans.take(self.state.parent):
                if entry.kind in VERDICTS:
                    self._offer_verdict(entry, self.tip)
                else:
                    self._admit(entry, trust=False, defer=False)

    def _push(self, entries: Sequence[Admitted], absent: Sequence[int]) -> None:
        parent, step = self.state.parent, self.tip
        place = self.place(parent)
        votes = tuple(verdict.entry for chair in absent
                      for _, verdict in sorted(place.absent.get(chair, {}).items()))
        events = self.state.take(entries, absent)
        self.steps.append(Step(tuple(one.entry for one in entries), tuple(absent), votes))
        self.parents.append(self.state.parent)
        self.index[self.state.parent] = self.tip
        self.footings[self.tip] = _footing(self.state)
        if self.state.stage is Stage.OPEN:
            self.openings.append(self.tip)
            self._checkpoints.append((self.tip, copy.deepcopy(self.state)))
        self.news.append(Advanced(step, tuple(events)))

    def _choose(self, footing: Footing) -> tuple[list[Admitted], list[int]] | None:
        """The entries and absences that complete the step on this footing, or None while it waits."""
        place = self.place(footing.parent)
        if not footing.due:
            return None
        entries: list[Admitted] = []
        absent: list[int] = []
        conditional: list[int] = []
        for chair in sorted(footing.due):
            if is_absent(place, footing, chair, self.cheats):
                absent.append(chair)
            elif self._two_are_left(place, footing, chair):
                conditional.append(chair)
            else:
                entry = self._filled(place, footing, chair)
                if entry is not None:
                    entries.append(entry)
        if conditional and self._takes_effect(footing, entries, sorted(absent + conditional), conditional):
            absent = sorted(absent + conditional)
            conditional = []
        for chair in conditional:
            entry = self._filled(place, footing, chair)
            if entry is not None:
                entries.append(entry)
        if len(entries) + len(absent) < len(footing.due):
            return None
        return sorted(entries, key=lambda one: one.chair), absent

    def _filled(self, place: Place, footing: Footing, chair: int) -> Admitted | None:
        """The entry that fills this chair's place for this node, or None."""
        if chair in place.versions:
            preferred = self._preferred.get((footing.parent, chair))
            return next((one for one in place.versions[chair] if one.entry.digest == preferred), None)
        entry = place.entries.get(chair)
        if entry is None:
            return None
        mine = _chair_in(footing.voters, self.me)
        voted = mine is not None and mine in place.absent.get(chair, {})
        if voted and (footing.parent, chair) not in self._outvoted and len(electors(footing, self.cheats)) > 2 and (
            not stands(place, footing, chair, self.cheats)
        ):
            return None
        return entry

    def _two_are_left(self, place: Place, footing: Footing, chair: int) -> bool:
        """Heads-up: has the only other elector voted this chair absent?"""
        voters = electors(footing, self.cheats)
        return len(voters) == 2 and chair in voters and any(
            voter in voters for voter in place.absent.get(chair, {}))

    def _takes_effect(
        self, footing: Footing, entries: Sequence[Admitted], absent: Sequence[int], conditional: Sequence[int],
    ) -> bool:
        """Heads-up, a vote takes effect once the voter has signed something that stands on it."""
        if len(entries) + len(absent) < len(footing.due):
            return False
        after = step_digest(footing.parent, [one.entry for one in entries], absent)
        voters = {footing.voters[voter] for chair in conditional
                  for voter in self.place(footing.parent).absent[chair]}
        standing = self.orphans.waiting_for(after)
        built = self.places.get(after)
        authors = {entry.author for entry in standing}
        if built is not None:
            authors |= {one.entry.author for one in built.entries.values()}
        return bool(voters & authors)

    def reconsider(self, step: int) -> None:
        """Decide the step again, and drop back to it where the decision has changed."""
        if step < self.floor:
            return
        if step < self.tip:
            chosen = self._choose(self.footings[step])
            done = self.steps[step]
            if chosen is not None and list(done.absent) == chosen[1] and (
                [one.entry.digest for one in chosen[0]] == [entry.digest for entry in done.entries]
            ):
                return
            if chosen is None and not self._undone(step):
                return
            self.drop_back(step)
        self.extend()

    def _undone(self, step: int) -> bool:
        """Is a done step undone by something false in it (a vote of this node's own does not undo it)?"""
        place = self.place(self.footings[step].parent)
        return any(chair in place.versions for chair in self.footings[step].due
                   if chair not in self.steps[step].absent)

    def drop_back(self, step: int) -> None:
        """Cut the record back to `step`, which is then waited for again. State is replayed from a checkpoint."""
        assert self.floor <= step
        if step >= self.tip:
            return
        self.state = self.state_at(step)
        del self.steps[step:], self.parents[step + 1:]
        self.index = {parent: number for parent, number in self.index.items() if number <= step}
        self.footings = {number: footing for number, footing in self.footings.items() if number <= step}
        self.openings = [number for number in self.openings if number <= step]
        self._checkpoints = [(number, state) for number, state in self._checkpoints if number <= step]
        self.news.append(DroppedBack(step))

    def state_at(self, step: int) -> TableState:
        """The state in which `step` was waited for; a copy, replayed from the last checkpoint before it."""
        if step == self.tip:
            return self.state
        at, checkpoint = next((number, state) for number, state in reversed(self._checkpoints) if number <= step)
        if at == step:
            return copy.deepcopy(checkpoint)
        state = copy.deepcopy(checkpoint)
        for number in range(at, step):
            done = self.steps[number]
            place = self.places[state.parent]
            by_digest = {one.entry.digest: one for one in place.admitted()}
            state.take([by_digest[entry.digest] for entry in done.entries], done.absent)
        return state

    def fork_start(self, step: int) -> int:
        """From where to send the record to one whose branch differs at `step`: the hand before, or the first step."""
        before = [number for number in self.openings if number <= step]
        return before[-2] if len(before) > 1 else 1

    def last_finished(self) -> TableState | None:
        """The state after the last finished hand, or None where there has been none."""
        return next((state for _, state in reversed(self._checkpoints) if state.finished), None)

    # --- evidence ---

    def _convict(self, cheat: Cheat) -> None:
        if cheat.key in self.cheats or len(self.cheats) >= MAX_EVIDENCE:
            return
        self.cheats[cheat.key] = cheat
        self.news.append(cheat)
        if cheat.step in self.footings:
            self.reconsider(cheat.step)

    def offer_evidence(self, entries: Sequence[Entry]) -> bool:
        """Check evidence that a peer passes on: one false entry, or two of one place. True where it convicts."""
        before = len(self.cheats)
        match entries:
            case [entry]:
                step = self.index.get(entry.parent)
                if step is not None and step >= self.floor and entry.kind in STEP_KINDS:
                    self._examine(entry, step)
            case [one, other]:
                self._examine_pair(one, other)
            case _:
                pass
        return len(self.cheats) > before

    def _examine(self, entry: Entry, step: int) -> None:
        state = self.state_at(step)
        chair = state.chair_of(entry.author)
        if chair is None or entry.author in self.cheats:
            return
        place = self.place(entry.parent)
        if chair in place.entries or chair in place.versions:
            self._second(entry, chair, step)
            return
        try:
            for check in admit(state, entry)[1]:
                check.run()
        except Refused as refusal:
            self._false(entry, chair, step, refusal)

    def _examine_pair(self, one: Entry, other: Entry) -> None:
        same = (one.table_id, one.author, one.parent) == (other.table_id, other.author, other.parent)
        if not same or one.digest == other.digest or one.author in self.cheats:
            return
        if one.kind in STEP_KINDS and other.kind in STEP_KINDS:
            step = self.index.get(one.parent)
            self.offer(one)
            self.offer(other)
            if one.author not in self.cheats and (step is None or step < self.floor):
                self._convict(Cheat(one.author, one.step, (one, other), f"two versions of one {one.kind} entry"))
        elif one.kind in VERDICTS and other.kind in VERDICTS:
            self.offer(one)
            self.offer(other)

    def _resolve_tip(self) -> None:
        """Something came that stands on a parent unknown here: perhaps a majority has gone on where this node waits."""
        step, place = self.tip, self.place(self.state.parent)
        for chair in list(place.versions):
            self._resolve(step, chair)
            if self.tip > step:
                return
        mine = _chair_in(self.footings[step].voters, self.me)
        voted = [chair for chair in place.entries
                 if mine in place.absent.get(chair, {}) and chair not in place.versions]
        if voted:
            self._try_outvoted(step, voted)

    def _try_outvoted(self, step: int, chairs: Sequence[int]) -> None:
        """Take the entries of chairs that this node voted absent, if so many have built on them that they stand."""
        footing = self.footings[step]
        new = {(footing.parent, chair) for chair in chairs} - self._outvoted
        if not new:
            return
        self._outvoted |= new
        self.reconsider(step)
        needed = needed_to_stand(len(electors(footing, self.cheats)))
        for chair in chairs:
            accepting = set(self._builders(step, chair)) | (
                {chair, *self.place(footing.parent).acks.get(chair, {})} & set(footing.voters))
            if len(accepting) < needed:
                self._outvoted -= new
                self.drop_back(step)
                return

    def _resolve(self, step: int, chair: int) -> None:
        """Of several versions keep the one that a strict majority has built on; where there is none, keep none."""
        if step < self.floor or step not in self.footings:
            return
        footing = self.footings[step]
        done = {entry.digest for entry in self.steps[step].entries} if step < self.tip else set()
        versions = sorted(self.place(footing.parent).versions[chair],
                          key=lambda one: one.entry.digest not in done)
        for version in versions:
            self._preferred[footing.parent, chair] = version.entry.digest
            self.reconsider(step)
            if self._built_on(step, chair):
                return
        self._preferred.pop((footing.parent, chair), None)
        self.reconsider(step)

    def _built_on(self, step: int, chair: int) -> bool:
        """Has a strict majority of the electors signed beyond this step, on this node's chain?"""
        return 2 * len(self._builders(step, chair)) > len(electors(self.footings[step], self.cheats))

    def _builders(self, step: int, chair: int) -> list[int]:
        """The electors, but for `chair`, that have signed beyond this step on this node's chain."""
        footing = self.footings[step]
        authors = {entry.author for done in self.steps[step + 1:] for entry in done.entries}
        if step < self.tip:
            authors |= {one.entry.author for one in self.place(self.state.parent).entries.values()}
        return [voter for voter in electors(footing, self.cheats)
                if voter != chair and footing.voters[voter] in authors]

    # --- finality ---

    def settle(self) -> int | None:
        """Raise the floor to the last hand that a strict majority has signed beyond; the step, where it rose."""
        for number, _ in reversed(self._checkpoints):
            if number <= self.floor:
                return None
            footing = self.footings[number]
            acks = self.place(footing.parent).acks.get(None, {})
            beyond = {entry.author for done in self.steps[number:] for entry in done.entries}
            signed = [chair for chair, key in footing.voters.items() if chair in acks or key in beyond]
            if 2 * len(signed) > len(footing.voters):
                self._raise_floor(number)
                return number
        return None

    def _raise_floor(self, step: int) -> None:
        self.floor = step
        self._checkpoints = [(number, state) for number, state in self._checkpoints if number >= step]
        kept = {self.parents[number] for number in range(step, len(self.parents))}
        self.places = {parent: place for parent, place in self.places.items() if parent in kept}
        known = {one.entry.digest for place in self.places.values() for one in place.admitted()}
        self.timings = {entry: time for entry, time in self.timings.items() if entry in known}
        self.footings = {number: footing for number, footing in self.footings.items() if number >= step}
        self.orphans.keep_only(
            [player for chair in range(6) if (player := self.state.key_of(chair)) is not None], step)


def _footing(state: TableState) -> Footing:
    def keyed(chairs: Sequence[int]) -> dict[int, bytes]:
        return {chair: key for chair in chairs if (key := state.key_of(chair)) is not None}
    return Footing(state.step, state.parent, keyed(state.due()), keyed(sorted(state.voters())))


def _chair_in(chairs: dict[int, bytes], key: bytes) -> int | None:
    return next((chair for chair, other in chairs.items() if other == key), None)
