"""The chain: the record that follows from the pool of signed entries, verdicts and evidence, with its forks decided.

Two nodes that hold the same pool have the same chain, in whatever order it came to them (but for the places
where this node itself has voted a seat absent, and waits to be outvoted). docs/record.md.
"""

from __future__ import annotations

import contextlib
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.table.admission import admit
from azi_p2p.table.evidence import MAX_EVIDENCE, Cheat, how, proven, two_versions
from azi_p2p.table.history import History, chair_in
from azi_p2p.table.kinds import STEP_KINDS, VERDICTS
from azi_p2p.table.pool import Orphans, Place
from azi_p2p.table.verdicts import (
    BROKEN_PROMISE,
    electors,
    is_absent,
    is_broken_promise,
    needed_to_stand,
    read_verdict,
    stands,
)
from protocol.errors import Refused
from protocol.record import step_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from azi_p2p.game.events import Event
    from azi_p2p.table.history import Footing
    from azi_p2p.table.state import Admitted, TableState
    from protocol.check import Check
    from protocol.entry import Entry

MAX_UNJUDGED: Final = 24
"""Items of evidence that wait for the history they are about; the oldest make room."""

MAX_CLEARED: Final = 256
"""Entries remembered as found right when somebody offered them as false, so that each costs one look."""


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


