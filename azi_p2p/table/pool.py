"""The pool: every signed entry and verdict that a node holds for the open part of the record, by its place.

A place is (parent, chair) for entries and (parent, voter, seat concerned) for verdicts. The pool keeps at
most two contents of a place: two are evidence, and a third adds nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from azi_p2p.table.bodies import Verdict
    from azi_p2p.table.state import Admitted
    from protocol.entry import Entry

MAX_ORPHANS_PER_AUTHOR: Final = 48
"""Entries of one author that wait for their parent: a whole deal of his is some 15; the rest is asked for."""


@dataclass
class Place:
    """What is known of one step's parent: entries by chair, verdicts by the seat that they are about."""

    entries: dict[int, Admitted] = field(default_factory=dict)
    versions: dict[int, list[Admitted]] = field(default_factory=dict)
    """Only of a chair that has signed something false here, or two versions: what of it could be taken in."""
    pairs: dict[int, tuple[Entry, Entry]] = field(default_factory=dict)    # two versions, as they were signed
    absent: dict[int, dict[int, Verdict]] = field(default_factory=dict)   # about -> voter -> verdict
    acks: dict[int | None, dict[int, Verdict]] = field(default_factory=dict)

    def admitted(self) -> Iterator[Admitted]:
        """Every admissible entry at this parent, all versions."""
        for chair, one in self.entries.items():
            if chair not in self.versions:
                yield one
        for versions in self.versions.values():
            yield from versions

    def verdicts(self) -> Iterator[Verdict]:
        """All verdicts at this parent, acks first: they may settle what the votes ask."""
        for kind in (self.acks, self.absent):
            for by_voter in kind.values():
                yield from by_voter.values()


class Orphans:
    """Signed entries whose parent is not known yet, bounded per author; the furthest ahead make room."""

    def __init__(self) -> None:
        self._by_author: dict[bytes, list[Entry]] = {}

    def add(self, entry: Entry) -> bool:
        """Keep an entry; False where it was there already."""
        queue = self._by_author.setdefault(entry.author, [])
        if any(entry.digest == other.digest for other in queue):
            return False
        queue.append(entry)
        if len(queue) > MAX_ORPHANS_PER_AUTHOR:
            furthest = max(queue, key=lambda other: other.step)
            queue.remove(furthest)
            return furthest is not entry
        return True

    def waiting_for(self, parent: bytes) -> list[Entry]:
        """The entries that stand on this parent; they stay."""
        return [entry for queue in self._by_author.values() for entry in queue if entry.parent == parent]

    def take(self, parent: bytes) -> list[Entry]:
        """The entries that stand on this parent; they are orphans no more."""
        found = self.waiting_for(parent)
        if found:
            for author, queue in self._by_author.items():
                self._by_author[author] = [entry for entry in queue if entry.parent != parent]
        return found

    def keep_only(self, authors: Iterable[bytes], least_step: int) -> None:
        """Let go of what is too old to matter, and of authors who are no longer at the table."""
        kept = frozenset(authors)
        self._by_author = {
            author: [entry for entry in queue if entry.step >= least_step]
            for author, queue in self._by_author.items() if author in kept}

    def __len__(self) -> int:
        return sum(len(queue) for queue in self._by_author.values())