class Chain(History):
    """The record of a table as one node knows it, and the state at its tip."""

    def __init__(self, state: TableState, me: bytes, stopwatch: Callable[[], float] | None = None) -> None:
        """`stopwatch`: seconds of a clock by which the checks are timed, for people to read; no part of anything."""
        super().__init__(state)
        self.me = me
        self.floor = 1                            # the record does not change below this step any more
        self.places: dict[bytes, Place] = {}      # by parent, from the floor on
        self.orphans = Orphans()
        self.cheats: dict[bytes, Cheat] = {}
        self.deferred: deque[tuple[Entry, Check]] = deque()
        self.timings: dict[bytes, float] = {}     # milliseconds that the checks of an entry took, by its digest
        self.news: list[News] = []
        self.broken = ""                          # why this record can be taken no further, in words
        self._stopwatch = stopwatch
        self._unjudged: deque[tuple[Entry, ...]] = deque(maxlen=MAX_UNJUDGED)
        self._cleared: dict[bytes, None] = {}
        self._preferred: dict[tuple[bytes, int], bytes] = {}
        self._outvoted: set[tuple[bytes, int]] = set()   # places where this node's vote has lost

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
        self._reconsider_votes()
        self._resolve_tip()
        return True

    def _reconsider_votes(self) -> None:
        """Heads-up, a vote takes effect by what stands on it, in whatever order the two came."""
        voted = [self.index[parent] for parent, place in self.places.items() if place.absent and parent in self.index]
        for step in sorted(voted):
            if self.floor <= step < self.tip and len(electors(self.footings[step], self.cheats)) == 2:
                self.reconsider(step)
        self.extend()

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
        chair = chair_in(self.footings[step].due, entry.author)
        place = self.place(entry.parent)
        if chair is None or (chair not in place.entries and chair not in place.versions):
            return False
        return self._second(entry, chair, step)

    def _second(self, entry: Entry, chair: int, step: int) -> bool:
        """Another content for a place that has one: false or true, it is evidence of two versions."""
        place = self.place(entry.parent)
        held = place.entries.get(chair)
        versions = place.versions.get(chair, [held] if held is not None else [])
        if any(entry.digest == one.entry.digest for one in versions) or len(versions) > 1:
            return False
        with contextlib.suppress(Refused):     # a false one fills no place, and is a second version all the same
            versions = [*versions, proven(self.state_at(step), entry)]
        place.versions[chair] = versions
        if held is not None:
            first, second = sorted((held.entry, entry), key=lambda one: one.digest)
            place.pairs.setdefault(chair, (first, second))
            reason = two_versions(entry, held.entry)
            assert reason is not None, "one place has one parent"
            self._convict(Cheat(entry.author, step, (first, second), reason))
        self._resolve(step, chair)
        return True

    def _offer_verdict(self, entry: Entry, step: int) -> bool:
        footing = self.footings[step]
        voter = chair_in(footing.voters, entry.author)
        if voter is None or entry.step != step:
            return False
        try:
            verdict = read_verdict(entry, footing)
        except Refused as refusal:
            self._convict(Cheat(entry.author, step, (entry,), how(refusal)))
            return False
        for proof in verdict.without:
            self.offer_evidence(proof)
        place = self.place(entry.parent)
        if verdict.about is None:
            return place.acks.setdefault(None, {}).setdefault(voter, verdict) is verdict
        if verdict.about == voter or verdict.about not in footing.due:
            return False
        side, other = (place.absent, place.acks) if verdict.kind == "absent" else (place.acks, place.absent)
        if side.setdefault(verdict.about, {}).setdefault(voter, verdict) is not verdict:
            return False
        opposite = other.get(verdict.about, {}).get(voter)
        if opposite is not None:
            ack, vote = (verdict, opposite) if verdict.kind == "ack" else (opposite, verdict)
            waits = any(proof in self._unjudged for proof in ack.without)
            if not waits and is_broken_promise(ack, vote, footing, self.cheats):
                pair = tuple(sorted((ack.entry, vote.entry), key=lambda one: one.digest))
                self._convict(Cheat(entry.author, step, pair, BROKEN_PROMISE))
        self.reconsider(step)
        return True

    # --- deciding ---

    def extend(self) -> None:
        """Add steps for as long as the pool completes them."""
        while not self.broken:
            footing = self.footings[self.tip]
            chosen = self._choose(footing)
            if chosen is None:
                return
            entries, absent = chosen
            place, step = self.place(footing.parent), self.tip
            votes = [verdict.entry for chair in absent
                     for _, verdict in sorted(place.absent.get(chair, {}).items())]
            try:
                self.news.append(Advanced(step, tuple(self.push(entries, absent, votes))))
            except Refused as refusal:
                # only proofs whose checks were put off can let this through: the record itself is false
                self.broken = f"it cannot be taken further than step {step}: {refusal}"
                self.state = self.state_at(step)
                return
            for entry in self.orphans.take(self.state.parent):
                parent_step = self.index.get(entry.parent)
                if parent_step is None:
                    self.orphans.add(entry)
                elif entry.kind in VERDICTS:
                    self._offer_verdict(entry, parent_step)
                elif parent_step == self.tip:
                    self._admit(entry, trust=False, defer=False)
            for entries_of in [*self._unjudged]:
                if self._judge(entries_of):
                    self._unjudged.remove(entries_of)

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
        mine = chair_in(footing.voters, self.me)
        voted = mine is not None and mine in place.absent.get(chair, {})
        if voted and (footing.parent, chair) not in self._outvoted and len(electors(footing, self.cheats)) > 2 and (
            not stands(place, footing, chair, self.cheats)
        ):
            return None
        return entry

    def _two_are_left(self, place: Place, footing: Footing, chair: int) -> bool:
        """Heads-up: has the only other elector voted this chair absent, and not built on its entry?"""
        voters = electors(footing, self.cheats)
        if len(voters) != 2 or chair not in voters:
            return False
        other = next(voter for voter in voters if voter != chair)
        if other not in place.absent.get(chair, {}):
            return False
        accepted = footing.step < self.tip and chair not in self.steps[footing.step].absent
        return not (accepted and other in self._builders(footing.step, chair))

    def _takes_effect(
        self, footing: Footing, entries: Sequence[Admitted], absent: Sequence[int], conditional: Sequence[int],
    ) -> bool:
        """Heads-up, a vote takes effect once the voter has signed something that stands on it."""
        if len(entries) + len(absent) < len(footing.due):
            return False
        after = step_digest(footing.parent, [one.entry for one in entries], absent)
        voters = {footing.voters[voter] for chair in conditional
                  for voter in self.place(footing.parent).absent[chair]}
        authors = {entry.author for entry in self.orphans.waiting_for(after)}
        built = self.places.get(after)
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
            self._drop_back(step)
        self.extend()

    def _undone(self, step: int) -> bool:
        """Is a done step undone by something false in it (a vote of this node's own does not undo it)?"""
        place = self.place(self.footings[step].parent)
        return any(chair in place.versions for chair in self.footings[step].due
                   if chair not in self.steps[step].absent)

    def _drop_back(self, step: int) -> None:
        assert self.floor <= step
        if step < self.tip:
            self.cut_back(step)
            self.news.append(DroppedBack(step))

    def _resolve_tip(self) -> None:
        """Something came that stands on a parent unknown here: perhaps a majority has gone on where this node waits."""
        step, place = self.tip, self.place(self.state.parent)
        for chair in list(place.versions):
            self._resolve(step, chair)
            if self.tip > step:
                return
        mine = chair_in(self.footings[step].voters, self.me)
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
                self._drop_back(step)
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
            if 2 * len(self._builders(step, chair)) > len(electors(footing, self.cheats)):
                return
        self._preferred.pop((footing.parent, chair), None)
        self.reconsider(step)

    def _builders(self, step: int, chair: int) -> list[int]:
        """The electors, but for `chair`, that have signed beyond this step on this node's chain, acks of it too."""
        footing = self.footings[step]
        authors = {entry.author for done in self.steps[step + 1:] for entry in done.entries}
        if step < self.tip:
            authors |= {one.entry.author for one in self.place(self.state.parent).entries.values()}
        for opening in self.openings:
            if opening > step:
                authors |= {ack.entry.author for ack in self.place(self.parents[opening]).acks.get(None, {}).values()}
        return [voter for voter in electors(footing, self.cheats)
                if voter != chair and footing.voters[voter] in authors]

    # --- evidence ---

    def offer_evidence(self, entries: Sequence[Entry]) -> bool:
        """Judge evidence that a peer passes on: one false entry, or two of one place. True where it convicts.

        What is about a history that is not known here waits until it is.
        """
        known = tuple(entries)
        if len(known) not in (1, 2) or len({entry.author for entry in known}) > 1:
            return False
        before = dict(self.cheats)
        if not self._judge(known) and known not in self._unjudged:
            self._unjudged.append(known)
        return self.cheats != before

    def refute(self, entry: Entry, refusal: Refused) -> bool:
        """A proof whose check was put off has failed. True where its author can be blamed alone for it.

        Below the floor a majority has signed that it is right: then this whole record is false.
        """
        step = self.index.get(entry.parent)
        chair = None if step is None else chair_in(self.footings[step].due, entry.author)
        if step is None or chair is None or step < self.floor:
            return False
        place = self.place(entry.parent)
        place.entries.pop(chair, None)
        self._false(entry, chair, step, refusal)
        return True

    def _judge(self, entries: tuple[Entry, ...]) -> bool:
        """Look at evidence; False where the history that it is about is not known yet."""
        first, step = entries[0], self.index.get(entries[0].parent)
        if self.state.chair_of(first.author) is None:
            return False
        if len(entries) == 1:
            if step is not None:
                self._examine(first, step)
            return step is not None
        one, other = entries
        if one.parent != other.parent or one.digest == other.digest:
            return True
        if one.kind in VERDICTS and other.kind in VERDICTS:
            self.offer(one)
            self.offer(other)
            return step is not None
        versions = two_versions(one, other)
        if versions is not None:
            self.offer(one)
            self.offer(other)
            self._convict(Cheat(one.author, min(one.step, self.tip) if step is None else step, entries, versions))
        return True

    def _examine(self, entry: Entry, step: int) -> None:
        """Is this entry false as a function of the record up to its parent?"""
        recorded = step < self.tip and any(entry.digest == done.digest for done in self.steps[step].entries)
        if recorded or entry.digest in self._cleared:
            return
        if entry.kind in VERDICTS:
            if step >= self.floor:
                self._offer_verdict(entry, step)
            return
        place = self.places.get(entry.parent)
        state = self.state_at(step)
        chair = state.chair_of(entry.author)
        if chair is None:
            return
        if step >= self.floor and place is not None and (chair in place.entries or chair in place.versions):
            self._second(entry, chair, step)
            return
        try:
            proven(state, entry)
        except Refused as refusal:
            self._false(entry, chair, step, refusal)
        else:
            self._cleared[entry.digest] = None
            if len(self._cleared) > MAX_CLEARED:
                del self._cleared[next(iter(self._cleared))]

    def _false(self, entry: Entry, chair: int, step: int, refusal: Refused) -> None:
        """Blame a seat for an entry that does not stand up; nothing of his fills this place unless it was built on."""
        if step >= self.floor:
            self.place(entry.parent).versions.setdefault(chair, [])
        self._convict(Cheat(entry.author, step, (entry,), how(refusal)))

    def _convict(self, cheat: Cheat) -> None:
        known = self.cheats.get(cheat.key)
        if known is not None and known.step <= cheat.step:
            if cheat.step in self.footings:
                self.reconsider(cheat.step)
            return
        if len(self.cheats) >= MAX_EVIDENCE:      # who has no chair any more makes room for one who has
            gone = [key for key in self.cheats if self.state.chair_of(key) is None]
            for key in gone[:1]:
                del self.cheats[key]
        self.cheats[cheat.key] = cheat
        self.news.append(cheat)
        if cheat.step in self.footings:
            self.reconsider(cheat.step)

    # --- finality ---

    def settle(self) -> bool:
        """Raise the floor to the last hand that so many have signed beyond that it is final. True where it rose.

        A strict majority, in which who wrote the hand's last entries does not count: he could have shown a second
        version to the others. Heads-up there is nobody to be shown another.
        """
        for number in reversed(self.openings):
            if number <= self.floor:
                return False
            footing = self.footings[number]
            last = {entry.author for entry in self.steps[number - 1].entries} if len(footing.voters) > 2 else set()
            acks = self.place(footing.parent).acks.get(None, {})
            beyond = {entry.author for done in self.steps[number:] for entry in done.entries}
            signed = [chair for chair, key in footing.voters.items()
                      if key not in last and (chair in acks or key in beyond)]
            if 2 * len(signed) > len(footing.voters):
                self._raise_floor(number)
                return True
        return False

    def _raise_floor(self, step: int) -> None:
        self.floor = step
        kept = set(self.parents[step:])
        self.places = {parent: place for parent, place in self.places.items() if parent in kept}
        known = {one.entry.digest for place in self.places.values() for one in place.admitted()}
        self.timings = {entry: time for entry, time in self.timings.items() if entry in known}
        self._preferred = {place: entry for place, entry in self._preferred.items() if place[0] in kept}
        self._outvoted = {place for place in self._outvoted if place[0] in kept}
        self.orphans.keep_only([player for player in self.state.match.chairs if player is not None], step)
